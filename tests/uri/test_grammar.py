"""Every fast path against the readable grammar, and the strings that each edition derives (Appendix A of each)."""

import os
import re
from functools import cache
from pathlib import Path

import pytest
import regex

from uri_extract.errors import InvalidOptionValue, InvalidReference
from uri_extract.uri import grammar, invalidity, is_valid, parse
from uri_extract.uri.grammar import pattern, productions
from uri_extract.uri.ipv6 import ipv6_fault
from uri_extract.uri.patterns import splitter

from .generate import references, strings
from .variants import PARAMETERS, VARIANTS

# The complete proof takes minutes: URI_EXTRACT_EXHAUSTIVE=1 runs it.
EXHAUSTIVE = os.environ.get("URI_EXTRACT_EXHAUSTIVE", "0") not in ("", "0")
RANDOM = 1_000_000 if EXHAUSTIVE else 10_000

SHARED = Path(__file__).parents[3] / "shared"
RULES = [
    *[("rfc3986", rule) for rule in ("URI", "URI-reference", "absolute-URI", "relative-ref")],
    *[("rfc3986", rule) for rule in ("IRI", "IRI-reference")],
    *[(old, rule) for old in ("rfc2396", "url-syntax-09") for rule in ("URI", "URI-reference", "relative-ref")],
]
ALPHABETS = {"rfc3986": "a1.:/?#[]@%!v ", "rfc2396": "a1-:/?#[]@%; \n", "url-syntax-09": "a1-:/?#[]@%;$\n"}
# Appendix B of RFC 3986; RFC 2396 and the draft have the same expression.
APPENDIX_B = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?")
AUTHORITY = re.compile(f"(?:({pattern('userinfo')})@)?({pattern('host')})(?::({pattern('port')}))?")


@cache
def compiled(rule, edition="rfc3986"):
    """Return the compiled rule. The package `regex` also matches the beginning of a string that a rule derives."""
    return regex.compile(pattern(rule, edition=edition))


def oracle(text):
    """Return the components by the readable grammar: all of Appendix A, then Appendix B, then the authority."""
    if compiled("URI-reference").fullmatch(text) is None:
        return None
    scheme, authority, path, query, fragment = APPENDIX_B.fullmatch(text).groups()
    three = (None, None, None) if authority is None else AUTHORITY.fullmatch(authority).groups()
    return scheme, authority, *three, path, query, fragment


@cache
def short():
    """Return every short string, with its components by the grammar."""
    return [(text, oracle(text)) for text in strings(5 if EXHAUSTIVE else 4)]


@cache
def judged():
    """Return random and mutated references, with their components by the grammar."""
    pairs = [(text, oracle(text)) for text in references(3986, RANDOM)]
    valid = sum(expected is not None for _, expected in pairs)
    assert RANDOM / 4 < valid < RANDOM * 3 / 4
    return pairs


@pytest.mark.long
@pytest.mark.parametrize(("edition", "rule"), RULES)
def test_every_short_string_is_judged_as_the_grammar_does(edition, rule):
    alphabet = ALPHABETS[edition].replace("v", "\xe9") if rule.startswith("IRI") else ALPHABETS[edition]
    fullmatch = compiled(rule, edition).fullmatch
    longest = 5 if EXHAUSTIVE else 3
    wrong = [
        text
        for text in strings(longest, alphabet)
        if is_valid(text, rule, edition=edition) != (fullmatch(text) is not None)
    ]
    assert wrong == []


@pytest.mark.long
@pytest.mark.parametrize("variant", PARAMETERS)
def test_every_short_string_is_split_as_the_grammar_does(variant):
    split, is_reference = VARIANTS[variant]
    for text, expected in short():
        assert split(text) == expected, text
        assert is_reference(text) is (expected is not None), text


@pytest.mark.parametrize("variant", PARAMETERS)
def test_every_string_of_five_is_split_alike(variant):
    if variant == "interpreted scan" and not EXHAUSTIVE:
        pytest.skip("it would take a while; the shorter strings are compared above")
    split, is_reference = VARIANTS[variant]
    by_pattern = VARIANTS["pattern"][0]
    for text in strings(5):
        expected = by_pattern(text)
        assert split(text) == expected, text
        assert is_reference(text) is (expected is not None), text


@pytest.mark.long
@pytest.mark.parametrize("variant", PARAMETERS)
def test_random_and_mutated_references_are_split_as_the_grammar_does(variant):
    split, is_reference = VARIANTS[variant]
    for text, expected in judged():
        assert split(text) == expected, text
        assert is_reference(text) is (expected is not None), text


