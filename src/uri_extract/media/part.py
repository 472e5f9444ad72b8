"""A part of a file that is read by itself, so that several processes can read one big file."""

from __future__ import annotations

from uri_extract._typing import Final
from uri_extract.limits import PART

#: What is read in parts, beside plain text and mailboxes: web archives.
ARCHIVE: Final = "application/warc"

#: Stop of a part after which nothing of the file is read.
END: Final = 1 << 62

#: The number of the line in which such a part begins; the line begins at minus that.
UNNUMBERED: Final = -(1 << 60)

#: What precedes the offset in the name of a document in such a part.
OFFSET: Final = "@"

#: Offsets in what is decompressed of a part count from here on, since it is not known how much of it comes before.
RELATIVE: Final = 1 << 60


class Part:
    """What of a file of that ``kind``, a media type, begins at byte ``start`` and before ``stop``, None for its end.

    What reads it is given the file's bytes from ``begin`` on, and those after ``stop`` until everything is read that
    begins before: what it finds is what is found in the whole file there. ``line`` is the number of the line that holds
    ``start`` and begins at byte ``line_start``. Messages and records are numbered from the beginning of the part.

    Limits that grow with what was read count ``credit`` bytes before it, too: so a part hits none that the file does
    not hit, and all parts together read little more than the file may.

    If ``owned`` is not None the part is read without knowledge of the one before: what it holds begins there and not
    before, all between ``start`` and it is a run-in. Messages and records are then named by their offset in the file,
    with :data:`OFFSET` before it; numbers of lines and columns that are not known are less than 1 (:data:`UNNUMBERED`).

    When it was read, ``resume`` is the byte at which the next part begins, which is ``stop`` unless something that
    begins in this part goes on there; ``numbered`` is how many messages or records there were, and ``size`` how many
    bytes were decompressed.
    """

    __slots__ = (
        "begin", "credit", "kind", "line", "line_start", "numbered", "owned", "resume", "size", "start", "stop",
    )  # fmt: skip

    def __init__(
        self, kind: str, begin: int, start: int, stop: int | None, line: int = 1, line_start: int = 0,
        owned: int | None = None,
    ) -> None:  # fmt: skip
        self.kind: str = kind
        self.begin: int = begin
        self.credit: int = min(begin, PART)
        self.start: int = start
        self.stop: int | None = stop
        self.line: int = line
        self.line_start: int = line_start
        self.owned: int | None = owned
        self.resume: int | None = stop
        self.numbered: int = 0
        self.size: int = 0
