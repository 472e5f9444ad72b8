"""Arrow in, Arrow out: references in a column of documents, for engines (needs the extra ``arrow``).

>>> import pyarrow as pa
>>> pages = pa.RecordBatch.from_pydict({"path": ["a.html"], "content": [b'<a href="/x">']})
>>> extract = Extractor(document="path", base="http://a.example/", columns=["target"], problems="drop")
>>> [batch.to_pylist() for batch in extract([pages])]
[[{'target': 'http://a.example/x'}]]

A table is a sequence of record batches. Each reference is a row, with the columns of JSON Lines
(:data:`uri_extract.rows.schema.FIELDS`). Each problem is a row too; its column ``problem`` is not null.
"""

from __future__ import annotations

import os
from array import array
from copy import copy
from itertools import accumulate, chain

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final
from uri_extract.decode.labels import python_codec
from uri_extract.errors import InvalidOptionValue, MissingExtra, SourceTypeError, UriExtractError, missing_extra
from uri_extract.formats import known
from uri_extract.formats.containers import is_container
from uri_extract.rows.details import Origin
from uri_extract.rows.schema import COLUMNS, REQUESTED
from uri_extract.scan import kernels
from uri_extract.sinks import arrow
from uri_extract.sinks.arrow_values import integers
from uri_extract.sources import Selection, documents
from uri_extract.sources.directories import check_selection
from uri_extract.sources.named import check_source
from uri_extract.sources.ranges import Range
from uri_extract.sources.remote import Remote
from uri_extract.splits import read
from uri_extract.tables.tabulation import OfDocuments, Tabulation, texts_of
from uri_extract.text.options import OF_CALLERS, ScanOptions, check_texts, declared, kernel_for, unknown_option

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pyarrow

    from uri_extract.splits import Open, Split

_ALL: Final = Selection()
#: The options of all documents, besides ``joins``.
OPTIONS: Final = frozenset(OF_CALLERS) - {"qr"}
_NAMED: Final = (Range, Remote)

#: The treatment of problems: each is a row, all are ignored, or the first one is raised.
PROBLEMS: Final = ("rows", "drop", "raise")

# Fields that need no offsets in the document: with only these it is read faster.
_OF_REFERENCES: Final = frozenset(("reference", "target", "kind", "valid", *REQUESTED)) - {"source_host", "region"}
_OF_DOCUMENTS: Final = frozenset((*Origin._fields, "base", "base_from", "source_host"))
_WITHOUT_PLACES: Final = _OF_REFERENCES | _OF_DOCUMENTS | {"element", "attribute"}


def schema(*, problems: bool = True, columns: Iterable[str] | None = None) -> pyarrow.Schema:
    """Return the schema of references with these columns, all of them nullable.

    None stands for all fields except those that are only computed on request, such as ``host`` and ``source_host``.

    With ``problems`` there is a column ``problem``, a struct of ``kind``, ``offset`` and ``message``, which is null for
    a reference. The version of the fields is in the metadata (``uri_extract.schema_version``). Raises
    :class:`~uri_extract.errors.MissingExtra` and :class:`~uri_extract.errors.InvalidOptionValue`.

    >>> schema(columns=["target", "line"]).names
    ['target', 'line', 'problem']
    """
    pa = _arrow()
    found = arrow.schema(names=checked_columns(columns))
    fields = [field.with_nullable(True) for field in found]
    if problems:
        of_problem = [("kind", pa.string()), ("offset", pa.int64()), ("message", pa.string())]
        fields.append(pa.field("problem", pa.struct(of_problem)))
    return pa.schema(fields, metadata=found.metadata)


def checked_columns(columns: Iterable[str] | None) -> tuple[str, ...] | None:
    """Return the names of fields; raise :class:`InvalidOptionValue` if one is unknown or repeated, or without any.

    >>> checked_columns("target")
    ('target',)
    """
    if columns is None:
        return None
    names = (columns,) if isinstance(columns, str) else tuple(columns)
    for name in names:
        if name not in COLUMNS and name not in REQUESTED:
            raise InvalidOptionValue(f"unknown column {name!r}; columns are {', '.join((*COLUMNS, *REQUESTED))}")
    if not names or len(set(names)) < len(names):
        raise InvalidOptionValue("columns must name at least one field, and each only once")
    return names


