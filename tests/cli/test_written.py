"""Files that a run writes to are not read as input, so a run ends and destroys no input."""

import json
import os
import resource
import subprocess
import sys

import pytest

from uri_extract import extract

LINE = b"see http://a.example/x there\n"
SKIPPED = "input file is also the output; skipped"
#: The most bytes of an output file; a run that reads its own output exceeds them.
MOST = 1 << 20


@pytest.fixture
def shell(tmp_path):
    """Return a function that runs the command in a directory of three files, in which files cannot grow without end."""
    for name in ("a.txt", "z.txt"):
        (tmp_path / name).write_bytes(LINE * 200)
    (tmp_path / "links.txt").write_bytes(LINE * 200)

    def shell(arguments, **options):
        line = f'"{sys.executable}" -m uri_extract {arguments}'
        options = {"input": b"", "capture_output": True, "timeout": 60, "cwd": tmp_path, **options}

        def bound():
            resource.setrlimit(resource.RLIMIT_FSIZE, (MOST, MOST))

        return subprocess.run(["bash", "-c", line], check=False, preexec_fn=bound, **options)

    return shell


def problems(done):
    lines = done.stderr.decode().splitlines()
    assert all(line.startswith("uri-extract: ") for line in lines)
    return [line.removeprefix("uri-extract: ") for line in lines]


@pytest.mark.parametrize("jobs", ["", "-j 2"])
@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (". {} > links.txt", "./links.txt"),
        (". {} >> links.txt", "./links.txt"),
        ("--format jsonl . {} >> links.txt", "./links.txt"),
        ("a.txt links.txt z.txt {} > links.txt", "links.txt"),
        ("a.txt links.txt z.txt {} >> links.txt", "links.txt"),
        ("a.txt link z.txt {} >> links.txt", "link"),
        ("a.txt hard z.txt {} >> links.txt", "hard"),
        ("a.txt - z.txt {} < links.txt >> links.txt", "-"),
        ("--files-from list {} >> links.txt", "links.txt"),
    ],
)
def test_an_input_that_is_standard_output_is_a_problem_and_others_are_read(shell, tmp_path, arguments, name, jobs):
    if name == "link":
        (tmp_path / "link").symlink_to("links.txt")
    if name == "hard":
        (tmp_path / "hard").hardlink_to(tmp_path / "links.txt")
    if "list" in arguments:
        (tmp_path / "list").write_text("a.txt\nlinks.txt\nz.txt\n")
    before = 200 if ">>" in arguments else 0
    done = shell(arguments.format(jobs))
    assert (done.returncode, problems(done)) == (3, [f"{name}: {SKIPPED}"])
    assert (tmp_path / "links.txt").read_bytes().count(b"http://a.example/x") >= before + 400
    records = [line for line in (tmp_path / "links.txt").read_bytes().splitlines() if line.startswith(b"{")]
    if "jsonl" in arguments:
        assert [json.loads(line)["message"] for line in records if b'"problem"' in line] == [SKIPPED]
        assert len(records) == 401


def test_an_input_that_is_standard_error_is_a_problem(shell, tmp_path):
    (tmp_path / "b http:").mkdir()
    (tmp_path / "b http:" / "b.example").symlink_to("nothing")
    done = shell("--format jsonl . 2>> links.txt")
    assert done.returncode == 3
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["message"] for record in records if "problem" in record] == [
        "a broken symbolic link",
        SKIPPED,
    ]


@pytest.mark.parametrize(
    "arguments", ["--files-from links.txt >> links.txt", "--files-from - < links.txt >> links.txt"]
)
def test_a_list_of_paths_that_is_standard_output_is_refused(shell, tmp_path, arguments):
    done = shell(arguments)
    name = arguments.split()[1]
    assert (done.returncode, problems(done)) == (2, [f"{name}: the list of paths is also the output"])
    assert (tmp_path / "links.txt").read_bytes() == LINE * 200


def test_a_list_of_paths_that_is_the_output_file_is_refused(shell, tmp_path):
    done = shell("--files-from links.txt -o links.txt")
    assert (done.returncode, problems(done)) == (2, ["links.txt: the list of paths is also the output"])
    assert (tmp_path / "links.txt").read_bytes() == LINE * 200


def test_an_output_file_that_a_list_names_as_input_is_a_problem(shell, tmp_path):
    (tmp_path / "list").write_text("a.txt\nlinks.txt\n")
    done = shell("--files-from list -o links.txt")
    assert (done.returncode, problems(done)) == (3, [f"links.txt: {SKIPPED}"])


def test_files_that_a_run_makes_for_itself_are_neither_input_nor_a_problem(shell, tmp_path):
    (tmp_path / "links.txt").unlink()
    done = shell("--checkpoint state -o links.txt .")
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "links.txt").read_bytes() == b"http://a.example/x\n" * 400


@pytest.mark.parametrize("how", [os.link, os.symlink])
def test_an_input_under_another_name_is_not_replaced(shell, tmp_path, how):
    how(tmp_path / "links.txt", tmp_path / "other.txt")
    done = shell("-o links.txt other.txt")
    assert done.returncode == 2
    assert b"refusing to overwrite it" in done.stderr
    assert (tmp_path / "links.txt").read_bytes() == LINE * 200


@pytest.mark.parametrize("flags", ["", "--checkpoint .z-state"])
def test_the_unfinished_output_is_not_read_when_some_of_it_is_written(shell, tmp_path, flags):
    (tmp_path / "links.txt").unlink()
    # The name sorts before those that begin with a dot, and 400 kB of lines are not held in memory until the end.
    (tmp_path / "!.txt").write_bytes(LINE * 20_000)
    done = shell(f"{flags} -o links.txt .")
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "links.txt").read_bytes() == b"http://a.example/x\n" * 20_400


def test_a_device_may_be_input_and_output(shell):
    done = shell("/dev/null a.txt > /dev/null 2>&1")
    assert done.returncode == 0
    assert shell("/dev/null a.txt 2> /dev/null | wc -l").stdout.strip() == b"200"


def test_a_file_that_grows_while_it_is_read_is_read_up_to_the_size_that_it_had(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(LINE * 20_000)
    found = 0
    with open(path, "ab") as log:
        for _ in extract(path):
            log.write(LINE * 2)
            log.flush()
            found += 1
            if found > 20_000:
                break
    assert found == 20_000


def test_an_empty_file_is_read_while_another_process_writes_to_it(tmp_path):
    path = tmp_path / "log"
    path.touch()
    assert list(extract(path)) == []


@pytest.mark.skipif(not os.path.exists("/proc/self/environ"), reason="no /proc")
def test_a_file_that_the_kernel_makes_is_read_though_its_size_is_0(shell):
    done = shell("/proc/self/environ", env={**os.environ, "LINK": "http://b.example/" + "x" * 9000})
    assert b"http://b.example/" + b"x" * 9000 + b"\n" in done.stdout
