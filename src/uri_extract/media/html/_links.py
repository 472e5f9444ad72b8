"""The text of links: what stands between ``<a href>`` and ``</a>``, where it may be a URI at a glance.

One source, two speeds, as the kernel has it (:mod:`uri_extract.scan._kernel`). It reads the rows of the tokenizers,
that of HTML and that of XML, apart from who finds the references: nearly all rows cost a comparison.
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_LINK_TEXT
from uri_extract.media.html import rows

if cython.compiled:
    from cython.cimports.libc.string import memchr

_WIDTH = cython.declare(cython.Py_ssize_t, rows.WIDTH)
_START_TAG = cython.declare(cython.longlong, rows.START_TAG)
_ATTRIBUTE = cython.declare(cython.longlong, rows.ATTRIBUTE)
_END_TAG = cython.declare(cython.longlong, rows.END_TAG)
_DATA = cython.declare(cython.longlong, rows.DATA)
_CDATA = cython.declare(cython.longlong, rows.CDATA)
_SELF_CLOSING = cython.declare(cython.longlong, rows.SELF_CLOSING)
_FOREIGN = cython.declare(cython.longlong, rows.SVG | rows.MATHML)
_MOST = cython.declare(cython.longlong, MAX_LINK_TEXT + 2)  # with the "</" of the end tag

#: What a name is to the text of a link: the link itself, an element that stands apart from the words around it, one
#: whose text is none of the link's words, or the attribute that has the reference.
LINK, APART, OTHER, HREF = 1, 2, 4, 8
_LINK = cython.declare(cython.int, LINK)
_APART = cython.declare(cython.int, APART)
_OTHER = cython.declare(cython.int, OTHER)
_HREF = cython.declare(cython.int, HREF)


@cython.cclass
class Links:
    """Reads the rows of one document out of the tokenizer's table, each scan once.

    ``elements`` and ``attributes`` have, by a name's number, what it is; with ``closing`` every tag may close itself.
    ``done`` are the links whose text may be a URI: where the start tag begins and ends, and the text as it stands in
    the source, without tags; it grows until it is cleared. ``waiting`` is where the start tag of a link begins whose
    end is still to come, -1 where there is none.
    """

    def __init__(self, tokens: Any, elements: bytearray, attributes: bytearray, closing: bool = False) -> None:
        self.rows = tokens
        self.tokens = cython.address(self.rows[0]) if cython.compiled else tokens
        self.elements = elements
        self.attributes = attributes
        self.closing = closing
        self.done: list[tuple[int, int, bytes]] = []
        self.parts: list[bytes] = []
        self.waiting = self.begun = self.tag = -1
        self.start = self.end = 0
        self.telling = False

    def read(self, window: bytes, offset: cython.longlong, count: cython.Py_ssize_t) -> None:
        """Take so many rows of the tokenizer, whose window stands at ``offset`` of the document."""
        tokens: cython.p_longlong = self.tokens
        elements: cython.p_const_uchar = self.elements
        attributes: cython.p_const_uchar = self.attributes
        at: cython.Py_ssize_t
        kind: cython.longlong
        role: cython.int
        tag: cython.bint = False  # of a link: its attributes come
        row: cython.Py_ssize_t
        self.window = window
        for row in range(count):
            at = row * _WIDTH
            kind = tokens[at]
            if kind == _ATTRIBUTE:
                if tag and attributes[tokens[at + 1]] & _HREF:
                    self.waiting = self.tag
                    tag = False
            elif kind == _START_TAG:
                tag = False
                role = elements[tokens[at + 1]]
                if not role:
                    continue
                if role & _APART:
                    if self.waiting >= 0:
                        self.apart()
                elif role & (_LINK | _OTHER):
                    self.waiting = -1
                if role & _LINK and tokens[at + 6] and not (
                    tokens[at + 2] & _SELF_CLOSING and (self.closing or tokens[at + 2] & _FOREIGN)
                ):  # fmt: skip
                    tag = True
                    self.tag = offset + tokens[at + 3]
                    self.begun = offset + tokens[at + 6]
                    self.start = self.end = 0
                    self.telling = False
                    self.parts.clear()
            elif self.waiting < 0:
                continue
            elif offset + tokens[at + 3] - self.begun > _MOST:
                self.waiting = -1
            elif kind == _DATA:
                self.text(tokens[at + 3], tokens[at + 4])
            elif kind == _END_TAG:
                role = elements[tokens[at + 1]]
                if role & _LINK:
                    if self.telling:
                        self.keep()
                        self.done.append((self.waiting, self.begun, b"".join(self.parts)))
                    self.waiting = -1
                elif role & _APART:
                    self.apart()
            elif kind == _CDATA:
                self.waiting = -1
        if self.waiting >= 0:
            self.keep()
            if offset + tokens[(count - 1) * _WIDTH + 3] - self.begun > _MOST:
                self.waiting = -1

    @cython.cfunc
    @cython.exceptval(-1)
    def text(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Take a run of text: no URI is without a full stop or a colon, written as it is or not."""
        if end - start > _MOST:
            self.waiting = -1
            return 0
        if self.end:
            self.keep()
        self.start = start
        self.end = end
        if not self.telling:
            self.telling = self.holds(46, start, end) or self.holds(58, start, end) or self.holds(38, start, end)
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def holds(self, byte: cython.int, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Tell whether that byte stands there."""
        if cython.compiled:
            data: cython.p_const_uchar = self.window
            return memchr(data + start, byte, end - start) != cython.NULL
        return self.window.find(byte, start, end) >= 0

    @cython.cfunc
    @cython.exceptval(-1)
    def keep(self) -> cython.int:
        """Keep the run at hand, whose window may go."""
        if self.end:
            self.parts.append(self.window[self.start : self.end])
            self.start = self.end = 0
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def apart(self) -> cython.int:
        """Take a tag that parts words."""
        self.keep()
        self.parts.append(b" ")
        return 0
