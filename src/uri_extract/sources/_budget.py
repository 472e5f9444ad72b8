"""The budget of one input: limits on expansion and on members that depend on the bytes read, so that bombs are stopped.

A kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract import limits

from uri_extract.records import Problem
from uri_extract.sources.breaks import Exhausted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uri_extract.sources.byte_stream import ByteStream
    from uri_extract.sources.document import Document, Within


@cython.cclass
class Budget:
    """Counts the bytes read of one input, the bytes that they expand to, and members, in all containers in it.

    ``report`` is called with problem records; ``consumed`` bytes of the input have already been read.
    """

    def __init__(
        self, name: str | None, report: Callable[[Problem], None], barcodes: bool = False, consumed: int = 0
    ) -> None:  # fmt: skip
        self._name = name
        self.report = report
        #: True if the barcodes of images are read.
        self.barcodes: bool = barcodes
        #: Functions that yield documents already read and kept for later; no limit applies to them.
        self.waiting: tuple[Callable[[], Iterator[Document]], ...] = ()
        #: The container whose documents are being read, None as long as it is not known.
        self.within: Within | None = None
        self.exhausted: bool = False
        #: True if reading the input may wait for another process.
        self.may_wait: bool = False
        self._whole: Budget | None = None  # the budget of the whole input, which counts; None if this is it
        self._source: ByteStream | None = None
        if not cython.compiled:
            self._expanded = self._members = self._reread = self._problems = 0
            self._told = 0  # bytes that were read when :meth:`newly_consumed` was called
            # The share that is reserved for other documents of the input.
            self._bytes_left = self._members_left = 0
            # The limits computed last; they grow with the bytes read.
            self._bytes_known = self._members_known = 0
        self._bytes_elsewhere = consumed

    def nested(self, name: str | None) -> Budget:
        """Return a budget for a document in mail: a share of the rest, so that a bomb does not use up the budget.

        The share is half of the rest; of a share it is seven eighths, because few documents follow there and some are
        nested.
        """
        whole: Budget = self._of_input()
        budget = Budget(name, self.report, self.barcodes)
        budget._whole = whole
        budget.may_wait = whole.may_wait
        kept: cython.longlong = 2 if self._whole is None else 8
        room: cython.longlong = max(0, whole._bytes_allowed() - self._bytes_left - whole._expanded)
        budget._bytes_left = self._bytes_left + -(-room // kept)
        room = max(0, whole._members_allowed() - self._members_left - whole._members)
        budget._members_left = self._members_left + -(-room // kept)
        return budget

    def _of_input(self) -> Budget:
        """Return the budget of the whole input."""
        return self if self._whole is None else self._whole

    @property
    def consumed(self) -> int:
        """Bytes read of the input."""
        whole: Budget = self._of_input()
        consumed: int = whole._bytes_elsewhere
        return consumed if whole._source is None else whole._source.offset + consumed

    def _bytes_allowed(self) -> cython.longlong:
        return limits.MAX_EXPANSION + limits.MAX_RATIO * self.consumed

    def _members_allowed(self) -> cython.longlong:
        return limits.MAX_MEMBERS + self.consumed // limits.MEMBER_BYTES

    def newly_consumed(self) -> cython.longlong:
        """Return the number of bytes of the input that were read since the last call."""
        whole: Budget = self._of_input()
        consumed = whole._bytes_elsewhere if whole._source is None else self.consumed
        before, whole._told = whole._told, consumed
        return consumed - before

    def counts(self, source: ByteStream, credit: int) -> None:
        """Count the bytes read from ``source``, the input, as if ``credit`` bytes had been read before."""
        self._source = source
        self._bytes_elsewhere += credit - source.offset
        self._told = credit

    def end(self) -> None:
        """End the input: drop the reader of the input, which refers to this budget."""
        if self._source is not None:
            self._bytes_elsewhere += self._source.offset
            self._source = None
        self.within = None
        self.waiting = ()

    def consume(self, size: int) -> None:
        """Count bytes of the input that were read without the stream."""
        whole: Budget = self._of_input()
        whole._bytes_elsewhere += size

    def expand(self, size: cython.longlong) -> None:
        """Count bytes that the input expanded to. Raises :class:`Exhausted`."""
        whole: Budget = self._of_input()
        whole._expanded += size
        if whole._expanded <= self._bytes_known:
            return
        self._bytes_known = whole._bytes_allowed() - self._bytes_left
        if whole._expanded > self._bytes_known:
            self._hit("expands-too-far", f"{self.consumed} bytes expand to {whole._expanded}: the rest is not read")

    def fits(self, size: int) -> bool:
        """Return True if the input may expand to ``size`` more bytes."""
        whole: Budget = self._of_input()
        expanded = whole._expanded + size
        return expanded <= self._bytes_known or expanded <= whole._bytes_allowed() - self._bytes_left

    def take(self, size: cython.longlong) -> cython.bint:
        """Count bytes that the input expanded to; if they exceed the limit, do not count them and return False."""
        whole: Budget = self._of_input()
        expanded: cython.longlong = whole._expanded + size
        known: cython.longlong
        if expanded > self._bytes_known:
            known = whole._bytes_allowed() - self._bytes_left
            if expanded > known:
                return False
            self._bytes_known = known
        whole._expanded = expanded
        return True

    def member(self) -> None:
        """Count a member. Raises :class:`Exhausted`."""
        whole: Budget = self._of_input()
        whole._members += 1
        if whole._members <= self._members_known:
            return
        self._members_known = whole._members_allowed() - self._members_left
        if whole._members > self._members_known:
            self._hit("too-many-members", f"{whole._members} members in {self.consumed} bytes: the rest is not read")

    def may_reread(self, size: int) -> bool:
        """Count bytes to be read again, to find where damage ends; return False if that exceeds the limit."""
        whole: Budget = self._of_input()
        if whole._reread + size > limits.MAX_AGAIN + self.consumed:
            return False
        whole._reread += size
        return True

    def problem(self, name: str | None, offset: int, kind: str, message: str) -> None:
        """Report a problem; beyond the limit, report once that there are more."""
        whole: Budget = self._of_input()
        whole._problems += 1
        most = limits.MAX_PROBLEMS + self.consumed // limits.PROBLEM_BYTES
        if whole._problems < most or self.exhausted:
            self.report(Problem(name, offset, kind, message))
        elif whole._problems == most:
            message = f"{most} problems in {self.consumed} bytes: further ones are not reported"
            self.report(Problem(self._name, self.consumed, "too-many-problems", message))

    def _hit(self, kind: str, message: str) -> None:
        if not self.exhausted:
            self.exhausted = True
            self.problem(self._name, self.consumed, kind, message)
        raise Exhausted(message)
