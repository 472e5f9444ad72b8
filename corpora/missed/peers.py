"""Run peers that are Python packages: reads rows of JSON from standard input, writes what each peer printed.

Each line of the input is ``{"peer": ..., "base": ..., "data": BASE64}``, each line of the output ``{"version": ...,
"output": [...]}``. A peer is used in the way its documentation shows first. This file imports nothing of the
project: it runs in an environment that has only the peers.
"""

from __future__ import annotations

import base64
import importlib.metadata
import io
import json
import re
import sys
from functools import cache
from html.parser import HTMLParser


class _Anchors(HTMLParser):
    """The targets of the links in HTML that a peer made."""

    def __init__(self, html):
        super().__init__()
        self.targets = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.targets += [value for name, value in attrs if tag == "a" and name == "href"]


def bleach(text, row):
    import bleach

    return _Anchors(bleach.linkify(text, parse_email=row["mail"])).targets


def django(text, row):
    from django.utils.html import urlize

    return _Anchors(str(urlize(text))).targets


def jinja(text, row):
    from jinja2.utils import urlize

    return _Anchors(urlize(text)).targets


def cmarkgfm(text, row):
    import cmarkgfm

    return _Anchors(cmarkgfm.github_flavored_markdown_to_html(text)).targets


@cache
def url_extract():
    from urlextract import URLExtract

    return URLExtract()


def urlextract(text, row):
    return url_extract().find_urls(text)


def turbohtml(text, row):
    from turbohtml.clean import LinkDetector

    return [span.text for span in LinkDetector(emails=False).find(text)]


def iocextract(text, row):
    import iocextract

    return list(iocextract.extract_urls(text, refang=True))


def ioc_fanger(text, row):
    import ioc_fanger

    return re.findall(r"https?://\S+", ioc_fanger.fang(text))


def ioc_finder(text, row):
    from ioc_finder import find_iocs

    return sorted(find_iocs(text)["urls"], key=text.find)


def scrapy(text, row):
    from scrapy.http import HtmlResponse
    from scrapy.linkextractors import LinkExtractor

    return [link.url for link in LinkExtractor().extract_links(HtmlResponse(row["base"], body=text.encode()))]


def linkchecker(text, row):
    from bs4 import BeautifulSoup
    from linkcheck.htmlutil.linkparse import LinkTags, find_links

    found = []
    find_links(BeautifulSoup(text, "html.parser"), lambda url, **place: found.append(url), LinkTags)
    return found


def html2text(text, row):
    import html2text

    return html2text.html2text(text).strip().split("\n")


def markitdown(text, row):
    from markitdown import MarkItDown

    return MarkItDown().convert(io.BytesIO(text.encode()), file_extension=".html").text_content.split("\n")


def pypdf(data, row):
    from pypdf import PdfReader

    text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)
    return re.findall(r"https?://\S+", text)


def pdfx(data, row):
    import tempfile

    import pdfx

    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(data)
        file.flush()
        return sorted(pdfx.PDFx(file.name).get_references_as_dict().get("url", ()))


def rfc3986(text, row):
    from rfc3986 import uri_reference

    return [uri_reference(text).resolve_with(row["base"]).unsplit()]


#: What each peer is called with, and its function, by the name of its package.
PEERS = {
    "bleach": (str, bleach),
    "cmarkgfm": (str, cmarkgfm),
    "django": (str, django),
    "html2text": (str, html2text),
    "ioc-fanger": (str, ioc_fanger),
    "ioc-finder": (str, ioc_finder),
    "iocextract": (str, iocextract),
    "jinja2": (str, jinja),
    "linkchecker": (str, linkchecker),
    "markitdown": (str, markitdown),
    "pdfx": (bytes, pdfx),
    "pypdf": (bytes, pypdf),
    "rfc3986": (str, rfc3986),
    "scrapy": (str, scrapy),
    "turbohtml": (str, turbohtml),
    "urlextract": (str, urlextract),
}


def main():
    for line in sys.stdin:
        row = json.loads(line)
        kind, run = PEERS[row["peer"]]
        data = base64.b64decode(row["data"])
        try:
            output = run(data.decode() if kind is str else data, row)
        except Exception as error:  # an error is what the peer printed
            output = [f"{type(error).__name__}: {error}"]
        print(json.dumps({"version": importlib.metadata.version(row["peer"]), "output": output}), flush=True)


if __name__ == "__main__":
    main()
