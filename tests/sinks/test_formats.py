"""The content of each format for the same records, for all ways of delivering them."""

import csv
import importlib
import io
import json
import re
import sqlite3

import pytest

from uri_extract._compat._variants import compiled, load
from uri_extract.rows.details import Origin
from uri_extract.rows.schema import COLUMNS, VERSION
from uri_extract.sinks import FORMATS, jsonl, table
from uri_extract.sinks.text import utf8

from .cases import HOSTILE, PROBLEMS, made, occurrences, page_of, parts, plain_row, without_marks

FOUND = page_of(occurrences())
DICTS = [occurrence.as_dict() for occurrence in FOUND.occurrences()]


def clean(value):
    """Return a value as it is encoded in UTF-8."""
    if isinstance(value, str):
        return utf8(value).decode()
    return [clean(each) for each in value] if isinstance(value, (list, tuple)) else value


CLEAN = [{name: clean(value) for name, value in record.items()} for record in DICTS]


ALL = len(FOUND)


def written(name, tmp_path, size=ALL, problems=(), found=FOUND):
    sink = FORMATS[name]()
    path = tmp_path / f"{name}{size}"
    with open(path, "wb") as out:
        sink.begin(out)
        for part in parts(found, size):
            sink.write(sink.encode(part))
        for problem in problems:
            sink.write(sink.encode_problem(problem))
        sink.end()
    return path


def test_the_cases_are_of_every_kind():
    assert {record["kind"] for record in DICTS} == {"uri", "iri", "relative", "suffix", "namespace"}
    assert {record["valid"] for record in DICTS} == {True, False}
    for name in ("target", "prefix", "alternates", "hazards", "errors", "base", "text", "rel", "field", "document"):
        values = [getattr(occurrence, name) for occurrence in FOUND.occurrences()]
        assert any(values), name
        assert not all(values), name


def test_the_names_of_columns_are_those_of_the_record():
    assert all(tuple(record) == COLUMNS for record in DICTS)


@pytest.mark.parametrize("size", [1, 3, len(FOUND)])
def test_columns_are_what_the_records_say(size):
    rows = [row for part in parts(FOUND, size) for row in zip(*part.columns(COLUMNS).values(), strict=True)]
    assert [dict(zip(COLUMNS, row, strict=True)) for row in rows] == [
        {name: tuple(v) if isinstance(v, list) else v for name, v in each.items()} for each in DICTS
    ]
    assert list(page_of([]).columns(COLUMNS)) == list(COLUMNS)


@pytest.mark.parametrize("name", FORMATS)
def test_the_bytes_do_not_depend_on_how_records_come(name, tmp_path):
    if name in ("arrow", "parquet"):
        pytest.importorskip("pyarrow")
    whole = written(name, tmp_path, problems=PROBLEMS).read_bytes()
    assert whole
    for size in (1, 7):
        assert written(name, tmp_path, size, PROBLEMS).read_bytes() == whole


@pytest.mark.parametrize("name", FORMATS)
def test_no_occurrences_are_nothing_to_write(name, tmp_path):
    if name in ("arrow", "parquet"):
        pytest.importorskip("pyarrow")
    sink = FORMATS[name]()
    with open(tmp_path / "out", "wb") as out:
        sink.begin(out)
        sink.write(sink.encode(page_of([])))
        sink.end()
    if name != "sqlite":
        assert (tmp_path / "out").read_bytes() == written(name, tmp_path, found=page_of([])).read_bytes()


# -- JSON Lines --------------------------------------------------------------------------------------------------


VARIANTS = {"interpreted": load("uri_extract.sinks._records", False)}
if compiled("uri_extract.sinks._records"):
    VARIANTS["compiled"] = load("uri_extract.sinks._records")
both = pytest.mark.parametrize("speed", VARIANTS)


