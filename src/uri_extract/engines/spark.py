"""References in Spark DataFrames (PySpark 3.5 and 4)."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.errors import MissingExtra
from uri_extract.splits import Split, plan
from uri_extract.tables import Extractor

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

    from uri_extract.sources.ranges import Range
    from uri_extract.splits import Open

_SPLITS = "path string, kind string, start long, stop long"


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
    extractor = Extractor(content=content, document=document, **options)
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
    paths: Iterable[str | os.PathLike[str] | Range],
    *,
    split: int = 64 << 20,
    open: Open | None = None,
    **options: Any,
) -> DataFrame:
    """Return the references in files, read in splits of about ``split`` bytes, each in its own task.

    Paths are valid on the workers; ``open`` opens one there for reading in binary (``fsspec.filesystem("s3").open``),
    with the credentials of the worker: no secret is sent with a task. The driver reads the beginnings of big files.
    Other options are those of :func:`extract`; none may name a column. A path that cannot be opened or read raises
    :class:`~uri_extract.errors.SourceError`, here or in a task, which fails; with ``missing="row"`` one that does not
    exist is a problem.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".txt") as file:
    ...     file.write(b"See http://a.example/x.")
    ...     file.flush()
    ...     read(spark, [file.name], columns=["target"], problems="drop").collect()
    23
    [Row(target='http://a.example/x')]
    """
    reader = _SplitReader(Extractor(**options), open)
    splits = [tuple(each) for each in plan(paths, size=split, open=open, missing=reader.extractor.missing)]
    table = spark.createDataFrame(splits, _SPLITS).repartition(max(len(splits), 1), "path", "start")
    return table.mapInArrow(reader, _schema(table, reader.extractor))


class _SplitReader:
    """The function of a task: yields batches of references for batches of splits."""

    def __init__(self, extractor: Extractor, open: Open | None) -> None:
        extractor.check_no_names()
        self.extractor = extractor
        self._open = open

    def __call__(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """Yield batches of references."""
        splits = (Split(**row) for batch in batches for row in batch.to_pylist())
        return self.extractor.of_splits(splits, open=self._open)


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
    extractor = Extractor(**options)
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
    """Return the number of targets for each host in a DataFrame of references: ``host``, ``count``.

    >>> hosts(spark.createDataFrame([("http://A.example/x",)], "target string")).collect()
    [Row(host='a.example', count=1)]
    """
    from pyspark.sql import functions as f

    return df.where("target is not null").groupBy(_host(f.col("target")).alias("host")).count()


def edges(df: DataFrame) -> DataFrame:
    """Return the graph of hosts in a DataFrame of references: ``source``, ``target``, ``count``.

    It needs the columns ``source_url`` and ``target``.

    >>> links = spark.createDataFrame([("http://a.example/", "http://b.example/x")], "source_url string, target string")
    >>> edges(links).collect()
    [Row(source='a.example', target='b.example', count=1)]
    """
    from pyspark.sql import functions as f

    between = df.select(_host(f.col("source_url")).alias("source"), _host(f.col("target")).alias("target"))
    return between.dropna().where("source != target").groupBy("source", "target").count()


def _host(uri: Any) -> Any:
    """Return the host of a URI in lower case (RFC 3986 Appendix B); null if it has none."""
    from pyspark.sql import functions as f

    host = f.regexp_extract(uri, "^[^:/?#]+://(?:[^/?#@]*@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)", 1)
    return f.when(host != "", f.lower(host))
