"""The texts and relations of links in HTML, XHTML and a soup, for all cuts of the document."""

import pytest
from bs4 import BeautifulSoup

from uri_extract import extract_soup, extract_text
from uri_extract.limits import MAX_LINK, MAX_LINK_TEXT, MAX_TAG
from uri_extract.markup.html.scanner import HtmlScanner

from .test_scanner import OWN, VARIANTS, scan

LONG = "www.long.example/" + "x" * (MAX_LINK_TEXT - 17)

# The content of a link, and its text as reported.
TEXTS = [
    ("https://www.bank.example/x?a=b", "https://www.bank.example/x?a=b"),
    ("www.bank.example", "www.bank.example"),
    ("bank.example/login", "bank.example/login"),
    ("bank.com", "bank.com"),
    ("ada@bank.example", "ada@bank.example"),
    ("\n  www.bank.example\t", "www.bank.example"),
    ("www.<b>bank</b>.<i title='x > y'>exa</i>mple", "www.bank.example"),
    ("<span>www.bank.example</span><img src='i.gif' />", "www.bank.example"),
    ("<div>www.bank.example</div>", "www.bank.example"),
    ("www&#46;bank&period;example/?a=1&amp;b", "www.bank.example/?a=1&b"),
    ("www.bank.example<!-- of -->/x", "www.bank.example/x"),
    ("&lt;http://bank.example/&gt;", "<http://bank.example/>"),
    ("www.b&uuml;cher.example", "www.b\u00fccher.example"),
    ("www.b\u00fccher.example", "www.b\u00fccher.example"),
    (LONG, LONG),
    (LONG + "x", LONG),
    ("<b></b>" * (MAX_LINK_TEXT // 7 + 1) + "www.bank.example", "www.bank.example"),
    (f"<!--{'x' * 70000}-->www.bank.example", "www.bank.example"),
    (f"<style>{'x' * 5000}</style>www.bank.example", "www.bank.example"),
    (f"{' ' * 5000}www.<b>{' ' * 4096}</b>bank&#46;example", "www. bank.example"),
    (f"{'<br />' * 5000}www.bank.example{' &#32;' * 5000}", "www.bank.example"),
    (f"{'&#160;' * 5000}www.bank.example", "www.bank.example"),
    ("x&amp;amp;\n" * 400, ("x&amp; " * 147)[:MAX_LINK_TEXT].rstrip()),
    (f"{'&amp; ' * 300}{' ' * 5000}\u00fc", "& " * 300 + "\u00fc"),
    ("", None),
    ("Example Site", "Example Site"),
    ("at www.bank.example", "at www.bank.example"),
    ("www.bank.example<br />Sign in", "www.bank.example Sign in"),
    ("www.bank.example<p>x</p>", "www.bank.example x"),
    ("<p>www.bank</p>.example", "www.bank .example"),
    ("www.bank.example&nbsp;x", "www.bank.example x"),
    ("<img src='www.bank.example' alt='www.bank.example' />", "www.bank.example"),
    ("a<img alt='b &amp; c' src='x' /> d<br /><img alt=' e\n f ' /><img alt='' /><img />", "ab & c d e f"),
    ("<img alt='&lt;b&gt;' /><svg><title alt='x'>y</title></svg>", "<b>"),
    (f"<img alt='{'x' * 3 * MAX_LINK_TEXT}' />", "x" * MAX_LINK_TEXT),
    ("v1.2.3", "v1.2.3"),
    ("std::vector", "std::vector"),
    ("Note:", "Note:"),
    ("https://www.bank\u2026", "https://www.bank\u2026"),
    ("two\n  words &amp; <i>more</i>", "two words & more"),
    ("x<template>y<template>z</template>y</template>", "x"),
    ("<svg><title>www.x.example</title><path /></svg>www.bank.example", "www.bank.example"),
    ("www.bank.example<svg><style>x</style><script>y</script><title>z<b>z</b></title></svg>", "www.bank.example"),
    ("www.<svg><title>x</title></svg>bank<svg><title /><a /></svg>.example", "www.bank.example"),
    ("A &amp; B", "A & B"),
    ("A & B", "A & B"),
    ("A &", "A &"),
    ("AT&T", "AT&T"),
    ("a &amp;amp; b &am", "a &amp; b &am"),
    ("  a\t\r\n b&#32;&#32;c ", "a b c"),
    ("&nbsp;\xe9&nbsp; x&nbsp;", "\xe9 x"),
    ("&nbsp;", None),
]


def texts(found):
    return [each.text for each in found if each.attribute == "href"]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("inside", "expected"), TEXTS)
def test_a_link_has_its_text(inside, expected, variant):
    document = f"<meta charset=utf-8><p><a class=c href='http://h.example/' title=t>{inside}</a> www.x.example"
    found, problems, _ = scan(document, variant=variant)
    assert (texts(found)[:1], problems) == ([expected], [])
    assert [each.text for each in found if each.attribute != "href"].count(None) == len(found) - 1
    for chunk in (1, 2, 7, 64) if len(document) < 20000 else (64, 4096):
        assert scan(document, chunk, variant=variant)[0] == found


@pytest.mark.parametrize(("inside", "expected"), TEXTS)
def test_a_link_in_a_soup_has_its_text(inside, expected):
    soup = BeautifulSoup(f"<p><a href='http://h.example/' title=t>{inside}</a> www.x.example", "html.parser")
    assert texts(extract_soup(soup, base=OWN))[:1] == [expected]


@pytest.mark.parametrize(("inside", "expected"), TEXTS)
def test_a_link_in_xhtml_has_its_text(inside, expected):
    if "&period;" in inside or "&uuml;" in inside or "&nbsp;" in inside:
        return  # XML has no such entities
    document = (
        f"<html xmlns='http://www.w3.org/1999/xhtml'><p><a href='http://h.example/'>{inside}</a> www.x.example</p>"
    )
    assert texts(extract_text(document, media_type="application/xhtml+xml", base=OWN))[:1] == [expected]


# Documents with several tags, and the texts of their links.
SEVERAL = [
    ("<a href=x>www.a.example", ["www.a.example"]),
    ("<a href=x>www.a.example<p>t</p>", ["www.a.example t"]),
    ("<a href=x>www.a<template><a href=y>t</a></template>.example</a>", ["www.a.example", None]),
    ("<a href=x>www.a.example<a href=y>www.b.example</a>", ["www.a.example", "www.b.example"]),
    ("<a href=x>www.a.example<a>www.b.example</a>", ["www.a.example"]),
    ("<a href=x>www.a<svg><title>T<a href=y></title></svg>.example</a>", ["www.a", ".example"]),
    ("<a href=x>www.a<svg><![CDATA[&amp;]]></svg>.example</a>", ["www.a&amp;.example"]),
    ("<a name=x>www.a.example</a><a href=y>b</a>", ["b"]),
    ("<a href=x></a>www.a.example</a>", [None]),
    ("<a href=x ping='http://p.example/'>www.a.example</a>", ["www.a.example"]),
    ("<a href='&#10;x '>www.a.example</a>", ["www.a.example"]),
    ("<a>www.a.example</a><link href=x>www.b.example", [None]),
    ("<svg><a href=x /><text>www.a.example</text></a></svg>", [None]),
    ("<svg><a href=x><text>www.a.example</text></a></svg>", ["www.a.example"]),
    ("<a href=x>www.a.example</a><a href=y>www.b.example</a><base href=/z/>", ["www.a.example", "www.b.example", None]),
]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("document", "expected"), SEVERAL)
def test_a_text_belongs_to_the_link_that_its_end_tag_ends(document, expected, variant):
    found = scan(document, variant=variant)[0]
    kept = [each for each in found if each.attribute == "href"]
    assert [each.text for each in kept] == expected[: len(kept)]
    for cut in range(1, len(document)):
        scanner = HtmlScanner(base=OWN)
        assert scanner.feed(document[:cut].encode()) + scanner.feed(document[cut:].encode()) + scanner.close() == found


