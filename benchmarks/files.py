"""Around the scanners: starting, many small files, a big file with few references, a compressed web archive.

Figures are of processor time, the least of several rounds in which all take turns: milliseconds of a start,
microseconds a file, MB/s of what is on the disk. Beside them: Python itself, which only reads the same files; ripgrep,
if it is installed; FastWARC with Resiliparse's texts and links, likewise. Other versions are measured by ``--tree DIR``
(a checkout, its kernels compiled in place). Inputs are made below the directory for temporary files.
"""

from __future__ import annotations

import argparse
import gzip
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from benchmarks.html import _page
from benchmarks.texts import text

_CASES = ("start", "text", "html", "mail", "big", "warc")
# As the script that an installer writes.
_COMMAND = "import uri_extract.__main__ as main; main.command()"
_PEERS = {
    "python": "pass",
    "read": (
        "import os, sys\n"
        "for folder, _, names in os.walk(sys.argv[1]):\n"
        "    for name in names:\n"
        "        with open(os.path.join(folder, name), 'rb') as file:\n"
        "            file.read()\n"
    ),
    "fastwarc": (
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
        data = _page(dice) if kind == "html" else source[at : at + size]
        while kind == "html" and len(data) < size // 2:
            data += _page(dice)
        if kind == "mail":
            data = _HEADER % (number, number) + data
        place.write_bytes(data[:size])


def _archive(path: pathlib.Path, count: int) -> None:
    dice = random.Random(2557)
    with open(path, "wb") as file:
        for number in range(count):
            page = _page(dice)
            body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(
                page
            )
            head = (
                b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/%d\r\n"
                b"WARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:%032x>\r\n"
                b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n"
            ) % (number, number, len(body) + len(page))
            file.write(gzip.compress(head + body + page + b"\r\n\r\n", 6, mtime=0))


def _seconds(words: list[str], tree: str | None) -> float:
    """Run a command; return the seconds of processor time that it took."""
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    if tree:
        environment["PYTHONPATH"] = os.path.join(tree, "src")
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return usage.ru_utime + usage.ru_stime


def _measure(path: pathlib.Path, peers: list[str], trees: list[str], rounds: int) -> dict[str, float]:
    contestants: dict[str, tuple[list[str], str | None]] = {
        name: ([sys.executable, "-c", _PEERS[name], str(path)], None) for name in peers if name != "rg"
    }
    if "rg" in peers and shutil.which("rg"):
        words = ["rg", "-j1", "-oIN", "--no-ignore", "--no-heading", "-a", "--", _PATTERN, str(path)]
        contestants["rg"] = words, None
    contestants |= {tree: ([sys.executable, "-c", _COMMAND, "--no-config", str(path)], tree) for tree in trees}
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        for name, (words, tree) in contestants.items():
            best[name] = min(best[name], _seconds(words, tree))
    return best


def main(arguments: list[str]) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks files", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--megabytes", type=int, default=400)
    parser.add_argument("--records", type=int, default=2_000)
    parser.add_argument("--tree", action="append", default=[], metavar="DIR")
    parser.add_argument("--only", choices=_CASES, action="append")
    options = parser.parse_args(arguments)
    trees = [str(pathlib.Path(__file__).parents[1]), *options.tree]
    wanted = options.only or _CASES
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(folder)
        for name in wanted:
            path = top / name
            peers = {"start": ["python"], "big": ["rg"], "warc": ["fastwarc"]}.get(name, ["read", "rg"])
            if name == "start":
                path.write_bytes(b"")
                unit, amount = "ms", 1e-3
            elif name in _SUFFIXES:
                _small(path, options.files, 3500, name)
                unit, amount = "us a file", options.files * 1e-6
            elif name == "big":
                path.write_bytes(text(options.megabytes * 10**6, 20_000))
                unit, amount = "MB/s", -float(path.stat().st_size)
            else:
                path = top / "a.warc.gz"
                _archive(path, options.records)
                unit, amount = "MB/s", -float(path.stat().st_size)
            for contestant, seconds in _measure(path, peers, trees, options.rounds).items():
                figure = seconds / amount if amount > 0 else -amount / seconds / 1e6
                print(f"{name:6s} {figure:9.1f} {unit:10s} {contestant}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
