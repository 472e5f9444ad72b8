"""Add rows for references in attributes and style sheets that need no decoding: the middle one of three classes.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html import attributes  # noqa: I001 - several to a line
from uri_extract.media.html.glances import ALNUM
from uri_extract.media.html.names import ATTRIBUTES, ELEMENTS
from uri_extract.media.html.script_words import (
    DATA_BLOCKS, OF_TEMPLATES, PARTIALLY, PROPERTY_ENDS, SLASHLESS, attribute_name, is_host, is_url_property, meant_by,
    what_it_says,
)  # fmt: skip
from uri_extract.media.markup.css import style_references

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, APOSTROPHE, BACKSLASH, COLON, DELETE, DOT, LEFT_BRACE, LEFT_BRACKET, LEFT_PAREN, QUOTATION_MARK,
        SLASH, SMALL_H, SPACE,
    )  # fmt: skip
    from uri_extract.media.html import elements, names, script_words
    from uri_extract.media.html._literals import Literals
    from uri_extract.media.html._values import Values
    from uri_extract.media.markup import rows
    from uri_extract.pages import LineCounter, Rows, layout

_ALNUM = cython.declare(bytes, ALNUM)
_IS_HOST = cython.declare(object, is_host)
_WHAT_IT_SAYS = cython.declare(object, what_it_says)
_ATTRIBUTE_NAME = cython.declare(object, attribute_name)
_SLASHLESS = cython.declare(object, SLASHLESS)
_OF_TEMPLATES = cython.declare(bytes, OF_TEMPLATES)
_MEANT_BY = cython.declare(object, meant_by)
_PARTIALLY = cython.declare(object, PARTIALLY)
_STYLE_REFERENCES = cython.declare(object, style_references)
_NAMING = cython.declare(bytes, bytes(name in attributes.NAMING for name in ATTRIBUTES))
_PROPERTY_ENDS = cython.declare(bytes, PROPERTY_ENDS)
_IS_URL_PROPERTY = cython.declare(object, is_url_property)
_KINDS = cython.declare(dict, DATA_BLOCKS)
_ELEMENTS = cython.declare(tuple, tuple("img" if name == "image" else name for name in ELEMENTS))
_FOREIGN_ELEMENTS = cython.declare(tuple, ELEMENTS)
_ATTRIBUTES = cython.declare(tuple, ATTRIBUTES)


@cython.cclass
class References(Values):
    """Adds references to ``found``, with ``bases`` and ``origin``; ``lines`` counts lines.

    Without ``places`` the raw text of references is not kept. ``css`` are the places of references in styles, in bytes
    of the document.
    """

    def __init__(self, tokens: Any) -> None:
        Values.__init__(self)
        self.rows = tokens
        self.tokens = cython.address(self.rows[0]) if cython.compiled else tokens
        self.css: list[tuple[int, int]] = []
        self.texts: list[Any] = []
        self.literals = Literals()
        self.name: object = None
        self.tag = -1
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
            self.named = True
            name: bytes = self.window[self.tokens[self.tag + rows.START] : self.tokens[self.tag + rows.END]]
            self.name = name[:256].lower().decode("utf-8", "replace")
        return self.name

    def leave_tag(self) -> cython.int:
        """Leave the character references of the current tag undecoded, unless the rest may contain a colon."""
        start: cython.Py_ssize_t = self.tokens[self.tag + rows.START]
        end: cython.Py_ssize_t = self.ends
        self.ends = 0
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
        size: cython.Py_ssize_t
        first: cython.int
        last: cython.int
        self.pragma = self.url_property = False
        while at < count * rows.WIDTH and self.tokens[at] == rows.ATTRIBUTE:
            if self.tokens[at + rows.ID] == names.HTTP_EQUIV:
                value: bytes = self.window[self.tokens[at + rows.VALUE] : self.tokens[at + rows.VALUE_END]]
                self.pragma = AMPERSAND in value or value.lower() == b"refresh"
            elif _NAMING[self.tokens[at + rows.ID]] and self.tokens[at + rows.VALUE_END] > self.tokens[at + rows.VALUE]:
                size = self.tokens[at + rows.VALUE_END] - self.tokens[at + rows.VALUE]
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
        found: Any = _STYLE_REFERENCES(self.window[start:end])
        if found is None:
            return False
        first: cython.Py_ssize_t
        last: cython.Py_ssize_t
        for _, first, last in found:
            first += start
            last += start
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
        byte: cython.int
        i: cython.Py_ssize_t
        for i in range(start, end):
            byte = _OF_TEMPLATES[self.data[i]]
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
        """Add the references that :class:`~uri_extract.media.html._literals.Literals` found, and mask what it hides."""
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
        reference: str
        try:
            raw = self.data[start:end].decode("utf-8")
        except UnicodeDecodeError:
            return False
        # Mostly the only escape of JSON in scripts:
        reference = raw.replace("\\/", "/") if what & script_words.ESCAPED else raw
        if "\\" in reference or "&amp;" in reference:
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
