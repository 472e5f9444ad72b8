"""What HTML and XML share: the window, rows of values, texts of links, and rows in order until the base is known."""

from __future__ import annotations

from bisect import bisect_left
from sys import maxsize

import cython

from uri_extract._compat._typing import Any
from uri_extract.markup.bases import Pending
from uri_extract.markup.html.glances import PLAIN
from uri_extract.markup.html.names import ATTRIBUTES
from uri_extract.markup.html.regions import OF_ELEMENTS, OF_ROLES, of_role
from uri_extract.markup.urls import Found, kind_bits
from uri_extract.rows import Page, compact, page_of
from uri_extract.text.link_text import link_text

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize
    from cython.cimports.libc.string import memcmp
else:
    from uri_extract import limits
    from uri_extract._compat._ascii import AMPERSAND, COLON, DELETE, SEMICOLON, SMALL_A, SMALL_M, SMALL_P, SPACE
    from uri_extract.markup import rows
    from uri_extract.rows import LineCounter, Pool, Rows, layout
    from uri_extract.rows._bytes import Bytes


# -- The buffer between a reader and the tokenizer: chunks in, windows out ---------------------------------------------
#
# It keeps only bytes that are not settled: the tag or the current run, which are bounded (:mod:`uri_extract.limits`).
# The tokenizer reads no byte twice. So that no byte is copied again and again either, the next window is made only when
# as many new bytes have come as were kept.


class Windows:
    """Passes a document that comes in chunks of any size to a ``tokenizer``, which may have read another one before.

    After each scan the tokenizer holds rows (:mod:`uri_extract.markup.rows`), which do not depend on how the
    document was cut. Their positions count from the start of ``window``, which is at byte ``offset`` of the document.
    """

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer: Any = tokenizer
        self.chunks: list[bytes] = []  # waiting, after the bytes that are kept of the window
        self.restart()

    def restart(self) -> cython.int:
        self.window: bytes = b""
        self.offset: cython.longlong = 0
        self.held: cython.Py_ssize_t = 0  # bytes in the chunks
        if self.chunks:
            self.chunks.clear()
        return 0

    def take(self, chunk: bytes, final: cython.bint = False) -> cython.bint:
        """Take the next bytes of the document, the last ones if ``final``; return True if there is a window to scan."""
        keep: cython.Py_ssize_t = self.tokenizer.pos
        if chunk and not self.held and keep == len(self.window):  # as at the beginning of every document
            self.window = chunk
            self.offset += keep
            self.tokenizer.load(chunk, 0, final)
            return True
        if chunk:
            self.chunks.append(chunk)
            self.held += len(chunk)
        if not final and self.held <= len(self.window) - keep:
            return False
        if keep < len(self.window):
            self.chunks.insert(0, self.window[keep:])
        self.window = self.chunks[0] if len(self.chunks) == 1 else b"".join(self.chunks)
        self.offset += keep
        self.chunks.clear()
        self.held = 0
        self.tokenizer.load(self.window, 0, final)
        return True

    @property
    def end(self) -> int:
        """The offset in the window at which the last read ended: everything before it is settled."""
        pos: int = self.tokenizer.pos
        return pos


# -- Add rows for references that readers of values found, and for those of plain lists, which need no reader ----------

_PLAIN = cython.declare(bytes, PLAIN)
_KIND_BITS = cython.declare(object, kind_bits)

# Classes of bytes: ASCII white space (Infra Standard), a comma, bytes that a plain relative reference does not contain.
_SPACE = cython.declare(cython.int, 1)
_COMMA = cython.declare(cython.int, 2)
_NOT_PLAIN = cython.declare(cython.int, 4)
_CLASSES = cython.declare(
    bytes,
    bytes(
        1 if byte in b" \t\n\f\r" else 2 if byte == 0x2C else 4 * (not 0x20 < byte < 0x7F or byte in b"&:")
        for byte in range(256)
    ),
)


