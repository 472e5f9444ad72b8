"""Offsets in characters, for text that was given as a str.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract.pages import layout
    from uri_extract.pages._cells import Cells
    from uri_extract.pages._page import Page


def in_characters(page: Page, data: bytes) -> Page:
    """Return a page with offsets in characters; ``data`` is the text in UTF-8. Its rows must be in order.

    Each byte is counted once.
    """
    rows: Cells = page.rows.copy(0, page.count, page.count)
    cells: cython.p_longlong = rows.data
    at: int = 0
    characters: int = 0
    line: int = 0
    line_characters: int = 0
    row: cython.Py_ssize_t
    cell: cython.Py_ssize_t
    for row in range(page.count):
        cell = row * layout.WIDTH
        start: int = cells[cell]
        end: int = cells[cell + layout.END]
        begin: int = start - cells[cell + layout.COLUMN] + 1
        if begin > line:
            line, line_characters = begin, characters + _length(data[at:begin])
        if line > at:
            at, characters = line, line_characters
        characters += _length(data[at:start])
        at = start
        cells[cell] = characters
        cells[cell + layout.END] = characters + _length(data[at:end])
        cells[cell + layout.COLUMN] = characters - line_characters + 1
    return Page(page.count, rows, page.text, page.objects, page.window)


def _length(utf8: bytes) -> int:
    return len(utf8.decode("utf-8", "surrogatepass"))
