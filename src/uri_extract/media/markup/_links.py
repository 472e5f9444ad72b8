"""The texts of links, between ``<a href>`` and ``</a>``, and the relations of elements (``rel``).

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`). It reads the rows of the tokenizers of
HTML and XML, separately from the kernels that find the references: nearly all rows cost one comparison.
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html.names import ATTRIBUTES
from uri_extract.media.link_text import link_text

if not cython.compiled:
    from uri_extract import limits
    from uri_extract._ascii import AMPERSAND, DELETE, SEMICOLON, SMALL_A, SMALL_M, SMALL_P, SPACE
    from uri_extract.media.markup import rows
    from uri_extract.pages import Rows, layout
    from uri_extract.pages._bytes import Bytes

_FOREIGN = cython.declare(cython.longlong, rows.SVG | rows.MATHML)
# The maximum of bytes of a link's text that are kept undecoded.
_MOST = cython.declare(cython.Py_ssize_t, 4 * limits.MAX_LINK_TEXT)
# The longest beginning of a character reference that waits for its end, in bytes.
_REFERENCE = cython.declare(cython.Py_ssize_t, 40)

#: The role of a name for the text of a link: the link itself, an element that separates words, one whose text is not
#: shown, one of HTML with raw text, the attribute that has the reference, or the relation.
LINK, APART, HIDDEN, RAW, HREF, REL = 1, 2, 4, 8, 16, 32
_LINK = cython.declare(cython.int, LINK)
_APART = cython.declare(cython.int, APART)
_HIDDEN = cython.declare(cython.int, HIDDEN)
_RAW = cython.declare(cython.int, RAW)
_HREF = cython.declare(cython.int, HREF)
_REL = cython.declare(cython.int, REL)
_OF_ROW = cython.declare(cython.longlong, layout.TYPE | layout.DELIMITER)
_SPACE = cython.declare(bytes, bytes(byte in b"\t\n\x0b\f\r " for byte in range(256)))
_HREF_NAME = cython.declare(object, ATTRIBUTES[ATTRIBUTES.index("href")])
# The maximum of relations that are cached.
_RELATIONS = cython.declare(cython.Py_ssize_t, 1000)


@cython.cclass
class Links:
    """Read the rows of one document from the tokenizer's table, after each scan.

    ``elements`` and ``attributes`` have the role of each name, by its number; ``closing``: any tag may be self-closing.
    ``decode`` decodes the text of the source, ``value`` that of an attribute. ``waiting`` is the place of the start tag
    of a link whose end was not read yet, else -1.
    """

    def __init__(
        self, tokens: Any, elements: bytearray, attributes: bytearray, decode: Any, value: Any, closing: bool = False
    ) -> None:
        self.rows = tokens
        self.tokens = cython.address(self.rows[0]) if cython.compiled else tokens
        self.elements = elements
        self.attributes = attributes
        self.decode = decode
        self.value = value
        self.closing = closing
        self.relations: dict[bytes, str] = {}
        self.parts: list[bytes] = []
        self.decoded = ""
        self.waiting = self.begun = self.tag = -1
        self.start = self.end = self.size = self.hidden = 0

    def read(
        self, markup: Any, window: bytes, offset: cython.longlong, count: cython.Py_ssize_t, found: Rows
    ) -> None:  # fmt: skip
        """Read ``count`` rows of the tokenizer, whose window is at ``offset`` of the document.

        Set the texts of the links that end in them, whose references are in ``found`` in the order of their places.
        A link that is too long is reported to ``markup``.
        """
        tokens: cython.p_longlong = self.tokens
        elements: cython.p_const_uchar = self.elements
        attributes: cython.p_const_uchar = self.attributes
        at: cython.Py_ssize_t
        kind: cython.longlong
        role: cython.int
        # The start tag of a link, whose attributes follow. Those of a long tag are in more than one table.
        tag: cython.bint = self.begun < 0 and self.tag >= 0 and self.waiting < 0
        last: cython.Py_ssize_t = -1  # the row of the last start tag
        row: cython.Py_ssize_t
        value: bytes
        self.markup = markup
        self.window = window
        self.found = found
        for row in range(count):
            at = row * rows.WIDTH
            kind = tokens[at]
            if kind == rows.ATTRIBUTE:
                role = attributes[tokens[at + rows.ID]]
                if not role:
                    continue
                if role & _REL and last >= 0 and tokens[last + rows.VALUE_END]:
                    value = window[tokens[at + rows.VALUE] : tokens[at + rows.VALUE_END]]
                    self.set_rel_of(offset + tokens[last + rows.START], offset + tokens[last + rows.VALUE_END], value)
                elif tag and role & _HREF:
                    # References before this attribute of a long tag are not held back.
                    self.waiting = self.tag if last >= 0 else offset + tokens[at + rows.START]
                    tag = False
                continue
            if self.begun < 0 and kind != rows.REST:
                self.begun = offset + tokens[at + rows.START]
            if kind == rows.START_TAG:
                tag = False
                last = at
                if self.waiting >= 0 and offset + tokens[at + rows.START] - self.begun > limits.MAX_LINK:
                    self.give_up()
                role = elements[tokens[at + rows.ID]]
                if not role:
                    continue
                if role & _APART:
                    if self.waiting >= 0:
                        self.separate()
                elif (
                    tokens[at + rows.BITS] & rows.SELF_CLOSING and (self.closing or tokens[at + rows.BITS] & _FOREIGN)
                ) or (
                    self.waiting >= 0 and self.hides(tokens[at + rows.ID], tokens[at + rows.BITS] & _FOREIGN != 0)
                ):  # fmt: skip
                    continue
                elif role & _LINK:
                    if self.waiting >= 0:
                        self.finish()
                    tag = True
                    self.tag = offset + tokens[at + rows.START]
                    # The end of a long tag is not known yet.
                    self.begun = offset + tokens[at + rows.VALUE_END] if tokens[at + rows.VALUE_END] else -1
                    self.start = self.end = self.size = self.hidden = 0
                    self.decoded = ""
                    if self.parts:
                        self.parts.clear()
            elif self.waiting < 0 or self.begun < 0:
                continue
            elif offset + tokens[at + rows.START] - self.begun > limits.MAX_LINK:
                self.give_up()
            elif kind == rows.DATA:
                if not self.hidden:
                    self.text(tokens[at + rows.START], tokens[at + rows.END])
            elif kind == rows.END_TAG:
                role = elements[tokens[at + rows.ID]]
                if not role:
                    continue
                if self.hidden:
                    if tokens[at + rows.ID] == self.hiding:
                        self.hidden -= 1
                elif role & _LINK:
                    self.finish()
                elif role & _APART:
                    self.separate()
            elif kind == rows.CDATA and not self.hidden:
                self.keep()
                self.add(window[tokens[at + rows.START] : tokens[at + rows.END]].replace(b"&", b"&amp;"))
        if self.waiting >= 0:
            self.keep()
        self.window = b""  # no window is kept
        self.markup = None  # avoids a cycle

    def close(self, found: Rows) -> cython.int:
        """End a link that the end of the document ends."""
        self.found = found
        self.finish()
        return 0

    def hides(self, number: cython.longlong, foreign: cython.bint) -> cython.bint:
        """Process a start tag in a link; return True if the tag hides text, or is hidden and does not end the link.

        In HTML, ``<a>`` ends an open link everywhere except in a template (HTML Standard §13.2.6.4.7).
        """
        elements: cython.p_const_uchar = self.elements
        role: cython.int = elements[number]
        if self.hidden:
            if number == self.hiding:
                self.hidden += 1
                return True
            return not role & _LINK or self.closing or elements[self.hiding] & _HIDDEN != 0
        if role & _HIDDEN or (role & _RAW and (foreign or self.closing)):
            self.hidden = 1
            self.hiding = number
            return True
        return False

    def finish(self) -> cython.bint:
        """End a link and set the text of its references; return False if it has none."""
        shown: cython.bint = False
        if self.parts or self.decoded:
            self.keep()
            source: bytes = b"".join(self.parts)
            shown = self.set_text(source, 0, len(source))
            self.parts.clear()
            self.decoded = ""
        elif self.end:
            shown = self.set_text(self.window, self.start, self.end)
        self.start = self.end = self.size = self.hidden = 0
        self.waiting = -1
        return shown

    def give_up(self) -> cython.int:
        """End a link that is too long: its text is what was read of it."""
        place: cython.longlong = self.waiting
        if not self.finish():
            self.markup.link_too_long(place)
        return 0

    def text(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Add a run of text to the link."""
        if self.end:
            self.keep()
        self.start = start
        self.end = end
        self.size += end - start
        if self.size > _MOST:
            self.condense()
        return 0

    def add(self, source: bytes) -> cython.int:
        """Add a copied piece to the text."""
        self.parts.append(source)
        self.size += len(source)
        if self.size > _MOST:
            self.condense()
        return 0

    def keep(self) -> cython.int:
        """Copy the current run, whose window may be released."""
        if self.end:
            self.parts.append(self.window[self.start : self.end])
            self.start = self.end = 0
        return 0

    def separate(self) -> cython.int:
        """Add a blank for a tag that separates words."""
        self.keep()
        if not self.hidden and (not self.parts or self.parts[-1] != b" "):
            self.add(b" ")
        return 0

    def condense(self) -> cython.int:
        """Decode the text so far and collapse its white space; end the link if its text reaches the limit."""
        self.keep()
        source: bytes = b"".join(self.parts)
        end: cython.Py_ssize_t = len(source)
        # A long run comes in pieces, which may divide a character reference or a character.
        reference: cython.Py_ssize_t = source.rfind(b"&", end - _REFERENCE)
        if reference >= 0 and source.find(b";", reference) < 0:
            end = reference
        elif source[end - 1] > DELETE:
            while end > len(source) - 4 and source[end - 1] & 0xC0 == 0x80:
                end -= 1
            end -= 1
        text: str = self.decode(source[:end])
        self.decoded = " ".join((self.decoded + text).split())
        if self.decoded and text[-1:].isspace():
            self.decoded += " "
        self.parts.clear()
        self.parts.append(source[end:])
        self.size = len(source) - end
        if len(self.decoded.encode("utf-8", "surrogateescape")) >= limits.MAX_LINK_TEXT:
            self.finish()
        return 0

    def set_text(self, source: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Set the link text of the references: character references decoded, white space collapsed, truncated.

        Return False if there is only white space.
        """
        found: Rows = self.found
        data: cython.p_const_uchar = source
        space: cython.p_const_uchar = _SPACE
        link: cython.longlong = 0
        while end > begin and space[data[end - 1]]:
            end -= 1
        if not self.decoded:
            while begin < end and space[data[begin]]:
                begin += 1
            if begin == end:
                return False
        row: cython.Py_ssize_t = found.before(self.waiting)
        while row < found.count and found.get(row, layout.START) < self.begun:
            if found.get(row, layout.BITS) & _OF_ROW == layout.ATTRIBUTE and self.is_link(found.attribute_of(row)):
                if not link:
                    link = self.simple(data, begin, end) if cython.compiled and not self.decoded else -1
                    if link < 0:
                        link = self.shown(source[begin:end])
                found.set(row, layout.LINK_TEXT, link)
            row += 1
        return True

    def simple(
        self, data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.longlong:  # fmt: skip
        """Store the text of a link that is ASCII, without references except ``&amp;``; return its value for the row.

        White space is collapsed. Return -1 for other texts. This is the compiled fast path of :meth:`shown`.
        """
        space: cython.p_const_uchar = _SPACE
        text: Bytes = self.found.pool.text
        i: cython.Py_ssize_t = begin
        size: cython.Py_ssize_t = text.size
        blank: cython.bint = False
        if end - begin > limits.MAX_LINK_TEXT:
            return -1
        if size + end - begin > text.room:
            text.grow(end - begin)
        while i < end:
            if space[data[i]]:
                blank = True
                i += 1
                continue
            if data[i] > DELETE:
                return -1
            if blank:
                text.data[size] = SPACE
                size += 1
                blank = False
            text.data[size] = data[i]
            size += 1
            i += 1
            if data[i - 1] == AMPERSAND and i < end and not space[data[i]]:
                if end - i < 4 or data[i] != SMALL_A or data[i + 1] != SMALL_M:
                    return -1
                if data[i + 2] != SMALL_P or data[i + 3] != SEMICOLON:
                    return -1
                i += 4
        i = text.size
        text.size = size
        return i << layout.LINK_SHIFT | size - i + 1

    def set_rel_of(self, begin: cython.longlong, end: cython.longlong, source: bytes) -> cython.int:
        """Set the relation of the references of an element."""
        found: Rows = self.found
        rel: object = self.relations.get(source)
        if rel is None:
            if len(self.relations) > _RELATIONS:
                self.relations.clear()
            rel = self.relations[source] = self.value(source)
        row: cython.Py_ssize_t = found.before(begin)
        while row < found.count and found.get(row, layout.START) < end:
            if found.get(row, layout.BITS) & _OF_ROW == layout.ATTRIBUTE:
                found.set_rel(row, rel)
            row += 1
        return 0

    def is_link(self, attribute: object) -> cython.bint:
        """Return True for ``href``, with or without a prefix."""
        name: Any = attribute
        return name is _HREF_NAME or (name is not None and (name == "href" or name.endswith(":href")))

    def shown(self, source: bytes) -> cython.longlong:
        """Store the text of a link, decoded; return its value for the row."""
        octets: bytes = link_text(self.decoded + self.decode(source))
        return self.found.keep_text(octets, 0, len(octets)) if octets else 0