def add_words(
    window: bytes, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, commas: cython.bint, offset: cython.longlong,
    rows: Rows, lines: LineCounter, delimiter: cython.longlong, bases: object, origin: object, element: object,
    attribute: object,
) -> bool:  # fmt: skip
    """Add rows for the references of the list ``window[begin:stop]``, divided as by :func:`.urls.urls`.

    Return False, and add none, if one has a scheme or needs decoding.
    """
    data: cython.p_const_uchar = window
    classes: cython.p_const_uchar = _CLASSES
    between: cython.int = _SPACE | _COMMA if commas else _SPACE
    for i in range(begin, stop):
        if classes[data[i]] & _NOT_PLAIN:
            return False
    i = begin
    while True:
        while i < stop and classes[data[i]] & between:
            i += 1
        if i == stop:
            return True
        first: cython.Py_ssize_t = i
        while i < stop and not classes[data[i]] & between:
            i += 1
        lines.count_to(window, offset, first)
        rows.copy(
            window, first, i, offset + first, lines.number, offset + first - lines.start + 1,
            delimiter | layout.RELATIVE, bases, origin, element, attribute,
        )  # fmt: skip


def add_found(
    found: list[Found], number: cython.Py_ssize_t, shift: cython.longlong, span: Any, window: bytes,
    offset: cython.longlong, rows: Rows, lines: LineCounter, delimiter: cython.longlong, bases: object, origin: object,
    element: object, attribute: object,
) -> int:  # fmt: skip
    """Add rows for the references from ``number`` on that end in the window; return the number of the next one.

    ``window`` is at byte ``offset`` of the document. Places of the references are ``shift`` bytes before those in the
    window; if they are places in a decoded text, ``span`` maps them to bytes.
    """
    size: cython.Py_ssize_t = len(window)
    count: cython.Py_ssize_t = len(found)
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    text: str
    while number < count:
        text, start, end = found[number]
        if span is not None:
            start, end = span(start, end)
        start += shift
        end += shift
        if end > size:
            break
        add_reference(text, start, end, window, offset, rows, lines, delimiter, bases, origin, element, attribute)
        number += 1
    return int(number)


def add_reference(
    text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t, window: bytes, offset: cython.longlong, rows: Rows,
    lines: LineCounter, delimiter: cython.longlong, bases: object, origin: object, element: object, attribute: object,
) -> cython.Py_ssize_t:  # fmt: skip
    bits: cython.longlong = delimiter | (_kind(text) if ":" in text else layout.RELATIVE)
    lines.count_to(window, offset, start)
    column: cython.longlong = offset + start - lines.start + 1
    if _is_at(text, window, start, end):
        return rows.copy(
            window, start, end, offset + start, lines.number, column, bits, bases, origin, element, attribute
        )
    raw: str = window[start:end].decode("utf-8", "surrogateescape")
    return rows.add(
        text, raw, offset + start, offset + end, lines.number, column, bits, bases, origin, element, attribute
    )


def _kind(text: str) -> cython.longlong:
    if not cython.compiled or not text.isascii():
        return _KIND_BITS(text)
    size: cython.Py_ssize_t = 0
    data: cython.p_const_char = PyUnicode_AsUTF8AndSize(text, cython.address(size))
    octets: cython.p_const_uchar = cython.cast(cython.p_const_uchar, data)
    i: cython.Py_ssize_t = 0
    while octets[i] != COLON:  # the text has a colon
        if not _PLAIN[octets[i]] & 2:
            return layout.RELATIVE
        i += 1
    return layout.URI if i and _PLAIN[octets[0]] == 3 else layout.RELATIVE


