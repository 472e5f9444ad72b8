"""The files that are read: below directories, and from lists."""

import os
import pathlib

import pytest
from tests.cli.test_command import run  # noqa: F401
from tests.sources.test_files import write

from uri_extract import Selection, extract
from uri_extract.sources import documents

NAMES = ["a.txt", "b/c.txt", "b/c.html", "b/d/e.txt", ".git/x.txt", "b/.h.txt", "B.HTML"]


@pytest.mark.parametrize(
    ("selection", "left"),
    [
        (Selection(), NAMES),
        (Selection(vcs=False), [name for name in NAMES if not name.startswith(".git")]),
        (Selection(hidden=False), ["a.txt", "b/c.txt", "b/c.html", "b/d/e.txt", "B.HTML"]),
        (Selection(globs=("*.html",)), ["b/c.html"]),
        (Selection(globs=("*.html", "a.*")), ["b/c.html", "a.txt"]),
        (Selection(globs=("!*.txt",)), ["b/c.html", "B.HTML"]),
        (Selection(globs=("!d",)), [name for name in NAMES if "/d/" not in name]),
        (Selection(globs=("b/*.txt",)), ["b/c.txt", "b/.h.txt", "b/d/e.txt"]),
        (Selection(max_depth=1), ["a.txt", "B.HTML"]),
        (Selection(max_depth=2, hidden=False), ["a.txt", "b/c.txt", "b/c.html", "B.HTML"]),
    ],
)
def test_a_selection_chooses_files_below_a_directory(tmp_path, selection, left):
    write(tmp_path, *NAMES)
    listed = [str(pathlib.Path(each.name).relative_to(tmp_path)) for each in documents(tmp_path, selection=selection)]
    assert sorted(listed) == sorted(left)


def test_the_library_selects_as_the_command_does(tmp_path):
    write(tmp_path, *NAMES)
    for selection in (Selection(), Selection(False, ("*.txt", "!e*"), 2)):
        listed = [each.name for each in documents(tmp_path, selection=selection)]
        assert [each.document for each in extract(tmp_path, selection=selection)] == listed


def test_a_path_passed_itself_is_read_whatever_the_selection(tmp_path, run):  # noqa: F811
    write(tmp_path, ".a")
    assert run(tmp_path / ".a", "--no-hidden", "--glob", "*.x", "--max-depth", "1")[0] == 0


def test_options_of_the_command(tmp_path, run):  # noqa: F811
    write(tmp_path, *NAMES)
    assert len(run(tmp_path, "--vcs")[1].splitlines()) == len(NAMES)
    assert len(run(tmp_path)[1].splitlines()) == len(NAMES) - 1  # without .git
    assert len(run(tmp_path, "--vcs", "--hidden")[1].splitlines()) == len(NAMES)
    assert run(tmp_path, "--glob", "*.txt", "--glob", "!e*", "--max-depth", "2", "--no-hidden")[1].splitlines() == [
        b"http://a.example/a.txt", b"http://a.example/c.txt"
    ]  # fmt: skip
    assert run(tmp_path, "--max-depth", "x")[0] == 2


@pytest.mark.parametrize(("separator", "flags"), [("\n", []), ("\0", ["-0"])])
def test_paths_from_a_list(tmp_path, run, separator, flags):  # noqa: F811
    write(tmp_path, "a", "d/b", "new\nline" if flags else "c")
    paths = [str(tmp_path / name) for name in ("new\nline" if flags else "c", "d", "missing")]
    text = separator.join(["", *paths])
    listed = tmp_path / "list"
    listed.write_text(text)
    status, output, said = run(tmp_path / "a", "--files-from", listed, *flags)
    assert status == 3
    assert output.splitlines()[0] == b"http://a.example/a"
    assert output.splitlines()[-1] == b"http://a.example/b"
    assert "missing" in said
    assert run("--files-from", "-", *flags, stdin=text.encode())[1] == b"".join(output.partition(b"/a\n")[2:])


def test_lists_that_cannot_be(tmp_path, run):  # noqa: F811
    assert run("--files-from", tmp_path / "nothing")[0] == 2
    assert run("-0")[0] == 2
    assert run("-", "--files-from", "-")[0] == 2


def test_names_of_members_are_shown_so_that_nothing_acts_on_a_terminal(run, tmp_path):  # noqa: F811
    from tests.sources import made

    path = tmp_path / "x.zip"
    path.write_bytes(made.local(b"\x1b[31m\r", b"1", method=7) + made.END)
    status, _, said = run(path)
    assert status == 3
    assert "\x1b" not in said
    assert "\r" not in said


def test_no_member_is_a_path(tmp_path, run, monkeypatch):  # noqa: F811
    from tests.sources import made

    monkeypatch.chdir(tmp_path)
    files = {"/etc/passwd": b"http://a.example/1", "../up": b"http://a.example/2", "here": b"http://a.example/3"}
    for name, kind in made.CONTAINERS.items():
        (tmp_path / f"x{name}").write_bytes(kind(files))
    before = sorted(os.listdir(tmp_path)), sorted(os.listdir(tmp_path.parent))
    assert run(".")[1].count(b"\n") == 3 * len(made.CONTAINERS)
    assert (sorted(os.listdir(tmp_path)), sorted(os.listdir(tmp_path.parent))) == before
