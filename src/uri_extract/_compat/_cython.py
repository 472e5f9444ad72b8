"""The module ``cython`` of kernels that run as plain Python.

It has decorators that do nothing, and the flag ``compiled``. Types are in annotations, which are never evaluated here.
"""

from __future__ import annotations

from uri_extract._compat._typing import Any

compiled = False
int = Py_ssize_t = longlong = ulonglong = None


def _unchanged(thing: Any) -> Any:
    return thing


cclass = cfunc = ccall = final = inline = no_gc = _unchanged


def exceptval(*_: object, **__: object) -> Any:
    """Replace ``cython.exceptval``: return a decorator that does nothing."""
    return _unchanged


def declare(_kind: object = None, value: Any = None, **__: object) -> Any:
    """Replace ``cython.declare``: return the value, untyped."""
    return value


def cast(_kind: object, value: Any) -> Any:
    """Replace ``cython.cast``: return the value unchanged."""
    return value
