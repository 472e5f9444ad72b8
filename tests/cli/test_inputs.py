"""Input that cannot be read: each has one message, the rest is read, and the status is 3."""

import errno
import os
import subprocess
import sys
import threading

import pytest
from tests.cli.test_output import command

LINE = b"see http://a.example/%s there\n"


@pytest.fixture
def top(tmp_path):
    """Return a directory with files whose names sort before, between and after others."""
    for name in ("a", "m", "z"):
        (tmp_path / "top" / name).mkdir(parents=True)
        (tmp_path / "top" / name / "x").write_bytes(LINE % name.encode())
    return tmp_path / "top"


def said(*arguments, **options):
    """Return the references, and the messages about input that cannot be read; fail on any other message."""
    done = command(*arguments, stdin=b"", **options)
    assert done.returncode == 3
    lines = done.stderr.decode().splitlines()
    assert all(line.startswith("uri-extract: ") for line in lines)
    return done.stdout.split(), [line.removeprefix("uri-extract: ") for line in lines]


ALL = [b"http://a.example/a", b"http://a.example/m", b"http://a.example/z"]


@pytest.mark.parametrize("form", ["lines", "jsonl", "csv"])
def test_a_fifo_in_a_directory_is_reported_and_does_not_hang(top, form):
    os.mkfifo(top / "fifo")
    found, problems = said("--format", form, top)
    assert problems == [f"{top / 'fifo'}: a FIFO: in a directory it is not read, only if it is named itself"]
    assert all(any(each in field for field in found) for each in ALL)


def test_a_fifo_that_is_named_is_read_as_it_comes(top):
    fifo = top.parent / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=fifo.write_bytes, args=(LINE % b"f",))
    writer.start()
    done = command(top / "a", fifo, top / "z")
    writer.join()
    assert (done.returncode, done.stdout.split()) == (0, [ALL[0], b"http://a.example/f", ALL[2]])


def test_broken_and_circular_links_are_reported(top):
    (top / "b").symlink_to("nothing")
    (top / "c").symlink_to("c")
    (top / "m" / "up").symlink_to("..")
    assert said(top) == (
        ALL,
        [f"{top / 'b'}: a broken symbolic link", f"{top / 'c'}: {os.strerror(errno.ELOOP)}"],
    )


def test_links_to_directories_elsewhere_are_reported_or_followed(top):
    (top.parent / "other").mkdir()
    (top.parent / "other" / "x").write_bytes(LINE % b"o")
    (top / "b").symlink_to("../other")
    found, [problem] = said(top)
    assert found == ALL
    assert problem.startswith(f"{top / 'b'}: a link to a directory elsewhere")
    assert "--follow" in problem
    done = command("--follow", top)
    assert (done.returncode, done.stdout.split()) == (0, [ALL[0], b"http://a.example/o", *ALL[1:]])


def test_a_missing_path_is_reported(top):
    missing = os.strerror(errno.ENOENT)
    assert said(top / "a", top / "nothing", top / "z") == (ALL[::2], [f"{top / 'nothing'}: {missing}"])
    listed = top.parent / "list"
    listed.write_text(f"{top / 'nothing'}\n{top / 'z'}\n")
    assert said("--files-from", listed) == (ALL[2:], [f"{top / 'nothing'}: {missing}"])


def test_a_file_that_vanishes_is_reported(top):
    """While the command waits for the FIFO, a directory is replaced by a broken symbolic link."""
    (top / "b").write_bytes(LINE % b"b")
    (top / "a" / "x").unlink()
    os.mkfifo(top.parent / "fifo")
    words = [sys.executable, "-m", "uri_extract", top / "m", top.parent / "fifo", top]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        with open(top.parent / "fifo", "wb") as fifo:  # the command opens it when it reads it
            (top / "z" / "x").unlink()
            (top / "z").rmdir()
            (top / "z").symlink_to("x")
            fifo.write(LINE % b"f")
        found, problems = process.communicate(timeout=60)
    assert process.returncode == 3
    assert found.split() == [ALL[1], b"http://a.example/f", b"http://a.example/b", ALL[1]]
    assert problems.decode().splitlines() == [f"uri-extract: {top / 'z'}: a broken symbolic link"]


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="no file here fails when it is read")
@pytest.mark.parametrize("form", ["lines", "jsonl"])
def test_a_read_error_is_reported(top, form):
    found, problems = said("--format", form, top / "a", "/proc/self/mem", top / "z")
    assert problems == [f"/proc/self/mem: {os.strerror(errno.EIO)}"]
    assert all(any(each in field for field in found) for each in ALL[::2])
