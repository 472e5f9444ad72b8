"""Read the values of attributes (XML 1.0 §3.3.3)."""

from __future__ import annotations

from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract.decode._character_references import decode, reference

# The most bytes of a value that is cached.
_SHORT = 256

_WHITE_SPACE = re.compile(rb"[\t\n\r]")
_RETURN = re.compile(rb"\r(?!\n)")
_BLANKS = bytes.maketrans(b"\t\n", b"  ")


def normalized(raw: bytes) -> bytes:
    """Return the bytes of an attribute's value, with line breaks and tabs replaced by blanks (XML 1.0 §3.3.3).

    The other bytes keep their places. A line break of two bytes is one blank (§2.11), but its carriage return is kept:
    a reader of URLs drops it (URL Standard §4.4), like ``&#13;``.
    """
    if _WHITE_SPACE.search(raw) is None:
        return raw
    return _RETURN.sub(b" ", raw).translate(_BLANKS)


def value(raw: bytes) -> str:
    """Return the value of an attribute, given its bytes in the document."""
    return _short_value(raw) if len(raw) <= _SHORT else _value(raw)


def _value(raw: bytes) -> str:
    return decode(normalized(raw), reference).text


_short_value = lru_cache(256)(_value)  # a feed declares the same namespaces in each entry
