"""Conditional comments: their markup is read, and distinguished from that of the document."""

import pytest

from uri_extract import extract_soup
from uri_extract.markup.html.comments import Comments

from .test_scanner import OWN, VARIANTS, scan

DOCUMENT = (
    "<!doctype html>\n<!--[if lt IE 9]>\n<script src='//h.example/a&amp;b.js'></script><base href=/no/>\n"
    "<style>p{background:url( c.png )}</style><p style='a:url(e)'> http://f.example/?x&amp;y <![endif]-->\n"
    "<!-- [IF IE]><form action=''><meta content='0;url=d' http-equiv=refresh><script src=\xe9.js><![endif]-->"
    "<!--[if IE]><a href=http://g.example/>\n<![endif]--><base href=/b/>"
    "<!--[if !IE]><!--><a href=h></a><!--<![endif]-->"
)
EXPECTED = [
    ("script", "//h.example/a&b.js", "http://h.example/a&b.js"),
    ("base", "/no/", "http://own.example/no/"),
    ("style", "c.png", "http://own.example/b/c.png"),
    ("p", "e", "http://own.example/b/e"),
    (None, "http://f.example/?x&amp;y", "http://f.example/?x&amp;y"),
    ("form", "", OWN),
    ("meta", "d", "http://own.example/b/d"),
    ("script", "\xe9.js", "http://own.example/b/%C3%A9.js"),
    ("a", "http://g.example/", "http://g.example/"),
    ("base", "/b/", "http://own.example/b/"),
    ("a", "h", "http://own.example/b/h"),
]


@pytest.mark.parametrize("variant", VARIANTS)
def test_markup_in_a_conditional_comment_is_read(variant):
    found, problems, base = scan(DOCUMENT, variant=variant)
    assert [(each.element, each.reference, each.target) for each in found] == EXPECTED
    assert [(each.attribute, each.delimiter) for each in found] == [
        *[(None, "comment")] * 4, (None, "whitespace"), *[(None, "comment")] * 4, *[("href", "attribute")] * 2,
    ]  # fmt: skip
    assert (base, problems) == ("http://own.example/b/", [])
    lines = DOCUMENT.encode().split(b"\n")
    for each in found:
        assert DOCUMENT.encode()[each.start : each.end].decode() == each.raw
        assert lines[each.line - 1][each.column - 1 :].startswith(each.raw.encode())
    for chunk in (1, 7, 64):
        assert scan(DOCUMENT, chunk, variant=variant)[0] == found


def test_a_soup_has_the_same():
    from bs4 import BeautifulSoup

    found = list(extract_soup(BeautifulSoup(DOCUMENT, "html.parser"), base=OWN))
    assert [(each.element, each.reference, each.target) for each in found] == EXPECTED
    assert [each.delimiter for each in found] == [each.delimiter for each in scan(DOCUMENT)[0]]


@pytest.mark.parametrize(
    "comment",
    [
        b"", b"[if IE]>", b"[if IE]><![endif]", b"<a href=x>", b"[if IE]><a href=x>", b"[if\n]><a href=x><![endif]",
        b"if IE]><a href=x><![endif]", b"[iffy]><a href=x><![endif]", b"x [if IE]><a href=x><![endif]",
        b"[if IE]><title><a href=x></title><![endif]", b"[if IE]><a href=x<![endif]",
    ],
)  # fmt: skip
def test_a_comment_without_a_conditional_block_has_no_references(comment):
    assert list(Comments().read(comment)) == []


@pytest.mark.parametrize("compiled", [True, False])
def test_a_construct_left_open_in_a_comment_is_closed_in_the_next(compiled):
    comments = Comments(compiled)
    for left in (b"<script>", b"<svg>", b"<!-- ", b"<a title='", b"<plaintext>", b"<template>", b"<a href=", b""):
        assert [each.text for each in comments.read(b"[if IE]><a href=x>" + left + b"<![endif]")] == ["x"]
