"""Divide large files into splits that can be read anywhere, in any order; an engine makes a task of each.

A split owns what *begins* in it. A split of plain text is a range of bytes, and reading starts
:data:`~uri_extract.limits.MAX_REFERENCE` bytes before it, so that no split needs to know where a reference of another
one ends. Containers are cut at members (:mod:`uri_extract.sources.file_parts`). Every other file is one split.

The results of all splits of a file are those of the whole file, with two exceptions. In all splits of a text except the
first, ``line`` is null, and so is ``column`` in a line whose beginning is unknown; and what is named by a number in the
whole file, a message, a record or a line with documents, is named by its offset (``crawl.warc.gz!@123456``). The bytes
read before a split are as many as the longest reference has: a text made of several such references in a row may be
read differently.
"""

from __future__ import annotations

import errno
import gzip
import io
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from glob import has_magic
from itertools import chain, islice

from uri_extract._compat._typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple, cast
from uri_extract.errors import InvalidOptionValue, source_error
from uri_extract.formats.recognition import PLAIN
from uri_extract.limits import CHUNK, MAX_REFERENCE
from uri_extract.mail.beginnings import MAILBOX
from uri_extract.scan._kernel import LOOKBEHIND
from uri_extract.sources import Document, Unreadable
from uri_extract.sources.document import ended, of_client, reading
from uri_extract.sources.file_parts import cut
from uri_extract.sources.ranges import Range, path_or_range
from uri_extract.sources.remote import Remote, exists, is_remote
from uri_extract.sources.remote_file import Storage
from uri_extract.text.part import ARCHIVE, UNNUMBERED, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    #: A function that opens a path, such as :class:`~uri_extract.sources.remote_file.Storage`.
    Open = Callable[[str], BinaryIO]
    #: A function that applies another one to each of some items, in this process or in tasks.
    Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]

#: The kind of a range of a file that is read alone: a record named by the index of a web archive.
RANGE: Final = "range"

# The number of files that a task plans, and how many of them at a time: most of the time it waits for storage.
_PLANNED: Final = 64
_AT_ONCE: Final = 8

# The media types of files that are cut.
_KINDS: Final = frozenset((PLAIN, MAILBOX, ARCHIVE))
# The most bytes requested at a time, and after the end of a part, where few are needed.
_REQUEST: Final = 1 << 22
_AFTER_PART: Final = 1 << 16


class Split(NamedTuple):
    """The bytes of a file from ``start`` to ``stop`` (None: its end).

    ``kind`` is that of a part of a file (:class:`~uri_extract.text.part.Part`), :data:`RANGE`, or None for a whole
    file. ``size`` and ``etag`` are those of the file when it was planned, None if they are not known: reading notices
    that a file has changed.

    >>> Split("a.txt").start
    0
    """

    path: str
    kind: str | None = None
    start: int = 0
    stop: int | None = None
    size: int | None = None
    etag: str | None = None


def plan(
    paths: Any,
    *,
    size: int = 64 << 20,
    open: Open | None = None,
    base_url: str | None = None,
    map: Map = map,
) -> Iterator[Split]:
    """Yield the splits of files: each of about ``size`` bytes if its file can be cut.

    ``paths`` are those of :func:`paths_of`. The same files have the same splits. For each split of a large file one MiB
    is read, or a few if bytes near its beginning look like a record. ``open`` opens a path for reading in binary; None
    for local files and URLs (:class:`Storage`). A :class:`~uri_extract.Range`, and a file that is not seekable, are one
    split. Raises :class:`~uri_extract.errors.SourceError` for a file that cannot be opened or read. ``map``
    applies a function to lists of paths, as the builtin does, or in the tasks of an engine.

    >>> from io import BytesIO
    >>> [each.start for each in plan(["a.txt"], size=1000, open=lambda path: BytesIO(b"some text " * 300))]
    [0, 1000, 2000]
    """
    if size < 1:
        raise InvalidOptionValue(f"size must be at least 1, not {size}")
    for splits in planned(paths_of(paths, open=open, base_url=base_url), size, open, map, raises=True):
        if isinstance(splits, Unreadable):
            raise source_error(splits.errno, splits.strerror, splits.filename) from splits
        yield from splits


