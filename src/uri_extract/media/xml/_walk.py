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
_CDATA = cython.declare(cython.longlong, rows.CDATA)
_DECLARES = cython.declare(cython.longlong, DECLARES)
_QUOTATION = cython.declare(cython.longlong, rows.QUOTATION)
_SINGLE = cython.declare(cython.longlong, rows.SINGLE)
_SELF_CLOSING = cython.declare(cython.longlong, rows.SELF_CLOSING)
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
# One that means something else than itself.
_AMPERSANDS = cython.declare(object, re.compile(rb"&(?!amp;)"))
# A reference that may stand for a colon.
_COLON = cython.declare(object, re.compile(rb"&#(?:0|58|x0*3)"))


if cython.compiled:

    @cython.cfunc
    @cython.exceptval(check=False)
    def holds(
        data: cython.p_const_uchar, start: cython.Py_ssize_t, end: cython.Py_ssize_t, byte: cython.int
    ) -> cython.bint:
        """Tell whether that byte stands in a span."""
        return memchr(data + start, byte, end - start) != cython.NULL

    @cython.cfunc
    @cython.exceptval(check=False)
    def might_be(value: cython.p_const_uchar, size: cython.Py_ssize_t) -> cython.bint:
        """Return True if a value may have the shape of a URI: it has a colon, two slashes, or a character reference."""
        slash: cython.p_const_uchar = value
        if memchr(value, 58, size) != cython.NULL or memchr(value, 38, size) != cython.NULL:
            return True
        while slash < value + size:
            slash = cython.cast(cython.p_const_uchar, memchr(slash, 47, value + size - slash))
            if slash == cython.NULL or slash + 1 == value + size:
                return False
            if slash[1] == 47:
                return True
            slash += 1
        return False

else:

    def might_be(value: bytes, size: int) -> bool:
        """Return the same as the compiled variant."""
        return b":" in value or b"&" in value or b"//" in value


