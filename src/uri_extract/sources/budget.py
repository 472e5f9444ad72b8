"""What one input may cost: how much comes out of how much went in. Bombs stop here (:mod:`uri_extract.limits`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uri_extract import limits
from uri_extract.errors import UriExtractError
from uri_extract.records import Problem

if TYPE_CHECKING:
    from collections.abc import Callable


class Exhausted(UriExtractError):  # noqa: N818 - as its siblings
    """A limit of an input was hit, and that was reported; nothing more of it is read."""


class Budget:
    """Counts for one input, whatever it holds: bytes read of it, bytes that readers made of them, members.

    ``report`` takes problem records.
    """

    def __init__(self, name: str | None, report: Callable[[Problem], None]) -> None:
        self._name = name
        self.report = report
        self.consumed = 0
        self._expanded = 0
        self._members = 0
        self._again = 0
        self._problems = 0
        self.exhausted = False

    def expand(self, size: int) -> None:
        """Count bytes that are not in the input as they are; raises :class:`Exhausted`."""
        self._expanded += size
        if self._expanded > limits.MAX_EXPANSION + limits.MAX_RATIO * self.consumed:
            self._hit("expands-too-far", f"{self._expanded} bytes came of {self.consumed}: the rest is not read")

    def room(self, size: int) -> bool:
        """Whether so many bytes more may be made."""
        return self._expanded + size <= limits.MAX_EXPANSION + limits.MAX_RATIO * self.consumed

    def member(self) -> None:
        """Count a member; raises :class:`Exhausted`."""
        self._members += 1
        if self._members > limits.MAX_MEMBERS + self.consumed // limits.MEMBER_BYTES:
            self._hit("too-many-members", f"{self._members} members in {self.consumed} bytes: the rest is not read")

    def again(self, size: int) -> bool:
        """Whether so many bytes may be read once more, to find where damage ends."""
        if self._again + size > limits.MAX_AGAIN + self.consumed:
            return False
        self._again += size
        return True

    def problem(self, name: str | None, offset: int, kind: str, message: str) -> None:
        """Report a problem; beyond a number of them, that there are more."""
        self._problems += 1
        most = limits.MAX_PROBLEMS + self.consumed // limits.MEMBER_BYTES
        if self._problems < most or self.exhausted:
            self.report(Problem(name, offset, kind, message))
        elif self._problems == most:
            message = f"{most} problems in {self.consumed} bytes: further ones are not reported"
            self.report(Problem(self._name, self.consumed, "too-many-problems", message))

    def _hit(self, kind: str, message: str) -> None:
        if not self.exhausted:
            self.exhausted = True
            self.problem(self._name, self.consumed, kind, message)
        raise Exhausted(message)
