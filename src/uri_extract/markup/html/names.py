"""The names of elements and attributes that matter for references, numbered, with their properties.

A name is looked up by its first eight bytes and its last eight: for most other names that is one comparison.
"""

from __future__ import annotations

import sys
from array import array
from functools import partial

from uri_extract._compat._typing import Final
from uri_extract.markup import rows

#: Start tags that end foreign content (HTML Standard §13.2.6.5); ``font`` does if it has one of
#: :data:`FONT_BREAKOUT_ATTRIBUTES`.
BREAKOUTS: Final = frozenset((
    "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2",
    "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre",
    "ruby", "s", "small", "span", "strike", "strong", "sub", "sup", "table", "tt", "u", "ul", "var",
))  # fmt: skip
#: Void elements (§13.1.2), and those that the parser treats as void.
VOID: Final = frozenset((
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img", "input", "keygen",
    "link", "meta", "param", "source", "track", "wbr",
))  # fmt: skip
#: How the text of an element is read (§13.2.6.4, scripting off).
CONTENTS: Final = {
    "title": rows.RCDATA,
    "textarea": rows.RCDATA,
    "style": rows.RAWTEXT,
    "iframe": rows.RAWTEXT,
    "noembed": rows.RAWTEXT,
    "noframes": rows.RAWTEXT,
    "xmp": rows.RAWTEXT,
    "script": rows.SCRIPT,
    "plaintext": rows.PLAINTEXT,
}
#: Integration points, in which foreign content holds HTML (§13.2.6, "HTML integration point" and "MathML text
#: integration point").
HTML_INTEGRATION_POINTS: Final = frozenset(["foreignobject", "desc", "title"])
#: Parts of a table, which are ignored outside of one. A ``tr`` and a ``tbody`` may be implied.
TABLE_PARTS: Final = frozenset(("caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"))
MATHML_TEXT_INTEGRATION_POINTS: Final = frozenset(["mi", "mo", "mn", "ms", "mtext"])

#: By number; 0 is every other name.
ELEMENTS: Final = (
    "",
    "a", "area", "base", "link", "script", "style", "title", "textarea", "template", "noscript", "svg", "math",
    "frameset", "frame", "meta", "iframe", "noembed", "noframes", "xmp", "plaintext", "foreignobject", "desc",
    "annotation-xml", "mi", "mo", "mn", "ms", "mtext", "mglyph", "malignmark", "form", "img", "image", "source",
    "input", "object", "param", "embed", "applet", "body", "html", "head", "table", "select", "option", "button",
    "audio", "video", "track", "blockquote", "q", "ins", "del", "font", "use", "b", "basefont", "bgsound", "big",
    "br", "center", "code", "col", "dd", "div", "dl", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i",
    "keygen", "li", "listing", "menu", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span", "strike", "strong",
    "sub", "sup", "tt", "u", "ul", "var", "wbr", "address", "article", "aside", "caption", "details", "dialog",
    "fieldset", "figure", "footer", "header", "label", "main", "nav", "section", "summary", "tbody", "td", "tfoot",
    "th", "thead", "tr", "colgroup", "command", "menuitem", "isindex", "fig", "overlay", "note", "layer", "ilayer",
    "xml", "search",
)  # fmt: skip
#: HTML elements that may be open around foreign content: their end tags close elements left open in it.
AROUND: Final = frozenset(ELEMENTS) - VOID - {"", "svg", "math"}

#: By number; 0 is every other name. Only the tokenizer uses those of :data:`FONT_BREAKOUT_ATTRIBUTES`.
FONT_BREAKOUT_ATTRIBUTES: Final = ("color", "face", "size")
ATTRIBUTES: Final = (
    "", *FONT_BREAKOUT_ATTRIBUTES,
    "encoding", "href", "src", "srcset", "imagesrcset", "poster", "data", "cite", "action", "formaction",
    "background", "longdesc", "usemap", "manifest", "ping", "archive", "codebase", "classid", "profile", "lowsrc",
    "dynsrc", "itemtype", "itemid", "itemprop", "xlink:href", "xml:base", "http-equiv", "property", "name", "content",
    "charset", "style", "type", "rel", "srcdoc", "code", "object", "pluginspage", "pluginurl", "value", "valuetype",
    "about", "resource", "vocab", "urn", "altimg", "attributionsrc", "cdgroup", "clip-path", "cursor",
    "definitionurl", "fill", "filter", "icon", "imagemap", "marker", "marker-end", "marker-mid", "marker-start", "mask",
    "stroke", "xlink:arcrole", "xlink:role", "prefix", "typeof", "datatype", "role", "alt", "data-*", "on*",
)  # fmt: skip
#: The last two are for all names with these prefixes: custom data attributes (HTML Standard §3.2.6.6), and event
#: handler content attributes (§8.1.8.1).
DATA: Final = ATTRIBUTES.index("data-*")
HANDLER: Final = ATTRIBUTES.index("on*")
ENCODING: Final = ATTRIBUTES.index("encoding")
HREF: Final = ATTRIBUTES.index("href")
HTTP_EQUIV: Final = ATTRIBUTES.index("http-equiv")
TYPE: Final = ATTRIBUTES.index("type")

