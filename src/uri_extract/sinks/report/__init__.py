"""A page to look at: all records in one HTML file, which needs no network and runs no code but its own.

What was found is written as it comes, into an element of JSON that no browser runs; the page's own script
(``page.js``) makes the tables. A Content-Security-Policy allows that script and its style sheet by their digests, and
nothing else. What a document contains is only ever shown as text.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from uri_extract._typing import TYPE_CHECKING, Any, Final
from uri_extract._version import __version__
from uri_extract.errors import MissingExtra
from uri_extract.limits import MAX_REPORT, MAX_REPORT_TEXT
from uri_extract.schema import CONTEXT
from uri_extract.sinks.base import Sink
from uri_extract.sinks.text import utf8
from uri_extract.uri.domains import registered_domain
from uri_extract.uri.host_names import displayed_host
from uri_extract.uri.host_of import canonical_host_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from uri_extract.pages import Page
    from uri_extract.records import Problem

# The fields of a row; host and registered domain follow.
_FIELDS: Final = (
    "document", "reference", "target", "line", "column", "start", "kind", "delimiter", "element", "attribute", "text",
    "wrapped", "confidence", "alternates", "errors", "hazards", "unwrapped", "defanged", "base_from", "field",
)  # fmt: skip
# What most references have in a field; it is written as 0.
_USUAL: Final = (None, False, (), "")

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


class Report(Sink):
    """One HTML page. At most :data:`~uri_extract.limits.MAX_REPORT` references are in it; it says how many are not."""

    def __init__(self, *, context: bool = False) -> None:
        self._columns = (*_FIELDS, *CONTEXT) if context else _FIELDS

    def encode(self, page: Page) -> list[bytes]:
        """Return a row for each reference of a page."""
        columns = page.columns(self._columns)
        pairs = zip(columns["target"], columns["reference"], strict=True)
        hosts = [canonical_host_of(target or reference) for target, reference in pairs]
        columns["host"] = [host and displayed_host(host) for host in hosts]
        domains = _domains_of(frozenset(hosts))
        columns["domain"] = [domains[host] for host in hosts]
        return [
            _item([0 if value in _USUAL else _shortened(value) for value in row])
            for row in zip(*columns.values(), strict=True)
        ]

    def encode_problem(self, problem: Problem) -> bytes:
        """Return an object for a problem."""
        return _item(problem.as_dict())

    def begin(self, out: BinaryIO) -> None:
        """Write all that precedes the records."""
        super().begin(out)
        self._left, self._left_out = MAX_REPORT, 0
        out.write(_head() + b'<script type="application/json" id="records">[')
        out.write(_item({"fields": (*self._columns, "host", "domain")}))

    def write(self, encoded: list[bytes] | bytes) -> None:
        """Write rows, as many as there may be, or a problem."""
        if isinstance(encoded, list):
            rows = encoded[: self._left]
            self._left -= len(rows)
            self._left_out += len(encoded) - len(rows)
        else:
            rows = [encoded]
        for row in rows:
            self._out.write(b",\n" + row)

    def end(self) -> None:
        """Write what follows the records."""
        self._out.write(b",\n%b]</script>\n" % _item({"left_out": self._left_out}) + _tail())


def _domains_of(hosts: Iterable[str | None]) -> dict[str | None, str | None]:
    """Return the registered domain of each host, as it is displayed; None for all of them without the extra ``psl``."""
    try:
        domains = {host: registered_domain(host) for host in hosts}
    except MissingExtra:
        return dict.fromkeys(hosts)
    return {host: domain and displayed_host(domain) for host, domain in domains.items()}


def _shortened(value: Any) -> Any:
    """Return a value, of a long text its beginning: a ``data:`` URI may have a megabyte."""
    if not isinstance(value, str) or len(value) <= MAX_REPORT_TEXT:
        return value
    return f"{value[: MAX_REPORT_TEXT - 1]}\u2026"


def _item(value: Any) -> bytes:
    """Return a value as JSON; "<" is escaped, so that its element does not end early, or begin a comment."""
    text = _encode(value).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return utf8(text)


def _part(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def _digest(text: str) -> str:
    """Return what allows an element with this text (CSP Level 3 §2.3.1)."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _head() -> bytes:
    style, script = _part("page.css"), _part("page.js")
    policy = (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}; base-uri 'none'; "
        "form-action 'none'"
    )
    page = _part("page.html").replace("{policy}", policy).replace("{version}", __version__)
    return page.replace("{style}", style).encode()


def _tail() -> bytes:
    return f"<script>{_part('page.js')}</script>\n</html>\n".encode()
