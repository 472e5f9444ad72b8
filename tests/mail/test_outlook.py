"""Outlook messages made by the tests, damaged ones, and the error if the extra is missing."""

import struct
import sys

import pytest

from uri_extract import Scanner, extract
from uri_extract.decode.labels import codec_of_code_page
from uri_extract.decode.rtf_words import decompressed
from uri_extract.mail.msg import message as outlook

from .compound import String8, compound, message

SUBJECT, HEADERS, BODY, HTML, RTF, MESSAGE_ID, CODEPAGE = 0x37, 0x7D, 0x1000, 0x1013, 0x1009, 0x1035, 0x3FDE
MESSAGE_CODEPAGE = 0x3FFD
NAME, DATA, TYPE, CONTENT_ID = 0x3707, 0x3701, 0x370E, 0x3712


def read(data, cut=None, **options):
    problems = []
    scanner = Scanner("application/vnd.ms-outlook", document="m.msg", on_problem=problems.append, **options)
    found = []
    for at in range(0, len(data), cut or len(data) or 1):
        found += scanner.feed(data[at : at + (cut or len(data))])
    return found + scanner.close(), problems


def told(data, **options):
    found, problems = read(data, **options)
    assert problems == []
    return [(each.document, each.reference) for each in found]


SENDER_NAME, SENDER_EMAIL, SENDER_SMTP, REPRESENTED_NAME = 0x0C1A, 0x0C1F, 0x5D01, 0x42
DIRECTORY_ENTRY = "/O=EXAMPLE/OU=PORT/CN=RECIPIENTS/CN=ADA"


@pytest.mark.parametrize(
    ("values", "sender"),
    [
        ({SENDER_NAME: "Ada Löw", SENDER_EMAIL: "ada@a.example"}, '"Ada Löw" <ada@a.example>'),
        ({SENDER_NAME: "Ada", SENDER_EMAIL: DIRECTORY_ENTRY, SENDER_SMTP: "ada@a.example"}, '"Ada" <ada@a.example>'),
        ({SENDER_NAME: "Ada", SENDER_EMAIL: DIRECTORY_ENTRY}, f'"Ada" <{DIRECTORY_ENTRY}>'),
        ({SENDER_NAME: "Ada"}, "Ada"),
        ({REPRESENTED_NAME: "Ada"}, "Ada"),
        ({SENDER_EMAIL: "ada@a.example"}, "<ada@a.example>"),
        ({}, None),
    ],
)
def test_the_sender_of_a_message_without_a_header(values, sender):
    pytest.importorskip("oxmsg")
    found, problems = read(compound(message({SUBJECT: "s", BODY: "http://a.example/"} | values)))
    assert [(each.sender, each.subject) for each in found] == [(sender, "s")]
    assert problems == []


def test_a_message_as_outlook_keeps_it(tmp_path):
    pytest.importorskip("oxmsg")
    values = {
        HEADERS: "Received: from x\r\n\tby y\r\nMessage-ID: <1@example.org>\r\nContent-Type: multipart/mixed;\r\n"
        "\tboundary=z\r\nList-Archive: <http://a.example/1>\r\n\r\n",
        BODY: "see http://a.example/2 größe\r\n",
        HTML: '<a href="http://a.example/3">naïve</a> <img src="cid:p@x">'.encode("cp1252"),
        CODEPAGE: 1252,
    }
    inner = message({SUBJECT: "http://a.example/6 is", MESSAGE_ID: "<2@example.org>", BODY: "http://a.example/7"},
                    embedded=True)  # fmt: skip
    attachments = [
        {NAME: "a.txt", DATA: b"http://a.example/4\n"},
        {NAME: "a.bin", TYPE: "text/html", DATA: b"<a href=http://a.example/5>--=_0\n--=_0--"},
        inner,
        {NAME: "p.png", DATA: b"http://a.example/no", CONTENT_ID: "p@x", TYPE: "image/png"},
    ]
    data = compound(message(values, attachments))
    expected = [
        ("m.msg", "http://a.example/1"), ("m.msg!1", "http://a.example/2"), ("m.msg!2", "http://a.example/3"),
        ("m.msg!2", "cid:p@x"), ("m.msg!3", "http://a.example/4"), ("m.msg!4", "http://a.example/5"),
        ("m.msg!5", "http://a.example/6"), ("m.msg!5.1", "http://a.example/7"),
    ]  # fmt: skip
    assert told(data) == expected
    assert told(data, cut=1000) == expected
    assert [document for document, _ in told(data, parts="html", headers=False)] == ["m.msg!2"] * 2 + ["m.msg!4"]
    found, _ = read(data)
    assert {(each.start, each.end) for each in found} == {(-1, -1)}
    assert [each.message_id for each in found] == ["1@example.org"] * 6 + ["2@example.org"] * 2
    assert [each.refers_to for each in found if each.reference == "cid:p@x"] == ["m.msg!6"]
    path = tmp_path / "m.msg"
    path.write_bytes(data)
    assert [each.reference for each in extract(path)] == [reference for _, reference in expected]


