"""The command: its output, its messages, its exit status."""

import io
import json
import os
import subprocess
import sys

import pytest

from uri_extract import extract
from uri_extract.cli import main
from uri_extract.cli.options import read_options
from uri_extract.cli.work import Work
from uri_extract.rows.records import Problem
from uri_extract.rows.schema import COLUMNS
from uri_extract.sources import Document

TEXT = b"See http://a.example/./x and <ftp://b.example/y-\nz>, \xff\0 mailto:ada@example.org.\n"
TARGETS = ["http://a.example/x", "ftp://b.example/y-z", "mailto:ada@example.org"]
KEYS = list(COLUMNS)


class Streams:
    """Standard output, error and input of a run inside this process."""

    def __init__(self, data):
        self.stdin = io.TextIOWrapper(io.BytesIO(data))
        self.stdout = io.TextIOWrapper(io.BytesIO())
        self.stderr = io.StringIO()


@pytest.fixture
def run(monkeypatch):
    """Return a function ``run(*arguments, stdin=b"")`` that returns exit status, output (bytes) and messages."""

    def run(*arguments, stdin=b""):
        streams = Streams(stdin)
        for name in ("stdin", "stdout", "stderr"):
            monkeypatch.setattr(sys, name, getattr(streams, name))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = stop.code
        streams.stdout.flush()
        return status, streams.stdout.buffer.getvalue(), streams.stderr.getvalue()

    return run


def command(*arguments, **options):
    """Run the command in a separate process."""
    environment = {**os.environ, **options.pop("env", {})}
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 60, **options}
    words = [sys.executable, "-m", "uri_extract", *map(str, arguments)]
    return subprocess.run(words, check=False, env=environment, **options)


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text.txt"
    path.write_bytes(TEXT)
    return path


def lines(output):
    return output.decode("utf-8", "surrogateescape").splitlines()


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input_is_read_for_no_path_or_a_hyphen(run, arguments):
    status, output, said = run(*arguments, stdin=TEXT)
    assert (status, lines(output), said) == (0, TARGETS, "")


def test_files_and_directories_are_read_in_their_order(run, tmp_path):
    for name in ("b/2", "b/1", "a"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"http://{name.replace('/', '-')}.example/")
    status, output, _ = run(tmp_path / "b", "-", tmp_path / "a", stdin=b"http://in.example/")
    assert status == 0
    assert lines(output) == [f"http://{name}.example/" for name in ("b-1", "b-2", "in", "a")]


