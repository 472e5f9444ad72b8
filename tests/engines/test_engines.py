"""Engines have the rows of the command: those that are small to install and run in this process."""

import subprocess
import sys

import pytest

from uri_extract import InvalidOptionValue
from uri_extract.schema import COLUMNS

pytestmark = pytest.mark.engines

pa = pytest.importorskip("pyarrow", reason="needs the extra arrow")

SENTENCE = (
    "On page {0} see <http://www.site{0}.example/path/{0}?q=a&u=http%3A%2F%2Fb.example>, or ftp://c.example/{0}.\n"
)
DOCUMENTS = {
    **{f"{n}.txt": "".join(SENTENCE.format(n + k) for k in range(50)).encode() for n in range(30)},
    **{
        f"{n}.html": b"<title>t</title>"
        + b"".join(b'<p><a href="/%d/%d" rel=nofollow>http://d.example/</a> & \xc3\xa9' % (n, k) for k in range(50))
        for n in range(30)
    },
    **{
        f"{n}.eml": b"From: a@b.example\nMessage-ID: <%d@b.example>\nSubject: s\n\nHello,\nhttp://e.example/%d\n"
        % (n, n)
        for n in range(30)
    },
    "broken.gz": b"\x1f\x8b\x08\0\0\0\0\0\0\3rubbish",
}


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """A directory with the documents, and the table that the command makes of them."""
    place = tmp_path_factory.mktemp("engines")
    for name, data in DOCUMENTS.items():
        (place / name).write_bytes(data)
    out = tmp_path_factory.mktemp("out") / "out.arrow"
    command = [sys.executable, "-m", "uri_extract", "-q", "--all-kinds", "-o", out, "."]
    subprocess.run(command, cwd=place, check=False, timeout=60)
    with pa.ipc.open_stream(out) as reader:
        table = reader.read_all()
    rows = [{**row, "document": row["document"].removeprefix("./")} for row in table.to_pylist()]
    assert len(rows) > 4000
    return place, rows


def ordered(rows, names=COLUMNS):
    return sorted(repr({name: row[name] for name in names}) for row in rows)


def test_pandas(written):
    pd = pytest.importorskip("pandas")
    from uri_extract.engines.pandas import extract

    frame = pd.DataFrame({"path": DOCUMENTS.keys(), "content": DOCUMENTS.values()})
    found = extract(frame, document="path")
    assert set(found["problem"].dropna().index) == {len(frame) - 1}
    found = found[found["problem"].isna()]
    assert list(frame["path"][found.index]) == [name.partition("!")[0] for name in found["document"]]
    assert ordered(pa.Table.from_pandas(found, preserve_index=False).to_pylist()) == ordered(written[1])


def test_pandas_series_have_their_index():
    pd = pytest.importorskip("pandas")
    from uri_extract.engines.pandas import extract

    texts = pd.Series(["http://a.example/ http://b.example/", None, "http://c.example/"], index=["x", "y", "z"])
    found = extract(texts, columns=["target", "line"], problems="drop")
    assert list(found["target"]) == ["http://a.example/", "http://b.example/", "http://c.example/"]
    assert list(found.index) == ["x", "x", "z"]
    assert found["line"].dtype.kind == "i"
    with pytest.raises(InvalidOptionValue, match="'nonsense'"):
        extract(texts.to_frame("a"), "nonsense")


def test_polars_scans_a_source(written):
    pl = pytest.importorskip("polars")
    from uri_extract.engines.polars import scan

    place, rows = written
    frame = scan(place).collect()
    assert frame.filter(pl.col("problem").is_not_null()).height == 1
    found = frame.filter(pl.col("problem").is_null()).to_dicts()
    for row in found:
        row["document"] = row["document"].removeprefix(f"{place}/")
    assert ordered(found) == ordered(rows)


def test_polars_computes_what_a_query_needs(monkeypatch):
    pl = pytest.importorskip("polars")
    from uri_extract import tabulation
    from uri_extract.engines.polars import scan

    asked = set()
    computed = tabulation.computed
    monkeypatch.setattr(tabulation, "computed", lambda page, names: asked.add(names) or computed(page, names))
    query = scan(b"http://a.example/ http://b.example/ \nhttp://c.example/").filter(pl.col("line") == 1)
    assert query.select("target").head(1).collect().to_dicts() == [{"target": "http://a.example/"}]
    assert asked == {("target", "line")} or asked == {("line", "target")}


def test_polars_has_an_expression():
    pl = pytest.importorskip("polars")
    from uri_extract.engines.polars import references

    frame = pl.DataFrame({"text": ["http://a.example/ http://b.example/", None, ""], "n": [1, 2, 3]})
    found = frame.lazy().with_columns(references("text", columns=["target"], problems="drop")).collect()
    assert found.to_dicts() == [
        {"text": [{"target": "http://a.example/"}, {"target": "http://b.example/"}], "n": 1},
        {"text": None, "n": 2},
        {"text": [], "n": 3},
    ]
    assert found.schema == frame.lazy().with_columns(
        references("text", columns=["target"], problems="drop")
    ).collect_schema()  # fmt: skip


def test_duckdb_has_a_function(written):
    duckdb = pytest.importorskip("duckdb")
    from uri_extract.engines.duckdb import register

    _, rows = written
    connection = duckdb.connect()
    register(connection, problems="drop")
    documents = pa.table({"path": list(DOCUMENTS), "content": pa.array(DOCUMENTS.values(), pa.binary())})
    connection.register("documents", documents)
    query = "SELECT path, unnest(uris_in_blob(content), recursive := true) FROM documents"
    found = connection.execute(query).fetchall()
    columns = [column[0] for column in connection.description]
    found = [dict(zip(columns, row, strict=True)) for row in found]
    names = [name for name in COLUMNS if name not in ("document", "refers_to")]  # which need the document's name
    assert ordered(found, names) == ordered(rows, names)
    text = "SELECT uris('http://a.example/')[1].target, uris(NULL)"
    assert connection.execute(text).fetchall() == [("http://a.example/", None)]


def test_duckdb_reads_a_source_twice_in_a_self_join(written):
    duckdb = pytest.importorskip("duckdb")
    from uri_extract.tables import References

    links = References(written[0], columns=["target", "document"], problems="drop")
    count = "SELECT count(*) FROM links a JOIN links b USING (target, document)"
    assert links is not None
    assert duckdb.connect().execute(count).fetchall()[0][0] > len(written[1])
