"""A worker process, and the pipes to it."""

from __future__ import annotations

import os
import signal
from collections import deque
from contextlib import contextmanager, suppress
from io import FileIO

from uri_extract._typing import TYPE_CHECKING
from uri_extract.jobs.frames import receive, request, send_request
from uri_extract.jobs.worker import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.jobs.frames import Frame, Pipe
    from uri_extract.jobs.messages import Work
    from uri_extract.jobs.shared import SharedBlocks
    from uri_extract.jobs.tasks import PendingTask


class Process:
    """A process that does the tasks it is sent through the pipe ``requests``, and sends ``answers``.

    It reads a request when it has done the one before. Until then the pipe must hold it, which takes ``room`` bytes: to
    wait here until the process reads, while that waits until its answers are read, would never end. What was found may
    be in memory that is ``shared``.
    """

    def __init__(self, requests: Pipe, answers: Pipe, room: int, shared: SharedBlocks | None = None) -> None:
        self.requests = requests
        self.answers = answers
        self._room = room
        self._shared = shared
        #: Its tasks, the current one first.
        self.pending: deque[PendingTask] = deque()

    def send(self, pending: PendingTask) -> bool:
        """Give it a task, unless it must finish another first: then return False.

        If the process has ended, that is noticed when its pipe is read.
        """
        data = request(pending.inputs, pending.unbuffered)
        if self.pending and len(data) > self._room:
            return False
        self.pending.append(pending)
        with suppress(OSError):
            send_request(self.requests, data)
        return True

    def receive(self) -> Frame:
        """Return the next frame that it sent. Raises EOFError or OSError if it has ended."""
        return receive(self.answers, self._shared)

    def ended(self) -> str:
        """Return how it ended, after the end of its pipe was reached."""
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
        """Kill the process, if it has not ended. It has nothing to clean up."""
        raise NotImplementedError

    def wait(self) -> int:
        """Wait until the process has ended; return its exit status, or minus the signal that ended it."""
        raise NotImplementedError


class Forked(Process):
    """A copy of this process; ``others`` are the processes that already exist.

    It shares ``blocks`` blocks of memory with this one.
    """

    def __init__(self, work: Work, others: list[Process], blocks: int) -> None:
        from fcntl import F_GETPIPE_SZ, fcntl  # which not every system has

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
                    # It has inherited these. It closes them: a pipe ends when no process has its other end.
                    inherited = [pipe for each in (self, *others) for pipe in (each.requests, each.answers)]
                    serve(theirs, answers, inherited, work, shared)
        except BaseException:
            self.close()
            raise
        finally:
            theirs.close()
            answers.close()

    def kill(self) -> None:
        """Kill the process, if it has not ended."""
        if self._status is None:  # after that its number may be another's
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    def wait(self) -> int:
        """Wait until the process has ended; return its exit status, or minus the signal that ended it."""
        if self._status is None:
            try:
                self._status = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
            except ChildProcessError:  # the parent ignores SIGCHLD: the system has forgotten it
                self._status = 0
        return self._status


def _pipe() -> tuple[FileIO, FileIO]:
    reads, writes = os.pipe()
    return FileIO(reads), FileIO(writes, "w")


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block all signals while a process is forked.

    It has the signal handlers of its parent, which remove the parent's files. So no signal reaches it before it has
    replaced them.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
