"""Arrow arrays of Python's values.

``pyarrow.array()`` and ``pyarrow.scalar()`` import pandas where it is installed, which takes as long as reading ten
megabytes of HTML, and 50 MB of memory. Arrays of buffers, and their members, need no pandas.
"""

from __future__ import annotations

from array import array

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.sinks.text import utf8

if TYPE_CHECKING:
    from collections.abc import Sequence


def integers(values: array[int]) -> Any:
    """Return an array of 32-bit (``array("i")``) or 64-bit integers (``array("q")``), with the memory of that."""
    import pyarrow as pa

    kind = pa.int32() if values.itemsize == 4 else pa.int64()
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)], 0)


def integer(value: int) -> Any:
    """Return a scalar, a 64-bit integer."""
    return integers(array("q", (value,)))[0]


def texts(values: Sequence[str | None]) -> Any:
    """Return an array of strings; None is null."""
    import pyarrow as pa

    ends = array("i", (0,))
    text = bytearray()
    validity = bytearray((len(values) + 7) // 8)
    for number, value in enumerate(values):
        if value is not None:
            text += utf8(value)
            validity[number >> 3] |= 1 << (number & 7)
        ends.append(len(text))
    return pa.Array.from_buffers(pa.string(), len(values), list(map(pa.py_buffer, (validity, ends, text))))
