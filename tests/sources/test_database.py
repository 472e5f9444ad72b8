"""SQLite databases: each cell is a separate text, and a hostile or damaged database costs little."""

import gzip
import io
import os
import random
import sqlite3
import subprocess
import sys
import zipfile

import pytest

from uri_extract import extract
from uri_extract.sources import database

HISTORY = """
CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, visit_count INTEGER, guid TEXT);
CREATE INDEX moz_places_url ON moz_places (url);
CREATE TABLE moz_bookmarks (id INTEGER PRIMARY KEY, fk INTEGER, title TEXT);
INSERT INTO moz_places VALUES (17, 'http://a.example/', 'and http://b.example/x', 3, 'abc');
INSERT INTO moz_places VALUES (18, 'http://c.example/', NULL, 3, 'http://d.example/');
INSERT INTO moz_bookmarks VALUES (1, 17, 'http://e.example/');
"""
FOUND = [
    ("moz_places!17!url", "http://a.example/"), ("moz_places!17!title", "http://b.example/x"),
    ("moz_places!18!url", "http://c.example/"), ("moz_places!18!guid", "http://d.example/"),
    ("moz_bookmarks!1!title", "http://e.example/"),
]  # fmt: skip


def made(path, script, *rows, settings=""):
    connection = sqlite3.connect(path)
    connection.executescript(settings + script)
    for statement, values in rows:
        connection.execute(statement, values)
    connection.commit()
    connection.close()
    return path


def read(source, **options):
    problems = []
    found = list(extract(source, on_problem=problems.append, **options))
    prefix = f"{source}!" if isinstance(source, str) else "!"
    return [((each.document or "").removeprefix(prefix), each.reference) for each in found], [
        each.kind for each in problems
    ]


@pytest.mark.parametrize(
    "settings",
    ["", "PRAGMA encoding='UTF-16le';", "PRAGMA encoding='UTF-16be';", "PRAGMA page_size=65536;",
     "PRAGMA journal_mode=WAL;", "PRAGMA auto_vacuum=FULL;"],
)  # fmt: skip
def test_each_text_cell_of_a_database_is_a_document(tmp_path, settings):
    path = made(str(tmp_path / "places.sqlite"), HISTORY, settings=settings)
    assert read(path) == (FOUND, [])
    with open(path, "rb") as file:
        data = file.read()
    assert read(data) == (FOUND, [])
    assert sorted(each.name for each in tmp_path.iterdir()) == ["places.sqlite"]


def test_places_in_a_database_are_offsets_in_the_cell(tmp_path):
    path = made(str(tmp_path / "a.db"), "CREATE TABLE t (x); INSERT INTO t VALUES ('é\n http://a.example/');")
    [found] = extract(path)
    assert (found.start, found.end, found.line, found.column) == (4, 21, 2, 2)


def test_databases_in_archives_and_compressed_are_read(tmp_path):
    path = made(str(tmp_path / "places.sqlite"), HISTORY)
    with open(path, "rb") as file:
        data = file.read()
    assert read(gzip.compress(data))[0] == [(f"!{name}".removeprefix("!"), each) for name, each in FOUND]
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("b/x.dat", data)
    assert read(held.getvalue()) == ([(f"b/x.dat!{name}", each) for name, each in FOUND], [])


def test_the_type_of_a_cell_is_recognised_by_its_first_bytes(tmp_path):
    rows = [("INSERT INTO t VALUES (?)", (value,)) for value in (
        "<!doctype html><p><a href='b'>x</a>", b"http://c.example/ in a blob", b"\x89PNG\r\n\x1a\n\0http://d.example/",
        gzip.compress(b"http://e.example/"), 17, 1.5, None, "BEGIN:VCALENDAR\r\nURL:http://f.exam\r\n ple/\r\n",
    )]  # fmt: skip
    path = made(str(tmp_path / "a.db"), "CREATE TABLE t (x)", *rows)
    found, problems = read(path)
    assert [each for _, each in found] == ["b", "http://c.example/", "http://e.example/", "http://f.example/"]
    assert problems == []


