"""Quoted-printable without a declaration: when HTML is recognised as such, and how it is decoded."""

import quopri

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract import Scanner, extract_text
from uri_extract.decode.opening import Opening
from uri_extract.place.source_map import is_quoted

PAGE = """<html xmlns:v=3D"urn:schemas-microsoft-com:v=
ml"><head><meta http-equiv=3D"Content-Type" content=3D"text/html; charset=3Diso-8859-1">
<base href=3D"http://a.example/d/">
<a class=3D"x" href=3D"long=
er/path?x=3D1&amp;y=3D2">the te=20xt</a> <a
href=3D"mailto:a@b.example">x</a> see http://c.example/=E9t=E9?a=3Db and http://d.exam=
ple/q. <img src=3Db.png> and so=
 on, http://e.example/=ZZ =
"""
FOUND = [
    ("urn:schemas-microsoft-com:vml", None, "space"),
    ("http://a.example/d/", None, None),
    ("longer/path?x=1&y=2", "the te xt", "space"),
    ("mailto:a@b.example", "x", None),
    ("http://c.example/\xe9t\xe9?a=b", None, None),
    ("http://d.example/q", None, "space"),
    ("b.png", None, None),
    ("http://e.example/=ZZ", None, None),
]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_page_in_quoted_printable_is_decoded_and_raw_is_its_source(line_end):
    data = PAGE.replace("\n", line_end).encode()
    found = list(extract_text(data, media_type="text/html"))
    assert [(each.reference, each.text, each.wrapped) for each in found] == FOUND
    for each in found:
        assert data[each.start : each.end].decode() == each.raw
        assert each.line == data.count(b"\n", 0, each.start) + 1
        assert each.column == each.start - data.rfind(b"\n", 0, each.start)


@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_chunks_make_no_difference(size):
    data = PAGE.encode()
    scanner = Scanner("text/html")
    found = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
    assert [*found, *scanner.close()] == list(extract_text(data, media_type="text/html"))


@pytest.mark.parametrize(
    "header",
    [
        "Content-Type: text/html\n\n",
        "Content-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: 7bit\n\n",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n",
    ],
)
def test_a_part_of_a_mail_too(header):
    data = (f"Subject: x\n{header}{PAGE}").encode()
    found = list(extract_text(data, media_type="message/rfc822"))
    assert [(each.reference, each.text, each.wrapped) for each in found] == FOUND
    assert [each.raw for each in found] == [data[each.start : each.end].decode() for each in found]


def test_a_page_that_was_encoded_twice_is_decoded_twice():
    header = "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
    data = header.encode() + quopri.encodestring(PAGE.encode())
    found = list(extract_text(data, media_type="message/rfc822"))
    assert [each.reference for each in found if each.reference.isascii()] == [
        reference for reference, *_ in FOUND if reference.isascii()
    ]


@pytest.mark.parametrize(
    ("beginning", "quoted"),
    [
        ('<p class=3D"x">', True),
        ("<p class=3D'x'>", True),
        ('<p><a href=3D"x"> <a href=3d"y">', True),
        ('<p class="x">', False),
        ("<p class=3D>", False),
        ('<p class="x"> written <a href=3D"y">', False),
        ('in it href=3D"x" is written', False),
        ('&lt;a href=3D"x">', False),
        ('<p title="=3D"> <p title="=3D">', False),
        ("", False),
        ("<style>p { width: 1px }</style>" * 99 + '<p class=3D"x">', True),
        ('<p class=3D"x">' + "x" * 900 + '<p class="x">', False),
        ("<body bgcolor=3D#ffffff>", True),
        ("<body bgcolor=#3D3D3D>", False),
    ],
)
def test_html_is_quoted_if_all_tags_of_its_beginning_are(beginning, quoted):
    assert is_quoted(beginning.encode()) is quoted


@pytest.mark.parametrize(
    "page", [PAGE, "<style>p { width: 1px }</style>" * 400 + PAGE, "<b>" * 6000 + PAGE, PAGE + "x" * 2000 + '<p a="b">']
)
def test_detection_of_quoted_printable_does_not_depend_on_chunks(page):
    data = page.encode()
    whole = is_quoted(data)
    assert {is_quoted(data[:size], False) for size in range(0, len(data), 99)} - {None} <= {whole}
    scanner = Scanner("text/html")
    found = [each for at in range(0, len(data), 500) for each in scanner.feed(data[at : at + 500])]
    assert [*found, *scanner.close()] == list(extract_text(data, media_type="text/html"))


PIECES = st.lists(st.sampled_from(["=3D", "=\n", "=\r\n", "= \n", "=", "=E9", "a", "3D", "\n", "\xe9"]), max_size=30)


def opening(codec):
    opened = Opening()
    opened.translate(codec, quoted=True)
    return opened


@given(PIECES.map("".join), st.sampled_from([None, "cp1252"]), st.lists(st.integers(1, 9), min_size=1))
def test_every_place_leads_back(text, codec, sizes):
    data = text.encode("cp1252" if codec else "utf-8")
    whole = opening(codec).feed(data, True)
    unquoted = opening(codec)
    cut, at = b"", 0
    for number in range(len(data) + 1):
        size = sizes[number % len(sizes)]
        cut += unquoted.feed(data[at : at + size], at + size >= len(data))
        at += size
        if at >= len(data):
            break
    assert cut == whole
    places = [unquoted.place(place) for place in range(len(whole))]
    assert places == sorted(places)
    assert all(place < len(data) for place in places)
    copied = [(whole[to : to + 1], data[place : place + 1]) for to, place in enumerate(places)]
    assert all(one == other or other == b"=" or one >= b"\x80" for one, other in copied)
