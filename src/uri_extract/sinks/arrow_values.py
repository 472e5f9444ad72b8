"""Arrow arrays made from Python values without pandas.

``pyarrow.array()`` and ``pyarrow.scalar()`` import pandas if it is installed, which takes as long as reading ten
megabytes of HTML, and 50 MB of memory. Arrays made from buffers, and their members, do not.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from uri_extract._compat._typing import Any
from uri_extract.sinks.text import utf8


def integers(values: array[int]) -> Any:
    """Return an Arrow array of 32-bit (``array("i")``) or 64-bit integers (``array("q")``) that shares their memory."""
    import pyarrow as pa

    kind = pa.int32() if values.itemsize == 4 else pa.int64()
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)], 0)


def integer(value: int) -> Any:
    """Return an Arrow scalar, a 64-bit integer."""
    return integers(array("q", (value,)))[0]


def texts(values: Sequence[str | None]) -> Any:
    """Return an Arrow array of strings; None becomes null."""
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
