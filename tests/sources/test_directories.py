"""Entries of directories: everything that is not read is reported, and no file is read forever."""

import ctypes
import errno
import os
import socket
import subprocess
import sys

import pytest
from tests.sources.test_files import run, write

from uri_extract import SourceError, extract
from uri_extract.sources import Document, Selection, Unreadable, documents

FOLLOW = Selection(follow=True)


def said(problems, top):
    """Return the message for each path below the top."""
    assert {problem.kind for problem in problems} <= {"unreadable"}
    return {os.path.relpath(problem.document, top): problem.message for problem in problems}


def names(top, selection=FOLLOW):
    """Return the paths that are read, relative to the top, and the messages about others."""
    found = list(documents(top, selection=selection))
    others = {os.path.relpath(each.filename, top): each.strerror for each in found if isinstance(each, Unreadable)}
    return [os.path.relpath(each.name, top) for each in found if isinstance(each, Document)], others


@pytest.fixture
def listener(tmp_path, monkeypatch):
    """Make a socket in the directory."""
    listener = socket.socket(socket.AF_UNIX)
    with monkeypatch.context() as there:
        there.chdir(tmp_path)  # the path of a socket must be short
        listener.bind("socket")
    with listener:
        yield tmp_path / "socket"


def test_entries_that_are_not_files_are_reported(tmp_path, listener):
    write(tmp_path, "a", "z")
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "null").symlink_to(os.devnull)
    found, problems = run(tmp_path)
    assert found == ["a", "z"]
    assert said(problems, tmp_path) == {
        "fifo": "a FIFO: in a directory it is not read, only if it is named itself",
        "null": "a device: in a directory it is not read, only if it is named itself",
        "socket": "a socket, which cannot be read",
    }
    assert names(tmp_path, Selection(globs=("*.txt", "a")))[1] == {}
    with pytest.raises(SourceError, match="a socket, which cannot be read"):
        extract(listener)


def test_broken_links_are_reported(tmp_path):
    write(tmp_path, "a", "z")
    (tmp_path / "gone").symlink_to(tmp_path / "nothing")
    (tmp_path / "self").symlink_to(tmp_path / "self")
    found, problems = run(tmp_path)
    assert found == ["a", "z"]
    assert said(problems, tmp_path) == {
        "gone": "a broken symbolic link", "self": os.strerror(errno.ELOOP)
    }  # fmt: skip


def test_a_link_to_a_file_is_read(tmp_path):
    write(tmp_path, "a/x", "b/y")
    (tmp_path / "a" / "link").symlink_to(tmp_path / "b" / "y")
    assert run(tmp_path / "a") == (["y", "x"], [])


def test_a_link_to_a_directory_elsewhere_is_reported_or_followed(tmp_path):
    write(tmp_path, "top/a", "top/sub/s", "other/x")
    (tmp_path / "top" / "inside").symlink_to("sub")
    (tmp_path / "top" / "out").symlink_to("../other")
    found, problems = run(tmp_path / "top")
    assert found == ["a", "s"]
    assert list(said(problems, tmp_path / "top")) == ["out"]
    assert names(tmp_path / "top") == (["a", "inside/s", "out/x", "sub/s"], {})
    assert run(tmp_path / "top" / "out") == (["x"], [])  # a named directory is read


def test_loops_of_links_end(tmp_path):
    write(tmp_path, "top/a", "top/d/b", "other/x")
    for link, target in {
        "top/d/up": "top", "top/d/here": "top/d", "other/back": "top", "top/other": "other", "top/again": "other"
    }.items():  # fmt: skip
        (tmp_path / link).symlink_to(tmp_path / target, target_is_directory=True)
    assert names(tmp_path / "top") == (["a", "again/x", "d/b"], {})
    assert names(tmp_path / "top", Selection())[0] == ["a", "d/b"]


def test_links_in_links_are_not_a_bomb(tmp_path):
    for level in range(40):
        write(tmp_path, f"{level}/x")
        for name in "ab":
            (tmp_path / str(level) / name).symlink_to(f"../{level + 1}")
    write(tmp_path, "40/x")
    assert len(names(tmp_path / "0")[0]) == 41


def test_max_depth_counts_followed_links(tmp_path):
    write(tmp_path, "top/a", "other/x", "other/d/y")
    (tmp_path / "top" / "out").symlink_to("../other")
    assert names(tmp_path / "top", FOLLOW._replace(max_depth=2))[0] == ["a", "out/x"]
    assert names(tmp_path / "top", FOLLOW._replace(globs=("!out",)))[0] == ["a"]


