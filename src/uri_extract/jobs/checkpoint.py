"""Messages on the disk, task by task: what was done when a run ended, however it ended.

A checkpoint is a directory with three files. ``command.json`` says of what run it is, ``lock`` is what that run holds,
and ``log`` has frames: the bytes of what follows and its CRC-32 (both 32 bits, little-endian), whether it is the last
of its task (a byte), then ``marshal`` data: messages, and the key of their task. What stands behind the last whole task
is cut off when it is opened again. Who can write into the directory can make a run print anything, or crash.
"""

from __future__ import annotations

import errno
import json
import marshal
import os
import struct
import time
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from uri_extract.errors import UriExtractError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.jobs.messages import Message

_COMMAND: Final = "command.json"
_LOG: Final = "log"
_LOCK: Final = "lock"
_FRAME: Final = struct.Struct("<II?")

# Seconds between two moments at which all is safe from the machine's end, too; from the process's own it always is.
_SYNCHRONISED: Final = 5.0


class CheckpointError(UriExtractError):
    """A checkpoint that is in use, of another command, or of inputs that have changed since."""


class Checkpoint:
    """Opens a checkpoint, or makes it; ``command`` tells the run from others, and is what JSON takes.

    Raises :class:`CheckpointError`, and OSError.
    """

    def __init__(self, directory: str, command: dict[str, Any]) -> None:
        self._directory = directory
        os.makedirs(directory, exist_ok=True)
        self.names = [os.path.join(directory, name) for name in (_LOG, _COMMAND, _LOCK)]
        self._held = open(self.names[2], "ab")  # noqa: SIM115 - as the log
        self._lock()
        self._log = open(self.names[0], "a+b")  # noqa: SIM115 - close() closes it
        self._of(command)
        self._end = self._whole()  # of what was done before
        self._log.truncate(self._end)
        self._synchronised = time.monotonic()

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.lockf(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)  # which processes that are forked do not have
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                return  # a file system that has no locks
            raise CheckpointError(f"{self._directory}: another run uses this checkpoint") from error

    def _of(self, command: dict[str, Any]) -> None:
        """See that it is of this command, or make it so."""
        text = json.dumps(command, sort_keys=True, indent=1)
        name = self.names[1]
        if os.path.exists(name):
            with open(name, encoding="utf-8") as file:
                if file.read() == text:
                    return
            if self._log.seek(0, os.SEEK_END):
                raise CheckpointError(f"{self._directory}: the checkpoint of another command; remove it to begin anew")
        with open(f"{name}.part", "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(f"{name}.part", name)

    def _whole(self) -> int:
        """Return where the last whole task ends."""
        end = 0
        for _, last, at in self._frames(None):
            if last:
                end = at
        return end

    def _frames(self, end: int | None) -> Iterator[tuple[bytes, bool, int]]:
        """Yield what stands in each frame, whether it ends a task, and where it ends; one that is torn is the end."""
        at = 0
        self._log.flush()
        with open(self.names[0], "rb") as log:
            while at != end:
                head = log.read(_FRAME.size)
                if len(head) < _FRAME.size:
                    return
                size, check, last = _FRAME.unpack(head)
                data = log.read(size)
                if len(data) < size or zlib.crc32(data) != check:
                    return
                at += _FRAME.size + size
                yield data, last, at

    def done(self) -> Iterator[tuple[list[Message], tuple[tuple[object, ...], ...], bool]]:
        """Yield the messages of tasks that were done before, with their task's key and whether they are its last."""
        for data, last, _ in self._frames(self._end):
            yield *marshal.loads(data), last

    def add(self, messages: list[Message], key: tuple[tuple[object, ...], ...], last: bool) -> None:
        """Remember messages of the task with that key; ``last``: it has no more."""
        data = marshal.dumps((messages, key))  # type: ignore[arg-type]  # objects that it takes
        try:
            self._write(data, last)
        except OSError as error:  # which names no file
            raise OSError(error.errno, error.strerror, self.names[0]) from error

    def _write(self, data: bytes, last: bool) -> None:
        self._log.write(_FRAME.pack(len(data), zlib.crc32(data), last))
        self._log.write(data)
        if not last:
            return
        self._log.flush()
        now = time.monotonic()
        if now - self._synchronised >= _SYNCHRONISED:
            os.fsync(self._log.fileno())
            self._synchronised = now

    def close(self, done: bool) -> None:
        """Close it; where all is ``done`` nothing is left of it."""
        with suppress(OSError):
            self._log.close()
        self._held.close()
        if done:
            for name in self.names:
                with suppress(OSError):
                    os.unlink(name)
            with suppress(OSError):
                os.rmdir(self._directory)
