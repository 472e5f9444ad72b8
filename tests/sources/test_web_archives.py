"""WARC and ARC: the documents in them, their media types and their bases."""

import gzip
import random
import zlib

import pytest
from tests.sources import made

from uri_extract import extract
from uri_extract._compat._variants import load
from uri_extract.sources import Document, codecs, compression, documents_in
from uri_extract.sources.byte_stream import Budget, ByteStream, whole
from uri_extract.text.part import END, Part

PAGE = b"<p><a href='../x'>http://a.example/</a>"
HTML = (b"Content-Type: text/html; charset=utf-8",)


def found_in(data):
    return [(each.document, each.target, each.base_from) for each in extract(data, on_problem=pytest.fail)]


def bodies(data):
    return made.read(data)[0]


def test_the_target_uri_is_the_retrieval_uri():
    assert found_in(made.warc_record(made.http(PAGE, *HTML))) == [
        ("!1", "http://h.example/x", "retrieval"), ("!1", "http://a.example/", None)
    ]  # fmt: skip


@pytest.mark.parametrize("version", [b"0.17", b"0.18", b"1.0", b"1.1"])
@pytest.mark.parametrize("compress", [bytes, gzip.compress, made.zstd])
def test_versions_and_compressions(version, compress):
    record = made.warc_record(made.http(PAGE, *HTML)).replace(b"WARC/1.1", b"WARC/" + version)
    assert found_in(compress(record) + compress(record))[2:] == [
        ("!2", "http://h.example/x", "retrieval"), ("!2", "http://a.example/", None)
    ]  # fmt: skip


def test_a_zstd_archive_may_begin_with_its_dictionary():
    from uri_extract.sources.codecs import zstd_module

    zstd = zstd_module()
    records = [made.warc_record(made.http(PAGE + b"%d" % number, *HTML)) for number in range(200)]
    dictionary = zstd.train_dict(records, 2000)
    for content in (dictionary.dict_content, zstd.compress(dictionary.dict_content)):
        frame = b"\x5d\x2a\x4d\x18" + len(content).to_bytes(4, "little") + content
        data = frame + b"".join(zstd.compress(record, zstd_dict=dictionary) for record in records)
        found, problems = made.read(data)
        assert (len(found), problems) == (400, [])


def test_headers_are_documents_too():
    message = made.http(PAGE, *HTML, b"Location: http://l.example/")
    for kind in ("response", "request", "revisit"):
        found = found_in(made.warc_record(message, kind=kind))
        assert found[0] == ("!1!header", "http://l.example/", None)
    request = b"GET /x HTTP/1.1\r\nReferer: http://r.example/\r\n\r\n"
    assert found_in(made.warc_record(request, kind="request")) == [("!1!header", "http://r.example/", None)]


def test_resources_and_metadata():
    record = made.warc_record(PAGE, kind="resource", content_type="text/html")
    record += made.warc_record(b"via: http://v.example/\r\n", kind="metadata", content_type="application/warc-fields")
    record += made.warc_record(b"see http://w.example/", kind="conversion", content_type="text/plain")
    assert [target for _, target, _ in found_in(record)] == [
        "http://h.example/x", "http://a.example/", "http://v.example/", "http://w.example/"
    ]  # fmt: skip


def test_charset_and_media_type_are_those_of_the_header():
    text = "http://a.example/ж".encode("koi8-r")
    record = made.warc_record(made.http(text, b"Content-Type: text/plain;charset='KOI8-R'"))
    assert [each.reference for each in extract(record)] == ["http://a.example/ж"]
    record = made.warc_record(made.http(text, b"Content-Type: text/plain;charset=nonsense"))
    problems = []
    assert len(list(extract(record, on_problem=problems.append))) == 1
    assert [problem.kind for problem in problems] == ["unknown-charset"]


@pytest.mark.parametrize(
    ("uri", "base"),
    [
        ("<http://h.example/a>", "http://h.example/a"), ("http://h.example/a b|c", "http://h.example/a%20b%7Cc"),
        ("http://h.example/é", "http://h.example/%C3%A9"), ("http://h.example/100%", "http://h.example/100%25"),
        ("no uri", None), ("", None), ("http://[x", None), ("urn:uuid:1", "urn:uuid:1"),
    ],
)  # fmt: skip
def test_target_uris_as_archives_write_them(uri, base):
    data = made.warc_record(PAGE, uri, "resource", "text/html")
    assert [each.base for each in documents_in(Document(None, None, data), pytest.fail)] == [base]


CHUNKED = b"Transfer-Encoding: chunked"