def sink(name, speed, monkeypatch):
    """Return the sink of a format with the kernel of that variant."""
    monkeypatch.setattr(jsonl, "Records", VARIANTS[speed].Records)
    monkeypatch.setattr(table, "Records", VARIANTS[speed].Records)
    return FORMATS[name]()


def encoded(rows, speed, monkeypatch, size=1 << 20, name="jsonl"):
    """Return rows encoded in pages of that size."""
    sink_of_speed = sink(name, speed, monkeypatch)
    page = page_of(rows, pure=speed == "interpreted")
    return b"".join(sink_of_speed.encode(part) for part in parts(page, size))


@both
@pytest.mark.parametrize("size", [1, len(FOUND)])
def test_json_lines_are_the_records(speed, size, monkeypatch):
    lines = encoded(occurrences(), speed, monkeypatch, size).decode().split("\n")
    assert lines.pop() == ""
    assert lines == [utf8(json.dumps(record, ensure_ascii=False, separators=(",", ":"))).decode() for record in DICTS]


@pytest.mark.parametrize("name", ["json", "jsonl", "csv", "tsv"])
def test_text_is_the_same_at_both_speeds(name, monkeypatch):
    assert len({encoded(occurrences(), speed, monkeypatch, name=name) for speed in VARIANTS}) == 1


def test_texts_of_a_bounded_number_of_names_are_kept(monkeypatch):
    lines = sink("jsonl", "interpreted", monkeypatch)
    found = [plain_row("a", element=f"x-{number}") for number in range(3 * VARIANTS["interpreted"]._MOST_TEXTS)]
    written = b"".join(lines.encode(part) for part in parts(page_of(found, pure=True), 100))
    assert [json.loads(line)["element"] for line in written.splitlines()] == [each.element for each in found]
    runs = [run for runs, _ in lines._records.between for run in runs]
    assert max(len(run.texts) for run in runs) <= VARIANTS["interpreted"]._MOST_TEXTS


@both
@pytest.mark.parametrize("number", [0, 9, 10, -1, 12345678901, 2**62, -(2**62)])
def test_json_lines_have_every_number(speed, number, monkeypatch):
    rows = [plain_row("a", start=number, end=number, line=number, column=number)]
    record = json.loads(encoded(rows, speed, monkeypatch))
    assert [record[name] for name in ("start", "end", "line", "column")] == [number] * 4


def test_json_lines_have_problems(tmp_path):
    lines = written("jsonl", tmp_path, problems=PROBLEMS).read_bytes().splitlines()[-2:]
    assert [json.loads(line) for line in lines] == [
        {"problem": "reference-too-long", "document": "a/text.txt", "offset": 5, "message": "of it\n"},
        {"problem": "unreadable", "document": None, "offset": 0, "message": "no \ufffd"},
    ]


# -- tables ------------------------------------------------------------------------------------------------------


def shown(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return "\n".join(value) if isinstance(value, list) else str(value)


def test_csv_has_every_record_and_no_formula(tmp_path):
    text = written("csv", tmp_path, problems=PROBLEMS).read_bytes().decode()
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert rows[0] == list(COLUMNS)
    assert len(rows) == len(FOUND) + 1
    for row, record in zip(rows[1:], CLEAN, strict=True):
        for cell, value in zip(row, record.values(), strict=True):
            assert without_marks(cell) == shown(value)
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝")) or isinstance(value, int)
    # As in a spreadsheet that knows no commas, and quotation marks only where a cell begins.
    cells = [cell.lstrip('"') for cell in re.split(r"[;\t\r\n]", text)]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "＝"))] == []
    assert text.count("\r\n") >= len(rows)


def test_csv_marks_only_cells_that_would_be_formulas(tmp_path):
    rows = list(csv.DictReader(io.StringIO(written("csv", tmp_path).read_bytes().decode(), newline="")))
    marked = {row["reference"] for row in rows if row["reference"].startswith("'")}
    assert {"'=1+2", '\'-x,"y"', "'+a", "'@a", "'＝1"} <= marked
    assert len(marked) <= len([text for text in HOSTILE if text[:1] in "=+-@\t\r\n＝"]) + 4


