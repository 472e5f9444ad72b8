"""``python -m benchmarks NAME`` runs and prints one benchmark; ``all`` writes all into the documentation."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from benchmarks.tables import Options

#: Modules with a function ``tables(options)``, which yields them.
NAMES = ("scan", "html", "mail", "feeds", "calls", "uri", "sinks", "files", "corpus", "memory", "engines")


def main() -> int:
    """Return the exit status."""
    if sys.argv[1:2] == ["adversarial"]:
        importlib.import_module("benchmarks.adversarial").main(sys.argv[2:])
        return 0
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", choices=("all", "adversarial", *NAMES))
    parser.add_argument("--corpus", type=Path, metavar="DIR", action="append", default=[], help="measure its files too")
    parser.add_argument("--megabytes", type=int, metavar="N", help="how large an input is made")
    parser.add_argument("--rounds", type=int, metavar="N", help="how often each contestant runs; the best counts")
    parser.add_argument("--quick", action="store_true", help="small inputs, one round: only whether it works")
    parser.add_argument("--tree", action="append", default=[], metavar="DIR", help="files: also measure this checkout")
    parser.add_argument("--here", action="store_true", help="all: in this environment, with the peers that it has")
    parser.add_argument(
        "--environment", type=Path, metavar="DIR", help="all: keep the environment here, or use it again"
    )
    parser.add_argument("--output", type=Path, metavar="DIR", help="all: write here, not into docs/")
    given = parser.parse_args()
    if given.name == "all" and not given.here:
        from benchmarks.environment import run_in_environment

        return run_in_environment(given.environment, sys.argv[1:])
    options = Options(given.corpus, given.megabytes, given.rounds, given.quick, given.tree)
    if given.name == "all":
        from benchmarks.everything import everything

        return everything(options, NAMES, given.output)
    for table in importlib.import_module(f"benchmarks.{given.name}").tables(options):
        print(table.text(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
