"""Tables of rows: rows are added, moved and read with the same results in both variants."""

import random

import pytest

from uri_extract.rows import layout
from uri_extract.rows.details import Details, More, Origin
from uri_extract.rows.records import Problem

from .cases import BASES, ORIGIN, VARIANTS, page, table

TEXT = b"""http://a.example/ <http://b.example/> "http://c.example/"

urn:ab:c, <http://d.example/
x> http://e.example/ http://f.example/\xc3\xa9 \xc3\xa9 http://g.example/ (URL:http://h.example/)
http://i.example/?q
http://j.example/../k
"""


def starts(found):
    return [each.start for each in found.occurrences()]


def scanned(pages, kernel, begin=0, offset=0, shift=0, lines=(1, 0, 0), **options):
    """Return the rows of TEXT from ``begin`` up to the first one that is not plain, and the number of that one."""
    scanner = kernel()
    scanner.load(TEXT, 0, 0, True)
    scanner.scan()
    rows, counter = pages.Rows(pages.Pool()), pages.LineCounter(*lines)
    row = rows.scanned(TEXT, scanner.table, begin, scanner.count, offset, shift, counter, BASES, ORIGIN, **options)
    return page(pages, rows), row, (counter.number, counter.start, counter.counted)


@pytest.mark.parametrize("slices", [False, True])
def test_rows_of_the_kernel_are_added_up_to_one_that_is_not_plain(pages, kernel, slices):
    found, row, lines = scanned(pages, kernel, slices=slices)
    assert [(each.raw, each.line, each.column, each.delimiter) for each in found.occurrences()] == [
        ("http://a.example/", 1, 1, "whitespace"),
        ("http://b.example/", 1, 20, "angle"),
        ("http://c.example/", 1, 40, "quote"),
        ("urn:ab:c", 3, 1, "whitespace"),
    ]
    assert (row, lines) == (4, (3, TEXT.index(b"urn:"), TEXT.index(b"http://d")))


@pytest.mark.parametrize("slices", [False, True])
def test_places_and_lines_of_rows_count_from_the_document(pages, kernel, slices):
    begin = TEXT.index(b"http://i")
    lines = (70, 1000 + begin - 20, 1000 + begin - 10)
    found, row, lines = scanned(pages, kernel, 9, 1000, 5, lines, slices=slices)
    assert [(each.start, each.end, each.line, each.column) for each in found.occurrences()] == [
        (1005 + begin, 1005 + begin + 19, 71, 1),
        (1005 + begin + 20, 1005 + begin + 41, 72, 1),
    ]
    assert (row, lines) == (11, (72, 1000 + begin + 20, 1000 + begin + 20))
    assert found.lines() == b"http://i.example/?q\nhttp://j.example/k\n"


def test_rows_of_a_header_field_have_its_details(pages, kernel):
    more = More(details=Details(field="X-Link"))
    (first, *_) = scanned(pages, kernel, more=more)[0].occurrences()
    assert (first.field, first.delimiter, first.raw) == ("X-Link", "header", "http://a.example/")


def test_lines_are_counted_whatever_the_windows_and_the_steps(pages):
    dice = random.Random(5)
    text = b"".join(dice.choice((b"\n", b"word ", b"x" * 700, b"some words of a line\n" * 40)) for _ in range(400))
    counter, offset, at = pages.LineCounter(), 0, 0
    while at < len(text):
        step = dice.choice((1, 7, 63, 64, 65, 511, 512, 3000))
        at = min(len(text), at + step)
        if dice.random() < 0.3:
            offset = max(0, counter.counted - dice.choice((0, 100)))
        counter.count_to(text[offset : at + dice.choice((0, 5, 200))], offset, at - offset)
        assert (counter.number, counter.start) == (text.count(b"\n", 0, at) + 1, text.rfind(b"\n", 0, at) + 1)


def test_both_variants_add_the_same_rows(kernel):
    for begin in range(12):
        for lines in ((1, 0, 0), (5, 30, 60), (9, 100, 10_000)):
            results = [scanned(pages, kernel, begin, 7, 0, lines) for pages in VARIANTS.values()]
            assert len({(tuple(found.occurrences()), row, counted) for found, row, counted in results}) == 1


def test_a_reference_has_what_was_added(pages):
    rows = pages.Rows(pages.Pool())
    details = Details("URL:", "space", ("http://x",), None, "a!1", True, 0.5, True)
    rows.add(
        "http://\xe9/", "http://\n\xe9/", 3, 12, 4, 5, layout.IRI | layout.CSS | layout.REGIONS.index("nav") <<
        layout.REGION_SHIFT, BASES, ORIGIN, "p", "style", details,
    )  # fmt: skip
    rows.set_link_text(0, "t\xe9xt".encode())
    rows.set_rel(0, "nofollow")
    (found,) = page(pages, rows).occurrences()
    assert found == (
        "http://\xe9/", "http://\n\xe9/", 3, 12, 4, 5, "css", "iri", BASES, "p", "style", "t\xe9xt", "nofollow", ORIGIN,
        details, "nav",
    )  # fmt: skip
    assert (found.document, found.message_id) == ("a.txt", "id@host.example")
    assert (found.prefix, found.wrapped, found.alternates) == details[:3]
    assert (found.field, found.refers_to, found.defanged, found.confidence, found.partial) == details[3:]


