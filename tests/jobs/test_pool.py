"""Several processes: the output is the same for any number of them, and if one of them ends."""

import gzip
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from itertools import pairwise
from threading import Thread

import pytest

from uri_extract.cli import main
from uri_extract.cli.work import Work
from uri_extract.jobs import Task, plan, pool, run
from uri_extract.jobs.messages import FOUND, INPUT, PROBLEM, RESUME
from uri_extract.mail.beginnings import MAILBOX
from uri_extract.scan import kernels
from uri_extract.sources import Unreadable, documents

KINDS = frozenset(("text/plain",))
on_posix = pytest.mark.skipif(os.name != "posix", reason="signals")
can_fork = pytest.mark.skipif(not hasattr(os, "register_at_fork"), reason="no fork")


def output(tmp_path, jobs, *arguments):
    path = tmp_path / f"out{jobs}"
    status = main(["-q", "-j", str(jobs), "-o", str(path), *map(str, arguments)])
    return status, path


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["--raw", "--null"], ["--format", "jsonl"], ["--format", "csv"], ["--count-by", "host"], ["--unique"],
        ["--unique", "--format", "jsonl"], ["--scheme", "http", "--redact", "--format", "tsv"],
        ["--template", "{target} {line}"], ["--suffix"], ["--refang", "--format", "jsonl"], ["--format", "features"],
    ],
)  # fmt: skip
def test_the_output_is_the_same_for_any_number_of_processes(tmp_path, tree, small_parts, arguments):
    small_parts(5000)
    missing = tree.parent / "missing"
    expected = output(tmp_path, 1, *arguments, tree, missing, tree / "a.txt")
    assert expected[0] == 3
    for jobs in (2, 3) if "compiled" in kernels or not arguments else (3,):
        status, path = output(tmp_path, jobs, *arguments, tree, missing, tree / "a.txt")
        assert status == 3
        assert path.read_bytes() == expected[1].read_bytes()
        assert path.stat().st_size


@pytest.mark.skipif(pool._METHOD != "fork", reason="fork")
def test_modules_prepared_for_the_first_task_are_loaded_in_every_process():
    prepared = []

    def work(inputs, unbuffered):
        for each in inputs:
            yield PROBLEM, each.filename, len(prepared), "", ""

    tasks = [Task((Unreadable(2, "", name),), ((name,),)) for name in "abcd"]
    messages = [message for each in run(iter(tasks), work, 2, None, prepared.extend) for message in each]
    assert messages == [(PROBLEM, name, 1, "", "") for name in "abcd"]
    assert [each.filename for each in prepared] == ["a"]


