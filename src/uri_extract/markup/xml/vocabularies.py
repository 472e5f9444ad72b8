"""Which attributes and elements of which XML vocabulary hold references, and how they are read: tables with sources.

A value is read as a kind of :data:`uri_extract.markup.html.attributes.KINDS`, or as ``link``, which is ``url`` if the
value can be one (:func:`uri_extract.markup.xml.scanner.kind_of_link`).

A vocabulary is determined by its namespace, or if elements have none, by the root element of the document. Local names
are compared without regard to case: no vocabulary has two that differ only in case, and ``<Link>`` in a feed means
``<link>``. HTML's elements have their own table (:mod:`uri_extract.markup.html.attributes`).
"""

from __future__ import annotations

from functools import lru_cache

from uri_extract._compat._typing import Final
from uri_extract.markup.html.attributes import ANY, ATTRIBUTES, FOREIGN, HTML, Place
from uri_extract.markup.html.attributes import BESIDE as _HTML_BESIDE

XHTML: Final = "xhtml"
XML: Final = "xml"

# The namespaces of each vocabulary, without "http://" and a final "#" or "/", which is often forgotten; "https" is a
# common error.
_OF_VOCABULARIES = {
    XHTML: "www.w3.org/1999/xhtml www.w3.org/2002/06/xhtml2",
    "svg": "www.w3.org/2000/svg",
    "mathml": "www.w3.org/1998/math/mathml",
    XML: "www.w3.org/xml/1998/namespace",
    "xlink": "www.w3.org/1999/xlink",
    "atom": "www.w3.org/2005/atom purl.org/atom/ns",
    "thread": "purl.org/syndication/thread/1.0",
    "app": "www.w3.org/2007/app purl.org/atom/app",
    "rss": "purl.org/rss/1.0 my.netscape.com/rdf/simple/0.9 my.netscape.com/publish/formats/rss-0.91.dtd "
           "backend.userland.com/rss backend.userland.com/rss2 blogs.law.harvard.edu/tech/rss",
    "rss-content": "purl.org/rss/1.0/modules/content",
    "comment-api": "wellformedweb.org/commentapi",
    "media": "search.yahoo.com/mrss",
    "itunes": "www.itunes.com/dtds/podcast-1.0.dtd",
    "podcast": "podcastindex.org/namespace/1.0",
    "rdf": "www.w3.org/1999/02/22-rdf-syntax-ns",
    "dublin-core": "purl.org/dc/elements/1.1 purl.org/dc/terms",
    "creative-commons": "creativecommons.org/ns web.resource.org/cc",
    "sitemap": "www.sitemaps.org/schemas/sitemap/0.9 www.google.com/schemas/sitemap/0.84 "
               "www.google.com/schemas/sitemap/0.9 www.google.com/schemas/sitemap-image/1.1 "
               "www.google.com/schemas/sitemap-video/1.1",
    "xinclude": "www.w3.org/2001/xinclude",
    "xslt": "www.w3.org/1999/xsl/transform",
    "xsl-fo": "www.w3.org/1999/xsl/format",
    "xsd": "www.w3.org/2001/xmlschema",
    "xsi": "www.w3.org/2001/xmlschema-instance",
    "relaxng": "relaxng.org/ns/structure/1.0",
    "wsdl": "schemas.xmlsoap.org/wsdl www.w3.org/ns/wsdl",
    "wsdl-soap": "schemas.xmlsoap.org/wsdl/soap schemas.xmlsoap.org/wsdl/soap12 schemas.xmlsoap.org/wsdl/http "
                 "schemas.xmlsoap.org/wsdl/mime",
    "dav": "dav:",
    "docbook": "docbook.org/ns/docbook",
    "tei": "www.tei-c.org/ns/1.0",
    "kml": "www.opengis.net/kml/2.2 earth.google.com/kml/2.0 earth.google.com/kml/2.1 earth.google.com/kml/2.2",
    "gpx": "www.topografix.com/gpx/1/0 www.topografix.com/gpx/1/1",
    "ooxml-relationships": "schemas.openxmlformats.org/package/2006/relationships",
    "wordprocessingml": "schemas.openxmlformats.org/wordprocessingml/2006/main",
    "drawingml": "schemas.openxmlformats.org/drawingml/2006/main",
    "opf": "www.idpf.org/2007/opf",
    "ncx": "www.daisy.org/z3986/2005/ncx",
    "container": "urn:oasis:names:tc:opendocument:xmlns:container",
    "catalog": "urn:oasis:names:tc:entity:xmlns:xml:catalog",
    "xspf": "xspf.org/ns/0",
    "smil": "www.w3.org/ns/smil www.w3.org/2001/smil20 www.w3.org/2001/smil20/language",
    "dash": "urn:mpeg:dash:schema:mpd:2011",
    "opensearch": "a9.com/-/spec/opensearch/1.1",
    "signature": "www.w3.org/2000/09/xmldsig www.w3.org/2009/xmldsig11 www.w3.org/2001/04/xmlenc "
                 "docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd",
    "dtbook": "www.daisy.org/z3986/2005/dtbook",
    "xforms": "www.w3.org/2002/xforms",
    "vxml": "www.w3.org/2001/vxml",
    "grammar": "www.w3.org/2001/06/grammar www.w3.org/2001/10/synthesis",
    "wml": "www.wapforum.org/dtd/wml",
}  # fmt: skip
_NAMESPACES = {namespace: name for name, namespaces in _OF_VOCABULARIES.items() for namespace in namespaces.split()}

