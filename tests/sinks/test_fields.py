"""Each sink has the fields of the occurrences: the same values, the same types, and null for None.

A table of text has no null: there None is an empty cell, like the empty string.
"""

import csv
import io
import json
import sqlite3

import pytest

from uri_extract.rows.schema import BOOLEAN, COLUMNS, LIST, names_of

from .cases import without_marks
from .test_formats import CLEAN, FOUND, written

LISTS = names_of(LIST)


def from_jsonl(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def from_sqlite(path):
    database = sqlite3.connect(path)
    database.row_factory = sqlite3.Row
    documents = dict(database.execute("SELECT id, name FROM document"))
    for row in map(dict, database.execute("SELECT * FROM occurrence ORDER BY id")):
        del row["id"]
        row |= {name: json.loads(row[name]) for name in LISTS}
        # SQLite has no truth values, and a document without a name has the empty name.
        row |= {name: bool(row[name]) for name in names_of(BOOLEAN)}
        yield {**row, "document": documents[row["document"]] or None}


def from_arrow(path):
    return pytest.importorskip("pyarrow.ipc").open_stream(path.read_bytes()).read_all().to_pylist()


def from_parquet(path):
    return pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()


TYPED = {"jsonl": from_jsonl, "sqlite": from_sqlite, "arrow": from_arrow, "parquet": from_parquet}


def types(value):
    return [type(value), *map(types, value)] if isinstance(value, list) else type(value)


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("name", TYPED)
def test_a_sink_has_the_values_and_types_of_the_objects(name, column, tmp_path):
    if name in ("arrow", "parquet"):
        pytest.importorskip("pyarrow")
    records = list(TYPED[name](written(name, tmp_path)))
    expected = [record[column] for record in CLEAN]
    if name == "sqlite" and column == "document":
        expected = [value or None for value in expected]
    assert [record[column] for record in records] == expected
    assert [types(record[column]) for record in records] == list(map(types, expected))


def shown(value):
    if isinstance(value, list):
        return "\n".join(value)
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("column", COLUMNS)
def test_a_table_has_the_values_of_the_objects(column, tmp_path):
    rows = list(csv.DictReader(io.StringIO(written("csv", tmp_path).read_bytes().decode(), newline="")))
    assert [without_marks(row[column]) for row in rows] == [shown(record[column]) for record in CLEAN]
    tsv = [line.split("\t") for line in written("tsv", tmp_path).read_bytes().decode().split("\n")[:-1]]
    at = tsv[0].index(column)
    escapes = {"\\\\": "\\", "\\t": "\t", "\\r": "\r", "\\n": "\n"}

    def plain(cell):
        out, number = [], 0
        while number < len(cell):
            pair = cell[number : number + 2]
            out.append(escapes.get(pair, cell[number]))
            number += 2 if pair in escapes else 1
        return "".join(out)

    assert [plain(row[at]) for row in tsv[1:]] == [shown(record[column]) for record in CLEAN]


def test_a_field_has_one_type_or_none():
    for column in COLUMNS:
        values = [record[column] for record in CLEAN if record[column] is not None]
        assert len({type(value) for value in values}) == 1, column
    assert {each.wrapped for each in FOUND.occurrences()} == {None, "space", "hyphen"}
