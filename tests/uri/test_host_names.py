"""Host names: forms of the same host, and the displayed form (RFC 5890, UTS #39, UTS #46)."""

import subprocess
import sys
from unicodedata import ucd_3_2_0 as unicode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract.uri import host_hazards
from uri_extract.uri.displayed_host import same_host
from uri_extract.uri.host_characters import (
    _MAPPING,
    _MOST_REMEMBERED,
    IN_NAMES,
    LABELS,
    map_characters,
    mapped,
    with_full_stops,
)
from uri_extract.uri.host_names import canonical_host, displayed_host, u_label
from uri_extract.uri.scripts import is_right_to_left, is_safe_to_display

from .kernels import variants_of

VARIANTS, PARAMETERS = variants_of("uri_extract.uri._host_names")
#: Labels in one or several scripts, right-to-left, of lookalikes, with marks and digits, and with invalid characters.
LABELS_TO_SHOW = st.one_of(
    *(
        st.text(st.sampled_from(letters), min_size=1, max_size=8)
        for letters in (
            "éaz1-",
            "арсхя",
            "аар",
            "ελaο",
            "אב1",
            "ایר٣",
            "例えカx",
            "한국a",
            "भारत",
            "aʰǃɡ❤·",
            "ßς\u200da",
            "ーノaé",
        )
    ),
    st.text(min_size=1, max_size=6),
)


@pytest.mark.parametrize(
    ("displayed", "forms"),
    [
        (
            "bücher.example",
            ["bücher.example", "xn--bcher-kva.example", "XN--Bcher-KVA.example.", "b%C3%BCcher.example"],
        ),
        ("bücher.example", ["BÜCHER.Example", "bu\u0308cher.example", "b%c3%9ccher%2Eexample", "ｂücher。example"]),
        ("bücher.example", ["b\xadücher.example", "b\u200bücher.example", "bücher\ufe0f.example"]),
        ("straße.de", ["straße.de", "STRAẞE.de", "xn--strae-oqa.de"]),
        ("strasse.de", ["strasse.de", "STRASSE.DE"]),
        ("яндекс.рф", ["яндекс.рф", "ЯНДЕКС.РФ", "xn--d1acpjx3f.xn--p1ai"]),
        ("日本カタx.example", ["日本カタx.example", "日本ｶﾀX.example"]),
        ("127.0.0.1", ["127.0.0.1", "127.1", "0x7F.1", "2130706433", "127.0.0.1.", "127%2E1", "１２７.０.０.１"]),
        ("[::1]", ["[::1]", "[0:0:0:0:0:0:0:1]", "[::0.0.0.1]"]),
        ("[2001:db8::1]", ["[2001:DB8:0::0001]"]),
        ("[v1.a]", ["[V1.A]"]),
        ("example.org", ["example.org", "EXAMPLE.org.", "%65xample.org"]),
    ],
)
def test_all_ways_of_writing_a_host_are_one(displayed, forms):
    assert {displayed_host(canonical_host(form)) for form in forms} == {displayed}
    assert len({canonical_host(form) for form in forms}) == 1
    assert all(same_host(form, displayed) for form in forms)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("straße.de", "strasse.de"),  # browsers use nontransitional processing
        ("a%2fb.example", "a"),
        ("a%2Eb", "a%252Eb"),
        ("℀.example", "a"),
        ("a…b", "a...b"),
        ("xn--BCHER-KVA-.example", "bücher.example"),
        ("%ff.example", "%fe.example"),
        ("a..", "a"),
        ("[::1]", "[::2]"),
        ("[::ffff:127.0.0.1]", "127.0.0.1"),
    ],
)
def test_hosts_that_are_not_the_same_are_distinguished(one, other):
    assert canonical_host(one) != canonical_host(other)


