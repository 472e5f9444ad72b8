"""Transfer encodings (RFC 2045 §6): encoded bytes in, the part's bytes out, and the way back to the file.

Unlike other translations (:mod:`uri_extract.decode.translation`) they are told where in the file their input stands.
What it takes to find a place is worked out when somebody asks for one: until then the encoded bytes are kept as they
came, as long as somebody may ask.

What mail really has is taken as it was meant: white space behind a soft line break (RFC 2045 §6.7 rule 3), characters
that base64 does not have, several pieces of base64 in one part.
"""

from __future__ import annotations

import binascii
import re
from collections import deque
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_BASE64: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64: Final = bytes(set(range(256)) - set(_BASE64))

#: Bytes that are decoded at a time to find a place further on.
_HOP: Final = 400

#: Bytes of one token of quoted-printable: a soft line break with what stands before its line's end.
_LONGEST_TOKEN: Final = 1000
_TOKEN: Final = re.compile(rb"=(?:[0-9A-Fa-f]{2}|[ \t]*+\r?\n|=)")
_OPEN_TOKEN: Final = re.compile(rb"=(?:[0-9A-Fa-f]|[ \t]*+\r?)\Z")
# binascii drops what stands behind a carriage return alone, and knows no white space before the line's end.
_ODD: Final = re.compile(rb"=(?:[ \t]|\r(?!\n))")


