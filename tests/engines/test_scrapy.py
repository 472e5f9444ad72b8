"""The link extractor for Scrapy, beside Scrapy's own. The cases were run with Scrapy 2.19."""

from pathlib import Path

import pytest

from uri_extract import InvalidOption
from uri_extract.engines.scrapy import LinkExtractor

pytest.importorskip("scrapy")
from scrapy.http import HtmlResponse, XmlResponse
from scrapy.linkextractors import LinkExtractor as Theirs

SAMPLES = Path(__file__).parent.parent.parent / "corpora" / "samples"
PAGE = b"""<title>x</title><a href="/b#c" rel="ugc nofollow">B <b>c</b></a> <area href=d.pdf> <img src=e.png>
<a href="http://f.example/?q=%e9&amp;r">f</a> <a href="/b#c">again</a> <a href="mailto:x@a.example">m</a>
<p>See http://g.example/ <script>go("/h/i?j=" + k); go("http://l.example/m")</script>"""


def links_of(page=PAGE, made=HtmlResponse, **options):
    return LinkExtractor(**options).extract_links(made("http://a.example/dir/page", body=page))


def urls_of(page=PAGE, **options):
    return [link.url for link in links_of(page, **options)]


def test_a_link_has_its_url_text_fragment_and_nofollow():
    first, *others = links_of()
    assert (first.url, first.text, first.fragment, first.nofollow) == ("http://a.example/b#c", "B c", "c", True)
    assert [(link.url, link.nofollow) for link in others] == [("http://f.example/?q=%e9&r", False)]


@pytest.mark.parametrize(
    "options",
    [
        {}, {"allow": "f"}, {"deny": r"[.]example/b"}, {"allow_domains": ["f.example"]}, {"deny_domains": "f.example"},
        {"deny_extensions": ()}, {"tags": ("img", "a"), "attrs": ("src", "href"), "deny_extensions": ()},
        {"restrict_text": "^f"}, {"unique": False}, {"canonicalize": True}, {"tags": "*", "deny_tags": "area"},
    ],
)  # fmt: skip
def test_options_mean_what_they_mean_to_scrapy(options):
    response = HtmlResponse("http://a.example/dir/page", body=PAGE)
    theirs = [link.url for link in Theirs(**options).extract_links(response)]
    assert urls_of(**options) == theirs


def test_links_everywhere_are_those_of_texts_and_scripts_too_unless_a_script_completes_them():
    found = urls_of(everywhere=True, deny_extensions=())
    assert {"http://g.example/", "http://l.example/m", "http://a.example/dir/e.png"} <= set(found)
    assert not [url for url in found if "/h/i" in url]


@pytest.mark.parametrize(
    ("page", "ours", "theirs"),
    [
        # Scrapy searches 4,096 bytes for the base.
        (b"<!--%s--><base href=/x/><a href=y>" % (b"-" * 5000), "http://a.example/x/y", "http://a.example/dir/y"),
        # An empty segment of a path stays (RFC 3986 section 5.2.4).
        (b"<a href=x*http://b.example/>", "http://a.example/dir/x*http://b.example/", "http://a.example/dir/x*http:/b.example/"),
        # Scrapy skips a link with a character that the charset of the page lacks.
        (b"<meta charset=latin1><a href='/?q=&#12475;'>", "http://a.example/?q=%26%2312475%3B", None),
        (b"""<a href="javascript:go('http://b.example/x')">b</a>""", "http://b.example/x", None),
        (b"""<a href="javascript:go('http://b.example/?q=' + q)">b</a>""", None, None),
    ],
)  # fmt: skip
def test_links_differ_from_those_of_scrapy_as_the_documentation_says(page, ours, theirs):
    assert urls_of(page) == [ours] * bool(ours)
    response = HtmlResponse("http://a.example/dir/page", body=page)
    assert [link.url for link in Theirs().extract_links(response)] == [theirs] * bool(theirs)


def test_a_feed_is_read_as_what_it_is():
    feed = b"<rss version='2.0'><channel><item><link>http://b.example/x</link></item></channel></rss>"
    assert [link.url for link in links_of(feed, XmlResponse, everywhere=True)] == ["http://b.example/x"]


def test_a_charset_that_is_declared_in_the_header_is_used():
    page = "<a href='/?q=é'>é</a>".encode("cp1252")
    response = HtmlResponse("http://a.example/", body=page, headers={"Content-Type": "text/html; charset=windows-1252"})
    (link,) = LinkExtractor().extract_links(response)
    assert (link.url, link.text) == ("http://a.example/?q=%E9", "é")


@pytest.mark.parametrize("option", ["process_value", "restrict_css", "restrict_xpaths", "strip"])
def test_an_option_for_the_parser_of_scrapy_is_refused(option):
    with pytest.raises(InvalidOption, match=option):
        LinkExtractor(**{option: ()})
