"""Targets in markup: of references that are invalid by RFC 3986, and against bases with an opaque path."""

import pytest
from bs4 import BeautifulSoup

from uri_extract import Scanner, extract_soup, extract_text
from uri_extract.rows.records import Occurrence

BASE = "http://h.example/d/page?q"

# References invalid by RFC 3986, and their URLs by the URL Standard (§4.4) against BASE; None: a failure.
INVALID = [
    ("x y", "http://h.example/d/x%20y"),
    ("/a|b", "http://h.example/a%7Cb"),
    ("?a|b{c}^", "http://h.example/d/page?a|b{c}^"),
    ("{id}", "http://h.example/d/%7Bid%7D"),
    ("a[1]", "http://h.example/d/a[1]"),
    ("a\\b", "http://h.example/d/a/b"),
    ("\\\\i.example\\p", "http://i.example/p"),
    ("/%zz", "http://h.example/%zz"),
    ("#a b", "http://h.example/d/page?q#a%20b"),
    ("#a|b\u00e9", "http://h.example/d/page?q#a|b%C3%A9"),
    ("http://i.example/a b?c d#e f", "http://i.example/a%20b?c%20d#e%20f"),
    ("HTTP://I.Example:80/a b", "http://i.example/a%20b"),
    ("http://b\u00fccher.example/a b", "http://xn--bcher-kva.example/a%20b"),
    ("mailto:a b", "mailto:a b"),
    ("http://i.example:99999/a b", None),
    ("http://i|j.example/", None),
    ("http://i j.example/", None),
    ("http://[::1/", None),
]


def of(data, media_type="text/html", **options):
    return list(extract_text(data, media_type=media_type, **{"base": BASE, **options}))


@pytest.mark.parametrize(("reference", "target"), INVALID)
def test_the_target_of_an_invalid_reference_in_html_is_what_the_url_standard_gives(reference, target):
    value = reference.replace('"', "&quot;")
    (found,) = of(f'<meta charset=utf-8><a href="{value}">')
    assert (found.reference, found.valid, found.target) == (reference, False, target)
    assert found.as_dict()["target"] == target
    assert found.errors


PLACES = [
    '<img src="x y">',
    '<form action="x y">',
    '<meta http-equiv=refresh content="0; url=x y">',
    "<style>p{background:url('x y')}</style>",
    "<p style=\"background:url('x y')\">",
    '<svg><use xlink:href="x y"/></svg>',
    '<!--[if IE]><img src="x y"><![endif]-->',
]


# RFC 9110 §4.2.1: http URIs without a host are invalid. In text, and for other schemes, only RFC 3986 applies.
WITHOUT_HOST = [
    ("///i.example/a", "http://i.example/a"),
    ("https:///i.example/a?b#c", "https://i.example/a?b#c"),
    ("HTTP:////i.example", "http://i.example/"),
    ("http:///", "http:///"),
    ("http:/a", "http:/a"),
    ("file:///a", "file:///a"),
    ("x:///a", "x:///a"),
]


@pytest.mark.parametrize(("reference", "target"), WITHOUT_HOST)
def test_of_three_slashes_markup_means_what_the_url_standard_says(reference, target):
    assert [each.target for each in of(f'<a href="{reference}">')] == [target]


@pytest.mark.parametrize("host", ["b\u00fccher.example", "B\u00dcCHER.example", "xn--bcher-kva.example"])
def test_a_domain_name_beyond_ascii_is_in_the_target_as_it_is_looked_up(host):
    for data, media_type in (("<meta charset=utf-8><a href='//%s/x'>", "text/html"), (" http://%s/x ", "text/plain")):
        assert [each.target for each in of(data % host, media_type)] == ["http://xn--bcher-kva.example/x"]


@pytest.mark.parametrize("place", PLACES)
def test_an_invalid_reference_has_a_target_wherever_html_holds_it(place):
    assert [each.target for each in of(place)] == ["http://h.example/d/x%20y"]
    assert [each.target for each in extract_soup(BeautifulSoup(place, "html.parser"), base=BASE)] == [
        "http://h.example/d/x%20y"
    ]
    scanner = Scanner("text/html", base=BASE)
    assert scanner.read(place.encode()).lines() + scanner.read(b"", final=True).lines() == b"http://h.example/d/x%20y\n"


def test_an_invalid_candidate_of_srcset_has_a_target():
    assert [each.target for each in of('<img srcset="a|b 1x, {c} 2x">')] == [
        "http://h.example/d/a%7Cb",
        "http://h.example/d/%7Bc%7D",
    ]


def test_an_invalid_reference_in_html_of_a_mail_has_a_target():
    mail = f'Content-Type: text/html\nContent-Location: {BASE}\n\n<a href="x y">\n'
    assert [each.target for each in of(mail, "message/rfc822", base=None)][1:] == ["http://h.example/d/x%20y"]


