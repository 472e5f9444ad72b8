"""Faults of the system: a full disk, a closed pipe, interrupted reads, inputs truncated at each 4 KiB."""

from __future__ import annotations

import gzip
import io
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest
from tests.sources import made

from uri_extract import extract
from uri_extract.rows.records import Problem
from uri_extract.sinks.formats import TABLE

COMMAND = [sys.executable, "-m", "uri_extract"]
BLOCK = 4096
TEXT = [name for name, form in TABLE.items() if form.is_text]


def text(size):
    """Return text that does not compress well, with a reference in each line."""
    dice = random.Random(3986)
    return b"".join(b"see http://a.example/%x there\n" % dice.getrandbits(400) for _ in range(size // 130))


FILES = {f"{number}.txt": text(5000) for number in range(5)}
CONTAINERS = {
    **{f"x{ending}": build(FILES) for ending, build in made.CONTAINERS.items()},
    **{f"x.txt{ending}": compress(text(25_000)) for ending, compress in made.COMPRESSIONS.items()},
    "x.warc.gz": b"".join(map(gzip.compress, [made.warc_record(made.http(each)) for each in FILES.values()])),
    "x.tar.gz": gzip.compress(made.tar(FILES)),
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_container_cut_off_at_any_4_kib_loses_at_most_one_member_and_says_so(name):
    data = CONTAINERS[name]

    def outcome(data):
        problems: list[Problem] = []
        file = io.BytesIO(data)
        file.name = name
        return [(each.document, each.reference) for each in extract(file, on_problem=problems.append)], problems

    whole, none = outcome(data)
    assert none == []
    counted = list(dict.fromkeys(document for document, _ in whole))
    for end in range(BLOCK, len(data), BLOCK):
        found, problems = outcome(data[:end])
        assert problems or found == whole, end
        # The same documents under the same names, in order; the last reference may be truncated.
        assert found[:-1] == whole[: max(0, len(found) - 1)]
        names = list(dict.fromkeys(document for document, _ in found))
        assert names == counted[: len(names)]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device")
@pytest.mark.parametrize("form", TEXT)
def test_a_full_disk_is_one_sentence_and_status_2(tmp_path, form):
    (tmp_path / "a.txt").write_bytes(text(200_000))
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*COMMAND, "--format", form, str(tmp_path)], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"No space left on device" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="pipes")
@pytest.mark.parametrize("form", TEXT)
def test_a_reader_that_closes_the_pipe_ends_the_command_without_a_word(tmp_path, form):
    (tmp_path / "a.txt").write_bytes(text(2_000_000))
    words = [*COMMAND, "--format", form, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (0, 1, 2, -signal.SIGPIPE, 128 + signal.SIGPIPE)


class Interrupted(io.RawIOBase):
    """A file of which every second read is interrupted by a signal, whose handler returns."""

    def __init__(self, data):
        self._data = io.BytesIO(data)
        self.signals = 0
        self.name = "x.txt"

    def read(self, size=-1):
        os.kill(os.getpid(), signal.SIGUSR1)
        return self._data.read(min(size, 1000) if size > 0 else 1000)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_signals_during_reads_lose_nothing():
    data = text(50_000)
    caught = []
    before = signal.signal(signal.SIGUSR1, lambda *_: caught.append(1))
    try:
        found = [each.reference for each in extract(Interrupted(data))]
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert len(caught) > 10
    assert found == [each.reference for each in extract(data)]


class NotYet:
    """A file without a descriptor whose second read returns None, because no data is available yet."""

    def __init__(self):
        self._chunks = iter((b"http://a.example/ ", None, b"http://b.example/ "))

    def read(self, size):
        return next(self._chunks, b"")


def test_a_read_that_returns_none_is_a_problem_and_not_the_end():
    problems = []
    assert [each.reference for each in extract(NotYet(), on_problem=problems.append)] == ["http://a.example/"]
    [problem] = problems
    assert (problem.kind, problem.offset) == ("unreadable", 18)
    assert "read() returned None" in problem.message


@pytest.mark.skipif(os.name != "posix", reason="pipes in non-blocking mode")
@pytest.mark.parametrize("buffering", [-1, 0])
def test_a_pipe_in_non_blocking_mode_is_read_to_its_end(buffering):
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    with open(reader, "rb", buffering) as file:
        os.write(writer, b"http://a.example/ ")
        later = threading.Timer(0.3, lambda: (os.write(writer, b"http://b.example/ "), os.close(writer)))
        later.start()
        assert [each.reference for each in extract(file)] == ["http://a.example/", "http://b.example/"]
        later.join()


@pytest.mark.skipif(os.name != "posix", reason="pipes in non-blocking mode")
@pytest.mark.parametrize("flags", [[], ["-j", "2"], ["--files-from", "-"]])
def test_a_standard_input_in_non_blocking_mode_is_read_to_its_end(tmp_path, flags):
    lines = [b"http://a.example/\n", b"http://b.example/\n"]
    sent = lines
    if "--files-from" in flags:
        sent = [b"a.txt\n", b"b.txt\n"]
        for name, line in zip(sent, lines, strict=True):
            (tmp_path / name.decode().strip()).write_bytes(line)
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    words = [sys.executable, "-m", "uri_extract", *flags]
    with subprocess.Popen(words, stdin=reader, stdout=subprocess.PIPE, cwd=tmp_path) as process:
        os.close(reader)
        os.write(writer, sent[0])
        time.sleep(0.5)
        with suppress(BrokenPipeError):
            os.write(writer, sent[-1])
        os.close(writer)
        assert process.stdout.read() == b"".join(lines)
    assert process.returncode == 0


#: Kills for each format and number of processes; ``URI_EXTRACT_KILLS=42`` gives 504 in total.
KILLS = int(os.environ.get("URI_EXTRACT_KILLS", "4"))


def records(path, form):
    """Return the content of an output; bytes of a file may differ for the same records, as SQLite stores a time."""
    if form == "sqlite":
        with sqlite3.connect(path) as database:
            return list(database.iterdump())
    if form == "parquet":
        return pytest.importorskip("pyarrow.parquet").read_table(path)
    return path.read_bytes()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Return a folder of files, and the output of each format for it."""
    top = tmp_path_factory.mktemp("undisturbed")
    (top / "in").mkdir()
    for number in range(6):
        (top / "in" / f"{number}.txt").write_bytes(text(1_500_000))
    return top


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("jobs", ["1", "2", "4"])
@pytest.mark.parametrize("form", ["jsonl", "csv", "sqlite", "parquet"])
def test_a_run_killed_at_random_moments_resumes_to_the_same_output(undisturbed, tmp_path, form, jobs):
    dice = random.Random(f"{form}{jobs}")
    expected = undisturbed / f"expected.{form}"
    words = [*COMMAND, "--format", form, "-j", jobs, str(undisturbed / "in")]
    begun = time.monotonic()
    subprocess.run([*words, "-o", str(expected)], check=True)
    longest = time.monotonic() - begun
    words += ["-o", str(tmp_path / "out"), "--checkpoint", str(tmp_path / "c")]
    killed = 0
    while killed < KILLS:
        with subprocess.Popen(words, start_new_session=True) as process:
            try:
                process.wait(dice.random() * longest)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                killed += 1
                continue
        assert records(tmp_path / "out", form) == records(expected, form)
        (tmp_path / "out").unlink()
    subprocess.run(words, check=True)
    assert records(tmp_path / "out", form) == records(expected, form)
