r"""A plugin for markdown-it-py: its option ``linkify`` then uses this package.

>>> from markdown_it import MarkdownIt
>>> from uri_extract.linking.markdown_it import plugin
>>> md = MarkdownIt("js-default").use(plugin)
>>> md.render("See www.example.org/a(b).")
'<p>See <a href="http://www.example.org/a(b)">www.example.org/a(b)</a>.</p>\n'
"""

from __future__ import annotations

from uri_extract._compat._typing import Any, NamedTuple
from uri_extract.linking._text import Match, finditer
from uri_extract.linking.anchors import SCHEMES, Anchors


class Link(NamedTuple):
    """A link in the form of markdown-it-py: ``schema`` is "" if the text has no scheme.

    >>> link = Linkifier().match("Ask ada@example.org.")[0]
    >>> link.index, link.last_index, link.schema, link.url
    (4, 19, 'mailto:', 'mailto:ada@example.org')
    """

    index: int  # type: ignore[assignment]  # the name of a method of tuples
    last_index: int
    schema: str
    text: str
    url: str


class Linkifier:
    """A linkifier for markdown-it-py (``md.linkify``), with the options of :func:`~uri_extract.linking._text.finditer`.

    >>> Linkifier(bare_names=False).test("example.org"), Linkifier().test("example.org")
    (False, True)
    """

    def __init__(self, **options: Any) -> None:
        finditer("", **options)  # checks the options
        self._options = options
        self._accepts = Anchors(SCHEMES).accepts

    def pretest(self, text: str) -> bool:
        """Return False if the text certainly has no link."""
        return ":" in text or "." in text or "@" in text

    def test(self, text: str) -> bool:
        """Return True if the text has a link."""
        return self.match(text) is not None

    def match(self, text: str) -> list[Link] | None:
        """Return the links in the text, or None."""
        found = (self._link(match) for match in finditer(text, **self._options))
        return [link for link in found if link is not None] or None

    def match_at_start(self, text: str) -> Link | None:
        """Return the link with a scheme at the start of the text, or None."""
        found = next(finditer(text, **self._options), None)
        if found is None or found.start() or found.occurrence.kind == "suffix":
            return None
        return self._link(found)

    def _link(self, match: Match) -> Link | None:
        target = match.target
        if not self._accepts(target):
            return None
        schema = ""
        if match.occurrence.kind != "suffix" or target.startswith("mailto:"):
            schema = target.partition(":")[0] + ":"
        return Link(*match.span(), schema, match[0], target)


def plugin(md: Any, **options: Any) -> None:
    """Make markdown-it-py find links with this package, and turn its option ``linkify`` on.

    ``md`` is a ``MarkdownIt``; options are those of :func:`~uri_extract.linking._text.finditer`.

    >>> from markdown_it import MarkdownIt
    >>> MarkdownIt("js-default").use(plugin, bare_names=False).render("example.org").strip()
    '<p>example.org</p>'
    """
    md.linkify = Linkifier(**options)
    md.options["linkify"] = True
    md.enable("linkify", True)
