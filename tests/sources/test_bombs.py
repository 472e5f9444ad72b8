"""Bombs stop at the limits, with a problem, in bounded memory; references found before are kept."""

import base64
import bz2
import gzip
import lzma
import os
import struct
import subprocess
import sys
import time
import tracemalloc
import zlib

import pytest
from tests.sources import made

from uri_extract import extract, limits
from uri_extract.sources import Document, documents_in

SEEN = made.page("seen")


def measure(data, name="x"):
    """Return the number of bytes and documents in the output, and the problems."""
    problems = []
    size = count = 0
    for document in documents_in(Document(name, None, data), problems.append):
        count += 1
        size += sum(map(len, document.chunks()))
    return size, count, {problem.kind for problem in problems}


def most(data):
    return limits.MAX_EXPANSION + limits.MAX_RATIO * len(data)


def zeros(compress, megabytes):
    return compress(bytes(megabytes << 20))


@pytest.mark.long
@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress, made.zstd])
@pytest.mark.parametrize("deep", [1, 2])
def test_an_input_that_expands_too_far_is_not_read_to_its_end(compress, deep):
    data = zeros(compress, 100)
    for _ in range(deep - 1):
        data = gzip.compress(data)
    size, _, problems = measure(data)
    assert problems == {"expands-too-far"}
    assert size <= most(data)


def test_members_before_a_bomb_are_found():
    data = made.tar({"a": SEEN, "bomb.gz": zeros(gzip.compress, 100), "after": SEEN})
    found, [problem] = made.read(data)
    assert found[0] == ("x!a", SEEN)
    assert problem.kind == "expands-too-far"
    assert "x!after" not in dict(found)


def test_containers_nested_too_deep():
    data = SEEN
    for _ in range(limits.MAX_DEPTH + 3):
        data = made.deflated_zip({"in": data, "seen": SEEN})
    found, problems = made.read(data)
    assert {problem.kind for problem in problems} == {"too-deep"}
    assert len(found) == limits.MAX_DEPTH


def test_a_fork_bomb_of_archives():
    data = zeros(gzip.compress, 1)
    for _ in range(9):
        data = made.deflated_zip({str(number): data for number in range(16)})
    size, _, problems = measure(data)
    assert problems <= {"expands-too-far", "too-many-members"}
    assert problems
    assert size <= most(data)


AR = b"a/".ljust(48) + b"2         `\nxx"
MEMBERS = {
    "tar": made.tar({"a": b""})[:512],
    "tar with bytes": made.tar({"a": b"x"})[:1024],
    "zip": made.local(b"a", b""),
    "zip with bytes": made.local(b"a", b"x"),
    "ar": AR,
    "warc": made.warc_record(b"x", kind="resource", content_type="text/plain"),
    "warc, headers alone": made.warc_record(made.http(b"")),
    "warc, headers and bodies": made.warc_record(made.http(b"x")),
    "arc": made.arc_record("http://h.example/", "text/plain", b"x"),
}


@pytest.mark.long
@pytest.mark.parametrize("member", MEMBERS.values(), ids=MEMBERS)
def test_a_million_members(member):
    start = b"!<arch>\n" if member is AR else made.arc_record("filedesc://x", "text/plain", b"1")
    data = gzip.compress((start if member[:2] in (b"a/", b"ht") else b"") + member * 80_000)
    _, count, problems = measure(data)
    assert problems in ({"too-many-members"}, {"expands-too-far"})
    assert count <= limits.MAX_MEMBERS + len(data) // limits.MEMBER_BYTES


TINY = {f"f{number:05}": b"http://a.ex/%05d\n" % number for number in range(limits.MAX_MEMBERS + 13_000)}
HONEST = {
    "zip": lambda: made.deflated_zip(TINY), "stored.zip": lambda: made.zip_of(TINY, 0),
    "piped.zip": lambda: made.deflated_zip(TINY, piped=True), "zip.gz": lambda: gzip.compress(made.zip_of(TINY, 0)),
    "tar.gz": lambda: gzip.compress(made.tar(TINY)), "ar": lambda: made.ar(TINY),
    "warc.gz": lambda: b"".join(gzip.compress(made.warc({name: data}), 1) for name, data in TINY.items()),
    "warc.gz, one member": lambda: gzip.compress(made.warc(TINY)), "cpio": lambda: cpio(TINY),
}  # fmt: skip


