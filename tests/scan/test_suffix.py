"""References without a scheme (RFC 3986 §4.5) and mail addresses are found if options ask for them, and only then."""

import random
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from tests.scanners import Scanner

from gold import read_gold
from uri_extract import extract, extract_text
from uri_extract.formats import TextScanner
from uri_extract.scan import kernels, rows, suffix_kernel
from uri_extract.scan._kernel import Windows
from uri_extract.text.options import ScanOptions

from .shapes import FRAGMENTS, SHAPES, repeated

CORPORA = Path(__file__).parent.parent.parent / "corpora"
NAMES, ADDRESSES = (read_gold(CORPORA / "suffix" / f"{name}.txt") for name in ("names", "addresses"))
SNIPPETS = [
    pytest.param(snippet, options, id=f"{next(iter(options))}: {snippet.title}")
    for snippets, options in ((NAMES, {"suffix": True}), (ADDRESSES, {"mail_addresses": True}))
    for snippet in snippets
]
BOTH = {"suffix": True, "mail_addresses": True}
COMPILED = "compiled" in kernels
VALUES = {("wrapped", "no"): None, ("prefix", "none"): None, ("alternates", "none"): ()}

every_snippet = pytest.mark.parametrize(("snippet", "options"), SNIPPETS)


def scan(data, kernel, cuts=(), **options):
    """Return the occurrences in ``data``, cut at these positions."""
    scanner = Scanner(kernel=kernel, **(options or BOTH))
    found = []
    for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
        found += scanner.feed(data[begin:end])
    return found + scanner.close()


def references(found):
    return [each.reference for each in found]


# -- references that are found --------------------------------------------------------------------------------------


def test_suffixes_have_enough_cases():
    assert len(SNIPPETS) > 80
    assert sum(snippet.nothing for snippet in NAMES + ADDRESSES) > 30


@every_snippet
def test_finds_what_the_author_meant(snippet, options, kernel):
    found = scan(snippet.data, kernel, **options)
    assert references(found) == references(snippet.expected)
    for occurrence, expected in zip(found, snippet.expected, strict=True):
        for name, value in expected.fields.items():
            assert getattr(occurrence, name) == VALUES.get((name, value), value), name


@every_snippet
def test_both_options_together_change_nothing_of_either(snippet, options, kernel):
    one, both = scan(snippet.data, kernel, **options), scan(snippet.data, kernel)
    assert set(one) <= set(both)
    assert all(a.end <= b.start for a, b in pairwise(both))


@every_snippet
def test_chunks_make_no_difference(snippet, options, kernel):
    whole = scan(snippet.data, kernel, **options)
    for size in (1, 2, 3, 7, 64):
        assert scan(snippet.data, kernel, range(size, len(snippet.data), size), **options) == whole, size


@every_snippet
def test_line_ends_make_no_difference(snippet, options):
    found = [references(extract_text(data, **options)) for data in (snippet.data, snippet.data + b"\n")]
    assert found[0] == found[1]
    if b"\r" not in snippet.data:
        assert references(extract_text(snippet.data.replace(b"\n", b"\r\n"), **options)) == found[0]


@every_snippet
def test_a_suffix_reference_is_found_only_on_request(snippet, options):
    found = list(extract_text(snippet.data))
    assert all(each.kind == "uri" for each in found)
    assert set(references(found)) >= {each.reference for each in snippet.expected if each.fields.get("kind") == "uri"}


def test_a_record_is_where_it_says(kernel):
    for snippet in NAMES + ADDRESSES:
        for each in scan(snippet.data, kernel):
            raw = snippet.data[each.start : each.end]
            assert each.raw in (raw.decode("utf-8", "surrogateescape"), raw.decode("windows-1252", "replace"))
            assert each.line == 1 + snippet.data.count(b"\n", 0, each.start)


