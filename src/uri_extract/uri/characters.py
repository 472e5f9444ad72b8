"""The components that each character may be part of (RFC 3986 Appendix A), as bits; "%" alone is part of none."""

from __future__ import annotations

from uri_extract._compat._typing import Final

ALPHA: Final = 1
SCHEME: Final = 2
DIGIT: Final = 4
HEXDIG: Final = 8
REG_NAME: Final = 16
USERINFO: Final = 32
PATH: Final = 64
QUERY: Final = 128


_DIGITS = "0123456789"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_IN_NAME = _LETTERS + _DIGITS + "-._~!$&'()*+,;="
_MEMBERS = {
    ALPHA: _LETTERS,
    SCHEME: f"{_LETTERS}{_DIGITS}+-.",
    DIGIT: _DIGITS,
    HEXDIG: f"{_DIGITS}ABCDEFabcdef",
    REG_NAME: _IN_NAME,
    USERINFO: f"{_IN_NAME}:",
    PATH: f"{_IN_NAME}:@/",
    QUERY: f"{_IN_NAME}:@/?",
}


def _classes() -> bytes:
    classes = bytearray(256)
    for bit, members in _MEMBERS.items():
        for code in members.encode():
            classes[code] |= bit
    return bytes(classes)


#: The bits of each character of Latin-1, by code.
CLASSES: Final = _classes()
