"""What the command may do to the system: ``--sandbox`` enforces it, and a trace shows that it holds without it too."""

import gzip
import os
import re
import shutil
import subprocess
import sys

import pytest
from tests.sources import made
from tests.sources.made_pdf import lines, pdf

from uri_extract.cli import sandbox
from uri_extract.errors import UriExtractError

COMMAND = [sys.executable, "-B", "-m", "uri_extract"]  # -B: Python writes no bytecode
#: The attempts of a child process after it is confined; it prints one answer in each line.
CHILD = """
import os, socket, subprocess, sys
from uri_extract.cli.sandbox import confine

confine(sys.argv[1:2], sys.argv[2:3])

def answer(name, act):
    try:
        act()
    except (PermissionError, subprocess.CalledProcessError):
        print(name, "refused")
    except OSError as error:
        print(name, error)
    else:
        print(name, "allowed")

def written(path, mode="w"):
    with open(path, mode) as file:
        file.write("x")

held, allowed, elsewhere = sys.argv[1:4]
answer("socket", socket.socket)
answer("local socket", lambda: socket.socket(socket.AF_UNIX))
answer("pair", socket.socketpair)
answer("read", lambda: open(os.path.join(elsewhere, "there")).close())
answer("write", lambda: written(os.path.join(elsewhere, "there"), "r+"))
answer("truncate", lambda: os.truncate(os.path.join(elsewhere, "there"), 0))
answer("make", lambda: written(os.path.join(elsewhere, "new")))
answer("remove", lambda: os.unlink(os.path.join(elsewhere, "there")))
answer("link", lambda: os.symlink("there", os.path.join(elsewhere, "link")))
answer("write an output", lambda: written(held, "r+"))
answer("rename it", lambda: os.replace(held, held + ".new"))
answer("write beside it", lambda: written(held + ".beside"))
answer("make what is allowed", lambda: written(os.path.join(allowed, "new")))
answer("write it", lambda: written(os.path.join(allowed, "new")))
answer("remove it", lambda: os.unlink(os.path.join(allowed, "new")))
answer("signal", lambda: os.kill(os.getppid(), 0))
answer("another program", lambda: subprocess.run(["/bin/true"]))
answer("this Python", lambda: subprocess.run([sys.executable, "-I", "-c", "pass"], check=True))
answer("a child's socket", lambda: subprocess.run([sys.executable, "-Ic", "import socket; socket.socket()"],
                                                  check=True, stderr=subprocess.DEVNULL))
"""
EXPECTED = {
    "socket": "refused", "local socket": "refused", "pair": "allowed",
    "read": "allowed", "write": "refused", "make": "refused", "remove": "refused", "link": "refused",
    "write an output": "allowed", "rename it": "allowed", "write beside it": "refused",
    "make what is allowed": "allowed", "write it": "allowed", "remove it": "allowed",
    "another program": "refused", "this Python": "allowed", "a child's socket": "refused",
}  # fmt: skip


#: The version of Landlock that first restricts an operation.
SINCE = {"truncate": 3, "signal": 6}


def landlock():
    """Return the version of Landlock of this system, 0 without Landlock."""
    if not sys.platform.startswith("linux") or os.uname().machine not in sandbox._SOCKET:
        return 0
    return max(0, sandbox._call(sandbox._CREATE_RULESET, None, 0, sandbox._VERSION))


confined = pytest.mark.skipif(not landlock(), reason="a system without Landlock")


@pytest.fixture
def pile(tmp_path):
    """Return a directory of documents that are read by different readers."""
    pile = tmp_path / "pile"
    pile.mkdir()
    text = b"see http://a.example/x, and <http://b.example/>\n" * 40
    mail = b"From a@h.example Thu Nov  5 10:00:00 2026\nFrom: a@h.example\nSubject: x\n\n" + text + b"\n"
    (pile / "a.txt").write_bytes(text)
    (pile / "b.html").write_bytes(b"<a href='http://a.example/'>x</a>" * 40)
    (pile / "c.mbox").write_bytes(mail * 20)
    (pile / "d.warc.gz").write_bytes(gzip.compress(made.warc_record(made.http(text))))
    (pile / "e.zip").write_bytes(made.CONTAINERS[".zip"]({"in.txt": text}))
    return pile


