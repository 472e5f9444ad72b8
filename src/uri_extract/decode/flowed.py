"""Flowed text (RFC 3676): soft line breaks, quoting and what was stuffed behind it, taken back."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from uri_extract.decode.translation import Translation

#: Bytes of a line that may quote; marks behind are text.
_LINE: Final = 1000

_SOFT: Final = re.compile(rb"\x20(\r?\n)(>*+)(\x20?)")
_SIGNATURE: Final = re.compile(rb"--\x20\r?(?:\n|\Z)")


class Flowed(Translation):
    """Joins the lines of a paragraph (§4.1), those alone that are quoted as deep (§4.5), and no signature (§4.3).

    With ``delsp`` the blank before the break goes too (§4.2), else one is what remains of break, marks and stuffing.
    """

    def __init__(self, delsp: bool) -> None:
        super().__init__()
        self._space = b"" if delsp else b" "
        self._held = b""
        self._line = b""  # the beginning of the line that goes on in what comes next
        self._size = 0  # of what came out
        self._places: list[int] = []  # in what came out, where lines were joined, and where the second one begins
        self._lines: list[int] = []
        self._gone = 0

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return them, with lines joined."""
        text = self._held + chunk if self._held else chunk
        stop = len(text) if final else self._settled(text)
        self._held = text[stop:]
        parts: list[bytes] = []
        at = 0
        for soft in _SOFT.finditer(text, 0, min(len(text), stop + _LINE)):
            if soft.start() >= stop:
                break
            if not self._joins(text, soft):
                continue
            if soft.start() > at:
                parts.append(self._keep(text[at : soft.start()]))
            self._places.append(self._size)
            self._lines.append(self._taken + soft.end(1) - soft.start())
            self._add(self._space, soft.end() - soft.start(), soft[0])
            self._size += len(self._space)
            parts.append(self._space)
            at = soft.end()
        if at < stop:
            parts.append(self._keep(text[at:stop]))
        begin = text.rfind(b"\n", 0, stop) + 1
        self._line = text[begin : min(stop, begin + _LINE)] if begin else (self._line + text[:stop])[:_LINE]
        return b"".join(parts)

    def joined(self, position: int) -> tuple[int, int | None]:
        """Return how many lines were joined before ``position``, and where the last of them began, None for none.

        That is where in what came out and what was taken.
        """
        k = bisect_right(self._places, position)
        return self._gone + k, k - 1 if k else None

    def line(self, number: int) -> tuple[int, int]:
        """Return, for a number that :meth:`joined` gave: where its line was joined, and where that began."""
        return self._places[number], self._lines[number]

    def forget(self, position: int) -> int:
        """Say that no place before ``position`` will be asked for; return a place that none of them is before."""
        gone = max(0, bisect_right(self._places, position) - 1)
        del self._places[:gone], self._lines[:gone]
        self._gone += gone
        return super().forget(position)

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

    def _keep(self, text: bytes) -> bytes:
        self._add(text, len(text))
        self._size += len(text)
        return text