def test_csv_leaves_negative_numbers_alone(tmp_path):
    found = page_of([plain_row("a", start=-1)])
    (cells,) = csv.DictReader(io.StringIO(written("csv", tmp_path, found=found).read_bytes().decode()))
    assert cells["start"] == "-1"


def test_tsv_has_one_line_for_each_record_and_can_be_decoded(tmp_path):
    lines = written("tsv", tmp_path, problems=PROBLEMS).read_bytes().decode().split("\n")
    assert lines.pop() == ""
    assert lines[0].split("\t") == list(COLUMNS)
    undo = {"\\t": "\t", "\\n": "\n", "\\r": "\r", "\\\\": "\\"}
    for line, record in zip(lines[1:], CLEAN, strict=True):
        cells = ["".join(undo.get(piece, piece) for piece in pieces(cell)) for cell in line.split("\t")]
        assert cells == [shown(value) for value in record.values()]


def pieces(cell):
    at = 0
    while at < len(cell):
        size = 2 if cell[at] == "\\" else 1
        yield cell[at : at + size]
        at += size


# -- SQLite ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, len(FOUND)])
def test_sqlite_has_every_record(tmp_path, size):
    database = sqlite3.connect(written("sqlite", tmp_path, size, PROBLEMS))
    database.row_factory = sqlite3.Row
    rows = database.execute("SELECT * FROM occurrence ORDER BY id").fetchall()
    names = dict(database.execute("SELECT id, name FROM document"))
    for row, record in zip(rows, CLEAN, strict=True):
        expected = {
            **record,
            **{name: json.dumps(record[name], ensure_ascii=False) for name in ("alternates", "errors", "hazards")},
            "valid": int(record["valid"]),
            "document": record["document"] or "",
        }
        assert {**dict(row), "document": names[row["document"]]} == {"id": row["id"], **expected}
    assert len(set(names.values())) == len(names)
    problems = database.execute(
        "SELECT kind, name, offset, message FROM problem JOIN document ON document = document.id"
    )
    assert [tuple(row) for row in problems] == [
        ("reference-too-long", "a/text.txt", 5, "of it\n"), ("unreadable", "", 0, "no \ufffd")
    ]  # fmt: skip
    assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    plan = "".join(row[3] for row in database.execute("EXPLAIN QUERY PLAN SELECT * FROM occurrence WHERE target = 'x'"))
    assert "INDEX" in plan


def test_sqlite_has_every_record_of_a_large_page(tmp_path):
    count = 1019
    rows = [plain_row("/a", start=number, origin=Origin(f"{number}.txt")) for number in range(count)]
    database = sqlite3.connect(written("sqlite", tmp_path, count, found=page_of(rows)))
    found = database.execute("SELECT start, name FROM occurrence JOIN document ON document = document.id").fetchall()
    assert sorted(found) == [(number, f"{number}.txt") for number in range(count)]


# -- Arrow -------------------------------------------------------------------------------------------------------


def rows_of(table):
    return table.to_pylist()


@pytest.mark.parametrize("size", [1, len(FOUND)])
def test_parquet_has_every_record(tmp_path, size):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = written("parquet", tmp_path, size, PROBLEMS)
    table = parquet.read_table(path)
    assert rows_of(table) == CLEAN
    metadata = parquet.ParquetFile(path).metadata.metadata
    assert metadata[b"uri_extract.problem_count"] == b"2"
    assert json.loads(metadata[b"uri_extract.problems"])[0] == PROBLEMS[0].as_dict()


