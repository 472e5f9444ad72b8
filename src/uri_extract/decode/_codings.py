"""How the bytes of an encoded segment are located (:mod:`uri_extract.decode.source_map`).

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract.decode._quoted_printable_c import end_at, place_of
else:
    from uri_extract.decode._quoted_printable import end_at, place_of


@cython.cclass
class Coding:
    """How the bytes of an encoded segment are located, from what its decoder kept of it."""

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def first(self, kept: bytes, target: cython.longlong) -> cython.longlong:
        """Return the byte of the output at which that begins which the byte ``target`` of it is of."""
        return target

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def locate(
        self, kept: bytes, at: cython.longlong, done: cython.longlong, target: cython.longlong
    ) -> cython.longlong:
        """Return where in the segment's source that begins which begins with the byte ``target`` of its output.

        ``at`` is a place in the source that is known, that of the byte ``done`` of the output, which is not further on.
        """
        raise NotImplementedError

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def end(self, kept: bytes, at: cython.longlong, done: cython.longlong) -> cython.longlong:
        """Return where in the segment's source that ends which :meth:`locate` found."""
        raise NotImplementedError

    @cython.ccall
    def source(self, output: bytes) -> bytes:
        """Return what became ``output``, which is whole characters. Only the coding of a text has it."""
        raise NotImplementedError


@cython.cclass
class QuotedPrintableCoding(Coding):
    """Quoted-printable, which is kept."""

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def locate(
        self, kept: bytes, at: cython.longlong, done: cython.longlong, target: cython.longlong
    ) -> cython.longlong:
        """Return the place of the decoded byte ``target`` (:func:`place_of`)."""
        return place_of(kept, at, done, target)

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def end(self, kept: bytes, at: cython.longlong, done: cython.longlong) -> cython.longlong:
        """Return where that ends which begins with the byte at ``at``."""
        return end_at(kept, at)


@cython.cclass
class BytewiseCoding(Coding):
    """Text in a charset in which each character is a byte; its UTF-8 is kept."""

    def __init__(self, codec: str, errors: str) -> None:
        self.codec: Any = codec
        self.errors: Any = errors

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def first(self, kept: bytes, target: cython.longlong) -> cython.longlong:
        """Return where the character begins."""
        data: cython.p_const_uchar = kept
        while data[target] & 0xC0 == 0x80:
            target -= 1
        return target

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def locate(
        self, kept: bytes, at: cython.longlong, done: cython.longlong, target: cython.longlong
    ) -> cython.longlong:
        """Return the place of a character: there are as many bytes before it as characters."""
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
        """Return the place after the character at ``at``."""
        return at + 1

    @cython.ccall
    def source(self, output: bytes) -> bytes:
        """Return the characters in their charset."""
        if output.isascii():
            return output
        source: bytes = output.decode("utf-8", "surrogatepass").encode(self.codec, self.errors)
        return source
