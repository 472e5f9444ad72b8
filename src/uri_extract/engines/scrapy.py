"""A link extractor for Scrapy, which finds links as this package does and filters them as Scrapy does."""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract.decode.labels import python_codec
from uri_extract.errors import InvalidOption
from uri_extract.pipeline import extract
from uri_extract.rows.records import NAMESPACE


class LinkExtractor:
    """Extract the links of a response, for a ``Rule`` or a spider, in place of ``scrapy.linkextractors.LinkExtractor``.

    Options are Scrapy's, except those of its parser, which raise :class:`~uri_extract.errors.InvalidOption`.
    ``everywhere``: also links in texts, scripts, style sheets, JSON-LD and all attributes, in spite of ``tags`` and
    ``attrs``. Links that a script completes are left out.

    >>> from scrapy.http import HtmlResponse
    >>> page = b'<a href="/b#c" rel=nofollow>B</a> or http://d.example/'
    >>> LinkExtractor(everywhere=True).extract_links(HtmlResponse("http://a.example/", body=page))[0]
    Link(url='http://a.example/b#c', text='B', fragment='c', nofollow=True)
    """

    def __init__(self, *, everywhere: bool = False, **options: Any) -> None:
        from scrapy.linkextractors import LinkExtractor

        if refused := {"process_value", "restrict_css", "restrict_xpaths", "strip"} & options.keys():
            raise InvalidOption(f"{min(refused)} is for the parser of Scrapy's own LinkExtractor")
        self._everywhere = everywhere
        self._theirs = LinkExtractor(**options)

    def extract_links(self, response: Any) -> list[Any]:
        """Return the links that pass the options, in the order of the document, with the fragment also in the URL."""
        from scrapy.http import HtmlResponse
        from scrapy.link import Link
        from scrapy.utils.misc import rel_has_nofollow
        from w3lib.url import safe_url_string

        media_type = "text/html" if isinstance(response, HtmlResponse) else None
        charset = response.encoding if python_codec(response.encoding) else None
        wanted = self._theirs.link_extractor
        links = []
        for each in extract(response.body, media_type=media_type, charset=charset, base=response.url):
            target = each.target
            if target is None or each.kind == NAMESPACE or each.partial:
                continue
            if self._everywhere or (
                each.attribute and wanted.scan_tag(each.element) and wanted.scan_attr(each.attribute)
            ):
                url = safe_url_string(target, encoding=response.encoding)
                links.append(Link(url, each.text or "", url.partition("#")[2], rel_has_nofollow(each.rel)))
        return [*self._theirs._process_links(links)]