def planned(
    paths: Iterable[str | Range], size: int, open: Open | None, map: Map = map, raises: bool = False
) -> Iterator[list[Split] | Unreadable]:
    """Yield the splits of each file, or the reason why it could not be planned.

    If ``raises``, a reason other than that it does not exist is raised in the task, so that the engine repeats that.

    >>> [found.errno == errno.ENOENT for found in planned(["no/such/file"], 1 << 20, None)]
    [True]
    """
    left = iter(paths)
    tasks = iter(lambda: list(islice(left, _PLANNED)), [])
    yield from chain.from_iterable(map(partial(_plan_files, size, open, raises), tasks))


def split_of(record: Range) -> Split:
    """Return the split that is a range.

    >>> split_of(Range("a.warc.gz", 5, 9)).stop
    14
    """
    return Split(record.path, RANGE, record.offset, record.offset + record.length)


def _plan_files(size: int, open: Open | None, raises: bool, paths: list[str | Range]) -> list[list[Split] | Unreadable]:
    """Return the splits of each file, of which several are planned at a time."""

    def of(path: str | Range) -> list[Split] | Unreadable:
        if isinstance(path, Range):
            return [split_of(path)]
        try:
            return list(_of_file(path, size, open))
        except Unreadable as error:
            if raises and error.errno != errno.ENOENT:
                raise source_error(error.errno, error.strerror, path) from error
            return Unreadable(error.errno, error.strerror, path)

    with ThreadPoolExecutor(_AT_ONCE) as threads:
        return [*threads.map(of, paths)]


def paths_of(paths: Any, *, open: Open | None = None, base_url: str | None = None) -> Iterator[str | Range]:
    """Yield the files and ranges that ``paths`` name, one or a sequence of them.

    Each is a path, a directory, a glob, a URL (``file:`` too; that of a directory ends with a slash) or a
    :class:`~uri_extract.Range`; or ``paths`` are a table with the columns ``path``, ``offset`` and ``length``, which
    has Arrow's C stream. With ``base_url`` each is a list with a path or a range (:mod:`uri_extract.sources.ranges`) in
    each line, to which ``base_url`` is prefixed; it may be compressed with gzip (``warc.paths.gz``). Raises
    :class:`~uri_extract.errors.SourceError` for what names no file.

    >>> list(paths_of([Range("a.warc.gz", 5, 9)]))
    [Range(path='a.warc.gz', offset=5, length=9)]
    """
    if hasattr(paths, "__arrow_c_stream__"):
        import pyarrow as pa

        table = pa.table(paths).select(["path", "offset", "length"])
        for batch in table.to_batches():
            yield from (Range(**row) for row in batch.to_pylist())
        return
    for path in [paths] if isinstance(paths, str | os.PathLike | Range) else paths:
        if isinstance(path, Range):
            yield path
        elif base_url is None:
            yield from _named(os.fspath(path), open)
        else:
            for line in _lines(os.fspath(path), open):
                entry = path_or_range(line)
                if isinstance(entry, Range):
                    yield entry._replace(path=base_url + entry.path)
                else:
                    yield base_url + entry


def _named(path: str, open: Open | None) -> Iterable[str]:
    """Return the files that a path, a URL, a glob or a directory names; whether a path exists, tasks find out."""
    if path.endswith("/") or "*" in path if is_remote(path) else has_magic(path) and not exists(path):
        return (open if isinstance(open, Storage) else Storage()).names(path)
    is_many = path.startswith("file:") or (not is_remote(path) and os.path.isdir(path))
    return Storage().names(path) if is_many else (path,)


def _lines(path: str, open: Open | None) -> Iterator[str]:
    try:
        data = b"".join(_chunks(Split(path), open))
        text = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    except (Unreadable, EOFError, gzip.BadGzipFile) as error:
        raise source_error(getattr(error, "errno", None), getattr(error, "strerror", str(error)), path) from error
    return (line for line in text.decode("utf-8", "surrogateescape").splitlines() if line)


