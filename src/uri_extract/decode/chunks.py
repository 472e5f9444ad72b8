"""Accept the chunks of bytes that callers pass to scanners."""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract.errors import SourceTypeError


def as_bytes(data: Any, what: str = "a chunk", wanted: str = "bytes") -> bytes:
    """Return data that supports the buffer protocol as bytes; raise :class:`SourceTypeError` for anything else."""
    if isinstance(data, bytes | bytearray | memoryview):
        return bytes(data)
    if isinstance(data, str):
        raise SourceTypeError(f"{what} must be bytes, not str: encode it, or use extract_text()")
    raise SourceTypeError(f"{what} must be {wanted}, not {type(data).__name__}")
