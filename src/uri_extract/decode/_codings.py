"""Map bytes within an encoded segment to its source (:mod:`uri_extract.decode.source_map`).

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract.decode._quoted_printable import end_at, place_of


@cython.cclass
class Coding:
    """Map the bytes of an encoded segment to its source, using the data that its decoder kept."""

    def first(self, kept: bytes, target: cython.longlong) -> cython.longlong:
        """Return the offset in the output of the character that contains the byte ``target``."""
        return target

    def locate(
        self, kept: bytes, at: cython.longlong, done: cython.longlong, target: cython.longlong
    ) -> cython.longlong:
        """Return the offset in the segment's source of the byte ``target`` of its output.

        ``at`` is a known offset in the source, of the byte ``done`` of the output, which does not follow ``target``.
        """
        raise NotImplementedError

    def end(self, kept: bytes, at: cython.longlong, done: cython.longlong) -> cython.longlong:
        """Return the end in the segment's source of the byte that :meth:`locate` found."""
        raise NotImplementedError

    def source(self, output: bytes) -> bytes:
        """Return the source of ``output``, which consists of whole characters. Only codings of text implement it."""
        raise NotImplementedError


@cython.cclass
class QuotedPrintableCoding(Coding):
    """Quoted-printable; its encoded bytes are kept."""

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def locate(
        self, kept: bytes, at: cython.longlong, done: cython.longlong, target: cython.longlong
    ) -> cython.longlong:
        """Return the offset of the decoded byte ``target`` (:func:`place_of`)."""
        return place_of(kept, at, done, target)

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def end(self, kept: bytes, at: cython.longlong, done: cython.longlong) -> cython.longlong:
        """Return the end of the token at ``at``."""
        return end_at(kept, at)


@cython.cclass
class BytewiseCoding(Coding):
    """Text in a charset with one byte per character; its UTF-8 is kept."""

    def __init__(self, codec: str, errors: str) -> None:
        self.codec: Any = codec
        self.errors: Any = errors

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def first(self, kept: bytes, target: cython.longlong) -> cython.longlong:
        """Return the offset of the character that contains the byte ``target``."""
        data: cython.p_const_uchar = kept
        while data[target] & 0xC0 == 0x80:
            target -= 1
        return target

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def locate(
        self, kept: bytes, at: cython.longlong, done: cython.longlong, target: cython.longlong
    ) -> cython.longlong:
        """Return the offset of a character: it is the number of characters before it."""
        if not cython.compiled:
            return at + len(kept[done:target].decode("utf-8", "surrogatepass"))
        data: cython.p_const_uchar = kept
        i: cython.longlong
        for i in range(done, target):
            at += data[i] & 0xC0 != 0x80
        return at

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def end(self, kept: bytes, at: cython.longlong, done: cython.longlong) -> cython.longlong:
        """Return the offset after the character at ``at``."""
        return at + 1

    @cython.ccall
    def source(self, output: bytes) -> bytes:
        """Return the characters in their charset."""
        if output.isascii():
            return output
        source: bytes = output.decode("utf-8", "surrogatepass").encode(self.codec, self.errors)
        return source
