"""References in Spark DataFrames (PySpark 3.5 and 4)."""

from __future__ import annotations

import pickle
from functools import partial

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.engines import extractor_of, of_cluster
from uri_extract.errors import MissingExtra
from uri_extract.sources.ranges import Range
from uri_extract.splits import plan, split_of
from uri_extract.uri.domains import registered_domain

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


def edges(df: DataFrame, by: str = "host", counted_by: Iterable[str] = ()) -> DataFrame:
    """Return the graph of hosts, domains or pages in a DataFrame of references: ``source``, ``target``, ``count``.

    It needs the columns ``source_host`` and ``host``; or for the graph ``by="page"`` the columns ``source_url`` and
    ``target``. Hosts in ``by="host-without-www"`` are those of Common Crawl: domain names of two or more labels, from
    which ``www`` is removed if two are left. ``by="domain"`` has registered domains, and needs the extra ``psl``. Names
    of namespaces are left out if there is a column ``kind``. Each value of the columns ``counted_by``, such as ``rel``,
    is counted in a row of its own. Raises KeyError for another ``by``.

    >>> links = spark.createDataFrame([("a.example", "b.example")], "source_host string, host string")
    >>> edges(links).collect()
    [Row(source='a.example', target='b.example', count=1)]
    """
    ends = ["source", "target"]
    keys = [*ends, *counted_by]
    links = _links(df, by, *counted_by).dropna(subset=ends).groupBy(keys).count()
    if by == "domain":
        links = links.mapInArrow(partial(_in_domains, ends), links.schema).dropna(subset=ends)
        links = links.groupBy(keys).sum("count").withColumnRenamed("sum(count)", "count")
    return links.where("source != target")


def vertices(df: DataFrame, by: str = "host") -> DataFrame:
    """Return the hosts or domains in a DataFrame of references: ``id``, ``name``, ``host``, ``registered_domain``.

    ``name`` is the reversed host, ``example.a``; ``id`` counts from 0 in its order. ``by`` is as in :func:`edges`, but
    not ``"page"``; all hosts are vertices, also those without edges. One task numbers them. Needs the extra ``psl``.

    >>> links = spark.createDataFrame([("b.example", "a.example")], "source_host string, host string")
    >>> [(row.id, row.name) for row in vertices(links).collect()]
    [(0, 'example.a'), (1, 'example.b')]
    """
    from pyspark.sql import Window, functions

    links = _links(df, by)
    hosts = links.select("source").union(links.select("target")).toDF("host").dropna().distinct()
    found = hosts.withColumn("registered_domain", hosts.host)
    found = found.mapInArrow(partial(_in_domains, ["registered_domain"]), found.schema)
    if by == "domain":
        found = found.select(found.registered_domain.alias("host"), "registered_domain").dropna().distinct()
    name = functions.array_join(functions.reverse(functions.split("host", r"\.")), ".")
    number = functions.row_number().over(Window.orderBy("name")) - 1
    return found.withColumn("name", name).select(number.alias("id"), "name", "host", "registered_domain")


def _links(df: DataFrame, by: str, *columns: str) -> DataFrame:
    """Return the columns ``source`` and ``target`` of references, and others."""
    from pyspark.sql import functions

    hosts = "source_host", "host"
    names = {"page": ("source_url", "target"), "host": hosts, "host-without-www": hosts, "domain": hosts}[by]
    source, target = (df[name] for name in names)
    if by == "host-without-www":
        is_domain = r"^[^\[].*\.[^.]*[^.0-9][^.]*$"
        source, target = (
            functions.when(each.rlike(is_domain), functions.regexp_replace(each, r"^www\.(?=[^.]+\.)", ""))
            for each in (source, target)
        )
    found = df.select(source.alias("source"), target.alias("target"), *columns, *({"kind"} & {*df.columns}))
    return found.where("kind != 'namespace'") if "kind" in df.columns else found


def _in_domains(names: list[str], batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Yield batches in which the hosts of some columns are replaced by registered domains."""
    import pyarrow as pa

    for batch in batches:
        for name in names:
            at = batch.schema.get_field_index(name)
            domains = pa.array(map(registered_domain, batch.column(at).to_pylist()), pa.string())
            batch = batch.set_column(at, name, domains)
        yield batch
