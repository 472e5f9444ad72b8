"""URIReference and parse(): RFC 3986 §3 and §4, and convenience methods."""

import copy
import enum
import pickle
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract.errors import InvalidReference, UriExtractError
from uri_extract.uri import URIReference, equivalent, invalidity, is_uri, is_valid, normalize, parse

from .generate import FAULTS, references

NAMES = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")


def test_a_name_of_urllib_has_a_hint():
    with pytest.raises(AttributeError, match=r"has no attribute 'hostname' \(did you mean 'host'\?\)"):
        parse("http://a.example/").hostname  # noqa: B018


@pytest.mark.parametrize("function", [parse, normalize, invalidity])
def test_the_error_for_an_iri_has_a_hint(function):
    def message(text):
        try:
            return str(function(text))
        except InvalidReference as error:
            return str(error)

    assert message("http://m\xfcller.example/").endswith(
        "; with rule='IRI-reference', parse() reads it as an IRI (RFC 3987)"
    )
    assert "IRI" not in message("http://m\xfcller.example/a b")


@pytest.mark.parametrize(
    "text", ["http://a.example/", "a:", "a.example/b", "../b", "", "a b", "a:[", "1a:b", "http://\xfc/"]
)
def test_is_uri_is_the_rule_of_uris(text):
    assert is_uri(text) is is_valid(text, "URI")


def components(text, **options):
    reference = parse(text, **options)
    return {name: getattr(reference, name) for name in NAMES if getattr(reference, name) is not None}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ftp://ftp.is.co.za/rfc/rfc1808.txt", "ftp|ftp.is.co.za|-|ftp.is.co.za|-|/rfc/rfc1808.txt|-|-"),
        (
            "ldap://[2001:db8::7]/c=GB?objectClass?one",
            "ldap|[2001:db8::7]|-|[2001:db8::7]|-|/c=GB|objectClass?one|-",
        ),
        ("mailto:John.Doe@example.com", "mailto|-|-|-|-|John.Doe@example.com|-|-"),
        ("news:comp.infosystems.www.servers.unix", "news|-|-|-|-|comp.infosystems.www.servers.unix|-|-"),
        ("tel:+1-816-555-1212", "tel|-|-|-|-|+1-816-555-1212|-|-"),
        ("telnet://192.0.2.16:80/", "telnet|192.0.2.16:80|-|192.0.2.16|80|/|-|-"),
        (
            "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
            "urn|-|-|-|-|oasis:names:specification:docbook:dtd:xml:4.1.2|-|-",
        ),
    ],
)
def test_1_1_2_examples(text, expected):
    reference = parse(text, rule="URI")
    assert [getattr(reference, name) for name in NAMES] == [None if c == "-" else c for c in expected.split("|")]


def test_3_five_components():
    assert components("foo://example.com:8042/over/there?name=ferret#nose") == {
        "scheme": "foo",
        "authority": "example.com:8042",
        "host": "example.com",
        "port": "8042",
        "path": "/over/there",
        "query": "name=ferret",
        "fragment": "nose",
    }
    assert components("urn:example:animal:ferret:nose") == {
        "scheme": "urn",
        "path": "example:animal:ferret:nose",
    }


@pytest.mark.parametrize("text", ["http://u:p@h:/?#", "//@:", "?", "#", "", "//", "s:", "s:///", "a//b"])
def test_undefined_is_none_and_empty_is_empty(text):
    found = components(text)
    assert ("query" in found) == ("?" in text)
    assert ("fragment" in found) == ("#" in text)
    assert ("authority" in found) == (text.partition(":")[2].startswith("//") or text.startswith("//"))
    assert found["path"] is not None
    assert str(parse(text)) == text


def test_3_2_1_userinfo_ends_at_the_only_at_sign():
    assert components("http://a:b:c@h:1/")["userinfo"] == "a:b:c"
    assert not is_valid("http://a@b@h/")


@given(st.text(st.sampled_from(sorted(set(FAULTS + "abc012"))), max_size=30))
def test_every_string_parses_or_says_why_not(text):
    error = invalidity(text)
    assert is_valid(text) is (error is None)
    if error is None:
        assert str(parse(text)) == text
        return
    assert error.component in NAMES
    assert 0 <= error.position <= len(text)
    assert error.reason
    assert error.text == text
    with pytest.raises(InvalidReference) as caught:
        parse(text)
    assert caught.value.args == error.args


