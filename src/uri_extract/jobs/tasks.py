"""Divide inputs into tasks of similar size: large files in parts, small files together."""

from __future__ import annotations

import os
import stat
from collections import deque

from uri_extract._compat._typing import TYPE_CHECKING, NamedTuple
from uri_extract.limits import BATCH, BATCH_FILES, COMPRESSED_PART
from uri_extract.sources import Document, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uri_extract.jobs.frames import Frame

    Inputs = Iterable[Document | Unreadable]


class Task(NamedTuple):
    """Inputs that one process reads one after the other.

    ``key`` identifies the inputs and their state: it differs after a file has changed. If ``here``, only this process
    can read them.
    """

    inputs: Inputs
    key: tuple[tuple[object, ...], ...]
    here: bool = False

    def resumed(self, at: int) -> Inputs:
        """Return the task's single input, a part of a file, changed to begin at byte ``at`` of the file."""
        (document,) = self.inputs
        assert isinstance(document, Document)
        from uri_extract.sources.file_parts import resumed

        try:
            return (resumed(document, at),)
        except Unreadable as error:
            return (error,)


class PendingTask:
    """A task in progress, with the output received from its worker but not yet yielded."""

    def __init__(self, task: Task, inputs: Inputs) -> None:
        self.task = task
        self.inputs: tuple[Document | Unreadable, ...] = tuple(inputs)
        self.frames: deque[Frame] = deque()
        self.over = False  # all output has been received
        self.whole = True  # it includes the last input of the task
        self.superseded = False  # another pending task has taken its place
        self.input = 0  # index of the input that was read last
        self.delivered = 0  # number of results delivered
        self.replayed = 0  # number of results to skip: they were delivered before a restart
        self.unbuffered = False  # a process died during the task: messages are now sent at once
        self.ended: int | None = None  # index of the input during which a process died


def plan(
    inputs: Iterator[Document | Unreadable], *, kinds: frozenset[str], lines: bool = True, records: bool = False
) -> Iterator[Task]:
    """Yield tasks for the inputs, in order; large files of ``kinds`` are read in parts.

    ``kinds``, ``lines`` and ``records`` are the arguments of :func:`~uri_extract.sources.file_parts.parts`.
    """
    batch: list[Document | Unreadable] = []
    keys: list[tuple[object, ...]] = []
    size = 0
    big = 2 * COMPRESSED_PART
    for document in inputs:
        if isinstance(document, Unreadable):
            batch.append(document)
            keys.append((document.filename, document.errno))
            continue
        status = _status(document)
        if batch and (
            status is None or status.st_size >= big or size + status.st_size > BATCH or len(batch) == BATCH_FILES
        ):
            yield Task(tuple(batch), tuple(keys))
            batch, keys, size = [], [], 0
        if status is None:
            yield Task((document,), ((document.name,),), here=not isinstance(document.source, str))
        elif status.st_size >= big:
            key = document.name, status.st_size, status.st_mtime_ns
            yield from _of_big(document, key, kinds, lines, records) if kinds else (Task((document,), ((*key, None),)),)
        else:
            batch.append(document)
            keys.append((document.name, status.st_size, status.st_mtime_ns))
            size += status.st_size
    if batch:
        yield Task(tuple(batch), tuple(keys))


def _status(document: Document) -> os.stat_result | None:
    """Return the status of a regular file; None for any other document."""
    if not isinstance(document.source, str):
        return None
    try:
        status = os.stat(document.source)
    except (OSError, ValueError):  # reported when it is opened
        return None
    return status if stat.S_ISREG(status.st_mode) else None


def _of_big(
    document: Document, key: tuple[object, ...], kinds: frozenset[str], lines: bool, records: bool
) -> Iterator[Task]:
    from uri_extract.sources.file_parts import parts

    try:
        for part in parts(document, kinds=kinds, lines=lines, records=records):
            yield Task((part,), ((*key, None if part.part is None else part.part.start),))
    except Unreadable as error:
        yield Task((error,), ((error.filename, error.errno),))
