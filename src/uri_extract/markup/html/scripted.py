"""References in values that scripts read or run: custom data attributes, event handlers, ``javascript:`` URLs.

No browser follows them by itself; a script may, for example one that loads images late from ``data-src``.
"""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final, NamedTuple
from uri_extract.markup import css
from uri_extract.markup.html import script_words
from uri_extract.markup.html._literals import Literals
from uri_extract.markup.html.script_words import (
    SAYS_ANYTHING,
    SAYS_EXPRESSION,
    SAYS_LINK,
    SAYS_SRCSET,
    SAYS_URL,
    what_it_says,
)  # fmt: skip
from uri_extract.markup.srcset import srcset
from uri_extract.markup.urls import Found, uri, url


class ScriptReference(NamedTuple):
    """A reference, its start and end in the value in characters, and its bits."""

    text: str
    start: int
    end: int
    bits: int


# Placeholders of templates: "{width}", "{{ url }}", "${id}", "<%= id %>", "[[id]]", "%%id%%".
_TEMPLATE: Final = re.compile(r"\$?\{|<%|\[\[|%%")
_DESCRIPTOR: Final = re.compile(r"[^ ,] [0-9]++(?:\.[0-9]++)?[wx](?:,|$)")
_WEB: Final = re.compile(r"(?:https?|wss?|ftp):", re.IGNORECASE)
_NOT_OF_URL: Final = re.compile(r"[\x00-\x1f<>\"\\^`{|}]")
_PATH: Final = re.compile(r"\.{0,2}/[^/]")
_NAME_OF_FILE: Final = re.compile(
    r"\.(?:avif|bmp|gif|html?|ico|jpe?g|js|json|mp[34]|pdf|php|png|svg|webm|webp)$", re.IGNORECASE
)
# A string that an event handler navigates to, or makes a browser load: it needs no slash.
_STRING: Final = re.compile(r"[=(](?=\s*+(?P<mark>[\"'])(?P<value>[^\"'\s<>\\]++)(?P=mark))")
_GOING: Final = ("location", "open(", ".src", ".href", ".action")
# Characters examined before such a string: a word, or the end of one.
_BEFORE: Final = 80
_WORDS: Final = {"=": ("location",), "(": ("open", "location.assign", "location.replace")}
_PROPERTIES: Final = (".src", ".href", ".action")
# A string in an expression; one without white space.
_VALUE: Final = re.compile(r"(?P<mark>[\"'`])(?P<value>[^\"'`\s<>\\]++)(?P=mark)")
_OF_CUSTOM_ELEMENTS: Final = frozenset(("href", "src", "srcset"))
_JOIN: Final = re.compile(r"\s*+\+")


def is_scripted(name: str, value: str, element: str = "") -> bool:
    """Return True for an attribute that scripts read, and an event handler with a string; names are in lower case."""
    if name.startswith("on") and len(name) > 4:
        return '"' in value or "'" in value
    if name in _OF_CUSTOM_ELEMENTS:
        return script_words.is_custom(element)
    if name.startswith(script_words.BINDING):
        return what_it_says(name) == SAYS_EXPRESSION
    return name.startswith(script_words.PREFIXES) and not name.endswith("-")


def may_refer(name: str, raw: bytes) -> bool:
    """Return True if such an attribute may hold a reference, by its name or its undecoded value."""
    return name.startswith("on") or what_it_says(name) != SAYS_ANYTHING or b"//" in raw or b"\\/" in raw or b"&#" in raw


def in_attribute(name: str, text: str) -> list[ScriptReference]:
    """Return the references in the value of such an attribute, in the order of their places.

    ``name`` is in lower case. A span with :data:`~.script_words.HIDDEN` is not a reference, or part of one.
    """
    if name.startswith("on"):
        return in_handler(text)
    how = what_it_says(name)
    if how == SAYS_EXPRESSION:
        return in_expression(text)
    whole = url(text)
    if whole.text[:1] in ("{", "["):
        return in_script(text)
    if how != SAYS_ANYTHING and "url(" in text:
        return [meant for each in css.references(text) if (meant := _meant(each, SAYS_URL))]
    if how == SAYS_SRCSET or (how != SAYS_ANYTHING and _DESCRIPTOR.search(text)):
        return [meant for each in srcset(text) if (meant := _meant(each, SAYS_URL))]
    if not whole.text or _has_blank(whole.text, how):
        return in_script(text) if '"' in text or "'" in text else []
    meant = _meant(whole, how)
    return [] if meant is None else [meant]


def in_script(text: str) -> list[ScriptReference]:
    """Return the references in literals of a script, or of JSON."""
    octets = text.encode("utf-8", "surrogatepass")
    found = []
    at = passed = 0
    for start, end, bits in Literals().read(octets, 0, len(octets)):
        first = passed + len(octets[at:start].decode("utf-8", "surrogatepass"))
        at, passed = end, first + len(octets[start:end].decode("utf-8", "surrogatepass"))
        found.append(ScriptReference(script_words.meant_by(text[first:passed], bits), first, passed, bits))
    return found


