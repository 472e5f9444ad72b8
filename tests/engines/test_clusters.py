"""Spark and Ray return the rows of the command, also when workers are killed. Each takes half a minute to start."""

import doctest
import os
import shutil
import signal
import sys

import pytest

from engines.documents import DOCUMENTS, ordered
from uri_extract.errors import MissingExtra
from uri_extract.rows.schema import COLUMNS
from uri_extract.tables import Extractor

pytestmark = pytest.mark.engines


@pytest.fixture(scope="module")
def spark():
    pytest.importorskip("pyspark", reason="PySpark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.sql.shuffle.partitions": "2",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "64", "spark.sql.files.maxPartitionBytes": "16m",
    }  # fmt: skip
    builder = SparkSession.builder.master("local-cluster[2,1,1024]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def pages(spark):
    rows = [(name, bytearray(data)) for name, data in DOCUMENTS.items()]
    return spark.createDataFrame(rows, "path string, content binary").repartition(2).cache()


def rows_of(frame):
    return [row.asDict(recursive=True) for row in frame.collect()]


def test_spark_has_the_rows_of_the_command(pages, written):
    from uri_extract.engines.spark import extract

    found = rows_of(extract(pages))
    assert [row["document"] for row in found if row["problem"]] == ["broken.gz"]
    assert ordered(row for row in found if not row["problem"]) == ordered(written[1])
    two = ["target", "document"]
    assert ordered(rows_of(extract(pages, columns=two, problems="drop")), two) == ordered(written[1], two)


def test_examples_of_spark_are_true(spark):
    from uri_extract.engines import spark as module

    names = vars(module) | {"spark": spark}
    if not hasattr(spark, "dataSource"):  # Spark 3.5
        names = {name: each for name, each in names.items() if name != "register"}
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, globs=vars(module) | {"spark": spark}):
        if test.name.rpartition(".")[2] in names:
            assert not doctest.DocTestRunner().run(test).failed


def ends_process(name):
    """Return a function that kills the process with that name among this one and its ancestors (Linux)."""

    def kill():  # nested, because workers cannot import this module
        pid = os.getpid()
        program = ""
        while not program.startswith(name):  # the driver's JVM is an ancestor of the executor
            with open(f"/proc/{pid}/stat") as file:
                _, program, rest = file.read().replace("(", ")").split(")", 2)
            found, pid = pid, int(rest.split()[1])
        os.kill(found, signal.SIGKILL)

    return kill


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc")
@pytest.mark.parametrize("program", ["python", "java"])  # the worker, the executor
def test_spark_loses_and_doubles_nothing_when_a_process_is_killed(program, spark, large, differences, tmp_path):
    from uri_extract.engines.spark import _schema

    columns = ("target", "document", "start", "line")
    extractor = Extractor(document="path", columns=columns, problems="drop")
    marker = str(tmp_path / "killed")
    kill = ends_process(program)

    def killed_once(batches):
        for number, batch in enumerate(extractor(batches)):
            yield batch
            if number == 3 and not os.path.exists(marker):
                open(marker, "x").close()
                kill()

    frame = spark.read.parquet(str(large / "documents.parquet"))
    frame.mapInArrow(killed_once, _schema(frame, extractor)).write.parquet(str(tmp_path / "out"))
    assert os.path.exists(marker)
    assert differences(tmp_path / "out" / "*.parquet", columns) == (0, 0)


@pytest.mark.parametrize("columns", [None, ("target", "document", "start")], ids=["all-columns", "some-columns"])
def test_spark_has_the_table_of_the_command(spark, large, differences, tmp_path, columns):
    from uri_extract.engines.spark import extract

    frame = spark.read.parquet(str(large / "documents.parquet"))
    found = extract(frame, columns=columns, problems="drop")
    found.write.parquet(str(tmp_path / "out"))
    assert differences(tmp_path / "out" / "*.parquet", columns or COLUMNS) == (0, 0)


def test_the_format_of_spark_has_the_table_of_the_command(spark, large):
    pytest.importorskip("pyspark.sql.datasource", reason="Spark 4 has data sources in Python")
    from uri_extract.engines.spark import register

    register(spark)
    paths = [str(path) for kind in ("text", "warc") for path in sorted((large / kind).iterdir())]
    columns = "target,raw,start"
    source = spark.read.format("uri-extract").option("columns", columns).option("problems", "drop")
    found = source.option("split", "1m").load(paths)
    assert found.columns == columns.split(",")
    command = spark.read.parquet(str(large / "links.parquet"))
    command = command.where("document like 'text/%' or document like 'warc/%'").select(*found.columns)
    assert found.rdd.getNumPartitions() > 20
    assert found.exceptAll(command).count() == command.exceptAll(found).count() == 0


