"""Rows of the attributes that hold references are the same at both speeds, in all chunks, and lead to the records."""

import random

import pytest

from uri_extract.media.html import _walk, names, tokenizers
from uri_extract.media.html.referring import Referring
from uri_extract.media.html.scanner import HtmlScanner

from .cases import random_documents
from .reading import VARIANTS

DOCUMENT = b"""<!doctype html><html><head><base href=/b/><meta http-equiv=refresh content='5; url=r'>
<meta property='dc:title og:title' content='Tides: a title'><meta name=u content='http://m.example/'>
<body><a href='http://a.example/?x&amp;y=1&z=2' class=c>t</a><a href='p&copy;q'>t</a>
<td background=none><p style='color:red'>
<p style='background:url(s)' title='http://t.example/'><form action=f><form action=g></form><img src=i srcset='j 1x'>
<svg><use xlink:href='#u' fill=red></use><image href=v></image></svg><style>p { background: url(w) }</style>"""
EXPECTED = [
    ("base", "href", "/b/"), ("meta", "content", "5; url=r"), ("meta", "content", "http://m.example/"),
    ("a", "href", "http://a.example/?x&amp;y=1&z=2"), ("a", "href", "p&copy;q"), ("p", "style", "background:url(s)"),
    ("form", "action", "f"), ("img", "src", "i"), ("img", "srcset", "j 1x"), ("use", "xlink:href", "#u"),
    ("image", "href", "v"),
]  # fmt: skip


def read(document, reader, chunk):
    """The attributes that hold references, with where each begins in the document."""
    reader.restart()
    found = []
    for at in [*range(0, len(document), chunk), None]:
        for _ in reader.close() if at is None else reader.feed(document[at : at + chunk]):
            for row in range(reader.count):
                what, element, attribute, start, end, _ = reader.table[row * _walk.WIDTH : (row + 1) * _walk.WIDTH]
                if what <= _walk.CLOSE:
                    value = reader.window[start:end].decode("latin-1")
                    place = reader.offset + start
                    found.append((names.ELEMENTS[element], names.ATTRIBUTES[attribute], value, place))
    assert reader.referring == len(found)
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_attributes_that_hold_references_are_told_and_no_others(variant):
    reader = Referring(tokenizers[variant])
    for chunk in (1, 7, 64, 4096):
        found = read(DOCUMENT, reader, chunk)
        assert [each[:3] for each in found] == EXPECTED
        assert all(DOCUMENT[place : place + len(value)].decode() == value for *_, value, place in found)


def test_both_speeds_tell_the_same_and_the_scanner_no_more():
    readers = [Referring(tokenizers[variant]) for variant in VARIANTS]
    for document in random_documents(random.Random(15), 300):
        told = [read(document, reader, chunk) for reader in readers for chunk in (5, 4096)]
        assert all(each == told[0] for each in told)
        scanner = HtmlScanner(base="http://own.example/")
        found = scanner.feed(document) + scanner.close()
        spans = [(place, place + len(value)) for *_, value, place in told[0]]
        for each in found:
            if each.attribute is not None:
                assert any(start <= each.start and each.end <= end for start, end in spans), (document, each)


def test_what_stands_in_a_style_sheet_of_svg_comes_in_its_place():
    document = (
        b"<svg><style>a { b: url(s1) } <use xlink:href='#u'/> c { d: url(s2) } </style></svg> http://t.example/ x: y"
    )
    for chunk in (1, 7, 4096):
        scanner = HtmlScanner()
        found = []
        for at in range(0, len(document), chunk):
            found += scanner.feed(document[at : at + chunk])
        found += scanner.close()
        assert [each.reference for each in found] == ["s1", "#u", "s2", "http://t.example/"]
