"""The base: the element that determines it, and its URL, as in browsers (HTML standard §4.2.3, URL Standard §4.4)."""

import pytest

from uri_extract import extract_text
from uri_extract.markup.bases import Base, Bases, choose
from uri_extract.uri.url_parser import parse

PAGE = "http://page.example/d/index.html?q"

# The href of the base element, and the resulting base; None: it is invalid, and the base is PAGE.
CASES = [
    ("/a/", "http://page.example/a/"),
    ("", PAGE),
    ("  ", PAGE),
    ("  /a/ \n", "http://page.example/a/"),
    ("http://ex\nam\tple.org/d\n/", "http://example.org/d/"),
    ("../../../../up/", "http://page.example/up/"),
    ("a/./b/../c", "http://page.example/d/a/c"),
    ("a/%2E%2e/b/.", "http://page.example/d/b/"),
    ("//b.example/d/e", "http://b.example/d/e"),
    ("\\\\b.example\\d", "http://b.example/d"),
    ("http://b.example/d/e?q=1#f", "http://b.example/d/e?q=1"),
    ("#f", PAGE),
    ("?w", "http://page.example/d/index.html?w"),
    ("http:x", "http://page.example/d/x"),
    ("http:/x", "http://page.example/x"),
    ("http:\\x", "http://page.example/x"),
    ("http:/\\b.example", "http://b.example/"),
    ("http:////b.example//x", "http://b.example//x"),
    ("https:b.example/d/", "https://b.example/d/"),
    ("https:/b.example/d/", "https://b.example/d/"),
    ("https:\\\\b.example\\d\\", "https://b.example/d/"),
    ("https:////b.example", "https://b.example/"),
    ("HTTP://B.Example:80", "http://b.example/"),
    ("https://b.example:0443/", "https://b.example/"),
    ("https://b.example:8443", "https://b.example:8443/"),
    ("http://b.example:65536/", None),
    ("http://b.example:x/", None),
    ("http://u:p@b.example/", "http://u:p@b.example/"),
    ("http://u@v:p/q@b.example/", None),  # the port of host v is not a number
    ("http://u@v@b.example/", "http://u%40v@b.example/"),
    ("http://:@b.example/", "http://b.example/"),
    ("http://[bad/", None),
    ("http://[2001:DB8::0:1]/", "http://[2001:db8::1]/"),
    ("http://a b.example/", None),
    ("http://a%20b.example/", None),
    ("http://b%2Eexample/", "http://b.example/"),
    ("http://0x7f.1/", "http://127.0.0.1/"),
    ("http://256.256.256.256/", None),
    ("http://b\xfccher.example/\xfc?\xfc", "http://xn--bcher-kva.example/%C3%BC?%C3%BC"),
    ("http://B\xdcCHER\u3002example/", "http://xn--bcher-kva.example/"),
    ("http://", None),
    ("https:", None),
    ("http:", PAGE),
    ('http://b.example/a b<c>"{d}|`', "http://b.example/a%20b%3Cc%3E%22%7Bd%7D%7C%60"),
    ("http://b.example/?a b'<c>\"{d}", "http://b.example/?a%20b%27%3Cc%3E%22{d}"),
    ("http://b.example/a%2fb/c%zz/", "http://b.example/a%2fb/c%zz/"),
    ("http://b.example/caf\xe9?caf\xe9", "http://b.example/caf%C3%A9?caf%C3%A9"),
    ("\xa0/a/", "http://page.example/d/%C2%A0/a/"),
    ("file:///C|/x/../y", "file:///C:/y"),
    ("file:///C:/..", "file:///C:/"),
    ("file:x", "file:///x"),
    ("file://localhost/x", "file:///x"),
    ("file://server/x", "file://server/x"),
    ("mailto:a@b.example", "mailto:a@b.example"),
    ("about:blank", "about:blank"),
    ("blob:http://h.example/1", "blob:http://h.example/1"),
    ("foo://host/d/e?q#f", "foo://host/d/e?q"),
    ("foo://HO%41ST:80/../x", "foo://HO%41ST:80/x"),
    ("foo:bar/../baz", "foo:bar/../baz"),
    ("foo:/bar/../baz", "foo:/baz"),
    ("foo:/.//bar", "foo:/.//bar"),
    ("data:text/html,x", None),
    ("DATA:,x", None),
    ("javascript:void(0)", None),
    (" java\nscript:x", None),
    ("1a:b", "http://page.example/d/1a:b"),
]


