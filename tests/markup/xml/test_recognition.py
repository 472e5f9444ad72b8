"""The media type and the encoding of an XML document."""

from pathlib import Path

import pytest

from uri_extract import Scanner, UriExtractError, extract, extract_text
from uri_extract.formats import scanner_for
from uri_extract.formats.recognition import by_beginning
from uri_extract.markup.xml.scanner import XmlScanner

from .scanning import scan

# A document, its declared charset, and the letter that is decoded.
ENCODINGS = [
    (b"<a xlink:href='\xc3\xa9'/>", None, "\u00e9"),
    (b"\xef\xbb\xbf<?xml version='1.0' encoding='iso-8859-1'?><a xlink:href='\xc3\xa9'/>", None, "\u00e9"),
    (b"<?xml version='1.0' encoding='ISO-8859-1'?><a xlink:href='\xe9'/>", None, "\u00e9"),
    (b"<?xml version='1.0' encoding='windows-1251'?><a xlink:href='\xe9'/>", None, "\u0439"),
    (b"<?xml version='1.0' encoding='windows-1251'?><a xlink:href='\xc3\xa9'/>", "utf-8", "\u00e9"),
    (b"<?xml version='1.0' encoding='maccyrillic'?><a xlink:href='\xe9'/>", None, "\u0439"),
    (b"<?xml version='1.0' encoding='utf-16'?><a xlink:href='\xc3\xa9'/>", None, "\u00e9"),
    ("<?xml version='1.0'?><a xlink:href='\u00e9'/>".encode("utf-16-le"), None, "\u00e9"),
    ("<?xml version='1.0'?><a xlink:href='\u00e9'/>".encode("utf-16-be"), None, "\u00e9"),
    ("\ufeff<a xlink:href='\u00e9'/>".encode("utf-16-be"), "utf-8", "\u00e9"),
    ("<?xml version='1.0'?><a xlink:href='\u00e9'/>".encode("utf-32-be"), None, "\u00e9"),
    ("<?xml version='1.0' encoding='cp500'?><a xlink:href='\u00e9'/>".encode("cp500"), None, "\u00e9"),
]


@pytest.mark.parametrize(("data", "charset", "letter"), ENCODINGS, ids=repr)
def test_the_encoding_is_known(data, charset, letter):
    for chunk in (None, 1):
        (found,) = scan(data, chunk, charset=charset)[0]
        assert found.reference == letter
        assert scan(data, chunk, charset=charset)[1] == []


@pytest.mark.parametrize("label", ["x-unknown", "hex", "utf-7", "idna", "undefined", "rot13", "hz-gb-2312"])
def test_an_encoding_that_is_not_known_is_a_problem_and_read_all_the_same(label):
    found, problems, _ = scan(f"<?xml version='1.0' encoding='{label}'?><a xlink:href='x'/>")
    assert [each.reference for each in found] == ["x"]
    assert [each.kind for each in problems] == ["unreadable-encoding"]


# -- recognition ---------------------------------------------------------------------------------------------------

RECOGNISED = [
    (b"<?xml version='1.0'?><rss><link>x</link></rss>", True),
    (b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- c -->\n<!-- d --><rss><link>x</link></rss>", True),
    ("<?xml version='1.0'?><rss><link>x</link></rss>".encode("utf-16"), True),
    ("<?xml version='1.0'?><rss><link>x</link></rss>".encode("utf-16-le"), True),
    (b"<rss version='2.0'><link>x</link></rss>", True),
    (b"<urlset>\n<url><loc>x</loc></url></urlset>", True),
    (b"<svg><use href='x'/></svg>", True),
    (b"<!DOCTYPE svg><svg><use href='x'/></svg>", True),
    (b"<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:icon>x</a:icon></a:feed>", True),
    (b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><script/><a href='x'/></html>", True),
    (b"<rssfeed><link>x</link></rssfeed>", False),
    (b"see <rss><link>x</link></rss>", False),
    (b"<?php echo ?><rss><link>x</link></rss>", False),
]


@pytest.mark.parametrize(("data", "xml"), RECOGNISED, ids=repr)
def test_xml_is_recognised_by_its_first_bytes(data, xml, tmp_path):
    (tmp_path / "page").write_bytes(data)
    for source in (tmp_path, data):
        assert ("x" in [each.reference for each in extract(source)]) is xml


def test_recognition_does_not_depend_on_chunks():
    for data, _ in RECOGNISED:
        said = by_beginning(data, final=True)
        for size in range(4, len(data)):
            assert by_beginning(data[:size]) in (None, said), data[:size]


def test_xml_is_recognised_by_its_name(tmp_path):
    for name in ("a.xml", "b.RSS", "c.opml", "d.xsd", "e.txt", "f.html"):
        (tmp_path / name).write_bytes(b"<rss><link>x</link></rss>")
    found = [Path(each.document).name for each in extract(tmp_path) if each.reference == "x"]
    assert found == ["a.xml", "b.RSS", "c.opml", "d.xsd"]


@pytest.mark.parametrize(
    ("media_type", "document"),
    [
        ("application/xml; charset=utf-8", "<rss><link>x</link></rss>"),
        ("TEXT/XML", "<rss><link>x</link></rss>"),
        ("application/atom+xml", "<link href='x'/>"),
        ("image/svg+xml", "<g><use href='x'/></g>"),
        ("application/xhtml+xml", "<p><a href='x'/></p>"),
        ("application/vnd.example+xml", "<a xlink:href='x'/>"),
    ],
)
def test_media_types_of_xml_are_known(media_type, document):
    assert isinstance(scanner_for(media_type), XmlScanner)
    assert [each.reference for each in extract_text(document, media_type=media_type)] == ["x"]


def test_the_interface_is_that_of_text():
    with pytest.raises(UriExtractError):
        Scanner("text/xml", charset="no-such-charset")
    with pytest.raises(UriExtractError):
        Scanner("xml")
    scanner = Scanner("text/xml")
    scanner.close()
    assert scanner.close() == []
    with pytest.raises(UriExtractError):
        scanner.feed(b"")
