"""Documents from the file system, from open files and from bytes."""

from __future__ import annotations

import errno
import os
import re
import sys
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from uri_extract.limits import CHUNK
from uri_extract.sources.document import Document, Unreadable
from uri_extract.sources.folders import MESSAGES, Entry, messages, sorted_out

if TYPE_CHECKING:
    from collections.abc import Iterator


class Selection(NamedTuple):
    """Which files below a directory are wanted; a path that is named itself always is.

    ``hidden``: those too whose name begins with a dot, or that stand in such a directory. ``globs``: those whose name
    matches one, or whose path below the directory where the glob has a slash; a glob behind ``!`` leaves out what it
    matches, directories too. ``max_depth``: how deep below the directory, 1 is what stands directly in it.
    """

    hidden: bool = True
    globs: tuple[str, ...] = ()
    max_depth: int | None = None


_ALL = Selection()


def documents(
    source: str | os.PathLike[str] | BinaryIO | bytes,
    *,
    media_type: str | None = None,
    selection: Selection = _ALL,
) -> Iterator[Document | Unreadable]:
    """Yield the documents of ``source``: one for a file, an open binary file or bytes, all below a directory.

    A directory is walked in the order of its names' bytes; symbolic links to directories are not followed, so no loop
    is endless; what is neither a file nor a directory (sockets, devices, FIFOs) is left out there, and read when it
    is named itself. A directory that cannot be listed is yielded as :class:`Unreadable`; the walk goes on. Messages in
    a Maildir or an MH folder are messages, whatever their names.
    """
    kind = media_type
    if isinstance(source, bytes | bytearray | memoryview):
        yield Document(None, kind, bytes(source))
    elif isinstance(source, str | os.PathLike):
        path = os.fsdecode(source)
        if os.path.isdir(path):
            yield from _walk(path, kind, selection)
        else:
            yield Document(path, kind, path)
    elif not hasattr(source, "read"):
        raise TypeError(f"a source is a path, an open binary file or bytes, not {type(source).__name__}")
    else:
        name = getattr(source, "name", None)
        yield Document(name if isinstance(name, str) else None, kind, source)


def _walk(top: str, media_type: str | None, selection: Selection) -> Iterator[Document | Unreadable]:
    wanted = _Wanted(selection, len(os.path.join(top, "")))
    # A stack of what is left to visit, not recursion: a deep tree is no deep call.
    left = [Entry(top, "", True, MESSAGES if messages(top) else None)]
    while left:
        entry = left.pop()
        path = entry.path
        if not entry.is_directory:
            yield Document(path, media_type or entry.media_type, path)
            continue
        if entry.depth == selection.max_depth:
            continue
        try:
            with os.scandir(path) as entries:
                listed = [
                    Entry(each.path, each.name, each.is_dir(follow_symlinks=False), depth=entry.depth + 1)
                    for each in entries
                    if wanted(each)
                ]
        except OSError as error:
            yield Unreadable(error.errno, error.strerror, path)
        else:
            listed.sort(key=lambda each: os.fsencode(each.name), reverse=True)
            left.extend(sorted_out(listed, of_messages=entry.media_type == MESSAGES))


class _Wanted:
    """Whether an entry of a directory is wanted."""

    def __init__(self, selection: Selection, top: int) -> None:
        self._hidden = selection.hidden
        self._top = top  # characters of the path before what globs see
        self._those = [_pattern(glob) for glob in selection.globs if not glob.startswith("!")]
        self._not_those = [_pattern(glob[1:]) for glob in selection.globs if glob.startswith("!")]

    def __call__(self, entry: os.DirEntry[str]) -> bool:
        if not self._hidden and entry.name.startswith("."):
            return False
        if self._matches(entry, self._not_those):
            return False
        try:
            if entry.is_dir(follow_symlinks=False):
                return True
            if not entry.is_file():
                return False
        except OSError:
            pass  # opening it says what is wrong
        return not self._those or self._matches(entry, self._those)

    def _matches(self, entry: os.DirEntry[str], patterns: list[tuple[bool, re.Pattern[str]]]) -> bool:
        return any(
            pattern.match(entry.path[self._top :] if whole else entry.name) is not None for whole, pattern in patterns
        )


def _pattern(glob: str) -> tuple[bool, re.Pattern[str]]:
    import fnmatch

    return "/" in glob, re.compile(fnmatch.translate(glob.removeprefix("/")))


def standard_input(media_type: str | None = None) -> Document | Unreadable:
    """Return standard input as a document, Unreadable where it is closed."""
    if sys.stdin is None:
        return Unreadable(errno.EBADF, "standard input is closed", "-")
    return Document("-", media_type, sys.stdin.buffer)


def listed(file: BinaryIO, separator: bytes = b"\n") -> Iterator[str]:
    """Yield the paths that stand in an open file, each ended by the separator; empty ones are none."""
    held = b""
    while chunk := file.read(CHUNK):
        *whole, held = (held + chunk).split(separator)
        for path in whole:
            if path:
                yield os.fsdecode(path)
    if held:
        yield os.fsdecode(held)
