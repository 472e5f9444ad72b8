"""Each byte that kernels compare with has one name."""

from uri_extract._compat import _ascii

NAMED = {name: value for name, value in vars(_ascii).items() if name.isupper()}


def test_a_byte_has_one_name():
    assert len(set(NAMED.values())) == len(NAMED)
    assert all(byte < 0x80 for byte in NAMED.values())


def test_letters_and_digits_are_named_after_themselves():
    for name, value in NAMED.items():
        kind, _, character = name.rpartition("_")
        if kind in ("CAPITAL", "SMALL", "DIGIT"):
            assert chr(value) == (character.lower() if kind == "SMALL" else character)
