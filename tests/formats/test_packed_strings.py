"""The end of a string in a binary file that no byte terminates: by its length, or by the next string."""

from __future__ import annotations

import marshal
import random
import struct
from typing import TYPE_CHECKING

import pytest

from uri_extract import extract
from uri_extract.formats.strings import StringsScanner, parts
from uri_extract.text.options import ScanOptions

from .options import with_options

if TYPE_CHECKING:
    from uri_extract.rows.records import Occurrence

URL = b"http://a.example/path"
LONG = URL + b"/" * (40 - len(URL))
LONGEST = URL + b"x" * (200 - len(URL))


def _tagged(tag: bytes, text: bytes) -> bytes:
    return tag + bytes([len(text)]) + text


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + b"if\xe3^"


#: Bytes, which the test puts after a NUL, and the references in them.
CASES: dict[str, tuple[bytes, list[bytes]]] = {
    # ASN.1: a context-specific tag, the length, the string; the next is a SEQUENCE, whose tag is "0" (X.690 §8.1).
    "ASN.1": (_tagged(b"\x86", URL) + b"0\x0d\x06", [URL]),
    "ASN.1, a length that is a bracket": (_tagged(b"\x86", LONG) + b"0\x0b\x06", [LONG]),
    "ASN.1, a length that is a blank": (_tagged(b"\x86", LONG[:32]) + b"0\x0b\x06", [LONG[:32]]),
    "ASN.1, a tag that could be a length": (_tagged(b"\x1a", LONG[:23]) + b"0+\x06", [LONG[:23]]),
    "ASN.1, a length in the long form": (b"\x86\x81" + bytes([200]) + LONGEST + b"0\x0b\x06", [LONGEST]),
    "ASN.1, two bytes of length": (
        b"\x86\x82\x01\x1b" + LONGEST + b"y" * (0x11B - 200) + b"0\x0b\x06", [LONGEST + b"y" * (0x11B - 200)],
    ),
    # Python's marshal: "z" and one byte for short ASCII, "s" and four for bytes, low byte first.
    "marshal": (_tagged(b"z", URL) + b"z\x03abc", [URL]),
    "marshal, both lengths letters": (_tagged(b"z", LONG + b"x" * 10) + _tagged(b"z", b"b" * 50), [LONG + b"x" * 10]),
    "marshal, an apostrophe": (_tagged(b"z", LONG[:39]) + _tagged(b"z", b"b" * 50), [LONG[:39]]),
    "marshal, with what a scheme may have before it": (
        _tagged(b"z", b"abc") + _tagged(b"z", LONG + b"xyz") + b"z\x04", [LONG + b"xyz"],
    ),
    "marshal, ten bytes": (_tagged(b"z", b"http://bar") + _tagged(b"z", b"user-agent"), [b"http://bar"]),
    "marshal, ten bytes, before what may be another line": (
        b"\xfa\nhttp://bar" + _tagged(b"z", b"user-agent") + b"z.python-jsonschema", [b"http://bar"],
    ),
    "marshal, after another string": (b"dask.array" + _tagged(b"z", LONG + b"x" * 10) + b"c\2", [LONG + b"x" * 10]),
    "marshal, a scheme alone": (_tagged(b"z", b"http://") + b"z\x08", []),
    "marshal, text before it": (
        b"s" + struct.pack("<I", 150 + len(URL)) + b"what to read: ".rjust(150, b"a") + URL + b"Nr\1", [URL],
    ),
    # Protocol buffers: a tag, a varint. The tag of field 1 is a line feed, that of field 8 is "B".
    "protocol buffers": (_tagged(b"\x12", URL) + _tagged(b"B", b"b" * 30), [URL]),
    "protocol buffers, a line feed": (_tagged(b"\x0a", URL) + _tagged(b"\x0a", URL), [URL, URL]),
    "protocol buffers, two bytes of length": (b"\x12\xc8\x01" + LONGEST + b"B\x05hello", [LONGEST]),
    "Java, a length over 255": (b"\1\1\x2f" + LONGEST + b"z" * 103 + b"\1\0", [LONGEST + b"z" * 103]),
    "Java, a length whose second byte is a letter": (
        b"\1\1o" + LONGEST + b"z" * 167 + b"\1\0", [LONGEST + b"z" * 167],
    ),
    "MessagePack": (b"\xd9" + bytes([len(LONG)]) + LONG + b"a", [LONG]),
    "Parquet": (b"\x06\1" + struct.pack("<I", len(LONGEST)) + LONGEST + b"*\0\0\0", [LONGEST]),
    "text in PNG": (_chunk(b"tEXt", b"Source\0" + URL), [URL]),
    "text in PNG, a blank before it": (_chunk(b"tEXt", b"Source\0see " + URL), [URL]),
    # OpenPGP: the length of a subpacket counts its type, which is a number like another (RFC 9580 §5.2.3.7).
    "OpenPGP, a policy": (b"!\x1a" + URL + b"/policy.txt\0\x0a", [URL + b"/policy.txt"]),
    "OpenPGP, a key server": (b"(\x18" + LONG[:39] + b"\x09\x10", [LONG[:39]]),
    "OpenPGP, a critical policy": (b"\xc0\x09\x9a" + LONGEST + b"\0", [LONGEST]),
    "OpenPGP, a long policy": (b"\xc1\x3f\x1a" + LONGEST + b"y" * 310 + b"\0", [LONGEST + b"y" * 310]),
    # Bytes that are not UTF-8.
    "a byte that is not UTF-8": (b"\0http://example.com\xfa\0", [b"http://example.com"]),
    "a byte that is not UTF-8, in a path": (URL + b"\xe9abc", [URL]),
    "a letter in UTF-8": (URL + "/\u00e9".encode() + b"\0", [URL + "/\u00e9".encode()]),
    # Adjacent literals, as the compilers of Rust and Go write them.
    "literals": (b"\0and" + URL + b"https://b.example/issueshttp://c.example/\0", [URL, b"https://b.example/issues", b"http://c.example/"]),
    "a reference in a query": (b"\0http://a.example/?u=http://b.example/", [b"http://a.example/?u=http://b.example/"]),
    "a reference in a path": (b"\0http://a.example/http://b.example/", [b"http://a.example/http://b.example/"]),
    "an encoded character": (b"\0http://a.example/?u=%22http://b.example/", [b"http://a.example/?u=%22http://b.example/"]),
    # Bytes that are not a length.
    "a line": (b"\0\nhttp://example.org/a\nfoo", [b"http://example.org/a"]),
    "a NUL": (b"abc\0" + LONG, [LONG]),
    "strings filled up with NULs": (b"\0is '-'\n\0\0\0" + LONG, [LONG]),
    "strings of one character filled up with NULs": (b"\0\0\n\0\0\0" + LONG, [LONG]),
    "a blank in EUC-JP": (b"\xa4\xde " + LONG + b" \xa4\xcb", [LONG]),
    "marks of a field of Word": (b"\x13 HYPERLINK x \x14" + LONG + b"\x15", [LONG]),
    "a blank after what may be fields": (b"\1 a " + LONG, [LONG]),
    "a bracket": (b"\0text (" + LONG + b"xyz) and", [LONG + b"xyz"]),
    "a bracket after text": (b"[text](" + LONG + b"xy) and", [LONG + b"xy"]),
    "quotation marks, which are a length": (b'"' + LONG[:35] + b'"', [LONG[:35]]),
    "quotation marks": (b"\x15\"" + LONG + b'"', [LONG]),
    "a length that another string has": (_tagged(b"\x86", b"b" * 12) + b"\0" + URL, [URL]),
    "a scheme of two": (b"\0git+" + LONG.replace(b"http:", b"https:"), [b"git+" + LONG.replace(b"http:", b"https:")]),
    "a scheme that ends in another": (b"\0sftp://a.example/" + b"x" * 110, [b"sftp://a.example/" + b"x" * 110]),
    "a length after a letter in UTF-8": ("\0\u00e9see ".encode() + LONGEST, [LONGEST]),
    "the last byte of a letter in UTF-8": ("\u00e9see ".encode() + LONGEST[:166] + b"\0", [LONGEST[:166]]),
    "an escape sequence": (b"\x1b[1m" + LONG + b"\x1b[0m", [LONG]),
    "a length that is the whole": (_tagged(b"\x86", URL) + b"\0" + URL, [URL, URL]),
}  # fmt: skip


