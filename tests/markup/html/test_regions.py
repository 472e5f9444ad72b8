"""The region of a page that each reference is in: for all cuts, both variants, a soup, and every way out."""

import json

import pytest
from bs4 import BeautifulSoup
from tests.running import command

from uri_extract import extract_soup, extract_text
from uri_extract.limits import MAX_REGIONS
from uri_extract.tables import References

from .test_scanner import VARIANTS, scan

# Documents, and the regions of the references in them, in the order of their places.
PAGES = {
    "elements": (
        "<header><a href=1></a></header><nav><p><a href=2></a></nav><aside><a href=3></a></aside><main><a href=4></a>"
        "<article><a href=5></a></article><search><a href=6></a></search></main><footer><a href=7></a></footer>",
        ["header", "nav", "aside", "main", "article", "search", "footer"],
    ),
    "outside": ("<a href=1></a><nav></nav><section><a href=2></a></section>", [None, None]),
    "inside, and after": ("<nav><ul><li><a href=1></a></ul></nav><a href=2></a>", ["nav", None]),
    "the innermost": ("<main><a href=1></a><nav><a href=2></a></nav><a href=3></a></main>", ["main", "nav", "main"]),
    "one in one": ("<nav><nav><a href=1></a></nav><a href=2></a></nav><a href=3></a>", ["nav", "nav", None]),
    "an end tag ends what is open inside": ("<nav><form><a href=1></a></nav><a href=2></a>", ["form", None]),
    "an end tag without a start": ("<nav></aside><a href=1></a></nav></nav><a href=2></a>", ["nav", None]),
    "roles": (
        "".join(
            f"<p role={role}><a href=1></a></p>"
            for role in ("navigation", "BANNER", "contentinfo", "complementary", "main", "form", "search", "region")
        ),
        ["nav", "header", "footer", "aside", "main", "form", "search", "region"],
    ),
    "the first known role": ("<p role='x&#32;y navigation main'><a href=1></a></p>", ["nav"]),
    "other roles": ("<p role=list><a href=1></a></p><nav role=list><a href=2></a></nav>", [None, "nav"]),
    "a role instead of the element": ("<nav role=banner><a href=1></a></nav><a href=2></a>", ["header", None]),
    "elements of the same name in a role": (
        "<div role=main><div><div></div><a href=1></a></div><a href=2></a></div><a href=3></a>", ["main", "main", None],
    ),
    "a role in a role of the same name": (
        "<div role=main><div role=search><div></div><a href=1></a></div><a href=2></a></div><a href=3></a>",
        ["search", "main", None],
    ),
    "attributes of its own tag": ("<form action=1></form><p cite=2></p><q role=main cite=3></q>", ["form", "main"]),
    "an element without content": ("<img role=main src=1><a href=2></a>", [None, None]),
    "a form in a form": ("<form><form action=1><a href=2></a></form><a href=3></a>", ["form", None]),
    "a name in SVG": ("<svg><nav><use href=1></use></nav></svg><a href=2></a>", [None, None]),
    "texts, styles, scripts": (
        "<nav>http://a.example/ <style>a{background:url(x)}</style><script>f('http://b.example/')</script>"
        "<!-- http://c.example/ --></nav>http://d.example/",
        ["nav", "nav", "nav", "nav", None],
    ),
    "a document in an attribute": (
        '<aside><iframe srcdoc="<a href=1></a><nav><a href=2></a></nav>"></iframe></aside>', ["aside", "nav"],
    ),
    "a base that follows": (
        "<nav><a href=1></a></nav><base href=http://a.example/><a href=2></a>", ["nav", None, None],
    ),
    "deep": (
        "<nav>" * MAX_REGIONS + "<main><a href=1></a></main>" + "</nav>" * MAX_REGIONS + "<a href=2></a>",
        ["nav", None],
    ),
    "deeper": (
        "<nav>" * 99 + "<a href=1></a>" + "</nav>" * 98 + "<a href=2></a></nav><a href=3></a>", ["nav", "nav", None],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_a_reference_is_in_the_innermost_region(name):
    page, regions = PAGES[name]
    assert [each.region for each in extract_text(page, media_type="text/html")] == regions


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("size", [1, 7, 50])
def test_regions_do_not_depend_on_chunks(variant, size):
    for page, regions in PAGES.values():
        found, _, _ = scan(page, size, variant)
        assert [each.region for each in found] == regions, page


@pytest.mark.parametrize("parser", ["html.parser", "html5lib"])
def test_regions_in_a_soup(parser):
    if parser == "html5lib":
        pytest.importorskip("html5lib")
    for name, (page, regions) in PAGES.items():
        if name not in ("a form in a form", "a name in SVG", "an end tag ends what is open inside", "deep", "deeper"):
            found = sorted(extract_soup(BeautifulSoup(page, parser)), key=lambda each: each.reference)
            expected = sorted(extract_text(page, media_type="text/html"), key=lambda each: each.reference)
            pairs = [(each.reference, each.region) for each in found]
            assert pairs == [(each.reference, each.region) for each in expected], name
            assert len(pairs) == len(regions)


LINKS = "<nav><a href=http://a.example/1>a</a></nav><a href=http://a.example/2>b</a>"


def test_a_region_is_a_field_on_request(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(LINKS)

    def printed(*options):
        return command(*options, path).stdout.decode()

    lines = printed("--fields", "reference,region", "--format", "jsonl").splitlines()
    assert [tuple(json.loads(line).values()) for line in lines] == [
        ("http://a.example/1", "nav"), ("http://a.example/2", None),
    ]  # fmt: skip
    assert printed("--fields", "region,reference", "--format", "csv").splitlines() == [
        "region,reference", "nav,http://a.example/1", ",http://a.example/2",
    ]  # fmt: skip
    assert printed("--template", "{region} {target}") == "nav http://a.example/1\n http://a.example/2\n"


def test_a_region_is_a_column_of_tables(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    path = tmp_path / "page.html"
    path.write_text(LINKS)
    found = pyarrow.table(References(path, columns=["target", "region"]))
    assert found["region"].to_pylist() == ["nav", None]
