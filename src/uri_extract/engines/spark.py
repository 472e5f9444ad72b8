"""References in Spark DataFrames (PySpark 3.5 and 4)."""

from __future__ import annotations

import pickle
from functools import partial

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.engines import extractor_of, of_cluster
from uri_extract.errors import MissingExtra
from uri_extract.sources.ranges import Range
from uri_extract.splits import plan, split_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

    from uri_extract.splits import Open
    from uri_extract.tables import Extractor
    from uri_extract.tables.manifest import Verdict


def extract(df: DataFrame, content: str = "content", *, document: str | None = "path", **options: Any) -> DataFrame:
    """Return the references in the documents of a DataFrame's column, one per row.

    The default of ``document`` is the column of the source ``binaryFile``; None for no names. A string is plain text
    unless ``media_type`` is given; the type of bytes is detected. Options and exceptions are those of
    :class:`~uri_extract.tables.Extractor`. Each of ``columns`` costs time, as Spark copies all values. Before Spark 4,
    which limits batches by bytes, set ``spark.sql.execution.arrow.maxRecordsPerBatch`` to 64 for pages.

    >>> pages = spark.createDataFrame([("a.txt", "See http://a.example/x.")], "path string, content string")
    >>> extract(pages, columns=["target"], problems="drop").collect()
    [Row(target='http://a.example/x')]
    """
    extractor = extractor_of(content=content, document=document, **options)
    read = [content, *extractor.keep, *(name for name in extractor.names if name)]
    narrow = df.select(*dict.fromkeys(read))
    return narrow.mapInArrow(extractor, _schema(narrow, extractor))


def _schema(df: DataFrame, extractor: Extractor) -> Any:
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StructType

    kept = [df.schema[name] for name in extractor.keep]
    return StructType([*kept, *from_arrow_schema(extractor.schema)])


def read(
    spark: SparkSession,
    paths: Any,
    *,
    split: int = 64 << 20,
    open: Open | None = None,
    base_url: str | None = None,
    **options: Any,
) -> DataFrame:
    """Return the references in files, read in splits of about ``split`` bytes, each in a partition of its own.

    ``paths``, ``open`` and ``base_url`` are those of :func:`~uri_extract.splits.plan`: paths and URLs are opened on the
    workers, with their credentials. Tasks plan the splits when this is called. ``paths`` may also be a DataFrame with
    the columns ``path``, ``offset`` and ``length``, such as rows of an index, each a record; its partitions are kept.

    Other options are those of :func:`extract`; none may name a column. A path that cannot be opened or read raises
    :class:`~uri_extract.errors.SourceError`, here or in a task, which fails.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".txt") as file:
    ...     file.write(b"See http://a.example/x.")
    ...     file.flush()
    ...     read(spark, [file.name], columns=["target"], problems="drop").collect()
    23
    [Row(target='http://a.example/x')]
    """
    from pyspark.sql.pandas.types import from_arrow_schema

    extractor = extractor_of(**options)
    extractor.check_no_names()
    if hasattr(paths, "mapInArrow"):
        table, splits_of = paths.select("path", "offset", "length"), _ranges
    else:
        planned = plan(paths, size=split, open=open, base_url=base_url, map=partial(_map, spark))
        table, splits_of = _alone(spark, planned), _unpickled
    return table.mapInArrow(
        lambda batches: extractor.of_splits(splits_of(batches), open=open), from_arrow_schema(extractor.schema)
    )


def write(spark: SparkSession, paths: Any, output: str, **options: Any) -> Verdict:
    """Write the references in files below ``output``, and a manifest; return what it proves.

    Each split is read in a task of its own. Arguments are those of :func:`uri_extract.tables.run.write`, without
    ``map``.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     with open(f"{directory}/a.txt", "wb") as file:
    ...         file.write(b"See http://a.example/x.")
    ...     print(write(spark, f"{directory}/a.txt", f"{directory}/out"))
    23
    1 of 1 files, 23 bytes, 0 unread, 0 damaged
    """
    from uri_extract.tables import run

    return run.write(paths, output, map=partial(_map, spark), **of_cluster(options))


