"""Decode transfer encodings (RFC 2045 §6), and map places of the output to the file.

Unlike other decoders they receive the place of their input in the file. A place is computed only when a caller requests
it: until then the encoded bytes are kept.

Common errors in mail are tolerated: white space after a soft line break (RFC 2045 §6.7 rule 3), characters outside the
base64 alphabet, several base64 encodings in one part.
"""

from __future__ import annotations

import binascii
from array import array
from bisect import bisect_right
from collections.abc import Callable

import uri_extract._compat._re as re
from uri_extract._compat._ascii import CARRIAGE_RETURN, EQUALS
from uri_extract._compat._typing import Any, Final
from uri_extract.place.source_map import Coding, QuotedPrintableCoding, SourceMap, unquoted

_BASE64: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64: Final = bytes(set(range(256)) - set(_BASE64))
_NEXT: Final = re.compile(rb"[A-Za-z0-9+/=]")

#: The maximum of bytes held for an incomplete group of four base64 characters. If there are more, few are base64.
_MOST_HELD: Final = 64

#: The maximum size of a token of quoted-printable: a soft line break with white space before the line's end.
_LONGEST_TOKEN: Final = 1000
_OPEN_TOKEN: Final = re.compile(rb"=(?:[0-9A-Fa-f]|[ \t]*+\r?)\Z")


class ContentTransferDecoder:
    """Decode bytes that may be apart in the file. Without ``keep`` places cannot be requested."""

    def __init__(self, keep: bool = True) -> None:
        self.map: SourceMap = SourceMap(keep=keep)
        self._held = b""

    def take(self, chunk: bytes, at: int, final: bool = False) -> bytes:
        """Take the next encoded bytes, which are at ``at``; return them decoded."""
        raise NotImplementedError

    @property
    def end(self) -> int:
        """The place of the next byte, if the caller does not give it."""
        return int(self.map.taken) + len(self._held)

    def _note(self, encoded: bytes, at: int, size: int, coding: Coding) -> None:
        """Note that the bytes at ``at`` were decoded to ``size`` bytes."""
        self.map.jump(at)
        self.map.encoded(size, len(encoded), encoded, coding)


class Identity(ContentTransferDecoder):
    """Copies its input: the encodings 7bit, 8bit and binary."""

    def take(self, chunk: bytes, at: int, final: bool = False) -> bytes:
        """Take the next bytes, which are at ``at``; return them."""
        self.map.jump(at)
        self.map.copied(len(chunk))
        return chunk


class _Base64Coding(Coding):
    def locate(self, kept: bytes, at: int, done: int, target: int) -> int:
        if at and kept[at] in _BASE64:
            count = done // 3 * 4 + done % 3  # its characters before ``at``
        else:
            at = count = 0
        left = target // 3 * 4 + target % 3 - count
        while left > 0 and at < len(kept):  # take as many bytes as characters are missing: most are base64
            piece = kept[at : at + left]
            at += len(piece)
            left = len(piece.translate(None, _BASE64)) + left - len(piece)
        while at < len(kept) - 1 and kept[at] not in _BASE64:
            at += 1
        return min(at, len(kept) - 1)

    def end(self, kept: bytes, at: int, done: int) -> int:
        return min(at + 2, len(kept))


class _ScatteredCoding(Coding):
    """Four base64 characters with many other bytes between: the place of each is kept."""

    def __init__(self, places: list[int]) -> None:
        self._places = places

    def locate(self, kept: bytes, at: int, done: int, target: int) -> int:
        return self._places[target]

    def end(self, kept: bytes, at: int, done: int) -> int:
        return min(at + 2, self._places[-1] + 1)


