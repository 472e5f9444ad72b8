"""The records are the same for all cuts of the input and for each kernel, and their positions are right."""

import random

import pytest
from tests.scanners import Scanner

from uri_extract.scan import kernels
from uri_extract.scan._kernel import LOOKBEHIND

from .shapes import FRAGMENTS, SHAPES, random_documents, repeated

COMPILED = "compiled" in kernels
DOCUMENTS = list(random_documents(5, 1500 if COMPILED else 600))


def scan(data, kernel, cuts=()):
    """Return the occurrences and the problems in ``data``, cut at these positions."""
    problems = []
    scanner = Scanner(kernel=kernels[kernel], on_problem=problems.append)
    found = []
    for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
        found += scanner.feed(data[begin:end])
    return found + scanner.close(), problems


def some_cuts(data, dice):
    """Return three lists of cuts: all positions, four of them, and one of them."""
    places = range(1, len(data))
    return list(places), sorted(dice.choices(places, k=4)), [dice.choice(places)]


@pytest.mark.parametrize("kernel", sorted({"interpreted", *kernels}))
def test_every_cut_gives_the_same(kernel):
    dice = random.Random(7)
    for data in DOCUMENTS if kernel == "compiled" else DOCUMENTS[:150]:
        whole = scan(data, kernel)
        for cuts in some_cuts(data, dice):
            assert scan(data, kernel, cuts) == whole, (data, cuts)


@pytest.mark.parametrize("kernel", sorted({"interpreted", *kernels}))
def test_long_chunks_are_read_where_they_are_and_give_the_same(kernel):
    dice = random.Random(13)
    long = b"<http://a.example/" + b"".join(b"%060d\n" % number for number in range(200)) + b"> "
    prose = (b"some words of prose, and a line feed\n" * 40, long, b"<http://b.example/" + b"x" * 9000)
    for _ in range(8 if kernel == "compiled" else 1):
        data = b"".join(dice.choice(DOCUMENTS if dice.random() < 0.9 else prose) for _ in range(900))
        whole = scan(data, kernel)
        for size in (LOOKBEHIND, 2 * LOOKBEHIND, 2 * LOOKBEHIND + 1, 5000, 20_000):
            cuts = sorted(dice.sample(range(1, len(data)), len(data) // size))
            assert scan(data, kernel, cuts) == whole
            assert scan(data, kernel, range(size, len(data), size)) == whole


@pytest.mark.parametrize("kernel", sorted({"interpreted", *kernels}))
@pytest.mark.parametrize("words", [0, 1, 30, 3000])
def test_a_label_counts_wherever_it_is(kernel, words):
    for label in (b"URL:", b"URL: ", b"url:\n"):
        data = b"word " * words + b"<" + label + b"ab:cd>"
        assert [each.reference for each in scan(data, kernel)[0]] == ["ab:cd"], data[-20:]


@pytest.mark.skipif(not COMPILED, reason="one kernel alone")
def test_the_kernels_find_the_same():
    for data in DOCUMENTS:
        assert scan(data, "compiled") == scan(data, "interpreted"), data


@pytest.mark.skipif(not COMPILED, reason="one kernel alone")
def test_the_kernels_find_the_same_in_hostile_shapes():
    for unit in SHAPES:
        data = repeated(unit, 1000)
        assert scan(data, "compiled") == scan(data, "interpreted") == scan(data, "compiled", range(1, 1000)), unit


def test_an_empty_chunk_changes_nothing():
    data = b"see <http://a.example/x-\ny> and http://b.example/"
    places = range(1, len(data))
    assert scan(data, "interpreted", sorted([*places, *places])) == scan(data, "interpreted")
    assert scan(b"", "interpreted") == ([], [])


def test_a_record_is_where_it_says():
    for data in DOCUMENTS:
        last = 0
        for each in scan(data, next(iter(kernels)))[0]:
            assert last <= each.start < each.end <= len(data), data
            raw = data[each.start : each.end]
            assert each.raw in (raw.decode("utf-8", "surrogateescape"), raw.decode("windows-1252", "replace")), data
            assert each.line == 1 + data.count(b"\n", 0, each.start), data
            assert each.column == each.start - data.rfind(b"\n", 0, each.start), data
            last = each.end


def test_a_reference_has_no_white_space_in_it_or_at_its_ends():
    for data in DOCUMENTS:
        for each in scan(data, next(iter(kernels)))[0]:
            assert each.reference.split() == [each.reference], data
            assert each.raw == each.raw.strip(), data
            is_coded = "\\" in each.raw or "\x1b" in each.raw
            assert bool(each.wrapped) == (each.raw != each.reference) or is_coded, data


def test_an_alternate_is_another_reading():
    for data in DOCUMENTS:
        for each in scan(data, next(iter(kernels)))[0]:
            assert each.reference not in each.alternates, data
            assert len(set(each.alternates)) == len(each.alternates), data


def test_lines_are_counted_alike_in_all_chunks():
    data = b"".join(
        b"%d\n" % number + b"x" * (number % 90) + b" http://a.example/%d \n" % number for number in range(300)
    )
    for cuts in ([], range(1, len(data), 61), range(1, len(data), 4096)):
        found, _ = scan(data, next(iter(kernels)), list(cuts))
        assert [each.line for each in found] == [2 * number + 2 for number in range(300)]
        assert [each.column for each in found] == [number % 90 + 2 for number in range(300)]


def test_the_fragments_make_references():
    found = [each for data in DOCUMENTS for each in scan(data, next(iter(kernels)))[0]]
    assert len(found) > len(DOCUMENTS) / 2
    assert {each.delimiter for each in found} == {"angle", "quote", "whitespace"}
    assert {each.wrapped for each in found} >= {None, "space"}
    assert any(each.alternates for each in found)
    assert any(each.prefix for each in found)
    assert len(FRAGMENTS) > 60


@pytest.mark.parametrize("kernel", sorted({"interpreted", *kernels}))
def test_no_place_of_a_reference_before_is_remembered(kernel):
    before = b"x " * 100_000 + "http://a.example/\u00e9 ".encode() + b"y " * 10_000
    text = "http://b.example/Bose\u2013Einstein z ".encode()
    found, _ = scan(before + text, kernel, (len(before),))
    assert [each.reference for each in found] == ["http://a.example/\u00e9", "http://b.example/Bose\u2013Einstein"]
