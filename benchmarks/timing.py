"""Timing: the best of several rounds, in which the contestants take turns, so that a machine's moods hit them alike."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

#: Speed, in MB/s, of the calibrating search on the machine that stated figures refer to.
REFERENCE_MACHINE = 430.0


def best(
    contestants: dict[str, Callable[[], object]], rounds: int = 5, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Return the best time of each contestant by the ``clock``, in seconds."""
    times = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        for name, run in contestants.items():
            started = clock()
            run()
            times[name] = min(times[name], clock() - started)
    return times
