"""``extract_soup()``: references in a parsed BeautifulSoup document."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.media.options import check_bases, check_function, check_texts, checks_options
from uri_extract.pipeline import log_problem, occurrences_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uri_extract.records import Occurrence, Problem


@checks_options
def extract_soup(
    soup: Any,
    *,
    base: str | None = None,
    default_base: str | None = None,
    document: str | None = None,
    on_problem: Callable[[Problem], None] | None = None,
) -> Iterator[Occurrence]:
    """Yield every reference in a BeautifulSoup object or one of its tags, of any builder, in document order.

    The references are those that :func:`extract` finds in HTML: in attributes and style sheets, relative ones too, and
    URIs in text. The first ``<base href>`` of the whole document counts, even for a single tag. ``base``,
    ``default_base`` and ``on_problem`` are those of :func:`extract`; ``document`` is the name in the records.

    A soup has no offsets: ``start`` and ``end`` are -1, and the ``offset`` of problems is 0. ``line`` and ``column``
    are those that the builder recorded for the tag, not for the reference: of its start (html.parser) or its last
    character (html5lib); both are 0 if it records none (lxml). ``raw`` is the reference as written in the decoded value
    or text. In text, the ``element`` is the one that directly contains it.

    Raises a :class:`TypeError` (and :class:`UriExtractError`) for other objects, and :class:`InvalidOption` or
    :class:`InvalidOptionValue` for options.

    >>> from bs4 import BeautifulSoup
    >>> soup = BeautifulSoup('<p>See <a href="/b">b</a>', "html.parser")
    >>> [(each.target, each.text) for each in extract_soup(soup, base="http://a.example/")]
    [('http://a.example/b', 'b')]
    """
    check_bases(base=base, default_base=default_base)
    check_texts(document=document)
    check_function(on_problem=on_problem)
    from uri_extract.media.html.soup import pages  # bs4 takes long to import

    found = pages(soup, base=base, default_base=default_base, document=document, on_problem=on_problem or log_problem)
    return occurrences_of(found)
