"""Explain why references were found, and why other places that look like one were rejected: each with its reasons.

The document is read by the same scanner as in any run, with a kernel that reports its decisions
(:mod:`uri_extract.text.decisions`); so exactly the same references are found. A reference in a document's syntax
instead of its text is explained by its fields: an attribute, a header field, a base.
"""

from __future__ import annotations

from collections.abc import Iterator

from uri_extract._compat._typing import NamedTuple
from uri_extract.rows import Page
from uri_extract.rows.records import NAMESPACE, Occurrence
from uri_extract.text.decisions import FOUND, NOT_FOUND

_BASES = {
    "embedded": "which the document itself declares",
    "entity": "which the message around it declares",
    "retrieval": "the document's own URI",
    "default": "the default base",
}


class Explanation(NamedTuple):
    """One place: whether a reference was found there (``taken``), and the ``reasons``.

    ``start``, ``end``, ``line`` and ``column`` are those of the occurrence, and ``text`` is its reference; if none was
    found, they are those of the word that looked like one.
    """

    taken: bool
    document: str | None
    start: int
    end: int
    line: int
    column: int
    text: str
    reasons: tuple[str, ...]


class Explanations:
    """Explain the pages of a scanner whose kernel is :class:`uri_extract.scan.explain.Explainer`."""

    def __init__(self) -> None:
        self._decision: Occurrence | None = None  # about the next occurrence

    def of(self, page: Page) -> Iterator[Explanation]:
        """Yield the explanation of each occurrence, and of each candidate that was rejected."""
        for each in page.occurrences():
            if each.kind == NOT_FOUND:
                yield _explanation(False, each, _shown(each.reference), [*each.alternates, *_changed(each)])
            elif each.kind == FOUND:
                self._decision = each
            else:
                decision, self._decision = self._decision, None
                if decision is not None and _place(decision) == _place(each):
                    reasons = [*decision.alternates, *_others(each), *_changed(decision)]
                else:
                    reasons = [_where(each), *_others(each)]
                yield _explanation(True, each, each.reference, [*reasons, *_resolved(each)])


def _place(each: Occurrence) -> tuple[str | None, int, int, int, int]:
    return each.document, each.start, each.end, each.line, each.column


def _explanation(taken: bool, each: Occurrence, text: str, reasons: list[str]) -> Explanation:
    return Explanation(taken, *_place(each), text, tuple(reasons))


def _shown(text: str) -> str:
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _changed(decision: Occurrence) -> Iterator[str]:
    """Yield the document's text at that place, if it differs from the text that was scanned."""
    if decision.reference != decision.raw:
        yield f"in the text: {_shown(decision.raw)}"


def _others(each: Occurrence) -> Iterator[str]:
    for alternate in each.alternates:
        yield f"or perhaps {alternate}"


def _where(each: Occurrence) -> str:
    """Return which part of the document's syntax the reference is."""
    element = "" if each.element is None else f" of <{each.element}>"
    if each.delimiter == "attribute":
        return f"the attribute {each.attribute}{element} holds a reference"
    if each.delimiter == "css":
        style = f"the attribute {each.attribute}{element}" if each.attribute else f"the style sheet{element}"
        return f"url() or @import in {style} holds a reference"
    if each.delimiter == "element":
        return f"the text{element} is a reference"
    if each.delimiter == "comment":
        return f"a conditional comment holds a reference, in an attribute{element}"
    if each.delimiter == "header" and each.field is not None:
        return f"the header field {each.field} holds a reference"
    return "the document's syntax says so"


def _resolved(each: Occurrence) -> Iterator[str]:
    """Yield whether the reference is a name, what it is resolved against if relative, and its errors."""
    if each.kind == NAMESPACE:
        yield "a name, which programs compare and do not follow: left out without --all-kinds"
    elif each.kind == "relative":
        if each.base is None:
            yield "relative, without a base to resolve it against"
        else:
            source = _BASES.get(each.base_from or "", each.base_from)
            yield f"relative: resolved against {each.base} ({source}) it is {each.target}"
    for error in each.errors:
        yield f"not valid: {error}"
