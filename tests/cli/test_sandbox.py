"""What the command may do to the system: ``--sandbox`` enforces it, and a trace shows that it holds without it too."""

import gzip
import io
import os
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest
from tests import running
from tests.sources import made
from tests.sources.made_pdf import lines, pdf

from uri_extract.errors import UriExtractError
from uri_extract.processes import sandbox as sandbox

COMMAND = [sys.executable, "-B", "-m", "uri_extract"]  # -B: Python writes no bytecode
#: The attempts of a child process after it is confined; it prints one answer in each line.
CHILD = """
import ctypes, errno, glob, os, socket, subprocess, sys
from uri_extract.processes import sandbox as sandbox

version, ioctl, held, allowed, elsewhere, *calls = sys.argv[1:]
there = os.path.join(elsewhere, "there")
opened, written_to = os.pipe()
datagrams = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(os.path.join(elsewhere, "socket"))
listening = socket.socket(socket.AF_UNIX)
machine = os.uname().machine
sandbox.supported = lambda: (machine, int(version))
sandbox.confine([held], [allowed])
libc = ctypes.CDLL(None, use_errno=True)

def answer(name, act):
    try:
        act()
    except OSError as error:
        print(name, "refused" if error.errno in (errno.EPERM, errno.EACCES, errno.ENOSYS) else error)
    else:
        print(name, "allowed")

def called(number, *arguments):
    if libc.syscall(*map(ctypes.c_long, (int(number), *arguments))) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

def written(path, mode="w"):
    with open(path, mode) as file:
        file.write("x")

answer("socket", socket.socket)
answer("local socket", lambda: socket.socket(socket.AF_UNIX))
answer("pair", socket.socketpair)
answer("pair for datagrams", lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
answer("connect", lambda: datagrams.connect(receiver.getsockname()))
answer("send to an address", lambda: datagrams.sendto(b"x", receiver.getsockname()))
answer("bind", lambda: datagrams.bind(os.path.join(allowed, "bound")))
answer("listen", listening.listen)
answer("read", lambda: open(there).close())
answer("write", lambda: written(there, "r+"))
answer("truncate", lambda: os.truncate(there, 0))
answer("truncate by reading", lambda: os.open(there, os.O_RDONLY | os.O_TRUNC))
answer("make", lambda: written(os.path.join(elsewhere, "new")))
answer("remove", lambda: os.unlink(there))
answer("link", lambda: os.symlink("there", os.path.join(elsewhere, "link")))
answer("mode", lambda: os.chmod(there, 0o600))
answer("owner", lambda: os.chown(there, os.getuid(), -1))
answer("times", lambda: os.utime(there))
answer("attributes", lambda: os.setxattr(there, "user.x", b"x"))
answer("write an output", lambda: written(held, "r+"))
answer("rename it", lambda: os.replace(held, held + ".new"))
answer("write beside it", lambda: written(held + ".beside"))
answer("make what is allowed", lambda: written(os.path.join(allowed, "new")))
answer("write it", lambda: written(os.path.join(allowed, "new")))
answer("remove it", lambda: os.unlink(os.path.join(allowed, "new")))
answer("signal", lambda: os.kill(os.getppid(), 0))
answer("another program", lambda: subprocess.run(["/bin/true"]))
answer("this Python", lambda: subprocess.run([sys.executable, "-I", "-c", "pass"]))
answer("the loader", lambda: subprocess.run([[*glob.glob("/lib*/ld-*.so*"), "/lib/ld.so"][0], "/bin/true"]))
answer("in the place of this process", lambda: os.execv("/bin/true", ["true"]))
for name, number in zip(calls[::2], calls[1::2]):
    answer(f"call {name}", lambda: called(number))
for name, request in {"type": 0x5412, "type, high bits": 0x1_0000_5412, "paste": 0x541C, "keys": 0x4B47}.items():
    answer(name, lambda: called(ioctl, opened, request, ctypes.addressof(ctypes.create_string_buffer(b"x"))))
answer("size of terminal", lambda: os.get_terminal_size(os.open("/dev/null", os.O_RDONLY)))
"""
#: System calls that a confined process has no use for: the number for x86-64, and for later machines.
REFUSED_CALLS = {
    "execve": (59, 221), "execveat": (322, 281), "memfd_create": (319, 279), "ptrace": (101, 117),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "process_madvise": (440, 440), "socket": (41, 198), "connect": (42, 203),
    "bind": (49, 200), "listen": (50, 201), "accept": (43, 202), "accept4": (288, 242), "setsockopt": (54, 208),
    "sendmmsg": (307, 269), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "clone3": (435, 435),
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "move_mount": (429, 429), "fsopen": (430, 430),
    "chroot": (161, 51), "pivot_root": (155, 41), "personality": (135, 92), "userfaultfd": (323, 282),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218), "bpf": (321, 280),
    "perf_event_open": (298, 241), "open_by_handle_at": (304, 265), "openat2": (437, 437), "truncate": (76, 45),
    "mknodat": (259, 33), "linkat": (265, 37), "symlinkat": (266, 36), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "fchmod": (91, 52), "fchownat": (260, 54), "fchown": (93, 55), "utimensat": (280, 88), "setxattr": (188, 5),
    "fsetxattr": (190, 7), "mq_open": (240, 180), "msgget": (68, 186), "shmget": (29, 194), "semget": (64, 190),
    "init_module": (175, 105), "kexec_load": (246, 104), "reboot": (169, 142), "settimeofday": (164, 170),
    "setuid": (105, 146), "setpriority": (141, 140), "sched_setaffinity": (203, 122), "syslog": (103, 116),
    "process_mrelease": (448, 448), "io_setup": (206, 0), "vmsplice": (278, 75), "fanotify_init": (300, 262),
}  # fmt: skip
ALLOWED = {"pair", "read", "write an output", "rename it", "make what is allowed", "write it", "remove it"}
NO_TERMINAL = "[Errno 25] Inappropriate ioctl for device"
SIGNALS_SINCE = 6  # the version of Landlock


