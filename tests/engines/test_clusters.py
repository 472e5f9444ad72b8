"""Spark and Ray have the rows of the command, also when workers are killed. Each takes half a minute to start."""

import os
import shutil
import signal
import sys

import pytest

from engines.documents import DOCUMENTS, ordered
from uri_extract.schema import COLUMNS
from uri_extract.tables import Extractor

pytestmark = pytest.mark.engines


@pytest.fixture(scope="module")
def spark():
    pytest.importorskip("pyspark", reason="PySpark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.sql.shuffle.partitions": "2"}
    builder = SparkSession.builder.master("local[2,4]")
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


def test_spark_reads_a_task_again_whose_worker_was_killed(pages, written, tmp_path):
    from uri_extract.engines.spark import _schema

    extractor = Extractor(document="path", problems="drop")
    marker = str(tmp_path / "killed")

    def killed_once(batches):
        for batch in extractor(batches):
            yield batch
            if not os.path.exists(marker):
                open(marker, "x").close()
                os.kill(os.getpid(), signal.SIGKILL)

    found = rows_of(pages.mapInArrow(killed_once, _schema(pages, extractor)))
    assert os.path.exists(marker)
    assert ordered(found) == ordered(written[1])


def test_spark_reads_splits(spark, written, tmp_path):
    from uri_extract.engines.spark import edges, hosts, read

    path = tmp_path / "a.txt"
    path.write_bytes(b"see http://a.example/x and http://b.example/\n" * 50_000)
    frame = read(spark, [path], split=1 << 20, columns=["target", "source_url"], base="http://c.example/")
    assert frame.rdd.getNumPartitions() == 2
    assert {tuple(row) for row in hosts(frame).collect()} == {("a.example", 50_000), ("b.example", 50_000)}
    assert {tuple(row) for row in edges(frame).collect()} == {
        ("c.example", "a.example", 50_000), ("c.example", "b.example", 50_000),
    }  # fmt: skip


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


def test_ray_has_the_rows_of_the_command(written, tmp_path):
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    pytest.importorskip("ray.data", reason="Ray's data library is not installed")
    from uri_extract.engines.ray import extract, read

    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=200 << 20, log_to_driver=False)
    try:
        pages = ray.data.from_items([{"path": name, "bytes": data} for name, data in DOCUMENTS.items()])
        found = extract(pages, problems="drop").take_all()
        assert ordered([{**row, **{n: list(row[n]) for n in LISTS}} for row in found]) == ordered(written[1])
        path = tmp_path / "a.txt"
        path.write_bytes(b"see http://a.example/x and http://b.example/\n" * 50_000)
        assert read([path], split=1 << 20, columns=["target"], problems="drop").count() == 100_000
    finally:
        ray.shutdown()


LISTS = ("alternates", "errors", "hazards")
assert set(LISTS) < set(COLUMNS)
