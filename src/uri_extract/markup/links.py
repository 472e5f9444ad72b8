"""The roles of names for links and their texts, and the kernel that reads them (:mod:`._markup_rows`).

Tags inside a link are ignored, except that those of blocks and ``<br>`` separate words, and that readers see the text
of an image (``alt``). Text that is not shown is not part of it: that of a script, a style sheet, a template, or a title
of SVG. A link ends at its end tag, at the start tag of the next link, or with the document.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from uri_extract._compat._typing import Any
from uri_extract._compat._variants import load
from uri_extract.decode._character_references import decode
from uri_extract.decode.character_references import decoded
from uri_extract.limits import MAX_LINK
from uri_extract.markup._markup_rows import ALT, APART, HIDDEN, HREF, LINK, RAW, REL
from uri_extract.markup.html import names
from uri_extract.rows import Rows

#: The problem of a link that is too long.
TOO_LONG = f"a link that begins here has no text in its first {MAX_LINK} bytes; the rest of it is ignored"

_APART = frozenset((
    "address", "article", "aside", "blockquote", "br", "caption", "center", "col", "colgroup", "dd", "details",
    "dialog", "div", "dl", "dt", "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hr", "li", "listing", "main", "menu", "nav", "ol", "option", "p", "pre", "section", "select", "summary", "table",
    "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
))  # fmt: skip
_RAW = frozenset(names.CONTENTS)


def role(name: str) -> int:
    """Return the role of an element for the text of a link (:mod:`._markup_rows`)."""
    if name in _RAW:
        return RAW
    bits: int = LINK * (name == "a") | APART * (name in _APART) | HIDDEN * (name == "template")
    return bits


def role_of_attribute(name: str) -> int:
    """Return the role of an attribute for a link."""
    bits: int = HREF * (name in ("href", "xlink:href")) | REL * (name == "rel") | ALT * (name == "alt")
    return bits


@cache
def _roles() -> tuple[bytearray, bytearray]:
    return bytearray(map(role, names.ELEMENTS)), bytearray(map(role_of_attribute, names.ATTRIBUTES))


@lru_cache(256)
def _value(source: bytes) -> str:
    return decode(source).text


def of_html(tokenizer: Any) -> Any:
    """Return the reader of the links of an HTML document."""
    links = load("uri_extract.markup._markup_rows", tokenizer.compiled).Links
    return links(tokenizer.table, *_roles(), decoded, _value)


class XmlLinks:
    """Reads the links of an XML document, whose names are numbered as they occur (``numbers`` at most)."""

    def __init__(self, tokenizer: Any, numbers: int, decode: Callable[[bytes], str]) -> None:
        self._names: list[bytes] = tokenizer.names
        self._known = 0
        self._elements, self._attributes = bytearray(numbers + 1), bytearray(numbers + 1)
        self._links = load("uri_extract.markup._markup_rows", tokenizer.compiled).Links(
            tokenizer.table, self._elements, self._attributes, decode, decode, True
        )

    @property
    def waiting(self) -> int:
        """The place of the start tag of a link whose end was not read yet, else -1."""
        place: int = self._links.waiting
        return place

    def restart(self) -> None:
        """Begin another document, whose names have the same numbers."""
        self._links.waiting = -1

    def close(self, found: Rows) -> None:
        """End a link that the end of the document ends."""
        if self.waiting >= 0:
            self._links.close(found)

    def read(self, markup: Any, window: bytes, offset: int, count: int, found: Rows) -> None:
        """Read rows of the tokenizer; set the link texts of references in ``found``."""
        known = self._names
        while self._known < len(known):
            name = known[self._known].decode("utf-8", "replace")
            self._elements[self._known] = role(name.rpartition(":")[2])
            self._attributes[self._known] = role_of_attribute(name)
            self._known += 1
        self._links.read(markup, window, offset, count, found)