# The vocabulary of elements without a namespace, by a root element that has none.
_ROOTS = {
    "html": XHTML, "svg": "svg", "math": "mathml", "rss": "rss", "channel": "rss", "rdf": "rss", "feed": "atom",
    "entry": "atom", "urlset": "sitemap", "sitemapindex": "sitemap", "opml": "opml", "rfc": "rfc", "kml": "kml",
    "gpx": "gpx", "stylesheet": "xslt", "schema": "xsd", "definitions": "wsdl", "book": "docbook",
    "article": "docbook", "chapter": "docbook", "refentry": "docbook", "section": "docbook", "tei": "tei",
    "multistatus": "dav", "wml": "wml", "dtbook": "dtbook", "vxml": "vxml", "jnlp": "jnlp", "signature": "signature",
    "encrypteddata": "signature", "relationships": "ooxml-relationships", "package": "opf", "ncx": "ncx",
    "container": "container", "catalog": "catalog", "playlist": "xspf", "smil": "smil", "mpd": "dash",
    "opensearchdescription": "opensearch",
}  # fmt: skip

#: The usual meaning of prefixes, which people forget to declare.
UNDECLARED: Final = {
    "xml": XML, "xlink": "xlink", "atom": "atom", "a10": "atom", "content": "rss-content", "media": "media",
    "itunes": "itunes", "wfw": "comment-api", "image": "sitemap", "video": "sitemap", "xhtml": XHTML, "html": XHTML,
    "svg": "svg", "rdf": "rdf", "xi": "xinclude", "xsl": "xslt", "xsi": "xsi", "fo": "xsl-fo", "xs": "xsd",
    "xsd": "xsd", "wsdl": "wsdl", "ds": "signature", "dsig": "signature", "xenc": "signature",
    "thr": "thread", "app": "app", "dav": "dav", "media-rss": "media",
}  # fmt: skip

_XLINK = "XLink 1.1"

