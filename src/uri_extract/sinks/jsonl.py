"""JSON Lines: one object a line, in UTF-8 (RFC 8259); and the same objects as one JSON array.

An occurrence has all fields of :data:`uri_extract.schema.FIELDS`, in that order, and with context ``before`` and
``after``. A problem has ``problem`` (its kind), ``document``, ``offset`` and ``message``; it is where it came up.
"""

from __future__ import annotations

import json
from json.encoder import encode_basestring

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant
from uri_extract.schema import CONTEXT
from uri_extract.sinks.text import Text, utf8

if TYPE_CHECKING:
    from typing import BinaryIO

    from uri_extract.pages import Page
    from uri_extract.records import Problem


_encode = variant("uri_extract.sinks._jsonl").encode


class JSONLines(Text):
    """Each record as a JSON object on a line of its own."""

    def __init__(self, *, context: bool = False) -> None:
        self._context = context

    def encode(self, page: Page) -> bytes:
        """Return the lines of a page."""
        encoded: bytes = _encode(page)
        return _in_context(encoded, page) if self._context else encoded

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


def _in_context(encoded: bytes, page: Page) -> bytes:
    """Return the lines with two more members."""
    columns = page.columns(CONTEXT)
    parts: list[bytes] = []
    for text, *around in zip(encoded.splitlines(), *columns.values(), strict=True):
        more = "".join(f',"{name}":{_text(each)}' for name, each in zip(CONTEXT, around, strict=True))
        parts += (text[:-1], utf8(f"{more}}}\n"))
    return b"".join(parts)


def _text(text: str | None) -> str:
    return "null" if text is None else encode_basestring(text)


def line(record: dict[str, Any]) -> bytes:
    """Return the line of an object."""
    return utf8(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
