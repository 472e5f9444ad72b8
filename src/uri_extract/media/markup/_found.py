"""Add rows for references that readers of values found, and for those of plain lists, which need no reader.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html.glances import PLAIN
from uri_extract.media.markup.urls import Found, kind_bits

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize
    from cython.cimports.libc.string import memcmp
else:
    from uri_extract._ascii import COLON
    from uri_extract.pages import LineCounter, Rows, layout

_PLAIN = cython.declare(bytes, PLAIN)
_KIND_BITS = cython.declare(object, kind_bits)

# Classes of bytes: ASCII white space (Infra Standard), a comma, bytes that a plain relative reference does not contain.
_SPACE = cython.declare(cython.int, 1)
_COMMA = cython.declare(cython.int, 2)
_NOT_PLAIN = cython.declare(cython.int, 4)
_CLASSES = cython.declare(
    bytes,
    bytes(
        1 if byte in b" \t\n\f\r" else 2 if byte == 0x2C else 4 * (not 0x20 < byte < 0x7F or byte in b"&:")
        for byte in range(256)
    ),
)


def add_words(
    window: bytes,
    begin: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    commas: cython.bint,
    offset: cython.longlong,
    rows: Rows,
    lines: LineCounter,
    delimiter: cython.longlong,
    bases: object,
    origin: object,
    element: object,
    attribute: object,
) -> bool:
    """Add rows for the references of the list ``window[begin:stop]``, divided as by :func:`.urls.urls`.

    Return False, and add none, if one has a scheme or needs decoding.
    """
    data: cython.p_const_uchar = window
    classes: cython.p_const_uchar = _CLASSES
    between: cython.int = _SPACE | _COMMA if commas else _SPACE
    first: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for i in range(begin, stop):
        if classes[data[i]] & _NOT_PLAIN:
            return False
    i = begin
    while True:
        while i < stop and classes[data[i]] & between:
            i += 1
        if i == stop:
            return True
        first = i
        while i < stop and not classes[data[i]] & between:
            i += 1
        lines.count_to(window, offset, first)
        rows.copy(
            window, first, i, offset + first, lines.number, offset + first - lines.start + 1,
            delimiter | layout.RELATIVE, bases, origin, element, attribute,
        )  # fmt: skip


def add_found(
    found: list[Found],
    number: cython.Py_ssize_t,
    shift: cython.longlong,
    span: Any,
    window: bytes,
    offset: cython.longlong,
    rows: Rows,
    lines: LineCounter,
    delimiter: cython.longlong,
    bases: object,
    origin: object,
    element: object,
    attribute: object,
) -> int:
    """Add rows for the references from ``number`` on that end in the window; return the number of the next one.

    ``window`` is at byte ``offset`` of the document. Places of the references are ``shift`` bytes before those in the
    window; if they are places in a decoded text, ``span`` maps them to bytes.
    """
    size: cython.Py_ssize_t = len(window)
    count: cython.Py_ssize_t = len(found)
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    text: str
    while number < count:
        text, start, end = found[number]
        if span is not None:
            start, end = span(start, end)
        start += shift
        end += shift
        if end > size:
            break
        add_reference(text, start, end, window, offset, rows, lines, delimiter, bases, origin, element, attribute)
        number += 1
    return int(number)


def add_reference(
    text: str,
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    window: bytes,
    offset: cython.longlong,
    rows: Rows,
    lines: LineCounter,
    delimiter: cython.longlong,
    bases: object,
    origin: object,
    element: object,
    attribute: object,
) -> cython.Py_ssize_t:
    """Add a row for the reference ``text`` of ``window[start:end]``; return the number of the row."""
    bits: cython.longlong = delimiter | (_kind(text) if ":" in text else layout.RELATIVE)
    lines.count_to(window, offset, start)
    column: cython.longlong = offset + start - lines.start + 1
    if _is_at(text, window, start, end):
        return rows.copy(
            window, start, end, offset + start, lines.number, column, bits, bases, origin, element, attribute
        )
    raw: str = window[start:end].decode("utf-8", "surrogateescape")
    return rows.add(
        text, raw, offset + start, offset + end, lines.number, column, bits, bases, origin, element, attribute
    )


@cython.cfunc
@cython.exceptval(-1)
def _kind(text: str) -> cython.longlong:
    """Return the kind of a reference, as bits of a row."""
    if not cython.compiled or not text.isascii():
        return _KIND_BITS(text)
    size: cython.Py_ssize_t = 0
    data: cython.p_const_char = PyUnicode_AsUTF8AndSize(text, cython.address(size))
    octets: cython.p_const_uchar = cython.cast(cython.p_const_uchar, data)
    i: cython.Py_ssize_t = 0
    while octets[i] != COLON:  # the text has a colon
        if not _PLAIN[octets[i]] & 2:
            return layout.RELATIVE
        i += 1
    return layout.URI if i and _PLAIN[octets[0]] == 3 else layout.RELATIVE


@cython.cfunc
@cython.exceptval(-1, check=True)
@cython.inline
def _is_at(text: str, window: bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if these bytes equal the text, which must be ASCII."""
    if not text.isascii() or len(text) != end - start:
        return False
    if not cython.compiled:
        return window[start:end] == text.encode()
    size: cython.Py_ssize_t = 0
    data: cython.p_const_char = PyUnicode_AsUTF8AndSize(text, cython.address(size))
    octets: cython.p_const_char = window
    return memcmp(data, octets + start, size) == 0
