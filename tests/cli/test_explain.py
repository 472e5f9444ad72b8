"""The command with ``--explain``."""

import io
import subprocess
import sys

import pytest

from uri_extract.cli import main

TEXT = b"See http://a.example/./x), note:this\nwww.b.example hxxp://c[.]example/\n"
FOUND = b"""\
%s:1:5: found http://a.example/./x
  scheme http, behind it // and a host that could exist
  ')' ends it: it was not opened inside
%s:1:28: not found: note:this
  unknown scheme 'note', and no // behind it
%s:2:15: not found: hxxp://c[.]example/
  unknown scheme 'hxxp': believed in <...> only, before // and a host that could exist
"""


@pytest.fixture
def run(monkeypatch):
    def run(*arguments, stdin=TEXT):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
        monkeypatch.setattr(sys, "stderr", io.StringIO())
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = stop.code
        sys.stdout.flush()
        return status, sys.stdout.buffer.getvalue(), sys.stderr.getvalue()

    return run


def test_each_place_has_a_line_and_its_reasons_below(run, tmp_path):
    assert run("--explain") == (0, FOUND.replace(b"%s", b"-"), "")
    path = tmp_path / "a.txt"
    path.write_bytes(TEXT)
    assert run("--explain", path) == (0, FOUND.replace(b"%s", bytes(path)), "")
    assert run("--explain", "-o", tmp_path / "out", path) == (0, b"", "")
    assert (tmp_path / "out").read_bytes() == FOUND.replace(b"%s", bytes(path))


def test_what_else_is_asked_for_is_explained_too(run):
    places = [line for line in run("--explain", "--suffix", "--refang")[1].splitlines() if line[:1] != b" "]
    assert places == [
        b"-:1:5: found http://a.example/./x",
        b"-:1:28: not found: note:this",
        b"-:2:1: found www.b.example",
        b"-:2:15: found http://c.example/",
    ]


@pytest.mark.parametrize(
    ("stdin", "status"),
    [(TEXT, 0), (b"note:this", 1), (b"", 1), (b"x http://a.example/" + (1 << 20) * b"x", 3), (b"\xff\xfea", 1)],
    ids=range(5),
)
def test_the_exit_status_is_that_of_lines(run, stdin, status):
    explained, lines = run("--explain", stdin=stdin), run(stdin=stdin)
    assert explained[0] == lines[0] == status
    assert explained[2] == lines[2]


def test_a_file_that_cannot_be_read_is_said(run, tmp_path):
    status, output, said = run("--explain", tmp_path / "nothing", "-")
    assert (status, output) == (3, FOUND.replace(b"%s", b"-"))
    assert str(tmp_path / "nothing") in said


@pytest.mark.parametrize(
    "arguments", [["--format", "jsonl"], ["--format", "csv"], ["--raw"], ["--target"], ["--scheme", "http"]]
)
def test_what_makes_no_sense_with_it_is_wrong_usage(run, arguments):
    status, output, said = run("--explain", *arguments)
    assert (status, output) == (2, b"")
    assert "--explain" in said
    assert arguments[0] in said


def test_statistics_count_what_was_found(run):
    assert f"1 documents, {len(TEXT)} bytes, 1 found, 0 problems" in run("--explain", "--stats")[2]


def test_nothing_of_the_text_acts_on_a_terminal(run):
    output = run("--explain", stdin=b"http://a.example/\x1b[31m x\x1b:y <http://b.example/\r\x0b\x08>\xe2\x80\xae")[1]
    assert output
    assert not {byte for byte in output if byte < 0x20 or byte == 0x7F} - {10}
    assert "\u202e" not in output.decode("utf-8", "replace")


@pytest.mark.parametrize(
    "data", [bytes(range(256)) * 20, b"<a:" * 3000, b"\xff\xfeh\0t\0t\0p\0:\0/\0/\0a\0", b"http://\xff\xfe:\xed\xa0\x80/"],
    ids=range(4),
)  # fmt: skip
@pytest.mark.parametrize("arguments", [[], ["--suffix", "--mail-addresses", "--refang"]])
def test_bad_input_makes_no_traceback(run, data, arguments):
    status, output, said = run("--explain", *arguments, stdin=data)
    assert status in (0, 1)
    assert said == ""
    for line in output.splitlines():
        assert line.startswith((b"-:", b"  "))


def test_a_broken_pipe_ends_it_quietly(tmp_path):
    path = tmp_path / "long"
    path.write_bytes(b"http://a.example/x of many\n" * 30_000)
    words = [sys.executable, "-m", "uri_extract", "--explain", str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_output_that_is_full_is_status_2():
    line = f'"{sys.executable}" -m uri_extract --explain > /dev/full'
    done = subprocess.run(["sh", "-c", line], check=False, capture_output=True, timeout=60, input=TEXT)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
