"""Lines: one a reference, in UTF-8, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uri_extract.sinks.text import Text, exact

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
        end = "\0" if self._null else "\n"
        return exact(end.join([*(text_of(occurrence, self._value) for occurrence in occurrences), ""]))


def text_of(occurrence: Occurrence, value: str) -> str:
    """Return the text that stands for an occurrence: its ``value``, or its reference where that is None."""
    text: str | None = getattr(occurrence, value)
    return occurrence.reference if text is None else text
