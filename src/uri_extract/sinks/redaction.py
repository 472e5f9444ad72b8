"""Occurrences without the secrets that their references show (``--redact``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uri_extract.uri.secrets import redact

if TYPE_CHECKING:
    from uri_extract.records import Occurrence


def redacted(occurrence: Occurrence) -> Occurrence:
    """Return the occurrence with each secret replaced, in every field; ``start`` and ``end`` stay those of the source.

    ``raw`` of a reference that shows a secret is its redacted reference where both differ: a secret may be wrapped
    or encoded there.
    """
    reference = redact(occurrence.reference)
    raw = reference if reference != occurrence.reference else redact(occurrence.raw)
    base, base_from = occurrence.bases
    return occurrence._replace(
        reference=reference,
        raw=raw,
        alternates=tuple(map(redact, occurrence.alternates)),
        bases=(None if base is None else redact(base), base_from),
        text=None if occurrence.text is None else redact(occurrence.text),
        document=None if occurrence.document is None else redact(occurrence.document),
    )
