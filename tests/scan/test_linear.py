"""Linear for every input, by counters, not by clocks: no shape is examined more than four times."""

import random
from itertools import pairwise

import pytest

from uri_extract.scan import kernels
from uri_extract.scan._kernel import Windows

from .shapes import SEARCHED, SHAPES, UNCLOSED, random_units, repeated

KB = 1024
COMPILED = "compiled" in kernels
# The interpreted kernel has the same counts (a test below compares them) and takes a hundred times longer.
SIZES = (4 * KB, 8 * KB, 16 * KB, 64 * KB) if COMPILED else (4 * KB, 8 * KB)
CHUNKS = (1, 7, 64, 4096) if COMPILED else (64,)


def examined(data, chunk=None, kernel=None):
    """Return how many bytes were examined, each as often as it was examined."""
    windows = Windows(kernel)
    chunk = chunk or max(1, len(data))
    for start in range(0, len(data), chunk):
        for _ in windows.feed(data[start : start + chunk]):
            pass
    for _ in windows.close():
        pass
    return windows.kernel.examined


def worst(make, sizes=SIZES):
    """Return the most examinations of a byte, for input read whole and in chunks of the worst size."""
    at_once = max(examined(make(size)) / size for size in sizes)
    in_chunks = max(
        examined(make(size), chunk) / size
        for size in sizes
        for chunk in CHUNKS
        if chunk >= 64 or size <= 16 * KB
    )  # fmt: skip
    return at_once, in_chunks


def beyond(ratios, at_once=4.1, in_chunks=6):
    """Return the shapes above the limits. In chunks, a decision that needs the next chunk is made again with it."""
    return {shape: ratio for shape, ratio in ratios.items() if ratio[0] > at_once or ratio[1] > in_chunks}


def growth(make):
    """Return the largest ratio of examined bytes when the size of the input is doubled."""
    counts = [examined(make(size)) for size in SIZES[:3]]
    return max(more / less for less, more in pairwise(counts))


@pytest.mark.parametrize("unit", SHAPES, ids=repr)
def test_a_hostile_shape_is_examined_four_times_at_most(unit):
    assert not beyond({unit: worst(lambda size: repeated(unit, size))})
    assert growth(lambda size: repeated(unit, size)) < 2.3


@pytest.mark.long
@pytest.mark.parametrize(("before", "unit"), UNCLOSED, ids=repr)
def test_bytes_of_an_unclosed_construct_are_examined_six_times_at_most(before, unit):
    # Each byte is examined in its chunk, and again at the end of the input.
    def make(size):
        return before.encode() + repeated(unit, size - len(before))

    assert not beyond({before + unit: worst(make)}, 6, 7)
    assert growth(make) < 2.3


@pytest.mark.parametrize("unit", SEARCHED, ids=repr)
def test_the_worst_that_was_found_by_search_is_linear(unit):
    assert not beyond({unit: worst(lambda size: repeated(unit, size))}, 10, 10)
    assert growth(lambda size: repeated(unit, size)) < 2.3


@pytest.mark.long
def test_mixtures_of_fragments_stay_within_the_limits():
    count = 600 if COMPILED else 60
    ratios = {unit: worst(lambda size, unit=unit: repeated(unit, size), (4 * KB,)) for unit in random_units(1, count)}
    assert not beyond(ratios, 5, 6)


def test_random_bytes_are_examined_four_times_at_most():
    dice = random.Random(3)
    for alphabet in (range(256), range(0x80, 0x100), b':/<>"\n []{}', b"aA0.-+:/@\n", b"\xc3\xa9\xe2\x80:/"):
        data = bytes(dice.choices(list(alphabet), k=SIZES[-1]))
        assert max(examined(data, chunk) for chunk in (*CHUNKS, None)) <= 4 * len(data), bytes(alphabet)


def test_text_without_a_colon_is_examined_once():
    assert examined(b"no anchor here\n" * 5000) <= 1.1 * 75000


@pytest.mark.skipif(not COMPILED, reason="one kernel alone")
def test_both_kernels_count_the_same():
    for unit in SHAPES + SEARCHED:
        data = repeated(unit, 1500)
        assert examined(data, 64, kernels["interpreted"]) == examined(data, 64, kernels["compiled"]), unit


class Watched(bytes):
    """Bytes that count how often they are indexed."""

    taken = 0

    def __getitem__(self, place):
        part = super().__getitem__(place)
        Watched.taken += len(part) if isinstance(place, slice) else 1
        return part


@pytest.mark.long
def test_the_counter_leaves_nothing_out():
    # One examination indexes a byte a few times: for its class, for its flags, and for its value.
    for unit in SHAPES + SEARCHED:
        for before, size in ((b"", 3000), (b"<http://a.b/", 3000)):
            data = Watched(before + repeated(unit, size))
            kernel = kernels["interpreted"]()
            kernel.load(data, 0, 0, True)
            Watched.taken = 0
            while kernel.scan():
                pass
            assert Watched.taken <= 30 * len(data), unit