def _ranges(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[Any]:
    for batch in batches:
        for row in batch.to_pylist():
            yield split_of(Range(**row))


def _unpickled(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[Any]:
    for batch in batches:
        yield from map(pickle.loads, batch.column(0).to_pylist())


def _alone(spark: SparkSession, items: Iterable[Any]) -> DataFrame:
    """Return a frame with a column of pickled items, each in a partition of its own.

    Hashing would put several into one. The bounds of ranges are exact, since Spark takes a sample that has all items.
    """
    rows = [(number, pickle.dumps(item)) for number, item in enumerate(items)]
    frame = spark.createDataFrame(rows, "number long, item binary")
    return frame.repartitionByRange(max(len(rows), 1), "number").select("item")


def _map(spark: SparkSession, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
    """Yield what a function returns for items, each in a task of its own."""
    import pyarrow as pa

    def done(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for item in _unpickled(batches):
            yield pa.RecordBatch.from_pydict({"item": [pickle.dumps(function(item))]})

    for row in _alone(spark, items).mapInArrow(done, "item binary").collect():
        yield pickle.loads(row.item)


def register(spark: SparkSession, name: str = "uris", **options: Any) -> None:
    """Register the format ``uri-extract`` and two SQL functions with a session (Spark 4).

    The format reads files in splits like :func:`read`: ``spark.read.format("uri-extract").option("columns",
    "target,document").load(paths)``. The table function ``name``_table has a row for each reference of a document:
    ``SELECT path, target FROM pages, LATERAL uris_table(content)``. The function ``name``, which needs Spark 4.1 and
    costs less, returns an array of structs: ``SELECT path, inline(uris(content)) FROM pages``.

    The options given here are for the functions, and are those of :func:`extract`; none may name a column. The format
    has its own options. Raises :class:`~uri_extract.errors.MissingExtra` in Spark 3.5, which has no data sources in
    Python.

    >>> register(spark, columns=["target"], problems="drop")
    >>> spark.sql("SELECT target FROM uris_table('See http://a.example/x.')").collect()
    [Row(target='http://a.example/x')]
    """
    from pyspark.sql import functions

    from uri_extract.engines.spark_source import UriExtractSource

    try:
        import pyspark.sql.datasource  # noqa: F401
    except ImportError as error:
        raise MissingExtra("register() needs PySpark 4 or later; extract() and read() do not") from error
    extractor = extractor_of(**options)
    extractor.check_no_names()
    spark.dataSource.register(UriExtractSource)
    spark.udtf.register(f"{name}_table", _table_function(extractor))
    if "arrow_udf" in functions.__all__:
        spark.udf.register(name, _function(extractor))


def _table_function(extractor: Extractor) -> Any:
    import pyarrow as pa
    from pyspark.sql.functions import udtf
    from pyspark.sql.pandas.types import from_arrow_schema

    class Table:
        def eval(self, content: Any) -> Iterator[tuple[Any, ...]]:
            document = bytes(content) if isinstance(content, bytearray) else content
            for references in extractor.lists(pa.array([document])).to_pylist():
                for reference in references or ():
                    yield tuple(reference.values())

    return udtf(Table, returnType=from_arrow_schema(extractor.schema))


def _function(extractor: Extractor) -> Any:
    import pyarrow as pa
    from pyspark.sql.functions import arrow_udf
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import ArrayType

    def lists(column: Any) -> Any:
        return extractor.lists(column)

    lists.__annotations__ = {"column": pa.Array, "return": pa.Array}  # tell Spark the types
    return arrow_udf(lists, ArrayType(from_arrow_schema(extractor.schema)))


def hosts(df: DataFrame) -> DataFrame:
    """Return the number of targets for each host in a DataFrame with the column ``host``: ``host``, ``count``.

    >>> hosts(spark.createDataFrame([("a.example",)], "host string")).collect()
    [Row(host='a.example', count=1)]
    """
    return df.where("host is not null").groupBy("host").count()


def edges(df: DataFrame, by: str = "host") -> DataFrame:
    """Return the graph of hosts or pages in a DataFrame of references: ``source``, ``target``, ``count``.

    It needs the columns ``source_host`` and ``host``; or for the graph ``by="page"`` the columns ``source_url`` and
    ``target``. Raises KeyError for another ``by``.

    >>> links = spark.createDataFrame([("a.example", "b.example")], "source_host string, host string")
    >>> edges(links).collect()
    [Row(source='a.example', target='b.example', count=1)]
    """
    source, target = {"host": ("source_host", "host"), "page": ("source_url", "target")}[by]
    between = df.select(df[source].alias("source"), df[target].alias("target"))
    return between.dropna().where("source != target").groupBy("source", "target").count()