def test_old_ones_and_those_that_have_only_rtf():
    pytest.importorskip("oxmsg")
    assert told(compound(message({}))) == []
    assert told(compound(message({BODY: "x" * 5000 + " http://a.example/1"}))) == [("m.msg!1", "http://a.example/1")]
    rtf = b'{\\rtf1{\\field{\\*\\fldinst HYPERLINK "http://a.example/1"}}}'
    data = struct.pack("<4I", len(rtf) + 12, len(rtf), 0x414C454D, 0) + rtf
    assert told(compound(message({RTF: data}))) == [("m.msg!1", "http://a.example/1")]
    assert told(compound(message({RTF: data, BODY: "text"}))) == []
    html = rb"{\rtf1\fromhtml1{\*\htmltag84 <a href='http://a.example/2'>}a}"
    data = struct.pack("<4I", len(html) + 12, len(html), 0x414C454D, 0) + html
    assert told(compound(message({RTF: data, BODY: "text"}))) == [("m.msg!2", "http://a.example/2")]


def test_compressed_rtf():
    # The examples of MS-OXRTFCP §4.1.1 and §4.2.1.
    first = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )
    assert decompressed(first) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    second = bytes.fromhex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0")
    assert decompressed(second) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"
    for size in range(len(first)):
        try:
            assert decompressed(first).startswith(decompressed(first[:size]))
        except ValueError:
            assert size < 16


def test_every_cut_of_one_is_a_problem_or_what_it_was():
    pytest.importorskip("oxmsg")
    values = {HEADERS: "Subject: http://a.example/1 is\r\n", BODY: "http://a.example/2 " * 300, HTML: b"<a href=x>"}
    data = compound(message(values, [{NAME: "a.txt", DATA: b"http://a.example/3"}]))
    whole = told(data)
    for size in range(1, len(data), 100):
        found, problems = read(data[:size])
        assert problems or [(each.document, each.reference) for each in found] == whole
        assert {problem.kind for problem in problems} <= {"damaged"}
    for at in range(0, len(data), 37):
        read(data[:at] + b"\xff\xfe" + data[at + 2 :])


def test_messages_in_each_other_are_read_so_deep():
    pytest.importorskip("oxmsg")
    tree = message({BODY: "http://a.example/last"}, embedded=True)
    for _ in range(3):
        tree = message({BODY: "http://a.example/x"}, [tree], embedded=True)
    data = compound(message({BODY: "http://a.example/first"}, [tree]))
    names = [document for document, _ in told(data)]
    assert names == ["m.msg!1", "m.msg!2.1", "m.msg!2.2.1", "m.msg!2.2.2.1", "m.msg!2.2.2.2.1"]


def test_messages_nested_too_deep_are_a_problem(monkeypatch):
    pytest.importorskip("oxmsg")
    monkeypatch.setattr("uri_extract.mail.msg.message.MAX_OUTLOOK_DEPTH", 1)
    tree = message({BODY: "x"}, [message({BODY: "y"}, embedded=True)], embedded=True)
    _, [problem] = read(compound(message({BODY: "z"}, [tree])))
    assert problem.kind == "too-deep"


