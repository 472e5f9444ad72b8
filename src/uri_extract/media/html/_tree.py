"""Determine, without a tree, which start tags a parser ignores for their place (HTML Standard §13.2.6.4).

A frameset contains only frames (§13.2.6.4.20), and frames are only in framesets; a form contains no form (§13.2.6.4.7);
there is one head; parts of a table are in a table, or first in a template (§13.2.6.4.22). References of ignored tags
exist in no browser; absolute URIs in them are still found by the plain-text scanner. The depth of tables is counted by
tags, although a tree would close some by implication: so a few tags are kept that a parser ignores. One source, two
speeds.
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html.names import ELEMENTS, TABLE_PARTS
from uri_extract.media.html.tree_tags import ALWAYS, CONTENT, FRAMESET_NOT_OK, MATTER

if not cython.compiled:
    from uri_extract.media.html import elements

_MATTERS = cython.declare(bytes, bytes(number in MATTER for number in range(len(ELEMENTS))))

# The content of a template is determined by the first start tag in it except these (§13.2.6.4.22): parts of a table, or
# the content of a body.
_ANYWHERE = frozenset((
    "base", "basefont", "bgsound", "link", "meta", "noframes", "script", "style", "template", "title",
))  # fmt: skip
_NO_TEMPLATE = cython.declare(cython.int, 0)
_OPEN = cython.declare(cython.int, 1)
_AS_BODY = cython.declare(cython.int, 2)
_AS_TABLE = cython.declare(cython.int, 3)
_AS_ROWS = cython.declare(cython.int, 4)
_AS_ROW = cython.declare(cython.int, 5)
_AS_COLUMNS = cython.declare(cython.int, 6)
_FIRST = {
    **dict.fromkeys(("caption", "colgroup", "tbody", "tfoot", "thead"), _AS_TABLE),
    "tr": _AS_ROWS,
    "td": _AS_ROW,
    "th": _AS_ROW,
    "col": _AS_COLUMNS,
}
_PARTS_OF = {
    _AS_BODY: frozenset[str](),
    _AS_TABLE: TABLE_PARTS,
    _AS_ROWS: frozenset(("tr", "td", "th")),
    _AS_ROW: frozenset(("td", "th")),
    _AS_COLUMNS: frozenset(("col",)),
}

#: The maximum of nested templates that are distinguished; in deeper ones nothing is ignored.
MAX_TEMPLATES = 512
_MOST_TEMPLATES = cython.declare(cython.int, MAX_TEMPLATES)

_ALWAYS = cython.declare(cython.int, ALWAYS)
_IN_CONTENT = cython.declare(cython.int, CONTENT)


@cython.cclass
class Tree:
    """Follows the tags of HTML in one document."""

    def __init__(self) -> None:
        self.outer: list[tuple[int, int]] = []
        self.restart()

    def restart(self) -> cython.int:
        """Discard the document, and prepare for another one."""
        self.outer.clear()
        self.templates = self.tables = self.frames = 0
        self.mode = _NO_TEMPLATE
        self.frameset_ok = self.head_may_come = True
        self.frameset = self.form = False
        return 0

    def watched(self) -> cython.int:
        """Return which start tags matter now: those of :data:`ALWAYS`, of :data:`CONTENT` as well, or all (0)."""
        if self.frameset or self.mode == _OPEN or self.mode == _AS_COLUMNS:
            return 0
        if not self.frameset_ok:
            return _ALWAYS
        return 0 if self.head_may_come else _ALWAYS | _IN_CONTENT

    def text(self) -> cython.void:
        """Process text that is not only white space."""
        self.frameset_ok = self.head_may_come = False

    def open(self, number: cython.int, name: str) -> cython.bint:
        """Process a start tag; return True if it creates an element or adds to one (§13.2.6.4.7: html, body)."""
        made: cython.bint
        if self.frameset:
            return self.open_frame(number)
        if number == elements.HEAD:
            made = self.head_may_come
            self.head_may_come = False
            return made
        if self.frameset_ok:
            self.head_may_come = self.head_may_come and number == elements.HTML
            if name in FRAMESET_NOT_OK:
                self.frameset_ok = False
        if self.mode != _NO_TEMPLATE:
            if self.mode == _OPEN and name not in _ANYWHERE:
                self.mode = _FIRST.get(name, _AS_BODY)
            if self.mode == _AS_COLUMNS and name not in ("col", "template"):
                return False
        if not _MATTERS[number]:
            return True
        if number == elements.TEMPLATE:
            self.templates += 1
            if self.templates <= _MOST_TEMPLATES:
                self.outer.append((self.mode, self.tables))
                self.mode = _OPEN
                self.tables = 0
        elif number == elements.TABLE:
            self.tables += 1
        elif number == elements.FORM:
            if not self.templates:
                made = not self.form
                self.form = True
                return made
        elif number == elements.FRAMESET:
            self.frameset = self.frameset_ok and not self.templates
            self.frames = self.frameset
            return self.frameset
        elif number in (elements.HTML, elements.BODY):
            return not self.templates
        elif number == elements.FRAME:
            return False
        elif not self.tables and self.templates <= _MOST_TEMPLATES:  # a part of a table
            return self.mode != _NO_TEMPLATE and name in _PARTS_OF[self.mode]
        return True

    def foreign(self) -> cython.bint:
        """Process a start tag of SVG or MathML; return True if it creates an element."""
        self.head_may_come = False
        if self.mode == _OPEN:
            self.mode = _AS_BODY
        return not self.frameset and self.mode != _AS_COLUMNS

    def open_frame(self, number: cython.int) -> cython.bint:
        if number == elements.FRAMESET and self.frames:
            self.frames += 1
            return True
        return number in (elements.HTML, elements.NOFRAMES) or (number == elements.FRAME and self.frames > 0)

    def close(self, number: cython.int) -> cython.int:
        """Process an end tag."""
        if number == elements.TEMPLATE:
            if 0 < self.templates <= _MOST_TEMPLATES:
                self.mode, self.tables = self.outer.pop()
            self.templates = max(0, self.templates - 1)
        elif number == elements.TABLE:
            self.tables = max(0, self.tables - 1)
        elif number == elements.FORM and not self.templates:
            self.form = False
        elif number == elements.FRAMESET:
            self.frames = max(0, self.frames - 1)
        elif number == elements.BR:
            self.text()  # it creates an element
        elif number in (elements.HTML, elements.HEAD, elements.BODY):
            self.head_may_come = False
        return 0
