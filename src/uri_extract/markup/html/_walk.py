"""The fast path over the tokens of a window of HTML: rows for references in attributes, and in text that is one."""

from __future__ import annotations  # noqa: I001 - several to a line

import cython

from uri_extract._compat._typing import Any
from uri_extract.decode.character_references import decode
from uri_extract.markup.html import attributes
from uri_extract.markup.html.glances import (
    ALNUM, GLANCES, MASK, MEANT_COLON, PLAIN, PLAIN_URL, ASCII_REFERENCE, SHAPE, SHAPE_ENDS, USUAL_URI,
)  # fmt: skip
from uri_extract.markup.html.names import ATTRIBUTES, ELEMENTS, TABLE_PARTS, VOID
from uri_extract.markup.html.script_words import (
    DATA_BLOCKS, OF_TEMPLATES, PARTIALLY, PROPERTY_ENDS, RELATIVE_PROPERTY, SLASHLESS, attribute_name, is_custom,
    is_escaped_json, is_host, is_url_property, meant_by, what_it_says,
)  # fmt: skip

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
    from cython.cimports.libc.string import memcpy, memset
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        AMPERSAND, APOSTROPHE, BACKSLASH, COLON, COMMA, DELETE, DIGIT_0, DIGIT_3, DIGIT_5, DIGIT_8, DIGIT_9, DOT,
        EQUALS, HYPHEN, LEFT_BRACE, LEFT_BRACKET, LEFT_PAREN, NUMBER_SIGN, QUOTATION_MARK, SLASH, SMALL_B, SMALL_C,
        SMALL_D, SMALL_E, SMALL_F, SMALL_H, SMALL_I, SMALL_J, SMALL_L, SMALL_N, SMALL_P, SMALL_S, SMALL_T, SMALL_W,
        SMALL_X, SPACE,
    )  # fmt: skip
    from uri_extract._compat._search import next_place, occurs
    from uri_extract.markup.html import elements, glances, names, script_words
    from uri_extract.markup.html._literals import Literals
    from uri_extract.markup.html._tokenizer import Tokenizer
    from uri_extract.markup import rows
    from uri_extract.markup._css import skim
    from uri_extract.markup._markup_rows import Links, Regions
    from uri_extract.rows import LineCounter, Rows, layout
    from uri_extract.rows._rows import ascii_reference


# ----------------------------------------------------------------------------------------------------------------------
# Determine, without a tree, which start tags a parser ignores for their place (HTML Standard §13.2.6.4).
#
# A frameset contains only frames (§13.2.6.4.20), and frames are only in framesets; a form contains no form
# (§13.2.6.4.7); there is one head; parts of a table are in a table, or first in a template (§13.2.6.4.22). References
# of ignored tags exist in no browser; absolute URIs in them are still found by the plain-text scanner. The depth of
# tables is counted by tags, although a tree would close some by implication: so a few tags are kept that a parser
# ignores.

# Start tags after which a frameset is ignored (§13.2.6.4.7, "frameset-ok flag").
_FRAMESET_NOT_OK = frozenset((
    "body", "br", "img", "hr", "pre", "listing", "li", "dd", "dt", "button", "applet", "marquee", "object", "table",
    "area", "embed", "keygen", "wbr", "input", "textarea", "xmp", "iframe", "select",
))  # fmt: skip
# The elements that are passed to Tree.open and Tree.close, and all whose place matters.
_TOLD = frozenset((elements.TEMPLATE, elements.FORM, elements.TABLE, elements.FRAMESET))
_MATTER = _TOLD.union(
    map(ELEMENTS.index, TABLE_PARTS), (elements.HTML, elements.HEAD, elements.BODY, elements.FRAME)
)  # fmt: skip
# Which tags matter, by the element's number: always; while a frameset may follow; only if it matters whether they
# create an element.
_ALWAYS = cython.declare(cython.int, 1)
_IN_CONTENT = cython.declare(cython.int, 2)
_LATE = cython.declare(cython.int, 4)
_OPENED = cython.declare(
    bytes,
    bytes(
        (number in _TOLD) * 1
        | (name in _FRAMESET_NOT_OK or name in ("", "image")) * 2
        | (number in _MATTER and number not in _TOLD) * 4
        for number, name in enumerate(ELEMENTS)
    ),
)
_CLOSED = cython.declare(
    bytes,
    bytes(
        number in _TOLD or number in (elements.HTML, elements.HEAD, elements.BODY, elements.BR)
        for number in range(len(ELEMENTS))
    ),
)
_MATTERS = cython.declare(bytes, bytes(number in _MATTER for number in range(len(ELEMENTS))))

# The content of a template is determined by the first start tag in it except these (§13.2.6.4.22): parts of a table, or
# the content of a body.
_ANYWHERE = frozenset((
    "base", "basefont", "bgsound", "link", "meta", "noframes", "script", "style", "template", "title",
))  # fmt: skip
_NO_TEMPLATE = cython.declare(cython.int, 0)
_OPEN = cython.declare(cython.int, 1)
_AS_BODY = cython.declare(cython.int, 2)
_AS_TABLE = cython.declare(cython.int, 3)
_AS_ROWS = cython.declare(cython.int, 4)
_AS_ROW = cython.declare(cython.int, 5)
_AS_COLUMNS = cython.declare(cython.int, 6)
_FIRST = {
    **dict.fromkeys(("caption", "colgroup", "tbody", "tfoot", "thead"), _AS_TABLE),
    "tr": _AS_ROWS,
    "td": _AS_ROW,
    "th": _AS_ROW,
    "col": _AS_COLUMNS,
}
_PARTS_OF = {
    _AS_BODY: frozenset[str](),
    _AS_TABLE: TABLE_PARTS,
    _AS_ROWS: frozenset(("tr", "td", "th")),
    _AS_ROW: frozenset(("td", "th")),
    _AS_COLUMNS: frozenset(("col",)),
}

#: The maximum of nested templates that are distinguished; in deeper ones nothing is ignored.
MAX_TEMPLATES = 512
_MOST_TEMPLATES = cython.declare(cython.int, MAX_TEMPLATES)


