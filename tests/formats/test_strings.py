"""References in binary files: in strings of ASCII and of UTF-16, and the option ``binary``."""

from __future__ import annotations

import io
import random
import sys
from base64 import encodebytes
from typing import TYPE_CHECKING

import pytest

from uri_extract import InvalidOptionValue, Scanner, extract
from uri_extract.formats.strings import StringsScanner
from uri_extract.limits import MAX_TEXT_CHECK

from .options import with_options

if TYPE_CHECKING:
    from uri_extract.rows.records import Occurrence, Problem

BINARY = "application/octet-stream"


def _found(data: bytes, size: int = 1 << 20, **options: bool) -> list[Occurrence]:
    scanner = with_options(StringsScanner, **options)
    found = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
    return found + scanner.close()


#: Bytes, and the references in them.
CASES = {
    "ASCII": (b"\x01\0http://a.example/\0\x02", ["http://a.example/"]),
    "UTF-16, low byte first": ("http://a.example/".encode("utf-16-le") + b"\0\0", ["http://a.example/"]),
    "UTF-16, high byte first": (b"\1\2" + "http://a.example/".encode("utf-16-be"), ["http://a.example/"]),
    "UTF-16 at an odd place": (b"\xff" + "http://a.example/".encode("utf-16-le") + b"\0\0", ["http://a.example/"]),
    "other bytes before and after": (
        b"\xe4\x80" + "http://a.example/".encode("utf-16-le") + b"\xe4\x80", ["http://a.example/"],
    ),
    "a letter that is not ASCII ends a string": ("http://a.example/\u00e9b".encode("utf-16-le"), ["http://a.example/"]),
    "text around it": ("<http://a.example/b c>".encode("utf-16-le"), ["http://a.example/bc"]),
    "the mark of a field of Word": (
        '\x13HYPERLINK "http://a.example/"\x14shown\x15'.encode("utf-16-le"), ["http://a.example/"],
    ),
    "one string after the other": (
        "http://a.example/\0\0mailto:b@c.example".encode("utf-16-le"), ["http://a.example/", "mailto:b@c.example"],
    ),
    "both kinds, in the order of their places": (
        "http://a.example/".encode("utf-16-le") + b"\1http://b.example/\1" + "http://c.example/".encode("utf-16-le"),
        [f"http://{host}.example/" for host in "abc"],
    ),
    "NULs alone": (b"\0" * 100, []),
    "a colon alone": (b"\0:\0" * 10, []),
}  # fmt: skip


@pytest.mark.parametrize(("data", "expected"), CASES.values(), ids=CASES)
def test_references_in_strings(data: bytes, expected: list[str]) -> None:
    assert [each.reference for each in _found(data)] == expected


@pytest.mark.parametrize(("codec", "before"), [("utf-16-le", b""), ("utf-16-le", b"\xff"), ("utf-16-be", b"\1\1")])
def test_places_are_bytes_of_the_file(codec: str, before: bytes) -> None:
    data = before + "\u1201a\nb http://a.example/ ".encode(codec) + b"\n" + b"\1" * 5 + b"http://b.example/"
    first, second = _found(data)
    assert data[first.start : first.end].decode(codec) == first.raw == "http://a.example/"
    for each in (first, second):
        assert each.line == data.count(b"\n", 0, each.start) + 1
        assert each.column == each.start - data.rfind(b"\n", 0, each.start)


def test_names_of_namespaces_and_dtds_are_not_links() -> None:
    names = (
        b'<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:pdf=\'http://a.example/1.3/\' xmlns="http://b.example/">'
        b'<!DOCTYPE plist PUBLIC "-//A//DTD B 1.0//EN" "http://c.example/d.dtd"><!DOCTYPE b SYSTEM "http://d.example/">'
    )
    links = b'<a href="http://e.example/">notxmlns "http://f.example/"'
    for data in (names + links, (names + links).decode().encode("utf-16-le"), names * 2_000 + links):
        for size in (7, 1 << 18):
            found = [each.reference for each in _found(b"\1\0" + data, size)]
            assert found == ["http://e.example/", "http://f.example/"]


def test_text_before_the_first_nul_has_such_names_in_any_chunks() -> None:
    name = b' xmlns="http://a.example/" '
    data = b"text" + name + b"\0" + name + b"http://b.example/"

    class Slow(io.BytesIO):
        def read1(self, most: int = -1) -> bytes:
            return super().read1(5)

    for source in (data, Slow(data)):
        assert [each.start for each in extract(source)] == [12, 59]
    assert len(list(extract(data.replace(b"\0", b" ")))) == len(list(extract(Slow(data.replace(b"\0", b" "))))) == 3


def test_names_without_a_scheme_and_mail_addresses_are_found_on_demand() -> None:
    data = b"\1\2" + "www.a.example/b and c@d.example".encode("utf-16-le") + b"\1\2"
    assert _found(data) == []
    found = _found(data, suffix=True, mail_addresses=True)
    assert [each.reference for each in found] == ["www.a.example/b", "mailto:c@d.example"]


def test_chunks_do_not_matter() -> None:
    dice = random.Random(8)
    pieces = [data for data, _ in CASES.values()]
    for _ in range(30):
        data = b"".join(
            dice.choice(pieces) if dice.random() < 0.6 else dice.randbytes(dice.randrange(40)) for _ in range(25)
        )
        data = dice.choice([b"", b"text\n", b"http://a.example/ \n"]) + data
        for declared in (True, False):
            whole = _found(data, declared=declared)
            assert [each.start for each in whole] == sorted(each.start for each in whole)
            for size in (1, 3, 100):
                assert _found(data, size, declared=declared) == whole