def walk(
    markup: Any, window: bytes, table: cython.longlong[::1], count: cython.Py_ssize_t, offset: cython.longlong
) -> None:
    """Give ``markup`` what the rows of a window hold, which stands at ``offset`` of the document."""
    data: cython.p_const_uchar = window
    plain: cython.p_const_uchar = _PLAIN
    at: cython.Py_ssize_t = 0
    total: cython.Py_ssize_t = count * _WIDTH
    i: cython.Py_ssize_t
    start: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0
    seen: cython.Py_ssize_t
    kind: cython.longlong
    number: cython.longlong
    step: cython.Py_ssize_t
    line: cython.longlong = markup.line
    line_start: cython.longlong = markup.line_start
    whole: cython.bint
    escaped: cython.bint
    absolute: cython.bint
    undone: cython.bint = markup.undone
    content: cython.bint = markup.content is not None
    empty: cython.bint = markup.empty
    found: list[Any] = markup.found
    masks: list[tuple[int, int]] = markup.masks
    verbatim: list[tuple[int, int]] = markup.verbatim
    scopes: Any = markup.scopes
    counted: dict[Any, int] = scopes.counted
    plans: dict[int, Any] = scopes.environment.plans
    plan: Any = markup.plan
    known: dict[int, Any] = plan.attributes
    seen = max(0, markup.counted - offset)
    while at < total:
        kind = table[at]
        number = table[at + 1]
        step = _WIDTH
        whole = escaped = False
        if kind == _ATTRIBUTE:
            place = known.get(number, _MISSING) if number else _MISSING
            if place is _MISSING:
                place = markup.place(at)
            start = table[at + 5]
            end = table[at + 6]
            if place is None:
                if table[at + 2] & _QUOTATION == _SINGLE and (
                    holds(data, start, end, 58) or holds(data, start, end, 38)
                    if cython.compiled
                    else window.find(b":", start, end) >= 0 or window.find(b"&", start, end) >= 0
                ):
                    masks.append((end, end + 1))  # in text it could go on: "'/>"
                at += _WIDTH
                continue
            if place.plain:
                whole = table[at + 2] & _TOO_LONG == 0 and not plan.special
            elif (
                place.kind == "uri"
                and not plan.special
                and not might_be(data + start if cython.compiled else window[start:end], end - start)
            ):
                at += _WIDTH
                continue
        else:
            if empty:
                markup.leave_empty()
                empty = False
                plans = scopes.environment.plans
            if kind == _START_TAG and table[at + 2] & _DECLARES == 0 and number and number not in counted:
                # What declares nothing, and has no text of its own to be read, or one that is a reference at a glance.
                place = plans.get(number)
                if place is not None and (
                    not place.special
                    or place.plain
                    or (place.bare and at + _WIDTH < total and table[at + 7] != _ATTRIBUTE)
                ):
                    plan = place
                    known = plan.attributes
                    markup.plan = plan
                    markup.fresh = -1 if table[at + 2] & _SELF_CLOSING else offset + table[at + 6]
                    if content:
                        markup.content = None
                        content = False
                    if not plan.plain:
                        at += _WIDTH
                        continue
                    if (
                        table[at + 2] == 0
                        and at + 2 * _WIDTH < total
                        and (table[at + 7] == _DATA or table[at + 7] == _CDATA)
                        and table[at + 14] == _END_TAG
                        and table[at + 7 + 2] == 0
                    ):
                        start = table[at + 7 + 3]
                        end = table[at + 7 + 4]
                        while start < end and data[start] <= 32:
                            start += 1
                        while end > start and data[end - 1] <= 32:
                            end -= 1
                        whole = start < end
                        step = 2 * _WIDTH  # its end tag is read as any other
            elif kind == _DATA and not content:
                start = table[at + 3]
                end = table[at + 4]
                if not holds(data, start, end, 58) if cython.compiled else window.find(b":", start, end) < 0:
                    # No reference without a colon: what is not written as "&#58;" need not be undone.
                    if (
                        not undone
                        and (holds(data, start, end, 38) if cython.compiled else window.find(b"&", start, end) >= 0)
                        and _COLON.search(window, start, end) is None
                    ):
                        verbatim.append((start, end))
                    at += _WIDTH
                    continue
            elif kind == _END_TAG and not content and number and number not in counted:
                at += _WIDTH
                continue
        if whole:
            i = start
            while i < end and plain[data[i]] > 1:
                i += 1
            absolute = i < end and data[i] == 58 and i > start and plain[data[start]] == 3
            while i < end and (plain[data[i]] or data[i] == 38):
                escaped = escaped or data[i] == 38
                i += 1
            if i == end and (not escaped or _AMPERSANDS.search(window, start, end) is None):
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
                raw = text = window[start:end].decode("ascii")
                if escaped:
                    text = raw.replace("&amp;", "&")
                element = kind == _START_TAG
                fields = (
                    text, raw, offset + start, offset + end, line, offset + start - line_start + 1, markup.document,
                    "element" if element else "attribute", None, None, (), "uri" if absolute else "relative",
                    scopes.bases, plan.shown, None if element else place.attribute, None, None,
                )  # fmt: skip
                found.append(_NEW(_OCCURRENCE, fields))
                masks.append((start, end))
                if element and table[at + 7] == _CDATA:
                    verbatim.append((table[at + 7 + 3], table[at + 7 + 4]))
                at += step
                continue
        markup.line, markup.line_start, markup.counted = line, line_start, offset + seen
        if kind == _ATTRIBUTE:
            markup.attribute(at, place)
        elif kind == _START_TAG:
            markup.fresh = -1 if table[at + 2] & _SELF_CLOSING else offset + table[at + 6]
            markup.content = None
            plan = markup.tag(at, count)
            known = plan.attributes
            plans = scopes.environment.plans
            content = markup.content is not None
            empty = markup.empty
        elif kind == _END_TAG:
            if content:
                markup.finish(at)
                content = False
            if counted and (number == 0 or number in counted):
                markup.end(at)
                plans = scopes.environment.plans
        elif kind >= _REST:
            if content:
                markup.piece(kind, at)
                content = markup.content is not None
            if kind > _REST:
                markup.run(kind, at)
        line, line_start = markup.line, markup.line_start
        seen = max(0, markup.counted - offset)
        at += _WIDTH
    markup.line, markup.line_start, markup.counted = line, line_start, offset + seen
