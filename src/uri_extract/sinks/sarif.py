"""SARIF 2.1.0 (OASIS), for code scanning: invalid references, hazards, problems.

There is a result for each invalid reference (rule ``invalid-reference``), for each hazard of a reference (``hazard-``
and its name: ``hazard-other-host-in-text`` for a link whose text names another host), and for each problem
(``problem-`` and its kind). Other references are left out.

The place is that of JSON Lines: ``byteOffset`` and ``byteLength`` in the document, and the line. There is no column,
because SARIF counts columns in characters. A document inside another one has the path through the containers in its
URI.
"""

from __future__ import annotations

import json

from uri_extract._compat._typing import BinaryIO, Final
from uri_extract._version import __version__
from uri_extract.rows import Page
from uri_extract.rows.records import Problem
from uri_extract.sinks._sarif import of_problem, results_of
from uri_extract.sinks.base import Sink
from uri_extract.sinks.sarif_rules import PROBLEM, rule_of
from uri_extract.sinks.text import utf8

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
# A rule, and a result in JSON.
_Results = list[tuple[str, bytes]]


class Sarif(Sink):
    """Writes one log with one run. Only rules with results are written, so the rules follow the results."""

    def encode(self, page: Page) -> _Results:
        """Return the results of a page."""
        return results_of(page)

    def encode_problem(self, problem: Problem) -> _Results:
        """Return the result of a problem."""
        return [of_problem(f"{PROBLEM}{problem.kind}", problem.message, problem.document, problem.offset)]

    def begin(self, out: BinaryIO) -> None:
        """Write the beginning of the log."""
        super().begin(out)
        self._rules: set[str] = set()
        self._separator = b"\n"
        out.write(utf8(f'{{"$schema":"{SCHEMA}","version":"2.1.0","runs":[{{"results":['))

    def write(self, encoded: _Results) -> None:
        """Write results."""
        for rule, result in encoded:
            self._rules.add(rule)
            self._out.write(self._separator + result)
            self._separator = b",\n"

    def end(self) -> None:
        """Write the tool with its rules, and the end of the log."""
        rules = [rule_of(name) for name in sorted(self._rules)]
        driver = {"name": "uri-extract", "semanticVersion": __version__, "rules": rules}
        self._out.write(utf8(f'\n],"tool":{_encode({"driver": driver})}}}]}}\n'))
