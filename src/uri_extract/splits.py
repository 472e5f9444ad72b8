"""Divide large files into splits that can be read anywhere, in any order; an engine makes a task of each.

A split owns what *begins* in it. A split of plain text is a range of bytes, and reading starts
:data:`~uri_extract.limits.MAX_REFERENCE` bytes before it, so that no split needs to know where a reference of another
one ends. A compressed web archive (``.warc.gz``) is cut at members that are records. Every other file is one split.

The results of all splits of a file are those of the whole file, with two exceptions. In all splits of a text except the
first, ``line`` is null, and so is ``column`` in a line whose beginning is unknown; and the documents of a web archive
that was cut are named by the offset of their record (``crawl.warc.gz!@123456``), not by its number. The bytes read
before a split are as many as the longest reference has: a text made of several such references in a row may be read
differently.
"""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager

from uri_extract._compat._typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple
from uri_extract.errors import InvalidOptionValue, source_error
from uri_extract.formats.recognition import PLAIN
from uri_extract.limits import CHUNK, MAX_REFERENCE
from uri_extract.scan.windows import LOOKBEHIND
from uri_extract.sources import Document, Unreadable
from uri_extract.sources.document import ended, of_client, reading
from uri_extract.sources.file_parts import cut
from uri_extract.sources.ranges import Range
from uri_extract.text.part import ARCHIVE, UNNUMBERED, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    #: A function that opens a path, such as ``open`` of fsspec's file systems.
    Open = Callable[[str], BinaryIO]

#: The kind of a range of a file that is read alone: a record named by the index of a web archive.
RANGE: Final = "range"

# The media types of files that are cut.
_KINDS: Final = frozenset((PLAIN, ARCHIVE))


class Split(NamedTuple):
    """The bytes of a file from ``start`` to ``stop`` (None: its end).

    ``kind`` is the media type of a file that was cut, :data:`RANGE`, or None for a whole file.

    >>> Split("a.txt")
    Split(path='a.txt', kind=None, start=0, stop=None)
    """

    path: str
    kind: str | None = None
    start: int = 0
    stop: int | None = None


def plan(
    paths: Iterable[str | os.PathLike[str] | Range],
    *,
    size: int = 64 << 20,
    open: Open | None = None,
    missing: str = "raise",
) -> Iterator[Split]:
    """Yield the splits of files: each of about ``size`` bytes if its file can be cut.

    The same files have the same splits. For each split of a large file one MiB is read, or a few if bytes near its
    beginning look like a record. ``open`` opens a path for reading in binary (``fsspec.filesystem("s3").open``); None
    for local files. A :class:`~uri_extract.Range`, and a file that is not seekable, are one split. Raises
    :class:`~uri_extract.errors.SourceError` for a file that cannot be opened or read. With ``missing="row"`` a file
    that does not exist is one split, whose reader will report it.

    >>> from io import BytesIO
    >>> [each.start for each in plan(["a.txt"], size=1000, open=lambda path: BytesIO(b"some text " * 300))]
    [0, 1000, 2000]
    """
    if size < 1:
        raise InvalidOptionValue(f"size must be at least 1, not {size}")
    checked_missing(missing)
    for path in paths:
        if isinstance(path, Range):
            yield Split(path.path, RANGE, path.offset, path.offset + path.length)
            continue
        name = os.fspath(path)
        try:
            yield from _of_file(name, size, open)
        except Unreadable as error:
            if missing != "row" or error.errno != errno.ENOENT:
                raise source_error(error.errno, error.strerror, name) from error
            yield Split(name)


def checked_missing(missing: str) -> str:
    """Return the treatment of paths that do not exist; raise :class:`InvalidOptionValue` for an unknown one.

    >>> checked_missing("row")
    'row'
    """
    if missing not in ("raise", "row"):
        raise InvalidOptionValue(f"missing must be 'raise' or 'row', not {missing!r}")
    return missing


def _of_file(name: str, size: int, open: Open | None) -> Iterator[Split]:
    with _opened(name, open) as file:
        length = _length(file)
        if length is not None:
            part = None
            for part in cut(file, length, Document(name, None, name), _KINDS, size, size, alone=True):
                yield Split(name, part.kind, part.start, part.stop)
            if part is not None:
                return
    yield Split(name)


def read(split: Split, *, open: Open | None = None) -> Iterator[Document]:
    """Yield the document of a split; ``open`` is as in :func:`plan`. Each call reads it again.

    >>> [document.name for document in read(Split("a.txt"))]
    ['a.txt']
    """
    path, kind, start, stop = split
    if kind == RANGE:
        assert stop is not None
        document = Range(path, start, stop - start).document()
        yield document if open is None else document._replace(source=_chunks(path, open, start, stop))
        return
    if kind is None:
        yield Document(path, None, path if open is None else _chunks(path, open))
        return
    begin = first = start
    line, line_start = 1, 0
    if kind == PLAIN and start:
        first = max(0, start - MAX_REFERENCE)
        begin = max(0, first - LOOKBEHIND)
        line, line_start = UNNUMBERED, -UNNUMBERED
    part = Part(kind, begin, first, stop, line, line_start, start)
    source = path if open is None else _chunks(path, open, begin, least=stop or start)
    yield Document(path, kind if kind == PLAIN else None, source, part=part)


@contextmanager
def _opened(path: str, open: Open | None) -> Iterator[Any]:
    """Open a file; raise :class:`Unreadable` for errors in opening it, and for errors in the block that reads it."""
    if open is None:
        with reading(path) as file:
            yield file
        return
    try:
        with open(path) as file:
            yield file
    except Exception as error:  # those of all clients
        raise of_client(error, path) from error


def _length(file: Any) -> int | None:
    try:
        length: int = file.seek(0, os.SEEK_END)
    except ValueError:  # UnsupportedOperation, or that of a stream of fsspec
        return None
    return length


def _chunks(path: str, open: Open, begin: int = 0, stop: int | None = None, least: int = 0) -> Iterator[bytes]:
    """Yield the bytes of a file from ``begin`` to ``stop`` (None: its end).

    Raises :class:`Unreadable`, also if they end before ``least``, ``stop`` or the length of the file.
    """
    with _opened(path, open) as file:
        at = begin
        end = stop or max(least, _length(file) or 0)
        file.seek(begin)
        while chunk := file.read(CHUNK if stop is None else min(CHUNK, stop - at)):
            yield chunk
            at += len(chunk)
        if at < end:
            raise ended(begin, at, end)
