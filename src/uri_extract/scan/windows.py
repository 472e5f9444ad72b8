"""Chunks in, windows out: the buffer between a reader and the kernel. Sans-IO.

It passes the kernel bytes with enough before them (:data:`LOOKBEHIND`) and, on demand, more after them; it never
searches a byte twice for an anchor, and keeps no more than the current reference. A chunk is read where it is: only its
beginning is copied, to be read with the end of the one before, as a seam.

Why it stays linear: a reference that needs more bytes is not tried again before those after its colon have doubled, and
not before as many came as were examined in vain: so all its tries together cost less than the input they waited for,
and the last one.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

__all__ = ["LOOKBEHIND", "Windows"]

_KERNEL = variant("uri_extract.scan._windows")

#: Bytes before the kernel's position that a window must still have.
LOOKBEHIND: int = _KERNEL.LOOKBEHIND

if TYPE_CHECKING:
    from uri_extract.scan._windows import Windows as Windows
else:
    Windows: Any = _KERNEL.Windows
