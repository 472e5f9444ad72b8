"""Occurrences as JSON Lines: what :meth:`Occurrence.as_dict` gives, put into one template where a reference is plain.

One source, two speeds, as the kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

import json
from json.encoder import encode_basestring

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.sinks.text import utf8
from uri_extract.uri import _backend

if cython.compiled:
    from cython.cimports.uri_extract.media._plain_c import Targets
    from cython.cimports.uri_extract.sinks._bytes_c import Bytes
else:
    from uri_extract.media._plain import Targets
    from uri_extract.sinks._bytes import Bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uri_extract.records import Mail, Occurrence

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode

# The end of a record, by element and attribute: few names are in use, but a document may make up any.
_ends: dict[tuple[str | None, str | None], str] = {}
_ENDS_MOST = 1000


def encode(occurrences: list[Occurrence]) -> bytes:
    """Return a line for each occurrence, in UTF-8; what has none there is U+FFFD."""
    out: Bytes = Bytes()
    fields: tuple[Any, ...]
    document: object = out  # None is a name
    named: str = ""
    bases: object = None
    base: str = ""
    element: Any = out
    attribute: Any = out
    end: str = ""
    is_plain = _backend.is_plain
    relative_to: Targets = Targets()
    target: str | None
    for occurrence in occurrences:
        fields = cython.cast(tuple, occurrence)
        plain: cython.int = is_plain(fields[0])
        relative: cython.bint = fields[11] == "relative"
        if plain != (1 if relative else 2) or not (relative or fields[11] == "uri") or fields[15] is not None:
            out.put(utf8(_encode(occurrence.as_dict()) + "\n").decode())
            continue
        out.put('{"reference":"')
        out.put(fields[0])
        if not relative:
            out.put('","target":"')
            out.put(fields[0])
            out.put('","raw":')
        else:
            out.put('","target":')
            target = relative_to.of(fields[0], fields[12])
            if target is None:
                out.put("null")
            elif target.isascii():
                out.put('"')
                out.put(target)
                out.put('"')
            else:
                out.put(encode_basestring(target))
            out.put(',"raw":')
        if fields[1] is fields[0]:
            out.put('"')
            out.put(fields[0])
            out.put('"')
        else:
            raw: str = encode_basestring(fields[1])
            out.put(raw if raw.isascii() else utf8(raw).decode())
        if fields[6] is not document:
            document = fields[6]
            named = f',"document":{_json(document)},"start":'
        out.put(named)
        out.number(fields[2])
        out.put(',"end":')
        out.number(fields[3])
        out.put(',"line":')
        out.number(fields[4])
        out.put(',"column":')
        out.number(fields[5])
        out.put(',"delimiter":"')
        out.put(fields[7])
        if fields[8] is None and fields[9] is None and not fields[10]:
            out.put('","prefix":null,"wrapped":null,"alternates":[],"kind":"')
        else:
            out.put(
                f'","prefix":{_json(fields[8])},"wrapped":{_json(fields[9])},"alternates":{_json(list(fields[10]))},'
                '"kind":"'
            )
        out.put(fields[11])
        if not relative:
            out.put('","valid":true,"errors":[],"hazards":[],"base":null,"base_from":null,')
        else:
            if fields[12] is not bases:
                bases = fields[12]
                base = f'"base":{_json(fields[12][0])},"base_from":{_json(fields[12][1])},'
            out.put('","valid":true,"errors":[],"hazards":[],')
            out.put(base)
        if fields[15] is None and fields[16] is None:
            if fields[13] is not element or fields[14] is not attribute:
                element, attribute = fields[13], fields[14]
                end = _ends.get((element, attribute)) or _end(element, attribute)
            out.put(end)
        else:
            out.put(_place(fields[13], fields[14]))
            out.put(_rest(fields[15], fields[16]))
    whole: bytes = out.all()
    return whole


def _json(value: Any) -> str:
    return "null" if value is None else utf8(_encode(value)).decode()


def _place(element: str | None, attribute: str | None) -> str:
    return f'"element":{_json(element)},"attribute":{_json(attribute)},'


def _rest(text: str | None, mail: Mail | None) -> str:
    message_id, field, refers_to = mail or (None, None, None)
    names = f'"message_id":{_json(message_id)},"field":{_json(field)},"refers_to":{_json(refers_to)}'
    return f'"text":{_json(text)},{names}}}\n'


def _end(element: str | None, attribute: str | None) -> str:
    end = _place(element, attribute) + _rest(None, None)
    if len(_ends) >= _ENDS_MOST:
        _ends.clear()
    _ends[element, attribute] = end
    return end
