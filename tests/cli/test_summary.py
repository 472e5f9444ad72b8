"""Messages about a run: names on a terminal, inputs that were not read, and how to continue."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest
from tests import running
from tests.cli.terminal import errors_on_a_terminal, on_a_terminal

from uri_extract.cli import summary
from uri_extract.cli.options import read_options
from uri_extract.cli.summary import Counts, counted, hints, statistics, why_interpreted
from uri_extract.scan import kernels

TEXT = b"See http://a.example/x and http://b.example/y.\n"


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Return a directory with two texts, and a repository with a third one."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.txt", "d/b.txt", "d/.git/c.txt", "d/.git/hooks/e.txt", "d/sub/.hg/f.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"http://%s.example/\n" % name.encode()[-5:-4])
    return tmp_path


def run(*arguments, **more):
    done = running.command(*arguments, **more)
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def names_shown(*arguments):
    """Return the names before the lines on a terminal."""
    shown = on_a_terminal("--color", "never", *arguments)[1].decode()
    return [line.rpartition(":http")[0] for line in shown.splitlines()]


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["a.txt"], [""]),
        (["a.txt", "d/b.txt"], ["a.txt", "d/b.txt"]),
        (["d"], ["d/b.txt"]),
        (["-H", "a.txt"], ["a.txt"]),
        (["-I", "a.txt", "d"], ["", ""]),
        (["-n", "a.txt", "d"], ["a.txt:1", "d/b.txt:1"]),
        (["--files-from", "list"], ["a.txt"]),
        (["--null", "d"], [""]),
        (["--template", "{target}", "d"], [""]),
    ],
)
def test_names_precede_lines_on_a_terminal_where_several_files_are_read(tree, arguments, names):
    (tree / "list").write_text("a.txt\n")
    assert names_shown(*arguments) == names


@pytest.mark.parametrize("arguments", [["a.txt", "d"], ["d"], ["-I", "d"]])
def test_no_names_precede_lines_in_a_pipe_or_a_file(tree, arguments):
    assert all(line.startswith("http") for line in run(*arguments)[1])
    on_a_terminal("-o", "out.txt", *arguments)
    assert all(line.startswith("http") for line in (tree / "out.txt").read_text().splitlines())


def test_a_configuration_file_may_say_that_no_names_are_shown(tree):
    (tree / "config.toml").write_text("no-filename = true\n")
    assert names_shown("--config", "config.toml", "a.txt", "d") == ["", ""]
    assert names_shown("--config", "config.toml", "-H", "a.txt") == ["a.txt"]


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["d"], ["b"]),
        (["--vcs", "d"], ["c", "e", "b", "f"]),
        (["d/.git"], ["c", "e"]),
        (["d/.git/hooks"], ["e"]),
        (["d/.git/c.txt", "d"], ["c", "b"]),
        (["--no-hidden", "d"], ["b"]),
        (["-j", "2", "d"], ["b"]),
    ],
)
def test_directories_of_version_control_are_read_where_they_are_named(tree, arguments, found):
    assert run(*arguments)[1] == [f"http://{name}.example/" for name in found]


def test_directories_of_version_control_that_are_not_read_are_counted(tree):
    status, _, said = run("--stats", "d")
    assert (status, said.endswith("; not read: 2 version control directories\n")) == (0, True)
    assert "not read" not in run("--stats", "--vcs", "d")[2]
    assert run("d")[2] == ""
    assert errors_on_a_terminal("d") == ("uri-extract: not read: 2 version control directories; --vcs reads them\n")
    assert errors_on_a_terminal("-q", "d") == ""


def test_a_file_or_a_link_with_the_name_of_such_a_directory(tree):
    (tree / "d/sub/.git").write_text("http://file.example/")
    (tree / "d/.svn").symlink_to(tree)
    status, lines, said = run("--stats", "d")
    assert (status, lines) == (0, ["http://b.example/", "http://file.example/"])
    assert "3 version control directories" in said


def test_counted_things_are_in_the_singular_or_the_plural():
    options = read_options([])
    assert [counted(number, "byte") for number in (0, 1, 2)] == ["0 bytes", "1 byte", "2 bytes"]
    one = statistics(Counts(1, 1, 1, 1, (1, 1, 1), 1, 0, False), 1.0)
    assert not re.search(r"\b1 \w+(ies|[^s]s)\b", one.replace("0.0 MB/s", "")), one
    many = statistics(Counts(2, 2, 2, 0, (2, 2, 2), 2, 0, False), 1.0)
    assert many == (
        "uri-extract: 2 documents, 2 bytes, 2 found, 0 problems, 1.000 s, 0.0 MB/s; left out: 2 namespace names, 2 "
        "same-document references, 2 relative references without a base; not read: 2 version control directories"
    )
    assert [line.rpartition("; ")[2] for line in hints(Counts(1, 1, 1, 0, (0, 0, 1), 1, 0, False), options)] == [
        "--base URI resolves it, --relative prints it as it is",
        "--vcs reads it",
    ]
    assert not list(hints(Counts(1, 1, 1, 0, (1, 1, 0), 0, 0, False), options))


@pytest.mark.parametrize(
    ("arguments", "is_told"),
    [
        ([], True),
        (["--suffix"], False),
        (["--mail-addresses"], False),
        (["--host", "a.example"], False),
        (["--invalid"], False),
        (["-q"], False),
    ],
)
def test_a_run_that_finds_nothing_says_on_a_terminal_what_else_can_be_found(arguments, is_told):
    said = errors_on_a_terminal(*arguments, stdin=b"nothing to be found\n")
    assert said == (
        "uri-extract: nothing found; --suffix also finds www.example.org, --mail-addresses finds ada@example.org\n"
        if is_told
        else ""
    )


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("output", [[], ["-o", "out.txt"]])
@pytest.mark.parametrize(("arguments", "is_told"), [(["--checkpoint", "state"], True), ([], False)])
def test_an_interrupted_run_with_a_checkpoint_says_how_to_resume(tree, output, arguments, is_told):
    os.mkfifo(tree / "slow")
    with subprocess.Popen(
        [sys.executable, "-m", "uri_extract", *arguments, *output, "slow", "a.txt"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        with open(tree / "slow", "wb") as writer:  # open() returns when the command reads the FIFO
            writer.write(TEXT)
            writer.flush()
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            said = process.stderr.read().decode()
        assert process.wait(60) == 130
    told = "uri-extract: interrupted; run the same command again to resume (progress is in state)\n"
    assert said == (told if is_told else "")


@pytest.mark.parametrize("pure", ["", "0", "1"])
@pytest.mark.parametrize(
    ("least", "terminal", "more"), [(1, True, []), (9999, True, []), (1, False, []), (1, True, ["-q"])]
)
def test_interpreted_kernels_are_mentioned_once_on_a_terminal_when_they_read_much(
    tree, monkeypatch, in_process, pure, least, terminal, more
):
    command = sys.modules["uri_extract.cli.run"]
    noted = tree / "not_compiled.txt"
    noted.write_text("no C compiler was found; install gcc\n")
    monkeypatch.setattr(summary, "_NOTE", str(noted))
    monkeypatch.setattr(command, "SLOW_FROM", least)
    monkeypatch.setattr(command, "is_terminal", lambda _: terminal)
    monkeypatch.setenv("URI_EXTRACT_PURE", pure)
    said = in_process(*more, "--no-progress", "a.txt", "d/b.txt", "a.txt").stderr.decode()
    why = "35 to 90 times slower than compiled: no C compiler was found; install gcc"
    is_said = pure != "1" and least == 1 and terminal and not more
    assert said == (f"uri-extract: kernels run interpreted, {why}\n" if is_said else "")
    noted.unlink()
    if "compiled" in kernels:
        assert why_interpreted() == ("URI_EXTRACT_PURE is set" if pure == "1" else "")


def test_a_remote_input_without_its_extra_says_how_to_do_without(monkeypatch, in_process):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    done = in_process("http://a.example/x")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"curl -sL http://a.example/x | uri-extract --base http://a.example/x\n" in done.stderr
    # Parts that may be secret are not repeated.
    assert b"curl -sL URL | uri-extract --base URL\n" in in_process("http://u:secret@a.example/x?t=secret").stderr
    assert b"secret" not in in_process("http://u:secret@a.example/x?t=secret").stderr
    assert b"curl" not in in_process("s3://bucket/x").stderr


UNMATCHED = "uri-extract: no file in the directories is selected by "


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-g", "*.htlm", "d"], "--glob '*.htlm'"),
        (["-j", "2", "-g", "*.htlm", "d"], "--glob '*.htlm'"),
        (["-g", "*.txt", "-g", "!b*", "d/sub", "d"], "--glob '*.txt' --glob '!b*'"),
        (["--max-depth", "1", "empty/.."], None),
        (["--max-depth", "1", "outer"], "--max-depth 1"),
        (["--no-hidden", "-g", "*", "dots"], "--glob '*' --no-hidden"),
        (["-g", "*.htlm", "a.txt"], None),  # it is named itself
        (["-g", "*.htlm", "missing"], None),
        (["-g", "*.htlm", "-"], None),
        (["-j", "2", "-g", "b*", "d", "empty"], None),
        (["empty"], None),
        (["-q", "-g", "*.htlm", "d"], None),
    ],
)
def test_options_that_select_no_file_of_a_directory_are_reported(tree, arguments, message):
    for name in ("empty", "outer/inner", "dots"):
        (tree / name).mkdir(parents=True)
    (tree / "outer/inner/a.txt").write_bytes(TEXT)
    (tree / "dots/.a.txt").write_bytes(TEXT)
    status, lines, said = run(*arguments, input=b"")
    assert (UNMATCHED in said) is (message is not None)
    if message is not None:
        assert (status, lines, said) == (1, [], f"{UNMATCHED}{message}\n")


NOT_IN = "uri-extract: no JSON object has text in "
RECORDS = b'{"text": "http://a.example/", "n": 1}\n{"meta": {"text": "http://b.example/"}}\n'


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--json-field", "txet", "a.jsonl"], "--json-field 'txet'"),
        (
            ["-j", "2", "--json-field", "n", "--json-field", "meta.n", "records"],
            "--json-field 'n' or --json-field 'meta.n'",
        ),
        (["--json-field", "txet", "pages"], "--json-field 'txet'"),  # no JSON
        (["--json-field", "txet", "-"], "--json-field 'txet'"),
        (["--json-field", "text", "--json-field", "txet", "a.jsonl"], None),
        (["-j", "2", "--json-field", "meta.text", "pages", "records"], None),
        (["--json-field", "txet", "missing"], None),
        (["-q", "--json-field", "txet", "a.jsonl"], None),
    ],
)
def test_a_field_without_text_in_any_object_is_reported(tree, arguments, message):
    for name in ("records", "pages"):
        (tree / name).mkdir()
    (tree / "pages/a.html").write_bytes(b"<a href=http://c.example/>c</a>")
    for name in ("a.jsonl", "records/b.jsonl", "records/c.jsonl"):
        (tree / name).write_bytes(RECORDS)
    status, lines, said = run(*arguments, input=RECORDS)
    assert [line for line in said.splitlines() if line.startswith(NOT_IN)] == (
        [] if message is None else [NOT_IN + message]
    )
    assert status in ((3,) if "missing" in arguments else (0, 1))
    assert ("http://c.example/" in lines) is ("pages" in arguments)
