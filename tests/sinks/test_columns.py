"""Columns made from pages, in both variants, and pages as bytes."""

import io
import os
import subprocess
import sys

import pytest

from uri_extract._compat._variants import compiled, interpreted
from uri_extract.rows.details import Origin
from uri_extract.rows.octets import octets_of, page_of_octets
from uri_extract.rows.records import Problem
from uri_extract.sinks import FORMATS, arrow

from .cases import occurrences, page_of, parts, plain_row

ROWS = occurrences()
FOUND = page_of(ROWS)
_NAMES = "uri_extract.sinks._columns", "uri_extract.rows._page"
VARIANTS = {"interpreted": [interpreted(name) for name in _NAMES]}
if compiled(_NAMES[0]):
    VARIANTS["compiled"] = [compiled(name) for name in _NAMES]
both = pytest.mark.parametrize("speed", VARIANTS)


def gathered(rows, size=1 << 20, speed="interpreted", most=1 << 20, most_text=1 << 30, encoded=True):
    """Return the columns of rows in pages of ``size`` rows: each time that they are full, and at the end."""
    kernel, fields = VARIANTS[speed]
    found = kernel.Columns(most, most_text, None, encoded)
    taken = []
    for page in parts(page_of(rows, pure=speed == "interpreted"), size):
        computed = fields.computed(page)
        row = 0
        while row < len(page):
            row = found.add(page, computed, row)
            if found.full:
                taken.append((found.count, found.take()))
    return [*taken, (found.count, found.take())]


@both
def test_columns_are_the_same_at_both_speeds_in_pages_of_any_size(speed):
    expected = gathered(ROWS)
    for size in (1, 7, len(ROWS)):
        assert gathered(ROWS, size, speed) == expected


