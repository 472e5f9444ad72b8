"""The links of lightweight markup: their rows, and lines."""

from __future__ import annotations

from collections import deque

import cython

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.formats.lightweight.blocks import Link
from uri_extract.formats.lightweight.labels import of_label
from uri_extract.markup.html.glances import MASK

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
    from cython.cimports.libc.string import memcpy
else:
    from uri_extract import limits
    from uri_extract._compat._ascii import LINE_FEED
    from uri_extract.markup._markup_rows import add_reference
    from uri_extract.rows import LineCounter, Rows, layout
    from uri_extract.rows._bytes import next_byte


# ----------------------------------------------------------------------------------------------------------------------
# Add rows for links found by their syntax, and mask them for the scanner of the rest of the text.

_MASK = cython.declare(bytes, MASK)


def add_links(
    links: list[Link],
    number: cython.Py_ssize_t,
    window: bytes,
    offset: cython.longlong,
    rows: Rows,
    lines: LineCounter,
    bases: object,
    origin: object,
    labels: cython.bint,
    masks: deque[tuple[int, int]],
) -> int:
    """Add rows for the links from ``number`` on, up to one that is too long; return that one's number.

    ``window`` is at byte ``offset`` of the document. Without ``labels`` rows have no link text. The spans of references
    are added to ``masks``.
    """
    count: cython.Py_ssize_t = len(links)
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    reference: str
    label: bytes
    while number < count:
        start, end, reference, label, element = links[number]
        if end - start > limits.MAX_REFERENCE:
            break
        if element:
            row: cython.Py_ssize_t = add_reference(
                reference, start, end, window, offset, rows, lines, layout.MARKUP, bases, origin, element, None
            )
            if labels and label:
                rows.set(row, layout.LINK_TEXT, rows.keep_text(label, 0, len(label)))
        if end > start:
            masks.append((offset + start, offset + end))
        number += 1
    return int(number)


def masked(window: bytes, end: cython.Py_ssize_t, offset: cython.longlong, masks: deque[tuple[int, int]]) -> bytes:
    """Return the first ``end`` bytes of a window with the spans in ``masks`` masked; these are removed from it."""
    first: cython.longlong
    last: cython.longlong
    if cython.compiled:
        text: bytes = PyBytes_FromStringAndSize(cython.NULL, end)
        data: cython.p_uchar = cython.cast(cython.p_uchar, PyBytes_AS_STRING(text))
        source: cython.p_const_uchar = window
        memcpy(data, source, end)
    else:
        octets = bytearray(window[:end])
    while masks and masks[0][0] < offset + end:
        first, last = masks.popleft()
        if last > offset + end:
            masks.appendleft((offset + end, last))
            last = offset + end
        first -= offset
        last -= offset
        if cython.compiled:
            for i in range(first, last):
                data[i] = _MASK[source[i]]
        else:
            octets[first:last] = octets[first:last].translate(_MASK)
    return text if cython.compiled else bytes(octets)


# ----------------------------------------------------------------------------------------------------------------------
# Lines and paragraphs, in windows: the base class of most tokenizers.

_NO_STOPS: Any = None
_NEW = cython.declare(object, tuple.__new__)  # faster than the constructor of a named tuple


class Syntax:
    """Read a document window by window, line by line; subclasses read lines and paragraphs.

    A window must begin with the bytes of the one before from ``pos`` on. A paragraph is a run of lines for which
    :meth:`line` returns True, at most :data:`~uri_extract.limits.MAX_BLOCK` bytes; a longer one is cut, at ``cuts``.
    The open one begins at ``begun``, which is negative if there is none.
    """

    #: Character references in text are decoded, as those of XML.
    character_references = False
    #: Matches the line feed before a line in a paragraph that needs :meth:`line`; other lines need not be passed to it.
    stops = _NO_STOPS

    def __init__(self) -> None:
        self.pos: cython.Py_ssize_t = 0
        self.links: list[Link] = []
        self.cuts: list[int] = []
        self.window: bytes = b""
        self.final: cython.bint = False
        self.at: cython.Py_ssize_t = 0
        self.begun: cython.Py_ssize_t = -1
        self.aside: Any = None  # the same for the lines after one that is not of a paragraph

    def load(self, window: bytes, start: cython.Py_ssize_t, final: cython.bint) -> None:
        """Take a window, the last one if ``final``."""
        self.at -= self.pos
        if self.begun >= 0:
            self.begun -= self.pos
        self.pos = start
        self.window = window
        self.final = final

    def scan(self) -> None:
        """Read the complete lines of the window."""
        octets: cython.p_const_uchar = self.window
        size: cython.Py_ssize_t = len(self.window)
        at: cython.Py_ssize_t = self.at
        line: Any = self.line
        while at < size:
            end: cython.Py_ssize_t = next_byte(self.window, LINE_FEED, at, min(at + limits.MAX_BLOCK, size)) + 1
            if not end:
                if size - at >= limits.MAX_BLOCK:
                    end = at + limits.MAX_BLOCK
                    self.cuts.append(end)
                elif self.final:
                    end = size
                else:
                    break
            aside: Any = self.aside
            if not line(octets[at:end], at):
                if self.begun >= 0:
                    self.close_paragraph(at)
                # The first line is read alone: many paragraphs and blocks have only one.
                at = end if aside is None or aside is not self.aside else self.run(aside, end, end)
            elif self.begun < 0:
                self.begun = at
                at = end
            else:
                aside = self.stops
                at = end if aside is None else self.run(aside, end, self.begun)
            if self.begun >= 0 and at - self.begun >= limits.MAX_BLOCK:
                self.cuts.append(at)
                self.close_paragraph(at)
        if self.final:
            self.close_paragraph(at)
        self.at = at
        self.pos = self.begun if self.begun >= 0 else at

    def run(self, stops: Any, end: cython.Py_ssize_t, begin: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the lines after ``end`` that ``stops`` does not match, within the limit of a block."""
        limit: cython.Py_ssize_t = min(begin + limits.MAX_BLOCK, len(self.window))
        if self.window[end - 1] != LINE_FEED or end >= limit:
            return end
        stop: Any = stops.search(self.window, end - 1, limit)
        if stop is not None:
            limit = stop.start() + 1
        return self.window.rfind(b"\n", end - 1, limit) + 1

    def line(self, text: bytes, start: int) -> bool:
        """Read a line with its line feed, which begins at ``start``; return True if it is part of a paragraph."""
        raise NotImplementedError

    def paragraph(self, start: int, end: int) -> None:
        """Read a paragraph: add its links to ``links``."""
        raise NotImplementedError

    def pass_aside(self, stops: re.Pattern[bytes] | None) -> None:
        """Skip lines that are not of a paragraph, from this one on, up to a match of ``stops``; None: skip none."""
        self.aside = stops

    def close_paragraph(self, end: cython.Py_ssize_t) -> None:
        """End the open paragraph, if there is one."""
        if self.begun >= 0:
            begin: cython.Py_ssize_t = self.begun
            self.begun = -1
            self.paragraph(begin, end)

    def add(
        self, start: int, end: int, label: bytes = b"", element: str = "link", reference: str | None = None
    ) -> None:
        """Add a link: the span of its reference in the window; and the reference, if it had to be decoded."""
        if reference is None:
            reference = self.window[start:end].decode("utf-8", "surrogateescape")
        self.links.append(_NEW(Link, (start, end, reference, of_label(label) if label else label, element)))

    def hide(self, start: int, end: int) -> None:
        """Keep a span of the window from the scanner of text: signs of markup, which end a reference."""
        self.links.append(_NEW(Link, (start, end, "", b"", "")))
