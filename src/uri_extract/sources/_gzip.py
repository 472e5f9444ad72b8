"""Gzip members (RFC 1952) in bytes that have been read, such as records of web archives.

A kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memchr
else:
    from uri_extract import limits
    from uri_extract.sources.budget import Budget
    from uri_extract.sources.byte_stream import ByteStream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.sources.codecs import Decompressor

# The least number of bytes in a member (§2.3).
_LEAST = cython.declare(cython.Py_ssize_t, 18)
# Bytes of the next chunk within which most members end that began in the chunk before.
_NEAR = cython.declare(cython.Py_ssize_t, 1 << 15)
# Up to this many compressed bytes are copied; more are passed as a memoryview.
_SHORT = cython.declare(cython.Py_ssize_t, 1 << 13)
# The most decompressed bytes of a member that is read at once.
_MOST = cython.declare(cython.Py_ssize_t, 1 << 20)


def member_end(window: bytes, begin: cython.Py_ssize_t, since: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where, at ``since`` or later, the member after the one at ``begin`` may begin; -1 if nowhere."""
    data: cython.p_const_uchar = window
    end: cython.Py_ssize_t = len(window)
    at: cython.Py_ssize_t = max(begin + _LEAST, since)
    if not cython.compiled:
        found: int = window.find(b"\x1f\x8b\x08", at)
        return found
    place: cython.p_const_uchar
    while at + 3 <= end:
        place = cython.cast(cython.p_const_uchar, memchr(data + at, 0x1F, end - at - 2))
        if place == cython.NULL:
            break
        at = place - data
        if data[at + 1] == 0x8B and data[at + 2] == 8:
            return at
        at += 1
    return -1


@cython.ccall
def whole_member(
    window: bytes,
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    new: Callable[[], Decompressor],
    errors: tuple[type[Exception], ...],
) -> tuple[bytes, int] | None:
    """Decompress the member at ``begin`` if it ends before ``end``; return its content, and where it ends.

    Return None if it is damaged or large, or if the size before ``end`` (§2.3.1) is another one.
    """
    data: cython.p_const_uchar = window
    size: cython.Py_ssize_t
    # Check the signature, the method and the flags, as for any compressed document.
    if end - begin < _LEAST or data[begin] != 0x1F or data[begin + 1] != 0x8B or data[begin + 2] != 8:
        return None
    if data[begin + 3] > 0x1F:
        return None
    size = data[end - 1]
    size = size << 24 | data[end - 2] << 16 | data[end - 3] << 8 | data[end - 4]
    if size > _MOST:
        return None
    decoder = new()
    try:
        packed = data[begin:end] if end - begin < _SHORT else memoryview(window)[begin:end]
        # Without room for one more byte, a decompressor may not notice the end of the member.
        out: bytes = decoder.decompress(packed, size + 1)
    except errors:
        return None
    if not decoder.eof or len(out) > size:
        return None
    return out, end - len(decoder.unused_data)


@cython.cclass
class WholeMembers:
    """Reads gzip members from a stream, each at once.

    ``start`` is the byte at which the last read member begins, ``before`` the number of decompressed bytes before it,
    and ``made`` the number of its own decompressed bytes so far. :meth:`begin` is called for a member that is read in
    another way.
    """

    def __init__(
        self,
        stream: ByteStream,
        budget: Budget,
        new: Callable[[], Decompressor],
        errors: tuple[type[Exception], ...],
    ) -> None:
        self.stream = stream
        self.budget = budget
        self.new = new
        self.errors = errors
        self.start = self.before = self.made = 0
        self.tried = -1

    def begin(self) -> int:
        """Begin a member that is not read at once; return the byte at which it begins."""
        self.start = self.stream.offset
        self.before += self.made
        self.made = 0
        return self.start

    def read(self) -> bytes | None:
        """Return the content of the next member if it can be read at once, as nearly all records can.

        Otherwise read nothing and return None.
        """
        stream: ByteStream = self.stream
        start: cython.longlong = stream.before + stream.at
        if start == self.tried:
            return None
        end: cython.Py_ssize_t = member_end(stream.window, stream.at, stream.at)
        found = self._member(stream.window, stream.at, end) if end >= 0 else self._across()
        if found is None:
            self.tried = start
            return None
        member: bytes = cython.cast(tuple, found)[0]
        stream.skip_held(cython.cast(tuple, found)[1] - stream.at)
        self.start = start
        self.before += self.made
        self.made = len(member)
        return member

    def _member(self, window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> object:
        """Return the content of the member at ``begin``, and where it ends; None if it cannot be read at once."""
        found = whole_member(window, begin, end, self.new, self.errors)
        return found if found is not None and self.budget.take(len(found[0])) else None

    def _across(self) -> object:
        """Return the result of :meth:`_member` for a member that extends beyond the bytes that the stream holds.

        Most such members end early in the next chunk, so at first only a few bytes of that are copied.
        """
        stream: ByteStream = self.stream
        size: cython.Py_ssize_t = len(stream.window) - stream.at
        if size >= limits.CHUNK:
            return None
        joined: bytes = stream.window[stream.at :] + stream.next_chunk()[:_NEAR]
        end: cython.Py_ssize_t = member_end(joined, 0, size - 2)
        if end >= 0:
            found = self._member(joined, 0, end)
            if found is not None:
                return cython.cast(tuple, found)[0], stream.at + cython.cast(tuple, found)[1]
        more: cython.bint
        end = -1
        while end < 0:
            size = len(stream.window) - stream.at
            if size >= limits.CHUNK:
                return None
            more = stream.holds(size + 1)
            end = member_end(stream.window, stream.at, stream.at + size - 2) if more else len(stream.window)
        return self._member(stream.window, stream.at, end)
