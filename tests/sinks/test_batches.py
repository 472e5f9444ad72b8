"""Arrow record batches, and libraries that read them."""

import pytest

import uri_extract
from uri_extract import UriExtractError, extract, iter_batches
from uri_extract.sinks import arrow

pytest.importorskip("pyarrow")
TEXT = b"".join(b"http://a.example/%d <ftp://b.example/y-\nz>\n" % number for number in range(50))


@pytest.mark.parametrize("size", [1, 7, 100, 1000])
def test_batches_are_what_extract_yields(size):
    batches = list(iter_batches(TEXT, batch_size=size))
    assert {batch.num_rows for batch in batches[:-1]} <= {size}
    rows = [row for batch in batches for row in batch.to_pylist()]
    assert rows == [each.as_dict() for each in extract(TEXT)]


def test_batches_are_read_on_demand():
    class Endless:
        read = 0

        def read1(self, size):
            self.read += 1
            return TEXT

    endless = Endless()
    reader = iter_batches(endless, batch_size=200)
    assert endless.read == 0
    assert reader.read_next_batch().num_rows == 200
    assert endless.read < 10


def test_options_are_those_of_extract(tmp_path):
    (tmp_path / "link").symlink_to("nothing")
    problems = []
    batches = list(iter_batches(tmp_path, on_problem=problems.append))
    assert batches == []
    assert [problem.kind for problem in problems] == ["unreadable"]
    table = iter_batches(b"<a href=b>", media_type="text/html", base="http://a.example/").read_all()
    assert table["target"].to_pylist() == ["http://a.example/b"]


def test_arrow_s_c_stream_is_how_others_read_them():
    class Stream:
        def __init__(self, reader):
            self._reader = reader

        def __arrow_c_stream__(self, requested_schema=None):
            return self._reader.__arrow_c_stream__(requested_schema)

    import pyarrow

    table = pyarrow.RecordBatchReader.from_stream(Stream(iter_batches(TEXT, batch_size=7))).read_all()
    assert table.num_rows == 100


def test_polars_reads_them():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(iter_batches(TEXT, batch_size=7))
    assert frame["line"].to_list() == [each.line for each in extract(TEXT)]
    assert frame["target"].to_list() == [each.target for each in extract(TEXT)]


def test_duckdb_reads_them():
    duckdb = pytest.importorskip("duckdb")
    found = iter_batches(TEXT, batch_size=7)  # DuckDB finds this variable by its name
    rows = duckdb.sql("SELECT kind, count(*), max(line) FROM found WHERE wrapped IS NULL GROUP BY kind").fetchall()
    plain = [each for each in extract(TEXT) if not each.wrapped]
    assert rows == [("uri", len(plain), max(each.line for each in plain))]
    assert found is not None


def test_a_batch_has_rows():
    for size in (0, -1):
        with pytest.raises(UriExtractError):
            iter_batches(TEXT, batch_size=size)


def test_a_missing_extra_is_named(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(arrow, "import_module", missing)
    for cached in (arrow._arrow, arrow.schema):
        cached.cache_clear()
    with pytest.raises(UriExtractError, match="pip install"):
        uri_extract.iter_batches(TEXT)