def _found(data: bytes, size: int = 1 << 20, **options: bool) -> list[Occurrence]:
    scanner = with_options(StringsScanner, **options)
    found = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
    return found + scanner.close()


@pytest.mark.parametrize(("data", "expected"), CASES.values(), ids=CASES)
def test_a_reference_ends_with_its_string(data: bytes, expected: list[bytes]) -> None:
    data = b"\0" + data
    found = _found(data)
    assert [data[each.start : each.end] for each in found] == expected
    for each in found:
        assert each.raw.encode() == data[each.start : each.end]
        assert each.line == data.count(b"\n", 0, each.start) + 1
        assert each.column == each.start - data.rfind(b"\n", 0, each.start)


def test_chunks_and_the_order_of_strings_do_not_matter() -> None:
    dice = random.Random(43)
    pieces = [b"\0" + data for data, _ in CASES.values()]
    for _ in range(30):
        data = b"".join(dice.choice(pieces) + dice.randbytes(dice.randrange(4)) for _ in range(12))
        whole = _found(data)
        assert [each.start for each in whole] == sorted(each.start for each in whole)
        for size in (1, 7, 100):
            assert _found(data, size) == whole
        found = _found(data, places=False)
        assert [each.reference for each in found] == [each.reference for each in whole]


def test_constants_of_python_are_found_as_they_are() -> None:
    texts = [
        f"https://{'x' * host}.example/{'y' * path}{end}"
        for host in (1, 9, 30) for path in (1, 20, 60, 120) for end in ("", "/", "#a", "?b=c")
    ]  # fmt: skip
    for first in texts:
        for others in (("user-agent", None), ("x" * 40, 7), (b"\xff", 1.5), ()):
            data = b"\xa7\x0d\x0d\x0a" + bytes(12) + marshal.dumps((first, *others))
            assert [each.reference for each in extract(data)] == [first]


