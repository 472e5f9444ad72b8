"""Rows of a report as JSON."""

from __future__ import annotations

import json
from json.encoder import encode_basestring

import cython

from uri_extract._compat._typing import Any
from uri_extract.sinks.text import utf8

if not cython.compiled:
    from uri_extract import limits
    from uri_extract._compat._ascii import COMMA, DIGIT_0, LEFT_BRACKET, LINE_FEED, QUOTATION_MARK, RIGHT_BRACKET
    from uri_extract.rows._bytes import Bytes

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
_encode_text = cython.declare(object, encode_basestring)
# Bytes that may have to be escaped in JSON or in an HTML element; U+2028 and U+2029 begin with E2.
_ESCAPED_BYTES = bytes(octet < 0x20 or octet == 0xE2 or octet in b'"\\<' for octet in range(256))
if cython.compiled:  # noqa: SIM108 - Cython's declarations are statements
    _ESCAPED = cython.declare(cython.p_const_uchar, _ESCAPED_BYTES)
else:
    _ESCAPED = _ESCAPED_BYTES


def item(value: Any) -> bytes:
    return _in_element(_encode(value))


def _in_element(text: str) -> bytes:
    """Return JSON in which "<" is escaped, so that it cannot end its element or begin a comment."""
    return utf8(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))


def shortened(value: Any) -> Any:
    """Return a value; of a long string only its beginning, as a ``data:`` URI may have a megabyte."""
    if not isinstance(value, str) or len(value) <= limits.MAX_REPORT_TEXT:
        return value
    return f"{value[: limits.MAX_REPORT_TEXT - 1]}\u2026"


def rows(columns: list[Any]) -> list[bytes]:
    """Return each row as a JSON array; empty values and None, which are frequent, are 0.

    JSON without indentation contains no line break, so all rows are written into one buffer and split.
    """
    out: Bytes = Bytes()
    width: cython.Py_ssize_t = len(columns)
    count: cython.Py_ssize_t = len(columns[0])
    column: list[Any]
    texts: dict[Any, Any] = {}
    for row in range(count):
        if row:
            out.octet(LINE_FEED)
        out.octet(LEFT_BRACKET)
        for i in range(width):
            if i:
                out.octet(COMMA)
            column = columns[i]
            value: Any = column[row]
            if type(value) is int:
                out.number(value)
            elif not value:
                out.octet(DIGIT_0)
            elif type(value) is str:
                _put_text(out, value, texts)
            else:
                _put_other(out, value, texts)
        out.octet(RIGHT_BRACKET)
    return out.all().split(b"\n") if count else []


def _put_text(out: Bytes, text: str, texts: dict[Any, Any]) -> cython.int:
    if len(text) <= limits.MAX_REPORT_TEXT:
        try:
            octets: bytes = text.encode()
        except UnicodeEncodeError:
            return _put_other(out, text, texts)
        data: cython.p_const_uchar = octets
        size: cython.Py_ssize_t = len(octets)
        for index in range(size):
            if _ESCAPED[data[index]]:
                break
        else:
            out.octet(QUOTATION_MARK)
            out.copy(octets, 0, size)
            out.octet(QUOTATION_MARK)
            return 0
    return _put_other(out, text, texts)


def _put_other(out: Bytes, value: Any, texts: dict[Any, Any]) -> cython.int:
    """Append a value that is slow to encode; ``texts`` caches the JSON of values, many of which recur in a page."""
    octets: bytes | None
    if value is True:
        octets = b"true"
    elif type(value) is float:  # 1.0 equals True, whose JSON differs
        octets = item(value)
    else:
        octets = texts.get(value)
        if octets is None:
            octets = texts[value] = (
                _in_element(_encode_text(shortened(value))) if type(value) is str else item([*map(shortened, value)])
            )
    out.copy(octets, 0, len(octets))
    return 0
