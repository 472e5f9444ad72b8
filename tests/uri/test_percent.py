"""Percent-encodings: the class of each octet, in both variants of the kernel (RFC 3986 §2.1)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract.uri._kernel import decode, decode_to_bytes

from .kernels import variants_of

VARIANTS, PARAMETERS = variants_of("uri_extract.uri._kernel")


@pytest.mark.parametrize("variant", PARAMETERS)
@given(octets=st.lists(st.sampled_from([b"%", b"4", b"1", b"aF", b"g", b"%41", b"%c3%A9", b"\xff"])).map(b"".join))
def test_encodings_are_decoded_and_other_percent_signs_stay(variant, octets):
    expected = re.sub(rb"%([0-9A-Fa-f]{2})", lambda digits: bytes.fromhex(digits[1].decode()), octets)
    assert VARIANTS[variant].decoded(octets) == expected


@pytest.mark.parametrize("variant", PARAMETERS)
def test_each_octet_is_decoded(variant):
    for octet in range(256):
        for encoding in (f"%{octet:02x}", f"%{octet:02X}"):
            assert VARIANTS[variant].decoded(encoding.encode()) == bytes([octet])


def test_characters_are_octets_of_utf_8():
    assert decode_to_bytes("\xe9%2541\ud800%") == b"\xc3\xa9%41\xed\xa0\x80%"
    assert decode("%FF%C3%A9\xe9") == "\ufffd\xe9\xe9"
