"""What callers see of a scanner: bytes in, occurrences or lines out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uri_extract.media.chunks import as_bytes
from uri_extract.media.once import Once
from uri_extract.media.text import lines_of

if TYPE_CHECKING:
    from uri_extract.records import Occurrence


class Face(Once):
    """A scanner that makes lines of occurrences. Subclasses find those (:meth:`_read`)."""

    #: What lines are made of, where those are asked for.
    _value: str | None = None

    def feed(self, chunk: bytes) -> list[Occurrence]:
        """Take the next bytes of the document, any number of them; return what they completed."""
        self._asked("occurrences")
        return self._read(chunk if isinstance(chunk, bytes) else as_bytes(chunk), final=False)

    def close(self) -> list[Occurrence]:
        """Say that nothing follows; return what was still open."""
        self._asked("occurrences", last=True)
        return self._read(b"", final=True)

    def feed_lines(self, chunk: bytes, value: str = "target") -> bytes:
        """Do as :meth:`feed`, and return lines in UTF-8: of each occurrence its ``value``, a field that is text.

        A target that is None is the reference as it stands. ``value`` is the same each time.
        """
        self._asked("lines")
        self._value = value
        return lines_of(self._read(chunk if isinstance(chunk, bytes) else as_bytes(chunk), final=False), value)

    def close_lines(self, value: str = "target") -> bytes:
        """Do as :meth:`close`, and return lines as :meth:`feed_lines` does."""
        self._asked("lines", last=True)
        self._value = value
        return lines_of(self._read(b"", final=True), value)

    def _read(self, chunk: bytes, final: bool) -> list[Occurrence]:
        """Take the next bytes; ``final``: nothing follows. Return what they completed."""
        raise NotImplementedError
