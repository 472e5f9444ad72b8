"""What a task says."""

from __future__ import annotations

from itertools import chain, groupby
from operator import itemgetter

from uri_extract._typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from uri_extract.jobs.tasks import Inputs, Task

    #: What it is, and what belongs to that; all of it what ``marshal`` takes.
    Message = tuple[Any, ...]
    #: Does a task: yields its messages, with what was found in as few as it likes; or, if the second argument
    #: (``unbuffered``) is True, as soon as it was found. Either way it says the same in the same order. Where processes
    #: are not forked ``pickle`` must take it.
    Work = Callable[[Inputs, bool], Iterator[Message]]
    #: Messages of a task, and whether they are its last.
    TaskOutput = tuple[list[Message], Task, bool]

#: The next of the task's inputs begins; its name if it is a part of a file, in which the one before it goes on.
INPUT: Final = 0
#: The input, a part of a file, was read: the next task begins at that byte, None if it does already; and how many
#: documents were numbered in it, and how many bytes decompressed (:mod:`uri_extract.media.part`).
RESUME: Final = 1
#: The fields of a problem.
PROBLEM: Final = 2
#: Bytes were read; how many, how much was found in them, what was left out of that, and the rest.
FOUND: Final = 3
#: As FOUND; what was found is a page as bytes, which is not encoded yet.
PAGE: Final = 4
#: As FOUND; what was found is bytes that are written one after the other. They are not kept: they may change when the
#: next messages are asked for.
TEXT: Final = 5
#: What bytes are, in any of them.
BYTES: Final = (bytes, bytearray)
#: Where in a message that something was found this begins.
FIRST_FOUND: Final = 6

_SOME_FOUND: Final = FOUND, PAGE, TEXT


def steps(message: Message) -> int:
    """Return how much a message says, however what was found is put into messages."""
    if message[0] in _SOME_FOUND:
        return len(message) - FIRST_FOUND
    return int(message[0] != INPUT or message[1] is not None)


def joined(messages: list[Message]) -> list[Message]:
    """Return messages that say the same, those that something was found put together as far as nothing is between."""
    result: list[Message] = []
    for kind, group in groupby(messages, itemgetter(0)):
        if kind not in _SOME_FOUND:
            result.extend(group)
            continue
        _, *counts, left_out, found = zip(*((*each[:FIRST_FOUND], each[FIRST_FOUND:]) for each in group), strict=True)
        sums = map(sum, counts)
        result.append((kind, *sums, tuple(map(sum, zip(*left_out, strict=True))), *chain.from_iterable(found)))
    return result
