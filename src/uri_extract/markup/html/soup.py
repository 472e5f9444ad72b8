"""A document that BeautifulSoup has parsed: the references in its elements, as the HTML scanner finds them.

The tree is read as BeautifulSoup's parser made it. This module imports bs4, and is imported when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bs4 import BeautifulSoup
from bs4.element import CData, Comment, Doctype, NavigableString, PreformattedString, Tag

from uri_extract._compat._typing import Any, NamedTuple
from uri_extract.errors import SourceTypeError
from uri_extract.limits import MAX_BASE, MAX_LINK_TEXT, MAX_REFERENCE
from uri_extract.markup._markup_rows import APART, HIDDEN, HREF, LINK, RAW
from uri_extract.markup.bases import UNUSABLE, Bases, at_codebase, own_base, too_long
from uri_extract.markup.css import Stylesheet
from uri_extract.markup.html import attributes, islands, names, script_words, scripted
from uri_extract.markup.html.comments import Comments
from uri_extract.markup.html.regions import of_tag
from uri_extract.markup.html.scanner import HtmlScanner
from uri_extract.markup.links import role, role_of_attribute
from uri_extract.markup.urls import Found, kind_bits, url
from uri_extract.rows import Page, Pool, Rows, layout, page_of
from uri_extract.rows.details import Origin
from uri_extract.rows.records import Problem
from uri_extract.text.link_text import link_text
from uri_extract.text.scanner import TextScanner

# -- The elements of a tree of BeautifulSoup, built by any of its parsers ----------------------------------------------

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
    region: int = 0


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
        (0 if foreign else of_tag(element, values.get("role", ""))) or around.region,
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


# -- The scanner of a tree ---------------------------------------------------------------------------------------------

#: The start and end of every reference in a soup.
UNKNOWN = -1

# The number of rows at which a page ends; the last element may add more.
_ROWS = 64


def pages(
    soup: Any, *, base: str | None = None, default_base: str | None = None, document: str | None = None,
    on_problem: Callable[[Problem], None] | None = None,
) -> Iterator[Page]:  # fmt: skip
    """Yield pages of the references in a soup, or in a tag of one, in the order of its elements.

    Raises :class:`~uri_extract.errors.SourceTypeError`. The first ``<base href>`` of the whole document applies, even
    if only a part of it is read.
    """
    if not isinstance(soup, Tag):
        what = f"{type(soup).__module__}.{type(soup).__qualname__}"
        raise SourceTypeError(f"soup must be a BeautifulSoup object or a Tag, not {what}")
    return _Soup(soup, own_base(base, default_base), document, on_problem).read()


class _Soup:
    def __init__(self, soup: Tag, own: Any, document: str | None, on_problem: Callable[[Problem], None] | None) -> None:
        self._soup = soup
        self._origin = Origin(document)
        self._on_problem = on_problem
        self._chooser = Bases(own)
        self._own = self._bases = own.pair
        self._problem_of_own = own.problem
        self._comments = Comments()
        self._rows = Rows(Pool())
        self._texts = _Text(
            origin=self._origin,
            on_problem=lambda problem: self._problem(problem.kind, problem.message),
            pool=self._rows.pool,
        )

    def read(self) -> Iterator[Page]:
        above = list(self._soup.parents)
        if self._problem_of_own:
            self._problem(UNUSABLE, self._problem_of_own)
        self._choose_base(above[-1] if above else self._soup)
        lines: set[int] = set()  # the texts that are lines of a URI
        around = Element()
        for tag in reversed(above):
            around = element_of(tag, around)
        for node, at in walk(self._soup, around):
            first = self._rows.count
            if isinstance(node, Tag):
                links = at.element == "a" and any(role_of_attribute(name) & HREF for name in at.attributes)
                text = _link_text(node, at) if links else b""
                for name, value in at.attributes.items():
                    self._attribute(at, name, value, text if name == "href" or name.endswith(":href") else b"")
                if is_sheet(at):
                    self._sheet(at, "".join(filter(is_text, node.contents)))  # type: ignore[arg-type]
            elif isinstance(node, NavigableString):
                if isinstance(node, Comment):
                    self._comment(at, node)
                elif not is_text(node):
                    self._text(at, f"<!DOCTYPE {node}" if isinstance(node, Doctype) else node, None)
                elif at.element == "script" and not at.foreign:
                    self._scripted(at, node, islands.in_script_of(at.attributes.get("type", ""), node), None)
                elif not is_sheet(at):
                    if at.element == "a" and not at.foreign and id(node) not in lines:
                        lines.update(map(id, _lines_of_link(node)))
                    if id(node) not in lines:
                        self._text(at, node, at.element)
            if at.region:  # a document in an attribute has its own regions
                self._rows.add_bits(first, self._rows.count, at.region << layout.REGION_SHIFT, layout.REGION)
            if self._rows.count >= _ROWS:
                yield self._page()
        yield self._page()

    def _page(self) -> Page:
        self._rows.default_scheme(self._rows.count)
        return page_of(self._rows, self._rows.count)

    def _choose_base(self, whole: Tag) -> None:
        for node, at in walk(whole, Element()):
            if at.element == "base" and isinstance(node, Tag) and not (at.foreign or at.template):
                href = at.attributes.get("href")
                if href is not None:
                    chosen = self._chooser.offer(href)
                    assert chosen is not None  # the first one is always chosen
                    self._bases = chosen.pair
                    if chosen.problem:
                        self._problem(UNUSABLE, chosen.problem)
                    return

    def _attribute(self, at: Element, name: str, value: str, text: bytes) -> None:
        assert at.element is not None
        place = None
        if scripted.is_scripted(name, value, "" if at.foreign else at.element):
            self._scripted(at, value, scripted.in_attribute(name, value), name)
            return
        if name in attributes.ATTRIBUTES:
            place = attributes.place(at.element, name, at.attributes, foreign=at.foreign)
        if place is None:
            self._text(at, value, None, named=name == "xmlns" or name.startswith("xmlns:"))
            return
        if place.kind == "html":
            self._srcdoc(at, value)
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
        delimiter = layout.CSS if place.kind == "css" else layout.ATTRIBUTE
        if place.name:
            delimiter |= layout.NAMESPACE
        for each in found:
            if len(each.text) > MAX_REFERENCE:
                self._too_long()
            else:
                self._add(at, at.element, each, value[each.start : each.end], delimiter, bases, name, text)
                if each.text[:11].lower() == "javascript:":
                    self._scripted(at, "", scripted.in_url(value, each.start, each.end), name)
        if place.kind not in attributes.WHOLE:
            self._text(at, _masked(value, found), None)

    def _scripted(self, at: Element, text: str, found: list[scripted.ScriptReference], attribute: str | None) -> None:
        """Add the references in text that scripts read or run, and those in the rest of that text."""
        source = _masked(text, [each[:3] for each in found])
        others = self._scanned(source.encode("utf-8", "surrogatepass")) if ":" in text else Rows(self._rows.pool)
        for row in range(others.count):
            others.set_script(row, attribute)
        end = row = passed = 0
        for each in found:
            if each.bits & script_words.HIDDEN:
                continue
            passed += len(source[end : each.start].encode("utf-8", "surrogatepass"))
            row = self._add_between(at, others, row, 0, passed)
            end = each.start
            details = script_words.PARTIALLY if each.bits & script_words.PARTIAL else None
            self._rows.add(
                each.text, text[each.start : each.end] or each.text, UNKNOWN, UNKNOWN, at.line, at.column,
                kind_bits(each.text) | layout.SCRIPT, self._bases, self._origin, at.element, attribute, details,
            )  # fmt: skip
        self._add_between(at, others, row, 0, len(source) * 4 + 1)

    def _srcdoc(self, at: Element, value: str) -> None:
        """Add the references in a document in an attribute, whose base is that of this document."""
        base, source = self._bases[:2]
        scanner = HtmlScanner(base=base, base_from=source or "retrieval", origin=self._origin, charset="utf-8")
        page = scanner.read(value.encode("utf-8", "surrogatepass"), final=True)
        row = self._rows.count
        self._rows.add_page(page)
        for number in range(row, self._rows.count):
            self._rows.move_to(number, UNKNOWN, UNKNOWN, at.line, at.column)

    def _sheet(self, at: Element, text: str) -> None:
        """Add the references of a style sheet, and those that are found between them as in text."""
        source = text.encode("utf-8", "replace")
        sheet = Stylesheet()
        found = sheet.feed(source, final=True)
        for _ in sheet.too_long:
            self._too_long()
        others = self._scanned(source) if ":" in text else Rows(self._rows.pool)
        end = row = 0
        for each in found:
            row = self._add_between(at, others, row, end, each.start)
            end = each.end
            raw = source[each.start : end].decode("utf-8", "replace")
            self._add(at, at.element, each, raw, layout.CSS, self._bases, "")
        self._add_between(at, others, row, end, len(source))

    def _add_between(self, at: Element, others: Rows, row: int, begin: int, end: int) -> int:
        """Add the rows of ``others`` from ``row`` on that begin between two places; return the next row's number."""
        while row < others.count and others.get(row, layout.START) < end:
            if others.get(row, layout.START) >= begin:
                self._add_row(at, others, row, at.element)
            row += 1
        return row

    def _comment(self, at: Element, text: str) -> None:
        found: list[Found] = []
        source = text.encode("utf-8", "surrogatepass")
        for each in self._comments.read(source):
            start, end = (len(source[:place].decode("utf-8", "surrogatepass")) for place in (each.start, each.end))
            found.append(Found(each.text, start, end))
            bases = self._own if each.page else self._bases
            delimiter = layout.COMMENT | layout.NAMESPACE * each.name
            self._add(at, each.element, found[-1], text[start:end], delimiter, bases, None)
        self._text(at, _masked(text, found), None)

    def _text(self, at: Element, text: str, element: str | None, named: bool = False) -> None:
        if ":" in text:
            others = self._scanned(text.encode("utf-8", "surrogatepass"))
            for row in range(others.count):
                if named:
                    others.set(row, layout.BITS, others.get(row, layout.BITS) | layout.NAMESPACE)
                self._add_row(at, others, row, element)

    def _scanned(self, source: bytes) -> Rows:
        """Return the rows of the references in text; they are valid until the next call."""
        self._texts.read_whole(source, None, self._origin)
        return self._texts.rows

    def _add_row(self, at: Element, others: Rows, row: int, element: str | None) -> None:
        """Add a row of the text scanner, at the place of an element."""
        others.move_to(row, UNKNOWN, UNKNOWN, at.line, at.column)
        others.set_bases(row, self._bases)
        others.set_element(row, element)
        self._rows.append(others, row, 1)

    def _add(
        self, at: Element, element: str | None, found: Found, raw: str, delimiter: int, bases: Any,
        attribute: str | None, text: bytes = b"",
    ) -> None:  # fmt: skip
        row = self._rows.add(
            found.text, raw, UNKNOWN, UNKNOWN, at.line, at.column, kind_bits(found.text) | delimiter, bases,
            self._origin, element, attribute,
        )  # fmt: skip
        if delimiter & layout.DELIMITER == layout.ATTRIBUTE:
            if text:
                self._rows.set_link_text(row, text)
            self._rows.set_rel(row, at.attributes.get("rel"))

    def _too_long(self) -> None:
        self._problem("reference-too-long", f"a reference has more than {MAX_REFERENCE} bytes, and is left out")

    def _problem(self, kind: str, message: str) -> None:
        if self._on_problem is not None:
            self._on_problem(Problem(self._origin.document, 0, kind, message))


