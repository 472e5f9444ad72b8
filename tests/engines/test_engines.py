"""Engines that are small to install, and run in this process, return the rows of the command."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import uri_extract
from engines.documents import DOCUMENTS, ordered
from uri_extract import InvalidOptionValue, SourceTypeError
from uri_extract.rows.schema import COLUMNS

pytestmark = pytest.mark.engines

pa = pytest.importorskip("pyarrow", reason="needs the extra arrow")


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
    with pytest.raises(SourceTypeError, match="not list"):
        extract(["http://a.example/"])


def test_pandas_keeps_an_index_of_any_kind():
    pd = pytest.importorskip("pandas")
    from uri_extract.engines.pandas import extract

    texts = pd.Series(["http://a.example/", None, "http://b.example/ http://c.example/"])
    pairs = pd.MultiIndex.from_tuples([("x", 1), ("x", 2), ("y", 1)])
    for index in (pd.date_range("2020-01-01", periods=3, name="sent"), pairs, pd.Index([7, 7, 7])):
        found = extract(texts.set_axis(index), columns=["target"])
        assert found.index.equals(index.take([0, 2, 2]))
        assert found.index.names == index.names


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
    from uri_extract.engines.polars import scan
    from uri_extract.tables import tabulation

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
    names = [name for name in COLUMNS if name not in ("document", "refers_to")]  # these depend on the document
    assert ordered(found, names) == ordered(rows, names)
    text = "SELECT uris('http://a.example/')[1].target, uris(NULL)"
    assert connection.execute(text).fetchall() == [("http://a.example/", None)]
    register(connection, problems="drop", columns=["raw"])  # registering again replaces the functions
    assert connection.execute("SELECT uris('http://a.example/')").fetchall() == [([{"raw": "http://a.example/"}],)]


def test_duckdb_reads_a_source_twice_in_a_self_join(written):
    duckdb = pytest.importorskip("duckdb")
    from uri_extract.tables import References

    links = References(written[0], columns=["target", "document"], problems="drop")
    count = "SELECT count(*) FROM links a JOIN links b USING (target, document)"
    assert links is not None
    assert duckdb.connect().execute(count).fetchall()[0][0] > len(written[1])


def test_the_recipe_for_dask():
    frames = pytest.importorskip("dask.dataframe")
    pd = pytest.importorskip("pandas")
    from uri_extract.engines.pandas import extract

    frame = frames.from_pandas(
        pd.DataFrame({"content": ["http://a.example/ http://b.example/", "x"] * 5}), npartitions=3
    )
    found = frame.map_partitions(
        extract, "content", columns=["target"], problems="drop", meta={"target": "string[pyarrow]"}
    )
    assert list(found.compute(scheduler="threads")["target"]) == ["http://a.example/", "http://b.example/"] * 5


def test_the_recipe_for_hugging_face_datasets():
    datasets = pytest.importorskip("datasets")
    from uri_extract.tables import Extractor

    extract = Extractor(columns=["target"], problems="drop")
    dataset = datasets.Dataset.from_dict({"content": ["http://a.example/ http://b.example/", "x"]})
    found = dataset.with_format("arrow").map(
        lambda table: pa.Table.from_batches(extract(table.to_batches()), extract.schema),
        batched=True,
        remove_columns=dataset.column_names,
    )
    assert found.with_format(None)[:] == {"target": ["http://a.example/", "http://b.example/"]}


def test_the_recipe_for_datatrove():
    data = pytest.importorskip("datatrove.data")
    from datatrove.pipeline.base import PipelineStep

    from uri_extract.tables import Extractor

    recipes = (Path(__file__).parents[2] / "docs/scale.md").read_text(encoding="utf-8")
    recipe = "class Links" + recipes.partition("class Links")[2].partition("\n\n\n")[0]
    names = {
        "PipelineStep": PipelineStep, "pa": pa, "extract": Extractor(columns=["target"], problems="drop"),
    }  # fmt: skip
    exec(recipe, names)
    documents = [data.Document("http://a.example/ http://b.example/", "1"), data.Document("x", "2")]
    found = [document.metadata["links"] for document in names["Links"]().run(documents)]
    assert found == [["http://a.example/", "http://b.example/"], []]


def test_a_package_without_built_kernels_is_refused_in_a_cluster(tmp_path):
    """``--py-files`` of Spark and ``py_modules`` of Ray carry files that Python imports, and no compiled ones."""
    package = Path(uri_extract.__file__).parent
    packed = tmp_path / "uri_extract.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in package.rglob("*.py"):
            archive.write(path, path.relative_to(package.parent))
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import pyarrow; from uri_extract.engines import extractor_of\n"
        "extractor_of(columns=['target']).lists(pyarrow.array(['see http://a.example/']))"
    )
    run = subprocess.run([sys.executable, "-c", code, packed], capture_output=True, text=True, timeout=60, check=False)
    assert "kernels run interpreted here" in run.stderr
    assert "--py-files cannot carry kernels" in run.stderr
