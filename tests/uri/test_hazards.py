"""Hazards: RFC 3986 §7, and numbers in place of hosts."""

import pathlib
import re
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract import extract_text
from uri_extract.sinks.sarif_rules import HAZARDS as DESCRIPTIONS
from uri_extract.uri import Hazard, hazards, is_valid, parse
from uri_extract.uri.hazards import NAMES as HAZARDS
from uri_extract.uri.hazards import in_text
from uri_extract.uri.ipv6 import canonical_ipv6

from .generate import FAULTS, references, strings
from .kernels import variants_of

IPV4, PARAMETERS = variants_of("uri_extract.uri._kernel")


PAGE = pathlib.Path(__file__).parents[2] / "docs" / "hazards.md"
ROW = re.compile(r"\| `([a-z0-9-]+)` \| (.*?)\. \| `(.*?)` \| (.*) \|")


def unescaped(text):
    return re.sub(r"\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), text)


def test_the_page_of_hazards_has_an_example_of_each():
    rows = [ROW.fullmatch(line).groups() for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    assert [name for name, *_ in rows] == [*HAZARDS]
    for name, meaning, example, said in rows:
        assert meaning[:1].lower() + meaning[1:] == DESCRIPTIONS[name]
        example = unescaped(example).replace("[...]", ".".join("a" * 127))
        if link := re.fullmatch('<a href="(.*)">(.*)</a>', example):
            assert [each.hazards for each in extract_text(example, media_type="text/html")] == [(name,)]
            found = [in_text(link[2], link[1])]
        else:
            found = hazards(example)
        assert [(str(each), unescaped(each.sentence)) for each in found] == [(name, unescaped(said))]


def names(text):
    return [str(flag) for flag in hazards(text)]


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("http://h/", []),
        ("http://u@h/", []),
        ("http://u:@h/", []),
        ("http://u:p@h/", ["password"]),
        ("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", ["userinfo-like-host"]),
        ("http://www.bank.example:pw@h/", ["password", "userinfo-like-host"]),
        ("http://john.doe@h/", []),
        ("http://127.0.0.1@h/", ["userinfo-like-host"]),
        ("http://0x7f.1/", ["rare-ipv4"]),
        ("http://127.0.0.1/", []),
        ("http://h/%00", ["control-octet"]),
        ("http://h/%0d%0A?%7f", ["control-octet"]),
        ("http://h/%1f", ["control-octet"]),
        ("http://h/%20", []),
        ("http://h/%5c", ["backslash"]),
        ("http://good.example\\@evil.example/", ["userinfo-like-host", "backslash"]),
        ("http://h/\n", ["control-octet"]),
        ("http://\u0430pple.example/", ["mixed-script"]),
        ("http://xn--pple-43d.example/", ["mixed-script"]),
        ("http://%D0%B0pple.example/", ["mixed-script"]),
        ("http://\u65e5\u672c\u30ab\u30bfx.example/", []),
        ("http://b\xfccher.example/", []),
        ("http://\u30b5\u30fc\u30d0\u30fc\u3005x.example/", []),
        ("http://h:25/", ["foreign-port"]),
        ("https://h:80/", ["foreign-port"]),
        ("http://h:080/", []),
        ("http://h:8080/", []),
        ("unknown://h:25/", ["unregistered-scheme"]),
        (f"http://{'a' * 256}/", ["long-host"]),
        (f"http://{'a' * 255}/", []),
        ("mailto:a@b", []),
    ],
)
def test_7_flags(text, flags):
    assert names(text) == flags


