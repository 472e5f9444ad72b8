"""JSON Lines: one object on each line, in UTF-8 (RFC 8259); and the same objects as one JSON array.

An occurrence has the chosen fields in their order: by default all of :data:`uri_extract.rows.schema.FIELDS`, and with
context also ``before`` and ``after``. A problem has
``problem`` (its kind), ``document``, ``offset`` and ``message``; it is written where it occurred among the occurrences.
"""

from __future__ import annotations

import json
from json.encoder import encode_basestring

from uri_extract._compat._typing import Any, BinaryIO
from uri_extract.rows import Page
from uri_extract.rows.records import Problem
from uri_extract.rows.schema import COLUMNS
from uri_extract.sinks._records import Records
from uri_extract.sinks.text import Text, utf8

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
_WORDS = {None: "null", True: "true", False: "false", (): "[]"}


class JSONLines(Text):
    """Writes each record as a JSON object on a line of its own."""

    before: str = ""
    after: str = "\n"

    def __init__(self, *, fields: tuple[str, ...] = COLUMNS) -> None:
        first, *others = fields
        heads = {first: f'{self.before}{{"{first}":', **{name: f',"{name}":' for name in others}}
        self._records = Records(heads, f"}}{self.after}", _cell, b'"')

    def encode(self, page: Page) -> bytearray:
        """Return the objects of a page."""
        encoded: bytearray = self._records.encode(page)
        return encoded

    def encode_problem(self, problem: Problem) -> bytes:
        """Return the object of a problem."""
        return self.encode_object(problem.as_dict())

    def encode_object(self, record: dict[str, Any]) -> bytes:
        """Return an encoded object, for :meth:`write`."""
        return utf8(f"{self.before}{_encode(record)}{self.after}")


class JSONArray(JSONLines):
    """Writes all records as one JSON array, with an object on each line. An empty array is valid JSON too."""

    before: str = ",\n"
    after: str = ""

    def begin(self, out: BinaryIO) -> None:
        """Begin to write."""
        super().begin(out)
        self._is_empty = True

    def write(self, encoded: bytes | memoryview) -> None:
        """Write objects, with a comma before each except the first."""
        if encoded and self._is_empty:
            self._is_empty = False
            self._out.write(b"[")
            encoded = memoryview(encoded)[1:]  # without copying a large page
        super().write(encoded)

    def end(self) -> None:
        """Close the array."""
        self._out.write(b"[]\n" if self._is_empty else b"\n]\n")


def _cell(value: Any) -> str:
    return encode_basestring(value) if isinstance(value, str) else _WORDS.get(value) or _encode(value)
