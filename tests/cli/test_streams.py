"""Standard streams that are closed, full, or no longer read, and signals that are ignored."""

import contextlib
import os
import resource
import signal
import subprocess
import sys

import pytest

TEXT = b"See http://a.example/x and http://b.example/y\n"
COMMAND = "-m uri_extract"
REFERENCE = "-m uri_extract.uri"
PRINTED = [
    *(f"{COMMAND} {flags}" for flags in ("text", "--format jsonl text", "--format csv text", "--count-by host text")),
    *(f"{COMMAND} {flags}" for flags in ("--explain text", "--help", "--version", "--generate man")),
    *(f"{REFERENCE} {arguments}" for arguments in ("http://a.example/", "--json http://a.example/", "--help")),
]


@pytest.fixture
def shell(tmp_path):
    """Return a function that runs Python with redirections, in a directory that has the file ``text``."""
    (tmp_path / "text").write_bytes(TEXT)

    def shell(arguments, redirections="", **options):
        line = f'"{sys.executable}" {arguments} {redirections}'
        options = {"input": b"", "capture_output": True, "timeout": 60, "cwd": tmp_path, **options}
        return subprocess.run(["bash", "-o", "pipefail", "-c", line], check=False, **options)

    return shell


def said(done):
    """Return the message on standard error, without the name of the command."""
    [line] = done.stderr.decode().splitlines()
    name, _, sentence = line.partition(": ")
    assert name in ("uri-extract", "python -m uri_extract.uri")
    return sentence


def test_the_environment_of_tests_does_not_hide_buffers():
    assert "PYTHONUNBUFFERED" not in os.environ


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", PRINTED)
def test_a_full_standard_output_is_one_sentence_and_status_2(shell, arguments, unbuffered):
    done = shell(arguments, "> /dev/full", env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
    assert (done.returncode, said(done)) == (2, "standard output: No space left on device")


@pytest.mark.parametrize("arguments", PRINTED)
def test_a_closed_standard_output_is_one_sentence_and_status_2(shell, arguments):
    done = shell(arguments, ">&-")
    assert (done.returncode, said(done)) == (2, "standard output: Bad file descriptor")


@pytest.mark.parametrize("arguments", PRINTED)
def test_a_closed_pipe_ends_a_command_quietly_with_status_0(shell, arguments):
    done = shell(arguments, "| true")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.long
@pytest.mark.parametrize("redirection", ["2> /dev/full", "2>&-"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        *((arguments, 0) for arguments in PRINTED[::4]),
        (f"{COMMAND} text nothing", 3),
        (f"{COMMAND} --stats text", 0),
        (f"{COMMAND} --nonsense", 2),
        (f"{COMMAND} -o nothing/out text", 2),
        (f"{REFERENCE} --nonsense", 2),
    ],
)
def test_a_standard_error_that_takes_nothing_changes_neither_output_nor_status(shell, arguments, status, redirection):
    done = shell(arguments, redirection)
    usual = shell(arguments)
    assert (done.returncode, done.stderr) == (status, b"")
    if status != 2:
        assert done.stdout == usual.stdout


def test_the_status_is_2_if_standard_output_and_standard_error_are_full(shell):
    assert shell(f"{COMMAND} text", "> /dev/full 2>&1").returncode == 2


def test_a_closed_standard_input_is_a_problem_and_for_a_list_of_paths_an_error(shell):
    done = shell(f"{COMMAND} - text", "<&-")
    assert (done.returncode, said(done)) == (3, "-: standard input is closed")
    assert done.stdout.splitlines() == [b"http://a.example/x", b"http://b.example/y"]
    done = shell(f"{COMMAND} --files-from -", "<&-")
    assert (done.returncode, said(done)) == (2, "standard input: Bad file descriptor")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_no_file_gets_the_descriptor_of_a_closed_standard_stream(shell, tmp_path, closed):
    """Otherwise a library that writes to standard error would write into that file."""
    program = (
        "import os, sys; from uri_extract import cli, sinks; write = sinks.Lines.write;"
        "sinks.Lines.write = lambda self, data: (write(self, data), os.write(2, b'noise'), os.write(1, b'noise'));"
        "sys.exit(cli.main(['-o', 'out', 'text']))"
    )
    done = shell(f'-c "{program}"', closed)
    assert done.returncode == 0
    assert (tmp_path / "out").read_bytes() == b"http://a.example/x\nhttp://b.example/y\n"


def test_references_found_before_an_error_are_written(shell):
    done = shell(f"{COMMAND} text --files-from nothing")
    assert (done.returncode, said(done)) == (2, "nothing: No such file or directory")
    assert done.stdout.count(b"\n") == 2


def test_a_checkpoint_on_a_full_disk_is_one_sentence_that_names_it(shell):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))

    big = b"".join(b"http://a.example/%d of many\n" % number for number in range(1000))
    done = shell(f"{COMMAND} --checkpoint state big", "| cat", preexec_fn=limit)
    assert said(done) == "big: No such file or directory"
    done = shell('-c \'import sys; open("big", "wb").write(sys.stdin.buffer.read())\'', input=big)
    assert done.returncode == 0
    done = shell(f"{COMMAND} --checkpoint state big", "| cat", preexec_fn=limit)
    assert (done.returncode, said(done)) == (2, "state/log: File too large")


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("arguments", ["", "-o out"])
def test_a_signal_that_is_ignored_when_the_command_begins_stays_ignored(tmp_path, jobs, arguments):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "text").write_bytes(TEXT)
    words = [sys.executable, *COMMAND.split(), "-j", jobs, *arguments.split(), "text", "fifo", "text"]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )  # fmt: skip
    with process:
        try:
            with open(tmp_path / "fifo", "wb") as fifo:  # open() returns when the command reads the FIFO
                os.killpg(process.pid, signal.SIGHUP)
                fifo.write(TEXT)
            found, problems = process.communicate(timeout=20)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    if arguments:
        found = (tmp_path / "out").read_bytes()
    assert (process.returncode, found.count(b"\n"), problems) == (0, 6, b"")


@pytest.mark.parametrize("module", ["uri_extract.cli", "uri_extract.cli.run", "uri_extract.cli.options"])
def test_an_interrupt_while_modules_are_imported_is_status_130_without_a_traceback(module):
    program = f"""
import sys

class Interrupts:
    def find_spec(name, *others):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupts)
from uri_extract.__main__ import command
command()
"""
    done = subprocess.run([sys.executable, "-c", program], input=b"", capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
