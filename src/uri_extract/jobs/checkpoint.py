"""A log on disk of the messages of tasks, from which an interrupted run is resumed.

A checkpoint is a directory with three files. ``command.json`` has the command that it belongs to, in JSON, and a last
line with the digest of that. ``lock`` is locked by the run. ``log`` has frames: the number of data bytes (32 bits,
little-endian), a byte that is 1 in the last frame of a task, the digest of those two, ``marshal`` data (messages, and
the key of their task), and its digest. Each digest (BLAKE2b, 16 bytes) also covers the digest before it, and the first
covers that of the command. So no byte can change and no frame can be moved unnoticed.

A log ends within a frame if the run was killed, and with zeros if the machine lost power: everything after the last
complete task is then cut off. Anything else is damage (:class:`CheckpointError`).
Anyone who can write into the directory can make a run print anything, or crash.
"""

from __future__ import annotations

import errno
import json
import marshal
import os
import stat
import struct
import time
from contextlib import suppress

from uri_extract._compat._typing import TYPE_CHECKING, Any, BinaryIO, Final
from uri_extract.errors import UriExtractError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.jobs.messages import Message

_COMMAND: Final = "command.json"
_LOG: Final = "log"
_LOCK: Final = "lock"
_HEAD: Final = struct.Struct("<IB")
_DIGEST: Final = 16

# Seconds between two synchronisations of the log with the disk.
_SYNCHRONISED: Final = 5.0

# Attempts to open the lock file, which the run that held it may just have removed.
_TRIES: Final = 10

_ANOTHERS: Final = ": not a file of a checkpoint, which needs a directory of its own"
_START_OVER: Final = "remove the directory to start over"

# No symbolic link is followed, and no reader of a FIFO is waited for.
_NOT_ELSEWHERE: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class CheckpointError(UriExtractError):
    """A checkpoint that is in use, is damaged, belongs to another command, or to inputs that have changed since."""


