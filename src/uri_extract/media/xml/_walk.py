"""The way through the rows of a window: what most of them are is dealt with here, the rest by :class:`.markup.Markup`.

One source, two speeds, as the kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

import re
from typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html import rows
from uri_extract.media.xml.names import DECLARES
from uri_extract.records import Occurrence

if cython.compiled:
    from cython.cimports.libc.string import memchr

_WIDTH = cython.declare(cython.Py_ssize_t, rows.WIDTH)
_START_TAG = cython.declare(cython.longlong, rows.START_TAG)
_ATTRIBUTE = cython.declare(cython.longlong, rows.ATTRIBUTE)
_END_TAG = cython.declare(cython.longlong, rows.END_TAG)
_REST = cython.declare(cython.longlong, rows.REST)
_DATA = cython.declare(cython.longlong, rows.DATA)
_DECLARES = cython.declare(cython.longlong, DECLARES)
_TOO_LONG = cython.declare(cython.longlong, rows.TOO_LONG)
_NEW = cython.declare(object, tuple.__new__)
_OCCURRENCE = cython.declare(object, Occurrence)
_MISSING = cython.declare(object, object())

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
_COLON = cython.declare(object, re.compile(rb"&#(?:0|58|x0*3)"))


if cython.compiled:

    @cython.cfunc
    @cython.exceptval(check=False)
    def might_be(value: cython.p_const_uchar, size: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a value may have the shape of a URI: none has without a colon or two slashes."""
        return (
            memchr(value, 58, size) != cython.NULL
            or memchr(value, 38, size) != cython.NULL
            or (size > 1 and memchr(value, 47, size) != cython.NULL)
        )

else:

    def might_be(value: bytes, size: int) -> bool:
        """Do as the compiled one does."""
        return b":" in value or b"&" in value or b"//" in value


def walk(
    markup: Any, window: bytes, table: cython.longlong[::1], count: cython.Py_ssize_t, offset: cython.longlong
) -> None:
    """Give ``markup`` what the rows of a window hold, which stands at ``offset`` of the document."""
    data: cython.p_const_uchar = window
    plain: cython.p_const_uchar = _PLAIN
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    kind: cython.longlong
    number: cython.longlong
    undone: cython.bint = markup.undone
    found: list[Any] = markup.found
    masks: list[tuple[int, int]] = markup.masks
    verbatim: list[tuple[int, int]] = markup.verbatim
    scopes: Any = markup.scopes
    counted: dict[Any, int] = scopes.counted
    plans: dict[int, Any] = scopes.environment.plans
    plan: Any = markup.plan
    known: dict[int, Any] = plan.attributes
    for at in range(0, count * _WIDTH, _WIDTH):
        kind = table[at]
        number = table[at + 1]
        if kind == _ATTRIBUTE:
            place = known.get(number, _MISSING) if number else _MISSING
            if place is _MISSING:
                place = markup.place(at)
            if place is None:
                continue
            start = table[at + 5]
            end = table[at + 6]
            how = place.kind
            if how == "url" and place.base == "document" and not plan.special and table[at + 2] & _TOO_LONG == 0:
                i = start
                while i < end and plain[data[i]] > 1:
                    i += 1
                absolute: cython.bint = i < end and data[i] == 58 and i > start and plain[data[start]] == 3
                while i < end and plain[data[i]]:
                    i += 1
                if i == end:
                    markup.count_to(start)
                    text = window[start:end].decode("ascii")
                    fields = (
                        text, text, offset + start, offset + end, markup.line, offset + start - markup.line_start + 1,
                        markup.document, "attribute", None, False, (), "uri" if absolute else "relative", scopes.bases,
                        plan.shown, place.attribute, None, None,
                    )  # fmt: skip
                    found.append(_NEW(_OCCURRENCE, fields))
                    masks.append((start, end))
                    continue
            elif how == "uri" and not might_be(data + start if cython.compiled else window[start:end], end - start):
                continue
            markup.attribute(at, place)
            continue
        if markup.empty:
            markup.leave_empty()
            plans = scopes.environment.plans
        if kind == _START_TAG:
            if markup.content is not None:
                markup.content = None
            markup.fresh = offset + table[at + 6]
            if table[at + 2] & _DECLARES == 0 and number and number not in counted:
                plan = plans.get(number)
                if plan is not None and not plan.special:
                    markup.plan = plan
                    known = plan.attributes
                    continue
            plan = markup.tag(at, count)
            known = plan.attributes
            plans = scopes.environment.plans
        elif kind == _END_TAG:
            if markup.content is not None:
                markup.finish(at)
            if counted and (number == 0 or number in counted):
                markup.end(at)
                plans = scopes.environment.plans
        elif kind >= _REST:
            if markup.content is not None:
                markup.piece(kind, at)
            if kind == _DATA:
                start = table[at + 3]
                end = table[at + 4]
                if cython.compiled:
                    if memchr(data + start, 58, end - start) == cython.NULL:
                        if undone or memchr(data + start, 38, end - start) == cython.NULL:
                            continue
                        if _COLON.search(window, start, end) is None:
                            verbatim.append((start, end))
                        continue
                elif window.find(b":", start, end) < 0:
                    # No reference without a colon: what is not written as "&#58;" need not be undone.
                    if undone or window.find(b"&", start, end) < 0:
                        continue
                    if _COLON.search(window, start, end) is None:
                        verbatim.append((start, end))
                    continue
            if kind > _REST:
                markup.run(kind, at)
