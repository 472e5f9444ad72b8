"""JSON Lines: one object a line, in UTF-8 (RFC 8259); and the same objects as one JSON array.

An occurrence has all fields of :data:`uri_extract.schema.FIELDS`, in that order, with context ``before`` and ``after``,
and those of :data:`uri_extract.schema.REQUESTED_FIELDS` that were asked for. A problem has ``problem`` (its kind),
``document``, ``offset`` and ``message``; it is where it came up.
"""

from __future__ import annotations

import json
from json.encoder import encode_basestring

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant
from uri_extract.schema import COLUMNS, CONTEXT
from uri_extract.sinks.text import Text, utf8

if TYPE_CHECKING:
    from typing import BinaryIO

    from uri_extract.pages import Page
    from uri_extract.records import Problem

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
_WORDS = {None: "null", True: "true", False: "false", (): "[]"}


class JSONLines(Text):
    """Each record as a JSON object on a line of its own."""

    before: str = ""
    after: str = "\n"

    def __init__(self, *, context: bool = False, requested: tuple[str, ...] = ()) -> None:
        first, *others = (*COLUMNS, *(CONTEXT if context else ()), *requested)
        heads = {first: f'{self.before}{{"{first}":', **{name: f',"{name}":' for name in others}}
        records = variant("uri_extract.sinks._records").Records
        self._records = records(heads, f"}}{self.after}", _cell, b'"')

    def encode(self, page: Page) -> bytearray:
        """Return the objects of a page."""
        encoded: bytearray = self._records.encode(page)
        return encoded

    def encode_problem(self, problem: Problem) -> bytes:
        """Return the object of a problem."""
        return self.encode_object(problem.as_dict())

    def encode_object(self, record: dict[str, Any]) -> bytes:
        """Return any object as :meth:`write` takes it."""
        return utf8(f"{self.before}{_encode(record)}{self.after}")


class JSONArray(JSONLines):
    """All records as one JSON array, with an object on each line; it is valid JSON when it is empty, too."""

    before: str = ",\n"
    after: str = ""

    def begin(self, out: BinaryIO) -> None:
        """Begin to write."""
        super().begin(out)
        self._is_empty = True

    def write(self, encoded: bytes | memoryview) -> None:
        """Write objects, each after a comma, but for the first one."""
        if encoded and self._is_empty:
            self._is_empty = False
            self._out.write(b"[")
            encoded = memoryview(encoded)[1:]  # nothing of a large page is copied
        super().write(encoded)

    def end(self) -> None:
        """Close the array."""
        self._out.write(b"[]\n" if self._is_empty else b"\n]\n")


def _cell(value: Any) -> str:
    """Return a value as JSON."""
    return encode_basestring(value) if isinstance(value, str) else _WORDS.get(value) or _encode(value)
