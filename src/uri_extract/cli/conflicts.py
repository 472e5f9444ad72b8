"""Flags that contradict each other."""

from __future__ import annotations

from uri_extract._compat._typing import Any, Final

_PLACES: Final = ("with_filename", "line_number", "column")

#: A flag never overrides these settings of the configuration file, which hide secrets: the user has to turn them off.
NEVER_OVERRIDDEN: Final = frozenset(("redact",))

# The formats with fields, and the values of --unwrap and --nested, which replace the target.
_WITH_FIELDS: Final = ("json", "jsonl", "csv", "tsv", "sqlite", "arrow", "parquet")
_LEADS: Final = ("unwrapped", "nested")

#: Contradictions: an option, another option, and values of the other that are compatible. If there is a fourth entry,
#: the pair is allowed when that option is set.
CONFLICTS: Final[tuple[tuple[Any, ...], ...]] = (
    ("explain", "format", ("lines",)),
    *(("explain", other, ()) for other in ("value", "template", "count_by", "null", "redact")),
    *(("explain", other, ()) for other in ("scheme", "host", "valid", "kind", "delimiter", "hazard")),
    *(("explain", other, ()) for other in ("unique", "unique_by", "all_kinds", "relative")),
    ("all_kinds", "kind", ()),
    ("relative", "format", ("lines",), "count_by"),  # records always include relative references
    *(("explain", other, ()) for other in ("jobs", "checkpoint")),
    ("template", "format", ("lines",)),
    ("template", "value", _LEADS),
    ("format", "value", _LEADS, "unique"),  # records have all values; --unique compares the chosen one
    ("count_by", "value", _LEADS, "unique"),
    ("unique", "unique_by", ()),
    ("count_by", "format", ("lines", "json", "jsonl")),
    ("count_by", "template", ()),
    ("count_by", "null", ()),
    ("report", "format", ("lines",)),
    ("report", "output", ()),
    ("null", "format", ("lines",)),
    *((place, "format", ("lines",)) for place in _PLACES),
    *((place, other, ()) for place in _PLACES for other in ("template", "count_by", "explain")),
    ("with_context", "format", ("lines", "json", "jsonl", "csv", "tsv", "sqlite", "html", "features")),
    *(("with_context", other, ()) for other in ("count_by", "explain", "redact")),
    ("fields", "with_fields", ()),
    *((fields, "format", (*_WITH_FIELDS, "lines")) for fields in ("fields", "with_fields")),
    *((fields, other, ()) for fields in ("fields", "with_fields") for other in ("count_by", "explain", "template")),
    ("with_fields", "redact", ()),
    ("config", "no_config", ()),
)
