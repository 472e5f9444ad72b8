"""Rust's linkify, a peer that finds URLs in text: it is built here as a process that counts the links of a file.

The program (``rust.rs``) is built in release mode from the sources of Debian's package ``librust-linkify-dev``. The
counts differ because the two have different definitions of a reference: linkify accepts any ``word://``, and nothing
without ``//``.
"""

from __future__ import annotations

import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PACKAGE = "librust-linkify-dev"
_SOURCES = "/usr/share/cargo/registry"
_PROGRAM = Path(__file__).with_suffix(".rs")
_MANIFEST = """
[package]
name = "peer"
version = "0.0.0"
edition = "2018"

[[bin]]
name = "peer"
path = "rust.rs"

[dependencies]
linkify = "*"

[profile.release]
lto = true
codegen-units = 1
"""
# Nothing is fetched: the installed sources replace the registry.
_CONFIG = f"""
[source.crates-io]
replace-with = "installed"

[source.installed]
directory = "{_SOURCES}"
"""


def build(folder: Path) -> tuple[Path | None, str]:
    """Build the peer in ``folder``; return the program, or None and a sentence with the reason."""
    cargo = shutil.which("cargo")
    if cargo is None:
        return None, "Rust's linkify is not measured: cargo is not installed."
    if not any(Path(_SOURCES).glob("linkify-*")):
        return None, f"Rust's linkify is not measured: apt-get install {_PACKAGE}."
    (folder / ".cargo").mkdir()
    (folder / ".cargo" / "config.toml").write_text(_CONFIG)
    (folder / "Cargo.toml").write_text(_MANIFEST)
    shutil.copy(_PROGRAM, folder)
    command = [cargo, "build", "--quiet", "--release", "--offline", "--target-dir", str(folder / "target")]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode:
        return None, f"Rust's linkify is not measured: cargo failed: {run.stderr.strip()[-200:]}"
    return folder / "target" / "release" / "peer", ""


class Peer(NamedTuple):
    """The peer as a process. ``links`` makes it count the links of the text in its memory."""

    links: Callable[[], int]
    #: Returns the processor time of this process so far, in seconds; None if the system does not provide it.
    processor_time: Callable[[], float] | None


@contextmanager
def counting(program: Path, data: bytes, folder: Path) -> Iterator[Peer]:
    """Yield the peer with the text ``data``."""
    path = folder / "text"
    path.write_bytes(data)
    with subprocess.Popen([program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        written, read = process.stdin, process.stdout
        times = Path(f"/proc/{process.pid}/schedstat")  # nanoseconds on a processor, then others

        def count() -> int:
            written.write("\n")
            written.flush()
            return int(read.readline().split()[0])

        def processor_time() -> float:
            return int(times.read_text().split()[0]) / 1e9

        yield Peer(count, processor_time if times.exists() else None)
        written.close()
