"""Columns of values of one type, in the memory layout of Arrow (its columnar format).

A kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from functools import lru_cache

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.sinks.text import utf8

if not cython.compiled:
    from uri_extract.pages._bytes import Bytes

# Number of zero bytes that columns of one value share.
_zeros = lru_cache(maxsize=8)(bytes)


def bits(octets: bytes) -> bytes:
    """Return a bit for each byte, lowest bit first."""
    size: cython.Py_ssize_t = len(octets)
    out = bytearray((size + 7) // 8)
    view: cython.uchar[::1] = out
    data: cython.p_const_uchar = octets
    i: cython.Py_ssize_t
    for i in range(size):
        if data[i]:
            view[i >> 3] |= 1 << (i & 7)
    return bytes(out)


@cython.cclass
class Texts:
    """A column of text. It equals the column that it ``follows`` up to the first row that differs, if any."""

    def __init__(self, follows: Texts | None = None) -> None:
        other: Any = follows
        self.other = other
        self.ends = Bytes()
        self.text = Bytes()
        self.validity = Bytes()
        self.begin()

    def begin(self) -> cython.int:
        self.count = self.missing = 0
        self.follows = self.other is not None
        self.ends.clear()
        self.text.clear()
        self.validity.clear()
        self.ends.word(0)
        return 0

    def repeat(self, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Add the last value of the column that this one follows, which has ``size`` bytes; return ``size``."""
        if not self.follows:
            self.text.copy(self.other.text.part(self.other.text.size - size, size), 0, size)
            self.added()
        return size

    def differ(self, text: Any, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Add a text that differs from the followed column, after ``count`` rows; return its size in bytes."""
        if self.follows:
            self.follows = False
            ends: bytes = self.other.ends.part(0, 4 * (count + 1))
            before: cython.Py_ssize_t = memoryview(ends).cast("i")[count]
            self.ends.copy(ends, 4, 4 * count)
            self.text.copy(self.other.text.part(0, before), 0, before)
            self.count = count
        return self.put(text)

    def added(self) -> cython.int:
        """Record the end of a text that was added."""
        self.ends.word(self.text.size)
        if self.missing:
            self.validity.octet(1)
        self.count += 1
        return 0

    def put(self, text: Any) -> cython.Py_ssize_t:
        """Add a text or None; return its size in bytes."""
        if text is None:
            self.fill(self.count + 1)
            return 0
        octets: bytes = utf8(text)
        self.text.copy(octets, 0, len(octets))
        self.added()
        return len(octets)

    def fill(self, count: cython.Py_ssize_t) -> cython.int:
        """Add nulls until the column has ``count`` rows."""
        more: cython.Py_ssize_t = count - self.count
        if more > 0:
            if not self.missing:
                self.validity.fill(1, self.count)
            self.validity.fill(0, more)
            self.ends.fill_words(self.text.size, more)
            self.missing += more
            self.count = count
        return 0

    def take(self, count: cython.Py_ssize_t) -> tuple[Any, ...]:
        """Return count, validity bits (None: all valid), ends, and text; start over.

        The column is filled with nulls up to ``count`` rows. For a column of nulls only, no memory is written.
        """
        taken: tuple[Any, ...]
        if count and self.missing == self.count:
            taken = (count, _zeros((count + 7) // 8), _zeros(4 * (count + 1)), b"")
        else:
            self.fill(count)
            taken = (count, bits(self.validity.all()) if self.missing else None, self.ends.take(), self.text.take())
        self.begin()
        return taken


@cython.cclass
class Names:
    """A column of names: each name once, in order of appearance, and a number for each row."""

    def __init__(self) -> None:
        self.codes = Bytes()
        self.validity = Bytes()
        self.count = self.missing = 0
        self.code = self.size = 0
        seen: dict[object, Any] = {}
        self.seen = seen
        self.values = Texts()

    def fill(self, count: cython.Py_ssize_t) -> cython.int:
        """Repeat the last name until the column has ``count`` rows."""
        more: cython.Py_ssize_t = count - self.count
        if more > 0:
            if self.code < 0 and not self.missing:
                self.validity.fill(1, self.count)
            if self.code < 0:
                self.missing += more
            if self.missing:
                self.validity.fill(self.code >= 0, more)
            self.codes.fill_words(max(self.code, 0), more)
            self.count = count
        return 0

    def put(self, name: Any, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Set the name (or None) for the rows after the first ``count``; return how many bytes of text that adds."""
        added: cython.Py_ssize_t = 0
        known: Any = -1 if name is None else self.seen.get(name)
        if known is None:
            octets: bytes = utf8(name)
            known = self.seen.get(octets)
            if known is None:
                known = self.seen[octets] = self.values.count
                added = self.values.put(name)
            self.seen[name] = known
        if known != self.code:
            self.fill(count)
            self.code = known
        return added

    def take(self, count: cython.Py_ssize_t) -> tuple[Any, ...]:
        """Return count, validity bits (None: all valid), numbers, and the column of names; start over."""
        validity: Any = None
        codes: Any
        if self.count == 0 and self.code <= 0:
            codes = _zeros(4 * count)
            if self.code < 0:
                validity = _zeros((count + 7) // 8)
        else:
            self.fill(count)
            codes = self.codes.take()
            if self.missing:
                validity = bits(self.validity.all())
                self.validity.clear()
        self.count = self.missing = self.code = 0
        self.seen = {}
        return count, validity, codes, self.values.take(self.values.count)


@cython.cclass
class RepeatedNames(Names):
    """A column of names, repeated for each row; ``size`` is the number of bytes of the last name."""

    def __init__(self) -> None:
        super().__init__()
        nothing: Any = None
        self.name = nothing  # the last one in UTF-8, None for null

    @cython.cfunc
    @cython.exceptval(-1)
    def fill(self, count: cython.Py_ssize_t) -> cython.int:
        """Repeat the last name until the column has ``count`` rows."""
        if self.name is None:
            self.values.fill(count)
            return 0
        name: bytes = self.name
        for _ in range(count - self.values.count):
            self.values.text.copy(name, 0, self.size)
            self.values.added()
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def put(self, name: Any, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Set the name (or None) for the rows after the first ``count``."""
        known: Any = None
        if name is not None:
            known = self.seen.get(name)
            if known is None:
                known = self.seen[name] = utf8(name)
        if known is not self.name:
            self.fill(count)
            self.name = known
            self.size = 0 if known is None else len(known)
        return 0

    @cython.cfunc
    def take(self, count: cython.Py_ssize_t) -> tuple[Any, ...]:
        """Return a column of text like :meth:`Texts.take`; start over."""
        nothing: Any = None
        taken: tuple[Any, ...]
        if self.name is not None or self.values.count:
            self.fill(count)
            taken = self.values.take(count)
        else:
            taken = (count, _zeros((count + 7) // 8), _zeros(4 * (count + 1)), b"")
        self.size = 0
        self.name = nothing
        self.seen = {}
        return taken


@cython.cclass
class Lists:
    """A column of lists of texts."""

    def __init__(self) -> None:
        self.ends = Bytes()
        self.members = Texts()
        self.count = 0
        self.ends.word(0)

    def put(self, members: tuple[Any, ...], count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Add a list after ``count`` rows; return how many bytes it takes."""
        size: cython.Py_ssize_t = 0
        if members:
            self.fill(count)
            for member in members:
                size += 4 + self.members.put(member)
            self.fill(count + 1)
        return size

    def fill(self, count: cython.Py_ssize_t) -> cython.int:
        """End the current list, and add empty lists until the column has ``count`` rows."""
        if count > self.count:
            self.ends.fill_words(self.members.count, count - self.count)
            self.count = count
        return 0

    def take(self, count: cython.Py_ssize_t) -> tuple[Any, ...]:
        """Return count, ends, and the column of members; start over."""
        if self.count == 0:
            return count, _zeros(4 * (count + 1)), self.members.take(0)
        self.fill(count)
        taken = (count, self.ends.take(), self.members.take(self.members.count))
        self.count = 0
        self.ends.word(0)
        return taken