@pytest.mark.parametrize(
    "document",
    [
        '<html xmlns="http://www.w3.org/1999/xhtml"><a href="x y"/></html>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink"><a l:href="x y"/></svg>',
        '<feed xmlns="http://www.w3.org/2005/Atom"><link href="x y"/></feed>',
        '<feed xmlns="http://www.w3.org/2005/Atom"><content type="html">&lt;a href="x y"></content></feed>',
    ],
)
def test_an_invalid_reference_in_xml_has_a_target(document):
    found = [each for each in of(document, "application/xml") if each.reference == "x y"]
    assert [(each.valid, each.target) for each in found] == [(False, "http://h.example/d/x%20y")]


@pytest.mark.parametrize("text", ['"http://i.example/a b"', "<http://i.example/a|b>", "http://i.example/%zz"])
def test_an_invalid_reference_in_plain_text_has_no_target(text):
    found = of(text, "text/plain")
    assert found
    assert all(each.target is None for each in found if not each.valid)


def test_queries_of_invalid_references_are_in_the_encoding_of_the_document():
    data = '<meta charset=windows-1252><a href="/\u00e9 ?\u00e9 |#\u00e9 ">'.encode("cp1252")
    assert [each.target for each in of(data)] == ["http://h.example/%C3%A9%20?%E9%20|#%C3%A9"]


@pytest.mark.parametrize(
    ("before", "octets"), [("", "%E9"), ("<meta charset=utf-8>", "%C3%A9"), ("\u00fc", "%C3%A9"), (" " * 2000, "%E9")]
)
def test_queries_of_a_page_in_ascii_that_declares_nothing_are_in_windows_1252(before, octets):
    page = f'{before}<a href="&eacute;?&eacute;">'
    assert [each.target for each in of(page.encode())] == [f"http://h.example/d/%C3%A9?{octets}"]
    assert [each.target for each in of(page)] == ["http://h.example/d/%C3%A9?%C3%A9"]  # a str has no encoding


@pytest.mark.parametrize("base", ["http://h.example/%zz/", "http://h.example/a|b/", "http://h.example/[/"])
def test_a_base_that_is_invalid_by_rfc_3986_is_used_by_the_url_standard(base):
    of_browser = base.replace("|", "%7C")
    for document, options in (
        (f'<base href="{base}"><a href="x"><a href="y z">', {}),
        ('<a href="x"><a href="y z">', {"base": base}),
    ):
        assert [each.target for each in of(document, **options)][-2:] == [f"{of_browser}x", f"{of_browser}y%20z"]


OPAQUE = ["mailto:a@b.example", "about:blank", "blob:http://h.example/1", "urn:a:b", "cid:a@b"]


@pytest.mark.parametrize("base", OPAQUE)
@pytest.mark.parametrize("by", ["element", "caller", "soup", "xhtml"])
def test_in_html_only_fragments_resolve_against_an_opaque_base(base, by):
    links = "".join(f'<a href="{each}"/>' for each in ("x", "", "#f", "#f g", "../y", "//z.example/", "?q r"))
    element = f'<base href="{base}"/>'
    if by == "soup":
        found = list(extract_soup(BeautifulSoup(element + links, "html.parser"), base=BASE))[1:]
    elif by == "caller":
        found = of(links, base=base)
    elif by == "element":
        found = of(element + links)[1:]
    else:
        found = of(f'<html xmlns="http://www.w3.org/1999/xhtml">{element}{links}</html>', "application/xhtml+xml")[2:]
    assert [each.target for each in found] == [None, None, f"{base}#f", f"{base}#f%20g", None, None, None]
    assert {each.base for each in found} == {base}


@pytest.mark.parametrize("by", ["html", "soup"])
def test_a_codebase_with_a_host_serves_in_a_document_whose_base_is_opaque(by):
    document = '<base href="mailto:a@b.example"><object codebase="http://i.example/c" archive="x"></object>'
    found = of(document) if by == "html" else list(extract_soup(BeautifulSoup(document, "html.parser"), base=BASE))
    assert [each.target for each in found if each.attribute == "archive"] == ["http://i.example/c/x"]


@pytest.mark.parametrize("scheme", ["data:,x", "javascript:void(0)"])
def test_a_base_element_with_data_or_javascript_is_ignored(scheme):
    problems = []
    found = of(f'<base href="{scheme}"><a href="x">', on_problem=problems.append)
    assert found[-1].target == "http://h.example/d/x"
    assert [each.kind for each in problems] == ["unusable-base"]


def test_in_xml_without_html_an_opaque_base_is_used_by_rfc_3986():
    document = '<r xml:base="urn:a:b" xmlns:l="http://www.w3.org/1999/xlink"><a l:href="x"/><a l:href=""/></r>'
    found = [each for each in of(document, "application/xml", base=None) if each.attribute == "l:href"]
    assert [each.target for each in found] == ["urn:x", "urn:a:b"]


def test_occurrences_of_a_deep_document_can_be_pickled():
    import pickle

    depth = 900
    document = "".join(f'<a xml:base="x{n}/" xmlns:l="http://www.w3.org/1999/xlink" l:href="y">' for n in range(depth))
    found = of(document, "application/xml")
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert all(type(each) is Occurrence for each in again)