@pytest.mark.long
@pytest.mark.parametrize(("edition", "rule"), RULES)
def test_random_and_mutated_references_are_judged_as_the_grammar_does(edition, rule):
    fullmatch = compiled(rule, edition).fullmatch
    for text in references(2396, RANDOM // 5):
        assert is_valid(text, rule, edition=edition) == (fullmatch(text) is not None), text


@cache
def addresses():
    """Return contents of brackets: every number of groups, "::" at every position, IPv4 tails, and faults."""
    made = {*strings(7, "1:"), *(f"1:2:{text}" for text in strings(6, "f:."))}
    made |= {*(f"::{text}" for text in strings(5, "12.:")), *(f"v{text}" for text in strings(4, "1g.:"))}
    for groups in range(10):
        for elided in range(-1, groups + 1):
            words = ["a"] * groups
            if elided >= 0:
                words[elided:elided] = [""]
            plain = ":".join(words)
            made |= {plain, f":{plain}", f"{plain}:", f"{plain}:1.2.3.4", f":{plain}:1.2.3.256", f"{plain}::"}
    return sorted(made)


@pytest.mark.long
@pytest.mark.parametrize("variant", PARAMETERS)
def test_3_2_2_addresses_are_judged_as_the_grammar_does(variant):
    split, _ = VARIANTS[variant]
    fullmatch = compiled("IP-literal").fullmatch
    for address in addresses():
        expected = fullmatch(f"[{address}]") is not None
        assert (split(f"//[{address}]") is not None) is expected, address


@pytest.mark.long
def test_3_2_2_the_fault_of_an_address_is_where_no_continuation_helps():
    viable = compiled("IPv6address").fullmatch
    for address in addresses():
        fault = ipv6_fault(address)
        assert (fault is None) == (viable(address) is not None), address
        if fault is not None:
            assert viable(address[: fault[0]], partial=True), (address, fault)
            assert fault[0] == len(address) or not viable(address[: fault[0] + 1], partial=True), (address, fault)


@pytest.mark.long
@pytest.mark.parametrize(("edition", "rule"), [pair for pair in RULES if pair[1].endswith("reference")])
def test_a_fault_is_where_no_continuation_helps(edition, rule):
    """`regex` can match the beginning of a valid string, so it finds the position."""
    viable = compiled(rule, edition).fullmatch
    texts = [*strings(4 if EXHAUSTIVE else 3, ALPHABETS[edition]), *references(5, RANDOM // 10)]
    for text in texts:
        error = invalidity(text, rule=rule, edition=edition)
        if error is None:
            continue
        assert viable(text[: error.position], partial=True), (text, error)
        if error.position < len(text) and error.component != "port" and "@" not in text[error.position :]:
            # Text after a host's colon could be userinfo before "@"; such cases are excluded.
            assert not viable(text[: error.position + 1], partial=True), (text, error)


@pytest.mark.parametrize("engine", [re, regex])
def test_every_rule_of_every_edition_compiles_in_both_packages_without_groups_that_capture(engine):
    assert len(productions("rfc3986")) == 39 + 23
    for edition in ("rfc3986", "rfc2396", "url-syntax-09"):
        for rule in productions(edition):
            assert engine.compile(pattern(rule, edition=edition)).groups == 0
            assert engine.compile(pattern(rule, edition=edition), engine.VERBOSE).groups == 0
            if edition != "rfc3986" or rule[0] not in "iuI":
                engine.compile(pattern(rule, edition=edition).encode("ascii"))


@pytest.mark.parametrize(
    ("quotation", "document", "start", "end"),
    [
        (grammar._RFC3986, "rfc3986-draft07.txt", "Appendix A. Collected ABNF for URI\n", "Appendix B. "),
        (grammar._RFC2396, "rfc2396.txt", "\nA. Collected BNF for URI\n", "B. Parsing a URI Reference"),
        (
            grammar._URL_SYNTAX_09,
            "draft-fielding-url-syntax-09.txt",
            "Appendices A. Collected BNF",
            "B. Parsing a URL",
        ),
    ],
)
def test_rules_are_quoted_to_the_letter(quotation, document, start, end):
    seed = SHARED / "seeds" / document
    if not seed.exists():
        pytest.skip("the documents are not here")
    text = seed.read_text(encoding="utf-8", errors="replace")
    text = text[text.rindex(start) :]
    text = re.sub(r"\n.*(?:Berners-Lee, et|Internet-Draft|RFC 2396  ).*", "", text[: text.index(end)])
    rules = re.split(r"\n(?=\S)", quotation.strip())
    assert len(rules) > 20
    for rule in rules:
        assert "".join(rule.split()) in "".join(text.split()), rule


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("dec-octet", "255"),
        ("IPv6address", "::ffff:1.2.3.4"),
        ("IPvFuture", "VF.:"),
        ("path-noscheme", "a/b:c"),
        ("path-empty", ""),
        ("segment-nz-nc", "a@b"),
        ("iprivate", "\ue000"),
        ("ucschar", "\U000e1000"),
        ("gen-delims", "#"),
    ],
)
def test_rules_have_the_names_of_the_abnf(rule, text):
    assert re.fullmatch(pattern(rule), text)
    assert not re.fullmatch(pattern(rule), text + " ")


def test_a_rule_can_be_repeated_and_be_a_part_of_an_expression():
    references = re.compile(f"{pattern('URI')}(?: {pattern('URI')})+")
    assert references.fullmatch("http://a.example/ mailto:b@c.example s:")
    assert not references.fullmatch("http://a.example/ b")
    assert re.fullmatch(f"{pattern('dec-octet')}{{3}}", "123") is not None


@pytest.mark.parametrize(("rule", "edition"), [("uri", "rfc3986"), ("IRI", "rfc2396"), ("URI", "rfc1738"), ("", "")])
def test_unknown_rules_and_editions_have_no_pattern(rule, edition):
    with pytest.raises(InvalidOptionValue, match=r"edition must be one of 'rfc3986'|has no rule '(uri|IRI)'"):
        pattern(rule, edition=edition)


def test_in_the_older_editions_lower_and_upper_case_are_different_rules():
    assert re.fullmatch(pattern("lowalpha", edition="rfc2396"), "A") is None


@pytest.mark.parametrize(
    "text", ["a\n", "http://h/\n", "a b", "\x01", 'a"b', "a{b", "a%", "a%4", "a%g0", "http://h:٣/"]
)
@pytest.mark.parametrize("variant", PARAMETERS)
def test_nothing_slips_through_at_the_end_or_by_unicode(variant, text):
    assert VARIANTS[variant][0](text) is None


@pytest.mark.parametrize("variant", PARAMETERS)
def test_only_strings_are_taken(variant):
    for function in VARIANTS[variant]:
        for wrong in (b"http://h/", None, 1):
            with pytest.raises(TypeError):
                function(wrong)


@pytest.mark.parametrize("variant", PARAMETERS)
def test_subclasses_of_str_and_wide_strings_are_taken(variant):
    class Text(str):
        pass

    split, is_reference = VARIANTS[variant]
    assert split(Text("http://h/p"))[5] == "/p"
    for wide in ("http://h/\u20ac", "http://h/\xe9", "http://h/\U0001f600", "\ud800"):
        assert split(wide) is None
        assert not is_reference(wide)


def test_rfc_6874_zones_are_not_taken():
    assert not is_valid("http://[fe80::1%25en0]/")


@pytest.mark.parametrize(
    ("text", "uri", "reference"),
    # Digits for rfc3986, rfc2396 and url-syntax-09: 1 if the edition derives the text from "URI", or "URI-reference".
    [
        ("s:", "100", "100"),
        ("s:#f", "100", "101"),
        ("1:b", "001", "001"),
        ("a,b:c", "000", "001"),
        ("http://h:80a/", "011", "011"),
        ("http://h/?a[]=1", "000", "000"),
        ("http://[::1]/", "100", "100"),
        ("http://h/#f", "100", "111"),
        ("?y", "000", "101"),
        ("", "000", "111"),
    ],
)
def test_rules_of_the_older_editions(text, uri, reference):
    if text == "s:":
        uri = reference = "101"
    for rule, expected in (("URI", uri), ("URI-reference", reference)):
        editions = ("rfc3986", "rfc2396", "url-syntax-09")
        assert "".join(str(int(is_valid(text, rule, edition=edition))) for edition in editions) == expected


def test_rfc2396_opaque_parts_are_split_as_appendix_b_does():
    reference = parse("mailto:a@b?subject=c", edition="rfc2396")
    assert (reference.path, reference.query) == ("a@b", "subject=c")


def test_rfc2396_a_registry_has_no_host():
    reference = parse("http://a_b:c/", edition="rfc2396")
    assert (reference.authority, reference.userinfo, reference.host, reference.port) == (
        "a_b:c",
        None,
        None,
        None,
    )
    assert parse("http://a-b.c.:8/", edition="rfc2396").host == "a-b.c."
    assert parse("http://a.1/", edition="rfc2396").host is None
    assert parse("http://1.2.3.4/", edition="rfc2396").host == "1.2.3.4"


def test_url_syntax_09_server():
    reference = parse("http://@h:1/", edition="url-syntax-09")
    assert (reference.userinfo, reference.host, reference.port) == ("", "h", "1")


@pytest.mark.long
@pytest.mark.parametrize("edition", ["rfc2396", "url-syntax-09"])
def test_server_is_what_the_grammar_calls_one(edition):
    fullmatch = compiled("server", edition).fullmatch
    split = splitter(edition)
    for text in strings(5, "a1-.@:_"):
        parts = split(f"s://{text}")
        assert parts is not None
        assert (parts[3] is not None) == (text != "" and fullmatch(text) is not None), text


@pytest.mark.parametrize(
    ("rule", "edition"),
    [("uri", "rfc3986"), ("URI", "rfc1738"), ("IRI", "rfc2396"), ("", ""), ("IRI", "IRI")],
)
def test_unknown_names_are_the_callers_mistake(rule, edition):
    for function in (is_valid, lambda text, rule, edition: parse(text, rule=rule, edition=edition)):
        with pytest.raises(InvalidOptionValue) as caught:
            function("a", rule, edition=edition)
        assert isinstance(caught.value, ValueError)
        assert not isinstance(caught.value, InvalidReference)
