"""Lightweight markup, text with signs for links: Markdown, reStructuredText, AsciiDoc, Org, MediaWiki, LaTeX, BibTeX.

A tokenizer of each finds the links that are links by its syntax, relative ones too; everything else is plain text.
Tokenizers of Markdown are in :data:`tokenizers`, as the scanner's kernels are (:mod:`uri_extract.scan`).
"""

from __future__ import annotations

from uri_extract._variants import Variants
from uri_extract.scan import kernels

#: ``"compiled"`` (where it was built, and not switched off) and ``"interpreted"``.
tokenizers: Variants = Variants(f"{__name__}._blocks", "Blocks", "compiled" in kernels)
