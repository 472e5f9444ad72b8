"""Searches for a byte in memory, as interpreted kernels make them; compiled, they take those of ``_search.pxd``.

A span that ends before it begins is empty.
"""

from __future__ import annotations


def next_place(data: bytes, byte: int, at: int, end: int) -> int:
    """Return the next place of a byte from ``at`` on; ``end`` if there is none before."""
    place = data.find(byte, at, end)
    return place if place >= 0 else end


def occurs(data: bytes, byte: int, at: int, end: int) -> bool:
    """Return True if the byte is between ``at`` and ``end``."""
    return data.find(byte, at, end) >= 0