@pytest.fixture
def run(tmp_path):
    """Return a function that runs the command with an empty directory for temporary files."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()

    def run(*arguments):
        words = [*COMMAND, *map(str, arguments)]
        environment = {**os.environ, "TMPDIR": str(temporary)}
        done = subprocess.run(words, capture_output=True, timeout=120, check=False, env=environment)
        assert os.listdir(temporary) == []
        return done

    return run


@confined
@pytest.mark.parametrize("jobs", [(), ("-j", 2)], ids=["one process", "two"])
@pytest.mark.parametrize("name", ["", "x.jsonl", "x.jsonl.gz", "x.csv", "x.sqlite", "x.html"])
def test_a_run_in_a_sandbox_gives_what_one_without_gives(run, pile, tmp_path, name, jobs):
    given = []
    for flags in ((), ("--sandbox", "--checkpoint", tmp_path / "kept")):
        output = ("-o", tmp_path / name) if name else ()
        done = run(*flags, *jobs, *output, pile)
        assert (done.returncode, done.stderr) == (0, b"")
        given.append((tmp_path / name).read_bytes() if name else done.stdout)
    assert given[0] == given[1] != b""
    assert sorted(os.listdir(tmp_path)) == sorted(filter(None, ["pile", "temporary", name]))


@confined
def test_a_sandboxed_run_may_use_temporary_files_and_devices(run, pile, tmp_path):
    for flags in (["--unique"], ["--count-by", "host"], ["-o", os.devnull]):
        assert run("--sandbox", *flags, pile).returncode == 0
    many = tmp_path / "many.txt"
    many.write_bytes(b"".join(b"http://a.example/%d\n" % number for number in range(140_000)))
    done = run("--sandbox", "--unique", many)  # more than --unique keeps in memory
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == many.read_bytes()


@confined
def test_helpers_in_python_are_started(run, tmp_path):
    pytest.importorskip("pypdfium2")
    for name in "abc":
        (tmp_path / f"{name}.pdf").write_bytes(pdf((lines((72, 700, "see http://a.example/x")), [])))
    done = run("--sandbox", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"http://a.example/x\n" * 3, b"")


@confined
def test_a_confined_process_is_refused_sockets_programs_and_other_files(tmp_path):
    for name in ("allowed", "elsewhere", "temporary", "outputs"):
        (tmp_path / name).mkdir()
    (tmp_path / "elsewhere" / "there").write_text("kept")
    (tmp_path / "outputs" / "held").write_text("")
    places = [tmp_path / "outputs" / "held", tmp_path / "allowed", tmp_path / "elsewhere"]
    done = subprocess.run(
        [sys.executable, "-c", CHILD, *map(str, places)],
        capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "TMPDIR": str(tmp_path / "temporary")},
    )  # fmt: skip
    answers = dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())
    later = {name: "refused" if landlock() >= since else "allowed" for name, since in SINCE.items()}
    assert answers == EXPECTED | later
    if landlock() >= SINCE["truncate"]:
        assert (tmp_path / "elsewhere" / "there").read_text() == "kept"


@confined
@pytest.mark.parametrize("flags", [[], ["-j", "2"], ["-o", "out.sqlite"], ["--format", "html", "--unique"]])
def test_rights_are_given_up_while_there_is_one_thread(pile, tmp_path, flags):
    """Landlock and seccomp apply to the calling thread and to threads started later, not to others."""
    program = """
import os, sys
from uri_extract.cli import main, sandbox
sandbox.confine = lambda *_: print(len(os.listdir("/proc/self/task")), file=sys.stderr)
sys.exit(main(sys.argv[1:]))
"""
    words = [sys.executable, "-c", program, "--sandbox", *flags, str(pile)]
    done = subprocess.run(words, capture_output=True, timeout=60, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"1\n")


@confined
def test_a_url_among_the_inputs_of_a_sandbox_is_an_error(run):
    done = run("--sandbox", "https://u:secret@h.example/?key=secret")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"uri-extract: https://h.example/: a remote input cannot be read with --sandbox\n"


def test_a_system_that_cannot_is_a_clear_error(in_process, pile, monkeypatch):
    monkeypatch.setattr(sandbox, "_call", lambda *_: -1)
    done = in_process("--sandbox", pile / "a.txt")
    assert (done.returncode, done.stdout) == (2, b"")
    said = b"--sandbox: needs Linux 5.13 or later with Landlock and seccomp"
    assert done.stderr == b"uri-extract: %s\n" % said
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(UriExtractError, match="Landlock"):
        sandbox.confine([])


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
@pytest.mark.parametrize("jobs", [(), ("-j", 2)], ids=["one process", "two"])
def test_without_a_sandbox_no_program_is_started_no_socket_opened_and_only_the_output_written(pile, tmp_path, jobs):
    trace = tmp_path / "trace"
    watched = "trace=execve,execveat,socket,connect,bind,ptrace,kill,%file"
    output = tmp_path / "out.jsonl"
    traced = ["strace", "-f", "-qq", "-z", "-s", "4096", "-e", watched, "-o", trace, *COMMAND]
    words = [*map(str, (*traced, *jobs, "-o", output, pile))]
    done = subprocess.run(words, capture_output=True, timeout=120, check=False)
    if b"Operation not permitted" in done.stderr:
        pytest.skip("strace may not trace here")
    assert done.returncode == 0
    processes, calls = zip(*(line.split(maxsplit=1) for line in trace.read_text().splitlines()), strict=True)
    assert [call for call in calls if call.startswith(("socket(", "connect(", "bind(", "ptrace("))] == []
    assert {re.match(r"kill\((\d+)", call)[1] for call in calls if call.startswith("kill(")} < set(processes)
    assert len([call for call in calls if call.startswith("execve")]) == 1
    changes = re.compile(
        "O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|^(?:creat|mk|unlink|rmdir|rename|link|symlink|truncate|chmod)"
    )
    written = {re.search(r'"([^"]+)"', call)[1] for call in calls if changes.search(call)}
    temporary = {name for name in written if re.search(r"/\.out\.jsonl\.\d+-\d+\.part$", name)}
    assert len(temporary) == 1
    assert written - temporary <= {os.devnull}
