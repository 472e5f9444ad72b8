"""The bar on standard error: bytes, speed, what was found and damaged, time left. For people, and only on a terminal.

tqdm draws it. It takes as long to import as all of this package, so that waits until the run has lasted a moment; how
many bytes there are in all is found out bit by bit from then on.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from contextlib import suppress

from uri_extract._standard_streams import say
from uri_extract._typing import TYPE_CHECKING, Any, Final
from uri_extract.cli.inputs import paths_of, selection_of
from uri_extract.cli.terminal import is_terminal
from uri_extract.sources import Document, documents

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

#: Seconds that a run lasts before the bar is shown, and between two looks of it.
AFTER: Final = 1.0
_EVERY: Final = 0.1
# Seconds between those for which sizes are looked up.
_LOOK: Final = 0.01

_KNOWN: Final = "{percentage:3.0f}% |{bar}| {n_fmt}B of {total_fmt}B, {rate_fmt}, {remaining} left{postfix}"
_UNKNOWN: Final = "{n_fmt}B in {elapsed}, {rate_fmt}{postfix}"


_bars: list[Any] = []  # those that are shown


def wipe() -> None:
    """Take the bar's line away; for callers that end the process at once, in the middle of anything."""
    if _bars:
        with suppress(OSError):
            os.write(2, b"\r\x1b[K")


class Progress:
    """Counts, and shows it on a terminal where nothing else is written; elsewhere it only counts.

    It receives the bytes of the input when they were read (:meth:`read`), and the caller sets :attr:`damaged`.
    What else goes to standard error goes through :meth:`say`.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self._found = self.damaged = 0
        self._read = self._shown = 0
        self._started = self._looked = time.monotonic()
        #: Whether there will be a bar, if it lasts long enough.
        self.is_wanted: bool = _is_wanted(options)
        self._bar: Any = None
        self._sizes = _sizes(options)
        self._total: int | None = 0

    def read(self, size: int, found: int) -> None:
        """Count this many bytes more of the input as read, in which so much was found in all."""
        self._read += size
        self._found = found
        if self.is_wanted and (now := time.monotonic()) - self._looked >= (AFTER if self._bar is None else _EVERY):
            self._looked = now
            self._show()

    def say(self, message: str) -> None:
        """Write a line to standard error, and the bar again below it."""
        if self._bar is not None:
            self._bar.clear()
        say(message)
        if self._bar is not None:
            self._bar.refresh()

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
            _bars.clear()
        self.is_wanted = False

    def _show(self) -> None:
        if self._bar is None:
            self._bar = _bar(self._started)
            if self._bar is None:
                self.is_wanted = False
                return
        bar = self._bar
        self._look_for_sizes()
        bar.set_postfix_str(f"{self._found} found, {self.damaged} damaged", refresh=False)
        bar.update(self._read - self._shown)
        self._shown = self._read

    def _look_for_sizes(self) -> None:
        """Add up sizes for a short time; when all are known, so is the time that is left."""
        if self._total is None or self._bar.total is not None:
            return
        until = time.monotonic() + _LOOK
        for size in self._sizes:
            if size is None:
                self._total = None
                return
            self._total += size
            if time.monotonic() >= until:
                return
        self._bar.total = max(self._total, 1)
        self._bar.bar_format = _KNOWN


def _is_wanted(options: argparse.Namespace) -> bool:
    """Return True if standard error is a terminal, and nothing else goes to the same one."""
    if options.quiet or not options.progress or not is_terminal(sys.stderr):
        return False
    if options.output is None and is_terminal(sys.stdout):
        return False
    # Nor is what the user types written over.
    reads_input = not options.files_from and (not options.paths or "-" in options.paths)
    return not (reads_input and is_terminal(sys.stdin))


def _bar(started: float) -> Any:
    """Return a bar that began to count then; None where tqdm is not installed."""
    try:
        from threading import RLock

        from tqdm import tqdm
    except ImportError:
        return None
    tqdm.set_lock(RLock())  # its own is for several processes, and makes a semaphore
    tqdm.monitor_interval = 0  # no thread
    bar = tqdm(
        file=sys.stderr, leave=False, unit="B", unit_scale=True, mininterval=_EVERY / 2, miniters=0, smoothing=0.1,
        dynamic_ncols=True, bar_format=_UNKNOWN,
    )  # fmt: skip
    earlier = time.monotonic() - started
    bar.start_t -= earlier
    bar.last_print_t -= earlier
    _bars.append(bar)
    return bar


def _sizes(options: argparse.Namespace) -> Iterator[int | None]:
    """Yield the bytes of each input; None where that is unknown."""
    if options.files_from and (options.files_from == "-" or _size(options.files_from) is None):
        yield None  # a list that can be read but once
    with suppress(OSError):
        for path in paths_of(options):
            if path is None:
                yield _size_of_input()
                continue
            if not isinstance(path, str):
                yield None
                continue
            for document in documents(path, selection=selection_of(options)):
                if isinstance(document, Document) and isinstance(document.source, str):
                    yield _size(document.source)


def _size_of_input() -> int | None:
    try:
        return _size(sys.stdin.fileno())
    except (AttributeError, OSError, ValueError):  # closed, or none of the system's
        return None


def _size(file: str | int) -> int | None:
    try:
        found = os.stat(file)
    except (OSError, ValueError):
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else None
