# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Fast path for the links of Markdown: add rows for those whose destination needs no decoding.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.lightweight.blocks import MAILBOX
from uri_extract.media.lightweight.labels import SIGNS, MarkdownLabels

if not cython.compiled:
    from uri_extract import limits
    from uri_extract._ascii import COLON, SPACE
    from uri_extract.pages import LineCounter, Rows, layout

_MAILBOX = cython.declare(str, MAILBOX)
_URI = cython.declare(cython.longlong, layout.URI | layout.MARKUP)
_RELATIVE = cython.declare(cython.longlong, layout.RELATIVE | layout.MARKUP)

# Classes of bytes: of a destination that needs no decoding, of a scheme, of a label that needs no decoding, a letter.
_PLAIN = cython.declare(cython.int, 1)
_SCHEME = cython.declare(cython.int, 2)
_SHOWN = cython.declare(cython.int, 4)
_LETTER = cython.declare(cython.int, 8)
_CLASSES = cython.declare(
    bytes,
    bytes(
        (0x20 < byte < 0x7F and byte not in b"\\&") * 1
        | (byte < 0x7F and (chr(byte).isalnum() or byte in b"+-.")) * 2
        | (0x20 <= byte < 0x7F and byte not in SIGNS) * 4
        | (byte < 0x7F and chr(byte).isalpha()) * 8
        for byte in range(256)
    ),
)


def add_plain(
    links: list[tuple[int, int, int, int, str]],
    number: cython.Py_ssize_t,
    window: bytes,
    neutral: Any,
    offset: cython.longlong,
    found: Rows,
    lines: LineCounter,
    bases: object,
    origin: object,
    labels: MarkdownLabels | None,
) -> int:
    """Add rows for the links from ``number`` on, up to one that needs decoding; return that one's number.

    ``window`` is at byte ``offset`` of the document, ``neutral`` is the tokenizer's copy with masks. Without ``labels``
    rows have no link text.
    """
    data: cython.p_const_uchar = window
    classes: cython.p_const_uchar = _CLASSES
    count: cython.Py_ssize_t = len(links)
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    i: cython.Py_ssize_t
    row: cython.Py_ssize_t
    bits: cython.longlong
    while number < count:
        start, end, begin, stop, element = links[number]
        if element == _MAILBOX:
            break
        i = start
        while i < end and classes[data[i]] & _PLAIN:
            i += 1
        if i < end:
            break
        bits = _RELATIVE
        if start < end and classes[data[start]] & _LETTER:
            i = start
            while i < end and classes[data[i]] & _SCHEME:
                i += 1
            if i < end and data[i] == COLON:
                bits = _URI
        lines.count_to(window, offset, start)
        row = found.copy(
            window, start, end, offset + start, lines.number, offset + start - lines.start + 1, bits, bases, origin,
            element, None,
        )  # fmt: skip
        number += 1
        if labels is None:
            continue
        while begin < stop and data[begin] == SPACE:
            begin += 1
        while stop > begin and data[stop - 1] == SPACE:
            stop -= 1
        i = begin
        while i < stop and classes[data[i]] & _SHOWN and (data[i] != SPACE or data[i + 1] != SPACE):
            i += 1
        if i == stop and stop - begin <= limits.MAX_LINK_TEXT:
            if i > begin:
                found.set(row, layout.LINK_TEXT, found.keep_text(window, begin, stop - begin))
        else:
            label: bytes = labels.text(neutral, begin, stop, offset)
            if label:
                found.set(row, layout.LINK_TEXT, found.keep_text(label, 0, len(label)))
    return int(number)
