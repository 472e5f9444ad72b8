# No C function here raises: the build declares them noexcept (setup.py).

"""The HTML tokenizer: tags, their attributes, text and comments, by the HTML Standard §13.2.5."""

from __future__ import annotations  # noqa: I001 - several to a line

import cython

from array import array
from uri_extract.markup.html.script_words import binds_url
from uri_extract.markup.html.names import (
    ANY_CASE, ATTRIBUTE_IDS, CLASSES, ELEMENTS, ELEMENT_IDS, FONT_BREAKOUT_ATTRIBUTES, LOWER, MULTIPLIER, contents,
    element_flags, slots,
)  # fmt: skip

if cython.compiled:
    from cython.cimports.libc.string import memcpy
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        APOSTROPHE, COLON, EQUALS, EXCLAMATION_MARK, GREATER_THAN, HYPHEN, QUESTION_MARK, QUOTATION_MARK, RIGHT_BRACKET,
        SLASH, SMALL_A, SMALL_D, SMALL_N, SMALL_O, SMALL_T,
    )  # fmt: skip
    from uri_extract._compat._search import next_place
    from uri_extract.markup.html import elements, names, states
    from uri_extract.markup import rows


# ----------------------------------------------------------------------------------------------------------------------
# Determine what a tag's name means in its context: numbers of names, and whether SVG or MathML is being read.
#
# The lowest of the three classes of the tokenizer. There is no tree. Of a
# tree (HTML Standard §13.2.6) the tokenizer only needs to know whether an element is an HTML element: only then is the
# content of ``title``, ``style`` or ``script`` raw text, and only in foreign content does ``<![CDATA[`` begin a
# section. A stack of bounded depth holds the places where this changes: ``svg``, ``math``, and the integration points
# inside them. It differs from a tree as follows:
#
# - Open HTML elements are counted by name, wherever they are: an end tag in foreign content leaves it if an element of
#   its name was opened anywhere before and not closed, even if a tree would have closed that one by implication.
# - The end tag of an integration point closes it even if elements inside are open. (If a browser does not, it stays in
#   HTML, and so do we.)
# - ``mglyph`` and ``malignmark`` are read as HTML; ``<svg>`` is SVG in ``annotation-xml`` anywhere in MathML.
# - Tags that a parser ignores for their place (in a frameset, a ``select`` or a table) are read as anywhere else.

_SLOTS = cython.declare(bytes, array("Q", slots()).tobytes())
_FLAGS = array("i", element_flags())  # copying an array is fast
_CONTENTS = array("i", contents())
_IDS = (ELEMENT_IDS, ATTRIBUTE_IDS)
_BINDS_URL = cython.declare(object, binds_url)
_PREFIXES = cython.declare(frozenset, frozenset((b"hx-", b"ng-", b"up-")))

_LAST_SLOT = cython.declare(cython.Py_ssize_t, names.SLOTS - 1)  # the number of slots is a power of two
_NUMBER = cython.declare(cython.int, (1 << names.NUMBER_BITS) - 1)
_MULTIPLIER = cython.declare(cython.ulonglong, MULTIPLIER)
_PADDING = cython.declare(cython.ulonglong, names.PADDING * 0x0101010101010101)
_ANY_CASE = cython.declare(cython.ulonglong, ANY_CASE)

# The current place; 0 is HTML.
_IN_SVG = cython.declare(cython.int, 1)
_IN_MATHML = cython.declare(cython.int, 2)
_AT_POINT = cython.declare(cython.int, 3)


