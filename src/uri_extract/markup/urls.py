"""The value of an attribute as a URL: the reference in it, and its place (URL Standard §4.4)."""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final, NamedTuple
from uri_extract.rows import layout
from uri_extract.uri.components import form_of
from uri_extract.uri.url_parser import C0_CONTROL_OR_SPACE, TAB_OR_NEWLINE

#: Bytes allowed anywhere in a URI after its scheme (RFC 3986 §2.2, §2.3): a URI of such bytes is valid. The hyphen is
#: first, as in the character class of a pattern.
USUAL: Final = b"-._~!$&'()*+,;=/?0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#: Bytes of a URL that need no decoding: visible ones except ``&``. Those of a scheme have 2, a letter has 3 (RFC 3986
#: §3.1), those that a URI may not have everywhere have 4.
PLAIN: Final = bytes(
    (0x20 < byte < 0x7F and byte != 0x26)
    + 4 * (0x20 < byte < 0x7F and byte not in USUAL)
    + (chr(byte).isalnum() or byte in b"+-.") * (byte < 0x7F)
    + chr(byte).isalpha() * (byte < 0x7F)
    for byte in range(256)
)
_KINDS = {"uri": layout.URI, "iri": layout.IRI, "relative": layout.RELATIVE}
_WORD = re.compile(r"[^ \t\n\f\r]+")
_new = tuple.__new__  # faster than the class's own, as many are made
_COMMA_WORD = re.compile(r"[^ \t\n\f\r,]+")


class Found(NamedTuple):
    """A reference, and its start and end in characters of the value."""

    text: str
    start: int
    end: int


def kind_bits(reference: str) -> int:
    """Return the kind of a reference, as bits of a row: with a scheme (RFC 3986 §3.1), or relative."""
    return _KINDS[form_of(reference)] if ":" in reference else layout.RELATIVE


def url(text: str, start: int = 0, end: int | None = None) -> Found:
    """Return the reference that ``text[start:end]`` is. An empty one is a reference too, at the end of the text."""
    part = text[start:end]
    if part.isprintable() and part[:1] != " " and part[-1:] != " ":
        return _new(Found, (part, start, start + len(part)))
    reference = part.lstrip(C0_CONTROL_OR_SPACE)
    start += len(part) - len(reference)
    reference = reference.rstrip(C0_CONTROL_OR_SPACE)
    end = start + len(reference)
    if not reference.isprintable():
        reference = TAB_OR_NEWLINE.sub("", reference)
    return Found(reference, start, end)


def urls(text: str, commas: bool = False) -> list[Found]:
    """Return the references of a list separated by white space (Infra Standard §4.6, "split on ASCII whitespace").

    With ``commas`` these also separate (HTML 4.01 §13.4: ``archive`` of an applet).
    """
    word = _COMMA_WORD if commas else _WORD
    found = []
    for match in word.finditer(text):
        start, end = match.span()
        part = match[0]  # without surrounding blanks
        each = Found(part, start, end) if part.isprintable() else url(text, start, end)
        if each.text:
            found.append(each)
    return found


# A value that has the form of a URI: a scheme (RFC 3986 §3.1) of two letters or more with an authority; a domain name
# after "//" (without a dot it is more likely XPath, as in "//title"); or a scheme that is not a word before a colon in
# prose or the prefix of a CURIE.
NAMED = "mailto|urn|tel|data|cid|xmpp|sips?|magnet|javascript"
_SHAPE = re.compile(rf"[A-Za-z][A-Za-z0-9+.-]{{1,63}}+://[^/\s\\]|//[\w-]++\.\w|(?:{NAMED}):\S", re.IGNORECASE)


def uri(text: str) -> Found | None:
    """Return the reference that a value is by its form, where any text is allowed; None if it is not one.

    That is ``scheme://host``, ``//host.example``, or a scheme that has no ``//`` and no other meaning. A value with
    white space inside is text.
    """
    found = url(text)
    if _SHAPE.match(found.text) is None or _WORD.fullmatch(found.text) is None:
        return None
    return found


def paths(text: str) -> list[Found]:
    """Return the reference that a value is, where a URL is expected but people also write other things; or none.

    It must have the form of a URI, a path, or a file name: a word or a sentence is not one.
    """
    found = url(text)
    if _WORD.fullmatch(found.text) is None or not ("/" in found.text or "." in found.text.strip(".")):
        return []
    return [found]


def uris(text: str) -> list[Found]:
    """Return the words of a value that are URIs by their form."""
    found = [url(text, *match.span()) for match in _WORD.finditer(text)]
    return [each for each in found if _SHAPE.match(each.text)]
