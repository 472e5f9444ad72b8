"""Feeds: RSS, Atom and sitemaps, as lines and as records. Figures are MB/s, of processor time.

Documents come from a seeded generator: RSS with HTML in each item, escaped or in a CDATA section; Atom with HTML that
is escaped, and with XHTML; sitemaps of 50,000 places.

The peer is lxml, where it is installed. ``iterated`` only parses and asks each element for its attributes and its text:
``for element in lxml.etree.fromstring(data).iter(): element.attrib.items(), element.text``. It decides nothing, and
reads no HTML that was escaped. ``links`` does comparable work: it keeps the text of the elements and the attributes
that are references, and parses the text of those that hold HTML with ``lxml.html``, whose ``href`` and ``src`` it
keeps. It has no place, resolves nothing, and finds nothing in text.
"""

from __future__ import annotations

import contextlib
import random
import time
from html import escape
from typing import TYPE_CHECKING, Any

from benchmarks.tables import Options, Table
from benchmarks.timing import best, rates
from uri_extract import Scanner
from uri_extract.formats import scanner_for
from uri_extract.text.options import ScanOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_WORDS = (
    "tide",
    "harbour",
    "chart",
    "moon",
    "of",
    "the",
    "and",
    "low",
    "water",
    "pilot",
    "caf\u00e9",
    "1999",
    "q&amp;a",
)
_REFERENCES = frozenset(("link", "guid", "id", "loc", "url", "docs", "comments", "icon", "logo", "uri"))
_HTML = frozenset(("description", "encoded", "content", "summary"))
_ATTRIBUTES = frozenset(("href", "src", "url"))
_ATOM = "http://www.w3.org/2005/Atom"


def _prose(dice: random.Random, size: int) -> str:
    """Return HTML of about this many bytes: paragraphs with links and pictures."""
    parts: list[str] = []
    while size > 0:
        words = " ".join(dice.choice(_WORDS) for _ in range(dice.randrange(5, 60)))
        number = dice.randrange(10**6)
        kind = dice.randrange(6)
        if kind < 3:
            words += f' <a href="https://blog.example.org/{number}/?utm_source=feed&amp;n={number}">{words[:20]}</a>'
        elif kind == 3:
            words = f'<img src="https://img.example.org/{number}.jpg" alt="" width="640" height="480" /><br />{words}'
        parts.append(f"<p>{words}</p>\n")
        size -= len(parts[-1])
    return "".join(parts)


def _rss(dice: random.Random) -> bytes:
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" '
        'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n'
        "<title>Tides</title>\n<link>https://blog.example.org/</link>\n<description>News of tides</description>\n"
        '<atom:link href="https://blog.example.org/feed/" rel="self" type="application/rss+xml" />\n'
    ]
    for _ in range(dice.choice((10, 20, 50))):
        number = dice.randrange(10**6)
        prose = _prose(dice, dice.randrange(200, 3000))
        parts.append(
            f"<item>\n<title>Tide {number}</title>\n<link>https://blog.example.org/2004/02/tide-{number}/</link>\n"
            f"<pubDate>Sun, 29 Feb 2004 00:00:00 +0000</pubDate>\n<dc:creator><![CDATA[Ada]]></dc:creator>\n"
            f'<guid isPermaLink="false">https://blog.example.org/?p={number}</guid>\n<category>chart</category>\n'
        )
        if number % 3:
            parts.append(f"<description>{escape(prose)}</description>\n")
        else:
            parts.append(f"<description><![CDATA[{prose[:200].rpartition('<p')[0] or prose}]]></description>\n")
            parts.append(f"<content:encoded><![CDATA[{prose}]]></content:encoded>\n")
        if number % 4 == 0:
            parts.append(f'<enclosure url="https://img.example.org/{number}.mp3" length="1" type="audio/mpeg" />\n')
        parts.append(f"<comments>https://blog.example.org/2004/02/tide-{number}/#comments</comments>\n</item>\n")
    return ("".join(parts) + "</channel>\n</rss>\n").encode()


