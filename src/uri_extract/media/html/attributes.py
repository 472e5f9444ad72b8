"""Which attribute of which element holds references, and how its value is read: a table, with the source of each row.

Names are in lower case. The table is a superset of the "List of attributes" of the HTML standard: old pages hold what
old standards and browsers had. What is a name and no link is in it too (:data:`NAMES`), but for ``xmlns``, which means
the same in any text (:mod:`uri_extract.scan._declarations`). What scripts read or run is in :mod:`.scripted`.
"""

from __future__ import annotations

from uri_extract._typing import NamedTuple
from uri_extract.media.html.script_words import is_url_property
from uri_extract.media.markup import css
from uri_extract.media.markup.refresh import refresh
from uri_extract.media.markup.srcset import srcset
from uri_extract.media.markup.urls import Found, paths, uri, uris, url, urls

#: How a value is read.
KINDS = ("url", "urls", "commas", "srcset", "css", "refresh", "uri", "uris", "path", "html")
#: Those of values that are references from end to end; of others the rest is text.
WHOLE = frozenset(("url", "urls", "commas", "srcset", "refresh"))


class Place(NamedTuple):
    """An attribute that holds references.

    ``kind``
        ``url``: the value is one; ``urls``: a list, separated by white space; ``commas``: by commas too; ``srcset``;
        ``css``: declarations of a style; ``refresh``; ``uri``: one, where it has the shape of a URI; ``uris``: a list
        of which those are meant that have it; ``path``: one, where it has the shape of a URI or of a path; ``html``:
        a document.
    ``base``
        What it is resolved against. ``document``: the document's base; ``own``: that which the document has without
        its base element (HTML standard §4.2.3); ``page``: the document's base, but an empty one is the document's
        URL (§4.10.22.3, step 13); ``codebase``: the element's codebase (HTML 4.01 §13.3, §13.4), where it has one.
    ``source``
        The standard that has it.
    ``name``
        What is there is a name, not a link.
    """

    attribute: str
    kind: str
    base: str
    source: str
    name: bool = False


#: Any element.
ANY = "*"

_LS, _LS_OLD = "HTML standard", "HTML standard §16.2, obsolete"
_NETSCAPE, _IE = "Netscape Navigator", "Internet Explorer"

