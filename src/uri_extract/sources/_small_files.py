"""Small files, read at once: to open one as Python's objects do takes as long as to read it.

One source, two speeds, as the scanner's kernel has it (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

import os
import stat

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract.sources._posix import HAS_POSIX, content_or_descriptor, device_and_inode
else:
    HAS_POSIX = 0

# How files are opened to be read; on Windows they are translated otherwise.
_READ = cython.declare(cython.int, os.O_RDONLY | getattr(os, "O_BINARY", 0))


@cython.ccall
def opened(path: str, most: cython.Py_ssize_t) -> Any:
    """Return the bytes of a regular file that has at most ``most``, else the descriptor that it is open at.

    Raises OSError, and ValueError for what is not a path.
    """
    if cython.compiled and HAS_POSIX:
        return content_or_descriptor(path, most)
    descriptor = os.open(path, _READ)
    try:
        status = os.fstat(descriptor)
        is_small = stat.S_ISREG(status.st_mode) and status.st_size <= most
        if not is_small or (not status.st_size and _is_made(descriptor)):
            left_open, descriptor = descriptor, -1
            return left_open
        data = os.read(descriptor, status.st_size)
        while len(data) < status.st_size and (more := os.read(descriptor, status.st_size - len(data))):
            data += more
        return data
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def _is_made(descriptor: int) -> bool:
    """Return True if a file without a size has bytes: those of the system are made when they are read."""
    is_empty = not os.read(descriptor, 1)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return not is_empty


@cython.ccall
def identity_of(file: Any) -> Any:
    """Return device and inode of a regular file, by its path or its descriptor; None for anything else, or none."""
    if cython.compiled and HAS_POSIX:
        return device_and_inode(file)
    try:
        status = os.stat(file)
    except (OSError, ValueError):
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None
