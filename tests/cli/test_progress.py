"""The progress bar on standard error: when it is shown, what it shows, and that it never interrupts a line."""

import io
import os
import pty
import subprocess
import sys

import pytest

from uri_extract.cli import main, progress

pytest.importorskip("tqdm")
TEXT = b"see http://a.example/ and http://b.example/\n"


class Stream(io.TextIOWrapper):
    """A standard stream that says if it is a terminal."""

    def __init__(self, data=b"", terminal=False):
        super().__init__(io.BytesIO(data), write_through=True)
        self._terminal = terminal

    def isatty(self):
        return self._terminal

    def fileno(self):
        raise OSError("none")


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Run the command in a directory with the file ``a``; return the status, and its output on a terminal."""
    monkeypatch.setattr(progress, "AFTER", -1)
    monkeypatch.setattr(progress, "_EVERY", -1)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_bytes(TEXT * 100)

    def run(*arguments, stdin=b"", out=False, said=True):
        monkeypatch.setattr(sys, "stdin", Stream(stdin))
        monkeypatch.setattr(sys, "stdout", Stream(terminal=out))
        monkeypatch.setattr(sys, "stderr", Stream(terminal=said))
        status = main([str(argument) for argument in arguments])
        return status, sys.stderr.buffer.getvalue().decode()

    return run


def test_the_progress_bar_says_how_far_it_is_and_goes_away(run):
    status, said = run("a")
    assert status == 0
    assert "100% |" in said
    assert "4.40kB of 4.40kB" in said
    assert "B/s" in said
    assert " left, 200 found, 0 damaged" in said
    line = said.rsplit("\r", 2)
    assert line[1].strip() == line[2] == ""
    assert "\n" not in said


@pytest.mark.parametrize(
    ("arguments", "more"),
    [
        (["a"], {"said": False}),
        (["a"], {"out": True}),
        (["--no-progress", "a"], {}),
        (["-q", "a"], {}),
    ],
)
def test_no_progress_bar_without_a_terminal_for_it(run, arguments, more):
    assert run(*arguments, **more) == (0, "")


def test_a_progress_bar_is_shown_if_output_goes_to_a_file(run):
    assert "100% |" in run("-o", "out", "a", out=True)[1]


def test_a_run_of_a_moment_shows_nothing(run, monkeypatch):
    monkeypatch.setattr(progress, "AFTER", 60)
    assert run("a") == (0, "")


def test_the_progress_bar_counts_found_and_damaged_and_messages_have_lines_of_their_own(run):
    status, said = run("--stats", "a", "nothing", "a", "a")
    assert status == 3
    assert "600 found, 1 damaged" in said
    lines = [line.rsplit("\r", 1)[-1] for line in said.split("\n")]
    assert lines[0] == "uri-extract: nothing: No such file or directory"
    assert lines[1].startswith("uri-extract: 4 documents, ")


def test_the_rest_of_a_pipe_is_of_unknown_size(run):
    _, said = run(stdin=TEXT * 100)
    assert "4.40kB in " in said
    assert "left" not in said


@pytest.mark.parametrize(
    ("arguments", "total"),
    [
        (["."], "8.80kB"),
        (["-g", "b*", "."], "4.40kB"),
        (["--max-depth", "1", "."], "4.40kB"),
        (["--files-from", "list"], "4.40kB"),
        (["a", "a", "nothing"], "8.80kB"),
    ],
)
def test_all_that_is_read_counts(run, tmp_path, arguments, total):
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "b").write_bytes(TEXT * 100)
    (tmp_path.parent / "list").write_text("a\n")
    assert f"of {total}," in run(*[argument.replace("list", "../list") for argument in arguments])[1]


def test_typed_input_is_announced(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Stream(TEXT, terminal=True))
    monkeypatch.setattr(sys, "stdout", Stream())
    monkeypatch.setattr(sys, "stderr", Stream(terminal=True))
    assert main([]) == 0
    assert sys.stderr.buffer.getvalue().decode().startswith("uri-extract: reading from standard input")
    assert "\r" not in sys.stderr.buffer.getvalue().decode()


def test_no_progress_bar_where_tqdm_is_missing(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert run("a") == (0, "")


def test_the_progress_bar_is_not_imported_before_it_is_shown():
    statement = "import sys; from uri_extract.cli import main; main(['/dev/null']); print(*sys.modules)"
    leader, follower = pty.openpty()
    done = subprocess.run([sys.executable, "-c", statement], stdout=subprocess.PIPE, stderr=follower, text=True)
    os.close(follower)
    os.close(leader)
    assert "uri_extract.cli.progress" in done.stdout.split()
    assert "tqdm" not in done.stdout.split()
