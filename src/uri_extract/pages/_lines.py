# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Write pages as lines of text, and select the rows that are links.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any
from uri_extract.bases import is_opaque
from uri_extract.pages.layout import FIRST

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy
else:
    from uri_extract._ascii import COLON, DOT, LINE_FEED, NUMBER_SIGN, SLASH
    from uri_extract.pages import layout
    from uri_extract.pages._bytes import Bytes
    from uri_extract.pages._fields import plain_target
    from uri_extract.pages._page import Page
    from uri_extract.pages._targets import Targets

_FIRST = cython.declare(cython.longlong, FIRST)


def lines(page: Page, value: str) -> bytes:
    """Return a line for each row, in UTF-8: its ``value``, a field that is text, or the reference if that is None.

    If "nested" is None, "unwrapped" is used, and if that is None, the target. Bytes of the source that are not UTF-8
    stay unchanged.
    """
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    if value not in ("target", "reference", "unwrapped", "nested"):
        return b"".join([_line(page, row, value) for row in range(page.count)])
    out: Bytes = Bytes()
    relative: Targets = Targets()
    targets: cython.bint = value != "reference"
    nested: cython.bint = value == "nested"
    unwrapped: cython.bint = nested or value == "unwrapped"
    text: cython.p_const_uchar = page.text
    window: cython.p_const_uchar = page.window
    data: cython.p_const_uchar
    text_size: cython.Py_ssize_t = len(page.text)
    window_size: cython.Py_ssize_t = len(page.window)
    size: cython.Py_ssize_t  # of the text or window with the row's reference
    cells: cython.p_longlong = page.cells
    for row in range(page.count):
        at = row * layout.WIDTH
        begin = cells[at + layout.TEXT]
        data = text
        size = text_size
        if begin < 0:
            data = window
            size = window_size
            begin = -1 - begin
        end = begin + cells[at + layout.SIZE]
        if targets and (
            unwrapped or not cells[at + layout.BITS] & layout.OWN_LINE or _may_be_dotted(data, begin, end, size)
        ):  # fmt: skip
            bases: Any = page.objects[cells[at + layout.SOURCE] & _FIRST]
            form: cython.longlong = cells[at + layout.BITS] & layout.FORM
            if not (form == layout.RELATIVE and bases[0] is None):
                plainness: cython.int = page.plain(row, unwrapped)
                before: str | None = None
                if form == layout.RELATIVE and plainness == 1:
                    before = relative.preceding(data, begin, end, bases)
                    begin += relative.cut
                if before is not None:
                    out.put(before)
                elif form != layout.URI or plainness != 2:
                    target: str | None
                    if form == layout.RELATIVE and plainness == 1:
                        target = relative.of(page.reference(row), bases)
                    elif (plain := plain_target(page, row)) is not None:
                        target = plain
                    else:
                        found: Any = page.occurrence(row)
                        target = found.nested if nested else None
                        target = target or (found.unwrapped if unwrapped else None) or found.target
                    if target is not None:
                        octets: bytes = target.encode("utf-8", "surrogateescape")
                        out.copy(octets, 0, len(octets))
                        out.octet(LINE_FEED)
                        continue
        if not cython.compiled:
            out.copy(data, begin, end - begin)
            out.octet(LINE_FEED)
            continue
        if out.size + end - begin >= out.room:
            out.grow(end - begin + 1)
        memcpy(out.data + out.size, data + begin, end - begin)
        out.size += end - begin + 1
        out.data[out.size - 1] = LINE_FEED
    whole: bytes = out.all()
    return whole


def links(page: Page, names: cython.bint, relative: cython.bint) -> tuple:  # type: ignore[type-arg]  # as in the .pxd
    """Return a page with only the links, and the number of rows left out for each reason.

    Names of namespaces and schemas are left out, unless ``names``; and, unless ``relative``, same-document references
    (RFC 3986 §4.4: empty, or only a fragment) and relative references without a usable base.
    """
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    named: cython.Py_ssize_t = 0
    inside: cython.Py_ssize_t = 0
    unresolved: cython.Py_ssize_t = 0
    kind: cython.longlong
    source: cython.longlong
    asked: cython.longlong = -1  # the last source
    is_based: cython.bint = False  # it has a base
    kept: list[int] | None = None
    for row in range(page.count):
        at = row * layout.WIDTH
        kind = page.cells[at + layout.BITS] & layout.KIND
        if kind == layout.RELATIVE and not relative:
            source = page.cells[at + layout.SOURCE] & _FIRST
            if source != asked:  # most rows of a page have the same
                asked = source
                is_based = has_base(page, source)
        if kind != layout.URI and not names and kind & layout.NAMESPACE:
            named += 1
        elif kind == layout.RELATIVE and not relative and is_inside(page, at):
            inside += 1
        elif kind == layout.RELATIVE and not relative and not is_based:
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
    """Return True if the relative reference of the row at cell ``at`` is empty or only a fragment."""
    begin: cython.Py_ssize_t = page.cells[at + layout.TEXT]
    data: cython.p_const_uchar = page.window if begin < 0 else page.text
    return page.cells[at + layout.SIZE] == 0 or data[-1 - begin if begin < 0 else begin] == NUMBER_SIGN


@cython.cfunc
@cython.exceptval(-1)
def has_base(page: Page, source: cython.Py_ssize_t) -> cython.int:
    """Return True if the object with this number is a base for relative references other than fragments."""
    bases: Any = page.objects[source]
    return bases[0] is not None and not is_opaque(bases)


def _line(page: Page, row: cython.Py_ssize_t, value: str) -> bytes:
    occurrence: Any = page.occurrence(row)
    text: str = getattr(occurrence, value) or occurrence.reference
    return text.encode("utf-8", "surrogateescape") + b"\n"


@cython.cfunc
@cython.inline
@cython.exceptval(-1, check=False)
def _may_be_dotted(
    data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.bint:
    """Return True if a segment of a reference may begin with a dot; compiled, also for one shortly after it.

    Compiled, 64 bytes are tested although most references are shorter: a C compiler can compare 16 bytes at once, and
    no branch depends on the length.
    """
    if not cython.compiled:
        return data.find(b"/.", begin, end) >= 0 or data.find(b":.", begin, end) >= 0
    i: cython.Py_ssize_t
    before: cython.uchar
    dotted: cython.uchar = 0
    begin += 1
    while begin < end and begin + 64 <= size:
        for i in range(begin, begin + 64):
            before = data[i - 1]
            dotted |= (data[i] == DOT) & ((before == SLASH) | (before == COLON))
        begin += 64
    for i in range(begin, end):
        dotted |= (data[i] == DOT) & ((data[i - 1] == SLASH) | (data[i - 1] == COLON))
    return dotted != 0
