"""Links in plain text."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.errors import InvalidOption
from uri_extract.linking.anchors import SCHEMES, Anchors, before_port, target_of
from uri_extract.linking.anchors import escape as escaped
from uri_extract.linking.found import Kinds, is_cut, page_of
from uri_extract.text.options import check_flags, check_function, checks_options

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from uri_extract.rows import Page
    from uri_extract.rows.records import Occurrence


class Match:
    """A link in a text: its span, as in a match of :mod:`re` with only group 0, its ``target``, and the
    ``occurrence`` that was found.

    >>> match = next(finditer("See www.example.org."))
    >>> match.span(), match[0], match.target
    ((4, 19), 'www.example.org', 'http://www.example.org')
    """

    __slots__ = ("_end", "occurrence", "string")

    def __init__(self, string: str, occurrence: Occurrence) -> None:
        self.string: str = string
        self.occurrence: Occurrence = occurrence
        self._end: int = occurrence.end
        if occurrence.target is None:
            length = before_port(string[occurrence.start : occurrence.end])
            if length > 0:
                self._end = occurrence.start + length

    def start(self, group: int = 0) -> int:
        """Return the offset of the first character of the link."""
        return self.span(group)[0]

    def end(self, group: int = 0) -> int:
        """Return the offset after the last character of the link."""
        return self.span(group)[1]

    def span(self, group: int = 0) -> tuple[int, int]:
        """Return the offsets of both. Raises IndexError for another group than 0."""
        if group:
            raise IndexError("no such group")
        return self.occurrence.start, self._end

    def group(self, group: int = 0) -> str:
        """Return the link as written in the text, with its line breaks. Raises IndexError as :meth:`span`."""
        start, end = self.span(group)
        return self.string[start:end]

    __getitem__ = group

    @property
    def reference(self) -> str:
        """The reference as its author meant it, without a port that is not a number."""
        return self.occurrence.reference if self._end == self.occurrence.end else self[0]

    @property
    def target(self) -> str | None:
        """The URI that the link goes to, with a scheme; None if it is invalid for browsers, too."""
        return target_of(self.occurrence.target, self.reference, self.occurrence.kind)

    def __repr__(self) -> str:
        return f"<{__name__}.Match object; span={self.span()}, match={self[0]!r}>"


@checks_options
def finditer(
    text: str, *, suffix: bool = True, bare_names: bool = True, ip_addresses: bool = False,
    mail_addresses: bool = True, refang: bool | Mapping[str, str] = False, joins: str = "likely",
) -> Iterator[Match]:  # fmt: skip
    """Return an iterator over the links in a text, each a :class:`Match`, in order; offsets count characters.

    Options are those of :func:`uri_extract.extract`, with other defaults: ``suffix`` finds names without a scheme
    (``www.example.org``, ``example.org/x``), ``mail_addresses`` mail addresses. With ``suffix``, ``bare_names`` adds
    names in a top-level domain without a path (``example.org``), except those that look like files or attributes
    (``setup.py``, ``user.name``), and ``ip_addresses`` adds IPv4 addresses (``192.0.2.1``). Raises
    :class:`~uri_extract.errors.SourceTypeError` if the text is not a str, and errors of options.

    >>> [match.target for match in finditer("Ask ada@example.org, or see http://example.org/a.")]
    ['mailto:ada@example.org', 'http://example.org/a']
    """
    kinds = Kinds(suffix, bare_names, ip_addresses, mail_addresses, refang, joins)
    page = page_of("text/plain", text, kinds)
    return (
        Match(text, each) for each in page.occurrences() if not is_cut(text, each.end, each.partial, each.reference)
    )


@checks_options
def replace(
    text: str, function: Callable[[Match], str | None], *, suffix: bool = True, bare_names: bool = True,
    ip_addresses: bool = False, mail_addresses: bool = True, refang: bool | Mapping[str, str] = False,
    joins: str = "likely",
) -> str:  # fmt: skip
    """Return a text with each link replaced by the result of the function; None leaves a link unchanged.

    The function gets a :class:`Match`. Options and errors are those of :func:`finditer`, and
    :class:`~uri_extract.InvalidOption` if it is not callable.

    >>> replace("See http://example.org/a?b.", lambda match: f"[{match.occurrence.host}]")
    'See [example.org].'
    """
    if not callable(function):
        raise InvalidOption(f"function must be callable, not {type(function).__name__}")
    found = finditer(
        text, suffix=suffix, bare_names=bare_names, ip_addresses=ip_addresses, mail_addresses=mail_addresses,
        refang=refang, joins=joins,
    )  # fmt: skip
    parts: list[str] = []
    at = 0
    for match in found:
        new = replacement("function", function(match))
        if new is not None:
            start, end = match.span()
            parts += text[at:start], new
            at = end
    parts.append(text[at:])
    return "".join(parts)


@checks_options
def linkify(
    text: str,
    *,
    render: Callable[[Match], str | None] | None = None,
    suffix: bool = True,
    bare_names: bool = True,
    ip_addresses: bool = False,
    mail_addresses: bool = True,
    escape: bool = True,
    nofollow: bool = True,
    schemes: Collection[str] = SCHEMES,
    limit: int | None = None,
    refang: bool | Mapping[str, str] = False,
    joins: str = "likely",
) -> str:
    """Return a plain text as HTML with links.

    All of the text is escaped, in links too, so that none of it is markup. A URI becomes a link if it has one of
    ``schemes`` (one or several names); never if it runs as a script. ``nofollow`` adds ``rel="nofollow"`` to links with
    an authority. ``limit`` is the most characters of a link that are shown.

    ``render`` returns the HTML for a :class:`Match` instead, which is not escaped; None leaves it as text. Without
    ``escape`` the text around links is not escaped either, for a ``render`` that returns another format than HTML. Use
    :func:`linkify_html` for text that is HTML already. Other options and errors are those of :func:`finditer`; an
    invalid scheme, or one that links must not have, raises :class:`~uri_extract.errors.InvalidOptionValue`.

    >>> linkify("<b> is at www.example.org/b?c&d")
    '&lt;b&gt; is at <a href="http://www.example.org/b?c&amp;d" rel="nofollow">www.example.org/b?c&amp;d</a>'
    >>> linkify("See http://example.org/.", nofollow=False, render=lambda match: f"<u>{match.occurrence.host}</u>")
    'See <u>example.org</u>.'
    """
    check_flags(escape=escape)
    check_function(render=render)
    anchors = Anchors(schemes, nofollow, limit)
    kinds = Kinds(suffix, bare_names, ip_addresses, mail_addresses, refang, joins)
    page = page_of("text/plain", text, kinds)
    around = escaped if escape else str
    parts: list[str] = []
    at = 0
    for start, end, html in links_of(page, text, anchors, render):
        parts += around(text[at:start]), html
        at = end
    parts.append(around(text[at:]))
    return "".join(parts)


def links_of(
    page: Page, text: str, anchors: Anchors, render: Callable[[Match], str | None] | None
) -> Iterator[tuple[int, int, str]]:
    """Yield the start and end of each link in a text, and the HTML that replaces it."""
    if render is None:
        columns = page.columns(("start", "end", "target", "reference", "kind", "partial"))
        for start, end, target, reference, kind, partial in zip(*columns.values(), strict=True):
            if is_cut(text, end, partial, reference):
                continue
            if target is None:
                length = before_port(text[start:end])
                if length > 0:
                    end = start + length
                    reference = text[start:end]
                target = target_of(None, reference, kind)
            if target is not None and anchors.accepts(target):
                yield start, end, anchors.of_text(target, text[start:end])
        return
    for occurrence in page.occurrences():
        match = Match(text, occurrence)
        target = match.target
        if target is None or not anchors.accepts(target):
            continue
        if is_cut(text, occurrence.end, occurrence.partial, occurrence.reference):
            continue
        html = replacement("render", render(match))
        if html is not None:
            yield *match.span(), html


def replacement(function: str, returned: str | None) -> str | None:
    """Return the result of a caller's function for a link; raise :class:`InvalidOption` if it is not a str or None."""
    if returned is not None and not isinstance(returned, str):
        raise InvalidOption(f"{function} must return a str or None, not {type(returned).__name__}")
    return returned
