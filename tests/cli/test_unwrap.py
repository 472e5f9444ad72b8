"""The URI in a rewritten link is the same in every format."""

import csv
import json

import pytest
from tests import running

LINKS = """
https://www.google.com/url?q=https%3A%2F%2Fferry.example%2Ftimes%3Fday%3D5&sa=D
https://www.google.com/amp/s/ferry.example/caf%C3%A9
https://ferry.example/a/./b
https://urldefense.com/v3/__https://ferry.example/times__;!!Abc!x$
http://plain.example/
http://[bad/
"""
UNWRAPPED = [
    "https://ferry.example/times?day=5", "https://ferry.example/caf%C3%A9", None, "https://ferry.example/times", None,
]  # fmt: skip


def run(*arguments):
    done = running.command("--no-config", *arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "links.txt"
    path.write_text(LINKS)
    return str(path)


def test_a_line_is_the_uri_or_else_the_target(file):
    lines = run("--unwrap", file).splitlines()
    assert lines == [
        "https://ferry.example/times?day=5", "https://ferry.example/caf%C3%A9", "https://ferry.example/a/b",
        "https://ferry.example/times", "http://plain.example/",
    ]  # fmt: skip


@pytest.mark.parametrize("options", [("--null",), ("--unique",), ("-n",)])
def test_all_forms_of_lines_have_the_unwrapped_uri(file, options):
    assert "https://ferry.example/times?day=5" in run("--unwrap", *options, file)


def test_records_have_both(file):
    records = [json.loads(line) for line in run("--format", "jsonl", file).splitlines()]
    assert [record["unwrapped"] for record in records] == UNWRAPPED
    assert [record["reference"] for record in records] == LINKS.split()[:5]


def test_tables_have_it(file):
    rows = [*csv.DictReader(run("--format", "csv", file).splitlines())]
    assert [row["unwrapped"] or None for row in rows] == UNWRAPPED
