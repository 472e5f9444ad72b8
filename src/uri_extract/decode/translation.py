"""What a scanner reads when it cannot read the original as it stands, and the way back from there.

A :class:`Translation` takes bytes and gives UTF-8; asked where a byte of that stood, it tells the place in the
original. Several may be chained: what one gives the next one takes, and places go back through both. Sans-IO, and in
bounded memory: what was scanned and settled is forgotten.
"""

from __future__ import annotations

from collections import deque


class Translation:
    """Remembers what came out in segments: each kept its bytes one by one, or replaced the original as a whole.

    Subclasses say what comes out (:meth:`feed`, which calls :meth:`_add`), and where bytes that were kept have another
    width in the original, which (:meth:`_width`, :meth:`original`).
    """

    #: Whether what it takes is text, and so what stands in the source to whoever reads that.
    takes_text = True

    def __init__(self) -> None:
        self._taken = 0  # bytes of the original that came out
        # Where in the original, what came out, and what that replaced as a whole, or None.
        self._segments: deque[tuple[int, bytes, bytes | None]] = deque()
        self._position = 0  # where the first segment begins, of all that came out
        self._measured = self._width_measured = 0  # so much of the first segment, and what that was in the original

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes of the original; return what comes out."""
        raise NotImplementedError

    def place(self, position: int) -> int:
        """Return where in the original the byte ``position`` of what came out stands; never ask for one further back.

        What replaced something as a whole stands where that begins.
        """
        self._drop(position)
        if not self._segments:
            return self._taken
        begin, output, replaced = self._segments[0]
        cut = position - self._position
        if replaced is None and cut > self._measured:
            self._width_measured += self._width(output[self._measured : cut])
            self._measured = cut
        return begin + self._width_measured

    def original(self, position: int, output: bytes) -> bytes:
        """Return what stood for ``output``, which came out at ``position``: the place that was asked for last."""
        parts: list[bytes] = []
        at = self._position - position  # where in ``output`` the segment at hand begins
        for _, kept, replaced in self._segments:
            if at >= len(output):
                break
            parts.append(self._source(output[max(0, at) : at + len(kept)]) if replaced is None else replaced)
            at += len(kept)
        return b"".join(parts)

    def forget(self, position: int) -> int:
        """Say that no place before ``position`` will be asked for; return a place that none of them is before."""
        self._drop(position)
        return self._segments[0][0] if self._segments else self._taken

    def _add(self, output: bytes, size: int, replaced: bytes | None = None) -> None:
        """Note what came out, for the next ``size`` bytes of the original."""
        if output or replaced:
            self._segments.append((self._taken, output, replaced))
        self._taken += size

    def _width(self, output: bytes) -> int:
        """Return how many bytes of the original were kept as ``output``."""
        return len(output)

    def _source(self, output: bytes) -> bytes:
        """Return the bytes of the original that were kept as ``output``."""
        return output

    def _drop(self, position: int) -> None:
        segments = self._segments
        while segments and self._position + len(segments[0][1]) <= position:
            self._position += len(segments.popleft()[1])
            self._measured = self._width_measured = 0
