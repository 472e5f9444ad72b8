"""A page to look at: all records in one HTML file, which needs no network and runs no code but its own.

What was found is written as it comes, into elements of JSON that no browser runs; the page's own script (``page.js``)
makes the tables. Rows come in blocks, which the script reads when they are needed, and at the end what it shows first:
totals and problems. A Content-Security-Policy allows that script and its style sheet by their digests, and nothing
else. What a document contains is only ever shown as text.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from json.encoder import encode_basestring
from pathlib import Path

from uri_extract._typing import TYPE_CHECKING, Any, Final
from uri_extract._version import __version__
from uri_extract.errors import MissingExtra
from uri_extract.limits import MAX_REPORT, MAX_REPORT_PROBLEMS, MAX_REPORT_TEXT
from uri_extract.schema import CONTEXT
from uri_extract.sinks.base import Sink
from uri_extract.sinks.keys import schemes_of
from uri_extract.sinks.report.totals import GROUPS, Totals, joins_of, places_of, reason_of
from uri_extract.sinks.text import utf8
from uri_extract.uri.domains import registered_domain_of
from uri_extract.uri.host_names import displayed_host
from uri_extract.uri.host_of import canonical_host_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import BinaryIO

    from uri_extract.pages import Page
    from uri_extract.records import Problem

# The fields of a row; what rows are counted by follows.
_FIELDS: Final = (
    "document", "reference", "target", "line", "column", "start", "kind", "delimiter", "element", "attribute", "text",
    "wrapped", "confidence", "alternates", "errors", "hazards", "unwrapped", "defanged", "base_from", "field",
)  # fmt: skip
_COMPUTED: Final = ("host", "domain", "scheme", "place", "joined", "reasons")
# Rows of a block: the page reads a block in a few milliseconds.
_BLOCK: Final = 1000
_BLOCK_START: Final = b'<script type="application/json" class="rows">['
_BLOCK_END: Final = b"]</script>\n"
_DATA: Final = b'<script type="application/json" id="data-%b">%b</script>\n'

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


class Report(Sink):
    """One HTML page. At most :data:`~uri_extract.limits.MAX_REPORT` references are in it; it says how many are not."""

    def __init__(self, *, context: bool = False) -> None:
        self._columns = (*_FIELDS, *CONTEXT) if context else _FIELDS

    def encode(self, page: Page) -> tuple[list[bytes], dict[str, list[Any]]]:
        """Return a row for each reference of a page, and what they are counted by."""
        columns = page.columns(self._columns)
        texts = [target or reference for target, reference in zip(columns["target"], columns["reference"], strict=True)]
        hosts = [*map(canonical_host_of, texts)]
        domains = _domains_of(frozenset(hosts))
        displayed = {name: name and displayed_host(name) for name in {*hosts, *domains.values()}}
        columns["host"] = [_shortened(displayed[host]) for host in hosts]
        columns["domain"] = [displayed[domains[host]] for host in hosts]
        columns["scheme"] = schemes_of(page)
        columns["place"] = [*map(_shortened, places_of(columns))]
        columns["joined"] = joins_of(columns)
        columns["reasons"] = [(*map(reason_of, errors),) for errors in columns["errors"]]
        columns["document"] = [document or "-" for document in columns["document"]]
        rows = _rows(columns.values())
        return rows, {"text": texts, **{name: columns[name] for name in GROUPS.values()}}

    def encode_problem(self, problem: Problem) -> bytes:
        """Return an object for a problem."""
        return _item(problem.as_dict())

    def begin(self, out: BinaryIO) -> None:
        """Write all that precedes the records."""
        super().begin(out)
        self._rows = self._left_out = 0
        self._problems: list[bytes] = []
        self._problem_count = 0
        self._totals = Totals()
        out.write(_head())

    def write(self, encoded: tuple[list[bytes], dict[str, list[Any]]] | bytes) -> None:
        """Write rows, as many as there may be, or keep a problem."""
        if isinstance(encoded, bytes):
            self._problem_count += 1
            if self._problem_count <= MAX_REPORT_PROBLEMS:
                self._problems.append(encoded)
            return
        rows, counted = encoded
        left = max(0, MAX_REPORT - self._rows)
        self._left_out += max(0, len(rows) - left)
        self._totals.add({name: values[:left] for name, values in counted.items()})
        at = 0
        while at < min(left, len(rows)):
            place = self._rows % _BLOCK
            taken = rows[at : min(left, at + _BLOCK - place)]
            self._out.write((b",\n" if place else _BLOCK_START) + b",\n".join(taken))
            at += len(taken)
            self._rows += len(taken)
            if self._rows % _BLOCK == 0:
                self._out.write(_BLOCK_END)

    def end(self) -> None:
        """Write what follows the records."""
        if self._rows % _BLOCK:
            self._out.write(_BLOCK_END)
        summary = {
            "fields": (*self._columns, *_COMPUTED),
            "references": self._rows,
            "block": _BLOCK,
            "left_out": self._left_out,
            "problems": self._problem_count,
            **self._totals.summary(),
        }
        problems = b"[" + b",\n".join(self._problems) + b"]"
        self._out.write(_DATA % (b"summary", _item(summary)) + _DATA % (b"problems", problems) + _tail())


def _domains_of(hosts: Iterable[str | None]) -> dict[str | None, str | None]:
    """Return the registered domain of each host, both canonical; None for all of them without the extra ``psl``."""
    try:
        return {host: registered_domain_of(host or "") for host in hosts}
    except MissingExtra:
        return dict.fromkeys(hosts)


def _shortened(value: Any) -> Any:
    """Return a value, of a long text its beginning: a ``data:`` URI may have a megabyte."""
    if not isinstance(value, str) or len(value) <= MAX_REPORT_TEXT:
        return value
    return f"{value[: MAX_REPORT_TEXT - 1]}\u2026"


def _rows(columns: Iterable[Sequence[Any]]) -> list[bytes]:
    """Return rows as JSON, a list each. No value has a line break in JSON, so they are made of one text."""
    cells = zip(*map(_cells, columns), strict=True)
    text = "]\n[".join(map(",".join, cells))
    return _in_element(f"[{text}]").split(b"\n") if text else []


def _cells(values: Sequence[Any]) -> list[str]:
    """Return a column as JSON; nothing and what is empty, which most references have in a field, is 0."""
    if not any(values):
        return ["0"] * len(values)
    cells = []
    last, cell = None, "0"
    for value in values:
        if value is not last:  # rows share many objects
            last = value
            if not value:
                cell = "0"
            elif isinstance(value, str):
                cell = encode_basestring(_shortened(value))
            else:
                cell = str(value) if type(value) is int else _encode(value)
        cells.append(cell)
    return cells


def _item(value: Any) -> bytes:
    """Return a value as JSON."""
    return _in_element(_encode(value))


def _in_element(text: str) -> bytes:
    """Return JSON with "<" escaped, so that its element does not end early, or begin a comment."""
    return utf8(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))


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
