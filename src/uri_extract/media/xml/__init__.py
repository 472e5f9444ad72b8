"""XML, after XML 1.0 and Namespaces: bytes in, rows of tokens out. No tree, no decoding, no entities.

The tokenizer's variants stand in :data:`tokenizers`, as those of HTML do (:mod:`uri_extract.media.html`).
"""

from __future__ import annotations

from typing import Any

from uri_extract.scan import kernels

__all__ = ["Tokenizer", "tokenizers"]


def _compiled() -> dict[str, Any]:
    if "compiled" in kernels:
        try:
            from uri_extract.media.xml._tokenizer_c import Tokenizer as Compiled
        except ImportError:
            pass
        else:
            return {"compiled": Compiled}
    return {}


def _interpreted() -> Any:
    from uri_extract.media.xml._tokenizer import Tokenizer as Interpreted

    return Interpreted


class _Tokenizers(dict[str, Any]):
    """The variants by name; the one that is not in use is imported when it is asked for."""

    def __missing__(self, name: str) -> Any:
        if name != "interpreted":
            raise KeyError(name)
        self[name] = _interpreted()
        return self[name]


#: ``"compiled"`` (where it was built, and not switched off) and ``"interpreted"``.
tokenizers = _Tokenizers(_compiled())

#: The tokenizer in use.
Tokenizer: Any = tokenizers["compiled" if "compiled" in tokenizers else "interpreted"]
