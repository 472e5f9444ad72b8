"""Fast path over a window's rows; anything unusual is passed to :class:`.markup.Markup`.

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.markup import rows
from uri_extract.media.xml.names import DECLARES
from uri_extract.pages import layout

if cython.compiled:
    from cython.cimports.libc.string import memchr
    from cython.cimports.uri_extract.pages._line_counter_c import LineCounter
    from cython.cimports.uri_extract.pages._rows_c import Rows
else:
    from uri_extract.pages import LineCounter, Rows

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
_IN_ATTRIBUTE = cython.declare(cython.longlong, layout.ATTRIBUTE)
_IN_ELEMENT = cython.declare(cython.longlong, layout.ELEMENT)
_URI = cython.declare(cython.longlong, layout.URI)
_RELATIVE = cython.declare(cython.longlong, layout.RELATIVE)
_MISSING = cython.declare(object, object())

# Bytes of a URL that is read as it is: visible ones without "&". Those of a scheme are 2, letters 3 (RFC 3986 §3.1).
_PLAIN = cython.declare(
    bytes,
    bytes(
        (0x20 < byte < 0x7F and byte != 0x26)
        + (chr(byte).isalnum() or byte in b"+-.") * (byte < 0x7F)
        + chr(byte).isalpha() * (byte < 0x7F)
        for byte in range(256)
    ),
)
# Character references, but for that of "&".
_AMPERSANDS = cython.declare(object, re.compile(rb"&(?!amp;)"))
# A character reference that may be a colon.
_COLON = cython.declare(object, re.compile(rb"&#(?:0|58|x0*3)"))


if cython.compiled:

    @cython.cfunc
    @cython.exceptval(check=False)
    def holds(
        data: cython.p_const_uchar, start: cython.Py_ssize_t, end: cython.Py_ssize_t, byte: cython.int
    ) -> cython.bint:
        """Return True if that byte is in a span."""
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
    """Read the rows of a window, which begins at byte ``offset`` of the document, for ``markup``."""
    data: cython.p_const_uchar = window
    plain: cython.p_const_uchar = _PLAIN
    at: cython.Py_ssize_t = 0
    total: cython.Py_ssize_t = count * _WIDTH
    i: cython.Py_ssize_t
    start: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0
    kind: cython.longlong
    number: cython.longlong
    step: cython.Py_ssize_t
    bits: cython.longlong
    column: cython.longlong
    lines: LineCounter = markup.lines
    whole: cython.bint
    escaped: cython.bint
    absolute: cython.bint
    undone: cython.bint = markup.undone
    content: cython.bint = markup.content is not None
    empty: cython.bint = markup.empty
    found: Rows = markup.rows
    origin: object = markup.origin
    masks: list[tuple[int, int]] = markup.masks
    verbatim: list[tuple[int, int]] = markup.verbatim
    scopes: Any = markup.scopes
    counted: dict[Any, int] = scopes.counted
    plans: dict[int, Any] = scopes.environment.plans
    plan: Any = markup.plan
    known: dict[int, Any] = plan.attributes
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
                # It declares nothing, and its text is not read, or is a plain reference.
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
                    # No reference without a colon: unless it has "&#58;", it need not be decoded.
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
                lines.count_to(window, offset, start)
                column = offset + start - lines.start + 1
                element = kind == _START_TAG
                bits = (_IN_ELEMENT if element else _IN_ATTRIBUTE) | (_URI if absolute else _RELATIVE)
                attribute = None if element else place.attribute
                if escaped:
                    raw = window[start:end].decode("ascii")
                    found.add(
                        raw.replace("&amp;", "&"), raw, offset + start, offset + end, lines.number, column, bits,
                        scopes.bases, origin, plan.shown, attribute,
                    )  # fmt: skip
                else:
                    found.copy(
                        window, start, end, offset + start, lines.number, column, bits, scopes.bases, origin,
                        plan.shown, attribute,
                    )  # fmt: skip
                masks.append((start, end))
                if element and table[at + 7] == _CDATA:
                    verbatim.append((table[at + 7 + 3], table[at + 7 + 4]))
                at += step
                continue
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
        at += _WIDTH
