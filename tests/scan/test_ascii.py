"""The bytes that kernels compare with have one name and one value in both variants."""

import re
from pathlib import Path

from uri_extract import _ascii

NAMED = {name: value for name, value in vars(_ascii).items() if name.isupper()}


def test_compiled_kernels_have_the_values_of_the_interpreted_ones():
    _, _, members = Path(_ascii.__file__).with_suffix(".pxd").read_text("ascii").partition("cdef enum:")
    declared, value = {}, 0
    for name, given in re.findall(r"(\w+)(?: = (\w+))?", members):
        value = int(given, 16) if given else value + 1
        declared[name] = value
    assert declared == NAMED


def test_a_byte_has_one_name():
    assert len(set(NAMED.values())) == len(NAMED)
    assert all(byte < 0x80 for byte in NAMED.values())


def test_letters_and_digits_are_named_after_themselves():
    for name, value in NAMED.items():
        kind, _, character = name.rpartition("_")
        if kind in ("CAPITAL", "SMALL", "DIGIT"):
            assert chr(value) == (character.lower() if kind == "SMALL" else character)
