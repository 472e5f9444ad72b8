"""Links and their texts: where a text looks like a URI, the occurrence of its link has it.

A tag inside a link is passed over, but a block's and ``<br>`` part words. Whose text is not all shown as it stands is
left out: with a script inside it, a title, or a CDATA section.
"""

from __future__ import annotations

from bisect import bisect_left
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from uri_extract.media.html import _links, names
from uri_extract.media.html.references import undone
from uri_extract.records import Occurrence, Problem
from uri_extract.scan import kernels
from uri_extract.uri.shown import host_in

if TYPE_CHECKING:
    from collections.abc import Callable

_NEW: Any = tuple.__new__
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
def variant(compiled: bool) -> Any:
    """Return what reads links: compiled where the kernel in use is, and it was built as well."""
    if compiled and "compiled" in kernels:
        with suppress(ImportError):
            return import_module("uri_extract.media.html._links_c").Links
    return _links.Links


@cache
def _roles() -> tuple[bytearray, bytearray]:
    return bytearray(map(role, names.ELEMENTS)), bytearray(map(role_of_attribute, names.ATTRIBUTES))


def of_html(tokenizer: Any) -> Any:
    """Return what reads the links of an HTML document."""
    return variant(tokenizer.compiled)(tokenizer.table, *_roles())


def shown(text: str) -> str | None:
    """Return the text of a link where it looks like a URI, white space collapsed; None where it does not."""
    words = text.split()
    return words[0] if len(words) == 1 and host_in(words[0]) is not None else None


def add_texts(
    found: list[Any], links: list[tuple[int, int, bytes]], in_order: bool, undo: Callable[[bytes], str] = undone
) -> None:
    """Give the occurrences of links their texts, where these look like URIs. ``in_order``: ``found`` is."""
    for start, end, source in links:
        text = shown(undo(source)) if len(source.split()) == 1 else None
        if text is None:
            continue
        at = bisect_left(found, start, key=_start) if in_order else 0
        for number in range(at, len(found)):
            item = found[number]
            if in_order and _start(item) >= end:
                break
            if item.__class__ is Occurrence and _is_reference(item, start, end):
                found[number] = _NEW(Occurrence, (*item[:15], text, *item[16:]))


def _is_reference(item: Occurrence, start: int, end: int) -> bool:
    return (
        start <= item.start < end
        and item.delimiter == "attribute"
        and item.attribute is not None
        and item.attribute.rpartition(":")[2] == "href"
    )


def _start(item: Any) -> int:
    start: int = item.offset if item.__class__ is Problem else item.start
    return start
