"""Timing: the best of several rounds in which the contestants take turns, so that load affects them equally."""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.texts import text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
    gc.collect()
    return times


def calibration() -> float:
    """Return the MB/s of a search for ``://`` in text with a URI in 105 bytes: how fast this machine is."""
    sample = text(16 << 20, 105)
    pattern = re.compile(rb'://[^\s<>"]+')
    return len(sample) / best({"": lambda: sum(1 for _ in pattern.finditer(sample))})[""] / 1e6


class Result(NamedTuple):
    """The cost of one run of a command: seconds, seconds of processor time, bytes of its largest process."""

    seconds: float
    processor: float
    peak: int
    failed: int = 0


# A small process of its own, because the memory of a child is at least that of the process that starts it.
_MEASURE = """
import json, resource, subprocess, sys, time
started = time.perf_counter()
status = subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL)
seconds = time.perf_counter() - started
usage = resource.getrusage(resource.RUSAGE_CHILDREN)  # theirs too
peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
sys.stderr.write("\\n" + json.dumps([status, [seconds, usage.ru_utime + usage.ru_stime, peak]]))
"""


def run_command(command: list[str], out: Path | None = None, tree: str | None = None) -> Result:
    """Run a command, with the package of a checkout if one is given; return its cost."""
    measured = [sys.executable, "-I", "-S", "-c", _MEASURE, *command]
    # An installed command finds its modules compiled to byte code.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if tree is not None:
        environment["PYTHONPATH"] = str(Path(tree).resolve() / "src")
    with open(out or os.devnull, "wb") as output:
        run = subprocess.run(
            measured, stdout=output, stderr=subprocess.PIPE, check=True, text=True, errors="replace", env=environment
        )
    _, _, figures = run.stderr.rpartition("\n")
    status, result = json.loads(figures)
    seconds, processor, peak = result
    return Result(seconds, processor, peak, int(status not in (0, 1, 3)))


def best_results(commands: dict[str, Callable[[], Result]], rounds: int) -> dict[str, Result]:
    """Return the least cost of each command: time, processor time, memory."""
    results: dict[str, list[Result]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, run in commands.items():
            results[name].append(run())
    return {name: Result(*map(min, zip(*of, strict=True))) for name, of in results.items()}


def own(*arguments: str) -> list[str]:
    """Return our command, as the script that an installer writes."""
    return [sys.executable, "-c", "import uri_extract.__main__ as main; main.command()", "--no-config", *arguments]


def rates(times: dict[str, float], sizes: dict[str, int] | int, names: Iterable[str]) -> dict[str, float]:
    """Return MB/s of these contestants."""
    return {name: (sizes if isinstance(sizes, int) else sizes[name]) / times[name] / 1e6 for name in names}
