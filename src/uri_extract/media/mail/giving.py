"""What scanners of mail have in common: bytes go to a splitter, occurrences or lines come out of its messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uri_extract.media.chunks import as_bytes
from uri_extract.media.mail.messages import Messages
from uri_extract.media.once import Once

if TYPE_CHECKING:
    from uri_extract.media.mail.bodies import Contained
    from uri_extract.records import Occurrence


class Giving(Once):
    """A scanner's face. Subclasses say what becomes of bytes (:meth:`_take`)."""

    def __init__(self, *, document: str | None = None, **options: Any) -> None:
        self._messages = Messages(document=document, **options)
        self._document = document

    @property
    def contained(self) -> list[tuple[int, Contained]]:
        """Documents inside, to be taken from here after each call: each with how much of what that gave stands before.

        That is a number of occurrences, or of bytes of lines.
        """
        return self._messages.contained

    def feed(self, chunk: bytes) -> list[Occurrence]:
        """Take the next bytes of the document, any number of them; return what they completed."""
        self._asked("occurrences")
        self._take(chunk if isinstance(chunk, bytes) else as_bytes(chunk))
        found: list[Occurrence] = self._messages.found()
        return found

    def close(self) -> list[Occurrence]:
        """Say that nothing follows; return what was still open."""
        self._asked("occurrences", last=True)
        self._take(b"", final=True)
        found: list[Occurrence] = self._messages.close()
        return found

    def feed_lines(self, chunk: bytes, value: str = "target") -> bytes:
        """Do as :meth:`feed`, and return lines in UTF-8: of each occurrence its ``value``, a field that is text."""
        self._of_lines(value)
        self._take(chunk if isinstance(chunk, bytes) else as_bytes(chunk))
        lines: bytes = self._messages.found()
        return lines

    def close_lines(self, value: str = "target") -> bytes:
        """Do as :meth:`close`, and return lines as :meth:`feed_lines` does."""
        self._of_lines(value, last=True)
        self._take(b"", final=True)
        lines: bytes = self._messages.close()
        return lines

    def _of_lines(self, value: str, last: bool = False) -> None:
        """Say that lines are wanted, with that value; what is asked for first counts."""
        if self._gives is None:
            self._messages.lines = value
        self._asked("lines", last)

    def _take(self, chunk: bytes, final: bool = False) -> None:
        """Hand the next bytes to the messages; ``final``: they are the last."""
        raise NotImplementedError
