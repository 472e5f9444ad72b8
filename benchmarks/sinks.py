"""Formats: what the command writes from the same text, beside one another and beside doing nothing with occurrences.

Figures are MB/s of the input and microseconds of processor time a record; text comes from a seeded generator.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import pathlib
import re
import tempfile
import time
from typing import TYPE_CHECKING, Any

from benchmarks.html import _page
from benchmarks.texts import text
from benchmarks.timing import REFERENCE_MACHINE, best
from uri_extract import Scanner
from uri_extract.errors import UriExtractError
from uri_extract.sinks import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHUNK = 1 << 18


def mixed(size: int) -> Iterator[tuple[str, bytes]]:
    """Yield documents of plain text, dense and sparse, and HTML, about as many bytes of each."""
    import random

    dice = random.Random(3986)
    third = size // 3
    yield "text/plain", text(third // 2, 105)
    yield "text/plain", text(third - third // 2, 400)
    yield "text/plain", text(third, 2000)
    made = 0
    while made < third:
        page = _page(dice)
        made += len(page)
        yield "text/html", page


def _write(documents: list[tuple[str, bytes]], sink: Any, path: pathlib.Path) -> int:
    """Write all documents; return how many occurrences they have."""
    count = 0
    path.unlink(missing_ok=True)
    with open(path, "wb") as out:
        if sink is not None:
            sink.begin(out)
        for number, (media_type, data) in enumerate(documents):
            scanner = Scanner(media_type, base="http://example.org/a/b", document=f"d/{number}")
            for at in range(0, len(data) + 1, _CHUNK):
                found = scanner.feed(data[at : at + _CHUNK]) if at < len(data) else scanner.close()
                count += len(found)
                if sink is not None:
                    sink.write(sink.encode(found))
        if sink is not None:
            sink.end()
    return count


def main(arguments: list[str]) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks sinks", description=__doc__)
    parser.add_argument("--megabytes", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    gc.set_threshold(100_000)  # as the command has it
    sample = text(8 << 20, 105)
    pattern = re.compile(rb'://[^\s<>"]+')
    calibration = len(sample) / best({"": lambda: sum(1 for _ in pattern.finditer(sample))})[""] / 1e6
    print(f"calibration: {calibration:.0f} MB/s; multiply by {REFERENCE_MACHINE / calibration:.2f} to compare")
    for name, size, documents in (
        ("dense text", options.megabytes, [("text/plain", text(options.megabytes * 10**6, 105))]),
        ("text and HTML", options.megabytes, list(mixed(options.megabytes * 10**6))),
    ):
        total = sum(len(data) for _, data in documents)
        with tempfile.TemporaryDirectory() as folder:
            times: dict[str, float] = {}
            count = 0
            for form in (None, *FORMATS) * options.rounds:
                label = form or "occurrences, not written"
                with contextlib.suppress(UriExtractError):  # an extra that is not installed
                    sink = FORMATS[form]() if form else None
                    started = time.process_time()
                    count = _write(documents, sink, pathlib.Path(folder, label))
                    times[label] = min(times.get(label, 1e9), time.process_time() - started)
        print(f"\n{name}: {size} MB, {count} references, one in {total / count:.0f} bytes, one process")
        for label, seconds in times.items():
            print(f"  {label:26s} {total / seconds / 1e6:8.1f} MB/s {seconds / count * 1e6:8.2f} us a record")
