"""``extract_soup()``: references in a tree of BeautifulSoup."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from uri_extract._compat._typing import Any
from uri_extract.pipeline import log_problem, occurrences_of
from uri_extract.rows.records import Occurrence, Problem
from uri_extract.text.options import check_bases, check_function, check_texts, checks_options


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

    The references are those that :func:`extract` finds in HTML: in attributes and style sheets, including relative
    ones, and URIs in text. The first ``<base href>`` of the whole document applies, also for a single tag. ``base``,
    ``default_base`` and ``on_problem`` are as in :func:`extract`; ``document`` is the name in the records.

    A soup has no positions in the source: ``start`` and ``end`` are -1, and the ``offset`` of problems is 0. ``line``
    and ``column`` are those of the tag, as the builder recorded them: of its beginning (html.parser), of its last
    character (html5lib), or 0 (lxml). ``raw`` is the reference in the decoded value or text. For text, ``element`` is
    the one that directly contains it. Raises a :class:`TypeError` (and :class:`UriExtractError`) for other objects, and
    :class:`InvalidOption` or :class:`InvalidOptionValue` for wrong options.

    >>> from bs4 import BeautifulSoup
    >>> soup = BeautifulSoup('<p>See <a href="/b">b</a>', "html.parser")
    >>> [(each.target, each.text) for each in extract_soup(soup, base="http://a.example/")]
    [('http://a.example/b', 'b')]
    """
    check_bases(base=base, default_base=default_base)
    check_texts(document=document)
    check_function(on_problem=on_problem)
    from uri_extract.markup.html.soup import pages  # bs4 takes long to import

    found = pages(soup, base=base, default_base=default_base, document=document, on_problem=on_problem or log_problem)
    return occurrences_of(found)