@both
@pytest.mark.parametrize("most", [1, 5, len(ROWS)])
def test_columns_are_full_at_a_number_of_rows(speed, most):
    whole = gathered(ROWS, speed=speed, most=most)
    assert [count for count, _ in whole[:-1]] == [most] * (len(ROWS) // most)
    assert gathered(ROWS, 3, speed, most) == whole
    for at, (_, taken) in zip(range(0, len(ROWS), most), whole, strict=False):
        assert taken == gathered(ROWS[at : at + most])[0][1]


@both
def test_columns_are_full_at_a_size_of_text(speed):
    found = [plain_row(f"http://a.example/{number:083}", kind="uri") for number in range(50)]
    counts = [count for count, _ in gathered(found, speed=speed, most_text=1500)]
    assert len(set(counts[:-1])) == 1
    assert 2 <= counts[0] <= 8
    assert sum(counts) == 50


@both
def test_new_names_count_as_text(speed):
    found = [plain_row("a", element=f"{number // 3:0500}") for number in range(60)]
    whole = gathered(found, speed=speed, most_text=2000)
    assert len(whole) > 4
    assert all(4 <= count <= 12 for count, _ in whole[:-1])
    assert sum(count for count, _ in whole) == 60
    assert gathered(found, 7, speed, most_text=2000) == whole


@both
@pytest.mark.parametrize("size", [1, 7, len(ROWS)])
def test_names_are_the_same_encoded_or_repeated(speed, size):
    pytest.importorskip("pyarrow")
    batches = []
    for encoded in (True, False):
        kernel, fields = VARIANTS[speed]
        columns = kernel.Columns(50, 1 << 30, None, encoded)
        found = []
        for page in parts(page_of(ROWS, pure=speed == "interpreted"), size):
            row = 0
            while row < len(page):
                row = columns.add(page, fields.computed(page), row)
                if columns.full:
                    found += arrow._batch(columns, arrow.schema(encoded), encoded, {}).to_pylist()
        batches.append(found + arrow._batch(columns, arrow.schema(encoded), encoded, {}).to_pylist())
    assert batches[0] == batches[1]
    assert len(batches[0]) == len(ROWS)


@both
def test_names_that_are_repeated_count_as_text_in_each_row(speed):
    found = [plain_row("a", element="x" * 99) for _ in range(60)]
    whole = gathered(found, speed=speed, most_text=2000, encoded=False)
    assert all(count * 99 < 2200 for count, _ in whole)
    assert sum(count for count, _ in whole) == 60
    assert gathered(found, 7, speed, most_text=2000, encoded=False) == whole


@both
@pytest.mark.parametrize("number", [0, -1, 12345678901, 2**62, -(2**62)])
def test_columns_have_every_number(speed, number):
    ((_, taken),) = gathered([plain_row("a", start=number, end=number, line=number, column=number)], speed=speed)
    octets = number.to_bytes(8, sys.byteorder, signed=True)
    assert [taken[name] for name in ("start", "end", "line", "column")] == [octets] * 4


@both
def test_names_that_are_one_in_utf_8_are_one_name(speed):
    ((_, taken),) = gathered([plain_row("a", origin=Origin(name)) for name in ("\udcff", "\udcfe", None)], speed=speed)
    count, _, _, (names, *_) = taken["document"]
    assert (count, names) == (3, 1)


@pytest.mark.parametrize("size", [1, 7, len(ROWS)])
def test_pages_go_through_bytes_unchanged(size):
    for part in parts(FOUND, size):
        read = page_of_octets(octets_of(part))
        assert read.occurrences() == part.occurrences()
        assert octets_of(read) == octets_of(part)


def test_the_bytes_of_a_page_have_nothing_of_other_rows():
    page = page_of([plain_row(f"http://a.example/{number}", element=f"x-{number}") for number in range(1000)])
    assert len(octets_of(page.part(500, 501))) < 500


@pytest.mark.parametrize("name", ["arrow", "parquet"])
def test_a_batch_with_much_text_has_fewer_rows_in_pages_of_any_size(name, tmp_path, monkeypatch):
    pa = pytest.importorskip("pyarrow")
    monkeypatch.setattr(arrow, "MAX_BATCH_TEXT", 1000)
    written = []
    for size in (1, len(FOUND)):
        sink = FORMATS[name]()
        with open(tmp_path / "out", "wb") as out:
            sink.begin(out)
            for part in parts(FOUND, size):
                sink.write(sink.encode(part))
            sink.end()
        written.append((tmp_path / "out").read_bytes())
    assert written[0] == written[1]
    if name == "arrow":
        batches = list(pa.ipc.open_stream(written[0]))
        assert sum(batch.num_rows for batch in batches) == len(FOUND)
        assert len(batches) > 3


def test_encoding_needs_no_arrow_and_a_sink_that_owns_its_process_no_numpy():
    pytest.importorskip("pyarrow", minversion="18")
    program = """
import io, sys
from uri_extract import Scanner
from uri_extract.sinks import Parquet
sink = Parquet()
sink.owns_process = True
sink.begin(io.BytesIO())
sink.write(sink.encode(Scanner().read(b"http://a.example/", final=True)))
assert "pyarrow" not in sys.modules
sink.end()
assert "pyarrow" in sys.modules
assert "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_sink_that_owns_its_process_writes_the_parquet_that_others_do():
    pytest.importorskip("pyarrow.parquet")
    written = []
    for owns_process in (False, True):
        sink = FORMATS["parquet"]()
        sink.owns_process = owns_process
        out = io.BytesIO()
        sink.begin(out)
        for part in parts(FOUND, 100):
            sink.write(sink.encode(part))
        sink.write(Problem("a", 1, "damage", "damaged"))
        sink.end()
        written.append(out.getvalue())
    assert written[0] == written[1]


def test_a_sink_that_owns_its_process_imports_no_file_systems_and_no_allocator_that_arrow_warns_of():
    pytest.importorskip("pyarrow", minversion="18")
    program = """
import io, sys
from uri_extract import Scanner
from uri_extract.sinks import Parquet
sink = Parquet()
sink.owns_process = True
sink.begin(io.BytesIO())
sink.write(sink.encode(Scanner().read(b"http://a.example/", final=True)))
sink.end()
assert "pyarrow.fs" not in sys.modules
import pyarrow
assert pyarrow.default_memory_pool().backend_name in ("jemalloc", "system")
"""
    without = {name: value for name, value in os.environ.items() if name != "ARROW_DEFAULT_MEMORY_POOL"}
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, env=without)
    assert run.stderr == b""
