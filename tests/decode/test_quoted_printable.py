"""Quoted-printable (RFC 2045 §6.7): every short text, in both variants, against the grammar and Python's decoder."""

import binascii
import itertools
import re

import pytest

from uri_extract._compat._variants import compiled, load


def variants(name):
    return [load(name, False)] + ([compiled(name)] if compiled(name) else [])


VARIANTS = variants("uri_extract.place._source_map")
CODINGS = [each.QuotedPrintableCoding() for each in variants("uri_extract.place._source_map")]
unquoted = VARIANTS[-1].unquoted
TOKEN = re.compile(rb"=(?:([0-9A-Fa-f]{2})|([ \t]*\r?\n|\Z)|=)")
PIECES = (b"=", b"4", b"f", b"g", b" ", b"\r", b"\n")
TEXTS = [b"".join(pieces) for size in range(7) for pieces in itertools.product(PIECES, repeat=size)]


def decoded(token):
    return b"" if token[2] is not None else b"=" if token[1] is None else bytes((int(token[1], 16),))


@pytest.mark.parametrize("kernel", VARIANTS)
def test_6_7_every_short_text_is_decoded_by_the_grammar(kernel):
    assert all(kernel.unquoted(text) == TOKEN.sub(decoded, text) for text in TEXTS)


def test_python_decodes_the_same_unless_white_space_or_a_return_alone_follows_the_sign():
    usual = [text for text in TEXTS if not re.search(rb"=(?:[ \t]|\r(?!\n))", text)]
    assert all(VARIANTS[0].unquoted(text) == binascii.a2b_qp(text) for text in usual)


@pytest.mark.parametrize("coding", CODINGS)
def test_a_place_is_that_of_the_token_that_decodes_to_the_byte(coding):
    for text in TEXTS[::7]:
        text = text.rstrip(b"=")
        made = unquoted(text)
        at = done = 0
        for number in range(len(made)):
            at, done = coding.locate(text, at, done, number), number
            end = coding.end(text, at, done)
            assert coding.first(text, number) == number
            assert unquoted(text[at:end] + b"x")[:1] == made[number : number + 1], text
            assert at == coding.locate(text, 0, 0, number)
