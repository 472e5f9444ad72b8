"""The conformance cases in a folder next to the repository, if it is there."""

import json
import re
from pathlib import Path

import pytest

from uri_extract import pattern
from uri_extract.uri import is_valid, normalize, parse, resolve

CASES = Path(__file__).parents[3] / "shared" / "cases" / "uri"
EDITIONS = ("rfc3986", "rfc2396", "url-syntax-09")


def cases(prefix):
    for path in sorted(CASES.glob(f"{prefix}.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if case.get("class", "clear") == "clear":
                yield case


@pytest.fixture(autouse=True)
def _there():
    if not CASES.is_dir():
        pytest.skip("the cases are not here")


@pytest.mark.parametrize("prefix", ["validity-*", "hostile", "dialect-validity"])
def test_validity_and_components(prefix):
    count = 0
    for case in cases(prefix):
        for key, rule in (
            ("valid_uri", "URI"),
            ("valid_reference", "URI-reference"),
            ("valid_iri", "IRI"),
            ("valid_iri_reference", "IRI-reference"),
        ):
            wanted = case.get(key)
            for edition, valid in (wanted if isinstance(wanted, dict) else {"rfc3986": wanted}).items():
                if edition in EDITIONS and valid is not None:
                    assert is_valid(case["input"], rule, edition=edition) is valid, case
                    matches = re.fullmatch(pattern(rule, edition=edition), case["input"])
                    assert (matches is not None) is valid, case
                    count += 1
        if case.get("components") and case.get("valid_reference") is True:
            reference = parse(case["input"])
            for name, value in case["components"].items():
                assert name == "host_type" or getattr(reference, name) == value, case
    assert count > 100


@pytest.mark.parametrize("prefix", ["resolve-*", "hostile-resolve", "dialect-resolve"])
def test_resolution(prefix):
    for case in cases(prefix):
        expected, edition = case.get("guarded") or case["expected"], case.get("dialect", "rfc3986")
        if expected is None or edition not in EDITIONS:
            continue
        excess_dots = case.get("excess_dots") if edition != "rfc3986" else None
        options = {"strict": case["strict"], "edition": edition, "excess_dots": excess_dots}
        assert resolve(case["base"], case["reference"], **options) == expected, case


def test_resolution_where_a_decision_was_needed():
    for path in sorted(CASES.glob("resolve*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if case.get("guarded") and is_valid(case["base"], "URI"):
                assert resolve(case["base"], case["reference"], strict=case["strict"]) == case["guarded"], case


def test_normalisation():
    for case in cases("normalize-*"):
        assert normalize(case["input"], level=case["level"]) == case["expected"], case


def test_normal_forms_of_hostile_references():
    for case in cases("hostile"):
        # For some schemes an empty path equals "/"; the cases assume that for all, so only http is compared.
        if case.get("normalized") and case["input"].lower().startswith("http"):
            assert normalize(case["input"]) == case["normalized"], case
