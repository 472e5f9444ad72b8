"""What is to be read, as the options name it."""

from __future__ import annotations

import errno
import os
import sys

from uri_extract._typing import TYPE_CHECKING
from uri_extract.sources import Selection
from uri_extract.sources.files import listed

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator


def selection_of(options: argparse.Namespace) -> Selection:
    """Return which files below a directory are wanted."""
    return Selection(options.hidden, tuple(options.glob), options.max_depth, options.follow)


def paths_of(options: argparse.Namespace) -> Iterator[str | None]:
    """Yield the paths of the command line, then those of the list; None is standard input."""
    for path in options.paths or ([] if options.files_from else ["-"]):
        yield None if path == "-" else path
    separator = b"\0" if options.null_separated else b"\n"
    if options.files_from == "-":
        if sys.stdin is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
        yield from listed(sys.stdin.buffer, separator)
    elif options.files_from:
        with open(options.files_from, "rb") as file:
            yield from listed(file, separator)