def _arrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise MissingExtra(missing_extra("reading and making tables", "arrow", "pyarrow>=16")) from error
    return pyarrow


class Extractor:
    """Finds the references in the documents of a column. It is called with record batches, and yields record batches.

    ``content`` is the name of the column with the documents. A string is read as plain text, whatever it looks like,
    unless ``media_type`` is given; bytes may be anything that :func:`~uri_extract.extract` reads, including archives. A
    null is not a document. ``document`` is the name of the column with document names, or None. ``media_type`` and
    ``base`` (the documents' own URI) are values for all documents or the name of a column: a value with a slash is a
    media type, a value with a colon is a URI. ``charset`` is the name of a character encoding or of a column.

    ``keep`` are columns that are copied from the row of the document, before the reference's own ``columns`` (None for
    all fields). Other columns are not computed. ``problems`` is ``"rows"``, ``"drop"`` or ``"raise"``, which raises
    :class:`~uri_extract.errors.UriExtractError` for the first problem. Other options are those of
    :func:`~uri_extract.extract` for all documents, except ``kernel`` and ``qr``.

    Faults in a document are problems, and no other document is affected; an internal error is a problem of the kind
    ``internal``. A file that cannot be opened or read to its end raises :class:`~uri_extract.errors.SourceError`,
    whatever ``problems`` is, because its rows would be missing.

    Without ``interpreted`` (the default of Spark and Ray) reading raises an error where kernels are not compiled.
    ``start`` and ``end`` count bytes; in a string, bytes of its UTF-8. An extractor has only its options, so it can be
    pickled, hashed and compared. Wrong options raise :class:`~uri_extract.errors.InvalidOptionValue`,
    :class:`~uri_extract.errors.InvalidOption`, :class:`~uri_extract.errors.UnknownMediaType` or
    :class:`~uri_extract.errors.UnknownCharset`.

    >>> import pyarrow
    >>> batch = pyarrow.RecordBatch.from_pydict({"content": ["See http://a.example/x."]})
    >>> [found.to_pylist() for found in Extractor(columns=["target"], problems="drop")([batch])]
    [[{'target': 'http://a.example/x'}]]
    """

    def __init__(
        self,
        *,
        content: str = "content",
        document: str | None = None,
        media_type: str | None = None,
        base: str | None = None,
        charset: str | None = None,
        keep: Sequence[str] = (),
        columns: Iterable[str] | None = None,
        problems: str = "rows",
        interpreted: bool = True,
        **options: Any,
    ) -> None:
        _arrow()
        self.keep: tuple[str, ...] = (keep,) if isinstance(keep, str) else tuple(keep)
        self.columns: tuple[str, ...] | None = checked_columns(columns)
        if problems not in PROBLEMS:
            raise InvalidOptionValue(f"problems must be one of {', '.join(map(repr, PROBLEMS))}, not {problems!r}")
        clash = {*self.keep} & {*(self.columns or COLUMNS), *(("problem",) if problems == "rows" else ())}
        if clash:
            raise InvalidOptionValue(f"keep: {clash.pop()!r} is a column of references too; rename the one to keep")
        self.problems: str = problems
        self._interpreted = interpreted
        self.content: str = content
        #: The names of columns, or None.
        self.names: OfDocuments = OfDocuments(
            document,
            media_type if media_type and "/" not in media_type else None,
            base if base and ":" not in base else None,
            charset if charset and python_codec(charset) is None else None,
        )
        charset = None if self.names.charset else charset
        kind = None
        if media_type and not self.names.media_type:
            kind, charset = declared(media_type, charset)
            kind = None if is_container(kind) else known(kind)
        self.media_type = kind
        joins = options.pop("joins", "likely")
        kernel_for(None, joins)  # checks the option
        for name in options:
            if name not in OPTIONS:
                raise unknown_option(name, OPTIONS)
        given = ScanOptions(base=None if self.names.base else base, charset=charset, **options).checked()
        if given.json_field:
            given, self.media_type = given._replace(json_type=self.media_type), None
        self._joins = joins
        self._options = given

    def _but(self, **changed: Any) -> Extractor:
        """Return a copy with these attributes changed."""
        other = copy(self)
        other.__dict__.update(changed)
        return other

    def keeping(self, *names: str) -> Extractor:
        """Return an extractor that also keeps these columns."""
        return self._but(keep=(*self.keep, *names))

    def selecting(self, columns: Iterable[str]) -> Extractor:
        """Return an extractor for only the columns with these names, and ``problem``."""
        return self._but(columns=checked_columns(columns))

    def _state(self) -> tuple[Any, ...]:
        return (
            self.content, self.names, self.media_type, self.keep, self.columns, self.problems,
            self._joins, self._options, self._interpreted,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Extractor) and self._state() == other._state()

    def __hash__(self) -> int:
        return hash(self._state())

    def __repr__(self) -> str:
        return f"Extractor{self._state()!r}"

    @property
    def schema(self) -> pyarrow.Schema:
        """The schema of the references, without the kept columns."""
        return schema(problems=self.problems == "rows", columns=self.columns)

    def schema_of(self, table: pyarrow.Schema) -> pyarrow.Schema:
        """Return the schema of the result for a table with this schema."""
        own = self.schema
        return _arrow().schema([*(table.field(name) for name in self.keep), *own], metadata=own.metadata)

    def tabulation(self, are_splits: bool = False) -> Tabulation:
        """Return a reader of documents, which may be splits of files. Raises :class:`UriExtractError`."""
        if not self._interpreted and "compiled" not in kernels:
            raise UriExtractError(
                "kernels run interpreted here, which takes many times longer: install the package with a C compiler "
                "and python3-dev (--py-files cannot carry kernels), or set interpreted=True"
            )
        asked = COLUMNS if self.columns is None else self.columns
        options = self._options._replace(
            kernel=kernel_for(None, self._joins),
            places=not _WITHOUT_PLACES.issuperset(asked),
            origins=not _OF_REFERENCES.issuperset(asked),
        )
        return Tabulation(self.schema, self.problems == "raise", self.media_type, options, are_splits)

    def of_splits(self, splits: Iterable[Split], *, open: Open | None = None) -> Iterator[pyarrow.RecordBatch]:
        """Yield batches of the references in splits of files (:func:`~uri_extract.splits.read`).

        Raises :class:`InvalidOptionValue` if an option names a column, since files have no columns, and
        :class:`~uri_extract.errors.SourceError` for a file that cannot be read to its end.
        """
        self.check_no_names()
        documents = chain.from_iterable(read(split, open=open) for split in splits)
        return (batch for batch, _ in self.tabulation(are_splits=True).of_documents(documents))

    def check_no_names(self) -> None:
        """Raise :class:`InvalidOptionValue` if an option names a column."""
        name = next(filter(None, self.names), None)
        if name is not None:
            raise InvalidOptionValue(f"no column {name!r}: there are only documents")

    def __call__(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """Yield batches of the references in batches of documents, in order, of at most 16,384 rows each."""
        pa = _arrow()
        tabulation = self.tabulation()
        for batch in batches:
            if not isinstance(batch, pa.RecordBatch):
                raise SourceTypeError(
                    f"a batch must be a pyarrow.RecordBatch, as Table.to_batches() returns, not {type(batch).__name__}"
                )
            for name in (self.content, *self.keep, *filter(None, self.names)):
                if name not in batch.schema.names:
                    raise InvalidOptionValue(f"no column {name!r}: the table has {', '.join(batch.schema.names)}")
            of = OfDocuments(*(name and texts_of(batch.column(name)) for name in self.names))
            for found, rows in tabulation.of_column(batch.column(self.content), of):
                kept = [batch.column(name).take(rows) for name in self.keep]
                yield pa.RecordBatch.from_arrays([*kept, *found.columns], schema=self.schema_of(batch.schema))

    def lists(self, column: pyarrow.Array) -> pyarrow.ListArray:
        """Return a list of structs for each document of an array: its references, and its problems if they are rows.

        The list for a null is null. There is no other column, so ``keep`` is ignored. Raises
        :class:`InvalidOptionValue` if another option names a column.
        """
        pa = _arrow()
        self.check_no_names()
        if isinstance(column, pa.ChunkedArray):
            column = column.combine_chunks()
        if not isinstance(column, pa.Array):
            raise SourceTypeError(f"column must be a pyarrow.Array, not {type(column).__name__}")
        found = []
        counts = array("i", bytes(4 * len(column)))
        for each, rows in self.tabulation().of_column(column, OfDocuments()):
            found.append(each)
            for row in rows.to_pylist():
                counts[row] += 1
        offsets = integers(array("i", (0, *accumulate(counts))))
        if len(found) > 1:
            found = pa.Table.from_batches(found).combine_chunks().to_batches()
        one = (
            found[0]
            if found
            else pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in self.schema], schema=self.schema)
        )
        return pa.ListArray.from_arrays(
            offsets, one.to_struct_array(), mask=column.is_null() if column.null_count else None
        )


