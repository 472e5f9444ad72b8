"""The scanner's rows beside Rust's linkify, which finds URLs in text too: the same bytes in memory, one core each.

The peer is a small program (``linkify.rs``) built here in release mode from the sources that Debian's package
``librust-linkify-dev`` installs; where cargo or the sources are missing that is said, and ours is measured alone.
Rounds take turns, and the best counts. Text comes from a seeded generator; ``--corpus DIR`` adds all files below a
directory, read as UTF-8 with what is none replaced. The counts differ where the two mean different things by a
reference: linkify takes any ``word://``, and nothing without ``//``.
"""

from __future__ import annotations

import argparse
import pathlib
import shutil
import subprocess
import tempfile
import time
from typing import TYPE_CHECKING

from benchmarks.scan import count_rows
from benchmarks.texts import text
from uri_extract.scan import Kernel, kernels

if TYPE_CHECKING:
    from collections.abc import Callable

_PACKAGE = "librust-linkify-dev"
_SOURCES = "/usr/share/cargo/registry"
_PROGRAM = pathlib.Path(__file__).with_suffix(".rs")
_MANIFEST = """
[package]
name = "peer"
version = "0.0.0"
edition = "2018"

[[bin]]
name = "peer"
path = "linkify.rs"

[dependencies]
linkify = "*"

[profile.release]
lto = true
codegen-units = 1
"""
# Nothing is fetched: the sources on this machine stand for the registry.
_CONFIG = f"""
[source.crates-io]
replace-with = "installed"

[source.installed]
directory = "{_SOURCES}"
"""


def _build(folder: pathlib.Path) -> tuple[pathlib.Path | None, str]:
    """Build the peer in ``folder``; return the program, or None and the reason."""
    cargo = shutil.which("cargo")
    if cargo is None:
        return None, "cargo is not installed"
    if not any(pathlib.Path(_SOURCES).glob("linkify-*")):
        return None, f"no sources below {_SOURCES} (Debian: apt-get install {_PACKAGE})"
    (folder / ".cargo").mkdir()
    (folder / ".cargo" / "config.toml").write_text(_CONFIG)
    (folder / "Cargo.toml").write_text(_MANIFEST)
    shutil.copy(_PROGRAM, folder)
    command = [cargo, "build", "--quiet", "--release", "--offline", "--target-dir", str(folder / "target")]
    try:
        subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    except subprocess.CalledProcessError as error:
        return None, f"cargo failed: {error.stderr.strip()}"
    except OSError as error:
        return None, f"cargo failed: {error}"
    return folder / "target" / "release" / "peer", ""


def _peer(process: subprocess.Popen[str]) -> tuple[int, float]:
    """Let the peer count once; return its count and seconds."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    count, nanoseconds = process.stdout.readline().split()
    return int(count), int(nanoseconds) / 1e9


def _own(scan: Callable[[], int]) -> tuple[int, float]:
    started = time.perf_counter()
    count = scan()
    return count, time.perf_counter() - started


def _measure(name: str, data: bytes, program: pathlib.Path | None, folder: pathlib.Path, rounds: int) -> None:
    scan = count_rows(Kernel, data)
    own = [_own(scan)]
    theirs = []
    if program is None:
        own += [_own(scan) for _ in range(rounds)]
    else:
        path = folder / "text"
        path.write_bytes(data)
        with subprocess.Popen([program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            for _ in range(rounds):
                theirs.append(_peer(process))
                own.append(_own(scan))
    print(f"\n{name}: {len(data) / 1e6:.0f} MB")
    speeds = []
    for label, results in ((f"rows, {next(iter(kernels))}", own), ("linkify", theirs)):
        if results:
            count, seconds = min(results, key=lambda result: result[1])
            speeds.append(len(data) / seconds / 1e6)
            print(f"  {label:20s} {speeds[-1]:9.1f} MB/s   {count:9d} references")
    if theirs:
        print(f"  {speeds[0] / speeds[1]:.2f} x linkify")


def main(argv: list[str]) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks linkify", description=__doc__)
    parser.add_argument("--corpus", type=pathlib.Path, metavar="DIR", help="measure the files below DIR as well")
    parser.add_argument("--megabytes", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args(argv)
    size = options.megabytes << 20
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program, reason = _build(folder)
        if program is None:
            print(f"no peer: {reason}")
        _measure("sparse", text(size, 5000), program, folder, options.rounds)
        _measure("dense", text(size, 105), program, folder, options.rounds)
        if options.corpus:
            files = sorted(path for path in options.corpus.rglob("*") if path.is_file())
            data = b"\n".join(path.read_bytes() for path in files)
            utf8 = data.decode("utf-8", "replace").encode()
            _measure(str(options.corpus), utf8, program, folder, options.rounds)
