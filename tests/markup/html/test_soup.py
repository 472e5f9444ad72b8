"""Documents parsed by BeautifulSoup: the references are those of the HTML reader, except for known differences."""

import copy
import logging
import warnings
from collections import Counter
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from bs4.element import CData

from uri_extract import InvalidOption, UriExtractError, extract_soup, extract_text
from uri_extract.limits import MAX_REFERENCE
from uri_extract.markup.html import attributes

SHARED = Path(__file__).parent.parent.parent.parent.parent / "shared"
OWN = "http://own.example/d/page"
BUILDERS = ["html.parser", "html5lib", "lxml"]


def soup_of(document, builder="html.parser"):
    if builder != "html.parser":
        pytest.importorskip(builder)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about documents that do not look like HTML
        return BeautifulSoup(document, builder)


def key(found):
    return found.element, found.attribute, found.reference, found.target


def read(document):
    return [key(each) for each in extract_text(document, media_type="text/html", base=OWN)]


def targets(soup, **options):
    return [each.target for each in extract_soup(soup, **{"base": OWN, **options})]


# Documents for which every builder makes the same elements as the reader.
SAME = [
    "",
    "<a href=x>t</a>",
    "<A HREF=' x\ny '>t</A>",
    "<a href>t</a>",
    "<a href='?a=1&amp;b&lt;'>t</a>",
    "<a name=x title=y class='p q' rel='http://h.example/ next'>t</a>",
    "<img src=a srcset='b 1x, c 2x' alt='at http://h.example/.'>",
    "<a ping='p q' href=x accesskey='k l'>t</a>",
    "<meta content='0;url=x' http-equiv=Refresh>",
    "<meta content='text/html; charset=utf-8' http-equiv=content-type><a href='?é'>t</a>",
    "<meta content='0;url=x' name=y><meta property=og:url content=http://h.example/>",
    "<meta name=description content='x http://h.example/ y'>",
    "<svg><image href=i></image><a xlink:href=j></a><foreignObject><image src=k></image></foreignObject></svg><p>t</p>",
    "<svg><p><image src=i></p></svg><svg><font color=c><image src=i></font></svg>",
    "<svg><font><image href=i></image></font></svg>",
    "<math><mi><img src=i></mi><annotation-xml encoding='text/html'><p cite=c></p></annotation-xml>"
    "<annotation-xml><x href=y></x></annotation-xml></math>",
    "<p style='color:red;background:url(x) /* http://h.example/ */'>t</p>",
    "<style>@import 'a.css'; /* http://c.example/ */ p{background:url( b )} q{background:url(http://d.example/)}"
    "/* http://e.example/ */</style><p>t</p>",
    "<style>/* \u00e9 http://c.example/ */ p{background:url(\u00e9)} x{}</style><p>t</p>",
    "<title>http://h.example/</title><p>http://h.example/?a&amp;b</p>",
    "<p>&lt;http://h.example/\n a&gt; <b>(http://h.example/b).</b></p>",
    "<a href='http://h.example/'>http://h.example/</a>",
    "<p><!-- <a href=x> http://h.example/?a&amp;b --></p>",
    "<!doctype html public '-//W3C//DTD HTML 4.01//EN' 'http://www.w3.org/TR/html4/strict.dtd'><p>t</p>",
    "<script>x='http:\\/\\/h.example\\/?a\\u0026b&amp;c'</script><p onclick='go(\"http://h.example/\")'>t</p>",
    "<object data=d codebase=c classid=e archive='f g'></object><base href=/a/>",
    "<object classid=d codebase='http://['></object>",
    "<param name=n value='http://h.example/'><param name=n valuetype=ref value=x><param name=movie value=m.swf>",
    "<form action=''></form><base href=/a/><form action=b></form><a href=''></a>",
    "<p itemscope itemtype='http://h.example/a http://h.example/b' itemprop='x http://h.example/c'>t</p>",
    "<base href='/a/'><a href=x>t</a>",
    "<a href=x>t</a><base href=/a/><base href=/b/>",
    "<base href=a/><base href=b/><a href=x>t</a>",
    "<base target=x><a href=x>t</a>",
    "<base href='data:,x'><base href=/b/><a href=x>t</a>",
    "<a href=x>t</a><base href='http://['>",
    "<template><base href=/a/></template><a href=x>t</a>",
    "<svg><base href=/a/></svg><a href=x>t</a>",
    "<!-- <base href=/a/> --><a href=x>t</a>",
    "<style>p{background:url(x)}</style><base href=/a/>",
]


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("document", SAME)
def test_a_soup_has_the_references_that_the_scanner_finds(document, builder):
    assert [key(each) for each in extract_soup(soup_of(document, builder), base=OWN)] == read(document)


