# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Headers of ZIP members (APPNOTE 6.3): local file headers and data descriptors."""

from __future__ import annotations

from zlib import crc32

import cython

from uri_extract._compat._typing import Any

if not cython.compiled:
    from uri_extract._compat._ascii import CAPITAL_P
    from uri_extract.rows._bytes import next_byte

#: The signature of a local header, and its bytes before the name.
LOCAL = b"PK\3\4"
SIZE = 30
#: The signature of a descriptor, before its checksum and its sizes.
DESCRIPTOR = b"PK\7\x08"
_STORE = cython.declare(cython.int, 0)  # the method of what is not compressed
_ENCRYPTED = cython.declare(cython.int, 1)
_LATER = cython.declare(cython.int, 1 << 3)
_UTF8 = cython.declare(cython.int, 1 << 11)
_MOST = cython.declare(cython.longlong, 0xFFFFFFFF)
_SIGNATURE = cython.declare(cython.longlong, int.from_bytes(DESCRIPTOR, "little"))


class Local:
    """A local file header (§4.3.7); ``header`` is its first 30 bytes, before the name.

    ``later``: the sizes and the checksum follow the data, because the archive was written to a pipe.
    """

    def __init__(self, header: bytes) -> None:
        self.flags: cython.int = number_at(header, 6, 2)
        self.method: cython.int = number_at(header, 8, 2)
        self.crc: cython.longlong = number_at(header, 14, 4)
        self.packed: int = number_at(header, 18, 4)  # these two have 64 bits without a sign
        self.size: int = number_at(header, 22, 4)
        self.name_length: cython.Py_ssize_t = number_at(header, 26, 2)
        self.length: cython.Py_ssize_t = self.name_length + number_at(header, 28, 2)
        self.name: str = ""
        self.zip64: cython.bint = False
        self.later: cython.bint = False

    def take_names(self, names: bytes) -> None:
        """Read the name and the extra fields, which follow the header."""
        name: bytes = names[: self.name_length]
        # ASCII is the same in code page 437, whose decoder is interpreted.
        self.name = name.decode("utf-8" if self.flags & _UTF8 or name.isascii() else "cp437", "surrogateescape")
        has_name: cython.bint = False
        at: cython.Py_ssize_t = self.name_length
        while at + 4 <= len(names):
            kind: cython.int = number_at(names, at, 2)
            field: bytes = names[at + 4 : at + 4 + number_at(names, at + 2, 2)]
            at += 4 + number_at(names, at + 2, 2)
            if kind == 1 and not self.zip64:  # §4.5.3
                self.zip64 = True
                if self.size == _MOST:
                    self.size = int.from_bytes(field[:8], "little")
                    field = field[8:]
                if self.packed == _MOST:
                    self.packed = int.from_bytes(field[:8], "little")
            elif kind == 0x7075 and not has_name:  # §4.6.9
                has_name = True
                if field[:1] == b"\1" and int.from_bytes(field[1:5], "little") == crc32(name):
                    self.name = field[5:].decode("utf-8", "surrogateescape")
        self.later = self.flags & _LATER != 0 and not self.packed
        if self.method == _STORE and not self.flags & _ENCRYPTED and 0 < self.size < self.packed:
            self.packed = self.size  # one of them is false; the longer one would hide the next header

    def is_empty(self) -> bool:
        """Return True if the member has no bytes."""
        return not self.packed and not self.flags & _LATER


def next_local(stream: Any) -> Any:
    """Read a local header from a :class:`~uri_extract.sources.byte_stream.ByteStream`.

    Return None if the stream ends in it, False if its lengths would hide the next header.
    """
    header: bytes = stream.read(SIZE)
    if len(header) < SIZE:
        return None
    local: Local = Local(header)
    if local.length and stream.until(LOCAL, local.length) >= 0:
        return False
    names: bytes = stream.read(local.length)
    if len(names) < local.length:
        return None
    local.take_names(names)
    return local


def number_at(data: bytes, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.longlong:
    """Return the number at ``at``, which has ``size`` bytes, four at most."""
    octets: cython.p_const_uchar = data
    number: cython.longlong = 0
    while size:
        size -= 1
        number = number << 8 | octets[at + size]
    return number


@cython.ccall
@cython.exceptval(-2)
def next_descriptor(
    data: bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, before: cython.longlong
) -> cython.Py_ssize_t:
    """Return the place of the next data descriptor whose size is that of the data before it, or -1.

    It is searched for from ``at`` to before ``stop``; ``before`` bytes of the member precede ``data``. The compressed
    size has four bytes, or eight (§4.3.9).
    """
    stop = min(stop, len(data) - 15)
    while True:
        at = next_byte(data, CAPITAL_P, at, stop)
        if at < 0:
            return -1
        size: cython.longlong = before + at
        if (
            number_at(data, at, 4) == _SIGNATURE
            and number_at(data, at + 8, 4) == size & _MOST
            and (size <= _MOST or number_at(data, at + 12, 4) == size >> 32)
        ):
            return at
        at += 1