def cpio(files):
    """Return an archive that libarchive reads."""
    pytest.importorskip("libarchive")
    out = []
    for name, data in [*files.items(), ("TRAILER!!!", b"")]:
        fields = (1, 0o100644, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
        out.append(b"070701" + b"%08x" * 13 % fields + name.encode().ljust((len(name) + 6) // 4 * 4 - 2, b"\0"))
        out.append(data.ljust(-(-len(data) // 4) * 4, b"\0"))
    return b"".join(out)


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind == "zip" else pytest.mark.long) for kind in HONEST]
)
def test_an_archive_of_many_tiny_files_is_read_to_its_end(kind):
    size, count, problems = measure(HONEST[kind]())
    assert (size, count, problems) == (18 * len(TINY), len(TINY), set())


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_a_million_empty_members_of_a_compression_hold_nothing(compress):
    data = compress(b"") * 5000
    assert measure(data) == (0, 0, set())
    assert measure(data + compress(SEEN))[:2] == (len(SEEN), 1)


def test_the_input_counts_as_it_is_read():
    # The whole input may be in memory before it is read; only bytes that were read raise the limit.
    size, _, problems = measure(zeros(gzip.compress, 200))
    assert problems == {"expands-too-far"}
    assert size < 1.5 * limits.MAX_EXPANSION


def test_bytes_read_from_a_file_by_a_library_count_as_input(tmp_path):
    pytest.importorskip("libarchive")
    path = tmp_path / "x.cpio"
    size = limits.MAX_EXPANSION + (1 << 20)
    head = b"070701" + b"%08x" * 13 % (1, 0o100644, 0, 0, 1, 0, size, 0, 0, 0, 0, 2, 0) + b"a\0"
    end = b"070701" + b"%08x" * 13 % (0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 11, 0) + b"TRAILER!!!\0"
    path.write_bytes(head + bytes(size) + end + bytes(3))
    problems = []
    [found] = [sum(map(len, each.chunks())) for each in documents_in(Document("x", None, str(path)), problems.append)]
    assert (found, problems) == (size, [])


def test_a_zip_whose_members_quote_each_other():
    # Fifield, "A better zip bomb": the bytes of a member are the stored headers of the following members, and a kernel.
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    kernel = squeezed.compress(bytes(10 << 20)) + squeezed.flush()
    data = made.local(b"k", kernel)[: -len(kernel)].replace(b"\0\0\0\0", b"\x08\0\0\0", 1) + kernel
    for number in range(500):
        header = data[: 30 + len(b"%d" % number)]
        quoted = struct.pack("<BHH", 0, len(header), len(header) ^ 0xFFFF) + data
        data = made.local(b"%d" % number, quoted, method=8, packed=len(quoted))[: 30 + len(b"%d" % number)] + quoted
    size, count, _ = measure(data + made.END)
    assert size <= most(data)
    assert count <= 500


def test_a_book_with_a_bomb():
    data = made.deflated_zip({"mimetype": b"application/epub+zip", "a.xhtml": SEEN, "b.xhtml": bytes(100 << 20)})
    problems = []
    found = list(extract(data, on_problem=problems.append))
    assert [each.reference for each in found] == ["http://a.example/seen"]
    assert [problem.kind for problem in problems] == ["expands-too-far"]


def test_bombs_in_mail_leave_what_follows():
    bomb = base64.encodebytes(zeros(gzip.compress, 100))
    part = b"--x\nContent-Type: application/gzip; name=b.gz\nContent-Transfer-Encoding: base64\n\n"
    data = b"From: a@b.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n"
    problems = []
    data += (part + bomb) * 5 + b"--x\n\n" + SEEN + b"--x--\n"
    found = list(extract(data, media_type="message/rfc822", on_problem=problems.append))
    assert "http://a.example/seen" in {each.reference for each in found}
    assert {problem.kind for problem in problems} == {"expands-too-far"}
    assert len(problems) == 5


def test_many_members_that_are_really_there_are_read():
    data = made.tar({"a": b"x"})[:1024] * (limits.MAX_MEMBERS + 1000)
    assert measure(data)[1:] == (limits.MAX_MEMBERS + 1000, set())


def test_members_that_overlap_are_read_once():
    kernel = made.local(b"k", bytes(1 << 20), method=8) + made.END
    data = b"".join(made.local(b"%d" % number, kernel) for number in range(12)) + made.END
    size, _, problems = measure(data)
    assert (size, problems) == (12 << 20, set())


def test_holes_of_sparse_files():
    header = bytearray(made.tar({"sparse": b"here"})[:512])
    header[156:157] = b"S"
    header[386:410] = b"%011o\0%011o\0" % (1 << 32, 4)
    header[483:495] = b"%011o\0" % (1 << 33 - 1)
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    found, [problem] = made.read(bytes(header) + b"here".ljust(512, b"\0"))
    assert (found, problem.kind) == ([("x!sparse", b"here")], "sparse")


@pytest.mark.parametrize("coding", ["br", "gzip", "deflate"])
def test_bombs_in_content_codings(coding):
    if coding == "br":
        body = pytest.importorskip("brotli").compress(bytes(100 << 20), quality=5)
    else:
        body = zeros(gzip.compress if coding == "gzip" else zlib.compress, 100)
    size, _, problems = measure(made.warc_record(made.http(body, b"Content-Encoding: " + coding.encode())))
    assert problems == {"expands-too-far"}
    assert size <= most(body) + 1000


def test_codings_in_each_other():
    body = SEEN
    for _ in range(limits.MAX_DEPTH + 4):
        body = gzip.compress(body)
    codings = b"Content-Encoding: " + b", ".join([b"gzip"] * (limits.MAX_DEPTH + 4))
    size, _, problems = measure(made.warc_record(made.http(body, codings)))
    assert problems == {"too-deep"}
    assert size < 1000


@pytest.mark.parametrize("chunk", [b"1\r\nx\r\n", b"1 ;y=z\r\nx\r\n", b"1\nx\n"])
def test_a_body_of_tiny_chunks_comes_in_large_ones(chunk):
    body = chunk * 100_000 + b"0\r\n\r\n"
    data = made.warc_record(made.http(body, b"Transfer-Encoding: chunked"))
    documents = documents_in(Document("x", None, data), pytest.fail)
    next(documents)
    pieces = list(next(documents).chunks())
    assert b"".join(pieces) == b"x" * 100_000
    assert len(pieces) < 50


def test_codings_without_end_cost_nothing():
    codings = b"Content-Encoding: " + b", ".join([b"gzip"] * 5000)
    found, problems = made.read(made.warc_record(made.http(gzip.compress(SEEN), codings)))
    assert (found[1], problems) == (("x!1", SEEN), [])


@pytest.mark.long
@pytest.mark.parametrize(
    "data",
    [
        b"\x1f\x8b\x08\0" * 300_000, gzip.compress(b"") * 50_000, b"PK\3\4" + b"PK" * 500_000,
        b"WARC/1.0\r\n" * 100_000,
        b"\x28\xb5\x2f\xfd" * 300_000, b"filedesc:" * 100_000 + b"\n", made.tar({"a": b""})[:512] + b"ustar" * 200_000,
        gzip.compress(b"WARC/1.0\r\n" * 10) * 10_000,
        made.warc_record(made.http(b"1\r\nx\r\n" * 100_000, b"Transfer-Encoding: chunked")),
    ],
    ids=range(9),
)  # fmt: skip
def test_hostile_containers_end(data):
    measure(data, "x.gz")
    measure(data)


def tar_header(kind, data, name=b"h"):
    """Return a tar header of the type ``kind``, with its content."""
    block = bytearray(made.tar({"h": b""})[:512])
    block[:100] = name.ljust(100, b"\0")
    block[124:136] = b"%011o\0" % len(data)
    block[156:157] = kind
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block) + data + bytes(-len(data) % 512)


def pax(*records):
    """Return the records of a pax header: ``length key=value``, one in each line."""
    out = b""
    for key, value in records:
        body = b" %s=%s\n" % (key, value)
        size = len(body) + 1
        while len(b"%d" % size) + len(body) != size:
            size = len(b"%d" % size) + len(body)
        out += b"%d" % size + body
    return out


def peak(data):
    """Return the peak memory of reading, in bytes, without the data."""
    tracemalloc.start()
    try:
        measure(data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def seconds(data):
    """Return the processor time of reading, the least of three runs."""
    times = []
    for _ in range(3):
        started = time.process_time()
        measure(data)
        times.append(time.process_time() - started)
    return min(times)


FILE = made.tar({"a": b"http://a.example/ "})[:1024]


def global_headers(count):
    """Return global pax headers, each with different keys, each followed by a member."""
    return b"".join(
        tar_header(b"g", pax(*((b"k%d.%d" % (header, number), b"v" * 50) for number in range(1000)))) + FILE
        for header in range(count)
    )


def members_behind_a_global_header(count):
    return tar_header(b"g", pax(*((b"k%d" % number, b"v") for number in range(count * 20)))) + FILE * count


def headers_before_a_member(count):
    return tar_header(b"x", pax(*((b"key%d" % number, b"v") for number in range(1000)))) * count + FILE


def sparse_pairs(count):
    pairs = (((b"GNU.sparse.offset", b"%d" % at), (b"GNU.sparse.numbytes", b"0")) for at in range(count * 70))
    return tar_header(b"x", pax(*(record for pair in pairs for record in pair))) + FILE


def names_in_a_table(count):
    """Return members of ``ar`` that all have the first name of the table, which is long."""
    table = b"//".ljust(48) + b"%-10d`\n" % (count * 2600) + b"n" * (count * 2600)
    return b"!<arch>\n" + table + (b"/0".ljust(48) + b"2         `\nxx") * (count * 10)


def extra_fields(count):
    """Return ZIP members with many extra fields, which are empty or names."""
    return b"".join(
        made.local(b"n" * (count * 150), b"x", extra=field * (count * 18))
        for field in (b"\0\2\0\0", b"up\5\0\1\0\0\0\0")
    )


def folded_lines(count):
    """Return a header field of many lines."""
    head = b"WARC/1.0\r\nContent-Length: 1\r\nWARC-Target-URI: http:" + b"\r\n a" * (count * 800) + b"\r\n\r\n"
    return head + b"x\r\n\r\n"


@pytest.mark.long
@pytest.mark.parametrize(
    "shape",
    [
        global_headers, members_behind_a_global_header, headers_before_a_member, sparse_pairs, names_in_a_table,
        extra_fields, folded_lines,
    ],
)  # fmt: skip
def test_time_is_linear_in_the_headers_of_an_archive(shape):
    few, many = shape(50), shape(400)
    assert seconds(many) < max(seconds(few), 0.002) * 8 * 2.5


@pytest.mark.long
@pytest.mark.parametrize("shape", [global_headers, headers_before_a_member, names_in_a_table])
def test_memory_does_not_grow_with_the_headers_of_an_archive(shape):
    assert peak(shape(100)) < 8 << 20


def test_pax_records_beyond_the_limit_are_skipped_and_reported_once():
    header = tar_header(b"x", pax(*((b"key%d" % number, b"v") for number in range(30_000))))
    found, [problem] = made.read(header * 6 + FILE + tar_header(b"x", pax((b"path", b"b"))) + FILE)
    assert found == [("x!a", b"http://a.example/ "), ("x!b", b"http://a.example/ ")]
    assert (problem.kind, problem.message) == ("damaged", "too many records in pax headers: the rest is skipped")


@pytest.mark.parametrize("kind", [b"x", b"L"])
def test_a_name_in_a_header_of_its_own_that_is_too_long_is_cut_and_reported(kind):
    name = b"n" * (limits.MAX_LONG_NAME + 1)
    data = tar_header(kind, pax((b"path", name)) if kind == b"x" else name + b"\0") + FILE
    [(found, _)], [problem] = made.read(data)
    assert found.startswith("x!nnnn")
    assert len(found) == limits.MAX_NAME
    assert problem.kind == "damaged"
    assert f"name of {len(name)} bytes, cut to" in problem.message


def test_a_name_of_ar_that_is_too_long_is_cut_and_reported():
    data = names_in_a_table(8)
    found, problems = made.read(data)
    assert {len(name) for name, _ in found} == {limits.MAX_NAME}
    assert {problem.kind for problem in problems} == {"damaged"}


def test_a_global_pax_header_holds_for_all_members_and_a_later_one_replaces_it_by_key():
    data = tar_header(b"g", pax((b"size", b"18"), (b"comment", b"c"))) + FILE + FILE
    data += tar_header(b"g", pax((b"path", b"b"))) + FILE + tar_header(b"g", pax((b"path", b"c"))) + FILE
    assert [name for name, _ in made.read(data)[0]] == ["x!a", "x!a", "x!b", "x!c"]


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="the system does not report memory use")
def test_memory_stays_small(tmp_path):
    path = tmp_path / "bomb.gz"
    path.write_bytes(zeros(gzip.compress, 300))
    program = (
        "import sys; from uri_extract import extract; list(extract(sys.argv[1], on_problem=print));"
        "print(open('/proc/self/status').read())"
    )
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
    assert "expands-too-far" in done.stdout
    assert int(done.stdout.partition("VmHWM:")[2].split()[0]) < 100_000
