"""What occurrences are chosen and counted by: scheme, host, registered domain, document."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from uri_extract.sinks.counts import Tally
from uri_extract.sinks.jsonl import line
from uri_extract.sinks.table import one_line
from uri_extract.sinks.text import escape_controls, utf8
from uri_extract.uri import InvalidReference, parse
from uri_extract.uri.domains import registered_domain
from uri_extract.uri.host_names import canonical_host, displayed_host

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from uri_extract.records import Occurrence, Problem
    from uri_extract.sinks.jsonl import JSONLines


def scheme_of(occurrence: Occurrence) -> str:
    """Return the scheme in lower case; of a reference that was written without one that of its target, or ""."""
    whole = occurrence.reference if occurrence.kind in ("uri", "iri") else occurrence.target
    return (whole or "").partition(":")[0].lower()


def host_of(occurrence: Occurrence) -> str | None:
    """Return the host of the target as it is displayed, None where it has none, or is empty.

    It is the same however the host is written, with U-labels where those are safe to display.
    """
    host = canonical_host_of(occurrence)
    return host and displayed_host(host)


def canonical_host_of(occurrence: Occurrence) -> str | None:
    """Return the host of the target in the form that all ways of writing it share, None where it has none.

    An invalid reference is cut where RFC 3986 Appendix B cuts it, so that none escapes a filter.
    """
    text = occurrence.target or occurrence.reference
    try:
        host = parse(text)._parts[3]
    except InvalidReference:
        host = _cut(text)
    return canonical_host(host) or None if host else None


def _cut(text: str) -> str | None:
    before, slashes, authority = text.partition("//")
    if not slashes or (before and (before[-1] != ":" or "/" in before or "?" in before or "#" in before)):
        return None
    for delimiter in "/?#":
        authority = authority.partition(delimiter)[0]
    server = authority.rpartition("@")[2]
    host, colon, port = server.rpartition(":")
    return host if colon and "]" not in port else server


def _domain_of(occurrence: Occurrence) -> str | None:
    domain = registered_domain(canonical_host_of(occurrence))
    return domain and displayed_host(domain)


#: What ``--count-by`` counts by.
KEYS: Final[dict[str, Callable[[Occurrence], str | None]]] = {
    "host": host_of,
    "scheme": scheme_of,
    "document": lambda occurrence: occurrence.document,
    "registered-domain": _domain_of,
}


class CountBy:
    """A sink that counts: a line for each key, most frequent first: its count, a tab, the key (empty for none).

    With ``records``, a sink of JSON, an object with the key under its own name, and ``count``.
    """

    def __init__(self, name: str, *, records: JSONLines | None = None) -> None:
        self._name = name
        self._records = records
        if name == "registered-domain":
            registered_domain("example.org")  # raises where the extra is missing

    def encode(self, occurrences: list[Occurrence]) -> dict[str, int]:
        """Return how often each key is in the occurrences."""
        return dict(Counter(utf8(key or "").decode() for key in map(KEYS[self._name], occurrences)))

    def encode_problem(self, problem: Problem) -> dict[str, int]:
        """Return what counts nothing."""
        return {}

    def begin(self, out: BinaryIO) -> None:
        """Begin to count."""
        self._out = out
        self._tally = Tally()

    def write(self, encoded: dict[str, int]) -> None:
        """Count."""
        self._tally.add(encoded)

    def end(self) -> None:
        """Write the counts."""
        if self._records is None:
            for key, count in self._tally.most_first():
                self._out.write(f"{count}\t{escape_controls(one_line(key))}\n".encode())
            return
        self._records.begin(self._out)
        for key, count in self._tally.most_first():
            self._records.write(line({self._name: key or None, "count": count}))
        self._records.end()
