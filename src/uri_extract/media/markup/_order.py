"""Put the rows of markup and those of its text into one table, in the order of their places.

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract.pages import layout
    from cython.cimports.uri_extract.pages._rows_c import Rows
else:
    from uri_extract.pages import Rows, layout


def merge(
    marked: Rows,
    marks: cython.Py_ssize_t,
    texts: Rows,
    count: cython.Py_ssize_t,
    out: Rows,
    elements: list[Any],
    css: list[tuple[int, int]],
    css_end: cython.longlong,
) -> int:
    """Move the first ``marks`` rows of markup and ``count`` rows of text to ``out``, by their places.

    Rows of text get the element of the span in ``elements`` that they are in; a span that has an attribute as well, or
    None, is what scripts read or run. Left out is what style sheets have too:
    the places of their references are ``css``, of which those that were passed are taken out; the one before them ends
    at ``css_end``. Return where the last one that was passed ends.
    """
    mark: cython.Py_ssize_t = 0
    text: cython.Py_ssize_t
    first: cython.Py_ssize_t = 0  # row of text that was not moved
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
    return int(css_end)
