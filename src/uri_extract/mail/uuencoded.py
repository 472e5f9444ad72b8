"""Files in the text of messages, as attached before MIME: uuencode (POSIX.1, ``uuencode``).

A block is a line ``begin`` with a mode and a name, lines of data and a line ``end``. Its lines are also read as text.
"""

from __future__ import annotations

from collections.abc import Iterator

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final, NamedTuple
from uri_extract.decode.content_transfer import Uuencode
from uri_extract.limits import MAX_CONTAINED, MAX_UUENCODED, UUENCODED_BYTES
from uri_extract.rows import find

MARK: Final = b"\nbegin "
_BEGIN: Final = re.compile(rb"begin [0-7]{3,4} ([^\r\n\0]{1,255})\r?\n")
_LONGEST_BEGIN: Final = 300
# A line has at most 45 bytes of data, four characters for three bytes, and perhaps a check character.
_LONGEST_LINE: Final = 100
_TOO_LONG: Final = f"a uuencoded file has more than {MAX_CONTAINED} bytes: the rest is text"
_TOO_MANY: Final = "too many short uuencoded files: not all of them are read, except as text"
_LINE: Final = re.compile(rb"[ -`]{1,96}\Z")


class Uuencoded(NamedTuple):
    """A file: its name, its bytes, a place in its block, the place where its end is known, and a problem if any."""

    name: str
    data: bytes
    inside: int
    end: int
    problem: str = ""
    kind: str = "damaged"


class UuencodedBlocks:
    """Find blocks in a text that comes in chunks of any size."""

    def __init__(self) -> None:
        # The bytes to read again with the next chunk: in a block, the line feed before the current line and that line;
        # outside, the possible beginning of a mark.
        self._tail = b"\n"
        self._block: bytearray | None = None
        self._lines = 0
        self._name = ""
        self._count = 0
        self._reported = False  # that there are too many

    @property
    def is_open(self) -> bool:
        """True if a block has begun and has not ended."""
        return self._block is not None

    def feed(self, text: bytes, place: int) -> Iterator[Uuencoded]:
        """Yield the files whose blocks end in the next chunk of the text, which is at ``place``.

        A chunk is read once, except for some hundred bytes of an incomplete line or mark at its end.
        """
        window = self._tail + text
        place -= len(self._tail)
        at = 0
        while at < len(window):
            if self._block is None:
                at = self._search(window, at)
                continue
            feed = window.find(b"\n", at + 1, at + 1 + _LONGEST_LINE)
            if feed < 0 and len(window) - at <= _LONGEST_LINE:
                self._tail = window[at:]
                return
            line = window[at + 1 : feed].rstrip(b"\r") if feed >= 0 else b"\0"
            if line == b"end":
                yield from self._ended(place + at, place + feed + 1)
                at = feed
            elif not _is_data(line):
                if self._lines:
                    end = feed if feed >= 0 else at + _LONGEST_LINE
                    yield from self._ended(place + at, place + end + 1, "a uuencoded file has no end")
                self._block = None
            else:
                self._lines += line.strip(b" `") != b""
                self._block += window[at + 1 : feed + 1]
                at = feed
                if len(self._block) > 2 * MAX_CONTAINED:
                    yield from self._ended(place + at, place + at + 1, _TOO_LONG, "contained-too-long")

    def _search(self, window: bytes, at: int) -> int:
        """Begin the next block; return the line feed before its data, or the size of the window if none begins."""
        while True:
            mark = find(window, MARK, at, len(window))
            if mark < 0:
                self._tail = window[max(at, len(window) + 1 - len(MARK)) :]
                return len(window)
            begun = _BEGIN.match(window, mark + 1)
            if begun is not None:
                self._block, self._lines = bytearray(begun[0]), 0
                self._name = begun[1].decode("utf-8", "replace")
                self._tail = b""
                return begun.end() - 1
            if len(window) - mark < _LONGEST_BEGIN and window.find(b"\n", mark + 1) < 0:
                self._tail = window[mark:]
                return len(window)
            at = mark + 1

    def _ended(self, inside: int, end: int, *problem: str) -> Iterator[Uuencoded]:
        """Yield the file whose block ends, unless there were too many before it."""
        assert self._block is not None
        block, self._block = self._block, None
        if self._count < MAX_UUENCODED + inside // UUENCODED_BYTES:
            self._count += 1
            yield Uuencoded(self._name, Uuencode(False).take(bytes(block), 0, True), inside, end, *problem)
        elif not self._reported:
            self._reported = True
            yield Uuencoded(self._name, b"", inside, end, _TOO_MANY, "too-many-members")


def _is_data(line: bytes) -> bool:
    """Return True if a line has the length that its first character declares; blanks at its end may be missing."""
    if not line:
        return True
    size = ((line[0] - 32 & 63) + 2) // 3 * 4
    return _LINE.match(line) is not None and -4 <= len(line) - 1 - size <= 1
