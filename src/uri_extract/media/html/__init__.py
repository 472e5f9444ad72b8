"""HTML, after its standard: bytes in, rows of tokens out (§13.2.5). No tree, no decoding, no objects.

The tokenizer's variants are in :data:`tokenizers`, as the scanner's kernels are in theirs (:mod:`uri_extract.scan`).
"""

from __future__ import annotations

from uri_extract._typing import Any
from uri_extract._variants import Variants
from uri_extract.scan import kernels

__all__ = ["Tokenizer", "tokenizers"]

#: ``"compiled"`` (where it was built, and not switched off) and ``"interpreted"``.
tokenizers: Variants = Variants(f"{__name__}._tokenizer", "Tokenizer", "compiled" in kernels)

#: The tokenizer in use.
Tokenizer: Any = tokenizers.in_use
