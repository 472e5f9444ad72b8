"""What goes between processes: requests to read inputs, and frames of messages, of which nothing large is copied.

Both are a head and ``marshal`` data; after that of a frame follow the bytes that were found, which it has None for. A
pipe gives them in pieces; they are written from where the sink has put them, and read into one block of memory.
"""

from __future__ import annotations

import marshal
import os
import struct
import sys
from itertools import accumulate, pairwise

from uri_extract._typing import TYPE_CHECKING, Any, Final, NamedTuple
from uri_extract.jobs.messages import BYTES, FIRST_FOUND, TEXT
from uri_extract.media.part import Part
from uri_extract.sources import Document, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable
    from io import FileIO
    from multiprocessing.connection import Connection

    from uri_extract.jobs.messages import Message
    from uri_extract.jobs.tasks import Inputs

    #: An end of a pipe: where processes are not forked, of one for both directions.
    Pipe = FileIO | Connection

#: The kinds of frames: more follow of the task, none do, or the task has raised an exception.
MORE: Final = 0
LAST: Final = 1
RAISED: Final = 2

# The number of bytes of the marshal data, and of that and those that follow it.
_HEAD: Final = struct.Struct("<QQ")
# The fields of a document.
_FIELDS: Final = len(Document._fields)
# Blocks that are written at a time: systems take at least 1024.
_BLOCKS: Final = 512


class Frame(NamedTuple):
    """Messages of a task.

    ``input`` is the index of the input that was read last; ``number`` how much its messages say
    (:func:`~uri_extract.jobs.messages.steps`); ``error`` an exception as ``pickle`` has it. Once it was received,
    ``size`` is the number of bytes, and ``memory`` what holds them, if that can be used again when the messages were
    taken.
    """

    kind: int
    input: int
    number: int
    messages: list[Message]
    error: bytes = b""
    size: int = 0
    memory: Any = None


def send_request(pipe: Pipe, inputs: Inputs, unbuffered: bool) -> None:
    """Send inputs that are to be read: files, or errors. Raises OSError if the other end is closed."""
    data = marshal.dumps((unbuffered, [_fields_of(each) for each in inputs]))
    _write(pipe, [_HEAD.pack(len(data), len(data)), data])


def receive_request(pipe: Pipe) -> tuple[Inputs, bool]:
    """Return the next inputs, and whether their messages are sent at once. Raises EOFError or OSError without any."""
    unbuffered, inputs = marshal.loads(_read(pipe, bytearray())[1])
    return tuple(map(_input_of, inputs)), unbuffered


def _fields_of(each: Document | Unreadable) -> tuple[Any, ...]:
    """Return what an input is made of; of a part what it is made of."""
    if isinstance(each, Unreadable):
        return each.errno, each.strerror, each.filename
    part = each.part
    if part is None:
        return (*each,)
    place = part.kind, part.begin, part.start, part.stop, part.line, part.line_start, part.owned
    return (*each._replace(part=None), place)


def _input_of(fields: tuple[Any, ...]) -> Document | Unreadable:
    """Return the input with these fields."""
    if len(fields) == _FIELDS:
        return Document(*fields)
    if len(fields) > _FIELDS:
        return Document(*fields[:_FIELDS])._replace(part=Part(*fields[_FIELDS]))
    return Unreadable(*fields)


def send(pipe: Pipe, frame: Frame) -> None:
    """Send a frame. Raises OSError if the other end is closed."""
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
    data = marshal.dumps((*frame[:3], messages, frame.error, sizes))
    _write(pipe, [_HEAD.pack(len(data), len(data) + sum(sizes)), data, *blocks])


def receive(pipe: Pipe, memory: bytearray) -> Frame:
    """Return the next frame; what was found is views of one block of memory, which is the given one if that is enough.

    Raises EOFError or OSError if none will come.
    """
    size, block = _read(pipe, memory)
    kind, at, number, messages, error, sizes = marshal.loads(block[:size])
    ends = list(accumulate(sizes, initial=size))
    found = (block[begin:end] for begin, end in pairwise(ends))
    messages = [
        (*message[:FIRST_FOUND], *(next(found) if each is None else each for each in message[FIRST_FOUND:]))
        for message in messages
    ]
    is_text = all(message[0] == TEXT or len(message) <= FIRST_FOUND for message in messages)
    return Frame(kind, at, number, messages, error, len(block), block.obj if is_text else None)


if sys.platform == "win32":
    from multiprocessing.connection import wait as ready

    def _write(pipe: Any, blocks: list[bytes | bytearray]) -> None:
        pipe.send_bytes(b"".join(blocks))

    def _read(pipe: Any, memory: bytearray) -> tuple[int, memoryview]:
        """Return the number of bytes of marshal data, and these with those that follow it."""
        block = memoryview(pipe.recv_bytes())
        size, _ = _HEAD.unpack_from(block)
        return size, block[_HEAD.size :]

else:
    from select import POLLIN, poll

    def ready(pipes: Iterable[Pipe]) -> list[Pipe]:
        """Wait until one of the pipes can be read from, or has ended; return all of which that is so."""
        poller = poll()
        numbers = {pipe.fileno(): pipe for pipe in pipes}
        for number in numbers:
            poller.register(number, POLLIN)
        return [numbers[number] for number, _ in poller.poll()]

    def _write(pipe: Pipe, blocks: list[bytes | bytearray]) -> None:
        """Write the blocks, as they are: to join them would take as long."""
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

    def _read(pipe: Pipe, memory: bytearray) -> tuple[int, memoryview]:
        """Return the number of bytes of marshal data, and these with those that follow it."""
        descriptor = pipe.fileno()
        size, both = _HEAD.unpack(_exactly(descriptor, _HEAD.size, bytearray()))
        return size, _exactly(descriptor, both, memory)

    def _exactly(descriptor: int, size: int, memory: bytearray) -> memoryview:
        block = memoryview(memory if size <= len(memory) else bytearray(size))[:size]
        at = 0
        while at < size:
            read = os.readv(descriptor, [block[at:]])
            if not read:
                raise EOFError
            at += read
        return block
