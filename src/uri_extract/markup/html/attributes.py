"""Which attributes of which elements hold references, and how their values are read: a table with sources.

Names are in lower case. The table is a superset of the "List of attributes" of the HTML Standard: old pages use
attributes of old standards and browsers. Names that are not links are included (:data:`NAMES`), except ``xmlns``, which
is recognised in any text (:mod:`uri_extract.scan._kernel`). Attributes for scripts are in :mod:`.scripted`.
"""

from __future__ import annotations

from uri_extract._compat._typing import NamedTuple
from uri_extract.markup import css
from uri_extract.markup.html.script_words import is_url_property
from uri_extract.markup.refresh import refresh
from uri_extract.markup.srcset import srcset
from uri_extract.markup.urls import Found, paths, uri, uris, url, urls

#: How a value is read.
KINDS = ("url", "urls", "commas", "srcset", "css", "refresh", "uri", "uris", "path", "html")
#: Kinds whose values are only references; other values also have text.
WHOLE = frozenset(("url", "urls", "commas", "srcset", "refresh"))


class Place(NamedTuple):
    """An attribute that holds references.

    ``kind``
        ``url``: the value is one reference; ``urls``: a list, separated by white space; ``commas``: by commas too;
        ``srcset``; ``css``: declarations of a style; ``refresh``; ``uri``: one, if it has the form of a URI; ``uris``:
        a list in which only words of that form count; ``path``: one, if it has the form of a URI or a path; ``html``:
        a document.
    ``base``
        The base of the references. ``document``: the document's base; ``own``: its base without its base element (HTML
        Standard §4.2.3); ``page``: the document's base, but an empty reference is the document's URL (§4.10.22.3,
        step 13); ``codebase``: the element's codebase (HTML 4.01 §13.3, §13.4), if it has one.
    ``source``
        The standard that defines it.
    ``name``
        The references are names, not links.
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

# Elements, attributes, kind, base, source. The first matching row counts.
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


#: Attributes that hold names: of types and properties ("opaque identifiers", HTML Standard §5.2.2; RDFa Core 1.1 §5),
#: of vocabularies, of link roles (XLink 1.1 §5.5), of a metadata profile, used "as a globally unique name" (HTML 4.01
#: §7.4.4.3).
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


#: By element and attribute; the element is :data:`ANY` if it does not matter.
HTML = _table(_HTML)
#: The same for elements of SVG and MathML.
FOREIGN = _table(_FOREIGN)

#: All attributes that may hold a reference, of any element.
ATTRIBUTES = frozenset(attribute for _, attribute in HTML.keys() | FOREIGN.keys())

#: Other attributes of an element that determine how one of its attributes is read.
NAMING = ("property", "name", "itemprop")  # these name the property of a meta
BESIDE = {
    "meta": frozenset({"http-equiv", *NAMING}),
    "param": frozenset({"valuetype", "name"}),
    "input": frozenset({"type"}),
}

_REFRESH = Place("content", "refresh", "document", f"{_LS} §4.2.5.3")
_NAMED = Place("content", "path", "document", "Open Graph, Twitter Cards, schema.org: properties that are URLs")
_REF = Place("value", "url", "document", "HTML 4.01 §13.3.2")
#: The names of the parameters whose value is a URL.
_URL_PARAMETERS = frozenset(("code", "data", "movie", "src", "url"))
_DATA = Place("value", "path", "document", "Chromium, HTMLParamElement::IsURLParameter: the data of a plug-in")


def place(element: str, attribute: str, beside: dict[str, str] | None = None, *, foreign: bool = False) -> Place | None:
    """Return how an attribute of an element is read, None if it holds no reference.

    ``beside`` holds the values of the attributes that :data:`BESIDE` names. ``foreign``: the element is one of SVG or
    MathML. An ``image`` of HTML is an ``img`` (HTML Standard §13.2.6.4.7).
    """
    if foreign:
        return FOREIGN.get((element, attribute)) or FOREIGN.get((ANY, attribute))
    if beside:
        if element == "meta" and attribute == "content" and _ascii_lower(beside.get("http-equiv", "")) == "refresh":
            return _REFRESH
        if element == "meta" and attribute == "content" and any(is_url_property(beside.get(each)) for each in NAMING):
            return _NAMED
        if element == "param" and attribute == "value":
            if _ascii_lower(beside.get("valuetype", "")) == "ref":
                return _REF
            if _ascii_lower(beside.get("name", "")) in _URL_PARAMETERS:
                return _DATA
    if element == "image":
        element = "img"
    return HTML.get((element, attribute)) or HTML.get((ANY, attribute))


def read(kind: str, value: str) -> list[Found]:
    """Return the references in the value of an attribute of that ``kind``, in order.

    ``start`` and ``end`` of each are offsets in characters of the value. An empty ``url`` is a reference, to the base.
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
    """Return a codebase as a base: it is a directory (HTML 4.01 §13.4), with or without a slash at its end.

    It is resolved against the document's base; references are resolved against it by RFC 3986 §5.2.
    """
    path, mark, _ = reference.partition("?")
    path = path.partition("#")[0]
    return reference if mark or not path or path.endswith("/") else f"{path}/"


def _ascii_lower(text: str) -> str:
    """Return text with ASCII letters in lower case (Infra Standard §4.7): a Kelvin sign is not a K."""
    return text.lower() if text.isascii() else ""