# Vocabulary, elements, attributes, kind, base, source. Attributes with a prefix of their own are in the next table.
_ATTRIBUTES = (
    ("atom", "link", "href", "url", "document", "RFC 4287 §4.2.7.1"),
    ("atom", "content", "src", "url", "document", "RFC 4287 §4.1.3.2"),
    ("atom", "generator", "uri url", "url", "document", "RFC 4287 §4.2.4"),
    ("atom", "category", "scheme", "url", "document", "RFC 4287 §4.2.2.2"),
    ("thread", "in-reply-to", "ref href source", "url", "document", "RFC 4685 §3"),
    ("app", "collection categories", "href", "url", "document", "RFC 5023 §8.3.3"),
    ("rss", "enclosure source", "url", "url", "document", "RSS 2.0"),
    ("rss", "category", "domain", "uri", "document", "RSS 2.0: any string"),
    ("media", "content thumbnail player peerlink license", "url href", "url", "document", "Media RSS 1.5"),
    ("itunes", "image", "href", "url", "document", "Apple, podcast feeds"),
    ("podcast", "chapters transcript source person funding", "url href img uri", "url", "document", "Podcast 1.0"),
    ("opml", "outline", "xmlurl htmlurl url", "url", "document", "OPML 2.0"),
    ("xinclude", "include", "href", "url", "document", "XInclude 1.1 §3.1"),
    ("xslt", "include import result-document import-schema use-package source-document merge-source", "href", "url",
     "document", "XSLT 3.0"),
    ("xsl-fo", "basic-link bookmark", "external-destination", "link", "document", "XSL 1.1 §7.23.6"),
    ("xsl-fo", "external-graphic", "src", "link", "document", "XSL 1.1 §7.30.16"),
    ("xsl-fo", ANY, "background-image", "css", "document", "XSL 1.1 §7.8.3"),
    ("xsl-fo", "color-profile", "src", "link", "document", "XSL 1.1 §7.30.16"),
    ("svg", "animate set", "to from by values", "css", "document", "SVG 2 §6.6, of animated properties"),
    ("svg", "a", "ping", "urls", "document", "SVG 2 §16.2"),
    ("xsd", "include import redefine override", "schemalocation", "url", "document", "XML Schema 1.1 §4.2"),
    ("xsd", "appinfo documentation", "source", "url", "document", "XML Schema 1.1 §3.15.2"),
    ("relaxng", "include externalref", "href", "url", "document", "RELAX NG §4.5"),
    ("wsdl", "import include", "location", "url", "document", "WSDL 1.1 §2.1.1, WSDL 2.0 §4"),
    ("wsdl", "endpoint", "address", "url", "document", "WSDL 2.0 §2.15"),
    ("wsdl-soap", "address", "location", "url", "document", "WSDL 1.1 §3.8"),
    ("wsdl-soap", "operation", "soapaction", "uri", "document", "WSDL 1.1 §3.4"),
    ("docbook", "ulink", "url", "url", "document", "DocBook 4.5"),
    ("docbook", "imagedata audiodata videodata textdata graphic inlinegraphic", "fileref", "url", "document",
     "DocBook 4.5, 5.1"),
    ("tei", ANY, "target ref source facs corresp resp who sameas copyof next prev exclude select synch ana inst hand "
     "decls rendition spanto wit edref lemmaref active passive mutual nymref period change calendar "
     "datingmethod scheme", "urls", "document", "TEI P5, teidata.pointer"),
    ("tei", "graphic media", "url", "url", "document", "TEI P5"),
    ("gpx", "link", "href", "url", "document", "GPX 1.1"),
    ("kml", "schemadata", "schemaurl", "url", "document", "KML 2.3"),
    ("ooxml-relationships", "relationship", "target", "url", "document", "ECMA-376 part 2 §9.3"),
    ("opf", "item reference", "href", "url", "document", "EPUB 3.3 §5.6.2"),
    ("opf", "link", "href", "url", "document", "EPUB 3.3 §5.5.7"),
    ("ncx", "content", "src", "url", "document", "EPUB 2.0.1, NCX"),
    ("container", "rootfile", "full-path", "url", "document", "EPUB 3.3 §4.2.6.3.1"),
    ("catalog", ANY, "uri catalog", "url", "document", "XML Catalogs 1.1"),
    ("catalog", ANY, "rewriteprefix", "uri", "document", "XML Catalogs 1.1"),
    ("smil", ANY, "src href longdesc", "url", "document", "SMIL 3.0 §7.3"),
    ("dash", ANY, "sourceurl initialization media", "url", "document", "ISO 23009-1"),
    ("opensearch", "url", "template", "uri", "document", "OpenSearch 1.1: a template"),
    ("rfc", "eref", "target", "url", "document", "RFC 7991 §2.24"),
    ("signature", "reference retrievalmethod keyinforeference", "uri", "url", "document",
     "XML Signature 1.1 §4.4.3, §4.5.3; Web Services Security 1.1 §7.2"),
    ("signature", "cipherreference datareference keyreference", "uri", "url", "document",
     "XML Encryption 1.1 §3.3.1, §3.6"),
    ("wml", "a go link", "href", "link", "document", "WML 1.3"),
    ("wml", ANY, "onenterforward onenterbackward ontimer onpick", "link", "document", "WML 1.3, intrinsic events"),
    ("dtbook", ANY, "href src longdesc smilref cite background", "url", "document", "ANSI/NISO Z39.86-2005"),
    ("xforms", "submission load", "resource action", "link", "document", "XForms 1.1"),
    ("vxml", "goto submit choice link", "next", "link", "document", "VoiceXML 2.0 §5.3.7"),
    ("vxml", "vxml", "application", "link", "document", "VoiceXML 2.0 §1.5.2"),
    ("grammar", "ruleref lexicon", "uri", "link", "document", "SRGS 1.0 §2.2.2, SSML 1.1 §3.1.5"),
    ("jnlp", ANY, "href", "uri", "document", "JSR 56: relative ones are relative to the codebase"),
    ("rfc", "reference referencegroup rfc format artwork sourcecode link", "target src href", "url",
     "document", "RFC 7991 §2.40, §2.5"),
)  # fmt: skip