@pytest.mark.parametrize(
    ("body", "fields", "is_", "problems"),
    [
        (b"5\r\nhttp:\r\nB ;x=y\r\n//a.example\r\n0\r\nTrailer: x\r\n\r\n", [CHUNKED], b"http://a.example", 0),
        (b"5\nhttp:\nB\n//a.example\n0\n\n", [CHUNKED], b"http://a.example", 0),
        (
            b"http://a.example/",
            [CHUNKED],
            b"http://a.example/",
            0,
        ),  # decoded, with the field left
        (b"5\r\nhttp://a.example", [CHUNKED], b"http://a.example", 1),
        (b"99\r\nhttp://a.example", [CHUNKED], b"http://a.example", 1),
        (gzip.compress(b"page", mtime=0), [b"Content-Encoding: gzip"], b"page", 0),
        (b"page", [b"Content-Encoding: gzip"], b"page", 0),
        (zlib.compress(gzip.compress(b"page", mtime=0)), [b"Content-Encoding: gzip, deflate"], b"page", 0),
        (b"page", [b"Content-Encoding: strange"], b"page", 1),
        (
            b"%x\r\n" % 24 + gzip.compress(b"page", mtime=0) + b"\r\n0\r\n\r\n",
            [b"content-encoding:gzip", CHUNKED],
            b"page",
            0,
        ),
        (gzip.compress(b"page" * 99, mtime=0)[:-9], [b"Content-Encoding: gzip"], None, 1),
    ],
    ids=range(11),
)
def test_codings_of_bodies(body, fields, is_, problems):
    (_, (name, text)), said = made.read(made.warc_record(made.http(body, *fields)))
    assert name == "x!1"
    assert text == is_ or is_ is None
    assert len(said) == problems


def test_brotli():
    brotli = pytest.importorskip("brotli")
    body = b"page" * 1_000_000
    assert bodies(made.warc_record(made.http(brotli.compress(body), b"Content-Encoding: br")))[1] == ("x!1", body)


def test_a_body_may_be_an_archive():
    record = made.warc_record(made.http(made.deflated_zip({"a": b"1"}), b"Content-Type: application/zip"))
    assert bodies(record)[1:] == [("x!1!a", b"1")]


def test_headers_as_servers_write_them():
    for message in (b"HTTP/1.0 200 OK\nA: b\n\nbody", b"HTTP/1.0 200 OK\r\r\nA: b\r\r\n\r\r\nbody"):
        assert bodies(made.warc_record(message))[1] == ("x!1", b"body")
    assert bodies(made.warc_record(b"HTTP/1.0 200 OK\nA: b\n<p>body"))[1] == ("x!1", b"<p>body")
    assert bodies(made.warc_record(b"<p>no header")) == [("x!1", b"<p>no header")]


def test_line_feeds_alone_and_folded_names():
    record = made.warc_record(b"http://a.example/", kind="resource", content_type="text/plain")
    assert len(bodies(record.replace(b"\r\n", b"\n") * 2)) == 2
    assert len(bodies(record.replace(b"Content-Length", b"CONTENT-length "))) == 1


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_arc(compress):
    records = [
        made.arc_record("filedesc://x.arc", "text/plain", b"1 0 Somebody\nURL IP-address Archive-date\n"),
        made.arc_record("http://h.example/dir/a b", "text/html", made.http(PAGE, *HTML)),
        made.arc_record("dns:h.example", "text/dns", b"1"),
        b"http://h.example/dir/c 1.2.3.4 20200101000000 text/html 200 - - 99 x.arc %d\n" % len(PAGE) + PAGE + b"\n",
    ]  # fmt: skip
    assert found_in(b"".join(map(compress, records))) == [
        ("!2", "http://h.example/x", "retrieval"), ("!2", "http://a.example/", None),
        ("!4", "http://h.example/x", "retrieval"), ("!4", "http://a.example/", None),
    ]  # fmt: skip