def test_only_stored_columns_of_ordinary_tables_are_read(tmp_path):
    script = """
    CREATE TABLE "a""b!c" ("x y" TEXT, rowid TEXT, up TEXT AS (upper("x y") || ':') VIRTUAL, st TEXT AS ("x y") STORED);
    CREATE TABLE w (k TEXT PRIMARY KEY, v TEXT) WITHOUT ROWID;
    CREATE TABLE log (x TEXT);
    CREATE VIEW v AS SELECT 'http://view.example/' AS x;
    CREATE TRIGGER tr AFTER INSERT ON w BEGIN INSERT INTO log VALUES ('http://trigger.example/'); END;
    INSERT INTO "a""b!c" VALUES ('http://a.example/', 'http://r.example/');
    INSERT INTO w VALUES ('http://k.example/', 'http://v.example/');
    DELETE FROM log;
    """
    path = made(str(tmp_path / "a.db"), script)
    assert read(path) == (
        [('a"b!c!1!x y', "http://a.example/"), ('a"b!c!1!rowid', "http://r.example/"),
         ('a"b!c!1!st', "http://a.example/"), ("w!1!k", "http://k.example/"), ("w!1!v", "http://v.example/")], []
    )  # fmt: skip


def test_virtual_tables_are_not_run_and_what_they_keep_is_read(tmp_path):
    try:
        path = made(
            str(tmp_path / "a.db"), "CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f VALUES ('http://a.b/');"
        )
    except sqlite3.OperationalError:
        pytest.skip("sqlite3 has no fts5")
    found, problems = read(path)
    assert found == [("f_content!1!c0", "http://a.b/")]
    assert problems == []


def test_huge_table_names_are_cut_in_document_names(tmp_path):
    name = "n" * 100_000
    path = made(str(tmp_path / "a.db"), f"CREATE TABLE {name} ({name}); INSERT INTO {name} VALUES ('http://a.b/')")
    [(document, _)], problems = read(path)
    assert len(document) < 500
    assert problems == []


@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
def test_changes_that_are_not_in_the_database_yet_are_a_problem(tmp_path, suffix):
    path = made(str(tmp_path / "a.db"), HISTORY)
    beside = tmp_path / f"a.db{suffix}"
    beside.write_bytes(b"")
    assert read(path) == (FOUND, [])
    beside.write_bytes(b"x" * 100)
    assert read(path) == (FOUND, ["unsupported"])


def test_a_file_with_the_name_of_a_database_and_other_bytes_is_a_problem(tmp_path):
    path = tmp_path / "a.sqlite"
    path.write_bytes(random.Random(1).randbytes(4096))
    assert read(str(path))[1] == ["unsupported"]


def many(path, count=2000):
    rows = [("INSERT INTO t (x) VALUES (?)", (f"http://a.example/{number} " + "y" * 100,)) for number in range(count)]
    return made(str(path), "PRAGMA page_size=512; CREATE TABLE t (x)", *rows)


def test_of_a_damaged_table_what_precedes_and_follows_the_damage_is_read(tmp_path):
    path = many(tmp_path / "a.db")
    with open(path, "r+b") as file:
        file.seek(512 * 300)
        file.write(b"\xff" * 512)
    found, problems = read(path)
    assert problems == ["damaged"]
    assert 1980 < len(found) < 2000
    assert len(set(found)) == len(found)


