"""The base classes of scanners: bytes in, pages of rows out; callers get occurrences."""

from __future__ import annotations

from types import TracebackType

from uri_extract._compat._typing import Any
from uri_extract.errors import SourceTypeError, UriExtractError
from uri_extract.rows import Page
from uri_extract.rows.details import Origin
from uri_extract.rows.records import Occurrence, Problem


def as_bytes(data: Any, what: str = "a chunk", wanted: str = "bytes") -> bytes:
    """Return data that supports the buffer protocol as bytes; raise :class:`SourceTypeError` for anything else."""
    if isinstance(data, bytes | bytearray | memoryview):
        return bytes(data)
    if isinstance(data, str):
        raise SourceTypeError(f"{what} must be bytes, not str: encode it, or use extract_text()")
    raise SourceTypeError(f"{what} must be {wanted}, not {type(data).__name__}")


class BaseScanner:
    """Find the references in one document. Sans-IO: :meth:`feed` takes its bytes, in chunks of any size.

    Subclasses implement :meth:`_read`. A scanner is a context manager: it is closed at the end of the block, and the
    occurrences that :meth:`close` would return are dropped.
    """

    #: No reference that is still to be found begins before this byte of the document.
    settled: int = 0
    #: If the scanner reads a part of a document (:class:`~uri_extract.text.part.Part`): True once that part was read.
    over: bool = False
    #: True if it reads documents in turn: making a scanner takes as long as reading some kilobytes.
    restartable: bool = False
    #: True once the document was read to its end.
    closed: bool = False

    # What most subclasses set: the decoders of the document (None for UTF-8), its origin, what takes each problem.
    _opening: Any = None
    _origin: Origin
    _on_problem: Any = None

    @property
    def codec(self) -> str | None:
        """The Python codec that decodes the document; None for UTF-8, in which single bytes may be windows-1252."""
        charset: str | None = None if self._opening is None else self._opening.charset
        return charset

    def feed(self, chunk: bytes) -> list[Occurrence]:
        """Take the next bytes of the document, any number of them; return the occurrences that they completed.

        Raises UriExtractError if the scanner is closed.
        """
        found: list[Occurrence] = self.read(chunk).occurrences()
        return found

    def close(self) -> list[Occurrence]:
        """Take the end of the document; return the remaining occurrences. Closing it again returns an empty list."""
        if self.closed:
            return []
        found: list[Occurrence] = self.read(b"", final=True).occurrences()
        return found

    def read(self, chunk: bytes, final: bool = False) -> Page:
        """Take the next bytes of the document, the last ones if ``final``; return the page of what they completed.

        Raises UriExtractError if the scanner is closed.
        """
        if self.closed:
            raise UriExtractError("the scanner is closed")
        self.closed = final
        return self._read(chunk if isinstance(chunk, bytes) else as_bytes(chunk), final)

    def __enter__(self) -> Any:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if not self.closed and kind is None:
            self.close()
        self.closed = True

    def _read(self, chunk: bytes, final: bool) -> Page:
        """Take the next bytes, the last ones if ``final``; return the page of what they completed."""
        raise NotImplementedError

    def report(self, place: int, kind: str, message: str) -> None:
        """Report a problem at a place of the text."""
        if self._on_problem is not None:
            offset = place if self._opening is None else self._opening.place(place)
            self._on_problem(Problem(self._origin.document, offset, kind, message))

    def restart(self, base: str | None, origin: Origin, charset: str | None = None) -> None:
        """Begin another document, if ``restartable``, with the same other options; discard the state of the last one.

        Raises :class:`~uri_extract.errors.UnknownCharset`.
        """
        raise NotImplementedError


class ScannerAround(BaseScanner):
    """A scanner that passes the document to another scanner."""

    _scanner: BaseScanner

    @property
    def settled(self) -> int:  # type: ignore[override]
        """The value of the other scanner."""
        return self._scanner.settled

    @property
    def over(self) -> bool:  # type: ignore[override]
        """The value of the other scanner."""
        return self._scanner.over

    @property
    def codec(self) -> str | None:
        """The value of the other scanner."""
        return self._scanner.codec
