"""Limits of the marks of defanged references, and the classes of bytes in and around them, a bit each."""

from __future__ import annotations

from uri_extract._compat._typing import Final

#: The maximum size of a mark together with the bytes examined before and after it.
REACH: Final = 96

#: Brackets that open and close a mark; people mix them up.
OPENS: Final = 1
CLOSES: Final = 2
#: Letters and digits; letters and digits including those beyond ASCII.
ALNUM: Final = 4
WORD: Final = 8
#: Bytes of a host's label; bytes of a host.
LABEL: Final = 16
NAME: Final = 32
#: Bytes beside a dot in a host or a path segment.
SEGMENT: Final = 64
#: Bytes of an address before the "@" (RFC 5321 §4.1.2).
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
