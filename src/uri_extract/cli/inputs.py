"""The inputs that the options name."""

from __future__ import annotations

import errno
import os
import sys

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.errors import MissingExtra
from uri_extract.sources import Selection
from uri_extract.sources.files import listed

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from uri_extract.sources.ranges import Range
    from uri_extract.sources.remote import Remote


def selection_of(options: argparse.Namespace) -> Selection:
    """Return the selection of files below a directory."""
    return Selection(options.hidden, tuple(options.glob), options.max_depth, options.follow, options.vcs)


def paths_of(options: argparse.Namespace) -> Iterator[str | Range | Remote | None]:
    """Yield the inputs on the command line, then those in the ``--files-from`` list; None is standard input."""
    for path in options.paths or ([] if options.files_from else ["-"]):
        yield None if path == "-" else _named(path)
    separator = b"\0" if options.null_separated else b"\n"
    if options.files_from == "-":
        if sys.stdin is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
        yield from map(_listed, listed(sys.stdin.buffer, separator))
    elif options.files_from:
        with open(options.files_from, "rb") as file:
            yield from map(_listed, listed(file, separator))


def _listed(line: str) -> str | Range | Remote:
    from uri_extract.sources.ranges import path_or_range  # imported late: few runs read a list

    named = path_or_range(line)
    return _named(named) if isinstance(named, str) else named


def _named(path: str) -> str | Remote:
    if "://" not in path:
        return path
    from uri_extract.sources.remote import Remote, check_remote, is_remote, shown_name  # few paths are remote

    if not is_remote(path):
        return path
    try:
        check_remote(path)
    except MissingExtra as error:
        if not path.lower().startswith(("http://", "https://")):
            raise
        import shlex

        url = "URL" if shown_name(path) != path else shlex.quote(path)  # do not repeat secrets
        raise MissingExtra(f"{error}; or without it: curl -sL {url} | uri-extract --base {url}") from None
    return Remote(path)
