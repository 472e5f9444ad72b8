"""Whole collections: the command over files of text and HTML, files to files, as users run it. Figures are MB/s.

About as many bytes of text as of HTML, in files below one temporary directory: from a seeded generator, or with
``--corpus DIR`` (it may be given again) the files below that directory, by the ends of their names, repeated under
other names until they come to ``--megabytes``. Each format is written with one process and with two; speed is of the
whole command, from its start until its output is there, and the best of ``--rounds`` rounds, in which all take turns.
``cpu`` is the seconds of processor time of all its processes, ``peak`` the memory of the largest of them.

Peers: ``rg -o`` with a pattern for what has a scheme and ``//``, and ``lychee --dump`` (the link checker written in
Rust; PyPI's ``lychee`` is a generator of blogs). A peer that is not installed is a line that says so. They look for
less: ripgrep knows neither where a reference ends nor what a page's references resolve to.

Then a web archive (``.warc.gz``, a member a record, as crawlers write it): what is above inflating it costs. Inflated
and thrown away by ``zlib`` and by ``isal``, walked record by record, and its references as lines.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.html import _page
from benchmarks.texts import text
from benchmarks.timing import REFERENCE_MACHINE, best
from uri_extract.sources import documents, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

_ANY = r'[A-Za-z][A-Za-z0-9+.-]*://[^\s<>"]+'
_HTML, _TEXT = (".html", ".htm"), (".txt", ".md", ".rst", ".text", ".log")
_READ = 1 << 16


class Result(NamedTuple):
    """What one run of a command took: seconds, seconds of processor time, bytes of its largest process."""

    seconds: float
    processor: float
    peak: int


# -- files --------------------------------------------------------------------------------------------------------


def _generated(size: int) -> tuple[Iterator[bytes], Iterator[bytes]]:
    """Return endless texts and pages."""
    dice = random.Random(3986)
    blocks = [text(max(size // 8, 1 << 20), every, seed) for seed, every in enumerate((105, 400, 2000))]

    def texts() -> Iterator[bytes]:
        while True:
            block = dice.choice(blocks)
            begin = dice.randrange(len(block))
            yield block[begin : begin + dice.choice((4_000, 20_000, 60_000, 300_000))]

    pages = [_page(dice) for _ in range(200)]
    return texts(), itertools.cycle(pages)


def _found(directories: list[pathlib.Path], ends: tuple[str, ...]) -> Iterator[bytes]:
    """Return the files whose names end so, again and again; raise SystemExit where there are none."""
    paths = sorted(path for top in directories for path in top.rglob("*") if path.suffix.lower() in ends)
    files = [data for path in paths if path.is_file() and (data := path.read_bytes())]
    if not files:
        raise SystemExit(f"no files below {', '.join(map(str, directories))} that end in {', '.join(ends)}")
    return itertools.cycle(files)


def _write(folder: pathlib.Path, size: int, texts: Iterator[bytes], pages: Iterator[bytes]) -> tuple[int, int]:
    """Write files, the fewer bytes of both kinds next, until they come to ``size``; return how many, and bytes."""
    of_text = of_html = number = 0
    while of_text + of_html < size:
        if of_text <= of_html:
            data, end = next(texts), "txt"
            of_text += len(data)
        else:
            data, end = next(pages), "html"
            of_html += len(data)
        path = folder / f"{number // 500:03d}"
        path.mkdir(exist_ok=True)
        (path / f"{number:06d}.{end}").write_bytes(data)
        number += 1
    return number, of_text + of_html


# -- commands -----------------------------------------------------------------------------------------------------


# A process of its own, and a small one: a child's memory is at least that of the process that began it.
_MEASURE = """
import json, resource, subprocess, sys, time
started = time.perf_counter()
status = subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL)
seconds = time.perf_counter() - started
usage = resource.getrusage(resource.RUSAGE_CHILDREN)  # theirs too
peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
sys.stderr.write("\\n" + json.dumps([status, [seconds, usage.ru_utime + usage.ru_stime, peak]]))
"""


def _run(command: list[str], out: pathlib.Path | None = None) -> tuple[Result, str]:
    """Run a command; return what it took, and what it said on standard error."""
    measured = [sys.executable, "-I", "-S", "-c", _MEASURE, *command]
    # An installed command finds its modules compiled to byte code.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with open(out or os.devnull, "wb") as output:
        run = subprocess.run(
            measured, stdout=output, stderr=subprocess.PIPE, check=True, text=True, errors="replace", env=environment
        )
    message, _, figures = run.stderr.rpartition("\n")
    status, result = json.loads(figures)
    if status not in (0, 3):
        raise SystemExit(f"{' '.join(command)}: exit status {status}\n{message}")
    return Result(*result), message


def _own(arguments: Iterable[str]) -> list[str]:
    return [sys.executable, "-m", "uri_extract", *arguments]


def _counted(message: str) -> int:
    """Return how many were found, as ``--stats`` says it."""
    found = re.search(r"(\d+) found", message)
    return int(found[1]) if found else 0


def _lines_in(path: pathlib.Path) -> int:
    with open(path, "rb") as file:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))


def _contestants(folder: pathlib.Path, scratch: pathlib.Path) -> dict[str, Callable[[], tuple[Result, int]]]:
    """Return what to run over the files of a folder: each gives what it took and how many it found."""

    def ours(form: str, *more: str) -> Callable[[], tuple[Result, int]]:
        def run() -> tuple[Result, int]:
            out = scratch / f"out.{form}"
            out.unlink(missing_ok=True)
            result, message = _run(_own(["--format", form, "-o", str(out), "--stats", "-q", *more, str(folder)]))
            return result, _counted(message)

        return run

    def peer(command: list[str]) -> Callable[[], tuple[Result, int]]:
        def run() -> tuple[Result, int]:
            result, _ = _run(command, scratch / "out.peer")
            return result, _lines_in(scratch / "out.peer")

        return run

    help_text = subprocess.run(_own(["--help"]), capture_output=True, text=True, check=True).stdout
    jobs: list[tuple[str, ...]] = [("-j1",), ("-j2",)] if re.search(r"^ +-j\b", help_text, re.MULTILINE) else [()]
    forms = ["lines", "jsonl"]
    try:
        import pyarrow  # type: ignore[import-untyped,unused-ignore]  # noqa: F401
    except ImportError:
        print("pyarrow is not installed: no Parquet")
    else:
        forms.append("parquet")
    runs = {" ".join((form, *more)): ours(form, *more) for form in forms for more in jobs}
    ripgrep = shutil.which("rg")
    if ripgrep is None:
        print("ripgrep is not installed: no such peer")
    else:
        for more in ("-j1", "-j2"):
            runs[f"rg -o {more}"] = peer([ripgrep, "-o", "-a", "--no-filename", "--no-ignore", more, _ANY, str(folder)])
    lychee = _lychee()
    if lychee is None:
        print("the link checker lychee is not installed (no package of PyPI's or Debian's has it): no such peer")
    else:
        runs["lychee --dump"] = peer([lychee, "--dump", "--no-progress", "--offline", str(folder)])
    return runs


def _lychee() -> str | None:
    """Return the link checker, None where it is missing or something else has its name."""
    path = shutil.which("lychee")
    if path is None:
        return None
    shown = subprocess.run([path, "--help"], capture_output=True, text=True, check=False).stdout
    return path if "--dump" in shown else None


def _compare(folder: pathlib.Path, scratch: pathlib.Path, size: int, rounds: int, scale: float) -> None:
    runs = _contestants(folder, scratch)
    results: dict[str, list[Result]] = {name: [] for name in runs}
    counts: dict[str, int] = {}
    for _ in range(rounds):
        for name, run in runs.items():
            result, counts[name] = run()
            results[name].append(result)
    fastest = {name: min(of) for name, of in results.items()}
    peers = [name for name in runs if name.startswith(("rg", "lychee"))]
    print(f"{'':14s}{'MB/s':>9s}{'scaled':>9s}{'cpu':>9s}{'peak':>10s}{'found':>11s}", end="")
    print("".join(f"{f'/ {name}':>15s}" for name in peers))
    for name, (seconds, _, _) in fastest.items():
        rate = size / seconds / 1e6
        processor = min(result.processor for result in results[name])
        peak = max(result.peak for result in results[name])
        print(
            f"{name:14s}{rate:9.1f}{rate * scale:9.1f}{processor:7.2f} s{peak / 1e6:7.0f} MB{counts[name]:11d}", end=""
        )
        print("".join(f"{fastest[other].seconds / seconds:14.2f}x" for other in peers))


# -- a web archive ------------------------------------------------------------------------------------------------


def _record(number: int, page: bytes) -> bytes:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page)
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012d}>\r\n"
        f"WARC-Date: 2004-02-29T00:00:00Z\r\nWARC-Target-URI: http://www.example.org/{number}/index.html\r\n"
        f"Content-Type: application/http;msgtype=response\r\nContent-Length: {len(http) + len(page)}\r\n\r\n"
    )
    return head.encode() + http + page + b"\r\n\r\n"


def _archive(path: pathlib.Path, size: int, pages: Iterator[bytes], archives: list[bytes]) -> int:
    """Write a web archive of this many bytes inflated; return how many there are."""
    written = 0
    with open(path, "wb") as file:
        if archives:
            sizes = [(data, len(gzip.decompress(data))) for data in archives]
            for data, inflated in itertools.cycle(sizes):
                if written >= size:
                    return written
                file.write(data)
                written += inflated
        members: list[tuple[bytes, int]] = []
        for number, page in enumerate(itertools.islice(pages, 200)):
            record = _record(number, page)
            members.append((gzip.compress(record, 6), len(record)))
        for member, inflated in itertools.cycle(members):
            if written >= size:
                return written
            file.write(member)
            written += inflated
    return written


def _archives(directories: list[pathlib.Path]) -> list[bytes]:
    """Return the web archives below directories that can be read to the end."""
    whole = []
    for path in sorted(path for top in directories for path in top.rglob("*.warc.gz")):
        data = path.read_bytes()
        try:
            gzip.decompress(data)
        except (OSError, EOFError, zlib.error):
            continue
        whole.append(data)
    return whole


def _inflate(path: pathlib.Path, library: Any) -> int:
    """Inflate a file of any number of members and throw it away; return how many bytes came out."""
    made = 0
    inflater = library.decompressobj(31)
    with open(path, "rb") as file:
        while data := file.read(_READ):
            while data:
                made += len(inflater.decompress(data))
                data = inflater.unused_data if inflater.eof else b""
                if inflater.eof:
                    inflater = library.decompressobj(31)
    return made


def _walk(path: pathlib.Path) -> int:
    """Read every document in an archive; return how many there are."""
    count = 0
    for document in walk(documents(path), lambda problem: None):
        for _ in document.chunks():
            pass
        count += 1
    return count


def _measure_archive(path: pathlib.Path, scratch: pathlib.Path, size: int, rounds: int) -> None:
    print(f"\n.warc.gz: {size / 1e6:.0f} MB inflated, {path.stat().st_size / 1e6:.0f} MB; MB/s of what is inflated")
    out = scratch / "out.lines"

    def lines() -> None:
        out.unlink(missing_ok=True)
        _run(_own(["-o", str(out), "-q", str(path)]))

    contestants: dict[str, Callable[[], object]] = {"zlib": lambda: _inflate(path, zlib)}
    try:
        from isal import isal_zlib  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        print("isal is not installed (extra fast): inflated by zlib")
    else:
        contestants["isal"] = lambda: _inflate(path, isal_zlib)
    peers = tuple(contestants)
    contestants |= {"walked": lambda: _walk(path), "lines": lines}
    times = best(contestants, rounds)
    print(f"{'':14s}{'MB/s':>9s}" + "".join(f"{f'/ {name}':>10s}" for name in peers))
    for name, seconds in times.items():
        print(f"{name:14s}{size / seconds / 1e6:9.1f}" + "".join(f"{times[peer] / seconds:9.2f}x" for peer in peers))


def main(arguments: list[str]) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks corpus", description=__doc__)
    parser.add_argument("--corpus", type=pathlib.Path, metavar="DIR", action="append", default=[])
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    pattern = re.compile(rb'://[^\s<>"]+')
    sample = text(16 << 20, 105)
    calibration = len(sample) / best({"": lambda: sum(1 for _ in pattern.finditer(sample))})[""] / 1e6
    scale = REFERENCE_MACHINE / calibration
    print(f"calibration: {calibration:.0f} MB/s; multiply by {scale:.2f} to compare")
    with tempfile.TemporaryDirectory() as name:
        folder, scratch = pathlib.Path(name, "files"), pathlib.Path(name, "scratch")
        folder.mkdir()
        scratch.mkdir()
        size = options.megabytes * 1_000_000
        archives: list[bytes] = []
        if options.corpus:
            texts, pages = _found(options.corpus, _TEXT), _found(options.corpus, _HTML)
            archives = _archives(options.corpus)
        else:
            texts, pages = _generated(size)
        count, total = _write(folder, size, texts, pages)
        print(f"{count} files, {total / 1e6:.0f} MB, half of it text and half HTML")
        _compare(folder, scratch, total, options.rounds, scale)
        shutil.rmtree(folder)
        archive = scratch / "crawl.warc.gz"
        inflated = _archive(archive, size, pages, archives)
        _measure_archive(archive, scratch, inflated, options.rounds)
