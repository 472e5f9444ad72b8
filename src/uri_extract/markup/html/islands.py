"""Data blocks of scripts whose format or vocabulary determines which strings are references.

JSON-LD 1.1 (``application/ld+json``), import maps and speculation rules (HTML Standard §8.1.6.2, §7.6), and JSON whose
quotation marks are escaped so that it can be in HTML: ``&q;`` for ``"``, ``&a;`` for ``&`` and so on, as frameworks
write the state of a page.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final
from uri_extract.markup.html import script_words
from uri_extract.markup.html._literals import Literals
from uri_extract.markup.html.script_words import meant_by
from uri_extract.markup.html.scripted import ScriptReference, in_script
from uri_extract.uri.patterns import repeated

# RFC 8259 §7, §2.
# After a string without an end, the rest of the text is read once.
_TOKEN: Final = re.compile(
    r'"(?P<string>' + repeated(r'[^"\\]++|\\[\s\S]?+') + r')(?:(?P<closed>"(?P<key>[ \t\n\r]*+:)?)|\Z)|[{}]'
)
_WEB: Final = re.compile(r"(?:https?|wss?|ftp)://[^/]", re.IGNORECASE)
_NO_REFERENCE: Final = re.compile(r"[\x00-\x20<>\"\\^`|]")
_TEMPLATE: Final = re.compile(r"[{}]")
_NOT_PLAIN: Final = re.compile(f"{_NO_REFERENCE.pattern}|{_TEMPLATE.pattern}")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:")
_ESCAPE: Final = re.compile(rb"&[qasgl];")
_new = tuple.__new__  # faster than the class's own, as many are made
# "&" last, as it may begin what looks like an escape
_MEANT: Final = ((b"&q;", b'"'), (b"&s;", b"'"), (b"&g;", b">"), (b"&l;", b"<"), (b"&a;", b"&"))


def in_script_of(media_type: str, text: str) -> list[ScriptReference]:
    """Return the references in a complete script with that ``type``, including escaped JSON."""
    kind = script_words.DATA_BLOCKS.get(media_type.strip().lower().encode("utf-8", "replace"))
    if kind is None:
        return in_script(text)
    octets = text.encode("utf-8", "replace")
    if kind == "ld+json" and script_words.RELATIVE_PROPERTY.search(octets) is None:
        return in_script(text)
    if kind != "json":
        return in_json(kind, octets.decode("latin-1"))
    octets = text.encode("latin-1", "replace")
    if not script_words.is_escaped_json(octets[:64]):
        return in_script(text)
    return [ScriptReference(*each) for each in in_escaped_json(octets)[0]]


def in_json(kind: str, text: str) -> list[ScriptReference]:
    """Return the references in a data block of that kind, in the order of their places.

    ``text`` is UTF-8, with one character for each byte.
    """
    found = []
    is_ascii = text.isascii()
    for path, value, start, is_key in _strings(text):
        end = start + len(value)
        if not is_ascii:
            value = value.encode("latin-1").decode("utf-8", "replace")
        bits = 0
        if _NOT_PLAIN.search(value):
            if "\\" in value:
                try:
                    value = json.loads(f'"{value}"', strict=False)
                except ValueError:
                    continue
                if _TEMPLATE.search(value):
                    continue
            elif template := _TEMPLATE.search(value):
                value = value[: template.start()]
                end = start + len(value.encode())
                bits = script_words.PARTIAL
            if _NO_REFERENCE.search(value):
                continue
        if not value:
            continue
        if ":" not in value or not _WEB.match(value):
            if is_key and kind != "importmap":
                continue
            if not _is_meant(kind, path, value, is_key):
                continue
            bits |= 0 if ":" in value and _SCHEME.match(value) else script_words.RELATIVE
        elif is_key:
            continue
        found.append(_new(ScriptReference, (value.replace("&amp;", "&"), start, end, bits)))
    return found


def _strings(text: str) -> Iterator[tuple[list[str], str, int, bool]]:
    """Yield the strings of JSON: the names of the members around each, its characters and their place, and whether it
    is a name.

    Only the names of the outermost three members and of the innermost one are exact. An array counts as its elements.
    """
    path: list[str] = []
    inside: list[str] | None = None  # of the values in the current member
    name = ""
    for token in _TOKEN.finditer(text):
        string, closed, key = token.groups()
        if closed:
            if key:
                yield path, string, token.start(1), True
                name, inside = string, None
            else:
                inside = [*path[:3], name] if inside is None else inside
                yield inside, string, token.start(1), False
        elif token[0] == "{":
            path.append(name)
            inside = None
        elif token[0] == "}" and path:
            name, inside = path.pop(), None


def _is_meant(kind: str, path: list[str], value: str, is_key: bool) -> bool:
    if kind == "importmap":  # HTML Standard §8.1.6.2: other addresses are invalid
        scoped = path[1:2] == ["scopes"] and (len(path) == 2 if is_key else len(path) > 2)
        imported = path[1:2] == ["imports"] and not is_key
        return (scoped or imported) and value.startswith(("/", "./", "../"))
    name = path[-1]
    if kind == "speculationrules":
        return name == "urls"
    if name == "@id" and value.startswith("_:"):  # a blank node (JSON-LD 1.1 §3.3)
        return False
    scheme = _SCHEME.match(value)
    if scheme and name != "url":  # possibly a compact IRI
        return scheme[0].lower() in ("mailto:", "tel:", "urn:")
    return script_words.is_url_property(name) and ("/" in value or "." in value or "#" in value or name == "@id")


def in_escaped_json(raw: bytes) -> tuple[list[tuple[str, int, int, int]], list[tuple[int, int]]]:
    """Return the references in JSON that is escaped, and the spans of its escapes, both in bytes of ``raw``.

    For each reference: its text, its start and end, and its bits.
    """
    escapes = [match.span() for match in _ESCAPE.finditer(raw)]
    text = raw
    for escape, meant in _MEANT:
        text = text.replace(escape, meant)
    ends = [end - 2 * number for number, (_, end) in enumerate(escapes, 1)]  # in the text: each is two bytes shorter

    def place(position: int) -> int:
        return position + 2 * bisect_right(ends, position)

    found = [
        (meant_by(text[start:end].decode("utf-8", "replace"), bits), place(start), place(end), bits)
        for start, end, bits in Literals().read(text, 0, len(text))
        if not bits & script_words.HIDDEN
    ]
    return found, escapes
