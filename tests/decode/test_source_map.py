"""Positions through any sequence of decoders are right, for all chunks."""

import base64
import quopri
from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract._compat._variants import Variants, load
from uri_extract.decode.character_references import TextDecoder
from uri_extract.decode.content_transfer import Identity
from uri_extract.decode.content_transfer import decoder as transfer_decoder
from uri_extract.decode.encodings import translator
from uri_extract.decode.refang import Refanger
from uri_extract.place.source_map import Chain, SourceMap

Flowed = load("uri_extract.decode._flowed").Flowed

# Text that decoders change, text that they nearly change, and other text.
PIECES = (
    "http://a.example/?a&amp;b", "&#x41;", "&copy", "&notit;", "&NotEqualTilde;", "&", "hxxp://", "a[.]b", "a (at) b.c",
    "[.]", " \n", " \r\n> ", "> ", " \n-- \n", "\n", "\r\n", "=", "=\n", "=3D", "x", " ", "a" * 90, "+", "~", "\\",
    "\xe9", "\u65e5\u672c", "\u03b1", "\u20ac", "\U0001f600",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)
SIZES = st.lists(st.integers(1, 120), min_size=1, max_size=4)

# Quoted-printable and base64 may be applied in any order, and so may the decoders of text.
TRANSFERS = {"quoted-printable": quopri.encodestring, "base64": base64.encodebytes, "7bit": bytes}
CHARSETS = (
    "utf-16-le", "utf-16-be", "utf-32-le", "cp1252", "koi8-r", "cp932", "gb18030", "euc-jp", "big5hkscs", "cp037",
    "iso2022_jp", "utf-7", "hz",
)  # fmt: skip
OF_TEXT = {
    "flowed": lambda: Flowed(False),
    "flowed, DelSp": lambda: Flowed(True),
    "character references": TextDecoder,
    "refang": Refanger,
}
CHAINS = st.tuples(
    st.lists(st.sampled_from(sorted(TRANSFERS)), max_size=2),
    st.none() | st.sampled_from(CHARSETS),
    st.lists(st.sampled_from(sorted(OF_TEXT)), max_size=3, unique=True),
)


class Transfer:
    """A decoder of a transfer encoding; ``gap`` bytes of the file are skipped before each chunk."""

    def __init__(self, encoding, gap=0):
        self.decoder = transfer_decoder(encoding) or Identity()
        self.map = self.decoder.map
        self.encoding, self.gap, self.at = encoding, gap, 0

    def feed(self, chunk, final=False):
        if chunk:
            self.at += self.gap
        self.at += len(chunk)
        return self.decoder.take(chunk, self.at - len(chunk), final)


def encoded(text, transfers, charset):
    data = text.encode(charset or "utf-8", "ignore")
    for name in reversed(transfers):
        data = TRANSFERS[name](data)
    return data


def decoders_of(transfers, charset, of_text):
    return [
        *map(Transfer, transfers),
        *([translator(charset)] if charset else []),
        *(OF_TEXT[name]() for name in of_text),
    ]


def decode(decoders, data, sizes, forget=False):
    """Return the input of each decoder, and the output of the last one."""
    streams = [b""] * (len(decoders) + 1)
    at = turn = 0
    while at <= len(data):
        size = sizes[turn % len(sizes)]
        chunk, final = data[at : at + size], at + size > len(data)
        for number, each in enumerate(decoders):
            streams[number] += chunk
            chunk = each.feed(chunk, final)
        streams[-1] += chunk
        at, turn = at + size, turn + 1
        if forget:
            Chain(each.map for each in reversed(decoders)).forget(len(streams[-1]))
    return streams


def characters(text):
    """Return where each character of UTF-8 begins, and the end."""
    return [at for at, byte in enumerate(text) if byte & 0xC0 != 0x80 or not at] + [len(text)]


