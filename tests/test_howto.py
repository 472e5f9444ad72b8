"""Python on the how-to pages that needs data engines prints what the pages show."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from docs_console import commands

PAGE = (Path(__file__).parent.parent / "docs" / "howto" / "web-archive.md").read_text("utf-8")
PROGRAMS = re.findall(r"^```py\n(.*?)^```\n\n```text\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture
def archive(tmp_path, monkeypatch):
    """Change to a directory with the archive that commands of the page make."""
    monkeypatch.chdir(tmp_path)
    for command in commands(PAGE):
        if "uri-extract" not in command:
            subprocess.run(["bash", "-c", command], check=True)


@pytest.mark.engines
@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(("engine", "number"), [("duckdb", 0), ("pandas", 1)])
def test_a_web_archive_becomes_a_graph_as_the_documentation_shows(archive, engine, number, capsys):
    pytest.importorskip("pyarrow")
    pytest.importorskip(engine)
    program, shown = PROGRAMS[number]
    exec(compile(program, "web-archive.md", "exec"), {})
    assert capsys.readouterr().out == shown


def test_each_program_is_tested():
    assert len(PROGRAMS) == PAGE.count("```py\n") == 2
