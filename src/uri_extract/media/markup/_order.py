"""The rows of markup and of its text in one table, in the order of their places, until the base is known.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from bisect import bisect_left

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.markup.bases import Pending
from uri_extract.pages import Page, compact, page_of

if not cython.compiled:
    from uri_extract import limits
    from uri_extract.decode.source_map import SourceMap
    from uri_extract.pages import Pool, Rows, layout

# The bits of a row that tell if it is a relative reference.
_REFERENCE = cython.declare(cython.longlong, layout.TYPE | layout.FORM)
_PENDING = cython.declare(object, Pending)
_BISECT = cython.declare(object, bisect_left)
_COMPACT = cython.declare(object, compact)
_PAGE_OF = cython.declare(object, page_of)


@cython.cclass
class HeldRows(Rows):
    """The rows of a document by their places, held back from the first relative reference on while a base may follow.

    At most ``most`` references are held back, within :data:`~uri_extract.limits.MAX_HELD_BYTES`; then they are
    ``released`` before the base is known. ``markup`` has the rows of the markup, and receives the base.
    """

    def __init__(self, pool: Pool, most: int) -> None:
        Rows.__init__(self, pool)
        self.most = most
        self.begin_document()

    def begin_document(self) -> None:
        """Begin another document."""
        self.drop(self.count)
        self.holds = True  # until the base is known, or the limit is reached
        self.released = False
        self.seen = 0  # the number of held rows that were searched for a marker
        self.css_end = 0  # the end of the last reference of a style sheet

    def fill(self, markup: Any, texts: Rows, settled: cython.longlong, final: cython.bint) -> cython.int:
        """Move the rows of markup and of text here that begin before ``settled``, all if ``final``."""
        marked: Rows = markup.rows
        css: list[tuple[int, int]] = markup.css
        elements: list[Any] = markup.texts
        passed: cython.Py_ssize_t
        if markup.disordered:
            marked.sort()
            css.sort()
            markup.disordered = False
        if texts.count:
            texts.sort()
        marks: cython.Py_ssize_t = marked.count if final else marked.before(settled)
        count: cython.Py_ssize_t = texts.count if final else texts.before(settled)
        if count:
            self.css_end = merge(marked, marks, texts, count, self, elements, css, self.css_end)
        else:
            marked.move(self, marks)
        if css:
            passed = len(css) if final else _BISECT(css, (settled,))
            if passed:
                self.css_end = css[passed - 1][1]
                del css[:passed]
        if elements:
            passed = len(elements) if final else _BISECT(elements, settled, key=_end_of_span)
            del elements[:passed]
        return 0

    def finished(self, markup: Any, bases: Any, final: cython.bint) -> cython.Py_ssize_t:
        """Return the number of finished rows: those whose bases are known, or that need none."""
        count: cython.Py_ssize_t = self.count
        if not self.holds:
            return count
        first: cython.Py_ssize_t = self.first(_REFERENCE, layout.RELATIVE, 0)  # it is held, with the rows after it
        marker: cython.Py_ssize_t = self.first(layout.TYPE, layout.MARKER, self.seen) if markup.noted else count
        last: cython.Py_ssize_t = count
        if first < count:
            last = min(first + self.most - 1, self.before(self.get(first, layout.START) + limits.MAX_HELD_BYTES))
        if marker == count and last >= count and not final:
            self.seen = count - first
            return first
        self.holds = False
        self.released = last < marker
        known: tuple[str | None, ...] = markup.own if self.released or marker == count else bases.chosen.pair
        self.pool.replace_pending(_PENDING, known)
        if not final:
            markup.base_is_known(known)
        return count

    def next_page(
        self, markup: Any, texts: Rows, bases: Any, settled: cython.longlong, final: cython.bint, has_base: cython.bint
    ) -> Page:  # fmt: skip
        """Return the page of the rows that are finished then, whose places need no change."""
        self.fill(markup, texts, settled, final)
        page: Page = self.page(self.finished(markup, bases, final), markup, texts, has_base)
        return page

    def to_original(
        self, count: cython.Py_ssize_t, source_map: SourceMap, line: cython.longlong, line_place: cython.longlong
    ) -> tuple[int, int]:
        """Change the places of the first ``count`` rows, all references, to those in the source, by ``source_map``.

        ``line`` is the start in the text of the last line whose place is known, ``line_place`` that place in the
        source. Return the new values of both.
        """
        row: cython.Py_ssize_t
        begin: cython.longlong
        start: cython.longlong
        size: cython.Py_ssize_t
        for row in range(count):
            start = self.get(row, layout.START)
            begin = start - self.get(row, layout.COLUMN) + 1
            if begin > line:
                line = begin
                line_place = source_map.place(line)
            place: cython.longlong = source_map.place(start)
            size = len(source_map.original(start, self.source_of(row)))
            self.move_to(row, place, place + size, self.get(row, layout.LINE), place - line_place + 1)
        return line, line_place

    def page(self, count: cython.Py_ssize_t, markup: Any, texts: Rows, has_base: bool) -> Page:
        """Return the page of the first rows; ``has_base``: the document has its own base."""
        marked: Rows = markup.rows
        if not self.holds and not has_base:
            self.default_scheme(count)
        page: Page = _PAGE_OF(self, count, marked.count > 0 or texts.count > 0)
        if self.holds and count:  # none of these is relative
            own: tuple[str | None, ...] = markup.own
            page.objects[:] = [each.known(own) if isinstance(each, _PENDING) else each for each in page.objects]
        if self.count or marked.count or texts.count:
            _COMPACT(self.pool, [self, marked, texts])
        return page


def _end_of_span(span: tuple[int, int, str]) -> int:
    return span[1]


@cython.ccall
@cython.exceptval(-1, check=True)
def merge(
    marked: Rows,
    marks: cython.Py_ssize_t,
    texts: Rows,
    count: cython.Py_ssize_t,
    out: Rows,
    elements: list[Any],
    css: list[tuple[int, int]],
    css_end: cython.longlong,
) -> cython.longlong:
    """Move the first ``marks`` rows of markup and ``count`` rows of text to ``out``, in the order of their places.

    A row of text gets the element of the span in ``elements`` that contains it; a span with an attribute, or None, is
    text that scripts read or run. Rows of text are dropped if a style sheet has the same reference: ``css`` are the
    spans of those. Spans that were passed are removed from ``css``; the last one before them ends at ``css_end``.
    Return the end of the last span passed.
    """
    mark: cython.Py_ssize_t = 0
    text: cython.Py_ssize_t
    first: cython.Py_ssize_t = 0  # the first row of text that was not moved
    until: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    passed: cython.Py_ssize_t = 0
    spans: cython.Py_ssize_t = len(elements)
    sheets: cython.Py_ssize_t = len(css)
    start: cython.longlong
    for text in range(count):
        start = texts.get(text, layout.START)
        until = mark
        while until < marks and marked.get(until, layout.START) <= start:
            until += 1
        if until > mark:
            out.append(texts, first, text - first)
            out.append(marked, mark, until - mark)
            first = text
            mark = until
        if texts.get(text, layout.BITS) & layout.TYPE == 0:
            while passed < sheets and css[passed][0] <= start:
                css_end = css[passed][1]
                passed += 1
            if start < css_end:
                out.append(texts, first, text - first)
                first = text + 1
                continue
            while at < spans and elements[at][1] <= start:
                at += 1
            if at < spans and elements[at][0] <= start:
                texts.set_element(text, elements[at][2])
                if len(elements[at]) > 3:
                    texts.set_script(text, elements[at][3])
    out.append(texts, first, count - first)
    out.append(marked, mark, marks - mark)
    marked.drop(marks)
    texts.drop(count)
    del css[:passed]
    return css_end
