"""A document is read in a process of its own, from the second on in a fork; none of them outlives its reading."""

import io
import os
import signal
import subprocess
import sys
import time

import pytest

from uri_extract.sources import program

pytestmark = pytest.mark.skipif(not program._FORKS, reason="the system has no safe fork")

#: It answers with its number, that of its parent, its limit of time, and what its descriptors are, and does what the
#: document says.
READER = """
import os, resource, time
from uri_extract.processes.isolated import limited

def main(file, results):
    said = limited(file, 1 << 30, 60).read()
    names = [str(resource.getrlimit(resource.RLIMIT_CPU)[0])]
    for name in os.listdir("/proc/self/fd"):
        try:
            names.append(os.readlink(f"/proc/self/fd/{name}").partition(":")[0])
        except OSError:  # the one of listdir
            pass
    results.write(f"{os.getpid()} {os.getppid()} {' '.join(names)}\\n".encode())
    results.write(said)
    results.flush()
    if said == b"closes":
        os.closerange(0, 100)
    if said in (b"closes", b"waits"):
        time.sleep(60)
"""
#: A process that forks servers does this first.
RESTRICTS = "import os\ndef main(): os.environ['RESTRICTED'] = 'yes'"


@pytest.fixture(autouse=True)
def paths(monkeypatch, tmp_path):
    (tmp_path / "reads.py").write_text(READER)
    (tmp_path / "restricts.py").write_text(RESTRICTS)
    (tmp_path / "fails.py").write_text("def main(): raise ValueError")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    end_servers()


def end_servers():
    for server in list(program._servers):
        server.close()


def read(said=b"said", status=0):
    """Return the number of the process that reads, that of its parent, and its limit of time and its descriptors."""
    with program.running("reads", io.BytesIO(said)) as (results, wait):
        pid, parent, *names = results.readline().split()
        assert results.read() == said
        assert wait() == status
    return int(pid), int(parent), names