# Attributes without a namespace that are references in nearly all vocabularies that have them, known or not, except
# values that cannot be a URI (:func:`.contents.kind_of_link`).
_ANYWHERE = (
    (ANY, "href", "link", "document", "HTML, and vocabularies after it: Mallard, XBEL, DITA, Maven sites, WADL"),
    (ANY, "src", "link", "document", "HTML, and vocabularies after it: Mallard, XForms, SCXML"),
    (ANY, "conref conrefend", "link", "document", "DITA 1.3, base attribute group"),
    ("map topicref navref mapref", "mapref anchorref", "link", "document", "DITA 1.3, maps"),
    (ANY, "fileref", "link", "document", "DocBook 4.5: of parts of a book that have no namespace"),
    ("ulink", "url", "link", "document", "DocBook 4.5"),
)

# Attributes in a namespace, on any element: vocabulary of the attribute, names, kind, base, source.
_GLOBAL = (
    ("xlink", "href", "url", "document", f"{_XLINK} §5.4"),
    ("xlink", "role arcrole", "uri", "document", f"{_XLINK} §5.5"),
    (XML, "base", "url", "parent", "XML Base §3"),
    ("rdf", "about resource datatype", "url", "document", "RDF 1.1 XML Syntax §2.2, §5.3"),
    ("xsi", "schemalocation", "urls", "document", "XML Schema 1.1 §2.7.3: pairs"),
    ("xsi", "nonamespaceschemalocation", "url", "document", "XML Schema 1.1 §2.7.3"),
    (XHTML, "href src cite about resource", "url", "document", "XHTML attributes, elsewhere"),
)

