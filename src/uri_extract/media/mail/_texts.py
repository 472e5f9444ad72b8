"""Texts of many sources in one: how they are put together, with a segment for each.

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract.media.mail._parts_c import Source
else:
    from uri_extract.media.mail._parts import Source

#: Stands between two texts: a line of its own that no reference, no bracket and no page break crosses.
SEPARATOR = b"\n\x00\n"
_SEPARATOR = cython.declare(bytes, SEPARATOR)


@cython.cclass
class Texts:
    """Texts that are to be scanned as one. ``size`` is that of all, also of those that were.

    ``starts`` are the places at which segments begin. A segment is the map of a text that was translated, None if it
    is as it is in the file; how much further on in the file it is; its source; and the number of its first line with
    the bytes of that before it, if that is not known from the segment before.
    """

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.segments: list[tuple[Any, int, Source, tuple[int, int] | None]] = []
        self.texts: list[bytes] = []
        self.size = 0

    @cython.ccall
    @cython.exceptval(-1)
    def separate(self, blank: cython.Py_ssize_t = 0) -> cython.int:
        """End the current text; ``blank`` empty lines follow."""
        self.texts.append(_SEPARATOR + b"\n" * blank if blank else _SEPARATOR)
        self.size += 3 + blank
        return 0

    @cython.ccall
    @cython.exceptval(-1)
    def add(self, text: bytes, base: cython.longlong, source: Source, lines: Any = None) -> cython.int:
        """Take text as it is in the file, at ``base``; ``lines``: its line's number, and the bytes before it."""
        shift: cython.longlong = base - self.size
        last: tuple[Any, ...] = self.segments[-1] if self.segments and lines is None else (None, 0, None)
        if last[2] is not source or last[0] is not None or last[1] != shift:
            self.starts.append(self.size)
            self.segments.append((None, shift, source, lines))
        self.texts.append(text)
        self.size += len(text)
        return 0

    @cython.ccall
    @cython.exceptval(-1)
    def add_map(self, way: Any, source: Source, lines: Any = None) -> cython.int:
        """Begin a text that was translated, ``way`` being its map. It follows with :meth:`add_text`."""
        self.starts.append(self.size)
        self.segments.append((way, 0, source, lines))
        return 0

    @cython.ccall
    @cython.exceptval(-1)
    def add_text(self, text: bytes) -> cython.int:
        """Take text that the map that came last is of."""
        if text:
            self.texts.append(text)
            self.size += len(text)
        return 0
