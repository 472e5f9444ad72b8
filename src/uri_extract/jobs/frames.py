"""What goes from a process to the one that writes: frames of messages, of which nothing large is copied on the way.

A frame is its head, ``marshal`` data, and the bytes that were found, which that data has None for. A socket between
processes gives them in pieces; they are written from where the sink has put them, and read into one block of memory.
"""

from __future__ import annotations

import marshal
import os
import struct
import sys
from itertools import accumulate, pairwise

from uri_extract._typing import TYPE_CHECKING, Final, NamedTuple
from uri_extract.jobs.messages import FIRST_FOUND

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from uri_extract.jobs.messages import Message

#: The kinds of frames: more follow of the task, none do, or the task has raised an exception.
MORE: Final = 0
LAST: Final = 1
RAISED: Final = 2

# The number of bytes of the marshal data, and of that and those that follow it.
_HEAD: Final = struct.Struct("<QQ")
# Blocks that are written at a time: systems take at least 1024.
_BLOCKS: Final = 512


class Frame(NamedTuple):
    """Messages of a task.

    ``input`` is the index of the input that was read last; ``number`` how many messages there were before some were
    joined; ``error`` an exception as ``pickle`` has it; ``size`` the number of bytes, once it was received.
    """

    kind: int
    input: int
    number: int
    messages: list[Message]
    error: bytes = b""
    size: int = 0


def send(pipe: Connection, frame: Frame) -> None:
    """Send a frame. Raises OSError if the other end is closed."""
    blocks: list[bytes] = []
    messages: list[Message] = []
    for message in frame.messages:
        found = message[FIRST_FOUND:]
        blocks += [each for each in found if isinstance(each, bytes)]
        messages.append((*message[:FIRST_FOUND], *(None if isinstance(each, bytes) else each for each in found)))
    sizes = [len(each) for each in blocks]
    data = marshal.dumps((*frame[:3], messages, frame.error, sizes))
    _write(pipe, [_HEAD.pack(len(data), len(data) + sum(sizes)), data, *blocks])


def receive(pipe: Connection) -> Frame:
    """Return the next frame; what was found is views of one block. Raises EOFError or OSError if none will come."""
    size, block = _read(pipe)
    kind, at, number, messages, error, sizes = marshal.loads(block[:size])
    ends = list(accumulate(sizes, initial=size))
    found = (block[begin:end] for begin, end in pairwise(ends))
    messages = [
        (*message[:FIRST_FOUND], *(next(found) if each is None else each for each in message[FIRST_FOUND:]))
        for message in messages
    ]
    return Frame(kind, at, number, messages, error, len(block))


if sys.platform == "win32":

    def _write(pipe: Connection, blocks: list[bytes]) -> None:
        pipe.send_bytes(b"".join(blocks))

    def _read(pipe: Connection) -> tuple[int, memoryview]:
        """Return the number of bytes of marshal data, and these with those that follow it."""
        block = memoryview(pipe.recv_bytes())
        size, _ = _HEAD.unpack_from(block)
        return size, block[_HEAD.size :]

else:

    def _write(pipe: Connection, blocks: list[bytes]) -> None:
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

    def _read(pipe: Connection) -> tuple[int, memoryview]:
        """Return the number of bytes of marshal data, and these with those that follow it."""
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
