"""Around the scanners: starting, many small files, big files, a compressed web archive.

The command as a process of its own, beside Python that only reads the same files, ripgrep, and FastWARC with
Resiliparse. Processor time: milliseconds of a start, microseconds a file, MB/s of what is on the disk.
"""

from __future__ import annotations

import gzip
import pathlib
import random
import shutil
import sys
import tempfile
from typing import TYPE_CHECKING

from benchmarks.html import page as html_page
from benchmarks.tables import Options, Table
from benchmarks.texts import text
from benchmarks.timing import Result, best_results, own, run_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PEERS = {
    "only starting Python": "pass",
    "only reading, Python": (
        "import os, sys\n"
        "for folder, _, names in os.walk(sys.argv[1]):\n"
        "    for name in names:\n"
        "        with open(os.path.join(folder, name), 'rb') as file:\n"
        "            file.read()\n"
    ),
    "FastWARC and Resiliparse": (
        "import sys\n"
        "from fastwarc.warc import ArchiveIterator, WarcRecordType\n"
        "from resiliparse.parse.html import HTMLTree\n"
        "records = ArchiveIterator(open(sys.argv[1], 'rb'), record_types=WarcRecordType.response, parse_http=True)\n"
        "for record in records:\n"
        "    tree = HTMLTree.parse_from_bytes(record.reader.read(), 'utf-8')\n"
        "    for element in tree.body.query_selector_all('a[href], img[src]'):\n"
        "        print(element.getattr('href') or element.getattr('src'))\n"
    ),
}
_PATTERN = r'https?://[^\s<>"]+'


_HEADER = (
    b"Return-Path: <a@b.example>\nReceived: from b.example by c.example; Sun, 7 Jan 2024 10:00:00 +0000\n"
    b"From: A <a@b.example>\nTo: list@c.example\nSubject: No %d\nDate: Sun, 7 Jan 2024 10:00:00 +0000\n"
    b"Message-ID: <%d@b.example>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
)
_SUFFIXES = {"text": ".txt", "html": ".html", "mail": ".eml"}


def _small(folder: pathlib.Path, count: int, size: int, kind: str) -> None:
    dice = random.Random(3986)
    source = b"" if kind == "html" else text(4 << 20, 400)
    for number in range(count):
        place = folder / f"{number // 500:03d}" / f"{number:05d}{_SUFFIXES[kind]}"
        place.parent.mkdir(parents=True, exist_ok=True)
        at = dice.randrange(0, max(1, len(source) - size))
        data = html_page(dice) if kind == "html" else source[at : at + size]
        while kind == "html" and len(data) < size // 2:
            data += html_page(dice)
        if kind == "mail":
            data = _HEADER % (number, number) + data
        place.write_bytes(data[:size])


def _archive(path: pathlib.Path, count: int) -> None:
    dice = random.Random(2557)
    with open(path, "wb") as file:
        for number in range(count):
            page = html_page(dice)
            body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(
                page
            )
            head = (
                b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/%d\r\n"
                b"WARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:%032x>\r\n"
                b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n"
            ) % (number, number, len(body) + len(page))
            file.write(gzip.compress(head + body + page + b"\r\n\r\n", 6, mtime=0))


def _measure(subject: str, unit: str, amount: float, path: pathlib.Path, peers: list[str], options: Options) -> Table:
    """Return the figures of our command and of peers over a path; ``amount`` is what a second is divided by."""
    contestants: dict[str, Callable[[], Result]] = {"uri-extract": lambda: run_command(own(str(path)))}
    contestants |= {
        f"uri-extract of {tree}": lambda tree=tree: run_command(own(str(path)), tree=tree)  # type: ignore[misc]
        for tree in options.trees
    }
    if subject.startswith("Start"):
        contestants["import uri_extract"] = lambda: run_command([sys.executable, "-c", "import uri_extract"])
    ours = list(contestants)
    missing = []
    for name in peers:
        command = [sys.executable, "-c", _PEERS[name], str(path)] if name in _PEERS else _ripgrep(path)
        if command is None or run_command(command).failed:
            missing.append(f"{name} is not installed.")
        else:
            contestants[name] = lambda command=command: run_command(command)  # type: ignore[misc]
    results = best_results(contestants, options.times(3))
    figures = {
        name: amount / result.processor / 1e6 if unit == "MB/s" else result.processor / amount
        for name, result in results.items()
    }
    mine = {name: figures.pop(name) for name in ours}
    return Table(f"{subject}, processor time", unit, mine, figures, tuple(missing))


def _ripgrep(path: pathlib.Path) -> list[str] | None:
    program = shutil.which("rg")
    return [program, "-j1", "-oIN", "--no-ignore", "--no-heading", "-a", "--", _PATTERN, str(path)] if program else None


def tables(options: Options) -> Iterator[Table]:
    """Yield a table for starting, one for each kind of small files, two for big files, one for a web archive."""
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(folder)
        empty = top / "empty"
        empty.write_bytes(b"")
        yield _measure("Start, an empty file", "ms", 1e-3, empty, ["only starting Python"], options)
        count = 100 if options.quick else 10_000
        for kind in _SUFFIXES:
            path = top / kind
            _small(path, count, 3500, kind)
            subject = f"{count} files of {kind}, 3.5 kB each"
            yield _measure(subject, "µs a file", count * 1e-6, path, ["only reading, Python", "rg -o"], options)
            shutil.rmtree(path)
        for subject, every, megabytes in (("Sparse text", 20_000, 400), ("Dense text", 105, 200)):
            path = top / "big"
            path.write_bytes(text(options.size(megabytes), every))
            subject += f", a file of {path.stat().st_size / 1e6:.0f} MB, to lines"
            yield _measure(subject, "MB/s", path.stat().st_size, path, ["rg -o"], options)
            path.unlink()
        path = top / "a.warc.gz"
        _archive(path, 20 if options.quick else 2_000)
        subject = f"Web archive, {path.stat().st_size / 1e6:.0f} MB compressed, to lines"
        yield _measure(subject, "MB/s", path.stat().st_size, path, ["FastWARC and Resiliparse"], options)
