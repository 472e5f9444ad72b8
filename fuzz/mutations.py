"""Mutations of a document: flip, insert, repeat, remove bytes or copy them from another document, and insert words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

#: Words that readers search for.
WORDS = [
    line.encode("latin-1").decode("unicode_escape").encode("latin-1")
    for line in Path(__file__).with_name("words.txt").read_text("utf-8").splitlines()[1:]
]
_MOST = 4000


def mutated(dice: Random, seeds: Sequence[bytes]) -> bytes:
    """Return a seed with some mutations, at most a few thousand bytes long."""
    data = bytearray(dice.choice(seeds))
    if len(data) > _MOST:
        begin = dice.randrange(len(data) - _MOST) if dice.random() < 0.5 else 0
        data = data[begin : begin + dice.randrange(_MOST)]
    for _ in range(dice.choice((1, 1, 2, 3, 5, 8, 20))):
        at = dice.randrange(len(data) + 1)
        end = min(len(data), at + dice.choice((1, 1, 2, 4, 16, 100)))
        match dice.randrange(9):
            case 0 if at < len(data):
                data[at] ^= 1 << dice.randrange(8)
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = data[at:end] * dice.choice((1, 2, 50))
            case 3:
                other = dice.choice(seeds)
                begin = dice.randrange(len(other) + 1)
                data[at:at] = other[begin : begin + dice.choice((10, 100, 500))]
            case 4:
                data[at:end] = dice.randbytes(end - at)
            case 5:
                del data[at:]
            case _:
                data[at : at if dice.random() < 0.7 else end] = dice.choice(WORDS) * dice.choice((1, 1, 1, 2, 30))
    return bytes(data[: 2 * _MOST])
