r"""A plugin for markdown-it-py: what its option ``linkify`` finds is found by this package.

>>> from markdown_it import MarkdownIt
>>> from uri_extract.linking.markdown_it import plugin
>>> md = MarkdownIt("js-default").use(plugin)
>>> md.render("See www.example.org/a(b).")
'<p>See <a href="http://www.example.org/a(b)">www.example.org/a(b)</a>.</p>\n'
"""

from __future__ import annotations

from uri_extract._typing import Any, NamedTuple
from uri_extract.linking.anchors import SCHEMES, Anchors
from uri_extract.linking.text import Match, finditer


class Link(NamedTuple):
    """A link, as markdown-it-py reads it: ``schema`` is "" where the text has no scheme.

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
    """What markdown-it-py has as ``md.linkify``: options are those of :func:`~uri_extract.linking.text.finditer`.

    >>> Linkifier(bare_names=False).test("example.org"), Linkifier().test("example.org")
    (False, True)
    """

    def __init__(self, **options: Any) -> None:
        finditer("", **options)  # which checks them
        self._options = options
        self._accepts = Anchors(SCHEMES).accepts

    def pretest(self, text: str) -> bool:
        """Return False if there is no link in the text for sure."""
        return ":" in text or "." in text or "@" in text

    def test(self, text: str) -> bool:
        """Return True if there is a link in the text."""
        return self.match(text) is not None

    def match(self, text: str) -> list[Link] | None:
        """Return the links in the text, None if there are none."""
        found = (self._link(match) for match in finditer(text, **self._options))
        return [link for link in found if link is not None] or None

    def match_at_start(self, text: str) -> Link | None:
        """Return the link with a scheme that the text begins with, None if it begins with none."""
        found = next(finditer(text, **self._options), None)
        if found is None or found.start() or found.occurrence.kind == "suffix":
            return None
        return self._link(found)

    def _link(self, match: Match) -> Link | None:
        target = match.target
        if target is None or not self._accepts(target):
            return None
        schema = ""
        if match.occurrence.kind != "suffix" or target.startswith("mailto:"):
            schema = target.partition(":")[0] + ":"
        return Link(*match.span(), schema, match[0], target)


def plugin(md: Any, **options: Any) -> None:
    """Let markdown-it-py find links in text so, and turn its option ``linkify`` on.

    ``md`` is a ``MarkdownIt``; options are those of :func:`~uri_extract.linking.text.finditer`.

    >>> from markdown_it import MarkdownIt
    >>> MarkdownIt("js-default").use(plugin, bare_names=False).render("example.org").strip()
    '<p>example.org</p>'
    """
    md.linkify = Linkifier(**options)
    md.options["linkify"] = True
    md.enable("linkify", True)
