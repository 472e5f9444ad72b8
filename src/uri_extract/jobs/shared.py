"""Memory that two processes share: what one puts there the other reads where it is.

So neither waits until the other has emptied a pipe or filled one, and nothing is copied by the system.
"""

from __future__ import annotations

from mmap import mmap

from uri_extract._typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Bytes of a block.
BLOCK: Final = 1 << 20

# What the first bytes of the memory are, one for each block.
_FREE, _USED = 0, 1


class SharedBlocks:
    """Blocks that the process which makes them, and one that it forks then, use both.

    One of them alone calls :meth:`put`, and the other :meth:`free`. The first block that is free is used, so that no
    more of the memory is touched than is needed. That a block is in use is said through a pipe.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._memory = mmap(-1, count + count * BLOCK)
        self._view = memoryview(self._memory)

    def put(self, parts: Iterable[bytes | bytearray], size: int) -> int:
        """Copy parts into a block, ``size`` bytes; return its number, -1 if none is free or it is too small."""
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
        """Let a block be used again."""
        self._memory[number] = _FREE
