"""Chunks in, windows out: the buffer between a reader and the tokenizer. Sans-IO.

It keeps only bytes that are not settled: the tag or the current run, which are bounded (:mod:`uri_extract.limits`). The
tokenizer reads no byte twice. So that no byte is copied again and again either, the next window is made only when as
many new bytes have come as were kept.
"""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

__all__ = ["Windows"]

if TYPE_CHECKING:
    from uri_extract.markup._markup_rows import Windows as Windows
else:
    Windows: Any = variant("uri_extract.markup._markup_rows").Windows
