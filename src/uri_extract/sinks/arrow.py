"""Arrow (needs the extra ``arrow``): record batches, the IPC stream, and Parquet files.

The columns are :data:`uri_extract.rows.schema.FIELDS`. Integers have 64 bits, lists are lists of strings, None is null;
names (of documents, delimiters, kinds, elements ...) are dictionary-encoded in files and streams. The metadata of the
schema have the version of the fields as ``uri_extract.schema_version``. Batches and row groups have :data:`ROWS` rows,
or fewer with much text (:data:`~uri_extract.limits.MAX_BATCH_TEXT`), however the input was read.

Problems are a JSON list of the objects of JSON Lines, under the key ``uri_extract.problems`` in the metadata of a
Parquet file, or of the last batch of the IPC stream, which has no rows. Only the first problems are kept
(:data:`~uri_extract.limits.MAX_KEPT_PROBLEMS`); ``uri_extract.problem_count`` is the number of all problems.
"""

from __future__ import annotations

import os
import sys
from array import array as doubles
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from marshal import dumps, loads

from uri_extract._compat._typing import Any, BinaryIO, Final
from uri_extract.errors import MissingExtra, missing_extra
from uri_extract.limits import MAX_BATCH_TEXT, MAX_KEPT_PROBLEMS
from uri_extract.rows import Page, computed
from uri_extract.rows.octets import page_of, parts_of
from uri_extract.rows.records import Problem
from uri_extract.rows.schema import (
    BOOLEAN,
    COLUMNS,
    FIELDS,
    INTEGER,
    LIST,
    NAME,
    NUMBER,
    REQUESTED_FIELDS,
    VERSION,
    names_of,
)  # fmt: skip
from uri_extract.sinks._columns import Columns
from uri_extract.sinks.base import Sink
from uri_extract.sinks.text import utf8

#: Rows of a batch and of a row group.
ROWS: Final = 1 << 14

_TYPES: Final = {field.name: field.type for field in FIELDS}
_UNCOMPRESSED: Final = names_of(NAME, INTEGER, NUMBER, BOOLEAN)


def _missing() -> MissingExtra:
    return MissingExtra(missing_extra("Arrow and Parquet output", "arrow", "pyarrow>=16"))


@cache
def _arrow(module: str = "pyarrow") -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise _missing() from error


# Modules that Arrow does not need: NumPy and cloud file systems take 15 MB of memory, and half as much time again.
_NEEDLESS: Final = ("numpy", *(f"pyarrow._{name}" for name in ("azurefs", "gcsfs", "hdfs", "s3fs")))


def _memory_pool(origin: str | None) -> str:
    """Return the name of the allocator that Arrow should use, if its build at ``origin`` has it.

    Arrow's default allocator keeps memory that it once had. The system's allocator returns it, but has it in pieces
    between other blocks. jemalloc, which is in the packages for Linux, keeps it separate and returns it. Arrow warns if
    it is given an allocator that it was built without.
    """
    built = os.path.join(os.path.dirname(origin or ""), "include", "arrow", "util", "config.h")
    with suppress(OSError), open(built, "rb") as settings:
        if b"#define ARROW_JEMALLOC\n" in settings.read():
            return "jemalloc"
    return "system"


def _import_alone(module: str) -> None:
    """Import a module of Arrow as if the modules that it does not need were not installed."""
    blocked = [name for name in _NEEDLESS if name not in sys.modules]
    for name in blocked:
        sys.modules[name] = None  # type: ignore[assignment]
    with suppress(ImportError):
        import_module(module)
    for name in blocked:
        del sys.modules[name]


@cache
def schema(encoded: bool = False, names: tuple[str, ...] | None = None) -> Any:
    """Return the schema of batches, with dictionaries for names if ``encoded``. Raises :class:`MissingExtra`.

    ``names`` are the names of its columns, in their order; None for all.
    """
    pa = _arrow()

    text = pa.string()
    types = {
        INTEGER: pa.int64(),
        NUMBER: pa.float64(),
        BOOLEAN: pa.bool_(),
        LIST: pa.list_(text),
        NAME: pa.dictionary(pa.int32(), text) if encoded else text,
    }
    fields = {
        field.name: pa.field(field.name, types.get(field.type, text), field.nullable)
        for field in (*FIELDS, *REQUESTED_FIELDS)
    }
    chosen = [fields[name] for name in names or COLUMNS]
    return pa.schema(chosen, metadata={"uri_extract.schema_version": str(VERSION)})


