"""Formats: the cost of a record in each, for the same documents. Microseconds of processor time, in one process.

The time of reading, finding and writing is divided by the number of records, so a record of a dense document costs
less. The second table has the part of this time that only one process can take, however many processes read.
"""

from __future__ import annotations

import contextlib
import gc
import pathlib
import random
import tempfile
import time
from typing import TYPE_CHECKING, Any

from benchmarks.html import page as html_page
from benchmarks.tables import Options, Table
from benchmarks.texts import text
from uri_extract import Scanner
from uri_extract.errors import UriExtractError
from uri_extract.sinks import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHUNK = 1 << 18


def _mixed(size: int) -> Iterator[tuple[str, bytes]]:
    """Yield documents of dense text, sparse text and HTML, with about the same number of bytes of each."""
    dice = random.Random(3986)
    third = size // 3
    yield "text/plain", text(third // 2, 105)
    yield "text/plain", text(third - third // 2, 400)
    yield "text/plain", text(third, 2000)
    made = 0
    while made < third:
        page = html_page(dice)
        made += len(page)
        yield "text/html", page


def _write(documents: list[tuple[str, bytes]], sink: Any, path: pathlib.Path) -> tuple[int, float]:
    """Write all documents; return the number of occurrences, and the seconds that only one process can take."""
    count = 0
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
                    started = time.process_time()
                    sink.write(encoded)
                    writing += time.process_time() - started
        if sink is not None:
            started = time.process_time()
            sink.end()
            writing += time.process_time() - started
    return count, writing


def tables(options: Options) -> Iterator[Table]:
    """Yield two tables for dense text, two for text and HTML."""
    gc.set_threshold(100_000)  # as the command has it
    size = options.size(20)
    inputs = {"Dense text": [("text/plain", text(size, 105))], "Text and HTML": list(_mixed(size))}
    for name, documents in inputs.items():
        total = sum(len(data) for _, data in documents)
        whole: dict[str, float] = {}
        alone: dict[str, float] = {}
        count = 0
        with tempfile.TemporaryDirectory() as folder:
            for form in (None, *FORMATS) * options.times(2):
                label = form or "pages, not written"
                with contextlib.suppress(UriExtractError):  # an extra that is not installed
                    sink = FORMATS[form]() if form else None
                    started = time.process_time()
                    count, writing = _write(documents, sink, pathlib.Path(folder, label))
                    taken = time.process_time() - started
                    whole[label] = min(whole.get(label, taken), taken)
                    alone[label] = min(alone.get(label, writing), writing)
        subject = f"{name}: {total / 1e6:.0f} MB, {count} references, one in {total / count:.0f} bytes"
        unit = "µs a record"
        yield Table(subject, unit, {label: each / count * 1e6 for label, each in whole.items()}, {})
        alone.pop("pages, not written")
        yield Table(
            f"{name}: the part of one process", unit, {label: each / count * 1e6 for label, each in alone.items()}, {}
        )
