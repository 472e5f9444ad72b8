"""JSON Lines: one object a line, in UTF-8 (RFC 8259).

An occurrence has the members of :meth:`uri_extract.records.Occurrence.as_dict`, all of them, always, in that order.
A problem has ``problem`` (its kind), ``document``, ``offset`` and ``message``; it stands where it came up.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import BinaryIO

    from uri_extract.records import Occurrence, Problem

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


class JSONLines:
    """Writes each record as a JSON object on a line of its own; ``value`` chooses nothing here."""

    def __init__(self, out: BinaryIO, value: str) -> None:
        self._out = out

    def write(self, occurrence: Occurrence) -> None:
        """Write one occurrence."""
        self._line(occurrence.as_dict())

    def problem(self, problem: Problem) -> None:
        """Write one problem."""
        self._line(problem.as_dict())

    def _line(self, record: dict[str, Any]) -> None:
        text = _encode(record)
        try:
            line = text.encode()
        except UnicodeEncodeError:  # bytes that are not UTF-8, as surrogates: JSON has no way to say them
            line = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace").encode()
        self._out.write(line + b"\n")
