"""What the README and the documentation show is what happens."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
_PYTHON = r"^```python\n(.*?)^```$"
PYTHON = re.findall(_PYTHON, README, re.MULTILINE | re.DOTALL)


def command(*arguments: str, stdin: bytes = b"") -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "uri_extract", *arguments], input=stdin, stdout=subprocess.PIPE, check=True
    )
    return ran.stdout.decode()


@pytest.mark.parametrize("block", PYTHON)
def test_python_in_the_readme_runs(block, tmp_path, monkeypatch):
    (tmp_path / "archive").mkdir()
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "README.md", "exec"), {})


def test_python_in_the_documentation_runs():
    for page in (ROOT / "docs").glob("*.md"):
        names: dict[str, object] = {}
        for block in re.findall(_PYTHON, page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            exec(compile(block, page.name, "exec"), names)
        assert names or page.name in ("command.md", "reliability.md")


def test_the_readme_has_python_and_two_commands():
    assert len(PYTHON) == 3
    assert README.count("\n```sh\n") == 2


def test_the_first_example_prints_what_the_readme_says():
    shown = re.search(r"\| head -3\n((?:    .*\n){3})", README)
    lines = command(str(ROOT / "corpora/samples/mail-thread.txt")).splitlines()[:3]
    assert [line.strip() for line in shown[1].splitlines()] == lines


def test_the_example_in_json_prints_what_the_readme_says():
    shown = re.search(r"\| python3 -m json.tool\n(.*?)        \.\.\.", README, re.DOTALL)
    printed = command("--format", "jsonl", stdin=b"Get it from <ftp://ftp.example.org/pub/tide-\ntables/>.")
    squeezed = re.sub(r"\s+", "", shown[1])
    assert re.sub(r"\s+", "", printed).startswith(squeezed)
