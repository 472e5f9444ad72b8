"""Bombs stop at the limits, with a problem record, in bounded memory; nothing that was read before is lost."""

import bz2
import gzip
import lzma
import os
import subprocess
import sys
import zlib

import pytest
from tests.sources import made

from uri_extract import limits
from uri_extract.sources import Document, documents_in

SEEN = made.page("seen")


def measure(data, name="x"):
    """Bytes and documents that come out, and the problems."""
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


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress, made.zstd])
@pytest.mark.parametrize("deep", [1, 2])
def test_what_expands_too_far_is_not_read_to_its_end(compress, deep):
    data = zeros(compress, 100)
    for _ in range(deep - 1):
        data = gzip.compress(data)
    size, _, problems = measure(data)
    assert problems == {"expands-too-far"}
    assert size <= most(data)


def test_members_before_a_bomb_come_out():
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


@pytest.mark.parametrize("member", [b"", b"x"])
def test_a_million_members(member):
    data = gzip.compress(made.tar({"a": member})[: 512 * (1 + len(member))] * 200_000, 1)
    _, count, problems = measure(data)
    assert problems == {"too-many-members"}
    assert count <= limits.MAX_MEMBERS + len(data) // limits.MEMBER_BYTES


def test_many_members_that_are_really_there_are_read():
    data = made.tar({"a": b"x"})[:1024] * (limits.MAX_MEMBERS + 1000)
    assert measure(data)[1:] == (limits.MAX_MEMBERS + 1000, set())


def test_members_that_overlap_are_read_once():
    kernel = made.local(b"k", bytes(1 << 20), method=8) + made.END
    data = b"".join(made.local(b"%d" % number, kernel) for number in range(20)) + made.END
    size, _, problems = measure(data)
    assert (size, problems) == (20 << 20, set())


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


def test_codings_without_end_cost_nothing():
    codings = b"Content-Encoding: " + b", ".join([b"gzip"] * 5000)
    found, problems = made.read(made.warc_record(made.http(gzip.compress(SEEN), codings)))
    assert (found[1], problems) == (("x!1", SEEN), [])


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
def test_what_is_made_to_hurt_ends(data):
    measure(data, "x.gz")
    measure(data)


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="nobody tells how much memory was used")
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
