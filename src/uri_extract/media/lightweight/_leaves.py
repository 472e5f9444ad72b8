# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The leaf blocks of a Markdown document (CommonMark 0.31 §4): the third one of four classes.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any
from uri_extract.media.lightweight._tags import CLASSES

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        ASTERISK, BACKTICK, EQUALS, EXCLAMATION_MARK, GREATER_THAN, HYPHEN, LEFT_BRACKET, LESS_THAN, NUMBER_SIGN,
        QUESTION_MARK, SLASH, SPACE, TAB, TILDE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.media.lightweight import _tags
    from uri_extract.media.lightweight._inline import Inline
    from uri_extract.pages._bytes import next_byte

_CLASSES = cython.declare(bytes, CLASSES)

# The kind of the open leaf block, if it is not a paragraph.
_FENCED = cython.declare(cython.int, 1)
_HTML = cython.declare(cython.int, 2)

# HTML blocks (§4.6): the ends of the first kind, the names of the first kind, and the names of the sixth kind.
_ENDS_OF_TEXT = cython.declare(tuple, (b"</script>", b"</pre>", b"</style>", b"</textarea>"))
_TEXTS = cython.declare(frozenset, frozenset((b"script", b"pre", b"style", b"textarea")))
_BLOCKS = cython.declare(
    frozenset,
    frozenset(
        b"address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl "
        b"dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend "
        b"li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td "
        b"tfoot th thead title tr track ul".split()
    ),
)


@cython.cclass
class Leaves(Inline):
    """Read the lines of leaf blocks, after those of their containers."""

    def __init__(self) -> None:
        Inline.__init__(self)
        self.i = self.column = 0
        self.begin_leaves()

    def begin_leaves(self) -> cython.int:
        """Begin another document."""
        self.paragraph = -1
        self.paragraph_end = self.fence_size = 0
        self.leaf = self.fence = 0
        self.html_ends: Any = None
        return 0

    def in_leaf(self, stop: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Read a line of fenced code or HTML; return False if it belongs to neither."""
        data: cython.p_uchar = self.data
        at: cython.Py_ssize_t = self.next
        if self.leaf == _HTML:
            if self.html_ends is None:
                return self.next < stop
            line: bytes = self.window[self.i : stop].lower()
            for each in self.html_ends:
                if each in line:
                    self.leaf = 0
            return True
        while at < stop and data[at] == self.fence:
            at += 1
        if at - self.next >= self.fence_size and self.indent < 4:
            while at < stop and (data[at] == SPACE or data[at] == TAB):
                at += 1
            if at == stop:
                self.leaf = 0
                return True
        self.code(self.i, end)
        return True

    def opens_leaf(self, stop: cython.Py_ssize_t, lazy: cython.bint) -> cython.bint:
        """Read the line if it is a heading, a thematic break, or begins code or HTML; else return False."""
        data: cython.p_uchar = self.data
        at: cython.Py_ssize_t = self.next
        sign: cython.int = data[at]
        if sign == NUMBER_SIGN:
            while at < stop and data[at] == NUMBER_SIGN:
                at += 1
            if at - self.next > 6 or (at < stop and data[at] != SPACE and data[at] != TAB):
                return False
            self.close_paragraph()
            self.inline(at, stop)
            return True
        if sign in (BACKTICK, TILDE):
            return self.opens_fence(stop)
        if sign == LESS_THAN:
            return self.opens_html(stop)
        if sign == EQUALS or not self.is_rule(stop):  # it may underline a heading
            if sign not in (EQUALS, HYPHEN) or self.paragraph < 0 or lazy:
                return False
            while at < stop and data[at] == sign:
                at += 1
            while at < stop and data[at] <= SPACE:
                at += 1
            if at < stop:
                return False
        self.close_paragraph()
        return True

    def opens_fence(self, stop: cython.Py_ssize_t) -> cython.bint:
        """Read the line if it begins fenced code (§4.5); else return False."""
        data: cython.p_uchar = self.data
        at: cython.Py_ssize_t = self.next
        sign: cython.int = data[at]
        while at < stop and data[at] == sign:
            at += 1
        if at - self.next < 3 or (sign == BACKTICK and next_byte(self.window, BACKTICK, at, stop) >= 0):
            return False
        self.close_paragraph()
        self.hide(at, stop)
        self.leaf = _FENCED
        self.fence = sign
        self.fence_size = at - self.next
        return True

    def opens_html(self, stop: cython.Py_ssize_t) -> cython.bint:
        """Read the line if it begins an HTML block (§4.6); else return False."""
        data: cython.p_uchar = self.data
        classes: cython.p_const_uchar = _CLASSES
        begin: cython.Py_ssize_t = self.next
        at: cython.Py_ssize_t = begin + 1
        name: bytes
        ends: Any = None
        if at >= stop:
            return False
        if data[at] == EXCLAMATION_MARK:
            if self.window[at : at + 3] == b"!--":
                ends = (b"-->",)
            elif self.window[at : at + 8] == b"![CDATA[":
                ends = (b"]]>",)
            elif at + 1 < stop and classes[data[at + 1]] & _tags.LETTER:
                ends = (b">",)
            else:
                return False
        elif data[at] == QUESTION_MARK:
            ends = (b"?>",)
        else:
            if data[at] == SLASH:
                at += 1
            while at < stop and classes[data[at]] & _tags.NAME:
                at += 1
            name = self.window[begin + 1 : at].lower()
            if at < stop and data[at] > SPACE and data[at] != GREATER_THAN and data[at] != SLASH:
                return False
            if name in _TEXTS:
                ends = _ENDS_OF_TEXT
            elif name.removeprefix(b"/") not in _BLOCKS:
                if self.paragraph >= 0:
                    return False
                self.failed = stop - begin
                at = self.tag(begin, stop)
                if at < 0 or self.blanks(at, stop) < stop:
                    return False
        self.close_paragraph()
        self.leaf = _HTML
        self.html_ends = ends
        if ends is not None:
            line: bytes = self.window[begin + 2 : stop].lower()
            for each in ends:
                if each in line:
                    self.leaf = 0
        return True

    def is_rule(self, stop: cython.Py_ssize_t) -> cython.bint:
        """Return True for a thematic break (§4.1)."""
        data: cython.p_uchar = self.data
        at: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        sign: cython.int = data[self.next]
        if sign != HYPHEN and sign != ASTERISK and sign != UNDERSCORE:
            return False
        for at in range(self.next, stop):
            if data[at] == sign:
                count += 1
            elif data[at] > SPACE:
                return False
        return count > 2

    def find_next(self, stop: cython.Py_ssize_t) -> cython.void:
        """Find the next byte that is not a blank, and its indentation."""
        data: cython.p_uchar = self.data
        at: cython.Py_ssize_t = self.i
        column: cython.Py_ssize_t = self.column
        while at < stop and (data[at] == SPACE or data[at] == TAB):
            column += 4 - column % 4 if data[at] == TAB else 1
            at += 1
        self.next = at
        self.indent = column - self.column

    def close_paragraph(self) -> cython.int:
        """Read the open paragraph: definitions, then text."""
        i: cython.Py_ssize_t = self.paragraph
        after: cython.Py_ssize_t
        end: cython.Py_ssize_t = self.paragraph_end
        if i < 0:
            return 0
        self.paragraph = -1
        while i < end and self.data[i] == LEFT_BRACKET:
            after = self.definition(i, end)
            if after < 0:
                break
            i = self.blanks(after, end)
        if i < end:
            self.inline(i, end)
        return 0