CYRILLIC = "http://\u0430\u0440\u0440\u04cf\u0435"  # looks like "appie"


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        # UTS #39: labels that look like ASCII, except in domains of countries whose script it is.
        (f"{CYRILLIC}.com/", ["confusable-host"]),
        (f"{CYRILLIC}.ru/", []),
        (f"{CYRILLIC}.\u0440\u0444/", []),
        ("http://xn--80ak6aa92e.com/", ["confusable-host"]),
        ("http://%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com./", ["confusable-host"]),
        (f"{CYRILLIC}-2.shop.example/", ["confusable-host"]),
        ("http://www.\u03c1\u03b1\u03c1\u03b1.example/", ["confusable-host"]),  # Greek: "papa"
        ("http://pa\u0261e.example/", ["confusable-host"]),  # a phonetic letter for "g"
        ("http://\u043c\u043e\u0441\u043a\u0432\u0430.example/", []),
        ("http://\u03b1\u03b8\u03ae\u03bd\u03b1.example/", []),
        ("http://b\xfccher.example/", []),
        ("http://bl\xe6k.example/", []),
        ("http://k\u0131br\u0131s.example/", []),
        ("http://\u4f8b\u5b50.example/", []),
        # UTS #46: characters that are invisible, and characters that are mapped.
        ("http://ex\u200bample.org/", ["invisible-character"]),
        ("http://ex%E2%80%8Bample.org/", ["invisible-character"]),
        ("http://ex\u00adample.org/", ["invisible-character"]),
        ("http://ex\u200cample.org/", ["invisible-character"]),
        ("http://\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example/", []),  # a Persian word
        ("http://a.example/na\u2060me", ["invisible-character"]),
        ("http://a.example/\u0646\u0627\u0645\u0647\u200c\u0627\u06cc", []),
        ("http://\uff45xample\uff0eorg/", ["mapped-host"]),
        ("http://example\u3002org/", ["mapped-host"]),
        ("http://\u2460\u2461\u2466.1/", ["mapped-host"]),
        ("http://\u1d5a\u212aelvin.example/", ["mapped-host"]),
        ("http://%65xample.org/", ["encoded-host"]),
        ("http://%33%36.example/", ["encoded-host"]),
        ("http://b%C3%BCcher.example/", []),
        ("ldapi://%2Frun%2Fldapi", []),
        ("http://[fe80::3%25eth0]/", []),
        ("https://i\u2764\ufe0f.example/", []),
        ("https://i\ufe0fx.example/", ["invisible-character"]),
        # RFC 3987 §4.1: controls of the direction.
        ("http://a.example/\u202efdp.exe", ["bidi-control"]),
        ("http://a.example/%E2%80%AEfdp.exe", ["bidi-control"]),
        ("http://a.example/%e2%81%a6fdp.exe", ["bidi-control"]),
        ("http://a.example/\u200ename", ["bidi-control"]),
        ("http://a.example/%E2%80%8Ename", []),
        ("http://a.example/it%E2%80%99s", []),
        # Scripts, and documents inside of links.
        ("javascript:alert(1)", ["script-uri"]),
        (" java\tscript\n:alert(1)", ["script-uri"]),
        ("JavaScript://%0Aalert(1)", ["script-uri"]),
        (f"javascript:{' ' * 100}alert(1)", ["script-uri"]),
        ("vbscript:MsgBox(1)", ["script-uri"]),
        ("javascript:void(0);", []),
        ("javascript:;", []),
        ("javascript:", []),
        ("data:text/html,<b>x", ["data-uri"]),
        ("data:text/html;base64,PGI+", ["data-uri"]),
        ("DATA:application/xhtml+xml,x", ["data-uri"]),
        ("data:image/svg+xml,x", []),
        ("data:image/png;base64,AAAA", []),
        ("data:,x", []),
    ],
)
def test_each_disguise_in_a_reference_has_its_hazard(text, flags):
    # These two hazards may accompany others, and are not listed.
    assert [name for name in names(text) if name not in ("control-octet", "backslash")] == flags


def test_hazards_come_in_the_order_of_their_names_each_with_a_sentence():
    found = hazards("http://a.example:b@%65x\u200b\uff0e\u0430x.example:25/\u202e?u=https://ferry.example/")
    assert list(found) == sorted(found, key=HAZARDS.index)
    assert len(found) > 6
    for hazard in found:
        assert hazard.sentence.endswith("."), hazard


@pytest.mark.parametrize(
    ("markup", "flags"),
    [
        ('<a href="data:text/plain,x">y</a>', ("data-uri",)),
        ('<a href="data:image/svg+xml,x">y</a>', ("data-uri",)),
        ('<a href="data:image/png;base64,AAAA">y</a>', ()),
        ('<form action="data:,x"></form>', ("data-uri",)),
        ('<img src="data:image/svg+xml,x">', ()),
        ('<link rel="icon" href="data:,">', ()),
        ('<a href="java&#9;script:alert(1)">y</a>', ("script-uri",)),
        ('<iframe src="data:text/html,x"></iframe>', ("data-uri",)),
    ],
)
def test_data_is_a_hazard_where_a_link_leads_to_it(markup, flags):
    (found,) = extract_text(markup, media_type="text/html")
    assert found.hazards == found.computed[3] == flags


def test_each_flag_is_its_name_and_has_a_sentence():
    (flag,) = hazards(parse("http://0251.0376.0251.0376/"))
    assert isinstance(flag, Hazard)
    assert flag == "rare-ipv4"
    assert "169.254.169.254" in flag.sentence
    for sentence in (flag.sentence for flag in hazards("http://a.com:b@0x1:25/%00%5c")):
        assert sentence.endswith(".")


def test_the_short_way_out_gives_what_the_long_one_does(monkeypatch):
    texts = [*references(7, 5000), *(f"http://{host}/" for host in strings(4, "a1.-x0"))]
    short = [names(text) for text in texts]
    monkeypatch.setattr(import_module("uri_extract.uri.hazards"), "harmless", lambda: re.compile("(?!)"))
    assert [names(text) for text in texts] == short


