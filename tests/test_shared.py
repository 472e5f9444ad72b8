"""Specifications, labelled snippets and real files in a folder next to the repository, if it is there."""

import collections
import json
import random
import runpy
from pathlib import Path

import pytest

from uri_extract import extract_text
from uri_extract.formats import TextScanner
from uri_extract.scan import kernels, wrap_signs
from uri_extract.text.options import ScanOptions

SHARED = Path(__file__).parent.parent.parent / "shared"

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")


# -- the example of RFC 2396 Appendix E, RFC 3986 Appendix C ------------------------------------------------------


@pytest.mark.parametrize("name", ["rfc3986-draft07.txt", "rfc2396.txt"])
def test_the_example_gives_its_three_references(name):
    text = (SHARED / "seeds" / name).read_text("utf-8")
    begin = text.index("Yes, Jim, I found it under")
    middle = text.index("contains the URI references", begin)
    listed = text[middle:].split()[4:7]
    found = list(extract_text(text[begin:middle]))
    assert [each.reference for each in found] == listed
    assert len(listed) == 3
    assert [each.delimiter for each in found] == ["quote", "angle", "angle"]
    assert [each.wrapped for each in found] == [None, "space", "space"]


def test_the_example_of_1997_gives_what_its_transmission_left():
    # In that file the text in angle brackets is missing, and the references are listed after it.
    text = (SHARED / "seeds" / "draft-fielding-url-syntax-09.txt").read_text("utf-8")
    begin = text.index("Yes, Jim, I found it under")
    end = text.index("F. Abbreviated URLs", begin)
    quoted, *listed = extract_text(text[begin:end])
    assert (quoted.reference, quoted.delimiter) == ("http://www.w3.org/Addressing/", "quote")
    assert [each.reference for each in listed] == text[begin:end].split("contains the URL references")[1].split()


# -- labelled snippets --------------------------------------------------------------------------------------------


def scores(name):
    """Return the fraction of exact snippets among the certain ones, and F1 of the multisets of references."""
    hit = wanted = got = right = cases = 0
    for line in (SHARED / "cases" / "extract" / f"{name}.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        if case.get("doubt"):
            continue
        key = "expected_schemed" if case.get("complete") and "expected_schemed" in case else "expected"
        want = collections.Counter(case[key])
        have = collections.Counter(each.reference for each in extract_text(case["input"]))
        cases += 1
        right += want == have
        hit += (want & have).total()
        wanted += want.total()
        got += have.total()
    return {"whole": right / cases, "f1": 2 * hit / (wanted + got) if wanted + got else 1.0}


@pytest.mark.parametrize(
    ("name", "measure", "floor"),
    [
        ("peers-uri-core-consensus", "whole", 0.99),
        ("peers-uri-wrapped", "whole", 1.0),
        ("peers-uri-iri-consensus", "whole", 0.9),  # one peer accepts "comテスト" as a top-level label
        # Three are references here: any scheme before "//", and userinfo with "@" as browsers read it.
        ("peers-neg-grammar", "whole", 0.86),
        ("peers-neg-policy", "whole", 1.0),
        ("gold-rfc_xml_pairs", "whole", 0.999),
        ("gold-random_eol", "f1", 0.99),
        ("gold-text", "f1", 0.99),
        ("gold-mail", "f1", 0.98),
        ("auto-wraps", "whole", 0.965),
    ],
)
def test_a_score_does_not_fall(name, measure, floor):
    assert scores(name)[measure] >= floor


def test_the_alternates_of_doubtful_snippets_have_the_reading_that_was_meant():
    right = cases = 0
    for name in ("gold-text", "gold-mail"):
        path = SHARED / "cases" / "extract" / f"{name}.jsonl"
        for line in path.read_text("utf-8").splitlines():
            case = json.loads(line)
            if case.get("doubt"):
                found = list(extract_text(case["input"]))
                readings = {reading for each in found for reading in (each.reference, *each.alternates)}
                right += all(meant in readings for meant in case["expected"])
                cases += 1
    assert cases
    assert right / cases >= 0.85


def test_the_weights_of_wraps_decide_the_places_of_other_archives():
    # The weights come from these places and those of the archives in corpora/archives.toml.
    script = runpy.run_path(str(Path(__file__).parent.parent / "corpora" / "derive_wraps.py"))
    with (SHARED / "facts" / "wraps.jsonl").open(encoding="utf-8") as lines:
        rows = list(script["places"](lines))
    weights = [wrap_signs.START, *(sign.weight for sign in wrap_signs.SIGNS.values())]
    answers = [script["goes_on"](row, weights) for row in rows]
    right = sum(answer and row.joins for answer, row in zip(answers, rows, strict=True))
    assert right / sum(answers) >= 0.985
    assert right / sum(row.joins for row in rows) >= 0.965


# -- real files ---------------------------------------------------------------------------------------------------


def some_files():
    """Return a few files of every folder, the same in each run, without the largest."""
    dice = random.Random(1)
    files = [
        path for top in ("text", "mail") for path in sorted((SHARED / "corpora" / top).rglob("*")) if path.is_file()
    ]
    files = [path for path in files if 0 < path.stat().st_size < 300_000]
    return dice.sample(files, min(150, len(files)))


def scan(data, kernel, size):
    scanner = TextScanner(ScanOptions(kernel=kernels[kernel]))
    found = [each for start in range(0, len(data), size) for each in scanner.feed(data[start : start + size])]
    return found + scanner.close()


def test_chunks_make_no_difference_to_real_files():
    kernel = next(iter(kernels))
    files = some_files() if kernel == "compiled" else some_files()[:8]
    found = 0
    for path in files:
        data = path.read_bytes()
        whole = scan(data, kernel, len(data))
        found += len(whole)
        for size in (64, 4096):
            assert scan(data, kernel, size) == whole, (path, size)
    assert found > len(files)


@pytest.mark.skipif("compiled" not in kernels, reason="one kernel alone")
def test_the_kernels_find_the_same_in_real_files():
    for path in some_files()[:15]:
        data = path.read_bytes()[:100_000]
        assert scan(data, "compiled", len(data)) == scan(data, "interpreted", len(data)), path


def test_lines_and_occurrences_say_the_same_of_real_files():
    for path in some_files()[: 150 if "compiled" in kernels else 5]:
        data = path.read_bytes()
        scanner = TextScanner()
        lines = scanner.read(data).lines() + scanner.read(b"", final=True).lines()
        said = [each.target or each.reference for each in scan(data, next(iter(kernels)), len(data))]
        assert lines.decode("utf-8", "surrogateescape").split("\n") == [*said, ""], path
