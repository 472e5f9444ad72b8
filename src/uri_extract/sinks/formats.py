"""The table of formats and compressions. Flags, help, completions and documentation are derived from it."""

from __future__ import annotations

import os
from collections.abc import Callable

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, BinaryIO, Final, NamedTuple
from uri_extract._compat._variants import import_module
from uri_extract.sinks.base import Sink


class Format(NamedTuple):
    """An output format. ``suffixes`` of file names select it; if ``is_text``, it can be compressed and shown.

    ``writer`` is the class that writes it, as ``module:name`` in :mod:`uri_extract.sinks`. ``begins`` is the pattern of
    the first bytes that it writes (:mod:`uri_extract.sinks.earlier`); None for plain text.
    """

    writer: str
    help: str
    suffixes: tuple[str, ...] = ()
    begins: re.Pattern[bytes] | None = None
    is_text: bool = True

    @property
    def sink(self) -> type[Sink]:
        """The class that writes it."""
        found: type[Sink] = _imported(self.writer)
        return found


class Compression(NamedTuple):
    """One compression, by the name of its function in :mod:`uri_extract.sinks.compressed`."""

    suffix: str
    name: str

    @property
    def open(self) -> Callable[[BinaryIO], BinaryIO]:
        """The function that wraps a file in one that compresses what is written to it."""
        found: Callable[[BinaryIO], BinaryIO] = _imported(f"compressed:{self.name}")
        return found


def _imported(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"uri_extract.sinks.{module}"), name)


class UnknownSuffix(ValueError):  # noqa: N818 - as its siblings
    """A file name whose suffix selects no format."""


def _begins(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern, re.DOTALL)


# The beginning of the object of a reference, a problem or a count.
_OBJECT = rb"""\{"(?:reference"|problem"|[a-z-]+":(?:null|"[^\n]*"),"count":[0-9]+\})"""

TABLE: Final[dict[str, Format]] = {
    "lines": Format("lines:Lines", "a URI on each line", (".txt",)),
    "json": Format(
        "jsonl:JSONArray", "one array of JSON objects, also for problems", (".json",),
        _begins(rb"\[(?:\]|\n%b)" % _OBJECT),
    ),
    "jsonl": Format(
        "jsonl:JSONLines", "a JSON object on each line, also for problems", (".jsonl", ".ndjson"), _begins(_OBJECT)
    ),
    "csv": Format(
        "table:CSV", "a table for spreadsheets: an apostrophe is put before what would be a formula", (".csv",),
        _begins(rb"reference,target,"),
    ),
    "tsv": Format(
        "table:TSV", r"a table for programs: tabs and line breaks in a cell are written \t and \n", (".tsv",),
        _begins(rb"reference\ttarget\t"),
    ),
    "sqlite": Format(
        "sqlite:SQLite", "a database", (".sqlite", ".sqlite3", ".db"),
        _begins(rb"SQLite format 3\0.*CREATE TABLE document \(id INTEGER PRIMARY KEY, name TEXT"), is_text=False,
    ),
    "arrow": Format(
        "arrow:Arrow", "the Arrow IPC stream", (".arrow", ".arrows"), _begins(rb"\xff{4}.*uri_extract\.schema_version"),
        is_text=False,
    ),
    "parquet": Format("arrow:Parquet", "a Parquet file", (".parquet",), _begins(rb"PAR1"), is_text=False),
    "html": Format(
        "report:Report", "a page with totals and a searchable table; it loads nothing", (".html", ".htm"),
        _begins(rb"""<!doctype html>.*<meta name="generator" content="uri-extract """),
    ),
    "sarif": Format(
        "sarif:Sarif", "SARIF 2.1.0, for code scanning: invalid references, hazards and problems", (".sarif",),
        _begins(rb"""\{"\$schema":"[^"]*/sarif-schema-2\.1\.0\.json","version":"2\.1\.0","runs":\[\{"results":"""),
    ),
    "features": Format(
        "features:Features", "a feature file of bulk_extractor, with its histogram", (),
        _begins(rb"# BANNER FILE NOT PROVIDED \(-b option\)\n# uri-extract-Version: "),
    ),
}  # fmt: skip

COMPRESSIONS: Final = (
    Compression(".gz", "gzip"), Compression(".bz2", "bzip2"), Compression(".xz", "xz"), Compression(".zst", "zstd")
)  # fmt: skip

#: The suffix that every text format may have: it selects no particular text format.
TEXT: Final = ".txt"

_BY_SUFFIX: Final = {suffix: name for name, each in TABLE.items() for suffix in each.suffixes}


def compression_of(path: str) -> Compression | None:
    """Return the compression that a file name selects; None for none."""
    suffix = os.path.splitext(path)[1].lower()
    return next((each for each in COMPRESSIONS if each.suffix == suffix), None)


def split_compression(path: str) -> tuple[str, str]:
    """Return a file name without its compression suffix, and that suffix."""
    return (path, "") if compression_of(path) is None else os.path.splitext(path)


def suffix_of(path: str) -> str:
    """Return the suffix of a file name in lower case, ignoring a compression suffix."""
    return os.path.splitext(split_compression(path)[0])[1].lower()


def format_of(path: str) -> str | None:
    """Return the format that a file name selects; None for a name without a suffix.

    Raises :class:`UnknownSuffix`.
    """
    suffix = suffix_of(path)
    if suffix and suffix not in _BY_SUFFIX:
        raise UnknownSuffix(f"unknown suffix {suffix!r}: use --format, or one of {', '.join(_BY_SUFFIX)}")
    return _BY_SUFFIX.get(suffix)
