"""JSON Lines: one object a line, in UTF-8 (RFC 8259); and the same objects as one JSON array.

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
    from typing import BinaryIO

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


class JSONArray(JSONLines):
    """All records as one JSON array, with an object on each line; it is valid JSON when it is empty, too."""

    def begin(self, out: BinaryIO) -> None:
        """Begin to write."""
        super().begin(out)
        self._before = b"[\n"

    def write(self, encoded: bytes) -> None:
        """Write the lines of objects as members: no string in them has a line feed."""
        if encoded:
            self._out.write(self._before)
            self._out.write(encoded[:-1].replace(b"\n", b",\n"))
            self._before = b",\n"

    def end(self) -> None:
        """Close the array."""
        self._out.write(b"[]\n" if self._before == b"[\n" else b"\n]\n")


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
