"""The URI in the query of a link, and the URL that a browser opens, are in every format on request."""

import csv
import json

import pytest
from tests import running

LINKS = b"""
http://0x7f.1/a
https://click.example/?u=https%3A%2F%2Fferry.example%2Ftimes
https://www.google.com/url?q=https%3A%2F%2Fferry.example%2F
https://ferry.example/a/./b
"""
NESTED = [None, "https://ferry.example/times", None, None]
BROWSED = [
    "http://127.0.0.1/a", "https://click.example/?u=https%3A%2F%2Fferry.example%2Ftimes",
    "https://www.google.com/url?q=https%3A%2F%2Fferry.example%2F", "https://ferry.example/a/b",
]  # fmt: skip


def run(*arguments):
    done = running.command("--no-config", *arguments, input=LINKS)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


@pytest.mark.parametrize("options", [(), ("--null",), ("--unique",), ("-n",)])
def test_a_line_is_the_uri_in_the_query_or_what_a_rewriter_had_or_the_target(options):
    lines = run("--nested", *options).replace("\0", "\n").splitlines()
    assert [line[2:] if "-n" in options else line for line in lines] == [
        "http://0x7f.1/a", "https://ferry.example/times", "https://ferry.example/", "https://ferry.example/a/b",
    ]  # fmt: skip


def test_json_lines_have_the_fields_only_on_request_in_the_order_of_the_request():
    plain = [json.loads(line) for line in run("--format", "jsonl").splitlines()]
    for names in (["--with-fields", "browses_to,nested"], ["--with-fields=browses_to", "--with-fields=nested"]):
        records = [json.loads(line) for line in run("--format", "jsonl", *names).splitlines()]
        assert [[*record][-2:] for record in records] == [["browses_to", "nested"]] * 4
        assert [record.pop("nested") for record in records] == NESTED
        assert [record.pop("browses_to") for record in records] == BROWSED
        assert records == plain


def test_requested_fields_follow_the_context():
    record = json.loads(run("--format", "jsonl", "--with-context", "4", "--with-fields", "nested").splitlines()[1])
    assert [*record][-3:] == ["before", "after", "nested"]
    assert (record["before"], record["after"]) == ("1/a\n", "\nhtt")


@pytest.mark.parametrize("form", ["csv", "tsv"])
def test_tables_have_them(form):
    text = run("--format", form, "--with-fields", "browses_to")
    rows = [*csv.DictReader(text.splitlines(), delimiter="," if form == "csv" else "\t")]
    assert [row["browses_to"] for row in rows] == BROWSED
    assert "nested" not in rows[0]


def test_templates_have_them():
    assert run("--template", "{browses_to} {nested}").splitlines() == [
        f"{browsed} {nested or ''}" for browsed, nested in zip(BROWSED, NESTED, strict=True)
    ]
