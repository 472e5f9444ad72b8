"""Hostile families (``tests/adversarial/families.toml``): the time of each at three sizes, and how it grows.

It prints a line for each family, or for each operation of one: nanoseconds of processor time per byte at each size, and
the growth of this figure from each size to the next. ``--above NS`` prints only families that are slower at some size,
or that grow by more than ``--growth``. A family whose first size takes more than ``--longest`` seconds is not measured
at the other sizes.
"""

from __future__ import annotations

import argparse
import gc
import time
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from tests.adversarial.families import Family, families, operations, read

from uri_extract.errors import UriExtractError

if TYPE_CHECKING:
    from collections.abc import Callable

_SIZES = (250_000, 1_000_000, 4_000_000)
# The growth of families that take less per byte is noise.
_FLOOR = 20.0


def _seconds(run: Callable[[], object]) -> float:
    gc.disable()  # the collector takes longer the more records there are
    started = time.process_time()
    with suppress(UriExtractError):
        run()
    taken = time.process_time() - started
    gc.enable()
    return taken


def _runs(family: Family, size: int) -> tuple[int, dict[str, Callable[[], object]]]:
    data = family.data(size)
    if family.is_function:
        return len(data), operations(family, size)
    return max(len(data), size), {"read": partial(read, family, data, dicts=False)}


def _measure(family: Family, sizes: list[int], rounds: int, longest: float) -> dict[str, list[float]]:
    """Return nanoseconds per byte at each size, by operation."""
    figures: dict[str, list[float]] = {}
    _, runs = _runs(family, 4096)
    for run in runs.values():  # what is imported or compiled at first use
        _seconds(run)
    for size in sizes:
        length, runs = _runs(family, size)
        for name, run in runs.items():
            results = figures.setdefault(name, [])
            if results and results[-1] * length / 1e9 > longest:
                continue
            taken = _seconds(run)
            for _ in range(rounds - 1):
                taken = min(taken, _seconds(run))
            results.append(taken / length * 1e9)
    return figures


def main(arguments: list[str]) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks adversarial", description=__doc__)
    parser.add_argument("--only", default="", help="families whose table or name has this in it")
    parser.add_argument("--sizes", type=int, nargs="+", default=_SIZES)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--longest", type=float, default=10.0)
    parser.add_argument("--above", type=float, default=0.0, metavar="NS")
    parser.add_argument("--growth", type=float, default=1.5)
    options = parser.parse_args(arguments)
    measured = slow = growing = 0
    for family in families():
        if options.only not in str(family):
            continue
        for name, figures in _measure(family, options.sizes, options.rounds, options.longest).items():
            growth = max((after / max(before, _FLOOR) for before, after in pairwise(figures)), default=1.0)
            measured += 1
            slow += max(figures) > options.above
            growing += growth > options.growth
            if max(figures) > options.above or growth > options.growth:
                shown = " ".join(f"{each:9.1f}" for each in figures)
                print(f"{shown}  x{growth:5.2f}  {family}: {name}", flush=True)
    print(f"{measured} measured, {slow} above {options.above:g} ns a byte, {growing} growing by {options.growth:g}")
