"""XML documents: the references in them, their positions and their targets."""

import ast
import json
import random
from pathlib import Path

import pytest

from uri_extract import Scanner, UriExtractError, extract_text
from uri_extract.limits import MAX_BASE, MAX_REFERENCE
from uri_extract.markup.urls import url
from uri_extract.markup.xml.names import SLOTS
from uri_extract.markup.xml.scanner import XmlScanner
from uri_extract.text.options import ScanOptions

from .cases import random_documents
from .deviations import DEVIATIONS
from .documents import BASES, FOUND, LARGE, OWN
from .scanning import VARIANTS, scan

SHARED = Path(__file__).parent.parent.parent.parent.parent / "shared"


def short(data, **options):
    """Return the references, except for the names of namespaces."""
    return [
        (each.element, each.attribute, each.reference)
        for each in scan(data, **options)[0]
        if not (each.delimiter == "quote" and each.attribute is None and f'="{each.reference}"' in data)
    ]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("document", "expected"), FOUND, ids=[each[0] for each in FOUND])
def test_references_are_found_with_their_element_and_attribute(document, expected, variant):
    for chunk in (None, 1, 5):
        assert short(document, variant=variant, chunk=chunk) == expected


@pytest.mark.parametrize(("document", "targets"), BASES, ids=[each[0] for each in BASES])
def test_references_resolve_against_the_base_of_their_element(document, targets):
    for chunk in (None, 1, 7):
        found, problems, _ = scan(document, chunk)
        assert [each.target for each in found if each.kind == "relative"] == targets
        assert problems == []


def test_where_a_base_comes_from():
    found = scan("<a xlink:href='x'><b xml:base='/e/' xlink:href='y'/></a>")[0]
    assert [each.base_from for each in found] == ["retrieval", "retrieval", "embedded"]
    assert [each.base for each in found] == [OWN, OWN, "http://own.example/e/"]
    found = scan("<a xml:base='http://b.example/'><b xlink:href='y'/></a>", base=None)[0]
    assert [each.target for each in found] == ["http://b.example/", "http://b.example/y"]


@pytest.mark.parametrize("base", ["e/", "http://["])
def test_a_base_that_cannot_serve_is_a_problem_and_that_around_it_serves(base):
    document = f"<a xml:base='{base}'><b xlink:href='x'/><c xml:base='{base}'/></a>"
    found, problems, _ = scan(document, base=None if base == "e/" else OWN)
    assert [each.kind for each in problems] == ["unusable-base"]
    assert [each.target for each in found if each.reference == "x"] == [
        None if base == "e/" else "http://own.example/d/x"
    ]


