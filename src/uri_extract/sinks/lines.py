"""Lines: one a reference, in UTF-8, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uri_extract.media.text import line_of
from uri_extract.sinks.text import Text

if TYPE_CHECKING:
    from uri_extract.records import Occurrence


class Lines(Text):
    """Of each occurrence its ``value``: ``target`` (the reference where it has none), ``reference`` or ``raw``.

    ``raw`` keeps the line breaks of the source, so one that was wrapped stands on several lines; with ``null`` a NUL
    ends each instead of a line feed.
    """

    def __init__(self, value: str = "target", *, null: bool = False) -> None:
        self._value = value
        self._null = null

    def encode(self, occurrences: list[Occurrence]) -> bytes:
        """Return the lines of occurrences."""
        lines = [line_of(occurrence, self._value) for occurrence in occurrences]
        return b"".join([line[:-1] + b"\0" for line in lines] if self._null else lines)