@given(st.text(st.sampled_from(sorted(set(FAULTS + "htp0127.xn")))) | st.text())
def test_no_string_makes_it_raise(text):
    assert isinstance(hazards(text), tuple)
    assert isinstance(hazards(f"http://{text}"), tuple)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("0x7F000001", "127.0.0.1"),
        ("017700000001", "127.0.0.1"),
        ("1.2.3", "1.2.0.3"),
        ("1.2.3.4.", "1.2.3.4"),
        ("127%2e1", "127.0.0.1"),
        ("4294967295", "255.255.255.255"),
        ("4294967296", None),
        ("256.1", None),
        ("1.256.1.1", None),
        ("1.2.3.4.5", None),
        ("1.2.3.256", None),
        ("08", None),
        ("0x", "0.0.0.0"),
        ("a", None),
        ("1..2", None),
        ("", None),
        (".", None),
        ("9" * 100_000, None),
        ("0" * 100_000, "0.0.0.0"),
        ("\xb2", None),
    ],
)
@pytest.mark.parametrize("variant", PARAMETERS)
def test_7_4_rare_ip_address_formats(host, address, variant):
    assert IPV4[variant].numeric_ipv4(host) == address


def address_of(host):
    """Return the address by the rule: numbers in base 8, 10 or 16, of which the last one fills the remaining bytes."""
    parts = host.removesuffix(".").lower().split(".")
    numbers = []
    for part in parts:
        digits = part[2:] or "0" if part[:2] == "0x" else part
        try:
            numbers.append(int(digits, 16 if part[:2] == "0x" else 8 if part[:1] == "0" else 10))
        except ValueError:
            return None
    if len(numbers) > 4 or any(each > 255 for each in numbers[:-1]) or numbers[-1] >= 256 ** (5 - len(numbers)):
        return None
    return ".".join(map(str, [*numbers[:-1], *numbers[-1].to_bytes(5 - len(numbers))]))


@pytest.mark.parametrize("variant", PARAMETERS)
@given(st.text(st.sampled_from("01789aFx.X")))
def test_7_4_numbers_in_each_notation(variant, host):
    assert IPV4[variant].numeric_ipv4(host) == address_of(host)


@pytest.mark.parametrize(
    ("address", "canonical"),
    # RFC 5952 §1, §2.2 and §4 describe these forms.
    [
        ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:0db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:db8::1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:db8::0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:DB8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
        ("0:0:0:0:0:0:0:0", "::"),
        ("::1", "::1"),
        ("1::", "1::"),
        ("::FFFF:192.0.2.1", "::ffff:192.0.2.1"),
        ("::ffff:c000:201", "::ffff:192.0.2.1"),
        ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
    ],
)
def test_rfc_5952_canonical_ipv6(address, canonical):
    assert canonical_ipv6(address) == canonical


def test_rfc_5952_agrees_with_the_standard_library():
    from ipaddress import IPv6Address

    for text in strings(9, "1:"):
        if is_valid(f"//[{text}]"):
            assert canonical_ipv6(text) == IPv6Address(text).compressed


# A reference, and its URL in a browser from a page with another scheme, or from http if it has no scheme.
IRREGULAR = [
    ("http:/h.example/x", "http://h.example/x"),
    ("https:h.example", "https://h.example"),
    ("HTTP:///h.example/x", "HTTP://h.example/x"),
    ("http:////h.example//x", "http://h.example//x"),
    ("http:\\\\h.example\\x", "http://h.example\\x"),
    ("http:/\\h.example", "http://h.example"),
    ("ftp:h.example/x?y#z", "ftp://h.example/x?y#z"),
    ("ws:/u@h.example:1/", "ws://u@h.example:1/"),
    ("///h.example/x", "//h.example/x"),
    ("/\\h.example/x", "//h.example/x"),
    ("\\\\h.example", "//h.example"),
]


@pytest.mark.parametrize(("reference", "url"), IRREGULAR)
def test_slashes_that_only_a_browser_takes_for_those_before_a_host_are_a_hazard(reference, url):
    (found,) = (each for each in hazards(reference) if each == "irregular-slashes")
    assert repr(url) in found.sentence
    relative = re.match(r"[a-z]+:[/\\]?[^/\\]", reference, re.IGNORECASE)  # relative to a page with this scheme
    assert ("same scheme" in found.sentence) == (relative is not None)


@pytest.mark.parametrize(
    "reference",
    [
        *("http://h.example/x", "//h.example/x", "/h/x", "/", "//", "///", "http:", "http:///", "http:?x", "http:#x"),
        *("file:/x", "file:///x", "file:x", "mailto:a@b.example", "urn:a:b", "x", "x//y", "./http:/x", "foo:/h", ""),
        *("http://h.example//x", "http://h.example/\\x", "javascript:http:/x"),
    ],
)
def test_slashes_as_they_should_be_are_not_a_hazard(reference):
    assert "irregular-slashes" not in hazards(reference)


def test_the_sentence_of_irregular_slashes_is_short_and_made_in_linear_time():
    (found,) = hazards("///" + "a" * 100_000)
    assert found == "irregular-slashes"
    assert len(found.sentence) < 400
