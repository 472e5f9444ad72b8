"""Sinks: the output formats, one small module each, with a class derived from :class:`~uri_extract.sinks.base.Sink`."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.sinks.base import Sink
from uri_extract.sinks.formats import TABLE
from uri_extract.sinks.lines import Lines

if TYPE_CHECKING:
    from uri_extract.sinks.arrow import Arrow, Parquet
    from uri_extract.sinks.features import Features
    from uri_extract.sinks.jsonl import JSONArray, JSONLines
    from uri_extract.sinks.sqlite import SQLite
    from uri_extract.sinks.table import CSV, TSV

    #: Sinks by the name of their format.
    FORMATS: dict[str, type[Sink]]

__all__ = ["CSV", "FORMATS", "TSV", "Arrow", "Features", "JSONArray", "JSONLines", "Lines", "Parquet", "SQLite", "Sink"]


def __getattr__(name: str) -> Any:
    """Return a name that is imported on first use, because not every run needs it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    sinks = {form: each.sink for form, each in TABLE.items()}
    globals().update({sink.__name__: sink for sink in sinks.values()}, FORMATS=sinks)
    return globals()[name]
