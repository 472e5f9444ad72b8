"""Validity bitmaps (Arrow's columnar format).

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython


@cython.ccall
def bits(octets: bytes) -> bytes:
    """Return a bit for each byte, the first one the lowest."""
    size: cython.Py_ssize_t = len(octets)
    out = bytearray((size + 7) // 8)
    view: cython.uchar[::1] = out
    data: cython.p_const_uchar = octets
    i: cython.Py_ssize_t
    for i in range(size):
        if data[i]:
            view[i >> 3] |= 1 << (i & 7)
    return bytes(out)
