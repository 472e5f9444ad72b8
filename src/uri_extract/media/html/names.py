"""The names of elements and attributes that matter to a reader of references, numbered, and what each does to it.

A name is looked up by its length and three of its bytes: whoever writes other names only, pays one comparison.
"""

from __future__ import annotations

from uri_extract._typing import Final
from uri_extract.media.markup import rows

#: Start tags that end foreign content (HTML standard §13.2.6.5); ``font`` does with one of
#: :data:`FONT_BREAKOUT_ATTRIBUTES`.
BREAKOUTS: Final = frozenset((
    "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2",
    "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre",
    "ruby", "s", "small", "span", "strike", "strong", "sub", "sup", "table", "tt", "u", "ul", "var",
))  # fmt: skip
#: Elements without content (§13.1.2, and what the parser treats like them).
VOID: Final = frozenset((
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img", "input", "keygen",
    "link", "meta", "param", "source", "track", "wbr",
))  # fmt: skip
#: What the text of an element is read as (§13.2.6.4, scripting off).
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
#: Integration points: inside them foreign content holds HTML (§13.2.6, "HTML integration point" and the other one).
HTML_INTEGRATION_POINTS: Final = frozenset(["foreignobject", "desc", "title"])
#: Parts of a table: outside of one they are nothing. A ``tr`` and a ``tbody`` are there without their tags.
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
    "xml",
)  # fmt: skip
#: HTML elements that may be open around foreign content: their end tags close what was left open in it.
AROUND: Final = frozenset(ELEMENTS) - VOID - {"", "svg", "math"}

#: By number; 0 is every other name. Those of :data:`FONT_BREAKOUT_ATTRIBUTES` are looked at by the tokenizer alone.
FONT_BREAKOUT_ATTRIBUTES: Final = ("color", "face", "size")
ATTRIBUTES: Final = (
    "", *FONT_BREAKOUT_ATTRIBUTES,
    "encoding", "href", "src", "srcset", "imagesrcset", "poster", "data", "cite", "action", "formaction",
    "background", "longdesc", "usemap", "manifest", "ping", "archive", "codebase", "classid", "profile", "lowsrc",
    "dynsrc", "itemtype", "itemid", "itemprop", "xlink:href", "xml:base", "http-equiv", "property", "name", "content",
    "charset", "style", "type", "rel", "srcdoc", "code", "object", "pluginspage", "pluginurl", "value", "valuetype",
    "about", "resource", "vocab", "urn", "altimg", "attributionsrc", "cdgroup", "clip-path", "cursor",
    "definitionurl", "fill", "filter", "icon", "imagemap", "marker", "marker-end", "marker-mid", "marker-start", "mask",
    "stroke", "xlink:arcrole", "xlink:role", "prefix", "typeof", "datatype", "data-*", "on*",
)  # fmt: skip
#: The last two are for all names that begin so: custom data attributes (HTML standard §3.2.6.6), and event handler
#: content attributes (§8.1.8.1).
DATA: Final = ATTRIBUTES.index("data-*")
HANDLER: Final = ATTRIBUTES.index("on*")
ENCODING: Final = ATTRIBUTES.index("encoding")
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

SLOTS: Final = 512
LONGEST: Final = max(map(len, (*ELEMENTS, *ATTRIBUTES)))


def slot_of(name: bytes) -> int:
    """Return where a name in lower case is looked up first (the tokenizer computes the same)."""
    size = len(name)
    return (size * 3 + name[0] * 139 + name[size >> 1] * 153 + name[-1] * 249) % SLOTS


def slots() -> tuple[bytes, list[int], list[int]]:
    """Return ``(text, numbers, places)``, for elements and then for attributes: two open-addressed tables.

    ``text`` holds the names, each with a ``>`` after it; a slot has a name's number and its place there. A place of 0
    is an empty slot.
    """
    text = bytearray(b">")
    numbers, places = [0] * 2 * SLOTS, [0] * 2 * SLOTS
    for begin, ids in ((0, ELEMENT_IDS), (SLOTS, ATTRIBUTE_IDS)):
        for name, number in ids.items():
            slot = slot_of(name)
            while places[begin + slot]:
                slot = (slot + 1) % SLOTS
            numbers[begin + slot], places[begin + slot] = number, len(text)
            text += name + b">"
    return bytes(text), numbers, places


def element_flags() -> list[int]:
    """Return the bits above, by number."""
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
    """Return the kind of run an element's content is, by number."""
    return [CONTENTS.get(name, rows.DATA) for name in ELEMENTS]


#: Bytes, by what they end (§13.2.5): white space, a carriage return with it, as it is read like a line feed.
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
