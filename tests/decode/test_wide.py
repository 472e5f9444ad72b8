"""UTF-16 and UTF-32 without a byte order mark."""

import base64

import pytest

from uri_extract import extract
from uri_extract.decode.wide import HEAD, wide_without_mark
from uri_extract.formats.recognition import recognise

CODECS = ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]
TEXT = "See http://a.example/b and\r\nmore text, “quoted” and naïve. " * 30


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("text", [TEXT, "http://a.example/b", "\thttp://a.example/b\r\n"])
def test_utf_16_and_utf_32_without_a_byte_order_mark_are_read(codec, text):
    data = text.encode(codec)
    problems = []
    found = list(extract(data, on_problem=problems.append))
    assert {each.reference for each in found} == {"http://a.example/b"}
    assert {data[each.start : each.end].decode(codec) for each in found} == {"http://a.example/b"}
    assert problems == []


@pytest.mark.parametrize("codec", CODECS)
def test_html_and_calendars_without_a_byte_order_mark_are_read(codec, tmp_path):
    path = tmp_path / "a.html"
    path.write_bytes("<!doctype html><p><a href='b'>x</a>".encode(codec))
    assert [each.reference for each in extract(path)] == ["b"]
    assert recognise(None, path.read_bytes(), final=True) == "text/html"
    path = tmp_path / "a.ics"
    path.write_bytes("DESCRIPTION:http://a.exam\r\n ple/x\\,y\r\n".encode(codec))
    assert [each.reference for each in extract(path)] == ["http://a.example/x,y"]


def test_a_part_of_mail_in_utf_16_without_a_byte_order_mark_is_read():
    mail = b"From: <a@b.example>\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n"
    mail += base64.encodebytes(TEXT.encode("utf-16-le"))
    assert {each.reference for each in extract(mail, media_type="message/rfc822")} == {"http://a.example/b"}


@pytest.mark.parametrize(
    "data",
    [
        b"", b"a\0", b"plain text " * 10, bytes(100), b"a\0\0\0" * 100 + b"\1\0\2\0" * 200, bytes(range(256)) * 4,
        "中文，没有别的字母。".encode("utf-16-le") * 20, b"\1\0\2\0\3\0" * 50, b"text\0text\0" * 50,
        b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff\0\0" * 20,
        # Binary data with strings in UTF-16, and a table of 16-bit numbers.
        b"\0\x20\xda\x27\0\x14\0\0ResB\0\0\0\7" + "[reorder Arab]&\u062a<<<\u0629".encode("utf-16-be") * 20,
        "some words in a string\0and others, more of them\0".encode("utf-16-le") * 30,
        b"\x7c\x6e" + b"\x80\0" * 400 + b"\x0a\0" * 90,
    ],
)  # fmt: skip
def test_binary_data_and_cjk_text_are_not_taken_for_utf_16(data):
    assert wide_without_mark(data) is None


@pytest.mark.parametrize(
    "text",
    [
        ("some words " + "中文" * 2) * 50,
        "some words and more of them\1 " * 9,
        "some words and others and more\0",
        "naïve " * 9 + "\0",
    ],
)
def test_probable_utf_16_is_a_problem(text):
    data = text.encode("utf-16-le")
    assert wide_without_mark(data) == ("utf-16-le", False)
    problems = []
    list(extract(data, on_problem=problems.append))
    assert [each.kind for each in problems] == ["unsupported"]


@pytest.mark.parametrize("text", ["Ísland, þær og ðau: \u0091é\u0092 " * 20, "x" * 100 + "\x92"])
def test_letters_of_latin_1_are_evidence_of_utf_16(text):
    assert wide_without_mark(text.encode("utf-16-be")) == ("utf-16-be", True)


def test_only_the_first_bytes_decide_about_utf_16():
    text = ("x" * HEAD + "中文http://a.example/b ").encode("utf-16-le")
    assert [each.reference for each in extract(text)] == ["http://a.example/b"]
