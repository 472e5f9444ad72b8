"""Documents from the file system, from open files and from bytes."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from uri_extract.errors import UriExtractError
from uri_extract.limits import CHUNK

if TYPE_CHECKING:
    from collections.abc import Iterator


class Unreadable(UriExtractError, OSError):  # noqa: N818 - as its siblings
    """A path that cannot be opened or read; ``filename`` names it."""


class Document(NamedTuple):
    """One document: ``name`` and ``media_type`` (None where it has none, or nobody said), and what it is read from."""

    name: str | None
    media_type: str | None
    source: str | BinaryIO | bytes

    def chunks(self) -> Iterator[bytes]:
        """Yield the document's bytes, at most :data:`~uri_extract.limits.CHUNK` at a time from a file.

        Raises :class:`Unreadable`; what was read until then has been yielded.
        """
        source = self.source
        if isinstance(source, bytes):
            if source:
                yield source
        elif isinstance(source, str):
            try:
                with open(source, "rb", buffering=0) as file:
                    yield from _chunks(file)
            except OSError as error:
                raise Unreadable(error.errno, error.strerror, source) from error
            except ValueError as error:  # a NUL, or a character that the file system's encoding does not have
                raise Unreadable(errno.EINVAL, f"not a path: {error}", source) from error
        else:
            try:
                yield from _chunks(source)
            except OSError as error:
                raise Unreadable(error.errno, error.strerror, self.name) from error


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    # A buffered pipe gives what it has with read1; a raw file's read does so anyway.
    read = getattr(file, "read1", file.read)
    while chunk := read(CHUNK):
        yield chunk


def documents(
    source: str | os.PathLike[str] | BinaryIO | bytes, *, media_type: str | None = None
) -> Iterator[Document | Unreadable]:
    """Yield the documents of ``source``: one for a file, an open binary file or bytes, all below a directory.

    A directory is walked in the order of its names' bytes; symbolic links to directories are not followed, so no loop
    is endless; what is neither a file nor a directory (sockets, devices, FIFOs) is left out there, and read when it
    is named itself. A directory that cannot be listed is yielded as :class:`Unreadable`; the walk goes on.
    """
    kind = media_type
    if isinstance(source, bytes | bytearray | memoryview):
        yield Document(None, kind, bytes(source))
    elif isinstance(source, str | os.PathLike):
        path = os.fsdecode(source)
        if os.path.isdir(path):
            yield from _walk(path, kind)
        else:
            yield Document(path, kind, path)
    elif not hasattr(source, "read"):
        raise TypeError(f"a source is a path, an open binary file or bytes, not {type(source).__name__}")
    else:
        name = getattr(source, "name", None)
        yield Document(name if isinstance(name, str) else None, kind, source)


def _walk(top: str, media_type: str | None) -> Iterator[Document | Unreadable]:
    # A stack of what is left to visit, not recursion: a deep tree is no deep call.
    left = [(top, True)]
    while left:
        path, is_directory = left.pop()
        if not is_directory:
            yield Document(path, media_type, path)
            continue
        try:
            with os.scandir(path) as entries:
                listed = sorted(entries, key=lambda entry: os.fsencode(entry.name), reverse=True)
                below = [(entry.path, entry.is_dir(follow_symlinks=False)) for entry in listed if _wanted(entry)]
        except OSError as error:
            yield Unreadable(error.errno, error.strerror, path)
        else:
            left.extend(below)


def _wanted(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False) or entry.is_file()
    except OSError:
        return True  # opening it says what is wrong


def standard_input(media_type: str | None = None) -> Document | Unreadable:
    """Return standard input as a document, Unreadable where it is closed."""
    if sys.stdin is None:
        return Unreadable(errno.EBADF, "standard input is closed", "-")
    return Document("-", media_type, sys.stdin.buffer)