def test_links_to_directories_elsewhere_are_followed_with_the_flag(run, tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a").write_text("http://a.example/")
    (tmp_path / "here" / "link").symlink_to(tmp_path / "elsewhere")
    status, output, said = run(tmp_path / "here")
    assert (status, output) == (3, b"")
    assert "--follow" in said
    for flag in ("--follow", "-L"):
        assert run(flag, tmp_path / "here") == (0, b"http://a.example/\n", "")


def test_json_lines_have_every_field_in_its_order(run, text):
    status, output, _ = run("--format", "jsonl", text)
    records = [json.loads(line) for line in output.splitlines()]
    assert status == 0
    assert [list(record) for record in records] == [KEYS] * 3
    assert [record["target"] for record in records] == TARGETS
    assert records[1]["alternates"] == ["ftp://b.example/yz"]
    assert {record["document"] for record in records} == {str(text)}
    assert records == [json.loads(json.dumps(each.as_dict())) for each in extract(text)]


def test_json_lines_are_utf_8_whatever_the_input_is(run):
    _, output, _ = run("--format", "jsonl", stdin=b"<http://a.example/\xc3\xa9\n\xff\n> <http://b.example/\nx> \xfe")
    assert [json.loads(line.decode())["document"] for line in output.splitlines()] == ["-"] * len(output.splitlines())


def test_json_lines_hold_problems_where_they_come_up(run, text, tmp_path):
    status, output, _ = run("--format", "jsonl", text, tmp_path / "nothing", text)
    records = [json.loads(line) for line in output.splitlines()]
    assert status == 3
    assert [record.get("problem") for record in records] == [None] * 3 + ["unreadable"] + [None] * 3
    assert list(records[3]) == list(Problem(None, 0, "", "").as_dict())


@pytest.mark.parametrize(
    ("flag", "first", "second"),
    [
        ("--target", "http://a.example/x", "ftp://b.example/y-z"),
        ("--reference", "http://a.example/./x", "ftp://b.example/y-z"),
        ("--raw", "http://a.example/./x", "ftp://b.example/y-"),
    ],
)
def test_flags_choose_whether_target_reference_or_raw_text_is_printed(run, text, flag, first, second):
    status, output, _ = run(flag, text)
    assert status == 0
    assert lines(output)[:2] == [first, second]


def test_only_some_schemes(run, text):
    assert lines(run("--scheme", "ftp", text)[1]) == TARGETS[1:2]
    assert lines(run("--scheme", "HTTP, mailto", text)[1]) == [TARGETS[0], TARGETS[2]]
    assert run("--scheme", "urn", text)[0] == 1
    assert run("--scheme", " , ", text)[0] == 2


def test_output_goes_to_a_file(run, text, tmp_path):
    status, output, _ = run("-o", tmp_path / "out", text)
    assert (status, output) == (0, b"")
    assert (tmp_path / "out").read_bytes() == run(text)[1]


def test_lines_are_the_targets_of_extract(run, text):
    assert run(text)[1] == b"".join(each.target.encode() + b"\n" for each in extract(text))
    assert run("--reference", text)[1] == b"".join(each.reference.encode() + b"\n" for each in extract(text))


@pytest.mark.parametrize("flag", ["--base", "--default-base"])
def test_a_base_must_be_a_uri_or_what_a_browser_makes_one_of(run, text, flag):
    for base in ("relative", "//a.example/", "http://a b/", "http://[x/", ""):
        status, output, said = run(flag, base, text)
        assert (status, output) == (2, b"")
        assert flag in said
        assert "invalid base URI" in said
        assert repr(base) in said
    for base in ("http://base.example/a/b", "http://base.example/?a|b", "http://b\u00fccher.example/"):
        assert run(flag, base, text)[0] == 0


@pytest.mark.parametrize("arguments", [["--nonsense"], ["--format", "xml"], ["--target", "--raw"], ["-o"], ["--base"]])
def test_wrong_usage_is_status_2(run, arguments):
    status, output, said = run(*arguments)
    assert (status, output) == (2, b"")
    assert said.startswith("usage: uri-extract")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["-j", "-1"],
            "argument -j/--jobs: expected one argument; write --jobs=VALUE for a value that begins with '-'",
        ),
        (["--base"], "argument --base: expected one argument; write --base=VALUE for a value that begins with '-'"),
        (["--template", "a {line"], "argument --template: '{' at character 2 is not closed; a brace itself is '{{'"),
        (["--template", "line}"], "argument --template: '}' at character 4 closes nothing; a brace itself is '}}'"),
        (["--unique=1"], "argument --unique: takes no value, but was given '1'"),
        (
            ["--report", "x.json"],
            "argument --report: x.json: a report is an HTML page, whose name ends in .html or .htm",
        ),
        (["-o", "x.json", "--format", "csv"], "argument -o/--output: x.json: the suffix says json"),
    ],
)
def test_wrong_usage_names_the_given_flag(run, arguments, said):
    status, output, message = run(*arguments)
    assert (status, output) == (2, b"")
    assert f"uri-extract: error: {said}" in message


def test_a_checkpoint_in_a_file_is_refused(run, text):
    said = f"uri-extract: {text}: is a file; a checkpoint must be a directory\n"
    assert run("--checkpoint", text, text) == (2, b"", said)
    assert text.read_bytes() == TEXT


def test_nothing_found_is_status_1(run):
    assert run(stdin=b"nothing here") == (1, b"", "")
    assert run(stdin=b"") == (1, b"", "")


def test_an_unreadable_file_is_one_line_and_status_3_and_other_files_are_read(run, text, tmp_path):
    status, output, said = run(text, tmp_path / "nothing", text)
    assert status == 3
    assert lines(output) == TARGETS * 2
    assert said.count("\n") == 1
    assert str(tmp_path / "nothing") in said
    assert said.startswith("uri-extract: ")


def test_quiet_says_nothing_of_it(run, text, tmp_path):
    assert run("-q", text, tmp_path / "nothing") == (3, run(text)[1], "")


def test_a_reference_beyond_the_limit_is_reported_with_status_3(run):
    status, output, said = run(stdin=b"x http://a.example/" + (1 << 20) * b"x" + b" http://b.example/")
    assert (status, output) == (3, b"http://b.example/\n")
    assert "-, byte 2: " in said


