"""Several processes, and what they say in the order of the tasks.

A process has a pipe, and works through the tasks that it is sent. What it says of a task that is not the next one is
kept until it is that task's turn, at most :data:`~uri_extract.limits.MAX_AHEAD` bytes of it all; then only the process
is listened to that has the next one, and the others wait. A process that ends in the middle of a task is replaced, and
the task done again: what was told of it is not told twice. Where one input ends processes again and again, that is a
problem, and what follows it is done.
"""

from __future__ import annotations

import sys
from collections import deque
from marshal import dumps, loads
from multiprocessing import get_context
from multiprocessing.connection import wait
from pickle import loads as unpickled
from typing import TYPE_CHECKING, Any

from uri_extract.jobs.messages import PROBLEM, RESUME
from uri_extract.jobs.process import HEAD, LAST, MORE, RAISED, Process
from uri_extract.limits import MAX_AHEAD
from uri_extract.sources import Document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.jobs.messages import Message, Told, Work
    from uri_extract.jobs.tasks import Inputs, Task

# A frame that no process sent: one ended.
ENDED = -1

# A fork starts at once; elsewhere than on Linux libraries do not bear it.
_METHOD = "fork" if sys.platform == "linux" else "spawn"

# Tasks that a process has at a time: one at hand, and one so that it need not wait for another.
_AT_A_TIME = 2


class Turn:
    """A task that is being done, and what was said of it and not told yet."""

    def __init__(self, task: Task, inputs: Inputs) -> None:
        self.task = task
        self.inputs = inputs
        self.frames: deque[tuple[int, memoryview]] = deque()
        self.over = False  # nothing more will be said of it
        self.whole = True  # what stands behind the last input is another turn's
        self.void = False  # another turn took its place
        self.input = 0  # the one that was read last
        self.told = 0  # messages
        self.skip = 0  # so many of those to come were told before
        self.careful = False  # a process ended over it: then each message is sent when it is there
        self.ended: int | None = None  # the input over which another did


class Pool:
    """Processes for tasks; :meth:`run` ends them."""

    def __init__(self, work: Work, jobs: int) -> None:
        self._context: Any = get_context(_METHOD)
        self._work = work
        self._jobs = jobs
        self._processes: list[Process] = []
        self._turns: deque[Turn] = deque()  # in the order in which they are told
        self._waiting: deque[Turn] = deque()  # those that no process has
        self._ahead = 0  # bytes in frames
        self._resume: int | None = None

    def run(self, tasks: Iterator[Task], resume: int | None = None) -> Iterator[Told]:
        """Yield the messages of tasks; the first begins at byte ``resume`` of its file, if that is given."""
        self._resume = resume
        try:
            for _ in range(self._jobs):
                self._processes.append(Process(self._context, self._work, self._processes))
            while True:
                self._assign(tasks)
                if not self._turns:
                    return
                turn = self._turns[0]
                if turn.task.here:
                    for message in self._work(turn.inputs):
                        yield [message], turn.task, False
                    yield [], turn.task, True
                    self._turns.popleft()
                elif turn.frames:
                    yield self._told(turn)
                elif turn.over:
                    self._turns.popleft()
                else:
                    self._listen(turn)
        finally:
            for process in self._processes:
                process.stop()
            for process in self._processes:
                process.join()

    def _assign(self, tasks: Iterator[Task]) -> None:
        """Give every process what to do."""
        while True:
            process = min(self._processes, key=lambda each: len(each.turns))
            if len(process.turns) >= _AT_A_TIME:
                return
            if self._waiting:
                turn = self._waiting.popleft()
                if turn.void:
                    continue
            else:
                task = next(tasks, None)
                if task is None:
                    return
                turn = Turn(task, task.inputs if self._resume is None else task.resumed(self._resume))
                self._resume = None
                self._turns.append(turn)
                if task.here:
                    continue
            process.send(turn)

    def _listen(self, turn: Turn) -> None:
        """Wait for what processes say; if too much waits for its turn, for the process alone whose turn it is."""
        heard = [
            process
            for process in self._processes
            if process.turns and (self._ahead < MAX_AHEAD or turn in process.turns)
        ]
        pipes: dict[Any, Process] = {process.pipe: process for process in heard}
        for pipe in wait(list(pipes)):
            self._hear(pipes[pipe])

    def _hear(self, process: Process) -> None:
        turn = process.turns[0]
        try:
            frame = process.pipe.recv_bytes()
        except (EOFError, OSError):
            self._replace(process)
            return
        kind, turn.input = HEAD.unpack_from(frame)
        if not turn.void:
            data = memoryview(frame)[HEAD.size :]
            turn.frames.append((kind, data))
            self._ahead += len(data)
        if kind != MORE:
            turn.over = True
            process.turns.popleft()

    def _told(self, turn: Turn) -> Told:
        """Return the next messages of the turn."""
        kind, data = turn.frames.popleft()
        self._ahead -= len(data)
        if kind == RAISED:
            raise unpickled(data)
        messages: list[Message] = loads(data)
        if turn.skip and kind != ENDED:
            skipped = min(turn.skip, len(messages))
            turn.skip -= skipped
            del messages[:skipped]
        turn.told += len(messages)
        for message in messages:
            if message[0] == RESUME:
                self._begin_next_at(message[1])
        return messages, turn.task, kind in (LAST, ENDED) and turn.whole

    def _begin_next_at(self, place: int) -> None:
        """Have the next task begin at a byte of its file; what was said of it does not count."""
        if len(self._turns) == 1:
            self._resume = place
            return
        before = self._turns[1]
        self._drop(before)
        before.void = True
        self._turns[1] = turn = Turn(before.task, before.task.resumed(place))
        self._waiting.appendleft(turn)

    def _drop(self, turn: Turn) -> None:
        self._ahead -= sum(len(data) for _, data in turn.frames)
        turn.frames.clear()

    def _replace(self, process: Process) -> None:
        """Put another process in the place of one that ended, and see to its turns."""
        how = process.ended()
        at = self._processes.index(process)
        del self._processes[at]
        self._processes.insert(at, Process(self._context, self._work, self._processes))
        turns = [turn for turn in process.turns if not turn.void]
        if turns and turns[0] is process.turns[0]:
            turn = turns[0]
            if turn.careful and turn.ended == turn.input:
                turns[:1] = self._given_up(turn, how)
            else:
                self._drop(turn)
                turn.skip = turn.told
                turn.ended = turn.input if turn.careful else None
                turn.careful = True
        self._waiting.extendleft(reversed(turns))

    def _given_up(self, turn: Turn, how: str) -> list[Turn]:
        """End a turn with a problem; return the one that goes on behind it, if there is anything."""
        document = turn.inputs[turn.input]
        name = document.name if isinstance(document, Document) else document.filename
        message = f"the process that read it was ended ({how}), and another one as well: not all of it was read"
        data = memoryview(dumps([(PROBLEM, name, 0, "process-ended", message)]))
        turn.frames.append((ENDED, data))
        self._ahead += len(data)
        turn.over = True
        rest = Turn(turn.task, turn.inputs[turn.input + 1 :])
        if not rest.inputs:
            return []
        turn.whole = False
        self._turns.insert(self._turns.index(turn) + 1, rest)
        return [rest]
