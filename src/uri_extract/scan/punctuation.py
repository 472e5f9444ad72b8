"""Which characters beyond ASCII end a reference in text: space, punctuation, controls; what no IRI may hold."""

from __future__ import annotations

from typing import Final

# RFC 3987 §2.2 lets ucschar be nearly anything. In text, quotation marks, brackets, dashes and full stops of other
# scripts do what their ASCII counterparts do: they stand around a reference (RFC 3986 Appendix C), and bidi controls
# end one. Letters, digits, marks, symbols and the two joiners (U+200C, U+200D) stay.
_RANGES: Final = (
    (0x80, 0xA1), (0xAB, 0xAB), (0xAD, 0xAD), (0xB6, 0xB6), (0xBB, 0xBB), (0xBF, 0xBF),  # Latin-1
    (0x37E, 0x37E), (0x589, 0x58A), (0x5BE, 0x5BE), (0x60C, 0x60C), (0x61B, 0x61F), (0x6D4, 0x6D4),
    (0x964, 0x965), (0xE5A, 0xE5B), (0x104A, 0x104F), (0x1680, 0x1680), (0x166E, 0x166E), (0x180E, 0x180E),
    (0x2000, 0x200B), (0x200E, 0x206F),  # general punctuation without the joiners
    (0x2329, 0x232A), (0x2768, 0x2775), (0x27E6, 0x27EF), (0x2983, 0x2998), (0x29D8, 0x29DB), (0x29FC, 0x29FD),
    (0x2E00, 0x2E7F), (0x3000, 0x3003), (0x3008, 0x3011), (0x3014, 0x301F),  # CJK
    (0xD800, 0xF8FF),  # surrogates, private use
    (0xFDD0, 0xFDEF), (0xFE10, 0xFE19), (0xFE30, 0xFE6F), (0xFEFF, 0xFEFF),
    (0xFF01, 0xFF02), (0xFF07, 0xFF09), (0xFF0C, 0xFF0C), (0xFF0E, 0xFF0E), (0xFF1A, 0xFF1C), (0xFF1E, 0xFF1F),
    (0xFF3B, 0xFF3B), (0xFF3D, 0xFF3D), (0xFF5B, 0xFF5D), (0xFF5F, 0xFF65), (0xFFF0, 0xFFFF),
    (0xE0000, 0xE0FFF), (0xF0000, 0x10FFFF),
)  # fmt: skip

_starts: Final = tuple(first for first, _ in _RANGES)


def ends_reference(code_point: int) -> bool:
    """Whether the character, beyond ASCII, ends a reference that stands in white space."""
    low, high = 0, len(_RANGES)
    while low < high:
        middle = (low + high) >> 1
        if _starts[middle] <= code_point:
            low = middle + 1
        else:
            high = middle
    return low > 0 and code_point <= _RANGES[low - 1][1]
