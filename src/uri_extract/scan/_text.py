# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""A window of a document's bytes: what the scanner's kernel is made of, and what its functions read.

The lowest class of the kernel (:mod:`uri_extract.scan._kernel`). A predicate that needs no more than this is a function
of a :class:`Text` and a position, in a module of its own.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.classes import CLASS, FLAGS


@cython.cclass
class Text:
    """A window of bytes; looking past its end sets ``need``, looking at a stretch of it adds to ``examined``."""

    #: Whether decisions are kept with their reasons, in ``decisions`` (:mod:`uri_extract.scan.explain`).
    explains = False

    def __init__(self) -> None:
        self.window = self.data = b""
        self.flags = FLAGS
        self.classes = CLASS
        self.size = 0
        self.need = False
        self.examined = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def peek(self, i: cython.Py_ssize_t) -> cython.int:
        """Return the byte at ``i``; past the window return 0, and set ``need``."""
        if i < self.size:
            return self.data[i]
        self.need = True
        return 0
