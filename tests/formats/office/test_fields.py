"""Instructions of fields, and formulas."""

from __future__ import annotations

import re

import pytest

from uri_extract.formats.office.fields import of_field, of_formula

FIELDS = {
    b'HYPERLINK "http://a.example/"': b"http://a.example/",
    b" hyperlink http://a.example/ \\h ": b"http://a.example/",
    b'HYPERLINK \\t "_blank" "http://a.example/"': b"http://a.example/",
    b'HYPERLINK "http://a.example/#b" \\l "c"': b"http://a.example/#b",
    b'HYPERLINK "a.html" \\l "c d"': b"a.html#c d",
    b'HYPERLINK "http://a.example/\\"b\\\\c"': b'http://a.example/"b\\c',
    "HYPERLINK \u201chttp://a.example/\u201d".encode(): b"http://a.example/",
    b'HYPERLINK "http://a.example/': b"http://a.example/",
    b'HYPERLINK "C:\\\\b.doc"': None,
    b'HYPERLINK "\\\\\\\\server\\\\b.doc"': None,
    b'HYPERLINK \\l "b"': None,
    b"HYPERLINK": None,
    b"PAGE": None,
    b"": None,
}


@pytest.mark.parametrize(("instruction", "expected"), FIELDS.items())
def test_link_of_a_field(instruction: bytes, expected: bytes | None) -> None:
    link = of_field(instruction)
    assert (link and link.reference) == expected


FORMULAS = {
    b'HYPERLINK("http://a.example/")': [(b"http://a.example/", None)],
    b'=hyperlink( "a" ; "b" )&HYPERLINK("c")': [(b"a", b"b"), (b"c", None)],
    b'HYPERLINK("a""b",A1)': [(b'a"b', None)],
    b'HYPERLINK("http://a.exa"&"mple/b" & "/c""d","e")': [(b'http://a.example/b/c"d', b"e")],
    b'HYPERLINK("#"&A1)HYPERLINK("a"&A1)HYPERLINK("http://"&A1)HYPERLINK("C:\\a"&A1)': [],
    b'HYPERLINK(A1&"http://a.example/")': [],
    b'MYHYPERLINK("a")': [],
    b'HYPERLINK("#Sheet1!A1")HYPERLINK("")HYPERLINK("C:\\a.txt")HYPERLINK("unclosed)': [],
}


@pytest.mark.parametrize(("formula", "expected"), FORMULAS.items())
def test_links_of_a_formula(formula: bytes, expected: list[tuple[bytes, bytes | None]]) -> None:
    assert [(each.reference, each.text) for each in of_formula(formula)] == expected
    for each in of_formula(formula):
        assert re.sub(rb'"\s*&\s*"', b"", formula[each.start : each.end]).replace(b'""', b'"') == each.reference


@pytest.mark.parametrize("rest", [b"&A1)", b' & "b"&A1&"c","d")', b'&"b"&LOWER(A1))', b'&"b', b"&"])
def test_an_address_that_a_computed_text_completes_is_partial(rest: bytes) -> None:
    (link,) = of_formula(b'HYPERLINK("http://a.example/"' + rest)
    known = b"http://a.example/" + b"b" * (b'"b"' in rest)
    assert (link.reference, link.text, link.partial) == (known, None, True)
