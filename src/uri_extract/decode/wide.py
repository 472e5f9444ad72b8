"""Recognise UTF-16 and UTF-32 without a byte order mark, by the first bytes of a document.

In text of ASCII characters alone, every other byte is NUL (in UTF-32 three of four). That is strong evidence: other
formats have such runs too, but not from their first byte on and with printable characters between. Text in other
scripts is not recognised, because its bytes have no such pattern. Tables of 16-bit numbers, and binary data that has
strings in UTF-16, are recognised by the character NUL, which text has at most at its end, or by few ASCII characters.
"""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final

#: The number of first bytes examined.
HEAD: Final = 1024
# Fewer characters are not evidence.
_LEAST: Final = 16
# The percentage of characters that must be below U+0100, to be sure, and that must be ASCII, to suspect it.
_SURE, _SUSPECT = 90, 60

_NUL: Final = 0
_NOT_ASCII: Final = bytes(range(0x80, 0x100))
_NOT_PRINTABLE: Final = re.compile(rb"[\0-\x08\x0b\x0e-\x1f\x7f]")
# The codec, the size of a character, and the index of its byte that is not NUL in ASCII.
_ENCODINGS: Final = (("utf-32-le", 4, 0), ("utf-32-be", 4, 3), ("utf-16-le", 2, 0), ("utf-16-be", 2, 1))


def wide_without_mark(head: bytes) -> tuple[str, bool] | None:
    """Return the codec of text with these first bytes, and whether that is sure; None if it is not UTF-16 or UTF-32."""
    if len(head) < _LEAST or b"\0" not in head[:HEAD]:
        return None
    for codec, size, place in _ENCODINGS:
        count = min(len(head), HEAD) // size
        planes = [head[at : count * size : size] for at in range(size)]
        others = planes[:place] + planes[place + 1 :]
        if min(plane.count(_NUL) for plane in others) * 100 < _SUSPECT * count:
            continue  # as in nearly all binary data: no need to count characters
        low = bytes(byte for byte, *rest in zip(planes[place], *others, strict=True) if not any(rest))
        if 100 * len(low.translate(None, _NOT_ASCII)) < _SUSPECT * count:
            continue
        if _NUL in low.rstrip(b"\0"):  # at the end, it may terminate the text
            continue
        controls = len(_NOT_PRINTABLE.findall(low))
        if 20 * controls < count:
            return codec, not controls and 100 * len(low) >= _SURE * count
    return None
