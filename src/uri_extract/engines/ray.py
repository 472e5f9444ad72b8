"""References in Ray datasets."""

from __future__ import annotations

import pickle

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.engines import extractor_of, of_cluster
from uri_extract.splits import plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pyarrow
    from ray.data import Dataset

    from uri_extract.splits import Open
    from uri_extract.tables.manifest import Verdict


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
    extractor = extractor_of(content=content, document=document, **options)

    def references(table: pyarrow.Table) -> pyarrow.Table:
        import pyarrow as pa

        return pa.Table.from_batches(extractor(table.to_batches()), extractor.schema_of(table.schema))

    return ds.map_batches(references, batch_format="pyarrow", batch_size=batch_size, compute=compute)


def read(
    paths: Any, *, split: int = 64 << 20, open: Open | None = None, base_url: str | None = None, **options: Any
) -> Dataset:
    """Return the references in files, which tasks read in splits of about ``split`` bytes, one at a time.

    ``paths``, ``open`` and ``base_url`` are those of :func:`~uri_extract.splits.plan`: paths and URLs are opened on the
    workers, with their credentials. Tasks plan the splits when this is called. Other options are those of
    :func:`extract`; none may name a column. A path that cannot be opened or read raises
    :class:`~uri_extract.errors.SourceError`, here or in a task, which fails.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".txt") as file:
    ...     file.write(b"See http://a.example/x.")
    ...     file.flush()
    ...     read([file.name], columns=["target"], problems="drop").take_all()
    23
    [{'target': 'http://a.example/x'}]
    """
    import ray

    extractor = extractor_of(**options)
    extractor.check_no_names()
    planned = plan(paths, size=split, open=open, base_url=base_url, map=_map)
    splits = [{"item": pickle.dumps(each)} for each in planned]
    table = ray.data.from_items(splits, override_num_blocks=max(len(splits), 1))

    def references(table: pyarrow.Table) -> pyarrow.Table:
        import pyarrow as pa

        (split,) = map(pickle.loads, table.column("item").to_pylist())
        return pa.Table.from_batches(extractor.of_splits([split], open=open), extractor.schema)

    return table.map_batches(references, batch_format="pyarrow", batch_size=1)


def _map(function: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    """Return what a function returns for items, each in a task of its own."""
    import ray

    task = ray.remote(lambda item: function(item))  # a partial is not allowed
    done: list[Any] = ray.get([task.remote(item) for item in items])
    return done


def write(paths: Any, output: str, **options: Any) -> Verdict:
    """Write the references in files below ``output``, and a manifest; return what it proves.

    Each split is read in a task of its own. Arguments are those of :func:`uri_extract.tables.run.write`, without
    ``map``.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     with open(f"{directory}/a.txt", "wb") as file:
    ...         file.write(b"See http://a.example/x.")
    ...     print(write(f"{directory}/a.txt", f"{directory}/out"))
    23
    1 of 1 files, 23 bytes, 0 unread, 0 damaged
    """
    from uri_extract.tables import run

    return run.write(paths, output, map=_map, **of_cluster(options))