# Elements with a relation, and that of each reference.
RELATIONS = [
    ("<a href=x rel='nofollow  me'>t</a>", ["nofollow  me"]),
    ("<a rel=NoFollow href=x>t</a><a href=y>t</a>", ["NoFollow", None]),
    ("<link rel=stylesheet href=x><link href=y>", ["stylesheet", None]),
    ("<a rel='&quot;a&quot;' href=x ping=y>", ['"a"', '"a"']),
    ("<a href=x rel=a>http://t.example/</a>", ["a", None]),
    ("<a rel href=x>", [""]),
]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("document", "expected"), RELATIONS)
def test_a_reference_in_an_attribute_has_the_relation_of_its_element(document, expected, variant):
    found = scan(document, variant=variant)[0]
    assert [each.rel for each in found] == expected
    for chunk in (1, 2, 7):
        assert scan(document, chunk, variant=variant)[0] == found


def test_a_link_waits_for_its_text_and_no_longer():
    scanner = HtmlScanner(base=OWN, charset="utf-8")
    scanner.feed(b"<base href=/a/>" + b" " * 8192)
    open_links = b"<a href=http://h.example/><b>" * 1000
    assert len(scanner.feed(open_links + b"<b></b>" * 1000)) > 900
    found = [*scanner.feed(b"<a href=http://i.example/>www.a.exam"), *scanner.feed(b"ple</a>"), *scanner.close()]
    assert found[-1].text == "www.a.example"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_link_without_a_text_within_the_limit_is_reported(variant):
    long = "<!--" + "x" * MAX_LINK + "-->"
    document = f"<p><a href=x>{long}www.a.example</a><a href=y>www.{long}b.example</a>"
    for chunk in (None, 1 << 16, 1 << 19):
        found, problems, _ = scan(document, chunk, variant=variant)
        assert texts(found) == [None, "www."]
        assert [(each.kind, each.offset) for each in problems] == [("content-too-long", 4)]
    document = f"<html xmlns='http://www.w3.org/1999/xhtml'><p><a href='x'>{long}www.a.example</a></p></html>"
    problems = []
    found = list(extract_text(document, media_type="application/xhtml+xml", base=OWN, on_problem=problems.append))
    assert (texts(found), [each.kind for each in problems]) == ([None], ["content-too-long"])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("before", [0, 200, 1200])
