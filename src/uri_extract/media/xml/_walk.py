"""Fast path over a window's rows; anything unusual is passed to :class:`.markup.Markup`.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.markup.urls import PLAIN
from uri_extract.media.xml.names import DECLARES
from uri_extract.media.xml.vocabularies import HOW, KNOWN

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
    from cython.cimports.libc.string import memchr, memcpy, memset
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, COLON, LEFT_BRACE, LINE_FEED, NUMBER_SIGN, RIGHT_PAREN, SEMICOLON, SLASH, SMALL_A, SMALL_M, SMALL_P,
        SPACE,
    )  # fmt: skip
    from uri_extract.media.markup import rows
    from uri_extract.media.xml._contents import Content
    from uri_extract.media.xml._elements import Elements
    from uri_extract.media.xml._escaped import EscapedHtml
    from uri_extract.media.xml._plans import Plan, Reading
    from uri_extract.media.xml._scopes import Scopes
    from uri_extract.pages import LineCounter, layout

_DECLARES = cython.declare(cython.longlong, DECLARES)
_HTML_TEXT = cython.declare(cython.int, HOW["html"])
_URI_TEXT = cython.declare(cython.int, HOW["uri"])
_MISSING = cython.declare(object, object())
_KNOWN = cython.declare(frozenset, KNOWN)
_ONE = cython.declare(cython.ulonglong, 1)

_PLAIN = cython.declare(bytes, PLAIN)
# A character reference that may be a colon.
_COLON = cython.declare(object, re.compile(rb"&#(?:0|58|x0*3)"))
# Masks the bytes of a reference in markup: no reference in text contains the result; line feeds are kept.
_MASK = bytes(byte if byte == 0x0A else 0x01 for byte in range(256))


@cython.cclass
class Walker:
    """Reads the rows of one document, window by window, for the :class:`.markup.Markup` that is given.

    These lists grow until they are cleared: ``masks``, the spans of the window that were read; ``verbatim``, those in
    which character references are not decoded; ``texts``, the spans of the document that are the text of an element,
    with its name. ``decode_all``: decode character references in all text, not only near a colon. Without ``places``
    raw text is not kept. ``content`` is the text of the current element.
    """

    def __init__(self, decode_all: bool, places: bool) -> None:
        self.decode_all = decode_all
        self.places = places
        self.content = Content()
        self.masks: list[tuple[int, int]] = []
        self.verbatim: list[tuple[int, int]] = []
        self.texts: list[tuple[int, int, str]] = []
        self.counting = 0
        self.window = self.data = b""
        self.colon = self.ampersand = -1
        self.fresh = -1  # the start of the text of the last start tag

    def read(
        self, markup: Elements, window: bytes, table: cython.longlong[::1], count: cython.Py_ssize_t,
        offset: cython.longlong,
    ) -> None:  # fmt: skip
        """Read the rows of a window, which begins at byte ``offset`` of the document."""
        at: cython.Py_ssize_t = -rows.WIDTH
        total: cython.Py_ssize_t = count * rows.WIDTH
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        kind: cython.longlong
        number: cython.longlong
        colon: cython.bint
        content: Content = self.content
        reader: Any = markup  # a Markup, which is not compiled and has more
        escaped: EscapedHtml = reader.escaped
        empty: cython.bint = markup.empty
        scopes: Scopes = markup.scopes
        bases: Any = scopes.bases
        counted: dict[Any, int] = scopes.counted
        counting: cython.ulonglong = self.counting
        plans: list[Any] = scopes.environment.plans
        plan: Plan = markup.plan
        place: Reading
        known: dict[int, Any] = plan.attributes
        special: cython.bint = plan.special
        if window is not self.window:
            self.colon = self.ampersand = -1
        self.window = self.data = window
        self.offset = offset
        self.lines = markup.lines
        self.found = markup.rows
        self.origin = markup.origin
        while at < total - rows.WIDTH:
            at += rows.WIDTH
            kind = table[at]
            number = table[at + rows.ID]
            start = table[at + rows.START]
            end = table[at + rows.END]
            if kind == rows.ATTRIBUTE:
                start = table[at + rows.VALUE]
                end = table[at + rows.VALUE_END]
                meant: Any = known.get(number, _MISSING) if number else _MISSING
                if meant is _MISSING:
                    # There are more names than numbers: most have no meaning, and values without the form of a URI.
                    if number == 0 and not special and not self.may_be_uri(start, end):
                        name: bytes = self.data[table[at + rows.START] : table[at + rows.END]]
                        if name.startswith(b"xmlns:") or (
                            name.isascii() and COLON not in name and name.lower() not in _KNOWN
                        ):
                            continue
                    markup.plan = plan
                    meant = markup.place(at)
                place = meant
                if place is None:
                    if table[at + rows.BITS] & rows.QUOTATION == rows.SINGLE and (
                        self.holds(COLON, start, end) or self.holds(AMPERSAND, start, end)
                    ):
                        self.masks.append((end, end + 1))  # as text it could be part of a reference: "'/>"
                    continue
                if not special:
                    if place.plain:
                        if (
                            not table[at + rows.BITS] & rows.TOO_LONG
                            and (not place.checked or self.is_usual(start, end))
                            and self.plain(
                                start, end, layout.ATTRIBUTE | (layout.NAMESPACE if place.name else 0), False, True,
                                bases, plan.shown, place.attribute,
                            )
                        ):  # fmt: skip
                            continue
                    elif place.kind in ("uri", "uris") and not self.may_be_uri(start, end):
                        continue
                markup.plan = plan
                reader.attribute(at, place)
                bases = scopes.bases
                continue
            if empty:
                markup.leave_empty()
                empty = False
                plans = scopes.environment.plans
                bases = scopes.bases
            if kind == rows.START_TAG:
                content.how = 0  # with an element in it, it is ordinary text
                plan = None  # type: ignore[assignment]  # until it is known below
                if table[at + rows.BITS] & _DECLARES == 0 and number < len(plans) and not (
                    counting >> (number & 63) & 1 and number in counted
                ):  # fmt: skip
                    plan = plans[number]
                if plan is None or plan.special:
                    plan = markup.tag(at, count)
                    plans = scopes.environment.plans
                    bases = scopes.bases
                    empty = markup.empty
                    if number == 0 or number in counted:
                        counting |= _ONE << (number & 63)
                special = plan.special
                known = plan.attributes
                self.fresh = -1 if table[at + rows.BITS] & rows.SELF_CLOSING else offset + table[at + rows.VALUE_END]
                if plan.text is not None and not table[at + rows.BITS] & (rows.SELF_CLOSING | rows.PARTS):
                    how: cython.int = plan.how
                    if not how:
                        tag: bytes = self.data[end : table[at + rows.VALUE_END]]
                        remembered: Any = plan.tags.get(tag)
                        if remembered is None:
                            markup.plan = plan
                            remembered = reader.how(at, count)
                        how = remembered
                    if how:
                        self.lines.count_to(window, offset, table[at + rows.VALUE_END])
                        content.begin(how, plan.shown, offset + table[at + rows.VALUE_END], self.lines)
                        # The text may be masked later, if it ends in this window. Text before the tag must not depend
                        # on that: whether "<loc>" is a placeholder there depends on the byte after it.
                        self.masks.append((start - 1, start))
            elif kind == rows.END_TAG:
                if content.how:
                    if content.how != _HTML_TEXT:
                        reader.finish(at)
                    elif content.marked and escaped.take(content, offset + start - 2, bases):
                        reader.read_to_problem()
                    content.how = 0
                if counting >> (number & 63) & 1 and counted and (number == 0 or number in counted):
                    if number:
                        scopes.closed(number)
                    else:
                        markup.end(at)
                    plans = scopes.environment.plans
                    bases = scopes.bases
                    if not counted:
                        counting = 0
            else:
                if content.how:
                    if (
                        content.how <= _URI_TEXT
                        and kind in (rows.DATA, rows.CDATA)
                        and content.start + (9 if kind == rows.CDATA else 0) == offset + start
                        and at + rows.WIDTH < total and table[at + rows.WIDTH] == rows.END_TAG
                        and self.plain_text(start, end, kind == rows.CDATA, content.how == _URI_TEXT, bases)
                    ):  # fmt: skip
                        content.how = 0
                        if kind == rows.CDATA:
                            self.verbatim.append((start, end))
                        continue
                    if not content.take(kind, offset + start, window, start, end):
                        reader.give_up()
                if kind == rows.REST:
                    continue
                if self.colon < start:
                    self.colon = self.next(COLON, start)
                colon = self.colon < end
                if kind != rows.DATA:
                    self.verbatim.append((start, end))
                    if kind == rows.PI:
                        reader.instruction(start, end)
                    elif kind == rows.DOCTYPE:
                        reader.doctype(start, end)
                    if kind != rows.CDATA:
                        continue
                elif not colon:
                    # A reference needs a colon: text without one and without "&#58;" need not be decoded.
                    if self.ampersand < start:
                        self.ampersand = self.next(AMPERSAND, start)
                    if self.ampersand < end and not self.decode_all and not self.may_mean_colon(self.ampersand, end):
                        self.verbatim.append((start, end))
                    continue
                if colon and offset + start - (9 if kind == rows.CDATA else 0) == self.fresh:
                    self.texts.append((offset + start, offset + end, plan.shown))
        markup.plan = plan
        self.counting = counting

    def plain_text(
        self,
        start: cython.Py_ssize_t,
        end: cython.Py_ssize_t,
        verbatim: cython.bint,
        absolute: cython.bint,
        bases: object,
    ) -> cython.bint:
        """Add the text of an element as a reference, without surrounding white space, if it needs no decoding."""
        while start < end and self.data[start] <= SPACE:
            start += 1
        while end > start and self.data[end - 1] <= SPACE:
            end -= 1
        return start < end and self.plain(
            start, end, layout.ELEMENT, absolute, not verbatim, bases, self.content.element, None
        )

    def plain(
        self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong, with_scheme: cython.bint,
        decoded: cython.bint, bases: object, element: object, attribute: object,
    ) -> cython.bint:  # fmt: skip
        """Add a span of the window as a reference; return False if it is not a URL that needs no decoding.

        If it is ``decoded``, it may contain ``&amp;``.
        """
        data: cython.p_const_uchar = self.data
        plain: cython.p_const_uchar = _PLAIN
        i: cython.Py_ssize_t = start
        escaped: cython.bint = False
        absolute: cython.bint
        held: cython.int = 0
        while i < end and plain[data[i]] & 2:
            i += 1
        absolute = i < end and data[i] == COLON and i > start and plain[data[start]] == 3
        i += absolute
        if end - i > 1 and data[i] == data[i + 1] == SLASH and (i + 2 == end or not plain[data[i + 2]] & 2):
            held = 4  # an empty host
        while i < end:
            if plain[data[i]]:
                held |= plain[data[i]]
                i += 1
            elif (
                decoded and end - i > 4 and data[i] == AMPERSAND and data[i + 1] == SMALL_A and data[i + 2] == SMALL_M
                and data[i + 3] == SMALL_P and data[i + 4] == SEMICOLON
            ):  # fmt: skip
                escaped = True
                i += 5
            else:
                return False
        if with_scheme and not absolute:
            return False
        lines: LineCounter = self.lines
        lines.count_to(self.window, self.offset, start)
        column: cython.longlong = self.offset + start - lines.start + 1
        bits |= layout.RELATIVE if not absolute else layout.URI if held & 4 else layout.URI | layout.OWN_LINE
        self.found.copy(
            self.window, start, end, self.offset + start, lines.number, column, bits, bases, self.origin, element,
            attribute, escaped, self.data[start:end].decode("ascii") if escaped and self.places else None,
        )  # fmt: skip
        self.masks.append((start, end))
        return True

    def holds(self, byte: cython.int, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the byte occurs from ``start`` to ``end``."""
        if cython.compiled:
            return memchr(self.data + start, byte, end - start) != cython.NULL
        return self.window.find(byte, start, end) >= 0

    def next(self, byte: cython.int, start: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the next place of that byte in the window, or the end of the window."""
        size: cython.Py_ssize_t = len(self.window)
        if cython.compiled:
            found: cython.p_const_uchar = cython.cast(
                cython.p_const_uchar, memchr(self.data + start, byte, size - start)
            )
            return found - self.data if found != cython.NULL else size
        at = self.window.find(byte, start)
        return at if at >= 0 else size

    def may_mean_colon(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a character reference in the span may be a colon."""
        i: cython.Py_ssize_t = start
        while i < end:
            if cython.compiled:
                if self.data[i] != AMPERSAND:
                    found: cython.p_const_uchar = cython.cast(
                        cython.p_const_uchar, memchr(self.data + i, AMPERSAND, end - i)
                    )
                    i = found - self.data if found != cython.NULL else end
                    continue
                if i + 1 == end or self.data[i + 1] != NUMBER_SIGN:
                    i += 1
                    continue
            return _COLON.search(self.window, i, end) is not None
        return False

    def is_usual(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a value is neither empty, nor a template in braces, nor a ``url()``."""
        return start < end and self.data[end - 1] != RIGHT_PAREN and not self.holds(LEFT_BRACE, start, end)

    def may_be_uri(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a value may have the form of a URI: it has a colon, two slashes, or a character reference."""
        if self.holds(COLON, start, end) or self.holds(AMPERSAND, start, end):
            return True
        i: cython.Py_ssize_t
        for i in range(start + 1, end):  # noqa: SIM110 - any() is a generator, compiled
            if self.data[i] == SLASH and self.data[i - 1] == SLASH:
                return True
        return False

    def masked(self, window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> bytes:
        """Return a window from ``begin`` to ``end``, with masked bytes replaced, except line feeds."""
        start: cython.Py_ssize_t
        stop: cython.Py_ssize_t
        if not cython.compiled:
            octets = bytearray(window[begin:end])
            for start, stop in self.masks:
                if stop > begin:
                    start = max(begin, start)
                    octets[start - begin : stop - begin] = window[start:stop].translate(_MASK)
            return bytes(octets)
        data: cython.p_const_uchar = window
        text: bytes = PyBytes_FromStringAndSize(cython.NULL, end - begin)
        to: cython.p_uchar = cython.cast(cython.p_uchar, PyBytes_AS_STRING(text))
        memcpy(to, data + begin, end - begin)
        for start, stop in self.masks:
            start = max(begin, start)
            memset(to + start - begin, 1, max(0, stop - start))
            while start < stop:
                feed: cython.p_const_uchar = cython.cast(
                    cython.p_const_uchar, memchr(data + start, LINE_FEED, stop - start)
                )
                if feed == cython.NULL:
                    break
                start = feed - data + 1
                to[start - 1 - begin] = LINE_FEED
        return text