# Elements, attributes, kind, base, source. A row before another wins.
_HTML = (
    ("a area link", "href", "url", "document", _LS),
    ("base", "href", "url", "own", f"{_LS} §4.2.3"),
    ("a area", "ping", "urls", "document", f"{_LS} §4.6.2"),
    ("audio embed iframe img input script source track video", "src", "url", "document", _LS),
    ("frame", "src longdesc", "url", "document", "HTML 4.01 §16.2.2"),
    ("img source", "srcset", "srcset", "document", f"{_LS} §4.8.4.2.1"),
    ("link", "imagesrcset", "srcset", "document", f"{_LS} §4.2.4"),
    ("video", "poster", "url", "document", f"{_LS} §4.8.8"),
    ("object", "data", "url", "document", f"{_LS} §4.8.7"),
    ("blockquote del ins q", "cite", "url", "document", _LS),
    ("form", "action", "url", "page", f"{_LS} §4.10.19.6"),
    ("button input", "formaction", "url", "page", f"{_LS} §4.10.19.6"),
    ("meta", "content", "uri", "document", "RDFa in HTML, Open Graph: a URI where any text is allowed"),
    (ANY, "style", "css", "document", f"{_LS} §3.2.6.5"),
    ("iframe", "srcdoc", "html", "document", f"{_LS} §4.8.5: about:srcdoc has the base of the document around it"),
    (ANY, "itemtype", "urls", "document", f"{_LS} §5.2.2"),
    (ANY, "itemid", "url", "document", f"{_LS} §5.2.2"),
    (ANY, "itemprop", "uris", "document", f"{_LS} §5.2.3: an absolute URL or a word"),
    ("head", "profile", "urls", "document", "HTML 4.01 §7.4.4.3"),
    ("img iframe", "longdesc", "url", "document", "HTML 4.01 §13.2, §16.5"),
    ("img input object", "usemap", "url", "document", "HTML 4.01 §13.6.1"),
    ("object applet", "codebase", "url", "document", "HTML 4.01 §13.3, §13.4"),
    ("object", "classid", "url", "codebase", "HTML 4.01 §13.3"),
    ("object", "archive", "urls", "codebase", "HTML 4.01 §13.3"),
    ("applet", "archive", "commas", "codebase", "HTML 4.01 §13.4"),
    ("applet", "code object", "url", "codebase", "HTML 4.01 §13.4"),
    ("param", "value", "uri", "document", "HTML 4.01 §13.3.2: a URI where valuetype is ref, else any text"),
    ("body table thead tbody tfoot tr td th col colgroup", "background", "url", "document", _LS_OLD),
    ("img", "lowsrc", "url", "document", _LS_OLD),
    ("img input", "dynsrc", "url", "document", _LS_OLD),
    ("bgsound", "src", "url", "document", _LS_OLD),
    ("html", "manifest", "url", "document", "HTML 5.0 §4.1.1, W3C"),
    ("command menuitem", "icon", "url", "document", "HTML 5.0 drafts, W3C"),
    ("isindex", "action", "url", "page", "HTML 3.2, as browsers had it"),
    ("a link", "urn", "url", "document", "HTML 2.0 §5.7.3"),
    ("fig overlay", "src imagemap", "url", "document", "HTML 3.0 draft"),
    ("note hr ul li h1 h2 h3 h4 h5 h6", "src", "url", "document", "HTML 3.0 draft"),
    ("layer ilayer", "src background", "url", "document", _NETSCAPE),
    ("embed", "pluginspage pluginurl", "url", "document", _NETSCAPE),
    ("xml", "src", "url", "document", _IE),
    ("mglyph", "src", "url", "document", "MathML 3 §3.2.1.2: in text of MathML it is no HTML, to a tokenizer it is"),
    ("a img script", "attributionsrc", "urls", "document", "Attribution Reporting"),
    (ANY, "about resource", "uri", "document", "RDFa Core 1.1 §5: a CURIE in brackets is none"),
    (ANY, "vocab", "url", "document", "RDFa Core 1.1 §5"),
    (ANY, "property prefix typeof datatype", "uris", "document", "RDFa Core 1.1 §5"),
)

_FOREIGN = (
    (
        "a animate animatecolor animatemotion animatetransform cursor discard feimage filter image lineargradient "
        "mpath pattern radialgradient script set textpath use tref altglyph glyphref font-face-uri color-profile",
        "href xlink:href", "url", "document", "SVG 2 §16.1, SVG 1.1 §17.1",
    ),
    (ANY, "xlink:href", "url", "document", "XLink 1.1 §5.4"),
    (ANY, "href", "url", "document", "MathML 3 §2.1.6"),
    (ANY, "xlink:role xlink:arcrole", "uri", "document", "XLink 1.1 §5.5"),
    (ANY, "fill stroke filter clip-path mask marker marker-start marker-mid marker-end cursor", "css", "document",
     "SVG 2 §6.6, presentation attributes"),
    ("mglyph", "src", "url", "document", "MathML 3 §3.2.1.2"),
    ("math", "altimg", "url", "document", "MathML 3 §2.2.1"),
    (ANY, "definitionurl cdgroup", "url", "document", "MathML 3 §4.2"),
    (ANY, "style", "css", "document", "SVG 2 §6.2"),
)  # fmt: skip


#: Attributes that hold names: of types and properties ("opaque identifiers", HTML standard §5.2.2; RDFa Core 1.1 §5),
#: of vocabularies, of what a link is (XLink 1.1 §5.5), of a metadata profile, which is used "as a globally unique name"
#: (HTML 4.01 §7.4.4.3).
NAMES = frozenset((
    "profile", "itemtype", "itemprop", "vocab", "property", "prefix", "typeof", "datatype", "xlink:role",
    "xlink:arcrole",
))  # fmt: skip