@given(st.text(max_size=40), st.sampled_from(["URI", "IRI", "IRI-reference", "absolute-URI", "relative-ref"]))
def test_every_rule_explains_what_it_refuses(text, rule):
    assert (invalidity(text, rule=rule) is None) == is_valid(text, rule)


@pytest.mark.parametrize("edition", ["rfc3986", "rfc2396", "url-syntax-09"])
def test_recomposed_components_are_the_reference(edition):
    for text in references(53, 3000):
        if not is_valid(text, edition=edition):
            continue
        reference = parse(text, edition=edition)
        again = "" if reference.scheme is None else f"{reference.scheme}:"
        again += "" if reference.authority is None else f"//{reference.authority}"
        again += reference.path
        again += "" if reference.query is None else f"?{reference.query}"
        again += "" if reference.fragment is None else f"#{reference.fragment}"
        assert again == text
        if reference.host is not None:
            authority = "" if reference.userinfo is None else f"{reference.userinfo}@"
            authority += reference.host
            authority += "" if reference.port is None else f":{reference.port}"
            assert authority == reference.authority


def test_a_reference_equals_hashes_and_sorts_as_its_string():
    texts = ["http://b/", "http://a/", "a", "HTTP://a/"]
    assert [str(reference) for reference in sorted(map(parse, texts))] == sorted(texts)
    assert parse("http://a/") == parse("http://a/") == "http://a/"
    assert parse("http://a/") != parse("HTTP://a/")
    assert parse("a") != 1
    assert {parse("a"), "a", parse("b")} == {"a", "b"}
    assert parse("a") <= parse("a") < parse("b")
    with pytest.raises(TypeError):
        _ = parse("a") < "b"


def test_a_reference_is_immutable():
    with pytest.raises(AttributeError):
        parse("a").path = "b"
    with pytest.raises(AttributeError):
        parse("a").other = "b"


@pytest.mark.parametrize("edition", ["rfc3986", "rfc2396", "url-syntax-09"])
def test_a_reference_is_pickled_and_copied(edition):
    reference = parse("http://u@h:1/p?q#f", edition=edition)
    for again in (pickle.loads(pickle.dumps(reference)), copy.copy(reference), copy.deepcopy(reference)):
        assert again == reference
        assert again.edition == edition
        assert again.host == "h"
    iri = parse("http://\xe9/", rule="IRI")
    assert pickle.loads(pickle.dumps(iri)) == iri


def test_a_reference_is_matched_by_its_components():
    match parse("http://h/p?q#f"):
        case URIReference("http", authority, path, query, fragment):
            assert (authority, path, query, fragment) == ("h", "/p", "q", "f")
        case _:
            pytest.fail("it did not match")


def test_the_class_parses_too():
    assert URIReference("a?b").query == "b"
    with pytest.raises(InvalidReference):
        URIReference("a b")


def test_7_5_a_password_is_never_shown():
    reference = parse("http://user:secret@h/secret")
    assert reference.masked() == "http://user:***@h/secret"
    assert repr(reference) == "URIReference('http://user:***@h/secret')"
    for text in ("http://user@h/", "http://user:@h/", "http://h/", "a"):
        assert parse(text).masked() == text


@pytest.mark.parametrize(
    ("text", "segments"),
    [
        ("", ()),
        ("/", ("",)),
        ("/a/b", ("a", "b")),
        ("a/b/", ("a", "b", "")),
        ("http://h", ()),
        ("//h//a", ("", "a")),
    ],
)
def test_3_3_segments(text, segments):
    assert parse(text).segments == segments


