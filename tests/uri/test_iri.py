"""IRIs: RFC 3987 §3.1 and §3.2, and the features of the extras."""

import builtins
import random
import sys

import pytest

from uri_extract.errors import InvalidReference, UriExtractError
from uri_extract.uri import domains, equivalent, hazards, is_valid, parse
from uri_extract.uri._kernel import mapped, signs_of
from uri_extract.uri.host_characters import BIDI_CONTROLS, UNSEEN
from uri_extract.uri.iri import to_iri, to_uri
from uri_extract.uri.signs import OF_TARGET

from .generate import references
from .kernels import variants_of

VARIANTS, PARAMETERS = variants_of("uri_extract.uri._kernel")

HOSTS = (
    *(
        "b\xfccher.example",
        "B\xdcCHER.Example.",
        "\uff41.example",
        "\u212a.example",
        "\u212a.1",
        "1.\u212a",
        "\uff11.2",
    ),
    *("b\xfc%FF.example", "b\xfc%2F.example", "b\xfc%C3%BC.example", "b\xfc." * 600 + "example", "\xfc" * 64, "a%62"),
    *("a\u200bb", "\xdf.example", "\u0130.example", "a\u3002b", "xn--\xfc.example", "\xfc..example", "\xfc", "[::1]"),
    *("\U0001f600.example", "\ue000", "\u202e.example", ""),
)


def test_3_1_characters_become_utf_8_octets():
    assert to_uri("http://h/\xe9?\ue000#\U0001f600") == "http://h/%C3%A9?%EE%80%80#%F0%9F%98%80"
    assert to_uri("\xe9/../%e9") == "%C3%A9/../%e9"
    assert to_uri("http://\xe9@h:/") == "http://%C3%A9@h:/"


def test_3_1_a_uri_is_mapped_to_itself():
    for text in filter(is_valid, references(31, 2000)):
        assert to_uri(text) == text


def test_3_1_the_fast_mapping_agrees_with_the_grammar():
    beyond = "\xa0\xe9\u0430\u2028\u4e2d\ud7ff\x80\x9f\ue000\ufdd0\ufffd\U0001f600\U000e0001"
    dice = random.Random(3987)
    known = 0
    for text in references(32, 3000):
        places = [dice.randrange(len(text) + 1) for _ in range(dice.randrange(1, 4))]
        for place in places:
            text = text[:place] + dice.choice(beyond) + text[place:]
        uri = mapped(text)
        if uri is not None:
            known += 1
            assert is_valid(uri) == is_valid(text, "IRI-reference"), text
            assert is_valid(uri, "URI") == is_valid(text, "IRI"), text
            if is_valid(uri):
                assert to_uri(text, host="percent") == uri
    assert known > 500


def test_3_1_hosts_go_through_idna():
    pytest.importorskip("idna")
    assert to_uri("http://u@B\xdcCHER.example:80/") == "http://u@xn--bcher-kva.example:80/"
    assert to_uri("http://good\u3002example/") == "http://good.example/"
    assert to_uri("//fa\xdf.de") == "//xn--fa-hia.de"
    with pytest.raises(InvalidReference) as caught:
        to_uri("http://u@\u2603.net/")
    assert (caught.value.component, caught.value.position) == ("host", 9)
    with pytest.raises(InvalidReference) as caught:
        to_uri("http://=\u2603:=\u2603@=\u2603:8/")
    assert caught.value.position == 13
    assert to_uri("http://\xe9@\xe9.de:8/") == "http://%C3%A9@xn--9ca.de:8/"
    assert parse("HTTP://\xe9.de:80/\xe9", rule="IRI").origin == "http://xn--9ca.de"
    assert equivalent("http://B\xdcCHER.example/", "http://xn--bcher-kva.example")


def test_3_1_hosts_may_be_percent_encoded_instead():
    assert to_uri("http://u@\u2603.net:1/", host="percent") == "http://u@%E2%98%83.net:1/"
    with pytest.raises(UriExtractError):
        to_uri("http://h/", host="x")


@pytest.mark.parametrize(
    ("uri", "iri"),
    # The examples of §3.2.1, and its rules.
    [
        ("http://www.example.org/D%C3%BCrst", "http://www.example.org/D\xfcrst"),
        ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"),
        ("http://example.org/%E2%80%AE", "http://example.org/%E2%80%AE"),
        ("http://h/%2f%41%7e%25", "http://h/%2FA~%25"),
        ("http://h/%c3%a9%ff%C3", "http://h/\xe9%FF%C3"),
        ("?%EE%80%80#%EE%80%80", "?\ue000#%EE%80%80"),
        ("http://%C3%A9:1@h%C3%A9:1/", "http://\xe9:1@h\xe9:1/"),
        ("%3a", "%3A"),
        ("", ""),
    ],
)
def test_3_2_uris_become_iris(uri, iri):
    assert to_iri(uri) == iri


