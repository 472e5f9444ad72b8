"""The report: one HTML page with all records, which needs no network and runs only its own script.

Records are written as they arrive, in blocks of JSON; the script (``page.js``) makes the tables, and reads a block when
its rows are needed. What the rows of one document share precedes them, and is repeated at the start of a block. Totals
and problems, which the page shows first, are at the end. A Content-Security-Policy allows the script and the style
sheet by their digests, and nothing else. Text from documents is only shown as text.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from itertools import compress

from uri_extract._compat._typing import Any, BinaryIO, Final
from uri_extract._version import __version__
from uri_extract.errors import MissingExtra
from uri_extract.limits import MAX_REPORT, MAX_REPORT_PROBLEMS
from uri_extract.rows import Page
from uri_extract.rows.records import Problem
from uri_extract.rows.schema import CONTEXT
from uri_extract.sinks.base import Sink
from uri_extract.sinks.keys import schemes_in
from uri_extract.sinks.report._rows import item, shortened
from uri_extract.sinks.report._rows import rows as rows_of
from uri_extract.sinks.report.totals import COUNTED, Totals, joins_of, places_of, reasons_of
from uri_extract.sinks.sarif_rules import HAZARDS
from uri_extract.uri.domains import registered_domain_of
from uri_extract.uri.host_names import displayed_host
from uri_extract.uri.host_of import canonical_hosts_of
from uri_extract.uri.unwrap import service_of

# The fields of a row, which are columns of a page, and those that are computed from them.
_FIELDS: Final = (
    "reference", "target", "line", "column", "start", "kind", "delimiter", "element", "attribute", "text",
    "wrapped", "confidence", "alternates", "errors", "hazards", "unwrapped", "defanged", "base_from", "field",
)  # fmt: skip
_COMPUTED: Final = ("host", "domain", "scheme", "place", "joined", "reasons", "rewriter")
# The fields that the rows of one document share.
_SHARED: Final = (
    "document", "source_url", "captured_at", "media_type", "message_id", "sender", "subject", "filename"
)  # fmt: skip
# Rows of a block, which the script reads in a few milliseconds.
_BLOCK: Final = 1000
_BLOCK_START: Final = b'<script type="application/json" class="rows">['
_BLOCK_END: Final = b"]</script>\n"
_DATA: Final = b'<script type="application/json" id="data-%b">%b</script>\n'

# The most references in the table that is shown without JavaScript: the first ones.
MAX_STATIC: Final = 100
# Characters of a text in the table.
_MOST_SHOWN: Final = 200
# The title of each column, and the fields of which it shows the first that a row has.
_SHOWN: Final = {
    "Link": ("unwrapped", "target", "reference"), "Text": ("text",), "Hazards": ("hazards",), "From": ("sender",),
    "Subject": ("subject",), "Date": ("captured_at",), "Found in": ("source_url", "document"), "Line": ("line",),
}  # fmt: skip

# Rows, what each shares with others, and the columns that are counted.
_Encoded = tuple[list[bytes], list[bytes], dict[str, list[Any]]]


class Report(Sink):
    """Writes one HTML page, with at most :data:`~uri_extract.limits.MAX_REPORT` references."""

    def __init__(self, *, context: bool = False) -> None:
        self._columns = (*_FIELDS, *CONTEXT) if context else _FIELDS

    def encode(self, page: Page) -> _Encoded:
        """Return a row for each reference of a page, what it shares with others, and the columns that are counted."""
        columns = page.columns((*self._columns, *_SHARED))
        columns["document"] = [document or "-" for document in columns["document"]]
        shared = {name: columns.pop(name) for name in _SHARED}
        targets, unwrapped = columns["target"], columns["unwrapped"]
        texts = [target or reference for target, reference in zip(targets, columns["reference"], strict=True)]
        hosts = canonical_hosts_of([inner or text for inner, text in zip(unwrapped, texts, strict=True)])
        domains = _domains_of(frozenset(hosts))
        displayed = {name: name and displayed_host(name) for name in {*domains, *domains.values()}}
        shown = {host: shortened(displayed[host]) for host in domains}
        columns["host"] = [*map(shown.__getitem__, hosts)]
        columns["domain"] = [displayed[domains[host]] for host in hosts]
        columns["scheme"] = schemes_in(columns)
        columns["place"] = [*map(shortened, places_of(columns))]
        columns["joined"] = joins_of(columns)
        columns["reasons"] = reasons_of(columns)
        columns["rewriter"] = [inner and service_of(target) for inner, target in zip(unwrapped, targets, strict=True)]
        counted = {**columns, **shared}
        rows = rows_of([*columns.values()])
        return rows, _objects_of(shared), {"uri": texts, **{name: counted[name] for name in COUNTED}}

    def encode_problem(self, problem: Problem) -> bytes:
        """Return an object for a problem."""
        return item(problem.as_dict())

    def begin(self, out: BinaryIO) -> None:
        """Write the part of the page that precedes the records."""
        super().begin(out)
        self._rows = self._left_out = 0
        self._shared = b""
        self._fields = (*self._columns, *_COMPUTED)
        self._first: list[list[str]] = []
        self._problems: list[bytes] = []
        self._problem_count = 0
        self._totals = Totals()
        out.write(_head())

    def write(self, encoded: _Encoded | bytes) -> None:
        """Write rows up to the limit, or keep a problem for the end."""
        if isinstance(encoded, bytes):
            self._problem_count += 1
            if self._problem_count <= MAX_REPORT_PROBLEMS:
                self._problems.append(encoded)
            return
        rows, objects, counted = encoded
        left = max(0, MAX_REPORT - self._rows)
        self._left_out += max(0, len(rows) - left)
        self._totals.add({name: values[:left] for name, values in counted.items()})
        pieces = []
        for row, shared in zip(rows[:left], objects[:left], strict=True):
            if len(self._first) < MAX_STATIC:
                record = json.loads(shared) | dict(zip(self._fields, json.loads(row), strict=True))
                self._first.append(static_row(record))
            starts = self._rows % _BLOCK == 0
            pieces.append(_BLOCK_START if starts else b",\n")
            if starts or shared != self._shared:
                self._shared = shared
                pieces += (shared, b",\n")
            pieces.append(row)
            self._rows += 1
            if self._rows % _BLOCK == 0:
                pieces.append(_BLOCK_END)
        self._out.write(b"".join(pieces))

    def end(self) -> None:
        """Write the totals, the problems and the script."""
        if self._rows % _BLOCK:
            self._out.write(_BLOCK_END)
        totals = self._totals.summary()
        summary = {
            "fields": self._fields,
            "shared": _SHARED,
            "references": self._rows,
            "block": _BLOCK,
            "left_out": self._left_out,
            "problems": self._problem_count,
            "hazards": HAZARDS,
            **totals,
        }
        problems = b"[" + b",\n".join(self._problems) + b"]"
        self._out.write(_DATA % (b"summary", item(summary)) + _DATA % (b"problems", problems))
        self._out.write(_tail(static_table(totals["totals"], self._first)))


def _objects_of(shared: dict[str, list[Any]]) -> list[bytes]:
    """Return the object with the fields that each row shares with others; None is left out."""
    rows = [*zip(*shared.values(), strict=True)]
    objects = {
        row: item({name: value for name, value in zip(shared, row, strict=True) if value}) for row in frozenset(rows)
    }
    return [*map(objects.__getitem__, rows)]


def _domains_of(hosts: Iterable[str | None]) -> dict[str | None, str | None]:
    """Return the registered domain of each host, both canonical; None for all of them without the extra ``psl``."""
    try:
        return {host: registered_domain_of(host or "") for host in hosts}
    except MissingExtra:
        return dict.fromkeys(hosts)


def _part(name: str) -> str:
    from importlib.resources import files  # the package may be in a zip file

    return files(__name__).joinpath(name).read_text("utf-8")


def _digest(text: str) -> str:
    """Return the source expression that allows an element with this text (CSP Level 3 §2.3.1)."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _head() -> bytes:
    style, script = _part("page.css"), _part("page.js")
    policy = (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}; base-uri 'none'; "
        "form-action 'none'"
    )
    return _page()[0].replace("{policy}", policy).replace("{style}", style).encode()


