"""Links in the text of HTML."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Final
from uri_extract.errors import InvalidOptionValue
from uri_extract.linking._text import Match, match_of, page_of, replacement
from uri_extract.linking.anchors import NO_ATTRIBUTES, SCHEMES, Anchors
from uri_extract.markup import rows
from uri_extract.markup._markup_rows import Windows
from uri_extract.markup.html import names, tokenizers
from uri_extract.text.options import check_function, checks_options, several

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from uri_extract.rows import Page
    from uri_extract.text.options import Joins

# -- The places in HTML where a link changes nothing else: a parser reads what follows as it would without the link ----
#
# An ``a`` does more than make a link (HTML Standard §13.2.6). Directly in a table it is moved out, but the white space
# around it is not. It ends an ``a`` that is still open, as one may be although its end tag was read. In a template it
# decides what else the template may contain. And where a parser ignores a tag that is not ignored here, or reads SVG
# where HTML is read here, the quotation marks of a link may end an attribute. There is no tree: where one would be
# needed to be certain, and after that, no link is allowed.


def _encoded(words: Iterable[str]) -> frozenset[bytes]:
    return frozenset(word.encode() for word in words)


# Elements whose text has no links: interactive content must not contain a link (HTML §3.2.5.2.7), the content of
# noscript is text if scripts run, and that of a template is not displayed. Scripts, styles and titles have no text.
_WITHOUT_LINKS: Final = ("button", "head", "noscript", "option", "select", "template")
# Elements that hide from their content that an "a" is open around them (§13.2.4.3, markers); cells are those of tables.
_CELLS: Final = _encoded(("caption", "td", "th"))
_HIDING: Final = _encoded(("applet", "marquee", "object", "template"))
_TABLE_PARTS: Final = _encoded(names.TABLE_PARTS)
# Other tags in a select are ignored by some parsers.
_IN_SELECT: Final = _encoded(("hr", "optgroup", "option"))
# SVG and MathML: start tags that may end it, and elements whose content may be HTML.
_FOREIGN: Final = _encoded(("math", "svg"))
_BREAKOUTS: Final = _encoded((*names.BREAKOUTS, "font"))
_POINTS: Final = _encoded((*names.HTML_INTEGRATION_POINTS, *names.MATHML_TEXT_INTEGRATION_POINTS, "annotation-xml"))
_NONE: Final = -1


class Places:
    """Follows the tags of a document; text in the elements ``skipped`` has no links either."""

    def __init__(self, skipped: Iterable[str]) -> None:
        self._depths = dict.fromkeys(_encoded((*_WITHOUT_LINKS, *skipped)) - _FOREIGN - {b"a"}, 0)
        self._watched = _FOREIGN.union((b"a", b"frameset", b"table"), _TABLE_PARTS, _HIDING, self._depths)
        self._inside = 0  # the sum of the depths, and the number of links that are open
        self._in_link = False  # a link is open, and not hidden
        self._foreign: list[bytes] = []  # the open elements of SVG or MathML
        # The open tables and elements that hide a link; with each, whether it hides one, and the places in this list of
        # the innermost table (of the same template) and template.
        self._scopes: list[tuple[bytes, bool, int, int]] = []
        self._lost = False

    def allow_links(self) -> bool:
        """Return True if the text here may have links."""
        return not (self._lost or self._inside or self._foreign or self._is_in_table())

    def lose(self) -> None:
        """Allow no link from here on."""
        self._lost = True

    def are_in(self, name: bytes) -> bool:
        """Return True in an element whose text has no links, or, for ``svg``, in any foreign content."""
        return bool(self._foreign) if name == b"svg" else self._depths[name] > 0

    def start(self, name: bytes, self_closing: bool) -> None:
        """Process a start tag, with its name in lower case."""
        if self._foreign:
            if name in _BREAKOUTS or self._foreign[-1] in _POINTS:
                self._lost = True
            elif not self_closing:
                self._foreign.append(name)
            return
        if self._depths[b"select"] and name not in _IN_SELECT:
            self._lost = True
        if name not in self._watched:
            return
        if name in _FOREIGN:
            if not self_closing:
                self._foreign.append(name)
        elif name == b"a":
            self._inside += not self._in_link
            self._in_link = True
        elif name == b"frameset":
            self._lost = True
        elif name == b"table":
            if self._is_in_table():
                self._scopes.pop()
            self._push(name)
        elif name in _TABLE_PARTS:
            if self._back_to(self._innermost()[0]):
                if name in _CELLS:
                    self._push(name)
            elif name == b"col" and self._scopes:
                self._lost = True  # a template of columns, which contains nothing else
        elif name in _HIDING:
            if self._is_in_table() and name != b"template":
                self._lost = True  # the table's end does not end what it hides
            self._push(name)
        if name in self._depths and not (name == b"option" and self._depths[b"select"]):  # it may lack an end tag there
            self._depths[name] += 1
            self._inside += 1

    def end(self, name: bytes) -> None:
        """Process an end tag, with its name in lower case."""
        if self._foreign:
            if self._foreign.pop() != name:
                self._lost = True
            return
        if self._depths[b"select"] and name not in _IN_SELECT and name != b"select":
            self._lost = True
        if name not in self._watched:
            return
        if name == b"a":
            if not self._is_in_table():  # otherwise it does not end a link around the table
                self._inside -= self._in_link
                self._in_link = False
        elif name == b"table":
            if self._back_to(self._innermost()[0]):
                self._scopes.pop()
        elif name in _TABLE_PARTS:
            self._back_to(self._innermost()[0])
        elif name == b"template":
            if self._back_to(self._innermost()[1]):
                self._pop()
        elif name in _HIDING and self._scopes and self._scopes[-1][0] == name:
            self._pop()
        if self._depths.get(name):
            self._depths[name] -= 1
            self._inside -= 1

    def _is_in_table(self) -> bool:
        """Return True directly in a table, not in a cell."""
        return bool(self._scopes) and self._scopes[-1][0] == b"table"

    def _push(self, name: bytes) -> None:
        place = len(self._scopes)
        table, template = self._innermost()
        if name == b"table":  # it hides nothing
            self._scopes.append((name, False, place, template))
            return
        if name == b"template":
            table, template = _NONE, place
        self._scopes.append((name, self._in_link, table, template))
        self._in_link = False

    def _pop(self) -> None:
        name, hidden, *_ = self._scopes.pop()
        if name != b"table":
            self._inside -= self._in_link
            self._in_link = hidden

    def _innermost(self) -> tuple[int, int]:
        """Return the places of the innermost table and template in the list."""
        return self._scopes[-1][2:] if self._scopes else (_NONE, _NONE)

    def _back_to(self, place: int) -> bool:
        """Leave all that is in the table or template at that place; return False if there is none."""
        if place == _NONE:
            return False
        if len(self._scopes) > place + 2 or (self._scopes[-1][0] in _HIDING and len(self._scopes) == place + 2):
            self._lost = True  # a parser forgets only what the innermost of them hides
        while len(self._scopes) > place + 1:
            self._pop()
        return True


# -- HTML with links ---------------------------------------------------------------------------------------------------


@checks_options
def linkify_html(
    html: str,
    *,
    render: Callable[[Match], str | None] | None = None,
    suffix: bool = True,
    bare_names: bool = True,
    ip_addresses: bool = False,
    mail_addresses: bool = True,
    nofollow: bool = True,
    rel: str | None = None,
    attributes: Mapping[str, str] = NO_ATTRIBUTES,
    schemes: Collection[str] = SCHEMES,
    skip: Collection[str] = (),
    refang: bool | Mapping[str, str] = False,
    joins: Joins = "likely",
) -> str:
    """Return HTML, a document or a fragment, with links for the URIs in its text.

    Text in tags, comments, scripts, style sheets, links, buttons and templates is skipped, and directly in a table;
    ``skip`` names further elements, as ``("pre", "code")``. All other bytes stay unchanged, and a parser reads all else
    as before (:class:`Places`). This neither repairs nor sanitizes HTML: sanitize untrusted
    HTML first. A tag ends a URI. ``render`` gets a :class:`Match` in the HTML, where ``match[0]`` is HTML and
    ``target`` is not. Other options and errors are those of :func:`linkify`.

    >>> linkify_html('<p>www.example.org?a&amp;b <a href="/">example.org</a>', nofollow=False)
    '<p><a href="http://www.example.org?a&amp;b">www.example.org?a&amp;b</a> <a href="/">example.org</a>'
    """
    check_function(render=render)
    anchors = Anchors(schemes, nofollow, None, rel, attributes)
    page = page_of("text/html", html, (suffix, bare_names, ip_addresses, mail_addresses, refang, joins))
    places = Places(map(_element, several("skip", skip)))
    parts: list[str] = []
    at = 0
    for match in _in_text(page, html, places):
        start, end = match.span()
        target = match.target
        if not anchors.accepts(target):
            continue
        made = anchors.of_html(target, html[start:end]) if render is None else replacement("render", render(match))
        if made is not None:
            parts += html[at:start], made
            at = end
    parts.append(html[at:])
    return "".join(parts)


def _element(name: str) -> str:
    """Return the name of an element in lower case; raise :class:`InvalidOptionValue` if it is invalid."""
    if not name[:1].isalpha() or not all(each.isalnum() or each in "-._:" for each in name):
        raise InvalidOptionValue(f"skip: {name!r} is not the name of an element")
    return name.lower()


def _in_text(page: Page | None, html: str, places: Places) -> Iterator[Match]:
    """Yield the links that are within one run of text."""
    if page is None:
        return
    data = html.encode("utf-8", "surrogatepass")
    runs = _runs(data, places)
    if len(data) != len(html):
        runs = _in_characters(runs, data)
    begin = end = 0
    for occurrence in page.occurrences():
        while end <= occurrence.start:
            begin, end = next(runs, (len(html), len(html) + 1))
        if begin <= occurrence.start and occurrence.end <= end:
            match = match_of(html, occurrence, occurrence.partial)
            if match is not None:
                yield match


def _runs(data: bytes, places: Places) -> Iterator[tuple[int, int]]:
    """Yield the start and end, in bytes, of the runs of text where links are allowed."""
    windows = Windows(tokenizers.in_use())
    tokenizer = windows.tokenizer
    more = windows.take(data, True)
    begin = end = 0
    while more:
        more = tokenizer.scan()
        table = tokenizer.table
        for row in range(0, tokenizer.count * rows.WIDTH, rows.WIDTH):
            kind, first, last = table[row + rows.KIND], table[row + rows.START], table[row + rows.END]
            if kind == rows.DATA:
                allowed = places.allow_links()
                if first > end or not allowed:  # otherwise it is the next piece of a long run
                    if end > begin:
                        yield begin, end
                    begin = first
                end = last if allowed else begin
                continue
            if kind == rows.START_TAG:
                places.start(data[first:last].lower(), bool(table[row + rows.BITS] & rows.SELF_CLOSING))
            elif kind == rows.END_TAG:
                places.end(data[first:last].lower())
            elif kind == rows.CDATA and not places.are_in(b"svg"):
                places.lose()
            if kind != rows.ATTRIBUTE and places.are_in(b"noscript"):
                # If scripts run, the first end tag of noscript ends it, also one in an attribute or a comment.
                past = table[row + rows.VALUE_END]
                if not past or data.find(b"<", first, past) >= 0:
                    places.lose()
    if end > begin:
        yield begin, end


def _in_characters(runs: Iterator[tuple[int, int]], data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the runs as offsets in characters; ``data`` is the text in UTF-8."""
    at = characters = 0
    for begin, end in runs:
        first = characters + len(data[at:begin].decode("utf-8", "surrogatepass"))
        at, characters = end, first + len(data[begin:end].decode("utf-8", "surrogatepass"))
        yield first, characters
