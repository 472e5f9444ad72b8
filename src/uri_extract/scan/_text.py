# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The window of a document's bytes that the scanner's kernel reads.

The base class of the kernel (:mod:`uri_extract.scan._kernel`). A predicate that needs only the window is a function of
a :class:`Text` and a position, in another module.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.classes import CLASS, FLAGS


@cython.cclass
class Text:
    """A window of bytes. Reading past its end sets ``need``; loops over it add to ``examined``."""

    #: True if decisions are kept with their reasons, in ``decisions`` (:mod:`uri_extract.scan.explain`).
    explains = False

    def __init__(self) -> None:
        self.window = self.data = b""
        self.flags = FLAGS
        self.classes = CLASS
        self.size = 0
        self.need = False
        self.examined = 0

    def peek(self, i: cython.Py_ssize_t) -> cython.int:
        """Return the byte at ``i``; past the end of the window return 0 and set ``need``."""
        if i < self.size:
            return self.data[i]
        self.need = True
        return 0
