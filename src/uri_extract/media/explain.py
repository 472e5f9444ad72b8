"""Why a document's references are found, and what else looks like one and is none: each place with its reasons.

The document is read by the scanner that reads it in any run, with a kernel that says what it decides
(:mod:`uri_extract.media.decisions`); so what is found is neither more nor less. What is found in the syntax of a
document, and not in its text, is explained by the record: an attribute, a header field, what it is resolved against.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uri_extract.media.decisions import FOUND, NOT_FOUND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.records import Occurrence

_BASES = {
    "embedded": "which the document itself declares",
    "entity": "which the message around it declares",
    "retrieval": "the document's own URI",
    "default": "the default base",
}


class Explanation(NamedTuple):
    """One place: ``taken``, or not, and the ``reasons``.

    ``start``, ``end``, ``line`` and ``column`` are those of the occurrence that was found, and ``text`` is its
    reference; where none was, of the word that looked like one.
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
    """Makes explanations of what a scanner gives whose kernel is :class:`uri_extract.scan.explain.Explainer`."""

    def __init__(self) -> None:
        self._decision: Occurrence | None = None  # about the occurrence that comes next

    def of(self, found: list[Occurrence]) -> Iterator[Explanation]:
        """Yield what explains each occurrence, and each decision that there is none."""
        for each in found:
            if each.kind == NOT_FOUND:
                yield _explanation(False, each, _shown(each.reference), [*each.alternates, *_changed(each)])
            elif each.kind == FOUND:
                self._decision = each
            else:
                decision, self._decision = self._decision, None
                if decision is not None and decision[2:6] == each[2:6] and decision.document == each.document:
                    reasons = [*decision.alternates, *_others(each), *_changed(decision)]
                else:
                    reasons = [_where(each), *_others(each)]
                yield _explanation(True, each, each.reference, [*reasons, *_resolved(each)])


def _explanation(taken: bool, each: Occurrence, text: str, reasons: list[str]) -> Explanation:
    return Explanation(taken, each.document, each.start, each.end, each.line, each.column, text, tuple(reasons))


def _shown(text: str) -> str:
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _changed(decision: Occurrence) -> Iterator[str]:
    """Yield what the document has there, where the text that was read is another."""
    if decision.reference != decision.raw:
        yield f"in the text: {_shown(decision.raw)}"


def _others(each: Occurrence) -> Iterator[str]:
    for alternate in each.alternates:
        yield f"or perhaps {alternate}"


def _where(each: Occurrence) -> str:
    """Return what of the document's syntax a reference is."""
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
    if each.delimiter == "header" and each.mail is not None and each.mail.field is not None:
        return f"the header field {each.mail.field} holds a reference"
    return "the document's syntax says so"


def _resolved(each: Occurrence) -> Iterator[str]:
    """Yield what a relative reference is resolved against, and why a reference is not valid."""
    if each.kind == "relative":
        if each.base is None:
            yield "relative, and there is no base to resolve it against"
        else:
            source = _BASES.get(each.base_from or "", each.base_from)
            yield f"relative: resolved against {each.base} ({source}) it is {each.target}"
    for error in each.errors:
        yield f"not valid: {error}"
