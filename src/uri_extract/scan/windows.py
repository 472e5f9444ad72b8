"""Chunks in, windows out: the buffer between a reader and the kernel. Sans-IO.

A window has enough bytes before those to read (:data:`LOOKBEHIND`) and, if the kernel needs them, more after them. No
byte is searched twice for an anchor, and no more than the current reference is kept. A chunk is not copied, except for
its beginning, which is joined with the end of the previous chunk: a seam.

Why it stays linear: a reference that needs more bytes is tried again only after the bytes after its colon have doubled,
and after as many have arrived as were examined in vain. So all its tries together cost less than the input they waited
for, plus the last try.
"""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

__all__ = ["LOOKBEHIND", "SEPARATOR", "Windows"]

_KERNEL = variant("uri_extract.scan._kernel")

#: Bytes before the kernel's position that a window must still have.
LOOKBEHIND: int = _KERNEL.LOOKBEHIND

#: The separator between two texts that are read as one: no reference, bracket or wrapped line crosses it.
SEPARATOR = b"\n\x00\n"

if TYPE_CHECKING:
    from uri_extract.scan._kernel import Windows as Windows
else:
    Windows: Any = _KERNEL.Windows
