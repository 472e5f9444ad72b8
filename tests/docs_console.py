"""Run the `console` blocks of the documentation: lines after `$` are bash commands, followed by their output."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).parent.parent
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pages() -> Iterator[pathlib.Path]:
    """Yield the pages of the documentation."""
    yield from sorted((ROOT / "docs").rglob("*.md"))


def commands(text: str) -> list[str]:
    """Return the commands in the console blocks of a page."""
    return [line[2:] for block in _BLOCK.findall(text) for line in block.splitlines() if line.startswith("$ ")]


def rerun(text: str) -> str:
    """Return a page with the current output of its commands, which share one directory and must succeed."""
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        (folder / "bin").mkdir()
        command = folder / "bin" / "uri-extract"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m uri_extract "$@"\n')
        command.chmod(0o755)
        work = folder / "work"
        work.mkdir()
        (work / "corpora").symlink_to(ROOT / "corpora")
        (work / "uri-extract").symlink_to(command)  # as in a clone
        path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "URI_EXTRACT_CONFIG": "", "LC_ALL": "C.UTF-8"}

        def block(found: re.Match[str]) -> str:
            lines = []
            for line in found[1].splitlines():
                if line.startswith("$ "):
                    ran = subprocess.run(
                        ["bash", "-c", line[2:]], cwd=work, env=environment, stdout=subprocess.PIPE,
                        stderr=subprocess.STDOUT, text=True, check=False, timeout=120,
                    )  # fmt: skip
                    assert ran.returncode in (0, 141), f"{line}: status {ran.returncode}: {ran.stdout}"
                    lines += [line, *ran.stdout.splitlines()]
            return "\n".join(["```console", *lines, "```"])

        return _BLOCK.sub(block, text)
