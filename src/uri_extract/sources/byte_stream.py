"""A document's bytes as a stream, for readers of containers, and the budget of one input."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.sources._streams import Budget as Budget
from uri_extract.sources._streams import ByteStream as ByteStream
from uri_extract.sources._streams import whole as whole
from uri_extract.sources.breaks import StreamBreak

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Bytes of an embedded document that are read at a time.
PIECE = 1 << 16


def after_damage(stream: ByteStream, resumed: bool) -> str:
    """Return the end of a message about damage: where reading resumes."""
    return f"resuming at byte {stream.offset}" if resumed else "the rest is unreadable"


class Section:
    """The next ``size`` bytes of a stream, as chunks; :meth:`finish` skips those that were not read.

    The size of the chunks does not depend on the chunks that the stream is made of.
    """

    __slots__ = ("left", "stream", "truncated")

    def __init__(self, stream: ByteStream, size: int) -> None:
        self.stream: ByteStream = stream
        self.left: int = size
        self.truncated: bool = False

    def __iter__(self) -> Iterator[bytes | StreamBreak]:
        while self.left and not self.truncated:
            if data := self.read(PIECE):
                yield data
            elif not self._continues():
                self.truncated = True
                yield StreamBreak.TRUNCATED

    def _continues(self) -> bool:
        """Return True if more bytes may follow the point at which the stream stops."""
        return False

    def read(self, size: int) -> bytes:
        """Return the next ``size`` bytes, fewer only at the end."""
        data = self.stream.read(min(size, self.left))
        self.left -= len(data)
        return data

    def finish(self) -> bool:
        """Skip the rest; return False if bytes were missing."""
        while self.left and not self.truncated:
            self.left -= self.stream.skip(self.left)
            self.truncated = self.left > 0 and not self._continues()
        return not self.left
