"""The budget of one input: how much may be made of how many bytes of it, so that bombs are stopped."""

from __future__ import annotations

from uri_extract import limits
from uri_extract._typing import TYPE_CHECKING
from uri_extract.errors import UriExtractError
from uri_extract.records import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uri_extract.sources.byte_stream import ByteStream
    from uri_extract.sources.document import Document


class Exhausted(UriExtractError):  # noqa: N818 - as its siblings
    """A limit of an input was exceeded, which was reported; the rest of it is not read."""


class _Counts:
    """The counters of one input, shared by its budgets."""

    expanded = members = reread = problems = bytes_elsewhere = 0
    source: ByteStream | None = None

    @property
    def consumed(self) -> int:
        return self.bytes_elsewhere if self.source is None else self.source.offset + self.bytes_elsewhere

    @property
    def bytes_allowed(self) -> int:
        return limits.MAX_EXPANSION + limits.MAX_RATIO * self.consumed

    @property
    def members_allowed(self) -> int:
        return limits.MAX_MEMBERS + self.consumed // limits.MEMBER_BYTES


class Budget:
    """Counts the bytes read of one input, the bytes made of them, and members, in all containers in it.

    ``report`` is called with problem records. Each input has one, and most need nothing of it: it begins with defaults.
    """

    # The part that is reserved for other documents of the input.
    _bytes_left = _members_left = 0
    # Limits as computed before; they grow with the bytes read.
    _bytes_known = _members_known = 0
    _is_share = False
    exhausted: bool = False

    def __init__(self, name: str | None, report: Callable[[Problem], None], *, barcodes: bool = False) -> None:
        self._name = name
        #: Whether the barcodes of images are read.
        self.barcodes = barcodes
        self.report = report
        self._counts = _Counts()
        #: What yields documents that were read, and kept for later: a limit does not concern them.
        self.waiting: list[Callable[[], Iterator[Document]]] = []

    def nested(self, name: str | None) -> Budget:
        """Return a budget for a document in mail: a share of the rest, so that a bomb does not cost what follows.

        That is half of it; of a share, seven eighths, since few documents follow there and some are nested.
        """
        counts = self._counts
        budget = Budget(name, self.report, barcodes=self.barcodes)
        budget._counts = counts
        kept = 8 if self._is_share else 2
        room = max(0, counts.bytes_allowed - self._bytes_left - counts.expanded)
        budget._bytes_left = self._bytes_left + -(-room // kept)
        room = max(0, counts.members_allowed - self._members_left - counts.members)
        budget._members_left = self._members_left + -(-room // kept)
        budget._is_share = True
        return budget

    @property
    def consumed(self) -> int:
        """Bytes read of the input."""
        return self._counts.consumed

    def counts(self, source: ByteStream) -> None:
        """Count the bytes read of ``source``, the input."""
        self._counts.source = source

    def consume(self, size: int) -> None:
        """Count bytes of the input that are read without that stream."""
        self._counts.bytes_elsewhere += size

    def expand(self, size: int) -> None:
        """Count bytes that were made of the input; raises :class:`Exhausted`."""
        counts = self._counts
        counts.expanded += size
        if counts.expanded <= self._bytes_known:
            return
        self._bytes_known = counts.bytes_allowed - self._bytes_left
        if counts.expanded > self._bytes_known:
            self._hit(
                "expands-too-far", f"{counts.expanded} bytes were made of {counts.consumed}: the rest is not read"
            )

    def fits(self, size: int) -> bool:
        """Return True if ``size`` more bytes may be made."""
        expanded = self._counts.expanded + size
        return expanded <= self._bytes_known or expanded <= self._counts.bytes_allowed - self._bytes_left

    def member(self) -> None:
        """Count a member; raises :class:`Exhausted`."""
        counts = self._counts
        counts.members += 1
        if counts.members <= self._members_known:
            return
        self._members_known = counts.members_allowed - self._members_left
        if counts.members > self._members_known:
            self._hit("too-many-members", f"{counts.members} members in {counts.consumed} bytes: the rest is not read")

    def may_reread(self, size: int) -> bool:
        """Count bytes to be read again, to find where damage ends; return False if that exceeds the limit."""
        counts = self._counts
        if counts.reread + size > limits.MAX_AGAIN + counts.consumed:
            return False
        counts.reread += size
        return True

    def problem(self, name: str | None, offset: int, kind: str, message: str) -> None:
        """Report a problem; after a number of them, report once that there are more."""
        counts = self._counts
        counts.problems += 1
        most = limits.MAX_PROBLEMS + counts.consumed // limits.PROBLEM_BYTES
        if counts.problems < most or self.exhausted:
            self.report(Problem(name, offset, kind, message))
        elif counts.problems == most:
            message = f"{most} problems in {counts.consumed} bytes: further ones are not reported"
            self.report(Problem(self._name, counts.consumed, "too-many-problems", message))

    def _hit(self, kind: str, message: str) -> None:
        if not self.exhausted:
            self.exhausted = True
            self.problem(self._name, self._counts.consumed, kind, message)
        raise Exhausted(message)
