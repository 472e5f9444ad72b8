"""Other systems: the modules, signals and functions of Unix that they lack are removed, and the output is the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from uri_extract.processes import process_limits
from uri_extract.sinks.output import whole_file
from uri_extract.sources.directories import Selection, _Wanted

SAMPLES = Path(__file__).parents[1] / "corpora" / "samples"

#: Names that Windows lacks, by the documentation of `os`, `signal` and of each module.
WITHOUT = """
import os, signal, sys
for module in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[module] = None
for name in ("SIGHUP", "SIGXCPU", "SIGPIPE", "pthread_sigmask"):
    delattr(signal, name)
for name in ("sched_getaffinity", "getuid", "geteuid", "uname", "mkfifo", "chown", "statvfs", "sysconf", "killpg"):
    delattr(os, name)
from uri_extract.jobs import pool
pool._METHOD = "spawn"
from uri_extract.cli import main
sys.exit(main(["--no-config", *sys.argv[1:]]))
"""
WITH = "import sys; from uri_extract.cli import main; sys.exit(main(['--no-config', *sys.argv[1:]]))"


def run(program, *arguments):
    """Return status, output and messages of the command in a separate process."""
    done = subprocess.run([sys.executable, "-c", program, *map(str, arguments)], capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("flags", [["-j1"], ["-j2"], ["-j0"], ["--format", "jsonl", "-j2"], ["--unique"]])
def test_the_command_prints_the_same_without_what_windows_lacks(flags):
    expected = run(WITH, *flags, SAMPLES)
    assert expected[0] == 0
    assert run(WITHOUT, *flags, SAMPLES) == expected


@pytest.mark.parametrize("name", ["links.jsonl", "links.csv", "links.sqlite", "links.txt.gz"])
def test_outputs_are_written_without_what_windows_lacks(tmp_path, name):
    for program, folder in ((WITH, tmp_path / "with"), (WITHOUT, tmp_path / "without")):
        folder.mkdir()
        assert run(program, "-o", folder / name, SAMPLES)[0] == 0
    assert os.listdir(tmp_path / "without") == [name]
    if "sqlite" not in name:
        assert (tmp_path / "with" / name).read_bytes() == (tmp_path / "without" / name).read_bytes()


def test_a_checkpoint_is_written_and_read_without_what_windows_lacks(tmp_path):
    first = run(WITHOUT, "--checkpoint", tmp_path / "state", "-o", tmp_path / "links.jsonl", SAMPLES)
    assert first[0] == 0
    assert run(WITHOUT, "--checkpoint", tmp_path / "state", "-o", tmp_path / "links.jsonl", SAMPLES)[0] == 0


def test_a_file_that_is_replaced_needs_no_locks(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with whole_file(str(tmp_path / "a")) as out:
        out.write(b"x")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a", b"x")]


class Resource:
    """The module `resource` of a system with a hard limit, which refuses to set one kind of limit."""

    RLIMIT_CORE, RLIMIT_CPU, RLIMIT_AS, RLIM_INFINITY, RUSAGE_SELF = 1, 2, 3, -1, 0

    def __init__(self, hard, refused=None):
        self.hard, self.refused, self.set = hard, refused, {}

    def getrlimit(self, what):
        return (self.hard, self.hard)

    def setrlimit(self, what, limits):
        if what == self.refused:
            raise ValueError("current limit exceeds maximum limit")
        assert self.hard == -1 or limits[0] <= limits[1] == self.hard
        self.set[what] = limits

    def getrusage(self, who):
        return SimpleNamespace(ru_utime=1.6, ru_stime=0.6)


def test_limits_of_a_process_are_set_below_the_hard_limit(monkeypatch):
    for hard, expected in ((-1, {3: (500, -1), 1: (0, -1), 2: (12, -1)}), (7, {3: (7, 7), 1: (0, 7), 2: (7, 7)})):
        monkeypatch.setitem(sys.modules, "resource", fake := Resource(hard))
        process_limits.limit_memory(500)
        process_limits.limit_seconds(10)
        assert fake.set == expected


def test_a_limit_that_the_system_refuses_or_lacks_leaves_the_others(monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", fake := Resource(-1, refused=Resource.RLIMIT_AS))
    process_limits.limit_memory(500)
    assert fake.set == {1: (0, -1)}
    monkeypatch.setitem(sys.modules, "resource", None)
    process_limits.limit_memory(500)
    process_limits.limit_seconds(10)


@pytest.mark.parametrize(("glob", "is_wanted"), [("b/*.txt", True), ("c/*.txt", False), ("**/c.txt", True)])
def test_globs_match_paths_with_backslashes(monkeypatch, glob, is_wanted):
    class Entry:
        name, path = b"c.txt", rb"C:\top\b\c.txt"

        def is_dir(self, *, follow_symlinks=True):
            return False

        def is_file(self):
            return True

    monkeypatch.setattr("os.sep", "\\")
    wanted = _Wanted(Selection(globs=(glob,)), len("C:\\top\\"), None)
    assert bool(wanted(Entry(), b"f")) is is_wanted
