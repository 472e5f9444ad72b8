"""Return the suffix of a file name; called for every file that is read.

One source, two speeds, like the scanner's kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_DATA
    from cython.cimports.uri_extract._ascii import CAPITAL_A, CAPITAL_Z, DOT
    from cython.cimports.uri_extract.pages._memory import PyUnicode_New


def suffix_of(name: str) -> str:
    """Return what follows the last dot of a name, in lower case; the whole name if it has no dot."""
    if not cython.compiled or not name.isascii():
        return name[name.rfind(".") + 1 :].lower()
    data: cython.p_uchar = cython.cast(cython.p_uchar, PyUnicode_DATA(name))
    size: cython.Py_ssize_t = len(name)
    begin: cython.Py_ssize_t = size
    while begin > 0 and data[begin - 1] != DOT:
        begin -= 1
    suffix: str = PyUnicode_New(size - begin, 127)
    lower: cython.p_uchar = cython.cast(cython.p_uchar, PyUnicode_DATA(suffix))
    at: cython.Py_ssize_t
    for at in range(begin, size):
        lower[at - begin] = data[at] | 0x20 if CAPITAL_A <= data[at] <= CAPITAL_Z else data[at]
    return suffix


def of_suffix(name: str, types: dict[str, str]) -> Any:
    """Return the value of a name's suffix in ``types``; None if the name has no suffix or nothing before its dot."""
    suffix: str = suffix_of(name)
    return types.get(suffix) if len(suffix) + 1 < len(name) else None
