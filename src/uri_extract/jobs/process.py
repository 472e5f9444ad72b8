"""A worker process, and the pipe to it."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections import deque
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Thread

from uri_extract._typing import TYPE_CHECKING, Any, Final
from uri_extract.jobs.frames import LAST, MORE, RAISED, Frame, send
from uri_extract.jobs.messages import FIRST_FOUND, INPUT, joined

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from uri_extract.jobs.messages import Message, Work
    from uri_extract.jobs.tasks import Inputs, PendingTask

# About the number of bytes in a frame, and the bytes that each message counts for in addition to its content.
_FRAME: Final = 1 << 18
_MESSAGE: Final = 1 << 7


class Process:
    """A process that does the tasks it is sent; ``others`` are the processes that already exist."""

    def __init__(self, context: Any, work: Work, others: list[Process]) -> None:
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        # A forked process has inherited their pipes. It closes them: a pipe ends when no process has its other end.
        pipes = [self.pipe, *(other.pipe for other in others)] if context.get_start_method() == "fork" else []
        self._process: BaseProcess = context.Process(target=_serve, args=(theirs, pipes, work), daemon=True)
        try:
            with _signals_blocked():
                self._process.start()
        finally:
            theirs.close()
        #: Its tasks, the current one first.
        self.pending: deque[PendingTask] = deque()

    def send(self, pending: PendingTask) -> None:
        """Give it a task. If the process has ended, that is noticed when its pipe is read."""
        self.pending.append(pending)
        with suppress(OSError):
            self.pipe.send((pending.inputs, pending.unbuffered))

    def ended(self) -> str:
        """Return how it ended, after the end of its pipe was reached."""
        self.pipe.close()
        self._process.join()
        code = self._process.exitcode or 0
        if code >= 0:
            return f"exit status {code}"
        with suppress(ValueError):
            return signal.Signals(-code).name
        return f"signal {-code}"

    def stop(self) -> None:
        """Kill the process; :meth:`join` waits for its end. It has nothing to clean up."""
        self.pipe.close()
        self._process.kill()

    def join(self) -> None:
        """Wait until the process has ended."""
        self._process.join()


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block all signals while a process starts.

    A forked process has the signal handlers of its parent, which remove the parent's files. So no signal reaches it
    before :func:`_reset_signals`.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _reset_signals() -> None:
    """Replace the parent's signal handlers by the default actions, then unblock all signals.

    A signal that the parent ignores (SIGHUP after ``nohup``) stays ignored. SIGINT is ignored: a terminal sends it to
    all processes, and the parent ends this one.
    """
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signal.valid_signals())


def _serve(pipe: Connection, others: list[Connection], work: Work) -> None:
    """Serve requests from the pipe until its other end is closed.

    The process always ends by :func:`os._exit`: what it has from its parent (open files, exit handlers) is not its own
    to clean up.
    """
    status = 1
    try:
        _reset_signals()
        for other in others:
            other.close()
        requests: SimpleQueue[tuple[Inputs, bool]] = SimpleQueue()
        Thread(target=_receive, args=(pipe, requests), daemon=True).start()
        _answer(pipe, requests, work)
        status = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


def _receive(pipe: Connection, requests: SimpleQueue[tuple[Inputs, bool]]) -> None:
    """Put requests from the pipe into the queue; end the process when the other end is closed.

    The parent sends a request while this process may be sending answers: if nothing read the request meanwhile, both
    could wait for each other.
    """
    status = 1
    try:
        while True:
            requests.put(pipe.recv())
    except (EOFError, OSError):
        status = 0
    finally:
        os._exit(status)


def _answer(pipe: Connection, requests: SimpleQueue[tuple[Inputs, bool]], work: Work) -> None:
    """Do the work that is requested, and send what it yields, until the other end of the pipe is closed."""
    with suppress(EOFError, OSError):
        while True:
            inputs, unbuffered = requests.get()
            frames = _frames(work, inputs, 0 if unbuffered else _FRAME)
            while True:
                try:
                    frame = next(frames, None)
                except Exception as error:
                    send(pipe, Frame(RAISED, 0, 0, [], _pickled(error)))
                    break
                if frame is None:
                    break
                send(pipe, frame)


def _frames(work: Work, inputs: Inputs, most: int) -> Iterator[Frame]:
    """Yield the messages of the inputs in frames of about ``most`` bytes; for 0, each in a frame of its own."""
    messages: list[Message] = []
    size = count = 0
    at = -1
    for message in work(inputs):
        count += 1
        if message[0] == INPUT:
            at += 1
            if most and at and message[1] is None:  # nothing is said of it
                continue
        messages.append(message)
        size += _MESSAGE + sum(len(each) for each in message[FIRST_FOUND:] if isinstance(each, bytes))
        if size > most:
            yield Frame(MORE, max(0, at), count, joined(messages))
            messages.clear()
            size = count = 0
    yield Frame(LAST, max(0, at), count, joined(messages))


def _pickled(error: Exception) -> bytes:
    try:
        data = pickle.dumps(error)
        pickle.loads(data)
    except Exception:
        data = pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return data
