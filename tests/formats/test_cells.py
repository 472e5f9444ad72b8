"""CSV and TSV: each cell is a text of its own, and positions are those of the file."""

import random
import re

import pytest
from tests.formats.reading import in_chunks, places

from uri_extract import extract, extract_text
from uri_extract._compat._variants import Variants, load
from uri_extract.scan._kernel import SEPARATOR

TYPE = "text/csv"
DECODERS = Variants("uri_extract.decode._fields", "CellsDecoder")
DELIMITER_OF = load("uri_extract.decode._fields").delimiter_of

# A file and the sources of its references.
CASES = {
    "a comma ends a cell": (b"a,b\nhttp://a.example/x,y\n", ["http://a.example/x"]),
    "a semicolon, and commas in cells": (
        b"a;b\r\nhttp://a.example/x,1;2,5\r\nhttp://b.example/;3,5\r\n",
        ["http://a.example/x,1", "http://b.example/"],
    ),
    "tabs": (b"a\tb;c\nhttp://a.example/x;y\tz\n", ["http://a.example/x;y"]),
    "a spreadsheet names the delimiter": (b"sep=|\na,b|c,d\nhttp://a.example/x,y|z,w\n", ["http://a.example/x,y"]),
    "quotation marks": (b'a,b\n1,"http://a.example/x,y"\n2, "http://b.example/" ,3\n', None),
    "a quotation mark in a cell": (b'a,b\n1,"say ""http://a.example/x"" twice"\n', ["http://a.example/x"]),
    "a formula": (b'a,b\n1,"=HYPERLINK(""http://a.example/x"",""y"")"\n', ["http://a.example/x"]),
    "a line break in a cell": (
        b'a,b\n1,"see\nhttp://a.example/x\nand http://b.example/"\nhttp://c.example/,d\n',
        ["http://a.example/x", "http://b.example/", "http://c.example/"],
    ),
    "no reference continues in the next record": (
        b"a,b\n1,http://a.example/x/\nhttp/y,z\n2,http://b.example/x-\nq,1\n",
        ["http://a.example/x/", "http://b.example/x-"],
    ),
    "a quotation mark that a program did not double": (
        b'a,b\n"the 3" disk http://a.example/x",http://b.example/y,1\n',
        ["http://a.example/x", "http://b.example/y"],
    ),
    "one column": (
        b"http://a.example/1,2\nhttp://b.example/;x\nhttp://c.example/\n",
        ["http://a.example/1,2", "http://b.example/;x", "http://c.example/"],
    ),
    "a quoted cell that never ends": (b'a,b\n"http://a.example/x y,http://b.example/', None),
    "empty cells": (b",,\n,http://a.example/,\n,,", ["http://a.example/"]),
}


@pytest.mark.parametrize(("data", "expected"), CASES.values(), ids=CASES)
def test_references_end_with_their_cells_and_have_the_places_of_the_file(data, expected):
    found = list(extract(data, media_type=TYPE))
    assert [each.raw for each in found] == (expected or [each.raw for each in found])
    assert len(found) == (2 if expected is None else len(expected))
    for each in found:
        assert data[each.start : each.end].decode() == each.raw
        line, start = data.count(b"\n", 0, each.start) + 1, data.rfind(b"\n", 0, each.start)
        assert (each.line, each.column) == (line, each.start - start)
    for size in range(1, 30):
        assert places(in_chunks(data, size, TYPE)) == places(found)


@pytest.mark.parametrize(
    ("sample", "delimiter"),
    [(b"", -1), (b"a\nb\n", -1), (b"a,b;c,d\n1,2\n", b","), (b"a;b\n1,5;2\n", b";"), (b'"a;b;c",d\n1,2\n', b","),
     (b"a b, c\nd\ne\nf\n", -1), (b"SEP=\t\r\na,b", b"\t")],
)  # fmt: skip
def test_the_delimiter_divides_the_first_records_alike(sample, delimiter):
    assert DELIMITER_OF(sample) == (delimiter if delimiter == -1 else delimiter[0])


PIECES = (
    *(",", ";", "\t", "\n", "\r\n", '"', '""', " ", "a", "b\n", "\xe9", "http://a.example/", "http://b.example/x,y"),
    *(',"', '",', '"\n', "<", ">", "hxxp://a[.]example/", "http://c.example/-"),
)


@pytest.mark.parametrize("charset", ["utf-8", "utf-16", "latin-1"])
def test_any_pieces_give_the_same_in_any_chunks(charset):
    of = random.Random(7)
    for _ in range(120):
        data = "".join(of.choices(PIECES, k=of.randrange(30))).encode(charset)
        for refang in (False, True):
            expected = in_chunks(data, 1 << 20, TYPE, charset=charset, refang=refang)
            for size in (1, 2, 3, 7, 20):
                assert places(in_chunks(data, size, TYPE, charset=charset, refang=refang)) == places(expected), data
            if charset != "utf-16":
                assert [data[each.start : each.end].decode(charset) for each in expected] == [
                    each.raw for each in expected
                ]


@pytest.mark.parametrize("name", DECODERS)
def test_both_variants_of_the_decoder_decode_the_same(name):
    of = random.Random(8)
    for _ in range(300):
        data = "".join(of.choices(PIECES, k=of.randrange(30))).encode()
        expected = DECODERS["interpreted"]().feed(data, True)
        decoder = DECODERS[name]()
        assert decoder.feed(data, True) == expected
        assert decoder.map.taken == len(data)
        decoder = DECODERS[name]()
        begun = decoder.feed(b"a,b\n" * 1024)
        cut = begun + b"".join(decoder.feed(data[at : at + 1]) for at in range(len(data))) + decoder.feed(b"", True)
        decoder = DECODERS[name]()
        whole = decoder.feed(b"a,b\n" * 1024) + decoder.feed(data, True)
        assert re.sub(b"(?:\n\0\n)+", SEPARATOR, cut) == re.sub(b"(?:\n\0\n)+", SEPARATOR, whole)


def test_a_file_is_recognised_by_its_name(tmp_path):
    path = tmp_path / "export.CSV"
    path.write_bytes("name;url\n\xe9;http://a.example/x;\n".encode("utf-16"))
    [found] = extract(path)
    assert (found.target, found.media_type, found.line) == ("http://a.example/x", TYPE, 2)


def test_a_message_has_a_table_attached():
    message = b"Content-Type: text/csv\n\na;b\nhttp://a.example/x;y\n"
    assert [each.target for each in extract_text(message, media_type="message/rfc822")] == ["http://a.example/x"]
