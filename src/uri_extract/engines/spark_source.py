"""The Spark 4 data source ``uri-extract``: ``spark.read.format("uri-extract").load(paths)``."""

from __future__ import annotations

import json

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.engines import extractor_of
from uri_extract.errors import InvalidOptionValue
from uri_extract.splits import plan
from uri_extract.tables import OPTIONS, Extractor
from uri_extract.text.options import DEFAULTS

try:
    from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
except ImportError:  # without Spark 4 the source cannot be registered
    DataSource = DataSourceReader = InputPartition = object

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow

_FLAGS = {"interpreted"}.union(name for name in OPTIONS if isinstance(getattr(DEFAULTS, name), bool))
_UNITS = {"k": 10, "m": 20, "g": 30}


class UriExtractSource(DataSource):
    """References in files. Options are strings, those of :func:`uri_extract.engines.spark.read` except ``open``.

    ``columns`` are names separated by commas; alternatively the reader's schema gives the columns. Flags are ``true``
    or ``false``; ``split`` is a number of bytes, KiB, MiB or GiB (``64m``).
    """

    @classmethod
    def name(cls) -> str:
        """Return the name of the format."""
        return "uri-extract"

    def schema(self) -> Any:
        """Return the schema of the columns that the options select."""
        from pyspark.sql.pandas.types import from_arrow_schema

        return from_arrow_schema(self._extractor().schema)

    def reader(self, schema: Any) -> Any:
        """Return the reader, which plans and reads the splits of the files."""
        if "paths" in self.options:
            paths = json.loads(self.options["paths"])
        elif "path" in self.options:
            paths = [self.options["path"]]
        else:
            raise InvalidOptionValue("no path: pass the files to load()")
        return _Reader(self._extractor(list(schema.names)), paths, _bytes(self.options.get("split", "64m")))

    def _extractor(self, names: list[str] | None = None) -> Extractor:
        options: dict[str, Any] = {
            name: _flag(name, value) if name in _FLAGS else value
            for name, value in self.options.items()
            if name not in ("path", "paths", "split")
        }
        if "columns" in options:
            options["columns"] = [name.strip() for name in options["columns"].split(",")]
        if names is not None and names != Extractor(**options).schema.names:
            options["columns"] = [name for name in names if name != "problem"]
            if "problem" not in names:
                options["problems"] = "drop"
        extractor = extractor_of(**options)
        extractor.check_no_names()
        return extractor


def _flag(name: str, value: str) -> bool:
    if value.lower() not in ("true", "false"):
        raise InvalidOptionValue(f"{name} must be true or false, not {value!r}")
    return value.lower() == "true"


def _bytes(size: str) -> int:
    digits, unit = (size[:-1], size[-1].lower()) if size[-1:].isalpha() else (size, "")
    if not digits.isascii() or not digits.isdigit() or unit not in ("", *_UNITS) or not int(digits):
        raise InvalidOptionValue(f"split must be a number of bytes (64m), not {size!r}")
    return int(digits) << _UNITS.get(unit, 0)


class _Reader(DataSourceReader):
    def __init__(self, extractor: Extractor, paths: Sequence[str], size: int) -> None:
        self._extractor = extractor
        self._paths = paths
        self._size = size

    def partitions(self) -> list[InputPartition]:
        splits = plan(self._paths, size=self._size)
        return [InputPartition(split) for split in splits] or [InputPartition(None)]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        return self._extractor.of_splits([] if partition.value is None else [partition.value])
