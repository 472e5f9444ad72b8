"""Documents from the file system, from open files and from bytes."""

from __future__ import annotations

import errno
import os
import sys
from itertools import chain

from uri_extract._compat._typing import TYPE_CHECKING, BinaryIO
from uri_extract.errors import SourceTypeError
from uri_extract.sources.directories import Selection, below
from uri_extract.sources.document import Document, Unreadable
from uri_extract.sources.open_files import chunks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uri_extract.sources.ranges import Range
    from uri_extract.sources.remote import Remote

_ALL = Selection()


def documents(
    source: str | os.PathLike[str] | BinaryIO | bytes | Range | Remote, *, media_type: str | None = None,
    selection: Selection = _ALL, name: str | None = None, on_skipped: Callable[[str], None] | None = None,
) -> Iterator[Document | Unreadable]:  # fmt: skip
    """Return the documents of ``source``: one for a file, an open binary file or bytes; all files below a directory.

    A directory is walked in the order of the bytes of its names. For an entry that cannot be read an
    :class:`Unreadable` is yielded, and the walk continues: a directory that cannot be listed, a dangling link, a
    socket, a FIFO or a device (the last two are read if they are passed themselves), and a link to a directory outside,
    unless ``selection`` has ``follow``. Loops of links end. Files in a Maildir or an MH folder are messages, whatever
    their names.

    A range of a file and a remote input are one document each; their errors are raised when they are read.

    ``on_skipped`` is called with the path of each version control directory that ``selection`` leaves out. ``name``
    replaces the path as the document's name. Raises :class:`SourceTypeError` for a directory with a ``name``.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        return iter((Document(name, media_type, bytes(source)),))
    if isinstance(source, tuple):
        return iter((source.document(media_type, name),))
    if isinstance(source, str | os.PathLike):
        path = os.fsdecode(source)
        if not os.path.isdir(path):
            return iter((_named(path, media_type, path, name),))
        if name is None:
            return below(path, media_type, selection, on_skipped)
        raise SourceTypeError(f"{path} is a directory of many documents, which cannot all be named {name!r}")
    own = getattr(source, "name", None)
    return iter((_named(own if isinstance(own, str) else None, media_type, source, name),))


def _named(path: str | None, media_type: str | None, source: str | BinaryIO, name: str | None) -> Document:
    """Return a document named by its path, or by ``name``; in both cases its type is recognised by its path."""
    if name is None:
        return Document(path, media_type, source)
    return Document(name, media_type, source, filename=path)


def standard_input(media_type: str | None = None) -> Document | Unreadable:
    """Return standard input as a document; an Unreadable if it is closed."""
    if sys.stdin is None:
        return Unreadable(errno.EBADF, "standard input is closed", "-")
    return Document("-", media_type, sys.stdin.buffer)


def listed(file: BinaryIO, separator: bytes = b"\n") -> Iterator[str]:
    """Yield the paths in an open file, each terminated by the separator; empty ones are skipped."""
    held, before = b"", b"\r" if separator == b"\n" else b""
    for chunk in chain(chunks(file), (separator,)):
        *whole, held = (held + chunk).split(separator)
        for path in whole:
            name = path.removesuffix(before)
            if name:
                yield os.fsdecode(name)