def test_the_format_of_spark_computes_the_columns_of_a_schema(spark, tmp_path):
    pytest.importorskip("pyspark.sql.datasource", reason="Spark 4 has data sources in Python")
    from uri_extract.engines.spark import register

    register(spark)
    path = tmp_path / "a.txt"
    path.write_bytes(b"see http://a.example/x")
    source = spark.read.format("uri-extract").option("binary", "skip").schema("target string")
    assert rows_of(source.load(str(path))) == [{"target": "http://a.example/x"}]


def test_spark_without_data_sources_says_so(spark):
    try:
        import pyspark.sql.datasource  # noqa: F401
    except ImportError:
        from uri_extract.engines.spark import register

        with pytest.raises(MissingExtra, match="PySpark 4"):
            register(spark)
    else:
        pytest.skip("Spark 4 has them")


def test_spark_reads_splits(spark, written, tmp_path):
    from uri_extract.engines.spark import edges, hosts, read

    path = tmp_path / "a.txt"
    path.write_bytes(b"see http://a.example/x and http://b.example/\n" * 50_000)
    frame = read(spark, [path], split=1 << 20, columns=["host", "source_host"], base="http://c.example/")
    assert frame.rdd.getNumPartitions() == 2
    assert {tuple(row) for row in hosts(frame).collect()} == {("a.example", 50_000), ("b.example", 50_000)}
    assert {tuple(row) for row in edges(frame).collect()} == {
        ("c.example", "a.example", 50_000), ("c.example", "b.example", 50_000),
    }  # fmt: skip


def crawled(url, header, body=b""):
    """Return a record of a response."""
    data = b"HTTP/1.1 %b\r\n\r\n%b" % (header.encode(), body)
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http\r\n"
    return head.encode() + b"Content-Length: %d\r\n\r\n%b\r\n\r\n" % (len(data), data)


CRAWL = (
    crawled(
        "http://www.a.co.uk/",
        "200 OK",
        b"<a href=http://www.b.example/x>b</a> <nav><a rel=nofollow href=//b.example/>b</a></nav>",
    )
    + crawled("http://www.a.co.uk/", "200 OK", b"<svg xmlns=http://www.w3.org/2000/svg></svg><a href=/itself>a</a>")
    + crawled("http://x.a.co.uk/old", "301 Moved\r\nLocation: http://www.c.example/new")
    + crawled("http://a.co.uk/robots.txt", "200 OK\r\nContent-Type: text/plain", b"Sitemap: http://s.example/map.xml\n")
    + crawled(
        "http://www.lonely.example/", "200 OK", b"<a href=http://192.0.2.1/>n</a> <a href=http://localhost/>l</a>"
    )
)
# What cc-pyspark (wat_extract_links.py, hostlinks_to_graph.py) and cc-webgraph (HostToDomainGraph) derive from it:
# hosts without "www", addresses and single labels; a vertex for each, numbered in the order of reversed names.
HOSTS = ["example.b", "example.c", "example.lonely", "example.s", "uk.co.a", "uk.co.a.x"]
HOST_EDGES = {("a.co.uk", "b.example"), ("x.a.co.uk", "c.example"), ("a.co.uk", "s.example")}
DOMAINS = ["example.b", "example.c", "example.lonely", "example.s", "uk.co.a"]
DOMAIN_EDGES = {("a.co.uk", "b.example"), ("a.co.uk", "c.example"), ("a.co.uk", "s.example")}


def test_the_graph_of_a_crawl_is_that_of_common_crawl(spark, tmp_path):
    pytest.importorskip("publicsuffixlist", reason="needs the extra psl")
    from uri_extract.engines.spark import edges, read, vertices

    path = tmp_path / "a.warc"
    path.write_bytes(CRAWL)
    columns = ["host", "source_host", "rel", "region", "kind"]
    links = read(spark, str(path), columns=columns, problems="drop").cache()
    for by, names, pairs in (("host-without-www", HOSTS, HOST_EDGES), ("domain", DOMAINS, DOMAIN_EDGES)):
        found = vertices(links, by).orderBy("id").collect()
        assert [(row.id, row.name) for row in found] == [*enumerate(names)]
        assert {(row.source, row.target) for row in edges(links, by).collect()} == pairs
    counted = edges(links, "domain", ["rel", "region"]).where("target = 'b.example'").collect()
    assert {(row.rel, row.region, row["count"]) for row in counted} == {("nofollow", "nav", 1), (None, None, 1)}