def test_a_string_longer_than_what_is_read_at_a_time_is_one() -> None:
    text = "a\n" * 40_000 + "http://a.example/" + "b" * 40_000
    data = b"\1\2" + text.encode("utf-16-le")
    (each,) = _found(data)
    assert (each.start, each.end, each.line) == (2 + 160_000, len(data), 40_001)
    assert _found(data, 1000) == [each]


def test_everything_that_text_has_is_found_in_strings() -> None:
    dice = random.Random(3)
    for _ in range(20):
        data = b"\0" + b"".join(
            dice.choice([b"http://a.example/", "\u00e9".encode(), b"<b:", b"\n", b" ", b"\0" * 4]) for _ in range(50)
        )
        text = [each[:4] for each in extract(data, binary="text")]
        assert [each for each in text if each not in [all_[:4] for all_ in extract(data)]] == []


DATA = b"\1\0 http://a.example/ \0" + "http://b.example/".encode("utf-16-le")


@pytest.mark.parametrize(("way", "expected"), [("text", "a"), ("strings", "ab"), ("skip", "")])
@pytest.mark.parametrize("pipe", [False, True])
def test_option_binary_determines_how_a_binary_file_is_read(way: str, expected: str, pipe: bool) -> None:
    class Slow(io.BytesIO):
        def read1(self, most: int = -1) -> bytes:
            return super().read1(3)

    source = Slow(DATA) if pipe else DATA
    assert [each.reference[7] for each in extract(source, binary=way)] == list(expected)


@pytest.mark.parametrize("way", ["text", "strings", "skip"])
@pytest.mark.parametrize("text", [
    b"http://a.example/", b"\x1b[1mhttp://a.example/", b"x" * MAX_TEXT_CHECK + b" http://a.example/\0",
    "http://a.example/".encode("utf-16"), ("see http://a.example/ " * 9).encode("utf-16-le"),
])  # fmt: skip
def test_text_is_read_whatever_is_done_with_binary_files(way: str, text: bytes) -> None:
    assert {each.reference for each in extract(text, binary=way)} == {"http://a.example/"}


def test_a_binary_file_may_be_declared() -> None:
    scanner = Scanner(BINARY)
    assert [each.reference for each in [*scanner.feed(DATA), *scanner.close()]] == [
        "http://a.example/", "http://b.example/"
    ]  # fmt: skip
    assert len(list(extract(b" " * MAX_TEXT_CHECK + DATA, media_type=BINARY))) == 2


def test_another_way_is_not_an_option() -> None:
    with pytest.raises(InvalidOptionValue, match="'nonsense'"):
        extract(DATA, binary="nonsense")


COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


def _read(data: bytes) -> tuple[list[str], list[tuple[str, str]]]:
    problems: list[Problem] = []
    found = [each.reference for each in extract(data, on_problem=problems.append)]
    return found, [(each.kind, each.message) for each in problems]


def test_old_office_documents_are_read_in_part_and_said_to_be() -> None:
    found, problems = _read(COMPOUND + 'HYPERLINK "http://a.example/"'.encode("utf-16-le"))
    assert found == ["http://a.example/"]
    assert [kind for kind, _ in problems] == ["partial"]


def test_an_encrypted_office_document_is_not_read() -> None:
    found, problems = _read(COMPOUND + "EncryptedPackage".encode("utf-16-le") + b"http://a.example/")
    assert found == []
    assert [kind for kind, _ in problems] == ["encrypted"]


def test_an_old_office_document_that_is_attached_to_mail_is_read() -> None:
    header = b"From: a@b.example\nContent-Type: application/msword; name=a.doc\nContent-Transfer-Encoding: base64\n\n"
    message = header + encodebytes(COMPOUND + b"http://a.example/")
    found, problems = _read(message)
    assert found == ["http://a.example/"]
    assert [kind for kind, _ in problems] == ["partial"]


def test_the_type_of_any_bytes_is_not_a_declaration_in_mail() -> None:
    header = b"From: a@b.example\nContent-Type: application/octet-stream; name=a\nContent-Transfer-Encoding: base64\n\n"
    (each,) = extract(header + encodebytes(b"<?xml version='1.0'?><a xmlns='b' href='http://a.example/'/>"))
    assert each.media_type == "application/xml"


def test_text_in_utf_16_with_a_mark_is_found_once_in_what_is_declared_to_be_binary():
    data = b"\xff\xfe" + "http://a.example/ http://b.example/".encode("utf-16-le")
    scanner = Scanner("application/octet-stream")
    assert [each.reference for each in scanner.feed(data) + scanner.close()] == [
        "http://a.example/",
        "http://b.example/",
    ]


def test_a_colon_that_is_a_string_in_utf_16_by_itself_sets_up_no_scanner():
    calls = []
    scanner = Scanner("application/octet-stream")
    scanner.feed(b"\1\0" * 1000)
    sys.setprofile(lambda frame, event, _: calls.append(event) if event == "call" else None)
    try:
        scanner.feed(b"\0:\0" * 10_000)
    finally:
        sys.setprofile(None)
    assert len(calls) < 30_000  # interpreted kernels call two functions for each; a scanner would take some hundred
