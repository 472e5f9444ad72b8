"""A document that BeautifulSoup has read: the references in its elements, as the HTML reader gives them.

The soup's tree is taken as it is: what its builder made an element is one. This module imports bs4; nothing imports
this module before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bs4 import BeautifulSoup
from bs4.element import CData, Comment, NavigableString, PreformattedString, Tag

from uri_extract.errors import SourceTypeError
from uri_extract.limits import MAX_BASE, MAX_LINK_TEXT, MAX_REFERENCE
from uri_extract.media.html import attributes, names
from uri_extract.media.html.base import UNUSABLE, Bases, at_codebase, own_base, too_long
from uri_extract.media.html.comments import Comments
from uri_extract.media.html.css import Stylesheet
from uri_extract.media.html.links import APART, role, role_of_attribute, shown
from uri_extract.media.html.markup import kind_of
from uri_extract.media.html.urls import Found, url
from uri_extract.media.text import TextScanner
from uri_extract.records import Occurrence, Problem
from uri_extract.scan import Kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FOREIGN = frozenset(("http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"))
_HYPERTEXT = frozenset(("text/html", "application/xhtml+xml"))  # in annotation-xml (§13.2.6, "HTML integration point")

#: Where what stands in a soup starts and ends.
UNKNOWN = -1


class _Around(NamedTuple):
    """What is known of an element: its name, its attributes by name, and what that means for those inside it."""

    element: str | None = None
    attributes: dict[str, str] = {}  # noqa: RUF012 - nobody writes there
    foreign: bool = False
    foreign_inside: bool = False
    template: bool = False
    line: int = 0
    column: int = 0


def occurrences(
    soup: Any,
    *,
    base: str | None = None,
    default_base: str | None = None,
    document: str | None = None,
    on_problem: Callable[[Problem], None] | None = None,
) -> Iterator[Occurrence]:
    """Yield the references in a soup, or in a tag of one, in the order of its elements. Raises
    :class:`~uri_extract.errors.SourceTypeError`.

    The first ``<base href>`` of the whole document counts, for a part of it as well.
    """
    if not isinstance(soup, Tag):
        what = f"{type(soup).__module__}.{type(soup).__qualname__}"
        raise SourceTypeError(f"a BeautifulSoup object or a Tag is wanted, not {what}")
    return _Soup(soup, own_base(base, default_base), document, on_problem).read()


class _Soup:
    def __init__(self, soup: Tag, own: Any, document: str | None, on_problem: Callable[[Problem], None] | None) -> None:
        self._soup = soup
        self._document = document
        self._on_problem = on_problem
        self._chooser = Bases(own.uri, own.source)
        self._own = self._bases = own.pair
        self._problem_of_own = own.problem
        self._comments = Comments()
        self._kernel = Kernel()  # its tables are large, and texts many

    def read(self) -> Iterator[Occurrence]:
        above = list(self._soup.parents)
        if self._problem_of_own:
            self._problem(UNUSABLE, self._problem_of_own)
        self._choose_base(above[-1] if above else self._soup)
        around = _Around()
        for tag in reversed(above):
            around = _entered(tag, around)
        for node, at in _walk(self._soup, around):
            if isinstance(node, Tag):
                text = _link_text(node) if at.element == "a" else None
                for name, value in at.attributes.items():
                    for each in self._attribute(at, name, value):
                        is_link = text is not None and each.attribute is not None and role_of_attribute(each.attribute)
                        yield each._replace(text=text) if is_link else each
                if _is_sheet(at):
                    yield from self._sheet(at, "".join(filter(_is_text, node.contents)))  # type: ignore[arg-type]
            elif isinstance(node, NavigableString):
                if isinstance(node, Comment):
                    yield from self._comment(at, node)
                elif not _is_text(node):
                    yield from self._text(at, node, None)
                elif not _is_sheet(at):
                    yield from self._text(at, node, at.element)

    def _choose_base(self, whole: Tag) -> None:
        for node, at in _walk(whole, _Around()):
            if at.element == "base" and isinstance(node, Tag) and not (at.foreign or at.template):
                href = at.attributes.get("href")
                if href is not None:
                    chosen = self._chooser.offer(href)
                    assert chosen is not None  # as it is the first
                    self._bases = chosen.pair
                    if chosen.problem:
                        self._problem(UNUSABLE, chosen.problem)
                    return

    def _attribute(self, at: _Around, name: str, value: str) -> Iterator[Occurrence]:
        assert at.element is not None
        place = None
        if name in attributes.ATTRIBUTES:
            place = attributes.place(at.element, name, at.attributes, foreign=at.foreign)
        if place is None:
            yield from self._text(at, value, None)
            return
        found = attributes.read(place.kind, value)
        bases: tuple[str | None, ...] = self._bases
        if place.base == "own" or (place.base == "page" and found and not found[0].text):
            bases = self._own
        elif place.base == "codebase" and "codebase" in at.attributes:
            codebase = attributes.codebase(url(at.attributes["codebase"]).text)
            bases = at_codebase(codebase, bases)
            if len(codebase) > MAX_BASE:
                self._problem(UNUSABLE, too_long(codebase))
        delimiter = "css" if place.kind == "css" else "attribute"
        for each in found:
            if len(each.text) > MAX_REFERENCE:
                self._too_long()
            else:
                yield self._occurrence(at, each, value[each.start : each.end], delimiter, bases, name)
        if place.kind not in attributes.WHOLE:
            yield from self._text(at, _masked(value, found), None)

    def _sheet(self, at: _Around, text: str) -> Iterator[Occurrence]:
        """Yield what a style sheet refers to, and what else stands in it as in text."""
        source = text.encode("utf-8", "replace")
        sheet = Stylesheet()
        found = sheet.feed(source, final=True)
        for _ in sheet.too_long:
            self._too_long()
        others = self._scanned(source) if ":" in text else []
        others.reverse()
        end = 0
        for each in found:
            while others and others[-1].start < each.start:
                other = others.pop()
                if other.start >= end:
                    yield self._placed(other, at, at.element)
            end = each.end
            raw = source[each.start : end].decode("utf-8", "replace")
            yield self._occurrence(at, each, raw, "css", self._bases, None)
        for other in reversed(others):
            if other.start >= end:
                yield self._placed(other, at, at.element)

    def _comment(self, at: _Around, text: str) -> Iterator[Occurrence]:
        found: list[Found] = []
        source = text.encode("utf-8", "surrogatepass")
        for each in self._comments.read(source):
            start, end = (len(source[:place].decode("utf-8", "surrogatepass")) for place in (each.start, each.end))
            found.append(Found(each.text, start, end))
            bases = self._own if each.page else self._bases
            around = at._replace(element=each.element)
            yield self._occurrence(around, found[-1], text[start:end], "comment", bases, None)
        yield from self._text(at, _masked(text, found), None)

    def _text(self, at: _Around, text: str, element: str | None) -> Iterator[Occurrence]:
        if ":" in text:
            for each in self._scanned(text.encode("utf-8", "surrogatepass")):
                yield self._placed(each, at, element)

    def _scanned(self, source: bytes) -> list[Occurrence]:
        scanner = _Text(
            document=self._document,
            on_problem=lambda problem: self._problem(*problem[2:]),
            kernel=lambda: self._kernel,
        )
        return scanner.feed(source) + scanner.close()

    def _placed(self, found: Occurrence, at: _Around, element: str | None) -> Occurrence:
        return found._replace(
            start=UNKNOWN, end=UNKNOWN, line=at.line, column=at.column, bases=self._bases, element=element
        )

    def _occurrence(
        self, at: _Around, found: Found, raw: str, delimiter: str, bases: Any, attribute: str | None
    ) -> Occurrence:
        return Occurrence(
            found.text, raw, UNKNOWN, UNKNOWN, at.line, at.column, self._document, delimiter, None, None, (),
            kind_of(found.text), bases, at.element, attribute,
        )  # fmt: skip

    def _too_long(self) -> None:
        self._problem("reference-too-long", f"a reference has more than {MAX_REFERENCE} bytes, and is left out")

    def _problem(self, kind: str, message: str) -> None:
        if self._on_problem is not None:
            self._on_problem(Problem(self._document, 0, kind, message))


class _Text(TextScanner):
    """The plain-text scanner over text that is decoded: no byte order mark begins it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._beginning = None


