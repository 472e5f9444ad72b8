"""Checks of the first bytes of a text document: whether it is UTF-16 without a byte order mark, or binary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from uri_extract.decode.encodings import marked
from uri_extract.decode.wide import HEAD, wide_without_mark
from uri_extract.formats.containers import first_line
from uri_extract.limits import MAX_TEXT_CHECK
from uri_extract.rows.records import Problem

_NUL = 0


def has_no_nul(content: bytes | Iterator[bytes]) -> bool:
    """Return True if a document is known to have no NUL in its first bytes, so that it is neither UTF-16 nor binary."""
    if not isinstance(content, bytes):
        return False
    return _NUL not in content if len(content) <= MAX_TEXT_CHECK else content.find(b"\0", 0, MAX_TEXT_CHECK) < 0


def wide_charset(
    name: str | None, content: bytes | Iterator[bytes], on_problem: Callable[[Problem], None]
) -> tuple[str | None, bytes | Iterator[bytes]]:
    """Return the encoding of a document in UTF-16 or UTF-32 without a byte order mark, else None; and its content."""
    first = content if isinstance(content, bytes) else next(content, b"")
    if not isinstance(content, bytes):
        while len(first) < HEAD and not first_line(first) and (more := next(content, b"")):
            first += more
        content = chain((first,), content)
    is_wide = b"\0" in first[:HEAD] and not first_line(first[:HEAD]) and not marked(first)
    wide = wide_without_mark(first) if is_wide else None
    if wide is not None and not wide[1]:
        message = f"possibly {wide[0]} without a byte order mark: scanned as it is"
        on_problem(Problem(name, 0, "unsupported", message))
    return wide[0] if wide is not None and wide[1] else None, content


def begins_binary(
    content: bytes | Iterator[bytes], waits: bool
) -> tuple[bool | None, bytes | Iterator[bytes]]:  # fmt: skip
    """Return True if a document has a NUL in its first bytes, None if that is not known yet; and its content.

    ``waits``: read on until it is known. A document with a byte order mark is text.
    """
    if isinstance(content, bytes):
        return content.find(b"\0", 0, MAX_TEXT_CHECK) >= 0 and not marked(content), content
    first = next(content, b"")
    if waits and len(first) < MAX_TEXT_CHECK:
        chunks, size = [first], len(first)
        while size < MAX_TEXT_CHECK and (more := next(content, b"")):
            chunks.append(more)
            size += len(more)
        first = b"".join(chunks)
    is_known = waits or len(first) >= MAX_TEXT_CHECK
    found = first.find(b"\0", 0, MAX_TEXT_CHECK) >= 0 and not marked(first)
    return found if found or is_known or marked(first) else None, chain((first,), content)
