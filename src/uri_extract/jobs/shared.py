"""Memory shared by two processes: one writes data there, and the other reads it in place.

So neither process waits for the other to fill or empty a pipe, and the system copies nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from mmap import mmap

from uri_extract._compat._typing import Final

#: Bytes of a block.
BLOCK: Final = 1 << 20

# States of a block: the memory begins with one such byte for each block.
_FREE, _USED = 0, 1


class SharedBlocks:
    """Blocks of memory shared by the process that creates them and one that it forks afterwards.

    Only one of the two calls :meth:`put`, and only the other calls :meth:`free`. The first free block is used, so that
    no more memory is touched than needed. The number of a used block is sent through a pipe.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._memory = mmap(-1, count + count * BLOCK)
        self._view = memoryview(self._memory)

    def put(self, parts: Iterable[bytes | bytearray], size: int) -> int:
        """Copy parts of ``size`` bytes in all into a free block; return its number, or -1 if none is free or fits."""
        number = self._memory.find(bytes((_FREE,)), 0, self._count) if size <= BLOCK else -1
        if number < 0:
            return -1
        self._memory[number] = _USED
        at = self._count + number * BLOCK
        for part in parts:
            self._view[at : at + len(part)] = part
            at += len(part)
        return number

    def view(self, number: int, size: int) -> memoryview:
        """Return the first ``size`` bytes of a block."""
        at = self._count + number * BLOCK
        return self._view[at : at + size]

    def free(self, number: int) -> None:
        """Mark a block as free."""
        self._memory[number] = _FREE
