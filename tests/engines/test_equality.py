"""Engines return the table of the command for 30 MB each of text, HTML, mail and web archives.

``EXCEPT ALL`` is empty both ways, with all columns and with some.
"""

import pytest

from uri_extract.rows.schema import COLUMNS
from uri_extract.tables import Extractor, References

pytestmark = pytest.mark.engines

pa = pytest.importorskip("pyarrow", reason="needs the extra arrow")
pq = pytest.importorskip("pyarrow.parquet")

SOME = ("target", "document", "start")
SELECTIONS = pytest.mark.parametrize("columns", [None, SOME], ids=["all-columns", "some-columns"])


@pytest.fixture
def batches(large):
    return pq.ParquetFile(large / "documents.parquet").iter_batches(64)


@pytest.fixture
def out(tmp_path):
    yield tmp_path / "out.parquet"
    for path in tmp_path.iterdir():
        path.unlink()


def write(found, schema, path):
    with pq.ParquetWriter(path, schema) as writer:
        for batch in found:
            writer.write_batch(batch)


@SELECTIONS
def test_extractor_has_the_table_of_the_command(batches, out, differences, columns):
    extract = Extractor(document="path", columns=columns, problems="drop")
    write(extract(batches), extract.schema, out)
    assert differences(out, columns or COLUMNS) == (0, 0)


@SELECTIONS
def test_polars_has_the_table_of_the_command(large, out, differences, columns, monkeypatch):
    pytest.importorskip("polars")
    from uri_extract.engines.polars import scan

    monkeypatch.chdir(large)
    frame = scan(["text", "html", "mail", "warc"], problems="drop")
    (frame if columns is None else frame.select(columns)).collect().write_parquet(out)
    assert differences(out, columns or COLUMNS) == (0, 0)


def test_an_expression_of_polars_has_the_table_of_the_command(large, out, differences):
    pl = pytest.importorskip("polars")
    from uri_extract.engines.polars import references

    columns = ["target", "start", "raw"]
    frame = pl.read_parquet(large / "documents.parquet", columns=["content"])
    found = frame.select(references("content", columns=columns, problems="drop").alias("links"))
    found.explode("links", empty_as_null=False, keep_nulls=False).unnest("links").write_parquet(out)
    assert differences(out, columns) == (0, 0)


@SELECTIONS
def test_duckdb_has_the_table_of_the_command(large, out, differences, columns, monkeypatch):
    duckdb = pytest.importorskip("duckdb")

    monkeypatch.chdir(large)
    links = References(["text", "html", "mail", "warc"], columns=columns, problems="drop")
    assert links is not None
    duckdb.connect().execute(f"COPY (SELECT * FROM links) TO '{out}'")
    assert differences(out, columns or COLUMNS) == (0, 0)


@SELECTIONS
def test_a_function_of_duckdb_has_the_table_of_the_command(large, out, differences, columns):
    duckdb = pytest.importorskip("duckdb")
    from uri_extract.engines.duckdb import register

    of_document = ("document", "refers_to")  # these fields depend on the document's name
    names = [name for name in columns or COLUMNS if name not in of_document]
    connection = duckdb.connect(config={"threads": 1})
    register(connection, columns=names, problems="drop")
    documents = f"read_parquet('{large / 'documents.parquet'}')"
    links = f"SELECT unnest(uris_in_blob(content), recursive := true) FROM {documents}"
    connection.execute(f"COPY ({links}) TO '{out}'")
    assert differences(out, names) == (0, 0)


@SELECTIONS
def test_pandas_has_the_table_of_the_command(batches, out, differences, columns):
    pytest.importorskip("pandas")
    from uri_extract.engines.pandas import extract

    extractor = Extractor(columns=columns, problems="drop")

    def found():
        for batch in batches:
            frame = extract(batch.to_pandas(), document="path", columns=columns, problems="drop")
            table = pa.Table.from_pandas(frame, preserve_index=False)
            yield from table.cast(extractor.schema).combine_chunks().to_batches()

    write(found(), extractor.schema, out)
    assert differences(out, columns or COLUMNS) == (0, 0)
