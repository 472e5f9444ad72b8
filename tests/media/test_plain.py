"""Plain rows become occurrences the same way at both speeds."""

from importlib import import_module

import pytest

from uri_extract.media._plain import occurrences
from uri_extract.records import Occurrence
from uri_extract.scan import kernels

VARIANTS = [occurrences]
if "compiled" in kernels:
    VARIANTS.append(import_module("uri_extract.media._plain_c").occurrences)
TEXT = b"""http://a.example/ <http://b.example/> "http://c.example/"

urn:ab:c, <http://d.example/
x> http://e.example/ http://f.example/\xc3\xa9 \xc3\xa9 http://g.example/ (URL:http://h.example/)
http://i.example/?q
http://j.example/
"""


def read(occurrences, kernel, begin=0, offset=0, lines=(1, 0, 0)):
    """What ``occurrences`` makes of the rows of TEXT, and returns."""
    scanner = kernel()
    scanner.load(TEXT, 0, 0, True)
    scanner.scan()
    found = []
    return found, *occurrences(TEXT, scanner.table, begin, scanner.count, offset, lines, "a.txt", (None, None), found)


@pytest.mark.parametrize("occurrences", VARIANTS)
def test_it_ends_at_a_row_that_is_not_plain_with_the_lines_before_that(occurrences, kernel):
    found, row, lines = read(occurrences, kernel)
    assert [(each.raw, each.line, each.column, each.delimiter) for each in found] == [
        ("http://a.example/", 1, 1, "whitespace"),
        ("http://b.example/", 1, 20, "angle"),
        ("http://c.example/", 1, 40, "quote"),
        ("urn:ab:c", 3, 1, "whitespace"),
    ]
    assert (row, lines) == (4, (3, TEXT.index(b"urn:"), TEXT.index(b"http://d")))


@pytest.mark.parametrize("occurrences", VARIANTS)
def test_places_and_lines_count_from_the_document(occurrences, kernel):
    begin = TEXT.index(b"http://i")
    found, row, lines = read(occurrences, kernel, 9, 1000, (70, 1000 + begin - 20, 1000 + begin - 10))
    assert [(each.start, each.end, each.line, each.column) for each in found] == [
        (1000 + begin, 1000 + begin + 19, 71, 1),
        (1000 + begin + 20, 1000 + begin + 37, 72, 1),
    ]
    assert (row, lines) == (11, (72, 1000 + begin + 20, 1000 + begin + 20))


@pytest.mark.parametrize("occurrences", VARIANTS)
def test_a_record_has_its_class_and_all_its_fields(occurrences, kernel):
    [first, *_], *_ = read(occurrences, kernel)
    reference = "http://a.example/"
    assert type(first) is Occurrence
    assert first == Occurrence(
        reference, reference, 0, 17, 1, 1, "a.txt", "whitespace", None, None, (), "uri", (None, None), None, None
    )


@pytest.mark.skipif("compiled" not in kernels, reason="one variant alone")
def test_both_variants_are_the_same():
    for begin in range(12):
        for lines in ((1, 0, 0), (5, 30, 60), (9, 100, 10_000)):
            results = [read(variant, kernels["compiled"], begin, 7, lines) for variant in VARIANTS]
            assert results[0] == results[1], (begin, lines)
