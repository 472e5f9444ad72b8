"""Processes that each read one document with a library that may crash, so that a crash loses that document only.

Starting Python and importing a library takes longer than reading most documents. So on Linux, from the second document
on, a process that has imported the library forks for each. On other systems libraries are not safe after a fork, and
Python is started for each document. A process that is about to lose the right to start programs first starts one that
forks whatever is needed from then on.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager, suppress
from io import BufferedReader, BytesIO

from uri_extract._compat._typing import TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    Started: TypeAlias = "subprocess.Popen[bytes] | _Fork"

_FORKS: Final = sys.platform == "linux"

# It imports from the same paths as this process, and ignores the environment.
_PROGRAM: Final = (
    "import sys; sys.path[:] = {!r}; from {} import main; from uri_extract.processes import isolated; isolated.{}(main)"
)

#: The most bytes of an exit status in decimal digits.
_STATUS: Final = 16


def started(module: str, stdin: BinaryIO | None = None) -> Started | None:
    """Start a process that calls ``main(file, results)`` of a module; return None if it cannot be started.

    The file is ``stdin``, or a pipe.
    """
    if _starter:
        return _forked(module, stdin)
    try:
        return _started(module, "read_one", subprocess.PIPE if stdin is None else stdin, subprocess.PIPE)
    except OSError:
        return None


def _started(module: str, function: str, stdin: BinaryIO | int, stdout: int) -> subprocess.Popen[bytes]:
    """Start Python and call a function of ``isolated`` with ``main`` of a module. Raises OSError."""
    command = [sys.executable or "python3", "-I", "-c", _PROGRAM.format(sys.path, module, function)]
    return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL)


def fork_from_now_on(module: str) -> None:
    """Let no process start a program from now on, but fork one that is started here (Linux).

    It calls ``main()`` of a module first, to give up rights. If it cannot be started, no document that needs a process
    can be read.
    """
    import socket

    # It takes whole requests also if several processes write at the same time.
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs, suppress(OSError):
        _started(module, "fork_servers", theirs.fileno(), subprocess.DEVNULL)
    _starter.append(ours)


@contextmanager
def running(module: str, file: BinaryIO) -> Iterator[tuple[BinaryIO, Callable[[], int]] | None]:
    """Start a process that reads a file with ``main(file, results)`` of a module; end it at the end of the block.

    Yield its results, and a function that waits for its end and returns its exit status; None if it cannot be started.
    The function ``main`` must read all of a file that is not seekable before it writes.
    """
    held = file.getvalue() if isinstance(file, BytesIO) else None
    stdin = file if held is None else None
    process: Started | None
    if _FORKS and (module, *sys.path) in _idle:
        process = _forked(module, stdin)
    else:  # often there is only one document, which would be read later if a server had to fork first
        _idle.setdefault((module, *sys.path), [])
        process = started(module, stdin)
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


def _forked(module: str, stdin: BinaryIO | None) -> _Fork | None:
    """Return a fork that reads a file or a pipe; None if it cannot be started."""
    servers = _idle.setdefault((module, *sys.path), [])
    while servers:
        with suppress(IndexError, OSError):  # another thread took it; it has ended
            return _Fork(servers.pop(), servers, stdin)
    with suppress(OSError):
        return _Fork(_Server(module), servers, stdin)
    return None


class _Server:
    """A process that forks for each document, one at a time."""

    def __init__(self, module: str) -> None:
        import socket

        self._process: subprocess.Popen[bytes] | None = None
        self.requests: socket.socket
        self.requests, theirs = socket.socketpair()
        with theirs:
            if _starter:
                socket.send_fds(_starter[0], [module.encode()], [theirs.fileno()])
            else:
                self._process = _started(module, "fork_for_each", theirs.fileno(), subprocess.DEVNULL)
        _servers.add(self)

    def close(self) -> int:
        """End the process and its fork; return the exit status of the fork, or else of the process, if it is known."""
        import socket

        _servers.discard(self)
        status = b""
        with suppress(OSError):  # it has ended
            self.requests.shutdown(socket.SHUT_WR)
            while said := self.requests.recv(_STATUS):  # until it ends
                status = said
        self.requests.close()
        ended = 1 if self._process is None else self._process.wait()
        return int(status or ended)


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
        self.stdout: BinaryIO
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


#: All servers of this process; for each module and the paths to import it from, its servers without a document.
_servers: Final[set[_Server]] = set()
_idle: Final[dict[tuple[str, ...], list[_Server]]] = {}

#: The socket of the process that forks servers, if this process may not start them.
_starter: Final[list[socket.socket]] = []


def _forget() -> None:
    """Close the sockets of servers in a fork of this process: a server ends when its socket is closed everywhere."""
    for server in _servers:
        server.requests.close()
    _servers.clear()
    _idle.clear()


if _FORKS:
    os.register_at_fork(after_in_child=_forget)
