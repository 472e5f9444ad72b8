"""The message of InvalidReference: component, position, rule, and the offending text."""

import pytest

from uri_extract.uri import invalidity

RFC3986 = [
    ("http://a b/", "host", 8, "reg-name", "' ' (U+0020)"),
    ("http://a@b@c", "host", 10, "reg-name", "'@'"),
    ("http://[::1", "host", 11, "IP-literal", "the end"),
    ("http://[::1/", "host", 11, "IP-literal", "'/'"),
    ("http://[::1]x/", "host", 12, "IP-literal", "'x'"),
    ("http://[1:2:3]/", "host", 13, "IPv6address", "']'"),
    ("http://[1::2::3]/", "host", 13, "'::' may occur only once", "':'"),
    ("http://[1:2:3:4:5:6:7:8:9]/", "host", 23, "IPv6address", "':'"),
    ("http://[::12345]/", "host", 14, "IPv6address", "'5'"),
    ("http://[::1.2.3.256]/", "host", 18, "IPv4", "'6'"),
    ("http://[::1.2.03.4]/", "host", 15, "IPv4", "'3'"),
    ("http://[::1%25lo]/", "host", 11, "IPv6address", "'%'"),
    ("http://[v.x]/", "host", 9, "IPvFuture", "'.'"),
    ("http://[v1.]/", "host", 11, "IPvFuture", "']'"),
    ("http://[]/", "host", 8, "IPv6address", "']'"),
    ("http://h:80a/", "port", 11, "*DIGIT", "'a'"),
    ("http://u[@h/", "userinfo", 8, "unreserved", "'['"),
    ("1:b", "path", 1, "segment-nz-nc", "'1'"),
    ("a_b:c", "path", 3, "segment-nz-nc", "'a_b'"),
    ("/a|b", "path", 2, "pchar", "'|'"),
    ("a\\b", "path", 1, "pchar", "'\\\\'"),
    ("a\n", "path", 1, "pchar", "'\\n' (U+000A)"),
    ("a%", "path", 2, "pct-encoded", "the end"),
    ("a%4", "path", 3, "pct-encoded", "the end"),
    ("a%4g", "path", 3, "pct-encoded", "'g'"),
    ("a%/", "path", 2, "pct-encoded", "'/'"),
    ("?a[", "query", 2, "pchar", "'['"),
    ("#a#", "fragment", 2, "pchar", "'#'"),
    ("http://h/\xe9", "path", 9, "pchar", "'\xe9' (U+00E9)"),
    ("\ud800", "path", 0, "pchar", "U+D800"),
]


@pytest.mark.parametrize(("text", "component", "position", "rule", "found"), RFC3986)
def test_component_position_rule_and_what_was_found(text, component, position, rule, found):
    error = invalidity(text)
    assert error is not None
    assert (error.component, error.position) == (component, position)
    assert rule in error.reason
    assert found in error.reason
    assert str(error) == f"{component} at character {position}: {error.reason}"


@pytest.mark.parametrize(
    ("text", "rule", "edition", "component", "position"),
    [
        ("", "URI", "rfc3986", "scheme", 0),
        ("a", "URI", "rfc3986", "scheme", 1),
        ("/a", "URI", "rfc3986", "scheme", 0),
        ("a_b:c", "URI", "rfc3986", "scheme", 1),
        ("a:b#c", "absolute-URI", "rfc3986", "fragment", 3),
        ("a:b", "relative-ref", "rfc3986", "scheme", 1),
        ("http://\u202e\ue000/", "IRI", "rfc3986", "host", 8),
        ("s:", "URI-reference", "rfc2396", "path", 2),
        ("?y", "URI-reference", "rfc2396", "path", 0),
        ("s:a#f", "URI", "rfc2396", "fragment", 3),
        ("http://[::1]/", "URI-reference", "rfc2396", "authority", 7),
        ("a:b", "URI-reference", "rfc2396", None, None),
        ("~a:b", "URI-reference", "rfc2396", "path", 2),
        ("~a:b", "URI", "url-syntax-09", "scheme", 0),
        ("a^b", "URI-reference", "url-syntax-09", "path", 1),
        ("#a#", "URI-reference", "url-syntax-09", "fragment", 2),
    ],
)
def test_every_rule_and_edition_says_why(text, rule, edition, component, position):
    error = invalidity(text, rule=rule, edition=edition)
    found = (None, None) if error is None else (error.component, error.position)
    assert found == (component, position)
