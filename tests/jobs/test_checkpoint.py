"""Checkpoints: a resumed run has the messages of an undisturbed one, wherever the first run ended."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from uri_extract.cli import main
from uri_extract.jobs import plan, run
from uri_extract.jobs.checkpoint import Checkpoint, CheckpointError
from uri_extract.jobs.messages import FOUND, INPUT
from uri_extract.scan import kernels
from uri_extract.sources import documents


def work(inputs, unbuffered):
    for document in inputs:
        yield INPUT, None
        for line in b"".join(document.chunks()).splitlines():
            yield FOUND, 1, 2, 3, 4, (5, 6, 7), line


@pytest.fixture
def folder(tmp_path, small_parts):
    """Return a folder of small files; a task has two of them."""
    small_parts(40)
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(6):
        (folder / str(number)).write_text("".join(f"{number} {line}\n" for line in range(4)))
    return folder


def messages(folder, directory, jobs=1):
    checkpoint = Checkpoint(str(directory), {"of": "this"})
    try:
        for some in run(plan(documents(folder), kinds=frozenset()), work, jobs, checkpoint):
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


@pytest.fixture
def whole(tmp_path, folder):
    """Return a checkpoint of the whole folder, and the messages of that run."""
    undisturbed = list(messages(folder, tmp_path / "whole"))
    return tmp_path / "whole", undisturbed


def outcome(folder, directory):
    """Return the messages of a run with that checkpoint, or the message of its error."""
    try:
        return list(messages(folder, directory))
    except CheckpointError as error:
        return str(error)


def with_file(whole, name, data):
    """Return a copy of the checkpoint in which a file has other bytes, or is missing (None)."""
    directory = whole.parent / "copy"
    shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(whole, directory)
    if data is None:
        (directory / name).unlink()
    else:
        (directory / name).write_bytes(data)
    return directory


@pytest.mark.long
@pytest.mark.parametrize(("lost", "step"), [(b"", 1), (bytes(100), 13), (bytes(4096), 13)])
def test_a_run_resumes_from_a_log_cut_off_at_any_byte_or_ending_with_zeros(whole, folder, lost, step):
    directory, undisturbed = whole
    log = (directory / "log").read_bytes()
    for end in range(0, len(log), step):
        torn = with_file(directory, "log", log[:end] + lost)
        assert outcome(folder, torn) == undisturbed
        assert (torn / "log").read_bytes() == log


@pytest.mark.parametrize("step", [19, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["log", "command.json"])
def test_a_checkpoint_in_which_any_byte_has_changed_is_refused(whole, folder, name, step):
    directory, _ = whole
    data = (directory / name).read_bytes()
    for at in range(0, len(data), step):
        for flip in (0xFF, 0x01, 0x80) if step > 1 else [(0xFF, 0x01, 0x80)[at % 3]]:
            damaged = with_file(directory, name, data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :])
            said = outcome(folder, damaged)
            assert isinstance(said, str), (at, flip)
            assert said.startswith(f"checkpoint {damaged / name} is damaged")
            assert said.endswith("; remove the directory to start over")
            if name == "log":
                assert int(said.partition("at byte ")[2].partition(";")[0]) <= at


def frames_of(log):
    """Return the frames of a log: the head with its digest, and the data with its digest."""
    frames = []
    while log:
        end = 21 + int.from_bytes(log[:4], "little") + 16
        frames.append(log[:end])
        log = log[end:]
    return frames


def test_a_checkpoint_with_frames_swapped_repeated_or_left_out_is_refused(whole, folder):
    directory, _ = whole
    frames = frames_of((directory / "log").read_bytes())
    assert len(frames) > 30
    for at in range(len(frames) - 1):
        changed = [
            [*frames[:at], frames[at + 1], frames[at], *frames[at + 2 :]],
            [*frames[:at], frames[at], *frames[at:]],
            [*frames[:at], *frames[at + 1 :]],
        ]
        for each in changed:
            damaged = with_file(directory, "log", b"".join(each))
            assert "is damaged at byte" in str(outcome(folder, damaged))


@pytest.mark.parametrize("name", ["log", "command.json", "lock"])
def test_a_checkpoint_that_lacks_a_file_starts_over_or_is_refused(whole, folder, name):
    directory, undisturbed = whole
    said = outcome(folder, with_file(directory, name, None))
    if name == "command.json":  # without it the log's command is unknown
        assert said == f"{directory.parent / 'copy' / name}: missing or empty in a checkpoint that is in use; " + (
            "remove the directory to start over"
        )
    else:
        assert said == undisturbed


def test_a_log_of_another_command_is_refused(whole, folder):
    directory, _ = whole
    Checkpoint(str(directory.parent / "other"), {"of": "that"}).close(done=False)
    other = (directory.parent / "other" / "command.json").read_bytes()
    mixed = with_file(directory, "command.json", other)
    assert "checkpoint belongs to a different command line" in outcome(folder, mixed)
    with pytest.raises(CheckpointError, match="is damaged at byte 0"):
        Checkpoint(str(mixed), {"of": "that"})


@pytest.mark.parametrize("name", ["log", "command.json", "lock"])
@pytest.mark.parametrize("how", ["a directory", "no UTF-8", "too long a number"])
def test_the_command_refuses_a_checkpoint_that_it_cannot_read_with_one_sentence(tmp_path, capfd, name, how):
    (tmp_path / "a.txt").write_text("http://a.example/\n")
    checkpoint = tmp_path / "c"
    checkpoint.mkdir()
    (checkpoint / "log").write_bytes(b"some bytes that are no log at all, but long enough")
    (checkpoint / "command.json").write_bytes(b"{}")
    if how == "a directory":
        (checkpoint / name).unlink(missing_ok=True)
        (checkpoint / name).mkdir()
    else:
        (checkpoint / name).write_bytes(b"\xff\xfe{" if how == "no UTF-8" else b"9" * 10_000)
    assert main(["--checkpoint", str(checkpoint), str(tmp_path / "a.txt")]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("uri-extract: ")
    assert err.count("\n") == 1
    assert str(checkpoint) in err


@pytest.mark.skipif(os.name != "posix", reason="symbolic links and FIFOs")
@pytest.mark.parametrize("name", ["log", "command.json", "command.json.part", "lock"])
@pytest.mark.parametrize("plant", [Path.symlink_to, lambda path, _: os.mkfifo(path)], ids=["link", "FIFO"])
@pytest.mark.parametrize("there", [None, b"", b"of the user\n"])
def test_a_checkpoint_neither_follows_a_planted_link_nor_waits_for_a_planted_fifo(tmp_path, name, plant, there):
    mine, checkpoint = tmp_path / "mine", tmp_path / "c"
    if there is not None:
        mine.write_bytes(there)
    checkpoint.mkdir()
    plant(checkpoint / name, mine)
    if name == "command.json.part":  # what a killed run left there is removed
        Checkpoint(str(checkpoint), {}).close(done=True)
    else:
        with pytest.raises(CheckpointError, match=f"{name}: not a regular file; remove the directory to start over$"):
            Checkpoint(str(checkpoint), {})
    assert (mine.read_bytes() if mine.exists() else None) == there


@pytest.mark.parametrize("name", ["command.json", "lock"])
def test_a_directory_with_files_of_the_same_names_is_not_a_checkpoint(tmp_path, name):
    (tmp_path / name).write_bytes(b"of the user\n")
    with pytest.raises(CheckpointError, match=f"{name}: not a file of a checkpoint, which needs a directory of its"):
        Checkpoint(str(tmp_path), {})
    assert (tmp_path / name).read_bytes() == b"of the user\n"


@pytest.mark.skipif(os.name != "posix", reason="locks")
def test_a_run_that_begins_while_another_one_ends_has_a_checkpoint_of_its_own(tmp_path, monkeypatch):
    """The other run may remove its files after the new run opens the lock and before it locks it."""
    others = [Checkpoint(str(tmp_path / "c"), {})]
    holds = Checkpoint._holds

    def late(self, file):
        while others:
            others.pop().close(done=True)
        return holds(self, file)

    monkeypatch.setattr(Checkpoint, "_holds", late)
    monkeypatch.setattr(os, "rmdir", lambda _: None)
    second = Checkpoint(str(tmp_path / "c"), {})
    monkeypatch.undo()
    with pytest.raises(CheckpointError, match="another run"):
        _in_other_process(tmp_path / "c")
    second.close(done=True)
    assert not (tmp_path / "c").exists()


def _in_other_process(directory):
    words = [sys.executable, "-m", "uri_extract", "--checkpoint", str(directory), str(directory.parent)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CheckpointError(done.stderr)


def test_finished_tasks_are_not_done_again(tmp_path, folder):
    undisturbed = list(messages(folder, tmp_path / "c"))
    checkpoint = Checkpoint(str(tmp_path / "c"), {"of": "this"})
    told = [each for some in run(plan(documents(folder), kinds=frozenset()), None, 1, checkpoint) for each in some]
    checkpoint.close(done=True)
    assert told == undisturbed
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize("change", ["more", "less", "other time", "last one gone", "gone", "first"])
def test_inputs_that_have_changed_are_an_error(tmp_path, folder, change):
    list(messages(folder, tmp_path / "c"))
    if change == "more":
        (folder / "0").write_text("more than before")
    elif change == "less":
        (folder / "1").write_text("")
    elif change == "other time":
        os.utime(folder / "1", (1, 1))
    elif change == "last one gone":
        (folder / "5").unlink()
    elif change == "gone":
        for each in folder.iterdir():
            each.unlink()
    else:
        (folder / "-1").write_text("before all")
    name = {"less": "1", "other time": "1", "last one gone": "5"}.get(change, "0")
    with pytest.raises(CheckpointError, match=f"in/{name}: changed since the checkpoint was made"):
        list(messages(folder, tmp_path / "c"))


def test_a_checkpoint_of_another_command_is_an_error(tmp_path, folder):
    list(messages(folder, tmp_path / "c"))
    with pytest.raises(CheckpointError, match="belongs to a different command line"):
        Checkpoint(str(tmp_path / "c"), {"of": "that"})


@pytest.mark.skipif(os.name != "posix", reason="locks")
def test_a_checkpoint_is_used_by_one_run_at_a_time(tmp_path):
    first = Checkpoint(str(tmp_path / "c"), {})
    (tmp_path / "a.txt").write_text("http://a.example/")
    words = [sys.executable, "-m", "uri_extract", "--checkpoint", str(tmp_path / "c"), str(tmp_path / "a.txt")]
    done = subprocess.run(words, capture_output=True, check=False)
    first.close(done=True)
    assert done.returncode == 2
    assert done.stderr.endswith(b"c: another run uses this checkpoint\n")
    assert subprocess.run(words, capture_output=True, check=True).stdout == b"http://a.example/\n"


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    "form", ["lines", *(pytest.param(form, marks=pytest.mark.long) for form in ("jsonl", "sqlite", "csv"))]
)
def test_a_killed_command_is_resumed(tmp_path, tree, form):
    count = 400_000 if "compiled" in kernels else 60_000
    (tree / "big.txt").write_bytes(b"see http://a.example/b there,\nand <http://c.example/d>\n" * count)
    words = ["-j", "2", "--format", form, "-o", str(tmp_path / "out"), "--checkpoint", str(tmp_path / "c"), str(tree)]
    assert main([*words[:5], str(tmp_path / "expected"), str(tree)]) == 3
    for size in (1, 10_000, 5 * count):
        with subprocess.Popen([sys.executable, "-m", "uri_extract", *words], stdout=subprocess.PIPE) as process:
            while process.poll() is None and size_of(tmp_path / "c" / "log") < size:
                time.sleep(0.005)
            process.send_signal(signal.SIGKILL)
        assert not (tmp_path / "out").exists()
    assert main(words) == 3
    if form != "sqlite":  # SQLite may store the time
        assert (tmp_path / "out").read_bytes() == (tmp_path / "expected").read_bytes()
    assert (tmp_path / "out").stat().st_size == (tmp_path / "expected").stat().st_size
    assert not (tmp_path / "c").exists()


def size_of(path):
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def test_input_that_cannot_be_read_again_is_refused_with_a_checkpoint(tmp_path, capsys):
    for words in ([], ["-"], ["a", "-"]):
        with pytest.raises(SystemExit) as ended:
            main([*words, "--checkpoint", str(tmp_path / "c")])
        assert ended.value.code == 2
        assert "standard input cannot be read again" in capsys.readouterr().err


def test_the_checkpoint_is_not_an_input(tmp_path, capfd):
    (tmp_path / "a.txt").write_text("http://a.example/")
    for _ in range(2):
        assert main(["--checkpoint", str(tmp_path / "c"), str(tmp_path)]) == 0
        assert capfd.readouterr().out == "http://a.example/\n"