class _Text(TextScanner):
    """A plain-text scanner of decoded text, which has no byte order mark."""

    raw = False

    def _begin(self) -> None:
        super()._begin()
        self._beginning = None


def _link_text(link: Tag, at: Element) -> bytes:
    """Return the text of a link in UTF-8, white space collapsed, by the rules of :mod:`.links`."""
    parts: list[str] = []
    size = 0
    stack = [iter(link.contents)]
    inside = [at]
    ended = False
    while stack and size <= MAX_LINK_TEXT and not ended:
        for node in stack[-1]:
            if isinstance(node, Tag):
                entered = element_of(node, inside[-1])
                what = _role(entered)
                if what == HIDDEN or (what == RAW and entered.foreign):
                    continue
                ended = what == LINK and (not entered.foreign or bool(node.contents))
                parts += " " * (what == APART), "" if ended else entered.attributes.get("alt", "")
                size += len(parts[-1])
                stack.append(iter(node.contents))
                inside.append(entered)
                break
            if is_text(node) and _role(inside[-1]) != RAW:
                run = str(node)
                words = " ".join(run.split())
                size += len(words.encode("utf-8", "replace"))
                parts += " " * run[:1].isspace(), words, " " * run[-1:].isspace()
        else:
            stack.pop()
            parts.append(" " * (_role(inside.pop()) == APART))
    return link_text("".join(parts))


def _lines_of_link(text: NavigableString) -> list[NavigableString]:
    """Return the texts of adjacent links that together are their ``href``, from ``text`` on (:mod:`._walk`)."""
    lines: list[NavigableString] = []
    link: Any = text.parent
    href = left = link.get("href")
    while (
        isinstance(href, str)
        and isinstance(link, Tag)
        and link.name == "a"
        and link.get("href") == href
        and len(link.contents) == 1
    ):
        text = link.contents[0]  # type: ignore[assignment]
        if not is_text(text) or not left.startswith(text) or len(href) > MAX_LINK_TEXT:
            break
        lines.append(text)
        left = left[len(text) :]
        if left in ("", "/"):
            return lines if len(lines) > 1 else []
        link = link.next_sibling
        while type(link) is NavigableString and link.isspace():
            link = link.next_sibling
    return []


def _role(at: Element) -> int:
    return 0 if at.element is None else role(at.element)


def _masked(value: str, found: Iterable[tuple[str, int, int]]) -> str:
    parts: list[str] = []
    at = 0
    for _, start, end in found:
        parts += value[at:start], "\x01" * (end - start)
        at = end
    return "".join([*parts, value[at:]])
