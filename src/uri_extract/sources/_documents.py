"""Make a :class:`Document`, of which archives of small members hold many.

One source, two speeds, as the scanner's kernel has it (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.cpython.ref import Py_INCREF
    from cython.cimports.cpython.tuple import PyTuple_SET_ITEM
    from cython.cimports.cpython.type import PyType_GenericAlloc

from uri_extract.sources.document import Document


@cython.ccall
def made_of(fields: tuple) -> object:  # type: ignore[type-arg]  # as the .pxd file has it
    """Return a document with these fields, all of them in their order.

    The method that makes named tuples takes longer than to compute one's fields.
    """
    if not cython.compiled:
        return tuple.__new__(Document, fields)
    at: cython.Py_ssize_t
    size: cython.Py_ssize_t = len(fields)
    document: object = PyType_GenericAlloc(Document, size)
    for at in range(size):
        Py_INCREF(fields[at])
        PyTuple_SET_ITEM(document, at, fields[at])
    return document
