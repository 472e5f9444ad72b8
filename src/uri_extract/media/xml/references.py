"""Character references of XML, and the five entities that are predefined (XML 1.0 §4.1, §4.6). No other is expanded.

What a document declares in its internal subset, or elsewhere, is not looked up: a reference to it stands as it was
written. What it would expand to stands at its declaration, where it is found as text; and so nothing can grow.
"""

from __future__ import annotations

import re

# Numbers of more than eight digits are no character's, leading zeros aside; names are as they are, with a semicolon.
_REFERENCE = re.compile(rb"&(?:#(?:x0*+([0-9A-Fa-f]{1,8})|0*+([0-9]{1,8}))|(amp|lt|gt|quot|apos));")
_PREDEFINED = {b"amp": "&", b"lt": "<", b"gt": ">", b"quot": '"', b"apos": "'"}

# A name as most are (§2.3), between "&" and ";".
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z_:\x80-\xff][-A-Za-z0-9._:\x80-\xff]{0,63};")


def reference(raw: bytes, begin: int, attribute: bool = False) -> tuple[int, str] | None:
    """Return where the reference ends that begins at the ``&`` there, and what it means; None for what is none.

    That is what has no semicolon, names an entity that is not predefined, or a character that is none (§2.2).
    """
    match = _REFERENCE.match(raw, begin)
    if match is None:
        return None
    hexadecimal, decimal, name = match.groups()
    if name:
        return match.end(), _PREDEFINED[name]
    number = int(hexadecimal, 16) if hexadecimal else int(decimal)
    if number == 0 or number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        return None
    return match.end(), chr(number)


def entity(raw: bytes) -> str | None:
    """Return the first reference in ``raw`` to an entity that is not predefined, as it stands; None where none is."""
    match = _ENTITY.search(raw) if b"&" in raw else None
    return match[0].decode("utf-8", "replace") if match else None
