"""Tokenize HTML by its standard (§13.2.5): bytes in, rows of tokens out. No tree, no decoding, no objects.

The variants of the tokenizer are in :data:`tokenizers`, like those of the scan kernel in :mod:`uri_extract.scan`.
"""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract._compat._variants import Variants

__all__ = ["Tokenizer", "tokenizers"]

#: ``"compiled"`` (if it was built, and is not switched off) and ``"interpreted"``.
tokenizers: Variants = Variants(f"{__name__}._tokenizer", "Tokenizer")

#: The tokenizer in use.
Tokenizer: Any = tokenizers.in_use
