"""The sandbox (Linux): give up the rights that reading does not need: writing other files, programs, sockets.

A fault in a reader, of this package or of a library, can then damage no more than the output. Landlock restricts files
(Linux 5.13, ``Documentation/userspace-api/landlock.rst``), seccomp restricts system calls (``seccomp(2)``). Both are
set by system calls, and also restrict the processes that this one forks.

The filter of system calls is a list of those allowed, because what is not known to be harmless is then refused, as are
the calls that later kernels add (io_uring would have opened sockets). Another call fails as on a kernel that lacks it,
and libraries then do without it. Arguments are compared as the kernel takes them: it ignores the high 32 bits of most.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
import sys
import tempfile
from collections.abc import Iterable

from uri_extract._compat._typing import Any, Final
from uri_extract.errors import UriExtractError

# Numbers of system calls that are the same on all machines.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2  # prctl(2)
_VERSION, _PATH_BENEATH = 1, 1

# Rights over files (linux/landlock.h). Moving a file to another directory is always refused.
_EXECUTE, _WRITE = 1 << 0, 1 << 1
_REMOVE_DIRECTORY, _REMOVE, _MAKE_DIRECTORY, _MAKE = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_CHANGES = 0x1FF0 | _WRITE  # including all rights to make or remove something
_RENAME = _MAKE | _REMOVE
_SCOPES_SINCE, _SCOPES = 6, 1 | 2  # abstract sockets of, and signals to, processes outside the sandbox

#: For each machine its number in seccomp (linux/audit.h), and the column of its numbers in the tables below: x86-64 has
#: its own, later machines have common ones (asm-generic/unistd.h).
_MACHINES: Final = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1), "riscv64": (0xC00000F3, 1)}

#: The system calls that are allowed, with their numbers. None opens a socket or starts a program, none changes a file
#: except through an open one or where Landlock sees it, and none concerns other processes except kill(2) and its like.
_ALLOWED: Final = """
    read 0 63, write 1 64, close 3 57, fstat 5 80, lseek 8 62, pread64 17 67, pwrite64 18 68, readv 19 65,
    writev 20 66, preadv 295 69, pwritev 296 70, preadv2 327 286, pwritev2 328 287, stat 4 -, lstat 6 -,
    newfstatat 262 79, statx 332 291, access 21 -, faccessat 269 48, faccessat2 439 439, statfs 137 43,
    fstatfs 138 44, getdents 78 -, getdents64 217 61, readlink 89 -, readlinkat 267 78, getcwd 79 17, chdir 80 49,
    fchdir 81 50, umask 95 166, fcntl 72 25, flock 73 32, dup 32 23, dup2 33 -, dup3 292 24, close_range 436 436,
    fsync 74 82, fdatasync 75 83, ftruncate 77 46, fallocate 285 47, fadvise64 221 223, readahead 187 213,
    sendfile 40 71, copy_file_range 326 285, rename 82 -, renameat 264 38, renameat2 316 276, mkdir 83 -,
    mkdirat 258 34, rmdir 84 -, unlink 87 -, unlinkat 263 35,
    pipe 22 -, pipe2 293 59, poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -,
    epoll_create1 291 20, epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441,
    eventfd 284 -, eventfd2 290 19, sendmsg 46 211, recvmsg 47 212, recvfrom 45 207, shutdown 48 210,
    getsockopt 55 209, getsockname 51 204,
    mmap 9 222, munmap 11 215, mprotect 10 226, mremap 25 216, madvise 28 233, brk 12 214, msync 26 227,
    mincore 27 232, mlock 149 228, munlock 150 229, membarrier 324 283, map_shadow_stack 453 453, mseal 462 462,
    fork 57 -, wait4 61 260, waitid 247 95, exit 60 93, exit_group 231 94, kill 62 129, tkill 200 130,
    tgkill 234 131, prctl 157 167, arch_prctl 158 -, getpid 39 172, getppid 110 173, gettid 186 178, getpgrp 111 -,
    getpgid 121 155, getsid 124 156, getuid 102 174, geteuid 107 175, getgid 104 176, getegid 108 177,
    getgroups 115 158, getresuid 118 148, getresgid 120 150, getrlimit 97 163, setrlimit 160 164, getrusage 98 165,
    getpriority 140 141, times 100 153, sysinfo 99 179, uname 63 160, getcpu 309 168, sched_yield 24 124,
    sched_getaffinity 204 123, sched_getparam 143 121, sched_getscheduler 145 120, sched_get_priority_max 146 125,
    sched_get_priority_min 147 126, set_tid_address 218 96, set_robust_list 273 99, get_robust_list 274 100,
    rseq 334 293, futex 202 98, futex_waitv 449 449, futex_wake 454 454, futex_wait 455 455, futex_requeue 456 456,
    riscv_hwprobe - 258, riscv_flush_icache - 259,
    rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136, rt_sigsuspend 130 133,
    rt_sigtimedwait 128 137, sigaltstack 131 132, pause 34 -, restart_syscall 219 128, alarm 37 -, getitimer 36 102,
    setitimer 38 103, timer_create 222 107, timer_settime 223 110, timer_gettime 224 108, timer_getoverrun 225 109,
    timer_delete 226 111, nanosleep 35 101, clock_nanosleep 230 115, clock_gettime 228 113, clock_getres 229 114,
    gettimeofday 96 169, time 201 -, getrandom 318 278
