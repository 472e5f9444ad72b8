"""Processes that each read one document with a library that may crash, so that a crash loses that document only.

Starting Python and importing a library takes longer than reading most documents. So on Linux, from the second document
on, a process that has imported the library forks for each. On other systems libraries are not safe after a fork, and
Python is started for each document.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager, suppress
from io import BufferedReader, BytesIO

from uri_extract._typing import TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FORKS: Final = sys.platform == "linux"

# It imports from the same paths as this process, and ignores the environment.
_PROGRAM: Final = "import sys; sys.path[:] = {!r}; from {} import main; from uri_extract import _isolated; _isolated."

#: The most bytes of an exit status in decimal digits.
_STATUS: Final = 16


def started(program: str, stdin: BinaryIO | None = None) -> subprocess.Popen[bytes] | None:
    """Start Python with a program, whose standard input is a file or a pipe; return None if it cannot be started."""
    try:
        return _started(program, subprocess.PIPE if stdin is None else stdin, subprocess.PIPE)
    except OSError:
        return None


def _started(program: str, stdin: BinaryIO | int, stdout: int) -> subprocess.Popen[bytes]:
    """Start Python with a program. Raises OSError."""
    command = [sys.executable or "python3", "-I", "-c", program]
    return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL)


@contextmanager
def running(module: str, file: BinaryIO) -> Iterator[tuple[BinaryIO, Callable[[], int]] | None]:
    """Start a process that reads a file with ``main(file, results)`` of a module; end it at the end of the block.

    Yield its results, and a function that waits for its end and returns its exit status; None if it cannot be started.
    The function ``main`` must read all of a file that is not seekable before it writes.
    """
    held = file.getvalue() if isinstance(file, BytesIO) else None
    stdin = file if held is None else None
    process: subprocess.Popen[bytes] | _Fork | None
    program = _PROGRAM.format(sys.path, module)
    if _FORKS and program in _idle:
        process = _forked(program, stdin)
    else:  # often there is only one document, which would be read later if a server had to fork first
        _idle.setdefault(program, [])
        process = started(f"{program}read_one(main)", stdin)
    if process is None:
        yield None
        return
    assert isinstance(process.stdout, BufferedReader)
    try:
        if held is not None:
            assert process.stdin is not None
            with suppress(OSError), process.stdin as pipe:  # an error: it has ended
                pipe.write(held)
        yield process.stdout, process.wait
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


def _forked(program: str, stdin: BinaryIO | None) -> _Fork | None:
    """Return a fork that reads a file or a pipe; None if it cannot be started."""
    servers = _idle[program]
    while servers:
        with suppress(IndexError, OSError):  # another thread took it; it has ended
            return _Fork(servers.pop(), servers, stdin)
    with suppress(OSError):
        return _Fork(_Server(f"{program}fork_for_each(main)"), servers, stdin)
    return None


class _Server:
    """A process that forks for each document, one at a time."""

    def __init__(self, program: str) -> None:
        import socket

        self.requests, theirs = socket.socketpair()
        with theirs:
            self._process = _started(program, theirs.fileno(), subprocess.DEVNULL)
        _servers.add(self)

    def close(self) -> int:
        """End the process and its fork; return the exit status."""
        _servers.discard(self)
        self.requests.close()
        return self._process.wait()


class _Fork:
    """A fork that reads a document; with the methods of ``Popen`` that :func:`running` needs.

    Raises OSError if it cannot be started. When it has ended without an error, its server becomes ``idle``. Otherwise
    the server ends too: its forks have the same addresses in memory, so an attack that failed could be tried again.
    """

    def __init__(self, server: _Server, idle: list[_Server], stdin: BinaryIO | None) -> None:
        import socket

        self._server, self._idle = server, idle
        self._status: int | None = None
        self.stdin: BinaryIO | None = None
        opened = []
        try:
            if stdin is None:
                stdin, self.stdin = _pipe()
                opened.append(stdin)
            self.stdout, results = _pipe()
            opened.append(results)
            socket.send_fds(server.requests, [b"f"], [stdin.fileno(), results.fileno()])
        except BaseException:
            server.close()
            raise
        finally:
            for each in opened:
                each.close()

    def wait(self) -> int:
        """Wait until the fork has ended; return its exit status, or minus the signal that ended it."""
        if self._status is None:
            status = b""
            with suppress(OSError):  # the server has ended
                status = self._server.requests.recv(_STATUS)
            if status == b"0":
                self._status = 0
                self._idle.append(self._server)
            else:
                ended = self._server.close()
                self._status = int(status or ended)
        return self._status

    def kill(self) -> None:
        """Kill the fork if it has not ended."""
        if self._status is None:
            self._status = self._server.close()


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    """Return the two ends of a pipe. Raises OSError."""
    reads, writes = os.pipe()
    return open(reads, "rb"), open(writes, "wb")


#: All servers of this process; for each program that was started, its servers without a document to read.
_servers: Final[set[_Server]] = set()
_idle: Final[dict[str, list[_Server]]] = {}


def _forget() -> None:
    """Close the sockets of servers in a fork of this process: a server ends when its socket is closed everywhere."""
    for server in _servers:
        server.requests.close()
    _servers.clear()
    _idle.clear()


if _FORKS:
    os.register_at_fork(after_in_child=_forget)
