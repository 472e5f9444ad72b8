"""Compressed output. Its bytes depend only on the data: not on a name, on the time, or on how writes are divided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from uri_extract._compat._typing import Any, BinaryIO, Final, cast
from uri_extract.errors import MissingExtra, missing_extra
from uri_extract.sources.codecs import zstd_module

# Bytes that a compressor receives at a time, because the output of some depends on how the input is divided.
_BLOCK: Final = 1 << 16


def gzip(out: BinaryIO) -> BinaryIO:
    """Return a file that compresses into ``out`` as gzip (RFC 1952), without name and time."""
    from gzip import GzipFile

    return cast("BinaryIO", GzipFile("", "wb", 6, out, mtime=0))


def bzip2(out: BinaryIO) -> BinaryIO:
    """Return a file that compresses into ``out`` as bzip2."""
    from bz2 import BZ2File

    return cast("BinaryIO", BZ2File(out, "wb"))


def xz(out: BinaryIO) -> BinaryIO:
    """Return a file that compresses into ``out`` as xz."""
    from lzma import LZMAFile

    return cast("BinaryIO", LZMAFile(out, "wb"))


def zstd(out: BinaryIO) -> BinaryIO:
    """Return a file that compresses into ``out`` as Zstandard (RFC 8878). Raises :class:`MissingExtra`."""
    try:
        module = zstd_module()
    except MissingExtra as error:
        raise MissingExtra(missing_extra("compression with zstd", "zstd", "backports.zstd>=1.0")) from error
    opened: BinaryIO = module.ZstdFile(out, "wb", options={module.CompressionParameter.checksum_flag: 1})
    return opened


@contextmanager
def compressed(out: BinaryIO, opener: Callable[[BinaryIO], BinaryIO]) -> Iterator[BinaryIO]:
    """Yield a file that compresses into ``out``. The output is complete when the block ends without an error."""
    file = opener(out)
    blocks = _Blocks(file)
    try:
        yield cast("BinaryIO", blocks)
        blocks.finish()
    except BaseException:
        with suppress(Exception):  # the output file will be discarded
            file.close()
        raise
    file.close()


class _Blocks:
    """A file that writes to another in blocks of one size."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._held = bytearray()

    def write(self, data: Any) -> int:
        """Hold bytes, and write complete blocks."""
        self._held += data
        whole = len(self._held) - len(self._held) % _BLOCK
        for at in range(0, whole, _BLOCK):
            self._out.write(bytes(self._held[at : at + _BLOCK]))
        del self._held[:whole]
        return len(data)

    def flush(self) -> None:
        """Do nothing: flushing a compressor before the end makes the output larger."""

    def finish(self) -> None:
        self._out.write(bytes(self._held))
        self._held.clear()
