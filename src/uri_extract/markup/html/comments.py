"""Conditional comments: ``<!--[if IE]>`` and markup up to ``<![endif]-->``, which old versions of IE read.

No current browser does, so they add nothing to the document's tree, and a base in one has no effect. Their occurrences
have the delimiter ``"comment"``, their element, and no attribute.
"""

from __future__ import annotations

from collections.abc import Iterator

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, NamedTuple
from uri_extract.decode._character_references import decode
from uri_extract.markup import rows
from uri_extract.markup.css import Stylesheet
from uri_extract.markup.html import attributes, names, tokenizers

_CONDITION = re.compile(rb"[\t\n\f\r ]*+\[if\b[^\]\n>]{0,200}+\]>", re.IGNORECASE)
_END = b"<!["
_FOREIGN = rows.SVG | rows.MATHML
_REFERRING = (rows.START_TAG, rows.ATTRIBUTE, rows.RAWTEXT)


class InComment(NamedTuple):
    """A reference: the element that holds it, its bytes in the comment, and its base.

    ``page``: it refers to the document itself; ``name``: it is a name
    (:class:`~uri_extract.markup.html.attributes.Place`).
    """

    text: str
    element: str
    start: int
    end: int
    page: bool
    name: bool = False


# Free tokenizers, compiled and interpreted.
_SPARE: dict[bool, list[Any]] = {True: [], False: []}


class Comments:
    """Reads conditional comments; ``compiled`` selects the tokenizer."""

    def __init__(self, compiled: bool = True) -> None:
        self._compiled = compiled

    def read(self, comment: bytes) -> Iterator[InComment]:
        """Yield the references in the text between ``<!--`` and ``-->``; none if the comment is not conditional."""
        condition = _CONDITION.match(comment)
        if condition is None:
            return
        begin, end = condition.end(), comment.rfind(_END)
        if end <= begin:
            return
        spare = _SPARE[self._compiled]
        try:
            tokenizer = spare.pop()
        except IndexError:
            tokenizer = tokenizers.like(self._compiled)()
        tokenizer.restart()
        tokenizer.load(comment[:end], begin, True)
        more = True
        while more:
            more = tokenizer.scan()
            yield from _referring(comment, tokenizer.table, tokenizer.count)
        tokenizer.load(b"", 0, True)  # releases the comment
        spare.append(tokenizer)


def _referring(comment: bytes, table: Any, count: int) -> Iterator[InComment]:
    element, foreign, beside = "", False, {}
    for at in range(0, count * rows.WIDTH, rows.WIDTH):
        kind = table[at]
        if kind not in _REFERRING:
            continue
        _, number, bits, start, end, value, value_end = table[at : at + rows.WIDTH]
        if kind == rows.START_TAG:
            foreign = bool(bits & _FOREIGN)
            element = names.ELEMENTS[number] or comment[start:end].lower().decode("utf-8", "replace")
            beside = _beside(comment, table, at + rows.WIDTH, count) if element in attributes.BESIDE else {}
        elif kind == rows.ATTRIBUTE and element and not bits & rows.TOO_LONG:
            place = attributes.place(element, names.ATTRIBUTES[number], beside, foreign=foreign)
            if place is not None:
                read = decode(comment[value:value_end])
                for text, begin, stop in attributes.read(place.kind, read.text):
                    begin, stop = read.span(begin, stop)
                    page = place.base == "own" or (place.base == "page" and not text)
                    yield InComment(text, element, value + begin, value + stop, page, place.name)
        elif kind == rows.RAWTEXT and names.ELEMENTS[number] == "style":
            for text, begin, stop in Stylesheet().feed(comment[start:end], final=True):
                yield InComment(text, "style", start + begin, start + stop, False)


def _beside(comment: bytes, table: Any, at: int, count: int) -> dict[str, str]:
    """Return the attributes of a tag that determine how others are read."""
    found = {}
    while at < count * rows.WIDTH and table[at] == rows.ATTRIBUTE:
        found[names.ATTRIBUTES[table[at + rows.ID]]] = decode(
            comment[table[at + rows.VALUE] : table[at + rows.VALUE_END]]
        ).text
        at += rows.WIDTH
    return found
