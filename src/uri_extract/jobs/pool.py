"""A pool of worker processes, whose output is delivered in the order of the tasks.

A worker receives tasks through a pipe. Output of later tasks is kept until the tasks before are delivered, at most
:data:`~uri_extract.limits.MAX_AHEAD` bytes for all tasks. Beyond that only the worker with the first pending task is
read from, and the others wait. If a worker dies during a task, it is replaced and the task is done again; messages that
were already delivered are not repeated. If two workers die during the same input, the input is given up with a problem,
and the inputs after it are read.
"""

from __future__ import annotations

import sys
from collections import deque
from itertools import chain

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.formats.recognition import PLAIN
from uri_extract.jobs.frames import LAST, MORE, RAISED, Frame, ready
from uri_extract.jobs.messages import PROBLEM, RESUME
from uri_extract.jobs.process import Forked
from uri_extract.jobs.tasks import PendingTask
from uri_extract.limits import MAX_AHEAD
from uri_extract.sources import Document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uri_extract.jobs.messages import TaskOutput, Work
    from uri_extract.jobs.process import Process
    from uri_extract.jobs.tasks import Inputs, Task

# The kind of a frame that the pool makes itself, to report that a worker died.
ENDED = -1

# Forking is fast, but on systems other than Linux libraries are not safe after a fork.
_METHOD = "fork" if sys.platform == "linux" else "spawn"

# Tasks of a worker at a time: the current one, and the next one, so that the worker need not wait for it.
_AT_A_TIME = 2

# The least number of shared blocks of memory of a worker.
_LEAST_BLOCKS = 4