@pytest.mark.parametrize("extension", sorted(made.COMPRESSIONS))
@pytest.mark.parametrize("size", [0, 10, 70_000, 400_000])
def test_members_of_any_size_are_records(extension, size):
    compress = made.COMPRESSIONS[extension]
    noise = random.Random(size).randbytes(size // 2).replace(b"\0", b"0")
    data = [PAGE + noise + bytes(size // 2), PAGE, PAGE + noise]
    packed = b"".join(compress(made.warc_record(made.http(each, *HTML))) for each in data)
    assert [body for _, body in bodies(packed)[1::2]] == data


@pytest.mark.parametrize("compress", [gzip.compress, made.zstd])
def test_documents_that_are_kept_stay_what_they_are(compress):
    """The buffer of inflated bytes is reused for the body of a record, unless another object refers to it."""
    data = [bytes([65 + number % 26]) * size for number, size in enumerate((1, 2, 3, 100, 5000, 60_000, 200_000) * 3)]
    records = [
        compress(record)
        for each in data
        for record in (
            made.warc_record(made.http(each, *HTML)),
            made.warc_record(each, kind="resource", content_type="text/plain"),
        )
    ]
    kept = list(documents_in(Document("a", None, b"".join(records)), pytest.fail))
    assert all(isinstance(document.source, bytes) for document in kept)
    assert [bytes(document.source) for document in kept if not document.name.endswith("!header")] == [
        each for each in data for _ in range(2)
    ]


@pytest.mark.parametrize("compiled", [False, True])
def test_records_are_named_by_number_or_by_where_they_begin(compiled):
    kernel = load("uri_extract.sources._records", compiled)
    names = kernel.Names("a!", False)
    assert [names.next(place) for place in (0, -1, 70)] == ["a!1", "a!2", "a!3"]
    names = kernel.Names("a!", True)
    assert [names.next(place) for place in (-1, 5, -1, -1, 70)] == ["a!@0+1", "a!@5", "a!@5+1", "a!@5+2", "a!@70"]


@pytest.mark.parametrize("size", [1, 100, 1 << 18])
def test_records_that_are_members_and_others_follow_each_other(size):
    """Documents and names are those of the same records in an uncompressed file."""
    records = [made.warc_record(made.http(b"http://a.example/%d" % number, *HTML)) for number in range(12)]
    records[3] = made.warc_record(b"http://b.example/", kind="resource", content_type="text/plain")
    records[5] = made.warc_record(b"", kind="resource", content_type="text/plain")
    records[7] = made.warc_record(b"HTTP/1.1 204 No Content\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n")
    whole, empty = b"".join(records), gzip.compress(b"")
    packed = [gzip.compress(record) for record in records]
    several = gzip.compress(b"".join(records[4:6]))
    expected = documents_of(whole, size)
    assert len(expected) == 20
    for data in (
        gzip.compress(whole),
        b"".join(packed),
        b"".join([*packed[:4], several, *packed[6:]]),
        b"".join([packed[0], empty, empty, *packed[1:]]),
        b"".join([*packed[:2], gzip.compress(records[2][:150]), gzip.compress(records[2][150:]), *packed[3:]]),
    ):
        assert documents_of(data, size) == expected


@pytest.mark.parametrize(
    ("compress", "kind"), [(bytes, "warc"), (gzip.compress, "gzip warc"), (made.zstd, "zstd warc")]
)
def test_a_part_ends_before_the_record_that_begins_at_its_stop(tmp_path, compress, kind):
    packed = [compress(made.warc_record(made.http(b"http://a.example/%d" % n, *HTML))) for n in range(4)]
    begins = [sum(map(len, packed[:n])) for n in range(5)]
    path = tmp_path / "x.warc"
    path.write_bytes(b"".join(packed))

    def read(start, stop, owned):
        part = Part(kind, begins[start], begins[start], begins[stop], owned=owned)
        found = [each.name for each in documents_in(Document("x", None, str(path), part=part), pytest.fail)]
        return part, found

    for start, stop in ((0, 1), (0, 3), (1, 2), (1, 4), (2, 4)):
        part, found = read(start, stop, None)
        assert found == [f"x!{n}{end}" for n in range(1, stop - start + 1) for end in ("!header", "")]
        part, found = read(start, stop, begins[start])
        assert found == [f"x!@{n}{end}" for n in begins[start:stop] for end in ("!header", "")]
        if stop < 4:
            assert (part.resume, part.numbered) == (begins[stop], stop - start)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("lost", [0, 1])
def test_records_begin_at_no_place_of_the_file_if_bytes_before_them_were_read_otherwise(compiled, lost):
    packed = [gzip.compress(made.warc_record(b"http://a.example/", kind="resource")) for _ in range(3)]
    budget = Budget("x", pytest.fail)
    members = compression.Members("x", whole(b"".join(packed)), budget, codecs.GZIP)
    stream = ByteStream(members.items(), offset=lost)
    stream.members = members
    stream.stops_at_members = True
    kernel = load("uri_extract.sources._records", compiled)
    found = [each.name for each in kernel.whole_records(stream, budget, kernel.Names("x!", True), 0, END)]
    places = [0, len(packed[0]), len(packed[0] + packed[1])]
    assert found == [f"x!@0+{n + 1}" if lost else f"x!@{place}" for n, place in enumerate(places)]


def documents_of(data, size):
    """Return all fields of the documents in that data, read in chunks of that size, except the containing document."""
    chunks = (data[at : at + size] for at in range(0, len(data), size))
    return [
        each._replace(source=b"".join(each.chunks()), within=None)
        for each in documents_in(Document("x", None, chunks), pytest.fail)
    ]