class Tree:
    """Follows the tags of HTML in one document."""

    def __init__(self) -> None:
        self.outer: list[tuple[int, int]] = []  # both values of the outer templates
        self.restart()

    def restart(self) -> cython.int:
        """Discard the document, and prepare for another one."""
        self.outer.clear()
        self.templates = self.tables = self.frames = 0
        self.mode: cython.int = _NO_TEMPLATE  # the content of the innermost template
        self.frameset_ok = self.head_may_come = True  # nothing that rules out a frameset was seen yet
        self.frameset = self.form = False
        return 0

    def watched(self) -> cython.int:
        """Return which start tags matter now: those of :data:`_ALWAYS`, of :data:`_IN_CONTENT` as well, or all (0)."""
        if self.frameset or self.mode == _OPEN or self.mode == _AS_COLUMNS:
            return 0
        if not self.frameset_ok:
            return _ALWAYS
        return 0 if self.head_may_come else _ALWAYS | _IN_CONTENT

    def text(self) -> cython.void:
        """Process text that is not only white space."""
        self.frameset_ok = self.head_may_come = False

    def open(self, number: cython.int, name: str) -> cython.bint:
        """Process a start tag; return True if it creates an element or adds to one (§13.2.6.4.7: html, body)."""
        made: cython.bint
        if self.frameset:
            return self.open_frame(number)
        if number == elements.HEAD:
            made = self.head_may_come
            self.head_may_come = False
            return made
        if self.frameset_ok:
            self.head_may_come = self.head_may_come and number == elements.HTML
            if name in _FRAMESET_NOT_OK:
                self.frameset_ok = False
        if self.mode != _NO_TEMPLATE:
            if self.mode == _OPEN and name not in _ANYWHERE:
                self.mode = _FIRST.get(name, _AS_BODY)
            if self.mode == _AS_COLUMNS and name not in ("col", "template"):
                return False
        if not _MATTERS[number]:
            return True
        if number == elements.TEMPLATE:
            self.templates += 1
            if self.templates <= _MOST_TEMPLATES:
                self.outer.append((self.mode, self.tables))
                self.mode = _OPEN
                # the number of open tables in the innermost template, or in the document
                self.tables = 0
        elif number == elements.TABLE:
            self.tables += 1
        elif number == elements.FORM:
            if not self.templates:
                made = not self.form
                self.form = True  # a form is open
                return made
        elif number == elements.FRAMESET:
            self.frameset = self.frameset_ok and not self.templates  # after a frameset, only frames count
            self.frames = self.frameset  # the number of open framesets
            return self.frameset
        elif number in (elements.HTML, elements.BODY):
            return not self.templates
        elif number == elements.FRAME:
            return False
        elif not self.tables and self.templates <= _MOST_TEMPLATES:  # a part of a table
            return self.mode != _NO_TEMPLATE and name in _PARTS_OF[self.mode]
        return True

    def foreign(self) -> cython.bint:
        """Process a start tag of SVG or MathML; return True if it creates an element."""
        self.head_may_come = False
        if self.mode == _OPEN:
            self.mode = _AS_BODY
        return not self.frameset and self.mode != _AS_COLUMNS

    def open_frame(self, number: cython.int) -> cython.bint:
        if number == elements.FRAMESET and self.frames:
            self.frames += 1
            return True
        return number in (elements.HTML, elements.NOFRAMES) or (number == elements.FRAME and self.frames > 0)

    def close(self, number: cython.int) -> cython.int:
        """Process an end tag."""
        if number == elements.TEMPLATE:
            if 0 < self.templates <= _MOST_TEMPLATES:
                self.mode, self.tables = self.outer.pop()
            self.templates = max(0, self.templates - 1)
        elif number == elements.TABLE:
            self.tables = max(0, self.tables - 1)
        elif number == elements.FORM and not self.templates:
            self.form = False
        elif number == elements.FRAMESET:
            self.frames = max(0, self.frames - 1)
        elif number == elements.BR:
            self.text()  # it creates an element
        elif number in (elements.HTML, elements.HEAD, elements.BODY):
            self.head_may_come = False
        return 0


# ----------------------------------------------------------------------------------------------------------------------
# Fast checks of attribute values and of text: the lowest of four classes.

_PLAIN = cython.declare(bytes, PLAIN)
_SPACES = cython.declare(bytes, bytes(byte in b" \t\n\f\r" for byte in range(256)))
_ALNUM = cython.declare(bytes, ALNUM)
_PLAIN_URL = cython.declare(object, PLAIN_URL)
_USUAL_URI = cython.declare(object, USUAL_URI)
_MASK = cython.declare(bytes, MASK)
_COLON = cython.declare(object, MEANT_COLON)
_SHAPE = cython.declare(object, SHAPE)
_SHAPE_ENDS = cython.declare(bytes, SHAPE_ENDS)
# What comes before "(" in "url(", "src(", "image-set(", perhaps as a character reference.
_FUNCTION_ENDS = cython.declare(bytes, bytes(byte in b"lctLCT;" for byte in range(256)))


