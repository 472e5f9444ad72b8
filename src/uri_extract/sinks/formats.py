"""The table of formats and compressions: names, suffixes, sinks. Flags, help, completions and docs are made from it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, NamedTuple

from uri_extract.sinks.arrow import Arrow, Parquet
from uri_extract.sinks.compressed import bzip2, gzip, xz, zstd
from uri_extract.sinks.features import Features
from uri_extract.sinks.jsonl import JSONArray, JSONLines
from uri_extract.sinks.lines import Lines
from uri_extract.sinks.sqlite import SQLite
from uri_extract.sinks.table import CSV, TSV

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from uri_extract.sinks.base import Sink


class Format(NamedTuple):
    """One format. ``suffixes`` are those of names that mean it; ``is_text``: it can be compressed, and shown."""

    sink: type[Sink]
    help: str
    suffixes: tuple[str, ...] = ()
    is_text: bool = True


class Compression(NamedTuple):
    """One compression; ``open`` returns a file that writes compressed bytes into another."""

    suffix: str
    open: Callable[[BinaryIO], BinaryIO]


class UnknownSuffix(ValueError):  # noqa: N818 - as its siblings
    """A name of a file whose suffix means no format."""


TABLE: Final[dict[str, Format]] = {
    "lines": Format(Lines, "a URI on each line", (".txt",)),
    "json": Format(JSONArray, "one array of JSON objects, also for problems", (".json",)),
    "jsonl": Format(JSONLines, "a JSON object on each line, also for problems", (".jsonl", ".ndjson")),
    "csv": Format(CSV, "a table, safe to open in a spreadsheet", (".csv",)),
    "tsv": Format(TSV, "a table with tabs", (".tsv",)),
    "sqlite": Format(SQLite, "a database", (".sqlite", ".sqlite3", ".db"), is_text=False),
    "arrow": Format(Arrow, "the Arrow IPC stream", (".arrow", ".arrows"), is_text=False),
    "parquet": Format(Parquet, "a Parquet file", (".parquet",), is_text=False),
    "features": Format(Features, "a feature file of bulk_extractor, with its histogram"),
}

COMPRESSIONS: Final = (
    Compression(".gz", gzip),
    Compression(".bz2", bzip2),
    Compression(".xz", xz),
    Compression(".zst", zstd),
)

#: The suffix that every text format may have: it says that it is text, and no more.
TEXT: Final = ".txt"

_BY_SUFFIX: Final = {suffix: name for name, each in TABLE.items() for suffix in each.suffixes}


def compression_of(path: str) -> Compression | None:
    """Return the compression that the name of a file means, None for none."""
    suffix = os.path.splitext(path)[1].lower()
    return next((each for each in COMPRESSIONS if each.suffix == suffix), None)


def split_compression(path: str) -> tuple[str, str]:
    """Return the name of a file without the suffix of its compression, and that suffix."""
    return (path, "") if compression_of(path) is None else os.path.splitext(path)


def suffix_of(path: str) -> str:
    """Return the suffix of a name, that of a compression left out, in lower case."""
    return os.path.splitext(split_compression(path)[0])[1].lower()


def format_of(path: str) -> str | None:
    """Return the format that the name of a file means, None for a name without a suffix.

    Raises :class:`UnknownSuffix`.
    """
    suffix = suffix_of(path)
    if suffix and suffix not in _BY_SUFFIX:
        raise UnknownSuffix(f"unknown suffix {suffix!r}: use --format, or one of {', '.join(_BY_SUFFIX)}")
    return _BY_SUFFIX.get(suffix)
