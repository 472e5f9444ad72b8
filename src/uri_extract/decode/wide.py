"""UTF-16 and UTF-32 without a byte order mark, recognised by the first bytes of a document.

In text of ASCII characters alone, every other byte is NUL (in UTF-32 three of four). That is strong evidence: other
formats have such runs, but not from their first byte on and with printable characters between. Text of other scripts is
not recognised: its bytes look like anything.
"""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import Final

#: First bytes that are looked at.
HEAD: Final = 1024
# Fewer prove nothing.
_LEAST: Final = 16
# Percent of the characters that are ASCII: enough to be sure, and enough for a suspicion.
_SURE, _SUSPECT = 90, 60

_NOT_PRINTABLE: Final = re.compile(rb"[\0-\x08\x0b\x0e-\x1f\x7f]")
# The codec, the size of a character, and which of its bytes is not NUL in ASCII.
_ENCODINGS: Final = (("utf-32-le", 4, 0), ("utf-32-be", 4, 3), ("utf-16-le", 2, 0), ("utf-16-be", 2, 1))


def wide_without_mark(head: bytes) -> tuple[str, bool] | None:
    """Return the codec of text that begins so, and whether that is sure; None where it is not UTF-16 or UTF-32."""
    if b"\0" not in head[:HEAD]:
        return None
    for codec, size, place in _ENCODINGS:
        count = min(len(head), HEAD) // size
        planes = [head[at : count * size : size] for at in range(size)]
        others = planes[:place] + planes[place + 1 :]
        if min(plane.count(0) for plane in others) * 100 < _SUSPECT * count:
            continue  # as in nearly all binary data: no look at each character
        ascii_ones = bytes(byte for byte, *rest in zip(planes[place], *others, strict=True) if not any(rest))
        if count * size < _LEAST or 100 * len(ascii_ones) < _SUSPECT * count:
            continue
        controls = len(_NOT_PRINTABLE.findall(ascii_ones))
        if 20 * controls < count:
            return codec, not controls and 100 * len(ascii_ones) >= _SURE * count
    return None
