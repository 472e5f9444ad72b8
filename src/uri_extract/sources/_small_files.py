"""Small files, read at once, because opening a Python file object takes as long as reading a small file.

A kernel (:mod:`uri_extract.scan._kernel`).
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

# Flags for reading files; without O_BINARY, Windows translates line ends.
_READ = cython.declare(cython.int, os.O_RDONLY | getattr(os, "O_BINARY", 0))


def opened(path: str, most: cython.Py_ssize_t) -> Any:
    """Return the bytes of a regular file of at most ``most`` bytes; for any other file, its open descriptor.

    Raises OSError, and ValueError if ``path`` is not a path.
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
    """Return True if a file of size 0 has bytes, like the files in /proc, whose content is made when they are read."""
    is_empty = not os.read(descriptor, 1)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return not is_empty


def identity_of(file: Any) -> Any:
    """Return device and inode of a regular file, given its path or descriptor; None if it is missing or not regular."""
    if cython.compiled and HAS_POSIX:
        return device_and_inode(file)
    try:
        status = os.stat(file)
    except (OSError, ValueError):
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None
