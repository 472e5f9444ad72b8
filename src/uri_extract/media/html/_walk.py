"""Fast path over the rows of a window: from the tokenizer's rows to those of references.

Most rows hold no reference, and most that do are one URL as it stands. A :class:`Walker` looks each attribute up in the
table of places and writes a row of :data:`WIDTH` integers for each that holds references. :meth:`Walker.references`
adds those that are plain to the table of references, :mod:`.markup` reads the rest. One source, two speeds.

========= ==========================================================================================================
WHAT      :data:`RELATIVE`, :data:`ABSOLUTE`: the value is one URL as it stands, without or with a scheme; CLOSE: an
          attribute that is to be looked at closely; TAG: the start tag that the next rows of that kind belong to;
          SHEET, SHEET_END: a piece of a style sheet, and its end; CONDITIONAL: a comment that may be
ELEMENT   its number (:mod:`uri_extract.media.html.names`)
ATTRIBUTE its number; of a TAG: how many templates are open; of a SHEET: the kind of the tokenizer's row, which is a
          start tag's where a style sheet of SVG begins
START     the value begins, or the piece
END       the byte behind it
AT        where the tokenizer's row stands in its table; of a URL: whether it holds ``&amp;``
========= ==========================================================================================================
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from array import array

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html import glances, names
from uri_extract.media.html.tree import CLOSED, LATE, OPENED
from uri_extract.media.markup import rows
from uri_extract.pages import layout

if cython.compiled:
    from cython.cimports.uri_extract.media.html._values_c import Values
    from cython.cimports.uri_extract.pages._line_counter_c import LineCounter
    from cython.cimports.uri_extract.pages._rows_c import Rows
else:
    from uri_extract.media.html._values import Values
    from uri_extract.pages import LineCounter, Rows

WIDTH = 6
RELATIVE, ABSOLUTE, CLOSE, TAG, SHEET, SHEET_END, CONDITIONAL = range(1, 8)

_WIDTH = cython.declare(cython.Py_ssize_t, WIDTH)
_RELATIVE = cython.declare(cython.longlong, RELATIVE)
_ABSOLUTE = cython.declare(cython.longlong, ABSOLUTE)
_CLOSE = cython.declare(cython.longlong, CLOSE)
_TAG = cython.declare(cython.longlong, TAG)
_SHEET = cython.declare(cython.longlong, SHEET)
_SHEET_END = cython.declare(cython.longlong, SHEET_END)
_CONDITIONAL = cython.declare(cython.longlong, CONDITIONAL)
_URI_BITS = cython.declare(cython.longlong, layout.URI | layout.ATTRIBUTE)
_RELATIVE_BITS = cython.declare(cython.longlong, layout.RELATIVE | layout.ATTRIBUTE)

_TOKEN_WIDTH = cython.declare(cython.Py_ssize_t, rows.WIDTH)
_START_TAG = cython.declare(cython.longlong, rows.START_TAG)
_ATTRIBUTE = cython.declare(cython.longlong, rows.ATTRIBUTE)
_END_TAG = cython.declare(cython.longlong, rows.END_TAG)
_DATA = cython.declare(cython.longlong, rows.DATA)
_RCDATA = cython.declare(cython.longlong, rows.RCDATA)
_RAWTEXT = cython.declare(cython.longlong, rows.RAWTEXT)
_CDATA = cython.declare(cython.longlong, rows.CDATA)
_COMMENT = cython.declare(cython.longlong, rows.COMMENT)
_WHOLE = cython.declare(cython.longlong, rows.CONTINUES | rows.CUT)
_SELF_CLOSING = cython.declare(cython.longlong, rows.SELF_CLOSING)
_FOREIGN = cython.declare(cython.longlong, rows.SVG | rows.MATHML)
_TOO_LONG = cython.declare(cython.longlong, rows.TOO_LONG)
_STYLE = cython.declare(cython.longlong, names.ELEMENTS.index("style"))
_META = cython.declare(cython.longlong, names.ELEMENTS.index("meta"))
_HTTP_EQUIV = cython.declare(cython.longlong, names.ATTRIBUTES.index("http-equiv"))
_HTML_SHEET = cython.declare(cython.int, 1)
_SVG_SHEET = cython.declare(cython.int, 2)

_ELEMENTS = cython.declare(tuple, tuple("img" if name == "image" else name for name in names.ELEMENTS))
_FOREIGN_ELEMENTS = cython.declare(tuple, names.ELEMENTS)
_ATTRIBUTES = cython.declare(tuple, names.ATTRIBUTES)
_COUNT = cython.declare(cython.Py_ssize_t, len(names.ATTRIBUTES))
_ELEMENT_COUNT = cython.declare(cython.Py_ssize_t, len(names.ELEMENTS))

_NOTHING = cython.declare(cython.int, glances.NOTHING)
_URL = cython.declare(cython.int, glances.URL)
_STYLES = cython.declare(cython.int, glances.STYLES)
_SHAPED = cython.declare(cython.int, glances.SHAPED)
_GLANCES = cython.declare(bytes, glances.GLANCES)
_OPENED = cython.declare(bytes, OPENED)
_CLOSED = cython.declare(bytes, CLOSED)
_LATE = cython.declare(cython.int, LATE)
_VOID = cython.declare(bytes, bytes(name in names.VOID for name in names.ELEMENTS))


@cython.cclass
class Walker(Values):
    """Reads the rows of one document out of the tokenizer's table: :meth:`load` each window, :meth:`read` each scan.

    ``count`` rows then stand in ``table``. In the text (:meth:`source`) what was read as a URL is masked; ``verbatim``
    are the spans in which a character reference means nothing there, ``texts`` the elements whose text it is, in bytes
    of the document; the last two grow until they are cleared, and with ``attributes_alone`` none is made. ``undone``:
    character references in all text matter, not only beside a colon.
    """

    def __init__(self, tokens: Any, tree: Any, undone: bool = False, attributes_alone: bool = False) -> None:
        Values.__init__(self, not attributes_alone)
        self.rows = tokens
        self.tokens = cython.address(self.rows[0]) if cython.compiled else tokens
        self.undone = undone
        self.table = array("q", [0]) * (rows.ROWS * WIDTH)
        self.cells = self.table
        self.restart(tree)

    def restart(self, tree: Any) -> None:
        """Take another document, and another tree."""
        self.tree = tree
        self.load(b"", 0)
        self.verbatim: list[tuple[int, int]] = []
        self.texts: list[tuple[int, int, str]] = []
        self.name: object = None
        self.count = self.referring = self.number = self.watched = self.depth = self.sheet = 0
        self.fresh = self.tag = -1
        self.written = self.foreign = False
        self.frames = self.told = self.ignored = True

    def load(self, window: bytes, offset: int) -> None:
        """Take a window that stands at ``offset`` of the document."""
        self.take(window)
        self.offset = offset
        self.colon = self.ampersand = -1

    def read(self, count: cython.Py_ssize_t) -> None:
        """Take so many rows of the tokenizer."""
        tokens: cython.p_longlong = self.tokens
        glance: cython.p_const_uchar = _GLANCES
        opened: cython.p_const_uchar = _OPENED
        closed: cython.p_const_uchar = _CLOSED
        void: cython.p_const_uchar = _VOID
        at: cython.Py_ssize_t
        kind: cython.longlong
        what: cython.int
        first: cython.Py_ssize_t = (self.number + self.foreign * _ELEMENT_COUNT) * _COUNT
        self.count = 0
        row: cython.Py_ssize_t
        for row in range(count):
            at = row * _TOKEN_WIDTH
            kind = tokens[at]
            if kind == _ATTRIBUTE:
                what = glance[first + tokens[at + 1]]
                if what != _NOTHING and not self.ignored:
                    self.attribute(at, what)
                continue
            if self.sheet == _HTML_SHEET and kind != _RAWTEXT:
                self.end_sheet()
            if kind == _START_TAG:
                self.number = tokens[at + 1]
                self.foreign = tokens[at + 2] & _FOREIGN != 0
                self.fresh = self.offset + tokens[at + 6]
                if tokens[at + 2] & _SELF_CLOSING if self.foreign else void[self.number]:
                    self.fresh = -1  # what follows does not stand in it
                self.tag = at
                self.named = False
                self.told = self.foreign
                self.written = self.ignored = False
                first = (self.number + self.foreign * _ELEMENT_COUNT) * _COUNT
                if not self.watched or (not self.foreign and opened[self.number] & self.watched):
                    self.tell()
                if self.sheet or (self.foreign and self.number == _STYLE):
                    self.start_in_sheet(tokens[at + 2], tokens[at + 6])
                if self.number == _META:
                    self.look_for_pragma(count)
            elif kind == _END_TAG:
                if closed[tokens[at + 1]]:
                    self.tree.close(tokens[at + 1])
                    self.watched, self.frames = self.tree.told, self.tree.frames_may_come
                if self.sheet:
                    self.depth -= 1
                    if self.depth < 0:
                        self.end_sheet()
            elif kind == _DATA:
                if self.frames or self.sheet or (self.texts_too and self.telling(tokens[at + 3], tokens[at + 4])):
                    self.run(kind, 0, tokens[at + 3], tokens[at + 4], at)
            elif kind > _DATA:
                self.run(kind, tokens[at + 1], tokens[at + 3], tokens[at + 4], at)
        if self.tag >= 0:
            self.element()  # its bytes will be gone when its name is asked for
            if not tokens[self.tag + 6]:  # handed over in parts
                self.write_tag()
        self.tag = -1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.inline
    def write(
        self, what: cython.longlong, attribute: cython.longlong, start: cython.Py_ssize_t, end: cython.Py_ssize_t,
        at: cython.longlong,
    ) -> cython.void:  # fmt: skip
        """Write a row."""
        cell: cython.Py_ssize_t = self.count * _WIDTH
        self.cells[cell] = what
        self.cells[cell + 1] = self.number
        self.cells[cell + 2] = attribute
        self.cells[cell + 3] = start
        self.cells[cell + 4] = end
        self.cells[cell + 5] = at
        self.count += 1

    @cython.cfunc
    @cython.exceptval(-1)
    def write_tag(self) -> cython.int:
        """Write the row of the tag at hand, once."""
        if not self.written:
            self.written = True
            self.write(_TAG, self.tree.templates, self.foreign, 0, self.tag)
        return 0

    # -- tags --------------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(-1)
    def attribute(self, at: cython.Py_ssize_t, what: cython.int) -> cython.int:
        """Write a row for the attribute that stands there, if it holds references at a closer look."""
        tokens: cython.p_longlong = self.tokens
        start: cython.Py_ssize_t = tokens[at + 5]
        end: cython.Py_ssize_t = tokens[at + 6]
        seen: cython.int
        if not tokens[at + 2] & _TOO_LONG and what >= _STYLES and not self.worthwhile(start, end, what):
            return 0
        if not self.told:
            self.tell_late()
            if self.ignored:
                return 0
        self.referring += 1
        seen = 0
        if not tokens[at + 2] & _TOO_LONG and (what == _URL or (what == _SHAPED and self.unmistakable(start, end))):
            seen = self.plain(start, end)
        if seen:
            self.write(_ABSOLUTE if seen & 1 else _RELATIVE, tokens[at + 1], start, end, seen & 4)
            self.blank(start, end)
        else:
            self.write_tag()
            self.write(_CLOSE, tokens[at + 1], start, end, at)
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def look_for_pragma(self, count: cython.Py_ssize_t) -> cython.int:
        """See whether the meta at hand has an ``http-equiv`` that may be a refresh, which its content is then."""
        at: cython.Py_ssize_t = self.tag + _TOKEN_WIDTH
        self.pragma = False
        while at < count * _TOKEN_WIDTH and self.tokens[at] == _ATTRIBUTE:
            if self.tokens[at + 1] == _HTTP_EQUIV:
                value: bytes = self.window[self.tokens[at + 5] : self.tokens[at + 6]]
                self.pragma = b"&" in value or value.lower() == b"refresh"
            at += _TOKEN_WIDTH
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def tell_late(self) -> cython.int:
        """Tell the tree of it where it matters now whether it makes an element."""
        opened: cython.p_const_uchar = _OPENED
        if opened[self.number] & _LATE:
            self.tell()
        self.told = True
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def tell(self) -> cython.int:
        """Tell the tree of the start tag at hand."""
        self.told = True
        self.ignored = not (self.tree.foreign() if self.foreign else self.tree.open(self.number, self.element()))
        self.watched, self.frames = self.tree.told, self.tree.frames_may_come
        return 0

    @cython.cfunc
    def element(self) -> object:
        """Return the name of the element at hand."""
        if self.number:
            return _FOREIGN_ELEMENTS[self.number] if self.foreign else _ELEMENTS[self.number]
        if not self.named:
            self.named = True
            name: bytes = self.window[self.tokens[self.tag + 3] : self.tokens[self.tag + 4]]
            self.name = name[:256].lower().decode("utf-8", "replace")
        return self.name

    @cython.cfunc
    @cython.exceptval(check=False)
    def start_in_sheet(self, bits: cython.longlong, end: cython.Py_ssize_t) -> cython.void:
        """Take the start tag at hand, which begins a style sheet of SVG, or stands in one."""
        if self.sheet:
            if not bits & _SELF_CLOSING:
                self.depth += 1
            if not self.foreign:
                self.end_sheet()
        elif end and not bits & _SELF_CLOSING and not self.ignored:
            self.sheet = _SVG_SHEET
            self.depth = 0
            self.write(_SHEET, _START_TAG, end, end, self.tag)

    @cython.cfunc
    @cython.exceptval(check=False)
    def end_sheet(self) -> cython.void:
        """Say that the style sheet ended."""
        self.sheet = 0
        self.write(_SHEET_END, 0, 0, 0, 0)

    # -- runs --------------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def telling(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Tell whether text holds a colon or a ``&``. Most does not: how far there is none is remembered."""
        if self.colon < start:
            self.colon = self.next(58, start)
        if self.ampersand < start:
            self.ampersand = self.next(38, start)
        return self.colon < end or self.ampersand < end

    @cython.cfunc
    @cython.exceptval(-1)
    def run(
        self, kind: cython.longlong, number: cython.longlong, start: cython.Py_ssize_t, end: cython.Py_ssize_t,
        at: cython.Py_ssize_t,
    ) -> cython.int:  # fmt: skip
        """Take a run of text, a comment or the like."""
        decoded: cython.bint = kind in (_DATA, _RCDATA)
        if self.frames and kind == _DATA and self.window[start:end].strip(b"\0\t\n\f\r "):
            self.tree.text()
            self.watched, self.frames = self.tree.told, self.tree.frames_may_come
        if kind == _RAWTEXT and number == _STYLE:
            self.sheet = _HTML_SHEET
            self.write(_SHEET, kind, start, end, at)
        elif self.sheet and not self.depth and kind in (_DATA, _CDATA):
            self.write(_SHEET, kind, start, end, at)
        elif (
            kind == _COMMENT and not self.sheet and not self.tokens[at + 2] & _WHOLE
            and self.holds(91, start, min(end, start + 16))
        ):  # fmt: skip
            self.write(_CONDITIONAL, 0, start, end, at)
        if not self.texts_too:
            return 0
        colon: cython.bint = self.holds(58, start, end)
        # No reference without a colon: what is not written as "&#58;" or "&colon;" need not be undone.
        if (
            (not decoded or not (colon or self.undone))
            and self.holds(38, start, end)
            and (not decoded or not self.colon_meant(start, end))
        ):
            self.verbatim.append((start, end))
        if colon and number:
            self.texts.append((self.offset + start, self.offset + end, _FOREIGN_ELEMENTS[number]))
        elif colon and kind == _DATA and self.offset + start == self.fresh:
            if not self.told:
                self.tell_late()
            if not self.ignored:
                self.texts.append((self.offset + start, self.offset + end, self.element()))
        return 0

    # -- references --------------------------------------------------------------------------------------------------

    def references(
        self, begin: cython.Py_ssize_t, lines: LineCounter, found: Rows, bases: object, origin: object
    ) -> int:
        """Add to ``found`` the references of the rows from ``begin`` on, up to one that is no plain URL.

        Return its number.
        """
        cells: cython.p_longlong = cython.address(self.cells[0]) if cython.compiled else self.cells
        row: cython.Py_ssize_t = begin
        at: cython.Py_ssize_t
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        bits: cython.longlong
        column: cython.longlong
        offset: cython.longlong = self.offset
        while row < self.count:
            at = row * _WIDTH
            if cells[at] > _ABSOLUTE:
                break
            start = cells[at + 3]
            end = cells[at + 4]
            lines.count_to(self.window, offset, start)
            column = offset + start - lines.start + 1
            bits = _URI_BITS if cells[at] == _ABSOLUTE else _RELATIVE_BITS
            if cells[at + 5]:
                raw: str = self.data[start:end].decode("ascii")
                found.add(
                    raw.replace("&amp;", "&"), raw, offset + start, offset + end, lines.number, column, bits, bases,
                    origin, _ELEMENTS[cells[at + 1]], _ATTRIBUTES[cells[at + 2]],
                )  # fmt: skip
            else:
                found.copy(
                    self.window, start, end, offset + start, lines.number, column, bits, bases, origin,
                    _ELEMENTS[cells[at + 1]], _ATTRIBUTES[cells[at + 2]],
                )  # fmt: skip
            row += 1
        return int(row)
