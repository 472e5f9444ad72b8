"""Tables for fast checks of an attribute by its number and its element's, and of a value by its bytes."""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final
from uri_extract.markup import urls
from uri_extract.markup.html import attributes, names
from uri_extract.markup.urls import NAMED, USUAL
from uri_extract.uri.patterns import repeated

# How an attribute is read.
SKIP: Final = 0  # it holds no reference
URL: Final = 1  # it is one URL
PAGE: Final = 2  # it is one URL; an empty one is the document itself
URLS: Final = 3  # a list of URLs
SRCSET: Final = 4  # image candidates
SLOW: Final = 5  # it always needs a closer look
STYLES: Final = 6  # it does if it has a byte that a reference in a style needs
NEEDS_SCHEME: Final = 7  # it does if it may be a URI with a scheme, or any text
WORDS: Final = 8  # it does if any of its words may be such a URI
SCRIPTED: Final = 9  # it is for scripts
ROLE: Final = 10  # it is the role, which may begin a region of the page
#: A bit beside these: its references are names.
NAME: Final = 16

_KINDS = {"css": STYLES, "uri": NEEDS_SCHEME, "uris": WORDS, "urls": URLS, "srcset": SRCSET}
_BASES = {"document": URL, "page": PAGE}


def _glance(element: str, attribute: str, foreign: bool) -> int:
    place = attributes.place(element, attribute, foreign=foreign)
    if place is None:
        return SKIP
    return _how(place, element, foreign) | NAME * place.name


def _how(place: attributes.Place, element: str, foreign: bool) -> int:
    if element in ("html", "body") and not foreign:  # repeated start tags of these belong to one element
        return STYLES if place.kind == "css" else SLOW
    # The walker knows the name of an element by its number; HTML's image is an img, SVG's is not.
    if place.kind in ("url", "urls") and (place.base not in _BASES or not element or (foreign and element == "image")):
        return SLOW
    if place.kind == "url":
        return _BASES[place.base]
    return SLOW if element == "param" else _KINDS.get(place.kind, SLOW)


# Elements that differ from others beyond the table of places; "" is an element without a number.
_APART = ("", "html", "body", "image", "param")


def _glances(foreign: bool) -> bytes:
    """Return the table: most elements have the values of an element without entries, with a few exceptions."""
    table = attributes.FOREIGN if foreign else attributes.HTML
    elements = {element: number for number, element in enumerate(names.ELEMENTS)}
    numbers = {attribute: number for number, attribute in enumerate(names.ATTRIBUTES)}
    anywhere = [attribute for element, attribute in table if element == attributes.ANY and attribute in numbers]
    unnamed = bytearray(len(numbers))
    unnamed[names.DATA] = unnamed[names.HANDLER] = SCRIPTED
    unnamed[numbers["role"]] = SKIP if foreign else ROLE
    for attribute in anywhere:
        unnamed[numbers[attribute]] = _glance(attributes.ANY, attribute, foreign)
    rows = [bytearray(unnamed) for _ in elements]
    for element, attribute in (*((element, attribute) for element in _APART for attribute in anywhere), *table):
        # HTML's image is an img.
        for each in (element, "image") if element == "img" and not foreign else (element,):
            if each in elements and attribute in numbers:
                rows[elements[each]][numbers[attribute]] = _glance(each, attribute, foreign)
    for attribute in () if foreign else ("href", "src", "srcset"):
        rows[0][numbers[attribute]] = SCRIPTED  # of custom elements
    return b"".join(rows)


#: By element and attribute, for elements of HTML and then for those of SVG and MathML.
GLANCES: Final = _glances(False) + _glances(True)

#: Bytes of a URL that needs no decoding: those of :data:`.urls.PLAIN`; with 8, those of no valid URI: a blank and bytes
#: beyond ASCII.
PLAIN: Final = bytes(8 * (byte == 0x20 or byte > 0x7F) or kind for byte, kind in enumerate(urls.PLAIN))
ALNUM: Final = bytes(chr(byte).isalnum() and byte < 0x7F for byte in range(256))
_ASCII_REFERENCE = rb"&amp;|&#(?=[0-9]{1,4};)0*+(?:%b);|&#[xX](?=[0-9A-Fa-f]{1,4};)0*+(?:%b);" % tuple(
    "|".join(form % ord(each) for each in "!#$&'*/;=?@_~").encode() for form in ("%d", "(?i:%x)")
)
#: Character references that a URL may have if it needs no other work (:func:`uri_extract.rows._rows.ascii_reference`).
ASCII_REFERENCE: Final = re.compile(_ASCII_REFERENCE)
#: The same as a pattern: these references are allowed too, and a ``&`` that does not begin a character reference (HTML
#: Standard §13.2.5.73).
PLAIN_URL: Final = re.compile(
    rb"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*+:)?"
    + repeated(rb"[ -%'-~\x80-\xff]++|" + _ASCII_REFERENCE + rb"|&[A-Za-z0-9]++=|&(?![#0-9A-Za-z])")
)

#: A URL with a scheme that is a valid URI. An empty host is not valid for every scheme (RFC 9110 §4.2).
USUAL_URI: Final = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]*+:(?!//(?![A-Za-z0-9+.-]))[%s]*+" % USUAL)

#: The beginning of a URI without ``//`` that may be among any text, if its colon is not a character reference.
SHAPE: Final = re.compile(rb"(?:%s):" % NAMED.encode(), re.IGNORECASE)
_LAST = "".join([name.rstrip("?")[-1] + name.removesuffix("s?")[-1] for name in NAMED.split("|")])
#: The last letters of those schemes.
SHAPE_ENDS: Final = bytes(byte in f"{_LAST}{_LAST.upper()}".encode() for byte in range(256))

#: Masks a value that was read as references: no reference can be in the result; line breaks are kept.
MASK: Final = bytes(byte if byte == 0x0A else 0x01 for byte in range(256))
#: A character reference that may stand for a colon.
MEANT_COLON: Final = re.compile(rb"&(?:#(?:0|58|[xX][03])|c)")
