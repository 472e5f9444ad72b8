"""A word before a colon is a scheme if the rest fits: every syntax, and every known scheme."""

import pytest

from uri_extract import extract_text
from uri_extract.uri import schemes
from uri_extract.uri.schemes import SCHEMES

# For each syntax: text that may follow the colon, and text that may not.
SHAPES = {
    schemes.HOST: ("//a.example/x", ["a.example", "/a.example", "//", "//.../", "///x"]),
    schemes.AUTHORITY: ("///c=GB?one", ["c=GB", "/c=GB", "//"]),
    schemes.SLASHES: ("//x!y", ["x", "/x", "//", "restart"]),
    schemes.PATH: ("/etc/motd", ["name", "etc/motd"]),
    schemes.MAILBOX: ("ada@example.org?subject=tea", ["ada", "@example.org", "ada@"]),
    schemes.ADDRESS: ("ada@example.org", ["ada", "sure", "@example.org"]),
    schemes.ENDPOINT: ("ada@example.org;user=phone", ["slowly", "and"]),
    schemes.NUMBER: ("+1-201-555-0123", ["none", "x1", "+"]),
    schemes.DIALLED: ("+1-201-555-0123", ["none", "x1", "+"]),
    schemes.NEWSGROUP: ("comp.lang.misc", ["today", "."]),
    schemes.NAMESPACE: ("isbn:0451450523", ["isbn", "i:1", ":x", "isbn:"]),
    schemes.MEDIA: ("text/plain;charset=utf-8,a%20b", ["text", "text/plain", "a;b"]),
    schemes.COORDINATES: ("37.78,-122.39", ["37.78", "metry", ",1"]),
    schemes.TAGGED: ("example.org,2004:x", ["sale", "example.org", "example.org,04:x"]),
    schemes.CONTENT_ID: ("part1@example.org", ["night", "@"]),
    schemes.QUERY: ("?xt=urn:btih:c12fe", ["ic", "?", "?xt"]),
    schemes.ACTION: ("echo123?call", ["echo123", "?call"]),
    schemes.NAMED: ("lccn/2002022641", ["desk", "/x", "lccn/"]),
    schemes.ENTITY: ("u/ada:a.example", ["u", "u/", "rows/3", "//a.example/x"]),
    schemes.DIGITS: ("1.3.6.1", ["13", "a.b", "1."]),
    schemes.DIGEST: ("sha-256-32;53269057", ["sha-256", ";5"]),
    schemes.KEY: ("175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W", ["price", "175tWpb8K1S7NmH4Zx6rewF"]),
    schemes.INNER: ("http://a.example/x", ["a.example", "x", "//x", "http:x"]),
    schemes.PAIRS: ("token=Store;object=key", ["token", "=Store", "token="]),
}


def found(text):
    return [each.reference for each in extract_text(text)]


def test_the_table_above_knows_every_shape():
    assert set(SHAPES) == {scheme.syntax for scheme in SCHEMES.values()}


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=lambda scheme: scheme.name)
def test_a_known_scheme_is_found_where_the_rest_fits(scheme):
    reference = f"{scheme.name}:{SHAPES[scheme.syntax][0]}"
    assert found(f"See {reference}, please.") == ([] if scheme.name == "fax" else [reference])
    assert found(f"See <{reference}>") == [reference]


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=lambda scheme: scheme.name)
def test_a_known_scheme_is_a_word_like_any_where_the_rest_does_not_fit(scheme):
    for rest in SHAPES[scheme.syntax][1]:
        assert found(f"See {scheme.name}:{rest} there.") == [], rest


@pytest.mark.parametrize("text", ["see data:, and", "<data:\t,<", "tel:\n \0 12", '"news:\n \0a@b.c'])
def test_a_scheme_with_nothing_after_it_is_not_a_reference(text):
    assert found(text) == []


def test_upper_case_is_the_same_scheme():
    for text in ("HTTP://A.EXAMPLE/", "MailTo:ada@example.org", "URN:isbn:0451450523", "TEL:+1-201"):
        assert found(f"({text})") == [text]


@pytest.mark.parametrize(
    "text",
    ["Tel:+1-201-555-0123", "TEL:+1-201-555-0123", "Fax:+1-201-555-0124", "FAX:555-0124", "fax:+1-201-555-0124",
     "fax:(201)", "modem:555-0125", "tel:112", "tel:555-0123", "tel:+49", "tel:+49 30 5550123", "tel:+49-30/5550123",
     "tel:+49 (30) 5550123", "tel:+1234567890123456", "sms:+1-201 555", "tel:555-0123;fax:555-0124"],
)  # fmt: skip
def test_a_word_before_a_number_in_white_space_is_its_label(text):
    assert found(text) == []
    assert found(f"Ring {text}, then go.") == []


@pytest.mark.parametrize("text", ["tel:112", "fax:555-0124", "TEL:+1-201-555-0123", "tel:+49"])
def test_a_number_in_brackets_in_quotes_or_after_url_has_a_scheme(text):
    for around in ("<{}>", '"{}"', "'{}'", "`{}`", "({})", "[ring]({})", "[{}]", "URL:{}", "href={}"):
        assert found(f"Ring {around.format(text)} then.") == [text]


@pytest.mark.parametrize("text", ["tel:+1-201-555-0123", "tel:+4930123456", "sms:+1.201.555.0123", "tel:+1(201)5550123",
                                  "tel:555;phone-context=+1", "tel:+1-201-555-0123;ext=5"])  # fmt: skip
def test_a_whole_global_number_and_one_with_parameters_have_a_scheme(text):
    for after in ("", ".", ", or", " or 5", "\n5"):
        assert found(f"Ring {text}{after}") == [text]


@pytest.mark.parametrize(
    "text",
    [
        "note:this",
        "std::vector",
        "12:30",
        "C:\\x",
        "http:x",
        "a:b",
        "ratio 3:4",
        "x:y:z",
        "Re:",
        "TODO:fix//this",
        "::",
    ],
)
def test_a_colon_alone_makes_no_reference(text):
    assert found(text) == []


@pytest.mark.parametrize("rest", ["//a.example", "//a.example:80/x", "//[::1]/", "//user@host/"])
def test_two_slashes_and_an_authority_make_one_of_any_scheme_in_angle_brackets(rest):
    assert found(f"<nobody-knows:{rest}>") == [f"nobody-knows:{rest}"]
    assert found(f"<URL:nobody-knows:{rest}>") == [f"nobody-knows:{rest}"]


def test_after_the_prefix_any_scheme_is_one():
    assert found("<URL:nobody-knows:this>") == ["nobody-knows:this"]
    assert found("<nobody-knows:this>") == []


def test_two_slashes_may_follow_a_scheme_that_has_a_syntax_without_them():
    text = "Open spotify://album/27ftYH or tel://+15555550123, not mailto://ada, urn:// or tel://."
    assert found(text) == ["spotify://album/27ftYH", "tel://+15555550123"]
