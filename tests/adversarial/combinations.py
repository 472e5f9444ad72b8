"""Hostile families by chance: each is a random combination of the tokens of its reader, in ``tokens.toml``.

A family has the prefix of its reader, and a few tokens in each of its parts; what the unit opens is often closed, for
only then do constructs contain each other. The same seed gives the same families.

``python -m tests.adversarial.counters random SEED COUNT [READER]`` counts what ``COUNT`` families of each reader take.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from .families import Family

if TYPE_CHECKING:
    from collections.abc import Iterator

# Tokens of every reader; the number of a repetition makes each unit another one.
_TOKENS = ("a", " ", "\n", "http://a.example/", "{n}")
_OPENING = re.compile(r"<([A-Za-z][\w:]*)[^<>]*>|[(\[{<\"'`|]")
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}


def readers() -> dict[str, dict[str, Any]]:
    """Return the table of each reader: ``tokens``, and what is not the default."""
    return tomllib.loads(Path(__file__).with_name("tokens.toml").read_text("utf-8"))


def closing(unit: str) -> str:
    """Return what closes the brackets, quotation marks and elements that a unit opens."""
    opened = _OPENING.finditer(unit)
    return "".join(reversed([f"</{each[1]}>" if each[1] else _CLOSING.get(each[0], each[0]) for each in opened]))


def combinations(name: str, seed: str, count: int) -> Iterator[Family]:
    """Yield families of one reader."""
    reader = readers()[name]
    tokens = [*reader["tokens"], *_TOKENS]
    random = Random(f"{name} {seed}")

    def some(chance: float, most: int) -> str:
        return "".join(random.choices(tokens, k=random.randint(1, most))) if random.random() < chance else ""

    for number in range(count):
        unit = some(1, 3)
        close = some(0.3, 1) + closing(unit) + some(0.2, 1) if random.random() < 0.6 else some(0.5, 3)
        yield Family(
            reader.get("type", name), f"{number} of seed {seed}", "by chance", unit,
            random.choice(reader.get("begin", [""])) + some(0.5, 2), some(0.5, 2), close, some(0.6, 2),
            reader.get("charset", "utf-8"), options=random.choice(reader.get("options", [{}])),
        )  # fmt: skip
