"""Fast checks of attribute values and of text: the lowest of three classes.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html.glances import ALNUM, MASK, MEANT_COLON, PLAIN, PLAIN_URL, SHAPE, SHAPE_ENDS, USUAL_URI

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
    from cython.cimports.libc.string import memchr, memcpy, memset
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, APOSTROPHE, BACKSLASH, COLON, COMMA, DIGIT_0, DIGIT_3, DIGIT_5, DIGIT_8, DIGIT_9, DOT, EQUALS,
        LEFT_BRACKET, LEFT_PAREN, NUMBER_SIGN, QUOTATION_MARK, SEMICOLON, SLASH, SMALL_A, SMALL_C, SMALL_E, SMALL_F,
        SMALL_H, SMALL_I, SMALL_M, SMALL_N, SMALL_P, SMALL_S, SMALL_T, SMALL_W, SMALL_X, SPACE,
    )  # fmt: skip
    from uri_extract.media.html import elements, glances

_PLAIN = cython.declare(bytes, PLAIN)
_SPACES = cython.declare(bytes, bytes(byte in b" \t\n\f\r" for byte in range(256)))
_ALNUM = cython.declare(bytes, ALNUM)
_PLAIN_URL = cython.declare(object, PLAIN_URL)
_USUAL_URI = cython.declare(object, USUAL_URI)
_MASK = cython.declare(bytes, MASK)
_COLON = cython.declare(object, MEANT_COLON)
_SHAPE = cython.declare(object, SHAPE)
_SHAPE_ENDS = cython.declare(bytes, SHAPE_ENDS)


@cython.cclass
class Values:
    """A window of bytes, the rest of it as text, and the element whose attributes are read."""

    def __init__(self) -> None:
        self.verbatim: list[tuple[int, int]] = []
        self.take(b"")
        self.number = 0
        self.pragma = self.url_property = False

    def take(self, window: bytes) -> cython.int:
        """Take a window."""
        self.window = self.data = window
        self.span_start = self.span_end = 0
        if cython.compiled:  # created here, so that nothing else refers to it and it may be written to
            self.text = PyBytes_FromStringAndSize(cython.NULL, len(window))
            self.masked = cython.cast(cython.p_uchar, PyBytes_AS_STRING(self.text))
            memcpy(self.masked, self.data, len(window))
        else:
            self.text = bytearray(window)
        return 0

    def mask(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> None:
        """Mask these bytes of the window in the text, except line feeds."""
        if not cython.compiled:
            self.text[start:end] = self.window[start:end].translate(_MASK)
            return
        i: cython.Py_ssize_t
        for i in range(start, end):
            self.masked[i] = _MASK[self.data[i]]

    def source(self, size: cython.Py_ssize_t) -> bytes:
        """Return the text, ``size`` bytes or more. Nothing before ``size`` may be masked afterwards."""
        self.end_span()
        return self.text if cython.compiled else bytes(self.text[:size])

    def may_refer(self, size: cython.Py_ssize_t) -> cython.bint:
        """Return True if the first ``size`` bytes of the text contain a colon, or a reference that may mean one."""
        return self.is_left(COLON, 0, size) or self.may_mean_colon(0, size)

    def blank(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        """Mask bytes without line feeds."""
        if cython.compiled:
            memset(self.masked + start, 1, end - start)
        else:
            self.text[start:end] = b"\1" * (end - start)

    def decode_none(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Note that no character reference is decoded in this span. Spans without ``&`` between them are joined."""
        size: cython.Py_ssize_t = start - self.span_end
        if cython.compiled:
            apart: cython.bint = memchr(self.masked + self.span_end, AMPERSAND, size) != cython.NULL
        else:
            apart = self.text.find(b"&", self.span_end, start) >= 0
        if apart:
            self.end_span()
        if not self.span_end:
            self.span_start = start
        self.span_end = end
        return 0

    def end_span(self) -> cython.int:
        if self.span_end:
            self.verbatim.append((self.span_start, self.span_end))
            self.span_end = 0
        return 0

    def holds(self, byte: cython.int, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the byte occurs from ``start`` to ``end``."""
        if cython.compiled:
            data: cython.p_const_uchar = self.data
            return memchr(data + start, byte, end - start) != cython.NULL
        return self.window.find(byte, start, end) >= 0

    def is_left(self, byte: cython.int, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the byte occurs there in the text, which excludes masked bytes."""
        if cython.compiled:
            return memchr(self.masked + start, byte, end - start) != cython.NULL
        return self.text.find(byte, start, end) >= 0

    def next(self, byte: cython.int, start: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the next place of that byte."""
        size: cython.Py_ssize_t = len(self.window)
        if cython.compiled:
            found: cython.p_const_uchar = cython.cast(
                cython.p_const_uchar, memchr(self.data + start, byte, size - start)
            )
            return found - self.data if found != cython.NULL else size
        at: int = self.window.find(byte, start)
        return at if at >= 0 else size

    def may_refer_in(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the text has a colon or a ``&``. Before ``nearest`` there is none, as in most text."""
        if self.colon < start:
            self.colon = self.next(58, start)
        if self.refers(start, end) or self.colon < end:
            return True
        self.nearest = min(self.colon, self.ampersand)
        return False

    def refers(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a ``&`` occurs from ``start`` to ``end``."""
        if self.ampersand < start:
            self.ampersand = self.next(38, start)
        return self.ampersand < end

    def plain(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Return 1 if a value is one URL with a scheme, 2 for one without, 0 if it needs decoding.

        4 is added for ``&amp;``, 8 for a blank or bytes beyond ASCII, 16 if it is a valid URI. Another ``&`` must not
        begin a character reference (§13.2.5.73).
        """
        if not cython.compiled:
            match = _PLAIN_URL.match(self.window, start, end)
            if match is None or match.end() != end or start == end:
                return 0
            value = self.window[start:end]
            other = 8 * (not value.isascii() or SPACE in value) | 16 * (_USUAL_URI.fullmatch(value) is not None)
            return (2 if match["scheme"] is None else 1) | 4 * (b"&amp;" in value) | other
        data: cython.p_const_uchar = self.data
        plain: cython.p_const_uchar = _PLAIN
        alnum: cython.p_const_uchar = _ALNUM
        i: cython.Py_ssize_t = start
        seen: cython.int
        held: cython.int = 0
        kind: cython.int
        while i < end and plain[data[i]] & 2:
            i += 1
        seen = 1 if start < i < end and data[i] == COLON and plain[data[start]] == 3 else 2
        i += seen & 1
        if end - i > 1 and data[i] == data[i + 1] == SLASH and (i + 2 == end or not plain[data[i + 2]] & 2):
            held = 4  # an empty host
        while i < end:
            kind = plain[data[i]]
            if kind:
                held |= kind
                i += 1
            elif data[i] != AMPERSAND:
                return 0
            elif (
                end - i > 4 and data[i + 1] == SMALL_A and data[i + 2] == SMALL_M and data[i + 3] == SMALL_P
                and data[i + 4] == SEMICOLON
            ):  # fmt: skip
                seen |= 4
                i += 5
            else:
                i += 1
                if i < end and data[i] == NUMBER_SIGN:
                    return 0
                if i < end and alnum[data[i]]:
                    while i < end and alnum[data[i]]:
                        i += 1
                    if i == end or data[i] != EQUALS:
                        return 0
        return seen | held & 8 | (16 if seen & 1 and not held & 12 else 0) if end > start else 0

    def candidate(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Find the next image candidate of a ``srcset`` (§4.8.4.3.10): a plain URL, perhaps with a width or density.

        Return the start of the following one; the URL is from ``url_start`` to ``url_end``. Return -1 if there is none,
        -2 if one needs decoding.
        """
        data: cython.p_const_uchar = self.data
        digits: cython.Py_ssize_t
        seen: cython.int
        while i < end and (_SPACES[data[i]] or data[i] == COMMA):
            i += 1
        if i == end:
            return -1
        self.url_start = i
        while i < end and not _SPACES[data[i]]:
            i += 1
        self.url_end = i
        while data[self.url_end - 1] == COMMA:
            self.url_end -= 1
        seen = self.plain(self.url_start, self.url_end)
        if not seen or seen & 8:
            return -2
        if self.url_end < i:
            return i
        while i < end and _SPACES[data[i]]:
            i += 1
        digits = i
        while i < end and DIGIT_0 <= data[i] <= DIGIT_9:
            i += 1
        if i > digits:
            whole: cython.bint = True
            if i + 1 < end and data[i] == DOT and DIGIT_0 <= data[i + 1] <= DIGIT_9:
                whole = False
                i += 2
                while i < end and DIGIT_0 <= data[i] <= DIGIT_9:
                    i += 1
            if i == end or not (data[i] == SMALL_X or (whole and data[i] == SMALL_W and data[digits] != DIGIT_0)):
                return -2
            i += 1
            while i < end and _SPACES[data[i]]:
                i += 1
        return i + 1 if i < end and data[i] == COMMA else i if i == end else -2

    def is_condition(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a comment may begin with a condition: white space and ``[if``."""
        while start < end and _SPACES[self.data[start]]:
            start += 1
        return end - start > 2 and self.data[start] == LEFT_BRACKET and self.data[start + 1] | 0x20 == SMALL_I

    def is_blank(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if there is only white space and NUL."""
        while start < end and (_SPACES[self.data[start]] or not self.data[start]):
            start += 1
        return start == end

    def is_web_uri(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a value that may be any text begins like a web URI."""
        if not self.number or (self.number == elements.META and self.pragma):
            return False
        last: cython.int
        if self.host(start, end) < 0:
            return False
        last = self.data[min(end, start + 9) - 1]
        return last != SLASH and last != BACKSLASH

    def host(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place after ``http://`` or ``https://``; -1 if the value begins with neither."""
        data: cython.p_const_uchar = self.data
        i: cython.Py_ssize_t = start + 4
        if end - start < 7 or data[start] != SMALL_H or data[start + 3] != SMALL_P:
            return -1
        if data[start + 1] != SMALL_T or data[start + 2] != SMALL_T:
            return -1
        if data[i] == SMALL_S:
            i += 1
        if end - i < 3 or data[i] != COLON or data[i + 1] != SLASH or data[i + 2] != SLASH:
            return -1
        return i + 3

    def may_hold_reference(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, what: cython.int) -> cython.bint:
        """Return True if a value that is read as ``what`` may hold a reference."""
        if what >= glances.NEEDS_SCHEME:
            if self.number == elements.META and (self.pragma or (self.url_property and what == glances.NEEDS_SCHEME)):
                return True
            if what == glances.NEEDS_SCHEME:  # with a blank inside, it is text (urls.uri)
                while start < end and self.data[end - 1] <= SPACE:
                    end -= 1
                while start < end and self.data[start] <= SPACE:
                    start += 1
                if self.holds(SPACE, start, end):
                    return False
            return (
                self.holds(38, start, end)
                or (self.holds(47, start, end) and self.window.find(b"//", start, end) >= 0)
                or (self.names_scheme(start, end) and _SHAPE.search(self.window, start, end) is not None)
            )
        return self.holds(40, start, end) or self.holds(92, start, end) or self.holds(38, start, end)

    def cannot_refer(self, handler: cython.bint, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a value for scripts, or an event handler, has no byte that a reference needs."""
        slash: cython.bint = self.holds(SLASH, start, end)
        if not handler:
            return not slash and not self.holds(DOT, start, end) and not self.holds(COLON, start, end)
        if not (
            self.holds(APOSTROPHE, start, end) or self.holds(QUOTATION_MARK, start, end)
            or self.holds(AMPERSAND, start, end)
        ):  # fmt: skip
            return True
        return not slash and not (self.holds(DOT, start, end) and self.navigates(start, end))

    def navigates(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a string may be given to a location, ``src``, ``href``, ``action`` or ``open()``."""
        data: cython.p_const_uchar = self.data
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for i in range(start + 3, end):
            if data[i] in (APOSTROPHE, QUOTATION_MARK, AMPERSAND):
                k = i - 1
                while k > start and data[k] == SPACE:
                    k -= 1
                if data[k] not in (EQUALS, LEFT_PAREN):
                    continue
                k -= 1
                while k > start and data[k] == SPACE:
                    k -= 1
                if data[k] in (SMALL_C, SMALL_E, SMALL_F, SMALL_N):
                    return True
        return False

    def names_scheme(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if there is a colon after the last letter of a scheme of :data:`.glances.SHAPE`."""
        i: cython.Py_ssize_t
        for i in range(start + 1, end):  # noqa: SIM110 - any() is a generator, compiled
            if self.data[i] == COLON and _SHAPE_ENDS[self.data[i - 1]]:
                return True
        return False

    def may_mean_colon(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a ``&`` may begin a character reference to a colon: ``&#58;``, ``&#x3a;``, ``&colon;``."""
        if not cython.compiled:
            return _COLON.search(self.window, start, end) is not None
        data: cython.p_const_uchar = self.data
        i: cython.Py_ssize_t = start
        while i + 2 < end:
            if data[i] != AMPERSAND:
                found: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + i, 38, end - i))
                i = found - data if found != cython.NULL else end
                continue
            if data[i + 1] == SMALL_C:
                return True
            if data[i + 1] == NUMBER_SIGN and (
                data[i + 2] == DIGIT_0
                or (data[i + 2] == DIGIT_5 and i + 3 < end and data[i + 3] == DIGIT_8)
                or (
                    (data[i + 2] | 32) == SMALL_X and i + 3 < end and (data[i + 3] == DIGIT_0 or data[i + 3] == DIGIT_3)
                )
            ):
                return True
            i += 1
        return False
