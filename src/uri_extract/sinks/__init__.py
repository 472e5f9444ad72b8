"""What is written: one small module a format, each a :class:`~uri_extract.sinks.base.Sink`."""

from __future__ import annotations

from uri_extract.sinks.arrow import Arrow, Parquet
from uri_extract.sinks.base import Sink
from uri_extract.sinks.features import Features
from uri_extract.sinks.formats import TABLE
from uri_extract.sinks.jsonl import JSONArray, JSONLines
from uri_extract.sinks.lines import Lines
from uri_extract.sinks.sqlite import SQLite
from uri_extract.sinks.table import CSV, TSV

__all__ = ["CSV", "FORMATS", "TSV", "Arrow", "Features", "JSONArray", "JSONLines", "Lines", "Parquet", "SQLite", "Sink"]

#: Sinks by the name of their format.
FORMATS: dict[str, type[Sink]] = {name: each.sink for name, each in TABLE.items()}
