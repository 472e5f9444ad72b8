"""Decode undeclared quoted-printable (RFC 2045 §6.7): a part without its header, or one encoded twice."""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final
from uri_extract.place.source_map import SourceMap
from uri_extract.place.source_map import is_quoted as is_quoted

_TOKEN: Final = re.compile(rb"=(?:([0-9A-Fa-f]{2})|[ \t]{0,100}\r?\n)")
#: The maximum size of a token, complete or not.
_LONGEST: Final = 105


class Unquoted:
    """A decoder of quoted-printable. Bytes that are not quoted-printable are copied."""

    def __init__(self) -> None:
        self.map: SourceMap = SourceMap()
        self._held = b""

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
            self.map.copied(token.start() - at)
            decoded = b"" if token[1] is None else bytes((int(token[1], 16),))
            self.map.replaced(len(decoded), token[0])
            parts.append(decoded)
            at = token.end()
        self.map.copied(stop - at)
        return b"".join([*parts, chunk[at:stop]])
