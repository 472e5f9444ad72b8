"""Flowed text (RFC 3676): soft line breaks, quoting and space-stuffing, undone."""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import Final
from uri_extract.decode.source_map import SourceMap

#: Bytes of a line in which quote marks are counted; later ones are text.
_LINE: Final = 1000

_SOFT: Final = re.compile(rb"\x20(\r?\n)(>*+)(\x20?)")
_SIGNATURE: Final = re.compile(rb"--\x20\r?(?:\n|\Z)")


class Flowed:
    """Joins the lines of a paragraph (§4.1), those alone that are quoted as deep (§4.5), and no signature (§4.3).

    With ``delsp`` the blank before the break goes too (§4.2), else one is what remains of break, marks and stuffing.
    """

    def __init__(self, delsp: bool) -> None:
        self.map: SourceMap = SourceMap()
        self._space = b"" if delsp else b" "
        self._held = b""
        self._line = b""  # the beginning of the line that goes on in what comes next

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return them, with lines joined."""
        text = self._held + chunk if self._held else chunk
        stop = len(text) if final else self._settled(text)
        parts: list[bytes] = []
        at = 0
        for soft in _SOFT.finditer(text, 0, min(len(text), stop + _LINE)):
            if soft.start() >= stop:
                break
            if not self._joins(text, soft):
                continue
            if soft.start() > at:
                parts.append(self._copy(text[at : soft.start()]))
            self.map.replaced(len(self._space), soft[0])
            parts.append(self._space)
            at = soft.end()
        if at < stop:
            parts.append(self._copy(text[at:stop]))
        stop = max(stop, at)  # a blank that was stuffed may be the last byte before a break
        self._held = text[stop:]
        begin = text.rfind(b"\n", 0, stop) + 1
        self._line = text[begin : min(stop, begin + _LINE)] if begin else (self._line + text[:stop])[:_LINE]
        return b"".join(parts)

    def joined(self) -> tuple[int, int, int]:
        """Return how many lines were joined before the place that was asked for last.

        And where the last of them was joined, in the output, and where it begins, in the source.
        """
        start, _, place, _, kept, _ = self.map.last
        return self.map.dropped, start, place + kept.find(b"\n") + 1

    def _settled(self, text: bytes) -> int:
        """Return up to where all that is looked at has come: before the break of the last line that began."""
        stop = text.rfind(b"\n")
        if stop < 0 or len(text) - stop > _LINE:
            stop = len(text)
        if stop and text[stop - 1] == 13:
            stop -= 1
        return stop - 1 if stop and text[stop - 1] == 32 else stop

    def _joins(self, text: bytes, soft: re.Match[bytes]) -> bool:
        begin = text.rfind(b"\n", 0, soft.start()) + 1
        line = text[begin : min(soft.end(1), begin + _LINE)] if begin else (self._line + text[: soft.end(1)])[:_LINE]
        content = line.lstrip(b">")
        if len(line) - len(content) != len(soft[2]) or (not soft[2] and soft[3] == b"" and soft.end() == len(text)):
            return False
        stuffed = content[1:] if content[:1] == b" " else content
        if not stuffed.strip(b"\r\n") or _SIGNATURE.match(stuffed):
            return False
        return _SIGNATURE.match(text, soft.end()) is None

    def _copy(self, text: bytes) -> bytes:
        self.map.copied(len(text))
        return text
