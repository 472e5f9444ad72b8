"""Data frames of pandas, and other types that take records by name."""

import doctest
import json
import subprocess
import sys

import pytest

import uri_extract
import uri_extract.pandas
from uri_extract.rows.schema import COLUMNS

TEXTS = {
    "a": "See http://a.example/x and <http://b.exa\nmple/y>.",
    "b": "Nothing.",
    "c": None,
    "d": "é http://d.example/",
}


def lines(text):
    """Return the records of JSON Lines."""
    words = [sys.executable, "-m", "uri_extract", "--format", "jsonl"]
    done = subprocess.run(words, input=text.encode(), capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def pandas():
    return pytest.importorskip("pandas")


def test_a_frame_has_a_row_for_each_reference_with_the_index_of_its_text(pandas):
    found = uri_extract.pandas.extract(pandas.Series(TEXTS))
    assert list(found.index) == ["a", "a", "d"]
    assert list(found.columns) == list(COLUMNS)
    assert list(found["target"]) == ["http://a.example/x", "http://b.example/y", "http://d.example/"]
    assert list(found["start"]) == [4, 28, 2]  # in characters, not bytes


def test_values_are_those_of_json_lines(pandas):
    text = TEXTS["a"]
    found = uri_extract.pandas.extract(pandas.Series([text])).to_dict("records")
    records = [{name: None if value != value else value for name, value in record.items()} for record in found]
    assert records == [{**record, "document": None, "media_type": "text/plain"} for record in lines(text)]


def test_the_example_in_the_documentation_runs(pandas):
    failed, attempted = doctest.testmod(uri_extract.pandas)
    assert failed == 0 < attempted


def test_types_do_not_depend_on_what_was_found(pandas):
    some = uri_extract.pandas.extract(pandas.Series(TEXTS))
    none = uri_extract.pandas.extract(pandas.Series([], dtype=object))
    assert list(none.columns) == list(COLUMNS)
    assert (len(none), none.dtypes.to_dict()) == (0, some.dtypes.to_dict())
    assert some.dtypes["start"] == "int64"
    assert some.dtypes["valid"] == "bool"


def test_an_index_of_any_kind_is_kept(pandas):
    texts = pandas.Series(["http://a.example/", None, "http://b.example/ http://c.example/"])
    dates = pandas.date_range("2020-01-01", periods=3, name="sent")
    pairs = pandas.MultiIndex.from_tuples([("x", 1), ("x", 2), ("y", 1)])
    for index in (dates, pairs, pandas.Index([7, 7, 7])):
        found = uri_extract.pandas.extract(texts.set_axis(index))
        assert found.index.equals(index.take([0, 2, 2]))
        assert found.index.names == index.names
    joined = texts.to_frame("note").join(uri_extract.pandas.extract(texts))
    assert list(joined["target"].dropna()) == ["http://a.example/", "http://b.example/", "http://c.example/"]
    assert list(joined.index) == [0, 1, 2, 2]


def test_options_and_bytes_are_taken(pandas):
    page = pandas.Series([b'<a href="x">'])
    found = uri_extract.pandas.extract(page, media_type="text/html", base="http://a.example/")
    assert list(found["target"]) == ["http://a.example/x"]
    with pytest.raises(uri_extract.SourceTypeError):
        uri_extract.pandas.extract(pandas.Series([3]))


def test_bytes_that_are_not_utf_8_do_not_matter(pandas):
    found = uri_extract.pandas.extract(pandas.Series([b"http://a.example/\xff\xff \xe9 http://b.example/"]))
    assert list(found["target"])[-1] == "http://b.example/"


def test_a_frame_of_any_source(pandas, tmp_path):
    (tmp_path / "a.txt").write_text(TEXTS["a"])
    found = uri_extract.pandas.frame(uri_extract.extract(tmp_path))
    assert list(found.columns) == list(COLUMNS)
    assert list(found.index) == [0, 1]
    assert list(found["document"]) == [str(tmp_path / "a.txt")] * 2
    named = pandas.DataFrame(map(uri_extract.Occurrence.as_dict, uri_extract.extract(tmp_path)))
    assert list(named.columns) == list(COLUMNS)


def test_without_pandas_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(uri_extract.MissingExtra, match="extra 'pandas'"):
        uri_extract.pandas.frame([])


@pytest.mark.parametrize("value", [["http://a.example/"], "http://a.example/", {"a": "http://a.example/"}, None])
def test_an_object_that_is_not_a_series_is_an_error(pandas, value):
    with pytest.raises(uri_extract.SourceTypeError, match=r"takes a pandas\.Series"):
        uri_extract.pandas.extract(value)


def test_a_frame_whose_texts_are_not_named_is_an_error_and_not_an_empty_frame(pandas):
    with pytest.raises(uri_extract.SourceTypeError, match="not DataFrame"):
        uri_extract.pandas.extract(pandas.DataFrame({"text": ["http://a.example/"]}))


def test_as_dict_is_what_json_takes(tmp_path):
    page = b'<a href="http://a b/\xff">x</a> <http://a.exa\nmple/-\nb> http://user:pw@0x7f.1/'
    (tmp_path / "a.html").write_bytes(page)
    found = list(uri_extract.extract(tmp_path))
    assert len(found) == 3
    for each in found:
        assert json.loads(json.dumps(each.as_dict())) == each.as_dict()
        assert tuple(each.as_dict()) == COLUMNS
