"""Arrow (needs the extra ``arrow``): record batches, the IPC stream, and Parquet files.

The columns are the fields of JSON Lines. ``start``, ``end``, ``line`` and ``column`` are 64-bit integers, lists are
lists of strings, ``wrapped`` is null or how; names that repeat (of documents, delimiters, kinds, elements ...) are
dictionary-encoded in what is written. Batches and row groups have :data:`ROWS` rows, however the input was read.

Problems are JSON, the objects that JSON Lines have, in a list under the key ``uri_extract.problems``: in the metadata
of a Parquet file, and of the IPC stream's last batch, which has no rows. The first of them are kept
(:data:`~uri_extract.limits.MAX_KEPT_PROBLEMS`), and ``uri_extract.problem_count`` says how many there were.
"""

from __future__ import annotations

import json
import os
from functools import cache
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from uri_extract.errors import UriExtractError
from uri_extract.limits import MAX_KEPT_PROBLEMS
from uri_extract.pipeline import extract
from uri_extract.records import COLUMNS
from uri_extract.sinks.columns import columns
from uri_extract.sinks.text import utf8

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from uri_extract.records import Occurrence, Problem

#: Rows of a batch and of a row group.
ROWS: Final = 1 << 14

_INTEGERS: Final = ("start", "end", "line", "column")
_LISTS: Final = ("alternates", "errors", "hazards")
_UNIQUE: Final = ("reference", "target", "raw", "text")
_VARIED: Final = ("reference", "target", "raw", *_INTEGERS)
_NEVER_NULL: Final = ("reference", "raw", "delimiter", "kind", "valid", *_INTEGERS, *_LISTS)


class MissingExtra(UriExtractError):  # noqa: N818 - as its siblings
    """What was asked for needs a package that is not installed."""


class BatchSizeError(UriExtractError, ValueError):
    """A number of rows that no batch has: a mistake of the caller."""


@cache
def _arrow(module: str = "pyarrow") -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra("Arrow and Parquet need the extra: pip install 'uri-extract[arrow]'") from error


@cache
def schema(encoded: bool = False) -> Any:
    """Return the schema of batches; ``encoded`` with dictionaries, as it is written. Raises :class:`MissingExtra`."""
    pa = _arrow()

    def of(name: str) -> Any:
        if name in _INTEGERS:
            return pa.int64()
        if name in _LISTS:
            return pa.list_(pa.string())
        if name == "valid":
            return pa.bool_()
        return pa.dictionary(pa.int32(), pa.string()) if encoded and name not in _UNIQUE else pa.string()

    return pa.schema([pa.field(name, of(name), nullable=name not in _NEVER_NULL) for name in COLUMNS])


def batch(occurrences: list[Occurrence]) -> Any:
    """Return occurrences as one ``pyarrow.RecordBatch``. Raises :class:`MissingExtra`."""
    pa = _arrow()
    made: dict[tuple[int, Any], Any] = {}
    arrays = []
    for (name, values), field in zip(columns(occurrences).items(), schema(), strict=True):
        key = id(values), field.type
        if key not in made:
            made[key] = _array(pa, name, values, field.type)
        arrays.append(made[key])
    return pa.RecordBatch.from_arrays(arrays, schema=schema())


def iter_batches(source: Any, *, batch_size: int = ROWS, **options: Any) -> Any:
    """Return a ``pyarrow.RecordBatchReader`` over all references in ``source``, ``batch_size`` in each batch.

    See :func:`uri_extract.iter_batches`.
    """
    if batch_size < 1:
        raise BatchSizeError(f"a batch has at least one row, not {batch_size}")
    occurrences = extract(source, **options)

    def batches() -> Iterator[Any]:
        while found := list(islice(occurrences, batch_size)):
            yield batch(found)

    return _arrow().RecordBatchReader.from_batches(schema(), batches())


def _array(pa: Any, name: str, values: Sequence[Any], kind: Any) -> Any:
    """Return a column; one that says the same of all costs nothing."""
    count = len(values)
    if name == "wrapped":
        values = [value or None for value in values]
    if count and name not in _VARIED and values[0] is values[-1] and values.count(values[0]) == count:
        if values[0] is None:
            return pa.nulls(count, kind)
        if values[0] == ():
            nothing = pa.py_buffer(bytes(4 * (count + 1)))
            return pa.Array.from_buffers(kind, count, [None, nothing], 0, children=[pa.array([], kind.value_type)])
        if isinstance(values[0], str):
            return pa.repeat(pa.scalar(_clean(values[0]), kind), count)
    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        clean = [[_clean(text) for text in value] if isinstance(value, tuple) else _clean(value) for value in values]
        return pa.array(clean, kind)


