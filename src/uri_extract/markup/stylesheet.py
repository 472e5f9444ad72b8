"""Style sheets that are documents (``text/css``): references of CSS, and those in comments and strings.

The syntax is read by :mod:`uri_extract.markup.css`, like that of a ``<style>``.
"""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from collections import deque

import uri_extract._compat._re as re
from uri_extract.decode.encodings import marked, translated
from uri_extract.decode.labels import codec_of, encoding_of
from uri_extract.limits import MAX_REFERENCE
from uri_extract.markup._markup_rows import Windows, add_found
from uri_extract.markup.bases import Bases
from uri_extract.markup.css import Stylesheet
from uri_extract.markup.scanner import MarkupScanner
from uri_extract.markup.urls import Found
from uri_extract.rows import LineCounter, Pool, Rows, layout
from uri_extract.rows.details import Origin
from uri_extract.rows.records import Problem

# CSS Syntax Level 3 §3.2: the number of first bytes examined, and a declaration, which is exactly these bytes.
_BEGINNING = 1024
_CHARSET = re.compile(rb'@charset "([^"]*)";')


class StylesheetScanner(MarkupScanner):
    """Find the references in one style sheet. Sans-IO: bytes in, occurrences out.

    It finds those of ``url()``, ``src()``, ``image-set()`` and ``@import`` (CSS Values Level 4 §4.5); relative ones are
    resolved against the sheet's own URI. In comments and strings it finds those of plain text. Arguments are those of
    :class:`~uri_extract.markup.scanner.MarkupScanner`. The encoding is that of a byte order mark, ``charset``, or
    ``@charset`` (CSS Syntax Level 3 §3.2), else UTF-8.
    """

    _markup: _Sheet
    wanted = _BEGINNING

    def _begin_document(self, base: str | None, origin: Origin, charset: str | None) -> None:
        super()._begin_document(base, origin, charset)
        self.rows.holds = False  # a sheet cannot declare a base
        self._windows = Windows(_Whole())
        # Queries of its URLs are in UTF-8 (CSS Values Level 4 §4.5.4 parses without an encoding).
        self._bases = Bases(self._own)
        self._markup = _Sheet(origin, self._bases.own_pair, self.pool, self._places)

    def _begin(self, beginning: bytes, final: bool) -> int:
        codec, unread = _encoding(beginning[:_BEGINNING], self._charset)
        if unread is not None:
            message = f"cannot decode the encoding {unread!r}; falling back to utf-8"
            self._markup.problem(Problem(self._origin.document, 0, "unreadable-encoding", message))
        self._translate(None if codec == "utf-8" else codec)
        return 0

    def _read_window(self) -> None:
        self._markup.read(self._windows.window, self._windows.offset)

    def _read_text(self, end: int, final: bool) -> None:
        self._text.take_source(self._windows.window, [(0, end)], end, final)


def _encoding(beginning: bytes, transport: str | None) -> tuple[str | None, str | None]:
    """Return the codec of a sheet with these first bytes, None for UTF-8; and the label if it cannot be decoded.

    ``transport`` is the charset that HTTP or MIME declares.
    """
    codec = "utf-8" if beginning.startswith(BOM_UTF8) else marked(beginning)
    if codec:
        return codec, None
    label = transport
    if label is not None and encoding_of(label) is None:
        return translated(label), None  # an encoding that the Encoding Standard does not have
    if label is None:
        match = _CHARSET.match(beginning)
        label = match[1].decode("latin-1") if match else "utf-8"
        if (encoding_of(label) or "").startswith("utf-16"):  # in UTF-16 the declaration itself could not have been read
            label = "utf-8"
    name = encoding_of(label)
    codec = codec_of(name) if name else None
    return codec, label if name and codec is None else None


class _Whole:
    """The tokenizer of a document without markup: every byte of a window is settled."""

    def __init__(self) -> None:
        self.pos = 0

    def load(self, window: bytes, at: int, final: bool) -> None:
        self.pos = len(window)


class _Sheet:
    """Read one style sheet, window by window. It has the interface of :class:`MarkupScanner`'s readers of markup."""

    def __init__(self, origin: Origin, own: tuple[str | None, ...], pool: Pool, places: bool) -> None:
        self.own = own
        self.rows = Rows(pool)
        self.css: list[tuple[int, int]] = []  # the places of references
        self.texts: list[tuple[int, int, str]] = []  # of elements: none here
        self.noted = False  # rows include problems
        self.disordered = False  # rows are not in the order of their places
        self._origin = origin
        self._lines = LineCounter() if places else LineCounter(counted=sys.maxsize)
        self._sheet = Stylesheet()
        # Windows, with their offsets, that may contain a reference that was not read yet.
        self._kept: deque[tuple[int, bytes]] = deque()

    def read(self, window: bytes, offset: int) -> None:
        self._kept.append((offset, window))
        if not offset and window.startswith(BOM_UTF8):  # the mark is not part of a name
            window = b"   " + window[3:]
        self._take(self._sheet.feed(window))

    def close(self) -> None:
        self._take(self._sheet.close())

    def settled(self, place: int) -> int:
        """Return the place before which everything was found; ``place`` is that of the text."""
        return min(place, self._sheet.settled)

    def problem(self, problem: Problem) -> None:
        self.rows.problem(problem)
        self.noted = True

    def _take(self, found: list[Found]) -> None:
        number = 0
        while number < len(found):
            _, start, end = found[number]
            self._count_to(start)
            begin, window = self._kept[0]
            if end > begin + len(window):
                begin, window = start, self._source(start, end)
            number = add_found(
                found, number, -begin, None, window, begin, self.rows, self._lines, layout.CSS, self.own, self._origin,
                None, None,
            )  # fmt: skip
        self.css += [(start, end) for _, start, end in found]
        for place in self._sheet.too_long:
            message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
            self.problem(Problem(self._origin.document, place, "reference-too-long", message))
            self.disordered = True
        self._sheet.too_long.clear()
        self._count_to(self._sheet.settled)

    def _source(self, start: int, end: int) -> bytes:
        """Return the bytes of the document from ``start``, which is in the first of the kept windows, to ``end``."""
        begin, window = self._kept[0]
        if end <= begin + len(window):
            return window[start - begin : end - begin]
        parts: list[bytes] = []
        for begin, window in self._kept:
            if begin >= end and parts:
                break
            parts.append(window[max(0, start - begin) : end - begin])
        return b"".join(parts)

    def _count_to(self, place: int) -> None:
        """Count the line feeds before ``place``, and drop the windows that end there."""
        kept = self._kept
        while kept:
            begin, window = kept[0]
            self._lines.count_to(window, begin, min(place - begin, len(window)))
            if begin + len(window) > place:
                return
            kept.popleft()