def landlock():
    """Return the version of Landlock of this system, 0 without Landlock."""
    try:
        return sandbox.supported()[1]
    except UriExtractError:
        return 0


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
def mixed_pile(pile):
    """Return a directory with documents that are read by libraries too, in processes of their own."""
    for name in ("f.pdf", "g.pdf", "h.pdf"):
        (pile / name).write_bytes(pdf((lines((72, 700, f"see http://{name}.example/")), [])))
    for name in ("i.pst", "j.pst"):
        (pile / name).write_bytes(b"!BDN" + bytes(600))
    for name in ("k.png", "l.png"):
        (pile / name).write_bytes(barcode(f"http://{name}.example/"))
    with closing(sqlite3.connect(pile / "m.sqlite")) as database, database:
        database.execute("create table t as select 'http://m.example/'")
    with suppress(ImportError, OSError, AttributeError):
        import libarchive

        with libarchive.file_writer(str(pile / "n.7z"), "7zip") as archive:
            archive.add_file_from_memory("in.txt", 23, b"see http://in.example/x")
    return pile


def barcode(text):
    """Return an image of a barcode; something else without the library."""
    try:
        import zxingcpp
        from PIL import Image
    except ImportError:
        return b""
    held = io.BytesIO()
    image = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode).to_image(scale=4)
    Image.fromarray(image).save(held, "PNG")
    return held.getvalue()


