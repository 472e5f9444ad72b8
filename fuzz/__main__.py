"""``python -m fuzz TARGET... --minutes N``: mutate, check, and keep inputs that break an invariant in ``fuzz/crashes``.

``all`` runs all targets, one after the other. The same ``--seed`` makes the same inputs.
"""

from __future__ import annotations

import argparse
import sys
import time

from fuzz.targets import TARGETS, Crashes, attempt, check


def _run(target: str, first: int, minutes: float) -> tuple[int, int]:
    """Return the number of inputs checked, and the number that broke an invariant."""
    end = time.process_time() + 60 * minutes
    seed, broken, crashes = first, 0, Crashes()
    while time.process_time() < end:
        data = attempt(target, seed)
        try:
            check(target, data, seed)
        except Exception as error:
            broken += 1
            crashes.keep(target, data, seed, error)
        seed += 1
    return seed - first, broken


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    names = ["all", *TARGETS]
    parser.add_argument("targets", nargs="+", choices=names, metavar="TARGET", help=f"of {', '.join(names)}")
    parser.add_argument("--minutes", type=float, default=1.0, help="processor time for each target")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first input (default: 0)")
    options = parser.parse_args()
    total = 0
    for target in TARGETS if "all" in options.targets else options.targets:
        count, broken = _run(target, options.seed, options.minutes)
        print(f"{target}: {count} inputs, {broken} broke an invariant", flush=True)
        total += broken
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
