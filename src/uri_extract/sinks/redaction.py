"""Occurrences without the secrets that their references show (``--redact``)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from uri_extract.uri.secrets import redact

if TYPE_CHECKING:
    from uri_extract.records import Occurrence


def redacted(occurrence: Occurrence) -> Occurrence:
    """Return the occurrence with each secret replaced, in every field; ``start`` and ``end`` stay those of the source.

    ``raw`` of a reference that shows a secret is its redacted reference where both differ: a secret may be wrapped
    or encoded there.
    """
    changed: dict[str, object] = {}
    reference = redact(occurrence.reference)
    if reference != occurrence.reference:
        changed = {"reference": reference, "raw": reference}
    elif occurrence.raw != reference and (raw := redact(occurrence.raw)) != occurrence.raw:
        changed["raw"] = raw
    if occurrence.alternates:
        changed["alternates"] = tuple(map(redact, occurrence.alternates))
    base, *others = occurrence.bases
    if base and (shown := _redact(base)) != base:
        changed["bases"] = (shown, *others)
    if occurrence.text:
        changed["text"] = redact(occurrence.text)
    if occurrence.document and (shown := _redact(occurrence.document)) != occurrence.document:
        changed["document"] = shown
    return occurrence._replace(**changed) if changed else occurrence  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def _redact(text: str) -> str:
    """Redact what many occurrences share."""
    return redact(text)