@pytest.fixture
def run(tmp_path):
    """Return a function that runs the command with an empty directory for temporary files."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()

    def run(*arguments):
        done = running.command(*arguments, env={**os.environ, "TMPDIR": str(temporary)})
        assert os.listdir(temporary) == []
        return done

    return run


@confined
@pytest.mark.parametrize(
    ("name", "jobs"),
    [
        ("", 1), ("", 2), ("x.jsonl", 1), ("x.jsonl.gz", 2), ("x.csv.zst", 1), ("x.sqlite", 1), ("x.sqlite", 2),
        ("x.html", 1), ("x.html", 2), ("x.arrow", 2), ("x.parquet", 1), ("x.parquet", 2),
    ],
)  # fmt: skip
def test_a_run_in_a_sandbox_gives_what_one_without_gives(run, mixed_pile, tmp_path, name, jobs):
    if name.endswith((".arrow", ".parquet")):
        pytest.importorskip("pyarrow")
    given = []
    for flags in ((), ("--sandbox", "--checkpoint", tmp_path / "kept")):
        output = ("-o", tmp_path / name) if name else ()
        done = run(*flags, "-j", jobs, *output, "--qr", mixed_pile)
        given.append((done.returncode, done.stderr, (tmp_path / name).read_bytes() if name else done.stdout))
    assert given[0] == given[1]
    assert given[0][0] == 3  # what is called .pst
    assert given[0][2] != b""
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
@pytest.mark.parametrize("version", sorted({1, landlock()}))  # what each version knows, later ones know too
def test_a_confined_process_is_refused_sockets_programs_and_other_files(tmp_path, version):
    for name in ("allowed", "elsewhere", "temporary", "outputs"):
        (tmp_path / name).mkdir()
    (tmp_path / "elsewhere" / "there").write_text("kept")
    (tmp_path / "outputs" / "held").write_text("")
    places = [tmp_path / "outputs" / "held", tmp_path / "allowed", tmp_path / "elsewhere"]
    column = sandbox._MACHINES[os.uname().machine][1]
    calls = [word for name, numbers in REFUSED_CALLS.items() for word in (name, numbers[column])]
    done = subprocess.run(
        [sys.executable, "-c", CHILD, *map(str, (version, (16, 29)[column], *places, *calls))],
        capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "TMPDIR": str(tmp_path / "temporary")},
    )  # fmt: skip
    assert done.stderr == ""
    answers = dict.fromkeys(attempts(), "refused") | dict.fromkeys(ALLOWED, "allowed")
    answers["size of terminal"] = NO_TERMINAL
    if version < SIGNALS_SINCE:
        answers["signal"] = "allowed"
    assert done.stdout.splitlines() == [f"{name} {said}" for name, said in answers.items()]
    assert (tmp_path / "elsewhere" / "there").read_text() == "kept"


def attempts():
    """Return the names of what the child tries, in order."""
    return [
        *re.findall(r'^answer\("(.+?)"', CHILD, re.M)[:-1], *(f"call {name}" for name in REFUSED_CALLS),
        "type", "type, high bits", "paste", "keys", "size of terminal",
    ]  # fmt: skip


def allows(machine, number, *arguments, machine_called=None):
    """Return True if the filter for a machine, interpreted as the kernel does, allows a system call."""
    identity = sandbox._MACHINES[machine_called or machine][0]
    words = struct.unpack("<16I", struct.pack("<iIQ6Q", number, identity, 0, *arguments, *(6 - len(arguments)) * [0]))
    program, at, held = sandbox._filter(machine), 0, 0
    assert len(program) <= 4096  # BPF_MAXINSNS
    while True:
        code, yes, no, value = program[at]
        assert max(yes, no) < 256
        if code == sandbox._RETURN:
            return value == sandbox._ALLOW
        if code == sandbox._LOAD:
            held = words[value // 4]
        elif code == sandbox._AND:
            held &= value
        else:
            assert code == sandbox._IF_EQUAL
            at += yes if held == value else no
        at += 1


#: Calls with arguments: the numbers, those that are allowed, those that are refused.
WITH_ARGUMENTS = {
    "ioctl": ((16, 29), [(1, 0x5401), (1, 0x5413), (1, 0xF_0000_5401)],
              [(0, 0x5412), (0, 0x1_0000_5412), (0, 0x541C), (0, 0x540E), (0, 0x4B47), (0, 0x40086602)]),
    "openat": ((257, 56), [(0, 0, os.O_RDONLY), (0, 0, 0o1101), (0, 0, 0o2000302)],
               [(0, 0, 0o1000), (0, 0, 1 << 40 | 0o1000), (0, 0, 0o3), (0, 0, 0o2001000)]),
    "clone": ((56, 220), [(17,), (0x01200011,), (0x003D0F00,)],
              [(0x10000011,), (0x00020011,), (0x40000000,), (0xFF_7E020000,)]),
    "socketpair": ((53, 199), [(1, 1), (1, 0x80001), (1, 0x80801)], [(1, 2), (1, 0x80002), (1, 5), (2, 1), (1, 3)]),
    "sendto": ((44, 206), [(3, 1, 1, 0, 0, 0)], [(3, 1, 1, 0, 1, 0), (3, 1, 1, 0, 1 << 32, 0)]),
    "prlimit64": ((302, 261), [(0, 9)], [(1, 9), (0x1_0000_0001, 9)]),
}  # fmt: skip


@pytest.mark.parametrize("machine", sandbox._MACHINES)
def test_the_filter_of_each_machine_refuses_what_reading_does_not_need(machine):
    column = sandbox._MACHINES[machine][1]
    assert [name for name, numbers in REFUSED_CALLS.items() if allows(machine, numbers[column])] == []
    for name, (numbers, given, refused) in WITH_ARGUMENTS.items():
        assert all(allows(machine, numbers[column], *each) for each in given), name
        assert not any(allows(machine, numbers[column], *each) for each in refused), name
    read = (0, 63)[column]
    assert allows(machine, read)
    assert not allows(machine, read | 1 << 30)  # x32
    assert not any(allows(machine, read, machine_called=other) for other in sandbox._MACHINES if other != machine)
    assert not any(allows(machine, number) for number in range(463, 1000))  # calls of later kernels


@pytest.mark.parametrize(
    ("header", "column"),
    [("/usr/include/*/asm/unistd_64.h", 0), ("/usr/include/asm-generic/unistd.h", 1)],
    ids=["x86-64", "later machines"],
)
def test_numbers_of_system_calls_are_those_of_the_kernel(header, column):
    texts = [path.read_text() for path in Path("/").glob(header[1:])]
    known = {}
    for name, number in re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$", "".join(texts), re.M):
        known[{"fstatat": "newfstatat"}.get(name, name)] = int(number)
    if (column == 0) != ("open" in known):
        pytest.skip("no headers of this kind")
    ours = {name: numbers[column] for name, numbers in REFUSED_CALLS.items()}
    for call in (*sandbox._ALLOWED.split(","), *(call for call, _ in sandbox._RESTRICTED)):
        name, *numbers = call.split()
        ours[name] = None if numbers[column] == "-" else int(numbers[column])
    assert {name: known[name] for name in ours if name in known} == {name: ours[name] for name in ours if name in known}
    assert [name for name, number in ours.items() if name not in known and number is not None and number < 244] == []


@confined
@pytest.mark.parametrize("flags", [[], ["-j", "2"], ["-o", "out.sqlite"], ["--format", "html", "--unique"]])
def test_rights_are_given_up_while_there_is_one_thread(pile, tmp_path, flags):
    """Landlock and seccomp apply to the calling thread and to threads started later, not to others."""
    program = """
import os, sys
from uri_extract.processes import sandbox
from uri_extract.cli import main
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
    monkeypatch.setattr(sandbox, "_call", lambda *_: -1)  # a kernel without Landlock
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
