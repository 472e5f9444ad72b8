"""JSON Lines: one object a line, in UTF-8 (RFC 8259).

An occurrence has the members of :meth:`uri_extract.records.Occurrence.as_dict`, all of them, always, in that order.
With context it also has ``before`` and ``after`` (:class:`uri_extract.media.context.InContext`), in the end.
A problem has ``problem`` (its kind), ``document``, ``offset`` and ``message``; it stands where it came up.
"""

from __future__ import annotations

import json
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any

from uri_extract.scan import variant
from uri_extract.sinks.text import Text, utf8

if TYPE_CHECKING:
    from uri_extract.records import Occurrence, Problem


_encode = variant("uri_extract.sinks._jsonl").encode


class JSONLines(Text):
    """Each record as a JSON object on a line of its own."""

    def __init__(self, *, context: bool = False) -> None:
        self._context = context

    def encode(self, occurrences: list[Occurrence]) -> bytes:
        """Return the lines of occurrences."""
        encoded: bytes = _encode(occurrences)
        return _in_context(encoded, occurrences) if self._context else encoded

    def encode_problem(self, problem: Problem) -> bytes:
        """Return the line of a problem."""
        return line(problem.as_dict())


def _in_context(encoded: bytes, occurrences: list[Any]) -> bytes:
    """Return the lines with two members more."""
    parts: list[bytes] = []
    for text, occurrence in zip(encoded.split(b"\n"), occurrences, strict=False):  # behind the last stands nothing
        more = f',"before":{_text(occurrence.before)},"after":{_text(occurrence.after)}}}\n'
        parts += (text[:-1], utf8(more))
    return b"".join(parts)


def _text(text: str | None) -> str:
    return "null" if text is None else encode_basestring(text)


def line(record: dict[str, Any]) -> bytes:
    """Return the line of an object."""
    return utf8(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