def _link_text(link: Tag) -> str | None:
    """Return the text of a link where it looks like a URI; None where it does not."""
    parts: list[str] = []
    size = 0
    stack = [iter(link.contents)]
    around = [0]
    while stack:
        for node in stack[-1]:
            if isinstance(node, Tag):
                what = role(_lower(node.name))
                if what and not what & APART:
                    return None
                parts.append(" " * (what != 0))
                stack.append(iter(node.contents))
                around.append(what)
                break
            if isinstance(node, CData):
                return None
            if _is_text(node):
                size += len(str(node).encode("utf-8", "replace"))
                if size > MAX_LINK_TEXT:
                    return None
                parts.append(str(node))
        else:
            stack.pop()
            parts.append(" " * (around.pop() != 0))
    return shown("".join(parts))


# -- the tree ------------------------------------------------------------------------------------------------------


def _walk(top: Tag, around: _Around) -> Iterator[tuple[Any, _Around]]:
    """Yield every tag with what is known of it, and every string with what is known of the tag it stands in."""
    around_now = _entered(top, around)
    yield top, around_now
    stack = [(iter(top.contents), around_now)]
    while stack:
        nodes, inside = stack[-1]
        for node in nodes:
            if isinstance(node, Tag):
                entered = _entered(node, inside)
                yield node, entered
                stack.append((iter(node.contents), entered))
                break
            yield node, inside
        else:
            stack.pop()


