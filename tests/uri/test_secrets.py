"""Secrets are redacted, and nothing else is (RFC 3986 §7.5)."""

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
        # Only some readers separate parameters at semicolons.
        ("http://h/?a;token=b/c?d;e#f", "http://h/?a;token=***#f"),
        ("http://h/?token=a;b;c=d", "http://h/?token=***;c=d"),
        ("http://h/a;sid=1/b", "http://h/a;sid=***/b"),
        ("http://h/?token=", None),
        ("http://h/?monkey=1&sign=2&passage=3&broken=4", None),
        ("http://h/token=a", None),
        (f"http://h/{JWT}/x", "http://h/***/x"),
        (f"http://h/?x={JWT}", "http://h/?x=***"),
        ("https://ghp_0123456789abcdefABCD@h/a", "https://***@h/a"),
        ("http://h/?q=sk-0123456789abcdef01", "http://h/?q=***"),
        ("http://h/risk-0123456789abcdef01", None),
        ("http://h/?user[password]=a&pass[]=b&a[b]=c", "http://h/?user[password]=***&pass[]=***&a[b]=c"),
        ("http://h/#/route?token=a", "http://h/#/route?token=***"),
        ("http://h/#/token=a", "http://h/#/token=***"),
        # Backslashes and missing slashes, parsed like in browsers.
        ("http:\\\\u:secret@h/", "http:\\\\u:***@h/"),
        ("HTTP:/\\u:secret@h\\x", "HTTP:/\\u:***@h\\x"),
        ("\\\\u:secret@h/", "\\\\u:***@h/"),
        ("http:u:secret@h/", "http:u:***@h/"),
        ("hTTp:/u:secret@h/", "hTTp:/u:***@h/"),
        ("http:///u:secret@h/", "http:///u:***@h/"),
        ("view-source:http:u:secret@h/", "view-source:http:u:***@h/"),
        ("http://h/?u=ftp:u:secret@h", "http://h/?u=ftp:u:***@h"),
        ("http:80@h", None),
        ("http://h/a:b@c", None),
        ("http://[::1]/a:b@c", None),
        # Text before "@" that is not an address.
        ("sip:u:secret@h", "sip:u:***@h"),
        ("SIPS:u:secret@h;x=1?y=z@w", "SIPS:u:***@h;x=1?y=z@w"),
        ("sip:h:5060?to=x@y", None),
        ("imap:u:secret@h", "imap:u:***@h"),
        ("mailto:ada@example.org", None),
        ("mailto:ada@example.org?cc=b@example.org", None),
        ("acct:a:b@h", None),
        ("xmpp:ada@example.org/a", None),
        ("urn:a:b:c@d", None),
        # Characters that passwords should not contain.
        ("http://u:se/cr?e#t@h/", "http://u:***@h/"),
        ("http://u:se cr\net@h/", "http://u:***@h/"),
        ("http://u:sécret@h/", "http://u:***@h/"),
        ("http://u:se%3Ac%2Fret@h/", "http://u:***@h/"),
        ("http://u%3Asecret@h/", "http://u%3A***@h/"),
        ("http://u@x:secret@h/", "http://u@x:***@h/"),
        ("http://h:80/a@b:c@d", None),
        # A reference that ends within a password has a non-numeric port.
        ("http://u:sec", "http://u:***"),
        ("http://u:sec/ret", "http://u:***"),
        ("http:u:sec", "http:u:***"),
        ("sip:u:sec", "sip:u:***"),
        ("http://h:80", None),
        ("http://h:", None),
        ("http://h:80/a:b", None),
        ("feed:https://h/a", None),
        # Tokens as user names.
        ("https://ghp_xxx@github.com", "https://***@github.com"),
        ("https://TOKEN:x-oauth-basic@h/", "https://***:***@h/"),
        ("https://ghp_xxx:secret@h/", "https://***:***@h/"),
        ("https://0123456789abcdef0123@h/1", "https://***@h/1"),
        ("https://sk_live_a:@h/", "https://***:@h/"),
        ("https://git@h/", None),
        ("https://ada.lovelace-of-the-engines@h/", None),
        # References inside references.
        ("http://h/?n=https%3A%2F%2Fu%3Asecret%40h&x=1", "http://h/?n=https%3A%2F%2Fu%3A***%40h&x=1"),
        ("http://h/?n=https%253A%252F%252Fu%253Asecret%2540h", "http://h/?n=https%253A%252F%252Fu%253A***%2540h"),
        ("http://h/?n=%2Fa%3Ftoken%3Dsecret%26b%3Dc", "http://h/?n=%2Fa%3Ftoken%3D***%26b%3Dc"),
        ("http://h/?n=/a?token=secret&b=c", "http://h/?n=/a?token=***&b=c"),
        ("http://h/http%3A%2F%2Fu:secret@h", "http://h/http%3A%2F%2Fu:***@h"),
        ("http://h/%252525253Ftoken=a", "http://h/%252525253Ftoken=a"),
        ('http://h/?x={"token":"a\\"b","c":"d"}', 'http://h/?x={"token":"***","c":"d"}'),
        (
            "http://h/?x=%7B%22a%22:1,%22api_key%22%3A%22b%22%7D",
            "http://h/?x=%7B%22a%22:1,%22api_key%22%3A%22***%22%7D",
        ),
        (f"http://h/?n={JWT.replace('.', '%2E')}", "http://h/?n=***"),
        ("", None),
    ],
)
def test_a_secret_is_replaced_and_nothing_else(text, shown):
    assert redact(text) == (text if shown is None else shown)
    assert redact(redact(text)) == redact(text)
    assert is_valid(redact(text)) >= is_valid(text)


SHAPES = [
    *(
        "//a:",
        "//a:@",
        "?",
        "?a=",
        "eyJ",
        "eyJaaaaaaaa.",
        "sk-",
        ";a",
        "//:@@",
        "%",
        "&&=",
        "/",
        "\\",
        "@",
        "a:",
        "http:",
    ),
    *(
        "http:a:",
        "http:/",
        "//a:b/",
        "%25",
        "%2525",
        "%40",
        "%2f%2fa%3a",
        "?token=",
        ";token=a",
        "a@",
        "/@",
        "token=;",
        "+-",
    ),
    *("sip:a:@", "http:a@", "//[", ":", "x:/", "%3f%3d", "a=;b", '"a":"', '"', '"token":', '"token":"', "%22"),
]


def work(text):
    """Return the number of lines of Python executed for a text: each step of a loop counts."""
    import sys

    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        redact(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_the_steps_of_redaction_grow_with_the_text(shape):
    redact("//u:p@h?token=%41")  # compiles patterns first
    few, many = (work(shape * times + "@=" + shape * times) for times in (200, 800))
    assert many <= 4.4 * few + 100


def test_a_secret_encoded_more_often_than_is_decoded_stays_encoded():
    from urllib.parse import quote

    from uri_extract.limits import MAX_ENCODED_SECRETS

    nested = "http://u:se cret@h/"
    for times in range(1, MAX_ENCODED_SECRETS + 1):
        nested = quote(nested, safe="")
        assert "cret" not in redact(f"http://a/?u={nested}"), times
    assert redact(quote(nested, safe="")) == quote(nested, safe="")
