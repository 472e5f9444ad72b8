"""Tokenize XML by XML 1.0 and Namespaces: bytes in, rows of tokens out. No tree, no decoding, no entities.

The variants of the tokenizer are in :data:`tokenizers`, like those of HTML (:mod:`uri_extract.markup.html`).
"""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract._compat._variants import Variants

__all__ = ["Tokenizer", "tokenizers"]

#: ``"compiled"`` (if it was built, and is not switched off) and ``"interpreted"``.
tokenizers: Variants = Variants(f"{__name__}._tokenizer", "Tokenizer")

#: The tokenizer in use.
Tokenizer: Any = tokenizers.in_use
