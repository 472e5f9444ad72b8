"""Lightweight markup: Markdown, reStructuredText, AsciiDoc, Org, MediaWiki, LaTeX, BibTeX.

A tokenizer for each finds links by its syntax, relative ones too; everything else is plain text. The tokenizers of
Markdown are in :data:`tokenizers`, like the scanner's kernels (:mod:`uri_extract.scan`).
"""

from __future__ import annotations

from uri_extract._compat._variants import Variants

#: ``"compiled"`` (if it was built, and is not switched off) and ``"interpreted"``.
tokenizers: Variants = Variants(f"{__name__}._markdown", "Blocks")
