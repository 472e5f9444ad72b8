"""Which of what was found goes out, and how much of it is told: filters, ``--unique`` and ``--redact``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uri_extract.sinks.counts import Distinct
from uri_extract.sinks.keys import host_of, scheme_of
from uri_extract.sinks.lines import text_of
from uri_extract.sinks.text import exact

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from uri_extract.records import Occurrence


class Filters:
    """What the options ask for; it is falsy where they take everything as it is."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._tests = list(_tests(options))
        self._redact = options.redact
        self._value = options.value
        self._seen = Distinct() if options.unique else None

    def __bool__(self) -> bool:
        return bool(self._tests or self._redact or self._seen)

    def of(self, occurrences: list[Occurrence]) -> list[Occurrence]:
        """Return those that were asked for, without secrets where that was, too."""
        for test in self._tests:
            occurrences = [occurrence for occurrence in occurrences if test(occurrence)]
        if self._redact:
            from uri_extract.sinks.redaction import redacted

            occurrences = [redacted(occurrence) for occurrence in occurrences]
        if self._seen:
            first = self._seen.is_first
            occurrences = [occurrence for occurrence in occurrences if first(exact(text_of(occurrence, self._value)))]
        return occurrences

    @property
    def takes_lines(self) -> bool:
        """Whether lines are enough to choose from: all that may be asked is that none comes twice."""
        return not self._tests and not self._redact

    def of_lines(self, lines: bytes) -> bytes:
        """Return the lines that come for the first time."""
        assert self._seen is not None
        first = self._seen.is_first
        return b"".join([line for line in lines.splitlines(keepends=True) if first(line[:-1])])


def _tests(options: argparse.Namespace) -> list[Callable[[Occurrence], bool]]:
    tests: list[Callable[[Occurrence], bool]] = []
    if options.kind:
        tests.append(lambda found: found.kind in options.kind)
    if options.scheme:
        tests.append(lambda found: scheme_of(found) in options.scheme)
    if options.host:
        tests.append(lambda found: _is_of(host_of(found), options.host))
    if options.valid is not None:
        tests.append(lambda found: found.valid is options.valid)
    if options.hazard:
        anything = "any" in options.hazard
        tests.append(lambda found: bool(found.hazards if anything else options.hazard.intersection(found.hazards)))
    return tests


def _is_of(host: str | None, names: frozenset[str]) -> bool:
    """Whether a host is one of the names, or below one that begins with a dot."""
    if host is None:
        return False
    if host in names or f".{host}" in names:
        return True
    dot = host.find(".")
    while dot >= 0:
        if host[dot:] in names:
            return True
        dot = host.find(".", dot + 1)
    return False
