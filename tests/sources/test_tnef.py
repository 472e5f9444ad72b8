"""TNEF (``winmail.dat``): bodies and attachments are read, complete or damaged."""

import base64
import struct

import pytest
from tests.sources import made

from uri_extract import extract

MESSAGE, ATTACHMENT = 1, 2
BODY, PROPERTIES, CODE_PAGE = 0x0002800C, 0x00069003, 0x00069007
BEGIN, TITLE, DATA, OF_ATTACHMENT = 0x00069002, 0x00018010, 0x0006800F, 0x00069005
SHORT, INTEGER, OBJECT, STRING8, STRING, BINARY = 0x0002, 0x0003, 0x000D, 0x001E, 0x001F, 0x0102
TEXT, HTML, RTF, OBJECT_DATA, LONG_NAME = 0x1000, 0x1013, 0x1009, 0x3701, 0x3707
IMESSAGE = bytes.fromhex("0703020000000000c000000000000046")


def attribute(level, number, value, checksum=None):
    checksum = sum(value) & 0xFFFF if checksum is None else checksum
    return struct.pack("<BII", level, number, len(value)) + value + struct.pack("<H", checksum)


def tnef(*attributes):
    return b"\x78\x9f\x3e\x22\1\0" + b"".join(attributes)


def padded(value):
    return value + bytes(-len(value) % 4)


def sized(*values):
    return struct.pack("<I", len(values)) + b"".join(struct.pack("<I", len(each)) + padded(each) for each in values)


def properties(*found):
    """Return a list of MAPI properties, each ``(type, id, rest)``."""
    return struct.pack("<I", len(found)) + b"".join(
        struct.pack("<HH", kind, number) + rest for kind, number, rest in found
    )


def wide(text):
    return f"{text}\0".encode("utf-16-le")


NAMED = bytes(16) + struct.pack("<II", 1, 6) + padded(wide("ab"))
PLAIN_RTF = struct.pack("<4I", 60, 44, 0x414C454D, 0) + b'{\\rtf1 {\\field HYPERLINK "http://a.example/r"}}'
FULL = tnef(
    attribute(MESSAGE, CODE_PAGE, struct.pack("<II", 1251, 0)),
    attribute(MESSAGE, PROPERTIES, properties(
        (SHORT, 0x0E17, b"\1\0\0\0"), (0x1000 | STRING, 0x8001, NAMED + sized(wide("x"), wide("yz"))),
        (STRING, TEXT, sized(wide("see http://a.example/é there"))), (INTEGER, 0x3FDE, struct.pack("<I", 65001)),
        (BINARY, HTML, sized("<a href='http://a.example/ж'>h</a>".encode())), (BINARY, RTF, sized(PLAIN_RTF)),
    )),
    attribute(ATTACHMENT, BEGIN, bytes(14)),
    attribute(ATTACHMENT, TITLE, b"A~1.TXT\0"),
    attribute(ATTACHMENT, DATA, b"http://a.example/t"),
    attribute(ATTACHMENT, OF_ATTACHMENT, properties((STRING8, LONG_NAME, sized("день.txt\0".encode("cp1251"))))),
    attribute(ATTACHMENT, BEGIN, bytes(14)),
    attribute(ATTACHMENT, TITLE, b"b.html\0"),
    attribute(ATTACHMENT, DATA, b"<a href=c>"),
    attribute(ATTACHMENT, BEGIN, bytes(14)),
    attribute(ATTACHMENT, OF_ATTACHMENT, properties((OBJECT, OBJECT_DATA, sized(
        IMESSAGE + tnef(attribute(MESSAGE, BODY, b"inside http://a.example/i\0"))
    )))),
)  # fmt: skip
EXPECTED = [
    ("x!text", "http://a.example/é"), ("x!html", "http://a.example/ж"), ("x!день.txt", "http://a.example/t"),
    ("x!b.html", "c"), ("x!message!text", "http://a.example/i"),
]  # fmt: skip


def read(data, **options):
    problems = []
    found = [
        (each.document, each.reference) for each in extract(data, document="x", on_problem=problems.append, **options)
    ]
    return found, [each.kind for each in problems]


def test_bodies_and_attachments_are_documents():
    assert read(FULL) == (EXPECTED, [])


