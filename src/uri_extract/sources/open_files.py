"""The bytes of open files, including files in non-blocking mode, which another process may have set for a pipe."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from io import BufferedReader, RawIOBase

from uri_extract._compat._typing import BinaryIO
from uri_extract.limits import CHUNK
from uri_extract.text.base import as_bytes


def chunks(file: BinaryIO | RawIOBase) -> Iterator[bytes]:
    """Yield the bytes of an open file, waiting for data that is not available yet. Raises OSError."""
    # From a buffered pipe, read1 returns available data without waiting, like read from a raw file.
    read = getattr(file, "read1", None) or file.read
    while True:
        chunk = read(CHUNK)
        if not chunk and isinstance(file, BufferedReader) and _is_non_blocking(file):
            chunk = file.raw.read(CHUNK)  # None if there is no data yet; a buffer then returns what it does at the end
        if chunk is None:
            _wait_for_data(file)
        elif chunk:
            yield chunk if isinstance(chunk, bytes) else as_bytes(chunk, "what a file's read() returns")
        else:
            return


def _is_non_blocking(file: BufferedReader) -> bool:
    try:
        return not os.get_blocking(file.fileno())
    except (AttributeError, OSError):  # Windows before Python 3.12; a file without a descriptor
        return False


def _wait_for_data(file: BinaryIO | RawIOBase) -> None:
    # Another class may mean something else by None, and would be asked again and again.
    if isinstance(file, BufferedReader | RawIOBase):
        import select

        if hasattr(select, "poll"):
            poll = select.poll()
            poll.register(file.fileno(), select.POLLIN)
            poll.poll()
            return
    raise BlockingIOError(errno.EAGAIN, "read() returned None: it has no data yet, and cannot be waited for")