def test_output_that_cannot_be_written_is_status_2(run, text, tmp_path):
    for path in (tmp_path, tmp_path / "nothing" / "out"):
        status, output, said = run("-o", path, text)
        assert (status, output, said.count("\n")) == (2, b"", 1)
        assert str(path) in said


def test_statistics_go_to_standard_error(run, text, tmp_path):
    status, output, said = run("--stats", text, text, tmp_path / "nothing")
    assert (status, lines(output)) == (3, TARGETS * 2)
    assert f"3 documents, {2 * len(TEXT)} bytes, 6 found, 1 problem," in said


def test_statistics_count_the_same_in_every_format(run, text):
    said = {run("--stats", *flags, text)[2].partition(" found")[0] for flags in ([], ["--raw"], ["--format", "jsonl"])}
    assert len(said) == 1


def test_help_has_examples(run):
    status, output, _ = run("--help")
    help_text = output.decode()
    assert status == 0
    assert "examples:\n  uri-extract " in help_text
    assert "exit status:" in help_text
    for flag in ("--format", "-o", "--base", "--default-base", "--target", "--reference", "--raw", "--scheme", "-q"):
        assert flag in help_text
    for flag in ("--stats", "--version"):
        assert flag in help_text


def test_the_output_is_never_its_own_input(tmp_path):
    # The output is in the input directory: reading what was just written would never end.
    (tmp_path / "a").write_bytes(b"".join(b"http://a.example/%d of many\n" % number for number in range(20000)))
    out = tmp_path / "out"
    words = [sys.executable, "-m", "uri_extract", "-o", str(out), str(tmp_path)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while process.poll() is None and (not out.exists() or out.stat().st_size < 1 << 22):
            pass
        assert process.poll() is not None, "it goes on and on"
    finally:
        process.kill()
        process.wait()
    assert out.read_bytes().count(b"\n") == 20000


@pytest.mark.parametrize("named", ["file", "directory"])
def test_a_file_is_not_emptied_to_write_what_was_in_it(run, text, named):
    status, _, said = run("-o", text, text if named == "file" else text.parent)
    assert text.read_bytes() == TEXT
    assert status == 2
    assert str(text) in said


def test_standard_input_is_not_emptied_to_write_what_was_in_it(text):
    with open(text, "rb") as stdin:
        done = subprocess.run([sys.executable, "-m", "uri_extract", "-o", str(text)], stdin=stdin, capture_output=True)
    assert text.read_bytes() == TEXT
    assert done.returncode == 2


# -- as a process ------------------------------------------------------------------------------------------------


def test_the_command_runs_as_a_module(text):
    done = command(text)
    assert (done.returncode, lines(done.stdout), done.stderr) == (0, TARGETS, b"")
    done = command(input=TEXT)
    assert (done.returncode, lines(done.stdout), done.stderr) == (0, TARGETS, b"")


def test_the_version_says_which_kernels_run():
    pure = command("--version", env={"URI_EXTRACT_PURE": "1"}).stdout.decode()
    assert pure.startswith("uri-extract ")
    assert "interpreted kernels" in pure
    assert pure.endswith("\nKernels run interpreted, which is slower: URI_EXTRACT_PURE is set\n")
    found = "from uri_extract.scan import kernels; raise SystemExit('compiled' not in kernels)"
    built = subprocess.run([sys.executable, "-c", found], check=False, capture_output=True)
    for unset in ("", "0"):
        usual = command("--version", env={"URI_EXTRACT_PURE": unset}).stdout.decode()
        assert ("interpreted" if built.returncode else "compiled") + " kernels" in usual
        assert ("Kernels run interpreted, which is slower: " in usual) == bool(built.returncode)


@pytest.mark.parametrize(
    "arguments", [[], ["--format", "jsonl"], ["--raw"], ["--scheme", "http,mailto", "--reference"]]
)
def test_compiled_and_interpreted_give_the_same_bytes(text, arguments):
    one, other = (command(*arguments, text, env={"URI_EXTRACT_PURE": value}) for value in ("", "1"))
    assert one.stdout == other.stdout
    assert one.returncode == other.returncode == 0


@pytest.mark.parametrize("arguments", [[], ["--format", "jsonl"]])
def test_a_broken_pipe_ends_it_quietly(tmp_path, arguments):
    path = tmp_path / "long"
    path.write_bytes(b"http://a.example/x of many\n" * 100_000)
    words = [sys.executable, "-m", "uri_extract", *arguments, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 50,
        b"\0" * 5000,
        b"http://a.example/\0\xff<http://\xc3\x28/\n" * 100,
        b"\xff\xfeh\0t\0t\0p\0:\0/\0/\0a\0",
        b"<a:" * 5000,
        b"((((" * 5000,
        b"\xed\xa0\x80http://a.example/\xed\xa0\x80",
        b"<http://a.example/\n\xff\xfe\n\n [Page 1]\n\f\n\xff\nx>",
    ],
    ids=range(8),
)
@pytest.mark.parametrize("arguments", [[], ["--format", "jsonl"], ["--raw"]])
def test_bad_input_makes_no_traceback(run, data, arguments):
    status, _, said = run(*arguments, stdin=data)
    assert status in (0, 1)
    assert said == ""


