"""Fast path over the tokens of a window: add rows for references in attributes.

Most attributes hold no reference, and most others hold one URL that needs no decoding. A :class:`Walker` looks up each
attribute in the table of places, adds plain references, and calls :mod:`.markup` for others. One source, two speeds.
"""

from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html.glances import GLANCES
from uri_extract.media.html.names import ATTRIBUTES, ELEMENTS, VOID
from uri_extract.media.html.script_words import RELATIVE_PROPERTY, is_escaped_json
from uri_extract.media.html.tree_tags import CLOSED, LATE, OPENED

if not cython.compiled:
    from uri_extract._ascii import SMALL_J, SPACE
    from uri_extract.media.html import elements, glances, names
    from uri_extract.media.html._link_lines import LinkLines
    from uri_extract.media.html._tokenizer import Tokenizer
    from uri_extract.media.html._tree import Tree
    from uri_extract.media.markup import rows
    from uri_extract.media.markup._links import Links
    from uri_extract.pages import LineCounter, Rows, layout

_WHOLE = cython.declare(cython.longlong, rows.CONTINUES | rows.CUT)
_FOREIGN = cython.declare(cython.longlong, rows.SVG | rows.MATHML)
_IS_ESCAPED_JSON = cython.declare(object, is_escaped_json)
_RELATIVE_PROPERTY = cython.declare(object, RELATIVE_PROPERTY)
_HTML_SHEET = cython.declare(cython.int, 1)
_SVG_SHEET = cython.declare(cython.int, 2)

_FOREIGN_ELEMENTS = cython.declare(tuple, ELEMENTS)
_COUNT = cython.declare(cython.Py_ssize_t, len(ATTRIBUTES))
_ELEMENT_COUNT = cython.declare(cython.Py_ssize_t, len(ELEMENTS))

_GLANCES = cython.declare(bytes, GLANCES)
_OPENED = cython.declare(bytes, OPENED)
_CLOSED = cython.declare(bytes, CLOSED)
_LATE = cython.declare(cython.int, LATE)
_VOID = cython.declare(bytes, bytes(name in VOID for name in ELEMENTS))


@cython.cclass
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
        self.island: object = None
        self.escaped_quotes = False

    def restart(
        self, found: Rows, lines: LineCounter, bases: object, origin: object, decode_all: cython.bint,
        places: cython.bint,
    ) -> cython.int:  # fmt: skip
        """Begin another document."""
        self.begin(found, lines, bases, origin, places)
        self.decode_all = decode_all
        self.tokenizer.restart()
        self.tree.restart()
        if self.verbatim:
            self.verbatim.clear()
        if self.texts:
            self.texts.clear()
        self.watched = self.depth = self.sheet = self.ends = self.compared = 0
        self.fresh = self.undecided = -1
        self.written = False
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
        at: cython.Py_ssize_t
        kind: cython.longlong
        what: cython.int
        first: cython.Py_ssize_t = (self.number + self.foreign * _ELEMENT_COUNT) * _COUNT
        row: cython.Py_ssize_t
        self.begin_rows(markup, count)
        for row in range(count):
            at = row * rows.WIDTH
            kind = tokens[at]
            if kind == rows.ATTRIBUTE:
                what = glance[first + tokens[at + rows.ID]]
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
                self.fresh = self.offset + tokens[at + rows.VALUE_END]
                if tokens[at + rows.BITS] & rows.SELF_CLOSING if self.foreign else void[self.number]:
                    self.fresh = -1  # a void element has no text
                self.tag = at
                self.named = False
                self.tree_knows = self.foreign
                self.written = self.ignored = False
                first = (self.number + self.foreign * _ELEMENT_COUNT) * _COUNT
                if not self.watched or (not self.foreign and opened[self.number] & self.watched):
                    self.notify_tree()
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
        if what == glances.SCRIPTED:
            return (
                self.scripted(at)
                if whole and not self.cannot_refer(tokens[at + rows.ID] == names.HANDLER, start, end)
                else 0
            )
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
        if tokens[at + rows.ID] == names.DATA:
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
            self.sheet = _SVG_SHEET
            self.depth = 0
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
