"""Add rows for links found by their syntax, and mask them for the scanner of the rest of the text.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html.glances import MASK

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
    from cython.cimports.libc.string import memcpy
else:
    from uri_extract import limits
    from uri_extract.media.markup._found import add_reference
    from uri_extract.pages import LineCounter, Rows, layout

if TYPE_CHECKING:
    from collections import deque

    from uri_extract.media.lightweight.blocks import Link

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
    row: cython.Py_ssize_t
    reference: str
    label: bytes
    while number < count:
        start, end, reference, label, element = links[number]
        if end - start > limits.MAX_REFERENCE:
            break
        row = add_reference(
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
    i: cython.Py_ssize_t
    text: bytes
    if cython.compiled:
        text = PyBytes_FromStringAndSize(cython.NULL, end)
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
