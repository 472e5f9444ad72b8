"""What is written: one small module a format.

A sink is used in two halves. ``encode`` turns occurrences into what the format needs of them, in any process: what it
gives can be sent to another. ``begin``, ``write`` and ``end`` are called in the one process that has the output, and
what they write does not depend on how the occurrences were put into lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uri_extract.sinks.arrow import Arrow, Parquet
from uri_extract.sinks.features import Features
from uri_extract.sinks.formats import TABLE
from uri_extract.sinks.jsonl import JSONArray, JSONLines
from uri_extract.sinks.lines import Lines
from uri_extract.sinks.sqlite import SQLite
from uri_extract.sinks.table import CSV, TSV

if TYPE_CHECKING:
    from typing import Any, BinaryIO, Protocol

    from uri_extract.records import Occurrence, Problem

    class Sink(Protocol):
        """What the command needs of a format."""

        def encode(self, occurrences: list[Occurrence]) -> Any:
            """Return the occurrences as :meth:`write` takes them."""

        def encode_problem(self, problem: Problem) -> Any:
            """Return a problem as :meth:`write` takes it."""

        def begin(self, out: BinaryIO) -> None:
            """Begin to write into ``out``, which is empty."""

        def write(self, encoded: Any) -> None:
            """Write what was encoded; raises OSError where that cannot be done."""

        def end(self) -> None:
            """Write what belongs at the end; ``out`` is closed by who opened it."""


__all__ = ["CSV", "FORMATS", "TSV", "Arrow", "Features", "JSONArray", "JSONLines", "Lines", "Parquet", "SQLite"]

#: Sinks by the name of their format.
FORMATS: dict[str, type[Any]] = {name: each.sink for name, each in TABLE.items()}