@pytest.mark.long
def test_damage_to_a_database_never_raises(tmp_path):
    path = many(tmp_path / "a.db", 200)
    with open(path, "rb") as file:
        data = file.read()
    numbers = random.Random(7)
    for size in range(16, len(data), len(data) // 40):
        read(data[:size])
    for _ in range(150):
        broken = bytearray(data)
        for _ in range(numbers.randrange(1, 30)):
            broken[numbers.randrange(100 if numbers.random() < 0.3 else len(data))] = numbers.randrange(256)
        read(bytes(broken))


def test_a_schema_with_an_entry_that_cannot_be_parsed_does_not_hide_the_others(tmp_path):
    path = made(str(tmp_path / "a.db"), HISTORY + "CREATE VIEW broken AS SELECT 1;")
    with open(path, "rb") as file:
        data = file.read()
    assert read(data.replace(b"CREATE VIEW broken AS SELECT 1", b"CREATE VIEW broken XX SELECT 1"))[0] == FOUND


def test_a_cell_that_is_too_long_costs_its_row_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(database, "MAX_CELL", 10_000)
    sizes = (30, 20_000, 31, 20_001, 32)
    rows = [("INSERT INTO t VALUES (?)", (f"http://a.example/{size} ".ljust(size),)) for size in sizes]
    path = made(str(tmp_path / "a.db"), "CREATE TABLE t (x)", *rows)
    found, problems = read(path)
    assert [each for _, each in found] == [f"http://a.example/{size}" for size in (30, 31, 32)]
    assert problems == ["too-large"] * 2


def test_a_database_in_another_document_may_not_be_longer_than_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(database, "MAX_DATABASE", 10_000)
    with open(many(tmp_path / "a.db"), "rb") as file:
        assert read(file.read()) == ([], ["too-large"])


def test_a_cell_that_claims_a_gigabyte_takes_no_memory(tmp_path):
    path = made(str(tmp_path / "a.db"), "CREATE TABLE t (x); INSERT INTO t VALUES ('http://a.example/')")
    with open(path, "rb") as file:
        data = bytearray(file.read())
    at = data.index(b"http://a.example/")
    # The record's size, row number, header size, and the type of the cell, as varints (SQLite file format §1.6).
    assert data[at - 4 : at] == bytes([19, 1, 2, 17 * 2 + 13])
    claim = b"\x84\x80\x80\x80\x0d"  # 1 GiB + 13
    page = (at - 4) // 4096 * 4096
    cell = at - 4 - 40
    data[cell : cell + 16] = b"\x84\x80\x80\x80\x13" + b"\1\6" + claim + b"http"
    data[page + 8 : page + 10] = (cell - page).to_bytes(2, "big")
    path = tmp_path / "b.db"
    path.write_bytes(data)
    code = (
        "import resource; from uri_extract import extract\n"
        "resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))\n"
        f"list(extract({str(path)!r}, on_problem=lambda each: print(each.kind)))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert set(done.stdout.split()) in ({"damaged"}, {"too-large"})


def test_pages_that_many_parents_share_do_not_multiply_rows_without_end(tmp_path, monkeypatch):
    path = many(tmp_path / "a.db", 1000)
    with open(path, "r+b") as file:
        data = bytearray(file.read())
    # Make each interior page of the tree (SQLite file format §1.6) name the next one, and the last one its first child.
    interior = [at for at in range(512, len(data), 512) if data[at] == 5]
    root, first, second, third, *_ = interior
    assert root == 512
    for at, child in ((root, first), (first, second), (second, third), (third, None)):
        count = int.from_bytes(data[at + 3 : at + 5], "big")
        cells = [at + int.from_bytes(data[at + 12 + 2 * k : at + 14 + 2 * k], "big") for k in range(count)]
        number = data[cells[0] : cells[0] + 4] if child is None else (child // 512 + 1).to_bytes(4, "big")
        for cell in (*cells, at + 8):
            data[cell : cell + 4] = number
    monkeypatch.setattr(database._Reader, "_check", lambda _: False)  # the limit of steps does not apply
    monkeypatch.setattr(database, "DATABASE_ROW_BYTES", 100)
    found, problems = read(bytes(data))
    assert problems == ["expands-too-far"]
    assert len(found) <= 4200 + len(data) // 100


def test_the_steps_of_a_database_are_limited(tmp_path, monkeypatch):
    path = many(tmp_path / "a.db", 3000)
    size = os.stat(path).st_size
    monkeypatch.setattr(database, "MAX_DATABASE_STEPS", 5000 - 16 * size)
    monkeypatch.setattr(database, "DATABASE_ROW_BYTES", 1 / 1000)
    found, problems = read(path)
    assert problems == ["expands-too-far"]
    assert len(found) < 3000


def test_names_that_are_not_utf_8_cost_their_table_alone(tmp_path):
    path = made(str(tmp_path / "a.db"), HISTORY + "CREATE TABLE bad (x); CREATE TABLE good (bax);")
    with open(path, "rb") as file:
        data = file.read()
    found, problems = read(data.replace(b"TABLE bad", b"TABLE b\xffd").replace(b"badbad", b"b\xffdb\xffd"))
    assert found == FOUND
    assert set(problems) <= {"damaged"}
    assert read(data.replace(b"bax", b"b\xffx"))[0] == FOUND


def test_the_path_of_a_database_may_have_any_character(tmp_path):
    path = made(str(tmp_path / "a.sqlite"), HISTORY)
    for name in ("a?mode=rw#x.db", "a%20b c.db", "ä.db", os.fsdecode(b"\xff.db")):
        other = str(tmp_path / name)
        try:
            os.rename(path, other)
        except OSError:
            continue  # the file system does not allow this name
        assert read(other) == (FOUND, [])
        path = other
