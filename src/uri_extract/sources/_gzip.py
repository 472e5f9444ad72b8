"""Members of gzip (RFC 1952) in bytes that have been read, as the records of web archives are.

One source, two speeds, as the scanner's kernel has it (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memchr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.sources.codecs import Decompressor

# The least bytes of a member (§2.3).
_LEAST = cython.declare(cython.Py_ssize_t, 18)
# Decompressed bytes of a member that is read at once, at most.
_MOST = cython.declare(cython.Py_ssize_t, 1 << 20)


def member_end(window: bytes, begin: cython.Py_ssize_t, since: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where a member may begin after the one at ``begin``, at ``since`` or later; -1 if none does."""
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


def whole_member(
    window: bytes,
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    new: Callable[[], Decompressor],
    errors: tuple[type[Exception], ...],
) -> tuple[bytes, int] | None:
    """Decompress the member at ``begin`` if it ends before ``end``; return what it holds, and where it ends.

    None for one that is damaged or large, or if another size is in the bytes before ``end`` (§2.3.1).
    """
    data: cython.p_const_uchar = window
    size: cython.Py_ssize_t
    # The signature, a method and flags that there are: as compressed documents are recognised.
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
        # Room for one more byte, or a decompressor may not see that it ends there.
        out: bytes = decoder.decompress(memoryview(window)[begin:end], size + 1)
    except errors:
        return None
    if not decoder.eof or len(out) > size:
        return None
    return out, end - len(decoder.unused_data)
