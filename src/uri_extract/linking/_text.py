"""Links in plain text: found in a call that makes no objects but those that it returns."""

from __future__ import annotations

import cython

from uri_extract._compat._typing import TYPE_CHECKING, Any, NoReturn
from uri_extract.errors import InvalidOption, SourceTypeError, misnamed
from uri_extract.formats import scanner_for
from uri_extract.linking.anchors import NO_ATTRIBUTES, SCHEMES, Anchors, before_port, target_of
from uri_extract.linking.anchors import escape as escaped
from uri_extract.rows import in_characters
from uri_extract.rows.details import NO_ORIGIN
from uri_extract.scan import LINKS
from uri_extract.text.options import ScanOptions, check_flags, check_function, checks_options, kernel_for
from uri_extract.uri._kernel import is_plain
from uri_extract.uri.rules import Str
from uri_extract.uri.suffix import with_scheme

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from uri_extract.rows.records import Occurrence
    from uri_extract.text.options import Joins


if cython.compiled:
    pass
else:
    from uri_extract.text._readings import Reader, encoded, reader_for

# Cython would convert other objects to these types.
Flag = bool
Count = int
# The first options of :func:`finditer`, in their order.
_FLAGS = cython.declare(tuple, ("suffix", "bare_names", "ip_addresses", "mail_addresses"))
# For the usual options.
_ANCHORS = cython.declare(object, Anchors())


def page_of(media_type: Str, text: Any, kinds: tuple[Any, ...]) -> Any:
    """Return the page of a text, with offsets in characters; None without links.

    ``kinds`` are the options of :func:`finditer`, in its order. Raises SourceTypeError, and errors of options.
    """
    if not isinstance(text, str):
        raise SourceTypeError(f"text must be a str, not {type(text).__name__}")
    bits: cython.int = 0
    place: cython.int
    for place in range(4):
        flag = kinds[place]
        if flag is True:
            bits |= 1 << place
        elif flag is not False:
            check_flags(**{_FLAGS[place]: flag})
    if kinds[4] is not True and kinds[4] is not False:
        from uri_extract.decode.marks import marks_of  # few callers need it

        kinds = (*kinds[:4], marks_of(kinds[4]), kinds[5])
    options: tuple[Any, ...] = (media_type, bits, kinds[4], kinds[5])
    reader: Reader | None = reader_for(options)
    if reader is None:
        reader = _made(media_type, kinds)
        reader.serve(options)
    data: bytes = encoded(text)
    page: Any = reader.page(data, None, None, None)
    return page if page is None or len(data) == len(text) else in_characters(page, data)


def _made(media_type: str, kinds: tuple[Any, ...]) -> Any:
    """Return a reader for these options. Raises InvalidOptionValue."""
    suffix, bare_names, ip_addresses, mail_addresses, refang, joins = kinds
    links = LINKS["local_parts"] if mail_addresses else 0
    if suffix:
        links += LINKS["names"] * bare_names + LINKS["ipv4"] * ip_addresses
    kernel = kernel_for(None, joins, links)
    options = ScanOptions(suffix=suffix, mail_addresses=mail_addresses, refang=refang, kernel=kernel)
    return Reader(media_type, options, (None, None), NO_ORIGIN, True, scanner_for)


def is_cut(text: Str, end: int, partial: object, reference: Str) -> bool:
    """Return True if an ellipsis cuts the host of a reference, which ends at ``end``: it links to nothing."""
    return bool(partial and reference.count("/") == 2 and text[end : end + 4].lstrip(" ").startswith(("\u2026", "...")))


class Match:
    """A link in a text: its span, as in a match of :mod:`re` with only group 0, its ``target``, and the
    ``occurrence`` that was found.

    >>> match = next(finditer("See www.example.org."))
    >>> match.span(), match[0], match.target
    ((4, 19), 'www.example.org', 'http://www.example.org')
    """

    def __init__(self, string: Str, occurrence: Any) -> None:
        self.string: Str = string
        self.occurrence: Occurrence = occurrence
        self._end: int = -1  # not known yet
        self._target: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Match, (self.string, self.occurrence)

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
        start: int = self.occurrence.start
        if self._end < 0:
            self._end = self.occurrence.end
            if self.occurrence.target is None:
                length = before_port(self.string[start : self._end])
                if length > 0:
                    self._end = start + length
        return start, self._end

    def group(self, group: int = 0) -> Str:
        """Return the link as written in the text, with its line breaks. Raises IndexError as :meth:`span`."""
        start, end = self.span(group)
        return self.string[start:end]

    def __getitem__(self, group: int) -> Str:
        return self.group(group)

    @property
    def reference(self) -> Str:
        """The reference as its author meant it, without a port that is not a number."""
        return self.occurrence.reference if self.span()[1] == self.occurrence.end else self.group()

    @property
    def target(self) -> Str:
        """The URI that the link goes to, with a scheme; for an invalid reference, the one that browsers follow."""
        if self._target is None:
            reference: Str = self.occurrence.reference
            whole: Str | None = with_scheme(reference) if self.occurrence.kind == "suffix" else reference
            if is_plain(whole) != 2:
                whole = target_of(self.occurrence.target, self.reference, self.occurrence.kind)
            self._target = whole
        target: Str = self._target
        return target

    @property
    def url(self) -> NoReturn:
        """Raise AttributeError: linkify-it-py has this name for :attr:`target`."""
        raise misnamed(self, "url", "target")

    def __repr__(self) -> Str:
        return f"<uri_extract.Match object; span={self.span()}, match={self.group()!r}>"