def _clean(value: Any) -> Any:
    return utf8(value).decode() if isinstance(value, str) else value


def _encoded(rows: Any) -> Any:
    """Return a table as one batch with dictionaries, in the order that the values come up in."""
    pa = _arrow()
    arrays = [_whole(pa, column) for column in rows.columns]
    return pa.RecordBatch.from_arrays(
        [
            array.dictionary_encode() if pa.types.is_dictionary(field.type) else array
            for array, field in zip(arrays, schema(True), strict=True)
        ],
        schema=schema(True),
    )


def _whole(pa: Any, column: Any) -> Any:
    """Return a chunked column as one array of its own: what is a slice of a longer one is written with its padding."""
    chunks = column.chunks
    if len(chunks) == 1:
        chunks = [chunks[0][:1], chunks[0][1:]]
    return pa.concat_arrays(chunks) if chunks else pa.array([], column.type)


class _Batches:
    """What both formats do: gather rows until a batch of :data:`ROWS` is full."""

    def __init__(self) -> None:
        # Arrow's own allocators keep what they once had; the system's gives it back, and is no slower here.
        os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
        _arrow()

    def encode(self, occurrences: list[Occurrence]) -> Any:
        """Return the batch of occurrences."""
        return batch(occurrences)

    def encode_problem(self, problem: Problem) -> Any:
        """Return the problem as it is."""
        return problem

    def begin(self, out: BinaryIO) -> None:
        """Begin to write."""
        self._rows: list[Any] = []
        self._count = 0
        self._problems: list[str] = []
        self._problem_count = 0
        self._open(out)

    def write(self, encoded: Any) -> None:
        """Write a batch, or note a problem."""
        if isinstance(encoded, tuple):
            self._problem_count += 1
            if len(self._problems) < MAX_KEPT_PROBLEMS:
                self._problems.append(json.dumps(encoded.as_dict()))  # type: ignore[attr-defined]
            return
        self._rows.append(encoded)
        self._count += encoded.num_rows
        while self._count >= ROWS:
            table = _arrow().Table.from_batches(self._rows)
            self._write(table.slice(0, ROWS))
            rest = table.slice(ROWS)
            self._rows, self._count = rest.to_batches(), rest.num_rows

    def end(self) -> None:
        """Write what was gathered, and the problems."""
        if self._count:
            self._write(_arrow().Table.from_batches(self._rows))
        metadata = {
            "uri_extract.problems": f"[{', '.join(self._problems)}]",
            "uri_extract.problem_count": str(self._problem_count),
        }
        self._close(metadata if self._problem_count else {})

    def _open(self, out: BinaryIO) -> None:
        raise NotImplementedError

    def _write(self, rows: Any) -> None:
        raise NotImplementedError

    def _close(self, metadata: dict[str, str]) -> None:
        raise NotImplementedError


class Arrow(_Batches):
    """The Arrow IPC stream, into a file or a pipe."""

    def _open(self, out: BinaryIO) -> None:
        self._writer = _arrow("pyarrow.ipc").new_stream(out, schema(True))

    def _write(self, rows: Any) -> None:
        self._writer.write_batch(_encoded(rows))

    def _close(self, metadata: dict[str, str]) -> None:
        if metadata:
            self._writer.write_batch(_encoded(schema().empty_table()), custom_metadata=metadata)
        self._writer.close()


class Parquet(_Batches):
    """A Parquet file."""

    def _open(self, out: BinaryIO) -> None:
        self._writer = _arrow("pyarrow.parquet").ParquetWriter(
            out,
            schema(True),
            compression="zstd",
            # Places grow by little: differences are smaller and sooner written than a dictionary of them.
            use_dictionary=[name for name in COLUMNS if name not in (*_INTEGERS, "valid")],
            column_encoding=dict.fromkeys(_INTEGERS, "DELTA_BINARY_PACKED"),
        )

    def _write(self, rows: Any) -> None:
        self._writer.write_batch(_encoded(rows))

    def _close(self, metadata: dict[str, str]) -> None:
        if metadata:
            self._writer.add_key_value_metadata(metadata)
        self._writer.close()
