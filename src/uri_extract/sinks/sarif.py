"""SARIF 2.1.0 (OASIS), for code scanning: invalid references, hazards, problems.

A result is made of an invalid reference (rule ``invalid-reference``), of each hazard of a reference (``hazard-`` and
its name: ``hazard-other-host-in-text`` for a link whose text names another host), and of each problem (``problem-`` and
its kind). Other references are left out.

The place is that of JSON Lines: ``byteOffset`` and ``byteLength`` in the document, and its line. There is no column, as
those of SARIF are characters. A document inside another one has the path through the containers in its URI.
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from json.encoder import encode_basestring

from uri_extract._typing import TYPE_CHECKING, Any, Final
from uri_extract._version import __version__
from uri_extract.sinks.base import Sink
from uri_extract.sinks.text import escape_controls, exact, utf8
from uri_extract.uri.hazards import hazards, in_text

if TYPE_CHECKING:
    from typing import BinaryIO

    from uri_extract.pages import Page
    from uri_extract.records import Occurrence, Problem

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
INVALID, HAZARD, PROBLEM = "invalid-reference", "hazard-", "problem-"

#: What each hazard is; the table of :func:`uri_extract.uri.hazards.hazards` has the sections of the standards.
HAZARDS: Final = {
    "password": "a password is in the userinfo",
    "userinfo-like-host": "the userinfo looks like a host",
    "rare-ipv4": "the host is an IPv4 address in a rare notation",
    "control-octet": "a control octet is in it",
    "backslash": "a browser reads a backslash as a slash",
    "mixed-script": "a label of the host mixes scripts that no language writes together",
    "foreign-port": "the port is that of another protocol",
    "long-host": "the host is too long for the DNS",
    "irregular-slashes": "a browser goes to another host than the grammar finds",
    "confusable-host": "a label of the host looks like another one in ASCII",
    "invisible-character": "characters that are not seen are in it",
    "encoded-host": "the host hides ASCII characters in percent-encodings",
    "mapped-host": "a browser replaces characters of the host by ASCII ones",
    "bidi-control": "a control of the direction of text shows it in another order",
    "script-uri": "it runs a script",
    "data-uri": "it has a document in itself, for which no host answers",
    "nested-uri": "a URI of another host is in the query: it may lead there",
    "other-host-in-text": "the text of the link names another host than its target",
}
# Usual in links that trackers and mail filters make, so no more than a note.
_NOTES: Final = frozenset((f"{HAZARD}nested-uri", f"{HAZARD}data-uri"))
# Characters of a path of RFC 3986 that need no encoding, but for ":", which could end a scheme.
_PATH: Final = "/!$&'()*+,;=@~"
# Characters of a reference in a message; all of it is in the properties.
_LONGEST: Final = 200
# §3.11.5, §3.11.6: what would be a placeholder or a link in a message.
_IN_MESSAGE: Final = str.maketrans({"{": "{{", "}": "}}", "[": "\\[", "]": "\\]", "\\": "\\\\"})

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
# A rule, and a result in JSON.
_Results = list[tuple[str, bytes]]


class Sarif(Sink):
    """Writes one log with one run. Rules that no result has are left out, so they follow the results."""

    def encode(self, page: Page) -> _Results:
        """Return the results of a page."""
        return [
            result
            for found, (target, _, errors, names, _) in page.remarkable()
            for result in _results_of(found, target, errors, names)
        ]

    def encode_problem(self, problem: Problem) -> _Results:
        """Return the result of a problem."""
        place = _location(problem.document, f'"byteOffset":{problem.offset}')
        return [_result(f"{PROBLEM}{problem.kind}", problem.message, place)]

    def begin(self, out: BinaryIO) -> None:
        """Write what precedes the results."""
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
        """Write the tool, with the rules that results have."""
        rules = [_rule(name) for name in sorted(self._rules)]
        driver = {"name": "uri-extract", "semanticVersion": __version__, "rules": rules}
        self._out.write(utf8(f'\n],"tool":{_encode({"driver": driver})}}}]}}\n'))


def _results_of(found: Occurrence, target: str | None, errors: tuple[str, ...], names: tuple[str, ...]) -> _Results:
    """Return the results of an occurrence with that target, those errors and hazards."""
    reference = encode_basestring(found.reference)
    meant = "null" if target is None else reference if target is found.reference else encode_basestring(target)
    properties = f'"reference":{reference},"target":{meant},"delimiter":"{found.delimiter}"'
    if found.text is not None:
        properties += f',"text":{encode_basestring(found.text)}'
    place = _place(found.document, found.line, found.raw.count("\n"), found.start, found.end)
    properties = f',"properties":{{{properties}}}'
    said = [(INVALID, error) for error in errors]
    if names:
        sentences = {str(each): each.sentence for each in hazards(found.reference)}
        other = in_text(found.text, target or found.reference) if found.text else None
        if other is not None:
            sentences[str(other)] = other.sentence
        said += [(f"{HAZARD}{name}", sentences.get(name) or HAZARDS[name]) for name in names]
    shown = found.reference
    if len(shown) > _LONGEST:
        shown = f"{shown[:_LONGEST]}\u2026"
    return [_result(rule, f"{shown}: {message}", place, properties) for rule, message in said]


def _place(document: str | None, line: int, breaks: int, start: int, end: int) -> str:
    """Return the location of a reference in JSON. What is not known of it is below 1, or below 0."""
    lines = f'"startLine":{line},"endLine":{line + breaks}' if line > 0 else ""
    octets = f'"byteOffset":{start},"byteLength":{end - start}' if start >= 0 else ""
    return _location(document, f"{lines},{octets}" if lines and octets else lines or octets)


def _location(document: str | None, region: str) -> str:
    """Return a location in JSON, whose region has these members. Whole encoders take long to begin."""
    of_region = f',"region":{{{region}}}' if region else ""
    return f'{{"artifactLocation":{{"uri":{_uri("-" if document is None else document)}}}{of_region}}}'


def _result(rule: str, message: str, location: str, properties: str = "") -> tuple[str, bytes]:
    level = "note" if rule in _NOTES else "warning"
    text = escape_controls(message)
    if "[" in text or "]" in text or "{" in text or "}" in text or "\\" in text:
        text = text.translate(_IN_MESSAGE)
    return rule, utf8(
        f'{{"ruleId":"{rule}","level":"{level}","message":{{"text":{encode_basestring(text)}}},'
        f'"locations":[{{"physicalLocation":{location}}}]{properties}}}'
    )


@lru_cache(maxsize=16)
def _uri(document: str) -> str:
    """Return the URI of a document, in JSON: relative to the working directory if its path is.

    Code scanning needs it so.
    """
    from urllib.parse import quote

    scheme, separator, rest = document.partition("://")
    if separator and scheme.isalnum():  # a remote input
        return encode_basestring(f"{scheme}://{quote(exact(rest), _PATH + ':%')}")
    path = document.replace(os.sep, "/").removeprefix("./")
    encoded = quote(exact(path), _PATH)
    if os.path.isabs(document):
        encoded = f"file://{'' if encoded.startswith('/') else '/'}{encoded}"
    return encode_basestring(encoded)


def _rule(name: str) -> dict[str, Any]:
    """Return the description of a rule."""
    if name == INVALID:
        short = "a reference is not valid"
        full = "The grammar of RFC 3986, or of RFC 3987 for an IRI, does not derive the reference."
    elif name.startswith(HAZARD):
        short = HAZARDS[name.removeprefix(HAZARD)]
        full = f"The reference may deceive a reader (RFC 3986 section 7): {short}."
    else:
        short = f"input that could not be read as it should: {name.removeprefix(PROBLEM)}"
        full = "Part of the input could not be read, or was read with doubts; references in it may be missing."
    return {
        "id": name,
        "shortDescription": {"text": short[:1].upper() + short[1:]},
        "fullDescription": {"text": full},
        "help": {"text": full},
        "defaultConfiguration": {"level": "note" if name in _NOTES else "warning"},
        "properties": {"tags": ["links", *(["security"] if name.startswith(HAZARD) else [])]},
    }
