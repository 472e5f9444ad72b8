"""Output files appear complete or not at all."""

import errno
import os
import stat
import subprocess
import sys

import pytest

from uri_extract.sinks.output import whole_file


def test_a_file_appears_when_it_is_complete(tmp_path):
    path = tmp_path / "out"
    with whole_file(str(path)) as out:
        out.write(b"a" * 100_000)
        assert not path.exists()
        assert os.path.dirname(out.name) == str(tmp_path)
    assert path.read_bytes() == b"a" * 100_000
    assert os.listdir(tmp_path) == ["out"]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt(), ValueError()])
def test_a_failed_write_leaves_everything_unchanged(tmp_path, error):
    path = tmp_path / "out"
    path.write_bytes(b"before")

    def fail():
        with whole_file(str(path)) as out:
            out.write(b"after")
            raise error

    with pytest.raises(type(error)):
        fail()
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["out"]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_disk_that_fails_at_the_end_is_a_failure(tmp_path, monkeypatch, call):
    def fail(*_):
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(OSError, match="broken"), whole_file(str(tmp_path / "out")) as out:
        out.write(b"after")
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "posix_fadvise"), reason="needs posix_fadvise")
def test_the_disk_is_asked_to_write_while_more_is_written(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(os, "posix_fadvise", lambda _, at, size, advice: asked.append((at, size, advice)))
    path = tmp_path / "out"
    with whole_file(str(path)) as out:
        for size in (100, 5_000_000, 3_000_000, 1_000_000, 30_000_000, 7_000_000, 1):
            out.write(b"a" * size)
    begins, sizes, advice = zip(*asked, strict=True)
    assert list(begins) == [sum(sizes[:i]) for i in range(len(sizes))]
    assert path.stat().st_size - sum(sizes) < 1 << 23
    assert set(advice) == {os.POSIX_FADV_DONTNEED}


@pytest.mark.skipif(not hasattr(os, "posix_fadvise"), reason="needs posix_fadvise")
def test_a_file_system_that_takes_no_advice_is_written_to(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(errno.EINVAL, "invalid")

    monkeypatch.setattr(os, "posix_fadvise", fail)
    path = tmp_path / "out"
    with whole_file(str(path)) as out:
        out.write(b"a" * 20_000_000)
    assert path.stat().st_size == 20_000_000


def test_permissions_of_what_is_replaced_are_kept(tmp_path):
    path = tmp_path / "out"
    path.touch()
    path.chmod(0o640)
    with whole_file(str(path)) as out:
        out.write(b"after")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.read_bytes() == b"after"


def test_a_new_file_has_the_permissions_that_open_gives(tmp_path):
    (tmp_path / "usual").touch()
    with whole_file(str(tmp_path / "out")):
        pass
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_symbolic_link_stays_one(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/out")
    with whole_file(str(tmp_path / "link")) as out:
        out.write(b"after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder" / "out").read_bytes() == b"after"


def test_a_device_is_written_directly():
    with whole_file(os.devnull) as out:
        out.write(b"after")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="needs /dev/fd")
def test_a_pipe_of_the_shell_is_written_directly():
    read, write = os.pipe()
    with whole_file(f"/dev/fd/{write}") as out:
        out.write(b"after")
    os.close(write)
    with open(read, "rb") as pipe:
        assert pipe.read() == b"after"


def test_a_symbolic_link_with_the_name_of_a_temporary_file_is_neither_followed_nor_removed(tmp_path):
    (tmp_path / "mine").write_bytes(b"mine")
    (tmp_path / ".out.1-0.part").symlink_to("mine")
    with whole_file(str(tmp_path / "out")) as out:
        out.write(b"after")
    assert sorted(os.listdir(tmp_path)) == [".out.1-0.part", "mine", "out"]
    assert (tmp_path / "mine").read_bytes() == b"mine"


def test_temporary_files_of_a_killed_run_are_removed(tmp_path):
    left = tmp_path / ".out.1-0.part"
    left.write_bytes(b"left")
    others = [tmp_path / name for name in (".out.x.part", ".outer.1-0.part", "out.1-0.part", ".out.1-0.parts")]
    for other in others:
        other.write_bytes(b"another's")
    for _ in range(2):
        with whole_file(str(tmp_path / "out")) as out:
            out.write(b"whole")
    assert (tmp_path / "out").read_bytes() == b"whole"
    assert {path.name for path in tmp_path.iterdir()} == {"out", *(other.name for other in others)}


def test_temporary_files_of_another_run_are_not_touched(tmp_path):
    words = "from uri_extract.sinks.output import whole_file\nwith whole_file('out') as out: print(out.name), input()"
    with subprocess.Popen(
        [sys.executable, "-uc", words], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        name = other.stdout.readline().strip()
        with whole_file(str(tmp_path / "out")) as out:
            out.write(b"ours")
        assert os.path.exists(name)
        other.communicate("\n")
    assert (tmp_path / "out").read_bytes() == b""


@pytest.mark.parametrize("name", ["nothing/out", "file/out", "."])
def test_an_output_that_cannot_be_written_is_named(tmp_path, name):
    (tmp_path / "file").touch()
    path = str(tmp_path / name)
    with pytest.raises(OSError) as caught, whole_file(path):  # noqa: PT011
        pass
    assert caught.value.filename in (path, str(tmp_path))


@pytest.mark.parametrize("name", ["x" * 255, "字" * 83 + ".jsonl"])
def test_a_name_as_long_as_names_may_be(tmp_path, name):
    path = tmp_path / name
    with whole_file(str(path)) as out:
        out.write(b"after")
    assert path.read_bytes() == b"after"


@pytest.mark.parametrize("name", ["new/", "there/", "file/"])
def test_a_name_with_a_slash_at_its_end_is_that_of_a_directory(tmp_path, name):
    (tmp_path / "there").mkdir()
    (tmp_path / "file").write_text("before")
    path = f"{tmp_path}/{name}"
    with pytest.raises(IsADirectoryError) as caught, whole_file(path):
        pass
    assert caught.value.filename == path
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "there"]
    assert (tmp_path / "file").read_text() == "before"