@pytest.mark.parametrize(
    "host",
    [
        "аpple.example",  # mixed scripts
        "аррӏе.com",  # a letter that is not in Unicode 3.2
        "арре.com",  # Cyrillic lookalikes of Latin letters, in a Latin top-level domain
        "ο.com",
        "ǃ.com",
        "ɡoogle.com",
        "i❤.ws",
        "googleノ.com",
        "a\u200db.example",
        "a\u0335b.example",
        "a·b.example",
        "a\u2010b.example",
        "1.אב.example",
        "אaב.example",
        "א1١.example",
        "ᏣᎳᎩ.example",  # a script that is not in recommended use
        "\u0301a.example",
        "\U000e0041ü.example",
    ],
)
def test_a_label_that_is_not_safe_to_display_is_displayed_as_its_a_label(host):
    displayed = displayed_host(canonical_host(host))
    assert displayed.isascii()
    assert "xn--" in displayed


@pytest.mark.parametrize(
    "host",
    [
        *(
            "арре.рф",
            "אב.example",
            "ایران.ir",
            "例え.jp",
            "中国.cn",
            "한국.kr",
            "ελλάδα.gr",
            "ไทย.th",
            "भारत.in",
            "été.fr",
        ),
        "ملیسیا.example",
    ],
)
def test_a_label_of_one_script_is_displayed_in_unicode(host):
    assert displayed_host(canonical_host(host)) == host


@pytest.mark.parametrize(
    "host",
    ["xn--", "xn--a", "xn--abc-", "xn--ü", "xn--99999999", "xn--bcher-kva" + "a" * 60, "xn--55555577", "xn--a.b"],
)
def test_an_a_label_of_an_invalid_label_is_unchanged(host):
    if host.isascii():
        assert displayed_host(canonical_host(host)) == canonical_host(host) == host


HOSTS = st.text(st.sampled_from("aA1.-%:[]xnü\u0308ßςаю例。٣א\u200d\u202e\U000e0041\udcff/ 0fFcC3")) | st.text()


@given(HOSTS)
def test_a_canonical_host_is_ascii_and_its_own_canonical_form(host):
    canonical = canonical_host(host)
    assert canonical.isascii()
    assert canonical_host(canonical) == canonical


@given(HOSTS)
def test_a_displayed_host_is_the_same_host(host):
    canonical = canonical_host(host)
    assert canonical_host(displayed_host(canonical)) == canonical


