"""Character references of XML, and the five entities that are predefined (XML 1.0 §4.1, §4.6). No other is expanded.

What a document declares in its internal subset, or elsewhere, is not looked up: a reference to it stands as it was
written. What it would expand to stands at its declaration, where it is found as text; and so nothing can grow.
"""

from __future__ import annotations

import re
from bisect import bisect_right

# Numbers of more than eight digits are no character's, leading zeros aside; names are as they are, with a semicolon.
_REFERENCE = re.compile(rb"&(?:#(?:x0*+([0-9A-Fa-f]{1,8})|0*+([0-9]{1,8}))|(amp|lt|gt|quot|apos));")
_PREDEFINED = {b"lt": "<", b"gt": ">", b"quot": '"', b"apos": "'", b"amp": "&"}

TEXT, VERBATIM, NOTHING = "text", "verbatim", ""

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


def undo(raw: bytes) -> bytes:
    """Return text, references undone."""
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


class Undone:
    """Text without its references, and the way back. ``parts`` are all its bytes: what stands in them, and how it is.

    :data:`TEXT` holds references, :data:`VERBATIM` none, and :data:`NOTHING` is not part of the text.
    """

    def __init__(self, parts: list[tuple[str, bytes]]) -> None:
        self._parts = parts
        self.text = b"".join([undo(part) if how == TEXT else part for how, part in parts if how != NOTHING])
        # Where each stretch begins, in the text and in the source; and its length there, where it is one reference.
        self._outs: list[int] = []
        self._sources: list[int] = []
        self._lengths: list[int] = []

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where in the source that stands which is ``text[start:end]``."""
        if len(self._parts) == 1 and len(self._parts[0][1]) == len(self.text):
            return start, end
        if not self._outs:
            self._find()
        at = bisect_right(self._outs, start) - 1
        begin = self._sources[at] + (0 if self._lengths[at] else start - self._outs[at])
        if end <= start:
            return begin, begin
        at = bisect_right(self._outs, end - 1) - 1
        return begin, self._sources[at] + (self._lengths[at] or end - self._outs[at])

    def _find(self) -> None:
        out = source = 0
        for how, part in self._parts:
            at = 0
            if how == TEXT:
                for match in _REFERENCE.finditer(part):
                    found = reference(part, match.start())
                    if found is None:
                        continue
                    if match.start() > at:
                        self._note(out, source + at, 0)
                        out += match.start() - at
                    self._note(out, source + match.start(), len(match[0]))
                    out += len(found[1].encode())
                    at = match.end()
            if how != NOTHING and at < len(part):
                self._note(out, source + at, 0)
                out += len(part) - at
            source += len(part)
        self._note(out, source, 0)

    def _note(self, out: int, source: int, length: int) -> None:
        self._outs.append(out)
        self._sources.append(source)
        self._lengths.append(length)


def entity(raw: bytes) -> str | None:
    """Return the first reference in ``raw`` to an entity that is not predefined, as it stands; None where none is."""
    match = _ENTITY.search(raw) if b"&" in raw else None
    return match[0].decode("utf-8", "replace") if match else None
