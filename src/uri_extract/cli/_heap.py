"""Tune glibc malloc for the command, whose chunks come and go, and the next is like the one before.

By default glibc returns the end of its heap to the system when a chunk is freed, and takes it again for the next one,
whose pages the system clears again: an eighth of the processor's time. So it is told to keep them. Blocks of many
sizes then leave gaps between those that stay, which grow to hundreds of megabytes over some gigabytes of archives:
they are given back when the process has grown. Without the compiled kernel, or with another C library, nothing changes.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract.cli._malloc import give_back, keep, resident

# In bytes: larger blocks are returned to the system when they are freed, and so is more than that at the heap's end.
_LARGE = 1 << 22
_END = 1 << 24

# After so many bytes of documents the process is looked at; if it has grown by so many, it gives back what it can.
_EVERY = 1 << 25
_GROWTH = 1 << 24


class Heap:
    """The heap of this process, while it reads documents."""

    def __init__(self) -> None:
        if cython.compiled:
            keep(_LARGE, _END)
        self._read = 0
        self._resident = 0

    def count(self, read: int) -> None:
        """Say that documents of so many bytes were read; give memory back if the process has grown since."""
        self._read += read
        if self._read >= _EVERY and cython.compiled:
            self._read = 0
            now: int = resident()
            if now < 0 or now > self._resident + _GROWTH:  # -1: the system does not say, as in a sandbox
                give_back()
                self._resident = resident()