def test_3_2_labels_are_shown():
    pytest.importorskip("idna")
    assert to_iri("http://xn--bcher-kva.Example/") == "http://b\xfccher.Example/"
    assert to_iri("http://xn--/") == "http://xn--/"


def test_3_2_the_way_back_leads_to_an_equivalent_uri():
    for text in filter(is_valid, references(32, 4000)):
        iri = to_iri(text)
        assert is_valid(iri, "IRI-reference")
        assert equivalent(to_uri(iri, host="percent"), text, level="percent"), (text, iri)


def test_conversions_raise_for_text_that_is_not_an_iri():
    for convert in (to_uri, to_iri):
        for wrong in ("a b", "http://h/\ud800", "\x80", "http://\ue000/"):
            with pytest.raises(InvalidReference):
                convert(wrong)


def test_without_the_extra_the_error_names_it(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name in ("idna", "publicsuffixlist"):
            raise ImportError(name)
        return real(name, *rest)

    for name in ("idna", "publicsuffixlist"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(builtins, "__import__", without)
    domains._suffixes.cache_clear()
    with pytest.raises(UriExtractError, match="needs the extra 'idna'"):
        to_uri("http://\xe9/")
    with pytest.raises(UriExtractError, match="needs the extra 'psl'"):
        domains.registered_domain("example.org")
    assert to_uri("http://h/\xe9") == "http://h/%C3%A9"
    domains._suffixes.cache_clear()


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("form", ["http://{}/", "https://\xfc:p@{}:8/\xfc?\xfc#\xfc", "ldap://{}/", "http://{}?//a"])
@pytest.mark.parametrize("variant", PARAMETERS)
def test_the_target_of_an_iri_is_that_of_the_uri_it_is_mapped_to(variant, form, host):
    iris, iri = VARIANTS[variant], form.format(host)
    target, found = iris.settled(iri, True)
    uri = iris.mapped(iri)
    assert found == (-1 if uri is None else signs_of(uri))
    if found >= 0 and not found & OF_TARGET:
        assert target == iris.with_ascii_host(uri)
    else:
        assert target is None


def test_registered_domains():
    pytest.importorskip("publicsuffixlist")
    assert domains.registered_domain("WWW.Example.co.uk.") == "example.co.uk"
    assert domains.registered_domain("example.org") == "example.org"
    for host in (None, "", "co.uk", "127.0.0.1", "[::1]", "1.2.3.4."):
        assert domains.registered_domain(host) is None


@pytest.mark.parametrize(
    ("uri", "ascii_uri"),
    [
        ("http://b%C3%BCcher.example/%C3%BC", "http://xn--bcher-kva.example/%C3%BC"),
        ("https://u:p@B%C3%BCcher.example:8/?q#f", "https://u:p@xn--bcher-kva.example:8/?q#f"),
        ("http://%EF%BD%85%EF%BD%98%EF%BC%8Eexample/", "http://ex.example/"),  # fullwidth letters and dot
        ("http://a.%FF.example/", "http://a.%FF.example/"),
        ("http://a%2Fb.example/", "http://a%2Fb.example/"),
        ("http://h.example/%C3%BC", "http://h.example/%C3%BC"),
        ("ldap://b%C3%BCcher.example/", "ldap://b%C3%BCcher.example/"),
        ("//b%C3%BCcher.example/", "//b%C3%BCcher.example/"),
        ("mailto:%C3%BC@h.example", "mailto:%C3%BC@h.example"),
        ("http://b%C3%BCcher.example/ /", "http://b%C3%BCcher.example/ /"),  # not valid as a reference
    ],
)
@pytest.mark.parametrize("variant", PARAMETERS)
def test_a_percent_encoded_domain_name_has_an_ascii_form_without_the_extra(uri, ascii_uri, variant, monkeypatch):
    monkeypatch.setitem(sys.modules, "idna", None)
    assert VARIANTS[variant].with_ascii_host(uri) == ascii_uri


@pytest.mark.parametrize("variant", PARAMETERS)
def test_a_plain_iri_has_no_hazards_whatever_character_is_in_it(variant):
    plain = 0
    for point in range(0x10FFFF + 1):
        text = f"http://a.example/b{chr(point)}c"
        uri = VARIANTS[variant].plain_uri(text) if point < 0x10000 or point % 977 == 0 else None
        if uri is not None:
            plain += 1
            assert uri == VARIANTS[variant].mapped(text) == (text if text.isascii() else to_uri(text))
            assert hazards(text) == ()
    assert plain > 50_000
    assert all(VARIANTS[variant].plain_uri(f"http://a.example/{each}") is None for each in UNSEEN | BIDI_CONTROLS)


@pytest.mark.parametrize("variant", PARAMETERS)
@pytest.mark.parametrize("text", ["http://é.example/", "http://a.example/é\\", "é", "http://u@a/é", "http://a/é/../b"])
def test_other_iris_are_not_plain(variant, text):
    assert VARIANTS[variant].plain_uri(text) is None