@pytest.mark.parametrize(
    ("text", "partial"),
    [
        *(
            (text, True)
            for text in ("${a}", "/x/#{a}", "{{ a }}/b", "http://h.example/{% a %}", "$(a)", "<%= a %>", "<?a?>")
        ),
        *((text, False) for text in ("", "$", "{", "/{a}", "http://h.example/$1(a)?{b%", "a<b>", "%7B%7Ba", "/#(a)$")),
    ],
)
def test_a_reference_with_an_expression_of_a_program_is_partial_however_it_is_added(pages, text, partial):
    rows = pages.Rows(pages.Pool())
    source = text.encode()
    rows.add(text, text, 0, 1, 1, 1, layout.RELATIVE, BASES, ORIGIN)
    rows.add(text, "raw", 0, 1, 1, 1, layout.RELATIVE, BASES, ORIGIN, "a", "href", Details(prefix="URL:"))
    rows.copy(source, 0, len(source), 0, 1, 1, layout.RELATIVE, BASES, ORIGIN, "a", "href")
    rows.copy(
        b"{{" + source + b"{{", 2, 2 + len(source), 0, 1, 1, layout.RELATIVE, BASES, ORIGIN, "a", "href", False, "raw"
    )
    found = page(pages, rows).occurrences()
    assert [each.partial for each in found] == [partial] * 4
    assert [each.raw for each in found] == [text, "raw", text, "raw"]
    assert [each.prefix for each in found] == [None, "URL:", None, None]


@pytest.mark.parametrize("text", ["a\udce9b", "\ud800", "\ud83d\ude00", "\U0001f600", ""])
def test_text_that_is_not_utf8_is_kept_as_far_as_it_was_bytes(pages, text):
    rows = pages.Rows(pages.Pool())
    rows.add(text, text, 0, 1, 1, 1, layout.RELATIVE, BASES, ORIGIN)
    (found,) = page(pages, rows).occurrences()
    expected = {"\ud800": "\ufffd", "\ud83d\ude00": "\U0001f600"}.get(text, text)
    assert found.reference == expected


def test_equal_objects_of_different_classes_are_not_mistaken_for_each_other(pages):
    rows = pages.Rows(pages.Pool())
    rows.add("a:", "a:", 0, 1, 1, 1, layout.URI, (None, None), Origin())
    (found,) = page(pages, rows).occurrences()
    assert (type(found.bases), type(found.origin)) == (tuple, Origin)


@pytest.mark.parametrize("places", [(), (1, 2, 3), (3, 1, 2, 1), tuple(range(300, 0, -1))])
def test_rows_are_sorted_by_their_places(pages, places):
    rows = table(pages, *places)
    rows.sort()
    assert starts(page(pages, rows)) == sorted(places)


def test_rows_before_a_place_are_counted(pages):
    rows = table(pages, 1, 3, 3, 8)
    assert [rows.before(place) for place in (0, 1, 2, 3, 4, 8, 9)] == [0, 0, 1, 1, 3, 3, 4]


@pytest.mark.parametrize("count", range(5))
def test_rows_move_between_tables_of_a_pool(pages, count):
    pool = pages.Pool()
    rows, others = table(pages, 1, 2, 3, 4, pool=pool), table(pages, 9, pool=pool)
    rows.move(others, count)
    assert starts(page(pages, others, others=True)) == [9, 1, 2, 3, 4][: count + 1]
    assert starts(page(pages, rows)) == [1, 2, 3, 4][count:]


def test_all_rows_move_to_an_empty_table(pages):
    pool = pages.Pool()
    rows, others = table(pages, *range(1000), pool=pool), pages.Rows(pool)
    rows.move(others, 1000)
    assert (len(rows), len(others)) == (0, 1000)
    assert starts(page(pages, others)) == list(range(1000))


def test_rows_that_are_not_references_are_taken_out(pages):
    problem = Problem("d", 5, "x", "y")
    rows = table(pages, 1, 2)
    rows.problem(problem)
    rows.note(layout.MARKER, 6, None)
    rows.add("a:b", "a:b", 7, 10, 1, 8, layout.URI, BASES, ORIGIN)
    rows.note(layout.MARKER, 11, None)
    assert rows.first(layout.TYPE, layout.MARKER, 0) == 3
    assert rows.take_notes(5) == [(layout.PROBLEM, 5, problem), (layout.MARKER, 6, None)]
    assert [rows.get(row, layout.START) for row in range(len(rows))] == [1, 2, 7, 11]


