"""Work in tasks: planned from inputs, done by this process or by several, and recorded in a checkpoint.

A task yields messages (:mod:`.messages`). They are plain data, so that they can come from another process or from a
file. They are the same, and in the order of the inputs, whichever process does the work.
"""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.jobs.messages import RESUME
from uri_extract.jobs.tasks import Task, plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uri_extract.jobs.checkpoint import Checkpoint
    from uri_extract.jobs.messages import Message, TaskOutput, Work
    from uri_extract.jobs.tasks import Inputs

__all__ = ["Task", "plan", "run"]


def run(
    tasks: Iterator[Task],
    work: Work,
    jobs: int = 1,
    checkpoint: Checkpoint | None = None,
    prepare: Callable[[Inputs], None] | None = None,
) -> Iterator[list[Message]]:
    """Yield the messages of all tasks, in order; ``jobs`` is the number of processes, 1 for this process alone.

    ``prepare`` is called with the inputs of the first task before workers are forked, so that they inherit the modules
    that it imports. Tasks in the checkpoint are not done again. Raises
    :class:`~uri_extract.jobs.checkpoint.CheckpointError` if the inputs have changed since.
    """
    resume = None
    if checkpoint is not None:
        task = None
        for messages, key, last in checkpoint.done():
            if task is None:
                task, resume = next(tasks, None), None
                if task is None or task.key != key:
                    from uri_extract.jobs.checkpoint import CheckpointError

                    raise CheckpointError(_changed(key, () if task is None else task.key))
            yield messages
            resume = next((message[1] for message in messages if message[0] == RESUME), resume)
            task = None if last else task
    if jobs == 1:
        outputs = _done_here(tasks, work, resume)
    else:
        from uri_extract.jobs.pool import Pool  # imported late: a run in one process does not need it

        outputs = Pool(work, jobs, prepare).run(tasks, resume)
    for messages, task, last in outputs:
        if checkpoint is not None:
            checkpoint.add(messages, task.key, last)
        yield messages


def _changed(before: tuple[tuple[object, ...], ...], now: tuple[tuple[object, ...], ...]) -> str:
    """Return an error message with the name of the first input that has changed since the checkpoint was made."""
    from itertools import zip_longest

    name = next((was[0] for was, each in zip_longest(before, now, fillvalue=()) if was and was != each), before[0][0])
    return f"{name}: changed since the checkpoint was made; remove the checkpoint to start over"


def _done_here(tasks: Iterator[Task], work: Work, resume: int | None) -> Iterator[TaskOutput]:
    for task in tasks:
        inputs = task.inputs if resume is None else task.resumed(resume)
        resume = None
        for message in work(inputs, False):
            if message[0] == RESUME:
                resume = message[1]
            yield [message], task, False
        yield [], task, True
