"""Results of a SARIF log. One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`)."""

# mypy: disable-error-code="untyped-decorator, no-any-return"
from __future__ import annotations

import os
from functools import lru_cache
from json.encoder import encode_basestring

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.sinks.sarif_rules import HAZARD, HAZARDS, INVALID, NOTES
from uri_extract.sinks.text import escape_controls, exact, utf8
from uri_extract.uri.hazards import hazards, in_text

_HAZARDS = cython.declare(dict, HAZARDS)
_NOTES = cython.declare(frozenset, NOTES)
_quoted = cython.declare(object, encode_basestring)
# Characters of a path of RFC 3986 that need no encoding, but for ":", which could end a scheme.
_PATH = "/!$&'()*+,;=@~"
# Characters of a reference in a message; all of it is in the properties.
_LONGEST = cython.declare(cython.Py_ssize_t, 200)
# §3.11.5, §3.11.6: what would be a placeholder or a link in a message.
_IN_MESSAGE = str.maketrans({"{": "{{", "}": "}}", "[": "\\[", "]": "\\]", "\\": "\\\\"})


def results_of(page: Any) -> list[Any]:
    """Return the results of a page: the rule of each, and its JSON."""
    results: list[Any] = []
    for found, judged in page.remarkable():
        target, _, errors, names, _ = judged
        _add_results(results, found, target, errors, names)
    return results


def of_problem(rule: str, message: str, document: str | None, offset: int) -> tuple[str, bytes]:
    """Return the result of a problem."""
    return _result(rule, message, _location(document, f'"byteOffset":{offset}'), "")


@cython.cfunc
@cython.exceptval(-1)
def _add_results(
    results: list[Any], found: Any, target: str | None, errors: tuple[str, ...], names: tuple[str, ...]
) -> cython.int:
    """Add the results of an occurrence with that target, those errors and hazards."""
    reference: str = found.reference
    text: str | None = found.text
    quoted: str = _quoted(reference)
    meant: str = "null" if target is None else quoted if target is reference else _quoted(target)
    of_text: str = "" if text is None else f',"text":{_quoted(text)}'
    delimiter: str = found.delimiter
    properties = f',"properties":{{"reference":{quoted},"target":{meant},"delimiter":"{delimiter}"{of_text}}}'
    place: str = _place(found)
    shown: str = reference if len(reference) <= _LONGEST else f"{reference[:_LONGEST]}\u2026"
    if errors:
        results += [_result(INVALID, f"{shown}: {error}", place, properties) for error in errors]
    if names:
        sentences = {str(each): each.sentence for each in hazards(reference)}
        other: Any = in_text(text, target or reference) if text else None
        if other is not None:
            sentences[str(other)] = other.sentence
        for name in names:
            sentence: str = sentences.get(name) or _HAZARDS[name]
            results.append(_result(f"{HAZARD}{name}", f"{shown}: {sentence}", place, properties))
    return 0


@cython.cfunc
def _place(found: Any) -> str:
    """Return the location of a reference in JSON. What is not known of it is below 1, or below 0."""
    line: cython.longlong = found.line
    start: cython.longlong = found.start
    length: cython.longlong = found.end - start
    raw: str = found.raw
    last: cython.longlong = line + raw.count("\n")
    lines: str = f'"startLine":{line},"endLine":{last}' if line > 0 else ""
    octets: str = f'"byteOffset":{start},"byteLength":{length}' if start >= 0 else ""
    return _location(found.document, f"{lines},{octets}" if lines and octets else lines or octets)


@cython.cfunc
def _location(document: str | None, region: str) -> str:
    """Return a location in JSON, whose region has these members. Whole encoders take long to begin."""
    uri: str = _uri("-" if document is None else document)
    of_region: str = f',"region":{{{region}}}' if region else ""
    return f'{{"artifactLocation":{{"uri":{uri}}}{of_region}}}'


@cython.cfunc
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
