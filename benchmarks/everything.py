"""All benchmarks in one run, written into the documentation: tables, plots, versions, and the machine."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import platform
import shutil
import subprocess
import time
import traceback
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from corpora.score import finders, measure

from benchmarks import memory, scan
from benchmarks.environment import HERE, documents, load
from benchmarks.plots import Plot
from benchmarks.tables import Options, Table
from benchmarks.texts import text
from benchmarks.timing import REFERENCE_MACHINE, best, calibration
from uri_extract import __version__
from uri_extract.scan import kernels

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK = "<!-- what follows is written by python -m benchmarks all -->\n"
_DOCS = HERE.parent / "docs"
_TITLES = {
    "scan": "Plain text in memory",
    "html": "HTML",
    "mail": "Mail",
    "feeds": "Feeds",
    "calls": "Single calls",
    "uri": "One URI",
    "sinks": "Formats",
    "files": "The command: starting, files",
    "corpus": "The command: directories, processes, web archives",
    "memory": "Memory",
    "engines": "Engines, formats of a crawl, planning",
}


def everything(options: Options, names: tuple[str, ...], output: Path | None) -> int:
    """Run all, write ``benchmarks.md`` and the plots; return 0 if none failed, else 1."""
    started = time.monotonic()
    options = replace(options, corpus=[*options.corpus, *([] if options.quick else documents())])
    failed = False
    sections: list[str] = []
    tables: list[Table] = []
    head = list(_machine())
    print("\n".join(head), flush=True)
    for name in names:
        print(f"\n== {_TITLES[name]} ({time.monotonic() - started:.0f} s)", flush=True)
        sections += ["", f"## {_TITLES[name]}"]
        try:
            for table in importlib.import_module(f"benchmarks.{name}").tables(options):
                print(table.text(), flush=True)
                tables.append(table)
                sections += ["", table.markdown()]
        except Exception:  # the figures of the others are not lost
            traceback.print_exc()
            sections += ["", f"This benchmark failed: `python -m benchmarks {name}` says why."]
            failed = True
    folder = output or _DOCS
    (folder / "benchmarks").mkdir(parents=True, exist_ok=True)
    pictures = []
    try:
        for name, plot in _plots(options):
            (folder / "benchmarks" / f"{name}.svg").write_text(plot.svg(), encoding="utf-8")
            pictures += ["", f"![{plot.title}](benchmarks/{name}.svg)"]
    except Exception:
        traceback.print_exc()
        failed = True
    head.append(f"- The whole run took {(time.monotonic() - started) / 60:.0f} minutes.")
    ahead = [f"- {sentence}" for table in tables for sentence in table.ahead()]
    if ahead:
        ahead = ["", "## Where a peer is ahead", "", *ahead]
    text = (_DOCS / "benchmarks.md").read_text(encoding="utf-8").partition(_MARK)[0]
    generated = "\n".join([*head, *pictures, *ahead, *sections])
    (folder / "benchmarks.md").write_text(f"{text}{_MARK}\n## The run\n\n{generated}\n", encoding="utf-8")
    print(f"\nwritten to {folder} after {time.monotonic() - started:.0f} s")
    return int(failed)


def _machine() -> Iterator[str]:
    """Yield lines of a list: when, on what, with which versions."""
    yield f"- {time.strftime('%Y-%m-%d', time.gmtime())}, uri-extract {__version__}, kernels {next(iter(kernels))}."
    system = f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    yield f"- {_processor()}, {os.cpu_count()} cores, {system}."
    if (busy := load()) > 0.5:
        yield f"- **The machine was loaded ({busy:.1f} at the start): an idle one gives better figures.**"
    rate = calibration()
    yield (
        f"- A search for `://` runs at {rate:.0f} MB/s here; multiply speeds by {REFERENCE_MACHINE / rate:.2f} to "
        f"compare with a machine where it runs at {REFERENCE_MACHINE:.0f} MB/s."
    )
    versions = []
    for line in (HERE / "requirements.txt").read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            package = line.partition("==")[0]
            try:
                versions.append(f"{package} {importlib.metadata.version(package)}")
            except importlib.metadata.PackageNotFoundError:
                versions.append(f"{package} is not installed")
    for program in ("rg", "cargo", "xurls", "lychee"):
        path = shutil.which(program)
        said = subprocess.run([path, "--version"], capture_output=True, text=True).stdout if path else ""
        versions.append(said.partition("\n")[0] if said else f"{program} is not installed")
    yield f"- Beside: {', '.join(versions)}."


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _plots(options: Options) -> Iterator[tuple[str, Plot]]:
    """Yield the name and the picture of each plot."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for every, table in scan.density(options):
        figures = table.ours | table.peers
        for label in ("rows, chunks of 256 KiB", "lines", "records", *table.peers):
            lines.setdefault(label.partition(" http")[0], []).append((every, figures[label]))
    yield "density", Plot("Speed by density of URIs", "bytes of text for each URI", "MB/s", lines)
    seconds: dict[str, list[tuple[float, float]]] = {}
    peaks: dict[str, list[tuple[float, float]]] = {}
    for kind, size, result in memory.growth(options):
        seconds.setdefault(kind, []).append((size / 1e6, result.processor))
        peaks.setdefault(kind, []).append((size / 1e6, result.peak / 1e6))
    yield "cost", Plot("Cost of the command by size of the input", "MB", "seconds of processor time", seconds)
    yield "memory", Plot("Memory of the command by size of the input", "MB", "MB at the peak", peaks)
    yield "accuracy", _accuracy()


def _accuracy() -> Plot:
    """Return the percentage of snippets that are exactly right, against speed on text with a URI in 105 bytes."""
    sample = text(500_000, 105).decode()  # urlextract refuses to find more than 10,000 URLs
    scores = {score.name: score for score in measure()}
    dots = {}
    for name, find in finders():
        rate = len(sample) / best({"": lambda find=find: find(sample)}, 1)[""] / 1e6  # type: ignore[misc]
        dots[name] = [(rate, scores[name].exactness * 100)]
    return Plot("Accuracy against speed", "MB/s", "snippets wholly right, %", dots, percent=True)
