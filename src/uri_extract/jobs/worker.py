"""The main loop of a worker process: read requests, do the work, send messages."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

from uri_extract._compat._typing import TYPE_CHECKING, Final, NoReturn
from uri_extract.jobs.frames import LAST, MORE, RAISED, Frame, end_of, receive_request, send
from uri_extract.jobs.messages import BYTES, FIRST_FOUND, INPUT, joined, steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uri_extract.jobs.frames import Pipe
    from uri_extract.jobs.messages import Message, Work
    from uri_extract.jobs.shared import SharedBlocks
    from uri_extract.jobs.tasks import Inputs

# The approximate number of bytes in a frame, and the bytes that each message counts in addition to its content.
_FRAME: Final = 1 << 19
_MESSAGE: Final = 1 << 7


def serve(
    requests: Pipe, answers: Pipe, inherited: Iterable[Pipe], work: Work, shared: SharedBlocks | None = None
) -> NoReturn:
    """Serve requests until their pipe is closed; first close the ``inherited`` pipes. Results are put in ``shared``.

    The process always ends by :func:`os._exit`, because it must not clean up what it inherited from its parent (open
    files, exit handlers).
    """
    status = 1
    try:
        _reset_signals()
        for pipe in inherited:
            pipe.close()
        _answer(requests, answers, work, shared)
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


def _answer(requests: Pipe, answers: Pipe, work: Work, shared: SharedBlocks | None) -> None:
    """Do the requested work and send its messages, until the other end of a pipe is closed."""
    has_ended = end_of(requests)
    with suppress(EOFError, OSError):
        while True:
            inputs, unbuffered = receive_request(requests)
            frames = _frames(work, inputs, 0 if unbuffered else _FRAME, has_ended)
            while True:
                try:
                    frame = next(frames, None)
                except Exception as error:
                    send(answers, Frame(RAISED, 0, 0, [], _pickled(error)))
                    break
                if frame is None:
                    break
                send(answers, frame, shared)


def _frames(work: Work, inputs: Inputs, most: int, has_ended: Callable[[], bool]) -> Iterator[Frame]:
    """Yield the messages of the inputs in frames of about ``most`` bytes; for 0, each message in its own frame.

    Raises EOFError if the pipe of requests ``has_ended``.
    """
    messages: list[Message] = []
    size = count = 0
    at = -1
    for message in work(inputs, not most):
        if has_ended():
            raise EOFError
        if message[0] == INPUT:
            at += 1
            if most and at and message[1] is None:  # the message has no information
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
    import pickle  # imported late: only errors need it

    try:
        data = pickle.dumps(error)
        pickle.loads(data)
    except Exception:
        data = pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return data
