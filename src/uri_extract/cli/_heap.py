"""The C library's heap, told what the command does with it: chunks come and go, and the next is like the one before.

Left alone, glibc gives the end of its heap back to the system when a chunk is let go, and takes it again for the next
one, whose pages the system clears anew: an eighth of the processor's time. Compiled it is told so; where the kernel was
not built, or the C library is another one, nothing is said.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract.cli._malloc import keep

# In bytes: what is larger goes back to the system when it is let go, and so does more than that at the heap's end.
_LARGE = 1 << 22
_END = 1 << 24


def keep_chunks() -> None:
    """Have the C library keep the memory of chunks that were let go, for others."""
    if cython.compiled:
        keep(_LARGE, _END)
