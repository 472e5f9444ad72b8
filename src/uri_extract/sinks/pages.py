"""Occurrences on their way to columns: a page, bytes that any process makes and another one reads.

A page is for processes of one machine, which have one order of bytes. It holds, one behind the other:

- three integers of eight bytes: how many rows, how many bytes of text, how many names;
- rows of :data:`WIDTH` such integers, as the table below says;
- the text of the rows, in UTF-8: reference, target, raw and text where they are there, then the members of the lists,
  each behind its size in four bytes;
- the names, each behind its size in four bytes.

Column by column, a row is:

======== ===========================================================================================================
0        where its text begins, in the text of the page
1 to 4   ``start``, ``end``, ``line``, ``column``
5        1 where it is valid, else 0
6 to 9   how many bytes ``reference``, ``target``, ``raw`` and ``text`` have; -1: there is none; -2: it is the reference
         once more, which does not stand there again
10 to 12 how many members ``alternates``, ``errors`` and ``hazards`` have
13 to 24 the numbers of the names of :data:`NAMED`; -1: there is none
======== ===========================================================================================================
"""

from __future__ import annotations

import sys
from array import array
from typing import Final

WIDTH: Final = 25

#: Fields that are text, of which many records have the same.
NAMED: Final = (
    *("document", "delimiter", "prefix", "wrapped", "kind", "base", "base_from", "element", "attribute"),
    *("message_id", "field", "refers_to"),
)

#: Bytes of the three integers.
HEADER: Final = 24


def page_of(numbers: array[int], rows: int, text: bytes, names: list[bytes]) -> bytes:
    """Return the page of so many rows of ``numbers``."""
    header = array("q", (rows, len(text), len(names)))
    parts: list[bytes | memoryview] = [header.tobytes(), memoryview(numbers)[: rows * WIDTH], text]
    for name in names:
        parts += (len(name).to_bytes(4, sys.byteorder), name)
    return b"".join(parts)


class Page:
    """A page to read: ``numbers`` of its ``rows``, ``names``, and ``data``, in which their text begins at ``begin``."""

    __slots__ = ("begin", "data", "names", "numbers", "rows")

    def __init__(self, data: bytes) -> None:
        self.rows, size, count = memoryview(data)[:HEADER].cast("q")
        self.data = data
        self.begin = HEADER + 8 * WIDTH * self.rows
        self.numbers = memoryview(data)[HEADER : self.begin].cast("q")
        self.names: list[bytes] = []
        at = self.begin + size
        for _ in range(count):
            end = at + 4 + int.from_bytes(data[at : at + 4], sys.byteorder)
            self.names.append(data[at + 4 : end])
            at = end
