"""Selection of references: filters, ``--redact`` and ``--unique``."""

from __future__ import annotations

from functools import lru_cache

from uri_extract._compat._typing import TYPE_CHECKING, Final
from uri_extract.sinks.lines import texts_of
from uri_extract.sinks.text import exact

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator

    from uri_extract.rows import Page
    from uri_extract.rows.records import Problem

    # Yields for each row of a page whether it passes.
    _Test = Callable[[Page], Iterable[bool]]


class Filters:
    """The filters that look at one reference at a time, and redaction; falsy if no option asks for either."""

    def __init__(self, options: argparse.Namespace) -> None:
        led = _led_by(options)
        self._tests = list(_tests(options, led or (lambda page: page)))
        self._redact = options.redact
        is_lines = options.format == "lines" and not (options.count_by or options.unique_by or options.template)
        self._led = None if is_lines else led

    def __bool__(self) -> bool:
        return bool(self._tests or self._redact or self._led)

    def of(self, page: Page) -> Page:
        """Return a page of the rows that pass all filters, as ``--unwrap``, ``--nested`` and ``--redact`` show them."""
        for test in self._tests:
            numbers = [row for row, passes in enumerate(test(page)) if passes]
            if len(numbers) < len(page):
                page = page.select(numbers)
        if self._led:
            page = self._led(page)
        if self._redact:
            from uri_extract.sinks.redaction import redacted

            page = redacted(page)
        return page

    def of_problem(self, problem: Problem) -> Problem:
        """Return a problem, redacted with ``--redact``."""
        if not self._redact:
            return problem
        from uri_extract.sinks.redaction import redacted_problem

        return redacted_problem(problem)


def wanted_kinds(options: argparse.Namespace) -> tuple[bool, bool]:
    """Return two flags: include names; include same-document references and relative ones without a base.

    A kind that ``--kind`` names is always included.
    """
    kinds = options.kind or ()
    is_lines = options.format == "lines" or bool(options.count_by)
    return options.all_kinds or "namespace" in kinds, not is_lines or options.relative or "relative" in kinds


#: Numbers of names, same-document references and unresolved relative references if none was left out.
NONE_LEFT_OUT: Final = (0, 0, 0)


def added(one: tuple[int, int, int], other: Iterable[int]) -> tuple[int, int, int]:
    """Return the sums of two triples of counts."""
    names, inside, unresolved = other
    return one[0] + names, one[1] + inside, one[2] + unresolved


def unique_of(options: argparse.Namespace) -> Unique | None:
    """Return the selector for ``--unique`` or ``--unique-by``; None if neither is given."""
    if options.unique_by:
        from uri_extract.sinks.keys import KEYS

        key = KEYS[options.unique_by]
        return Unique(lambda page: [exact(value or "") for value in key(page)])
    return Unique(lambda page: _lines(page, options.value)) if options.unique else None


class Unique:
    """Selects the first row with each key; ``keys_of`` returns the keys of the rows of a page."""

    def __init__(self, keys_of: Callable[[Page], Iterable[bytes]]) -> None:
        from uri_extract.sinks.counts import Distinct

        self._keys_of = keys_of
        self._first = Distinct().is_first

    def of(self, page: Page) -> Page:
        """Return a page of the rows whose key has not been seen before."""
        return page.select([row for row, key in enumerate(self._keys_of(page)) if self._first(key)])


def _lines(page: Page, value: str) -> list[bytes]:
    """Return the line of each row, without its line end."""
    lines = page.lines(value).split(b"\n")[:-1]
    if len(lines) != len(page):  # a value contains a line feed
        lines = [exact(text) for text in texts_of(page, value)]
    return lines


def _led_by(options: argparse.Namespace) -> Callable[[Page], Page] | None:
    """Return the function that replaces references as ``--unwrap`` or ``--nested`` says; None without these."""
    if options.value not in ("unwrapped", "nested"):
        return None
    from uri_extract.sinks.leading import led_to

    return lru_cache(1)(lambda page: led_to(page, options.value))  # asked for by each filter, and for the output


def _tests(options: argparse.Namespace, where: Callable[[Page], Page]) -> Iterator[_Test]:
    if options.kind:
        yield lambda page: [kind in options.kind for kind in page.columns(("kind",))["kind"]]
    if options.delimiter:
        yield lambda page: [each in options.delimiter for each in page.columns(("delimiter",))["delimiter"]]
    if options.scheme:
        from uri_extract.sinks.keys import schemes_of

        yield lambda page: [scheme in options.scheme for scheme in schemes_of(where(page))]
    if options.host:
        from uri_extract.sinks.keys import canonical_hosts_of

        yield lambda page: [_is_of(host, options.host) for host in canonical_hosts_of(where(page))]
    if options.valid is not None:
        yield lambda page: [valid is options.valid for valid in page.columns(("valid",))["valid"]]
    if options.hazard:
        anything = "any" in options.hazard
        yield lambda page: [
            bool(hazards if anything else options.hazard.intersection(hazards))
            for hazards in page.columns(("hazards",))["hazards"]
        ]


def _is_of(host: str | None, names: frozenset[str]) -> bool:
    """Return True if ``names`` has the host, ``.name`` for it or a parent domain, or ``*.name`` for a parent domain."""
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
