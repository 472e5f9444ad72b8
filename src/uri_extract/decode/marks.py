"""The marks of defanged references: how far they reach, and the classes of bytes in and around them, a bit each."""

from __future__ import annotations

from uri_extract._typing import Final

#: Bytes that a mark and all that is looked at after it, or before it, do not exceed.
REACH: Final = 96

#: Brackets that open and close a mark: people mix them up.
OPENS: Final = 1
CLOSES: Final = 2
#: Letters and digits; those and letters beyond ASCII.
ALNUM: Final = 4
WORD: Final = 8
#: What a label of a host has, and what a host has.
LABEL: Final = 16
NAME: Final = 32
#: What is beside a dot in a host or in a segment of a path.
SEGMENT: Final = 64
#: What an address has before the "@" (RFC 5321 §4.1.2).
LOCAL: Final = 128

_ALNUM: Final = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_BEYOND: Final = bytes(range(0x80, 0x100))
_MEMBERS: Final = {
    OPENS: b"[({",
    CLOSES: b"])}",
    ALNUM: _ALNUM,
    WORD: _ALNUM + _BEYOND,
    LABEL: _ALNUM + b"-",
    NAME: _ALNUM + b"-.",
    SEGMENT: _ALNUM + b"_%-" + _BEYOND,
    LOCAL: _ALNUM + b".!#$%&'*+-_~",
}

#: The classes of each byte.
CLASSES: Final = bytes(sum(bit for bit, members in _MEMBERS.items() if byte in members) for byte in range(256))
