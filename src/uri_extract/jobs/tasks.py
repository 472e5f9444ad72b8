"""Inputs put into tasks: big files in parts, small ones together, so that each is worth sending and none is long."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, NamedTuple

from uri_extract.limits import BATCH, BATCH_FILES, PART
from uri_extract.sources import Document, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

    Inputs = tuple[Document | Unreadable, ...]


class Task(NamedTuple):
    """Documents that are read one after the other by one process.

    ``key`` tells them from others, and from what they were when they change. ``here``: no other process can read them.
    """

    inputs: Inputs
    key: tuple[tuple[object, ...], ...]
    here: bool = False

    def resumed(self, at: int) -> Inputs:
        """Return the inputs with the beginning at byte ``at`` of the file that they are a part of."""
        (document,) = self.inputs
        assert isinstance(document, Document)
        from uri_extract.sources.parts import resumed

        try:
            return (resumed(document, at),)
        except Unreadable as error:
            return (error,)


def plan(
    inputs: Iterator[Document | Unreadable], *, cut: bool = True, text: bool = True, lines: bool = True
) -> Iterator[Task]:
    """Yield tasks for inputs, in order; ``cut``: big files in parts.

    ``text`` and ``lines`` are as :func:`~uri_extract.sources.parts.parts` has them.
    """
    batch: list[Document | Unreadable] = []
    keys: list[tuple[object, ...]] = []
    size = 0
    for document in inputs:
        if isinstance(document, Unreadable):
            batch.append(document)
            keys.append((document.filename, document.errno))
            continue
        status = _status(document)
        if batch and (
            status is None or status.st_size >= 2 * PART or size + status.st_size > BATCH or len(batch) == BATCH_FILES
        ):
            yield Task(tuple(batch), tuple(keys))
            batch, keys, size = [], [], 0
        if status is None:
            yield Task((document,), ((document.name,),), here=not isinstance(document.source, str))
        elif status.st_size >= 2 * PART:
            key = document.name, status.st_size, status.st_mtime_ns
            yield from _of_big(document, key, text, lines) if cut else (Task((document,), ((*key, None),)),)
        else:
            batch.append(document)
            keys.append((document.name, status.st_size, status.st_mtime_ns))
            size += status.st_size
    if batch:
        yield Task(tuple(batch), tuple(keys))


def _status(document: Document) -> os.stat_result | None:
    """Return what is known of a regular file, None for anything else."""
    if not isinstance(document.source, str):
        return None
    try:
        status = os.stat(document.source)
    except (OSError, ValueError):  # who opens it says what is wrong
        return None
    return status if stat.S_ISREG(status.st_mode) else None


def _of_big(document: Document, key: tuple[object, ...], text: bool, lines: bool) -> Iterator[Task]:
    from uri_extract.sources.parts import parts  # all that reads mail: it costs as much as the rest

    try:
        for part in parts(document, text=text, lines=lines):
            yield Task((part,), ((*key, None if part.part is None else part.part.start),))
    except Unreadable as error:
        yield Task((error,), ((error.filename, error.errno),))