def in_url(text: str, start: int, end: int) -> list[ScriptReference]:
    """Return the references in the script of a ``javascript:`` URL, which is ``text[start:end]``."""
    return [
        ScriptReference(reference, start + first, start + last, bits)
        for reference, first, last, bits in in_handler(text[start:end])
    ]


def in_handler(text: str) -> list[ScriptReference]:
    """Return the references in an event handler."""
    found = in_script(text)
    if not any(word in text for word in _GOING):
        return found
    taken = {meant.start for meant in found}
    end = 0
    for match in _STRING.finditer(text):
        at = match.start()
        if at < end or not _goes(text[max(0, at - _BEFORE) : at], match[0]):
            continue
        start, end = match.span("value")
        value = match["value"]
        if start in taken or value[0] in "#?" or not ("/" in value or "." in value.strip(".")):
            continue
        bits = script_words.RELATIVE if uri(value) is None else 0
        bits |= script_words.PARTIAL if _JOIN.match(text, end + 1) else 0
        found.append(ScriptReference(script_words.meant_by(value, bits), start, end, bits))
    found.sort(key=_start)
    return found


def in_expression(text: str) -> list[ScriptReference]:
    """Return the references in an expression whose value is a URL: strings that are its value, or begin it."""
    found = in_script(text)
    taken = {meant.start for meant in found}
    for match in _VALUE.finditer(text):
        start, end = match.span("value")
        before = text[max(0, start - _BEFORE) : start - 1].rstrip()
        after = text[end + 1 : end + _BEFORE].lstrip()[:1]
        meant = _meant(Found(match["value"], start, end), SAYS_LINK)
        is_value = not before or before[-1] in "?:|&" or (before[-1] == "(" and not before[-2:-1].isalnum())
        if is_value and meant is not None and start not in taken and after not in ("=", "!"):
            found.append(meant._replace(bits=meant.bits | script_words.PARTIAL * (after in ("+", ".", "["))))
    found.sort(key=_start)
    return found


def _goes(before: str, sign: str) -> bool:
    """Return True if a handler navigates to the string after that text and ``sign``, or makes a browser load it."""
    if sign == "=":
        before = before.rstrip()
        if before.endswith(_PROPERTIES):
            return True
    for word in _WORDS[sign]:
        if before.endswith(word):
            name = before[-1 - len(word) : -len(word)]
            return not (name.isalnum() or name == "_")
    return False


def _start(meant: ScriptReference) -> int:
    return meant.start


def _has_blank(text: str, how: int) -> bool:
    """Return True if white space shows that a value is not one reference; a path with a blank is one with an error."""
    if " " not in text and text.isprintable():
        return False
    return (
        how not in (SAYS_URL, SAYS_LINK)
        or not text.startswith(("/", "./", "../", "http"))
        or "," in text
        or text.count("://") > 1
    )


def _meant(found: Found, how: int) -> ScriptReference | None:
    """Return the reference that a value is, or begins with; None if it is not one."""
    text, start, end = found
    bits = 0
    template = _TEMPLATE.search(text)
    if template:
        if end - start != len(text):  # it contains a line break
            return None
        text, bits = text[: template.start()], script_words.PARTIAL
        end = start + len(text)
        if text.rstrip("/").endswith(":"):
            return None
    if _NOT_OF_URL.search(text) or not text:
        return None
    if uri(text) is not None:
        if text.startswith("//"):
            return ScriptReference(text, start, end, bits | script_words.RELATIVE) if _is_host(text) else None
        return ScriptReference(text, start, end, bits) if how != SAYS_ANYTHING or _WEB.match(text) else None
    if how == SAYS_ANYTHING or not _is_path(text, how) or text.startswith("//"):
        return None
    return ScriptReference(text, start, end, bits | script_words.RELATIVE)


def _is_host(text: str) -> bool:
    return script_words.is_host(text[2:258].encode("utf-8", "replace"))


def _is_path(text: str, how: int) -> bool:
    """Return True if a relative value is a path as people write them, given what the name says."""
    if how == SAYS_LINK:
        return ":" not in text.partition("/")[0]
    if ":" in text.partition("/")[0] or not any(map(str.isalpha, text[:256])):
        return False
    if _PATH.match(text):
        return True
    if text[0] in "#.?&=,;:*+(@$!%":
        return how == SAYS_URL and text[0] == "?" and "=" in text
    name = text.partition("?")[0].partition("#")[0]
    if how == SAYS_URL:
        return "." in name.strip(".")  # else it may be any word, or text in base64
    return _NAME_OF_FILE.search(text) is not None
