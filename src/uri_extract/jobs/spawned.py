"""A worker process on systems without fork: a new interpreter, which ``multiprocessing`` starts."""

from __future__ import annotations

from multiprocessing import get_context

from uri_extract._compat._typing import TYPE_CHECKING, Final
from uri_extract.jobs.process import Process
from uri_extract.jobs.worker import serve

if TYPE_CHECKING:
    from uri_extract.jobs.messages import Work

# Bytes that a pipe holds on every system.
_ROOM: Final = 1 << 12


class Spawned(Process):
    """A worker process in a new interpreter; the work must be picklable."""

    def __init__(self, work: Work) -> None:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        super().__init__(ours, ours, _ROOM)
        self._process = context.Process(target=serve, args=(theirs, theirs, (), work), daemon=True)
        try:
            self._process.start()
        finally:
            theirs.close()

    def kill(self) -> None:
        """Kill the process, if it has not ended."""
        self._process.kill()

    def wait(self) -> int:
        """Wait until the process has ended; return its exit status, or minus the signal that ended it."""
        self._process.join()
        return self._process.exitcode or 0
