"""Output files that appear complete or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, BinaryIO

_TEMPORARY = re.compile(r"[0-9]+-[0-9]+\.part")

# Names tried for the temporary file, because killed runs may have left theirs.
_TRIES = 1000

# Bytes that may wait in memory for the disk; at most this many are left to synchronise at the end.
_WAITING = 1 << 23


# Temporary files that exist, or are about to.
_made: set[str] = set()


def remove_temporary() -> None:
    """Remove all incomplete files of :func:`whole_file`; for callers that are about to end the process."""
    for name in tuple(_made):
        with suppress(OSError):
            os.unlink(name)


class _SoonOnDisk(FileIO):
    """A file that reaches the disk while it is being written, so that synchronising it at the end is fast.

    On Linux posix_fadvise(2) with POSIX_FADV_DONTNEED starts writing bytes to the disk. On other systems nothing is
    done.
    """

    _asked = 0
    _written = 0

    def write(self, data: Any, /) -> int:
        written = super().write(data)
        self._written += written
        if self._written - self._asked >= _WAITING:
            with suppress(AttributeError, OSError):
                os.posix_fadvise(self.fileno(), self._asked, self._written - self._asked, os.POSIX_FADV_DONTNEED)
            self._asked = self._written
        return written


@contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """Yield a file to write; it becomes ``path`` when the block ends. If the block raises, ``path`` is unchanged.

    The file is written in the directory of ``path`` under a temporary name (its ``name``), synchronised with the disk,
    and renamed. A symbolic link is kept, and the file that it points to is replaced, with its permissions. A file that
    is not regular (a device, a FIFO) is written directly. Raises OSError.
    """
    if path.endswith((os.sep, os.altsep or os.sep)):  # realpath() would remove the separator
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        with open(path, "wb") as out:
            yield out
        return
    path = os.path.realpath(path)  # of a pipe in /dev/fd this would be no path
    file = _temporary(path)
    try:
        with file:
            if mode is not None:
                with suppress(OSError):
                    os.chmod(file.name, stat.S_IMODE(mode))
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, path)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(file.name)
        if isinstance(error, OSError) and error.filename == file.name:
            error.filename = path  # the name that the user knows
        raise
    _synchronise(os.path.dirname(path))


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _temporary(path: str) -> BinaryIO:
    folder, name = os.path.split(path)
    # Short enough for any file system that accepts the name itself. Most limit the bytes of a name, not its characters.
    beginning = f".{name.encode('utf-8', 'ignore')[:200].decode('utf-8', 'ignore')}."
    _remove_left(folder, beginning)
    for number in range(_TRIES):
        temporary = os.path.join(folder, f"{beginning}{os.getpid()}-{number}.part")
        _made.add(temporary)  # before the file exists, because a signal may come in between
        try:
            file = BufferedWriter(_SoonOnDisk(temporary, "xb"))
            _hold(file)
            return file
        except FileExistsError:
            _made.discard(temporary)
        except OSError as error:
            _made.discard(temporary)
            raise OSError(error.errno, error.strerror, path) from error
    raise FileExistsError(17, "too many temporary files of runs that were killed", path)


def _remove_left(folder: str, beginning: str) -> None:
    """Remove temporary files that no process locks: those of killed runs."""
    with suppress(OSError):
        for name in os.listdir(folder or "."):
            if name.startswith(beginning) and _TEMPORARY.fullmatch(name, len(beginning)):
                left = os.path.join(folder, name)
                with suppress(OSError), open(left, "r+b") as file:
                    if left not in _made and not os.path.islink(left) and _hold(file):
                        os.unlink(left)


def _hold(file: BinaryIO) -> bool:
    """Lock a file for this process; return False if another process holds it, or if it cannot be locked."""
    try:
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):  # Windows, or a file system without locks
        return False
    return True


def _synchronise(folder: str) -> None:
    """Make sure that the new name of a file is on the disk, if the system supports this."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
