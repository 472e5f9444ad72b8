"""The text of an element that is a reference, or holds some: an identifier, a style sheet.

It is read as a whole at its end tag, with its character references decoded and its CDATA sections joined to the text
around them. If it contains another element, it is ordinary text. For escaped HTML see :mod:`._walk`.
"""

from __future__ import annotations

from uri_extract.markup.css import Stylesheet
from uri_extract.markup.urls import Found, kind_bits, uri, url
from uri_extract.markup.xml.vocabularies import HOW
from uri_extract.rows import layout


def references(how: int, text: bytes) -> list[Found]:
    """Return the references in a text that is not HTML; their places are in bytes of it."""
    if how == HOW["css"]:
        return Stylesheet(names=True).feed(text, final=True)
    shown = text.decode("utf-8", "replace")
    found = url(shown) if how == HOW["url"] else uri(shown) or _with_scheme(shown)
    if found is None or not found.text or (" " in found.text and uri(found.text.replace(" ", "")) is None):
        return []  # it is empty, or words
    begin = len(shown[: found.start].encode())
    size = len(shown[found.start : found.end].encode())
    if len(shown.encode()) != len(text):  # bytes that are not UTF-8 were replaced
        return []
    return [found._replace(start=begin, end=begin + size)]


def kind_of_link(value: str) -> str:
    """Return how an attribute is read that holds a reference in most vocabularies (``vocabularies._ANYWHERE``).

    ``url()`` is unwrapped (XSL 1.1 §5.11). If the value is empty, words, or a template in braces, which no URI contains
    (RFC 3986 §2), it is a reference only if it has the form of a URI.
    """
    found = url(value).text
    if found[:4].lower() == "url(":
        return "css"
    return "uri" if not found or "{" in found or any(map(str.isspace, found)) else "url"


def _with_scheme(text: str) -> Found | None:
    """Return the reference if a text has a scheme and no white space: an identifier."""
    found = url(text)
    return found if kind_bits(found.text) != layout.RELATIVE and not any(map(str.isspace, found.text)) else None
