"""Decode undeclared quoted-printable (RFC 2045 §6.7): a part without its header, or one encoded twice."""

from __future__ import annotations

from collections import deque

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING, Final
from uri_extract.decode.source_map import SourceMap
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.decode.encodings import Translator

_KERNEL: Final = variant("uri_extract.decode._source_map")
is_quoted: Final = _KERNEL.is_quoted
_TOKEN: Final = re.compile(rb"=(?:([0-9A-Fa-f]{2})|[ \t]{0,100}\r?\n)")
#: The maximum size of a token, complete or not.
_LONGEST: Final = 105


class Unquoted:
    """A translator that decodes quoted-printable, and passes the result to the translator ``inner``, if there is one.

    Bytes that are not quoted-printable are copied.
    """

    extends_ascii = False

    def __init__(self, inner: Translator | None) -> None:
        self._inner = inner
        self._quoted = SourceMap()
        self._held = b""
        self._breaks: deque[int] = deque()  # the ends of soft line breaks
        self._passed = self._last = 0  # the number of breaks before these, and the end of the last
        self.map: SourceMap | _ChainedMap = self._quoted if inner is None else _ChainedMap(inner.map, self._quoted)
        self.codec: str | None = None if inner is None else inner.codec

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return those that are complete, decoded."""
        chunk = self._held + chunk
        stop = len(chunk)
        if not final:
            sign = chunk.rfind(b"=", max(0, stop - _LONGEST))
            if sign >= 0 and _TOKEN.match(chunk, sign) is None:
                stop = sign
        self._held = chunk[stop:]
        parts = []
        at = 0
        for token in _TOKEN.finditer(chunk, 0, stop):
            parts.append(chunk[at : token.start()])
            self._quoted.copied(token.start() - at)
            decoded = b"" if token[1] is None else bytes((int(token[1], 16),))
            self._quoted.replaced(len(decoded), token[0])
            parts.append(decoded)
            if token[1] is None:
                self._breaks.append(self._quoted.taken)
            at = token.end()
        self._quoted.copied(stop - at)
        data = b"".join([*parts, chunk[at:stop]])
        return data if self._inner is None else self._inner.feed(data, final)

    def breaks_before(self, place: int) -> tuple[int, int]:
        """Return the number of soft line breaks that end at or before a place, and the end of the last one (0: none).

        Requested places must not decrease.
        """
        breaks = self._breaks
        while breaks and breaks[0] <= place:
            self._last = breaks.popleft()
            self._passed += 1
        return self._passed, self._last


class _ChainedMap:
    """The source map of a translator and the quoted-printable decoder before it."""

    def __init__(self, inner: SourceMap, outer: SourceMap) -> None:
        self._inner = inner
        self._outer = outer

    def place(self, position: int) -> int:
        """Return as :meth:`SourceMap.place`."""
        place: int = self._outer.place(self._inner.place(position))
        return place

    def original(self, position: int, output: bytes) -> bytes:
        """Return as :meth:`SourceMap.original`."""
        return self._outer.original(self._inner.place(position), self._inner.original(position, output))

    def forget(self, position: int) -> int:
        """Do as :meth:`SourceMap.forget`."""
        place: int = self._outer.forget(self._inner.forget(position))
        return place
