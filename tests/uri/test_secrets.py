"""Secrets are replaced where they are shown, and nothing else is (RFC 3986 §7.5)."""

import pytest

from uri_extract.uri import is_valid
from uri_extract.uri.secrets import redact

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://u:secret@h/", "http://u:***@h/"),
        ("http://:secret@h/", "http://:***@h/"),
        ("//u:s:e@c%40@h/x", "//u:***@h/x"),
        ("http://u:@h/", None),
        ("http://u@h/", None),
        ("http://h:80/a@b", None),
        ("mailto:a:b@h", None),
        ("http://h/?access_token=a.b-c&x=1", "http://h/?access_token=***&x=1"),
        ("http://h/?x=1&API-Key=abc#token=d", "http://h/?x=1&API-Key=***#token=***"),
        ("http://h/?x=1&amp;sig=a%2Bb", "http://h/?x=1&amp;sig=***"),
        ("http://h/a;jsessionid=1F?x", "http://h/a;jsessionid=***?x"),
        ("http://h/?X-Amz-Signature=1f&X-Amz-Date=2", "http://h/?X-Amz-Signature=***&X-Amz-Date=2"),
        ("http://h/?%70assword=a", "http://h/?%70assword=***"),
        ("http://h/?a;token=b/c?d;e#f", "http://h/?a;token=***;e#f"),
        ("http://h/a;sid=1/b", "http://h/a;sid=***/b"),
        ("http://h/?token=", None),
        ("http://h/?monkey=1&sign=2&passage=3&broken=4", None),
        ("http://h/token=a", None),
        (f"http://h/{JWT}/x", "http://h/***/x"),
        (f"http://h/?x={JWT}", "http://h/?x=***"),
        ("https://ghp_0123456789abcdefABCD@h/a", "https://***@h/a"),
        ("http://h/?q=sk-0123456789abcdef01", "http://h/?q=***"),
        ("http://h/risk-0123456789abcdef01", None),
        ("", None),
    ],
)
def test_secrets_are_replaced(text, shown):
    assert redact(text) == (text if shown is None else shown)
    assert redact(redact(text)) == redact(text)
    assert is_valid(redact(text)) >= is_valid(text)


@pytest.mark.parametrize(
    "shape", ["//a:", "//a:@", "?", "?a=", "eyJ", "eyJaaaaaaaa.", "sk-", ";a", "//:@@", "%", "&&="]
)
def test_it_is_linear(shape):
    assert redact(shape * 100_000) is not None