class Context:
    """A window of bytes, and the elements that are open at the current place."""

    def __init__(self) -> None:
        self.window = self.data = b""
        self.size = 0  # the size of the window
        self.classes: cython.p_const_uchar = CLASSES
        self.lower: cython.p_const_uchar = LOWER
        if cython.compiled:
            self.slots = cython.cast(cython.p_ulonglong, cython.cast(cython.p_const_uchar, _SLOTS))
        self.flags: cython.int[::1] = _FLAGS[:]
        self.contents: cython.int[::1] = _CONTENTS[:]
        self.kind: cython.int = rows.DATA  # the kind of the current run
        self.ending = 0
        self.place = self.level = 0
        # the number of open HTML elements, by element
        self.around: cython.longlong[::1] = array("q", bytes(8 * len(ELEMENTS)))
        self.where: cython.int[::1] = array("i", bytes(4 * (limits.MAX_FOREIGN + 1)))  # the place of each level,
        self.opener: cython.int[::1] = array("i", bytes(4 * (limits.MAX_FOREIGN + 1)))  # the element that began it,
        # the open elements of the same name in it (at an integration point: of any name),
        self.inner: cython.longlong[::1] = array("q", bytes(8 * (limits.MAX_FOREIGN + 1)))
        # and the open "a" elements in SVG, which HTML also has
        self.anchors: cython.longlong[::1] = array("q", bytes(8 * (limits.MAX_FOREIGN + 1)))
        self.examined = 0

    def begin(self, kind: int, element: int = 0) -> None:
        """Start inside ``element``, in the state of a run of that ``kind``; call it before the first window."""
        self.kind = kind
        self.ending = element

    @property
    def foreign(self) -> bool:
        """True if SVG or MathML is being read, without HTML inside it."""
        return bool(self.cdata_allowed())

    def identify(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, attribute: cython.int) -> cython.int:
        """Return the number of a name, of an element or an ``attribute``; 0 for any other name."""
        size: cython.Py_ssize_t = end - start
        if size > names.LONGEST:
            return 0
        if not cython.compiled:
            self.examined += size
            number: int = _IDS[attribute].get(self.window[start:end].lower(), 0)
            return number
        data: cython.p_const_uchar = self.data + start
        slots: cython.p_ulonglong = self.slots
        first: cython.ulonglong = _PADDING
        last: cython.ulonglong = 0
        self.examined += size
        if size >= names.SIZES:
            memcpy(cython.address(first), data, 8)
            memcpy(cython.address(last), data + size - 8, 8)
        elif start + 8 <= self.size:
            memcpy(cython.address(first), data, 8)
            first = (first & slots[size]) | (_PADDING & ~slots[size])
        else:
            memcpy(cython.address(first), data, size)
        mixed: cython.ulonglong = ((first | _ANY_CASE) + (last | _ANY_CASE)) * _MULTIPLIER
        slot: cython.Py_ssize_t = mixed >> names.SHIFT
        slots += names.SIZES + attribute * (names.SLOTS * names.WORDS)
        at: cython.Py_ssize_t = slot * names.WORDS
        while (first ^ slots[at]) & slots[at + 1] or (last ^ slots[at + 2]) & slots[at + 3]:
            slot = (slot + 1) & _LAST_SLOT
            at = slot * names.WORDS
        return slots[at + 4] & _NUMBER if size < names.SIZES or slots[at + 4] >> names.NUMBER_BITS == size else 0

    def identify_prefix(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Return the number of a group of attributes by the name's prefix; 0 for any other name.

        The prefixes are data- and on, and those that htmx, AngularJS, Unpoly, Vue and Alpine.js read like data-.
        """
        data: cython.p_const_uchar = self.data
        first: cython.int = data[start] | 0x20
        if first == SMALL_D:
            if (
                end - start > 5 and data[start + 4] == HYPHEN and data[start + 1] | 0x20 == SMALL_A
                and data[start + 2] | 0x20 == SMALL_T and data[start + 3] | 0x20 == SMALL_A
            ):  # fmt: skip
                return names.DATA
        elif first == SMALL_O and end - start > 4 and data[start + 1] | 0x20 == SMALL_N:
            return names.HANDLER
        elif (
            end - start > 3 and data[start + 2] == HYPHEN and self.window[start : start + 3].lower() in _PREFIXES
        ) or (end - start > 3 and (first == COLON or data[start + 1] == HYPHEN) and _BINDS_URL(self.window[start:end])):
            return names.DATA
        return 0

    def namespace(self, element: cython.int) -> cython.longlong:
        """Return the bit of the namespace of a start tag at the current place."""
        if self.place == 0 or self.place == _AT_POINT:
            return rows.SVG if element == elements.SVG else rows.MATHML if element == elements.MATH else 0
        if self.flags[element] & names.BREAKOUT:
            return 0
        if self.place == _IN_SVG or (element == elements.SVG and self.opener[self.level] == elements.ANNOTATION_XML):
            return rows.SVG
        return rows.MATHML

    def cdata_allowed(self) -> cython.bint:
        """Return True if ``<![CDATA[`` begins a section: the current node is not an HTML element (§13.2.5.42)."""
        return self.place != 0 and (self.place != _AT_POINT or self.inner[self.level] == 0)

    def push(self, place: cython.int, element: cython.int) -> cython.void:
        """Enter ``place``, which lasts until the end tag of ``element``."""
        if self.level < limits.MAX_FOREIGN:
            self.level += 1
            self.place = self.where[self.level] = place
            self.opener[self.level] = element
            self.inner[self.level] = self.anchors[self.level] = 0

    def drop(self, level: cython.int) -> cython.void:
        """Return to the place of ``level``."""
        self.level = level
        self.place = self.where[level]

    def leave(self) -> cython.void:
        """Leave foreign content: for HTML, or for the innermost integration point."""
        level: cython.int = self.level
        while level and self.where[level] != _AT_POINT:
            level -= 1
        self.drop(level)

    def opened(
        self, element: cython.int, closed: cython.bint, font_breaks_out: cython.bint, annotation_is_html: cython.bint
    ) -> cython.void:
        """Process a start tag: ``closed`` if self-closing, a font that breaks out, an annotation that is HTML."""
        flags: cython.int = self.flags[element]
        if self.place == _IN_SVG or self.place == _IN_MATHML:
            if not flags & names.BREAKOUT and not (element == elements.FONT and font_breaks_out):
                if not closed:
                    self.opened_foreign(element, flags, annotation_is_html)
                return
            self.leave()
        if element in (elements.SVG, elements.MATH):
            if not closed:
                self.push(_IN_SVG if element == elements.SVG else _IN_MATHML, element)
            return
        if flags & names.STANDS_AROUND:
            self.around[element] += 1
        if self.place and not flags & names.IS_VOID:
            self.inner[self.level] += 1
        self.kind = self.contents[element]
        if self.kind != rows.DATA:
            self.ending = element

    def opened_foreign(self, element: cython.int, flags: cython.int, annotation_is_html: cython.bint) -> cython.void:
        """Process a start tag in SVG or MathML that does not leave it."""
        if element and element == self.opener[self.level]:
            self.inner[self.level] += 1
        elif element == elements.A:
            self.anchors[self.level] += 1
        elif self.place == _IN_SVG:
            if flags & names.SVG_POINT:
                self.push(_AT_POINT, element)
        elif element == elements.ANNOTATION_XML:
            self.push(_AT_POINT if annotation_is_html else _IN_MATHML, element)
        elif flags & names.MATHML_POINT:
            self.push(_AT_POINT, element)
        elif element == elements.SVG and self.opener[self.level] == elements.ANNOTATION_XML:
            self.push(_IN_SVG, element)

    def closed(self, element: cython.int) -> cython.void:
        """Process an end tag."""
        level: cython.int = self.level
        around: cython.bint = self.flags[element] & names.STANDS_AROUND and self.around[element] > 0
        if self.flags[element] & names.OF_TABLE:
            around = self.around[elements.TABLE] > 0 and (around or self.flags[element] & names.IMPLIED)
        if level and element:
            if element == self.opener[level]:
                if self.inner[level] and self.place != _AT_POINT:
                    self.inner[level] -= 1
                else:
                    self.drop(level - 1)
                return
            if element == elements.A and self.anchors[level]:
                self.anchors[level] -= 1
                return
            while level and (self.where[level] != _AT_POINT or not self.inner[level]):
                level -= 1
                if level and element == self.opener[level]:
                    if self.inner[level] and self.where[level] != _AT_POINT:
                        self.inner[level] -= 1
                        self.drop(level)
                    else:
                        self.drop(level - 1)
                    return
        if self.place == _AT_POINT:
            if self.inner[self.level] and (around or not element):
                self.inner[self.level] -= 1
        elif self.place and (around or element in (elements.P, elements.BR)):
            self.leave()
        if around and self.around[element]:
            self.around[element] -= 1


# ----------------------------------------------------------------------------------------------------------------------
# Read text, comments and similar constructs: runs of bytes up to their end (HTML Standard §13.2.5).
#
# The middle one of the three classes of the tokenizer. The current run
# begins at ``pos`` and is known up to ``at``, where every search continues. In text the search hops from ``<`` to
# ``<``; in constructs that end with ``>`` it hops between those, and examines the two or three bytes before each.

_HALF = cython.declare(cython.Py_ssize_t, rows.ROWS // 2)

# The bytes after "<", each string followed by a byte that ends it.
_DASHES = cython.declare(bytes, b"!--\0")
_WORD = cython.declare(bytes, b"!doctype\0")
_SECTION = cython.declare(bytes, b"![cdata[\0")
_SCRIPT_START = cython.declare(bytes, b"script>")
_NAMES = cython.declare(list, [name.encode() + b">" for name in ELEMENTS])


class Runs(Context):
    """Writes the rows of runs; ``tag`` is the state of the current tag for the subclass, 0 outside of tags."""

    def __init__(self, max_text: int = limits.MAX_TEXT) -> None:
        Context.__init__(self)
        self.max_text: cython.Py_ssize_t = max_text
        self.table = array("q", [0]) * (rows.ROWS * rows.WIDTH)
        self.row: cython.longlong[::1] = self.table
        # a pointer to them
        self.cells: cython.p_longlong = cython.address(self.row[0]) if cython.compiled else self.table
        self.made = self.pos = self.at = self.dash = 0
        self.escape = self.state = 0
        self.final = self.end_tag = self.fresh = False
        self.name_start = 0  # the start of the tag's name

    def restart(self) -> cython.int:
        """Discard the document, which was read to its end, and prepare for another one."""
        for k in range(len(self.around)):
            self.around[k] = 0
        self.inner[0] = self.anchors[0] = 0
        self.place = self.level = self.escape = self.ending = 0
        self.kind = rows.DATA
        self.fresh = False  # no piece of the current run was written yet
        self.pos = self.at = self.dash = 0
        return 0

    @cython.final
    def write(
        self, kind: cython.int, number: cython.int, bits: cython.longlong, start: cython.Py_ssize_t,
        end: cython.Py_ssize_t, value: cython.Py_ssize_t, value_end: cython.Py_ssize_t,
    ) -> cython.void:  # fmt: skip
        """Write a row."""
        cells: cython.p_longlong = self.cells
        at: cython.Py_ssize_t = self.made * rows.WIDTH
        cells[at] = kind
        cells[at + rows.ID] = number
        cells[at + rows.BITS] = bits
        cells[at + rows.START] = start
        cells[at + rows.END] = end
        cells[at + rows.VALUE] = value
        cells[at + rows.VALUE_END] = value_end
        self.made += 1

    @cython.final
    def find(self, byte: cython.int, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the first place of that byte from ``i`` on; ``stop`` if there is none before."""
        if i >= stop or self.data[i] == byte:  # repeated bytes cost a comparison each, not a call
            return i if i < stop else stop
        return next_place(self.data, byte, i, stop)

    @cython.final
    def search(self, byte: cython.int, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the next place of that byte in the window, and count the bytes examined."""
        end: cython.Py_ssize_t = self.find(byte, i, self.size)
        self.examined += end - i + 1
        return end

    def spelled(self, i: cython.Py_ssize_t, name: bytes, delimited: cython.bint) -> cython.int:
        """Return 1 if ``name``, up to its last byte, is at ``i``, else 0; -1 if more of the window is needed.

        ``delimited``: the next byte must end a tag's name.
        """
        text: cython.p_const_uchar = name
        size: cython.Py_ssize_t = len(name) - 1
        k: cython.Py_ssize_t = 0
        while k < size and i + k < self.size and self.lower[self.data[i + k]] == text[k]:
            k += 1
        self.examined += k + 1
        if i + k == self.size and (k < size or delimited):
            return 0 if self.final else -1
        return k == size and (not delimited or self.classes[self.data[i + k]] & names.ENDS_NAME != 0)

    # -- one run ---------------------------------------------------------------------------------------------------

    @cython.final
    def pieces(self, end: cython.Py_ssize_t) -> cython.bint:
        """Write the run up to ``end`` as pieces of maximum size, except the last; return False if there is no room."""
        while end - self.pos > self.max_text:
            if self.made >= _HALF:
                return False
            self.write(
                self.kind, self.ending, rows.CONTINUES, self.pos, self.pos + self.max_text, self.pos + self.max_text,
                self.pos + self.max_text,
            )  # fmt: skip
            self.pos += self.max_text
            self.fresh = False
        return True

    @cython.final
    def end_run(self, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the rest of the run, unless it is empty text."""
        if end > self.pos or self.kind > rows.CDATA:
            self.write(self.kind, self.ending, bits, self.pos, end, end, end)
        self.pos = end

    def begin_tag(self, less: cython.Py_ssize_t, end_tag: cython.bint) -> cython.void:
        """End the run, and begin the tag whose ``<`` is at ``less``."""
        self.end_run(less, 0)
        self.end_tag = end_tag
        self.name_start = less + 2 if end_tag else less + 1
        self.at = self.name_start  # where reading continues
        self.state = 1  # the state in a tag, 0 outside

    def begin_run(self, less: cython.Py_ssize_t, kind: cython.int, start: cython.Py_ssize_t) -> cython.bint:
        """End the text at ``less``, and begin a run at ``start``."""
        self.end_run(less, 0)
        self.kind = kind
        self.pos = self.at = start
        self.fresh = True
        return True

    def wait(self, less: cython.Py_ssize_t) -> cython.bint:
        """Wait for more bytes after the ``<`` at ``less``; at the end of the input it is text."""
        self.at = less
        if self.final:
            self.at = self.size
            self.finish()
        return False

    def finish(self) -> cython.void:
        """End the run at the end of the input."""
        end: cython.Py_ssize_t = self.size
        if self.kind == rows.COMMENT:  # the dashes of an incomplete end of a comment are dropped
            while end > self.pos and end > self.size - 2 and self.data[end - 1] == HYPHEN:
                end -= 1
            if end == self.size and end - self.pos > 2 and self.data[end - 1] == EXCLAMATION_MARK and (
                self.data[end - 2] == HYPHEN and self.data[end - 3] == HYPHEN
            ):  # fmt: skip
                end -= 3
        self.end_run(end, rows.CUT if self.kind != rows.DATA and self.kind != rows.PLAINTEXT else 0)
        self.pos = self.size

    # -- text ------------------------------------------------------------------------------------------------------

    def text_run(self) -> cython.bint:
        """Read to the next tag, comment or other construct; return False at the end of the window."""
        data: cython.p_const_uchar = self.data
        size: cython.Py_ssize_t = self.size
        less: cython.Py_ssize_t = self.at
        while True:
            less = size if self.kind == rows.PLAINTEXT else self.search(60, less)
            if not self.pieces(less):
                self.at = less
                return True
            if less + 1 >= size:
                self.at = less
                if self.final:
                    self.at = size
                    if not self.pieces(size):
                        return True
                    self.finish()
                return False
            byte: cython.int = data[less + 1]
            if byte == SLASH:
                if self.kind != rows.DATA:
                    sure: cython.int = self.spelled(less + 2, _NAMES[self.ending], True)
                    if sure < 0:
                        return self.wait(less)
                    if sure:
                        self.begin_tag(less, True)
                        return True
                elif less + 2 == size:
                    return self.wait(less)
                elif self.classes[data[less + 2]] & names.LETTER:
                    self.begin_tag(less, True)
                    return True
                elif data[less + 2] == GREATER_THAN:  # "</>" is ignored
                    return self.begin_run(less, rows.DATA, less + 3)
                else:
                    return self.begin_run(less, rows.BOGUS, less + 2)
                less += 1
            elif self.kind != rows.DATA:
                less += 1
            elif self.classes[byte] & names.LETTER:
                self.begin_tag(less, False)
                return True
            elif byte == EXCLAMATION_MARK:
                return self.declaration(less)
            elif byte == QUESTION_MARK:
                return self.begin_run(less, rows.PI, less + 1)
            else:
                less += 1

    def declaration(self, less: cython.Py_ssize_t) -> cython.bint:
        """Begin a run for ``<!``: a comment, a doctype or a CDATA section (§13.2.5.42)."""
        sure: cython.int = self.spelled(less + 1, _DASHES, False)
        if sure > 0:
            return self.begin_run(less, rows.COMMENT, less + 4)
        if sure == 0:
            sure = self.spelled(less + 1, _WORD, False)
            if sure > 0:
                return self.begin_run(less, rows.DOCTYPE, less + 9)
        if sure == 0 and self.cdata_allowed():
            sure = self.spelled(less + 1, _SECTION, False)
            # its name is case-sensitive
            if sure > 0 and self.window[less + 3 : less + 8] == b"CDATA":
                return self.begin_run(less, rows.CDATA, less + 9)
            sure = min(sure, 0)
        if sure < 0:
            return self.wait(less)
        return self.begin_run(less, rows.BOGUS, less + 2)

    def script_run(self) -> cython.bint:
        """Read to the end of a script (§13.2.5.15 on): ``escape`` is 1 after ``<!--``, 2 after ``<script`` in it.

        ``dash`` is the place of the next ``-->``, or the place up to which there is none.
        """
        data: cython.p_const_uchar = self.data
        less: cython.Py_ssize_t = self.at
        sure: cython.int
        while True:
            less = self.search(60, less)
            if not self.pieces(less - 3 if self.escape else less):
                self.at = less
                return True
            if self.escape and self.dashes() < less:
                self.escape = 0
                less = self.dash + 1
                continue
            if less + 1 >= self.size:
                self.at = less
                if self.final:
                    self.at = self.size
                    self.finish()
                return False
            if data[less + 1] == SLASH:
                sure = self.spelled(less + 2, _SCRIPT_START if self.escape == 2 else _NAMES[self.ending], True)
                if sure > 0 and self.escape < 2:
                    self.escape = 0
                    self.begin_tag(less, True)
                    return True
                if sure > 0:
                    self.escape = 1
            elif self.escape:
                sure = self.spelled(less + 1, _SCRIPT_START, True) if self.escape == 1 else 0
                if sure > 0:
                    self.escape = 2
            else:
                sure = self.spelled(less + 1, _DASHES, False)
                if sure > 0:
                    self.escape = 1
                    self.dash = max(self.dash, less + 4)  # bytes already searched for a "-->" are not searched again
                    less += 3
            if sure < 0:
                return self.wait(less)
            less += 1

    def dashes(self) -> cython.Py_ssize_t:
        """Return the place of the ``>`` of the next ``-->``."""
        data: cython.p_const_uchar = self.data
        while self.dash < self.size:
            self.dash = self.search(62, self.dash)
            if self.dash == self.size or (data[self.dash - 1] == HYPHEN and data[self.dash - 2] == HYPHEN):
                break
            self.dash += 1
        return self.dash

    # -- runs that end with ">" ------------------------------------------------------------------------------------

    def marked_run(self) -> cython.bint:
        """Read to the end of a comment, doctype or CDATA section; return False at the end of the window."""
        greater: cython.Py_ssize_t = self.search(62, self.at)
        end: cython.Py_ssize_t = -1
        while greater < self.size:
            end = self.run_end(greater)
            if end >= 0:
                break
            greater = self.search(62, greater + 1)
        self.at = greater
        if greater == self.size and not self.final:
            self.pieces(greater - 4)
            return self.made >= _HALF
        if greater == self.size:
            if self.pieces(greater - 4):
                self.finish()
                return False
            return True
        if not self.pieces(end):
            return True
        self.end_run(end, 0)
        self.pos = self.at = greater + 1
        self.kind = rows.DATA
        return True

    def run_end(self, greater: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the run if the ``>`` at ``greater`` closes it, else -1."""
        data: cython.p_const_uchar = self.data
        size: cython.Py_ssize_t = greater - self.pos
        if self.kind == rows.CDATA:
            return (
                greater - 2
                if size >= 2 and data[greater - 1] == RIGHT_BRACKET and data[greater - 2] == RIGHT_BRACKET
                else -1
            )
        if self.kind != rows.COMMENT:
            return greater
        if self.fresh and (size == 0 or (size == 1 and data[greater - 1] == HYPHEN)):  # "<!-->", "<!--->"
            return self.pos
        if size >= 2 and data[greater - 1] == HYPHEN and data[greater - 2] == HYPHEN:
            return greater - 2
        if (
            size >= 3
            and data[greater - 1] == EXCLAMATION_MARK
            and data[greater - 2] == HYPHEN
            and data[greater - 3] == HYPHEN
        ):
            return greater - 3
        return -1


# ----------------------------------------------------------------------------------------------------------------------
# The HTML tokenizer: tags, their attributes, text and comments, by the HTML Standard §13.2.5. It reads bytes in any
# encoding that extends ASCII and decodes nothing: its results are rows of integers
# (:mod:`uri_extract.markup.rows`).
#
# It is linear: no byte is read again except the few that show what a ``<`` begins; an incomplete construct is continued
# where the window ended. The first of several attributes with one name counts (§13.2.5.33): a bit for each known name
# records it, however many attributes there are.
#
# Chunks do not matter: the end of a row, and the place where one that is too long is cut, depend on positions in the
# input alone.

_FONT_BREAKOUT_ATTRIBUTES = cython.declare(cython.int, len(FONT_BREAKOUT_ATTRIBUTES))
_HYPERTEXT = cython.declare(tuple, (b"text/html", b"application/xhtml+xml"))


class Tokenizer(Runs):
    """Reads windows of bytes and writes rows (:mod:`uri_extract.markup.rows`).

    Call :meth:`load` with a window, then :meth:`scan` until it returns False; after each call, ``count`` rows are in
    ``table``. Then everything before ``pos`` is settled: the next window must contain the bytes from there on, and
    :meth:`load` receives the place of ``pos`` in it. ``need`` is set if something begins at ``pos`` whose row was not
    written yet. ``examined`` counts the bytes examined, including repetitions.

    ``everything``: write all attributes, not only those whose names have numbers. Of several attributes of one name
    only the first is written; but with ``everything``, all whose names have no numbers.
    """

    def __init__(
        self, everything: bool = False, max_tag: int = limits.MAX_TAG, max_text: int = limits.MAX_TEXT
    ) -> None:
        Runs.__init__(self, max_text)
        self.compiled = bool(cython.compiled)
        self.everything: cython.bint = everything
        self.max_tag: cython.Py_ssize_t = max(8, max_tag)  # the start of a tag must not be divided
        self.count = self.first = 0
        self.need = False
        self.element: cython.int = 0  # of the current tag
        self.bits: cython.longlong = 0  # the namespace of the current tag
        self.leave_tag()
        self.attribute_start = self.name_end = self.value_start = 0
        self.quote: cython.int = 0
        self.load(b"", 0, False)

    def load(self, window: bytes, pos: cython.Py_ssize_t, final: cython.bint) -> cython.int:
        """Take a window in which the byte at the old ``pos`` is at the new one; ``final``: nothing follows."""
        shift: cython.Py_ssize_t = pos - self.pos
        self.window = window
        self.data = window
        self.size = len(window)
        self.final = final
        self.pos = pos
        self.at += shift
        self.dash += shift
        self.name_start += shift
        self.attribute_start += shift
        self.name_end += shift
        self.value_start += shift
        for k in range(self.count, self.made):
            for j in range(rows.START, rows.WIDTH):
                self.cells[k * rows.WIDTH + j] += shift
        return 0

    def scan(self) -> cython.bint:
        """Write the next rows; return False if no more of the window can be read."""
        more: cython.bint = True
        for k in range(self.count * rows.WIDTH, self.made * rows.WIDTH):
            self.cells[k - self.count * rows.WIDTH] = self.cells[k]
        self.made -= self.count
        self.first = self.count = 0
        while more and self.made < _HALF:
            if self.state:
                more = self.tag()
                if self.state:  # the rows of a tag wait for its end
                    continue
            elif self.kind == rows.SCRIPT:
                more = self.script_run()
            elif self.kind < rows.CDATA:
                more = self.text_run()
            else:
                more = self.marked_run()
            self.first = self.made  # rows before it are settled; those of the current tag begin here
        self.count = self.first
        self.need = not self.final and self.pos < self.size
        return more

    # -- a tag -----------------------------------------------------------------------------------------------------

    @cython.final
    def tag(self) -> cython.bint:
        """Read the current tag to its end; return False at the end of the window."""
        data: cython.p_const_uchar = self.data
        classes: cython.p_const_uchar = self.classes
        i: cython.Py_ssize_t = self.at
        begin: cython.Py_ssize_t = i
        stop: cython.Py_ssize_t = min(self.size, self.pos + self.max_tag)
        state: cython.int = self.state
        while True:
            if i == stop:
                self.examined += i - begin
                begin = i
                self.at = i
                self.state = state
                if i == self.pos + self.max_tag:
                    self.part()
                elif i == self.size:
                    if self.final:
                        self.cut_off()
                    return False
                stop = min(self.size, self.pos + self.max_tag)
                if self.made >= _HALF:
                    return True
                continue
            if state == states.NAME:
                while i < stop and not classes[data[i]] & names.ENDS_NAME:
                    i += 1
                if i == stop:
                    continue
                if not self.parted:
                    self.begin_row(i, 0)
                self.dropping = False  # inside a name or value that is longer than the limit
                state = states.BEFORE_NAME
            if state == states.BEFORE_NAME:
                while i < stop and classes[data[i]] & names.SPACE:
                    i += 1
                if i == stop:
                    continue
                if data[i] == GREATER_THAN:
                    break
                if data[i] == SLASH:
                    state = states.SOLIDUS
                else:
                    self.attribute_start = i
                    state = states.ATTRIBUTE_NAME  # its first byte may be a "="
                i += 1
                if i == stop:
                    continue
            if state == states.SOLIDUS:
                if data[i] == GREATER_THAN:
                    break
                state = states.BEFORE_NAME
                continue
            if state == states.ATTRIBUTE_NAME:
                while i < stop and not classes[data[i]] & names.ENDS_ATTRIBUTE:
                    i += 1
                if i == stop:
                    continue
                self.name_end = i  # the end of the attribute's name
                state = states.AFTER_NAME
            if state == states.AFTER_NAME:
                while i < stop and classes[data[i]] & names.SPACE:
                    i += 1
                if i == stop:
                    continue
                if data[i] != EQUALS:
                    self.attribute(self.name_end, self.name_end, 0)
                    state = states.BEFORE_NAME
                else:
                    state = states.BEFORE_VALUE
                    i += 1
                    if i == stop:
                        continue
            if state == states.BEFORE_VALUE:
                while i < stop and classes[data[i]] & names.SPACE:
                    i += 1
                if i == stop:
                    continue
                if data[i] == GREATER_THAN:
                    self.attribute(self.name_end, self.name_end, 0)
                    state = states.BEFORE_NAME
                    continue
                self.quote = data[i]
                if self.quote == QUOTATION_MARK or self.quote == APOSTROPHE:
                    state = states.IN_QUOTES
                    i += 1
                else:
                    state = states.IN_VALUE
                self.value_start = i
            if state == states.IN_QUOTES:
                i = self.find(self.quote, i, stop)
                if i == stop:
                    continue
                self.attribute(self.value_start, i, rows.DOUBLE if self.quote == QUOTATION_MARK else rows.SINGLE)
                state = states.BEFORE_NAME
                i += 1
            elif state == states.IN_VALUE:
                while i < stop and not classes[data[i]] & names.ENDS_VALUE:
                    i += 1
                if i == stop:
                    continue
                self.attribute(self.value_start, i, rows.UNQUOTED)
                state = states.BEFORE_NAME
            if self.made - self.first >= rows.TAG_ROWS:
                self.settle()
                self.pos = self.at = i
                self.state = state
                self.examined += i - begin
                return True
        self.examined += i - begin + 1
        self.end(i, state == states.SOLIDUS)
        return True

    def begin_row(self, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the row of the tag whose name ends at ``end``."""
        self.element = 0 if bits & rows.TOO_LONG else self.identify(self.name_start, end, 0)
        if not self.end_tag:
            bits |= self.namespace(self.element)
        self.bits = bits & (rows.SVG | rows.MATHML)
        self.write(rows.END_TAG if self.end_tag else rows.START_TAG, self.element, bits, self.name_start, end, end, 0)

    def attribute(self, value: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the row of the attribute just read, if its name matters and was not in the tag before."""
        mask: cython.ulonglong = 1
        if self.dropping:
            self.write_rest(end, rows.TOO_LONG)
            self.dropping = False
            return
        if self.end_tag:
            return
        number: cython.int = self.identify(self.attribute_start, self.name_end, 1)
        if not number and end > value:
            number = self.identify_prefix(self.attribute_start, self.name_end)
            if number:
                self.write(rows.ATTRIBUTE, number, bits | self.bits, self.attribute_start, self.name_end, value, end)
                return
        elif number:
            mask = mask << (number & 63)
            if (self.seen if number < 64 else self.seen_high) & mask:
                return
            self.seen |= mask if number < 64 else 0
            self.seen_high |= mask if number > 63 else 0
            if number <= _FONT_BREAKOUT_ATTRIBUTES:
                self.font_breaks_out = True
            elif number == names.ENCODING and end - value < 32:
                self.annotation_is_html: cython.bint = self.window[value:end].lower() in _HYPERTEXT
        if self.everything or number > _FONT_BREAKOUT_ATTRIBUTES:
            self.write(rows.ATTRIBUTE, number, bits | self.bits, self.attribute_start, self.name_end, value, end)

    def end(self, i: cython.Py_ssize_t, closed: cython.bint) -> cython.void:
        """Process the tag that ends with the ``>`` at ``i``."""
        at: cython.Py_ssize_t = self.first * rows.WIDTH
        if not self.parted:
            self.cells[at + rows.VALUE_END] = i + 1
            if closed:
                self.cells[at + rows.BITS] |= rows.SELF_CLOSING
        self.pos = self.at = i + 1
        if self.end_tag:
            self.leave_tag()
            self.closed(self.element)
            return
        if self.font_breaks_out and self.element == elements.FONT:
            while at < self.made * rows.WIDTH:
                self.cells[at + rows.BITS] &= ~(rows.SVG | rows.MATHML)
                at += rows.WIDTH
        font_breaks_out: cython.bint = self.font_breaks_out
        annotation_is_html: cython.bint = self.annotation_is_html
        self.leave_tag()
        self.opened(self.element, closed, font_breaks_out, annotation_is_html)

    def leave_tag(self) -> cython.void:
        """Return to text."""
        self.state = 0
        self.kind = rows.DATA
        self.ending = 0
        self.seen = self.seen_high = 0
        self.parted = self.dropping = self.font_breaks_out = self.annotation_is_html = False

    # -- a tag that is too long, or has no end -----------------------------------------------------------------------

    def settle(self) -> cython.void:
        """Release the rows of the current tag before its end was read."""
        if not self.parted:
            self.cells[self.first * rows.WIDTH + rows.BITS] |= rows.PARTS
            self.cells[self.first * rows.WIDTH + rows.VALUE_END] = 0
        self.parted = True  # rows of it were released before its end was read
        self.first = self.made

    def write_rest(self, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the bytes up to ``end`` as a row of their own."""
        if end > self.pos:
            self.write(rows.REST, 0, bits, self.pos, end, end, end)
        self.pos = max(self.pos, end)
        self.first = self.made

    def part(self) -> cython.void:
        """Release the rows of a tag that exceeds the maximum size."""
        state: cython.int = self.state
        i: cython.Py_ssize_t = self.at
        made: cython.Py_ssize_t = self.made
        if self.dropping:
            self.write_rest(i, rows.TOO_LONG)
        elif state == states.NAME:
            self.begin_row(i, rows.TOO_LONG)
            self.settle()
            self.dropping = True
            self.pos = i
        elif state < states.ATTRIBUTE_NAME:
            self.settle()
            self.pos = i
        elif self.pos < self.attribute_start:
            self.settle()
            self.pos = self.attribute_start
        else:
            if state == states.ATTRIBUTE_NAME:
                self.name_end = i
            value: cython.Py_ssize_t = self.value_start if state >= states.IN_QUOTES else self.name_end
            self.attribute(value, i if state >= states.IN_QUOTES else value, rows.TOO_LONG)
            if made == self.made:
                self.write_rest(i, rows.TOO_LONG)
            self.settle()
            self.dropping = True
            self.pos = i

    def cut_off(self) -> cython.void:
        """Drop the rows of a tag that the end of the input truncated; write its bytes as one row."""
        self.made = self.first
        self.write_rest(self.size, rows.CUT)
        self.leave_tag()
        self.at = self.size
