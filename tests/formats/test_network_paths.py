"""A network-path reference (RFC 3986 §4.2) in markup without a base: the application's default scheme is https."""

import pytest

from uri_extract import extract_soup, extract_text
from uri_extract.markup.html.scanner import HtmlScanner

PAGE = "<a href=//h.example/x>a</a><img src=/y><a href='//h.example/a b'>b</a><a href=///z>c</a>"
PAGE += "<style>p{src:url(//s.example/)}</style>"
TARGETS = ["https://h.example/x", None, "https://h.example/a%20b", None, "https://s.example/"]
BASES = [("https:", "default"), (None, None), ("https:", "default"), (None, None), ("https:", "default")]


def aims(found):
    return [each.target for each in found], [(each.base, each.base_from) for each in found]


def test_a_network_path_has_a_target_in_html_however_that_is_cut():
    assert aims(list(extract_text(PAGE, media_type="text/html"))) == (TARGETS, BASES)
    for size in (1, 7, 64):
        scanner = HtmlScanner()
        pieces = [PAGE.encode()[at : at + size] for at in range(0, len(PAGE), size)]
        assert aims([each for piece in pieces for each in scanner.feed(piece)] + scanner.close()) == (
            TARGETS,
            BASES,
        )


def test_a_network_path_has_a_target_in_mail_xml_and_a_soup():
    mail = f"MIME-Version: 1.0\nContent-Type: text/html\n\n{PAGE}"
    assert aims(list(extract_text(mail, media_type="message/rfc822"))) == (TARGETS, BASES)
    xml = "<svg><a href='//h.example/x'/><image xlink:href='y'/></svg>"
    assert aims(list(extract_text(xml, media_type="image/svg+xml"))) == (
        ["https://h.example/x", None],
        BASES[:2],
    )
    bs4 = pytest.importorskip("bs4")
    assert aims(list(extract_soup(bs4.BeautifulSoup(PAGE, "html.parser")))) == (TARGETS, BASES)


@pytest.mark.parametrize(
    ("options", "page", "expected"),
    [
        ({"base": "http://own.example/"}, PAGE, "http://h.example/x"),
        ({"default_base": "ftp://own.example/"}, PAGE, "ftp://h.example/x"),
        ({}, "<base href=http://b.example/>" + PAGE, "http://h.example/x"),
        ({}, PAGE + "<base href=http://b.example/>", "http://h.example/x"),
    ],
)
def test_a_base_that_is_known_says_the_scheme(options, page, expected):
    found = [
        each for each in extract_text(page, media_type="text/html", **options) if each.reference == "//h.example/x"
    ]
    assert [each.target for each in found] == [expected]
    assert found[0].base_from in ("retrieval", "default", "embedded")


def test_a_base_that_comes_too_late_changes_nothing_before_it():
    scanner = HtmlScanner(max_held=3)
    late = "<base href=http://b.example/>" + "<a href=//k.example/>"
    found = scanner.feed((PAGE * 2 + late).encode()) + scanner.close()
    assert [each.target for each in found if each.reference == "//h.example/x"] == ["https://h.example/x"] * 2
    assert found[-1].target == "http://k.example/"


@pytest.mark.parametrize("media_type", ["text/plain", "text/html"])
def test_text_has_no_network_paths(media_type):
    assert list(extract_text("see //h.example/x and '//h.example/y'", media_type=media_type)) == []
