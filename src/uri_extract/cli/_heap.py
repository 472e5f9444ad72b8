"""Tune glibc malloc for the command's allocation pattern: chunks come and go, and the next is like the one before.

By default glibc returns the end of its heap to the system when a chunk is freed, and takes it again for the next one,
whose pages the system clears again: an eighth of the processor's time. Without the compiled kernel, or with another C
library, nothing changes.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract.cli._malloc import keep

# In bytes: larger blocks are returned to the system when they are freed, and so is more than that at the heap's end.
_LARGE = 1 << 22
_END = 1 << 24


def keep_chunks() -> None:
    """Have the C library keep the memory of chunks that were freed, for others."""
    if cython.compiled:
        keep(_LARGE, _END)
