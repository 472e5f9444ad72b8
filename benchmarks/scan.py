"""The scanner on plain text: kernel and command beside ``re`` and ripgrep, on the same bytes in the same run.

Text comes from a seeded generator; ``--corpus DIR`` measures all files below a directory instead. Figures are MB/s.
The calibrating search tells how this machine compares with the one that stated figures refer to.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

from benchmarks.texts import text
from benchmarks.timing import REFERENCE_MACHINE, best
from uri_extract import Scanner
from uri_extract.scan import kernels
from uri_extract.scan.windows import Windows

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_HTTP = rb'https?://[^\s<>"]+'
_ANY = rb'[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"]+'


def count_rows(kernel: Any, data: bytes) -> Callable[[], int]:
    """Return a scan that makes no objects: rows are counted."""

    def scan() -> int:
        windows = Windows(kernel)
        count: int = sum(windows.kernel.count for _ in windows.feed(data))
        count += sum(windows.kernel.count for _ in windows.close())
        return count

    return scan


def _occurrences(data: bytes) -> int:
    scanner = Scanner()
    found = sum(len(scanner.feed(data[at : at + (1 << 18)])) for at in range(0, len(data), 1 << 18))
    return found + len(scanner.close())


def _search(pattern: bytes, data: bytes) -> Callable[[], int]:
    return lambda: sum(1 for _ in re.finditer(pattern, data))


def _measure(name: str, data: bytes) -> None:
    small = data[: len(data) // 16]
    contestants: dict[str, tuple[Callable[[], object], int]] = {
        f"re.finditer {_HTTP.decode()}": (_search(_HTTP, data), len(data)),
        f"re.finditer {_ANY.decode()}": (_search(_ANY, small), len(small)),
        "memchr for a byte that is not there": (lambda: data.find(b"\x01"), len(data)),
    }
    for variant, kernel in (*kernels.items(), ("interpreted", kernels["interpreted"])):
        sample = small if variant == "interpreted" else data
        contestants[f"rows, {variant}"] = (count_rows(kernel, sample), len(sample))
    contestants["Scanner.feed, occurrences made"] = (lambda: _occurrences(small), len(small))
    times = best({label: run for label, (run, _) in contestants.items()})
    count = count_rows(next(iter(kernels.values())), data)()
    peer = len(data) / times[f"re.finditer {_HTTP.decode()}"]
    print(f"\n{name}: {len(data) / 1e6:.0f} MB, {count} references, one in {len(data) / max(1, count):.0f} bytes")
    for label, (_, size) in contestants.items():
        rate = size / times[label]
        print(f"  {label:52s} {rate / 1e6:9.1f} MB/s   {rate / peer:6.2f} x re")
    made = _occurrences(small) / times["Scanner.feed, occurrences made"]
    print(f"  occurrences a second: {made / 1e6:.2f} million")


def _command(data: bytes) -> None:
    """Time the commands as processes: ours into /dev/null as a user would, ripgrep into a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "dense.txt")
        path.write_bytes(data)

        def ours() -> None:
            subprocess.run([sys.executable, "-m", "uri_extract", str(path)], stdout=subprocess.DEVNULL, check=True)

        contestants: dict[str, Callable[[], object]] = {"uri-extract FILE > /dev/null": ours}
        if shutil.which("rg"):

            def ripgrep() -> None:
                with open(pathlib.Path(folder, "out"), "wb") as out:
                    subprocess.run(["rg", "-o", _HTTP.decode(), str(path)], stdout=out, check=True)

            contestants["rg -o FILE > file"] = ripgrep
        else:
            print("\nripgrep is not installed: no peer for the command")
        print(f"\nas commands, {len(data) / 1e6:.0f} MB:")
        for label, seconds in best(contestants, 3).items():
            print(f"  {label:52s} {len(data) / seconds / 1e6:9.1f} MB/s   {seconds:6.2f} s")


def main(argv: list[str]) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks scan", description=__doc__)
    parser.add_argument("--corpus", type=pathlib.Path, help="measure the files below this directory")
    parser.add_argument("--megabytes", type=int, default=64)
    options = parser.parse_args(argv)
    dense = text(options.megabytes << 20, 105)
    calibration = len(dense) / best({"": _search(rb'://[^\s<>"]+', dense)})[""] / 1e6
    print(f"calibration: {calibration:.0f} MB/s; stated figures are for {REFERENCE_MACHINE:.0f}", end="; ")
    print(f"multiply by {REFERENCE_MACHINE / calibration:.2f} to compare")
    if options.corpus:
        files = sorted(path for path in options.corpus.rglob("*") if path.is_file())
        _measure(str(options.corpus), b"\n".join(path.read_bytes() for path in files))
        return
    _measure("dense", dense)
    _measure("sparse", text(options.megabytes << 20, 5000))
    _command(text(200_000_000, 105))
