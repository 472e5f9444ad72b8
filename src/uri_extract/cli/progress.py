"""The progress bar on standard error, if that is a terminal: bytes, speed, references, problems, time left.

tqdm draws it. Importing tqdm takes as long as importing this whole package, so the bar appears only after a second. The
total size is added up step by step from then on.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from contextlib import suppress

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final
from uri_extract.cli.inputs import paths_of, selection_of
from uri_extract.cli.terminal import is_terminal
from uri_extract.processes.standard_streams import say
from uri_extract.sources import Document, documents

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

#: Seconds before the bar is shown, and between two updates of it.
AFTER: Final = 1.0
_EVERY: Final = 0.1
# Seconds spent on looking up file sizes for each update.
_LOOK: Final = 0.01

_KNOWN: Final = "{percentage:3.0f}% |{bar}| {n_fmt}B of {total_fmt}B, {rate_fmt}, {remaining} left{postfix}"
_UNKNOWN: Final = "{n_fmt}B in {elapsed}, {rate_fmt}{postfix}"


_bars: list[Any] = []  # the bars that are shown


def wipe() -> None:
    """Erase the bar's line. Safe in a signal handler that ends the process."""
    if _bars:
        with suppress(OSError):
            os.write(2, b"\r\x1b[K")


class Progress:
    """Counts progress, and shows a bar if standard error is a terminal that nothing else writes to.

    The caller reports bytes of the input with :meth:`read`, sets :attr:`damaged`, and writes all other messages with
    :meth:`say`.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self._found = self.damaged = 0
        self._read = self._shown = 0
        self._started = self._looked = time.monotonic()
        #: True if a bar is shown once the run has lasted long enough.
        self.is_wanted: bool = _is_wanted(options)
        self._bar: Any = None
        self._sizes = _sizes(options)
        self._total: int | None = 0

    def read(self, size: int, found: int) -> None:
        """Count ``size`` more bytes of the input as read; ``found`` is the number of references so far."""
        self._read += size
        self._found = found
        if self.is_wanted and (now := time.monotonic()) - self._looked >= (AFTER if self._bar is None else _EVERY):
            self._looked = now
            self._show()

    def say(self, message: str) -> None:
        """Write a line to standard error, above the bar."""
        if self._bar is not None:
            self._bar.clear()
        say(message)
        if self._bar is not None:
            self._bar.refresh()

    def close(self) -> None:
        """Remove the bar."""
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
        """Add up sizes for a short time; when all are known, the bar shows the time left."""
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
    """Return True if standard error is a terminal that nothing else writes to."""
    if options.quiet or not options.progress or not is_terminal(sys.stderr):
        return False
    if options.output is None and is_terminal(sys.stdout):
        return False
    # The bar must not overwrite what the user types.
    reads_input = not options.files_from and (not options.paths or "-" in options.paths)
    return not (reads_input and is_terminal(sys.stdin))


def _bar(started: float) -> Any:
    """Return a bar that counts time from ``started``; None if tqdm is not installed."""
    try:
        from threading import RLock

        from tqdm import tqdm
    except ImportError:
        return None
    tqdm.set_lock(RLock())  # tqdm's own lock serves several processes, and creates a semaphore
    tqdm.monitor_interval = 0  # start no thread
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
    """Yield the size of each input in bytes; None if it is unknown."""
    if options.files_from and (options.files_from == "-" or _size(options.files_from) is None):
        yield None  # the list can be read only once
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
    except (AttributeError, OSError, ValueError):  # closed, or without a file descriptor
        return None


def _size(file: str | int) -> int | None:
    try:
        found = os.stat(file)
    except (OSError, ValueError):
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else None