def _table(rows: tuple[tuple[str, str, str, str, str], ...]) -> dict[tuple[str, str], Place]:
    table: dict[tuple[str, str], Place] = {}
    for elements, attributes, kind, base, source in rows:
        for element in elements.split():
            for attribute in attributes.split():
                table.setdefault((element, attribute), Place(attribute, kind, base, source, attribute in NAMES))
    return table


#: By element and attribute; the element is :data:`ANY` where it does not matter.
HTML = _table(_HTML)
#: The same for elements of SVG and MathML.
FOREIGN = _table(_FOREIGN)

#: Every attribute that may hold a reference, of whatever element.
ATTRIBUTES = frozenset(attribute for _, attribute in HTML.keys() | FOREIGN.keys())

#: What else of an element must be known to read one of its attributes.
NAMING = ("property", "name", "itemprop")  # what a meta says
BESIDE = {"meta": frozenset({"http-equiv", *NAMING}), "param": frozenset({"valuetype"}), "input": frozenset({"type"})}

_REFRESH = Place("content", "refresh", "document", f"{_LS} §4.2.5.3")
_NAMED = Place("content", "path", "document", "Open Graph, Twitter Cards, schema.org: properties that are URLs")
_REF = Place("value", "url", "document", "HTML 4.01 §13.3.2")


def place(element: str, attribute: str, beside: dict[str, str] | None = None, *, foreign: bool = False) -> Place | None:
    """Return how an attribute of an element is read, None where it holds no reference.

    ``beside`` holds the values of the attributes that :data:`BESIDE` names. ``foreign`` says that the element is one
    of SVG or MathML. An ``image`` of HTML is an ``img`` (HTML standard §13.2.6.4.7).
    """
    if foreign:
        return FOREIGN.get((element, attribute)) or FOREIGN.get((ANY, attribute))
    if beside:
        if element == "meta" and attribute == "content" and _ascii_lower(beside.get("http-equiv", "")) == "refresh":
            return _REFRESH
        if element == "meta" and attribute == "content" and any(is_url_property(beside.get(each)) for each in NAMING):
            return _NAMED
        if element == "param" and attribute == "value" and _ascii_lower(beside.get("valuetype", "")) == "ref":
            return _REF
    if element == "image":
        element = "img"
    return HTML.get((element, attribute)) or HTML.get((ANY, attribute))


def read(kind: str, value: str) -> list[Found]:
    """Return the references in the value of an attribute that is read as ``kind``, in its order.

    ``start`` and ``end`` of each are characters of the value. An empty ``url`` is a reference, to the base.
    """
    if kind == "url":
        return [url(value)]
    if kind == "urls" or kind == "commas":
        return urls(value, commas=kind == "commas")
    if kind == "srcset":
        return srcset(value)
    if kind == "css":
        return css.references(value) if "(" in value or "\\" in value else []
    if kind == "uris":
        return uris(value)
    if kind == "path":
        return paths(value)
    if kind == "html":
        return []
    found = refresh(value) if kind == "refresh" else uri(value)
    return [] if found is None else [found]


def codebase(reference: str) -> str:
    """Return a codebase as a base: it names a directory (HTML 4.01 §13.4), whether a slash ends it or not.

    It is resolved against the document's base, and what is resolved against it follows RFC 3986 §5.2.
    """
    path, mark, _ = reference.partition("?")
    path = path.partition("#")[0]
    return reference if mark or not path or path.endswith("/") else f"{path}/"


def _ascii_lower(text: str) -> str:
    """Return text in lower case, letters of ASCII alone (Infra Standard §4.7): a Kelvin sign is no K."""
    return text.lower() if text.isascii() else ""
