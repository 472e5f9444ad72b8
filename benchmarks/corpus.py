"""Whole collections: the command reads files of text and HTML and writes files, as users run it.

One temporary directory has about equal amounts of text and HTML, from a seeded generator; another has the files of the
corpus, repeated under other names. Each format is written with one process and with two. The speed is that of the whole
command, from its start to its complete output.

Peers: ``rg -o`` with a pattern for a scheme and ``//``, and ``lychee --dump`` (the link checker in Rust; PyPI's
``lychee`` is a blog generator). They do less: ripgrep knows neither where a reference ends nor what the references of a
page resolve to.

Further tables compare one process with two on one large text, mailbox and web archive, and the time to read a web
archive (``.warc.gz``, one member for each record) with the time to inflate it.
"""

from __future__ import annotations

import contextlib
import gzip
import itertools
import pathlib
import random
import shutil
import subprocess
import tempfile
import zlib
from importlib.util import find_spec
from typing import TYPE_CHECKING

from benchmarks.html import page as html_page
from benchmarks.mail import message
from benchmarks.tables import Options, Table
from benchmarks.texts import text
from benchmarks.timing import Result, best, best_results, own, rates, run_command
from uri_extract.sources import documents, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_ANY = r'[A-Za-z][A-Za-z0-9+.-]*://[^\s<>"]+'
_HTML, _TEXT = (".html", ".htm"), (".txt", ".md", ".rst", ".text", ".log")
_READ = 1 << 16
# Factor of the larger inputs for two processes, whose start takes the same time for any input.
_LARGER = 4
_BLOCK = 1 << 26


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

    pages = [html_page(dice) for _ in range(200)]
    return texts(), itertools.cycle(pages)


def _found(options: Options, ends: tuple[str, ...]) -> list[bytes]:
    """Return the files of the corpus that have these suffixes and are not empty."""
    return [data for path in options.files(*ends) if (data := path.read_bytes())]


def _write(folder: pathlib.Path, size: int, texts: Iterator[bytes], pages: Iterator[bytes]) -> tuple[int, int]:
    """Write files of both kinds in equal amounts up to ``size`` bytes; return their number and total size."""
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


def _peers(folder: pathlib.Path) -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """Return the commands of peers over a folder, and a sentence for each that is missing."""
    peers: dict[str, list[str]] = {}
    missing = []
    ripgrep, lychee = shutil.which("rg"), _lychee()
    if ripgrep is None:
        missing.append("ripgrep is not installed.")
    else:
        for more in ("-j1", "-j2"):
            peers[f"rg -o {more}"] = [ripgrep, "-o", "-a", "--no-filename", "--no-ignore", more, _ANY, str(folder)]
    if lychee is None:
        missing.append("lychee, the link checker written in Rust, is not installed.")
    else:
        peers["lychee --dump"] = [lychee, "--dump", "--no-progress", "--offline", str(folder)]
    return peers, tuple(missing)


def _lychee() -> str | None:
    """Return the link checker; None if it is missing, or if another program has its name."""
    path = shutil.which("lychee")
    if path is None:
        return None
    shown = subprocess.run([path, "--help"], capture_output=True, text=True, check=False).stdout
    return path if "--dump" in shown else None


def _command(form: str, out: pathlib.Path, path: pathlib.Path, *flags: str) -> Result:
    out.unlink(missing_ok=True)
    return run_command(own("--format", form, "-o", str(out), "-q", *flags, str(path)))


def _compare(folder: pathlib.Path, scratch: pathlib.Path, subject: str, size: int, rounds: int) -> Iterator[Table]:
    forms = ["lines", "jsonl", *(["parquet"] if find_spec("pyarrow") else [])]
    ours: dict[str, Callable[[], Result]] = {
        f"{form} {jobs}": lambda form=form, jobs=jobs: _command(form, scratch / "out", folder, jobs)  # type: ignore[misc]
        for form in forms
        for jobs in ("-j1", "-j2")
    }
    commands, missing = _peers(folder)
    peers: dict[str, Callable[[], Result]] = {
        name: lambda command=command: run_command(command, scratch / "out.peer")  # type: ignore[misc]
        for name, command in commands.items()
    }
    results = best_results({**ours, **peers}, rounds)
    speeds = {name: size / result.seconds / 1e6 for name, result in results.items()}
    yield Table(subject, "MB/s", {name: speeds[name] for name in ours}, {name: speeds[name] for name in peers}, missing)
    peaks = {name: result.peak / 1e6 for name, result in results.items()}
    yield Table(
        f"{subject.partition(':')[0]}, memory of the largest process",
        "MB",
        {name: peaks[name] for name in ours},
        {name: peaks[name] for name in peers},
    )


# -- processes ----------------------------------------------------------------------------------------------------


def _two_processes(subject: str, path: pathlib.Path, size: int, scratch: pathlib.Path, rounds: int) -> Table:
    """Return the speed with one process and with two; ``size`` is the decompressed size of the input."""
    runs: dict[str, Callable[[], Result]] = {
        jobs: lambda jobs=jobs: _command("lines", scratch / "out", path, jobs)  # type: ignore[misc]
        for jobs in ("-j1", "-j2")
    }
    one, two = best_results(runs, rounds).values()
    more = two.processor / one.processor - 1
    note = f"-j2: {one.seconds / two.seconds:.2f} × the speed of -j1, {more:+.0%} processor time."
    figures = {"-j1": size / one.seconds / 1e6, "-j2": size / two.seconds / 1e6}
    return Table(f"{subject}: {size / 1e6:.0f} MB", "MB/s", figures, {}, (note,))


