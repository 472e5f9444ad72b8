"""Lines with positions, context, colours, and links on the names of files."""

import csv
import io
import json
import os
import re
import sqlite3

import pytest
from tests import running
from tests.cli.terminal import on_a_terminal

from uri_extract.cli import terminal
from uri_extract.cli.terminal import is_coloured

TEXT = b"one\nsee\thttp://a.example/./x and <ftp://b.example/y-\nz>, or\\ http://c.example/ \xff\n"
FOUND = ["http://a.example/x", "ftp://b.example/y-z", "http://c.example/"]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Return the current directory, which contains a file ``a``."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_bytes(TEXT)
    return tmp_path


def command(*arguments, stdin=TEXT, **environment):
    return running.command(*arguments, input=stdin, env={**os.environ, **environment})


def lines(*arguments, **more):
    done = command(*arguments, **more)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode("utf-8", "surrogateescape").splitlines()


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        (["-H"], "a:http://a.example/x"),
        (["-n"], "2:http://a.example/x"),
        (["--column"], "2:5:http://a.example/x"),
        (["-Hn"], "a:2:http://a.example/x"),
        (["-H", "--column", "--reference"], "a:2:5:http://a.example/./x"),
        (["-Hn", "--column", "--scheme", "http"], "a:2:5:http://a.example/x"),
    ],
)
def test_the_place_precedes_each(here, arguments, first):
    assert lines(*arguments, "a")[0] == first
    assert len(lines(*arguments, "a")) == (2 if "--scheme" in arguments else 3)


def test_standard_input_is_a_hyphen_and_names_have_the_bytes_of_the_file_system_but_for_controls(here):
    assert lines("-H")[0] == "-:http://a.example/x"
    name = b"\xff\x1b[31m"
    with open(name, "wb") as file:
        file.write(TEXT)
    assert command("-H", os.fsdecode(name)).stdout.split(b":")[0] == b"\xff\\x1b[31m"
    assert command("-H", "--null", os.fsdecode(name)).stdout.split(b":")[0] == name
    assert command("-H", "--null", "a").stdout.endswith(b"a:http://c.example/\0")


def test_context_in_lines_is_a_column_before_and_one_after(here):
    found = [line.split("\t") for line in lines("--with-context", "8", "a")]
    assert found[0] == ["one\\nsee\\t", FOUND[0], " and <ft"]
    assert found[2] == ["z>, or\\\\ ", FOUND[2], " \udcff\\n"]
    assert [each[1] for each in found] == FOUND
    assert lines("-n", "--with-context", "8", "--raw", "a")[1] == "2:/x and <\tftp://b.example/y-\\nz\t>, or\\\\ h"


@pytest.mark.parametrize("form", ["jsonl", "csv", "tsv", "features", "template"])
def test_context_has_its_place_in_other_formats(here, form):
    done = command("--with-context", "8", *(["--template", "{before}|{after}\\0"] if form == "template" else []),
                   *(["--format", form] if form != "template" else []), "a")  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode("utf-8", "surrogateescape")
    first = ("one\nsee\t", " and <ft")
    if form == "jsonl":
        found = [json.loads(line) for line in text.splitlines()]
        assert list(found[0])[-2:] == ["before", "after"]
        assert (found[0]["before"], found[0]["after"]) == first
        assert found[2]["after"] == " \ufffd\n"
        plain = [json.loads(line) for line in command("--format", "jsonl", "a").stdout.splitlines()]
        assert [dict(list(each.items())[:-2]) for each in found] == plain
    elif form == "csv":
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        assert (rows[0]["before"], rows[0]["after"]) == first
        assert len(rows) == 3
    elif form == "tsv":
        assert text.splitlines()[1].split("\t")[-2:] == ["one\\nsee\\t", " and <ft"]
    elif form == "features":
        assert "\tone\\x0Asee\\x09http://a.example/./x and <ft\n" in text
    else:
        assert text.split("\0\n")[0] == "|".join(first)


def test_context_has_its_columns_in_a_database(here):
    plain = [json.loads(line) for line in command("--with-context", "8", "--format", "jsonl", "a").stdout.splitlines()]
    assert command("--with-context", "8", "--format", "sqlite", "-o", "out", "a", "nothing").returncode == 3
    rows = sqlite3.connect("out").execute("SELECT before, after FROM occurrence").fetchall()
    assert rows == [(each["before"], each["after"]) for each in plain]


def test_a_cell_of_context_is_not_a_formula():
    text = command("--with-context", "4", "--format", "csv", stdin=b"=1 http://a.example/ =").stdout.decode()
    row = next(csv.DictReader(io.StringIO(text)))
    assert row["before"] == "'=1 "


@pytest.mark.long
def test_pipes_and_files_give_the_same(here):
    long = TEXT * 20_000
    (here / "long").write_bytes(long)
    piped, read = command("--with-context", "40", stdin=long), command("--with-context", "40", "long")
    assert piped.stdout == read.stdout
    assert piped.stdout.count(b"\n") == 60_000


