# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""A growing buffer for kernels that write text; functions that search bytes and copy a part at C speed."""

from __future__ import annotations

import sys

import cython

if cython.compiled:
    from cython.cimports.cpython.bytearray import PyByteArray_AS_STRING, PyByteArray_Resize
    from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
    from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize
    from cython.cimports.libc.string import memchr, memcpy, memset

# The most bytes of memory that are kept for the next text.
_KEPT = cython.declare(cython.Py_ssize_t, 1 << 21)


@cython.cclass
class Bytes:
    """A growing buffer of bytes."""

    def __init__(self) -> None:
        self.parts: bytearray = bytearray()
        self.size: cython.Py_ssize_t = 0

    def grow(self, by: cython.Py_ssize_t) -> cython.int:
        room: cython.Py_ssize_t = (self.size + by) * 2 + 256
        if self.room == 0 and by <= self.expected:
            room = self.expected
        PyByteArray_Resize(self.parts, room)
        self.room: cython.Py_ssize_t = room
        self.data = PyByteArray_AS_STRING(self.parts)
        return 0

    def reserve(self, size: cython.Py_ssize_t) -> cython.int:
        """Make room for ``size`` bytes in all, and no more, so that the memory may be kept; there are no bytes yet."""
        if cython.compiled and self.room < size:
            self.reset()
            self.expected: cython.Py_ssize_t = size
            self.grow(0)
        return 0

    def clear(self) -> cython.int:
        """Remove all bytes; keep the memory for reuse, unless it is large."""
        self.size = 0
        if not cython.compiled:
            self.parts.clear()
        elif self.room > _KEPT:
            self.reset()
        return 0

    def reset(self) -> cython.int:
        self.parts = bytearray()
        self.size = self.room = 0
        if cython.compiled:
            self.data = cython.NULL
        return 0

    def put(self, text: str) -> cython.Py_ssize_t:
        """Add a text in UTF-8; return its size in bytes. Raises UnicodeEncodeError for surrogates."""
        if not cython.compiled:
            before = self.size
            self.parts += text.encode()
            self.size = len(self.parts)
            return self.size - before
        length: cython.Py_ssize_t = 0
        data: cython.p_const_char = PyUnicode_AsUTF8AndSize(text, cython.address(length))
        if self.size + length > self.room:
            self.grow(length)
        if length:  # otherwise there may be no memory yet
            memcpy(self.data + self.size, data, length)
            self.size += length
        return length

    def copy(self, source: bytes, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.int:
        if not cython.compiled:
            self.parts += source[at : at + size]
            self.size += size
            return 0
        data: cython.p_const_char = source
        if self.size + size > self.room:
            self.grow(size)
        if size:
            memcpy(self.data + self.size, data + at, size)
            self.size += size
        return 0

    def octet(self, value: cython.int) -> cython.int:
        if not cython.compiled:
            self.parts.append(value)
            self.size += 1
            return 0
        if self.size == self.room:
            self.grow(1)
        self.data[self.size] = cython.cast(cython.char, value)
        self.size += 1
        return 0

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

    def fill(self, value: cython.int, count: cython.Py_ssize_t) -> cython.int:
        if not cython.compiled:
            self.parts += bytes((value,)) * count
        elif count:  # there may be no memory yet
            if self.size + count > self.room:
                self.grow(count)
            memset(self.data + self.size, value, count)
        self.size += count
        return 0

    def fill_words(self, value: cython.int, count: cython.Py_ssize_t) -> cython.int:
        """Add an integer as four bytes, ``count`` times."""
        if not cython.compiled:
            self.parts += value.to_bytes(4, sys.byteorder, signed=True) * count
        else:
            if self.size + 4 * count > self.room:
                self.grow(4 * count)
            for i in range(count):
                memcpy(self.data + self.size + 4 * i, cython.address(value), 4)
        self.size += 4 * count
        return 0

    def longs(
        self, values: cython.p_longlong, begin: cython.Py_ssize_t, step: cython.Py_ssize_t, count: cython.Py_ssize_t
    ) -> cython.int:  # fmt: skip
        """Add ``count`` integers as eight bytes each: those at ``begin``, ``begin + step`` ..."""
        if not cython.compiled:
            self.parts += values[begin : begin + count * step : step].tobytes()
        else:
            if self.size + 8 * count > self.room:
                self.grow(8 * count)
            for i in range(count):
                memcpy(self.data + self.size + 8 * i, values + begin + i * step, 8)
        self.size += 8 * count
        return 0

    def number(self, value: cython.longlong) -> cython.int:
        """Add an integer in decimal."""
        if not cython.compiled or value < 0:
            self.put(str(value))
            return 0
        digits: cython.int = 1
        left: cython.longlong = value
        while left > 9:
            left = left // 10
            digits += 1
        if self.size + digits > self.room:
            self.grow(digits)
        self.size += digits
        at: cython.Py_ssize_t = self.size
        for _ in range(digits):
            at -= 1
            self.data[at] = cython.cast(cython.char, 48 + value % 10)
            value = value // 10
        return 0

    def all(self) -> bytes:
        if not cython.compiled:
            return bytes(self.parts)
        whole: bytes = PyBytes_FromStringAndSize(self.data, self.size)
        return whole

    def take(self) -> bytearray:
        """Return the bytes with their memory, and start over with room for as many."""
        taken: bytearray = self.parts
        size: cython.Py_ssize_t = self.size
        self.reset()
        if cython.compiled:
            PyByteArray_Resize(taken, size)
            self.expected = size + (size >> 3)  # the likely number of bytes after take()
        return taken

    def part(self, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> bytes:
        if not cython.compiled:
            return bytes(self.parts[at : at + size])
        octets: bytes = PyBytes_FromStringAndSize(self.data + at, size)
        return octets


def next_byte(text: bytes, byte: cython.int, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the offset of the next ``byte`` between ``begin`` and ``end``, else -1."""
    if not cython.compiled:
        return text.find(byte, begin, end)
    data: cython.p_const_uchar = text
    place: cython.p_const_uchar = cython.NULL
    if begin < end:
        place = cython.cast(cython.p_const_uchar, memchr(data + begin, byte, end - begin))
    return place - data if place != cython.NULL else -1


def find(window: bytes, needle: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return as ``window.find(needle, begin, end)``; much faster if the first byte of ``needle`` is rare."""
    if not cython.compiled:
        return window.find(needle, begin, end)
    data: cython.p_const_uchar = window
    wanted: cython.p_const_uchar = needle
    size: cython.Py_ssize_t = len(needle)
    last: cython.Py_ssize_t = min(end, len(window)) - size + 1
    i: cython.Py_ssize_t = max(0, begin)
    while i < last:
        place: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + i, wanted[0], last - i))
        if place == cython.NULL:
            return -1
        i = place - data
        k: cython.Py_ssize_t = 1
        while k < size and data[i + k] == wanted[k]:
            k += 1
        if k == size:
            return i
        i += 1
    return -1


# Bytes in which all marks are searched for before the next ones: at first few, as a mark may be near and the others
# missing; then at most as many as stay in the nearest cache.
_FIRST_BLOCK = cython.declare(cython.Py_ssize_t, 1 << 9)
_BLOCK = cython.declare(cython.Py_ssize_t, 1 << 13)


def first_of(
    text: bytes, marks: tuple, begin: cython.Py_ssize_t, end: cython.Py_ssize_t  # type: ignore[type-arg]
) -> cython.Py_ssize_t:  # fmt: skip
    """Return the offset of the first of the ``marks`` between ``begin`` and ``end``, else -1."""
    size: cython.Py_ssize_t = min(end, len(text))
    block: cython.Py_ssize_t = _FIRST_BLOCK
    mark: bytes
    while begin < size:
        stop: cython.Py_ssize_t = min(size, begin + block)
        first: cython.Py_ssize_t = stop
        for mark in marks:
            k: cython.Py_ssize_t = find(text, mark, begin, min(size, first + len(mark) - 1))
            if k >= 0:
                first = k
        if first < stop:
            return first
        begin = stop
        block = min(2 * block, _BLOCK)
    return -1


def part_of(text: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> bytes:
    if not cython.compiled:
        return text[begin:end]
    data: cython.p_const_char = text
    octets: bytes = PyBytes_FromStringAndSize(data + begin, end - begin)
    return octets
