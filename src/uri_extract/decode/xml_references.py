"""Character references of XML, and the five entities that are predefined (XML 1.0 §4.1, §4.6). No other is expanded.

Entities that a document declares, in its internal subset or elsewhere, are not looked up: references to them stay as
they are written. Their replacement text is found as text at the declaration. So nothing can grow.
"""

from __future__ import annotations

from bisect import bisect_right

import uri_extract._re as re

# No character has a number of more than eight digits, leading zeros aside. Names have their case and a semicolon.
_REFERENCE = re.compile(rb"&(?:#(?:x0*+([0-9A-Fa-f]{1,8})|0*+([0-9]{1,8}))|(amp|lt|gt|quot|apos));")
_PREDEFINED = {b"lt": "<", b"gt": ">", b"quot": '"', b"apos": "'", b"amp": "&"}

TEXT, VERBATIM, NOTHING = "text", "verbatim", ""

# A name (§2.3; most are such), between "&" and ";".
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z_:\x80-\xff][-A-Za-z0-9._:\x80-\xff]{0,63};")


def reference(raw: bytes, begin: int, attribute: bool = False) -> tuple[int, str] | None:
    """Return the end of the reference that begins at the ``&`` there, and the character; None if it is not one.

    It is not one without a semicolon, for an entity that is not predefined, or a number of no character (§2.2).
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


def decode_character_references(raw: bytes) -> bytes:
    """Return text with its character references decoded."""
    if b"&" not in raw:
        return raw
    if b"&#" in raw:
        return _REFERENCE.sub(_meant, raw)
    for name, meant in _PREDEFINED.items():  # that of "&" last, as it makes no other
        raw = raw.replace(b"&%b;" % name, meant.encode())
    return raw


def _meant(match: re.Match[bytes]) -> bytes:
    found = reference(match.string, match.start())
    return match[0] if found is None else found[1].encode()


class DecodedValue:
    """Text with its character references decoded, and the places of its bytes in the source.

    ``parts`` are all bytes of the source, each with what it is: :data:`TEXT` has references, :data:`VERBATIM` has none,
    :data:`NOTHING` is not part of the text.
    """

    def __init__(self, parts: list[tuple[str, bytes]]) -> None:
        self._parts = parts
        self.text = b"".join(
            [decode_character_references(part) if how == TEXT else part for how, part in parts if how != NOTHING]
        )
        # Of each reference, and of what is not part of the text: its start in the text; its start and size in the
        # source, and its size in the text.
        self._outs: list[int] = []
        self._replaced: list[tuple[int, int, int]] = []

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the source of ``text[start:end]``, which includes references as a whole."""
        if len(self._parts) == 1 and len(self._parts[0][1]) == len(self.text):
            return start, end
        if not self._outs:
            self._find()
        begin, _ = self._around(start)
        return begin, self._around(end - 1)[1] if end > start else begin

    def _around(self, position: int) -> tuple[int, int]:
        """Return the span in the source of the byte at ``position`` of the text."""
        at = bisect_right(self._outs, position) - 1
        source, size, meant = self._replaced[at]
        behind = position - self._outs[at] - meant
        return (source, source + size) if behind < 0 else (source + size + behind, source + size + behind + 1)

    def _find(self) -> None:
        outs, replaced = self._outs, self._replaced
        outs.append(0)
        replaced.append((0, 0, 0))
        ahead = begin = 0  # how much longer the source is so far; the start of the part in it
        for how, part in self._parts:
            if how == NOTHING:
                outs.append(begin - ahead)
                replaced.append((begin, len(part), 0))
                ahead += len(part)
            elif how == TEXT and b"&" in part:
                for match in _REFERENCE.finditer(part):
                    start, end = match.span()
                    meant = 1 if match.lastindex == 3 else len(_meant(match))
                    if meant < end - start:
                        outs.append(begin + start - ahead)
                        replaced.append((begin + start, end - start, meant))
                        ahead += end - start - meant
            begin += len(part)


def entity(raw: bytes) -> str | None:
    """Return the first reference in ``raw`` to an entity that is not predefined, as written; None if there is none."""
    match = _ENTITY.search(raw) if b"&" in raw else None
    return match[0].decode("utf-8", "replace") if match else None
