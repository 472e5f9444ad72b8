"""The URL parser: targets as browsers have them (URL Standard §4.4)."""

import time

import pytest

from uri_extract.uri import is_valid, normalize, resolve
from uri_extract.uri.url_parser import target

from .generate import references


def test_a_vertical_bar_in_a_path_is_percent_encoded():
    assert target("/a|b?c|d#e|f", "http://h.example/") == "http://h.example/a%7Cb?c|d#e|f"


@pytest.mark.parametrize("scheme", ["ws", "wss"])
def test_queries_of_web_sockets_are_in_utf_8_whatever_the_document_is_in(scheme):
    assert target(f"{scheme}://h.example/?\u00e9 ", None, "cp1252") == f"{scheme}://h.example/?%C3%A9"
    assert target("?\u00e9", f"{scheme}://h.example/", "cp1252") == f"{scheme}://h.example/?%C3%A9"
    assert target("http://h.example/?\u00e9", None, "cp1252") == "http://h.example/?%E9"


@pytest.mark.parametrize("base", ["http://h.example/d/e?q", "http://h.example", "foo://h.example/d/../e"])
def test_valid_relative_references_have_the_same_target_by_the_url_standard_and_by_rfc_3986(base):
    compared = 0
    for reference in references(3986, 3000):
        if not is_valid(reference, "relative-ref") or reference.startswith("//") or "%" in reference:
            continue
        found = target(reference, base)
        assert normalize(found) == normalize(resolve(base, reference)), reference
        compared += 1
    assert compared > 100


def test_the_target_of_an_invalid_reference_is_made_in_linear_time():
    shapes = ("a|", "../", "%", "[", "a b/", "\u00e9", ":@", "\\")
    for shape in shapes:
        times = []
        for size in (20_000, 80_000):
            begin = time.process_time()
            target(shape * (size // len(shape)), "http://h.example/d/")
            times.append(time.process_time() - begin)
        assert times[1] < 12 * max(times[0], 0.005), shape