def check_stage(decoder, source, output, span, found):
    """Check that ``output`` was decoded from the bytes at the found span of the source."""
    stood = source[slice(*found)]
    wanted = output[slice(*span)]
    if not isinstance(decoder, Transfer):
        assert decoder.map.original(span[0], wanted) == stood
    elif decoder.encoding == "base64":
        assert -(-len(wanted) * 4 // 3) <= len(stood.replace(b"\n", b"").rstrip(b"=")) <= -(-len(wanted) * 4 // 3) + 1
    else:
        assert transfer_decoded(decoder.encoding, stood) == wanted


def transfer_decoded(encoding, stood):
    return Transfer(encoding).feed(stood, True)


@given(TEXTS, CHAINS, SIZES)
def test_every_character_leads_back_to_what_it_was_decoded_from(text, chain, sizes):
    decoders = decoders_of(*chain)
    streams = decode(decoders, encoded(text, *chain[:2]), sizes)
    places = characters(streams[-1])
    before = (0, 0)
    for start, end in pairwise(places):
        span = start, end
        for number in range(len(decoders) - 1, -1, -1):
            found = decoders[number].map.span(*span)
            assert 0 <= found[0] <= found[1] <= len(streams[number])
            check_stage(decoders[number], streams[number], streams[number + 1], span, found)
            span = found
        assert before <= span
        before = span


@given(TEXTS, CHAINS, SIZES, SIZES)
def test_places_do_not_depend_on_how_the_source_is_cut_or_what_was_asked_before(text, chain, sizes, steps):
    data = encoded(text, *chain[:2])
    ways = []
    for each in (sizes, [len(data) + 1], sizes):
        decoders = decoders_of(*chain)
        output = decode(decoders, data, each)[-1]
        ways.append(Chain(decoder.map for decoder in reversed(decoders)))
    asked = ways[2]
    places = characters(output)
    index = turn = 0
    while index < len(places) - 1:
        step = steps[turn % len(steps)]
        start, end = places[index], places[min(index + step, len(places) - 1)]
        assert ways[0].span(start, end) == ways[1].span(start, end) == asked.span(start, end)
        for position in places[index : index + step]:
            asked.place(position)
        index, turn = index + step, turn + 1


@given(TEXTS, CHAINS, SIZES, st.integers(0, 200))
def test_forgetting_a_part_does_not_change_later_positions(text, chain, sizes, step):
    def decoded():
        decoders = decoders_of(*chain)
        output = decode(decoders, encoded(text, *chain[:2]), sizes)[-1]
        return output, Chain(each.map for each in reversed(decoders))

    output, whole = decoded()
    for start, end in list(pairwise(characters(output)))[:: step + 1]:
        _, forgetful = decoded()
        assert forgetful.forget(start) <= whole.place(start) == forgetful.place(start)
        assert forgetful.span(start, end) == whole.span(start, end)


@given(TEXTS, CHAINS, SIZES)
def test_only_segments_that_were_not_forgotten_are_kept(text, chain, sizes):
    decoders = decoders_of(*chain)
    decode(decoders, encoded(text * 20, *chain[:2]), sizes, forget=True)
    for each in decoders:
        assert all(segment[1] > each.map.last[1] for segment in each.map.segments)
        # No decoder holds more than two chunks and a few lines.
        assert sum(len(segment[4]) for segment in each.map.segments) <= 5000


@given(st.binary(max_size=600), SIZES, st.integers(1, 50), st.sampled_from(sorted(TRANSFERS)))
def test_pieces_of_the_file_may_be_apart(data, sizes, gap, encoding):
    decoder = Transfer(encoding, gap)
    source = TRANSFERS[encoding](data)
    _, output = decode([decoder], source, sizes)
    file, at, turn = b"", 0, 0
    while at < len(source):
        size = sizes[turn % len(sizes)]
        file += b"\0" * gap + source[at : at + size]
        at, turn = at + size, turn + 1
    for start in range(0, len(output), 7):
        begin, end = decoder.map.span(start, start + 1)
        assert begin < end <= len(file)
        if encoding == "7bit":
            assert file[begin:end] == output[start : start + 1]


def test_a_position_before_what_was_forgotten_gets_the_first_place_that_is_known():
    places = SourceMap(100)
    places.copied(10)
    places.replaced(1, b"&amp;")
    places.copied(10)
    assert places.forget(15) == 119
    assert [places.place(at) for at in (3, 11, 12, 21, 99)] == [115, 115, 116, 125, 125]


def test_skipped_bytes_make_one_segment():
    places = SourceMap()
    for _ in range(1000):
        places.jump(places.taken + 5)
    places.copied(1)
    assert len(places.segments) == 1
    assert places.place(0) == 5000


def test_copied_bytes_make_no_segment():
    places = SourceMap()
    for _ in range(1000):
        places.copied(1000)
    assert places.is_identity
    assert places.span(5, 999_999) == (5, 999_999)


def test_without_keep_only_the_last_segment_is_kept():
    places = SourceMap(keep=False)
    for _ in range(100):
        places.replaced(1, b"&lt;")
        places.jump(places.taken + 1)
    assert len(places.segments) == 1
    assert places.place(99) <= places.taken


SEGMENTS = Variants("uri_extract.place._source_map", "Segments")


@pytest.mark.parametrize("variant", SEGMENTS)
@given(turns=st.lists(st.tuples(st.integers(1, 300), st.integers(0, 300)), max_size=40))
def test_segments_that_are_dropped_make_room_for_others(variant, turns):
    """Each turn adds some and drops some; the capacity stays within a few times the most segments at once."""
    segments, expected = SEGMENTS[variant](), deque()
    number = most = 0
    for added, dropped in turns:
        for _ in range(added):
            kept, coding = b"%d" % number, number if number % 3 == 0 else None
            places = (number, number + 1, 2 * number, 2 * number + 2)
            segments.add(*places, kept if coding is None else (kept, coding))
            expected.append((*places, kept, coding))
            number += 1
        most = max(most, len(expected))
        for _ in range(min(dropped, len(expected))):
            segments.drop_first()
            expected.popleft()
        assert [*segments] == [*expected]
        assert segments.count <= max(64, 4 * most)