ELEMENT_IDS: Final = {name.encode(): number for number, name in enumerate(ELEMENTS) if name}
ATTRIBUTE_IDS: Final = {name.encode(): number for number, name in enumerate(ATTRIBUTES) if name}

BREAKOUT: Final = 1
IS_VOID: Final = 2
STANDS_AROUND: Final = 4
SVG_POINT: Final = 8
MATHML_POINT: Final = 16
OF_TABLE: Final = 32
IMPLIED: Final = 64

# Masks the bit of each byte of a name that distinguishes capital letters.
_COUNTING = bytes(0xDF if 0x61 <= byte <= 0x7A else 0xFF for byte in range(256))
LONGEST: Final = max(map(len, (*ELEMENTS, *ATTRIBUTES)))

SLOTS: Final = 512
#: A slot is several words of eight bytes: the first eight bytes of a name and a mask, its last eight and a mask, and
#: its number and size.
WORDS: Final = 5
#: The byte that pads a name to a word; no name contains it.
PADDING: Final = 0x3E
#: The tables are preceded by a mask for each size below eight, which has the bits of that many bytes.
SIZES: Final = 8
#: The bits of the number in a slot's last word.
NUMBER_BITS: Final = 16
# Of the multipliers tried, the one with the fewest collisions.
MULTIPLIER = 3441353753790946143
#: The product is shifted by this many bits to give the number of a slot.
SHIFT: Final = 64 - 9
ANY_CASE = 0x2020202020202020


_word = partial(int.from_bytes, byteorder=sys.byteorder)


def slot_of(first: int, last: int) -> int:
    """Return the slot at which the lookup of a name begins, as the tokenizer computes it."""
    return ((first | ANY_CASE) + (last | ANY_CASE)) * MULTIPLIER % (1 << 64) >> SHIFT


def slots() -> array[int]:
    """Return the words of two open-addressed tables, of elements and of attributes, after those of :data:`SIZES`.

    The words of an empty slot are 0: it matches any name, and its number is 0.
    """
    words = array("Q", bytes(8 * (SIZES + 2 * WORDS * SLOTS)))
    for size in range(SIZES):
        words[size] = _word(b"\xff" * size + bytes(8 - size))
    begin = SIZES
    for ids in (ELEMENT_IDS, ATTRIBUTE_IDS):
        for name, number in ids.items():
            first = name[:8].ljust(8, bytes((PADDING,)))
            last = name[-8:] if len(name) >= 8 else bytes(8)
            slot = slot_of(_word(first), _word(last))
            while words[begin + slot * WORDS]:
                slot = (slot + 1) % SLOTS
            at = begin + slot * WORDS
            words[at], words[at + 1] = _word(first), _word(first.translate(_COUNTING))
            if len(name) >= 8:
                words[at + 2], words[at + 3] = _word(last), _word(last.translate(_COUNTING))
            words[at + 4] = len(name) << NUMBER_BITS | number
        begin += WORDS * SLOTS
    return words


def element_flags() -> list[int]:
    """Return the bits above, by element number."""
    return [
        (name in BREAKOUTS) * BREAKOUT
        | (name in VOID) * IS_VOID
        | (name in AROUND) * STANDS_AROUND
        | (name in HTML_INTEGRATION_POINTS) * SVG_POINT
        | (name in MATHML_TEXT_INTEGRATION_POINTS) * MATHML_POINT
        | (name in TABLE_PARTS) * OF_TABLE
        | (name in ("tr", "tbody")) * IMPLIED
        for name in ELEMENTS
    ]


def contents() -> list[int]:
    """Return the kind of run of an element's content, by element number."""
    return [CONTENTS.get(name, rows.DATA) for name in ELEMENTS]


#: Classes of bytes, by the state that they end (§13.2.5): white space; a carriage return is included, as it is read
#: like a line feed.
LETTER: Final = 1
SPACE: Final = 2
ENDS_NAME: Final = 4  # a tag's
ENDS_ATTRIBUTE: Final = 8  # an attribute's name
ENDS_VALUE: Final = 16  # a value without quotation marks


def _classes() -> bytes:
    table = bytearray(256)
    for byte in range(0x41, 0x5B):
        table[byte] = table[byte | 0x20] = LETTER
    for byte in b"\t\n\f\r ":
        table[byte] = SPACE | ENDS_NAME | ENDS_ATTRIBUTE | ENDS_VALUE
    table[0x2F] = ENDS_NAME | ENDS_ATTRIBUTE
    table[0x3E] = ENDS_NAME | ENDS_ATTRIBUTE | ENDS_VALUE
    table[0x3D] = ENDS_ATTRIBUTE
    return bytes(table)


CLASSES: Final = _classes()
LOWER: Final = bytes(range(256)).lower()
