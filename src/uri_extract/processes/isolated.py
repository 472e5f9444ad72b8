"""Read each document in a process of its own, which :mod:`uri_extract.sources.program` starts.

If the system has a safe fork, one process imports the library and forks for each document. That takes a fraction of the
time of starting Python and importing the library for each.
"""

from __future__ import annotations

import os
import signal
import sys
from io import BytesIO

from uri_extract._compat._typing import TYPE_CHECKING, BinaryIO, Final, NoReturn
from uri_extract.processes.process_limits import limit_memory, limit_seconds

if TYPE_CHECKING:
    from collections.abc import Callable

    #: A function that reads a document from a file and writes results to another. It sets limits first.
    Read = Callable[[BinaryIO, BinaryIO], None]

_STANDARD_INPUT: Final = 0

#: The most bytes of the name of a module.
_MODULE: Final = 256


def limited(file: BinaryIO, memory: int, seconds: int, shift: int = 20) -> BinaryIO:
    """Limit the memory and time of this process; return the document, seekable, with its position at the start.

    It has ``seconds`` of processor time, and one more for each ``1 << shift`` bytes.
    """
    limit_memory(memory)
    if not file.seekable():
        file = BytesIO(file.read())
    limit_seconds(seconds + (file.seek(0, os.SEEK_END) >> shift))
    file.seek(0)
    return file


def read_one(read: Read) -> NoReturn:
    """Read standard input, write the results to standard output, and exit."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    _read(read, sys.stdin.buffer, sys.stdout.buffer)


def fork_for_each(read: Read) -> NoReturn:
    """Read a document in a fork of this process for each request from standard input, a Unix socket.

    A request is a byte, with the descriptors of the document and of a pipe for the results. The answer is the exit
    status of the fork. If the socket is closed, the fork is killed, and this process exits.
    """
    import gc
    import select
    import socket

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    gc.freeze()  # the collector would write to the memory of each object, and so copy it
    requests = socket.socket(fileno=_STANDARD_INPUT)
    while True:
        _, descriptors, _, _ = socket.recv_fds(requests, 1, 2)
        if not descriptors:
            os._exit(0)
        alive, held = os.pipe()  # closed when the fork ends, which alone has the second end
        pid = os.fork()
        if not pid:
            # An attacker who controls this fork must not answer requests or pass for other forks.
            requests.close()
            os.close(alive)
            _read(read, open(descriptors[0], "rb"), open(descriptors[1], "wb"))  # noqa: SIM115 - it exits
        for descriptor in (held, *descriptors):
            os.close(descriptor)
        select.select([requests.fileno(), alive], [], [])
        # Either the parent process has closed the socket, or the fork has ended, and keeps its exit status.
        os.kill(pid, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        os.close(alive)
        try:
            requests.send(b"%d" % status)
        except OSError:
            os._exit(0)


def fork_servers(restrict: Callable[[], None]) -> NoReturn:
    """Give up rights, and fork a server (:func:`fork_for_each`) for each request from standard input.

    That is a Unix socket of packets. A request is the name of a module, whose function ``main`` reads, with the end of
    another socket, which is the server's. When the first socket is closed everywhere, this process exits.
    """
    import socket
    from importlib import import_module

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system forgets servers that have ended
    restrict()
    requests = socket.socket(fileno=_STANDARD_INPUT)
    while True:
        module, descriptors, _, _ = socket.recv_fds(requests, _MODULE, 1)
        if not descriptors:
            os._exit(0)
        try:
            pid = os.fork()
        except OSError:  # whoever asked notices that the socket is closed
            pid = -1
        if not pid:
            os.dup2(descriptors[0], _STANDARD_INPUT)
            os.close(descriptors[0])
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            fork_for_each(import_module(module.decode()).main)
        os.close(descriptors[0])


def _read(read: Read, file: BinaryIO, results: BinaryIO) -> NoReturn:
    """Read a file and exit, with status 0 unless an exception was raised."""
    status = 1
    try:
        read(file, results)
        results.flush()
        status = 0
    finally:
        os._exit(status)  # faster than freeing each object; and a fork must not return to the loop
