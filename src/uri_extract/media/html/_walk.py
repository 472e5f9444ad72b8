"""The way through the rows of a window: what most of them are is dealt with here, the rest by :class:`.markup.Markup`.

Most rows hold no reference at all, and most that do are one URL as it stands. One source, two speeds, as the kernel has
it (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

import re
from typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html import attributes, names, rows
from uri_extract.records import Occurrence

if cython.compiled:
    from cython.cimports.libc.string import memchr

_WIDTH = cython.declare(cython.Py_ssize_t, rows.WIDTH)
_START_TAG = cython.declare(cython.longlong, rows.START_TAG)
_ATTRIBUTE = cython.declare(cython.longlong, rows.ATTRIBUTE)
_END_TAG = cython.declare(cython.longlong, rows.END_TAG)
_DATA = cython.declare(cython.longlong, rows.DATA)
_FOREIGN = cython.declare(cython.longlong, rows.SVG | rows.MATHML)
_TOO_LONG = cython.declare(cython.longlong, rows.TOO_LONG)
_NEW = cython.declare(object, tuple.__new__)
_OCCURRENCE = cython.declare(object, Occurrence)
_ELEMENTS = cython.declare(tuple, tuple("img" if name == "image" else name for name in names.ELEMENTS))
_ATTRIBUTES = cython.declare(tuple, names.ATTRIBUTES)
_COUNT = cython.declare(cython.Py_ssize_t, len(names.ATTRIBUTES))

# What an attribute of an element of HTML is: nothing, one URL, or to be looked at closely.
_NOTHING = cython.declare(cython.int, 0)
_URL = cython.declare(cython.int, 1)
_ELSE = cython.declare(cython.int, 2)

# Elements whose place matters, or one of whose attributes tells how another is read: never one URL at a glance.
_CLOSELY = frozenset((
    "", "base", "template", "form", "table", "frameset", "meta", "param", "object", "applet", "caption", "col",
    "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr", "html", "head", "body", "frame",
))  # fmt: skip


def _glance(element: str, attribute: str) -> int:
    if element in attributes.BESIDE and attribute in ("content", "value"):
        return 2
    place = attributes.place(element, attribute)
    if place is None:
        return 0
    return 1 if place.kind == "url" and place.base == "document" and element not in _CLOSELY else 2


_GLANCE = cython.declare(
    bytes, bytes(_glance(element, name) for element in names.ELEMENTS for name in names.ATTRIBUTES)
)
# Attributes that are styles: without a "(", an escape or a "&" they refer to nothing.
_STYLES = cython.declare(
    bytes,
    bytes(
        any(place.attribute == name and place.kind == "css" for place in attributes.FOREIGN.values())
        for name in names.ATTRIBUTES
    ),
)
# Start and end tags that are told to the tree.
_TOLD = cython.declare(
    bytes, bytes(name in ("template", "form", "table", "frameset", "style") for name in names.ELEMENTS)
)  # fmt: skip
# Bytes of a URL that is read as it stands: visible, and no "&". Those of a scheme are 2, a letter is 3 (RFC 3986 §3.1).
_PLAIN = cython.declare(
    bytes,
    bytes(
        (0x20 < byte < 0x7F and byte != 0x26)
        + (chr(byte).isalnum() or byte in b"+-.") * (byte < 0x7F)
        + chr(byte).isalpha() * (byte < 0x7F)
        for byte in range(256)
    ),
)

# A reference that may stand for a colon.
_COLON = cython.declare(object, re.compile(rb"&(?:#(?:0|58|[xX][03])|c)"))


if cython.compiled:

    @cython.cfunc
    @cython.exceptval(check=False)
    def colon(data: cython.p_const_uchar, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Tell whether what stands behind a ``&`` may stand for a colon: ``&#58;``, ``&#x3a;``, ``&colon;``."""
        if i < end and data[i] == 99:
            return True
        if i + 1 >= end or data[i] != 35:
            return False
        if data[i + 1] == 48 or (data[i + 1] == 53 and i + 2 < end and data[i + 2] == 56):
            return True
        return (data[i + 1] | 32) == 120 and i + 2 < end and (data[i + 2] == 48 or data[i + 2] == 51)