@pytest.mark.parametrize("media_type", ["application/ms-tnef", "application/octet-stream"])
def test_a_part_of_mail_is_read(media_type):
    fields = f"From: <a@b.example>\nContent-Type: {media_type}; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n"
    found, kinds = read(fields.encode() + base64.encodebytes(FULL), media_type="message/rfc822")
    assert ([reference for _, reference in found], kinds) == ([reference for _, reference in EXPECTED], [])


def test_rtf_is_read_where_it_is_the_only_body():
    data = tnef(attribute(MESSAGE, PROPERTIES, properties((BINARY, RTF, sized(PLAIN_RTF)))))
    assert read(data) == ([("x!rtf", "http://a.example/r")], [])


def test_html_that_only_rtf_holds_is_read_beside_the_text():
    html = rb"{\rtf1\fromhtml1{\*\htmltag84 <a href='http://a.example/h'>}a}"
    rtf = struct.pack("<4I", len(html) + 12, len(html), 0x414C454D, 0) + html
    data = tnef(attribute(MESSAGE, PROPERTIES, properties((STRING, TEXT, sized(wide("t"))), (BINARY, RTF, sized(rtf)))))
    assert read(data) == ([("x!rtf", "http://a.example/h")], [])


def test_places_are_those_of_the_value():
    [first, *_] = extract(FULL)
    assert (first.start, first.end) == (8, 44)  # the text is in UTF-16


def test_a_wrong_checksum_in_tnef_is_a_problem_and_the_value_is_read():
    data = tnef(attribute(MESSAGE, BODY, b"http://a.example/", 1))
    assert read(data) == ([("x!text", "http://a.example/")], ["damaged"])


@pytest.mark.parametrize(
    "found",
    [
        properties((BINARY, HTML, struct.pack("<II", 1, 1 << 31))),
        properties((0x1000 | INTEGER, HTML, struct.pack("<I", 1 << 31))),
        properties((0x00FF, HTML, b"")),
        struct.pack("<I", 1 << 31),
        b"",
    ],
)
def test_properties_that_are_damaged_are_a_problem(found):
    data = tnef(attribute(MESSAGE, PROPERTIES, found), attribute(MESSAGE, BODY, b"http://a.example/"))
    assert read(data) == ([("x!text", "http://a.example/")], ["damaged"])


def test_an_attribute_that_is_too_large_is_a_problem_and_skipped(monkeypatch):
    monkeypatch.setattr("uri_extract.sources.tnef.MAX_OUTLOOK", 100)
    data = tnef(attribute(MESSAGE, DATA, bytes(101)), attribute(MESSAGE, BODY, b"http://a.example/"))
    assert read(data) == ([("x!text", "http://a.example/")], ["too-large"])


def test_a_bomb_of_nested_messages_is_a_problem():
    data = tnef(attribute(MESSAGE, BODY, b"http://a.example/"))
    for _ in range(40):
        value = properties((OBJECT, OBJECT_DATA, sized(IMESSAGE + data)))
        data = tnef(attribute(ATTACHMENT, BEGIN, b""), attribute(ATTACHMENT, OF_ATTACHMENT, value))
    assert read(data) == ([], ["too-deep"])


def test_truncated_tnef_is_a_problem_and_read_up_to_its_end():
    for size in range(6, len(FULL)):
        found, kinds = read(FULL[:size])
        assert set(kinds) <= {"damaged"}
        # A truncation between two attributes is not detectable; the second one may be the long name of a file.
        references = [reference for _, reference in found]
        assert kinds or references == [reference for _, reference in EXPECTED[: len(found)]]


def test_a_changed_byte_does_no_harm():
    for at in range(6, len(FULL)):
        for bit in (0x01, 0x80):
            data = FULL[:at] + bytes((FULL[at] ^ bit,)) + FULL[at + 1 :]
            members, _ = made.read(data)
            assert len(members) < 10


def test_chunks_do_not_matter():
    def chunks(size):
        class File:
            def __init__(self):
                self.at = 0

            def read(self, _):
                self.at += size
                return FULL[self.at - size : self.at]

        return File()

    assert all(read(chunks(size)) == (EXPECTED, []) for size in (1, 7, 100))
