# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Bytes that grow, for kernels that write text.

One source, two speeds, as the kernel has it (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

import sys

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
    from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memcpy

# Bytes of memory that are kept for what comes next.
_KEPT = cython.declare(cython.Py_ssize_t, 1 << 21)


@cython.cclass
class Bytes:
    """Bytes that grow."""

    def __init__(self) -> None:
        self.parts = bytearray()
        self.size = 0

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.data)

    @cython.cfunc
    @cython.exceptval(-1)
    def grow(self, by: cython.Py_ssize_t) -> cython.int:
        self.room = (self.size + by) * 2 + 256
        data: cython.p_char = cython.cast(cython.p_char, realloc(self.data, self.room))
        if data == cython.NULL:
            raise MemoryError
        self.data = data
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def clear(self) -> cython.int:
        """Forget them, and keep their memory for others unless it is much."""
        self.size = 0
        if not cython.compiled:
            self.parts.clear()
        elif self.room > _KEPT:
            free(self.data)
            self.data = cython.NULL
            self.room = 0
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def put(self, text: str) -> cython.Py_ssize_t:
        """Add a text in UTF-8; return how many bytes it has. Raises UnicodeEncodeError for what has none."""
        if not cython.compiled:
            before = self.size
            self.parts += text.encode()
            self.size = len(self.parts)
            return self.size - before
        length: cython.Py_ssize_t = 0
        data: cython.p_const_char = PyUnicode_AsUTF8AndSize(text, cython.address(length))
        if self.size + length > self.room:
            self.grow(length)
        memcpy(self.data + self.size, data, length)
        self.size += length
        return length

    @cython.cfunc
    @cython.exceptval(-1)
    def copy(self, source: bytes, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.int:
        """Add so many bytes of others, from a place on."""
        if not cython.compiled:
            self.parts += source[at : at + size]
            self.size += size
            return 0
        data: cython.p_const_char = source
        if self.size + size > self.room:
            self.grow(size)
        memcpy(self.data + self.size, data + at, size)
        self.size += size
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def line_from(self, data: cython.p_const_char, size: cython.Py_ssize_t) -> cython.int:
        """Add so many bytes that are there, and a line feed, compiled."""
        if self.size + size >= self.room:
            self.grow(size + 1)
        memcpy(self.data + self.size, data, size)
        self.data[self.size + size] = 10
        self.size += size + 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def octet(self, value: cython.int) -> cython.int:
        """Add a byte."""
        if not cython.compiled:
            self.parts.append(value)
            self.size += 1
            return 0
        if self.size == self.room:
            self.grow(1)
        self.data[self.size] = cython.cast(cython.char, value)
        self.size += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def word(self, value: cython.int) -> cython.int:
        """Add an integer as four bytes."""
        if not cython.compiled:
            self.parts += value.to_bytes(4, sys.byteorder, signed=True)
            self.size += 4
            return 0
        if self.size + 4 > self.room:
            self.grow(4)
        memcpy(self.data + self.size, cython.address(value), 4)
        self.size += 4
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def long(self, value: cython.longlong) -> cython.int:
        """Add an integer as eight bytes."""
        if not cython.compiled:
            self.parts += value.to_bytes(8, sys.byteorder, signed=True)
            self.size += 8
            return 0
        if self.size + 8 > self.room:
            self.grow(8)
        memcpy(self.data + self.size, cython.address(value), 8)
        self.size += 8
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def number(self, value: cython.longlong) -> cython.int:
        """Add an integer in decimal."""
        if not cython.compiled or value < 0:
            self.put(str(value))
            return 0
        at: cython.Py_ssize_t
        digits: cython.int = 1
        left: cython.longlong = value
        while left > 9:
            left = left // 10
            digits += 1
        if self.size + digits > self.room:
            self.grow(digits)
        self.size += digits
        at = self.size
        for _ in range(digits):
            at -= 1
            self.data[at] = cython.cast(cython.char, 48 + value % 10)
            value = value // 10
        return 0

    @cython.cfunc
    def all(self) -> bytes:
        """Return the bytes."""
        if not cython.compiled:
            return bytes(self.parts)
        whole: bytes = PyBytes_FromStringAndSize(self.data, self.size)
        return whole

    @cython.cfunc
    def part(self, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> bytes:
        """Return so many bytes from a place on."""
        if not cython.compiled:
            return bytes(self.parts[at : at + size])
        octets: bytes = PyBytes_FromStringAndSize(self.data + at, size)
        return octets
