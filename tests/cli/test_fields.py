"""``--fields`` chooses columns and their order, in each format that has fields; ``--unwrap`` replaces the target."""

import csv
import io
import json
import sqlite3

import pytest
from tests.running import command

from uri_extract.cli.parser import _HABITS

MAIL = b"""From: Ada <ada@example.org>
Subject: Tides
Content-Type: text/html

<a href="http://www.example.co.uk/a?b=,1">a</a> <img src="cid:logo"> <a href="#top">top</a>
<a href="https://www.google.com/url?q=https%3A%2F%2Fferry.example%2Ftimes">b</a>
"""
LINKS = ["http://www.example.co.uk/a?b=,1", "https://www.google.com/url?q=https%3A%2F%2Fferry.example%2Ftimes"]
LED = [LINKS[0], "https://ferry.example/times"]
FIELDS = ("sender", "subject", "target", "host", "scheme")


def run(*arguments, input=MAIL):
    done = command("--no-config", "--media-type", "message/rfc822", *arguments, input=input)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("form", ["csv", "tsv", "json", "jsonl"])
def test_text_formats_have_the_fields_in_the_order_of_the_flag(form, jobs):
    text = run("--format", form, "--fields", ",".join(FIELDS), "--kind", "uri", "--scheme", "https", "-j", jobs)
    if form in ("csv", "tsv"):
        (record,) = csv.DictReader(io.StringIO(text), delimiter="," if form == "csv" else "\t")
    else:
        (record,) = json.loads(text) if form == "json" else map(json.loads, text.splitlines())
    assert [*record] == [*FIELDS]
    assert [*record.values()] == ["Ada <ada@example.org>", "Tides", LINKS[1], "www.google.com", "https"]


def test_databases_and_arrow_have_the_fields(tmp_path):
    run("-o", str(tmp_path / "a.sqlite"), "--fields", "host,target", "--unwrap", "--scheme", "http,https")
    assert [
        row[2:] for row in sqlite3.connect(tmp_path / "a.sqlite").execute("SELECT * FROM occurrence ORDER BY id")
    ] == [("www.example.co.uk", LED[0]), ("ferry.example", LED[1])]
    arrow = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("publicsuffixlist")
    for fields in (("registered_domain",), ("target", "registered_domain", "line"), ("source_host", "sender")):
        run("-o", str(tmp_path / "a.parquet"), "--force", "--fields", ",".join(fields), "--scheme", "http,https")
        table = arrow.read_table(tmp_path / "a.parquet")
        assert table.schema.names == [*fields]
        assert table.num_rows == 2
        if "registered_domain" in fields:
            assert table.column("registered_domain").to_pylist() == ["example.co.uk", "google.com"]


def test_links_are_led_to_their_end_in_counts_keys_templates_and_tables():
    assert run("--count-by", "host", "--unwrap").splitlines() == ["1\tferry.example", "1\twww.example.co.uk"]
    twice = MAIL + b"<a href='https://ferry.example/times'>c</a>"
    assert run("--unique-by", "normalized", "--unwrap", input=twice).splitlines() == LED
    assert run("--template", "{host} {target}", "--unwrap").splitlines()[1] == f"ferry.example {LED[1]}"
    records = [json.loads(line) for line in run("--format", "jsonl", "--nested", "--scheme", "https").splitlines()]
    assert [(each["target"], each["text"], "google" in each["raw"]) for each in records] == [(LED[1], "b", True)]


@pytest.mark.parametrize("flag", ["--unwrap", "--nested"])
@pytest.mark.parametrize("form", ["", "--unique", "--template {target}", "--format tsv --fields target"])
def test_hosts_and_schemes_are_chosen_by_where_links_lead(flag, form):
    mixed = MAIL.replace(b"http:", b"https:").replace(b"https%3A", b"http%3A")
    for chosen in (("--host", "ferry.example,.google.com"), ("--scheme", "http")):
        lines = run(flag, *form.split(), *chosen, input=mixed).splitlines()
        assert lines[1 if "tsv" in form else 0 :] == ["http://ferry.example/times"]


def test_lines_leave_out_parts_of_the_same_mail():
    assert run().splitlines() == LINKS
    assert "cid:logo" in run("--relative").splitlines()
    assert (
        "2 same-document references" in command("--stats", "--media-type", "message/rfc822", input=MAIL).stderr.decode()
    )


def test_short_help_has_35_lines_and_full_help_80_columns():
    short, full = (
        command(flag, env={"COLUMNS": "200", "PATH": ""}).stdout.decode().splitlines() for flag in ("-h", "--help")
    )
    assert len(short) <= 35
    assert max(map(len, (*short, *full))) <= 80


@pytest.mark.parametrize("habit", _HABITS)
def test_a_flag_of_other_programs_has_a_hint(habit):
    done = command(habit)
    assert done.returncode == 2
    assert done.stderr.decode().rstrip().endswith(f"unrecognized arguments: {habit} ({_HABITS[habit]})")


def test_a_list_of_files_may_have_lines_of_windows(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"http://a.example/")
    (tmp_path / "list").write_bytes(f"{tmp_path / 'a.txt'}\r\n\r\n{tmp_path / 'a.txt'}\r".encode())
    done = command("--files-from", str(tmp_path / "list"))
    assert done.stdout.splitlines() == [b"http://a.example/"] * 2
