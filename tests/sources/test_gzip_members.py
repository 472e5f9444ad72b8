"""Members of gzip that are decompressed at once: the results are those of other tools, or the member is not read so."""

import gzip
import random
import zlib

import pytest

from uri_extract import limits
from uri_extract._compat._variants import compiled, interpreted
from uri_extract.sources import Document, codecs, walk
from uri_extract.sources.byte_stream import Budget, ByteStream

MODULE = "uri_extract.sources._streams"
VARIANTS = [interpreted(MODULE), *([found] if (found := compiled(MODULE)) else [])]
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
def test_other_members_are_not_read_at_once(kernel, new, data):
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
def test_member_end_finds_where_the_next_member_may_begin(kernel, window, begin, since, found):
    assert kernel.member_end(window, begin, since) == found


def members_of(kernel, data, size=1 << 18, new=codecs.GZIP.new):
    """Return a reader of the members of that data in chunks of that size, and their stream."""
    stream = ByteStream(iter([data[at : at + size] for at in range(0, len(data), size)]))
    budget = Budget(None, pytest.fail)
    budget.counts(stream, 0)
    return kernel.WholeMembers(stream, budget, new, codecs.errors()), stream


@pytest.mark.parametrize("size", [1, 7, 100, 5000, 1 << 18])
def test_members_are_read_one_after_another_however_they_are_cut(kernel, new, size):
    dice = random.Random(1952)
    contents = [dice.randbytes(dice.choice((0, 1, 40, 3000))) for _ in range(20)]
    contents += [] if size < 100 else [dice.randbytes(70_000), b"a" * 70_000, dice.randbytes(100_000), b"b"]
    packed = [gzip.compress(content, mtime=0) for content in contents]
    members, stream = members_of(kernel, b"".join(packed), size, new)
    begins = [sum(map(len, packed[:number])) for number in range(len(packed) + 1)]
    for number, content in enumerate(contents):
        assert members.read() == content
        assert (members.start, members.made) == (begins[number], len(content))
        assert members.before == sum(map(len, contents[:number]))
        assert stream.offset == begins[number + 1]
    assert members.read() is None


@pytest.mark.parametrize("size", [1, 100, 1 << 18])
def test_a_member_that_cannot_be_read_at_once_is_left_in_the_stream(kernel, new, size):
    first, last = gzip.compress(b"first", mtime=0), gzip.compress(b"last", mtime=0)
    for other in (first[:-8] + b"damaged!", gzip.compress(bytes((1 << 20) + 1))):
        members, stream = members_of(kernel, first + other + last, size, new)
        assert members.read() == b"first"
        assert [members.read(), members.read()] == [None, None]
        assert stream.offset == len(first)
        assert members.begin() == len(first)
        assert stream.read(len(other)) == other
        assert members.read() == b"last"
        assert (members.start, members.before) == (len(first + other), 5)


@pytest.mark.parametrize("size", [1, 100, 1 << 18])
def test_members_between_may_be_read_otherwise(kernel, size):
    contents = [b"first", b"second", b"third", b"fourth"]
    packed = [gzip.compress(content) for content in contents]
    members, stream = members_of(kernel, b"".join(packed), size)
    assert [members.read(), members.read()] == contents[:2]
    assert members.begin() == len(packed[0] + packed[1])
    members.made = len(contents[2])
    stream.skip(len(packed[2]))
    assert members.read() == contents[3]
    assert (members.start, members.before) == (len(b"".join(packed[:3])), len(b"firstsecondthird"))


def test_a_member_that_exceeds_the_limit_is_left_in_the_stream(kernel):
    content = bytes(1 << 20)
    member = gzip.compress(content, mtime=0)
    members, stream = members_of(kernel, member * 32)
    count = 0
    while members.read() == content:
        count += 1
    assert members.read() is None
    assert stream.offset == count * len(member)
    allowed = limits.MAX_EXPANSION + limits.MAX_RATIO * stream.offset
    assert count * len(content) <= allowed < (count + 1) * len(content)


def record(content):
    return b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (len(content), content)


def stored(data):
    """Return a member that stores its content uncompressed."""
    packer = zlib.compressobj(0, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize("size", [1, 17, 1000, 1 << 18])
def test_a_gzip_header_inside_a_member_is_part_of_its_content(size):
    """A record may contain an archive, which deflate stores uncompressed."""
    inner = gzip.compress(record(b"http://inner.example/"))
    holding = b"http://b.example/ " + inner * 3 + b" http://c.example/"
    contents = [b"http://a.example/", holding, b"http://d.example/" * 9]
    data = b"".join(stored(record(content)) for content in contents)

    chunks = (data[at : at + size] for at in range(0, len(data), size))
    problems = []
    found = walk([Document("x.warc.gz", None, chunks)], problems.append)
    assert [b"".join(document.chunks()) for document in found] == contents
    assert problems == []
