"""References in Ray datasets."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.splits import Split, plan
from uri_extract.tables import Extractor

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    import pyarrow
    from ray.data import Dataset

    from uri_extract.sources.ranges import Range
    from uri_extract.splits import Open


def extract(
    ds: Dataset, *, content: str = "bytes", document: str | None = "path", compute: Any = None, batch_size: int = 64,
    **options: Any,
) -> Dataset:  # fmt: skip
    """Return the references in the documents of a dataset's column, one per row.

    The defaults are the columns of ``ray.data.read_binary_files(paths, include_paths=True)``. ``compute`` and
    ``batch_size`` (documents) are those of ``Dataset.map_batches``; use fewer actors than processors, to leave some for
    reading. Options and exceptions are those of :class:`~uri_extract.tables.Extractor`. A task may run twice, so write
    files with a unique name for each task, or merge by document.

    >>> import ray
    >>> pages = ray.data.from_items([{"path": "a.txt", "bytes": b"See http://a.example/x."}])
    >>> extract(pages, columns=["target"], problems="drop").take_all()
    [{'target': 'http://a.example/x'}]
    """
    reader = _Reader(Extractor(content=content, document=document, **options))
    return ds.map_batches(reader, batch_format="pyarrow", batch_size=batch_size, compute=compute)


def read(
    paths: Iterable[str | os.PathLike[str] | Range], *, split: int = 64 << 20, open: Open | None = None, **options: Any
) -> Dataset:
    """Return the references in files, which tasks read in splits of about ``split`` bytes.

    Paths are valid on the workers; ``open`` opens one there for reading in binary, with the credentials of the worker.
    Other options are those of :func:`extract`; none may name a column. A path that cannot be opened or read raises
    :class:`~uri_extract.errors.SourceError`, here or in a task, which fails; with ``missing="row"`` one that does not
    exist is a problem.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".txt") as file:
    ...     file.write(b"See http://a.example/x.")
    ...     file.flush()
    ...     read([file.name], columns=["target"], problems="drop").take_all()
    23
    [{'target': 'http://a.example/x'}]
    """
    import ray

    extractor = Extractor(**options)
    extractor.check_no_names()
    splits = [each._asdict() for each in plan(paths, size=split, open=open, missing=extractor.missing)]
    table = ray.data.from_items(splits, override_num_blocks=max(len(splits), 1))
    return table.map_batches(_SplitReader(extractor, open), batch_format="pyarrow", batch_size=1)


class _Reader:
    """Returns the table of the references in a table of documents."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor

    def __call__(self, table: pyarrow.Table) -> pyarrow.Table:
        import pyarrow as pa

        return pa.Table.from_batches(self._extractor(table.to_batches()), self._extractor.schema_of(table.schema))


class _SplitReader:
    """Returns the table of the references in a table of splits."""

    def __init__(self, extractor: Extractor, open: Open | None) -> None:
        self._extractor = extractor
        self._open = open

    def __call__(self, table: pyarrow.Table) -> pyarrow.Table:
        import pyarrow as pa

        splits = (Split(**row) for row in table.to_pylist())
        return pa.Table.from_batches(self._extractor.of_splits(splits, open=self._open), self._extractor.schema)