class _UuencodeCoding(Coding):
    """Lines of uuencode, which are kept: the starts of their bytes in the output, and of the lines in the source."""

    def __init__(self, outputs: list[int], starts: list[int]) -> None:
        self._outputs = array("q", outputs)
        self._starts = array("q", starts)

    def locate(self, kept: bytes, at: int, done: int, target: int) -> int:
        start, end, number = self._line(kept, target)
        return min(start + 1 + number // 3 * 4 + number % 3, end - 1)

    def end(self, kept: bytes, at: int, done: int) -> int:
        return min(at + 2, self._line(kept, done)[1])

    def _line(self, kept: bytes, target: int) -> tuple[int, int, int]:
        """Return the start and end of the line of a byte of the output, and the number of that byte in the line."""
        line = bisect_right(self._outputs, target) - 1
        start = self._starts[line]
        end = kept.find(b"\n", start)
        end = len(kept) if end < 0 else end
        while kept[end - 1] == CARRIAGE_RETURN:
            end -= 1
        return start, end, target - self._outputs[line]


_QUOTED_PRINTABLE: Final[Coding] = QuotedPrintableCoding()
_BASE64_CODING: Final = _Base64Coding()


class QuotedPrintable(ContentTransferDecoder):
    """Quoted-printable (RFC 2045 §6.7); anything else is copied."""

    def take(self, chunk: bytes, at: int, final: bool = False) -> bytes:
        """Take the next encoded bytes, which are at ``at``; return them decoded."""
        if self._held:  # if bytes in between were removed, the place is approximate
            chunk, at = self._held + chunk, at - len(self._held)
        stop = len(chunk)
        if not final:
            low = max(0, stop - _LONGEST_TOKEN)
            last = chunk.rfind(b"=", low)
            if last >= 0 and _OPEN_TOKEN.match(chunk, last):
                first = low + len(chunk[low:last].rstrip(b"="))
                if first == low > 0:
                    first = len(chunk[:low].rstrip(b"="))
                if (last - first) % 2 == 0:  # else it is the second of "==", which is one token
                    stop = last
        self._held = chunk[stop:]
        encoded = chunk if stop == len(chunk) else chunk[:stop]
        decoded = unquoted(encoded)
        self._note(encoded, at, len(decoded), _QUOTED_PRINTABLE)
        return decoded


class Base64(ContentTransferDecoder):
    """Base64 (RFC 2045 §6.8); other characters are ignored, and padding ends it.

    After its end, lines of base64 are decoded as well, since some programs encode piece by piece. Other lines are text
    that was appended, such as the footers of mailing lists, and are copied.
    """

    def __init__(self, keep: bool = True) -> None:
        super().__init__(keep)
        self._ended = self._text = False
        self._scattered: list[int] = []  # the places of the characters held, if many bytes are between them

    def take(self, chunk: bytes, at: int, final: bool = False) -> bytes:
        """Take the next encoded bytes, which are at ``at``; return them decoded."""
        if self._scattered:
            decoded, stop = self._gather(chunk, at, final)
            return decoded if self._scattered else decoded + self.take(chunk[stop:], at + stop, final)
        if self._held:
            chunk, at = self._held + chunk, at - len(self._held)
        decoded = b""
        if not self._ended:
            pad = chunk.find(b"=")
            if pad < 0:
                decoded, used = self._piece(chunk, at, final)
                self._held = chunk[used:]
                if len(self._held) > _MOST_HELD:
                    self._scattered = [at + used + each.start() for each in _NEXT.finditer(self._held)]
                    self._held = self._held.translate(None, _NOT_BASE64)
                return decoded
            self._ended = True
            decoded, _ = self._piece(chunk[:pad], at, True)
            chunk, at = chunk[pad + 1 :], at + pad + 1
        return decoded + self._after_end(chunk, at, final)

    def _gather(self, chunk: bytes, at: int, final: bool) -> tuple[bytes, int]:
        """Complete a group of four characters; return it decoded, and the number of bytes used of the chunk."""
        stop = 0
        while len(self._held) < 4 and (found := _NEXT.search(chunk, stop)) and found[0] != b"=":
            self._held += found[0]
            self._scattered.append(at + found.start())
            stop = found.end()
        if len(self._held) < 4 and not (final or EQUALS in chunk):
            return b"", len(chunk)
        places = [each - self._scattered[0] for each in self._scattered]
        decoded = binascii.a2b_base64(self._held + b"=" * (-len(self._held) % 4)) if len(places) > 1 else b""
        self.map.jump(self._scattered[0])
        self.map.encoded(len(decoded), places[-1] + 1, self._held, _ScatteredCoding(places))
        self._held = b""
        self._scattered = []
        return decoded, stop

    def _after_end(self, chunk: bytes, at: int, final: bool) -> bytes:
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
                        self.map.jump(at + pos)
                        self.map.replaced(1, b"")
                        parts.append(b"\n")
                        self._text = True
                    self.map.jump(at + pos)
                    self.map.copied(stop - pos)
                    parts.append(chunk[pos:stop])
                else:
                    self._text = False
                    parts.append(self._piece(chunk[pos:stop], at + pos, True)[0])
            pos = stop
        self._held = chunk[pos:]
        self.map.jump(at + pos)
        return b"".join(parts)

    def _piece(self, encoded: bytes, at: int, final: bool) -> tuple[bytes, int]:
        """Decode base64 without padding; return the number of bytes used as well."""
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
        self._note(encoded[:used], at, len(decoded), _BASE64_CODING)
        return decoded, used


class Uuencode(ContentTransferDecoder):
    """Uuencode, also named ``x-uuencode``: lines between ``begin`` and ``end``; invalid lines are ignored."""

    def __init__(self, keep: bool = True) -> None:
        super().__init__(keep)
        self._inside = False

    def take(self, chunk: bytes, at: int, final: bool = False) -> bytes:
        """Take the next encoded bytes, which are at ``at``; return them decoded."""
        if self._held:
            chunk, at = self._held + chunk, at - len(self._held)
        lines = chunk.split(b"\n")
        rest = lines.pop()
        if final and rest:
            lines.append(rest)
        self._held = b"" if final else rest[:_LONGEST_TOKEN]
        parts: list[bytes] = []
        outputs: list[int] = []
        starts: list[int] = []
        returns = CARRIAGE_RETURN in chunk
        inside, place, size = self._inside, 0, 0
        for line in lines:
            start = place
            place += len(line) + 1
            if returns:
                line = line.rstrip(b"\r")
            if not inside:
                inside = line.startswith(b"begin ")
            elif line == b"end":
                inside = False
            elif line:
                try:
                    decoded = binascii.a2b_uu(line)
                except binascii.Error:
                    decoded = _uudecoded(line)
                if decoded:
                    parts.append(decoded)
                    outputs.append(size)
                    starts.append(start)
                    size += len(decoded)
        self._inside = inside
        self.map.jump(at)
        self.map.encoded(size, place, chunk, _UuencodeCoding(outputs, starts))
        return b"".join(parts)


def _uudecoded(line: bytes) -> bytes:
    """Return a line with a check character decoded (as CPython's "uu" does); nothing if it is invalid."""
    try:
        return binascii.a2b_uu(line[: ((line[0] - 32 & 63) * 4 + 5) // 3])
    except binascii.Error:
        return b""


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


def is_decoded(encoding: str) -> bool:
    """Return True if there is a decoder for that transfer encoding."""
    return encoding in _ENCODINGS


def decoder(encoding: str, keep: bool = True) -> ContentTransferDecoder | None:
    """Return the decoder of a transfer encoding; None for the identity encodings and unknown ones.

    ``keep``: places will be requested.
    """
    made = _ENCODINGS.get(encoding)
    transfer: ContentTransferDecoder | None = made(keep) if made else None
    return transfer