class ContentTransferDecoder:
    """Decode, and remember in blocks what was encoded. Subclasses find a place in a block (:meth:`_find`)."""

    def __init__(self, keep: bool = True) -> None:
        self._keep = keep
        self._blocks: deque[tuple[int, int, bytes | None, int]] = (
            deque()
        )  # where in what came out, place, encoded (None: as it stands), size
        self._given = 0
        self._at = self._out = 0  # a place in the first block, and what came out before it
        self._held = b""
        self._held_at = 0

    def take(self, chunk: bytes, at: int, final: bool = False) -> bytes:
        """Take the next encoded bytes, which stand at ``at``; return what they decode to."""
        raise NotImplementedError

    @property
    def end(self) -> int:
        """Where what comes next is taken to stand, if nobody says it."""
        return self._held_at + len(self._held)

    def place(self, position: int) -> int:
        """Return where the byte ``position`` of what came out stands; never ask for one further back."""
        self._drop(position)
        if not self._blocks:
            return self._held_at
        out, place, encoded, _ = self._blocks[0]
        if encoded is None:
            return place + position - out
        if encoded:
            self._at, self._out = self._find(encoded, self._at, self._out, position - out)
        return place + self._at

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where stands what came out from ``start`` to ``end``; never ask for a ``start`` further back."""
        place = self.place(start)
        for out, begin, encoded, size in self._blocks:
            if out + size >= end:
                if not encoded:
                    return place, max(place, begin + end - out) if encoded is None else place + 1
                at, done = (self._at, self._out) if out <= start else (0, 0)
                at, _ = self._find(encoded, at, done, end - 1 - out)
                return place, begin + self._behind(encoded, at)
        return place, max(place, self._held_at)

    def forget(self, position: int) -> int:
        """Say that no place before ``position`` will be asked for; return a place that none of them is before."""
        self._drop(position)
        return self._blocks[0][1] + (self._at if self._blocks[0][2] else 0) if self._blocks else self._held_at

    def _note(self, encoded: bytes | None, at: int, size: int) -> None:
        """Note a block: ``size`` bytes came out of it."""
        if size:
            self._blocks.append((self._given, at, encoded if self._keep or not encoded else b"", size))
            self._given += size
            if not self._keep and len(self._blocks) > 1:
                self._blocks.popleft()

    def _drop(self, position: int) -> None:
        blocks = self._blocks
        while blocks and blocks[0][0] + blocks[0][3] <= position:
            blocks.popleft()
            self._at = self._out = 0

    def _find(self, encoded: bytes, at: int, out: int, target: int) -> tuple[int, int]:
        """Return where in a block the byte ``target`` of what it gave stands, and that; at ``at`` stood ``out``."""
        raise NotImplementedError

    def _behind(self, encoded: bytes, at: int) -> int:
        """Return where that what stands there ends."""
        return at + 1


class Identity(ContentTransferDecoder):
    """Changes nothing; pieces may stand apart in the file."""

    def take(self, chunk: bytes, at: int, final: bool = False) -> bytes:
        """Take the next bytes, which stand at ``at``; return them."""
        size = len(chunk)
        blocks = self._blocks
        if blocks and blocks[-1][1] + blocks[-1][3] == at:
            out, place, _, before = blocks[-1]
            blocks[-1] = (out, place, None, before + size)
            self._given += size
        else:
            self._note(None, at, size)
        self._held_at = at + size
        return chunk


class QuotedPrintable(ContentTransferDecoder):
    """Quoted-printable (RFC 2045 §6.7); what is none stands for itself."""

    def take(self, chunk: bytes, at: int, final: bool = False) -> bytes:
        """Take the next encoded bytes, which stand at ``at``; return what they decode to."""
        held = self._held
        if held and at != self._held_at + len(held):  # something was cut out between: the place is nearly right
            self._held_at = at - len(held)
        if held:
            chunk, at = held + chunk, self._held_at
        stop = len(chunk)
        if not final:
            low = max(0, stop - _LONGEST_TOKEN)
            last = chunk.rfind(b"=", low)
            if last >= 0 and _OPEN_TOKEN.match(chunk, last):
                signs = len(chunk[low : last + 1].rstrip(b"="))  # in "==" the first one stands for both
                stop = low + signs if signs or not low else stop
        self._held, self._held_at = chunk[stop:], at + stop
        encoded = chunk if stop == len(chunk) else chunk[:stop]
        decoded = _unquoted(encoded)
        self._note(encoded, at, len(decoded))
        return decoded

    def _find(self, encoded: bytes, at: int, out: int, target: int) -> tuple[int, int]:
        # Nothing decodes to more bytes than it has, so whole lines up to there end before the target.
        while target - out > _HOP and (stop := encoded.find(b"\n", at + _HOP, at + target - out) + 1):
            out += len(_unquoted(encoded[at:stop]))
            at = stop
        while (sign := encoded.find(b"=", at, at + target - out + 1)) >= 0:
            out += sign - at
            at = sign
            token = _TOKEN.match(encoded, at)
            if token is None or token[0][-1] != 10:
                if out == target:
                    return at, out
                out += 1
            at = token.end() if token else at + 1
        return at + target - out, target

    def _behind(self, encoded: bytes, at: int) -> int:
        token = _TOKEN.match(encoded, at)
        return token.end() if token else at + 1


def _unquoted(encoded: bytes) -> bytes:
    if b"=" not in encoded:
        return encoded
    return _TOKEN.sub(_undone, encoded) if _ODD.search(encoded) else binascii.a2b_qp(encoded)


def _undone(token: re.Match[bytes]) -> bytes:
    text = token[0]
    return b"" if text[-1] == 10 else b"=" if text == b"==" else bytes((int(text[1:], 16),))


class Base64(ContentTransferDecoder):
    """Base64 (RFC 2045 §6.8); what stands between its characters is ignored, and padding ends it.

    Behind its end, lines of base64 are decoded as well, for programs that encode piece by piece; others are text that
    somebody put there, mailing lists their footers, and stand for themselves.
    """

    def __init__(self, keep: bool = True) -> None:
        super().__init__(keep)
        self._ended = self._text = False

    def take(self, chunk: bytes, at: int, final: bool = False) -> bytes:
        """Take the next encoded bytes, which stand at ``at``; return what they decode to."""
        if self._held:
            chunk, at = self._held + chunk, at - len(self._held)
        decoded = b""
        if not self._ended:
            pad = chunk.find(b"=")
            if pad < 0:
                decoded, used = self._piece(chunk, at, final)
                self._held, self._held_at = chunk[used:], at + used
                if len(self._held) > 64:  # what is no base64
                    self._held = self._held.translate(None, _NOT_BASE64)
                return decoded
            self._ended = True
            decoded, _ = self._piece(chunk[:pad], at, True)
            chunk, at = chunk[pad + 1 :], at + pad + 1
        return decoded + self._behind_end(chunk, at, final)

    def _behind_end(self, chunk: bytes, at: int, final: bool) -> bytes:
        parts: list[bytes] = []
        pos = 0
        while pos < len(chunk):
            feed = chunk.find(b"\n", pos)
            if feed < 0 and not final and len(chunk) - pos < _LONGEST_TOKEN:
                break
            stop = min(feed + 1 if feed >= 0 else len(chunk), pos + _LONGEST_TOKEN)
            line = chunk[pos:stop].strip()
            if line.strip(b"="):
                if len(line) % 4 or line.rstrip(b"=").translate(None, _BASE64):
                    if not self._text:
                        self._note(b"", at + pos, 1)
                        parts.append(b"\n")
                        self._text = True
                    self._note(None, at + pos, stop - pos)
                    parts.append(chunk[pos:stop])
                else:
                    self._text = False
                    parts.append(self._piece(chunk[pos:stop], at + pos, True)[0])
            pos = stop
        self._held, self._held_at = chunk[pos:], at + pos
        return b"".join(parts)

    def _piece(self, encoded: bytes, at: int, final: bool) -> tuple[bytes, int]:
        """Decode what has no padding; return how much of it was used."""
        clean = encoded.translate(None, _NOT_BASE64)
        over = len(clean) % 4
        used = len(encoded)
        if over:
            if final:
                clean = clean[:-1] if over == 1 else clean + b"=" * (4 - over)
            else:
                clean = clean[:-over]
                while over:
                    used -= 1
                    over -= encoded[used] in _BASE64
        decoded = binascii.a2b_base64(clean)
        self._note(encoded[:used], at, len(decoded))
        return decoded, used

    def _find(self, encoded: bytes, at: int, out: int, target: int) -> tuple[int, int]:
        if at and encoded[at] in _BASE64:
            count = out // 3 * 4 + out % 3  # its characters before ``at``
        else:
            at = count = 0
        left = target // 3 * 4 + target % 3 - count
        while left > 0 and at < len(encoded):  # every byte may be one, few are none
            piece = encoded[at : at + left]
            at += len(piece)
            left = len(piece.translate(None, _BASE64)) + left - len(piece)
        while at < len(encoded) - 1 and encoded[at] not in _BASE64:
            at += 1
        return min(at, len(encoded) - 1), target

    def _behind(self, encoded: bytes, at: int) -> int:
        return min(at + 2, len(encoded))


class Uuencode(ContentTransferDecoder):
    """Uuencode, as ``x-uuencode`` is: lines between ``begin`` and ``end``; lines that are none are ignored."""

    def __init__(self, keep: bool = True) -> None:
        super().__init__(keep)
        self._inside = False

    def take(self, chunk: bytes, at: int, final: bool = False) -> bytes:
        """Take the next encoded bytes, which stand at ``at``; return what they decode to."""
        if self._held:
            chunk, at = self._held + chunk, at - len(self._held)
        parts: list[bytes] = []
        pos = 0
        while (feed := chunk.find(b"\n", pos)) >= 0 or (final and pos < len(chunk)):
            stop = feed if feed >= 0 else len(chunk)
            parts.append(self._line(chunk[pos:stop].rstrip(b"\r"), at + pos))
            pos = stop + 1
        self._held, self._held_at = chunk[pos:][:_LONGEST_TOKEN], at + pos
        return b"".join(parts)

    def _line(self, line: bytes, at: int) -> bytes:
        if not self._inside:
            self._inside = line.startswith(b"begin ")
            return b""
        if line == b"end":
            self._inside = False
            return b""
        if not line:
            return b""
        try:
            decoded = binascii.a2b_uu(line)
        except binascii.Error:
            size = ((line[0] - 32 & 63) * 4 + 5) // 3  # some write a check character behind (CPython, "uu")
            try:
                decoded = binascii.a2b_uu(line[:size])
            except binascii.Error:
                return b""
        self._note(line, at, len(decoded))
        return decoded

    def _find(self, encoded: bytes, at: int, out: int, target: int) -> tuple[int, int]:
        return min(1 + target // 3 * 4 + target % 3, len(encoded) - 1), target

    def _behind(self, encoded: bytes, at: int) -> int:
        return min(at + 2, len(encoded))


_ENCODINGS: Final[dict[str, Callable[[bool], Any]]] = {
    "quoted-printable": QuotedPrintable,
    "quotedprintable": QuotedPrintable,
    "base64": Base64,
    "base-64": Base64,
    "x-base64": Base64,
    "x-uuencode": Uuencode,
    "uuencode": Uuencode,
    "x-uue": Uuencode,
    "uue": Uuencode,
}


def decoder(encoding: str, keep: bool = True) -> ContentTransferDecoder | None:
    """Return what undoes a transfer encoding; None for one that changes nothing, or that nobody knows.

    ``keep``: places will be asked for.
    """
    made = _ENCODINGS.get(encoding)
    transfer: ContentTransferDecoder | None = made(keep) if made else None
    return transfer
