"""Decompressors with the interface of :class:`bz2.BZ2Decompressor`. Each is imported when it is needed."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Callable, Iterator
from functools import cache, partial

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, Final, NamedTuple, Protocol
from uri_extract.errors import MissingExtra
from uri_extract.formats.containers import CONTAINERS, Trust
from uri_extract.limits import CHUNK, MAX_WINDOW

# Decompressed bytes that are requested first.
_ROOM: Final = 1 << 16


class Decompressor(Protocol):
    """Decompresses one member. ``decompress`` returns at most ``max_length`` bytes, and keeps its unused input."""

    @property
    def eof(self) -> bool:
        """True if the member has ended."""

    @property
    def needs_input(self) -> bool:
        """True if no more bytes can be returned without more input."""

    @property
    def unused_data(self) -> bytes:
        """The input after the member."""

    def decompress(self, data: bytes | memoryview, max_length: int = -1) -> bytes:
        """Return next bytes."""


class Codec(NamedTuple):
    """A compression in the table of containers. ``new`` returns a decompressor for a member.

    ``slow`` also returns one, which is the same in every installation; None if ``new`` is already the same. ``fault``
    is the message about damage that only ``new`` has found.
    """

    name: str
    new: Callable[[], Decompressor]
    slow: Callable[[], Decompressor] | None = None
    fault: str = ""

    @property
    def magic(self) -> bytes:
        """The first bytes of every member."""
        return CONTAINERS[self.name].signatures[0].first

    def begins(self, head: bytes) -> bool:
        """Return True if a member begins with these bytes."""
        return _beginning(self.name).match(head) is not None

    def reproducible(self) -> Decompressor:
        """Return a decompressor that reports damage in the same way in every installation."""
        return (self.slow or self.new)()


@cache
def _beginning(name: str) -> re.Pattern[bytes]:
    return re.compile(CONTAINERS[name].pattern(Trust.ANYWHERE, Trust.NAMED), re.DOTALL)


class Zlib:
    """A decompressor of zlib with the common interface."""

    def __init__(self, wbits: int) -> None:
        self._inflate = zlib.decompressobj(wbits)
        self._left = b""
        self.eof: bool = False
        self.needs_input: bool = True
        self.unused_data: bytes = b""

    def decompress(self, data: bytes | memoryview, max_length: int = -1) -> bytes:
        """Return next bytes."""
        inflate = self._inflate
        if self._left:
            data = self._left + bytes(data) if data else self._left
        out: bytes = inflate.decompress(data, max(max_length, 0))
        self._left = inflate.unconsumed_tail
        if inflate.eof:
            self.eof = True
            self.needs_input = False
            self.unused_data = inflate.unused_data
        else:
            # After a full piece there may be more that needs no input.
            self.needs_input = not self._left and len(out) != max_length
        return out


def begun(decompressor: Decompressor, data: bytes | memoryview) -> bytes:
    """Return the first bytes that ``data`` decompresses to, at most :data:`~uri_extract.limits.CHUNK`.

    Few bytes are requested first, because allocating memory for many takes longer than filling it.
    """
    out = decompressor.decompress(data, _ROOM)
    if len(out) < _ROOM or decompressor.needs_input or decompressor.eof:
        return out
    return out + decompressor.decompress(b"", CHUNK - _ROOM)


def decompress(decompressor: Decompressor, data: bytes, begun: bytes | None = None) -> Iterator[bytes]:
    """Yield the bytes that ``data`` decompresses to, at most :data:`~uri_extract.limits.CHUNK` at a time.

    ``begun`` is the result of :func:`begun`, if it was called with that data.
    """
    out = decompressor.decompress(data, CHUNK) if begun is None else begun
    while True:
        if out:
            yield out
        if decompressor.needs_input or decompressor.eof:
            return
        out = decompressor.decompress(b"", CHUNK)


def _gzip() -> Decompressor:
    return gzip_decompressors()()


@cache  # a web archive has a member for each record
def gzip_decompressors() -> Callable[[], Decompressor]:
    """Return the function that makes gzip decompressors."""
    try:
        from isal import igzip_lib
    except ImportError:
        return partial(Zlib, 31)
    return partial(igzip_lib.IgzipDecompressor, igzip_lib.DECOMP_GZIP)


def _bzip2() -> Decompressor:
    import bz2

    return bz2.BZ2Decompressor()


def _lzma(format: str) -> Decompressor:
    import lzma

    return lzma.LZMADecompressor(getattr(lzma, format), MAX_WINDOW + (MAX_WINDOW >> 3))


def zstd_module() -> Any:
    """Return the module that reads Zstandard. Raises :class:`MissingExtra`."""
    try:
        from compression import zstd  # Python 3.14
    except ImportError:
        try:
            from backports import zstd
        except ImportError:
            raise MissingExtra(
                "compressed with zstd: needs the extra 'zstd' (pip install 'uri-extract[zstd]')"
            ) from None
    return zstd


def zstd_decompressor(dictionary: bytes | None = None) -> Decompressor:
    """Return a decompressor of Zstandard that uses ``dictionary``, if one is given."""
    zstd = zstd_module()
    options = {zstd.DecompressionParameter.window_log_max: MAX_WINDOW.bit_length() - 1}
    known = None if dictionary is None else zstd.ZstdDict(dictionary)
    decompressor: Decompressor = zstd.ZstdDecompressor(known, options)
    return decompressor


def lz4_decompressor() -> Decompressor:
    """Return a decompressor of LZ4 frames. Raises :class:`MissingExtra`."""
    decompressor: Decompressor = _lz4_class()()
    return decompressor


@cache
def _lz4_class() -> Any:
    try:
        from lz4.frame import LZ4FrameDecompressor
    except ImportError:
        raise MissingExtra("compressed with LZ4: needs the extra 'lz4' (pip install 'uri-extract[lz4]')") from None

    class Lz4(LZ4FrameDecompressor):  # type: ignore[misc,unused-ignore]
        def decompress(self, data: bytes | memoryview, max_length: int = -1) -> bytes:
            try:
                out: bytes = super().decompress(data, max_length)
            except RuntimeError as error:  # all that it raises for damage
                raise ValueError(str(error)) from error
            return out

    return Lz4


def errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that decompressors raise for damaged data."""
    import lzma

    raised: list[Any] = [MissingExtra, zlib.error, lzma.LZMAError, OSError, EOFError, ValueError]
    with contextlib.suppress(MissingExtra):
        raised.append(zstd_module().ZstdError)
    with contextlib.suppress(ImportError):
        from isal import igzip_lib

        raised.append(igzip_lib.IsalError)
    return tuple(raised)


GZIP = Codec("gzip", _gzip, partial(Zlib, 31), "invalid data")
BZIP2 = Codec("bzip2", _bzip2)
XZ = Codec("xz", partial(_lzma, "FORMAT_XZ"))
LZMA = Codec("lzma", partial(_lzma, "FORMAT_ALONE"))
LZ4 = Codec("lz4", lz4_decompressor)
ZSTD = Codec("zstd", zstd_decompressor)
