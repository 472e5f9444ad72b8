"""Results of a SARIF log."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

import os
from functools import lru_cache
from json.encoder import encode_basestring

import cython

from uri_extract._compat._typing import Any
from uri_extract.rows.layout import DELIMITERS
from uri_extract.sinks.sarif_rules import HAZARD, HAZARDS, INVALID, NOTES
from uri_extract.sinks.text import escape_controls, exact, utf8
from uri_extract.uri.hazards import hazards, in_text

if not cython.compiled:
    from uri_extract.rows import layout
    from uri_extract.rows._page import Page, judged, plain_target

_DELIMITERS = cython.declare(tuple, DELIMITERS)
_HAZARDS = cython.declare(dict, HAZARDS)
_NOTES = cython.declare(frozenset, NOTES)
_quoted = cython.declare(object, encode_basestring)
# Characters that need no encoding in a path of RFC 3986, except ":", which could end a scheme.
_PATH = "/!$&'()*+,;=@~"
# Characters of a reference shown in a message; the whole reference is in the properties.
_LONGEST = cython.declare(cython.Py_ssize_t, 200)
# Characters that would begin a placeholder or a link in a message (§3.11.5, §3.11.6).
_IN_MESSAGE = str.maketrans({"{": "{{", "}": "}}", "[": "\\[", "]": "\\]", "\\": "\\\\"})


def results_of(page: Page) -> list[Any]:
    results: list[Any] = []
    for row in range(page.count):
        if not page.grade(row) and plain_target(page, row) is None:
            _add_results(results, page, row)
    return results


def of_problem(rule: str, message: str, document: str | None, offset: int) -> tuple[str, bytes]:
    return _result(rule, message, _location(document, f'"byteOffset":{offset}'), "")


def _add_results(results: list[Any], page: Page, row: cython.Py_ssize_t) -> cython.int:
    target, _, errors, names, _ = judged(page, row, True)
    if not errors and not names:
        return 0
    reference: str = page.reference(row)
    text: str | None = page.link_text(row)
    quoted: str = _quoted(reference)
    meant: str = "null" if target is None else quoted if target is reference else _quoted(target)
    of_text: str = "" if text is None else f',"text":{_quoted(text)}'
    delimiter: str = _DELIMITERS[page.bits(row) & layout.DELIMITER]
    properties = f',"properties":{{"reference":{quoted},"target":{meant},"delimiter":"{delimiter}"{of_text}}}'
    place: str = _place(page, row, reference)
    shown: str = reference if len(reference) <= _LONGEST else f"{reference[:_LONGEST]}\u2026"
    results += [_result(INVALID, f"{shown}: {error}", place, properties) for error in errors]
    if names:
        said: dict[str, str] = _sentences(reference, text, target, names)
        results += [_result(f"{HAZARD}{name}", f"{shown}: {said[name]}", place, properties) for name in said]
    return 0


@cython.cfunc
def _sentences(reference: str, text: str | None, target: str | None, names: tuple[Any, ...]) -> dict[str, str]:
    if type(names[0]) is not str:
        return {str(each): each.sentence for each in names}
    said = {str(each): each.sentence for each in hazards(reference)}
    other: Any = in_text(text, target or reference) if text else None
    if other is not None:
        said[str(other)] = other.sentence
    return {name: said.get(name) or _HAZARDS[name] for name in names}


def _place(page: Page, row: cython.Py_ssize_t, reference: str) -> str:
    """Return the location of a row in JSON. An unknown line is below 1, an unknown offset below 0."""
    at: cython.Py_ssize_t = row * layout.WIDTH
    line: cython.longlong = page.cells[at + layout.LINE]
    start: cython.longlong = page.cells[at + layout.START]
    length: cython.longlong = page.cells[at + layout.END] - start
    more: Any = page.more(row)
    raw: str = reference if more.raw is None else more.raw
    last: cython.longlong = line + raw.count("\n")
    lines: str = f'"startLine":{line},"endLine":{last}' if line > 0 else ""
    octets: str = f'"byteOffset":{start},"byteLength":{length}' if start >= 0 else ""
    origin: Any = page.objects[page.cells[at + layout.SOURCE] >> layout.SECOND]
    return _location(origin.document, f"{lines},{octets}" if lines and octets else lines or octets)


def _location(document: str | None, region: str) -> str:
    """Return a location in JSON, whose region has these members. A JSON encoder would take longer to start."""
    uri: str = _uri("-" if document is None else document)
    of_region: str = f',"region":{{{region}}}' if region else ""
    return f'{{"artifactLocation":{{"uri":{uri}}}{of_region}}}'


def _result(rule: str, message: str, location: str, properties: str) -> tuple[str, bytes]:
    level: str = "note" if rule in _NOTES else "warning"
    text: str = message if message.isprintable() else escape_controls(message)
    if "[" in text or "]" in text or "{" in text or "}" in text or "\\" in text:
        text = text.translate(_IN_MESSAGE)
    quoted: str = _quoted(text)
    octets: bytes = utf8(
        f'{{"ruleId":"{rule}","level":"{level}","message":{{"text":{quoted}}},'
        f'"locations":[{{"physicalLocation":{location}}}]{properties}}}'
    )
    return rule, octets


@lru_cache(maxsize=16)
def _uri(document: str) -> str:
    """Return the URI of a document, in JSON. It is relative if the path is, as code scanning requires."""
    from urllib.parse import quote

    scheme, separator, rest = document.partition("://")
    if separator and scheme.isalnum():  # a remote input
        return encode_basestring(f"{scheme}://{quote(exact(rest), _PATH + ':%')}")
    path = document.replace(os.sep, "/").removeprefix("./")
    encoded = quote(exact(path), _PATH)
    if os.path.isabs(document):
        encoded = f"file://{'' if encoded.startswith('/') else '/'}{encoded}"
    return encode_basestring(encoded)
