"""Optimisations change no result: searches in C, and tokenizers shared by several bodies."""

from contextlib import suppress
from importlib import import_module
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract.media import Scanner
from uri_extract.pages import _bytes

VARIANTS = [_bytes]
with suppress(ImportError):
    VARIANTS.append(import_module("uri_extract.pages._bytes_c"))

# Each body ends inside a construct.
CUT_OFF = (
    '<base href="http://base.example/a/"><a href="b">c',
    "<script>a = 'http://script.example/",
    '<svg><style>a { b: url(http://style.example/c) }</style><image href="http://svg.example/"',
    "<!-- http://comment.example/ <a href='d'>",
    '<div title="http://title.example/ ',
    "<textarea><a href=e>http://textarea.example/",
    '<a href="f" ping=http://ping.example/>g</a><plaintext><a href="h">',
)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.__name__)
class TestFind:
    @given(
        st.lists(st.sampled_from([b"\n", b"-", b"--", b"a", b"\n--", b"From "])).map(b"".join),
        st.sampled_from([b"\n--", b"\nFrom ", b"\n\n", b"-", b">From "]),
        st.integers(0, 30),
        st.integers(0, 30),
    )
    def test_as_bytes_find(self, variant, window, needle, begin, end):
        assert variant.find(window, needle, begin, end) == window.find(needle, begin, end)


def references(media_type, data, **options):
    scanner = Scanner(media_type, **options)
    return [(item.reference, item.bases) for item in scanner.feed(data) + scanner.close()]


def in_one_message(bodies):
    parts = (f"\n--b\nContent-Type: text/html\n\n{body}" for body in bodies)
    message = "Content-Type: multipart/mixed; boundary=b\n" + "".join(parts) + "\n--b--\n"
    return references("message/rfc822", message.encode())


@pytest.mark.parametrize("bodies", [*permutations(CUT_OFF, 2)], ids=lambda bodies: "|".join(b[:12] for b in bodies))
def test_a_body_leaves_nothing_to_the_next(bodies):
    alone = [found for body in bodies for found in references("text/html", body.encode())]
    assert len(alone) >= 2
    assert in_one_message(bodies) == alone
