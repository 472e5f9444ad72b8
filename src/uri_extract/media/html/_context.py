# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Determine what a tag's name means in its context: numbers of names, and whether SVG or MathML is being read.

The lowest of the three classes of the tokenizer (:mod:`uri_extract.media.html._tokenizer`). There is no tree. Of a tree
(HTML Standard §13.2.6) the tokenizer only needs to know whether an element is an HTML element: only then is the content
of ``title``, ``style`` or ``script`` raw text, and only in foreign content does ``<![CDATA[`` begin a section. A stack
of bounded depth holds the places where this changes: ``svg``, ``math``, and the integration points inside them. It
differs from a tree as follows:

- Open HTML elements are counted by name, wherever they are: an end tag in foreign content leaves it if an element of
  its name was opened anywhere before and not closed, even if a tree would have closed that one by implication.
- The end tag of an integration point closes it even if elements inside are open. (If a browser does not, it stays in
  HTML, and so do we.)
- ``mglyph`` and ``malignmark`` are read as HTML; ``<svg>`` is SVG in ``annotation-xml`` anywhere in MathML.
- Tags that a parser ignores for their place (in a frameset, a ``select`` or a table) are read as anywhere else.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html.names import (
    ANY_CASE,
    ATTRIBUTE_IDS,
    CLASSES,
    ELEMENT_IDS,
    ELEMENTS,
    LOWER,
    MULTIPLIER,
    contents,
    element_flags,
    slots,
)

if cython.compiled:
    from cython.cimports.libc.string import memcpy
else:
    from uri_extract import limits
    from uri_extract._ascii import HYPHEN, SMALL_A, SMALL_D, SMALL_N, SMALL_O, SMALL_T
    from uri_extract.media.html import elements, names
    from uri_extract.media.markup import rows

_SLOTS = cython.declare(bytes, array("Q", slots()).tobytes())
_FLAGS = array("i", element_flags())  # copying an array is fast
_CONTENTS = array("i", contents())
_IDS = (ELEMENT_IDS, ATTRIBUTE_IDS)

_LAST_SLOT = cython.declare(cython.Py_ssize_t, names.SLOTS - 1)  # the number of slots is a power of two
_NUMBER = cython.declare(cython.int, (1 << names.NUMBER_BITS) - 1)
_MULTIPLIER = cython.declare(cython.ulonglong, MULTIPLIER)
_PADDING = cython.declare(cython.ulonglong, names.PADDING * 0x0101010101010101)
_ANY_CASE = cython.declare(cython.ulonglong, ANY_CASE)

# The current place; 0 is HTML.
_IN_SVG = cython.declare(cython.int, 1)
_IN_MATHML = cython.declare(cython.int, 2)
_AT_POINT = cython.declare(cython.int, 3)


@cython.cclass
class Context:
    """A window of bytes, and the elements that are open at the current place."""

    def __init__(self) -> None:
        self.window = self.data = b""
        self.size = 0
        self.classes = CLASSES
        self.lower = LOWER
        if cython.compiled:
            self.slots = cython.cast(cython.p_ulonglong, cython.cast(cython.p_const_uchar, _SLOTS))
        self.flags = _FLAGS[:]
        self.contents = _CONTENTS[:]
        self.kind = rows.DATA
        self.ending = 0
        self.place = self.level = 0
        self.around = array("q", bytes(8 * len(ELEMENTS)))
        self.where = array("i", bytes(4 * (limits.MAX_FOREIGN + 1)))
        self.opener = array("i", bytes(4 * (limits.MAX_FOREIGN + 1)))
        self.inner = array("q", bytes(8 * (limits.MAX_FOREIGN + 1)))
        self.anchors = array("q", bytes(8 * (limits.MAX_FOREIGN + 1)))
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
        mixed: cython.ulonglong
        self.examined += size
        if size >= names.SIZES:
            memcpy(cython.address(first), data, 8)
            memcpy(cython.address(last), data + size - 8, 8)
        elif start + 8 <= self.size:
            memcpy(cython.address(first), data, 8)
            first = (first & slots[size]) | (_PADDING & ~slots[size])
        else:
            memcpy(cython.address(first), data, size)
        mixed = ((first | _ANY_CASE) + (last | _ANY_CASE)) * _MULTIPLIER
        slot: cython.Py_ssize_t = mixed >> names.SHIFT
        slots += names.SIZES + attribute * (names.SLOTS * names.WORDS)
        at: cython.Py_ssize_t = slot * names.WORDS
        while (first ^ slots[at]) & slots[at + 1] or (last ^ slots[at + 2]) & slots[at + 3]:
            slot = (slot + 1) & _LAST_SLOT
            at = slot * names.WORDS
        return slots[at + 4] & _NUMBER if size < names.SIZES or slots[at + 4] >> names.NUMBER_BITS == size else 0

    def identify_prefix(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Return the number of a group of attributes by the name's prefix (data-, on); 0 for any other name."""
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
