"""Give up what reading takes no right to, on Linux: writing elsewhere, other programs, sockets.

So a fault in a reader, of this package or of a library, costs no more than the output. Landlock restricts files
and programs (Linux 5.13, ``Documentation/userspace-api/landlock.rst``), seccomp system calls (``seccomp(2)``). Both are
asked for through the kernel's interface, and hold for the processes that this one starts. Modes, owners and times of
files are beyond Landlock: what has the user's rights may still change them.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
import sys
import tempfile

from uri_extract._typing import TYPE_CHECKING, Any, Final
from uri_extract.errors import UriExtractError

if TYPE_CHECKING:
    from collections.abc import Iterable

# System calls that have the same number everywhere; the one that has not, by machine, with seccomp's number of the
# machine (linux/audit.h).
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF, _IO_URING_SETUP = 444, 445, 446, 425
_SOCKET: Final = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198), "riscv64": (0xC00000F3, 198)}
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2  # prctl(2)
_VERSION, _PATH_BENEATH = 1, 1

# Rights over files (linux/landlock.h).
_EXECUTE, _WRITE, _TRUNCATE = 1 << 0, 1 << 1, 1 << 14
_REMOVE_DIRECTORY, _REMOVE, _MAKE_DIRECTORY, _MAKE = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_CHANGES = 0x1FF0 | _WRITE  # with all that make or remove something
_SINCE: Final = {2: 1 << 13, 3: _TRUNCATE}  # versions of Landlock that have more: moving between directories
_RENAME = _MAKE | _REMOVE
_SIGNALS_SINCE, _SIGNALS = 6, 2  # to other processes than those that this one starts

# Instructions of a filter (linux/bpf_common.h), and what it returns.
_LOAD, _IF_EQUAL, _IF_NOT_LESS, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER_AT, _MACHINE_AT = 0, 4  # in struct seccomp_data
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 1  # with EPERM
_OTHER_INTERFACE = 1 << 30  # numbers from here on are those of x32

_UNAVAILABLE: Final = "--sandbox: this system lacks what it takes: Linux 5.13 with Landlock and seccomp"


def confine(files: Iterable[str], directories: Iterable[str] = ()) -> None:
    """From here on write only to ``files``, in ``directories`` and in that of temporary files.

    And start no program but this Python, open no socket but pairs that are connected, signal and trace no other
    process. The files are there; they may be renamed in their directories. What is open stays so, and all may be read.
    Raises :class:`UriExtractError` where the system cannot do this.
    """
    machine = _SOCKET.get(os.uname().machine) if sys.platform == "linux" else None
    version = 0 if machine is None else _call(_CREATE_RULESET, None, 0, _VERSION)
    if machine is None or version < 1:
        raise UriExtractError(_UNAVAILABLE)
    temporary = os.environ["SQLITE_TMPDIR"] = tempfile.gettempdir()  # else SQLite prefers /var/tmp
    changes = _CHANGES | sum(right for since, right in _SINCE.items() if since <= version)
    handled = struct.pack("Q", changes | _EXECUTE)
    if version >= _SIGNALS_SINCE:
        handled += struct.pack("QQ", 0, _SIGNALS)
    rules = _checked(_call(_CREATE_RULESET, handled, len(handled), 0))
    try:
        _allow(rules, os.devnull, _WRITE)
        for directory in (temporary, *directories):
            _allow(rules, directory, changes & (_WRITE | _TRUNCATE | _RENAME | _MAKE_DIRECTORY | _REMOVE_DIRECTORY))
        for directory in directories:  # which are removed themselves
            _allow(rules, os.path.dirname(os.path.abspath(directory)), _REMOVE_DIRECTORY)
        for name in files:
            if stat.S_ISREG(os.stat(name).st_mode):
                _allow(rules, name, changes & (_WRITE | _TRUNCATE))
                _allow(rules, os.path.dirname(os.path.abspath(name)), _RENAME)
        for program in (os.path.realpath(sys.executable), *_loaders()):
            _allow(rules, program, _EXECUTE)
        _control(_NO_NEW_PRIVILEGES, 1)
        _checked(_call(_RESTRICT_SELF, rules, 0))
    finally:
        os.close(rules)
    _refuse_calls(*machine)


def _allow(rules: int, path: str, rights: int) -> None:
    """Allow ``rights`` over a file, or below a directory."""
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        _checked(_call(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0))
    finally:
        os.close(place)


def _refuse_calls(machine: int, socket: int) -> None:
    """Let the kernel refuse sockets, the calls of other interfaces, and io_uring, which opens sockets too."""
    refused = (socket, _IO_URING_SETUP)
    size = len(refused)
    program = [
        (_LOAD, 0, 0, _MACHINE_AT), (_IF_EQUAL, 0, size + 3, machine),
        (_LOAD, 0, 0, _NUMBER_AT), (_IF_NOT_LESS, size + 1, 0, _OTHER_INTERFACE),
        *((_IF_EQUAL, size - k, 0, number) for k, number in enumerate(refused)),
        (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE),
    ]  # fmt: skip
    instructions = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in program))
    described = struct.pack("HP", len(program), ctypes.addressof(instructions))
    _control(_SET_SECCOMP, _FILTER, described)


def _loaders() -> set[str]:
    """Return the files that start a program for this Python: the kernel opens them as programs too."""
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        paths = {line.split(None, 5)[5].rstrip("\n") for line in maps if "/" in line}
    return {path for path in paths if os.path.basename(path).startswith(("ld-", "ld.so", "ld64"))}


def _call(number: int, *arguments: int | bytes | None) -> int:
    """Make a system call; return what it returns, -1 where it fails."""
    result: int = ctypes.CDLL(None, use_errno=True).syscall(*map(_word, (number, *arguments)))
    return result


def _control(*arguments: int | bytes) -> None:
    """Call prctl(2) with these arguments, and zeros after them."""
    _checked(ctypes.CDLL(None, use_errno=True).prctl(*map(_word, (*arguments, 0, 0, 0)[:5])))


def _word(argument: int | bytes | None) -> Any:
    return ctypes.c_long(argument) if isinstance(argument, int) else argument


def _checked(result: int) -> int:
    """Return what a call returned; raise UriExtractError if it failed."""
    if result < 0:
        raise UriExtractError(f"{_UNAVAILABLE} ({os.strerror(ctypes.get_errno())})")
    return result
