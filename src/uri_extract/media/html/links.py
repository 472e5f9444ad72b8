"""Links and their texts: where a text looks like a URI, the occurrence of its link has it.

A tag inside a link is passed over, but a block's and ``<br>`` part words. Whose text is not all shown as it stands is
left out: with a script inside it, a title, or a CDATA section.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from uri_extract.media.html import _links, names
from uri_extract.media.html.references import undone
from uri_extract.pages import layout
from uri_extract.scan import variant
from uri_extract.uri.shown import host_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.pages import Rows

APART = _links.APART
# Without one of these in it a text is no URI: most that are one word are the end of a sentence, a number or a sign.
_MAYBE = re.compile(rb"[.:/][^0-9.:\s]|&")
_APART = frozenset((
    "address", "article", "aside", "blockquote", "br", "caption", "center", "col", "colgroup", "dd", "details",
    "dialog", "div", "dl", "dt", "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hr", "li", "listing", "main", "menu", "nav", "ol", "option", "p", "pre", "section", "select", "summary", "table",
    "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
))  # fmt: skip
_OTHER = frozenset((*names.CONTENTS, "template"))


def role(name: str) -> int:
    """Return what an element of that name is to the text of a link (:mod:`._links`)."""
    return _links.LINK * (name == "a") | _links.APART * (name in _APART) | _links.OTHER * (name in _OTHER)


def role_of_attribute(name: str) -> int:
    """Return what an attribute of that name is to a link."""
    return _links.HREF * (name in ("href", "xlink:href"))


@cache
def _roles() -> tuple[bytearray, bytearray]:
    return bytearray(map(role, names.ELEMENTS)), bytearray(map(role_of_attribute, names.ATTRIBUTES))


def of_html(tokenizer: Any) -> Any:
    """Return what reads the links of an HTML document."""
    return variant("uri_extract.media.html._links", tokenizer.compiled).Links(tokenizer.table, *_roles())


class Named:
    """Reads the links of an XML document, whose names get their numbers as they come."""

    def __init__(self, tokenizer: Any, slots: int) -> None:
        self._names: list[bytes] = tokenizer.names
        self._known = 0
        self._elements, self._attributes = bytearray(slots + 1), bytearray(slots + 1)
        self._links = variant("uri_extract.media.html._links", tokenizer.compiled).Links(
            tokenizer.table, self._elements, self._attributes, True
        )

    @property
    def waiting(self) -> int:
        """Where the start tag of a link begins whose end is still to come, -1 where there is none."""
        place: int = self._links.waiting
        return place

    def read(self, window: bytes, offset: int, count: int) -> list[tuple[int, int, bytes]]:
        """Take so many rows of the tokenizer; return the links whose text may be a URI."""
        known = self._names
        while self._known < len(known):
            name = known[self._known].decode("utf-8", "replace")
            self._elements[self._known] = role(name.rpartition(":")[2])
            self._attributes[self._known] = role_of_attribute(name)
            self._known += 1
        self._links.read(window, offset, count)
        done: list[tuple[int, int, bytes]] = self._links.done
        return done


def shown(text: str) -> str | None:
    """Return the text of a link where it looks like a URI, white space collapsed; None where it does not."""
    if "." not in text and ":" not in text:
        return None
    words = text.split()
    return words[0] if len(words) == 1 and host_in(words[0]) is not None else None


def add_texts(
    found: Rows, links: list[tuple[int, int, bytes]], in_order: bool, undo: Callable[[bytes], str] = undone
) -> None:
    """Give the references of links their texts, where these look like URIs. ``in_order``: the rows are."""
    for start, end, source in links:
        text = shown(undo(source)) if len(source.split()) == 1 and _MAYBE.search(source) else None
        if text is None:
            continue
        for row in range(found.before(start) if in_order else 0, found.count):
            place = found.get(row, layout.START)
            if in_order and place >= end:
                break
            if start <= place < end and _is_link(found, row):
                found.set_details(row, text=text)


def _is_link(found: Rows, row: int) -> bool:
    """Return True if a row is a reference in an attribute ``href``."""
    if found.get(row, layout.BITS) & (layout.TYPE | layout.DELIMITER) != layout.ATTRIBUTE:
        return False
    attribute = found.attribute_of(row)
    return attribute is not None and attribute.rpartition(":")[2] == "href"
