"""The sandbox (Linux): give up the rights that reading does not need: writing other files, programs, sockets.

A fault in a reader, of this package or of a library, can then damage no more than the output. Landlock restricts files
and programs (Linux 5.13, ``Documentation/userspace-api/landlock.rst``), seccomp restricts system calls
(``seccomp(2)``). Both are set by system calls, and also restrict the processes that this one starts. Landlock does not
cover modes, owners and times of files: code with the user's rights can still change them.
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

# Numbers of system calls. That of socket(2) depends on the machine; with it is the machine's number in seccomp
# (linux/audit.h).
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF, _IO_URING_SETUP = 444, 445, 446, 425
_SOCKET: Final = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198), "riscv64": (0xC00000F3, 198)}
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2  # prctl(2)
_VERSION, _PATH_BENEATH = 1, 1

# Rights over files (linux/landlock.h).
_EXECUTE, _WRITE, _TRUNCATE = 1 << 0, 1 << 1, 1 << 14
_REMOVE_DIRECTORY, _REMOVE, _MAKE_DIRECTORY, _MAKE = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_CHANGES = 0x1FF0 | _WRITE  # including all rights to make or remove something
_SINCE: Final = {2: 1 << 13, 3: _TRUNCATE}  # rights that later versions of Landlock add; 2: moving between directories
_RENAME = _MAKE | _REMOVE
_SIGNALS_SINCE, _SIGNALS = 6, 2  # signals to processes outside the sandbox

# Instructions of a filter (linux/bpf_common.h), and its results.
_LOAD, _IF_EQUAL, _IF_NOT_LESS, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER_AT, _MACHINE_AT = 0, 4  # in struct seccomp_data
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 1  # with EPERM
_OTHER_INTERFACE = 1 << 30  # the first number of the x32 interface

_UNAVAILABLE: Final = "--sandbox: needs Linux 5.13 or later with Landlock and seccomp"


def confine(files: Iterable[str], directories: Iterable[str] = ()) -> None:
    """Restrict this process: from now on it may write only to ``files``, in ``directories`` and to temporary files.

    It may start no program except this Python, open no socket except connected pairs, and signal or trace no other
    process. ``files`` must exist; they may be renamed in their directories. Open files stay open, and every file may be
    read. Raises :class:`UriExtractError` if the system cannot do this.
    """
    machine = _SOCKET.get(os.uname().machine) if sys.platform == "linux" else None
    version = 0 if machine is None else _call(_CREATE_RULESET, None, 0, _VERSION)
    if machine is None or version < 1:
        raise UriExtractError(_UNAVAILABLE)
    temporary = os.environ["SQLITE_TMPDIR"] = tempfile.gettempdir()  # by default SQLite prefers /var/tmp
    changes = _CHANGES | sum(right for since, right in _SINCE.items() if since <= version)
    handled = struct.pack("Q", changes | _EXECUTE)
    if version >= _SIGNALS_SINCE:
        handled += struct.pack("QQ", 0, _SIGNALS)
    rules = _checked(_call(_CREATE_RULESET, handled, len(handled), 0))
    try:
        _allow(rules, os.devnull, _WRITE)
        for directory in (temporary, *directories):
            _allow(rules, directory, changes & (_WRITE | _TRUNCATE | _RENAME | _MAKE_DIRECTORY | _REMOVE_DIRECTORY))
        for directory in directories:  # the directories themselves may be removed
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
    """Allow ``rights`` to a file, or to everything below a directory."""
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        _checked(_call(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0))
    finally:
        os.close(place)


def _refuse_calls(machine: int, socket: int) -> None:
    """Make the kernel refuse sockets, system calls of other interfaces, and io_uring, which can open sockets too."""
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
    """Return the dynamic loaders of this Python, which the kernel executes too."""
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        paths = {line.split(None, 5)[5].rstrip("\n") for line in maps if "/" in line}
    return {path for path in paths if os.path.basename(path).startswith(("ld-", "ld.so", "ld64"))}


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