class Later:
    def known(self, bases):
        return bases


def test_bases_that_were_pending_are_those_that_are_known_then(pages):
    rows = pages.Rows(pages.Pool())
    later = Later()
    rows.add("a", "a", 0, 1, 1, 1, layout.RELATIVE, later, ORIGIN)
    rows.add("b", "b", 1, 2, 1, 1, layout.RELATIVE, BASES, ORIGIN)
    rows.pool.replace_pending(Later, (None, None))
    rows.add("c", "c", 2, 3, 1, 1, layout.RELATIVE, later, ORIGIN)
    rows.pool.replace_pending(Later, ("x:", "embedded"))
    assert [each.bases for each in page(pages, rows).occurrences()] == [(None, None), BASES, ("x:", "embedded")]


def test_a_table_knows_when_another_one_emptied_its_pool(pages):
    pool = pages.Pool()
    rows, others = table(pages, 1, pool=pool), table(pages, pool=pool)
    others.add("x:", "x:", 2, 4, 1, 1, layout.URI, ("o:", "o"), Origin("other"), "p", "cite")
    page(pages, rows, others=True)
    page(pages, others)
    rows.add("y:", "y:", 5, 7, 1, 1, layout.URI, BASES, ORIGIN, "q", "cite")
    (found,) = page(pages, rows).occurrences()
    assert (found.bases, found.origin, found.element, found.attribute) == (BASES, ORIGIN, "q", "cite")


def test_changing_a_row_does_not_change_other_rows(pages):
    rows = table(pages, 1, 2, 3)
    rows.move_to(1, 20, 30, 40, 50)
    rows.set_raw(1, "raw")
    rows.set_details(1, field="t")
    rows.set_element(1, "a")
    rows.set_bases(1, ("b:", "x"))
    first, second, third = page(pages, rows).occurrences()
    assert (first, third) == tuple(page(pages, table(pages, 1, 3)).occurrences())
    assert second == (
        "http://h2.example/", "raw", 20, 30, 40, 50, "whitespace", "uri", ("b:", "x"), "a", None, None, None, ORIGIN,
        Details(field="t"), None,
    )  # fmt: skip


@pytest.mark.parametrize("others", [False, True])
def test_pages_are_taken_piece_by_piece(pages, others):
    pool = pages.Pool()
    rows, waiting = table(pages, *range(100), pool=pool), table(pages, pool=pool)
    if others:
        waiting = table(pages, 200, pool=pool)
    taken = [page(pages, rows, count, others) for count in (0, 1, 49, 50)]
    assert [starts(each) for each in taken] == [[], [0], list(range(1, 50)), list(range(50, 100))]
    references = [each.reference for found in taken for each in found.occurrences()]
    assert references == [f"http://h{start}.example/" for start in range(100)]
    assert starts(page(pages, waiting)) == [200] * others


def test_a_pool_forgets_what_no_row_needs(pages):
    pool = pages.Pool()
    rows = pages.Rows(pool)
    for start in range(20_000):
        rows.add(f"x:{start}", f"X:{start}", start, start + 1, 1, 1, layout.URI, BASES, ORIGIN, "a", "href")
        rows.set_link_text(start, b"t%d" % start)
        rows.set_rel(start, "up")
    before = page(pages, rows, 19_990)
    pages.compact(pool, [rows])
    assert len(pool.objects) < 50
    after = page(pages, rows)
    assert [each.reference for each in after.occurrences()] == [f"x:{start}" for start in range(19_990, 20_000)]
    assert [each.raw for each in after.occurrences()] == [f"X:{start}" for start in range(19_990, 20_000)]
    assert [each.text for each in after.occurrences()] == [f"t{start}" for start in range(19_990, 20_000)]
    every = (*before.occurrences(), *after.occurrences())
    assert {(*each[8:11], each.rel, each.origin) for each in every} == {(BASES, "a", "href", "up", ORIGIN)}


@pytest.mark.parametrize(("begin", "count"), [(0, 0), (0, 3), (1, 1), (2, 1)])
def test_rows_of_a_page_are_added_to_a_table_of_another_pool(pages, begin, count):
    rows = table(pages, 1, 2, 3)
    rows.set_link_text(1, b"text")
    rows.set_rel(1, "up")
    rows.set_raw(2, "raw")
    rows.set_element(2, "a")
    first = page(pages, rows)
    others = table(pages, 9)
    others.add_page(first.part(begin, begin + count))
    added = page(pages, others).occurrences()[1:]
    assert added == first.occurrences()[begin : begin + count]
