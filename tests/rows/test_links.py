"""Rows that are links, and network paths without a base, in both variants."""

import pytest

from uri_extract.rows import layout
from uri_extract.rows.bases import NETWORK
from uri_extract.rows.details import NO_ORIGIN

from .cases import page

NO_BASE = (None, None)
BASE = ("http://b.example/d/e", "retrieval")

# Reference, bits, bases, and the count for rows that are not links: names, same-document, relative without a base.
ROWS = (
    ("http://a.example/", layout.URI, NO_BASE, None),
    ("http://a.example/", layout.URI | layout.OWN_LINE, NO_BASE, None),
    ("http://a.example/\u00e9", layout.IRI, NO_BASE, None),
    ("www.a.example", layout.SUFFIX, NO_BASE, None),
    ("http://a.example/n", layout.URI | layout.NAMESPACE, BASE, 0),
    ("http://a.example/n", layout.URI | layout.NAMESPACE | layout.OWN_LINE, BASE, 0),
    ("schema.xsd", layout.RELATIVE | layout.NAMESPACE, BASE, 0),
    ("", layout.RELATIVE, BASE, 1),
    ("#top", layout.RELATIVE, BASE, 1),
    ("#top", layout.RELATIVE, NO_BASE, 1),
    ("a#top", layout.RELATIVE, BASE, None),
    ("?", layout.RELATIVE, BASE, None),
    ("/b.gif", layout.RELATIVE, NO_BASE, 2),
    ("../b.gif", layout.RELATIVE, BASE, None),
)


def table(pages, found):
    rows = pages.Rows(pages.Pool())
    for reference, bits, bases, *_ in found:
        rows.add(reference, reference, 0, 1, 1, 1, bits | layout.ATTRIBUTE, bases, NO_ORIGIN, "a", "href")
    return rows


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("relative", [True, False])
def test_a_page_of_links_has_no_names_and_nothing_that_cannot_be_followed(pages, names, relative):
    whole = page(pages, table(pages, ROWS))
    left, *counts = pages.links(whole, names, relative)
    passes = {None: True, 0: names, 1: relative, 2: relative}
    assert [each.reference for each in left.occurrences()] == [row[0] for row in ROWS if passes[row[3]]]
    assert counts == [sum(row[3] == sort and not passes[sort] for row in ROWS) for sort in range(3)]
    assert (left is whole) == (names and relative)


def test_a_page_that_has_only_links_is_not_copied(pages):
    whole = page(pages, table(pages, [row for row in ROWS if row[3] is None]))
    assert pages.links(whole, False, False)[0] is whole
    empty = page(pages, table(pages, []))
    assert pages.links(empty, False, False) == (empty, 0, 0, 0)


NETWORK_PATHS = {
    "//h.example/x": "https://h.example/x",
    "//h.example": "https://h.example",
    "//h.example/a/../b": "https://h.example/b",
    "//h.example/a/..": "https://h.example/",
    "//u@h.example:8443/x?y#z": "https://u@h.example:8443/x?y#z",
    "//[2001:db8::1]/": "https://[2001:db8::1]/",
    "//h.example/a b": "https://h.example/a%20b",
    "//\u00e9.example/": "https://xn--9ca.example/",
}


def test_a_network_path_without_a_base_has_the_scheme_https_by_default(pages):
    rows = table(pages, [(reference, layout.RELATIVE, NO_BASE) for reference in NETWORK_PATHS])
    rows.default_scheme(rows.count)
    found = page(pages, rows)
    assert [each.bases for each in found.occurrences()] == [NETWORK] * len(NETWORK_PATHS)
    assert [each.target for each in found.occurrences()] == [*NETWORK_PATHS.values()]
    assert found.targets() == [*NETWORK_PATHS.values()]
    assert found.lines().decode().split("\n")[:-1] == [*NETWORK_PATHS.values()]
    assert found.columns(("base", "base_from")) == {
        "base": ["https:"] * len(NETWORK_PATHS),
        "base_from": ["default"] * len(NETWORK_PATHS),
    }


@pytest.mark.parametrize(
    "reference", ["///x", "//", "//?x", "//#x", "//:80/", "//@h.example/", "/x", "x", "", "//\\x", "// "]
)
def test_a_reference_without_a_host_gets_no_default_scheme(pages, reference):
    rows = table(pages, [(reference, layout.RELATIVE, NO_BASE)])
    rows.default_scheme(rows.count)
    assert rows.count == 1
    assert page(pages, rows).occurrence(0).bases == NO_BASE


def test_a_base_that_is_known_stays_and_so_does_the_encoding_of_queries(pages):
    encoding = (None, None, "cp1251")
    rows = table(
        pages, [("//h.example/", layout.RELATIVE, BASE), ("//h.example/", layout.RELATIVE, encoding)]
    )  # fmt: skip
    rows.default_scheme(rows.count)
    assert [each.bases for each in page(pages, rows).occurrences()] == [BASE, (*NETWORK, "cp1251")]


def test_only_the_first_rows_get_a_scheme(pages):
    rows = table(pages, [("//h.example/", layout.RELATIVE, NO_BASE)] * 2)
    rows.default_scheme(1)
    assert [each.base for each in page(pages, rows).occurrences()] == ["https:", None]