def _processes(size: int, scratch: pathlib.Path, rounds: int) -> Iterator[Table]:
    """Yield a table for each kind of input of about this many bytes."""
    folder = scratch / "files"
    folder.mkdir()
    _, total = _write(folder, size, *_generated(size))
    yield _two_processes("Directory of small files", folder, total, scratch, rounds)
    shutil.rmtree(folder)
    path = scratch / "input"
    block = text(_BLOCK, 400)
    with open(path, "wb") as file:
        while file.tell() < size:
            file.write(block[: size - file.tell()])
    yield _two_processes("One text", path, size, scratch, rounds)
    yield _two_processes("One mailbox", path, mailbox(path, size), scratch, rounds)
    inflated = archive(path, size, _generated(size)[1], [])
    yield _two_processes("One web archive, inflated", path, inflated, scratch, rounds)
    path.unlink()


def mailbox(path: pathlib.Path, size: int) -> int:
    """Write a mailbox of about this many bytes; return its size."""
    dice = random.Random(822)
    block = b"".join(b"From a@example.org Sat Jan  1 00:00:00 2000\n%s\n\n" % message(dice) for _ in range(100))
    block = block.replace(b"\r\n", b"\n")
    with open(path, "wb") as file:
        while file.tell() < size:
            file.write(block)
        return file.tell()


# -- a web archive ------------------------------------------------------------------------------------------------


def _record(number: int, page: bytes) -> bytes:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page)
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012d}>\r\n"
        f"WARC-Date: 2004-02-29T00:00:00Z\r\nWARC-Target-URI: http://www.example.org/{number}/index.html\r\n"
        f"Content-Type: application/http;msgtype=response\r\nContent-Length: {len(http) + len(page)}\r\n\r\n"
    )
    return head.encode() + http + page + b"\r\n\r\n"


def archive(path: pathlib.Path, size: int, pages: Iterator[bytes], archives: list[bytes]) -> int:
    """Write a web archive of about this many decompressed bytes; return the number of bytes."""
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


def _archives(paths: list[pathlib.Path]) -> list[bytes]:
    """Return the web archives among these files that can be read to the end."""
    whole = []
    for path in paths:
        if path.name.endswith(".warc.gz"):
            with contextlib.suppress(OSError, EOFError, zlib.error):
                data = path.read_bytes()
                gzip.decompress(data)
                whole.append(data)
    return whole


def _inflate(path: pathlib.Path, library: Any) -> int:
    """Inflate a file of any number of members, discard the content, and return its size."""
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
    """Read every document in an archive; return the number of documents."""
    count = 0
    for document in walk(documents(path), lambda problem: None):
        for _ in document.chunks():
            pass
        count += 1
    return count


def _measure_archive(path: pathlib.Path, scratch: pathlib.Path, size: int, rounds: int) -> Table:
    ours: dict[str, Callable[[], object]] = {
        "walked": lambda: _walk(path),
        "lines": lambda: _command("lines", scratch / "out", path),
    }
    peers: dict[str, Callable[[], object]] = {"only inflating, zlib": lambda: _inflate(path, zlib)}
    if find_spec("isal"):
        from isal import isal_zlib

        peers["only inflating, isal"] = lambda: _inflate(path, isal_zlib)
    times = best({**ours, **peers}, rounds)
    subject = f".warc.gz, {size / 1e6:.0f} MB inflated, {path.stat().st_size / 1e6:.0f} MB compressed"
    return Table(subject, "MB/s inflated", rates(times, size, ours), rates(times, size, peers))


def tables(options: Options) -> Iterator[Table]:
    """Yield tables for a directory, for two processes on each kind of input, and for a web archive."""
    rounds = options.times(2)
    with tempfile.TemporaryDirectory() as name:
        folder, scratch = pathlib.Path(name, "files"), pathlib.Path(name, "scratch")
        folder.mkdir()
        scratch.mkdir()
        size = options.size(200)
        inputs = {"Generated": _generated(size)}
        if (texts := _found(options, _TEXT)) and (pages := _found(options, _HTML)):
            inputs["The corpus, repeated"] = itertools.cycle(texts), itertools.cycle(pages)
        for which, (of_text, of_html) in inputs.items():
            count, total = _write(folder, size, of_text, of_html)
            subject = f"{which}: {count} files, {total / 1e6:.0f} MB, half text, half HTML"
            yield from _compare(folder, scratch, subject, total, rounds)
            shutil.rmtree(folder)
            folder.mkdir()
        for each in (size, _LARGER * size):
            yield from _processes(each, scratch, options.times(4))
        path = scratch / "crawl.warc.gz"
        inflated = archive(path, size, _generated(size)[1], [])
        yield _measure_archive(path, scratch, inflated, rounds)
        if archives := _archives(options.files(".gz")):
            inflated = archive(path, size, iter(()), archives)
            yield _measure_archive(path, scratch, inflated, rounds)
