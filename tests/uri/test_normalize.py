"""The comparison ladder: RFC 3986 §6.2."""

from itertools import product

import pytest

from uri_extract.errors import InvalidReference, UriExtractError
from uri_extract.uri import _reference, equivalent, is_valid, normalize, parse, resolve
from uri_extract.uri._reference import LEVELS

from .generate import references

# Bases with a root: under "s:a" the first segment that ".." removes takes the missing slash with it (§5.2.4).
BASES = ("http://a/b/c/d;p?q", "http://a", "http://a/", "s:/", "s:/a/b", "s://h//a/b//")


def ladder(text):
    """Return the normal forms of all levels, each only if it differs from that of the level below."""
    forms = [normalize(text, level=level) for level in LEVELS]
    return [form for index, form in enumerate(forms) if index == 0 or form != forms[index - 1]]


def test_6_2_2_the_example():
    assert ladder("eXAMPLE://a/./b/../b/%63/%7bfoo%7d") == [
        "eXAMPLE://a/./b/../b/%63/%7bfoo%7d",
        "example://a/./b/../b/%63/%7Bfoo%7D",
        "example://a/./b/../b/c/%7Bfoo%7D",
        "example://a/b/c/%7Bfoo%7D",
    ]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/"),
        ("http://h%c3%A9.EX/%c3%A9?%aa#%bB", "http://h%C3%A9.ex/%C3%A9?%AA#%BB"),
        ("http://User:Pass@H/", "http://User:Pass@h/"),
        ("http://[2001:DB8::A]/", "http://[2001:db8::a]/"),
        ("http://[V1.A]/", "http://[v1.a]/"),
        ("//H/A", "//h/A"),
        ("Path", "Path"),
        ("MAILTO:A@B", "mailto:A@B"),
    ],
)
def test_6_2_2_1_case(text, form):
    assert normalize(text, level="case") == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("http://h/%7Euser/%41%5a%30%2D%2e%5F", "http://h/~user/AZ0-._"),
        ("http://%48.ex/%2F%3a%40%21%25%20", "http://h.ex/%2F%3A%40%21%25%20"),
        ("http://%75:%70@h/?%61#%62", "http://u:p@h/?a#b"),
        ("http://h/%2541", "http://h/%2541"),
    ],
)
def test_6_2_2_2_percent_encoding(text, form):
    assert normalize(text, level="percent") == form


def test_6_2_2_every_percent_encoding_is_decoded_or_has_capital_digits():
    unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    for high, low in product("0123456789ABCDEFabcdef", repeat=2):
        encoded, octet = f"%{high}{low}", chr(int(high + low, 16))
        capital = encoded.upper()
        assert normalize(f"s:/a{encoded}b", level="case") == f"s:/a{capital}b"
        decoded = octet if octet in unreserved else capital
        for form in (f"s:/a{encoded}b", f"s:/{encoded}%2F{encoded}x", f"s://h/?{encoded}#{encoded}"):
            for level in ("percent", "scheme"):
                assert normalize(form, level=level) == form.replace(encoded, decoded)


def test_6_2_2_2_each_edition_has_its_own_unreserved_set():
    text = "http://h/%21%24%2C%7E%2D"
    assert normalize(text, level="percent") == "http://h/%21%24%2C~-"
    assert normalize(text, level="percent", edition="rfc2396") == "http://h/!%24%2C~-"
    assert normalize(text, level="percent", edition="url-syntax-09") == "http://h/!$,~-"


def test_6_2_2_encoded_dots_are_dot_segments_at_level_path():
    assert resolve("http://h/a/", "%2e%2E/b") == "http://h/a/%2e%2E/b"
    assert ladder("http://h/a/%2e%2E/b") == [
        "http://h/a/%2e%2E/b",
        "http://h/a/%2E%2E/b",
        "http://h/a/../b",
        "http://h/b",
    ]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("http://h/a/./b/../c", "http://h/a/c"),
        ("http://h/../..//a/.", "http://h//a/"),
        ("s:/..//a", "s:/.//a"),
        ("s:a/..", "s:/"),
        ("//h/a/..", "//h/"),
        ("/a/../b", "/b"),
        ("/..//b", "/.//b"),
    ],
)
def test_6_2_2_3_dot_segments(text, form):
    assert normalize(text, level="path") == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("./foo/bar", "./foo/bar"),
        ("../foo/bar", "../foo/bar"),
        ("../../a/./b/../c", "../../a/c"),
        ("mid/content=5/../6", "mid/6"),
        ("a/../../b", "../b"),
        ("a/..", "./"),
        ("a/../", "./"),
        ("a/../b:c", "./b:c"),
        ("a/..//b", ".//b"),
        (".", "."),
        ("..", ".."),
        ("../..", "../.."),
        ("", ""),
    ],
)
def test_6_2_2_3_a_relative_path_keeps_its_leading_dots(text, form):
    assert normalize(text, level="path") == form


