"""The URL parser: targets as browsers have them (URL Standard §4.4)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract import browses_to, extract_text, parse
from uri_extract.rows.bases import resolves_alike
from uri_extract.uri import is_valid, normalize, resolve
from uri_extract.uri.iri import to_uri
from uri_extract.uri.url_parser import target

from .generate import references
from .kernels import variants_of


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


KERNELS, NAMES = variants_of("uri_extract.uri._kernel")


@pytest.mark.parametrize("variant", NAMES)
def test_a_reference_that_percent_encoding_makes_a_uri_has_the_target_of_the_general_road(variant):
    dice = random.Random(3986)
    begins = ["", "http://a.example/", "https://a-b.example/", "http://A.example/", "http://a.example:80/"]
    begins += ["http://1.2.3/", "http://a.example?", "mailto:", "/", "../", "//h.example/", "?", "#", "http:/"]
    parts = (*"aB/?# .'\"<|{[\\\xfc\u2013\ue000\ud800\udc80&=:@%\t^`;\x7f", "%20", "%2e", "..")
    bases = [
        base for base in ("http://b.example/c/d?e#f", "http://b.example/", "HTTP://B.example/") if resolves_alike(base)
    ]
    assert len(bases) == 2
    repairs = iris = 0
    for _ in range(20_000):
        reference = dice.choice(begins) + "".join(dice.choices(parts, k=dice.randrange(1, 6)))
        found = KERNELS[variant].repaired(reference)
        if found is not None:
            repairs += 1
            assert not is_valid(reference)
            assert [resolve(base, found) for base in bases] == [target(reference, base) for base in bases], reference
            if is_valid(reference, "IRI-reference"):
                iris += 1
                uri = to_uri(reference, host="percent")
                assert [resolve(base, found) for base in bases] == [resolve(base, uri) for base in bases], reference
    assert repairs > 1000
    assert iris > 100


# Irregular references, and their URLs by the URL Standard; Chromium and the standard's tests agree.
BROWSED = [
    ("http://0x7f.0.0.1/", "http://127.0.0.1/"),
    ("http://0177.1/", "http://127.0.0.1/"),
    ("http://2130706433", "http://127.0.0.1/"),
    ("http://0x7F000001:80/", "http://127.0.0.1/"),
    ("http://127.1./", "http://127.0.0.1/"),
    ("http://\uff10\uff38\uff17\uff46.1/", "http://127.0.0.1/"),
    ("http://%30x7f.1/", "http://127.0.0.1/"),
    ("http://09.1.1.1/", None),
    ("http://4294967296/", None),
    ("http://\uff45xample\uff0eorg/", "http://example.org/"),
    ("http://example\u3002org/", "http://example.org/"),
    ("http://ex\u200b\u2060\xad\ufeffample.org/", "http://example.org/"),
    ("http://%65xample.org/", "http://example.org/"),
    ("http://\u0430\u0440\u0440\u04cf\u0435.example/", "http://xn--80ak6aa92e.example/"),
    ("http://\u2109.example/", "http://xn--f-0ca.example/"),  # a degree sign and "F", which is "f"
    ("http://\u2100.example/", None),  # "a/c"
    *((f"http://a{each}b.example/", None) for each in "\x80\u2028\u200e\ue000\ufffd\ufffe\ufdd0\U0001ffff"),
    ("http://\u0301a.example/", None),
    ("x://@/", None),
    ("x://:/", None),
    ("x://:80/", None),
    ("x:///a", "x:///a"),
    ("http://good.example\\@evil.example/", "http://good.example/@evil.example/"),
    ("http://good.example@evil.example/", "http://good.example@evil.example/"),
    ("ht\ntp://a.ex\tample/\n", "http://a.example/"),
    ("https:evil.example", "https://evil.example/"),
    ("http:///evil.example/", "http://evil.example/"),
    ("javascript:alert(1)", "javascript:alert(1)"),
    ("http://a b.example/", None),
    ("/a", None),
]


@pytest.mark.parametrize(("reference", "url"), BROWSED)
def test_irregular_urls_are_parsed_as_in_a_browser(reference, url):
    assert browses_to(reference) == url


def test_a_record_says_where_a_browser_goes_with_its_base():
    text = r"""<a href="\\evil.example\x">a</a> <a href="b">c</a> <a href="http://0x7f.1/">d</a>"""
    found = [*extract_text(text, media_type="text/html", base="https://a.example/")]
    urls = ["https://evil.example/x", "https://a.example/b", "http://127.0.0.1/"]
    assert [each.browses_to for each in found] == urls
    assert [each.browses_to for each in extract_text("www.a.example/x", suffix=True)] == ["http://www.a.example/x"]


@given(st.text(st.sampled_from("htp:/\\\t.@%0x7f1[]?#\u3002\uff10\u200b\ud800\u0430 ")) | st.text())
def test_no_string_makes_it_raise(text):
    for reference in (text, f"http://{text}"):
        url = browses_to(reference, "https://a.example/")
        assert url is None or browses_to(url) == url


@pytest.mark.parametrize(
    ("reference", "base", "url"),
    [
        ("http://a.example/\ud800?\udcff#\ud801", None, "http://a.example/%EF%BF%BD?%EF%BF%BD#%EF%BF%BD"),
        ("http://a.example/?\ud83d\ude00", None, "http://a.example/?%F0%9F%98%80"),
        ("x", "http://a.example/\ud800/", "http://a.example/%EF%BF%BD/x"),
        ("http://\ud800.example/", None, None),
    ],
)
def test_a_surrogate_alone_is_a_replacement_character(reference, base, url):
    assert browses_to(reference, base) == url


def test_a_browser_goes_to_references_that_were_parsed_too():
    assert browses_to(parse("../b"), parse("http://a.example/c/d")) == "http://a.example/b"


@pytest.mark.parametrize("arguments", [(b"http://a.example/",), (None,), ("x", 3)])
def test_an_argument_of_another_type_is_a_type_error(arguments):
    with pytest.raises(TypeError, match="reference must be a str or a URIReference, not"):
        browses_to(*arguments)
