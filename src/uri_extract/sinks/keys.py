"""The keys by which occurrences are selected and counted: hosts, schemes, documents, normalized forms."""

from __future__ import annotations

from collections import Counter

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final
from uri_extract.errors import InvalidReference
from uri_extract.sinks.base import Sink
from uri_extract.sinks.counts import Tally
from uri_extract.sinks.lines import texts_of
from uri_extract.sinks.table import one_line
from uri_extract.sinks.text import escape_controls, utf8
from uri_extract.uri._reference import normalize
from uri_extract.uri.domains import registered_domain, registered_domain_of
from uri_extract.uri.host_names import displayed_host
from uri_extract.uri.host_of import canonical_hosts_of as canonical_of
from uri_extract.uri.surt import surt
from uri_extract.uri.tracking import without_tracking

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import BinaryIO

    from uri_extract.rows import Page
    from uri_extract.rows.records import Problem
    from uri_extract.sinks.jsonl import JSONLines

# Kinds of references that have a scheme.
_WITH_SCHEME: Final = ("uri", "iri")


def schemes_of(page: Page) -> list[str]:
    """Return the schemes of references in lower case; without a scheme, that of the target, or ""."""
    found = page.columns(("kind", "reference"))
    if any(kind not in _WITH_SCHEME for kind in found["kind"]):
        found |= page.columns(("target",))
    return schemes_in(found)


def schemes_in(columns: Mapping[str, Any]) -> list[str]:
    """Return the schemes (:func:`schemes_of`) from columns ``kind``, ``reference`` and, if needed, ``target``."""
    references = columns["reference"]
    if any(kind not in _WITH_SCHEME for kind in columns["kind"]):
        rows = zip(columns["kind"], references, columns["target"], strict=True)
        references = [reference if kind in _WITH_SCHEME else target or "" for kind, reference, target in rows]
    return [reference.partition(":")[0].lower() for reference in references]


def hosts_of(page: Page) -> list[str | None]:
    """Return the hosts of the targets in display form; None if there is no host.

    All spellings of a host have the same form, with U-labels if these are safe to display.
    """
    return [host and displayed_host(host) for host in canonical_hosts_of(page)]


def canonical_hosts_of(page: Page) -> list[str | None]:
    """Return the hosts of the targets in canonical form, the same for all spellings; None if there is no host.

    An invalid reference is split as in RFC 3986 Appendix B, so that none escapes a filter.
    """
    return canonical_of(texts_of(page, "target"))


def _domains_of(page: Page) -> list[str | None]:
    domains = [registered_domain_of(host or "") for host in canonical_hosts_of(page)]
    return [domain and displayed_host(domain) for domain in domains]


def _documents_of(page: Page) -> Sequence[str | None]:
    documents: Sequence[str | None] = page.columns(("document",))["document"]
    return documents


def normalized(uri: str) -> str:
    """Return the URI normalized (RFC 3986 §6.2), so that equivalent URIs are equal; an invalid one unchanged."""
    try:
        return normalize(uri)
    except InvalidReference:
        return uri


#: Functions that return the keys of the rows of a page, by their name in ``--count-by`` and ``--unique-by``.
KEYS: Final[dict[str, Callable[[Page], Sequence[str | None]]]] = {
    "host": hosts_of,
    "scheme": schemes_of,
    "document": _documents_of,
    "registered-domain": _domains_of,
    "normalized": lambda page: [*map(normalized, texts_of(page, "target"))],
    "surt": lambda page: [*map(surt, texts_of(page, "target"))],
    "without-tracking": lambda page: [normalized(without_tracking(uri)) for uri in texts_of(page, "target")],
}


#: What stands for no key in lines; no key has brackets.
NONE: Final = "(none)"


class CountBy(Sink):
    """Writes a line for each key, most frequent first: its count, a tab, and the key (``(none)`` if there is none).

    With ``records``, a JSON sink, it writes an object with the key, under the name of the key, and ``count``.
    """

    def __init__(self, name: str, *, records: JSONLines | None = None) -> None:
        self._name = name
        self._records = records
        if name == "registered-domain":
            registered_domain("example.org")  # raises if the extra is missing

    def encode(self, page: Page) -> dict[str, int]:
        """Return the count of each key in the page."""
        return dict(Counter(utf8(key or "").decode() for key in KEYS[self._name](page)))

    def encode_problem(self, problem: Problem) -> dict[str, int]:
        """Return no counts."""
        return {}

    def begin(self, out: BinaryIO) -> None:
        """Begin to count."""
        super().begin(out)
        self._tally = Tally()

    def write(self, encoded: dict[str, int]) -> None:
        """Add counts."""
        self._tally.add(encoded)

    def end(self) -> None:
        """Write the counts."""
        if self._records is None:
            for key, count in self._tally.most_first():
                self._out.write(f"{count}\t{escape_controls(one_line(key)) or NONE}\n".encode())
            return
        self._records.begin(self._out)
        for key, count in self._tally.most_first():
            self._records.write(self._records.encode_object({self._name: key or None, "count": count}))
        self._records.end()
