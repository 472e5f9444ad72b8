"""What of a tree must be known without building one: which start tags a parser ignores for their place (§13.2.6.4).

A frameset has frames and nothing else (§13.2.6.4.20), a form holds no form (§13.2.6.4.7), and parts of a table stand in
one. What such a tag refers to no browser has; what is a URI in it, the plain-text scanner finds all the same. How deep
tables are is counted by tags, where a tree would close some by implication: then a tag is rather kept.
"""

from __future__ import annotations

from uri_extract.media.html import names

_TEMPLATE, _FORM, _TABLE, _FRAMESET = map(names.ELEMENTS.index, ("template", "form", "table", "frameset"))
_TABLE_PARTS = frozenset(
    map(names.ELEMENTS.index, ("caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"))
)  # fmt: skip
_IN_FRAMESET = frozenset(map(names.ELEMENTS.index, ("frameset", "frame", "noframes", "html")))

# Behind these a frameset is ignored (§13.2.6.4.7, "frameset-ok flag").
_CONTENT = frozenset((
    "body", "br", "img", "hr", "pre", "listing", "li", "dd", "dt", "button", "applet", "marquee", "object", "table",
    "area", "embed", "keygen", "wbr", "input", "textarea", "xmp", "iframe", "select",
))  # fmt: skip
_MATTER = _TABLE_PARTS | {_TEMPLATE, _FORM, _TABLE, _FRAMESET}


class Tree:
    """Follows the tags of one document, those of HTML alone."""

    def __init__(self) -> None:
        self.templates = 0  # open
        self.frames_may_come = True  # nothing was seen yet that keeps a frameset away
        self._frameset = False  # and here it is, to the document's end
        self._form = False  # open
        self._tables = 0

    @property
    def closely(self) -> bool:
        """Whether every tag matters."""
        return self.frames_may_come or self._frameset

    def open(self, number: int, name: str) -> bool:
        """Take a start tag; return whether it makes an element."""
        if self._frameset:
            return number in _IN_FRAMESET
        if self.frames_may_come and name in _CONTENT:
            self.frames_may_come = False
        if number not in _MATTER:
            return True
        if number == _TEMPLATE:
            self.templates += 1
        elif number == _TABLE:
            self._tables += 1
        elif number == _FORM:
            if self.templates:
                return True
            made, self._form = not self._form, True
            return made
        elif number == _FRAMESET:
            self._frameset = self.frames_may_come and not self.templates
            return self._frameset
        else:
            return bool(self._tables or self.templates)
        return True

    def close(self, number: int) -> None:
        """Take an end tag."""
        if number == _TEMPLATE:
            self.templates = max(0, self.templates - 1)
        elif number == _TABLE:
            self._tables = max(0, self._tables - 1)
        elif number == _FORM and not self.templates:
            self._form = False