# Elements whose text is a reference, or holds some: vocabulary, elements, how it is read, source. ``url``: it is one;
# ``uri``: if it has the form of a URI; ``permalink``: as its attribute isPermaLink says; ``css``; ``html``: it is
# escaped HTML; ``typed``: it is HTML if its attribute type says so.
_TEXTS = (
    ("atom", "id uri icon logo", "url", "RFC 4287 §4.2.6, §3.2.2, §4.2.5, §4.2.8"),
    ("atom", "url", "url", "Atom 0.3"),
    ("atom", "content summary title subtitle rights tagline info copyright", "typed", "RFC 4287 §3.1, §4.1.3"),
    ("rss", "link comments docs url wfw", "url", "RSS 2.0, RSS 1.0"),
    ("rss", "guid", "permalink", "RSS 2.0"),
    ("rss", "description title", "html", "RSS 2.0: entity-encoded HTML is allowed"),
    ("rss-content", "encoded", "html", "RSS 1.0, content module"),
    ("comment-api", "comment commentrss", "url", "CommentAPI"),
    ("itunes", "new-feed-url", "url", "Apple, podcast feeds"),
    ("itunes", "summary", "html", "Apple, podcast feeds"),
    ("sitemap", "loc content_loc player_loc thumbnail_loc license", "url", "Sitemaps 0.9, and its extensions"),
    ("dav", "href", "url", "RFC 4918 §14.7"),
    ("kml", "href styleurl sourcehref targethref", "url", "KML 2.3"),
    ("kml", "description text snippet", "html", "KML 2.3 §9.1.3.10"),
    ("gpx", "url", "url", "GPX 1.0"),
    ("xspf", "location identifier info image link", "url", "XSPF 1"),
    ("dash", "baseurl location", "url", "ISO 23009-1"),
    ("opensearch", "image", "url", "OpenSearch 1.1"),
    ("opml", "docs ownerid", "url", "OPML 2.0"),
    ("svg", "style", "css", "SVG 2 §6.2"),
    (XHTML, "style", "css", "HTML standard §4.2.6"),
)

#: The numbers of the ways to read a text, except those that depend on an attribute; a text that is one reference comes
#: first.
HOW: Final = {"url": 1, "uri": 2, "css": 3, "html": 4}


# Names, which are not followed: vocabulary, elements, attributes, kind, source. A prefix is a vocabulary.
_NAMES = (
    ("xsd", "any anyattribute import", "namespace", "uris", "XML Schema 1.1 §3.10.2, §4.2.6"),
    ("wsdl-soap", "binding", "transport", "uri", "WSDL 1.1 §3.3"),
    ("ooxml-relationships", "relationship", "type", "uri", "ECMA-376 part 2 §9.3"),
    ("rdf", "type", "rdf:resource", "url", "RDF 1.1 XML Syntax §2.13: a class"),
    ("dublin-core", "type", "rdf:resource", "url", "DCMI Metadata Terms, type: a class, of the DCMI Type Vocabulary"),
    ("creative-commons", "permits requires prohibits", "rdf:resource", "url", "ccREL 1.0 §5: a class of rights"),
    ("atom", "link", "rel", "uri", "RFC 4287 §4.2.7.2: a type, which clients do not access (RFC 8288 §2.1.2)"),
    ("svg", ANY, "requiredfeatures requiredextensions", "uris", "SVG 1.1 §5.8: features, namespaces"),
    ("wordprocessingml", "compatsetting", "wordprocessingml:uri", "uri", "MS-DOCX §2.3: the namespace of a setting"),
    ("drawingml", "graphicdata", "uri", "uri", "ECMA-376 part 1 §20.1.2.2.17: the namespace of what it holds"),
    ("opf", "package", "prefix", "uris", "EPUB 3.3 §5.3.6"),
    ("catalog", ANY, "systemidstartstring uristartstring systemid publicid name", "uri",
     "XML Catalogs 1.1 §6.5: what is matched"),
)  # fmt: skip
# Attributes that hold the name of a namespace in any vocabulary: in XML Schema, WSDL, XSLT, RELAX NG, EMF.
_NAMESPACES_IN = frozenset(("namespace", "targetnamespace", "namespaceuri", "nsuri", "ns", "datatypelibrary"))
_GLOBAL_NAMES = frozenset((
    ("xlink", "role"), ("xlink", "arcrole"), ("rdf", "datatype"), ("xsi", "schemalocation"),
    ("xsi", "nonamespaceschemalocation"),
))  # fmt: skip


