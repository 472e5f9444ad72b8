"""Encoded words (RFC 2047): which text is one, and which of them are decoded together."""

import itertools
import re

import pytest

from uri_extract._compat._variants import compiled, load
from uri_extract.decode.encoded_words import decoded, words

NAME = "uri_extract.decode._header_values"
VARIANTS = [load(NAME, False)] + ([compiled(NAME)] if compiled(NAME) else [])
#: RFC 2047 §2, with a language (RFC 2231 §5); blanks inside are accepted, because mail contains them.
WORD = re.compile(rb"=\?([^?\s*]{1,60})(?:\*[^?\s]{0,60})?\?([bBqQ])\?([^?\r\n]*)\?=")
PIECES = (b"=?", b"u", b"?", b"q", b"?=", b" ", b"*", b"=41")
WHOLE = (b"=?u?q?a?=", b"=?u?B?YQ?=", b"=?v*en?Q?=E9_?=", b" ", b"\r\n\t", b"b", b"=?", b"?=", b"=?u?x?a?=")
TEXTS = [
    b"".join(pieces)
    for some, most in ((PIECES, 6), (WHOLE, 5))
    for size in range(most)
    for pieces in itertools.product(some, repeat=size)
]
TEXTS += [b"=?" + b"x" * size + b"*" + b"y" * more + b"?q?a?=" for size in (0, 1, 60, 61) for more in (0, 60, 61)]
TEXTS += [b"=?u?b?" + b"YWJj"[:size] + mark + b"?=" for size in range(5) for mark in (b"", b"=", b"==", b" ", b"-")]


def marked(content, charset):
    return b"[" + charset + b"|" + content + b"]"


def spans(value):
    """Return start, end and charset of each run of encoded words that are decoded together, by the grammar."""
    found = []
    for word in WORD.finditer(value):
        charset = word[1].lower()
        if found and found[-1][2] == charset and not value[found[-1][1] : word.start()].strip():
            found[-1] = (found[-1][0], word.end(), charset)
        else:
            found.append((*word.span(), charset))
    return found


@pytest.mark.parametrize("kernel", VARIANTS)
def test_every_short_text_has_the_words_of_the_grammar(kernel):
    for text in TEXTS:
        runs = kernel.runs(text, marked)
        coded = [(begin, end, run[1:].partition(b"|")[0]) for run, begin, end in runs if run.startswith(b"[")]
        assert coded == spans(text), text
        assert all(run == text[begin:end] for run, begin, end in runs if not run.startswith(b"["))
        assert all(not text[end:begin].strip() for (_, _, end), (_, begin, _) in itertools.pairwise(runs)), text


@pytest.mark.parametrize("kernel", VARIANTS)
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (b"=?utf-8?q?a_b=3Dc?=", b"a b=c"),
        (b"=?utf-8?b?YWJj?=", b"abc"),
        (b"=?utf-8?b?YWI=?=", b"ab"),
        (b"=?utf-8?b?YWI?=", b"ab"),
        (b"=?utf-8?b?YWJjZ?=", b"abc"),  # one character of base64 is less than a byte
        (b"=?utf-8?b?Y-W\tJ!j?=", b"abc"),
        (b"=?utf-8?q?=E2=82?= =?UTF-8?q?=AC?=", "\u20ac".encode()),  # split within a character
        (b"=?iso-8859-1?q?=E9?=", "\xe9".encode()),
        (b"=?iso-8859-1*en?q?=E9?=", "\xe9".encode()),  # RFC 2231 §5
        (b"=?x-unknown?q?=E9?=", b"\xe9"),
        (b"=?us-ascii?q?a?= b =?us-ascii?q?c?=", b"a b c"),
        (b"=?us-ascii?q?a?= =?utf-8?q?c?=", b"ac"),  # §6.2
        (b"=?utf-8?q?a b?=", b"a b"),
        (b"=?utf-8?x?a?=", b"=?utf-8?x?a?="),
        (b"=?utf-8?q?a", b"=?utf-8?q?a"),
    ],
)
def test_6_2_a_field_is_shown_with_its_encoded_words_decoded(kernel, value, text):
    runs = kernel.runs(value, decoded)
    assert b"".join(run for run, _, _ in runs) == text
    assert runs == words(value)


@pytest.mark.parametrize("kernel", VARIANTS)
def test_a_value_is_read_in_linear_time(kernel):
    """Each value would take minutes if the text before a sign were read again for each sign."""
    for value in (b"=?a?q?" * 200_000, b"=?a?q?" + b"a" * 1_000_000, b"=?" * 500_000, b"=?u?q?a?= " * 100_000):
        kernel.runs(value, marked)
