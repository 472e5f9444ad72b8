"""Pages, and the columns made of them, at both speeds."""

import subprocess
import sys

import pytest

from uri_extract import Scanner
from uri_extract.scan import variant
from uri_extract.sinks import FORMATS, _columns, _packing, arrow
from uri_extract.sinks.pages import Page

from .cases import TEXT, made, occurrences, parts

FOUND = occurrences()
VARIANTS = [(_packing, _columns)]
if variant(_packing.__name__) is not _packing:
    VARIANTS.append((variant(_packing.__name__), variant(_columns.__name__)))
both = pytest.mark.parametrize(("packing", "columns"), VARIANTS)


def page_of(found, packing=_packing):
    packer = packing.Packer()
    packer.add(found)
    assert len(packer) == len(found)
    return packer.page()


def gathered(pages, columns=_columns, most=1 << 20, most_text=1 << 30):
    """What is gathered from pages each time that columns are full, and in the end."""
    found = columns.Columns(most, most_text)
    taken = []
    for page in map(Page, pages):
        row = 0
        while row < page.rows:
            row = found.add(page, row)
            if found.full:
                taken.append((found.count, found.taken()))
    return [*taken, (found.count, found.taken())]


@both
def test_pages_are_the_same_at_both_speeds(packing, columns):
    for size in (1, 7, len(FOUND)):
        assert [page_of(part, packing) for part in parts(FOUND, size)] == list(map(page_of, parts(FOUND, size)))


@both
def test_a_packer_forgets_what_it_gave(packing, columns):
    packer = packing.Packer()
    for part in (FOUND, FOUND[:3], [], FOUND):
        packer.add(part)
        assert packer.page() == page_of(part)
        assert len(packer) == 0


@both
def test_any_number_of_records_has_room(packing, columns):
    found = [made(str(number))._replace(start=number) for number in range(5000)]
    page = Page(page_of(found, packing))
    assert page.rows == 5000
    ((count, taken), _) = gathered([page.data], columns, most=5000)
    assert count == 5000
    assert taken["start"] == b"".join(number.to_bytes(8, sys.byteorder) for number in range(5000))
    assert taken["reference"][3] == b"".join(b"%d" % number for number in range(5000))


@both
def test_columns_are_the_same_at_both_speeds_however_records_come(packing, columns):
    expected = gathered([page_of(FOUND)])
    for size in (1, 7, len(FOUND)):
        assert gathered([page_of(part) for part in parts(FOUND, size)], columns) == expected


@both
@pytest.mark.parametrize("most", [1, 5, len(FOUND)])
def test_columns_are_full_at_so_many_rows(packing, columns, most):
    whole = gathered([page_of(FOUND)], columns, most)
    assert [count for count, _ in whole[:-1]] == [most] * (len(FOUND) // most)
    assert gathered([page_of(part) for part in parts(FOUND, 3)], columns, most) == whole
    for part, (_, taken) in zip(parts(FOUND, most), whole, strict=False):
        assert taken == gathered([page_of(part)])[0][1]


@both
def test_columns_are_full_at_so_much_text(packing, columns):
    found = [made(f"http://a.example/{number:083}")._replace(text=None) for number in range(50)]
    counts = [count for count, _ in gathered([page_of(found)], columns, most_text=1500)]
    assert len(set(counts[:-1])) == 1
    assert 2 <= counts[0] <= 8
    assert sum(counts) == 50


@both
def test_names_are_text_as_well_where_they_are_new(packing, columns):
    found = [made("a", element=f"{number // 3:0500}", attribute=None, text=None) for number in range(60)]
    whole = gathered([page_of(found)], columns, most_text=2000)
    assert len(whole) > 4
    assert all(4 <= count <= 12 for count, _ in whole[:-1])
    assert sum(count for count, _ in whole) == 60
    assert gathered([page_of(part) for part in parts(found, 7)], columns, most_text=2000) == whole


@both
@pytest.mark.parametrize("number", [0, -1, 12345678901, 2**62, -(2**62)])
def test_columns_have_every_number(packing, columns, number):
    found = [made("a")._replace(start=number, end=number, line=number, column=number)]
    ((_, taken),) = gathered([page_of(found, packing)], columns)
    assert {taken[name] for name in ("start", "end", "line", "column")} == {
        number.to_bytes(8, sys.byteorder, signed=True)
    }


@both
@pytest.mark.parametrize(
    ("text", "options"),
    [(TEXT * 3, {}), (TEXT, {"suffix": True}), (TEXT.decode("latin-1").encode("utf-16"), {}), (b"", {})],
)
def test_text_fed_into_a_packer_is_what_its_occurrences_are(packing, columns, text, options):
    for size in (1, 10, len(text) or 1):
        scanner = Scanner("text/plain", document="a/b.txt", base="http://b.example/", **options)
        chunks = [text[at : at + size] for at in range(0, len(text), size)]
        found = [each for chunk in chunks for each in scanner.feed(chunk)] + scanner.close()
        scanner = Scanner("text/plain", document="a/b.txt", base="http://b.example/", **options)
        packer = packing.Packer()
        for chunk in chunks:
            scanner.feed_into(chunk, packer)
        scanner.close_into(packer)
        assert packer.page() == page_of(found)
        assert len(found) > 5 or not text


@pytest.mark.parametrize("name", ["arrow", "parquet"])
def test_a_batch_with_much_text_has_fewer_rows_however_records_come(name, tmp_path, monkeypatch):
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


def test_who_encodes_needs_no_arrow_and_who_writes_alone_no_numpy(tmp_path):
    pytest.importorskip("pyarrow", minversion="18")
    program = """
import io, sys
from uri_extract import extract
from uri_extract.sinks import Parquet
sink = Parquet()
sink.alone = True
sink.begin(io.BytesIO())
sink.write(sink.encode(list(extract(b"http://a.example/"))))
assert "pyarrow" not in sys.modules
sink.end()
assert "pyarrow" in sys.modules
assert "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)
