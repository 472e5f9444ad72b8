"""Splits of files: together they have the references of the whole file, wherever it is cut."""

import gzip
import io
import pickle
import random
import re

import pytest
from tests.jobs import conftest, test_containers, test_numbered
from tests.sources import made

from uri_extract import InvalidOptionValue, Range
from uri_extract.limits import MAX_REFERENCE
from uri_extract.scan import kernels

pa = pytest.importorskip("pyarrow")

from uri_extract.splits import Split, plan, read  # noqa: E402 - they need Arrow
from uri_extract.tables import Extractor  # noqa: E402

EXTRACT = Extractor(suffix=True)
LINES = (
    b"see <http://a.example/{n}\n  b> and http://b.example/{n}-\nc/d. Also www.c.example/{n}, \xe9t\xe9 \xc3\xa9,\n",
    b"nothing here, {n} times: at all\n\n" * 40,
    b"> http://d.example/%zz{n} \"ftp://e.example/{n}\nx\" (news:{n}@f.example)\n",
)  # fmt: skip


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    chance = random.Random(1)
    lines = (chance.choice(LINES).replace(b"{n}", b"%d" % n) for n in range(6_500))
    path = tmp_path_factory.mktemp("splits") / "a.txt"
    path.write_bytes(b"".join(lines))
    assert path.stat().st_size > 3 * MAX_REFERENCE
    return path, table([Split(str(path))])


def table(splits, open=None):
    return tabulated(EXTRACT, splits, open)


def tabulated(extract, splits, open=None):
    return pa.Table.from_batches(extract.of_splits(splits, open=open), extract.schema)


def same_but_lines(found, whole):
    """Check that tables are equal, except for lines and columns unknown in the first; return how many are known."""
    assert found.drop_columns(["line", "column"]) == whole.drop_columns(["line", "column"])
    for name in ("line", "column"):
        known = pa.compute.is_valid(found.column(name))
        assert found.filter(known).column(name) == whole.filter(known).column(name)
    return pa.compute.sum(known).as_py()


def sizes(count):
    chance = random.Random(2)
    return [chance.randrange(100_000, 2_000_000) for _ in range(count)]


