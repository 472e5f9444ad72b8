"""The URL parser against the cases of web-platform-tests, if they were fetched."""

import json

import pytest
from tests.oracles import folder

from uri_extract import browses_to

FOLDER = folder("web-platform-tests-url")
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="`python -m tests.oracles` fetches the cases")

# "|" and "^" in a path: the cases are of 2023. Since then the standard encodes "^", and Chromium encodes both.
OTHER_OCTETS = str.maketrans({"|": "%7C", "^": "%5E"})


def cases(name):
    return [each for each in json.loads((FOLDER / name).read_bytes()) if isinstance(each, dict)]


def path_as_chromium_has_it(url):
    if url is None or not url.partition(":")[2].startswith("//"):
        return url
    before, question_mark, after = url.partition("?")
    before, number_sign, fragment = before.partition("#")
    return before.translate(OTHER_OCTETS) + number_sign + fragment + question_mark + after


def host_is_written_in_ascii_and_is_no_a_label(case):
    """Chromium accepts such a host as written; the standard requires valid A-labels."""
    return case.get("failure") and "xn--" in case["input"].lower()


def test_urls_are_parsed_as_the_standard_says():
    compared = 0
    for case in cases("urltestdata.json"):
        if case.get("base") == "about:blank" or host_is_written_in_ascii_and_is_no_a_label(case):
            continue
        expected = None if case.get("failure") else case["href"]
        if "\ud800" in case["input"]:  # surrogate halves that JSON escapes one by one
            continue
        found = browses_to(case["input"], case.get("base"))
        assert found in (expected, path_as_chromium_has_it(expected)), case
        compared += 1
    assert compared > 550


def test_hosts_beyond_ascii_are_mapped_as_the_standard_says():
    compared = 0
    for case in cases("toascii.json"):
        if case["output"] is not None:
            assert browses_to(f"https://{case['input']}/x") == f"https://{case['output']}/x", case
            compared += 1
    assert compared > 20
