"""Complete documents of HTML in one call: small files, and the many short ones that another document contains."""

from __future__ import annotations

from sys import maxsize

import cython

from uri_extract._compat._typing import Any
from uri_extract.markup._markup_rows import merge
from uri_extract.markup.bases import Bases
from uri_extract.markup.html import tokenizers
from uri_extract.markup.html.markup import unused
from uri_extract.markup.masked_text import MaskedText
from uri_extract.rows import Page
from uri_extract.rows.details import Origin
from uri_extract.scan._kernel import SEPARATOR
from uri_extract.text.options import ScanOptions

if not cython.compiled:
    from uri_extract._compat._ascii import COLON
    from uri_extract.markup._markup_rows import HeldRows, Links, Windows
    from uri_extract.markup.html._tokenizer import Tokenizer
    from uri_extract.markup.html._walk import Walker
    from uri_extract.rows import LineCounter, Pool, Rows, layout


# ----------------------------------------------------------------------------------------------------------------------
# Read complete documents of HTML, such as small files, in one call.


def read_whole(
    document: bytes, markup: Any, text: Any, found: HeldRows, bases: Any, has_base: cython.bint
) -> Page | None:  # fmt: skip
    """Read a complete document that ``markup`` has begun, and the rest of it as text with the scanner ``text``.

    Return the page of the rows ``found``; None if rows include problems or markers of a base.
    """
    walker: Walker = markup.walker
    windows: Windows = markup.windows
    links: Links | None = markup.links if markup.texts_too else None
    windows.take(document, True)
    walker.read_window(markup, document, 0, links)
    end: cython.Py_ssize_t = walker.tokenizer.pos
    is_open: cython.bint = markup.open_sheet is not None
    if is_open:
        markup.leave(end)
    if text.needs_colon and not walker.may_refer(end):
        text.close_unread(end)  # reading it takes a tenth of the time of a small document
    else:
        text.take_source(walker.source(end), walker.verbatim, end, True)
        walker.verbatim.clear()
    if is_open:
        markup.close()
    if text.noted or markup.noted:
        return None
    page: Page = found.next_page(markup, text.rows, bases, 0, True, has_base)
    return page


# ----------------------------------------------------------------------------------------------------------------------
# Read decoded documents of HTML that another document contains, many short ones.

_SEPARATOR = cython.declare(bytes, SEPARATOR)


class Fragments:
    """Read documents one after another, each complete and in UTF-8.

    The results are those of :class:`~uri_extract.markup.html.scanner.HtmlScanner` for each alone, if it has no
    ``<base>``. Setup costs are paid once for many documents: the rest of their texts is one text for the plain-text
    scanner, with :data:`~uri_extract.scan._kernel.SEPARATOR` after each. ``pool`` is that of the rows of the outer
    document, in which their lines are counted. ``size`` is the place of the next document.
    """

    def __init__(self, pool: Pool, origin: Origin, options: ScanOptions) -> None:
        decode_all, places = options.without_scheme, options.places
        markup: Any = unused(None if cython.compiled else tokenizers["interpreted"])
        markup.begin(origin, Bases(), pool, decode_all, places)
        self.markup = markup
        self.tokenizer: Tokenizer = markup.tokenizer
        self.walker: Walker = markup.walker
        self.links: Links = markup.links
        self.marked: Rows = markup.rows  # rows of markup
        self.lines = markup.lines = LineCounter(counted=maxsize)
        self.merged: set[Any] = markup.merged
        self.bases: object = None  # of the last document
        self.places: cython.bint = places
        self.decode_all: cython.bint = decode_all
        # By the rule of :attr:`.MaskedText.needs_colon`; a kernel given as an option may report decisions.
        self.needs_colon: cython.bint = not decode_all and options.kernel is None  # text without a colon can be skipped
        self.origin = origin
        self.options = options
        self.rows = Rows(pool)
        self.sources: list[bytes] = []  # the texts of the documents, masked
        self.verbatim: list[tuple[int, int]] = []
        self.elements: list[tuple[int, int, str]] = []
        self.css: list[tuple[int, int]] = []
        self.noted = False  # rows include problems or markers
        self.notes: list[Any] = []
        self.size: cython.Py_ssize_t = 0

    def take(self, text: bytes, bases: object) -> cython.bint:
        """Read a document, and resolve references in its markup against ``bases``.

        Return False if it has its own base, or a problem: then its rows may be wrong.
        """
        markup: Any = self.markup
        walker: Walker = self.walker
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        if bases is not self.bases:
            self.bases = markup.own = bases
        if self.merged:
            self.merged.clear()
        self.links.waiting = -1
        walker.restart(self.marked, self.lines, bases, self.origin, self.decode_all, self.places)
        self.tokenizer.load(text, 0, True)
        walker.read_window(markup, text, self.size, self.links if self.places else None)
        if markup.open_sheet is not None:
            markup.leave(len(text))
            markup.end_sheet()
        if walker.texts:
            self.elements += walker.texts
        if walker.css:
            self.css += walker.css
        self.sources.append(walker.source(len(text)))
        self.sources.append(_SEPARATOR)  # ends the last span
        for start, end in walker.verbatim:
            self.verbatim.append((self.size + start, self.size + end))
        self.size += len(text) + len(_SEPARATOR)
        if not markup.noted:
            return True
        markup.restart(bases, Bases())
        self.noted = True
        markup.noted = False
        return False

    def refers(self, source: bytes) -> cython.bint:
        """Return True if a character reference is decoded in the rest of the documents."""
        place: cython.Py_ssize_t = 0
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        for start, end in self.verbatim:
            if source.find(b"&", place, start) >= 0:
                return True
            place = end
        return source.find(b"&", place) >= 0

    def release(self) -> None:
        """Release the reader of markup: no more documents follow."""
        self.markup.release()

    def found(self, whole: bytes | None = None) -> Rows:
        """Return the rows of the documents taken, in the order of their places, and start over with the next documents.

        The first document is at place 0. If ``whole``, the documents with the separators, is given, rows have their
        lines and columns there. ``notes`` has the problems.
        """
        markup: Any = self.markup
        rows: Rows = self.rows
        rows.drop(rows.count)
        text: Any = None
        source: bytes = b"".join(self.sources)
        if not self.needs_colon or COLON in source or self.refers(source):
            text = MaskedText(self.options, origin=self.origin, pool=rows.pool)
            text.take_source(source, self.verbatim, len(source), True)
        if markup.disordered:
            self.marked.sort()
            self.css.sort()
            markup.disordered = False
        if text is None:
            self.marked.move(rows, self.marked.count)
        else:
            text.rows.sort()
            merge(self.marked, self.marked.count, text.rows, len(text.rows), rows, self.elements, self.css, 0)
            self.noted = self.noted or text.noted
        self.notes = rows.take_notes(rows.count) if self.noted else []
        self.noted = False
        if whole is not None:
            lines: LineCounter = LineCounter()
            for row in range(rows.count):
                start: cython.longlong = rows.get(row, layout.START)
                lines.count_to(whole, 0, start)
                rows.set(row, layout.LINE, lines.number)
                rows.set(row, layout.COLUMN, start - lines.start + 1)
        self.sources.clear()
        self.verbatim.clear()
        self.elements.clear()
        self.css.clear()
        self.size = 0
        return rows
