"""The text of a link is the same, whatever the format of the document that has it."""

import json

import pytest
from tests.formats.office.made import package, paragraph, word

from uri_extract import extract, extract_text
from uri_extract.formats.pdf_page import PdfPageScanner, pdf_page
from uri_extract.limits import MAX_LINK_TEXT
from uri_extract.text.link_text import link_text

HREF = "http://a.example/"
# White space of three kinds; a text that would be cut within a character; and one that would be cut after a blank.
TEXTS = ["one\n two\u00a0 three ", "a" + MAX_LINK_TEXT * "é", (MAX_LINK_TEXT - 1) * "a" + " b", "word"]


def json_feed(text):
    item = {"attachments": [{"url": HREF, "title": text}]}
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": [item]})


FORMATS = {
    "text/html": f'<a href="{HREF}">{{}}</a>'.format,
    "application/xhtml+xml": f'<html xmlns="http://www.w3.org/1999/xhtml"><a href="{HREF}">{{}}</a></html>'.format,
    "text/x-rst": f"`{{}} <{HREF}>`_".format,
    "text/markdown": f"[{{}}]({HREF})".format,
    "application/feed+json": json_feed,
}


def texts_of(found):
    return [each.text for each in found if each.reference == HREF and each.text]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("media_type", FORMATS)
def test_white_space_is_collapsed_and_a_long_text_is_cut_between_characters(media_type, text):
    found = texts_of(extract_text(FORMATS[media_type](text), media_type=media_type))
    assert found == [link_text(text).decode()]


@pytest.mark.parametrize("text", TEXTS)
def test_a_link_in_a_pdf_has_the_same_text(text):
    scanner = PdfPageScanner()
    assert texts_of([*scanner.feed(pdf_page("", [(HREF, "", text)])), *scanner.close()]) == [link_text(text).decode()]


@pytest.mark.parametrize("text", TEXTS)
def test_a_link_in_a_word_document_has_the_same_text(text):
    body = paragraph(text).replace("<w:r>", '<w:hyperlink r:id="a"><w:r>').replace("</w:r>", "</w:r></w:hyperlink>")
    found = extract(package(word(body, ("a", "hyperlink", HREF))))
    assert texts_of(found) == [link_text(text).decode()]


@pytest.mark.parametrize("text", TEXTS)
def test_a_soup_has_the_same_text(text):
    bs4 = pytest.importorskip("bs4")
    from uri_extract import extract_soup

    soup = bs4.BeautifulSoup(FORMATS["text/html"](text), "html.parser")
    assert texts_of(extract_soup(soup)) == [link_text(text).decode()]


def test_a_text_is_cut_between_characters_and_before_a_blank():
    assert link_text(TEXTS[1]) == ("a" + (MAX_LINK_TEXT - 1) // 2 * "é").encode()
    assert link_text(TEXTS[2]) == (MAX_LINK_TEXT - 1) * b"a"
    assert link_text("a\ud800") == b"a?"


def test_the_separators_of_ascii_are_not_white_space():
    (found,) = extract(b"<a href='http://a.example/'>a\x1fb</a>", media_type="text/html")
    assert found.text == "a\x1fb"
    assert link_text("a\x1f  b ") == b"a\x1f b"
