"""The elements of a tree of BeautifulSoup, built by any of its parsers."""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag
from bs4.element import CData, NavigableString, PreformattedString

from uri_extract._compat._typing import TYPE_CHECKING, Any, NamedTuple
from uri_extract.markup.html import names

if TYPE_CHECKING:
    from collections.abc import Iterator

_FOREIGN = frozenset(("http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"))
_HYPERTEXT = frozenset(("text/html", "application/xhtml+xml"))  # in annotation-xml (§13.2.6, "HTML integration point")


class Element(NamedTuple):
    """An element: its name, its attributes by name, and what they mean for the elements inside it."""

    element: str | None = None
    attributes: dict[str, str] = {}  # noqa: RUF012 - it is not written to
    foreign: bool = False
    foreign_inside: bool = False
    template: bool = False
    line: int = 0
    column: int = 0


def walk(top: Tag, around: Element) -> Iterator[tuple[Any, Element]]:
    """Yield every tag and every string, with its element: the tag's own, or the one that contains the string."""
    around_now = element_of(top, around)
    yield top, around_now
    stack = [(iter(top.contents), around_now)]
    while stack:
        nodes, inside = stack[-1]
        for node in nodes:
            if isinstance(node, Tag):
                entered = element_of(node, inside)
                yield node, entered
                stack.append((iter(node.contents), entered))
                break
            yield node, inside
        else:
            stack.pop()


def element_of(tag: Tag, around: Element) -> Element:
    """Return the element of a tag, given the element around it."""
    if isinstance(tag, BeautifulSoup):
        return around
    element = _lower(tag.name)
    values: dict[str, str] = {}
    for name, value in tag.attrs.items():
        values.setdefault(_lower(str(name)), _value(value))
    if tag.namespace is not None:
        foreign = tag.namespace in _FOREIGN
    elif around.foreign_inside:
        foreign = element not in names.BREAKOUTS and (
            element != "font" or not values.keys() & set(names.FONT_BREAKOUT_ATTRIBUTES)
        )
    else:
        foreign = element in ("svg", "math")
    if element == "image" and not foreign:
        element = "img"
    # Not as attributes: bs4 would search the tree for those that a parser did not set.
    line, position = tag.__dict__.get("sourceline"), tag.__dict__.get("sourcepos")
    return Element(
        element, values, foreign, foreign and not _is_point(element, values),
        around.template or (element == "template" and not foreign), line or 0, 0 if position is None else position + 1,
    )  # fmt: skip


def _is_point(element: str, values: dict[str, str]) -> bool:
    """Return True if an element of SVG or MathML is an integration point for HTML (HTML Standard §13.2.6)."""
    if element == "annotation-xml":
        return values.get("encoding", "").lower() in _HYPERTEXT
    return element in names.HTML_INTEGRATION_POINTS or element in names.MATHML_TEXT_INTEGRATION_POINTS


def is_sheet(at: Element) -> bool:
    """Return True if the text of an element is a style sheet."""
    return at.element == "style"


def is_text(node: Any) -> bool:
    """Return True if a node is text of its element, not a comment, a document type or the like."""
    return isinstance(node, NavigableString) and (not isinstance(node, PreformattedString) or isinstance(node, CData))


def _lower(name: str) -> str:
    """Return a name with ASCII letters in lower case."""
    return name.lower() if name.isascii() else name


def _value(value: Any) -> str:
    """Return an attribute's value as text: lists are joined, other values written as bs4 does."""
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return "" if value is None else str(value)
