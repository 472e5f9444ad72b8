"""Members of gzip that are read at once: as other tools decompress them, or not at all."""

import gzip
import zlib
from importlib import import_module

import pytest

from uri_extract._variants import compiled
from uri_extract.sources import Document, codecs, walk

MODULE = "uri_extract.sources._gzip"
VARIANTS = [import_module(MODULE), *([found] if (found := compiled(MODULE)) else [])]
NEW = {"in use": codecs.GZIP.new, "slow": codecs.GZIP.reproducible}


@pytest.fixture(params=VARIANTS, ids=[variant.__name__ for variant in VARIANTS])
def kernel(request):
    return request.param


@pytest.fixture(params=NEW)
def new(request):
    return NEW[request.param]


def whole_member(kernel, new, data, begin=0, end=None):
    return kernel.whole_member(data, begin, len(data) if end is None else end, new, codecs.errors())


@pytest.mark.parametrize("content", [b"", b"a", b"ab" * 5000, bytes(range(256)) * 4096])
def test_a_member_is_decompressed_at_once(kernel, new, content):
    member = gzip.compress(content, mtime=0)
    assert whole_member(kernel, new, b"xy" + member + b"z", 2, 2 + len(member)) == (content, 2 + len(member))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        gzip.compress(b"a", mtime=0)[:-1],
        gzip.compress(b"a", mtime=0) + b"\0",
        gzip.compress(b"a", mtime=0)[:-4] + b"\0\0\0\0",
        gzip.compress(b"a", mtime=0)[:-8] + b"\0\0\0\0\1\0\0\0",
        gzip.compress(b"a", mtime=0).replace(b"\x1f\x8b\x08", b"\x1f\x8b\x09"),
        b"\x1f\x8b\x08\x20" + gzip.compress(b"a", mtime=0)[4:],
        gzip.compress(bytes((1 << 20) + 1), mtime=0),
        zlib.compress(b"a" * 30),
    ],
)
def test_others_are_not(kernel, new, data):
    assert whole_member(kernel, new, data) is None


def test_a_member_ends_where_it_does_not_where_the_next_may_begin(kernel, new):
    member = gzip.compress(b"abc", mtime=0)
    assert whole_member(kernel, new, member + b"\0\0\3\0\0\0") == (b"abc", len(member))


@pytest.mark.parametrize(
    ("window", "begin", "since", "found"),
    [
        (b"\x1f\x8b\x08" + b"." * 15 + b"\x1f\x8b\x08", 0, 0, 18),
        (b"\x1f\x8b\x08" + b"." * 14 + b"\x1f\x8b\x08", 0, 0, -1),
        (b"." * 19 + b"\x1f\x8b\x08." + b"\x1f\x8b\x08", 1, 0, 19),
        (b"." * 19 + b"\x1f\x8b\x08." + b"\x1f\x8b\x08", 1, 20, 23),
        (b"." * 19 + b"\x1f\x1f\x8b\x1f\x8b\x08", 0, 0, 22),
        (b"." * 19 + b"\x1f\x8b", 0, 0, -1),
        (b"", 0, 0, -1),
    ],
)
def test_where_the_next_member_may_begin(kernel, window, begin, since, found):
    assert kernel.member_end(window, begin, since) == found


def record(content):
    return b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (len(content), content)


def stored(data):
    """A member that has its content as it is."""
    packer = zlib.compressobj(0, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize("size", [1, 17, 1000, 1 << 18])
def test_what_looks_like_a_member_within_another_is_part_of_its_content(size):
    """A record may hold an archive, which deflate stores as it is."""
    inner = gzip.compress(record(b"http://inner.example/"))
    holding = b"http://b.example/ " + inner * 3 + b" http://c.example/"
    contents = [b"http://a.example/", holding, b"http://d.example/" * 9]
    data = b"".join(stored(record(content)) for content in contents)

    chunks = (data[at : at + size] for at in range(0, len(data), size))
    problems = []
    found = walk([Document("x.warc.gz", None, chunks)], problems.append)
    assert [b"".join(document.chunks()) for document in found] == contents
    assert problems == []