def test_text_before_the_first_nul_has_letters_of_windows_1252() -> None:
    data = b"http://a.example/\xe9 http://b.example/ahttp://c.example/ "
    assert len(list(extract(data + bytes(9)))) == len(list(extract(data))) == 2
    assert len(list(extract(bytes(9) + data))) == 3


def test_a_string_that_is_read_twice_is_explained_once() -> None:
    from uri_extract.scan.explain import Explainer
    from uri_extract.text.explain import Explanations

    scanner = StringsScanner(ScanOptions(kernel=Explainer))
    data = b"\0" + CASES["ASN.1"][0]
    pages = [scanner.read(data), scanner.read(b"", final=True)]
    explained = [each for of in [Explanations()] for page in pages for each in of.of(page)]
    (taken,) = [each for each in explained if each.taken]
    assert data[taken.start : taken.end] == URL
    assert "holds" not in taken.reasons[0]


@pytest.mark.parametrize(
    "unit", [b"\xe9", b"xhttp://b.example/", b"\xe9xhttp://b.example/", b"http:", b"z\nhttp://b.example/", b"%2Fhttp://b"]
)  # fmt: skip
def test_the_parts_of_what_was_found_are_as_many_as_its_signs(unit: bytes) -> None:
    for count in (1000, 4000):
        data = b"\0http://a.example/" + unit * count
        found = parts(data, 1, len(data), False)
        assert len(found) <= 2 * count + 1
        assert all(1 <= begin < end <= len(data) for begin, end in found)
        assert found == sorted(found)