# -- fields ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("www.example.org/x", {"kind": "suffix", "valid": True, "errors": (), "base": None, "hazards": ()}),
        ("www.example.org/%zz", {"kind": "suffix", "valid": False, "target": None}),
        ("www.example.org/a{b}c", {"valid": False, "target": None}),
        ("www.b\xfccher.example/", {"kind": "suffix", "valid": True, "target": "http://www.xn--bcher-kva.example/"}),
        ("FTP.example.org", {"target": "ftp://FTP.example.org"}),
        ("www.example.org:443", {"target": "https://www.example.org:443"}),
        ("www.example.org/:443", {"target": "http://www.example.org/:443"}),
        ("ada@example.org", {"raw": "ada@example.org", "reference": "mailto:ada@example.org", "valid": True}),
        ("r&d@example.org", {"raw": "r&d@example.org", "reference": "mailto:r%26d@example.org", "valid": True}),
        ("ada@example.org", {"target": "mailto:ada@example.org", "start": 0, "end": 15, "wrapped": None}),
        ("<www.example.org/x-\ny>", {"alternates": ("www.example.org/xy",), "reference": "www.example.org/x-y"}),
    ],
)
def test_each_field_has_its_value(text, fields):
    [found] = extract_text(text, **BOTH)
    assert {name: getattr(found, name) for name in fields} == fields


def test_an_invalid_one_says_why():
    [found] = extract_text("www.example.org/%zz", suffix=True)
    [error] = found.errors
    assert "path" in error


def test_every_way_in_takes_the_options(tmp_path):
    text = "www.example.org ada@example.org http://a.example/"
    (tmp_path / "a.txt").write_text(text)
    for options, count in (({}, 1), ({"suffix": True}, 2), ({"mail_addresses": True}, 2), (BOTH, 3)):
        assert len(list(extract_text(text, **options))) == count
        assert len(list(extract(tmp_path, **options))) == count
        scanner = Scanner("text/plain", **options)
        assert len(scanner.feed(text.encode()) + scanner.close()) == count


@pytest.mark.parametrize("value", ["target", "reference"])
def test_lines_say_what_occurrences_say(kernel, value):
    for snippet in NAMES + ADDRESSES:
        scanner = TextScanner(ScanOptions(kernel=kernel, **BOTH))
        lines = scanner.read(snippet.data).lines(value) + scanner.read(b"", final=True).lines(value)
        said = [getattr(each, value) or each.reference for each in scan(snippet.data, kernel)]
        assert lines.decode("utf-8", "surrogateescape").split("\n") == [*said, ""]


def test_a_row_of_its_own_kind(kernel):
    scanner = suffix_kernel(kernel)()
    scanner.load(b"<www.example.org/x> ada@example.org", 0, 0, True)
    assert not scanner.scan()
    assert scanner.count == 2
    first, second = scanner.table[: rows.WIDTH], scanner.table[rows.WIDTH : 2 * rows.WIDTH]
    assert list(first) == [1, 18, 1, rows.SUFFIX | rows.ANGLE, 0, 0]
    assert list(second) == [20, 35, 20, rows.MAIL, 0, 0]


def test_the_variant_is_the_one_asked_for(kernel):
    assert suffix_kernel(kernel)().compiled is kernel().compiled
    assert suffix_kernel()().compiled is COMPILED