def _atom(dice: random.Random) -> bytes:
    parts = [
        f'<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="{_ATOM}" xml:lang="en">\n<title>Tides</title>\n'
        '<link href="https://blog.example.org/atom.xml" rel="self"/>\n<link href="https://blog.example.org/"/>\n'
        "<id>https://blog.example.org/</id>\n<updated>2004-02-29T00:00:00Z</updated>\n"
    ]
    for _ in range(dice.choice((10, 20, 50))):
        number = dice.randrange(10**6)
        prose = _prose(dice, dice.randrange(200, 3000))
        parts.append(
            f'<entry>\n<title type="html">Tide {number}</title>\n<link href="https://blog.example.org/{number}" '
            f'rel="alternate" type="text/html"/>\n<id>tag:blog.example.org,2004:{number}</id>\n'
            "<updated>2004-02-29T00:00:00Z</updated>\n<author><name>Ada</name><uri>https://ada.example.org/</uri></author>\n"
        )
        if number % 3:
            parts.append(f'<content type="html">{escape(prose, quote=False)}</content>\n</entry>\n')
        else:
            xhtml = f'<div xmlns="http://www.w3.org/1999/xhtml">{prose}</div>'
            parts.append(f'<content type="xhtml">{xhtml}</content>\n</entry>\n')
    return ("".join(parts) + "</feed>\n").encode()


def _sitemap(dice: random.Random) -> bytes:
    parts = ['<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n']
    for _ in range(50_000):
        number = dice.randrange(10**6)
        parts.append(
            f"  <url>\n    <loc>https://www.example.org/tides/{number}/chart.html?a=1&amp;b={number % 7}</loc>\n"
            if number % 20 == 0
            else f"  <url>\n    <loc>https://www.example.org/tides/{number}/chart.html</loc>\n"
        )
        parts.append("    <lastmod>2004-02-29</lastmod>\n    <priority>0.5</priority>\n  </url>\n")
    return ("".join(parts) + "</urlset>\n").encode()


def _lines(documents: list[bytes], places: bool = False) -> int:
    count = 0
    for document in documents:
        scanner = scanner_for("application/xml", ScanOptions(places=places), base="http://example.org/a/b")
        page = scanner.read(document, final=True)
        count += len(page) if page.lines() else 0
    return count


def _records(documents: list[bytes]) -> int:
    count = 0
    for document in documents:
        scanner = Scanner("application/xml", base="http://example.org/a/b")
        count += len(scanner.feed(document)) + len(scanner.close())
    return count


def _iterated(etree: Any, documents: list[bytes]) -> int:
    count = 0
    for document in documents:
        for element in etree.fromstring(document, etree.XMLParser(recover=True, huge_tree=True)).iter():
            count += 1 + 0 * len((element.attrib.items(), element.text))
    return count


def _links(etree: Any, html: Any, documents: list[bytes]) -> int:
    found: list[str] = []
    linking = etree.XPath("//@href|//@src")
    for document in documents:
        for element in etree.fromstring(document, etree.XMLParser(recover=True, huge_tree=True)).iter(etree.Element):
            text = element.text
            if text and not text.isspace():
                name = element.tag.rpartition("}")[2]
                if name in _REFERENCES:
                    found.append(text.strip())
                elif name in _HTML and ("<" in text or "&" in text):
                    found += linking(html.document_fromstring(text))
            for name, value in element.attrib.items():
                if name in _ATTRIBUTES:
                    found.append(value)
    return len(found)


def tables(options: Options) -> Iterator[Table]:
    """Yield a table for each kind of feed, and for the XML documents of the corpus."""
    dice = random.Random(4287)
    number = 4 if options.quick else 40
    inputs = {
        "RSS": [_rss(dice) for _ in range(number)],
        "Atom": [_atom(dice) for _ in range(number)],
        "Sitemap": [_sitemap(dice)],
    }
    if files := options.files(".xml", ".rss", ".atom", ".rdf"):
        inputs["XML of the corpus"] = [data for path in files if (data := path.read_bytes()).lstrip()[:1] == b"<"]
    for subject, documents in inputs.items():
        yield _measure(subject, documents, options.times(7))


def _measure(subject: str, documents: list[bytes], rounds: int) -> Table:
    ours: dict[str, Callable[[], int]] = {
        "lines": lambda: _lines(documents),
        "lines, with places": lambda: _lines(documents, True),
        "records": lambda: _records(documents),
    }
    peers: dict[str, Callable[[], int]] = {}
    with contextlib.suppress(ImportError):
        from lxml import etree, html

        peers["lxml, iterated"] = lambda: _iterated(etree, documents)
        if not subject.startswith("XML"):
            peers["lxml, links"] = lambda: _links(etree, html, documents)
    times = best({**ours, **peers}, rounds, time.process_time)
    size = sum(map(len, documents))
    subject = f"{subject}: {len(documents)} documents, {size / 1e6:.1f} MB"
    return Table(subject, "MB/s", rates(times, size, ours), rates(times, size, peers))
