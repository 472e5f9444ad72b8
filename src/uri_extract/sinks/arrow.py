"""Arrow (needs the extra ``arrow``): record batches, the IPC stream, and Parquet files.

The columns are the fields of JSON Lines. ``start``, ``end``, ``line`` and ``column`` are 64-bit integers, lists are
lists of strings, None is null; names that repeat (of documents, delimiters, kinds, elements ...) are
dictionary-encoded in what is written. Batches and row groups have :data:`ROWS` rows, or fewer with much text
(:data:`~uri_extract.limits.MAX_BATCH_TEXT`), however the input was read.

Problems are JSON, the objects that JSON Lines have, in a list under the key ``uri_extract.problems``: in the metadata
of a Parquet file, and of the IPC stream's last batch, which has no rows. The first of them are kept
(:data:`~uri_extract.limits.MAX_KEPT_PROBLEMS`), and ``uri_extract.problem_count`` says how many there were.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from uri_extract.errors import InvalidOptionValue, MissingExtra, missing_extra
from uri_extract.limits import MAX_BATCH_TEXT, MAX_KEPT_PROBLEMS
from uri_extract.pipeline import extract
from uri_extract.records import COLUMNS
from uri_extract.scan import variant
from uri_extract.sinks.pages import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from uri_extract.records import Occurrence, Problem

#: Rows of a batch and of a row group.
ROWS: Final = 1 << 14

_INTEGERS: Final = ("start", "end", "line", "column")
_LISTS: Final = ("alternates", "errors", "hazards")
_TEXTS: Final = ("reference", "target", "raw", "text")
_NEVER_NULL: Final = ("reference", "raw", "delimiter", "kind", "valid", *_INTEGERS, *_LISTS)


_PACKING: Final = variant("uri_extract.sinks._packing")
_COLUMNS: Final = variant("uri_extract.sinks._columns")
# Records that are packed at a time, and bytes of text in a batch: Arrow counts them in 32 bits.
_AT_ONCE: Final = 1 << 12
_MOST_TEXT: Final = 1 << 30


def _missing() -> MissingExtra:
    return MissingExtra(missing_extra("Arrow and Parquet output", "arrow", "pyarrow>=16"))


@cache
def _arrow(module: str = "pyarrow") -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise _missing() from error


def _import_alone() -> None:
    """Import Arrow as where NumPy is not installed, if it can do without."""
    if "numpy" not in sys.modules:
        sys.modules["numpy"] = None  # type: ignore[assignment]
        with suppress(ImportError):
            import_module("pyarrow")
        del sys.modules["numpy"]


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
        return pa.dictionary(pa.int32(), pa.string()) if encoded and name not in _TEXTS else pa.string()

    return pa.schema([pa.field(name, of(name), nullable=name not in _NEVER_NULL) for name in COLUMNS])


def iter_batches(source: Any, *, batch_size: int = ROWS, **options: Any) -> Any:
    """Return a ``pyarrow.RecordBatchReader`` over all references in ``source``, ``batch_size`` in each batch.

    See :func:`uri_extract.iter_batches`.
    """
    if batch_size < 1:
        raise InvalidOptionValue(f"batch_size must be at least 1, not {batch_size}")
    occurrences = extract(source, **options)

    def batches() -> Iterator[Any]:
        packer, columns = _PACKING.Packer(), _COLUMNS.Columns(batch_size, _MOST_TEXT)
        while found := list(islice(occurrences, min(batch_size - columns.count, _AT_ONCE))):
            packer.add(found)
            for _ in _gathered(columns, packer.page()):
                yield _batch(columns)
        if columns.count:
            yield _batch(columns)

    return _arrow().RecordBatchReader.from_batches(schema(), batches())


def _gathered(columns: Any, page: bytes) -> Iterator[None]:
    """Put the rows of a page into columns; each step stands for columns that are full."""
    opened = Page(page)
    row = 0
    while row < opened.rows:
        row = columns.add(opened, row)
        if columns.full:
            yield


def _batch(columns: Any, encoded: bool = False) -> Any:
    """Return what columns have gathered, as a batch."""
    pa = _arrow()
    buffer, array, strings = pa.py_buffer, pa.Array.from_buffers, pa.string()
    count = columns.count
    found = columns.taken()

    def text(count: int, there: bytes | None, ends: bytes, values: bytes) -> Any:
        return array(strings, count, [there and buffer(there), buffer(ends), buffer(values)])

    def of(name: str) -> Any:
        taken = found[name]
        if name in _INTEGERS:
            return array(pa.int64(), count, [None, buffer(taken)], 0)
        if name == "valid":
            return array(pa.bool_(), count, [None, buffer(taken)], 0)
        if name in _LISTS:
            _, ends, members = taken
            return array(pa.list_(strings), count, [None, buffer(ends)], 0, children=[text(*members)])
        if name in _TEXTS:
            return text(*taken)
        _, there, codes, values = taken
        indices = array(pa.int32(), count, [there and buffer(there), buffer(codes)])
        names = pa.DictionaryArray.from_arrays(indices, text(*values), safe=False)
        return names if encoded else names.dictionary_decode()

    return pa.RecordBatch.from_arrays([of(name) for name in COLUMNS], schema=schema(encoded))


class _Batches:
    """What both formats do: gather rows until a batch of :data:`ROWS` is full.

    Arrow is imported when something is written: who encodes needs none, and a process that was forked before has none.
    """

    #: Whether Arrow is imported without NumPy, where neither is imported yet: 11 MB less. For a program that ends with
    #: what it wrote, as what Arrow knows of NumPy is settled by its import.
    alone = False

    def __init__(self) -> None:
        # Arrow's own allocators keep what they once had; the system's gives it back, and is no slower here.
        os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
        if find_spec("pyarrow") is None:
            raise _missing()
        self._packer: Any = None

    def packer(self) -> Any:
        """Return what scanners of plain text may be fed into, and whose ``page()`` is what :meth:`encode` returns."""
        self._packer = self._packer or _PACKING.Packer()
        return self._packer

    def encode(self, occurrences: list[Occurrence]) -> bytes:
        """Return the page of occurrences (:mod:`uri_extract.sinks.pages`)."""
        packer = self.packer()
        packer.add(occurrences)
        page: bytes = packer.page()
        return page

    def encode_problem(self, problem: Problem) -> Problem:
        """Return the problem as it is."""
        return problem

    def begin(self, out: BinaryIO) -> None:
        """Begin to write."""
        self._out = out
        self._writer: Any = None
        self._columns = _COLUMNS.Columns(ROWS, MAX_BATCH_TEXT)
        self._problems: list[str] = []
        self._problem_count = 0

    def write(self, encoded: bytes | Problem) -> None:
        """Write a page, or note a problem."""
        if not isinstance(encoded, bytes):
            self._problem_count += 1
            if len(self._problems) < MAX_KEPT_PROBLEMS:
                self._problems.append(json.dumps(encoded.as_dict()))
            return
        for _ in _gathered(self._columns, encoded):
            self._write()

    def end(self) -> None:
        """Write what was gathered, and the problems."""
        if self._columns.count or self._writer is None:
            self._write()
        metadata = {
            "uri_extract.problems": f"[{', '.join(self._problems)}]",
            "uri_extract.problem_count": str(self._problem_count),
        }
        self._close(metadata if self._problem_count else {})

    def _write(self) -> None:
        """Write what was gathered, if anything was."""
        if self._writer is None:
            if self.alone:
                _import_alone()
            self._writer = self._opened(self._out)
        if self._columns.count:
            self._writer.write_batch(_batch(self._columns, encoded=True))

    def _opened(self, out: BinaryIO) -> Any:
        raise NotImplementedError

    def _close(self, metadata: dict[str, str]) -> None:
        raise NotImplementedError


class Arrow(_Batches):
    """The Arrow IPC stream, into a file or a pipe."""

    def _opened(self, out: BinaryIO) -> Any:
        return _arrow("pyarrow.ipc").new_stream(out, schema(True))

    def _close(self, metadata: dict[str, str]) -> None:
        if metadata:
            self._writer.write_batch(_batch(self._columns, encoded=True), custom_metadata=metadata)
        self._writer.close()


class Parquet(_Batches):
    """A Parquet file."""

    def _opened(self, out: BinaryIO) -> Any:
        return _arrow("pyarrow.parquet").ParquetWriter(
            out,
            schema(True),
            compression="zstd",
            # Places grow by little: differences are smaller and sooner written than a dictionary of them.
            use_dictionary=[name for name in COLUMNS if name not in (*_INTEGERS, "valid")],
            column_encoding=dict.fromkeys(_INTEGERS, "DELTA_BINARY_PACKED"),
            # What readers leave row groups out by; of the others the least and the greatest tell nothing.
            write_statistics=["document", "target", "reference"],
        )

    def _close(self, metadata: dict[str, str]) -> None:
        if metadata:
            self._writer.add_key_value_metadata(metadata)
        self._writer.close()
