"""The scanner on plain text in memory, compared with ``re`` and Rust's linkify. MB/s, of processor time if it is known.

Text comes from a seeded generator. Files of a corpus are read as UTF-8 with other bytes replaced, because linkify
accepts only UTF-8. The pattern only slices: it includes the full stop after a URL, and does not join lines.
"""

from __future__ import annotations

import re
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.rust import build, counting
from benchmarks.tables import Options, Table
from benchmarks.texts import text
from benchmarks.timing import best, rates
from uri_extract import Scanner
from uri_extract.formats import scanner_for
from uri_extract.scan import kernels
from uri_extract.scan._kernel import Windows
from uri_extract.text.options import ScanOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

HTTP = r'https?://[^\s<>"]+'
_CHUNK = 1 << 18


def _pieces(data: bytes, chunk: int) -> list[bytes]:
    return [data[at : at + chunk] for at in range(0, len(data), chunk)]


def rows(kernel: Any, pieces: list[bytes]) -> int:
    """Return the number of references; no records are made."""
    windows = Windows(kernel)
    count: int = 0
    for piece in pieces:
        count += sum(windows.kernel.count for _ in windows.feed(piece))
    count += sum(windows.kernel.count for _ in windows.close())
    return count


def _lines(pieces: list[bytes]) -> int:
    scanner = scanner_for("text/plain", ScanOptions(places=False))
    found = 0
    for piece in (*pieces, b""):
        page = scanner.read(piece, final=not piece)
        found += len(page) if page.lines() else 0  # to count their line feeds would take as long as to write them
    return found


def _records(pieces: list[bytes]) -> int:
    scanner = Scanner()
    return sum(len(scanner.feed(piece)) for piece in pieces) + len(scanner.close())


def _search(data: bytes) -> int:
    return sum(1 for _ in re.finditer(HTTP.encode(), data))


def measure(subject: str, data: bytes, program: Path | None, folder: Path, rounds: int, missing: str = "") -> Table:
    """Return the table of one text."""
    small = _pieces(data[: len(data) // 16], _CHUNK)
    pieces = _pieces(data, _CHUNK)
    compiled = next(iter(kernels.values()))
    ours: dict[str, Callable[[], int]] = {
        "rows, one window": lambda: rows(compiled, [data]),
        "rows, chunks of 256 KiB": lambda: rows(compiled, pieces),
        "lines": lambda: _lines(pieces),
        "records": lambda: _records(small),
        "rows, interpreted": lambda: rows(kernels["interpreted"], small),
    }
    sizes = dict.fromkeys(ours, len(data)) | dict.fromkeys(("records", "rows, interpreted"), len(data) // 16)
    peers: dict[str, Callable[[], int]] = {f"re {HTTP}": lambda: _search(data)}
    with ExitStack() as stack:
        clock = time.process_time
        if program is not None:
            linkify = stack.enter_context(counting(program, data, folder))
            peers["Rust linkify"] = linkify.links
            theirs = linkify.processor_time
            clock = time.perf_counter if theirs is None else lambda: time.process_time() + theirs()
        times = best({**ours, **peers}, rounds, clock)
    count = rows(compiled, pieces)
    subject += f": {len(data) / 1e6:.0f} MB, {count} references, one in {len(data) / max(1, count):.0f} bytes"
    return Table(
        subject, "MB/s", rates(times, sizes, ours), rates(times, len(data), peers), (missing,) if missing else ()
    )


def tables(options: Options) -> Iterator[Table]:
    """Yield a table for dense text, for sparse text, and for the corpus."""
    size, rounds = options.size(64), options.times(5)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        program, missing = build(folder)
        inputs = {"Dense text": text(size, 105), "Sparse text": text(size, 5000)}
        if files := options.files(".txt", ".md", ".rst", ".log", ".text"):
            real = b"\n".join(path.read_bytes() for path in files)
            inputs["Text of the corpus"] = real.decode("utf-8", "replace").encode()
        for subject, data in inputs.items():
            yield measure(subject, data, program, folder, rounds, missing)


def density(options: Options) -> Iterator[tuple[int, Table]]:
    """Yield bytes for each URI, and the speed at that density."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        program, _ = build(folder)
        for every in (40, 105, 300, 1_000, 5_000, 20_000):
            yield every, measure("", text(options.size(16), every), program, folder, options.times(3))
