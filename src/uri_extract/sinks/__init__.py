"""What is written: one small module a format. A sink takes occurrences and problems, and writes bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uri_extract.sinks.jsonl import JSONLines
from uri_extract.sinks.lines import Lines

if TYPE_CHECKING:
    from typing import BinaryIO, Protocol

    from uri_extract.records import Occurrence, Problem

    class Sink(Protocol):
        """What the command needs of a format."""

        def __init__(self, out: BinaryIO, value: str) -> None: ...
        def write(self, occurrence: Occurrence) -> None:
            """Write one occurrence."""

        def problem(self, problem: Problem) -> None:
            """Write a problem, in a format that has a place for it."""


__all__ = ["FORMATS", "JSONLines", "Lines"]

#: Sinks by the name of their format.
FORMATS: dict[str, type[Sink]] = {"lines": Lines, "jsonl": JSONLines}
