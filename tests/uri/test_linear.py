"""Linear on hostile input: forty shapes, each at 4, 8 and 16 kB, by ratios of times within one run."""

import time
from contextlib import suppress

import pytest

from uri_extract.errors import UriExtractError
from uri_extract.uri import hazards, invalidity, is_valid, normalize, resolve
from uri_extract.uri.iri import to_iri, to_uri
from uri_extract.uri.nested import nested
from uri_extract.uri.surt import surt
from uri_extract.uri.tracking import without_tracking
from uri_extract.uri.unwrap import unwrap
from uri_extract.uri.url_parser import browses_to

# A shape: its beginning, the repeated text, and its end.
SHAPES = {
    "letters": ("", "a", ""),
    "percent-encoded again and again": ("http://a.example/%", "25", ""),
    "rewritten again and again": ("", "https://web.archive.org/web/1/", "http://a.example/"),
    "nested again and again": ("", "http://a.example/?u=", "http://b.example/"),
    "nested side by side": ("http://a.example/?", "u=http://a.example/&", ""),
    "almost nested": ("http://a.example/?", "u=http://b/&", ""),
    "lookalikes": ("http://", "\u0430", ".com/"),
    "invisible characters": ("http://a", "\u200b\u200c", "/\u202e"),
    "letters and a blank": ("", "a", " "),
    "scheme characters": ("", "a.", "^"),
    "colons": ("", ":", ""),
    "schemes": ("", "a:", ""),
    "schemes in a relative path": ("./", "a:", ""),
    "slashes": ("", "/", ""),
    "slashes after a scheme": ("s:", "/", ""),
    "authorities": ("", "//a", ""),
    "at signs": ("http://", "@", ""),
    "users": ("http://", "u:p@", ""),
    "a long user": ("http://", "a:", "@h/"),
    "a long user and a blank": ("http://", "a:", " @h/"),
    "no user": ("http://", "a", "/"),
    "ports": ("http://h", ":1", "/"),
    "one port": ("http://h:", "1", "/"),
    "zeros in a port": ("http://h:", "0", "80/"),
    "brackets": ("http://", "[", ""),
    "closed brackets": ("http://", "[]", ""),
    "groups": ("http://[", "1:", "]/"),
    "elisions": ("http://[", "::", "]/"),
    "octets": ("http://[::", "1.", "]/"),
    "hexadecimal digits": ("http://[v", "f", ".a]/"),
    "a future address": ("http://[v1.", "a:", "]/"),
    "labels": ("http://", "a.", "/"),
    "numbers": ("http://", "1.", "/"),
    "one number": ("http://", "9", "/"),
    "hyphens": ("http://", "-", "/"),
    "up again": ("http://h/", "a/../", ""),
    "dots": ("http://h/", "../", "g"),
    "single dots": ("http://h/", "./", "g"),
    "encoded dots": ("http://h/", "%2e%2E/", "g"),
    "relative dots and slashes": ("", "..//", "g"),
    "relative dots": ("", "../", "g"),
    "empty segments": ("s:/a/..", "//..", ""),
    "percent signs": ("http://h/", "%", ""),
    "encodings": ("http://h/", "%C3%a9", ""),
    "broken encodings": ("http://h/", "%4", ""),
    "question marks": ("http://h/", "?", ""),
    "number signs": ("http://h/", "#", ""),
    "mailboxes": ("mailto:", "A@B,", "A@B"),
    "wide letters": ("http://h/", "\xe9", ""),
    "wide host": ("http://", "\xe9.", "/"),
    "punycode": ("http://xn--", "b", "/"),
    "control characters": ("http://h/", "\x00", ""),
    "down and up": ("http://h/", None, ""),
}
OPERATIONS = {
    "is_valid": is_valid,
    "is_valid IRI": lambda text: is_valid(text, "IRI-reference"),
    "is_valid rfc2396": lambda text: is_valid(text, edition="rfc2396"),
    "is_valid url-syntax-09": lambda text: is_valid(text, edition="url-syntax-09"),
    "invalidity": invalidity,
    "resolve": lambda text: resolve("http://a/b/c/d?q", text),
    "resolve non-strict": lambda text: resolve("http://a/b/c/d?q", text, strict=False),
    "resolve a base": lambda text: resolve(text, "../g"),
    "resolve rfc2396": lambda text: resolve("http://a/b/c/d?q", text, edition="rfc2396"),
    "normalize": normalize,
    "normalize rfc2396": lambda text: normalize(text, edition="rfc2396"),
    "hazards": hazards,
    "to_uri": lambda text: to_uri(text, host="percent"),
    "to_iri": to_iri,
    "surt": surt,
    "unwrap": unwrap,
    "nested": nested,
    "browses_to": browses_to,
    "without_tracking": without_tracking,
}


def shape(name, size):
    before, repeated, behind = SHAPES[name]
    if repeated is None:
        return before + "a/" * (size // 5) + "../" * (size // 5)
    return before + repeated * (size // len(repeated)) + behind


def seconds(operation, text):
    started = time.process_time()
    for _ in range(3):
        with suppress(UriExtractError):
            operation(text)
    return time.process_time() - started


def least_ratio(operation, name):
    """Return the least ratio of times for four times the size: 4 if linear, 16 if quadratic."""
    operation = OPERATIONS[operation]
    small, _, middle, large = (
        min(seconds(operation, shape(name, size)) for _ in range(2)) for size in (4096, 8192, 16384, 65536)
    )
    # Times near zero cannot be measured, and cannot be quadratic.
    ratios = [large / middle if large > 1e-3 else 0.0, middle / small if middle > 5e-4 else 0.0]
    return max(ratios)


@pytest.mark.long
@pytest.mark.parametrize("operation", OPERATIONS)
def test_time_grows_with_the_input(operation):
    slow = {name for name in SHAPES if least_ratio(operation, name) > 8}
    # Another process may have delayed the first measurements, so slow shapes are measured again.
    again = {name for name in slow if least_ratio(operation, name) > 8}
    assert {name for name in again if least_ratio(operation, name) > 8} == set()
    assert len(SHAPES) >= 40