@pytest.mark.parametrize(("href", "uri"), CASES)
def test_a_base_is_what_a_browser_takes_it_for(href, uri):
    base = choose(href, Base(PAGE, "retrieval"))
    if uri is None:
        assert base[:2] == (PAGE, "retrieval")
        assert base.problem
        assert repr(href) in base.problem
    else:
        assert base[:3] == (uri, "embedded", None)


def test_the_first_counts_and_no_other_one_replaces_it():
    for first, uri in [("/a/", "http://page.example/a/"), ("", PAGE), ("data:,x", PAGE), ("http://[", PAGE)]:
        bases = Bases(Base(PAGE, "retrieval"))
        assert bases.chosen == Base(PAGE, "retrieval")
        assert bases.offer(first) == bases.chosen
        assert bases.offer("/b/") is None
        assert bases.chosen.uri == uri


def test_only_fragments_resolve_against_an_opaque_base():
    assert choose("mailto:a@b.example", Base(PAGE, "retrieval")).opaque
    assert not choose("foo://h", Base(PAGE, "retrieval")).opaque
    opaque = parse("mailto:a@b.example")
    assert parse("#f", opaque) == opaque
    assert parse("x", opaque) is parse("", opaque) is None


@pytest.mark.parametrize(
    ("href", "uri"), [("/a/", None), ("http://a.example", "http://a.example/"), ("http://[", None)]
)
def test_a_document_may_have_no_base_of_its_own(href, uri):
    base = choose(href, Base(None, None))
    assert base.uri == uri
    assert bool(base.problem) == (uri is None)
    if href == "/a/":
        assert "relative" in base.problem


@pytest.mark.parametrize(
    ("href", "own", "uri"),
    [
        ("x", "file:///C:/d/e", "file:///C:/d/x"),
        ("file:x", "file:///C:/d/e", "file:///C:/d/x"),
        ("file:///x", "file:///C:/d/e", "file:///x"),
        ("/x", "file:///C:/d/e", "file:///C:/x"),
        ("//server/x", "file:///d/e", "file://server/x"),
        ("..\\x", "file:///a/b/c", "file:///a/x"),
        ("?y", "file:///a/b", "file:///a/b?y"),
        ("D|/x", "file:///a/b", "file:///D:/x"),
        ("x\\y", "foo://h/a/b", "foo://h/a/x\\y"),
        ("//h2", "foo://h/a", "foo://h2"),
        ("x", "foo://h", "foo://h/x"),
    ],
)
def test_the_documents_own_base_may_be_of_any_scheme(href, own, uri):
    assert choose(href, Base(own, "entity")).uri == uri


def test_a_query_is_in_the_encoding_of_the_document():
    own = Base(PAGE, "retrieval")
    assert choose("/\xe9?\xe9'", own, "cp1252").uri == "http://page.example/%C3%A9?%E9%27"
    assert choose("?\u4e2d\u20ac&;", own, "cp1252").uri == "http://page.example/d/index.html?%26%2320013%3B%80&;"
    assert choose("foo:?\xe9", own, "cp1252").uri == "foo:?%C3%A9"


def test_a_long_base_is_shortened_in_messages():
    assert len(choose("http://[" + "x" * 10_000, Base(PAGE, "retrieval")).problem) < 400


def test_a_base_that_is_only_a_scheme_leaves_references_with_a_scheme_alone():
    page = '<a href="http://h.example/a b"><a href="//h.example/a b"><a href="c d"><a href="mailto:a b">'
    targets = [each.target for each in extract_text(page, media_type="text/html", default_base="https:")]
    assert targets == ["http://h.example/a%20b", "https://h.example/a%20b", None, "mailto:a b"]
