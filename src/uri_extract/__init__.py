"""uri-extract: every URI in other people's text, as its author meant it.

Data flows one way through the rooms of this package, and no room imports from one below it:

    errors, limits      what is raised; every limit, named
    uri                 ONE URI: what the RFCs say of it
    scan                WHERE a URI begins and ends in text (RFC 3986 Appendix C)
    records             what comes out: Occurrence, Problem
    media               WHAT a document's syntax adds
    sources             WHERE documents come from
    pipeline            extract(): the lines that join the rooms
    sinks               what is written
    cli                 the command
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uri_extract._version import __version__
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
)
from uri_extract.media import Scanner
from uri_extract.pipeline import extract, extract_soup, extract_text
from uri_extract.records import Occurrence, Problem
from uri_extract.sources import Selection
from uri_extract.uri import URIReference, equivalent, hazards, is_valid, normalize, parse, resolve

if TYPE_CHECKING:
    import os
    from typing import BinaryIO

__all__ = [
    "ContradictingCharsets",
    "InvalidOption",
    "InvalidOptionValue",
    "InvalidReference",
    "MissingExtra",
    "Occurrence",
    "Problem",
    "Scanner",
    "Selection",
    "SourceError",
    "SourceNotFoundError",
    "SourcePermissionError",
    "SourceTypeError",
    "URIReference",
    "UnknownCharset",
    "UnknownMediaType",
    "UriExtractError",
    "__version__",
    "equivalent",
    "extract",
    "extract_soup",
    "extract_text",
    "hazards",
    "is_valid",
    "iter_batches",
    "normalize",
    "parse",
    "resolve",
]


def iter_batches(
    source: str | os.PathLike[str] | BinaryIO | bytes, *, batch_size: int = 1 << 14, **options: Any
) -> Any:
    """Return what :func:`extract` yields as Arrow record batches of ``batch_size`` rows, read as they are asked for.

    It is a ``pyarrow.RecordBatchReader``: it is iterated over, or handed to what takes Arrow's C stream (the PyCapsule
    interface), as pyarrow, polars, pandas and DuckDB do. Columns are the fields of JSON Lines, with text as text, not
    dictionary-encoded. ``options``, and what is raised for a source, as in :func:`extract`. Needs the extra ``arrow``;
    raises :class:`UriExtractError` where it is missing.
    """
    from uri_extract.sinks.arrow import iter_batches as batches  # what only this needs takes time to import

    return batches(source, batch_size=batch_size, **options)
