"""The base in an element with an ``xml:base`` (XML Base 1.0)."""

from __future__ import annotations

from functools import lru_cache

import uri_extract._re as re
from uri_extract._typing import Any
from uri_extract.limits import MAX_BASE
from uri_extract.media.markup.bases import NO_BASE, Pending
from uri_extract.uri import InvalidReference, resolve
from uri_extract.uri.iri import to_uri

# What a LEIRI may have and an IRI not: it is percent-encoded before it is resolved (XML Base §3.1).
_ENCODED = re.compile(r"[\x00-\x20\x7f<>\"{}|\\^`]")
# Of a document whose own base is not known.
_NONE = "any:"


class Inside(Pending):
    """The bases inside an element with an ``xml:base``, before the base of the document is known."""

    __slots__ = ("_around", "_bases", "_document", "_reference")

    def __init__(self, around: Pending, reference: str) -> None:
        super().__init__()
        self._around = around
        self._reference = reference
        self._document: tuple[str | None, ...] | None = None  # the bases that ``known`` was called with last
        self._bases: tuple[str | None, ...] = NO_BASE  # what it returned then

    def known(self, bases: tuple[str | None, ...]) -> tuple[str | None, ...]:
        """Return the bases, if those of the document are ``bases``. Each declaration is resolved once for these."""
        inner: list[Inside] = []
        around: Pending = self
        while isinstance(around, Inside) and around._document != bases:
            inner.append(around)
            around = around._around
        found = around._bases if isinstance(around, Inside) else around.known(bases)
        for each in reversed(inner):
            each._document, each._bases = bases, _inside(found, each._reference)
            found = each._bases
        return found


def inside(bases: Any, reference: str) -> Any:
    """Return the bases inside an element whose base is ``reference``, given those around it; pending if these are.

    A base that cannot be resolved leaves those around it; one that is too long leaves none.
    """
    return Inside(bases, reference) if isinstance(bases, Pending) else _inside(bases, reference)


def _inside(bases: tuple[str | None, ...], reference: str) -> tuple[str | None, ...]:
    return NO_BASE if len(reference) > MAX_BASE else resolved(bases, reference) or bases


@lru_cache(64)  # what has no base is resolved again, to tell why, and elements have bases that others have
def resolved(base: tuple[str | None, ...], reference: str) -> tuple[str | None, str | None] | None:
    """Return the base that ``xml:base`` makes (XML Base §3.1, §4.2); None if it cannot be resolved."""
    try:
        found = resolve(base[0] or _NONE, to_uri(_ENCODED.sub(_encoded, reference.strip()), host="percent"))
    except InvalidReference:
        return None
    found = found.partition("#")[0]
    if base[0] is None and found.startswith(_NONE):
        return None
    return NO_BASE if len(found) > MAX_BASE else (found, "embedded")


def _encoded(match: re.Match[str]) -> str:
    return f"%{ord(match[0]):02X}"
