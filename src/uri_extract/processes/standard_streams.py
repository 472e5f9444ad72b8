"""The standard streams of a command. An error in writing standard output becomes a message and exit status 2."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final

#: The name of standard output in messages.
STANDARD_OUTPUT: Final = "standard output"
#: The exit status of a command ended by SIGINT, as in shells.
INTERRUPTED: Final = 130
_FATAL: Final = 2


def exit_status(name: str, command: Callable[[], int]) -> int:
    """Run a command, flush its standard output and return its exit status.

    If standard output cannot be written, print a message to standard error and return 2. If the reader closed the pipe,
    return 0 without a message. Nothing is left for the interpreter to flush at exit: an error there would be a
    traceback and status 120. SystemExit of the command is raised again.
    """
    _open_closed_descriptors()
    ended = False
    try:
        try:
            status = command()
        except SystemExit as stop:  # from argparse, with a number
            ended, status = True, int(stop.code or 0)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        status = 0
    except OSError as error:
        say(f"{name}: {error.filename or STANDARD_OUTPUT}: {error.strerror}")
        status = _FATAL
    flush_or_discard(sys.stdout)
    flush_or_discard(sys.stderr)
    if ended:
        sys.exit(status)
    return status


def write(text: str) -> None:
    """Write text to standard output and flush it. Raises OSError if it is closed or cannot be written."""
    if sys.stdout is None:
        raise closed()
    sys.stdout.write(text)
    sys.stdout.flush()


class ParserOutput:
    """Output of an ``argparse.ArgumentParser``, whose own ignores a full disk and fails without standard error."""

    if TYPE_CHECKING:

        def format_help(self) -> str: ...  # noqa: D102

    def print_help(self, file: Any = None) -> None:
        """Write the help to standard output; raises OSError."""
        write(self.format_help())

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write the usage, or an error, to standard error."""
        if sys.stderr is not None:
            with suppress(OSError):
                sys.stderr.write(message)


def closed() -> OSError:
    """Return the error for a standard output that was closed before the command began."""
    return OSError(errno.EBADF, os.strerror(errno.EBADF), STANDARD_OUTPUT)


def say(message: str) -> None:
    """Write a line to standard error; ignore errors."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"{message}\n")


def flush_or_discard(stream: Any) -> None:
    """Flush a standard stream. If that fails, discard its buffer and everything written to it later."""
    if stream is None:
        return
    try:
        stream.flush()
    except (OSError, ValueError):  # ValueError: it was closed
        with suppress(OSError, ValueError):
            null = os.open(os.devnull, os.O_WRONLY)
            try:
                os.dup2(null, stream.fileno())
            finally:
                os.close(null)
            stream.flush()


def _open_closed_descriptors() -> None:
    """Open the null device for each closed standard stream, so that no file gets its descriptor.

    A library that writes to descriptor 2 would write into that file.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            with suppress(OSError):
                os.open(os.devnull, os.O_RDWR)
