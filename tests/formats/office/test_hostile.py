"""Office documents that are damaged or hostile."""

from __future__ import annotations

import io
import random
import tarfile
from itertools import product
from typing import TYPE_CHECKING

import pytest
from tests.formats.office.made import package, paragraph, references, relationships, seen, word
from tests.formats.office.test_ooxml import CASES

from uri_extract import extract, limits
from uri_extract._compat._variants import load
from uri_extract.formats.office import package as package_module
from uri_extract.formats.office import scanner
from uri_extract.formats.office.package import OPC, Package, Part
from uri_extract.formats.office.scanner import OfficeScanner
from uri_extract.markup import xml
from uri_extract.sources import packages

if TYPE_CHECKING:
    from uri_extract.rows.records import Occurrence, Problem

LINK = '<w:p><w:hyperlink r:id="a"><w:r><w:t>text</w:t></w:r></w:hyperlink></w:p>'
EXTERNAL = ("a", "hyperlink", "http://a.example/")
BODY = "".join(case[0] for case in CASES.values())


def _read(data: bytes, **options: str) -> tuple[list[Occurrence], list[Problem]]:
    problems: list[Problem] = []
    return list(extract(data, on_problem=problems.append, **options)), problems


def test_a_truncated_package_gives_the_parts_that_are_there() -> None:
    data = package(word(LINK + paragraph("http://b.example/"), EXTERNAL))
    whole = {each.reference for each in _read(data)[0]}
    for size in range(0, len(data), 7):
        occurrences, problems = _read(data[:size])
        assert all(any(each.startswith(one.reference) for each in whole) for one in occurrences)
        assert problems or len(occurrences) == len(whole) or size < 4


def test_damage_raises_nothing() -> None:
    dice = random.Random(376)
    data = bytearray(package(word(BODY, EXTERNAL)))
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(dice.randrange(1, 5)):
            damaged[dice.randrange(len(damaged))] ^= 1 << dice.randrange(8)
        _read(bytes(damaged))


def _scanned(data: bytes, size: int) -> list[tuple[object, ...]]:
    known = Package(OPC)
    known.add_relationships("word/_rels/document.xml.rels", [relationships((*EXTERNAL, True)).encode()])
    problems: list[Problem] = []
    scanner = OfficeScanner(package=Part(known, "word/document.xml"), on_problem=problems.append)
    out = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
    out += scanner.close()
    return [tuple(each.as_dict().values()) for each in out] + [tuple(each) for each in problems]


def test_damaged_parts_give_the_same_in_any_chunks() -> None:
    dice = random.Random(9)
    data = word(BODY)["word/document.xml"].encode()
    for _ in range(40):
        damaged = bytearray(data[: dice.randrange(len(data))] if dice.random() < 0.5 else data)
        for _ in range(dice.randrange(4)):
            damaged[dice.randrange(len(damaged))] = dice.choice(b"<>&\"'/ :\0x")
        whole = _scanned(bytes(damaged), len(damaged))
        for size in (1, 13, 1024):
            assert _scanned(bytes(damaged), size) == whole


def test_a_package_in_an_archive_gives_what_it_gives_alone() -> None:
    data = package(word(LINK, EXTERNAL))
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        info = tarfile.TarInfo("x.docx")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    assert seen(out.getvalue()) == seen(data) == [("word/document.xml", "http://a.example/", "text", "hyperlink")]


@pytest.mark.parametrize(("limit", "most"), [("MAX_RELATIONSHIPS", 2), ("MAX_RELATIONSHIPS_TEXT", 300)])
def test_relationships_beyond_the_limit_are_found_where_they_are_declared(
    limit: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(package_module, limit, most)
    items = [(f"r{number}", "hyperlink", f"http://a.example/{number}") for number in range(4)]
    body = "".join(LINK.replace('"a"', f'"r{number}"') for number in range(4))
    occurrences, problems = _read(package(word(body, *items)))
    assert [(each.reference[-1], each.text) for each in occurrences] == [
        ("0", "text"), ("1", "text"), ("2", None), ("3", None)
    ]  # fmt: skip
    assert [each.kind for each in problems] == ["too-many-relationships"]


@pytest.mark.parametrize("location", ["", ' w:anchor="b"'])
def test_a_long_target_is_repeated_up_to_a_limit_which_is_reported_once(location: str) -> None:
    link = LINK.replace('"a"', f'"a"{location}')
    target = "http://a.example/" + "b" * 100_000
    occurrences, problems = _read(package(word(link * 100, ("a", "hyperlink", target))))
    used = [each for each in occurrences if each.reference.startswith(target) and each.element == "w:hyperlink"]
    assert limits.MAX_REPEATED < len(target) * len(used) <= 2 * limits.MAX_REPEATED
    assert [each.kind for each in problems] == ["expands-too-far"]
    others = package(word(link * 1000, ("a", "hyperlink", "http://a.example/" + "b" * 1000)))
    assert len(_read(others)[0]) >= 1000


def test_parts_beyond_the_limit_are_read_without_their_relationships(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "MAX_PACKAGE", 2000)
    parts = word(LINK + paragraph("http://b.example/" + "x" * 3000), EXTERNAL)
    occurrences, problems = _read(package(parts))
    assert sorted(each.reference[:17] for each in occurrences if "schemas" not in each.reference) == [
        "http://a.example/", "http://b.example/"
    ]  # fmt: skip
    assert [each.kind for each in problems] == ["too-large"]


def test_a_bomb_beside_the_text_does_not_cost_the_text() -> None:
    parts: dict[str, str | bytes] = {**word(LINK, EXTERNAL), "word/media/bomb.emf": bytes(2 * limits.MAX_EXPANSION)}
    for order in (list(parts), list(parts)[::-1]):
        occurrences, problems = _read(package(parts, order))
        assert [each.kind for each in problems] == ["expands-too-far"]
        if order[-1].endswith("emf"):
            assert [each.text for each in occurrences] == ["text"]


def test_a_paragraph_that_is_too_long_is_cut_and_said_to_be() -> None:
    body = (
        "<w:p>"
        + f"<w:r><w:t>{'x ' * 500}</w:t></w:r>" * (limits.MAX_UNIT // 1000)
        + "<w:r><w:t>http://a.example/</w:t></w:r></w:p>"
    )
    occurrences, problems = _read(package(word(body + paragraph("http://b.example/"))))
    assert [each.reference for each in occurrences] == ["http://a.example/", "http://b.example/"]
    assert [each.kind for each in problems] == ["content-too-long"]


def test_both_variants_of_the_kernels_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    data = word(BODY)["word/document.xml"].encode()
    found = []
    for tokenizer, compiled in product([xml.tokenizers[name] for name in xml.tokenizers], [True, False]):
        monkeypatch.setattr(xml, "Tokenizer", tokenizer)
        monkeypatch.setattr(scanner, "OfficeMarkup", load("uri_extract.formats.office._markup", compiled).OfficeMarkup)
        found.append(_scanned(data, 4096))
    assert all(each == found[0] for each in found)


def test_the_parts_of_other_archives_are_read_as_they_were() -> None:
    assert references(package({"a.xml": "<a>http://a.example/</a>", "_rels.txt": "http://b.example/"})) == [
        "http://a.example/", "http://b.example/"
    ]  # fmt: skip
