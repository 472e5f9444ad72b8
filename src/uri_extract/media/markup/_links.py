"""The text of links, which is between ``<a href>`` and ``</a>``, and the relations of elements (``rel``).

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`). It reads the rows of the
tokenizers, of HTML and of XML, apart from the kernels that find the references: nearly all rows cost a comparison.
"""

# mypy: disable-error-code="untyped-decorator"
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_LINK_TEXT
from uri_extract.media.markup import rows
from uri_extract.pages import layout

if cython.compiled:
    from cython.cimports.uri_extract.pages._rows_c import Rows
else:
    from uri_extract.pages import Rows

_WIDTH = cython.declare(cython.Py_ssize_t, rows.WIDTH)
_START_TAG = cython.declare(cython.longlong, rows.START_TAG)
_ATTRIBUTE = cython.declare(cython.longlong, rows.ATTRIBUTE)
_END_TAG = cython.declare(cython.longlong, rows.END_TAG)
_DATA = cython.declare(cython.longlong, rows.DATA)
_CDATA = cython.declare(cython.longlong, rows.CDATA)
_SELF_CLOSING = cython.declare(cython.longlong, rows.SELF_CLOSING)
_FOREIGN = cython.declare(cython.longlong, rows.SVG | rows.MATHML)
_MOST = cython.declare(cython.longlong, MAX_LINK_TEXT + 2)  # with the "</" of the end tag

#: What a name is to the text of a link: the link itself, an element that separates the words around it, one whose text
#: is not shown, one whose text is none of the words of HTML, the attribute that has the reference, or the relation.
LINK, APART, HIDDEN, RAW, HREF, REL = 1, 2, 4, 8, 16, 32
_LINK = cython.declare(cython.int, LINK)
_APART = cython.declare(cython.int, APART)
_HIDDEN = cython.declare(cython.int, HIDDEN)
_RAW = cython.declare(cython.int, RAW)
_HREF = cython.declare(cython.int, HREF)
_REL = cython.declare(cython.int, REL)
_LIMIT = cython.declare(cython.Py_ssize_t, MAX_LINK_TEXT)
_IN_ATTRIBUTE = cython.declare(cython.longlong, layout.ATTRIBUTE)
_OF_ROW = cython.declare(cython.longlong, layout.TYPE | layout.DELIMITER)
_SPACE = cython.declare(bytes, bytes(byte in b"\t\n\x0b\f\r\x1c\x1d\x1e\x1f " for byte in range(256)))


