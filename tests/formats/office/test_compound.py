"""Hyperlinks in streams of Word, Excel and PowerPoint of version 97 to 2003."""

import random
import struct

import pytest
from tests.mail.compound import compound

from uri_extract import extract

pytest.importorskip("olefile")

URL = bytes.fromhex("e0c9ea79f9bace118c8200aa004ba90b")
FILE = bytes.fromhex("0303000000000000c000000000000046")


def sized(text):
    """Return a string of a hyperlink object, with its number of characters."""
    return struct.pack("<I", len(text) + 1) + (text + "\0").encode("utf-16-le")


def hyperlink(flags, *parts):
    """Return a record HLINK."""
    body = bytes(24) + struct.pack("<II", 2, flags) + b"".join(parts)
    return struct.pack("<HH", 0x01B8, len(body)) + body


def url_moniker(url):
    octets = (url + "\0").encode("utf-16-le")
    return URL + struct.pack("<I", len(octets) + 4) + octets + bytes(4)


def file_moniker(path, ups=0):
    return FILE + struct.pack("<HI", ups, len(path) + 1) + path.encode() + bytes(25) + struct.pack("<I", 0)


def excel(*records):
    other = struct.pack("<HH", 0x0809, 4) + bytes(4)
    return compound({"Workbook": (other + b"".join(records) + other).ljust(5000, b"\0")})


def powerpoint(*links):
    def record(version, kind, body):
        return struct.pack("<HHI", version, kind, len(body)) + body

    found = b""
    for number, strings in links:
        inner = record(0, 0x0FD3, struct.pack("<I", number))
        inner += b"".join(record(at << 4, 0x0FBA, text.encode("utf-16-le")) for at, text in strings.items())
        found += record(0xF, 0x0FD7, inner)
    return compound({"PowerPoint Document": record(0xF, 0x03E8, found + record(0, 0x0FBA, b"x\0"))})


def word(*pieces):
    """Return a document whose text is in pieces: bytes in a code page, or a str in UTF-16."""
    main = bytearray(0x400)
    struct.pack_into("<H", main, 10, 0x200)
    places, table, at = [0], b"", 0
    for piece in pieces:
        at += len(piece)
        places.append(at)
        is_wide = isinstance(piece, str)
        table += struct.pack("<HIH", 0, len(main) if is_wide else 2 * len(main) | 0x4000_0000, 0)
        main += piece.encode("utf-16-le") if is_wide else piece
    plc = struct.pack(f"<{len(places)}I", *places) + table
    clx = b"\1" + struct.pack("<H", 3) + b"abc" + b"\2" + struct.pack("<I", len(plc)) + plc
    struct.pack_into("<II", main, 0x1A2, 7, len(clx))
    return compound({"WordDocument": bytes(main), "1Table": bytes(7) + clx})


def found(data):
    return [(each.reference, each.text) for each in extract(data, on_problem=print) if each.element == "hyperlink"]


CASES = {
    "a display name, a frame and a location": (
        excel(hyperlink(0x99, sized("POI"), sized("_top"), url_moniker("http://a.example/x"), sized("top"))),
        [("http://a.example/x#top", "POI")],
    ),
    "two records; links within the workbook are left out": (
        excel(hyperlink(1, url_moniker("http://a.example/")), hyperlink(8, sized("A1")),
              hyperlink(3, url_moniker("mailto:a@b.example"))),
        [("http://a.example/", None), ("mailto:a@b.example", None)],
    ),
    "a moniker saved as a string": (
        excel(hyperlink(0x101, sized("http://a.example/s"))),
        [("http://a.example/s", None)],
    ),
    "files; those with backslashes are no URIs": (
        excel(hyperlink(9, file_moniker("b.xls", 1), sized("A1")), hyperlink(1, file_moniker("c\\d.xls"))),
        [("../b.xls#A1", None)],
    ),
    "the last version of each link": (
        powerpoint((1, {0: "old", 1: "http://a.example/old"}), (2, {1: "http://b.example/"}),
                   (1, {1: "http://a.example/new"}), (3, {0: "Slide 2", 3: "2,1,Slide"})),
        [("http://a.example/new", None), ("http://b.example/", None)],
    ),
    "a field with its result": (
        word(b'See \x13 HYPERLINK "http://a.example/x" \\l "top" \x01\x14the \x13 PAGE \x147\x15 quay\x15.'),
        [("http://a.example/x#top", "the 7 quay")],
    ),
    "a field in pieces of both encodings": (
        word(b'\x13HYPERLINK "http://a.exa', "mple/\u043f\" \x14\u043f\u0440\x15", b"\x15\x14 \x13 PAGE \x15"),
        [("http://a.example/\u043f", "\u043f\u0440")],
    ),
    "a field in the instruction of another one": (
        word(b'\x13 IF \x13 HYPERLINK "http://a.example/" \x14a\x15 = 1 \x14b\x15'), [("http://a.example/", "a")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_hyperlinks_of_old_office_documents_have_their_target_and_text(case):
    data, expected = CASES[case]
    assert found(data) == expected


def test_a_relative_hyperlink_has_the_base_of_the_document_and_no_place():
    data, _ = CASES["files; those with backslashes are no URIs"]
    [link] = [each for each in extract(data, base="http://x.example/d/e/") if each.element]
    assert (link.target, link.start, link.end) == ("http://x.example/d/b.xls#A1", -1, -1)
    assert (link.delimiter, link.kind) == ("markup", "relative")


def test_a_file_whose_streams_are_larger_than_itself_has_no_links():
    book = hyperlink(1, url_moniker("http://a.example/")).ljust(5000, b"\0")
    data = bytearray(compound({"Workbook": book, "Other": bytes(5000)}))
    assert found(bytes(data)) == [("http://a.example/", None)]
    struct.pack_into("<Q", data, data.index("Other".encode("utf-16-le")) + 120, len(data))  # its size
    assert found(bytes(data)) == []


def test_of_nested_fields_the_inner_ones_are_read():
    fields = b'\x13 HYPERLINK "http://a.example/" \x14a' * 1000 + b"\x15" * 1000
    assert len(found(word(fields))) == 32


@pytest.mark.parametrize("case", CASES)
def test_a_damaged_document_of_old_office_raises_nothing(case):
    chance = random.Random(case)
    data, _ = CASES[case]
    for _ in range(60):
        at = chance.randrange(8, len(data))
        changed = data[:at] + chance.randbytes(chance.choice((1, 4))) + data[at + 4 :]
        found(changed if chance.random() < 0.7 else data[:at])