def exists(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for_end(*pids):
    for _ in range(600):
        if not any(map(exists, pids)):
            return True
        time.sleep(0.05)
    return False


def test_the_first_document_is_read_by_a_new_process_and_the_others_by_forks_of_one():
    (first, parent, _), *others = [read() for _ in range(4)]
    assert parent == os.getpid()
    assert len({first, *(pid for pid, _, _ in others)}) == 4
    [server] = {parent for _, parent, _ in others}
    assert server != os.getpid()
    end_servers()
    assert not exists(server)


def test_without_a_safe_fork_python_is_started_for_each_document(monkeypatch):
    monkeypatch.setattr(program, "_FORKS", False)
    assert {read()[1] for _ in range(3)} == {os.getpid()}
    assert not program._servers


def test_a_fork_has_its_own_descriptors_only():
    for _, _, (_, *names) in [read() for _ in range(5)][1:]:
        # The document and the results; a pipe that tells the server of its end; standard output and error.
        assert sorted(names) == [b"/dev/null", b"/dev/null", b"pipe", b"pipe", b"pipe"]


def test_each_process_has_its_limit_of_time_and_more_for_a_large_document():
    for size in (1, 1, 1 << 20, 1 << 22, 1):
        assert int(read(bytes(size))[2][0]) == 60 + (size >> 20)


def test_reading_leaves_no_descriptors():
    def count():
        return [len(os.listdir(f"/proc/{pid}/fd")) for pid in (os.getpid(), server)]

    read()
    _, server, _ = read()
    before = count()
    for _ in range(20):
        read()
    assert count() == before


def test_a_document_is_read_from_its_file(tmp_path):
    path = tmp_path / "document"
    path.write_bytes(b"in a file")
    for _ in range(3):
        with open(path, "rb") as file, program.running("reads", file) as (results, wait):
            results.readline()
            assert results.read() == b"in a file"
            assert wait() == 0


@pytest.mark.parametrize("said", [b"waits", b"closes"])
def test_a_process_ends_with_the_block(said):
    read()
    for _ in range(3):
        with program.running("reads", io.BytesIO(said)) as (results, _):
            pid, parent, *_ = map(int, results.readline().split()[:2])
            if said == b"closes":
                assert results.read() == said
        assert not exists(pid)
        assert parent == os.getpid() or not exists(parent)
    assert read()[1] != parent


def test_a_fork_that_closes_its_results_and_goes_on_is_ended():
    read()
    read(b"closes", -signal.SIGKILL)


def test_after_a_fork_has_failed_the_next_one_is_of_a_new_process():
    read()
    _, server, _ = read()
    read(b"closes", -signal.SIGKILL)
    _, other, _ = read()
    assert server != other
    assert not exists(server)


def test_several_documents_are_read_at_the_same_time():
    read()
    with (
        program.running("reads", io.BytesIO(b"1")) as (first, first_ended),
        program.running("reads", io.BytesIO(b"2")) as (second, second_ended),
    ):
        assert first.readline().split()[1] != second.readline().split()[1]
        assert (second.read(), second_ended()) == (b"2", 0)
        assert (first.read(), first_ended()) == (b"1", 0)
    assert len(program._servers) == 2


def test_a_server_that_was_killed_is_replaced():
    read()
    _, server, _ = read()
    os.kill(server, signal.SIGKILL)
    [process] = program._servers
    process._process.wait()
    assert read()[1] != server


def test_a_process_that_cannot_be_started_is_none(monkeypatch):
    read()
    monkeypatch.setattr(sys, "executable", "/nowhere")
    with program.running("reads", io.BytesIO(b"")) as process:
        assert process is None


@pytest.fixture
def fork_from_now_on(monkeypatch):
    """Return a function that lets processes be forked by one that calls ``main`` of a module first."""
    monkeypatch.setattr(program, "_starter", [])

    def fork_from_now_on(module="restricts"):
        program.fork_from_now_on(module)
        monkeypatch.setattr(program, "_started", None)  # no program is started

    yield fork_from_now_on
    end_servers()
    for each in program._starter:
        each.close()


def test_from_now_on_processes_are_forked_by_one_that_gave_up_rights(fork_from_now_on, tmp_path):
    with open(tmp_path / "reads.py", "a") as file:
        file.write("\n    results.write(os.environ['RESTRICTED'].encode())")
    fork_from_now_on()
    for said in (b"1", b"2"):
        with program.running("reads", io.BytesIO(said)) as (results, wait):
            *names, last = results.readline().split()[3:]
            assert sorted([*names, last]) == [b"/dev/null", b"/dev/null", b"pipe", b"pipe", b"pipe"]
            assert (results.read(), wait()) == (said + b"yes", 0)


def test_servers_that_were_forked_are_used_again_and_replaced_after_a_failure(fork_from_now_on):
    fork_from_now_on()
    servers = [read()[1] for _ in range(3)]
    assert len(set(servers)) == 1
    read(b"closes", -signal.SIGKILL)
    assert wait_for_end(servers[0])
    _, other, _ = read()
    with program.running("reads", io.BytesIO(b"waits")) as (results, _):
        pid, parent = map(int, results.readline().split()[:2])
        assert parent == other
    assert not exists(pid)
    _, server, _ = read()
    os.kill(server, signal.SIGKILL)
    assert wait_for_end(server)
    assert read()[1] != server


def test_without_the_process_that_forks_none_can_be_started(fork_from_now_on):
    fork_from_now_on("fails")
    for _ in range(100):
        with program.running("reads", io.BytesIO(b"")) as process:
            if process is None:
                break
            assert process[0].read() == b""
            assert process[1]() == 1
        time.sleep(0.05)
    assert process is None


def test_forked_processes_end_when_all_that_may_use_them_have_ended():
    process = script("""
program.fork_from_now_on("restricts")
_, server, _ = read()
starter = int(open(f"/proc/{server}/stat").read().split(")")[1].split()[1])
child = os.fork()
if child:
    print(starter, server, child, flush=True)
    sys.exit()
sys.stdin.close()
_, other, _ = read()
print(other, flush=True)
sys.stdout.close()
time.sleep(60)
""")
    starter, server, child = map(int, process.stdout.readline().split())
    assert process.wait(timeout=60) == 0
    other = int(process.stdout.readline())
    assert wait_for_end(server)
    assert exists(starter)
    os.kill(child, signal.SIGKILL)
    assert wait_for_end(starter, other)
    process.communicate()


def script(text):
    """Start a program with the functions above."""
    source = f"import sys; sys.path[:] = {sys.path!r}\nfrom tests.sources.test_program import *\n{text}"
    return subprocess.Popen(
        [sys.executable, "-X", "dev", "-c", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_server_ends_when_its_parent_exits():
    process = script("read(); print(read()[1])")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert wait_for_end(int(out))


def test_a_server_and_its_fork_end_when_their_parent_is_killed():
    process = script("""
read()
with program.running("reads", io.BytesIO(b"waits")) as (results, _):
    print(*map(int, results.readline().split()[:2]), flush=True)
    time.sleep(60)
""")
    pids = [int(pid) for pid in process.stdout.readline().split()]
    assert all(map(exists, pids))
    process.kill()
    process.communicate(timeout=60)
    assert wait_for_end(*pids)


def test_an_interrupt_from_the_terminal_ends_the_parent_and_its_processes():
    process = script("""
read()
signal.signal(signal.SIGINT, signal.default_int_handler)
with program.running("reads", io.BytesIO(b"waits")) as (results, _):
    pids = [int(pid) for pid in results.readline().split()[:2]]
    print(*pids, flush=True)
    for pid in pids:
        os.kill(pid, signal.SIGINT)
    time.sleep(0.5)
    print(*map(exists, pids), flush=True)
    time.sleep(60)
""")
    pids = [int(pid) for pid in process.stdout.readline().split()]
    assert process.stdout.readline() == "True True\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert err.endswith("KeyboardInterrupt\n")
    assert not any(map(exists, pids))


def test_a_fork_of_the_parent_has_a_server_of_its_own():
    process = script("""
read()
server = read()[1]
with program.running("reads", io.BytesIO(b"said")) as (results, wait):
    results.readline()
    child = os.fork()
    if not child:
        assert not program._servers
        assert read()[1] == os.getpid()
        assert read()[1] not in (server, os.getpid())
        time.sleep(1)  # the server of the parent ends before it
        sys.exit()
    assert results.read() == b"said"
    assert wait() == 0
assert read()[1] == server
print(server, flush=True)
end_servers()
assert not exists(server)
assert os.waitpid(child, 0)[1] == 0
""")
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