def test_a_name_that_is_not_text_makes_no_traceback(tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff\xfe"
    with open(path, "wb") as file:
        file.write(TEXT)
    for arguments in ([], ["--format", "jsonl"]):
        done = command(*arguments, tmp_path)
        assert (done.returncode, done.stderr) == (0, b"")
        assert len(done.stdout.splitlines()) == 3
    done = command(os.fsdecode(path + b"x"))
    assert done.returncode == 3
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "> /dev/full"])
def test_a_stream_that_is_closed_or_full_makes_no_traceback(text, closed):
    line = f'"{sys.executable}" -m uri_extract {"" if closed == "<&-" else text} {closed}'
    done = subprocess.run(["sh", "-c", line], check=False, capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr
    assert done.returncode in {"<&-": (1, 2, 3), "2>&-": (0,)}.get(closed, (2,))


def test_the_status_says_it_where_no_message_can_be_written(text):
    line = f'"{sys.executable}" -m uri_extract {text} {text}.nothing 2>&-'
    done = subprocess.run(["sh", "-c", line], check=False, capture_output=True, timeout=60)
    assert (done.returncode, lines(done.stdout)) == (3, TARGETS)


@pytest.mark.parametrize("more", [0, 300_000], ids=["small", "large"])
def test_references_are_written_before_waiting_for_the_next_input(tmp_path, more):
    for name in "ab":
        (tmp_path / name).write_text(f"http://{name}.example/\n" + "text\n" * (more // 5))
    os.mkfifo(tmp_path / "fifo")
    words = [sys.executable, "-m", "uri_extract", "a", "b", "fifo"]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE) as process:
        assert [process.stdout.readline() for _ in "ab"] == [b"http://a.example/\n", b"http://b.example/\n"]
        (tmp_path / "fifo").write_text("http://c.example/\n")
        assert process.stdout.read() == b"http://c.example/\n"


@pytest.mark.parametrize("source", ["fifo", "-"])
def test_references_are_written_before_waiting_for_more_of_an_input(tmp_path, source):
    os.mkfifo(tmp_path / "fifo")
    words = [sys.executable, "-m", "uri_extract", source]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=tmp_path, stdin=pipe, stdout=pipe) as process:
        with process.stdin if source == "-" else open(tmp_path / "fifo", "wb", buffering=0) as end:
            end.write(b"http://a.example/\n" + b"text\n" * 1000)
            end.flush()
            assert process.stdout.readline() == b"http://a.example/\n"
            end.write(b"http://b.example/\n")
        assert process.stdout.read() == b"http://b.example/\n"


def test_references_in_a_regular_file_are_written_together(tmp_path):
    path = tmp_path / "text"
    path.write_bytes((b"http://a.example/\n" + b"text\n" * 60_000) * 3)
    work = Work(read_options([str(path)]))
    assert [message[2:5:2] for message in work([Document(str(path), None, str(path))])] == [(path.stat().st_size, 3)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_records_and_problems_of_many_small_files_are_in_the_order_of_the_files(run, tmp_path, jobs):
    for number in range(1000):
        path = tmp_path / f"{number:03d}.{'zip' if number % 7 == 3 else 'txt'}"
        path.write_bytes((b"\0" if number % 7 == 3 else b"") + b"http://a.example/%d\n" % number * (number % 5))
    status, out, _ = run("--format", "jsonl", "--quiet", "-j", jobs, tmp_path)
    records = [json.loads(line) for line in out.splitlines()]
    documents = [record["document"] for record in records]
    assert status == 3
    assert documents == sorted(documents)
    assert len(documents) == 2000 + 143
    damaged = [record["document"] for record in records if record.get("problem") == "damaged"]
    assert len(damaged) == 143