class Pool:
    """Worker processes for tasks. :meth:`run` starts and ends them."""

    def __init__(self, work: Work, jobs: int, prepare: Callable[[Inputs], None] | None = None) -> None:
        self._work = work
        self._jobs = jobs
        self._prepare = prepare
        self._processes: list[Process] = []
        self._pending: deque[PendingTask] = deque()  # in the order of the input
        self._waiting: deque[PendingTask] = deque()  # pending tasks not yet sent to a worker
        self._ahead = 0  # bytes of frames not yet delivered
        self._resume: int | None = None

    def run(self, tasks: Iterator[Task], resume: int | None = None) -> Iterator[TaskOutput]:
        """Yield the output of tasks; if ``resume`` is given, the first task begins at that byte of its file."""
        self._resume = resume
        first = next(tasks, None)
        if first is None:
            return
        if self._prepare is not None and _METHOD == "fork" and not first.here:
            self._prepare(first.inputs)
        tasks = chain((first,), tasks)
        try:
            while True:
                self._assign(tasks)
                if not self._pending:
                    return
                pending = self._pending[0]
                if pending.task.here:
                    for message in self._work(pending.inputs, False):
                        yield [message], pending.task, False
                    yield [], pending.task, True
                    self._pending.popleft()
                elif pending.frames:
                    free = pending.frames[0].free
                    yield self._deliver(pending)
                    if free is not None:
                        free()
                elif pending.over:
                    self._pending.popleft()
                else:
                    self._listen(pending)
        finally:
            for process in self._processes:
                process.close()
                process.kill()
            for process in self._processes:
                process.wait()

    def _assign(self, tasks: Iterator[Task]) -> None:
        """Send every worker as many tasks as it may have. A worker is started when there is a task for it."""
        while True:
            process = min(self._processes, key=lambda each: len(each.pending), default=None)
            is_another = len(self._processes) < self._jobs and (process is None or bool(process.pending))
            if process is not None and not is_another and len(process.pending) >= _AT_A_TIME:
                return
            if self._waiting:
                pending = self._waiting.popleft()
                if pending.superseded:
                    continue
            else:
                task = next(tasks, None)
                if task is None:
                    return
                pending = PendingTask(task, task.inputs if self._resume is None else task.resumed(self._resume))
                self._resume = None
                self._pending.append(pending)
                if task.here:
                    continue
            if process is None or is_another:
                process = self._started()
                self._processes.append(process)
            if not process.send(pending):
                self._waiting.appendleft(pending)
                return

    def _started(self) -> Process:
        """Start a worker; all existing workers must be in the list."""
        if _METHOD == "fork":
            from uri_extract.jobs.shared import BLOCK

            blocks = max(_LEAST_BLOCKS, MAX_AHEAD // BLOCK // self._jobs)
            return Forked(self._work, self._processes, blocks)
        from uri_extract.jobs.spawned import Spawned  # imported late: multiprocessing is slow to import

        return Spawned(self._work)

    def _listen(self, pending: PendingTask) -> None:
        """Wait for output. If too much is kept already, wait only for output of ``pending``, if a worker has it."""
        busy = [process for process in self._processes if process.pending]
        heard = busy
        if self._ahead >= MAX_AHEAD:
            heard = [process for process in busy if pending in process.pending] or busy
        pipes = {process.answers: process for process in heard}
        for pipe in ready(pipes):
            self._hear(pipes[pipe])

    def _hear(self, process: Process) -> None:
        pending = process.pending[0]
        try:
            frame = process.receive()
        except (EOFError, OSError):
            self._replace(process)
            return
        pending.input = frame.input
        pending.frames.append(frame)
        self._ahead += frame.size
        if pending.superseded:
            self._drop(pending)
        if frame.kind != MORE:
            pending.over = True
            process.pending.popleft()

    def _deliver(self, pending: PendingTask) -> TaskOutput:
        kind, _, number, messages, error, size, _ = pending.frames.popleft()
        self._ahead -= size
        if kind == RAISED:
            import pickle  # imported late: only errors need it

            raise pickle.loads(error)
        if pending.replayed:  # the frame has a single message, like all frames since the restart
            pending.replayed -= number
            messages = []
        else:
            pending.delivered += number
        for message in messages:
            if message[0] == RESUME and message[1] is not None:
                self._begin_next_at(message[1])
        return messages, pending.task, kind in (LAST, ENDED) and pending.whole

    def _begin_next_at(self, place: int) -> None:
        """Restart the next task at byte ``place`` of its file; its output so far is discarded."""
        if len(self._pending) == 1:
            self._resume = place
            return
        before = self._pending[1]
        self._drop(before)
        before.superseded = True
        self._pending[1] = pending = PendingTask(before.task, before.task.resumed(place))
        self._waiting.appendleft(pending)

    def _drop(self, pending: PendingTask) -> None:
        for frame in pending.frames:
            self._ahead -= frame.size
            if frame.free is not None:
                frame.free()
        pending.frames.clear()

    def _replace(self, process: Process) -> None:
        """Replace a worker that has died, and schedule its tasks again."""
        how = process.ended()
        at = self._processes.index(process)
        del self._processes[at]
        self._processes.insert(at, self._started())
        unfinished = [pending for pending in process.pending if not pending.superseded]
        if unfinished and unfinished[0] is process.pending[0]:
            pending = unfinished[0]
            if pending.unbuffered and pending.ended == pending.input:
                unfinished[:1] = self._given_up(pending, how)
            else:
                self._drop(pending)
                pending.replayed = pending.delivered
                pending.ended = pending.input if pending.unbuffered else None
                pending.unbuffered = True
        self._waiting.extendleft(reversed(unfinished))

    def _given_up(self, pending: PendingTask, how: str) -> list[PendingTask]:
        """End a task with a problem; return a list with a task for the remaining inputs, empty if there are none."""
        document = pending.inputs[pending.input]
        name = document.name if isinstance(document, Document) else document.filename
        message = f"two worker processes died while reading it ({how}); it was read only in part"
        if isinstance(document, Document) and document.part is not None and document.part.kind != PLAIN:
            message += "; later documents are numbered as if none were missing"
        pending.frames.append(Frame(ENDED, pending.input, 0, [(PROBLEM, name, 0, "process-ended", message)]))
        pending.over = True
        rest = PendingTask(pending.task, pending.inputs[pending.input + 1 :])
        if not rest.inputs:
            return []
        pending.whole = False
        self._pending.insert(self._pending.index(pending) + 1, rest)
        return [rest]
