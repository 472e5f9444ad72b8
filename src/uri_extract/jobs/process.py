"""A process that does tasks, and the pipe to it."""

from __future__ import annotations

import marshal
import pickle
import signal
import struct
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from uri_extract.jobs.messages import INPUT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from uri_extract.jobs.messages import Message, Work
    from uri_extract.jobs.pool import Turn
    from uri_extract.jobs.tasks import Inputs

#: What a frame is, and which of the inputs was read last. Behind that stand messages, or an exception.
HEAD: Final = struct.Struct("<bI")
MORE: Final = 0
LAST: Final = 1
RAISED: Final = 2

# Bytes that are sent at a time, about, and those that a message counts for by itself.
_FRAME: Final = 1 << 18
_MESSAGE: Final = 1 << 7


class Process:
    """A process that does what it is sent; ``others`` are those that there are."""

    def __init__(self, context: Any, work: Work, others: list[Process]) -> None:
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        # Where processes are forked it has their pipes: an end is seen when nobody has the other.
        pipes = [self.pipe, *(other.pipe for other in others)] if context.get_start_method() == "fork" else []
        self._process: BaseProcess = context.Process(target=_serve, args=(theirs, pipes, work), daemon=True)
        self._process.start()
        theirs.close()
        #: What it has to do, the one at hand first.
        self.turns: deque[Turn] = deque()

    def send(self, turn: Turn) -> None:
        """Give it something to do. If it has ended, that is seen when it is listened to."""
        self.turns.append(turn)
        with suppress(OSError):
            self.pipe.send((turn.inputs, turn.careful))

    def ended(self) -> str:
        """Say how it ended, of which the pipe's end was seen."""
        self.pipe.close()
        self._process.join()
        code = self._process.exitcode or 0
        if code >= 0:
            return f"exit status {code}"
        with suppress(ValueError):
            return signal.Signals(-code).name
        return f"signal {-code}"

    def stop(self) -> None:
        """End it."""
        self.pipe.close()
        self._process.terminate()
        self._process.join()


def _serve(pipe: Connection, others: list[Connection], work: Work) -> None:
    """Do what comes from the pipe, until nobody has its other end."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        # A process that is forked has the handlers of the command. What is ignored stays ignored: nohup means it.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; who started this one ends it
    for other in others:
        other.close()
    with suppress(EOFError, OSError):
        while True:
            inputs, careful = pipe.recv()
            frames = _frames(work, inputs, 0 if careful else _FRAME)
            while True:
                try:
                    frame = next(frames, None)
                except Exception as error:
                    pipe.send_bytes(HEAD.pack(RAISED, 0) + _pickled(error))
                    break
                if frame is None:
                    break
                pipe.send_bytes(frame)


def _frames(work: Work, inputs: Inputs, most: int) -> Iterator[bytes]:
    """Yield what is said of inputs, about ``most`` bytes of it at a time."""
    messages: list[Message] = []
    size = 0
    at = -1
    for message in work(inputs):
        messages.append(message)
        at += message[0] == INPUT
        size += _MESSAGE + sum(len(each) for each in message if isinstance(each, bytes))
        if size > most:
            yield HEAD.pack(MORE, max(0, at)) + marshal.dumps(messages)
            messages.clear()
            size = 0
    yield HEAD.pack(LAST, max(0, at)) + marshal.dumps(messages)


def _pickled(error: Exception) -> bytes:
    try:
        data = pickle.dumps(error)
        pickle.loads(data)
    except Exception:
        data = pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return data
