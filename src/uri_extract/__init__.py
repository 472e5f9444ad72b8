"""uri-extract: extract every URI from text, mail, HTML, XML and archives, trimmed, unwrapped and resolved.

Each function and class here has an example in its docstring:

    extract                     find every reference in a file, a directory, bytes, an open file, a remote input
    extract_text, extract_soup  find every reference in a text, in a BeautifulSoup object
    Scanner                     bytes in, occurrences out; does no input itself
    Occurrence, Problem         a reference that was found, input that could not be read
    linkify, linkify_html       make links in text or HTML; finditer and replace: yield matches, replace them
    parse, resolve, normalize   work with one URI (RFC 3986); also is_uri, is_valid, equivalent, hazards, unwrap, nested
    defang, refang              write references so that they are not followed by mistake, and restore them
    pattern                     the grammar of the RFCs as regular expressions
    UriExtractError             the base class of all errors

Import these modules by their full names: ``uri_extract.tables`` and ``uri_extract.engines`` (references in tables),
``uri_extract.linking.markdown_it``, ``.filters`` and ``.django``, ``uri_extract.uri``.
"""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract._compat._variants import import_from_files, import_module, runs_interpreted
from uri_extract._version import __version__

if TYPE_CHECKING:
    from uri_extract.decode.refang import refang
    from uri_extract.errors import (
        ContradictingCharsets,
        InvalidOption,
        InvalidOptionValue,
        InvalidReference,
        MissingExtra,
        SourceError,
        SourceNotFoundError,
        SourcePermissionError,
        SourceTypeError,
        UnknownCharset,
        UnknownMediaType,
        UriExtractError,
    )  # fmt: skip
    from uri_extract.formats import Scanner
    from uri_extract.linking import Match, finditer, linkify, linkify_html, replace
    from uri_extract.pipeline import extract, extract_text
    from uri_extract.pipeline.soup import extract_soup
    from uri_extract.rows.records import Occurrence, Problem
    from uri_extract.sources import Selection
    from uri_extract.sources.ranges import Range
    from uri_extract.sources.remote import Remote
    from uri_extract.uri._kernel import is_uri, is_valid
    from uri_extract.uri._reference import URIReference, equivalent, normalize, parse
    from uri_extract.uri.defang import defang
    from uri_extract.uri.grammar import pattern
    from uri_extract.uri.hazards import hazards
    from uri_extract.uri.nested import nested
    from uri_extract.uri.resolve import resolve
    from uri_extract.uri.unwrap import unwrap
    from uri_extract.uri.url_parser import browses_to

__all__ = [
    "ContradictingCharsets", "InvalidOption", "InvalidOptionValue", "InvalidReference", "Match", "MissingExtra",
    "Occurrence", "Problem", "Range", "Remote", "Scanner", "Selection", "SourceError", "SourceNotFoundError",
    "SourcePermissionError", "SourceTypeError", "URIReference", "UnknownCharset", "UnknownMediaType", "UriExtractError",
    "__version__", "browses_to", "defang", "equivalent", "extract", "extract_soup", "extract_text", "finditer",
    "hazards", "is_uri", "is_valid", "linkify", "linkify_html", "nested", "normalize", "parse",
    "pattern", "refang", "replace", "resolve", "unwrap",
]  # fmt: skip

if runs_interpreted():
    import_from_files()

# The modules that define these names; all others are errors.
_HOMES = {
    "Scanner": "formats",
    **dict.fromkeys(("extract", "extract_text"), "pipeline"),
    **dict.fromkeys(("Occurrence", "Problem"), "rows.records"),
    **dict.fromkeys(("Match", "finditer", "linkify", "linkify_html", "replace"), "linking"),
    "extract_soup": "pipeline.soup",
    "Range": "sources.ranges",
    "Remote": "sources.remote",
    "Selection": "sources",
    "browses_to": "uri.url_parser",
    "defang": "uri.defang",
    "nested": "uri.nested",
    "pattern": "uri.grammar",
    "refang": "decode.refang",
    "unwrap": "uri.unwrap",
    **dict.fromkeys(
        ("URIReference", "equivalent", "hazards", "is_uri", "is_valid", "normalize", "parse", "resolve"), "uri"
    ),
}


def __getattr__(name: str) -> Any:
    """Return a public name, importing its module on first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f"{__name__}.{_HOMES.get(name, 'errors')}")
    return globals().setdefault(name, getattr(home, name))


def __dir__() -> list[str]:
    return list(__all__)
