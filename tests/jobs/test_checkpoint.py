"""Checkpoints: what a run that goes on gives is what an undisturbed one gives, wherever the other ended."""

import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

from uri_extract.cli import main
from uri_extract.jobs import Checkpoint, CheckpointError, plan, run
from uri_extract.jobs.messages import FOUND, INPUT
from uri_extract.sources import documents


def work(inputs):
    for document in inputs:
        yield (INPUT,)
        for line in b"".join(document.chunks()).splitlines():
            yield FOUND, line


@pytest.fixture
def folder(tmp_path, small_parts):
    """Some small files; a task has two."""
    small_parts(40)
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(6):
        (folder / str(number)).write_text("".join(f"{number} {line}\n" for line in range(4)))
    return folder


def messages(folder, directory, jobs=1):
    checkpoint = Checkpoint(str(directory), {"of": "this"})
    try:
        for some in run(plan(documents(folder)), work, jobs, checkpoint):
            yield from some
    finally:
        checkpoint.close(done=False)


def test_every_end_of_a_run_is_gone_on_from(tmp_path, folder):
    undisturbed = list(messages(folder, tmp_path / "undisturbed"))
    assert len(undisturbed) == 6 * 5
    for end in range(len(undisturbed)):
        directory = tmp_path / f"checkpoint{end}"
        run_that_ends = messages(folder, directory)
        told = [next(run_that_ends) for _ in range(end)]
        run_that_ends.close()
        assert told == undisturbed[:end]
        assert list(messages(folder, directory)) == undisturbed
        assert list(messages(folder, directory)) == undisturbed  # nothing left to do


def test_every_torn_log_is_gone_on_from(tmp_path, folder):
    undisturbed = list(messages(folder, tmp_path / "whole"))
    log = (tmp_path / "whole" / "log").read_bytes()
    for end in range(0, len(log), 7):
        directory = tmp_path / "torn"
        shutil.copytree(tmp_path / "whole", directory)
        (directory / "log").write_bytes(log[:end] + b"\xff" * (end % 3))
        assert list(messages(folder, directory)) == undisturbed
        assert (directory / "log").read_bytes() == log
        shutil.rmtree(directory)


def test_what_is_done_is_not_done_again(tmp_path, folder):
    undisturbed = list(messages(folder, tmp_path / "c"))
    checkpoint = Checkpoint(str(tmp_path / "c"), {"of": "this"})
    told = [each for some in run(plan(documents(folder)), None, 1, checkpoint) for each in some]
    checkpoint.close(done=True)
    assert told == undisturbed
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize("change", ["more", "gone", "first"])
def test_inputs_that_have_changed_are_an_error(tmp_path, folder, change):
    list(messages(folder, tmp_path / "c"))
    if change == "more":
        (folder / "0").write_text("more")
    elif change == "gone":
        for each in folder.iterdir():
            each.unlink()
    else:
        (folder / "-1").write_text("before all")
    with pytest.raises(CheckpointError, match="changed since the checkpoint was made"):
        list(messages(folder, tmp_path / "c"))


def test_another_command_is_an_error(tmp_path, folder):
    list(messages(folder, tmp_path / "c"))
    with pytest.raises(CheckpointError, match="of another command"):
        Checkpoint(str(tmp_path / "c"), {"of": "that"})


@pytest.mark.skipif(os.name != "posix", reason="locks")
def test_one_run_at_a_time(tmp_path):
    first = Checkpoint(str(tmp_path / "c"), {})
    (tmp_path / "a.txt").write_text("http://a.example/")
    words = [sys.executable, "-m", "uri_extract", "--checkpoint", str(tmp_path / "c"), str(tmp_path / "a.txt")]
    done = subprocess.run(words, capture_output=True, check=False)
    first.close(done=True)
    assert done.returncode == 2
    assert done.stderr.endswith(b"c: another run uses this checkpoint\n")
    assert subprocess.run(words, capture_output=True, check=True).stdout == b"http://a.example/\n"


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("form", ["lines", "jsonl", "sqlite", "csv"])
def test_a_command_that_is_killed_goes_on(tmp_path, tree, form):
    (tree / "big.txt").write_bytes(b"see http://a.example/b there,\nand <http://c.example/d>\n" * 400_000)
    words = ["-j", "2", "--format", form, "-o", str(tmp_path / "out"), "--checkpoint", str(tmp_path / "c"), str(tree)]
    assert main([*words[:5], str(tmp_path / "expected"), str(tree)]) == 3
    for size in (1, 10_000, 2_000_000):
        with subprocess.Popen([sys.executable, "-m", "uri_extract", *words], stdout=subprocess.PIPE) as process:
            while process.poll() is None and size_of(tmp_path / "c" / "log") < size:
                time.sleep(0.005)
            process.send_signal(signal.SIGKILL)
        assert not (tmp_path / "out").exists()
    assert main(words) == 3
    if form != "sqlite":  # whose bytes have the time in them, perhaps
        assert (tmp_path / "out").read_bytes() == (tmp_path / "expected").read_bytes()
    assert (tmp_path / "out").stat().st_size == (tmp_path / "expected").stat().st_size
    assert not (tmp_path / "c").exists()


def size_of(path):
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def test_what_cannot_be_read_again_has_no_checkpoint(tmp_path, capsys):
    for words in ([], ["-"], ["a", "-"]):
        with pytest.raises(SystemExit) as ended:
            main([*words, "--checkpoint", str(tmp_path / "c")])
        assert ended.value.code == 2
        assert "standard input cannot be read again" in capsys.readouterr().err


def test_the_checkpoint_is_no_input(tmp_path, capfd):
    (tmp_path / "a.txt").write_text("http://a.example/")
    for _ in range(2):
        assert main(["--checkpoint", str(tmp_path / "c"), str(tmp_path)]) == 0
        assert capfd.readouterr().out == "http://a.example/\n"