def _tail(table: str) -> bytes:
    return _page()[1].replace("{script}", _part("page.js")).replace("{table}", table).encode()


def _page() -> list[str]:
    """Return the parts of the page before and after the records."""
    return _part("page.html").replace("{version}", __version__).split("{records}\n")


def static_table(totals: Mapping[str, int], rows: Sequence[Sequence[str]]) -> str:
    """Return the totals and rows of :func:`static_row` as HTML, in columns that are not empty."""
    if not rows:
        return "<p>None were found.</p>"
    used = [any(column) for column in zip(*rows, strict=True)]
    head = "".join(f"<th>{title}" for title in compress(_SHOWN, used))
    body = "\n".join("<tr>" + "".join(f"<td>{cell}" for cell in compress(row, used)) for row in rows)
    counts = "; ".join(f"{name}: {count:,}" for name, count in totals.items())
    return f"<p>{counts}</p>\n<p>The first {len(rows):,}:</p>\n<table>\n<tr>{head}\n{body}\n</table>"


def static_row(record: Mapping[str, Any]) -> list[str]:
    """Return the cells of a record, each a short text as HTML."""
    return [_cell(record, names) for names in _SHOWN.values()]


def _cell(record: Mapping[str, Any], names: tuple[str, ...]) -> str:
    value = next((record[name] for name in names if record.get(name)), "")
    text = ", ".join(value) if isinstance(value, list) else str(value)
    text = text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "\u2026"
    return escape("".join(each if each.isprintable() else repr(each)[1:-1] for each in text))