def match_of(text: Str, occurrence: Any, partial: bool, plain: bool = False) -> Match | None:
    """Return the match for an occurrence; None if no browser can follow it, or an ellipsis cuts it.

    ``plain``: its reference is known to be valid.
    """
    if partial and is_cut(text, occurrence.end, True, occurrence.reference):
        return None
    match: Match = Match(text, occurrence)
    if plain:
        match._end = occurrence.end
    elif match.target is None:
        return None
    return match


@checks_options
def finditer(
    text: Str, *, suffix: Flag = True, bare_names: Flag = True, ip_addresses: Flag = False,
    mail_addresses: Flag = True, refang: Flag | Mapping[str, str] = False, joins: Joins = "likely",
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
    page: Any = page_of("text/plain", text, (suffix, bare_names, ip_addresses, mail_addresses, refang, joins))
    if page is None:
        return iter(())
    matches: list[Any] = []
    found: list[Any] = page.occurrences()
    for row in range(len(found)):
        match = match_of(text, found[row], page.is_partial(row), page.is_plain(row))
        if match is not None:
            matches.append(match)
    return iter(matches)


@checks_options
def replace(
    text: Str, function: Callable[[Match], str | None], *, suffix: Flag = True, bare_names: Flag = True,
    ip_addresses: Flag = False, mail_addresses: Flag = True, refang: Flag | Mapping[str, str] = False,
    joins: Joins = "likely",
) -> Str:  # fmt: skip
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
    text: Str,
    *,
    render: Callable[[Match], str | None] | None = None,
    suffix: Flag = True,
    bare_names: Flag = True,
    ip_addresses: Flag = False,
    mail_addresses: Flag = True,
    escape: Flag = True,
    nofollow: Flag = True,
    rel: Str | None = None,
    attributes: Mapping[str, str] = NO_ATTRIBUTES,
    schemes: Collection[str] = SCHEMES,
    limit: Count | None = None,
    refang: Flag | Mapping[str, str] = False,
    joins: Joins = "likely",
) -> Str:
    """Return a plain text as HTML with links.

    All of the text is escaped, in links too, so that none of it is markup. A URI becomes a link if it has one of
    ``schemes`` (one or several names); never if it runs as a script. ``nofollow`` adds ``rel="nofollow"`` to links with
    an authority, ``rel`` further types (``"noopener ugc"``) to all; ``attributes`` are further attributes of links, as
    ``{"target": "_blank", "class": "out"}``. ``limit`` is the most characters of a link that are shown.

    ``render`` returns the HTML for a :class:`Match` instead, which is not escaped; None leaves it as text. Without
    ``escape`` the text around links is not escaped either, for a ``render`` that returns another format than HTML. Use
    :func:`linkify_html` for text that is HTML already. Other options and errors are those of :func:`finditer`; an
    invalid scheme or attribute, or one that links must not have, raises
    :class:`~uri_extract.errors.InvalidOptionValue`.

    >>> linkify("<b> is at www.example.org/b?c&d")
    '&lt;b&gt; is at <a href="http://www.example.org/b?c&amp;d" rel="nofollow">www.example.org/b?c&amp;d</a>'
    >>> linkify("See http://example.org/.", nofollow=False, render=lambda match: f"<u>{match.occurrence.host}</u>")
    'See <u>example.org</u>.'
    """
    if escape is not True and escape is not False:
        check_flags(escape=escape)
    if render is not None:
        check_function(render=render)
    usual: cython.bint = schemes is SCHEMES and nofollow is True and limit is None
    usual = usual and rel is None and attributes is NO_ATTRIBUTES
    anchors: Any = _ANCHORS if usual else Anchors(schemes, nofollow, limit, rel, attributes)
    page: Any = page_of("text/plain", text, (suffix, bare_names, ip_addresses, mail_addresses, refang, joins))
    around: Any = escaped if escape else str
    if page is None:
        return "".join((around(text),))
    parts: list[str] = []
    found: list[Any] = page.occurrences()
    targets: list[Any] = page.targets()
    at: cython.Py_ssize_t = 0
    for row in range(len(found)):
        each: Any = found[row]
        target: Any = targets[row]
        start: cython.Py_ssize_t = each.start
        end: cython.Py_ssize_t = each.end
        reference: Any = each.reference
        if page.is_partial(row) and is_cut(text, end, True, reference):
            continue
        if target is None:
            length: cython.Py_ssize_t = before_port(text[start:end])
            if length > 0:
                end = start + length
                reference = text[start:end]
            target = target_of(None, reference, each.kind)
        if target is None or not anchors.accepts(target):
            continue
        html = (
            anchors.of_text(target, text[start:end])
            if render is None
            else replacement("render", render(Match(text, each)))
        )
        if html is not None:
            parts += around(text[at:start]), html
            at = end
    parts.append(around(text[at:]))
    return "".join(parts)


def replacement(function: Str, returned: Any) -> Str | None:
    """Return the result of a caller's function for a link; raise :class:`InvalidOption` if it is not a str or None."""
    if returned is not None and not isinstance(returned, str):
        raise InvalidOption(f"{function} must return a str or None, not {type(returned).__name__}")
    return returned
