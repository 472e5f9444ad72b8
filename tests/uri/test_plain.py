"""Plain references: the fast path has the same results as the complete checks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract.uri import hazards, is_valid, resolve, signs
from uri_extract.uri._hazards import hazards_by_signs

from .generate import references, strings
from .kernels import variants_of

_KERNELS, PARAMETERS = variants_of("uri_extract.uri._kernel")
VARIANTS = {name: kernel.is_plain for name, kernel in _KERNELS.items() if kernel}
SIGNS = {name: kernel.signs_of for name, kernel in _KERNELS.items() if kernel}

VARIANTS_OF_HAZARDS, OF_HAZARDS = variants_of("uri_extract.uri._hazards")

#: Fragments for which hazards look.
PIECES = [
    *(
        "http:",
        "x:",
        "//",
        "/",
        "a",
        "A.b",
        "0x7f",
        "1.2.3.4",
        "1.2.a",
        "1.0x2",
        "3c.",
        "xn--pple-43d",
        "--",
        "u@",
        "u:p@",
        ":",
        ":0",
        ":25",
        ":80",
    ),
    *(":443", ":1023", ":1024", ":3306", ":8080", ":65535", ":99999", ":123456", "%", "%1F", "%20", "%5c", "%5B"),
    *("%7f", "%7E", "\\", ".", "..", "/.", "/..", "/.x", "?", "#", "[::1]", "é", "\u0430", "a" * 254, " ", "\n"),
]


#: Fragments of references beyond ASCII, and of scripts.
MORE = [
    *("javascript:", "data:text/html,", "\u200b", "\u202e", "\uff21", "%E2%80%AE", "http%3A//b.c", "?u=http://b.c"),
    *("www.google.com", "\ue000", "cnn.example@", "%41", "日本", "xn--9ca"),
]


def said(text):
    relative = is_valid(text, "relative-ref")
    if not (relative or is_valid(text, "URI")) or hazards(text):
        return 0
    return 1 if relative else 2 if resolve("any:", text) == text else 0


@pytest.mark.parametrize("variant", PARAMETERS)
@given(text=st.lists(st.sampled_from(PIECES), max_size=7).map("".join))
def test_the_fast_path_accepts_only_references_without_errors_and_hazards(variant, text):
    assert VARIANTS[variant](text) in (0, said(text))


@given(text=st.lists(st.sampled_from([*PIECES, *MORE]), max_size=7).map("".join))
def test_hazards_are_those_of_a_reference_that_has_all_signs(text):
    found = hazards(text)
    assert [(each, each.sentence) for each in found] == [(each, each.sentence) for each in hazards_by_signs(text, -1)]


def test_every_octet_and_every_port_has_the_hazards_of_a_reference_that_has_all_signs():
    forms = ("http://a.example/x{}y", "http://a.example/?x{}", "http://a.example/#{}", "x:{}", "{}", "http://u{}@h/")
    octets = [each for octet in range(256) for each in (f"%{octet:02X}", f"%{octet:02x}", chr(octet))]
    texts = [form.format(each) for form in (*forms, "http://h{}h.example/") for each in octets]
    texts += [f"{scheme}://a.example:{port}/" for scheme in ("http", "x") for port in (*range(9200), 65535, 65536)]
    for text in texts:
        assert hazards(text) == tuple(hazards_by_signs(text, -1)), text


@pytest.mark.parametrize("variant", OF_HAZARDS)
@given(text=st.lists(st.sampled_from([*PIECES, *MORE]), max_size=7).map("".join))
def test_hazards_are_the_same_with_their_sentences_and_by_their_names_alone(variant, text):
    kernel = VARIANTS_OF_HAZARDS[variant]
    for found in (-1, SIGNS["interpreted"](text)):
        said = kernel.hazards_by_signs(text, found)
        expected = hazards_by_signs(text, found)
        assert [(each, each.sentence) for each in said] == [(each, each.sentence) for each in expected]
        names = kernel.names_by_signs(text, found)
        assert names == tuple(dict.fromkeys(map(str, said)))
        assert {*map(type, names)} <= {str}


@pytest.mark.parametrize("variant", SIGNS)
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://a.example/", 0),
        ("http://127.0.0.1/", 0),
        ("http://[::1]/", 0),
        ("//a.example/.b", signs.RELATIVE),
        ("a:./b", signs.DOTS),
        ("http:a", signs.SLASHES),
        ("http:///a", signs.SLASHES),
        ("http://u@a/", signs.USERINFO),
        ("http://u%01@a/", signs.USERINFO | signs.OCTETS),
        ("http://127.1/", signs.ADDRESS),
        ("http://127.0.0.01/", signs.ADDRESS),
        ("http://127.0.0.256/", signs.ADDRESS),
        ("http://127.0.0.1.1/", signs.ADDRESS),
        ("http://" + "a" * 256, signs.LENGTH),
        ("http://xn--a/", signs.HOST),
        ("http://a:25/", signs.PORT),
        ("http://a:080808/", signs.PORT),
        ("javascript:a()", signs.CONTENT),
        ("javascript://a/b", signs.CONTENT | signs.SCHEME),
        ("data:text/html,a", signs.CONTENT),
        ("data:image/png,a", 0),
        ("http://a/%5C", signs.OCTETS),
        ("http://a/%E2%80%AE", signs.DIRECTION),
        ("http://a/?http://b.c", signs.NESTED),
        ("http://a/b c", -1),
        ("http://é/", -1),
    ],
)
def test_signs(variant, text, found):
    assert SIGNS[variant](text) == found


@pytest.mark.parametrize("variant", PARAMETERS)
def test_generated_references_that_are_plain_have_nothing_to_say(variant):
    for text in (*strings(4), *references(3986, 3000)):
        assert VARIANTS[variant](text) in (0, said(text)), text


@pytest.mark.parametrize("variant", PARAMETERS)
@pytest.mark.parametrize("scheme", ["http", "https", "ftp", "ssh", "mysql", "unknown"])
def test_no_port_is_overlooked(variant, scheme):
    for port in (*range(1100), *range(3000, 3500), *range(8000, 9100, 7), 65535):
        text = f"{scheme}://a.example:{port}/"
        assert VARIANTS[variant](text) in (0, said(text)), text


@pytest.mark.parametrize("variant", PARAMETERS)
def test_a_host_in_punycode_is_examined(variant):
    assert said("http://xn--pple-43d.example/") == VARIANTS[variant]("http://xn--pple-43d.example/") == 0


@pytest.mark.parametrize("variant", PARAMETERS)
def test_most_references_are_plain(variant):
    for text in (
        "http://www.example.org/a/b.html?c=d&e#f",
        "mailto:ada@example.org",
        "urn:isbn:0",
        "https://a.example",
    ):
        assert VARIANTS[variant](text) == 2
    for text in ("", "a/b", "../a", "/a?b", "//a.example/b", "#c"):
        assert VARIANTS[variant](text) == 1
    for text in ("http://a.example/./b", "http://u:p@a.example/", "http://a b/", "a:b:[", "http://é.example/"):
        assert VARIANTS[variant](text) == 0


@pytest.mark.parametrize("variant", PARAMETERS)
def test_bytes_are_a_type_error(variant):
    with pytest.raises(TypeError):
        VARIANTS[variant](b"a")
