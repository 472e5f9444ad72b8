"""The stream of a document, in both variants: it returns the bytes of the document for all cuts into chunks."""

import random
import re

import pytest

from uri_extract._compat._variants import compiled, load
from uri_extract.sources.breaks import StreamBreak

MODULE = "uri_extract.sources._streams"
VARIANTS = [load(MODULE, False), *([found] if (found := compiled(MODULE)) else [])]


@pytest.fixture(params=VARIANTS, ids=[variant.__name__ for variant in VARIANTS])
def kernel(request):
    return request.param


def cut(data, dice, most):
    """Yield the bytes in chunks of one to ``most`` bytes, with empty ones and breaks between."""
    at = 0
    while at < len(data):
        size = dice.randint(0, most)
        yield data[at : at + size]
        at += size
        if not dice.randrange(8):
            yield StreamBreak.MEMBER


def step(stream, data, at, dice):
    """Call a method of a stream at byte ``at`` of ``data``, check its result, and return the byte after that."""
    size = dice.choice((0, 1, 2, 5, 40, 6000))
    before = dice.randrange(3)
    match dice.randrange(11):
        case 0:
            assert stream.read(size) == data[at : at + size]
            at = min(at + size, len(data))
        case 1:
            assert stream.peek(size) == data[at : at + size]
        case 2:
            assert stream.skip(size) == min(size, len(data) - at)
            at = min(at + size, len(data))
        case 3:
            available = stream.read_available(size + 1)
            assert available == data[at : at + len(available)]
            assert len(available) <= size + 1
            assert available or at == len(data)
            at += len(available)
        case 4:
            assert bytes(stream.ahead(size)) == data[at : at + size]
        case 5:
            assert stream.holds(size) == (at + size <= len(data))
        case 6:
            read = stream.read(size)
            stream.unread(read)
        case 7:
            assert stream.until(b"ab", size) == data[at : at + size].find(b"ab")
        case 8:
            found = data.find(b"abc", at + before)
            assert stream.find(b"abc", before) == (found >= 0)
            at = found - before if found >= 0 else len(data)
        case 9:
            found = re.compile(b"c[ab]c").search(data, at + before)
            assert stream.find_match(re.compile(b"c[ab]c"), 3, before) == (found is not None)
            at = found.start() - before if found else len(data)
        case 10:
            rest = data[at:].lstrip(b"a")
            at = len(data) - len(rest)
            assert stream.skip_past(b"a", size) == rest[:size]
    return at


@pytest.mark.parametrize("most", [1, 3, 50, 5000, 1 << 20])
def test_a_stream_gives_the_bytes_that_its_chunks_are_made_of(kernel, most):
    for seed in range(40):
        dice = random.Random(seed)
        data = bytes(dice.choices(b"abc", k=dice.choice((0, 1, 7, 300, 9000))))
        stream = kernel.ByteStream(cut(data, dice, most), offset=10)
        at = 0
        for _ in range(30):
            at = step(stream, data, at, dice)
            assert stream.offset == 10 + at
        assert b"".join(stream.chunks()) == data[at:]
        assert stream.read(1) == b""


def test_skip_accepts_sizes_larger_than_a_c_size(kernel):
    stream = kernel.ByteStream(iter((b"ab", b"cd")))
    assert stream.skip(1 << 80) == 4
    assert stream.offset == 4


def test_a_break_stops_a_stream_that_stops_at_members(kernel):
    stream = kernel.ByteStream(iter((b"ab", b"c", StreamBreak.MEMBER, b"d", StreamBreak.GAP, b"e")))
    stream.stops_at_members = True
    assert (stream.read(9), stream.next_member(), stream.gap) == (b"abc", True, False)
    assert (stream.read(9), stream.next_member(), stream.gap) == (b"d", True, True)
    assert (stream.read(9), stream.next_member()) == (b"e", False)


def test_a_gap_is_a_line_feed_and_bytes_that_end_too_soon_are_marked(kernel):
    stream = kernel.ByteStream(iter((b"ab", StreamBreak.MEMBER, b"c", StreamBreak.GAP, b"d", StreamBreak.TRUNCATED)))
    assert (stream.read(9), stream.truncated) == (b"abc\nd", True)


def test_a_chunk_that_is_not_bytes_is_refused(kernel):
    with pytest.raises(TypeError, match=r"^chunks must be bytes, not bytearray$"):
        kernel.ByteStream(iter((bytearray(b"ab"),))).read(1)
