"""Records without the secrets that references show (``--redact``)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from uri_extract.uri.secrets import mask, merged, redact, secrets

if TYPE_CHECKING:
    from uri_extract.records import Occurrence, Problem


def redacted(occurrence: Occurrence) -> Occurrence:
    """Return the occurrence with each secret replaced, in every field; ``start`` and ``end`` stay those of the source.

    ``raw`` of a reference that shows a secret is its redacted reference where both differ: a secret may be wrapped
    or encoded there.
    """
    changed: dict[str, object] = {}
    reference, *alternates = _readings((occurrence.reference, *occurrence.alternates))
    if reference != occurrence.reference:
        changed = {"reference": reference, "raw": reference}
    elif occurrence.raw != reference and (raw := redact(occurrence.raw)) != occurrence.raw:
        changed["raw"] = raw
    if alternates:
        changed["alternates"] = tuple(alternates)
    base, *others = occurrence.bases
    if base and (shown := _redact(base)) != base:
        changed["bases"] = (shown, *others)
    if occurrence.text:
        changed["text"] = redact(occurrence.text)
    if occurrence.document and (shown := _redact(occurrence.document)) != occurrence.document:
        changed["document"] = shown
    if occurrence.refers_to and occurrence.mail:
        changed["mail"] = occurrence.mail._replace(refers_to=redact(occurrence.refers_to))
    return occurrence._replace(**changed) if changed else occurrence  # type: ignore[arg-type]


def redacted_problem(problem: Problem) -> Problem:
    """Return the problem with each secret replaced in the name of the document, and in the message."""
    document = problem.document and _redact(problem.document)
    return problem._replace(document=document, message=redact(problem.message))


def _readings(texts: tuple[str, ...]) -> list[str]:
    """Return the readings of one reference without its secrets.

    One reading may end within the secret of another, and show a part of it that by itself looks like none: what begins
    alike up to a secret has that secret too.
    """
    found = [secrets(text) for text in texts]
    if len(texts) > 1 and any(found):
        found = [_with_those_of_others(text, spans, texts, found) for text, spans in zip(texts, found, strict=True)]
    return [mask(text, spans) for text, spans in zip(texts, found, strict=True)]


def _with_those_of_others(
    text: str, spans: list[tuple[int, int]], others: tuple[str, ...], found: list[list[tuple[int, int]]]
) -> list[tuple[int, int]]:
    """Return where secrets of a reading are: its own, and those of others that begin as it does."""
    all_spans = [*spans]
    for other, secret in zip(others, found, strict=True):
        alike = _length_alike(text, other)
        for start, end in secret:
            if start > alike or start >= len(text):
                break
            all_spans.append((start, end if end <= alike else len(text)))
    return merged(all_spans)


def _length_alike(one: str, other: str) -> int:
    """Return how many characters two texts begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


@lru_cache(maxsize=64)
def _redact(text: str) -> str:
    """Redact what many records share."""
    return redact(text)
