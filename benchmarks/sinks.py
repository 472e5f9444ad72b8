"""Formats: what the command writes from the same text, beside one another and beside pages that are not written.

Figures are MB/s of the input and microseconds of processor time a record, and of these those of the half that only one
process does (``write``, ``end``), and the bytes a record that go to it from the others. Text comes from a seeded
generator; ``--corpus DIR`` (it may be given again) takes the files below that directory by the ends of their names.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import itertools
import marshal
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


def _files(folders: list[pathlib.Path], size: int) -> Iterator[tuple[str, bytes]]:
    """Yield the files below folders that are text or HTML, again and again, up to about this many bytes of each."""
    for media_type, ends in (("text/plain", (".txt", ".md", ".log")), ("text/html", (".html", ".htm"))):
        paths = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in ends)
        found = [data for path in paths if path.is_file() and (data := path.read_bytes())]
        left = size // 2
        for data in itertools.cycle(found):
            if left <= 0:
                break
            left -= len(data)
            yield media_type, data


def _write(documents: list[tuple[str, bytes]], sink: Any, path: pathlib.Path) -> tuple[int, float, int]:
    """Write all documents; return how many occurrences they have, the seconds of writing, and the bytes for it."""
    count = sent = 0
    writing = 0.0
    path.unlink(missing_ok=True)
    with open(path, "wb") as out:
        if sink is not None:
            sink.begin(out)
        for number, (media_type, data) in enumerate(documents):
            scanner = Scanner(media_type, base="http://example.org/a/b", document=f"d/{number}")
            for at in range(0, len(data), _CHUNK):
                page = scanner.read(data[at : at + _CHUNK], final=at + _CHUNK >= len(data))
                count += len(page)
                if sink is not None and len(page):
                    encoded = sink.encode(page)
                    sent += len(encoded if isinstance(encoded, bytes) else marshal.dumps(encoded))
                    started = time.process_time()
                    sink.write(encoded)
                    writing += time.process_time() - started
        if sink is not None:
            started = time.process_time()
            sink.end()
            writing += time.process_time() - started
    return count, writing, sent


def main(arguments: list[str]) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks sinks", description=__doc__)
    parser.add_argument("--megabytes", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--corpus", type=pathlib.Path, metavar="DIR", action="append")
    options = parser.parse_args(arguments)
    gc.set_threshold(100_000)  # as the command has it
    sample = text(8 << 20, 105)
    pattern = re.compile(rb'://[^\s<>"]+')
    calibration = len(sample) / best({"": lambda: sum(1 for _ in pattern.finditer(sample))})[""] / 1e6
    print(f"calibration: {calibration:.0f} MB/s; multiply by {REFERENCE_MACHINE / calibration:.2f} to compare")
    size = options.megabytes * 10**6
    inputs = {"dense text": [("text/plain", text(size, 105))], "text and HTML": list(mixed(size))}
    if options.corpus:
        inputs = {"files": list(_files(options.corpus, size))}
    for name, documents in inputs.items():
        total = sum(len(data) for _, data in documents)
        with tempfile.TemporaryDirectory() as folder:
            results: dict[str, tuple[float, float, int]] = {}
            count = 0
            for form in (None, *FORMATS) * options.rounds:
                label = form or "pages, not written"
                with contextlib.suppress(UriExtractError):  # an extra that is not installed
                    sink = FORMATS[form]() if form else None
                    started = time.process_time()
                    count, writing, sent = _write(documents, sink, pathlib.Path(folder, label))
                    result = (time.process_time() - started, writing, sent)
                    results[label] = min(results.get(label, result), result)
        print(f"\n{name}: {total / 1e6:.0f} MB, {count} references, one in {total / count:.0f} bytes, one process")
        for label, (seconds, writing, sent) in results.items():
            print(
                f"  {label:26s} {total / seconds / 1e6:8.1f} MB/s {seconds / count * 1e6:8.2f} us a record, "
                f"writing {writing / count * 1e6:5.2f} us and {sent / count:4.0f} bytes"
            )