@pytest.mark.parametrize("heals", [True, False])
def test_spark_has_all_rows_or_fails_if_the_medium_fails(heals, spark, tmp_path):
    from uri_extract.engines.spark import read

    paths = [str(tmp_path / f"{number}.txt") for number in range(6)]
    for path in paths:
        with open(path, "wb") as file:
            file.write(b"see http://a.example/x and\n" * 1_000)
    driver = os.getpid()

    def fails_on_a_worker(path):  # nested, because workers cannot import this module
        marker = f"{path}.failed"
        if path.endswith(("0.txt", "3.txt")) and os.getpid() != driver and not (heals and os.path.exists(marker)):
            open(marker, "w").close()
            raise RuntimeError("slow down")
        return open(path, "rb")

    if heals:
        frame = read(spark, paths, open=fails_on_a_worker, columns=["target"])
        assert frame.where("problem is null").count() == 6_000
    else:
        with pytest.raises(Exception, match=r"(?s)SourceError.*slow down"):
            read(spark, paths, open=fails_on_a_worker, columns=["target"]).count()


def test_spark_reads_all_rows_beside_a_name_that_is_not_utf_8(spark):
    from uri_extract.engines.spark import extract

    rows = "('a', 'http://a.example/'), (cast(x'62ff' as string), 'http://b.example/'), ('c', 'http://c.example/')"
    frame = spark.sql(f"SELECT path, cast(content AS binary) content FROM VALUES {rows} AS t(path, content)")
    found = rows_of(extract(frame.coalesce(1), columns=["target", "document"]))
    assert sorted(row["target"] for row in found if row["target"]) == [f"http://{name}.example/" for name in "abc"]
    assert [row["document"] for row in found if row["problem"]] == ["b\ufffd"]


def test_spark_has_a_table_function(spark):
    pytest.importorskip("pyspark.sql.datasource", reason="register() needs Spark 4")
    from uri_extract.engines.spark import register

    register(spark, columns=["target"], problems="drop")
    query = (
        "SELECT n, target FROM VALUES (1, 'http://a.example/ ftp://b.example'), (2, NULL), (3, '') AS t(n, x), LATERAL "
    )
    assert sorted(map(tuple, spark.sql(query + "uris_table(x)").collect())) == [
        (1, "ftp://b.example"), (1, "http://a.example/"),
    ]  # fmt: skip
    query = "SELECT * FROM uris_table(CAST('<p>http://b.example/' AS BINARY))"
    assert rows_of(spark.sql(query)) == [{"target": "http://b.example/"}]


def test_spark_has_a_sql_function(spark):
    functions = pytest.importorskip("pyspark.sql.functions")
    if not hasattr(functions, "arrow_udf"):
        pytest.skip("Spark 4.1 has functions of Arrow")
    from uri_extract.engines.spark import register

    register(spark, columns=["target"], problems="drop")
    query = "SELECT uris('http://a.example/ x') a, uris(CAST('<p>http://b.example/' AS BINARY)) b, uris(NULL) c"
    assert rows_of(spark.sql(query)) == [
        {"a": [{"target": "http://a.example/"}], "b": [{"target": "http://b.example/"}], "c": None}
    ]


@pytest.fixture(scope="module")
def ray():
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    pytest.importorskip("ray.data", reason="Ray's data library is not installed")
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=500 << 20, log_to_driver=False)
    yield ray
    ray.shutdown()


@pytest.mark.parametrize("columns", [None, ("target", "document", "start")], ids=["all-columns", "some-columns"])
def test_ray_has_the_table_of_the_command(ray, large, differences, tmp_path, columns):
    from uri_extract.engines.ray import extract

    documents = ray.data.read_parquet(str(large / "documents.parquet"))
    found = extract(documents, content="content", columns=columns, problems="drop")
    found.write_parquet(str(tmp_path / "out"))
    assert differences(tmp_path / "out" / "*.parquet", columns or COLUMNS) == (0, 0)


def test_ray_loses_and_doubles_nothing_when_a_worker_is_killed(ray, large, differences, tmp_path):
    columns = ("target", "document", "start", "line")
    extractor = Extractor(document="path", columns=columns, problems="drop")
    marker = str(tmp_path / "killed")

    def killed_once(table):
        import pyarrow as pa

        found = pa.Table.from_batches(extractor(table.to_batches()), extractor.schema)
        if not os.path.exists(marker):
            open(marker, "x").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return found

    documents = ray.data.read_parquet(str(large / "documents.parquet"))
    found = documents.map_batches(killed_once, batch_format="pyarrow", batch_size=64)
    found.materialize().write_parquet(str(tmp_path / "out"))
    assert os.path.exists(marker)
    assert differences(tmp_path / "out" / "*.parquet", columns) == (0, 0)


def test_examples_of_ray_are_true(ray):
    from uri_extract.engines import ray as module

    assert not doctest.testmod(module).failed


def test_ray_reads_splits(ray, tmp_path):
    from uri_extract.engines.ray import read

    path = tmp_path / "a.txt"
    path.write_bytes(b"see http://a.example/x and http://b.example/\n" * 50_000)
    assert read([path], split=1 << 20, columns=["target"], problems="drop").count() == 100_000
