"""Pages: values computed for rows equal those of their occurrences, in both variants."""

import pickle

import pytest

from uri_extract.rows import layout
from uri_extract.rows.details import NO_DETAILS, NO_ORIGIN, Details, Origin
from uri_extract.uri.components import form_of

from .cases import VARIANTS, page, table

REFERENCES = (
    *("", "#s", "?q", "#s/.t", "p", "p/", "./p", "../p", "../../p", "../../../p", ".", "..", ".p", "p/.q", "p/../q"),
    *("/", "/p", "/p/../q", "/./p", "//h.example/p", "//h.example", "p q", "%zz", "/%zz", "//", "p:q", "1:2", "http:"),
    *("http://h.example/p", "HTTP://H.example/../p", "http://[::1]/p", "http://u@h.example/", "mailto:a@b.example"),
    *("http://h.example/\u00e9", "\u00e9", "/\u00e9?\u00e9", "http://h.example/a b", "javascript:void(0)", "p;q=1?r#s"),
    "a\udce9",
)
BASES = (
    *("http://b.example/d/e?f#g", "http://b.example", "http://b.example/d/../e", "file:///d/e", "urn:d:e", "mailto:d"),
    *("http://b.example/d?e", "no URI", "//b.example/", "", None, "https:"),
)
FORMS = {"uri": layout.URI, "iri": layout.IRI, "relative": layout.RELATIVE}


def of_all_kinds(pages, base):
    rows = pages.Rows(pages.Pool())
    for kind in (layout.URI, layout.IRI, layout.RELATIVE):
        for reference in REFERENCES:
            bits = kind | layout.ATTRIBUTE
            rows.add(reference, reference, 0, 1, 1, 1, bits, (base, "retrieval"), NO_ORIGIN, "a", "href")
    for reference in REFERENCES:
        bits = FORMS[form_of(reference)] | layout.NAMESPACE | layout.ATTRIBUTE
        rows.add(reference, reference, 0, 1, 1, 1, bits, (base, "retrieval"), NO_ORIGIN, "a", "xmlns")
    return page(pages, rows)


@pytest.mark.parametrize("base", BASES)
def test_targets_of_a_page_are_those_of_its_occurrences(pages, base):
    found = of_all_kinds(pages, base)
    occurrences = found.occurrences()
    assert len(occurrences) == 4 * len(REFERENCES)
    assert found.targets() == [each.target for each in occurrences]
    lines = [(each.target or each.reference).encode("utf-8", "surrogateescape") + b"\n" for each in occurrences]
    assert found.lines() == b"".join(lines)
    assert found.lines("reference") == b"".join(
        each.reference.encode("utf-8", "surrogateescape") + b"\n" for each in occurrences
    )


@pytest.mark.parametrize("base", BASES)
def test_columns_of_a_page_are_those_of_its_occurrences(pages, base):
    found = of_all_kinds(pages, base)
    names = list(found.occurrence(0).as_dict())
    columns = found.columns(names)
    assert list(columns) == names
    for name in names:
        assert list(columns[name]) == [getattr(each, name) for each in found.occurrences()], name


# References with hazards, with another URI inside, and with a target that depends on the encoding of the page.
REMARKABLE = (
    *(
        "http://u:p@h.example/",
        "http://0x7f.1/",
        "http://%61.example/",
        "http://\uff41.example/",
        "http://b\xfc.example/",
    ),
    *(
        "http://b\xfc%FF.example/",
        "http://b\xfc%2F.example/",
        "http://" + "b\xfc." * 600 + "x/",
        "http://\u212a.example/",
    ),
    *(
        "http://p\u0430ypal.example/",
        "http://xn--pypal-4ve.example/",
        "http://a\u200bb.example/",
        "http://h.example:22/",
    ),
    *("data:text/plain,x", "DATA:application/pdf,x", "data:image/png,x", "data:text/html,x", "javascript:go()"),
    *("http://h.example/?u=http://i.example/", "http://h.example/?u=http%253A%252F%252Fi.example%252F"),
    *("https://www.google.com/url?q=http://i.example/", "https://www.google.com:22/url?q=%2568ttp://i.example/"),
    *(
        "http://h.example/%00\\",
        "http://h.example/?\xfc",
        "http:\u202eh",
        "ldap://b\xfc.example/",
        "http://h.example/a/../b",
    ),
    "http://b\xfc.example/a/../b",
)


@pytest.mark.parametrize("attribute", ["href", "src", None])
@pytest.mark.parametrize("text", [None, "http://h.example/", "http://i.example/", "two words.", "plain"])
@pytest.mark.parametrize("bases", [(None, "default"), ("http://b.example/", "embedded", "cp1252")])
def test_computed_columns_of_remarkable_rows_equal_the_fields_of_their_occurrences(pages, attribute, text, bases):
    rows = pages.Rows(pages.Pool())
    for reference in REMARKABLE:
        bits = FORMS[form_of(reference)] | (layout.ATTRIBUTE if attribute else layout.WHITESPACE)
        row = rows.add(reference, reference, 0, 1, 1, 1, bits, bases, NO_ORIGIN, attribute and "a", attribute)
        if text is not None:
            rows.set_link_text(row, text.encode())
    found = page(pages, rows)
    computed = ("target", "valid", "errors", "hazards", "unwrapped")
    columns = found.columns(computed)
    for row, each in enumerate(found.occurrences()):
        assert tuple(columns[name][row] for name in computed) == tuple(getattr(each, name) for name in computed), each


def test_occurrences_have_the_hash_of_their_fields(pages):
    for occurrence in of_all_kinds(pages, BASES[0]).occurrences():
        assert hash(occurrence) == hash(tuple(occurrence)) == hash(type(occurrence)(*occurrence))