def requested(page: Page, names: tuple[str, ...]) -> dict[str, list[str | None]]:
    """Return the columns of a page that are computed on request, those with these names."""
    found = page.columns(names) if names else {}
    return {name: [None if text is None else utf8(text).decode() for text in found[name]] for name in found}


class Gathered:
    """Collects rows of pages into batches of ``most`` rows or ``most_text`` bytes of text; the last may be smaller.

    If ``encoded``, names are dictionary-encoded. ``names`` are the columns, in their order; None for all but those
    computed on request, which are ``requested``.
    """

    def __init__(self, most: int, most_text: int, encoded: bool = False, names: tuple[str, ...] | None = None) -> None:
        # The kernel needs a column that counts the rows.
        own = None if names is None else tuple(name for name in names if name in COLUMNS) or ("line",)
        self._columns = Columns(most, most_text, own, encoded)
        self._encoded = encoded
        self._names = names or COLUMNS
        self.requested: tuple[str, ...] = tuple(name for name in self._names if name not in COLUMNS)
        self._values: dict[str, list[str | None]] = {name: [] for name in self.requested}

    def add(self, page: Page, computed: Any, values: dict[str, list[str | None]] | None = None) -> Iterator[None]:
        """Add the rows of a page with their computed fields; yield whenever the caller must call :meth:`batch`.

        ``values`` are those of the columns computed on request, if they were computed elsewhere.
        """
        for name, added in (requested(page, self.requested) if values is None else values).items():
            self._values[name] += added
        row = 0
        while row < len(page):
            row = self._columns.add(page, computed, row)
            if self._columns.full:
                yield

    def __len__(self) -> int:
        count: int = self._columns.count
        return count

    def batch(self) -> Any:
        """Return the batch of the rows collected so far, and start over."""
        return _batch(self._columns, schema(self._encoded, self._names), self._encoded, self._values)


def _batch(columns: Any, schema: Any, encoded: bool, values_of: dict[str, list[str | None]]) -> Any:
    pa = _arrow()
    buffer, array, strings = pa.py_buffer, pa.Array.from_buffers, pa.string()
    count = columns.count
    found = columns.take()

    def text(count: int, validity: bytes | None, ends: bytes, values: bytes) -> Any:
        return array(strings, count, [buffer(validity) if validity else None, buffer(ends), buffer(values)])

    def of(name: str) -> Any:
        if name in values_of:
            column = pa.array(values_of[name][:count], strings)
            del values_of[name][:count]
            return column
        taken, type = found[name], _TYPES[name]
        if type == INTEGER:
            return array(pa.int64(), count, [None, buffer(taken)], 0)
        if type == BOOLEAN:
            return array(pa.bool_(), count, [None, buffer(taken)], 0)
        if type == LIST:
            _, ends, members = taken
            return array(pa.list_(strings), count, [None, buffer(ends)], 0, children=[text(*members)])
        if type != NUMBER and not (type == NAME and encoded):
            return text(*taken)
        _, validity, codes, values = taken
        if type == NUMBER:
            numbers = [float(value.as_py()) for value in text(*values)]
            of_rows = (
                doubles("d", map(numbers.__getitem__, memoryview(codes).cast("i"))) if numbers else bytes(8 * count)
            )
            return array(pa.float64(), count, [buffer(validity) if validity else None, buffer(of_rows)])
        indices = array(pa.int32(), count, [buffer(validity) if validity else None, buffer(codes)])
        return pa.DictionaryArray.from_arrays(indices, text(*values), safe=False)

    return pa.RecordBatch.from_arrays([*map(of, schema.names)], schema=schema)