def test_a_message_that_is_too_large_is_a_problem(monkeypatch):
    monkeypatch.setattr(outlook, "MAX_OUTLOOK", 1000)
    found, [problem] = read(bytes(2000), cut=300)
    assert (found, problem.kind, problem.document) == ([], "too-large", "m.msg")


def test_the_extra_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "oxmsg", None)
    found, [problem] = read(compound(message({BODY: "http://a.example/"})))
    assert (found, problem.kind) == ([], "missing-extra")
    assert "uri-extract[outlook]" in problem.message
    assert "\n" not in problem.message


def test_lines():
    pytest.importorskip("oxmsg")
    scanner = Scanner("application/vnd.ms-outlook")
    assert scanner.read(compound(message({BODY: "http://a.example/1"}))).lines() == b""
    assert scanner.read(b"", final=True).lines() == b"http://a.example/1\n"


def test_the_container_of_short_streams_is_not_counted_as_a_stream():
    pytest.importorskip("oxmsg")
    attachments = [{NAME: f"{number}.txt", DATA: b"http://a.example/".ljust(4000)} for number in range(20)]
    found = told(compound(message({BODY: "text"}, attachments)))
    assert found == [(f"m.msg!{number}", "http://a.example/") for number in range(2, 22)]


@pytest.mark.parametrize(
    ("page", "codec", "text"),
    [
        (874, "cp874", "กขค"), (932, "cp932", "日本①"), (936, "gbk", "中文鎔"), (949, "cp949", "한국똠"),
        (950, "cp950", "中文碁"), (1250, "cp1250", "ł"), (1251, "cp1251", "ж"), (1361, "johab", "한국"),
        (10006, "mac-greek", "λ"), (20866, "koi8-r", "ж"), (28591, "cp1252", "é"), (28592, "iso8859-2", "ł"),
        (38598, "iso8859-8", "א"), (50220, "iso2022_jp", "日本"), (51932, "euc-jp", "日本"), (51936, "gbk", "中文"),
        (51949, "cp949", "한국"), (54936, "gb18030", "中文"), (65001, "utf-8", "中文é"),
    ],
)  # fmt: skip
def test_strings_and_html_are_in_the_code_page_that_the_message_names(page, codec, text):
    pytest.importorskip("oxmsg")
    body = String8(f"<http://a.example/{text}>".encode(codec))
    html = f"<a href='http://b.example/{text}'>".encode(codec)
    subject = String8(f"http://c.example/{text}".encode(codec))
    values = {BODY: body, HTML: html, SUBJECT: subject, CODEPAGE: page, MESSAGE_CODEPAGE: page}
    found = [reference for _, reference in told(compound(message(values)))]
    assert found == [f"http://{host}.example/{text}" for host in "cab"]


def test_bytes_that_a_code_page_does_not_have_cost_only_their_letters():
    pytest.importorskip("oxmsg")
    values = {BODY: String8(b"\x81\xff\xfe http://a.example/1"), CODEPAGE: 1252}
    assert told(compound(message(values))) == [("m.msg!1", "http://a.example/1")]
    values = {BODY: String8(b"http://a.example/2 \xff"), CODEPAGE: 65001}
    assert told(compound(message(values))) == [("m.msg!1", "http://a.example/2")]


def test_an_unknown_code_page_is_a_problem_and_the_text_is_read():
    pytest.importorskip("oxmsg")
    found, [problem] = read(compound(message({BODY: String8(b"http://a.example/1"), CODEPAGE: 4711})))
    assert [each.reference for each in found] == ["http://a.example/1"]
    assert (problem.kind, problem.message) == ("unknown-charset", "unknown code page 4711; falling back to cp1252")


def test_windows_code_pages_have_a_codec():
    pages = [437, 850, 852, 866, 874, 932, 936, 949, 950, *range(1250, 1259), 20127, 20866, 21866, *range(28591, 28600)]
    assert [page for page in pages if codec_of_code_page(page) is None] == []


def test_a_boundary_of_an_outlook_message_is_found_whatever_its_text_holds():
    pytest.importorskip("oxmsg")

    data = compound(message({BODY: "=_0" + "_" * 80_000 + " http://a.example/1"}, []))
    assert told(data) == [("m.msg!1", "http://a.example/1")]
