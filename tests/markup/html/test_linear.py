"""Linear for every input, by counters, not by clocks; and held bytes stay within the limits."""

import random
import tracemalloc
from functools import partial

import pytest
from tests.formats.tokens import scans

from uri_extract import Scanner
from uri_extract.limits import MAX_TAG, MAX_TEXT
from uri_extract.markup._markup_rows import Windows
from uri_extract.markup.html import tokenizers

from .cases import HOSTILE, UNCLOSED, random_documents, repeated
from .reading import COMPILED, VARIANTS, read

KB = 1024
# The interpreted variant has the same counts (a test compares them) and takes far longer.
SIZES = (4 * KB, 64 * KB) if COMPILED else (4 * KB,)
CHUNKS = (1, 7, 64, 4096)


def worst(make, **options):
    """Return the most examinations of a byte, for input read whole and in chunks of the worst size."""
    return max(
        read(make(size), VARIANTS[0], chunk, **options)[1] / size
        for size in SIZES
        for chunk in (None, *CHUNKS)
        if chunk is None or chunk >= 64 or size <= 16 * KB
    )


@pytest.mark.parametrize("unit", HOSTILE, ids=repr)
def test_a_hostile_shape_is_examined_four_times_at_most(unit):
    make = partial(repeated, unit)
    assert worst(make) <= 4
    assert worst(make, max_tag=1000, max_text=100) <= 4


@pytest.mark.long
@pytest.mark.parametrize(("before", "unit"), UNCLOSED, ids=repr)
def test_bytes_of_an_unclosed_construct_are_examined_four_times_at_most(before, unit):
    def make(size):
        return before.encode() + repeated(unit, size - len(before))

    assert worst(make) <= 4
    assert worst(make, max_tag=1000, max_text=100) <= 4


@pytest.mark.long
def test_mixtures_of_fragments_are_examined_four_times_at_most():
    dice = random.Random(14)
    for document in random_documents(dice, 500 if COMPILED else 50):
        assert worst(partial(repeated, document.decode("latin-1"))) <= 4, document


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_attributes_and_many_elements_are_examined_four_times_at_most(variant):
    count = 10**6 if variant == "compiled" else 10**4
    many = b"<a " + b"".join(b"a%d=1 " % n for n in range(count)) + b"href=x href=y>"
    for document in (many, b"<a" + b" href=x" * count + b">", b"<div>" * (count // 10), b"<base href=x>" * count):
        _, examined = read(document, variant, 1 << 16)
        assert examined <= 4 * len(document)


@pytest.mark.parametrize(("before", "unit"), [("", "text "), *UNCLOSED[::7]], ids=repr)
def test_held_bytes_stay_within_the_limits(before, unit):
    # At most twice the limit is held: the bytes that are kept, and as many that arrived since.
    for size, options, limit in (
        (100 * KB, {"max_tag": 1000, "max_text": 100}, 1000),
        (4 * (MAX_TAG + MAX_TEXT), {}, max(MAX_TAG, MAX_TEXT)),
    ):
        if size > 100 * KB and not COMPILED:
            continue
        document = before.encode() + repeated(unit, size)
        chunk = limit // 4
        windows = Windows(tokenizers[VARIANTS[0]](**options))
        for start in range(0, len(document), chunk):
            for _ in scans(windows, document[start : start + chunk]):
                pass
            assert len(windows.window) - windows.end <= limit + 16
            assert len(windows.window) <= 2 * (limit + 16) + chunk


class Watched(bytes):
    """Bytes that count how often they are indexed."""

    taken = 0

    def __getitem__(self, place):
        part = super().__getitem__(place)
        Watched.taken += len(part) if isinstance(place, slice) else 1
        return part


def test_the_counter_leaves_nothing_out():
    # One examination indexes a byte a few times: for its class, and for its value.
    for unit in HOSTILE:
        data = Watched(repeated(unit, 3000))
        tokenizer = tokenizers["interpreted"]()
        tokenizer.load(data, 0, True)
        Watched.taken = 0
        while tokenizer.scan():
            pass
        assert Watched.taken <= 4 * tokenizer.examined, unit


@pytest.mark.skipif(not COMPILED, reason="one variant alone")
def test_both_variants_count_the_same():
    for unit in HOSTILE:
        data = repeated(unit, 1500)
        assert read(data, "interpreted", 64) == read(data, "compiled", 64), unit


@pytest.mark.parametrize("media_type", ["text/html", "application/xml"])
@pytest.mark.parametrize("charset", ["shift_jis", "utf-16"])
def test_a_document_that_is_translated_is_forgotten_as_it_is_read(media_type, charset):
    def held(count):
        scanner = Scanner(media_type, charset=charset)
        chunk = ("<p>" + "\u8868" * 100 + "</p>\n").encode(charset) * 300
        tracemalloc.start()
        for _ in range(count):
            scanner.feed(chunk)
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        scanner.close()
        return size

    assert held(40) < 1.3 * held(20)
