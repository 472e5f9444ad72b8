"""Lines: one a reference, in UTF-8, and nothing else. Problems have no place in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uri_extract.media.text import line_of

if TYPE_CHECKING:
    from typing import BinaryIO

    from uri_extract.records import Occurrence, Problem


class Lines:
    """Writes of each occurrence its ``value``: ``target`` (the reference where it has none), ``reference`` or ``raw``.

    ``raw`` keeps the line breaks of the source, so one that was wrapped stands on several lines.
    """

    def __init__(self, out: BinaryIO, value: str) -> None:
        self._out = out
        self._value = value

    def write(self, occurrence: Occurrence) -> None:
        """Write one line."""
        self._out.write(line_of(occurrence, self._value))

    def problem(self, problem: Problem) -> None:
        """Write nothing."""
