"""Links in plain text, by the variant of the kernel that runs."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.linking._text import Match, finditer, linkify, match_of, page_of, replace, replacement
else:
    _text: Any = variant("uri_extract.linking._text")
    Match, finditer, replace, linkify = _text.Match, _text.finditer, _text.replace, _text.linkify
    page_of, match_of, replacement = _text.page_of, _text.match_of, _text.replacement

__all__ = ["Match", "finditer", "linkify", "match_of", "page_of", "replace", "replacement"]
