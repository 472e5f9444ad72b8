"""The files that a run writes. Reading one of them as input might never end, and writing an input would destroy it."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final
from uri_extract.cli.flags import NAME
from uri_extract.errors import UriExtractError
from uri_extract.sources import Document, Unreadable
from uri_extract.sources._streams import identity_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    _Identity = tuple[int, int]

_SKIPPED: Final = "input file is also the output; skipped"


class WrittenFiles:
    """The files that a run writes, recognised by device and inode, whatever path leads to them.

    ``outputs`` are the output files that the user named; standard output and standard error are added if they are
    regular files. ``own`` are the temporary files and the checkpoint of the run.
    """

    def __init__(self, outputs: Iterable[str] = (), own: Iterable[str] = ()) -> None:
        streams = [] if outputs else [sys.stdout]
        identities = [*map(_identity, (*outputs, *map(_descriptor, (*streams, sys.stderr))))]
        self._outputs = {identity for identity in identities if identity is not None}
        self._own = {identity for identity in map(_identity, own) if identity is not None}

    def __bool__(self) -> bool:
        """True if the run writes at least one regular file."""
        return bool(self._outputs or self._own)

    def readable(self, document: Document | Unreadable) -> Document | Unreadable | None:
        """Return the document if it may be read, an error if it is an output, None if it is the run's own file."""
        if not isinstance(document, Document):
            return document
        source = document.source
        identity = _identity(source if isinstance(source, str) else _descriptor(source))
        if identity is None:
            return document
        if identity in self._own:
            return None
        return Unreadable(errno.EINVAL, _SKIPPED, document.name) if identity in self._outputs else document

    def refuse_list(self, options: argparse.Namespace) -> None:
        """Raise UriExtractError if the list of paths is also an output: it would grow while it is read."""
        if options.files_from:
            file = _descriptor(sys.stdin) if options.files_from == "-" else options.files_from
            if _identity(file) in self._outputs:
                raise UriExtractError(f"{options.files_from}: the list of paths is also the output")


def refuse_to_overwrite(paths: Iterable[str], outputs: Iterable[str]) -> None:
    """Raise UriExtractError if writing an output would destroy an input."""
    for path in paths:
        for output in outputs:
            if _would_be_overwritten(path, output):
                raise UriExtractError(f"{path}: output file {output} is also an input; refusing to overwrite it")


def refuse_other_kinds(outputs: Iterable[str], options: argparse.Namespace) -> None:
    """Raise UriExtractError if an output would replace a file of another kind, which no earlier run has written."""
    if options.force or not any(map(os.path.isfile, outputs)):
        return
    from uri_extract.sinks.earlier import may_replace  # imported late: few runs replace a file

    null = options.null or "\\0" in (options.template or "")
    for output in outputs:
        if not may_replace(output, options.format, null=null):
            kind = "plain text" if options.format == "lines" else f"{options.format} of {NAME}"
            raise UriExtractError(f"{output}: the file exists and is not {kind}; replace it with --force")


def _would_be_overwritten(path: str, output: str) -> bool:
    """Return True if ``output`` exists, and is ``path`` or a file below it."""
    identity = _identity(output)
    if identity is None:
        return False
    if path == "-":
        return _identity(_descriptor(sys.stdin)) == identity
    top = os.path.join(os.path.realpath(path), "")
    return _identity(path) == identity or (os.path.isdir(path) and os.path.realpath(output).startswith(top))


def _identity(file: str | int | None) -> _Identity | None:
    """Return device and inode of a regular file; None for anything else, such as a pipe or a terminal."""
    identity: _Identity | None = None if file is None else identity_of(file)
    return identity


def _descriptor(stream: Any) -> int | None:
    with suppress(AttributeError, OSError, ValueError):
        descriptor = stream.fileno()
        return descriptor if isinstance(descriptor, int) else None
    return None
