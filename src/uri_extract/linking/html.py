"""Links in the text of HTML."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.errors import InvalidOptionValue
from uri_extract.linking.anchors import NO_ATTRIBUTES, SCHEMES, Anchors
from uri_extract.linking.places import Places
from uri_extract.linking.text import Match, match_of, page_of, replacement
from uri_extract.markup import rows
from uri_extract.markup.html import tokenizers
from uri_extract.markup.windows import Windows
from uri_extract.text.options import check_function, checks_options, several

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from uri_extract.rows import Page
    from uri_extract.text.options import Joins


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
    as before (:mod:`uri_extract.linking.places`). This neither repairs nor sanitizes HTML: sanitize untrusted
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