def _of_file(name: str, size: int, open: Open | None) -> Iterator[Split]:
    with _opened(name, open) as file:
        status = length, _ = _status(file)
        parts = cut(file, length or 0, Document(name, None, name), _KINDS, size, size, alone=True)
        for part in parts:
            is_whole = not part.start and part.stop is None
            yield Split(name, None if is_whole else part.kind, part.start, part.stop, *status)
            break
        else:
            yield Split(name, None, 0, None, *status)
        for part in parts:
            yield Split(name, part.kind, part.start, part.stop, *status)


def read(split: Split, *, open: Open | None = None) -> Iterator[Document | Unreadable]:
    """Yield the document of a split; ``open`` is as in :func:`plan`. Each call reads it again.

    A file that has changed since it was planned is :class:`Unreadable`, here or when its bytes are read.

    >>> [document.name for document in read(Split("a.txt"))]
    ['a.txt']
    """
    path, kind, start, stop = split[:4]
    is_local = open is None and not is_remote(path)
    if kind == RANGE:
        assert stop is not None
        document = Range(path, start, stop - start).document()
        yield document if is_local else document._replace(source=_chunks(split, open, start))
        return
    document = Remote(path).document() if is_remote(path) and open is None else Document(path, None, path)
    if is_local and split.size is not None:
        try:
            check_unchanged(split, open)
        except Unreadable as error:
            yield error
            return
    if kind is None:
        yield document if is_local else document._replace(source=_chunks(split, open))
        return
    begin = first = start
    line, line_start = 1, 0
    if kind == PLAIN and start:
        first = max(0, start - MAX_REFERENCE)
        begin = max(0, first - LOOKBEHIND)
        line, line_start = UNNUMBERED, -UNNUMBERED
    part = Part(kind, begin, first, stop, line, line_start, start)
    source = path if is_local else _chunks(split, open, begin)
    yield document._replace(media_type=None if part.containers else kind, source=source, part=part)


@contextmanager
def _opened(path: str, open: Open | None) -> Iterator[Any]:
    """Open a file; raise :class:`Unreadable` for errors in opening it, and for errors in the block that reads it."""
    if open is None and not is_remote(path):
        with reading(path) as file:
            yield file
        return
    try:
        with (open or cast("Open", Storage()))(path) as file:
            yield file
    except Exception as error:  # those of all clients
        raise of_client(error, path) from error


def _status(file: Any) -> tuple[int | None, str | None]:
    """Return the size of an open file, and a text that changes with its content; None if they are not known."""
    try:
        size: int | None = file.seek(0, os.SEEK_END)
        file.seek(0)
    except ValueError:  # UnsupportedOperation, or that of a stream of fsspec
        size = None
    if isinstance(file, io.FileIO):
        return size, str(os.fstat(file.fileno()).st_mtime_ns)
    return size, getattr(file, "etag", None)


def _check(file: Any, split: Split) -> int:
    """Return the size of an open file, 0 if it is not known; raise OSError if it is not the one that was planned."""
    size, etag = _status(file)
    if split.size is not None and (size, etag) != (split.size, split.etag):
        raise OSError(errno.ESTALE, "it has changed since it was planned")
    return size or 0


def check_unchanged(split: Split, open: Open | None) -> None:
    """Raise :class:`Unreadable` if a file is not the one that was planned.

    >>> check_unchanged(Split(os.devnull), None)
    """
    with _opened(split.path, open) as file:
        _check(file, split)


def _chunks(split: Split, open: Open | None, begin: int = 0) -> Iterator[bytes]:
    """Yield the bytes of a file from ``begin`` to its end, or to the ``stop`` of a range.

    Raises :class:`Unreadable`, also if they end before that, before the beginning of the next split, or the length of
    the file.
    """
    stop = split.stop
    with _opened(split.path, open) as file:
        end = (stop or 0) if split.kind == RANGE else max(stop or split.start, _check(file, split))
        file.seek(begin)
        at = begin
        while split.kind != RANGE or at < end:
            left = (stop or end) - at
            data = file.read(min(left, _REQUEST) if left > 0 else _AFTER_PART if stop else _REQUEST)
            if not data:
                break
            at += len(data)
            for first in range(0, len(data), CHUNK):
                yield data[first : first + CHUNK]
        if at < end:
            raise ended(begin, at, end)
