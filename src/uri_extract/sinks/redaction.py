"""Removal of secrets from records (``--redact``)."""

from __future__ import annotations

from functools import lru_cache

from uri_extract._compat._typing import Final
from uri_extract.rows import Page, Pool, Rows, page_of
from uri_extract.rows.details import NO_DETAILS, Origin
from uri_extract.rows.records import Problem
from uri_extract.uri.secrets import mask, merged, redact, secrets

_IDENTIFIERS: Final = ("message_id", "record_id", "captured_at", "media_type")


def redacted(page: Page) -> Page:
    """Return the page with each secret replaced, in every field; ``start`` and ``end`` are unchanged.

    If a reference with a secret differs from its ``raw``, its redacted form also replaces ``raw``, where the secret may
    be wrapped or encoded.
    """
    rows = Rows(Pool())
    for row, found in enumerate(page.occurrences()):
        reference, *alternates = _readings((found.reference, *found.alternates))
        raw = reference if reference != found.reference or found.raw == reference else redact(found.raw)
        base, *others = found.bases
        details = found.details
        if details is not NO_DETAILS:
            refers_to = details.refers_to and redact(details.refers_to)
            details = details._replace(alternates=tuple(alternates), refers_to=refers_to)
        number = rows.add(
            reference, raw, found.start, found.end, found.line, found.column, page.bits(row),
            (base and _redact(base), *others), _redacted_origin(found.origin), found.element, found.attribute, details,
        )  # fmt: skip
        if found.text is not None:
            rows.set_link_text(number, redact(found.text).encode("utf-8", "surrogateescape"))
        rows.set_rel(number, found.rel and _redact(found.rel))
    return page_of(rows, rows.count)


@lru_cache(maxsize=64)
def _redacted_origin(origin: Origin) -> Origin:
    """Return an origin with all fields redacted except identifiers."""
    values = zip(Origin._fields, origin, strict=True)
    return Origin(*[value and redact(value) if name not in _IDENTIFIERS else value for name, value in values])


def redacted_problem(problem: Problem) -> Problem:
    """Return the problem with each secret replaced in the document name and the message."""
    document = problem.document and _redact(problem.document)
    return Problem(document, problem.offset, problem.kind, redact(problem.message))


def _readings(texts: tuple[str, ...]) -> list[str]:
    """Return the readings of one reference with secrets replaced.

    One reading may end within the secret of another, and show a part that alone does not look like a secret. So a
    reading that begins like another one, up to a secret, has that secret too.
    """
    found = [secrets(text) for text in texts]
    if len(texts) > 1 and any(found):
        found = [_with_those_of_others(text, spans, texts, found) for text, spans in zip(texts, found, strict=True)]
    return [mask(text, spans) for text, spans in zip(texts, found, strict=True)]


def _with_those_of_others(
    text: str, spans: list[tuple[int, int]], others: tuple[str, ...], found: list[list[tuple[int, int]]]
) -> list[tuple[int, int]]:
    """Return the spans of the secrets in a reading: its own, and those of other readings with the same beginning."""
    all_spans = [*spans]
    for other, secret in zip(others, found, strict=True):
        alike = _length_alike(text, other)
        for start, end in secret:
            if start > alike or start >= len(text):
                break
            all_spans.append((start, end if end <= alike else len(text)))
    return merged(all_spans)


def _length_alike(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


@lru_cache(maxsize=64)
def _redact(text: str) -> str:
    """Redact a text that many records share."""
    return redact(text)