class _Batches(Sink):
    """The common base of both formats: it collects rows until a batch of :data:`ROWS` is full.

    Arrow is imported with the first batch: :meth:`encode` does not need it, so forked workers never load it. If the
    sink ``owns_process`` and neither is imported yet, Arrow is imported without NumPy; Arrow decides at its import
    whether it uses NumPy.
    """

    module: str

    def __init__(self, *, fields: tuple[str, ...] = COLUMNS) -> None:
        found = find_spec("pyarrow")
        if found is None:
            raise _missing()
        self._fields = fields
        self._requested = tuple(name for name in fields if name not in COLUMNS)
        os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", _memory_pool(found.origin))

    def encode(self, page: Page) -> bytes:
        return dumps((parts_of(page), computed(page), requested(page, self._requested)))

    def encode_problem(self, problem: Problem) -> Problem:
        return problem

    def begin(self, out: BinaryIO) -> None:
        super().begin(out)
        self._writer: Any = None
        names = None if self._fields == COLUMNS else self._fields
        self._gathered = Gathered(ROWS, MAX_BATCH_TEXT, encoded=True, names=names)
        self._problems: list[str] = []
        self._problem_count = 0

    def write(self, encoded: bytes | Problem) -> None:
        if isinstance(encoded, Problem):
            self._problem_count += 1
            if len(self._problems) < MAX_KEPT_PROBLEMS:
                import json

                self._problems.append(json.dumps(encoded.as_dict()))
            return
        parts, of_page, values = loads(encoded)
        for _ in self._gathered.add(page_of(parts), of_page, values):
            self._open().write_batch(self._gathered.batch())

    def end(self) -> None:
        """Write the remaining rows, and the problems."""
        writer = self._open()
        if len(self._gathered):
            writer.write_batch(self._gathered.batch())
        metadata = {
            "uri_extract.problems": f"[{', '.join(self._problems)}]",
            "uri_extract.problem_count": str(self._problem_count),
        }
        self._close(metadata if self._problem_count else {})

    def _open(self) -> Any:
        if self._writer is None:
            if self.owns_process:
                _import_alone(self.module)
            self._writer = self._opened(self._out)
        return self._writer

    def _opened(self, out: BinaryIO) -> Any:
        raise NotImplementedError

    def _close(self, metadata: dict[str, str]) -> None:
        raise NotImplementedError


class Arrow(_Batches):
    """The Arrow IPC stream, into a file or a pipe."""

    module = "pyarrow.ipc"

    def _opened(self, out: BinaryIO) -> Any:
        return _arrow(self.module).new_stream(out, schema(True, self._fields))

    def _close(self, metadata: dict[str, str]) -> None:
        if metadata:
            self._writer.write_batch(self._gathered.batch(), custom_metadata=metadata)
        self._writer.close()


class Parquet(_Batches):
    """A Parquet file."""

    module = "pyarrow._parquet"

    def _opened(self, out: BinaryIO) -> Any:
        settings = {
            # Names are few, so dictionaries are small; places grow by little, so differences are small. Compressed text
            # is smaller without a dictionary.
            "use_dictionary": [name for name in names_of(NAME, LIST) if name in self._fields],
            "column_encoding": {name: "DELTA_BINARY_PACKED" for name in names_of(INTEGER) if name in self._fields},
            "compression": {name: "none" if name in _UNCOMPRESSED else "zstd" for name in self._fields},
            # For statistics of names Arrow loads its compute functions: 2 MB of memory, and a sixth of the time.
            "write_statistics": False,
            # Encoding and compressing a page takes three times its memory.
            "write_batch_size": 1 << 10,
            "data_page_size": 1 << 16,
        }
        if self.owns_process:
            with suppress(ImportError, AttributeError, TypeError, ValueError):
                return _ParquetWriter(out, schema(True, self._fields), settings)
        return _arrow("pyarrow.parquet").ParquetWriter(out, schema(True, self._fields), **settings)

    def _close(self, metadata: dict[str, str]) -> None:
        if metadata:
            self._writer.add_key_value_metadata(metadata)
        self._writer.close()


class _ParquetWriter:
    """A smaller ``pyarrow.parquet.ParquetWriter``, without the file systems that its module imports (7 MB)."""

    def __init__(self, out: BinaryIO, schema: Any, settings: dict[str, Any]) -> None:
        defaults = {"version": "2.6", "writer_engine_version": "V2", "data_page_version": "1.0"}
        self._table = _arrow().Table.from_batches
        self._writer = _arrow("pyarrow._parquet").ParquetWriter(out, schema, **defaults, **settings)
        self.add_key_value_metadata = self._writer.add_key_value_metadata
        self.close = self._writer.close

    def write_batch(self, batch: Any) -> None:
        self._writer.write_table(self._table([batch], batch.schema))