def test_3_4_query_pairs():
    reference = parse("?a=1&b=%C3%A9+x&c&=d&&e=f=g&h=&%ff=%zz".replace("%zz", "%25"))
    assert reference.query_pairs() == (
        ("a", "1"),
        ("b", "\xe9 x"),
        ("c", None),
        ("", "d"),
        ("e", "f=g"),
        ("h", ""),
        ("\ufffd", "%"),
    )
    assert parse("a").query_pairs() == parse("?").query_pairs() == ()


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("HTTPS://u:p@Example.ORG:443/a?b#c", "https://example.org"),
        ("http://h:8080", "http://h:8080"),
        ("http://h:/", "http://h"),
        ("mailto:a@b", None),
        ("//h/", None),
        ("file:///a", None),
    ],
)
def test_origin(text, origin):
    assert parse(text).origin == origin


def test_4_2_and_4_3_relative_and_absolute():
    kinds = {text: (parse(text).is_absolute, parse(text).is_relative) for text in ("s:a", "s:a#f", "a", "//h")}
    assert kinds == {"s:a": (True, False), "s:a#f": (False, False), "a": (False, True), "//h": (False, True)}


@pytest.mark.parametrize(
    ("reference", "same"),
    [
        ("", True),
        ("#s", True),
        ("d;p?q", True),
        ("http://a/b/c/d;p?q#x", True),
        ("d;p", False),
        ("?y", False),
    ],
)
def test_4_4_same_document(reference, same):
    assert parse(reference).is_same_document("http://a/b/c/d;p?q#f") is same
    assert parse(reference).is_same_document(parse("http://a/b/c/d;p?q")) is same


def test_one_component_is_replaced():
    reference = parse("http://u@h:1/p?q#f")
    assert reference.with_fragment(None) == "http://u@h:1/p?q"
    assert reference.with_query(None) == "http://u@h:1/p#f"
    assert reference.with_query("") == "http://u@h:1/p?#f"
    assert reference.with_path("") == "http://u@h:1?q#f"
    assert reference.with_scheme(None) == "//u@h:1/p?q#f"
    assert reference.with_authority(None) == "http:/p?q#f"
    assert reference.with_authority("[::1]").host == "[::1]"
    assert str(reference) == "http://u@h:1/p?q#f"


@pytest.mark.parametrize(
    ("text", "method", "value"),
    [
        ("http://h/p", "with_path", "p"),
        ("http:/p", "with_path", "//h/p"),
        ("/p", "with_path", "a:b"),
        ("http://h//p", "with_authority", None),
        ("s:a:b", "with_scheme", None),
        ("a", "with_query", "b#c"),
        ("a", "with_path", "a?b"),
        ("a", "with_fragment", "\xe9"),
        ("a", "with_scheme", ""),
        ("a", "with_scheme", "1"),
    ],
)
def test_a_component_is_never_taken_for_another(text, method, value):
    with pytest.raises(InvalidReference):
        getattr(parse(text), method)(value)


def test_iris_are_parsed_by_their_own_rule():
    reference = parse("http://\xe9/\u20ac", rule="IRI")
    assert (reference.host, reference.path) == ("\xe9", "/\u20ac")
    assert reference.with_fragment("\xfc") == "http://\xe9/\u20ac#\xfc"
    with pytest.raises(InvalidReference):
        parse("http://\xe9/")


def test_one_except_catches_all():
    with pytest.raises(UriExtractError):
        parse("a b")
    with pytest.raises(ValueError, match="path at character 1"):
        parse("a b")


def test_a_member_of_an_enumeration_is_read_as_its_value():
    class Site(str, enum.Enum):  # noqa: UP042 - str() of a StrEnum is its value
        HOME = "http://h/p"

    reference = parse(Site.HOME)
    assert (str(reference), reference.host, reference.path) == ("http://h/p", "h", "/p")
    assert normalize(Site.HOME) == "http://h/p"
    assert equivalent(Site.HOME, "HTTP://h/p")


def test_components_may_be_of_subclasses_of_str():
    class Text(str):
        __slots__ = ()

    assert parse("s:a").with_path(Text("b")).with_fragment(Text("c")) == "s:b#c"


def test_public_names_and_types_are_those_of_the_public_module():
    assert (URIReference.__module__, URIReference.__qualname__) == ("uri_extract.uri._reference", "URIReference")
    assert pickle.loads(pickle.dumps(URIReference)) is URIReference
    assert typing.get_type_hints(parse) == {"text": str, "rule": str, "edition": str, "return": URIReference}
