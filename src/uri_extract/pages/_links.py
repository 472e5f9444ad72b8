# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Which references are links that can be followed as they are printed, and what a network path is without a base.

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.bases import NETWORK
from uri_extract.pages import layout

if cython.compiled:
    from cython.cimports.uri_extract.pages._page_c import Page
    from cython.cimports.uri_extract.pages._table_c import Table
else:
    from uri_extract._ascii import NUMBER_SIGN, SLASH, SPACE
    from uri_extract.pages._page import Page
    from uri_extract.pages._table import Table

_WIDTH = cython.declare(cython.Py_ssize_t, layout.WIDTH)
_FORM = cython.declare(cython.longlong, layout.FORM | layout.TYPE)
_KIND = cython.declare(cython.longlong, layout.KIND)
_URI = cython.declare(cython.longlong, layout.URI)
_RELATIVE = cython.declare(cython.longlong, layout.RELATIVE)
_NAMESPACE = cython.declare(cython.longlong, layout.NAMESPACE)
_FIRST = cython.declare(cython.longlong, layout.FIRST)
# No host begins with these: the authority is empty, or no authority at all ("///x", "//\x").
_NO_HOST = cython.declare(bytes, b"/\\?#:@")


def links(page: Page, names: bool, relative: bool) -> tuple[Page, int, int, int]:
    """Return the page without what is not a link, and how many rows of each sort were left out.

    Left out are names of namespaces and schemas, unless ``names``; and, unless ``relative``, same-document references
    (RFC 3986 §4.4: empty ones, and those with a fragment alone) and relative ones without a base.
    """
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    named: cython.Py_ssize_t = 0
    inside: cython.Py_ssize_t = 0
    unresolved: cython.Py_ssize_t = 0
    kind: cython.longlong
    with_names: cython.bint = names
    with_relative: cython.bint = relative
    kept: list[int] | None = None
    for row in range(page.count):
        at = row * _WIDTH
        kind = page.cells[at + 4] & _KIND
        if kind != _URI and not with_names and kind & _NAMESPACE:
            named += 1
        elif kind == _RELATIVE and not with_relative and is_inside(page, at):
            inside += 1
        elif kind == _RELATIVE and not with_relative and page.objects[page.cells[at + 8] & _FIRST][0] is None:
            unresolved += 1
        else:
            if kept is not None:
                kept.append(row)
            continue
        if kept is None:
            kept = list(range(row))
    return (page if kept is None else page.select(kept)), named, inside, unresolved


@cython.cfunc
@cython.exceptval(-1)
def is_inside(page: Page, at: cython.Py_ssize_t) -> cython.int:
    """Return True if the relative reference of the row there is empty, or a fragment alone."""
    begin: cython.Py_ssize_t = page.cells[at + 5]
    data: cython.p_const_uchar = page.window if begin < 0 else page.text
    return page.cells[at + 6] == 0 or data[-1 - begin if begin < 0 else begin] == NUMBER_SIGN


def default_scheme(rows: Table, count: cython.Py_ssize_t) -> None:
    """Give network-path references (RFC 3986 §4.2) of the first rows that have no base the one that says ``https:``.

    That is the default of the application (§5.1.4): mail programs do the same.
    """
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    number: cython.longlong
    data: cython.p_const_uchar
    for row in range(count):
        at = row * _WIDTH
        if rows.cells[at + 4] & _FORM != _RELATIVE or rows.cells[at + 6] < 3:
            continue
        begin = rows.cells[at + 5]
        if not cython.compiled:
            data = rows.reference(row)[:3].encode("utf-8", "surrogateescape")
        elif begin < 0:
            data = rows.pool.window
            data += -1 - begin
        else:
            data = cython.cast(cython.p_const_uchar, rows.pool.text.data) + begin
        if data[0] != SLASH or data[1] != SLASH or data[2] <= SPACE or data[2] in _NO_HOST:
            continue
        bases: Any = rows.pool.objects[rows.cells[at + 8] & _FIRST]
        if bases[0] is None:
            number = rows.pool.number((*NETWORK, *bases[2:3]))
            rows.cells[at + 8] = rows.cells[at + 8] >> 32 << 32 | number
