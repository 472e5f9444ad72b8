"""The protocol between processes: requests to read inputs, and frames of messages.

Requests and frames are a head and ``marshal`` data. In a frame, None stands for the bytes of each result. These bytes
are in a block of shared memory or, if there is no block for them, after the data.
"""

from __future__ import annotations

import marshal
import os
import struct
import sys
from functools import partial
from itertools import accumulate, pairwise

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final, NamedTuple
from uri_extract.jobs.messages import BYTES, FIRST_FOUND, TEXT
from uri_extract.sources import Document, Unreadable
from uri_extract.text.part import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from io import FileIO
    from multiprocessing.connection import Connection

    from uri_extract.jobs.messages import Message
    from uri_extract.jobs.shared import SharedBlocks
    from uri_extract.jobs.tasks import Inputs

    #: An end of a pipe. If processes are not forked, one pipe serves both directions.
    Pipe = FileIO | Connection

#: The kinds of frames: more frames of the task follow; it is the last one; the task has raised an exception.
MORE: Final = 0
LAST: Final = 1
RAISED: Final = 2

# The number of bytes of the marshal data, and of these together with the bytes after them.
_HEAD: Final = struct.Struct("<QQ")
# The number of fields of a document.
_FIELDS: Final = len(Document._fields)
# Blocks that are written at a time; systems accept at least 1024.
_BLOCKS: Final = 512


class Frame(NamedTuple):
    """Messages of a task.

    ``input`` is the index of the input that was read last, ``number`` the number of results in the messages
    (:func:`~uri_extract.jobs.messages.steps`), and ``error`` a pickled exception. In a received frame ``size`` is its
    number of bytes, and the receiver calls ``free`` after it has used the messages.
    """

    kind: int
    input: int
    number: int
    messages: list[Message]
    error: bytes = b""
    size: int = 0
    free: Callable[[], None] | None = None


def request(inputs: Inputs, unbuffered: bool) -> bytes:
    """Return the bytes of a request to read inputs: files, or errors."""
    data = marshal.dumps((unbuffered, [_fields_of(each) for each in inputs]))
    return _HEAD.pack(len(data), len(data)) + data


def send_request(pipe: Pipe, data: bytes) -> None:
    """Send a request. Raises OSError if the other end is closed."""
    _write(pipe, [data])


def receive_request(pipe: Pipe) -> tuple[Inputs, bool]:
    """Return the next inputs and the flag ``unbuffered``. Raises EOFError or OSError if there are no more."""
    unbuffered, inputs = marshal.loads(_read(pipe)[1])
    return tuple(map(_input_of, inputs)), unbuffered


def _fields_of(each: Document | Unreadable) -> tuple[Any, ...]:
    if isinstance(each, Unreadable):
        return each.errno, each.strerror, each.filename
    part = each.part
    if part is None:
        return (*each,)
    place = part.kind, part.begin, part.start, part.stop, part.line, part.line_start, part.owned, part.members
    return (*each._replace(part=None), place)


def _input_of(fields: tuple[Any, ...]) -> Document | Unreadable:
    if len(fields) == _FIELDS:
        return Document(*fields)
    if len(fields) > _FIELDS:
        return Document(*fields[:_FIELDS])._replace(part=Part(*fields[_FIELDS]))
    return Unreadable(*fields)


def send(pipe: Pipe, frame: Frame, shared: SharedBlocks | None = None) -> None:
    """Send a frame, its results in a ``shared`` block if one is free. Raises OSError if the pipe is closed."""
    blocks: list[bytes | bytearray] = []
    sizes: list[int] = []
    messages: list[Message] = []
    for message in frame.messages:
        found = message[FIRST_FOUND:]
        here = [each for each in found if isinstance(each, BYTES)]
        blocks += here
        if message[0] == TEXT:
            found = (None,)
            sizes.append(sum(map(len, here)))
        else:
            found = tuple(None if isinstance(each, BYTES) else each for each in found)
            sizes += map(len, here)
        messages.append((*message[:FIRST_FOUND], *found))
    size = sum(sizes)
    block = shared.put(blocks, size) if shared is not None and size else -1
    if block >= 0:
        blocks, size = [], 0
    data = marshal.dumps((*frame[:3], messages, frame.error, sizes, block))
    _write(pipe, [_HEAD.pack(len(data), len(data) + size), data, *blocks])


