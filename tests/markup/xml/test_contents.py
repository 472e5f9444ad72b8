"""Escaped HTML: its references are those of the same HTML alone, and it does not affect the HTML after it."""

import random

import pytest

from uri_extract import extract_text
from uri_extract.decode._character_references import NOTHING, TEXT, VERBATIM, DecodedValue

from .scanning import OWN, scan

# HTML that ends inside a construct.
PAGES = (
    "<a href='x'>",
    "<script>'http://s.example/'",
    "<script>'http://s.example/?a&amp;b'",
    "<!-- http://c.example/?a&amp;b -->",
    "<!-- <a href='x'>",
    "<plaintext><a href='x'>",
    "<![CDATA[<a href='x'>",
    "<svg><style><a href='x'>",
    "<svg><desc><p><style>a{b:url(x)}",
    "<math><mi><a href='x'>",
    "<a href='x",
    "<title><a href='x'>",
    "<style>@import 'i",
    "<table><form action='f'><template><base href='/t/'>",
    "<base href='/b/'><a href='x'>",
    "<textarea>http://t.example/",
    "<frameset><frame src='f'>",
    "<script><!--<script>",
    "<p><a href='x'>http://p.example/?a&amp;b",
)


@pytest.mark.parametrize("cdata", [True, False])
def test_escaped_html_is_read_as_it_is_alone(cdata):
    dice = random.Random(4)
    for _ in range(50):
        pages = [page for page in dice.choices(PAGES, k=6) if not cdata or "CDATA" not in page]
        shown = [
            f"<![CDATA[{page}]]>" if cdata else page.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&#62;")
            for page in pages
        ]
        document = "<rss>" + "\n".join(f"<description>{page}</description>" for page in shown) + "</rss>"
        ours = [(each.reference, each.target, each.attribute) for each in scan(document)[0]]
        alone = [each for page in pages for each in extract_text(page, media_type="text/html", base=OWN)]
        assert ours == [(each.reference, each.target, each.attribute) for each in alone], pages


def test_a_colon_that_is_a_character_reference_is_one_in_text_that_has_no_other():
    escaped = "&lt;a href=x>&amp;amp;&lt;/a> http&amp;#58;//t.example/ &lt;i>&amp;amp;&lt;/i>"
    document = f"<rss><description>{escaped}</description><description>&lt;a href=y></description></rss>"
    found = list(extract_text(document, media_type="application/xml"))
    assert [each.reference for each in found] == ["x", "http://t.example/", "y"]


def test_the_same_start_tag_declares_the_same_in_each_entry():
    entry = '<d xmlns="http://www.w3.org/1999/xhtml"><img src="a"/><longdesc src="b"/></d><d src="c"/>'
    one = [(each.reference, each.element, each.attribute) for each in scan(f"<feed>{entry}</feed>")[0]]
    both = [(each.reference, each.element, each.attribute) for each in scan(f"<feed>{entry * 3}</feed>")[0]]
    assert one
    assert both == one * 3


UNITS = ("a", "words in a row", "&lt;", "&#233;", "&", "\u00e9", "&#x1F600;")


def test_every_byte_has_its_place():
    dice = random.Random(6)
    for _ in range(200):
        parts = [
            (dice.choice((TEXT, VERBATIM, NOTHING)), "".join(dice.choices(UNITS, k=3)).encode())
            for _ in range(dice.randrange(1, 5))
        ]  # fmt: skip
        value = DecodedValue(parts)
        # Each character has its source.
        expected = b""
        source = b"".join(part for _, part in parts)
        for at in range(len(value.text)):
            start, end = value.span(at, at + 1)
            stood = source[start:end]
            assert stood == value.text[at : at + 1] or stood.startswith(b"&#") or stood == b"&lt;"
            expected += value.text[at : at + 1]
        assert expected == value.text
        begin, end = value.span(0, len(value.text))
        assert 0 <= begin <= end <= len(source)
