"""What a kernel needs of ``cython`` when it runs as plain Python and Cython is not installed.

Decorators that do nothing, and a flag that says so. Types are in annotations, which are never evaluated here.
"""

from __future__ import annotations

from uri_extract._typing import Any

compiled = False
int = Py_ssize_t = longlong = ulonglong = None


def _unchanged(thing: Any) -> Any:
    return thing


cclass = cfunc = ccall = final = inline = no_gc = _unchanged


def exceptval(*_: object, **__: object) -> Any:
    """Stand in for ``cython.exceptval``."""
    return _unchanged


def declare(_kind: object = None, value: Any = None, **__: object) -> Any:
    """Stand in for ``cython.declare``: the value, untyped."""
    return value


def cast(_kind: object, value: Any) -> Any:
    """Stand in for ``cython.cast``: the value as it is."""
    return value
