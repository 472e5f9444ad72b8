"""Linear for every input, by counters, not by clocks; and held bytes stay within the limits."""

import gc
import random
import tracemalloc
from functools import partial

import pytest
from tests.formats.tokens import scans

from uri_extract import Scanner
from uri_extract.limits import MAX_SCOPES, MAX_TAG, MAX_TEXT
from uri_extract.markup._markup_rows import Windows
from uri_extract.markup.xml import tokenizers
from uri_extract.markup.xml.scanner import XmlScanner

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
    for document in random_documents(dice, 300 if COMPILED else 30):
        assert worst(partial(repeated, document.decode("latin-1"))) <= 4, document


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_attributes_and_many_elements_are_examined_four_times_at_most(variant):
    count = 10**6 if variant == "compiled" else 10**4
    many = b"<a " + b"".join(b"a%d='1' " % n for n in range(count)) + b"href='x' href='y'/>"
    for document in (many, b"<a" + b" href='x'" * count + b">", b"<div>" * (count // 10)):
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


def scanned(data, chunk):
    problems = []
    scanner = XmlScanner(on_problem=problems.append)
    found = [each for at in range(0, len(data), chunk) for each in scanner.feed(data[at : at + chunk])]
    return scanner, found + scanner.close(), problems


@pytest.mark.parametrize(
    "unit", ["<a ", "<!--", "<![CDATA[", "</", "<a>", "<link>", "&", "<a href='x'/>", "x: y ", "&#58;"]
)
@pytest.mark.parametrize("before", ["", "<!--", "<a href='", "<rss><link>", "<rss><description>", "<svg><style>", "<?"])
def test_hostile_shapes_are_examined_a_few_times(before, unit):
    # The counters of the decoders; another test limits the tokenizer's counter to four.
    data = before.encode() + unit.encode() * (60_000 // len(unit))
    for chunk in (len(data), 4096, 64):
        scanner, _, _ = scanned(data, chunk)
        assert max(scanner._windows.tokenizer.examined, scanner._text._decoder.examined) <= 4 * len(data)
        assert scanner._text._windows.kernel.examined <= 12 * len(data)


@pytest.mark.parametrize("unit", ["<a xml:base='b/'>", "<a xmlns:p{}='u'>", "<a{} xml:base='b/'>", "<a xmlns='u{}'>"])
def test_declarations_that_never_close_are_held_up_to_a_limit(unit):
    data = "".join(unit.format(n) for n in range(5 * MAX_SCOPES)).encode() + b"<b href='http://h.example/'/>"
    scanner, found, problems = scanned(data, 1 << 16)
    scopes = scanner._markup.scopes
    assert len(scopes.open) <= MAX_SCOPES
    assert len(scopes.counted) <= MAX_SCOPES
    assert len(scopes.environment.prefixes) <= 1024
    assert found[-1].reference == "http://h.example/"
    assert {each.kind for each in problems} <= {"too-deep", "unusable-base"}
    assert len(problems) <= 2


def test_elements_that_declare_nothing_are_not_held():
    scanner, found, problems = scanned(
        b"<r xml:base='http://h.example/'>" + b"<a>" * 100_000 + b"<b xlink:href='x'/>", 1 << 16
    )
    assert [each.target for each in found] == ["http://h.example/", "http://h.example/x"]
    assert problems == []
    assert len(scanner._markup.scopes.open) == 1


def test_entities_that_multiply_are_not_expanded():
    laughs = "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 10}'>" for n in range(1, 10))
    data = f"<!DOCTYPE l [<!ENTITY l0 'http://h.example/'>{laughs}]><l href='&l9;'>&l9;</l>".encode()
    _, found, _ = scanned(data, 100)
    assert [each.reference for each in found] == ["http://h.example/", "&l9;"]


@pytest.mark.parametrize(
    "unit",
    ["<p>x: y ", "<a href='x' title='x: y'/>", "<link>x</link>", "<!-- x: -->", "t &amp; ", "<link>", "<guid>x</guid>"],
)
def test_state_does_not_grow_with_the_document(unit):
    scanner = XmlScanner(base="http://h.example/")
    scanner.feed(b"<rss>")
    most = 0
    for _ in range(12):
        scanner.feed(unit.encode() * 2000)
        markup, text = scanner._markup, scanner._text
        held = (
            markup.rows,
            markup.walker.masks,
            markup.walker.verbatim,
            markup.texts,
            markup.css,
            text.rows,
            scanner.rows,
        )
        most = max(most, *map(len, held))
        most = max(most, len(scanner.pool.objects))
        most = max(most, len(text._decoder.map.segments), len(text._windows.window) // 100)
    assert most <= 3 * 2000


def test_declarations_of_prefixes_are_forgotten_when_their_element_ends():
    root = "<r " + " ".join(f"xmlns:p{number}='u{number}'" for number in range(200)) + ">"
    inside = "".join(f"<b xmlns:s{number}='x'/>" for number in range(100))

    def held(count):
        data = (root + "".join(f"<a xmlns:q{number}='x'>{inside}</a>" for number in range(count))).encode()
        scanner = XmlScanner()
        tracemalloc.start()
        scanner.feed(data)
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return size

    assert held(60) < 1.5 * held(30)


@pytest.mark.parametrize("media_type", ["text/html", "application/xml", "text/plain"])
def test_the_memory_of_a_scanner_is_freed_without_the_garbage_collector(media_type):
    data = b"<rss><description>&lt;a href='x'>http://h.example/&lt;/a></description></rss>"

    def scan():
        scanner = Scanner(media_type)
        scanner.feed(data)
        scanner.close()

    gc.collect()
    gc.disable()
    try:
        for _ in range(500):
            scan()
        assert gc.collect() < 500  # other threads, such as those of the test runner, may leave some
    finally:
        gc.enable()