def test_a_link_with_a_long_start_tag_has_its_text(variant, before):
    attributes = [f" d{number}='{'y' * 1000}'" for number in range(1200)]
    attributes.insert(before, " href='x'")
    tag = f"<a{''.join(attributes)}>"
    assert len(tag) > MAX_TAG
    document = (
        f"<p><a href='w'>a</a> http://t.example/ {tag}www.a.example</a><a name='n'>b</a><a href='y'>c</a>{tag}</a></p>"
    )
    expected = ["a", "www.a.example", "c", None]
    found, problems, _ = scan(document, variant=variant)
    assert (texts(found), problems) == (expected, [])
    for chunk in (1 << 16, 1 << 20):
        assert scan(document, chunk, variant=variant)[0] == found
    xml = f"<html xmlns='http://www.w3.org/1999/xhtml'>{document}</html>"
    assert texts(extract_text(xml, media_type="application/xhtml+xml", base=OWN)) == expected


# A reference, the text of its link, and True if the text names another host.
HAZARDS = [
    ("http://evil.example/", "www.bank.example", True),
    ("http://bank.example.evil.example/", "bank.example/login", True),
    ("http://login.bank.example/", "www.bank.example", True),
    ("http://t.example/?to=http://bank.example/", "http://bank.example/", True),
    ("/out", "www.bank.example", True),
    ("http://bank.example@evil.example/", "http://bank.example/", True),
    ("http://www.bank.example/", "bank.example/x", False),
    ("HTTPS://Bank.Example:443/y", "http://WWW.bank.example./x", False),
    ("http://xn--bcher-kva.example/", "www.b\u00fccher.example", False),
    ("http://b\u00fccher.example/", "http://xn--bcher-kva.example/", False),
    ("http://b%C3%BCcher.example/", "http://B\u00dcCHER.example/", False),
    ("/out", "http://own.example/", False),
    ("mailto:eve@evil.example", "ada@bank.example", True),
    ("mailto:eve@bank.example?subject=x", "ada@bank.example", False),
    ("/contact", "ada@bank.example", False),
    ("mailto:ada@evil.example", "www.bank.example", False),
    ("javascript:go()", "www.bank.example", False),
    ("http://evil.example/", "urn:isbn:1", False),
    # The URI in a query proves nothing, unless a known service put it there.
    ("https://evil.example/url?q=https%3A%2F%2Fbank.example%2F", "www.bank.example", True),
    ("https://www.google.com/url?q=https%3A%2F%2Fevil.example%2F&sa=D", "www.bank.example", True),
    ("https://www.google.com/url?q=https%3A%2F%2Fbank.example%2F&sa=D", "www.google.com", False),
]
#: Links of services that rewrote them, and texts that name the host inside.
REWRITTEN = [
    ("https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.bank.example%2F", "bank.example/a"),
    ("https://urldefense.com/v3/__https://bank.example/a__;!!b$", "https://bank.example/a"),
    ("https://www.google.com/url?q=https%3A%2F%2Fbank.example%2F&amp;sa=D", "https://bank.example"),
]  # fmt: skip


@pytest.mark.parametrize(("reference", "text", "other"), HAZARDS)
def test_a_text_that_names_another_host_is_a_hazard(reference, text, other):
    (found,) = [
        each
        for each in extract_text(f"<a href='{reference}'>{text}</a>", media_type="text/html", base=OWN)
        if each.attribute == "href"
    ]
    assert found.text == text
    assert ("other-host-in-text" in found.hazards) is other
    assert found.as_dict()["hazards"] == list(found.hazards)


@pytest.mark.parametrize(("reference", "text"), REWRITTEN)
def test_a_link_that_a_known_service_rewrote_leads_where_its_text_says(reference, text):
    (found, *_) = extract_text(f"<a href='{reference}'>{text}</a>", media_type="text/html")
    assert (found.text, found.hazards) == (text, ("rewritten",))
    assert "bank.example" in found.unwrapped
