"""Work in tasks: planned from inputs, done here or by several processes, told in the order of the input, remembered.

A task gives messages (:mod:`.messages`), plain data, so that they can come from another process or from a file. What
they are, and their order, is the same whoever does the work.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from uri_extract.jobs.checkpoint import Checkpoint, CheckpointError
from uri_extract.jobs.messages import RESUME
from uri_extract.jobs.tasks import Task, plan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.jobs.messages import Message, Told, Work

__all__ = ["Checkpoint", "CheckpointError", "Task", "plan", "run"]


def run(
    tasks: Iterator[Task], work: Work, jobs: int = 1, checkpoint: Checkpoint | None = None
) -> Iterator[list[Message]]:
    """Yield the messages of all tasks, in order; ``jobs`` is how many processes do the work, 1: this one does.

    What a checkpoint has is not done again; raises :class:`CheckpointError` where the inputs are not those it knows.
    """
    resume = None
    if checkpoint is not None:
        task = None
        for messages, key, last in checkpoint.done():
            if task is None:
                task, resume = next(tasks, None), None
                if task is None or task.key != key:
                    raise CheckpointError(_changed(key, () if task is None else task.key))
            yield [message for message in messages if message[0] != RESUME]
            resume = next((message[1] for message in messages if message[0] == RESUME), resume)
            task = None if last else task
    if jobs == 1:
        told = _done_here(tasks, work, resume)
    else:
        from uri_extract.jobs.pool import Pool  # multiprocessing costs as much as all the rest

        told = Pool(work, jobs).run(tasks, resume)
    for messages, task, last in told:
        if checkpoint is not None:
            checkpoint.add(messages, task.key, last)
        yield [message for message in messages if message[0] != RESUME]


def _changed(before: tuple[tuple[object, ...], ...], now: tuple[tuple[object, ...], ...]) -> str:
    """Return a message that names the first input that is not as it was when the checkpoint was made."""
    name = next((was[0] for was, each in zip_longest(before, now, fillvalue=()) if was and was != each), before[0][0])
    return f"{name}: changed since the checkpoint was made; remove the checkpoint to start over"


def _done_here(tasks: Iterator[Task], work: Work, resume: int | None) -> Iterator[Told]:
    for task in tasks:
        inputs = task.inputs if resume is None else task.resumed(resume)
        resume = None
        for message in work(inputs):
            if message[0] == RESUME:
                resume = message[1]
            yield [message], task, False
        yield [], task, True