def test_an_arrow_stream_has_every_record(tmp_path):
    pa = pytest.importorskip("pyarrow")
    with pa.ipc.open_stream(written("arrow", tmp_path, 5, PROBLEMS).read_bytes()) as reader:
        batches = [reader.read_next_batch_with_custom_metadata() for _ in range(2)]
    assert rows_of(batches[0].batch) == CLEAN
    assert batches[1].batch.num_rows == 0
    assert json.loads(batches[1].custom_metadata[b"uri_extract.problems"])[0] == PROBLEMS[0].as_dict()


def test_the_arrow_schema_has_proper_types_and_its_version(tmp_path):
    pa = pytest.importorskip("pyarrow")
    for name in ("arrow", "parquet"):
        path = written(name, tmp_path)
        schema = (
            pa.ipc.open_stream(path).schema
            if name == "arrow"
            else importlib.import_module("pyarrow.parquet").read_schema(path)
        )
        assert schema.names == list(COLUMNS)
        assert schema.metadata[b"uri_extract.schema_version"] == str(VERSION).encode()
        assert schema.field("start").type == pa.int64()
        assert schema.field("alternates").type.value_type == pa.string()
        assert schema.field("valid").type == pa.bool_()
        for column in ("document", "delimiter", "kind"):
            assert pa.types.is_dictionary(schema.field(column).type)


@pytest.mark.parametrize("name", ["arrow", "parquet"])
def test_batches_have_the_same_rows_however_records_come(name, tmp_path, monkeypatch):
    pa = pytest.importorskip("pyarrow")
    from uri_extract.sinks import arrow

    monkeypatch.setattr(arrow, "ROWS", 8)
    one, other = (written(name, tmp_path, size) for size in (3, len(FOUND)))
    assert one.read_bytes() == other.read_bytes()
    if name == "arrow":
        assert rows_of(pa.ipc.open_stream(one).read_all()) == CLEAN
        assert {batch.num_rows for batch in pa.ipc.open_stream(one)} == {8, len(FOUND) % 8} - {0}
    else:
        assert rows_of(importlib.import_module("pyarrow.parquet").read_table(one)) == CLEAN


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_found_is_written_as_well(name, tmp_path):
    if name in ("arrow", "parquet"):
        pa = pytest.importorskip("pyarrow")
    path = written(name, tmp_path, found=page_of([]))
    if name == "arrow":
        assert pa.ipc.open_stream(path).read_all().num_rows == 0
    elif name == "parquet":
        assert importlib.import_module("pyarrow.parquet").read_table(path).num_rows == 0


# -- feature files -----------------------------------------------------------------------------------------------


def test_feature_files_have_places_features_and_what_is_there(tmp_path):
    lines = written("features", tmp_path, problems=PROBLEMS).read_bytes().decode().split("\n")
    assert lines.pop() == ""
    assert "# Feature-Recorder: url" in lines
    assert "# Feature-File-Version: 1.1" in lines
    assert lines[-1] == "# Problems: 2"
    features = [line.split("\t") for line in lines if not line.startswith("#")]
    assert {len(fields) for fields in features} == {3}
    assert len(features) == len(FOUND)
    first, *_ = features
    assert first == ["a/text.txt\U0010001c4", "http://a.example/x", "http://a.example/./x"]
    assert any(raw == "ftp://b.example/y-\\x0Az" for _, _, raw in features)
    assert any(place == "\\xFF\U0010001c5" for place, _, _ in features)
    assert any(raw == "\\x5Ct" for _, _, raw in features)


def test_the_histogram_is_beside():
    sink = FORMATS["features"]()
    assert sink.companion("a/url.txt") == "a/url_histogram.txt"
    sink.beside = io.BytesIO()
    sink.begin(io.BytesIO())
    for text in ("b", "a", "b", "c\\"):
        sink.write(sink.encode(page_of([made(text, bases=(None, None))])))
    sink.end()
    histogram = sink.beside.getvalue().decode().splitlines()
    assert "# Histogram-File-Version: 1.1" in histogram
    assert [line for line in histogram if line[0] != "#"] == ["n=2\tb", "n=1\ta", "n=1\tc\\x5C"]
