"""What of a tree must be known without building one: which start tags a parser ignores for their place (§13.2.6.4).

A frameset has frames and nothing else (§13.2.6.4.20), and frames stand in nothing else; a form holds no form
(§13.2.6.4.7); there is one head; parts of a table stand in one, or first in a template (§13.2.6.4.22). What such a tag
refers to no browser has; what is a URI in it, the plain-text scanner finds all the same. How deep tables are is counted
by tags, where a tree would close some by implication: then a tag is rather kept.
"""

from __future__ import annotations

from uri_extract.media.html import names

_TEMPLATE, _FORM, _TABLE, _FRAMESET, _FRAME, _NOFRAMES, _HTML, _HEAD, _BODY, _BR = map(
    names.ELEMENTS.index,
    ("template", "form", "table", "frameset", "frame", "noframes", "html", "head", "body", "br"),
)  # fmt: skip
_TABLE_PARTS = frozenset(map(names.ELEMENTS.index, names.TABLE_PARTS))
_ONCE = frozenset((_HTML, _HEAD, _BODY))

# Behind these a frameset is ignored (§13.2.6.4.7, "frameset-ok flag").
_CONTENT = frozenset((
    "body", "br", "img", "hr", "pre", "listing", "li", "dd", "dt", "button", "applet", "marquee", "object", "table",
    "area", "embed", "keygen", "wbr", "input", "textarea", "xmp", "iframe", "select",
))  # fmt: skip
_MATTER = _TABLE_PARTS | _ONCE | {_TEMPLATE, _FORM, _TABLE, _FRAMESET, _FRAME}

# What a template holds is told by the first start tag in it but these (§13.2.6.4.22): parts of a table from there on,
# or whatever a body holds.
_ANYWHERE = frozenset((
    "base", "basefont", "bgsound", "link", "meta", "noframes", "script", "style", "template", "title",
))  # fmt: skip
_OPEN, _AS_BODY, _AS_TABLE, _AS_ROWS, _AS_ROW, _AS_COLUMNS = range(6)
_FIRST = {
    **dict.fromkeys(("caption", "colgroup", "tbody", "tfoot", "thead"), _AS_TABLE),
    "tr": _AS_ROWS,
    "td": _AS_ROW,
    "th": _AS_ROW,
    "col": _AS_COLUMNS,
}
_PARTS_OF = {
    _AS_BODY: frozenset[str](),
    _AS_TABLE: names.TABLE_PARTS,
    _AS_ROWS: frozenset(("tr", "td", "th")),
    _AS_ROW: frozenset(("td", "th")),
    _AS_COLUMNS: frozenset(("col",)),
}

#: Templates inside each other that are told apart; in those deeper nothing is ignored.
MAX_TEMPLATES = 512


# Which tags Tree.open and Tree.close are told of, by the element's number: always; as long as a frameset may come; only
# where it matters whether they make an element.
ALWAYS, CONTENT, LATE = 1, 2, 4
_TOLD = frozenset((_TEMPLATE, _FORM, _TABLE, _FRAMESET))
OPENED = bytes(
    (number in _TOLD) * ALWAYS
    | (name in _CONTENT or name in ("", "image")) * CONTENT
    | (number in _MATTER - _TOLD) * LATE
    for number, name in enumerate(names.ELEMENTS)
)
CLOSED = bytes(number in _TOLD | _ONCE | {_BR} for number in range(len(names.ELEMENTS)))


class Tree:
    """Follows the tags of one document, those of HTML alone."""

    def __init__(self) -> None:
        self.templates = 0  # open
        self.frames_may_come = True  # nothing was seen yet that keeps a frameset away
        self._head_may_come = True
        self._frames = 0  # framesets open
        self._frameset = False  # there was one: nothing but frames up to the document's end
        self._form = False  # open
        self._tables = [0]  # open, in the document and in each template
        self._modes: list[int] = []  # of each template

    @property
    def told(self) -> int:
        """Which start tags matter now: those of :data:`ALWAYS` alone, of :data:`CONTENT` too, or all, which is 0."""
        if self._frameset or (self._modes and self._modes[-1] in (_OPEN, _AS_COLUMNS)):
            return 0
        if not self.frames_may_come:
            return ALWAYS
        return 0 if self._head_may_come else ALWAYS | CONTENT

    def text(self) -> None:
        """Take text that is no white space."""
        self.frames_may_come = self._head_may_come = False

    def open(self, number: int, name: str) -> bool:
        """Take a start tag; return whether it makes an element, or says more of one (§13.2.6.4.7: html, body)."""
        if self._frameset:
            return self._open_frame(number)
        if number == _HEAD:
            made, self._head_may_come = self._head_may_come, False
            return made
        if self.frames_may_come:
            self._head_may_come = self._head_may_come and number == _HTML
            if name in _CONTENT:
                self.frames_may_come = False
        if self._modes:
            if self._modes[-1] == _OPEN and name not in _ANYWHERE:
                self._modes[-1] = _FIRST.get(name, _AS_BODY)
            if self._modes[-1] == _AS_COLUMNS and name not in ("col", "template"):
                return False
        if number not in _MATTER:
            return True
        if number == _TEMPLATE:
            self.templates += 1
            if self.templates <= MAX_TEMPLATES:
                self._tables.append(0)
                self._modes.append(_OPEN)
        elif number == _TABLE:
            self._tables[-1] += 1
        elif number == _FORM:
            if self.templates:
                return True
            made, self._form = not self._form, True
            return made
        elif number == _FRAMESET:
            self._frameset = self.frames_may_come and not self.templates
            self._frames = int(self._frameset)
            return self._frameset
        elif number in _ONCE:
            return not self.templates
        else:
            return number != _FRAME and self._holds(name)
        return True

    def foreign(self) -> bool:
        """Take a start tag of SVG or MathML; return whether it makes an element."""
        self._head_may_come = False
        if self._modes and self._modes[-1] == _OPEN:
            self._modes[-1] = _AS_BODY
        return not self._frameset and not (self._modes and self._modes[-1] == _AS_COLUMNS)

    def _open_frame(self, number: int) -> bool:
        if number == _FRAMESET:
            made = self._frames > 0
            self._frames += made
            return made
        return number in (_HTML, _NOFRAMES) or (number == _FRAME and self._frames > 0)

    def _holds(self, part: str) -> bool:
        """Tell whether that part of a table can stand here."""
        if self._tables[-1] or self.templates > MAX_TEMPLATES:
            return True
        return bool(self._modes) and part in _PARTS_OF[self._modes[-1]]

    def close(self, number: int) -> None:
        """Take an end tag."""
        if number == _TEMPLATE:
            if 0 < self.templates <= MAX_TEMPLATES:
                self._tables.pop()
                self._modes.pop()
            self.templates = max(0, self.templates - 1)
        elif number == _TABLE:
            self._tables[-1] = max(0, self._tables[-1] - 1)
        elif number == _FORM and not self.templates:
            self._form = False
        elif number == _FRAMESET:
            self._frames = max(0, self._frames - 1)
        elif number == _BR:
            self.text()  # it makes one
        elif number in _ONCE:
            self._head_may_come = False