@pytest.mark.parametrize("base", ["x" * (MAX_BASE + 1), "\u00e9" * (MAX_BASE // 6 + 1)])
def test_a_base_that_is_too_long_is_a_problem_and_what_is_relative_to_it_has_no_target(base):
    document = f"<a><b xml:base='{base}'><c xlink:href='x'/><c xml:base='http://b.example/' xlink:href='y'/></b></a>"
    found, problems, _ = scan(document)
    assert [each.kind for each in problems] == ["unusable-base"]
    assert [(each.target, each.base) for each in found if each.reference == "x"] == [(None, None)]
    assert [each.target for each in found if each.reference == "y"] == ["http://b.example/y"]


def test_an_entity_in_a_reference_is_a_problem_and_left_as_written():
    document = (
        "<!DOCTYPE a [<!ENTITY h 'http://h.example/'>]><a xlink:href='&h;x'><b xlink:href='&h;y'/>&h; &eacute;</a>"
    )
    found, problems, _ = scan(document)
    assert [each.reference for each in found] == ["http://h.example/", "&h;x", "&h;y"]
    assert [each.kind for each in problems] == ["entity"]
    assert scan("<a xlink:href='x?a&b=1'>&eacute;</a>")[1] == []


def test_max_held_limits_how_many_references_wait_for_a_base():
    document = b"<html>" + b"<a href='x'/>" * 5 + b"<base href='/a/'/><a href='y'/></html>"
    for limit, before in ((100, "a"), (6, "a"), (5, "d"), (1, "d")):
        for chunk in (None, 1, 7):
            found, problems, _ = scan(document, chunk, max_held=limit)
            assert [each.target for each in found] == [
                *[f"http://own.example/{before}/x"] * 5, "http://own.example/a/", "http://own.example/a/y",
            ]  # fmt: skip
            assert [each.kind for each in problems] == ["late-base"] * (before == "d")


def test_nothing_is_held_back_where_no_base_can_come():
    scanner = XmlScanner(base=OWN)
    assert sum(len(scanner.feed(part)) for part in [b"<rss><link>x</link>", *[b"<p/>" * 500] * 20]) == 1


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("charset", [None, "utf-16", "utf-16-be", "windows-1252", "utf-32-le", "cp037"])
def test_chunks_do_not_matter_and_places_are_those_of_the_source(charset, variant):
    data = "".join([LARGE] * 3).encode(charset or "utf-8")
    whole = scan(data, charset=charset, variant=variant)
    assert len(whole[0]) == 57
    for chunk in (1, 7, 64, 1000):
        assert scan(data, chunk, charset=charset, variant=variant) == whole
    assert whole == scan(data, charset=charset, variant=VARIANTS[0])
    assert [each.start for each in whole[0]] == sorted(each.start for each in whole[0])
    codec = {"utf-16": "utf-16-le"}.get(charset, charset) or "utf-8"
    line_feed = "\n".encode(codec)
    for each in whole[0]:
        assert data[each.start : each.end] == each.raw.encode(codec)
        assert each.line == data.count(line_feed, 0, each.start) + 1
        last = data.rfind(line_feed, 0, each.start)
        assert each.column == each.start + 1 - (last + len(line_feed) if last >= 0 else 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_cut_gives_the_same_records(variant):
    dice = random.Random(21)
    for document in random_documents(dice, 400 if variant == "compiled" else 40):
        data = b" " * dice.choice((0, 1000)) + document  # the encoding is known before that, or after it
        whole = scan(data, variant=variant)
        for chunk in (1, 3, 50):
            assert scan(data, chunk, variant=variant) == whole, (data, chunk)
        for each in whole[0]:
            raw = data[each.start : each.end]
            assert each.raw in (raw.decode("utf-8", "surrogateescape"), raw.decode("windows-1252", "replace"))


@pytest.mark.skipif(len(VARIANTS) == 1, reason="one variant alone")
def test_the_variants_find_the_same():
    dice = random.Random(22)
    for document in random_documents(dice, 400):
        assert scan(document, 50, "compiled") == scan(document, 50, "interpreted"), document


def test_lines_of_pages_are_those_of_the_occurrences():
    data = LARGE.encode()
    for value in ("target", "reference", "raw"):
        scanner = Scanner("application/xml", base=OWN)
        lines = b"".join(scanner.read(data[at : at + 50]).lines(value) for at in range(0, len(data), 50))
        lines += scanner.read(b"", final=True).lines(value)
        assert lines.decode() == "".join(f"{getattr(each, value) or each.reference}\n" for each in scan(data)[0])
    with pytest.raises(UriExtractError):
        scanner.feed(b"")


def test_line_breaks_in_attributes_are_blanks_and_in_elements_nothing():
    document = "<rss><enclosure url=' a\nb\tc\r\nd\re&#10;f&#9;g '/><link>\n http://h.example/a\nb\n</link></rss>"
    for chunk in (None, 1):
        found = scan(document, chunk)[0]
        assert [each.reference for each in found] == ["a b c d efg", "http://h.example/ab"]
        assert found[0].raw == "a\nb\tc\r\nd\re&#10;f&#9;g"
        assert found[0].target == "http://own.example/d/a%20b%20c%20d%20efg"


def test_every_deviation_names_a_test_that_exists():
    for deviation in DEVIATIONS:
        file, _, name = deviation.test.partition("::")
        tree = ast.parse((Path(__file__).parent / file).read_text(encoding="utf-8"))
        assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, deviation
        assert deviation.what
        assert deviation.why
    assert len({deviation.name for deviation in DEVIATIONS}) == len(DEVIATIONS)


def test_a_delimiter_says_what_ends_a_reference():
    found = scan("<rss a='http://a.example/'><link>http://b.example/</link><p>http://c.example/</p></rss>")[0]
    assert [each.delimiter for each in found] == ["attribute", "element", "whitespace"]


def test_options_of_text_are_options_of_xml():
    document = "<p>www.example.org hxxp://a[.]example/ ada&#64;example.org <link>x</link></p>"
    found = scan(document, suffix=True, mail_addresses=True, refang=True)[0]
    assert [each.target for each in found] == ["http://www.example.org", "http://a.example/", "mailto:ada@example.org"]
    for each in found:
        assert document[each.start : each.end] == each.raw


def test_a_reference_over_the_limit_is_a_problem():
    long = "x" * (MAX_REFERENCE + 10)
    for document in (
        f"<rss><enclosure url='{long}'/><link>y</link></rss>",
        f"<rss><link>{long}</link><link>y</link></rss>",
    ):
        for chunk in (None, 1 << 16):
            found, problems, _ = scan(document, chunk)
            assert [each.reference for each in found] == ["y"]
            assert [each.kind for each in problems] in (["reference-too-long"], ["content-too-long"])


# -- browsers ------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
def test_links_are_those_of_browsers():
    cases = [json.loads(line) for line in (SHARED / "cases/html/browser.jsonl").read_text("utf-8").splitlines()]
    cases = [case for case in cases if "xml" in case["contentType"]]
    assert cases
    for case in cases:
        found, problems, base = scan(case["html"], base=case["url"])
        ours = [(each.element, each.attribute, each.reference) for each in found if each.delimiter == "attribute"]
        assert ours == [(element, attribute, url(value).text) for element, attribute, value, _ in case["links"]]
        assert base == case["baseURI"]
        assert problems == []


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
def test_no_uri_of_text_is_lost():
    # References that the plain-text scanner finds between tags are found, alone or in a longer reference.
    for path in sorted(SHARED.glob("corpora/**/*.xml"))[:120]:
        data = path.read_bytes()
        ours = [each.reference for each in scan(data)[0]]
        for each in extract_text(data):
            if each.delimiter == "whitespace" and "&" not in each.raw and each.reference.isascii():
                assert any(each.reference in found for found in ours), (path, each)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("value", ["/=", "//=", "x=", "=", "http:="])
def test_the_apostrophe_that_closes_a_value_is_masked_only_where_a_reference_could_go_on_with_it(value, variant):
    found = scan(f"<a b='{value}'http://a.example/'/>", variant=variant)[0]
    expected = "http://a.example/" if ":" not in value else "http://a.example/'/"
    assert [each.reference for each in found if each.delimiter == "whitespace"] == [expected]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("chunk", [None, 1, 7])
def test_a_tag_after_a_reference_in_text_is_not_a_placeholder(chunk, variant):
    found = scan("<urlset><url>http://a.example/<loc>x</loc></url></urlset>", chunk, variant=variant)[0]
    assert [(each.reference, each.partial) for each in found] == [("http://a.example/", False), ("x", False)]


def test_without_places_the_same_references_are_found():
    def references(**options):
        scanner = XmlScanner(ScanOptions(**options), base=OWN)
        page = scanner.read(LARGE.encode() * 2, final=True)
        return [(each.reference, each.target, each.element, each.attribute) for each in page.occurrences()]

    assert references(places=False) == references()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "tag",
    [
        "<rdf:li xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' resource='x' rdf:about='y' z='w'/>",
        "<a xmlns='http://www.w3.org/1999/xhtml' href='x' Href='y' data-x='z' xmlns:q='w'/>",
        "<image xmlns='http://www.w3.org/2000/svg' href='x' q='y' style='fill: url(#a)'/>",
        "<channel xmlns='http://purl.org/rss/1.0/' about='x' resource='y' q='z'/>",
        "<r href='x' src='y' q='//z.example/' namespace='v' xmlns:p='http://p.example/' p:q='u'/>",
        "<unknown lin\u212a='x' url='y'/>",
    ],
)
def test_attributes_are_read_the_same_beyond_the_names_that_have_numbers(variant, tag):
    """The elements before the tag fill the table of names."""
    fill = "".join(f"<f a{number}='b'/>" for number in range(4 * SLOTS))
    found = {}
    for filled in ("", fill):
        records, problems, _ = scan(f"<d>{filled}{tag}</d>", variant=variant)
        assert problems == []
        found[filled] = [(each.reference, each.target, each.element, each.attribute, each.kind) for each in records]
    assert found[""] == found[fill]


@pytest.mark.parametrize("variant", VARIANTS)
def test_start_tags_that_repeat_declarations_are_counted_as_others_are(variant):
    inner = "<a xmlns='u'><a xmlns='u'><b xlink:href='p'/></a><a xmlns='u'/></a>"
    text = f"<r><a xmlns='u' xml:base='http://h.example/1/'>{inner * 3}<b xlink:href='q'/></a><b xlink:href='r'/></r>"
    found, _, base = scan(text, variant=variant)
    targets = [each.target for each in found if each.attribute == "xlink:href"]
    assert targets == [*["http://h.example/1/p"] * 3, "http://h.example/1/q", base[: base.rindex("/") + 1] + "r"]
