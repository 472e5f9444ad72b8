"""What a worker process does: it reads requests, does the work, and sends what that yields."""

from __future__ import annotations

import os
import signal
import sys
from _thread import allocate_lock, start_new_thread
from collections import deque
from contextlib import suppress

from uri_extract._typing import TYPE_CHECKING, Final, NoReturn
from uri_extract.jobs.frames import LAST, MORE, RAISED, Frame, receive_request, send
from uri_extract.jobs.messages import BYTES, FIRST_FOUND, INPUT, joined, steps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uri_extract.jobs.frames import Pipe
    from uri_extract.jobs.messages import Message, Work
    from uri_extract.jobs.tasks import Inputs

# About the number of bytes in a frame, and the bytes that each message counts for in addition to its content.
_FRAME: Final = 1 << 18
_MESSAGE: Final = 1 << 7


def serve(requests: Pipe, answers: Pipe, inherited: Iterable[Pipe], work: Work) -> NoReturn:
    """Serve requests until their pipe ends; close those that are inherited.

    The process always ends by :func:`os._exit`: what it has from its parent (open files, exit handlers) is not its own
    to clean up.
    """
    status = 1
    try:
        _reset_signals()
        for pipe in inherited:
            pipe.close()
        queue = _Queue()
        start_new_thread(_receive, (requests, queue))
        _answer(answers, queue, work)
        status = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


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


class _Queue:
    """Requests that one thread puts and another gets; to import ``queue`` takes longer than to fork."""

    def __init__(self) -> None:
        self._requests: deque[tuple[Inputs, bool]] = deque()
        self._arrived = allocate_lock()  # held while there is nothing new
        self._arrived.acquire()

    def put(self, request: tuple[Inputs, bool]) -> None:
        self._requests.append(request)
        if self._arrived.locked():
            self._arrived.release()

    def get(self) -> tuple[Inputs, bool]:
        """Return the next request, as soon as there is one."""
        while not self._requests:
            self._arrived.acquire()
        return self._requests.popleft()


def _receive(pipe: Pipe, queue: _Queue) -> None:
    """Put requests from the pipe into the queue; end the process when the other end is closed.

    The parent sends a request while this process may be sending answers: if nothing read the request meanwhile, both
    could wait for each other.
    """
    status = 1
    try:
        while True:
            queue.put(receive_request(pipe))
    except (EOFError, OSError):
        status = 0
    finally:
        os._exit(status)


def _answer(pipe: Pipe, queue: _Queue, work: Work) -> None:
    """Do the work that is requested, and send what it yields, until the other end of the pipe is closed."""
    with suppress(OSError):
        while True:
            inputs, unbuffered = queue.get()
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
    for message in work(inputs, not most):
        if message[0] == INPUT:
            at += 1
            if most and at and message[1] is None:  # nothing is said of it
                continue
        count += steps(message)
        messages.append(message)
        size += _MESSAGE + sum(len(each) for each in message[FIRST_FOUND:] if isinstance(each, BYTES))
        if size > most:
            yield Frame(MORE, max(0, at), count, joined(messages))
            messages.clear()
            size = count = 0
    yield Frame(LAST, max(0, at), count, joined(messages))


def _pickled(error: Exception) -> bytes:
    import pickle  # which only errors need

    try:
        data = pickle.dumps(error)
        pickle.loads(data)
    except Exception:
        data = pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return data