@given(st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyz0123456789-")))
def test_any_a_label_can_be_displayed(label):
    host = f"xn--{label}.example"
    assert canonical_host(displayed_host(canonical_host(host))) == canonical_host(host)
    assert isinstance(u_label(host), str)


def test_only_characters_of_unicode_3_2_are_mapped():
    # U+A790 and its small letter came with Unicode 6.0, so no version of Python maps them.
    assert canonical_host("\ua790.example") != canonical_host("\ua791.example")
    assert canonical_host("\ua791.example") == canonical_host("%EA%9E%91.example") == canonical_host("xn--858a.example")


def test_a_host_longer_than_any_domain_name_is_compared_as_written():
    for part in ("ü", "%C3%BC", "xn--a", "1", "."):
        host = part * 100_000
        assert canonical_host(host) == host.lower()


def test_a_canonical_host_needs_no_extra():
    statement = (
        "import sys; sys.modules['idna'] = None; from uri_extract.uri.host_names import *; "
        "assert displayed_host(canonical_host('B%C3%9CCHER.example')) == 'b\\xfccher.example'"
    )
    subprocess.run([sys.executable, "-c", statement], check=True)


def test_canonical_hosts_are_those_of_the_extra_idna():
    idna = pytest.importorskip("idna")
    for host in (
        "Bücher.example",
        "faß.de",
        "例え.JP",
        "ЯНДЕКС.рф",
        "ｂücher。example",
        "Königsgäßchen.example",
        "βόλος.com",
    ):
        assert canonical_host(host) == idna.encode(host, uts46=True).decode()


def test_mapping_a_character_twice_changes_nothing():
    characters = [chr(point) for point in range(0x30000) if not 0xD800 <= point < 0xE000]
    mapped = {character: map_characters(character) for character in characters}
    assert {each: result for each, result in mapped.items() if "".join(map(map_characters, result)) != result} == {}


def test_the_cache_of_character_mappings_is_bounded_and_changes_no_result():
    before = canonical_host("\uff21ÄÖ.example")
    for point in range(0x1000, 0x1000 + 3 * _MOST_REMEMBERED):
        canonical_host(f"{chr(point)}\uff21.example")
        map_characters(f"{chr(point)}\uff21")
        VARIANTS["interpreted"].canonical(f"{chr(point)}\uff21.example")
    assert max(map(len, (_MAPPING, IN_NAMES, VARIANTS["interpreted"]._FACTS))) <= _MOST_REMEMBERED
    assert canonical_host("\uff21Äö.example") == before == canonical_host("aäö.example")


@pytest.mark.parametrize("variant", PARAMETERS)
def test_every_character_is_mapped_by_the_rule_in_any_context(variant):
    canonical = VARIANTS[variant].canonical
    for point in (*range(0x80, 0x3400), *range(0x3400, 0xD800, 61), *range(0xF900, 0x20000), *range(0x2F800, 0x2FA20)):
        for name in (f"{chr(point)}b", f"é{chr(point)}", f"e{chr(point)}\u1161"):
            expected = mapped(name)
            assert expected == mapped(expected)
            labels = (
                each if each.isascii() else f"xn--{each.encode('punycode').decode()}" for each in expected.split(".")
            )
            assert canonical(f"{name}.example") == f"{'.'.join(labels)}.example", name


@pytest.mark.parametrize("variant", PARAMETERS)
@given(labels=st.lists(LABELS_TO_SHOW, min_size=1, max_size=3))
def test_a_label_is_displayed_in_unicode_only_if_every_rule_allows_it(variant, labels):
    host = canonical_host(".".join(labels))
    spelled = [u_label(label) for label in host.split(".")]
    spelled = [
        each if canonical_host(each) == label and mapped(each) == each else label
        for each, label in zip(spelled, host.split("."), strict=True)
    ]
    turned = any(map(is_right_to_left, spelled)) and any(each[:1].isdecimal() for each in spelled)
    expected = [
        each if each.isascii() or (is_safe_to_display(each, spelled[-1]) and not turned) else label
        for each, label in zip(spelled, host.split("."), strict=True)
    ]
    assert VARIANTS[variant].displayed(host) == ".".join(expected)


@pytest.mark.parametrize("variant", PARAMETERS)
@given(labels=st.lists(LABELS_TO_SHOW, min_size=1, max_size=3))
def test_every_label_with_hazards_is_found(variant, labels):
    for host in (".".join(labels), canonical_host(".".join(labels))):
        _, found = VARIANTS[variant].examined(host)
        assert found & LABELS or not [*host_hazards._of_labels(with_full_stops(host).split("."))]


@pytest.mark.parametrize("variant", PARAMETERS)
def test_usual_names_need_no_look_at_their_labels(variant):
    for host in ("bücher.example", "xn--bcher-kva.example", "яндекс.example", "中国.cn", "example.org"):
        assert VARIANTS[variant].examined(host) == (host, 0)


def test_characters_that_may_be_composed_are_marked():
    """Names without such characters are mapped one character at a time."""
    from uri_extract.uri.host_characters import COMPOSED, facts_of

    pairs = [unicode.decomposition(chr(point)).split() for point in range(0x30000)]
    second = {chr(int(pair[1], 16)) for pair in pairs if len(pair) == 2 and pair[0][0] != "<"}
    second |= {chr(point) for point in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}  # Hangul (UAX #15)
    assert len(second) > 100
    assert all(facts_of(each) & COMPOSED for each in second if IN_NAMES[ord(each)] == each)
    combining = [chr(point) for point in range(0x30000) if any(map(unicode.combining, IN_NAMES[point]))]
    assert all(facts_of(each) & COMPOSED for each in combining)