def test_occurrences_that_share_values_are_those_that_are_made_alone(pages):
    """One of the values changes from row to row, and takes more values than the cache of shared values has."""
    rows = pages.Rows(pages.Pool())
    for changing in ("bits", "bases", "element", "attribute", "rel", "origin", "details", "raw", "text", None):
        for number in range(80):
            kind, delimiter = (number % 3, number % 11) if changing == "bits" else (0, 1)
            value = {changing: str(number)}
            row = rows.add(
                f"x:{number}", value.get("raw", f"x:{number}"), number, number + 9, 300 + number, 2,
                (layout.URI, layout.IRI, layout.RELATIVE)[kind] | delimiter, (value.get("bases"), "retrieval"),
                Origin("d", value.get("origin")), value.get("element"), value.get("attribute"),
                Details(prefix=value["details"]) if changing == "details" and number % 2 else NO_DETAILS,
            )  # fmt: skip
            rows.set_rel(row, value.get("rel"))
            if changing == "text":
                rows.set_link_text(row, value["text"].encode())
    found = page(pages, rows)
    alone = [found.occurrence(row) for row in range(len(found))]
    assert len({each[6:] for each in alone}) > 8 * 33
    assert [repr(each) for each in found.occurrences()] == [repr(each) for each in alone]
    assert found.occurrences() == alone


def test_text_of_a_page_is_decoded_wherever_it_is_not_ascii(pages):
    texts = ["", *("x" * size for size in range(1, 20))]
    texts += [
        "x" * place + char + "y" * (size - place)
        for char in "\x7f\xe9\U0001f600\udcff"
        for size in range(20)
        for place in range(size + 1)
    ]
    rows = pages.Rows(pages.Pool())
    for row, text in enumerate(texts):
        rows.add(text, text, 0, 1, 1, 1, layout.RELATIVE | layout.ATTRIBUTE, (None, None), NO_ORIGIN, "a", "href")
        rows.set_link_text(row, text.encode("utf-8", "surrogateescape"))
    found = page(pages, rows).occurrences()
    assert [each.reference for each in found] == [each.raw for each in found] == texts
    assert [each.text for each in found] == texts


def test_a_page_without_rows_has_columns_without_values(pages):
    found = pages.Page()
    assert (len(found), found.occurrences(), found.lines(), found.targets()) == (0, [], b"", [])
    assert {name: list(column) for name, column in found.columns(("raw", "valid", "target", "line")).items()} == {
        "raw": [], "valid": [], "target": [], "line": [],
    }  # fmt: skip


def test_the_text_of_a_link_is_a_reason_to_judge_a_reference(pages):
    rows = pages.Rows(pages.Pool())
    texts = (None, "www.other.example", "at www.other.example", "Other")
    for row, text in enumerate(texts):
        bits = layout.URI | layout.ATTRIBUTE
        rows.add("http://h.example/", "http://h.example/", 0, 1, 1, 1, bits, (None, None), NO_ORIGIN, "a", "href")
        if text:
            rows.set_link_text(row, text.encode())
    found = page(pages, rows)
    assert [each.text for each in found.occurrences()] == list(texts)
    assert [len(each) for each in found.columns(("hazards",))["hazards"]] == [0, 1, 0, 0]
    assert "other-host-in-text" in found.columns(("hazards",))["hazards"][1][0]
    assert pickle.loads(pickle.dumps(found)).occurrences() == found.occurrences()


@pytest.mark.parametrize("slices", [False, True])
def test_a_page_is_the_same_when_it_was_pickled(pages, slices, kernel):
    text = b"http://a.example/ http://b.example/ <http://c.example/\nd> http://e.example/"
    scanner = kernel()
    scanner.load(text, 0, 0, True)
    scanner.scan()
    rows = pages.Rows(pages.Pool())
    rows.scanned(text, scanner.table, 0, scanner.count, 0, 0, None, (None, None), NO_ORIGIN, None, slices)
    rows.add("x:", "X:", 90, 92, 1, 1, layout.URI, (None, None), NO_ORIGIN)
    found = page(pages, rows)
    assert len(found) == 3
    again = pickle.loads(pickle.dumps(found))
    assert again.occurrences() == found.occurrences()
    assert again.lines() == found.lines()


@pytest.mark.parametrize(("begin", "end"), [(0, 0), (0, 3), (1, 2), (3, 5), (0, 5), (5, 5)])
def test_a_part_of_a_page_has_its_rows(pages, begin, end):
    found = page(pages, table(pages, *range(5)))
    assert found.part(begin, end).occurrences() == found.occurrences()[begin:end]
    numbers = list(range(begin, end))[::-1]
    assert found.select(numbers).occurrences() == [found.occurrences()[number] for number in numbers]


def test_places_are_counted_in_characters_of_the_text(pages):
    text = "\xe9\n\u20ac x:a \U0001f600 y:b\nz:c"
    data = text.encode()
    rows = pages.Rows(pages.Pool())
    for name, line in (("x:a", 2), ("y:b", 2), ("z:c", 3)):
        start = data.index(name.encode())
        column = start - (data.rfind(b"\n", 0, start) + 1) + 1
        rows.add(name, name, start, start + 3, line, column, layout.URI, (None, None), NO_ORIGIN)
    for found in pages.in_characters(page(pages, rows), data).occurrences():
        assert text[found.start : found.end] == found.raw
        assert found.column == found.start - text.rfind("\n", 0, found.start)


def test_both_variants_compute_the_same():
    results = [of_all_kinds(pages, "http://b.example/d/e") for pages in VARIANTS.values()]
    assert len({(each.lines(), repr(each.columns(("valid", "errors", "hazards")))) for each in results}) == 1
