"""Archives read by libarchive: 7z, rar, cpio, iso, cab, xar."""

from __future__ import annotations

import ctypes
import io
import logging
from collections.abc import Iterator
from functools import cache

from uri_extract._compat._typing import Any, BinaryIO, Final
from uri_extract.errors import UNREADABLE
from uri_extract.limits import CHUNK
from uri_extract.sources.breaks import StreamBreak
from uri_extract.sources.byte_stream import Budget, ByteStream
from uri_extract.sources.document import Document
from uri_extract.sources.spool import seekable

_MISSING = "an archive that needs the extra 'archive' (pip install 'uri-extract[archive]'), and libarchive"
_QUIET: Final = logging.NullHandler()


def load() -> Any:
    """Return the module ``libarchive``, None if it or the C library is missing. It may start programs to find that."""
    try:
        import libarchive
    except (ImportError, OSError, AttributeError):
        return None
    # Keep libarchive's warnings off standard error.
    logging.getLogger("libarchive").addHandler(_QUIET)
    return libarchive


def members(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the files of an archive."""
    libarchive = load()
    if libarchive is None:
        budget.problem(document.name, 0, "missing-extra", _MISSING)
        return
    held = seekable(document, stream, budget)
    if held is None:
        return
    with _File(held) as file:
        try:
            with libarchive.stream_reader(file, block_size=1 << 16) as archive:
                for entry in archive:
                    budget.member()
                    if not entry.isfile or entry.size == 0:
                        continue
                    name = _name(entry)
                    path = document.member_name(name)
                    if _functions()[1](entry._entry_p):  # it is encrypted
                        budget.problem(path, 0, "encrypted", "the member is encrypted and is not read")
                    else:
                        yield document.file(name, ByteStream(_chunks(entry, path, budget)))
        except libarchive.ArchiveError as error:
            if file.error is None:
                _report(document.name, 0, error, budget)
        if file.error is not None:
            message = file.error.strerror or str(file.error)
            budget.problem(document.name, file.tell(), UNREADABLE, message)


class _File(io.RawIOBase):
    """A file for libarchive, which cannot pass on exceptions: an exception is stored as ``error`` and ends the file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.error: OSError | None = None

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._file.read(len(buffer))
        except OSError as error:
            self.error = error
            return 0
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        try:
            return self._file.seek(offset, whence)
        except (OSError, ValueError):  # before the beginning
            return self._file.tell()

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()
        super().close()


def _name(entry: Any) -> str:
    name = entry.pathname
    return name.decode("utf-8", "surrogateescape") if isinstance(name, bytes) else str(name or "")


def _chunks(entry: Any, name: str, budget: Budget) -> Iterator[bytes | StreamBreak]:
    import libarchive

    # Not with entry.get_blocks(): it pads with zeros up to the offset, and in xar offsets count from the first member.
    next_block = _functions()[0]
    data, size, offset = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_longlong()
    read = 0
    try:
        while next_block(entry._archive_p, ctypes.byref(data), ctypes.byref(size), ctypes.byref(offset)) != _END:
            for at in range(0, size.value, CHUNK):
                chunk = ctypes.string_at((data.value or 0) + at, min(CHUNK, size.value - at))
                read += len(chunk)
                budget.expand(len(chunk))
                yield chunk
    except libarchive.ArchiveError as error:
        _report(name, read, error, budget)
        yield StreamBreak.TRUNCATED


_END = 1  # ARCHIVE_EOF


@cache
def _functions() -> tuple[Any, Any]:
    """Return two C functions that the Python module lacks: to read a block, and to check if a member is encrypted."""
    from libarchive import ffi

    size, offset = ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.c_longlong)
    pointers = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p), size, offset]
    return (
        ffi.ffi("read_data_block", pointers, ctypes.c_int, ffi.check_int),
        ffi.ffi("entry_is_encrypted", [ctypes.c_void_p], ctypes.c_int),
    )


def _report(name: str | None, offset: int, error: Any, budget: Budget) -> None:
    """Report an error of libarchive, without the memory addresses at the end of its exception."""
    said = " ".join(str(error.msg).split())[:200]
    low = said.lower()
    if "encrypt" in low:
        budget.problem(name, offset, "encrypted", f"not read: {said}")
    elif "support" in low:
        budget.problem(name, offset, "unsupported", f"libarchive cannot read it: {said}")
    else:
        budget.problem(name, offset, "damaged", said)