def _entered(tag: Tag, around: _Around) -> _Around:
    """Return what is known of a tag, from what is known of the one around it."""
    if isinstance(tag, BeautifulSoup):
        return around
    element = _lower(tag.name)
    values: dict[str, str] = {}
    for name, value in tag.attrs.items():
        values.setdefault(_lower(str(name)), _value(value))
    if tag.namespace is not None:
        foreign = tag.namespace in _FOREIGN
    elif around.foreign_inside:
        foreign = element not in names.BREAKOUTS and (element != "font" or not values.keys() & set(names.SILENT))
    else:
        foreign = element in ("svg", "math")
    if element == "image" and not foreign:
        element = "img"
    # Not as attributes, for which bs4 would search the tree where a builder did not set them.
    line, position = tag.__dict__.get("sourceline"), tag.__dict__.get("sourcepos")
    return _Around(
        element,
        values,
        foreign,
        foreign and not _is_point(element, values),
        around.template or (element == "template" and not foreign),
        line or 0,
        0 if position is None else position + 1,
    )


def _is_point(element: str, values: dict[str, str]) -> bool:
    """Whether an element of SVG or MathML holds HTML (HTML standard §13.2.6)."""
    if element == "annotation-xml":
        return values.get("encoding", "").lower() in _HYPERTEXT
    return element in names.SVG_POINTS or element in names.MATHML_POINTS


def _is_sheet(at: _Around) -> bool:
    return at.element == "style"


def _is_text(node: Any) -> bool:
    """Whether a node is text of its element, and no comment, document type or the like."""
    return isinstance(node, NavigableString) and (not isinstance(node, PreformattedString) or isinstance(node, CData))


def _lower(name: str) -> str:
    """Return a name in lower case, letters of ASCII alone."""
    return name.lower() if name.isascii() else name


def _value(value: Any) -> str:
    """Return an attribute's value as text: lists joined, and what else the caller wrote as bs4 would write it."""
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return "" if value is None else str(value)


def _masked(value: str, found: list[Found]) -> str:
    """Return the value with the references that were found in it masked."""
    parts: list[str] = []
    at = 0
    for _, start, end in found:
        parts += value[at:start], "\x01" * (end - start)
        at = end
    return "".join([*parts, value[at:]])