def _is_at(text: str, window: bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if these bytes equal the text, which must be ASCII."""
    if not text.isascii() or len(text) != end - start:
        return False
    if not cython.compiled:
        return window[start:end] == text.encode()
    size: cython.Py_ssize_t = 0
    data: cython.p_const_char = PyUnicode_AsUTF8AndSize(text, cython.address(size))
    octets: cython.p_const_char = window
    return memcmp(data, octets + start, size) == 0


# ----------------------------------------------------------------------------------------------------------------------
# The texts of links, between ``<a href>`` and ``</a>``, and the relations of elements (``rel``). It reads the rows of
# the tokenizers of HTML and XML, separately from the kernels that find the references: nearly all rows cost one
# comparison.

_FOREIGN = cython.declare(cython.longlong, rows.SVG | rows.MATHML)
# The maximum of bytes of a link's text that are kept undecoded.
_MOST = cython.declare(cython.Py_ssize_t, 4 * limits.MAX_LINK_TEXT)
# The longest beginning of a character reference that waits for its end, in bytes.
_LONGEST_REFERENCE = cython.declare(cython.Py_ssize_t, 40)

#: The role of a name for the text of a link: the link itself, an element that separates words, one whose text is not
#: shown, one of HTML with raw text, the attribute that has the reference, the relation, or the text of an image.
LINK, APART, HIDDEN, RAW, HREF, REL, ALT = 1, 2, 4, 8, 16, 32, 64
_LINK = cython.declare(cython.int, LINK)
_APART = cython.declare(cython.int, APART)
_HIDDEN = cython.declare(cython.int, HIDDEN)
_RAW = cython.declare(cython.int, RAW)
_HREF = cython.declare(cython.int, HREF)
_REL = cython.declare(cython.int, REL)
_ALT = cython.declare(cython.int, ALT)
_OF_ROW = cython.declare(cython.longlong, layout.TYPE | layout.DELIMITER)
_IS_SPACE = cython.declare(bytes, bytes(byte in b"\t\n\x0b\f\r " for byte in range(256)))
_HREF_NAME = cython.declare(object, ATTRIBUTES[ATTRIBUTES.index("href")])
# The maximum of relations that are cached.
_RELATIONS = cython.declare(cython.Py_ssize_t, 1000)


class Links:
    """Read the rows of one document from the tokenizer's table, after each scan.

    ``elements`` and ``attributes`` have the role of each name, by its number; ``closing``: any tag may be self-closing.
    ``decode`` decodes the text of the source, ``value`` that of an attribute. ``waiting`` is the place of the start tag
    of a link whose end was not read yet, else -1.
    """

    def __init__(
        self, tokens: Any, elements: bytearray, attributes: bytearray, decode: Any, value: Any, closing: bool = False
    ) -> None:
        self.rows: cython.longlong[::1] = tokens  # the rows of the tokenizer
        # a pointer to them
        self.tokens: cython.p_longlong = cython.address(self.rows[0]) if cython.compiled else tokens
        self.elements = elements
        self.attributes = attributes
        self.decode = decode
        self.value = value
        self.closing: cython.bint = closing
        self.relations: dict[bytes, str] = {}  # decoded relations, by their source
        self.parts: list[bytes] = []  # the rest, undecoded
        self.decoded = ""  # the text of the open link so far: its beginning, if the rest is long
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
        # The start tag of a link, whose attributes follow. Those of a long tag are in more than one table.
        tag: cython.bint = self.begun < 0 and self.tag >= 0 and self.waiting < 0
        last: cython.Py_ssize_t = -1  # the row of the last start tag
        self.markup = markup  # while rows are read
        self.window = window
        self.found = found
        for row in range(count):
            at: cython.Py_ssize_t = row * rows.WIDTH
            kind: cython.longlong = tokens[at]
            if kind == rows.ATTRIBUTE:
                role: cython.int = attributes[tokens[at + rows.ID]]
                if not role:
                    continue
                if role & _REL and last >= 0 and tokens[last + rows.VALUE_END]:
                    value: bytes = window[tokens[at + rows.VALUE] : tokens[at + rows.VALUE_END]]
                    self.set_rel_of(offset + tokens[last + rows.START], offset + tokens[last + rows.VALUE_END], value)
                elif role & _ALT:
                    if self.waiting >= 0 and 0 <= self.begun < offset + tokens[at + rows.START] and not self.hidden:
                        self.keep()
                        self.add(window[tokens[at + rows.VALUE] : tokens[at + rows.VALUE_END]])
                elif tag and role & _HREF:
                    # References before this attribute of a long tag are not held back.
                    self.waiting = self.tag if last >= 0 else offset + tokens[at + rows.START]
                    tag = False
                continue
            if self.begun < 0 and kind != rows.REST:
                # the start of the text, -1 in a start tag that is longer than what is held of it
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
                    self.tag = offset + tokens[at + rows.START]  # the start tag of the last link
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
            self.hidden = 1  # how many elements of its name are open
            self.hiding = number  # the number of the open element whose text is not shown
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
        if self.end:
            self.keep()
        self.start = start  # the current run, which is in the window
        self.end = end  # 0: none
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
        reference: cython.Py_ssize_t = source.rfind(b"&", end - _LONGEST_REFERENCE)
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
        self.size = len(source) - end  # the bytes of the rest and of the current run
        if len(self.decoded.encode("utf-8", "surrogateescape")) >= limits.MAX_LINK_TEXT:
            self.finish()
        return 0

    def set_text(self, source: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Set the link text of the references: character references decoded, white space collapsed, truncated.

        Return False if there is only white space.
        """
        found: Rows = self.found
        data: cython.p_const_uchar = source
        space: cython.p_const_uchar = _IS_SPACE
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
        space: cython.p_const_uchar = _IS_SPACE
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


# -- The regions of a page (:mod:`uri_extract.markup.html.regions`), and which of them each reference is in ------------

_OF_ELEMENTS = cython.declare(bytes, OF_ELEMENTS)
_OF_ROLES = cython.declare(dict, OF_ROLES)
_OF_ROLE = cython.declare(object, of_role)
# A mark beside the region: an element of that name has begun one by its role, so that its tags are counted.
_COUNTED = cython.declare(cython.int, 1 << 7)


class Regions:
    """Follow the tags of one document that begin or end regions.

    ``marks`` tell by the number of an element if its tags are wanted: not 0. If not ``wanted``, none is.
    """

    def __init__(self) -> None:
        self.marks = bytearray(len(_OF_ELEMENTS))
        # of each open region, outermost first: its element, itself, and how many others of that name are open in it
        self.open: list[list[int]] = []
        self.changes: list[tuple[int, int]] = []  # places where another region begins, which no row has passed
        self.wanted: cython.bint = False
        self.restart(False)

    def restart(self, wanted: cython.bint) -> cython.int:
        """Begin another document."""
        if self.wanted or wanted:
            self.marks[:] = _OF_ELEMENTS if wanted else bytes(len(_OF_ELEMENTS))
            self.open.clear()
            self.changes.clear()
        self.wanted = wanted
        self.region: cython.longlong = 0  # that of the last row
        self.entered: cython.longlong = -1  # the place of the last tag that began one
        return 0

    def begin(self, element: cython.int, place: cython.longlong) -> cython.int:
        """Process the start tag of an element with a mark."""
        region: cython.int = self.marks[element] & ~_COUNTED
        if region and len(self.open) < limits.MAX_REGIONS:
            self.enter(element, region, place)
        else:
            self.count(element, 1)
        return 0

    def begin_by_role(self, element: cython.int, value: str, place: cython.longlong) -> cython.int:
        """Process the attribute ``role`` of an element, whose start tag is at ``place``."""
        if not element or not self.wanted:
            return 0
        is_word: cython.bint = value.isalpha() and value.islower()  # one role, as usual
        region: cython.int = _OF_ROLES.get(value, 0) if is_word else _OF_ROLE(value)
        if not region:
            return 0
        if place == self.entered:
            self.open[-1][1] = region
            self.changes[-1] = (place, region)
        elif len(self.open) < limits.MAX_REGIONS:
            if self.marks[element] & _COUNTED:
                self.count(element, -1)
            self.marks[element] |= _COUNTED
            self.enter(element, region, place)
        return 0

    def enter(self, element: cython.int, region: cython.int, place: cython.longlong) -> cython.int:
        self.open.append([element, region, 0])
        self.changes.append((place, region))
        self.entered = place
        return 0

    def innermost(self, element: cython.int) -> cython.Py_ssize_t:
        """Return the index of the innermost region that an element of this name began, else -1."""
        k: cython.Py_ssize_t = len(self.open) - 1
        while k >= 0 and self.open[k][0] != element:
            k -= 1
        return k

    def count(self, element: cython.int, by: cython.int) -> cython.int:
        k: cython.Py_ssize_t = self.innermost(element)
        if k >= 0:
            self.open[k][2] += by
        return 0

    def end(self, element: cython.int, place: cython.longlong) -> cython.int:
        """Process the end tag of an element with a mark."""
        k: cython.Py_ssize_t = self.innermost(element)
        if k >= 0 and self.open[k][2] > 0:
            self.open[k][2] -= 1
        elif k >= 0:
            del self.open[k:]
            self.changes.append((place, self.open[-1][1] if k else 0))
        return 0

    def assign(self, found: Rows, begin: cython.Py_ssize_t, settled: cython.longlong) -> cython.int:
        """Set the regions of the rows from ``begin`` on; all rows and changes before ``settled`` are known."""
        passed: cython.Py_ssize_t = 0
        place: cython.longlong
        region: cython.longlong
        for place, region in self.changes:
            if place >= settled:
                break
            until: cython.Py_ssize_t = found.before(place)
            self.mark(found, begin, until)
            begin = until
            self.region = region
            passed += 1
        self.mark(found, begin, found.count)
        if passed:
            del self.changes[:passed]
        return 0

    def mark(self, found: Rows, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        if self.region:  # a document in an attribute has its own regions
            found.add_bits(begin, end, self.region << layout.REGION_SHIFT, layout.TYPE | layout.REGION)
        return 0


# -- The rows of markup and of its text in one table, in the order of their places, until the base is known ------------

# The bits of a row that tell if it is a relative reference.
_REFERENCE = cython.declare(cython.longlong, layout.TYPE | layout.FORM)
_PENDING = cython.declare(object, Pending)
_BISECT = cython.declare(object, bisect_left)
_COMPACT = cython.declare(object, compact)
_PAGE_OF = cython.declare(object, page_of)


@cython.cclass
class HeldRows(Rows):
    """The rows of a document by their places, held back from the first relative reference on while a base may follow.

    At most ``most`` references are held back, within :data:`~uri_extract.limits.MAX_HELD_BYTES`; then they are
    ``released`` before the base is known. ``markup`` has the rows of the markup, and receives the base. ``regions`` are
    those of a page in HTML.
    """

    def __init__(self, pool: Pool, most: int) -> None:
        Rows.__init__(self, pool)
        self.most: cython.longlong = most
        self.regions: Any = None
        self.begin_document()

    def begin_document(self) -> None:
        self.drop(self.count)
        self.holds: cython.bint = True  # until the base is known, or the limit is reached
        self.released: cython.bint = False
        self.seen: cython.Py_ssize_t = 0  # the number of held rows that were searched for a marker
        self.css_end: cython.longlong = 0  # the end of the last reference of a style sheet

    def fill(self, markup: Any, texts: Rows, settled: cython.longlong, final: cython.bint) -> cython.int:
        """Move the rows of markup and of text here that begin before ``settled``, all if ``final``."""
        marked: Rows = markup.rows
        css: list[tuple[int, int]] = markup.css
        elements: list[Any] = markup.texts
        if markup.disordered:
            marked.sort()
            css.sort()
            markup.disordered = False
        if texts.count:
            texts.sort()
        marks: cython.Py_ssize_t = marked.count if final else marked.before(settled)
        count: cython.Py_ssize_t = texts.count if final else texts.before(settled)
        begin: cython.Py_ssize_t = self.count
        if count:
            self.css_end = merge(marked, marks, texts, count, self, elements, css, self.css_end)
        else:
            marked.move(self, marks)
        if self.regions is not None:
            self.regions.assign(self, begin, maxsize if final else settled)
        if css:
            passed: cython.Py_ssize_t = len(css) if final else _BISECT(css, (settled,))
            if passed:
                self.css_end = css[passed - 1][1]
                del css[:passed]
        if elements:
            passed = len(elements) if final else _BISECT(elements, settled, key=_end_of_span)
            del elements[:passed]
        return 0

    def finished(self, markup: Any, bases: Any, final: cython.bint) -> cython.Py_ssize_t:
        """Return the number of finished rows: those whose bases are known, or that need none."""
        count: cython.Py_ssize_t = self.count
        if not self.holds:
            return count
        first: cython.Py_ssize_t = self.first(_REFERENCE, layout.RELATIVE, 0)  # it is held, with the rows after it
        marker: cython.Py_ssize_t = self.first(layout.TYPE, layout.MARKER, self.seen) if markup.noted else count
        last: cython.Py_ssize_t = count
        if first < count:
            last = min(first + self.most - 1, self.before(self.get(first, layout.START) + limits.MAX_HELD_BYTES))
        if marker == count and last >= count and not final:
            self.seen = count - first
            return first
        self.holds = False
        self.released = last < marker
        known: tuple[str | None, ...] = markup.own if self.released or marker == count else bases.chosen.pair
        self.pool.replace_pending(_PENDING, known)
        if not final:
            markup.base_is_known(known)
        return count

    def next_page(
        self, markup: Any, texts: Rows, bases: Any, settled: cython.longlong, final: cython.bint, has_base: cython.bint
    ) -> Page:  # fmt: skip
        """Return the page of the rows that are finished then, whose places need no change."""
        self.fill(markup, texts, settled, final)
        page: Page = self.page(self.finished(markup, bases, final), markup, texts, has_base)
        return page

    def page(self, count: cython.Py_ssize_t, markup: Any, texts: Rows, has_base: bool) -> Page:
        """Return the page of the first rows; ``has_base``: the document has its own base."""
        marked: Rows = markup.rows
        if not self.holds and not has_base:
            self.default_scheme(count)
        page: Page = _PAGE_OF(self, count, marked.count > 0 or texts.count > 0)
        if self.holds and count:  # none of these is relative
            own: tuple[str | None, ...] = markup.own
            page.objects[:] = [each.known(own) if isinstance(each, _PENDING) else each for each in page.objects]
        if self.count or marked.count or texts.count:
            _COMPACT(self.pool, [self, marked, texts])
        return page


def _end_of_span(span: tuple[int, int, str]) -> int:
    return span[1]


@cython.ccall
def merge(
    marked: Rows, marks: cython.Py_ssize_t, texts: Rows, count: cython.Py_ssize_t, out: Rows, elements: list[Any],
    css: list[tuple[int, int]], css_end: cython.longlong,
) -> cython.longlong:  # fmt: skip
    """Move the first ``marks`` rows of markup and ``count`` rows of text to ``out``, in the order of their places.

    A row of text gets the element of the span in ``elements`` that contains it; a span with an attribute, or None, is
    text that scripts read or run. Rows of text are dropped if a style sheet has the same reference: ``css`` are the
    spans of those. Spans that were passed are removed from ``css``; the last one before them ends at ``css_end``.
    Return the end of the last span passed.
    """
    mark: cython.Py_ssize_t = 0
    first: cython.Py_ssize_t = 0  # the first row of text that was not moved
    at: cython.Py_ssize_t = 0
    passed: cython.Py_ssize_t = 0
    spans: cython.Py_ssize_t = len(elements)
    sheets: cython.Py_ssize_t = len(css)
    for text in range(count):
        start: cython.longlong = texts.get(text, layout.START)
        until: cython.Py_ssize_t = mark
        while until < marks and marked.get(until, layout.START) <= start:
            until += 1
        if until > mark:
            out.append(texts, first, text - first)
            out.append(marked, mark, until - mark)
            first = text
            mark = until
        if texts.get(text, layout.BITS) & layout.TYPE == 0:
            while passed < sheets and css[passed][0] <= start:
                css_end = css[passed][1]
                passed += 1
            if start < css_end:
                out.append(texts, first, text - first)
                first = text + 1
                continue
            while at < spans and elements[at][1] <= start:
                at += 1
            if at < spans and elements[at][0] <= start:
                texts.set_element(text, elements[at][2])
                if len(elements[at]) > 3:
                    texts.set_script(text, elements[at][3])
    out.append(texts, first, count - first)
    out.append(marked, mark, marks - mark)
    marked.drop(marks)
    texts.drop(count)
    del css[:passed]
    return css_end
