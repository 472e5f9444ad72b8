r"""Decode the forms that programs give to text on its way to a reader, keeping its places.

A terminal shows text without the control sequences for its colours, so a URI may have some inside it
(``http://localhost:ESC[1m5173ESC[22m/``); a browser shows the character for ``&#46;``. The scanner reads what the
author saw. Each form is a row of :data:`FORMS`. A text without any of its marks is passed on as it is.
"""

from __future__ import annotations

from collections import deque

import uri_extract._compat._re as re
from uri_extract._compat._typing import TYPE_CHECKING, Final, NamedTuple
from uri_extract.decode.opening import FORM_MARKS, MOST_OF_MARK, has_form
from uri_extract.limits import MAX_FORM_SEARCH, MAX_LINK_TEXT
from uri_extract.place.source_map import SourceMap
from uri_extract.rows._bytes import first_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    # The start and end of a part, what replaces it, and the text of the hyperlink that begins there.
    Replacement = tuple[int, int, bytes, bytes | None]
    Replaced = Callable[[re.Match[bytes]], Iterator[Replacement]]

#: The maximum size of a match with the bytes examined after it.
REACH: Final = 4096

# ESC as a byte, as the picture of that control character, and as syslog daemons write it (rsyslog:
# $EscapeControlCharactersOnReceive); BEL, as the last of these write it.
_ESC: Final = rb"(?:\x1b|\xe2\x90\x9b|#033)"
_ST: Final = rb"(?:%s\\|\x07|#007)" % _ESC  # ECMA-48 §8.3.143, and what xterm accepts for it
# Select graphic rendition and erase in line (ECMA-48 §8.3.117, §8.3.41), which grep writes: no text is between. Other
# control sequences move the cursor, so the text after them is not that of the same line.
_PARAMETERS: Final = rb"[0-9;:]{0,24}[mK]"
_STYLE: Final = rb"%s\[%s" % (_ESC, _PARAMETERS)
# What follows a sequence before a scheme, which may be styled itself.
_SCHEME: Final = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]{1,15}(?:%s){0,3}:" % _STYLE)
_STYLES: Final = re.compile(_STYLE)
# What separates texts that are not one: no reference has it.
_APART: Final = b"\0"


class Form(NamedTuple):
    """A form of text: its marks, its pattern after the first byte of a mark, and what replaces a match."""

    marks: tuple[bytes, ...]
    pattern: bytes
    replaced: Replaced


def _terminal(found: re.Match[bytes]) -> Iterator[Replacement]:
    if found["uri"] is not None:
        yield found.start(), found.start("uri"), _APART, found["label"]
        yield found.end("uri"), found.end(), _APART, None
        return
    begin, end = found.span()
    is_glued = found.string[max(0, begin - 1) : begin].isalnum() and _SCHEME.match(found.string, end)
    yield begin, end, _APART if is_glued else b"", None


def _overstrike(found: re.Match[bytes]) -> Iterator[Replacement]:
    text, (at, end) = found.string, found.span()
    before = text[at - _size_of_last(text, at) : at]
    if text[end : end + 1] == b"_" and before.strip():
        yield at, end + 1, b"", None
    elif before == b"_" or (before and text.startswith(before, end)):
        yield at - len(before), end, b"", None


def _size_of_last(text: bytes, end: int) -> int:
    """Return the size of the character before ``end``, in UTF-8."""
    size = 1
    while size < min(4, end) and 0x80 <= text[end - size] < 0xC0:
        size += 1
    return size if end else 0


def _reference(found: re.Match[bytes]) -> Iterator[Replacement]:
    if found["name"] is not None:
        yield *found.span(), b".", None
        return
    from uri_extract.decode.character_references import character  # few texts need it

    number = int(found["decimal"]) if found["decimal"] else int(found["hex"], 16)
    meant = character(number)
    yield *found.span(), b" " if meant < " " else meant.encode(), None  # a line feed would be counted