def test_6_2_2_3_a_relative_path_resolves_as_before():
    texts = [text for text in references(6223, 8000) if is_valid(text, "relative-ref")]
    assert len(texts) > 1000
    for text in texts:
        form = normalize(text, level="path")
        plain = normalize(text, level="percent")
        for base in BASES:
            assert resolve(base, form) == resolve(base, plain), (text, form, base)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("http://example.com", "http://example.com/"),
        ("http://example.com:/", "http://example.com/"),
        ("http://example.com:80/", "http://example.com/"),
        ("https://h:80?q#f", "https://h:80/?q#f"),
        ("wss://h:443", "wss://h/"),
        ("ftp://h:21", "ftp://h/"),
        ("foo://h:", "foo://h"),
        ("foo://h", "foo://h"),
        ("foo://h:00/", "foo://h:00/"),
        ("http://h:0/", "http://h:0/"),
        ("http:", "http:"),
        ("http://h?#", "http://h/?#"),
        ("file://localhost/etc", "file:///etc"),
        ("FILE://LOCALHOST/etc", "file:///etc"),
        ("file://localhost:1/etc", "file://localhost:1/etc"),
        ("mailto:Joe@Example.COM", "mailto:Joe@example.com"),
        ("mailto:A@B.C,D@E.%c3%A9?cc=X@Y", "mailto:A@b.c,D@e.%C3%A9?cc=X@Y"),
        ("mailto:Nobody", "mailto:Nobody"),
        ("URN:EXAMPLE:A:B", "urn:example:A:B"),
        ("urn:", "urn:"),
        ("urn:X?Y:Z#T", "urn:x?Y:Z#T"),
        ("//h:80/", "//h:80/"),
    ],
)
def test_6_2_3_schemes(text, form):
    assert normalize(text) == form


def test_6_2_3_a_port_is_compared_by_value():
    assert normalize("http://h:080/") == "http://h/"
    assert normalize("http://h:08080/") == "http://h:08080/"
    assert normalize(f"http://h:{'0' * 5000}80/") == "http://h/"


@pytest.mark.parametrize("edition", ["rfc3986", "rfc2396", "url-syntax-09"])
@pytest.mark.parametrize("level", LEVELS)
def test_normal_forms_are_valid_and_normal(level, edition):
    for text in references(62, 3000):
        if is_valid(text, edition=edition):
            form = normalize(text, level=level, edition=edition)
            assert is_valid(form, edition=edition), (text, form)
            assert normalize(form, level=level, edition=edition) == form, text


def test_each_level_includes_those_before_it():
    for text in filter(is_valid, references(63, 3000)):
        highest = normalize(text)
        for level in LEVELS:
            assert normalize(normalize(text, level=level)) == highest


@pytest.mark.parametrize("edition", ["rfc3986", "rfc2396", "url-syntax-09"])
@pytest.mark.parametrize("level", LEVELS)
def test_both_speeds_have_the_same_normal_form(level, edition):
    for text in references(64, 3000):
        if is_valid(text, edition=edition):
            form = normalize(text, level=level, edition=edition)
            assert _reference.normalize(text, level=level, edition=edition) == form, text


def test_an_empty_query_or_fragment_stays():
    for text in ("?", "#", "http://h/?", "http://h/#", "http://h/?#"):
        assert normalize(text) == text


def test_registries_of_the_older_editions_are_kept():
    assert normalize("http://A_b%7e/", level="scheme", edition="rfc2396") == "http://A_b~/"


def test_equivalent_at_each_level():
    a, b = "HTTP://H:80/%7ea/../b", "http://h/b"
    assert [equivalent(a, b, level=level) for level in LEVELS] == [False, False, False, False, True]
    assert equivalent(a, a, level="none")
    assert not equivalent("http://h/%2F", "http://h//")
    assert equivalent(parse(a), b)


def test_iris_equal_the_uris_they_map_to():
    assert equivalent("http://h/\xe9", "http://h/%C3%A9", level="case")
    assert equivalent("?\xe9", "?%c3%a9", level="case")
    assert not equivalent("http://h/\xe9", "http://h/%C3%A9", level="none")
    assert equivalent("http://h/\xe9", "http://h/\xe9", level="none")


def test_invalid_references_and_unknown_options_are_errors():
    for wrong in ("a b", "\xe9"):
        for level in LEVELS:
            with pytest.raises(InvalidReference):
                normalize(wrong, level=level)
    with pytest.raises(InvalidReference):
        equivalent("a", "a b")
    for options in ({"level": "all"}, {"edition": "rfc1738"}):
        with pytest.raises(UriExtractError):
            normalize("a", **options)