"""

# Bits of the arguments of system calls.
_MODE: Final = 0x203  # open(2): O_ACCMODE, O_TRUNC
_MODES: Final = (0, 1, 2, 0x201, 0x202)  # all except O_RDONLY with O_TRUNC
_NEW_NAMESPACES: Final = 0x7E020000  # clone(2); clone3(2), whose flags a filter cannot see, is refused
_UNIX, _KIND, _STREAM = 1, 0xF, 1  # socketpair(2)
# ioctl(2): TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, TCGETS2; not TIOCSTI, which types into a terminal.
_REQUESTS: Final = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x802C542A)
_ALL: Final = 0xFFFFFFFF

#: The system calls that are allowed with some arguments: their numbers, and for each half of an argument (0: the low
#: half of the first one) that matters, the bits that matter, and the values that these may have.
_RESTRICTED: Final[tuple[tuple[str, tuple[tuple[int, int, tuple[int, ...]], ...]], ...]] = (
    # Reading a file can empty it, which Landlock sees since Linux 6.2.
    ("open 2 -", ((2, _MODE, _MODES),)),
    ("openat 257 56", ((4, _MODE, _MODES),)),
    ("clone 56 220", ((0, _NEW_NAMESPACES, (0,)),)),
    ("ioctl 16 29", ((2, _ALL, _REQUESTS),)),
    # Only a datagram socket can be connected again or send to an address.
    ("socketpair 53 199", ((0, _ALL, (_UNIX,)), (2, _KIND, (_STREAM,)))),
    ("sendto 44 206", ((8, _ALL, (0,)), (9, _ALL, (0,)))),  # without an address
    ("prlimit64 302 261", ((0, _ALL, (0,)),)),  # of this process
)

# Instructions of a filter (linux/bpf_common.h), and its results.
_LOAD, _AND, _IF_EQUAL, _RETURN = 0x20, 0x54, 0x15, 0x06
_NUMBER_AT, _MACHINE_AT, _ARGUMENTS_AT = 0, 4, 16  # in struct seccomp_data
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_NOT_PERMITTED, _NO_SUCH_CALL = 1, 38  # EPERM, ENOSYS

_UNAVAILABLE: Final = "--sandbox: needs Linux 5.13 or later with Landlock and seccomp"


def supported() -> tuple[str, int]:
    """Return the machine and the version of Landlock; raise UriExtractError if the system cannot confine a process."""
    machine = os.uname().machine if sys.platform == "linux" else ""
    version = _call(_CREATE_RULESET, None, 0, _VERSION) if machine in _MACHINES else 0
    if version < 1:
        raise UriExtractError(_UNAVAILABLE)
    return machine, version


def main() -> None:
    """Confine a process that forks others for this one (:func:`uri_extract.sources.program.fork_from_now_on`)."""
    confine()


def confine(files: Iterable[str] = (), directories: Iterable[str] = ()) -> None:
    """Restrict this process: from now on it may write only to ``files``, in ``directories`` and to temporary files.

    It may start no program, open no socket except connected pairs, and signal or trace no other process. ``files`` must
    exist; they may be renamed in their directories. Open files stay open, and every file may be read. Raises
    :class:`UriExtractError` if the system cannot do this.
    """
    machine, version = supported()
    temporary = os.environ["SQLITE_TMPDIR"] = tempfile.gettempdir()  # by default SQLite prefers /var/tmp
    handled = struct.pack("Q", _CHANGES | _EXECUTE)
    if version >= _SCOPES_SINCE:
        handled += struct.pack("QQ", 0, _SCOPES)
    rules = _checked(_call(_CREATE_RULESET, handled, len(handled), 0))
    try:
        _allow(rules, os.devnull, _WRITE)
        for directory in (temporary, *directories):
            _allow(rules, directory, _WRITE | _RENAME | _MAKE_DIRECTORY | _REMOVE_DIRECTORY)
        for directory in directories:  # the directories themselves may be removed
            _allow(rules, os.path.dirname(os.path.abspath(directory)), _REMOVE_DIRECTORY)
        for name in files:
            if stat.S_ISREG(os.stat(name).st_mode):
                _allow(rules, name, _WRITE)
                _allow(rules, os.path.dirname(os.path.abspath(name)), _RENAME)
        _control(_NO_NEW_PRIVILEGES, 1)
        _checked(_call(_RESTRICT_SELF, rules, 0))
    finally:
        os.close(rules)
    program = _filter(machine)
    instructions = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in program))
    _control(_SET_SECCOMP, _FILTER, struct.pack("HP", len(program), ctypes.addressof(instructions)))


def _allow(rules: int, path: str, rights: int) -> None:
    """Allow ``rights`` to a file, or to everything below a directory."""
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        _checked(_call(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0))
    finally:
        os.close(place)


def _filter(machine: str) -> list[tuple[int, int, int, int]]:
    """Return the filter of system calls: instructions, the steps to skip if they hold and if not, and values."""
    identity, column = _MACHINES[machine]
    program = [(_LOAD, 0, 0, _MACHINE_AT), (_IF_EQUAL, 1, 0, identity), (_RETURN, 0, 0, _FAIL | _NO_SUCH_CALL)]
    program.append((_LOAD, 0, 0, _NUMBER_AT))
    for call, arguments in (*((call, ()) for call in _ALLOWED.split(",")), *_RESTRICTED):
        number = call.split()[1 + column]
        if number == "-":
            continue
        steps = []
        for half, bits, values in arguments:
            steps += [(_LOAD, 0, 0, _ARGUMENTS_AT + 4 * half), (_AND, 0, 0, bits)]
            steps += [(_IF_EQUAL, len(values) - place, 0, value) for place, value in enumerate(values)]
            steps.append((_RETURN, 0, 0, _FAIL | _NOT_PERMITTED))
        program += [(_IF_EQUAL, 0, len(steps) + 1, int(number)), *steps, (_RETURN, 0, 0, _ALLOW)]
    return [*program, (_RETURN, 0, 0, _FAIL | _NO_SUCH_CALL)]


def _call(number: int, *arguments: int | bytes | None) -> int:
    """Make a system call and return its result; -1 if it fails."""
    result: int = ctypes.CDLL(None, use_errno=True).syscall(*map(_word, (number, *arguments)))
    return result


def _control(*arguments: int | bytes) -> None:
    """Call prctl(2), padding the arguments with zeros."""
    _checked(ctypes.CDLL(None, use_errno=True).prctl(*map(_word, (*arguments, 0, 0, 0)[:5])))


def _word(argument: int | bytes | None) -> Any:
    return ctypes.c_long(argument) if isinstance(argument, int) else argument


def _checked(result: int) -> int:
    """Return the result of a call; raise UriExtractError if the call failed."""
    if result < 0:
        raise UriExtractError(f"{_UNAVAILABLE} ({os.strerror(ctypes.get_errno())})")
    return result