def walk(
    markup: Any, window: bytes, table: cython.longlong[::1], count: cython.Py_ssize_t, offset: cython.longlong
) -> None:
    """Give ``markup`` what the rows of a window hold, which stands at ``offset`` of the document."""
    data: cython.p_const_uchar = window
    glance: cython.p_const_uchar = _GLANCE
    told: cython.p_const_uchar = _TOLD
    plain: cython.p_const_uchar = _PLAIN
    styles: cython.p_const_uchar = _STYLES
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    seen: cython.Py_ssize_t
    kind: cython.longlong
    number: cython.Py_ssize_t = 0
    name: cython.Py_ssize_t = 0
    what: cython.int
    tag: cython.Py_ssize_t = -1  # the start tag that markup was not told of
    line: cython.longlong = markup.line
    line_start: cython.longlong = markup.line_start
    fresh: cython.longlong = markup.fresh
    closely: cython.bint = markup.closely
    foreign: cython.bint = True  # or not known: what goes on from the window before
    found: list[Any] = markup.found
    masks: list[tuple[int, int]] = markup.masks
    verbatim: list[tuple[int, int]] = markup.verbatim
    undone: cython.bint = markup.undone
    bases: object = markup.document_bases
    seen = max(0, markup.counted - offset)
    for at in range(0, count * _WIDTH, _WIDTH):
        kind = table[at]
        if kind == _ATTRIBUTE:
            name = table[at + 1]
            if foreign:
                what = _ELSE
            else:
                what = glance[number * _COUNT + name]
                if what == _NOTHING:
                    continue
            start = table[at + 5]
            end = table[at + 6]
            if styles[name]:
                i = start
                while i < end and data[i] != 40 and data[i] != 92 and data[i] != 38:
                    i += 1
                if i == end:
                    continue
            if what == _URL and table[at + 2] & _TOO_LONG == 0:
                i = start
                while i < end and plain[data[i]] > 1:
                    i += 1
                absolute: cython.bint = i < end and data[i] == 58 and i > start and plain[data[start]] == 3
                while i < end and plain[data[i]]:
                    i += 1
                if i == end:
                    if cython.compiled:
                        while seen < start:
                            feed: cython.p_const_uchar = cython.cast(
                                cython.p_const_uchar, memchr(data + seen, 10, start - seen)
                            )
                            if feed == cython.NULL:
                                seen = start
                                break
                            seen = feed - data + 1
                            line += 1
                            line_start = offset + seen
                    elif seen < start:
                        last = window.rfind(b"\n", seen, start)
                        if last >= 0:
                            line += window.count(b"\n", seen, last) + 1
                            line_start = offset + last + 1
                        seen = start
                    text = window[start:end].decode("ascii")
                    fields = (
                        text, text, offset + start, offset + end, line, offset + start - line_start + 1,
                        markup.document, "attribute", None, False, (), "uri" if absolute else "relative", bases,
                        _ELEMENTS[number], _ATTRIBUTES[name], None, None,
                    )  # fmt: skip
                    found.append(_NEW(_OCCURRENCE, fields))
                    masks.append((start, end))
                    continue
        elif kind == _START_TAG:
            number = table[at + 1]
            foreign = table[at + 2] & _FOREIGN != 0
            fresh = offset + table[at + 6]
            tag = at
            if not closely and not told[number]:
                continue
        elif kind == _END_TAG:
            if not closely and not told[table[at + 1]]:
                continue
        elif kind == _DATA and not closely:
            start = table[at + 3]
            end = table[at + 4]
            if cython.compiled:
                if memchr(data + start, 58, end - start) == cython.NULL:
                    if undone or memchr(data + start, 38, end - start) == cython.NULL:
                        continue
                    i = start
                    while i < end and not (data[i] == 38 and colon(data, i + 1, end)):
                        i += 1
                    if i == end:
                        verbatim.append((start, end))
                    continue
            elif window.find(b":", start, end) < 0:
                # No reference without a colon: what is not written as "&#58;" or "&colon;" need not be undone.
                if undone or window.find(b"&", start, end) < 0:
                    continue
                if _COLON.search(window, start, end) is None:
                    verbatim.append((start, end))
                continue
        markup.line, markup.line_start, markup.counted = line, line_start, offset + seen
        markup.fresh = fresh
        if tag >= 0:
            markup.tag(tag, count)
            tag = -1
        markup.row(kind, at)
        line, line_start = markup.line, markup.line_start
        seen = max(0, markup.counted - offset)
        bases = markup.document_bases
        closely = markup.closely
        if kind == _START_TAG and markup.ignored:
            foreign = True  # its attributes are looked at closely, and left out
    markup.line, markup.line_start, markup.counted = line, line_start, offset + seen
    markup.fresh = fresh
    if tag >= 0:
        markup.tag(tag, count)
