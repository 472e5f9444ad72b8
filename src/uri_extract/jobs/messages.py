"""Messages of tasks: their types, and how they are joined and counted."""

from __future__ import annotations

from itertools import chain, groupby
from operator import itemgetter

from uri_extract._compat._typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from uri_extract.jobs.tasks import Inputs, Task

    #: The type of the message and its fields, all of types that ``marshal`` supports.
    Message = tuple[Any, ...]
    #: A function that does a task and yields its messages. It may join the references of several documents in one
    #: message, unless the second argument (``unbuffered``) is True: then each is sent as soon as it is found. The
    #: content and its order are the same. If processes are not forked, the function must be picklable.
    Work = Callable[[Inputs, bool], Iterator[Message]]
    #: Messages of a task, the task, and True if they are its last.
    TaskOutput = tuple[list[Message], Task, bool]

#: The next input of the task begins. Field: the name of the file, if the input is a part that continues it, or None.
INPUT: Final = 0
#: A part of a file was read. Fields: the byte at which the next task must begin (None if it already does), the number
#: of documents numbered in the part, and the number of its decompressed bytes (:mod:`uri_extract.text.part`).
RESUME: Final = 1
#: A problem. Fields: those of the problem.
PROBLEM: Final = 2
#: References were found. Fields: counts of documents, bytes of documents, bytes of the input and references, other
#: counts to be added up, and then the encoded references.
FOUND: Final = 3
#: Like FOUND, with references as pages in bytes, which are not encoded yet.
PAGE: Final = 4
#: Like FOUND, with references as bytes that are written one after the other. The receiver must not keep them: they may
#: change when the next messages are requested.
TEXT: Final = 5
#: The types of bytes in messages.
BYTES: Final = (bytes, bytearray)
#: The index of the first references in such a message.
FIRST_FOUND: Final = 6

_SOME_FOUND: Final = FOUND, PAGE, TEXT


def steps(message: Message) -> int:
    """Return the number of results in a message; it does not depend on how results are divided into messages."""
    if message[0] in _SOME_FOUND:
        return len(message) - FIRST_FOUND
    return int(message[0] != INPUT or message[1] is not None)


def joined(messages: list[Message]) -> list[Message]:
    """Return equivalent messages, in which consecutive messages about references are joined."""
    result: list[Message] = []
    for kind, group in groupby(messages, itemgetter(0)):
        if kind not in _SOME_FOUND:
            result.extend(group)
            continue
        _, *counts, left_out, found = zip(*((*each[:FIRST_FOUND], each[FIRST_FOUND:]) for each in group), strict=True)
        sums = map(sum, counts)
        result.append((kind, *sums, tuple(map(sum, zip(*left_out, strict=True))), *chain.from_iterable(found)))
    return result
