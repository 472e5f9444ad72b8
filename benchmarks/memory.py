"""Memory of the command, and the growth of time and memory with the input. Each run has a process of its own."""

from __future__ import annotations

import base64
import random
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.corpus import mailbox
from benchmarks.html import page
from benchmarks.tables import Options, Table
from benchmarks.texts import text
from benchmarks.timing import Result, own, run_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _page(path: Path, size: int) -> int:
    dice = random.Random(14)
    block = b"".join(page(dice) for _ in range(50))
    path.write_bytes(block * (1 + size // len(block)))
    return path.stat().st_size


def _dense(path: Path, size: int) -> int:
    return path.write_bytes(text(size, 105))


def _attachments(path: Path, size: int) -> int:
    """Write a mailbox of messages that each have an attachment of 50 MB (a twentieth of the size, if that is less)."""
    data = base64.encodebytes(random.Random(2045).randbytes(min(50_000_000, size // 20) * 3 // 4))
    head = (
        b"From a@example.org Sat Jan  1 00:00:00 2000\nFrom: a@example.org\nMIME-Version: 1.0\n"
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nhttp://www.example.org/\n"
        b"--x\nContent-Type: application/octet-stream; name=a.bin\nContent-Transfer-Encoding: base64\n\n"
    )
    with open(path, "wb") as file:
        while file.tell() < size:
            file.write(head)
            file.write(data)
            file.write(b"--x--\n\n")
        return file.tell()


def _run(make: Callable[[Path, int], int], name: str, size: int, folder: Path, form: str) -> tuple[int, Result]:
    path = folder / name
    made = make(path, size)
    out = folder / "out"
    result = run_command(own("--format", form, "-o", str(out), "-q", str(path)))
    path.unlink()
    out.unlink(missing_ok=True)
    return made, result


def tables(options: Options) -> Iterator[Table]:
    """Yield one table: the memory of the command on inputs that are large in different ways."""
    cases: list[tuple[str, Callable[[Path, int], int], str, int, str]] = [
        ("one page of HTML, to lines", _page, "a.html", 100, "lines"),
        ("dense text, to lines", _dense, "a.txt", 100, "lines"),
        ("mailbox with attachments of 50 MB, to lines", _attachments, "a.mbox", 1_000, "lines"),
    ]
    if find_spec("pyarrow"):
        cases.append(("dense text, to Parquet", _dense, "a.txt", 100, "parquet"))
    peaks = {}
    with tempfile.TemporaryDirectory() as made:
        for label, make, name, megabytes, form in cases:
            size, result = _run(make, name, options.size(megabytes), Path(made), form)
            peaks[f"{label}: {size / 1e6:.0f} MB"] = result.peak / 1e6
        python = run_command([*own()[:1], "-c", "pass"]).peak / 1e6
    yield Table("Memory of the largest process, at its peak", "MB", peaks, {}, (f"Python alone: {python:.0f} MB.",))


def growth(options: Options) -> Iterator[tuple[str, int, Result]]:
    """Yield the kind of input, its size, and the time and memory of the command, for inputs of doubling size."""
    kinds = {"text": (_dense, "a.txt"), "HTML": (_page, "a.html"), "mail": (mailbox, "a.mbox")}
    sizes = (1, 2) if options.quick else (4, 16, 64, 256)
    with tempfile.TemporaryDirectory() as made:
        for kind, (make, name) in kinds.items():
            for size in sizes:
                written, result = _run(make, name, size * 1_000_000, Path(made), "lines")
                yield kind, written, result