def test_several_processes_give_the_same(here):
    # At the cut of a big file, the context is in the other part.
    line = b"".join(b" http://a.example/%d" % number for number in range(30)) + b"\n"
    (here / "big").write_bytes((b"x" * (8 * 1024 * 1024 - len(line) // 2 - 1) + b"\n" + line) * 2 + b"x")
    for arguments in (["--with-context", "40"], ["--with-context", "9", "--unique", "--format", "csv"], ["-Hn"]):
        one, three = (command("-j", jobs, *arguments, "big", "a").stdout for jobs in ("1", "3"))
        assert one == three
        assert one.count(b"http://a.example/") >= 31


@pytest.mark.parametrize(
    "arguments",
    [
        ["--with-context", "4097"],
        ["--with-context", "-1"],
        ["--with-context", "4", "--count-by", "host"],
        ["--with-context", "4", "--redact"],
        ["--with-context", "4", "--format", "parquet"],
        ["--template", "{before}"],
        ["--with-fields", "nested"],
        ["--with-fields", "nested", "--format", "sarif"],
        ["--fields", "target"],
        ["--fields", "target", "--with-fields", "nested"],
        ["--fields", "before", "--format", "csv"],
        ["--fields", "target", "--format", "csv", "--with-context", "4"],
        ["--fields", "nested", "--format", "csv", "--redact"],
        ["--with-fields", "nested", "--format", "jsonl", "--redact"],
        ["--nested", "--unwrap"],
        ["-H", "--format", "jsonl"],
        ["-n", "--template", "x"],
        ["--column", "--count-by", "host"],
        ["-H", "--explain"],
        ["--color", "sometimes"],
    ],
)
def test_contradicting_place_flags_are_wrong_usage(arguments):
    done = command(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert any(flag in done.stderr.decode().splitlines()[-1] for flag in arguments if flag.startswith("--"))


# -- terminals ---------------------------------------------------------------------------------------------------


def shown_on_a_terminal(*arguments, **options):
    return on_a_terminal(*arguments, **options)[1].decode()


LINK = re.compile("\x1b]8;;(.*?)\x1b\\\\(.*?)\x1b]8;;\x1b\\\\")


def test_on_a_terminal_the_name_and_nothing_else_has_colour_and_a_link(here):
    (here / "a b!c").write_bytes(TEXT)
    shown = shown_on_a_terminal("-H", "a b!c").splitlines()
    link = LINK.match(shown[0])
    assert link[1] == f"file://{os.uname().nodename}{here}/a%20b%21c"
    assert link[2] == "\x1b[35ma b!c\x1b[39m"
    assert [line[link.end() :] for line in shown] == [f":{found}" for found in FOUND]


def test_a_document_in_a_file_is_linked_to_that_and_standard_input_to_nothing(here):
    import zipfile

    with zipfile.ZipFile("z.zip", "w") as archive:
        archive.writestr("in!side.txt", TEXT)
    shown = shown_on_a_terminal("-H", "z.zip").splitlines()
    assert LINK.match(shown[0])[1].endswith("/z.zip")
    assert "z.zip!in!side.txt" in LINK.match(shown[0])[2]
    assert shown_on_a_terminal("-H", stdin=TEXT).startswith("\x1b[35m-\x1b[39m:http")


def test_a_name_with_many_exclamation_marks_asks_for_few_files(here, monkeypatch):
    asked = []
    monkeypatch.setattr(terminal.os.path, "isfile", lambda path: asked.append(path) or path == "a")
    assert terminal._file("a" + "!b" * 10_000) == "a"
    assert len(asked) <= 256
    assert terminal._file("none/" + "!b" * 10_000) is None


def test_a_name_or_a_reference_cannot_act_shown_on_a_terminal(here):
    with open("\x1b]8;;x\x1b\\\u202e", "wb") as file:
        file.write(b"<!doctype html><a href='http://a.example/\x1b[31m'>")
    for shown in (
        shown_on_a_terminal("-H", "--raw", "."),
        command("-H", "--raw", "--color", "always", ".").stdout.decode(),
    ):
        rest = LINK.sub(r"\2", shown).replace("\x1b[35m", "").replace("\x1b[39m", "")
        assert "a.example" in rest
        assert not set("\x1b\u202e") & set(rest)


def test_names_are_coloured_by_flag_environment_and_terminal(monkeypatch, here):
    monkeypatch.setenv("TERM", "xterm")
    assert [is_coloured(when, True) for when in ("auto", "always", "never")] == [True, True, False]
    assert [is_coloured(when, False) for when in ("auto", "always", "never")] == [False, True, False]
    monkeypatch.setenv("CLICOLOR_FORCE", "1")
    assert is_coloured("auto", False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert [is_coloured(when, True) for when in ("auto", "always", "never")] == [False, True, False]
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("CLICOLOR_FORCE", "0")
    assert (is_coloured("auto", True), is_coloured("auto", False)) == (True, False)
    monkeypatch.setenv("TERM", "dumb")
    assert not is_coloured("auto", True)
    assert "\x1b" not in shown_on_a_terminal("-H", "a", NO_COLOR="1")
    assert "\x1b" not in command("-H", "a").stdout.decode("utf-8", "replace")
    assert "\x1b[35ma\x1b[39m:" in command("-H", "--color", "always", "a").stdout.decode("utf-8", "replace")