class Values:
    """A window of bytes, the rest of it as text, and the element whose attributes are read."""

    def __init__(self) -> None:
        self.verbatim: list[tuple[int, int]] = []  # spans in which no character reference is decoded
        self.take(b"")
        self.number = 0  # of the current element; it is a meta with an http-equiv, or whose content is a URL
        self.pragma = self.url_property = False

    def take(self, window: bytes) -> cython.int:
        """Take a window."""
        self.window = self.data = window
        self.span_start = self.span_end = 0
        if cython.compiled:  # created here, so that nothing else refers to it and it may be written to
            self.text = PyBytes_FromStringAndSize(cython.NULL, len(window))  # the window, with references masked
            self.masked: cython.p_uchar = cython.cast(cython.p_uchar, PyBytes_AS_STRING(self.text))
            memcpy(self.masked, self.data, len(window))
        else:
            self.masked = self.text = bytearray(window)
        return 0

    def mask(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> None:
        """Mask these bytes of the window in the text, except line feeds."""
        if not cython.compiled:
            self.text[start:end] = self.window[start:end].translate(_MASK)
            return
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
        if occurs(self.masked, AMPERSAND, self.span_end, start):
            self.end_span()
        if not self.span_end:
            self.span_start = start  # the last one, which may be extended
        self.span_end = end  # 0: none
        return 0

    def end_span(self) -> cython.int:
        if self.span_end:
            self.verbatim.append((self.span_start, self.span_end))
            self.span_end = 0
        return 0

    def holds(self, byte: cython.int, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the byte occurs from ``start`` to ``end``."""
        return occurs(self.data, byte, start, end)

    def is_left(self, byte: cython.int, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the byte occurs there in the text, which excludes masked bytes."""
        return occurs(self.masked, byte, start, end)

    def next(self, byte: cython.int, start: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the next place of that byte."""
        return next_place(self.data, byte, start, len(self.window))

    def may_refer_in(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the text has a colon or a ``&``. Before ``nearest`` there is none, as in most text."""
        if self.colon < start:
            self.colon: cython.Py_ssize_t = self.next(58, start)  # the next colon after the last place searched,
        if self.refers(start, end) or self.colon < end:
            return True
        self.nearest: cython.Py_ssize_t = min(self.colon, self.ampersand)  # neither is before this place
        return False

    def refers(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a ``&`` occurs from ``start`` to ``end``."""
        if self.ampersand < start:
            self.ampersand: cython.Py_ssize_t = self.next(38, start)  # and the next "&"
        return self.ampersand < end

    def plain(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Return 1 if a value is one URL with a scheme, 2 for one without, 0 if it needs decoding.

        4 is added for an :func:`ascii_reference`, 8 for a blank or bytes beyond ASCII, 16 if it is a valid URI. Another
        ``&`` must not begin a character reference (§13.2.5.73).
        """
        if not cython.compiled:
            match = _PLAIN_URL.match(self.window, start, end)
            if match is None or match.end() != end or start == end:
                return 0
            value = self.window[start:end]
            other = 8 * (not value.isascii() or SPACE in value) | 16 * (_USUAL_URI.fullmatch(value) is not None)
            return (2 if match["scheme"] is None else 1) | 4 * (ASCII_REFERENCE.search(value) is not None) | other
        data: cython.p_const_uchar = self.data
        plain: cython.p_const_uchar = _PLAIN
        alnum: cython.p_const_uchar = _ALNUM
        i: cython.Py_ssize_t = start
        size: cython.int
        held: cython.int = 0
        while i < end and plain[data[i]] & 2:
            i += 1
        seen: cython.int = 1 if start < i < end and data[i] == COLON and plain[data[start]] == 3 else 2
        i += seen & 1
        if end - i > 1 and data[i] == data[i + 1] == SLASH and (i + 2 == end or not plain[data[i + 2]] & 2):
            held = 4  # an empty host
        while i < end:
            kind: cython.int = plain[data[i]]
            if kind:
                held |= kind
                i += 1
            elif data[i] != AMPERSAND:
                return 0
            elif (size := ascii_reference(data, i, end) >> 8) > 0:
                seen |= 4
                held |= 4 * (data[i + 1] == NUMBER_SIGN)
                i += size
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
        while i < end and (_SPACES[data[i]] or data[i] == COMMA):
            i += 1
        if i == end:
            return -1
        self.url_start = i  # of an image candidate
        while i < end and not _SPACES[data[i]]:
            i += 1
        self.url_end = i
        while data[self.url_end - 1] == COMMA:
            self.url_end -= 1
        seen: cython.int = self.plain(self.url_start, self.url_end)
        if not seen or seen & 8:
            return -2
        if self.url_end < i:
            return i
        while i < end and _SPACES[data[i]]:
            i += 1
        digits: cython.Py_ssize_t = i
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
        if self.host(start, end) < 0:
            return False
        last: cython.int = self.data[min(end, start + 9) - 1]
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
        # A style: "(" after the last letter of a function that takes a URL, an escape, or references to either.
        for i in range(start, end):
            byte: cython.int = self.data[i]
            if byte == LEFT_PAREN and _FUNCTION_ENDS[self.data[i - 1]]:
                return True
            if byte == BACKSLASH:
                return True
            if (
                byte == AMPERSAND
                and self.data[i + 1] in (NUMBER_SIGN, SMALL_B, SMALL_L)
                and not ascii_reference(self.data, i, end)
            ):
                return True
        return False

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
        for i in range(start + 3, end):
            if data[i] in (APOSTROPHE, QUOTATION_MARK, AMPERSAND):
                k: cython.Py_ssize_t = i - 1
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
                i = next_place(data, AMPERSAND, i, end)
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


# ----------------------------------------------------------------------------------------------------------------------
# Add rows for references in attributes and style sheets that need no decoding: the second of four classes.

_IS_HOST = cython.declare(object, is_host)
_WHAT_IT_SAYS = cython.declare(object, what_it_says)
_ATTRIBUTE_NAME = cython.declare(object, attribute_name)
_IS_CUSTOM = cython.declare(object, is_custom)
_SLASHLESS = cython.declare(object, SLASHLESS)
_OF_TEMPLATES = cython.declare(bytes, OF_TEMPLATES)
_MEANT_BY = cython.declare(object, meant_by)
_DECODE = cython.declare(object, decode)
_PARTIALLY = cython.declare(object, PARTIALLY)
_NAMING = cython.declare(bytes, bytes(name in attributes.NAMING for name in ATTRIBUTES))
_PROPERTY_ENDS = cython.declare(bytes, PROPERTY_ENDS)
_IS_URL_PROPERTY = cython.declare(object, is_url_property)
_KINDS = cython.declare(dict, DATA_BLOCKS)
_ELEMENTS = cython.declare(tuple, tuple("img" if name == "image" else name for name in ELEMENTS))
_FOREIGN_ELEMENTS = cython.declare(tuple, ELEMENTS)
_ATTRIBUTES = cython.declare(tuple, ATTRIBUTES)


class References(Values):
    """Adds references to ``found``, with ``bases`` and ``origin``; ``lines`` counts lines.

    Without ``places`` the raw text of references is not kept. ``css`` are the places of references in styles, in bytes
    of the document.
    """

    def __init__(self, tokens: Any) -> None:
        Values.__init__(self)
        self.rows: cython.longlong[::1] = tokens  # the rows of the tokenizer
        # a pointer to them
        self.tokens: cython.p_longlong = cython.address(self.rows[0]) if cython.compiled else tokens
        self.css: list[tuple[int, int]] = []
        self.texts: list[Any] = []
        self.literals = Literals()
        self.name: object = None  # its name, if it has no number
        self.tag = -1  # the row of the current start tag; -1: no longer in the table
        self.offset = 0
        self.named = self.foreign = False

    def begin(
        self, found: Rows, lines: LineCounter, bases: object, origin: object, places: cython.bint
    ) -> cython.int:  # fmt: skip
        """Begin another document."""
        self.found = found
        self.places = places
        self.lines = lines
        self.bases = bases
        self.origin = origin
        if self.css:
            self.css.clear()
        self.name = None
        self.number = 0
        self.tag = -1
        self.foreign = False
        return 0

    def element(self) -> Any:
        """Return the name of the current element."""
        if self.number:
            return _FOREIGN_ELEMENTS[self.number] if self.foreign else _ELEMENTS[self.number]
        if not self.named:
            self.named = True  # the name was decoded
            name: bytes = self.window[self.tokens[self.tag + rows.START] : self.tokens[self.tag + rows.END]]
            self.name = name[:256].lower().decode("utf-8", "replace")
        return self.name

    def leave_tag(self) -> cython.int:
        """Leave the character references of the current tag undecoded, unless the rest may contain a colon."""
        start: cython.Py_ssize_t = self.tokens[self.tag + rows.START]
        end: cython.Py_ssize_t = self.ends
        self.ends = 0  # the end of the current tag, if it contains a "&"
        if self.is_left(38, start, end) and not self.is_left(58, start, end) and not self.may_mean_colon(start, end):
            self.decode_none(start, end)
        return 0

    def look_for_type(self, count: cython.Py_ssize_t) -> object:
        """Return the kind of data block (``DATA_BLOCKS``) that the current ``script`` declares; None for others."""
        at: cython.Py_ssize_t = self.tag + rows.WIDTH
        while at < count * rows.WIDTH and self.tokens[at] == rows.ATTRIBUTE:
            if (
                self.tokens[at + rows.ID] == names.TYPE
                and self.tokens[at + rows.VALUE_END] > self.tokens[at + rows.VALUE]
            ):
                return _KINDS.get(
                    self.window[self.tokens[at + rows.VALUE] : self.tokens[at + rows.VALUE_END]].strip().lower()
                )
            at += rows.WIDTH
        return None

    def look_for_pragma(self, count: cython.Py_ssize_t) -> cython.int:
        """Set ``pragma`` if the current ``meta`` may be a refresh, and ``url_property`` if its content is a URL."""
        at: cython.Py_ssize_t = self.tag + rows.WIDTH
        first: cython.int
        last: cython.int
        self.pragma = self.url_property = False
        while at < count * rows.WIDTH and self.tokens[at] == rows.ATTRIBUTE:
            if self.tokens[at + rows.ID] == names.HTTP_EQUIV:
                value: bytes = self.window[self.tokens[at + rows.VALUE] : self.tokens[at + rows.VALUE_END]]
                self.pragma = AMPERSAND in value or value.lower() == b"refresh"
            elif _NAMING[self.tokens[at + rows.ID]] and self.tokens[at + rows.VALUE_END] > self.tokens[at + rows.VALUE]:
                size: cython.Py_ssize_t = self.tokens[at + rows.VALUE_END] - self.tokens[at + rows.VALUE]
                first, last = self.data[self.tokens[at + rows.VALUE]], self.data[self.tokens[at + rows.VALUE_END] - 1]
                if SPACE < first < DELETE and SPACE < last < DELETE and (
                    size > 63 or not _PROPERTY_ENDS[size << 5 | last & 31]
                ):  # fmt: skip
                    at += rows.WIDTH
                    continue
                value = self.window[self.tokens[at + rows.VALUE] : self.tokens[at + rows.VALUE_END]]
                if _IS_URL_PROPERTY(value.decode("latin-1")):
                    self.url_property = True
            at += rows.WIDTH
        return 0

    def image_candidates(
        self, attribute: cython.Py_ssize_t, start: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.int:  # fmt: skip
        """Add the URLs of image candidates; return False if one of them needs decoding."""
        i: cython.Py_ssize_t = start
        while i >= 0:
            i = self.candidate(i, end)
        if i < -1:
            return False
        i = self.candidate(start, end)
        if i >= 0:
            self.mask(start, end)
        while i >= 0:
            seen: cython.int = self.plain(self.url_start, self.url_end)
            self.add(attribute, self.url_start, self.url_end, seen, layout.ATTRIBUTE)
            i = self.candidate(i, end)
        return True

    def style(self, attribute: cython.Py_ssize_t, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Add references of a style attribute, or a sheet if ``attribute`` is 0; return False if some need decoding."""
        if not self.foreign and self.number in (elements.HTML, elements.BODY):
            return False
        found: list[Any] = []
        if not cython.compiled or (attribute and self.holds(AMPERSAND, start, end)):
            return False
        if skim(self.window, start, end, limits.MAX_REFERENCE, 0, found) < end:
            return False
        first: cython.Py_ssize_t
        last: cython.Py_ssize_t
        for _, first, last in found:
            self.add(attribute, first, last, self.plain(first, last), layout.CSS)
            self.css.append((self.offset + first, self.offset + last))
            if attribute:
                self.blank(first, last)
        return True

    def add(
        self, attribute: cython.Py_ssize_t, start: cython.Py_ssize_t, end: cython.Py_ssize_t, seen: cython.int,
        delimiter: cython.longlong,
    ) -> cython.int:  # fmt: skip
        """Add a reference that :meth:`plain` accepted, with the result ``seen``; return False if it is not UTF-8."""
        bits: cython.longlong = delimiter | (layout.URI if seen & 1 else layout.RELATIVE)
        if seen & 16:
            bits |= layout.OWN_LINE
        raw: str | None = None
        if seen & 8 or (seen & 4 and self.places):
            try:
                raw = self.data[start:end].decode("utf-8")
            except UnicodeDecodeError:
                return False
            if seen & 1 and not raw.isascii():
                bits = delimiter | layout.IRI
        self.lines.count_to(self.window, self.offset, start)
        begin: cython.longlong = self.offset + start
        column: cython.longlong = begin - self.lines.start + 1
        self.found.copy(
            self.window, start, end, begin, self.lines.number, column, bits, self.bases, self.origin,
            self.element(), _ATTRIBUTES[attribute], seen & 4 != 0,
            raw if seen & 4 and self.places else None,
        )  # fmt: skip
        return True

    def plain_data(
        self, name: cython.Py_ssize_t, name_end: cython.Py_ssize_t, start: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.int:  # fmt: skip
        """Read a custom data attribute whose value is a path, a web URI, JSON, or any text.

        Return False if it must be read by :mod:`.scripted`.
        """
        attribute: str = _ATTRIBUTE_NAME(self.window[name:name_end])
        what: cython.int = _WHAT_IT_SAYS(attribute)
        if what >= script_words.SAYS_LINK:
            return False
        byte: cython.int = self.data[start]
        if what == script_words.SAYS_SRCSET:
            return self.data_candidates(start, end, attribute)
        if byte | 0x20 == SMALL_H or byte == SLASH:
            bits: cython.int = self.plain_literal(start, end, what)
            if bits >= 0:
                if not self.add_literal(start, end, bits, attribute):
                    return False
                self.blank(start, end)
                return True
        if byte in (LEFT_BRACE, LEFT_BRACKET) and self.data[start + 1] != byte:
            self.read_literals(start, end, attribute)
        elif what != script_words.SAYS_ANYTHING and self.is_one_word(start, end):
            pass
        elif (
            what != script_words.SAYS_ANYTHING or self.window.find(b"//", start, end) >= 0
            or self.holds(BACKSLASH, start, end)
        ):  # fmt: skip
            return False
        if self.holds(COLON, start, end) or self.holds(AMPERSAND, start, end):
            self.texts.append((self.offset + start, self.offset + end, self.element(), attribute))
        return True

    def plain_literal(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, what: cython.int) -> cython.int:
        """Return the bits of a value that is one plain reference, given what its name says; -1 if it is not."""
        data: cython.p_const_uchar = self.data
        host: cython.Py_ssize_t = start + 2
        seen: cython.int = self.plain(start, end)
        if not seen or seen & 8 or end - start < 2 or self.is_template(start, end):
            return -1
        if data[start] == SLASH:
            if data[start + 1] != SLASH:
                return script_words.RELATIVE if what == script_words.SAYS_URL else -1
        else:
            host = self.host(start, end)
            if host < 0:
                return -1
        if what != script_words.SAYS_URL and self.holds(LEFT_PAREN, start, end):
            return -1  # possibly a "url()"
        if data[start] == SLASH:
            return script_words.RELATIVE if _IS_HOST(self.window[host : min(end, start + 258)]) else -1
        return 0 if what == script_words.SAYS_URL or (host < end and data[host] != SLASH) else -1

    def data_candidates(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, attribute: str) -> cython.int:
        """Add the image candidates of a data attribute; return False if one of them needs decoding."""
        i: cython.Py_ssize_t = self.candidate(start, end)
        while i >= 0:
            if self.plain_literal(self.url_start, self.url_end, script_words.SAYS_URL) < 0:
                return False
            i = self.candidate(i, end)
        if i < -1 or self.holds(LEFT_PAREN, start, end):
            return False
        i = self.candidate(start, end)
        while i >= 0:
            bits: cython.int = self.plain_literal(self.url_start, self.url_end, script_words.SAYS_URL)
            self.add_literal(self.url_start, self.url_end, bits, attribute)
            self.blank(self.url_start, self.url_end)
            i = self.candidate(i, end)
        if self.data[end] in (QUOTATION_MARK, APOSTROPHE):  # the value ends with these
            self.blank(start - 1, start)
            self.blank(end, end + 1)
        return True

    def is_one_word(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a value is one word, perhaps in base64, but not a path, a file name or a URI."""
        return (
            _ALNUM[self.data[start]]
            and 0 < self.plain(start, end) & 15 < 4
            and not self.holds(DOT, start, end)
            and not self.holds(AMPERSAND, start, end)
            and not self.holds(LEFT_PAREN, start, end)
            and self.window.find(b"//", start, end) < 0
            and not self.names_scheme(start, end)
        )

    def is_template(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a value contains a byte that occurs in templates but not in URLs."""
        for i in range(start, end):
            byte: cython.int = _OF_TEMPLATES[self.data[i]]
            if byte and (byte == 1 or (i + 1 < end and self.data[i + 1] == self.data[i])):
                return True
        return False

    def plain_handler(
        self, name: cython.Py_ssize_t, name_end: cython.Py_ssize_t, start: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.int:  # fmt: skip
        """Read an event handler whose references all contain slashes; return False for any other."""
        colon: cython.bint = self.holds(COLON, start, end)
        if (self.holds(AMPERSAND, start, end) and self.window.find(b"&#", start, end) >= 0) or (
            self.navigates(start, end) and _SLASHLESS.search(self.window, start, end) is not None
        ):
            return False
        found: list[Any] = self.literals.read(self.window, start, end) if self.holds(SLASH, start, end) else []
        if not found and not colon:
            return True
        attribute: str = _ATTRIBUTE_NAME(self.window[name:name_end])
        self.add_literals(found, attribute)
        if colon:
            self.texts.append((self.offset + start, self.offset + end, self.element(), attribute))
            self.blank(start - 1, start)  # the value ends with its quotation marks
            self.blank(end, end + 1)
        return True

    def read_literals(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, attribute: object) -> cython.int:
        """Add the references in literals of a script, or of JSON."""
        return self.add_literals(self.literals.read(self.window, start, end), attribute)

    def add_literals(self, found: Any, attribute: object) -> cython.int:
        """Add the references that :class:`._literals.Literals` found, and mask what it hides."""
        first: cython.Py_ssize_t
        last: cython.Py_ssize_t
        bits: cython.int
        for first, last, bits in found:
            if bits & script_words.HIDDEN or self.add_literal(first, last, bits, attribute):
                self.blank(first, last)
        return 0

    def add_literal(
        self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, what: cython.int, attribute: object
    ) -> cython.int:  # fmt: skip
        """Add a literal of a script that is a reference; return False if it is not UTF-8."""
        raw: str
        try:
            raw = self.data[start:end].decode("utf-8")
        except UnicodeDecodeError:
            return False
        # Mostly the only escape of JSON in scripts:
        reference: str = raw.replace("\\/", "/") if what & script_words.ESCAPED else raw
        if "&#" in raw and attribute is not None and not what & script_words.ESCAPED:
            reference = _DECODE(self.window[start:end]).text
        elif "\\" in reference or "&amp;" in reference:
            reference = _MEANT_BY(raw, what)
        bits: cython.longlong = layout.SCRIPT | (layout.RELATIVE if what & script_words.RELATIVE else layout.URI)
        if not what & script_words.RELATIVE and not reference.isascii():
            bits = layout.SCRIPT | layout.IRI
        self.lines.count_to(self.window, self.offset, start)
        begin: cython.longlong = self.offset + start
        self.found.add(
            reference, raw, begin, self.offset + end, self.lines.number, begin - self.lines.start + 1, bits,
            self.bases, self.origin, self.element(), attribute, _PARTIALLY if what & script_words.PARTIAL else None,
        )  # fmt: skip
        return True


# ----------------------------------------------------------------------------------------------------------------------
# Find URIs that are the text of several links, one link for each line: the layer between references and the walk.
#
# A program that makes links in wrapped text writes ``<a href="http://a.example/b-c">http://a.example/b-</a>``, white
# space, ``<a href="http://a.example/b-c">c</a>``. Each ``href`` has the whole URI, but the text of the first link looks
# like another one.

# What comes next: the end tag of a link, the start tag of the next one, its ``href``, its text; or nothing.
_END_TAG = cython.declare(cython.int, 1)
_START_TAG = cython.declare(cython.int, 2)
_HREF = cython.declare(cython.int, 3)
_TEXT = cython.declare(cython.int, 4)
_NOTHING = cython.declare(cython.int, 0)


class LinkLines(References):
    """Compares the texts of adjacent links with their common ``href``.

    If these texts together are the ``href``, perhaps without its last slash, their spans are added to ``css``: the text
    there has no references of its own. ``undecided`` is the place of the first text while the next link was not read,
    else -1. From one text to the next there are at most ``MAX_LINK_TEXT`` bytes. No row is compared twice.
    """

    def __init__(self, tokens: Any) -> None:
        References.__init__(self, tokens)
        self.href = b""  # of the last link
        self.spans: list[tuple[int, int]] = []  # of the texts that were compared with it

    def begin_rows(self, markup: Any, count: cython.Py_ssize_t) -> cython.int:
        """Begin with the first ``count`` rows of the tokenizer."""
        self.markup = markup  # while tokens are read
        self.row_end: cython.Py_ssize_t = count * rows.WIDTH  # of the tokenizer's rows
        if self.undecided >= 0:
            self.compare(0)
        return 0

    def end_rows(self) -> cython.int:
        """Release the tokenizer's rows."""
        if self.tag >= 0 and self.number == elements.A:
            self.keep_href()  # its text may be in the next rows
        self.tag = -1
        self.markup = None  # avoids a cycle
        return 0

    def keep_href(self) -> cython.int:
        """Keep the ``href`` of the current start tag."""
        tokens: cython.p_longlong = self.tokens
        at: cython.Py_ssize_t = self.tag + rows.WIDTH
        self.href = b""
        while at < self.row_end and tokens[at] == rows.ATTRIBUTE:
            if tokens[at + rows.ID] == names.HREF:
                self.href = self.window[tokens[at + rows.VALUE] : tokens[at + rows.VALUE_END]]
                break
            at += rows.WIDTH
        return 0

    def begin_link(self, at: cython.Py_ssize_t) -> cython.int:
        """Begin with the text at ``at`` in the rows, directly after the current start tag, if that is a link's."""
        start: cython.Py_ssize_t = self.tokens[at + rows.START]
        end: cython.Py_ssize_t = self.tokens[at + rows.END]
        if self.number != elements.A or self.foreign:
            return 0
        if self.undecided >= 0 or self.offset + start < self.compared:
            return 0
        if self.tag >= 0:
            self.keep_href()
        if end - start >= len(self.href) or self.window[start:end] != self.href[: end - start]:
            return 0
        self.size = 0  # of the part of it that these have
        self.spans.clear()
        self.take_text(start, end)
        if self.expected == _NOTHING:
            return 0  # the whole is in this link
        self.undecided: cython.longlong = self.offset + start
        return self.compare(at + rows.WIDTH)

    def compare(self, at: cython.Py_ssize_t) -> cython.int:
        """Continue at ``at`` in the rows, as far as they decide."""
        tokens: cython.p_longlong = self.tokens
        while at < self.row_end:
            if self.offset + tokens[at + rows.START] - self.end > limits.MAX_LINK_TEXT or not self.goes_on(at):
                self.undecided = -1
                self.compared: cython.longlong = self.offset + tokens[at + rows.START]  # rows before it were compared
                break
            if self.expected == _NOTHING:
                self.undecided = -1
                self.compared = self.end
                self.css += self.spans
                self.markup.disordered = True  # styles between these texts were added before
                break
            at += rows.WIDTH
        return 0

    def goes_on(self, at: cython.Py_ssize_t) -> cython.bint:
        """Return True if the row at ``at`` may come next, and set ``expected``."""
        tokens: cython.p_longlong = self.tokens
        kind: cython.longlong = tokens[at]
        start: cython.Py_ssize_t = tokens[at + rows.START]
        end: cython.Py_ssize_t = tokens[at + rows.END]
        if kind == rows.ATTRIBUTE:
            if self.expected == _HREF and tokens[at + rows.ID] == names.HREF:
                self.expected: cython.int = _TEXT  # what comes next
                return self.window[tokens[at + rows.VALUE] : tokens[at + rows.VALUE_END]] == self.href
            return True
        if self.expected == _START_TAG:
            if kind == rows.DATA:
                return self.window[start:end].isspace()
            self.expected = _HREF
            return kind == rows.START_TAG and tokens[at + rows.ID] == elements.A
        if self.expected == _HREF:
            return False
        if self.expected == _TEXT:
            if kind != rows.DATA or self.window[start:end] != self.href[self.size : self.size + end - start]:
                return False
            self.take_text(start, end)
            return True
        self.expected = _START_TAG
        return kind == rows.END_TAG and tokens[at + rows.ID] == elements.A

    def take_text(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Add a text that continues the ``href``."""
        self.spans.append((self.offset + start, self.offset + end))
        self.end: cython.longlong = self.offset + end  # of the last text
        self.size += end - start
        left: cython.Py_ssize_t = len(self.href) - self.size
        self.expected = _NOTHING if not left or (left == 1 and self.href[self.size] == SLASH) else _END_TAG
        return 0


# ----------------------------------------------------------------------------------------------------------------------
# Fast path over the tokens of a window: add rows for references in attributes.
#
# Most attributes hold no reference, and most others hold one URL that needs no decoding. A :class:`Walker` looks up
# each attribute in the table of places, adds plain references, and calls :mod:`.markup` for others. One source, two
# speeds.

_WHOLE = cython.declare(cython.longlong, rows.CONTINUES | rows.CUT)
_FOREIGN = cython.declare(cython.longlong, rows.SVG | rows.MATHML)
_IS_ESCAPED_JSON = cython.declare(object, is_escaped_json)
_RELATIVE_PROPERTY = cython.declare(object, RELATIVE_PROPERTY)
_HTML_SHEET = cython.declare(cython.int, 1)
_SVG_SHEET = cython.declare(cython.int, 2)

_COUNT = cython.declare(cython.Py_ssize_t, len(ATTRIBUTES))
_ELEMENT_COUNT = cython.declare(cython.Py_ssize_t, len(ELEMENTS))

_GLANCES = cython.declare(bytes, GLANCES)
_VOID = cython.declare(bytes, bytes(name in VOID for name in ELEMENTS))


class Walker(LinkLines):
    """Read the tokens of one document, window by window, as its tokenizer finds them (:meth:`read_window`).

    References are added to ``found``, with ``bases`` and ``origin``; ``lines`` counts lines. In the text
    (:meth:`source`) references that were read are masked. These lists grow until they are cleared, in bytes of the
    document: ``verbatim``, the spans in which character references are not decoded; ``texts``, the spans of text with
    their elements; ``css``, those in which text has no references of its own. ``decode_all``: decode character
    references in all text, not only near a colon.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        LinkLines.__init__(self, tokenizer.table)
        self.tokenizer = tokenizer
        self.tree = Tree()
        self.regions = Regions()
        self.island: object = None  # the kind of data block of the current script; None: a script
        self.escaped_quotes = False  # its quotation marks are "&q;"

    def restart(
        self, found: Rows, lines: LineCounter, bases: object, origin: object, decode_all: cython.bint,
        places: cython.bint,
    ) -> cython.int:  # fmt: skip
        """Begin another document."""
        self.begin(found, lines, bases, origin, places)
        self.decode_all = decode_all
        self.tokenizer.restart()
        self.tree.restart()
        self.regions.restart(places)
        if self.verbatim:
            self.verbatim.clear()
        if self.texts:
            self.texts.clear()
        # ``watched``: the start tags that the tree needs; 0: all.
        self.watched = self.depth = self.sheet = self.ends = self.compared = 0
        self.fresh = self.undecided = -1
        self.written = False  # the tag was passed to markup
        self.frames = self.tree_knows = self.ignored = True
        return 0

    def load(self, window: bytes, offset: cython.longlong) -> cython.int:
        """Take a window that is at ``offset`` of the document."""
        self.take(window)
        self.offset = offset
        self.colon = self.ampersand = self.nearest = -1
        return 0

    def release(self) -> cython.int:
        """End the document: keep no window, here or in the tokenizer."""
        self.load(b"", 0)
        self.tokenizer.load(b"", 0, False)
        return 0

    def read_window(self, markup: Any, window: bytes, offset: cython.longlong, links: Links | None) -> cython.int:
        """Read the tokenizer's window, at ``offset`` of the document, for ``markup``; ``links``, the texts of links."""
        tokenizer: Tokenizer = self.tokenizer
        more: cython.bint = True
        self.load(window, offset)
        while more:
            more = tokenizer.scan()
            self.read(markup, tokenizer.count)
            if links is not None and tokenizer.count:
                if markup.disordered:
                    self.found.sort()
                links.read(markup, window, offset, tokenizer.count, self.found)
        if links is not None and links.waiting >= 0 and tokenizer.final:
            links.close(self.found)
        return 0

    def read(self, markup: Any, count: cython.Py_ssize_t) -> cython.int:
        """Read the first ``count`` rows of the tokenizer, for ``markup``."""
        tokens: cython.p_longlong = self.tokens
        glance: cython.p_const_uchar = _GLANCES
        opened: cython.p_const_uchar = _OPENED
        closed: cython.p_const_uchar = _CLOSED
        void: cython.p_const_uchar = _VOID
        regions: Regions = self.regions
        marks: cython.p_const_uchar = regions.marks
        first: cython.Py_ssize_t = (self.number + self.foreign * _ELEMENT_COUNT) * _COUNT
        self.begin_rows(markup, count)
        for row in range(count):
            at: cython.Py_ssize_t = row * rows.WIDTH
            kind: cython.longlong = tokens[at]
            if kind == rows.ATTRIBUTE:
                what: cython.int = glance[first + tokens[at + rows.ID]]
                if what != glances.SKIP and not self.ignored:
                    self.attribute(at, what)
                continue
            if self.ends:
                self.leave_tag()
            if self.sheet == _HTML_SHEET and kind != rows.RAWTEXT:
                self.end_sheet()
            if kind == rows.START_TAG:
                self.number = tokens[at + rows.ID]
                self.foreign = tokens[at + rows.BITS] & _FOREIGN != 0
                # the start of the current element's text
                self.fresh = self.offset + tokens[at + rows.VALUE_END]
                if tokens[at + rows.BITS] & rows.SELF_CLOSING if self.foreign else void[self.number]:
                    self.fresh = -1  # a void element has no text
                self.tag = at
                self.named = False
                self.tree_knows = self.foreign  # the tag was passed to the tree
                self.written = self.ignored = False
                first = (self.number + self.foreign * _ELEMENT_COUNT) * _COUNT
                if not self.watched or (not self.foreign and opened[self.number] & self.watched):
                    self.notify_tree()
                if marks[self.number] and not self.foreign:
                    if not self.tree_knows:
                        self.notify_tree_late()
                    if not self.ignored:
                        regions.begin(self.number, self.offset + tokens[at + rows.START])
                if (
                    self.ampersand < tokens[at + rows.VALUE_END]
                    and not self.decode_all
                    and self.refers(tokens[at + rows.START], tokens[at + rows.VALUE_END])
                ):
                    self.ends = tokens[at + rows.VALUE_END]
                if self.sheet or (self.foreign and self.number == elements.STYLE):
                    self.start_in_sheet(tokens[at + rows.BITS], tokens[at + rows.VALUE_END])
                if self.number == elements.META:
                    self.look_for_pragma(count)
                elif self.number == elements.SCRIPT:
                    self.escaped_quotes = False
                    self.island = self.look_for_type(count)
            elif kind == rows.END_TAG:
                if marks[tokens[at + rows.ID]]:
                    regions.end(tokens[at + rows.ID], self.offset + tokens[at + rows.START])
                if closed[tokens[at + rows.ID]]:
                    self.tree.close(tokens[at + rows.ID])
                    self.watched, self.frames = self.tree.watched(), self.tree.frameset_ok
                if self.sheet:
                    self.depth -= 1
                    if self.depth < 0:
                        self.end_sheet()
            elif kind == rows.DATA:
                if self.frames or self.sheet or (
                    self.nearest < tokens[at + rows.END]
                    and self.may_refer_in(tokens[at + rows.START], tokens[at + rows.END])
                ):  # fmt: skip
                    self.run(kind, 0, tokens[at + rows.START], tokens[at + rows.END], at)
            elif kind > rows.DATA:
                self.run(kind, tokens[at + rows.ID], tokens[at + rows.START], tokens[at + rows.END], at)
        if self.ends:
            self.leave_tag()
        if self.tag >= 0:
            self.element()  # needs bytes of this window
            if not tokens[self.tag + rows.VALUE_END]:  # released in parts
                self.write_tag()
        self.end_rows()
        return 0

    def write_tag(self) -> cython.int:
        """Pass the current tag to ``markup``, once."""
        if not self.written:
            self.written = True
            self.markup.tag(self.number, self.tree.templates, self.foreign, self.tag)
        return 0

    # -- tags --------------------------------------------------------------------------------------------------------

    def attribute(self, at: cython.Py_ssize_t, what: cython.int) -> cython.int:
        """Read an attribute that may hold references."""
        tokens: cython.p_longlong = self.tokens
        data: cython.p_const_uchar = self.data
        start: cython.Py_ssize_t = tokens[at + rows.VALUE]
        end: cython.Py_ssize_t = tokens[at + rows.VALUE_END]
        first: cython.Py_ssize_t = start
        last: cython.Py_ssize_t = end
        seen: cython.int = 0
        bits: cython.longlong = layout.ATTRIBUTE
        if what & glances.NAME:
            bits |= layout.NAMESPACE
            what ^= glances.NAME
        whole: cython.bint = not tokens[at + rows.BITS] & rows.TOO_LONG
        if what == glances.ROLE:
            if self.tag >= 0 and not _VOID[self.number]:
                role: str = self.data[start:end].decode("latin-1")
                self.regions.begin_by_role(self.number, role, self.offset + tokens[self.tag + rows.START])
            return 0
        if what == glances.SCRIPTED:
            name: cython.Py_ssize_t = tokens[at + rows.START]
            handler: cython.bint = tokens[at + rows.ID] == names.HANDLER
            # Not so of frameworks: "hx-get", "data-hx-get", ":href", where any text may be a URL.
            usual: cython.bint = handler or (data[name] | 0x20 == SMALL_D and end > start and data[name + 7] != HYPHEN)
            return self.scripted(at) if whole and not (usual and self.cannot_refer(handler, start, end)) else 0
        if whole and what >= glances.STYLES and not self.may_hold_reference(start, end, what):
            return 0
        if not self.tree_knows:
            self.notify_tree_late()
            if self.ignored:
                return 0
        if whole and what == glances.SRCSET and self.image_candidates(tokens[at + rows.ID], start, end):
            return 0
        if whole and what == glances.STYLES and self.style(tokens[at + rows.ID], start, end):
            return 0
        if whole and (what < glances.SRCSET or (what >= glances.NEEDS_SCHEME and self.is_web_uri(start, end))):
            # URLs are stripped of these (URL Standard §4.4). HTML replaces a NUL by another character.
            while first < last and 0 < data[first] <= SPACE:
                first += 1
            while last > first and 0 < data[last - 1] <= SPACE:
                last -= 1
            if first < last:
                seen = self.plain(first, last)
            elif what == glances.URL:
                seen = 2
        if seen & 1 and data[first] | 0x20 == SMALL_J and not self.cannot_refer(True, first, last):
            seen = 0  # a "javascript:" URL with a string
        if seen and not (seen & 8 and what > glances.PAGE) and self.add(tokens[at + rows.ID], first, last, seen, bits):
            if what >= glances.NEEDS_SCHEME or last - first == end - start:
                self.blank(first, last)
            else:
                self.mask(start, end)
            return 0
        self.write_tag()
        self.markup.attribute(tokens[at + rows.ID], start, end, at)
        return 0

    def scripted(self, at: cython.Py_ssize_t) -> cython.int:
        """Read an attribute for scripts: data or an event handler."""
        tokens: cython.p_longlong = self.tokens
        if not self.tree_knows:
            self.notify_tree_late()
            if self.ignored:
                return 0
        name: cython.Py_ssize_t = tokens[at + rows.START]
        end: cython.Py_ssize_t = tokens[at + rows.END]
        if tokens[at + rows.ID] != names.HANDLER:
            if tokens[at + rows.ID] != names.DATA and not _IS_CUSTOM(self.element()):
                return 0
            if self.plain_data(name, end, tokens[at + rows.VALUE], tokens[at + rows.VALUE_END]):
                return 0
        elif self.plain_handler(name, end, tokens[at + rows.VALUE], tokens[at + rows.VALUE_END]):
            return 0
        self.write_tag()
        self.markup.scripted(name, end, tokens[at + rows.VALUE], tokens[at + rows.VALUE_END])
        return 0

    def script(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, whole: cython.bint) -> cython.int:
        """Read a piece of a script."""
        if self.island is not None:
            if self.island == "json":
                self.escaped_quotes = self.escaped_quotes or _IS_ESCAPED_JSON(self.window[start : min(end, start + 64)])
            elif whole and self.island == "ld+json":  # absolute ones are found as in any script
                whole = _RELATIVE_PROPERTY.search(self.window, start, end) is not None
            if self.escaped_quotes or (whole and self.island != "json"):
                self.markup.island(self.island, start, end)
                return 0
        self.read_literals(start, end, None)
        return 0

    def notify_tree_late(self) -> cython.int:
        """Pass the current start tag to the tree, if it matters whether it creates an element."""
        opened: cython.p_const_uchar = _OPENED
        if opened[self.number] & _LATE:
            self.notify_tree()
        self.tree_knows = True
        return 0

    def notify_tree(self) -> cython.int:
        """Pass the current start tag to the tree."""
        self.tree_knows = True
        self.ignored = not (self.tree.foreign() if self.foreign else self.tree.open(self.number, self.element()))
        self.watched, self.frames = self.tree.watched(), self.tree.frameset_ok
        return 0

    def start_in_sheet(self, bits: cython.longlong, end: cython.Py_ssize_t) -> cython.int:
        """Process a start tag that begins a style sheet of SVG, or is in one."""
        if self.sheet:
            if not bits & rows.SELF_CLOSING:
                self.depth += 1
            if not self.foreign:
                self.end_sheet()
        elif end and not bits & rows.SELF_CLOSING and not self.ignored:
            self.sheet = _SVG_SHEET  # the kind of the open style sheet
            self.depth = 0  # the number of elements open in it
            self.markup.sheet(rows.START_TAG, end, end)
        return 0

    def end_sheet(self) -> cython.int:
        """End the style sheet."""
        self.sheet = 0
        self.markup.end_sheet()
        return 0

    # -- runs --------------------------------------------------------------------------------------------------------

    def run(
        self, kind: cython.longlong, number: cython.longlong, start: cython.Py_ssize_t, end: cython.Py_ssize_t,
        at: cython.Py_ssize_t,
    ) -> cython.int:  # fmt: skip
        """Read a run of text, a comment or a similar construct."""
        decoded: cython.bint = kind in (rows.DATA, rows.RCDATA)
        if self.frames and kind == rows.DATA and not self.is_blank(start, end):
            self.tree.text()
            self.watched, self.frames = self.tree.watched(), self.tree.frameset_ok
        if kind == rows.RAWTEXT and number == elements.STYLE:
            if self.sheet or self.tokens[at + rows.BITS] & _WHOLE or not self.style(0, start, end):
                self.sheet = _HTML_SHEET
                self.markup.sheet(kind, start, end)
        elif self.sheet and not self.depth and kind in (rows.DATA, rows.CDATA):
            self.markup.sheet(kind, start, end)
        elif (
            kind == rows.COMMENT and not self.sheet and not self.tokens[at + rows.BITS] & _WHOLE
            and self.is_condition(start, end)
        ):  # fmt: skip
            self.markup.comment(start, end)
        if kind == rows.SCRIPT:
            self.script(start, end, not self.tokens[at + rows.BITS] & _WHOLE)
        if self.colon < start:
            self.colon = self.next(58, start)
        colon: cython.bint = self.colon < end
        # A reference needs a colon: references other than "&#58;" and "&colon;" need no decoding.
        if (
            (not decoded or not (colon or self.decode_all))
            and self.refers(start, end)
            and (not decoded or not self.may_mean_colon(self.ampersand, end))
        ):
            self.decode_none(start, end)
        if colon and kind == rows.SCRIPT:
            self.texts.append((self.offset + start, self.offset + end, _FOREIGN_ELEMENTS[number], None))
        elif colon and number:
            self.texts.append((self.offset + start, self.offset + end, _FOREIGN_ELEMENTS[number]))
        elif colon and kind == rows.DATA and self.offset + start == self.fresh:
            if not self.tree_knows:
                self.notify_tree_late()
            if not self.ignored:
                self.texts.append((self.offset + start, self.offset + end, self.element()))
                self.begin_link(at)
        return 0
