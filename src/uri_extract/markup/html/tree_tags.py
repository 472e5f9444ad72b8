"""Which tags matter for the rules of :mod:`._walk`, by the number of the element."""

from __future__ import annotations

from uri_extract._compat._typing import Final
from uri_extract.markup.html import elements
from uri_extract.markup.html.names import ELEMENTS, TABLE_PARTS

_TABLE_PARTS = frozenset(map(ELEMENTS.index, TABLE_PARTS))

#: Start tags after which a frameset is ignored (§13.2.6.4.7, "frameset-ok flag").
FRAMESET_NOT_OK: Final = frozenset((
    "body", "br", "img", "hr", "pre", "listing", "li", "dd", "dt", "button", "applet", "marquee", "object", "table",
    "area", "embed", "keygen", "wbr", "input", "textarea", "xmp", "iframe", "select",
))  # fmt: skip
#: Elements whose place matters.
MATTER: Final = _TABLE_PARTS | {
    elements.HTML,
    elements.HEAD,
    elements.BODY,
    elements.TEMPLATE,
    elements.FORM,
    elements.TABLE,
    elements.FRAMESET,
    elements.FRAME,
}

#: The tags that are passed to Tree.open and Tree.close, by the element's number: always; while a frameset may follow;
#: only if it matters whether they create an element.
ALWAYS, CONTENT, LATE = 1, 2, 4
_TOLD = frozenset((elements.TEMPLATE, elements.FORM, elements.TABLE, elements.FRAMESET))
OPENED: Final = bytes(
    (number in _TOLD) * ALWAYS
    | (name in FRAMESET_NOT_OK or name in ("", "image")) * CONTENT
    | (number in MATTER - _TOLD) * LATE
    for number, name in enumerate(ELEMENTS)
)
CLOSED: Final = bytes(
    number in _TOLD | {elements.HTML, elements.HEAD, elements.BODY, elements.BR} for number in range(len(ELEMENTS))
)