@pytest.mark.skipif(pool._METHOD != "fork", reason="fork")
@pytest.mark.parametrize("name", ["a.html", "a.txt"])
def test_modules_for_the_first_inputs_are_imported_before_processes_are_forked(tmp_path, name):
    (tmp_path / name).write_text("<p>http://a.example/")
    statement = "import sys; from uri_extract.cli import main; main(sys.argv[1:]); print(*sys.modules)"
    command = [sys.executable, "-c", statement, "-j2", "-o", tmp_path / "out", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ("uri_extract.markup.html.scanner" in done.stdout.split()) == (name == "a.html")


@pytest.mark.skipif(pool._METHOD != "fork", reason="fork")
def test_modules_for_parts_of_an_archive_are_imported_before_processes_are_forked(tmp_path):
    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=http://a.example/>%s</a>" % (b"x" * 5000)
    record = b"WARC/1.0\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (len(page), page)
    (tmp_path / "a.warc.gz").write_bytes(gzip.compress(record) * 20)
    statement = (
        "import sys; from uri_extract.cli import main, work; from uri_extract.jobs import tasks;"
        "from uri_extract.sources import file_parts; tasks.COMPRESSED_PART = file_parts.COMPRESSED_PART = 500;"
        "work._BEGINNING = 700; assert main(sys.argv[1:]) == 0; print(*sys.modules)"
    )
    command = [sys.executable, "-c", statement, "-j2", "-o", tmp_path / "out", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert {"uri_extract.markup.html.scanner", "uri_extract.sources.warc"} <= {*done.stdout.split()}
    assert (tmp_path / "out").read_text() == "http://a.example/\n" * 20


@on_posix
def test_a_fifo_is_read_once(tmp_path):
    """It cannot be read twice, for example to determine its type first."""
    fifo = tmp_path / "a.html"
    os.mkfifo(fifo)
    writer = Thread(target=fifo.write_text, args=("http://a.example/\n",), daemon=True)
    writer.start()
    status, path = output(tmp_path, 2, fifo)
    writer.join()
    assert (status, path.read_text()) == (0, "http://a.example/\n")


def test_a_database_has_the_same_rows(tmp_path, tree, small_parts):
    small_parts(5000)
    dumps = []
    for jobs in (1, 2):
        _, path = output(tmp_path, jobs, "--format", "sqlite", tree)
        database = sqlite3.connect(path)
        dumps.append(list(database.iterdump()))
        database.close()
    assert dumps[0] == dumps[1]
    assert len(dumps[0]) > 1000


@pytest.mark.parametrize("arguments", [["--template", "{host} {line}"], ["--unique", "--format", "jsonl"]])
def test_processes_that_are_not_forked_do_the_same(tmp_path, tree, monkeypatch, arguments):
    """As on other systems than Linux, where the tasks are pickled."""
    expected = output(tmp_path, 1, *arguments, tree)
    monkeypatch.setattr(pool, "_METHOD", "spawn")
    assert output(tmp_path, 2, *arguments, tree)[0] == expected[0]
    assert (tmp_path / "out2").read_bytes() == expected[1].read_bytes()


def test_standard_input_has_its_place(tree):
    words = [sys.executable, "-m", "uri_extract", "-j", "2", str(tree / "small1.txt"), "-", str(tree / "small2.txt")]
    done = subprocess.run(words, input=b"http://i.example/", capture_output=True, check=True, timeout=60)
    assert done.stdout.split() == [
        b"http://s.example/1", b"http://s.example/", b"http://i.example/", b"http://s.example/2", b"http://s.example/",
    ]  # fmt: skip


def test_references_are_counted_once(tmp_path, tree, small_parts, capfd):
    small_parts(5000)
    said = []
    for jobs in (1, 2):
        main(["--stats", "-j", str(jobs), "-o", str(tmp_path / "out"), str(tree)])
        said.append(capfd.readouterr().err.splitlines()[-1].split(", ")[:4])
    (documents, _, *found), others = said
    assert others[0] == documents
    assert others[2:] == found


def said(found):
    """Return a message that reports ``found`` as found."""
    return FOUND, 1, 2, 3, 4, (5, 6, 7), found


class Reader:
    """Reports each line of its inputs; some lines end the process."""

    def __init__(self, notes):
        self.notes = notes

    def __call__(self, inputs, unbuffered):
        for document in inputs:
            yield INPUT, None
            for line in b"".join(document.chunks()).splitlines():
                note = self.notes / line.decode()
                if line.startswith(b"always") or (line.startswith(b"once") and not note.exists()):
                    note.touch()
                    os.kill(os.getpid(), signal.SIGKILL)
                if line == b"raise":
                    raise OSError(28, "No space left on device", "there")
                yield said(line)


def read(tmp_path, texts, jobs):
    folder = tmp_path / f"in{jobs}"
    folder.mkdir()
    for number, lines in enumerate(texts):
        (folder / f"{number:03}").write_text("\n".join(lines))
    told = []
    for messages in run(plan(documents(folder), kinds=KINDS), Reader(tmp_path), jobs):
        for message in messages:
            if message[0] == FOUND:
                lines = message[6:]
                assert [*message[1:5], *message[5]] == [n * len(lines) for n in range(1, 8)]
                told += [(bytes(line),) for line in lines]
            elif message[0] == PROBLEM:
                told.append(message[1:])
    return told


@on_posix
def test_a_process_that_is_killed_once_loses_nothing(tmp_path, small_parts):
    small_parts(60)
    texts = [[f"{number} a", f"once{number}", f"{number} b"] for number in range(12)]
    found = read(tmp_path, texts, 2)
    assert found == [(line.encode(),) for lines in texts for line in lines]


@can_fork
@pytest.mark.parametrize("form", ["lines", "jsonl", "features"])
def test_a_process_that_is_killed_among_small_files_loses_and_repeats_nothing(tmp_path, monkeypatch, form):
    """References of several files are in one message, unless a process reads the files again."""
    folder, note = tmp_path / "in", tmp_path / "note"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number}.txt").write_text(f"http://a.example/{number} http://b.example/")
    expected = output(tmp_path, 1, "--format", form, folder)
    call = Work.__call__

    def dying(self, inputs, unbuffered):
        for number, message in enumerate(call(self, inputs, unbuffered)):
            yield message
            if number == 5 and not note.exists():
                note.touch()
                os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(Work, "__call__", dying)
    monkeypatch.setattr(pool, "_METHOD", "fork")
    monkeypatch.setattr("uri_extract.jobs.worker._FRAME", 1)  # every reference found is sent at once
    monkeypatch.setattr("uri_extract.cli.work._MOST_HELD", 100)
    status, path = output(tmp_path, 2, "--format", form, folder)
    assert note.exists()
    assert status == expected[0]
    assert path.read_bytes() == expected[1].read_bytes()


@on_posix
def test_the_results_of_many_files_are_in_few_messages(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(200):
        (folder / f"{number:03}").write_text(f"{number}")
    told = [each for some in run(plan(documents(folder), kinds=KINDS), Reader(tmp_path), 2) for each in some]
    assert [bytes(line) for message in told for line in message[6:]] == [b"%d" % number for number in range(200)]
    assert len(told) < 20


@pytest.mark.parametrize(("files", "jobs", "started"), [(1, 50, 1), (3, 50, 3), (3, 2, 2)])
def test_no_more_processes_are_started_than_there_are_tasks(tmp_path, monkeypatch, files, jobs, started):
    count = []
    start = pool.Pool._started
    monkeypatch.setattr(pool.Pool, "_started", lambda self: (count.append(1), start(self))[1])
    monkeypatch.setattr("uri_extract.jobs.tasks.BATCH_FILES", 1)  # each task has one file
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(files):
        (folder / f"{number}.txt").write_text(f"http://a.example/{number}")
    status, path = output(tmp_path, jobs, folder)
    assert path.read_text() == "".join(f"http://a.example/{number}\n" for number in range(files))
    assert (status, len(count)) == (0, started)


@on_posix
def test_an_input_that_kills_every_process_is_a_problem_and_the_rest_is_read(tmp_path, small_parts):
    small_parts(100)
    texts = [[f"{number} a", f"{number} b"] for number in range(20)]
    texts[7][1] = "always"
    texts[8][0] = "always again"
    found = read(tmp_path, texts, 3)
    lines = [(line.encode(),) for lines in texts for line in lines]
    lines.remove((b"8 b",))
    at = lines.index((b"always",))
    folder = tmp_path / "in3"
    message = "two worker processes died while reading it (SIGKILL); it was read only in part"
    lines[at : at + 2] = [(str(folder / name), 0, "process-ended", message) for name in ("007", "008")]
    assert found == lines


@on_posix
def test_an_exception_in_a_worker_is_raised(tmp_path):
    with pytest.raises(OSError, match="No space left") as raised:
        read(tmp_path, [["a"], ["raise"], ["b"]], 2)
    assert raised.value.filename == "there"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_that_vanishes_while_a_reference_crosses_a_cut_is_a_problem(tmp_path, small_parts, jobs):
    small_parts(2000)
    path = tmp_path / "t.txt"
    path.write_bytes(b"x\n" * 2000)
    (tmp_path / "u.txt").write_bytes(b"after\n")

    def tasks():
        for task in plan(documents(tmp_path), kinds=KINDS):
            if len(task.inputs) == 1 and task.inputs[0].part is not None and task.inputs[0].part.start:
                path.unlink(missing_ok=True)
            yield task

    found = [message for messages in run(tasks(), Resuming(), jobs) for message in messages]
    assert (PROBLEM, str(path), "No such file or directory") in found
    assert said(str(tmp_path / "u.txt")) in found


class Resuming:
    """Asks to resume the first part after its end, and reports the names of other inputs."""

    def __call__(self, inputs, unbuffered):
        for document in inputs:
            yield INPUT, None
            if isinstance(document, Unreadable):
                yield PROBLEM, document.filename, document.strerror
            elif document.part is not None and not document.part.start:
                yield RESUME, document.part.stop + 1, 0, 0
            else:
                yield said(document.name)


@on_posix
def test_a_part_that_begins_elsewhere_is_read_again_however_much_was_found_in_parts_after_it(
    tmp_path, small_parts, monkeypatch
):
    """The part then waits for a process while all processes have other parts to read."""
    small_parts(2000)
    monkeypatch.setattr(pool, "MAX_AHEAD", 0)  # nothing is read ahead
    path = tmp_path / "t.txt"
    path.write_bytes(b"x\n" * 10_000)
    tasks = list(plan(documents(tmp_path), kinds=KINDS))
    signal.alarm(60)
    try:
        found = [message for messages in run(iter(tasks), Resuming(), 2) for message in messages]
    finally:
        signal.alarm(0)
    assert len(tasks) > 6
    assert [message for message in found if message[0] == FOUND] == [said(str(path))] * (len(tasks) - 1)


def children_of(process):
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, check=False)
    return [int(pid) for pid in listed.stdout.split()]


@on_posix
@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGKILL", "closed"])
def test_no_process_is_left(tmp_path, how):
    for number in range(100):
        (tmp_path / f"{number}.txt").write_bytes(b"http://a.example/d\n" * 10_000)
    words = [sys.executable, "-m", "uri_extract", "-j", "2", "--format", "jsonl", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert json.loads(process.stdout.readline())["reference"] == "http://a.example/d"
        children = children_of(process)
        assert len(children) == 2
        if how == "closed":
            process.stdout.close()
        else:
            process.send_signal(getattr(signal, how))
            process.stdout.read()
        assert b"Traceback" not in process.stderr.read()
    assert process.wait(30) == {"SIGINT": 130, "SIGTERM": -15, "SIGKILL": -9, "closed": 0}[how]
    for _ in range(100):
        left = [pid for pid in children if os.path.exists(f"/proc/{pid}/stat") and not is_zombie(pid)]
        if not left:
            return
        time.sleep(0.1)
    pytest.fail(f"{left} are left")


def is_zombie(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


# Each forked process first runs the code in the place of HOOK, before any code of the module.
FORKING = """
import os, signal, sys, time
from uri_extract.cli import main
from uri_extract.jobs import pool

forks = []
def in_child():
    if len(forks) == 1:
        HOOK
os.register_at_fork(before=lambda: forks.append(1), after_in_child=in_child)
pool._METHOD = "fork"
sys.exit(main(sys.argv[1:]))
"""


def run_forking(hook, *words):
    program = FORKING.replace("HOOK", hook)
    return subprocess.run([sys.executable, "-c", program, *words], capture_output=True, check=False, timeout=60)


@can_fork
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_that_a_process_gets_right_after_the_fork_does_not_remove_the_output_file(tmp_path, tree, name):
    out = tmp_path / "out"
    assert main(["-q", "-o", str(tmp_path / "expected"), str(tree)]) == 3
    hook = f"os.kill(os.getpid(), signal.{name}); [time.sleep(0.01) for _ in range(20)]"
    done = run_forking(hook, "-q", "-j", "2", "-o", str(out), str(tree))
    assert (done.returncode, done.stdout, done.stderr) == (3, b"", b"")
    assert out.read_bytes() == (tmp_path / "expected").read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["expected", "out", "tree"]


@can_fork
def test_a_signal_that_the_parent_ignores_does_not_end_its_processes(tree):
    """``nohup`` ignores SIGHUP, which a closed terminal sends to all processes."""
    program = (
        "import os, signal, sys, time; from uri_extract.cli import main; from uri_extract.jobs import worker, pool;"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN); frames = worker._frames;"
        "worker._frames = lambda *a: (os.kill(os.getpid(), signal.SIGHUP), frames(*a))[1];"
        "pool._METHOD = 'fork'; sys.exit(main(sys.argv[1:]))"
    )
    words = [sys.executable, "-c", program, "-j", "2", str(tree / "small1.txt")]
    done = subprocess.run(words, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.split() == [b"http://s.example/1", b"http://s.example/"]


class Echo:
    """Reports much for each input."""

    def __call__(self, inputs, unbuffered):
        for _ in inputs:
            yield INPUT, None
            yield said(bytes(1 << 16))


@can_fork
def test_long_names_of_files_do_not_make_two_processes_wait_for_each_other():
    """A request that is larger than the pipe's buffer is read while answers are sent."""
    tasks = [
        Task(tuple(Unreadable(2, "no", f"{number}/{each}" * 300) for each in range(250)), ((number,),))
        for number in range(6)
    ]
    signal.alarm(60)
    try:
        found = [message for messages in run(iter(tasks), Echo(), 2) for message in messages]
    finally:
        signal.alarm(0)
    assert [len(each) for _, *found in found for each in found[5:]] == [1 << 16] * 6 * 250


# A run with one process that finds nothing and never ends; it prints the process's number.
SILENT = """
import os
from uri_extract.jobs import Task, run
from uri_extract.sources import Unreadable

def work(inputs, unbuffered):
    print(os.getpid(), flush=True)
    while True:
        yield 3, 0, 0, 0, 0, (0, 0, 0)

list(run(iter([Task((Unreadable(2, "", "a"),), (("a",),))]), work, 2))
"""


@can_fork
def test_a_process_that_finds_nothing_ends_with_the_one_that_waits_for_it(monkeypatch):
    program = f"from uri_extract.jobs import pool, worker; pool._METHOD = 'fork'; worker._FRAME = 1 << 62\n{SILENT}"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        child = int(process.stdout.readline())
        assert not is_zombie(child)
        process.kill()
    for _ in range(100):
        if is_zombie(child):
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    pytest.fail(f"{child} is left")


@on_posix
def test_the_command_works_where_a_system_has_no_signal_masks_and_no_locks(tmp_path, tree):
    """As on Windows, where processes are not forked."""
    program = tmp_path / "program.py"
    program.write_text(
        "import signal, sys\n"
        "sys.modules['fcntl'] = None\n"
        "for each in ('pthread_sigmask', 'SIGHUP', 'SIGPIPE'):\n"
        "    delattr(signal, each)\n"
        "from uri_extract.cli import main\n"
        "if __name__ == '__main__':\n"
        "    import multiprocessing.popen_spawn_posix\n"
        "    from multiprocessing import resource_tracker\n"
        "    resource_tracker._HAVE_SIGMASK = False\n"
        "    from uri_extract.jobs import pool\n"
        "    pool._METHOD = 'spawn'\n"
        "    sys.exit(main(sys.argv[1:]))\n"
    )
    words = [sys.executable, str(program), "-j", "2", "-o", str(tmp_path / "out"), str(tree / "small1.txt")]
    done = subprocess.run([*words, "--checkpoint", str(tmp_path / "c")], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "out").read_bytes().split() == [b"http://s.example/1", b"http://s.example/"]


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("t.txt", b"a line of text\n"),
        ("m.mbox", b"From a@b.c Sat Jan  1 00:00:00 2000\nFrom: a@b.c\n\nt\n\n"),
    ],
)
def test_the_last_parts_of_a_file_are_smaller_so_that_processes_end_together(tmp_path, small_parts, name, unit):
    small_parts(1000)
    (tmp_path / name).write_bytes(unit * (100_000 // len(unit)))
    (*_, end) = stops = [task.inputs[0].part.stop for task in plan(documents(tmp_path), kinds=KINDS | {MAILBOX})]
    assert end is None
    sizes = [stop - start for start, stop in pairwise([0, *stops[:-1]])]
    assert len(sizes) > 100
    assert max(sizes) < 1100
    assert sizes[-1] < 250
    assert sorted(sizes[-8:], reverse=True) == sizes[-8:]
