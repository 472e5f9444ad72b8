"""A worker process, and the pipes to it."""

from __future__ import annotations

import os
import signal
from collections import deque
from contextlib import contextmanager, suppress
from io import FileIO

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.jobs.frames import receive, request, send_request
from uri_extract.jobs.worker import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.jobs.frames import Frame, Pipe
    from uri_extract.jobs.messages import Work
    from uri_extract.jobs.shared import SharedBlocks
    from uri_extract.jobs.tasks import PendingTask


class Process:
    """A worker process that receives tasks through the pipe ``requests``, and sends frames through ``answers``.

    The worker reads a request when it has finished the one before. Until then the request must fit into the pipe, which
    holds ``room`` bytes: if this process waited for the worker to read, while the worker waits for its answers to be
    read, both would wait forever. Results may be in ``shared`` memory.
    """

    def __init__(self, requests: Pipe, answers: Pipe, room: int, shared: SharedBlocks | None = None) -> None:
        self.requests = requests
        self.answers = answers
        self._room = room
        self._shared = shared
        #: The tasks sent to the worker and not finished, the current one first.
        self.pending: deque[PendingTask] = deque()

    def send(self, pending: PendingTask) -> bool:
        """Send a task to the worker; return False if it must finish another task first.

        If the worker has died, that is noticed when its pipe is read.
        """
        data = request(pending.inputs, pending.unbuffered)
        if self.pending and len(data) > self._room:
            return False
        self.pending.append(pending)
        with suppress(OSError):
            send_request(self.requests, data)
        return True

    def receive(self) -> Frame:
        """Return the next frame from the worker. Raises EOFError or OSError if the worker has ended."""
        return receive(self.answers, self._shared)

    def ended(self) -> str:
        """Return the signal name or exit status of a worker that has ended; close its pipes."""
        self.close()
        code = self.wait()
        if code >= 0:
            return f"exit status {code}"
        with suppress(ValueError):
            return signal.Signals(-code).name
        return f"signal {-code}"

    def close(self) -> None:
        """Close the pipes."""
        self.requests.close()
        self.answers.close()

    def kill(self) -> None:
        """Kill the process if it has not ended. It has nothing to clean up."""
        raise NotImplementedError

    def wait(self) -> int:
        """Wait until the process has ended; return its exit status, or minus the signal that ended it."""
        raise NotImplementedError


class Forked(Process):
    """A forked copy of this process, with ``blocks`` blocks of shared memory.

    ``others`` are the workers that already exist, whose pipes the copy inherits.
    """

    def __init__(self, work: Work, others: list[Process], blocks: int) -> None:
        from fcntl import F_GETPIPE_SZ, fcntl  # missing on some systems

        from uri_extract.jobs.shared import SharedBlocks

        theirs, requests = _pipe()
        ours, answers = _pipe()
        shared = SharedBlocks(blocks)
        super().__init__(requests, ours, fcntl(requests.fileno(), F_GETPIPE_SZ), shared)
        self._status: int | None = None
        try:
            with _signals_blocked():
                self._pid = os.fork()
                if not self._pid:
                    # The copy must close inherited pipes: a pipe ends only when every process has closed its other end.
                    inherited = [pipe for each in (self, *others) for pipe in (each.requests, each.answers)]
                    serve(theirs, answers, inherited, work, shared)
        except BaseException:
            self.close()
            raise
        finally:
            theirs.close()
            answers.close()

    def kill(self) -> None:
        """Kill the process if it has not ended."""
        if self._status is None:  # otherwise its number may belong to another process
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    def wait(self) -> int:
        """Wait until the process has ended; return its exit status, or minus the signal that ended it."""
        if self._status is None:
            try:
                self._status = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
            except ChildProcessError:  # the parent ignores SIGCHLD, so the system did not keep the status
                self._status = 0
        return self._status


def _pipe() -> tuple[FileIO, FileIO]:
    reads, writes = os.pipe()
    return FileIO(reads), FileIO(writes, "w")


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block all signals while a process is forked.

    The forked process inherits signal handlers that remove the parent's files. No signal must reach it before it has
    replaced them.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
