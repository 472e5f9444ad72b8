"""Decompress RTF as Outlook compresses it (MS-OXRTFCP); :mod:`uri_extract.decode._rtf` reads the result."""

from __future__ import annotations

import struct
from contextlib import suppress

from uri_extract._compat._typing import Final
from uri_extract.limits import MAX_OUTLOOK

_HEADER: Final = struct.Struct("<4I")
_COMPRESSED: Final = 0x75465A4C  # "LZFu"
_PLAIN: Final = 0x414C454D  # "MELA"

# §2.1.3.1.4: the initial dictionary.
_INITIAL: Final = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS "
    b"Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    b"\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_SIZE: Final = 4096


def decompressed(data: bytes) -> bytes:
    """Return the RTF; if it is truncated, what is there. Raise ValueError if it is not compressed RTF."""
    if not data:
        return b""
    if len(data) < _HEADER.size:
        raise ValueError("compressed RTF without a header")
    _, size, kind, _ = _HEADER.unpack_from(data)
    if kind == _PLAIN:
        return data[_HEADER.size : _HEADER.size + size]
    if kind != _COMPRESSED:
        raise ValueError("neither compressed nor uncompressed RTF")
    window = bytearray(_INITIAL.ljust(_SIZE, b"\0"))
    write = len(_INITIAL)
    out = bytearray()
    at = _HEADER.size
    with suppress(IndexError):  # it is truncated
        while len(out) < min(size, MAX_OUTLOOK):
            control = data[at]
            at += 1
            for bit in range(8):
                if control >> bit & 1:
                    token = data[at] << 8 | data[at + 1]
                    at += 2
                    start, length = token >> 4, (token & 15) + 2
                    if start == write:  # §2.1.3.1.5: the end
                        return bytes(out)
                else:
                    window[write] = data[at]
                    at += 1
                    start, length = write, 1  # a copy of itself
                for step in range(length):  # it may include bytes written by this loop
                    window[write] = window[(start + step) % _SIZE]
                    out.append(window[write])
                    write = (write + 1) % _SIZE
    return bytes(out)
