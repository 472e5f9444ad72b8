"""``python -m benchmarks NAME``: run one of the benchmarks and print it."""

from __future__ import annotations

import importlib
import pathlib
import sys


def main() -> int:
    names = sorted(
        path.stem
        for path in pathlib.Path(__file__).parent.glob("*.py")
        if "def main(" in path.read_text() and path.stem[0] != "_"
    )
    if len(sys.argv) < 2 or sys.argv[1] not in names:
        print(f"usage: python -m benchmarks {{{','.join(names)}}} [OPTIONS]", file=sys.stderr)
        return 2
    importlib.import_module(f"benchmarks.{sys.argv[1]}").main(sys.argv[2:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