def receive(pipe: Pipe, shared: SharedBlocks | None = None) -> Frame:
    """Return the next frame; its results are views of one block of memory. Raises EOFError or OSError if there is none.

    If all results are text, that block may be ``shared``; it must be freed.
    """
    size, data = _read(pipe)
    kind, at, number, messages, error, sizes, block = marshal.loads(data[:size])
    data = data[size:]
    free = None
    if block >= 0:
        assert shared is not None
        data = shared.view(block, sum(sizes))
        if all(message[0] == TEXT or len(message) <= FIRST_FOUND for message in messages):
            free = partial(shared.free, block)
        else:  # a sink may keep the results
            data = memoryview(bytes(data))
            shared.free(block)
    found = (data[begin:end] for begin, end in pairwise(accumulate(sizes, initial=0)))
    messages = [
        (*message[:FIRST_FOUND], *(next(found) if each is None else each for each in message[FIRST_FOUND:]))
        for message in messages
    ]
    return Frame(kind, at, number, messages, error, size + len(data), free)


if sys.platform == "win32":
    from multiprocessing.connection import wait as ready

    def end_of(pipe: Any) -> Callable[[], bool]:
        """Return a function that returns True if the other end of a pipe is closed."""

        def has_ended() -> bool:
            try:
                pipe.poll()
            except (EOFError, OSError):
                return True
            return False

        return has_ended

    def _write(pipe: Any, blocks: list[bytes | bytearray]) -> None:
        pipe.send_bytes(b"".join(blocks))

    def _read(pipe: Any) -> tuple[int, memoryview]:
        """Return the number of bytes of marshal data, and these with the bytes after them."""
        block = memoryview(pipe.recv_bytes())
        size, _ = _HEAD.unpack_from(block)
        return size, block[_HEAD.size :]

else:
    from select import POLLHUP, POLLIN, poll

    def ready(pipes: Iterable[Pipe]) -> list[Pipe]:
        """Wait until one of the pipes is readable or closed; return all such pipes."""
        poller = poll()
        numbers = {pipe.fileno(): pipe for pipe in pipes}
        for number in numbers:
            poller.register(number, POLLIN)
        return [numbers[number] for number, _ in poller.poll()]

    def end_of(pipe: Pipe) -> Callable[[], bool]:
        """Return a function that returns True if the other end of a pipe is closed, even if the pipe still has data."""
        poller = poll()
        poller.register(pipe.fileno(), 0)
        return lambda: any(events & POLLHUP for _, events in poller.poll(0))

    def _write(pipe: Pipe, blocks: list[bytes | bytearray]) -> None:
        """Write the blocks without joining them, which would take as long as writing."""
        descriptor = pipe.fileno()
        first = 0
        rest = memoryview(blocks[0])
        while first < len(blocks):
            written = os.writev(descriptor, [rest, *blocks[first + 1 : first + _BLOCKS]])
            while written >= len(rest):
                written -= len(rest)
                first += 1
                if first == len(blocks):
                    return
                rest = memoryview(blocks[first])
            rest = rest[written:]

    def _read(pipe: Pipe) -> tuple[int, memoryview]:
        """Return the number of bytes of marshal data, and these with the bytes after them."""
        descriptor = pipe.fileno()
        size, both = _HEAD.unpack(_exactly(descriptor, _HEAD.size))
        return size, _exactly(descriptor, both)

    def _exactly(descriptor: int, size: int) -> memoryview:
        block = memoryview(bytearray(size))
        at = 0
        while at < size:
            read = os.readv(descriptor, [block[at:]])
            if not read:
                raise EOFError
            at += read
        return block
