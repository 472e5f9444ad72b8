"""Tune glibc malloc for the command, whose chunks come and go, and the next is like the one before.

By default glibc returns the end of its heap to the system when a chunk is freed, and takes it again for the next one,
whose pages the system clears again: an eighth of the processor's time. So it is told to keep them. Blocks of many
sizes then leave gaps between those that stay, which grow to hundreds of megabytes over some gigabytes of archives:
the system gets them when the process has grown. Interpreted, with another C library or without /proc, nothing is done.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract.cli._malloc import keep, resident, trim

# In bytes: larger blocks are returned to the system when they are freed, and so is more than that at the heap's end.
_LARGE = 1 << 22
_END = 1 << 24

# In bytes: how much of documents is read before the process is looked at; what it may have; by how much more than was
# left after a release it may grow beyond that.
_EVERY = 1 << 21
_USUAL = 40 << 20
_GROWTH = 1 << 22


class Heap:
    """The heap of this process, while it reads documents."""

    def __init__(self) -> None:
        if cython.compiled:
            keep(_LARGE, _END)
        self._read = 0
        self._resident = 0

    def has_grown(self, read: int) -> bool:
        """Return True if memory should be released, now that ``read`` bytes more of documents were read."""
        self._read += read
        if self._read < _EVERY or not cython.compiled:
            return False
        self._read = 0
        grown: bool = resident() > max(_USUAL, self._resident + _GROWTH)
        return grown

    def release(self) -> None:
        """Give what is free to the system."""
        if cython.compiled:
            trim()
            self._resident = resident()