# Documents for which they differ, and why.
DIFFERENT = [
    # the reader reports the element of text only directly after a start tag; a tree knows every element
    ("<p>x <b>y</b> http://h.example/</p>", [("p", None, "http://h.example/")], [(None, None, "http://h.example/")]),
    # of two attributes with one name the standard keeps the first one, html.parser the last one
    ("<a href=x href=y>t</a>", [("a", "href", "y")], [("a", "href", "x")]),
    # html.parser decodes character references in attributes as in text
    ("<a href='?a&copy=2'>t</a>", [("a", "href", "?a\u00a9=2")], [("a", "href", "?a&copy=2")]),
    # elements that a parser ignores because of their context: a soup is read as it is, because it may be a part of a
    # tree
    ("<tr background=c></tr>", [("tr", "background", "c")], []),
]


@pytest.mark.parametrize(("document", "soup", "reader"), DIFFERENT)
def test_a_soup_differs_from_the_reader_as_listed(document, soup, reader):
    assert [key(each)[:3] for each in extract_soup(soup_of(document))] == soup
    assert [each[:3] for each in read(document)] == reader


PAGES = sorted((SHARED / "corpora" / "html" / "pages").glob("*.html"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages(path):
    data = path.read_bytes()
    found = list(extract_soup(soup_of(data), base=OWN))
    read = list(extract_text(data, media_type="text/html", base=OWN))

    def marked(occurrences):
        return [key(each) for each in occurrences if each.attribute or each.delimiter == "css"]

    def decoded(keys):
        # html.parser decodes "&sect" in "?a&section=b"; by the standard it is not decoded before a letter (§13.2.5.73)
        return [each for each in keys if not set("\u00a7&") & set(each[2])]

    assert decoded(marked(found)) == decoded(marked(read))
    assert len(marked(found)) == len(marked(read))
    text = [each for each in found if not each.attribute]
    assert Counter(each.reference for each in text) == Counter(each.reference for each in read if not each.attribute)


@pytest.mark.parametrize("table", ["HTML", "FOREIGN"])
def test_every_place_of_the_table_is_read(table):
    soup = soup_of("")
    around = soup.new_tag("svg" if table == "FOREIGN" else "div")
    soup.append(around)
    places = {key: place for key, place in getattr(attributes, table).items() if key[0] != "image" or table != "HTML"}
    for element, attribute in places:
        tag = soup.new_tag("x" if element == attributes.ANY else element)
        css = places[element, attribute].kind == "css"
        tag[attribute] = "url(http://h.example/)" if css else "http://h.example/"
        if places[element, attribute].kind == "html":
            tag[attribute] = "<a href=http://h.example/>"
        if places[element, attribute].kind != "refresh":
            around.append(tag)
    found = {(each.element, each.attribute) for each in extract_soup(soup)}
    wanted = {("x" if element == attributes.ANY else element, attribute) for element, attribute in places}
    assert found == wanted - {("iframe", "srcdoc")} | ({("a", "href")} if table == "HTML" else set())


def test_all_fields():
    soup = soup_of("<p>\n<a class=c href=' &#120;y\nz'>see URL:http://h.example/ </a>")
    link, text = extract_soup(soup, default_base="http://own.example/d/", document="name")
    assert link.as_dict() == {
        "reference": "xyz", "target": "http://own.example/d/xyz", "raw": "xy\nz", "document": "name", "start": -1,
        "end": -1, "line": 2, "column": 1, "delimiter": "attribute", "prefix": None, "wrapped": None,
        "confidence": None, "defanged": False, "partial": False, "alternates": [],
        "kind": "relative", "valid": True, "errors": [], "hazards": [], "unwrapped": None,
        "base": "http://own.example/d/",
        "base_from": "default", "element": "a", "attribute": "href", "text": "see URL:http://h.example/", "rel": None,
        "message_id": None, "field": None, "source_url": None, "captured_at": None, "record_id": None,
        "media_type": None, "sender": None, "subject": None, "filename": None, "refers_to": None,
    }  # fmt: skip
    assert (text.reference, text.prefix, text.document, text.element) == ("http://h.example/", "URL:", "name", "a")
    assert (text.start, text.end, text.line, text.column) == (-1, -1, 2, 1)


@pytest.mark.parametrize(("builder", "place"), [("html.parser", (2, 3)), ("html5lib", (2, 12)), ("lxml", (0, 0))])
def test_the_place_is_what_the_builder_noted_of_the_tag(builder, place):
    (found,) = extract_soup(soup_of("<p>\n  <a href=x>t</a></p>", builder))
    assert (found.line, found.column, found.start) == (*place, -1)


def test_the_place_may_be_unknown():
    soup = BeautifulSoup("<a href=x>t</a>", "html.parser", store_line_numbers=False)
    made = soup.new_tag("img", src="y")
    soup.append(made)
    assert [(each.reference, each.line, each.column) for each in extract_soup(soup)] == [("x", 0, 0), ("y", 0, 0)]


def test_xml_may_be_read_as_xml():
    pytest.importorskip("lxml")
    document = (
        '<h:html xmlns:h="http://www.w3.org/1999/xhtml" xmlns:s="http://www.w3.org/2000/svg" '
        'xmlns:xlink="http://www.w3.org/1999/xlink"><h:base href="/a/"/>'
        "<h:style><![CDATA[p{background:url(b)}]]></h:style>"
        '<s:image xlink:href="i"/><h:a href="x">t</h:a></h:html>'
    )
    soup = BeautifulSoup(document, "xml")
    found = [each for each in extract_soup(soup, base=OWN) if each.element and each.attribute != "xmlns:xlink"]
    assert [key(each)[:3] for each in found] == [
        ("base", "href", "/a/"), ("style", "", "b"), ("image", "xlink:href", "i"), ("a", "href", "x")
    ]  # fmt: skip
    assert found[-1].target == "http://own.example/a/x"


def test_a_part_of_a_document_has_the_base_of_the_whole():
    soup = soup_of("<base href=/a/><div id=1><a href=x>t</a></div><div id=2><a href=y>t</a></div>")
    assert targets(soup.find(id="2")) == ["http://own.example/a/y"]
    assert [each.base_from for each in extract_soup(soup.find(id="2"), base=OWN)] == ["embedded"]
    assert targets(soup.find("a")) == ["http://own.example/a/x"]
    alone = copy.copy(soup.find(id="2"))
    assert targets(alone) == ["http://own.example/d/y"]
    assert targets(soup.find(id="2").extract()) == ["http://own.example/d/y"]


def test_a_part_is_read_as_in_its_document():
    soup = soup_of("<svg><g><image href=i></image></g></svg><template><div><base href=/a/></div></template>")
    assert [key(each)[:3] for each in extract_soup(soup.g)] == [("image", "href", "i")]
    assert [each.target for each in extract_soup(soup.div, base=OWN)] == ["http://own.example/a/"]
    assert targets(soup_of("<table><tr background=b><td><a href=x>")) == targets(soup_of("<tr background=b><a href=x>"))


def test_values_may_be_what_the_caller_wrote():
    soup = soup_of("<a>t</a><a>t</a><a>t</a>")
    one, two, three = soup.find_all("a")
    sheet = soup.new_tag("style")
    sheet.append(CData("p{background:url(c)}"))
    soup.append(sheet)
    one["href"], two["ping"], three["href"] = None, ["p", "q"], 1
    three["title"] = "\ud800 http://h.example/"
    found = [key(each)[:3] for each in extract_soup(soup, base=OWN)]
    assert found == [
        ("a", "href", ""), ("a", "ping", "p"), ("a", "ping", "q"), ("a", "href", "1"),
        (None, None, "http://h.example/"),
        ("style", "", "c"),
    ]  # fmt: skip


def test_problems_are_reported(caplog):
    problems = []
    long = "x" * (MAX_REFERENCE + 1)
    soup = soup_of(
        f"<base href='data:,x'><a href='{long}'>http://h.example/{long}</a><style>a{{b:url({long})}}</style><a href=y>"
    )
    found = list(extract_soup(soup, base=OWN, document="name", on_problem=problems.append))
    assert [each.reference for each in found] == ["data:,x", "y"]
    assert [(each.document, each.offset, each.kind) for each in problems] == [
        ("name", 0, "unusable-base"), *[("name", 0, "reference-too-long")] * 3
    ]  # fmt: skip
    with caplog.at_level(logging.WARNING, "uri_extract"):
        assert targets(soup_of("<base href='data:,x'><a href=y>")) == ["data:,x", "http://own.example/d/y"]
    assert len(caplog.records) == 1


@pytest.mark.parametrize(
    "wrong", ["<a href=x>", b"<a href=x>", None, [soup_of("<a>").a], soup_of("<a>t").a.string], ids=type
)
def test_an_argument_that_is_not_a_soup_or_tag_raises_at_the_call(wrong):
    with pytest.raises(TypeError, match="must be a BeautifulSoup object or a Tag, not .*" + type(wrong).__name__):
        extract_soup(wrong)
    with pytest.raises(UriExtractError):
        extract_soup(wrong)


@pytest.mark.long
def test_a_deep_tree_is_read():
    deep = soup_of("")
    at = deep
    for number in range(5000):
        inner = deep.new_tag("div", style=f"background:url({number})")
        at.append(inner)
        at = inner
    assert sum(1 for _ in extract_soup(deep)) == 5000


def test_texts_do_not_know_of_each_other():
    texts = [
        "<http://a.example/ x",
        "b>",
        '"http://c.example/',
        "http:",
        "//d.example/",
        "(",
        "http://e.example/)",
        "\ufeffhttp://f/",
    ]
    soup = soup_of("")
    for text in texts:
        tag = soup.new_tag("p")
        tag.append(text)
        soup.append(tag)
    alone = [each.reference for text in texts for each in extract_text(text)]
    assert [each.reference for each in extract_soup(soup)] == alone
    assert len(alone) == 4


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"base": 3}, "base must be a str, not int"),
        ({"default_base": b"http://a.example/"}, "default_base must be a str, not bytes"),
        ({"document": 3}, "document must be a str, not int"),
        ({"on_problem": 3}, "on_problem must be callable, not int"),
    ],
)
def test_an_option_of_another_type_is_raised_at_the_call(option, message):
    soup = BeautifulSoup("<a href=x>", "html.parser")
    with pytest.raises(InvalidOption, match=message):
        extract_soup(soup, **option)
