"""Which of what was found goes out, and how much of it is told: filters, ``--redact`` and ``--unique``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uri_extract.sinks.counts import Distinct
from uri_extract.sinks.keys import canonical_host_of, scheme_of
from uri_extract.sinks.lines import text_of
from uri_extract.sinks.text import exact

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from uri_extract.records import Occurrence, Problem


class Filters:
    """What the options ask for of each by itself; it is falsy where they take everything as it is."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._tests = list(_tests(options))
        self._redact = options.redact

    def __bool__(self) -> bool:
        return bool(self._tests or self._redact)

    def of(self, occurrences: list[Occurrence]) -> list[Occurrence]:
        """Return those that were asked for, without secrets where that was, too."""
        for test in self._tests:
            occurrences = [occurrence for occurrence in occurrences if test(occurrence)]
        if self._redact:
            from uri_extract.sinks.redaction import redacted

            occurrences = [redacted(occurrence) for occurrence in occurrences]
        return occurrences

    def of_problem(self, problem: Problem) -> Problem:
        """Return a problem, without secrets if that was asked for."""
        if not self._redact:
            return problem
        from uri_extract.sinks.redaction import redacted_problem

        return redacted_problem(problem)


class Unique:
    """What comes for the first time: a reference whose ``value`` no other had."""

    def __init__(self, value: str) -> None:
        self._value = value
        self._first = Distinct().is_first

    def of(self, occurrences: list[Occurrence]) -> list[Occurrence]:
        """Return those whose value comes for the first time."""
        return [occurrence for occurrence in occurrences if self._first(exact(text_of(occurrence, self._value)))]

    def of_lines(self, lines: bytes) -> bytes:
        """Return the lines that come for the first time."""
        return b"".join([line for line in lines.splitlines(keepends=True) if self._first(line[:-1])])


def _tests(options: argparse.Namespace) -> list[Callable[[Occurrence], bool]]:
    tests: list[Callable[[Occurrence], bool]] = []
    if options.kind:
        tests.append(lambda found: found.kind in options.kind)
    if options.scheme:
        tests.append(lambda found: scheme_of(found) in options.scheme)
    if options.host:
        tests.append(lambda found: _is_of(canonical_host_of(found), options.host))
    if options.valid is not None:
        tests.append(lambda found: found.valid is options.valid)
    if options.hazard:
        anything = "any" in options.hazard
        tests.append(lambda found: bool(found.hazards if anything else options.hazard.intersection(found.hazards)))
    return tests


def _is_of(host: str | None, names: frozenset[str]) -> bool:
    """Return whether a host is one of the names, is below ``.name`` or is that name, or is below ``*.name``."""
    if host is None:
        return False
    if host in names or f".{host}" in names:
        return True
    dot = host.find(".")
    while dot >= 0:
        if host[dot:] in names or f"*{host[dot:]}" in names:
            return True
        dot = host.find(".", dot + 1)
    return False
