"""Determine the base in an element with an ``xml:base`` (XML Base 1.0)."""

from __future__ import annotations

from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.limits import MAX_BASE
from uri_extract.markup.bases import NO_BASE, Pending
from uri_extract.uri import InvalidReference, resolve
from uri_extract.uri.iri import to_uri

# The characters that a LEIRI may have, but not an IRI: they are percent-encoded before resolution (XML Base §3.1).
_ENCODED = re.compile(r"[\x00-\x20\x7f<>\"{}|\\^`]")
# The base of a document without one: references that stay relative to it cannot be resolved.
_NONE = "any:"


class Inside(Pending):
    """The bases inside an element with an ``xml:base``, before the base of the document is known."""

    __slots__ = ("_around", "_bases", "_document", "_reference")

    def __init__(self, around: Pending, reference: str) -> None:
        super().__init__()
        self._around = around
        self._reference = reference
        self._document: tuple[str | None, ...] | None = None  # the last argument of ``known``
        self._bases: tuple[str | None, ...] = NO_BASE  # and its result

    def known(self, bases: tuple[str | None, ...]) -> tuple[str | None, ...]:
        """Return the bases, given those of the document. For these, each declaration is resolved once."""
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
    """Return the bases inside an element with the ``xml:base`` ``reference``; pending if those around it are.

    If it cannot be resolved, the bases around it stay in effect; if it is too long, there is no base.
    """
    return Inside(bases, reference) if isinstance(bases, Pending) else _inside(bases, reference)


def _inside(bases: tuple[str | None, ...], reference: str) -> tuple[str | None, ...]:
    return NO_BASE if len(reference) > MAX_BASE else resolved(bases, reference) or bases


@lru_cache(64)  # a failed resolution is repeated to report it, and elements share bases
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