class References:
    """The references in a source, as a table that may be read several times; a self join reads it twice.

    ``source`` is a path, bytes, a range or a remote input, as for :func:`~uri_extract.extract`, or a list of these. An
    open file is not allowed, because it could not be read again. Options are those of :class:`Extractor`;
    ``media_type``, ``base``, ``charset`` and ``document`` (the name) apply to all documents. Iteration yields record
    batches; a library that accepts Arrow's C stream (the PyCapsule interface) accepts the table. Wrong arguments raise
    the errors of :class:`Extractor`, :class:`~uri_extract.errors.SourceTypeError` and
    :class:`~uri_extract.errors.SourceError`.

    >>> links = References(b"http://a.example/ http://b.example/", columns=["target"], problems="drop")
    >>> sum(len(batch) for batch in links)
    2
    """

    def __init__(
        self,
        source: str | os.PathLike[str] | bytes | Range | Remote | Sequence[str | os.PathLike[str] | Range | Remote],
        *,
        document: str | None = None,
        selection: Selection = _ALL,
        **options: Any,
    ) -> None:
        self._extractor = Extractor(**options)
        self._extractor.check_no_names()
        check_texts(document=document)
        check_selection(selection)
        self._sources: list[Any] = (
            list(source) if isinstance(source, list | tuple) and not isinstance(source, _NAMED) else [source]
        )
        for each in self._sources:
            if not isinstance(each, (str, bytes, os.PathLike, *_NAMED)):
                raise SourceTypeError(
                    f"a source of a table must be readable more than once, unlike {type(each).__name__}"
                )
            check_source(each)
        self._document = document
        self._selection = selection

    def select(self, columns: Iterable[str]) -> References:
        """Return the same references with only these columns; no others are computed."""
        names = [name for name in columns if name != "problem"] or ["reference"]
        other = copy(self)
        other._extractor = self._extractor.selecting(names)
        return other

    @property
    def schema(self) -> pyarrow.Schema:
        """The schema of the batches."""
        return self._extractor.schema

    def __iter__(self) -> Iterator[pyarrow.RecordBatch]:
        kind = self._extractor.media_type
        found = (
            documents(each, media_type=kind, selection=self._selection, name=self._document) for each in self._sources
        )
        return (batch for batch, _ in self._extractor.tabulation().of_documents(chain.from_iterable(found)))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return a stream of the batches (the Arrow PyCapsule interface)."""
        return _arrow().RecordBatchReader.from_batches(self.schema, iter(self)).__arrow_c_stream__(requested_schema)