class Checkpoint:
    """Opens or creates a checkpoint; ``command`` identifies the run, and can be serialised as JSON.

    Raises :class:`CheckpointError`, and OSError.
    """

    def __init__(self, directory: str, command: dict[str, Any]) -> None:
        self._directory = directory
        log, name, lock = (os.path.join(directory, each) for each in (_LOG, _COMMAND, _LOCK))
        #: The files of the checkpoint.
        self.names: list[str] = [log, name, f"{name}.part", lock]
        self._held = self._lock(lock)
        try:
            self._log = open(log, "a+b", opener=_regular)  # noqa: SIM115 - close() closes it
            try:
                self._seed = self._digest_of(command, name)
                self._end, self._digest = self._whole()
                self._log.truncate(self._end)
            except BaseException:
                self._log.close()
                raise
        except BaseException:
            self._held.close()
            raise
        self._synchronised = time.monotonic()

    def _lock(self, name: str) -> BinaryIO:
        """Return the lock file, held by this process."""
        for _ in range(_TRIES):
            os.makedirs(self._directory, exist_ok=True)
            try:
                file = open(name, "ab", opener=_regular)  # noqa: SIM115 - close() closes it
            except FileNotFoundError:  # a finished run has removed the directory
                continue
            if file.tell():
                file.close()
                raise CheckpointError(f"{name}{_ANOTHERS}")
            if not self._holds(file):
                file.close()
                break
            try:
                if os.path.samestat(os.fstat(file.fileno()), os.stat(name)):
                    return file
            except FileNotFoundError:
                pass
            file.close()
        raise CheckpointError(f"{self._directory}: another run uses this checkpoint")

    def _holds(self, file: BinaryIO) -> bool:
        """Lock the file; return False if another run holds it."""
        try:
            import fcntl
        except ImportError:  # Windows
            return True
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # forked processes do not inherit it
        except OSError as error:
            return error.errno not in (errno.EAGAIN, errno.EACCES)  # other errors: the file system has no locks
        return True

    def _digest_of(self, command: dict[str, Any], name: str) -> bytes:
        """Return the digest of the command, and write the command to a new checkpoint.

        Raises :class:`CheckpointError` if the checkpoint belongs to another command.
        """
        text = json.dumps(command, sort_keys=True, indent=1).encode()
        digest = _digest(text)
        text += b"\n" + digest.hex().encode() + b"\n"
        try:
            with open(name, "rb", opener=_regular) as file:
                found = file.read()
        except FileNotFoundError:
            found = b""
        if found == text:
            return digest
        is_begun = self._log.seek(0, os.SEEK_END) > 0
        written, _, last = found.removesuffix(b"\n").rpartition(b"\n")
        if found and _digest(written).hex().encode() != last:
            if not is_begun:
                raise CheckpointError(f"{name}{_ANOTHERS}")
            raise CheckpointError(f"checkpoint {name} is damaged; {_START_OVER}")
        if is_begun:
            if not found:
                raise CheckpointError(f"{name}: missing or empty in a checkpoint that is in use; {_START_OVER}")
            raise CheckpointError(f"{self._directory}: checkpoint belongs to a different command line; {_START_OVER}")
        with suppress(FileNotFoundError):
            os.unlink(f"{name}.part")  # of a run that was killed
        with open(f"{name}.part", "xb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(f"{name}.part", name)
        return digest

    def _whole(self) -> tuple[int, bytes]:
        """Return the offset of the end of the last complete task, and the digest there."""
        end, digest = 0, self._seed
        for _, last, at, then in self._frames(None):
            if last:
                end, digest = at, then
        return end, digest

    def _frames(self, end: int | None) -> Iterator[tuple[bytes, bool, int, bytes]]:
        """Yield for each frame its data, True if it ends a task, the offset of its end, and its digest."""
        at = 0
        digest = self._seed
        self._log.flush()
        with open(self.names[0], "rb", opener=_regular) as log:
            while at != end:
                head = log.read(_HEAD.size + _DIGEST)
                if len(head) < _HEAD.size + _DIGEST:
                    return
                digest = _digest(head[: _HEAD.size], digest)
                if head[_HEAD.size :] != digest:
                    self._damaged(log, at)
                    return
                size, last = _HEAD.unpack_from(head)
                data = log.read(size)
                check = log.read(_DIGEST)
                if len(check) < _DIGEST:
                    return
                digest = _digest(data, digest)
                if check != digest:
                    self._damaged(log, at + len(head))
                    return
                at += len(head) + size + _DIGEST
                yield data, bool(last), at, digest

    def _damaged(self, log: BinaryIO, at: int) -> None:
        """Raise :class:`CheckpointError`, unless the machine lost power: then the log ends with zeros."""
        log.seek(-_DIGEST, os.SEEK_END)
        if log.read(_DIGEST).strip(b"\0"):
            raise CheckpointError(f"checkpoint {self.names[0]} is damaged at byte {at}; {_START_OVER}")

    def done(self) -> Iterator[tuple[list[Message], tuple[tuple[object, ...], ...], bool]]:
        """Yield the messages of finished tasks, each with the task's key and True if they are its last."""
        for data, last, _, _ in self._frames(self._end):
            yield *marshal.loads(data), last

    def add(self, messages: list[Message], key: tuple[tuple[object, ...], ...], last: bool) -> None:
        """Append messages of the task with that key; ``last``: they are its last messages."""
        data = marshal.dumps((messages, key))  # type: ignore[arg-type]  # its own types only
        head = _HEAD.pack(len(data), last)
        checked = _digest(head, self._digest)
        self._digest = _digest(data, checked)
        try:
            self._log.write(b"".join((head, checked, data, self._digest)))
            if not last:
                return
            self._log.flush()
            now = time.monotonic()
            if now - self._synchronised >= _SYNCHRONISED:
                os.fsync(self._log.fileno())
                self._synchronised = now
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.names[0]) from error

    def close(self, done: bool) -> None:
        """Close the checkpoint; if all tasks are ``done``, remove it."""
        with suppress(OSError):
            self._log.close()
        if done and os.name != "nt":  # before another run can lock it
            self._remove()
        self._held.close()
        if done and os.name == "nt":  # Windows cannot remove an open file
            self._remove()
        if done:
            with suppress(OSError):
                os.rmdir(self._directory)

    def _remove(self) -> None:
        for name in self.names:
            with suppress(OSError):
                os.unlink(name)


def _regular(name: str, flags: int) -> int:
    """Open a file for :func:`open`, or create it. Raises :class:`CheckpointError` if it is not a regular file.

    Another user, who can write into a directory above, may have made a link there to a file of this user.
    """
    try:
        descriptor = os.open(name, flags | _NOT_ELSEWHERE, 0o666)
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            return descriptor
        os.close(descriptor)
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENXIO):  # a symbolic link; a FIFO without a reader
            raise
    raise CheckpointError(f"{name}: not a regular file; {_START_OVER}")


def _digest(data: bytes, before: bytes = b"") -> bytes:
    """Return the digest of ``data`` and of the digest before it."""
    from hashlib import blake2b  # imported late: it loads OpenSSL, which other runs do not need

    return blake2b(before + data, digest_size=_DIGEST).digest()
