"""Break each promise once, and check that a test notices: ``python -m tests.promises [WORD...]``.

``promises.toml`` has the promises of the documents. For each promise it has small changes of the source that break it,
with the test that must then fail. Each change is made in a copy of the source from which the tests import the package:
without compiled kernels, or with the existing ones, if the test compares them with the changed interpreted ones. First,
all these tests are run on an unchanged copy. A word selects the breaks whose name or promise contains it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
#: The document with the table of promises.
TABLE = "docs/reliability.md"
SOURCE = ROOT / "src" / "uri_extract"
CASES = Path(__file__).with_suffix(".toml")
COMPILED = ("*.so", "*.pyd")


class Break(NamedTuple):
    """A change of one file that breaks a promise, and the test that notices it."""

    promise: str
    document: str
    name: str
    defect: str
    file: str
    old: str
    new: str
    test: str
    #: The kernels that the test compares: "interpreted" alone, or "both".
    kernels: str


def read() -> list[Break]:
    """Return the breaks of all promises, in their order."""
    promises = tomllib.loads(CASES.read_text("utf-8"))["promise"]
    common = {"document": TABLE, "kernels": "interpreted"}
    return [
        Break(
            **common
            | {"promise": promise["says"], **{key: promise[key] for key in ("document",) if key in promise}, **each}
        )
        for promise in promises
        for each in promise.get("break", ())
    ]


@contextmanager
def copy(kernels: str = "interpreted", change: Break | None = None) -> Iterator[dict[str, str]]:
    """Yield the environment in which Python imports the package from a copy of the source with that change."""
    with tempfile.TemporaryDirectory(prefix="promises-") as top:
        package = Path(top) / "uri_extract"
        left_out = COMPILED if kernels == "interpreted" else ()
        shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns(*left_out))
        if change:
            file = package / change.file
            text = file.read_text("utf-8")
            assert text.count(change.old) == 1, change.name
            file.write_text(text.replace(change.old, change.new), "utf-8")
        environment = os.environ | {"PYTHONPATH": top}
        if kernels == "interpreted":
            environment["URI_EXTRACT_PURE"] = "1"
        words = [sys.executable, "-c", "import uri_extract; print(uri_extract.__file__)"]
        imported = subprocess.run(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True).stdout
        assert imported.decode().startswith(top), imported
        yield environment


def run(
    tests: list[str], environment: dict[str, str], timeout: float | None = None
) -> subprocess.CompletedProcess[str]:
    """Run tests, including long ones."""
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=line", "-m", "", *tests]
    return subprocess.run(
        words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout
    )


def passes_unbroken(breaks: list[Break]) -> str:
    """Return pytest's output if, without a change, a test of these breaks fails or is skipped; otherwise ""."""
    for kernels in sorted({each.kernels for each in breaks}):
        with copy(kernels) as environment:
            done = run(list(dict.fromkeys(each.test for each in breaks if each.kernels == kernels)), environment)
            if done.returncode:
                return done.stdout
    return ""


def is_noticed(each: Break) -> bool:
    """Return True if the test of a break fails with it; an error before any test runs does not count."""
    with copy(each.kernels, each) as environment:
        done = run([each.test], environment, 600)
    return done.returncode == 1 and f"FAILED {each.test}" in done.stdout


def main(words: list[str]) -> str | None:
    """Return the breaks that no test notices, as text; None if there are none."""
    breaks = [each for each in read() if not words or any(word in f"{each.name} {each.promise}" for word in words)]
    if output := passes_unbroken(breaks):
        return f"{output}\nwithout a change these tests must pass"
    unnoticed = []
    for each in breaks:
        noticed = is_noticed(each)
        print("noticed   " if noticed else "UNNOTICED ", each.name, "" if noticed else f"({each.test})", flush=True)
        if not noticed:
            unnoticed.append(each.name)
    return f"{len(unnoticed)} of {len(breaks)} breaks are not noticed by their tests" if unnoticed else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
