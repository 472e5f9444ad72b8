"""Tune glibc malloc for the command, which allocates and frees chunks of the same size again and again.

By default glibc returns the end of its heap to the system when a chunk is freed, and requests it again for the next
one. The system then clears the pages again, which takes an eighth of the processor's time. So glibc is set to keep
them. Over some gigabytes of archives, however, gaps between blocks grow to hundreds of megabytes; these are returned
when the process has grown. Interpreted, with another C library or without /proc, nothing is done.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract.cli._malloc import keep, resident, trim

# In bytes: blocks larger than _LARGE are returned to the system when freed; so is free memory above _END at the heap's
# end.
_LARGE = 1 << 22
_END = 1 << 24

# In bytes: the size of the process is checked each time _EVERY bytes were read; memory is released if the process is
# larger than _USUAL and has grown by more than _GROWTH since the last release.
_EVERY = 1 << 21
_USUAL = 40 << 20
_GROWTH = 1 << 22


class Heap:
    """The heap of this process while it reads documents."""

    def __init__(self) -> None:
        if cython.compiled:
            keep(_LARGE, _END)
        self._read = 0
        self._resident = 0

    def has_grown(self, read: int) -> bool:
        """Count ``read`` more bytes of documents; return True if memory should be released."""
        self._read += read
        if self._read < _EVERY or not cython.compiled:
            return False
        self._read = 0
        grown: bool = resident() > max(_USUAL, self._resident + _GROWTH)
        return grown

    def release(self) -> None:
        """Return free memory to the system."""
        if cython.compiled:
            trim()
            self._resident = resident()