@cython.cclass
class Links:
    """Read the rows of one document out of the tokenizer's table, each scan once.

    ``elements`` and ``attributes`` have, by the number of a name, what it is; with ``closing`` every tag may close
    itself. ``decode`` returns the text that bytes of the source mean, ``value`` that of an attribute. ``waiting`` is
    where the start tag of a link begins whose end has not been read, -1 if there is none.
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
        self.texts: list[tuple[int, int, bytes]] = []
        self.rels: list[tuple[int, int, bytes]] = []
        self.parts: list[bytes] = []
        self.waiting = self.begun = self.tag = -1
        self.start = self.end = self.size = 0

    def read(self, window: bytes, offset: cython.longlong, count: cython.Py_ssize_t, found: Rows) -> None:
        """Take so many rows of the tokenizer, whose window is at ``offset`` of the document.

        The references of links that end in them, which are in ``found`` in the order of their places, get their texts.
        """
        tokens: cython.p_longlong = self.tokens
        elements: cython.p_const_uchar = self.elements
        attributes: cython.p_const_uchar = self.attributes
        at: cython.Py_ssize_t
        kind: cython.longlong
        role: cython.int
        tag: cython.bint = False  # of a link: its attributes come
        last: cython.Py_ssize_t = -1  # the row of the last start tag
        row: cython.Py_ssize_t
        self.window = window
        for row in range(count):
            at = row * _WIDTH
            kind = tokens[at]
            if kind == _ATTRIBUTE:
                role = attributes[tokens[at + 1]]
                if not role:
                    continue
                if role & _REL and last >= 0 and tokens[last + 6]:
                    place = offset + tokens[last + 3], offset + tokens[last + 6]
                    self.rels.append((*place, window[tokens[at + 5] : tokens[at + 6]]))
                elif tag and role & _HREF:
                    self.waiting = self.tag
                    tag = False
            elif kind == _START_TAG:
                tag = False
                last = at
                role = elements[tokens[at + 1]]
                if not role:
                    continue
                if role & _APART:
                    if self.waiting >= 0:
                        self.apart()
                elif role & (_LINK | _HIDDEN) or self.closing or tokens[at + 2] & _FOREIGN:
                    self.waiting = -1
                if role & _LINK and tokens[at + 6] and not (
                    tokens[at + 2] & _SELF_CLOSING and (self.closing or tokens[at + 2] & _FOREIGN)
                ):  # fmt: skip
                    tag = True
                    self.tag = offset + tokens[at + 3]
                    self.begun = offset + tokens[at + 6]
                    self.start = self.end = self.size = 0
                    self.parts.clear()
            elif self.waiting < 0:
                continue
            elif offset + tokens[at + 3] - self.begun > _MOST:
                self.finish()
            elif kind == _DATA:
                self.text(tokens[at + 3], tokens[at + 4])
            elif kind == _END_TAG:
                role = elements[tokens[at + 1]]
                if role & _LINK:
                    self.finish()
                elif role & _APART:
                    self.apart()
            elif kind == _CDATA:
                self.waiting = -1
        if self.waiting >= 0:
            self.keep()
            if offset + tokens[(count - 1) * _WIDTH + 3] - self.begun > _MOST:
                self.finish()
        if self.texts or self.rels:
            self.give(found)

    @cython.cfunc
    @cython.exceptval(-1)
    def finish(self) -> cython.int:
        """Take the end of a link, or as much of its text as is kept."""
        self.keep()
        self.texts.append((self.waiting, self.begun, b"".join(self.parts)))
        self.waiting = -1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def text(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Take a run of text."""
        if self.end:
            self.keep()
        self.start = start
        self.end = min(end, start + _MOST)
        if end - start > _MOST:
            self.finish()
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def keep(self) -> cython.int:
        """Keep the current run, whose window may be gone later."""
        if self.end:
            self.parts.append(self.window[self.start : self.end])
            self.start = self.end = 0
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def apart(self) -> cython.int:
        """Take a tag that separates words."""
        self.keep()
        self.parts.append(b" ")
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def give(self, found: Rows) -> cython.int:
        """Give references the texts and the relations of their elements."""
        start: cython.longlong
        end: cython.longlong
        row: cython.Py_ssize_t
        source: bytes
        for start, end, source in self.texts:
            text: bytes = self.shown(source)
            row = found.before(start) if text else found.count
            while row < found.count and found.get(row, 0) < end:
                if found.get(row, 4) & _OF_ROW == _IN_ATTRIBUTE and self.is_link(found.attribute_of(row)):
                    found.set_link_text(row, text)
                row += 1
        for start, end, source in self.rels:
            rel: object = self.value(source)
            row = found.before(start)
            while row < found.count and found.get(row, 0) < end:
                if found.get(row, 4) & _OF_ROW == _IN_ATTRIBUTE:
                    found.set_rel(row, rel)
                row += 1
        self.texts.clear()
        self.rels.clear()
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def is_link(self, attribute: object) -> cython.bint:
        """Return True for ``href``, with a prefix or without."""
        name: Any = attribute
        return name is not None and (name == "href" or name.endswith(":href"))

    @cython.cfunc
    def shown(self, source: bytes) -> bytes:
        """Return the text of a link in UTF-8: references decoded, white space collapsed, cut at the limit."""
        size: cython.Py_ssize_t = len(source)
        data: cython.p_const_uchar = source
        space: cython.p_const_uchar = _SPACE
        i: cython.Py_ssize_t
        plain: cython.bint = size <= _LIMIT
        before: cython.bint = True  # white space, or the beginning
        for i in range(size):
            if data[i] > 127 or data[i] == 38 or (space[data[i]] and (before or data[i] != 32)):
                plain = False
                break
            before = space[data[i]]
        if plain and not (size and before):
            return source
        text: str = " ".join(self.decode(source).split())
        octets: bytes = text.encode("utf-8", "surrogateescape")
        if len(octets) > _LIMIT:
            octets = octets[:_LIMIT].decode("utf-8", "ignore").rstrip().encode()
        return octets