def test_more_than_fit_come_in_several_steps(kernel):
    count = rows.ROWS + 100
    found = scan(b"<www.example.org/\nx> ada@example.org " * (count // 2), kernel)
    assert len(found) == count
    assert set(references(found)) == {"www.example.org/x", "mailto:ada@example.org"}


def test_one_too_long_is_a_problem_and_reading_goes_on(kernel):
    problems = []
    scanner = Scanner(kernel=kernel, on_problem=problems.append, **BOTH)
    found = scanner.feed(b"www.example.org/" + b"x" * (1 << 20) + b" www.example.net") + scanner.close()
    assert references(found) == ["www.example.net"]
    assert [each.kind for each in problems] == ["reference-too-long"]


# -- chunks, kernels, and linear time ---------------------------------------------------------------------------------

MORE = (
    *FRAGMENTS, "www.", "www.a.org", "ftp.", ".org", "/x", "a.com/", "a.com", "@", "@b.org", "a@b.org", "<a@b.org>",
    '"www.a.org/x"', "Message-ID:", "...", "=\n", "co.uk", "\u8bf7", "\u201c", "xn--", "_", "com.", "References: ",
)  # fmt: skip

#: Units that are repeated up to the size of the test.
HOSTILE = (
    ".", "@", "a.", "a.b", "a.a.a.", "@@", "a@", "a@a", "a@a.", "a@a.b", "a@b.org", "www.", "www.www.", "www.a.",
    "www.a.org", "www.a.org/", "www.a.org,", "www.a.org:", "www.a.org ", "www.a.org\n", "www.a.org/\n", "<www.a.org/\n",
    "<www.a.org ", '"www.a.org/x ', "www.a.org:80", "a.com/", "a.com//", "a.com,", "a.com ", "a.b.com/ ", "//a.com/ ",
    "\na.com/x", "x\na.com/", "//x\na.com/", "-\na.com/x", "<a@b.org", "<a@b.org>", "<a@b.org> ", "<a@b.org>\n> ",
    "Message-ID:<a@b.org>", "message <a@b.org>", "a@b.org:", ":a@b.org", "a:a@b.org ", "//a:a@b.org ", "****a@b.org ",
    "\u8bf7", "\u8bf7www.a.org", "\u8bf7.", "\u8bf7.com/", "\u201c.",
    "www.\u8bf7.org/", "a@\u8bf7.", b"\xe8.", b"\xff@",
    "...", "..a", "a..", "...www.a.org", "-.", "_.", "a-", "a-.", "a--a.com/", "xn--a.com/", "com.a.b.org/",
    64 * "a" + ".", 63 * "a" + ".", 64 * "a" + "@b.org", "a" + 64 * ".", "a" + 64 * "." + "@b.org ", 30 * "a.b" + "@",
    100 * "a." + "org/x ", "www." + 200 * "a." + "org ", "=\nwww.a.org", "=\na@b.org ", "+a@b.org", "+" * 60 + "@",
    "<" + 60 * " " + "a@b.org", "id" + 60 * " " + "<a@b.org> ", "> > > > a@b.org\n", "www.a.org/[", "www.a.org/{",
    "www.a.org?", "www.a.org#", "www.a.org&", "www.a.org(", "WWW.A.ORG:1", "http://www.a.org ", "mailto:a@b.org ",
    "a:a.",
)  # fmt: skip

UNCLOSED = (
    ("<www.a.org/", "some words of a text that goes on\n"), ("<www.a.org/", "x\n"), ("www.", "a"), ("www.", "a."),
    ("www.a.org/", "a"), ("www.a.org/-\n", "a"), ("a@", "a"), ("a@", "a."), ("www.a.org/", "."), ("www.a.org:", "1"),
    ("<a@b.org", " "), ("", "a"), ("", "a."), ("", " "),
)  # fmt: skip


def documents(seed, count):
    dice = random.Random(seed)
    for number in range(count):
        document = bytearray("".join(dice.choices(MORE, k=dice.randint(2, 50))).encode())
        for _ in range(3 if number % 5 == 0 else 0):
            document[dice.randrange(len(document))] = dice.randrange(256)
        yield bytes(document)


DOCUMENTS = list(documents(5, 1500 if COMPILED else 300))


def test_every_cut_gives_the_same(kernel):
    dice = random.Random(7)
    for data in DOCUMENTS if kernel is kernels.get("compiled") else DOCUMENTS[:150]:
        whole = scan(data, kernel)
        places = range(1, len(data))
        for cuts in (places, sorted(dice.choices(places, k=4)), [dice.choice(places)]):
            assert scan(data, kernel, cuts) == whole, (data, cuts)


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason="one kernel alone")
def test_the_kernels_find_and_count_the_same():
    for data in [*DOCUMENTS, *(repeated(unit, 1000) for unit in (*HOSTILE, *SHAPES))]:
        assert scan(data, kernels["compiled"]) == scan(data, kernels["interpreted"]), data
        counts = {examined(data, 64, kernels[name]) for name in ("compiled", "interpreted")}
        assert len(counts) == 1, data


def test_without_either_option_the_plain_kernel_reads():
    for data in DOCUMENTS[:100]:
        assert scan(data, None, suffix=False, mail_addresses=False) == list(extract_text(data))


def test_the_fragments_make_such_references():
    found = [each for data in DOCUMENTS for each in scan(data, None)]
    assert {each.delimiter for each in found if each.kind == "suffix"} == {"angle", "quote", "whitespace"}
    assert sum(each.kind == "suffix" for each in found) > len(DOCUMENTS) / 4


def examined(data, chunk, kernel=None):
    windows = Windows(kernel if isinstance(kernel, partial) else suffix_kernel(kernel))
    for start in range(0, len(data), chunk or max(1, len(data))):
        for _ in windows.feed(data[start : start + chunk] if chunk else data):
            pass
    for _ in windows.close():
        pass
    return windows.kernel.examined


class Watched(bytes):
    """Bytes that count how often they are indexed."""

    taken = 0

    def __getitem__(self, place):
        part = super().__getitem__(place)
        Watched.taken += len(part) if isinstance(place, slice) else 1
        return part


@pytest.mark.long
def test_the_counter_leaves_nothing_out():
    for unit in HOSTILE:
        data = Watched(repeated(unit, 3000))
        kernel = suffix_kernel(kernels["interpreted"])()
        kernel.load(data, 0, 0, True)
        Watched.taken = 0
        while kernel.scan():
            pass
        assert Watched.taken <= 30 * len(data), unit


SIZE = 16384 if COMPILED else 4096


@pytest.mark.long
@pytest.mark.parametrize("unit", [*HOSTILE, *SHAPES], ids=repr)
def test_a_hostile_shape_is_examined_a_few_times(unit):
    # Each byte is examined once for each of three anchors, up to four times around them, and once to check if the text
    # after a word of the next line is a copy in brackets.
    data = repeated(unit, SIZE)
    assert examined(data, None) <= 8 * SIZE
    assert max(examined(data, chunk) for chunk in (1, 7, 64, 4096)) <= 9 * SIZE
    assert examined(data, None) < 2.3 * examined(data[: SIZE // 2], None)


@pytest.mark.long
@pytest.mark.parametrize("unit", [*HOSTILE, "1.2.3.4", "1.2.3.4 ", "1.2.3.4/24 ", "1.", "a.com ", "a.com,"], ids=repr)
def test_examinations_are_bounded_if_every_name_or_none_has_a_mark(unit):
    data = repeated(unit, SIZE)
    for answer in (True, False):
        kernel = partial(suffix_kernel(), names=False, mails=False, marked=lambda *_, answer=answer: answer)
        assert max(examined(data, chunk, kernel) for chunk in (None, 1, 7, 64)) <= 9 * SIZE


@pytest.mark.skipif(not COMPILED, reason="one kernel alone")
def test_the_kernels_agree_on_names_with_a_mark():
    def read(name, data):
        marked = lambda start, end: (start + end) % 3 > 0  # noqa: E731
        kernel = suffix_kernel(kernels[name])(1 << 20, False, False, marked)
        kernel.load(data, 0, 0, True)
        kernel.scan()
        return list(kernel.table[: rows.WIDTH * kernel.count]), kernel.examined

    for data in DOCUMENTS:
        assert read("compiled", data) == read("interpreted", data), data


@pytest.mark.parametrize(("before", "unit"), UNCLOSED, ids=repr)
def test_bytes_of_an_unclosed_construct_are_examined_twelve_times_at_most(before, unit):
    data = before.encode() + repeated(unit, SIZE)
    assert examined(data, None) <= 10 * len(data)
    assert max(examined(data, chunk) for chunk in (1, 7, 64, 4096)) <= 12 * len(data)


def test_mixtures_of_fragments_are_examined_ten_times_at_most():
    dice = random.Random(1)
    for _ in range(600 if COMPILED else 60):
        data = repeated("".join(dice.choices(MORE, k=dice.randint(1, 9))), 4096)
        assert max(examined(data, chunk) for chunk in (None, 7, 64)) <= 10 * len(data), data[:90]


@pytest.mark.parametrize("name", ["a.org/", "www.a.example/x", "a@b.example", "www.\u00e9.example/x"])
def test_the_name_of_a_namespace_without_a_scheme_is_not_a_link(name):
    (found,) = extract_text(f"<r xmlns='{name}'>", suffix=True, mail_addresses=True)
    assert found.kind == "namespace"
    assert found.as_dict()["kind"] == "namespace"


@pytest.mark.parametrize("name", ["a.org/", "www.a.example/x", "a@b.example", "www.\u00e9.example/x"])
def test_all_ways_of_reading_a_row_say_the_same_of_such_a_name(name):
    # Records are made from occurrences, and columns are made from cells.
    scanner = TextScanner(ScanOptions(suffix=True, mail_addresses=True), base="http://b.example/")
    page = scanner.read(f"{name} xmlns='{name}' http://c.example/".encode(), final=True)
    fields = ("reference", "target", "kind", "base", "base_from", "valid")
    columns = page.columns(fields)
    assert columns == {field: [getattr(each, field) for each in page.occurrences()] for field in fields}