@pytest.mark.parametrize("size", sizes(3))
def test_splits_of_a_text_have_what_the_text_has(text, size):
    path, whole = text
    splits = list(plan([path], size=size))
    assert len(splits) == path.stat().st_size // size
    assert same_but_lines(table(splits), whole) == len(whole)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_a_thousand_sizes_of_splits(tmp_path, seed):
    chance = random.Random(seed)
    text, archive = tmp_path / "a.txt", tmp_path / "a.warc.gz"
    text.write_bytes(b"".join(chance.choice(LINES).replace(b"{n}", b"%d" % n) for n in range(700)))
    archive.write_bytes(b"".join(record(chance.randrange(10_000)) for _ in range(70)))
    of_text, of_archive = table([Split(str(text))]), table([Split(str(archive))])
    for _ in range(50):
        size = chance.randrange(20_000, text.stat().st_size // 2)
        same_but_lines(table(plan([text], size=size)), of_text)
        size = chance.randrange(100, archive.stat().st_size // 2)
        found = table(plan([archive], size=size))
        assert found.drop_columns(["document"]) == of_archive.drop_columns(["document"]), size


def test_a_split_depends_on_no_other(text):
    path, whole = text
    splits = list(plan([path], size=700_000))
    assert splits == list(plan([str(path)], size=700_000))
    tables = {split: table([split]) for split in reversed(pickle.loads(pickle.dumps(splits)))}
    assert same_but_lines(pa.concat_tables(tables[split] for split in splits), whole)


LONG = MAX_REFERENCE - 20
COMPILED = "compiled" in kernels


@pytest.mark.parametrize("before", [0, 1, 5, 30, LONG // 2, LONG, LONG + 9] if COMPILED else [LONG // 2])
@pytest.mark.parametrize("opens", [b" ", b"<", b'"'] if COMPILED else [b"<"])
def test_a_reference_as_long_as_can_be_across_a_border(tmp_path, before, opens):
    size = 2 * MAX_REFERENCE
    reference = b"http://a.example/?http://b.example/" + b"x" * (LONG - 35)
    head = b"http://c.example/\n" * 9
    data = head + b"." * (size - before - len(head) - 2) + b"\n" + opens + reference
    data += {b"<": b">", b'"': b'"'}.get(opens, b"") + b"\nhttp://d.example/\n" + b"." * size + b" http://e.example/"
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    splits = list(plan([path], size=size))
    assert len(splits) == 2
    same_but_lines(table(splits), table([Split(str(path))]))


@pytest.mark.parametrize("form", [b" %b\n", b"<%b>", b'"%b"', b"(%b)\n", b"<%b\n %b>", b"%b\n%b\n", b"[a](%b) "])
@pytest.mark.parametrize("step", [1, 17, pytest.param(5, marks=pytest.mark.long)])
def test_a_reference_across_each_border(tmp_path, form, step):
    size = 99_991
    data = b""
    for number in range(12):
        reference = b"http://a%d.example/?u=http://b.example/%b" % (number, b"x" * 60)
        written = form % ((reference,) * form.count(b"%b"))
        before = number * step % len(written)
        data += b"word " * ((size * (number + 1) - before - len(data)) // 5)
        data += b"." * (size * (number + 1) - before - len(data) - 1) + b"\n" + written + b" http://c.example/ "
    path = tmp_path / "a.txt"
    path.write_bytes(data + b"word " * size)
    splits = list(plan([path], size=size))
    assert len(splits) > 12
    whole = table([Split(str(path))])
    assert len(whole) >= 24
    same_but_lines(table(splits), whole)


def record(number, more=None, level=9):
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/%d>http://b.example/%d</a>" % (number, number)
    body += random.Random(number).randbytes(number % 7 * 300).hex().encode() if more is None else more
    head = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a%d.example/\r\n" % number
    head += b"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n" % len(body)
    return gzip.compress(head + body + b"\r\n\r\n", compresslevel=level, mtime=0)


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("splits") / "a.warc.gz"
    path.write_bytes(b"".join(map(record, range(600))))
    return path, table([Split(str(path))])


@pytest.mark.parametrize("size", [3_000, 10_000, 100_000, 123_457])
def test_splits_of_an_archive_have_what_the_archive_has(archive, size):
    path, whole = archive
    splits = list(plan([path], size=size))
    assert len(splits) > 3
    found = table(splits)
    assert found.drop_columns(["document"]) == whole.drop_columns(["document"])
    names = dict(zip(found.column("document").to_pylist(), whole.column("document").to_pylist(), strict=True))
    assert len(names) == len(set(names.values())) == 600
    data = path.read_bytes()
    for name, by_number in names.items():
        number = int(by_number.rpartition("!")[2]) - 1
        assert data.startswith(record(number), int(name.rpartition("!@")[2]))


def holding_members(number):
    """Return a record that contains compressed records, stored uncompressed."""
    body = b"HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n"
    body += b"".join(random.Random(number + k).randbytes(40) + record(10_000 + number + k) for k in range(20))
    head = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a%d.example/\r\n" % number
    head += b"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n" % len(body)
    return gzip.compress(head + body + b"\r\n\r\n", compresslevel=0, mtime=0)


@pytest.mark.parametrize("size", [2_000, 9_999, 30_000])
def test_no_split_begins_in_a_record_that_holds_records(tmp_path, size):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"".join(holding_members(number) if number % 3 else record(number) for number in range(200)))
    splits = list(plan([path], size=size))
    assert len(splits) > 3
    whole = table([Split(str(path))])
    assert len(whole) > 100
    assert table(splits).drop_columns(["document"]) == whole.drop_columns(["document"])


def sizes_of(splits, path):
    return [(split.stop or path.stat().st_size) - split.start for split in splits]


def test_an_archive_is_cut_near_the_size_whatever_the_sizes_of_its_records(tmp_path):
    chance = random.Random(16)
    kinds = [
        lambda number: record(number),
        lambda number: record(number, chance.randbytes(chance.randrange(40_000))),
        lambda number: record(number, chance.randbytes(chance.randrange(20_000)), level=0),
        lambda number: record(number, b"<p>" + b"x " * chance.randrange(200_000), level=6),
        holding_members,
    ]
    path = tmp_path / "a.warc.gz"
    pages = [record(-1, b" " * 10_000_000)]
    path.write_bytes(b"".join(pages + [chance.choice(kinds)(number) for number in range(150)] + pages))
    whole = table([Split(str(path))])
    for size in (60_000, 200_000):
        splits = list(plan([path], size=size))
        assert max(sizes_of(splits[:-1], path)) < size + 60_000, size
        assert table(splits).drop_columns(["document"]) == whole.drop_columns(["document"]), size


@pytest.mark.parametrize("share", [0.01, 0.2])
def test_pages_that_compress_well_do_not_join_splits(tmp_path, share):
    chance = random.Random(1)
    path = tmp_path / "a.warc.gz"
    page = b" " * 400_000
    records = (record(number, page if chance.random() < share else chance.randbytes(3_000)) for number in range(600))
    path.write_bytes(b"".join(records))
    assert len(list(plan([path], size=50_000))) >= path.stat().st_size // 53_000


def test_a_header_that_the_end_of_what_is_examined_cuts_off_is_not_taken_for_damage(tmp_path):
    path = tmp_path / "a.warc.gz"
    head = b"WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Target-URI: http://a.example/%b\r\n" % (b"x" * 2_000)
    path.write_bytes(gzip.compress(head + b"Content-Length: 0\r\n\r\n\r\n\r\n", compresslevel=0, mtime=0) * 900)
    for size in range(300_000, 300_010):
        assert max(sizes_of(list(plan([path], size=size))[:-1], path)) < size + 2_200


def test_bytes_that_look_like_a_member_are_skipped_one_by_one(tmp_path):
    path = tmp_path / "a.warc.gz"
    false = (b"\x1f\x8b\x08" + b"x" * 300) * 100
    path.write_bytes(b"".join(record(number, false, level=0) for number in range(20)))
    splits = list(plan([path], size=45_000))
    assert max(sizes_of(splits[:-1], path)) < 45_000 + 31_000


def test_files_that_are_not_cut_are_one_split(tmp_path, archive):
    archive = archive[0].read_bytes()
    files = {
        "a.html": b"<p>" * 1000, "b.warc.gz": gzip.compress(gzip.decompress(archive)), "c.zip": b"PK\3\4" + b"x" * 999,
        "d.txt": b'{\n"a": ["b"]}' * 99, "e.txt": b"x", "f.gz": gzip.compress(b"x" * 9),
    }  # fmt: skip
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    splits = list(plan([*map(tmp_path.joinpath, files)], size=100))
    for split, (name, data) in zip(splits, files.items(), strict=True):
        assert split == Split(str(tmp_path / name), size=len(data), etag=split.etag)


NUMBER = re.compile(r"(?<=!)@?[0-9]+(?:\+[0-9]+)?(?=!|$)")


def named_by_places(found):
    """Return a table in which documents that are numbered, or named by their offset, have no number."""
    names = [NUMBER.sub("", name) for name in found.column("document").to_pylist()]
    return found.drop_columns(["document", "refers_to", "line"]).append_column("document", pa.array(names))


@pytest.mark.parametrize("name", [*test_containers.DIVIDED, "a.mbox", "cl.mbox", "mmdf", "a.warc"])
def test_splits_of_a_container_have_what_the_container_has(tmp_path, name):
    extract = EXTRACT
    if name in test_containers.DIVIDED:
        data = test_containers.DIVIDED[name]()
    elif name == "a.warc":
        data = test_numbered.archive(5, False, False)
    else:
        data = conftest.mailbox(3, {"cl.mbox": "mboxcl", "mmdf": "mmdf"}.get(name, "mboxrd"))
    if name.endswith("jsonl"):
        extract = Extractor(json_field=("html",), json_url="url", media_type="text/html")
    path = tmp_path / name
    path.write_bytes(data)
    whole = named_by_places(tabulated(extract, [Split(str(path))]))
    assert len(whole) > 50
    for size in (5_000, 20_011, 100_000):
        splits = list(plan([path], size=size))
        assert len(splits) > 3 or size > len(data) // 8
        assert named_by_places(tabulated(extract, splits)) == whole


def test_no_split_of_a_mailbox_begins_in_a_message_whose_length_is_given(tmp_path):
    message = b"From a@b.example Thu Jan  1 00:00:00 1970\nSubject: s\n%s\nhttp://a.example/%d\n\n"
    inside = b"".join(message % (b"", number) for number in range(200))
    data = message % (b"Content-Length: %d\n" % (len(inside) + 21), 1000) + inside + message % (b"", 2000) * 300
    path = tmp_path / "a.mbox"
    path.write_bytes(data)
    whole = named_by_places(tabulated(EXTRACT, [Split(str(path))]))
    first = data.index(b"http://a.example/2000")
    for size in range(1_000, 18_000, 3_301):
        splits = list(plan([path], size=size))
        assert len(splits) > 1
        assert splits[1].start > first - 100
        assert named_by_places(tabulated(EXTRACT, splits)) == whole


def test_only_headers_are_read_to_find_the_members_of_an_archive(tmp_path):
    """An archive elsewhere is not cut to its end if its headers are most of it."""
    few, many = (
        made.tar({"a": b"x" * 9_000_000, "b": b"y" * 9_000_000}),
        made.tar({f"a{n}": b"" for n in range(20_000)}),
    )

    class Counting(io.BytesIO):
        read_sizes = ()

        def read(self, size):
            data = super().read(size)
            self.read_sizes += (len(data),)
            return data

    for data, least, most in ((few, 2, 100_000), (many, 2, 5 << 20)):
        file = Counting(data)
        splits = list(plan(["a.tar"], size=1_000_000, open=lambda _, file=file: file))
        assert len(splits) >= least
        assert sum(file.read_sizes) < most + (1 << 18)


def test_ranges_are_splits(archive):
    path, _ = archive
    first, second = len(record(0)), len(record(1))
    (split,) = plan([Range(str(path), first, second)])
    assert table([split]).column("target").to_pylist() == ["http://a1.example/1", "http://b.example/1"]


@pytest.mark.parametrize("size", [1 << 40, 600_000])
def test_the_function_that_opens_a_path_may_be_given(text, size):
    path, whole = text
    files = {"s3://bucket/a.txt": path.read_bytes()}

    def opened(name):
        if name not in files:
            raise FileNotFoundError(2, "not there", name)
        return io.BytesIO(files[name])

    splits = list(plan(files, size=size, open=opened))
    names = {"s3://bucket/a.txt"}
    found = table(splits, open=opened)
    assert set(found.column("document").to_pylist()) == names
    same_but_lines(found.drop_columns(["document"]), whole.drop_columns(["document"]))


def test_a_size_is_at_least_one():
    with pytest.raises(InvalidOptionValue):
        list(plan([], size=0))


def test_each_call_reads_the_document_of_a_split_again():
    split = Split("a.txt", "text/plain", 5, 9)
    assert next(read(split)).part is not next(read(split)).part