def test_a_listing_that_breaks_off_gives_what_was_listed(tmp_path, monkeypatch):
    write(tmp_path, "a", "b/x", "c")
    scandir = os.scandir

    class Breaking:
        def __init__(self, path):
            self.entries = scandir(path)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.entries.close()

        def __iter__(self):
            yield from sorted(self.entries, key=lambda each: each.name)[:2]
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "scandir", Breaking)
    found, problems = run(tmp_path)
    assert found == ["a", "x"]
    assert said(problems, tmp_path) == dict.fromkeys((".", "b"), os.strerror(errno.EIO))


def test_a_path_that_is_too_long_is_reported(tmp_path):
    write(tmp_path, "a/x", "z")
    here = os.getcwd()
    levels = 25
    try:
        os.chdir(tmp_path / "a")
        for _ in range(levels):
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
        os.chdir(here)
        found, problems = run(tmp_path)
    finally:  # the clean-up of the temporary directory cannot reach this depth
        os.chdir(tmp_path / "a")
        depth = 0
        while os.path.isdir("d" * 200):
            os.chdir("d" * 200)
            depth += 1
        for _ in range(depth):
            os.chdir("..")
            os.rmdir("d" * 200)
        os.chdir(here)
    assert found == ["x", "z"]
    assert list(said(problems, tmp_path).values()) == [os.strerror(errno.ENAMETOOLONG)]


def test_a_name_that_is_not_text_is_a_name(tmp_path):
    with open(os.fsencode(tmp_path) + b"/\xff\n.txt", "wb") as file:
        file.write(b"http://a.example/x")
    [found] = extract(tmp_path)
    assert os.fsencode(found.document).endswith(b"/\xff\n.txt")
    done = command("--format", "jsonl", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\n.txt" in done.stdout


def test_an_entry_that_becomes_something_else_is_reported_and_other_files_are_read(tmp_path):
    write(tmp_path, "a", "b", "c")
    problems = []
    found = []
    for each in extract(tmp_path, on_problem=problems.append):
        found.append(each.reference[-1])
        if found == ["a"]:
            (tmp_path / "b").unlink()
            (tmp_path / "b").mkdir()
    assert found == ["a", "c"]
    assert said(problems, tmp_path) == {"b": os.strerror(errno.EISDIR)}


@pytest.mark.parametrize(("size", "others"), [(700_000, ["http://a.example/last"]), (3_000_000, [])])
def test_a_file_that_changes_its_size_is_read_to_its_end_or_up_to_the_size_that_it_had(tmp_path, size, others):
    path = tmp_path / "a"
    path.write_bytes(b"http://a.example/first\n" + b"x" * 1_000_000)
    found = []
    for each in extract(path, on_problem=pytest.fail):
        found.append(each.reference)
        if len(found) == 1:
            os.truncate(path, size)
            with open(path, "ab") as file:
                file.write(b"\nhttp://a.example/last")
    assert found == ["http://a.example/first", *others]


def command(*arguments, **options):
    words = [sys.executable, "-m", "uri_extract", *map(str, arguments)]
    return subprocess.run(words, check=False, capture_output=True, timeout=60, stdin=subprocess.DEVNULL, **options)


def as_anybody():
    """Take from root the capabilities to read any file: CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""
    for capability in (1, 2):
        ctypes.CDLL(None).prctl(24, capability)  # PR_CAPBSET_DROP


@pytest.mark.skipif(sys.platform != "linux" and os.geteuid() == 0, reason="nothing is unreadable for root")
def test_a_forbidden_entry_is_reported_and_other_files_are_read(tmp_path):
    write(tmp_path, "a", "b", "c", "d/x", "e/y")
    for name in "bd":
        (tmp_path / name).chmod(0)
    try:
        done = command(tmp_path, preexec_fn=as_anybody if os.geteuid() == 0 else None)
    finally:
        (tmp_path / "d").chmod(0o700)
    assert done.returncode == 3
    assert done.stdout.split() == [b"http://a.example/a", b"http://a.example/c", b"http://a.example/y"]
    denied = os.strerror(errno.EACCES)
    assert done.stderr.decode().splitlines() == [
        f"uri-extract: {tmp_path / 'b'}: {denied}", f"uri-extract: {tmp_path / 'd'}: {denied}"
    ]  # fmt: skip