def _by_place() -> dict[tuple[str, str, str], Place]:
    table: dict[tuple[str, str, str], Place] = {}
    for vocabulary, elements, attributes, kind, base, source in (*_ATTRIBUTES, *((ANY, *row) for row in _ANYWHERE)):
        for element in elements.split():
            for attribute in attributes.split():
                table.setdefault((vocabulary, element, attribute), Place(attribute, kind, base, source))
    for vocabulary, elements, attributes, kind, source in _NAMES:
        for element in elements.split():
            for attribute in attributes.split():
                table[vocabulary, element, attribute] = Place(attribute, kind, "document", source, True)
    return table


_PLACES = _by_place()
_GLOBALS = {
    (vocabulary, attribute): Place(attribute, kind, base, source, (vocabulary, attribute) in _GLOBAL_NAMES)
    for vocabulary, attributes, kind, base, source in _GLOBAL
    for attribute in attributes.split()
}
#: How the text of an element is read, by its vocabulary and its local name in lower case; other text is ordinary.
TEXT_KINDS: Final = {
    (vocabulary, element): kind for vocabulary, elements, kind, _ in _TEXTS for element in elements.split()
}  # fmt: skip

#: Attributes without a prefix that are not always read by the form of their values, in lower case.
KNOWN: Final = frozenset(
    name.encode() for name in ATTRIBUTES | {attribute for _, _, attribute in _PLACES} | {"about", "resource"}
)

#: Attributes of elements of XHTML that are read with others of their element, by its name.
BESIDE: Final = {
    **{name: beside for name, beside in _HTML_BESIDE.items() if name != "input"},
    "object": frozenset({"codebase"}),
    "applet": frozenset({"codebase"}),
}

#: Any attribute of an element outside HTML: a reference if it has the form of a URI.
SHAPE: Final = Place("", "uri", "document", "RFC 3986 §3")
#: The same for an attribute whose name says that it holds names of namespaces.
NAME: Final = Place("", "uris", "document", "Namespaces in XML 1.0 §2.1", True)


def of_namespace(name: str) -> str:
    """Return the vocabulary of a namespace name, ``""`` if it is unknown."""
    return _of_key(name[:256])


@lru_cache(256)
def _of_key(key: str) -> str:
    key = key.strip().lower().rstrip("/#")
    return _NAMESPACES.get(key.removeprefix("http://").removeprefix("https://"), "")


def of_root(local: str) -> str:
    """Return the vocabulary of elements without a namespace in a document with that root element."""
    return _ROOTS.get(local.lower(), "")


def place(vocabulary: str, element: str, space: str | None, attribute: str) -> Place | None:
    """Return how an attribute is read, None if it holds no reference. Names are local, in lower case.

    ``space`` is the vocabulary of the attribute's own prefix, None if it has none.
    """
    if space:
        found = _PLACES.get((vocabulary, element, f"{space}:{attribute}")) or _GLOBALS.get((space, attribute))
        if found is not None and not (vocabulary == XHTML and space == XML):  # browsers ignore xml:base in XHTML
            return found
    elif space is None:
        if vocabulary == XHTML:
            return HTML.get((element, attribute)) or HTML.get((ANY, attribute))
        if vocabulary in ("svg", "mathml"):
            found = FOREIGN.get((element, attribute)) or FOREIGN.get((ANY, attribute))
            found = found or _PLACES.get((vocabulary, element, attribute)) or _PLACES.get((vocabulary, ANY, attribute))
            return found or (_PLACES.get((ANY, ANY, attribute), SHAPE) if vocabulary == "mathml" else SHAPE)
        if vocabulary == "rss" and attribute in ("about", "resource"):
            return _GLOBALS["rdf", attribute]
        for row in ((vocabulary, element), (vocabulary, ANY), (ANY, element), (ANY, ANY)):
            found = _PLACES.get((*row, attribute))
            if found is not None:
                return found
    return NAME if attribute in _NAMESPACES_IN else SHAPE


#: The vocabulary of elements without a namespace, if the root element does not determine it.
OF_MEDIA_TYPES: Final = {
    "application/xhtml+xml": "xhtml", "image/svg+xml": "svg", "application/mathml+xml": "mathml",
    "application/atom+xml": "atom", "application/rss+xml": "rss", "application/rdf+xml": "rss",
}  # fmt: skip
