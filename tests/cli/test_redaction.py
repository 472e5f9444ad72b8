"""The command with --redact: no secret is in any format, in problems, or in a checkpoint."""

import importlib
import os
import subprocess
import sys

import pytest
from tests import running

from uri_extract.sinks import FORMATS

PAGE = rb"""<base href="data:,http://u:HUSHEDWORD@h.example/">
<a href="http:\\u:HUSHEDWORD@h.example/">a</a> <a href="http:u:HUSHEDWORD@h.example/">https://ghp_HUSHEDWORD@h.example/</a>
<a href="/a?next=https%3A%2F%2Fu%3AHUSHEDWORD%40h.example">x</a> <a href="http://h.example/?next=%252F%253Ftoken%253DHUSHEDWORD">x</a>
<p>sip:u:HUSHEDWORD@h.example &lt;http://u:HUSHED
WORD@h.example/> http://h.example/?x=1#access_token=HUSHEDWORD mailto:ada@example.org
"""


def command(*arguments):
    return running.command("--redact", *arguments)


@pytest.fixture
def page(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("page.html", "?token=HUSHEDWORD&x.html"):
        (folder / name).write_bytes(PAGE)
    return folder


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_no_format_shows_a_secret(page, tmp_path, form, jobs):
    if form in ("arrow", "parquet"):
        pytest.importorskip("pyarrow")
    done = command("--format", form, "-o", tmp_path / "out", "-j", jobs, "--base", "http://u:HUSHEDWORD@b/", page)
    assert done.returncode == 3
    assert done.stderr.count(b"data:,http://u:***") == 2
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    if form == "parquet":  # Parquet is compressed
        table = importlib.import_module("pyarrow.parquet").read_table(tmp_path / "out")
        written = repr((table.to_pylist(), table.schema.metadata)).encode()
    # The mail address has no result in SARIF.
    assert (b"***" if form == "sarif" else b"ada@example.org") in written
    assert b"HUSHED" not in written + done.stderr.replace(os.fsencode(page), b"")


@pytest.mark.parametrize(
    "arguments",
    [
        ["-H", "--raw"],
        ["-H", "--reference", "--unique"],
        ["--count-by", "host"],
        ["--count-by", "document"],
        ["--template", "{document} {target} {reference} {raw} {alternates} {base} {text} {errors} {hazards} {host}"],
        ["--suffix", "--mail-addresses", "--refang"],
    ],
)
def test_no_line_shows_a_secret(page, arguments):
    done = command(*arguments, page)
    assert done.returncode == 3
    assert b"***" in done.stdout or "host" in arguments
    assert b"HUSHED" not in done.stdout + done.stderr


def test_a_checkpoint_remembers_no_secret(page, tmp_path):
    target = tmp_path / "checkpoint"
    statement = (
        "import os, sys; from uri_extract.cli import main, run; from uri_extract.jobs.checkpoint import Checkpoint; "
        "Checkpoint.close = lambda *_: None; main(sys.argv[1:])"
    )
    words = [sys.executable, "-c", statement, "--redact", "--checkpoint", str(target), "--format", "jsonl", str(page)]
    subprocess.run(words, check=True, capture_output=True, timeout=60)
    kept = b"".join(path.read_bytes() for path in target.iterdir())
    assert b"***" in kept
    assert b"HUSHED" not in kept.replace(b"/?token=HUSHEDWORD&x.html", b"")  # an input keeps its name