FORMS: Final = (
    # Colours; and hyperlinks (OSC 8), "ESC ] 8 ; parameters ; URI ST label ESC ] 8 ; ; ST".
    Form(
        (b"\x1b[", b"\x1b]8;", "\u241b".encode(), b"#033"),
        rb"(?:(?<=\x1b)|\x90\x9b|033)(?:\[%s(?:%s){0,3}"
        rb"|\]8;[^;\x07\x1b\n]{0,128};(?P<uri>(?:(?!%s|#007)[!-~\x80-\xff]){0,2083})%s(?=(?P<label>[^\n]{0,%d}?)%s\]8;)?)"
        % (_PARAMETERS, _STYLE, _ESC, _ST, MAX_LINK_TEXT, _ESC),
        _terminal,
    ),
    # Bold and underlined text of line printers, as man writes it (grotty(1)).
    Form((b"\b",), rb"(?=[!-~\x80-\xff])", _overstrike),
    # A reference that is only shown as text by a browser (HTML Standard §13.2.5.72).
    Form(
        (b"&#", b"&period;"),
        rb"(?:#(?:(?P<decimal>[0-9]{1,7})|[xX](?P<hex>[0-9A-Fa-f]{1,6}))|(?P<name>period));",
        _reference,
    ),
)
#: The form of a match, by its first byte; and their pattern, which begins with a set of bytes, so searching is fast.
_FORM_OF: Final = {mark[0]: form for form in FORMS for mark in form.marks}
_ANY: Final = re.compile(
    rb"[%s](?:%s)" % (
        bytes(_FORM_OF),
        b"|".join(b"(?<=[%s])%s" % (b"".join(mark[:1] for mark in form.marks), form.pattern) for form in FORMS),
    )
)  # fmt: skip


# The first bytes of marks, but for a backspace, which is whole.
_FIRST: Final = frozenset(mark[0] for mark in FORM_MARKS) - {8}


def _tail(text: bytes) -> int:
    """Return the place from which on a mark may begin that is not complete, or a backspace may follow."""
    size = len(text)
    for at in range(max(0, size - MOST_OF_MARK), size):
        if text[at] in _FIRST:
            return at
    return size - _size_of_last(text, size) if text[-1:] > b" " else size


class FormDecoder:
    """Decodes the forms of a text in UTF-8."""

    def __init__(self) -> None:
        self.map: SourceMap = SourceMap()
        #: The text of hyperlinks, with the place of each one's URI in the output.
        self.labels: deque[tuple[int, bytes]] = deque()
        self._held = b""  # bytes that wait for more
        self._wanted = 0  # the number of bytes to wait for
        self._before = b""  # the last byte before those
        self._searched: int | None = MAX_FORM_SEARCH  # of the text, while no mark is known; None once one was found

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return those that are complete, decoded."""
        text = self._held + chunk if self._held else chunk
        size = len(text)
        left = self._searched
        if left is not None:
            if has_form(text, left):
                self._searched = None
            elif size >= left + MOST_OF_MARK:  # the text has no forms
                self._searched, self._held = 0, b""
                self.map.copied(size)
                return text
        elif size < self._wanted and not final:
            self._held = text
            return b""
        if self._searched is None and first_of(text, FORM_MARKS, 0, size) >= 0:
            return self._decode(text, final)
        end = size if final else _tail(text)
        if left is not None:
            self._searched = max(0, left - end)
        self._held = text[end:]
        self._before = text[end - 1 : end] or self._before
        self._wanted = 0
        self.map.copied(end)
        return text if end == size else text[:end]

    def label_at(self, place: int) -> bytes | None:
        """Return the text of the hyperlink whose URI is at that place of the output; places must not decrease."""
        labels = self.labels
        while labels and labels[0][0] < place:
            labels.popleft()
        return labels[0][1] if labels and labels[0][0] == place else None

    def _decode(self, text: bytes, final: bool) -> bytes:
        at = begin = len(self._before)
        text = self._before + text
        limit = len(text) if final else max(begin, len(text) - REACH)
        self._wanted = 2 * REACH
        parts: list[bytes] = []
        place = first_of(text, FORM_MARKS, begin, len(text))
        while 0 <= place < limit:
            found = _ANY.match(text, place)
            place = first_of(text, FORM_MARKS, max(place + 1, found.end() if found else 0), len(text))
            if found is None:
                continue
            for start, end, replacement, label in _FORM_OF[text[found.start()]].replaced(found):
                if start < at:  # its character was part of the last match
                    continue
                self.map.copied(start - at)
                parts += text[at:start], replacement
                if label:
                    self.labels.append((self.map.size + len(replacement), _STYLES.sub(b"", label)))
                self.map.replaced(len(replacement), text[start:end])
                at = end
        end = max(at, limit)
        if text[end : end + 1] == b"\b" and end > at:
            end -= _size_of_last(text, end)
        self.map.copied(end - at)
        parts.append(text[at:end])
        self._before = text[max(0, end - 1) : end]
        self._held = text[end:]
        return b"".join(parts)
