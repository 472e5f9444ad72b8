"""HTML documents: the references in them, their positions and their targets."""

import base64
import json
import random
import re
from functools import partial
from pathlib import Path

import pytest
from tests.formats.options import with_options

from uri_extract import Scanner, UriExtractError, extract, extract_text
from uri_extract.formats import scanner_for
from uri_extract.limits import MAX_REFERENCE
from uri_extract.markup.html import tokenizers
from uri_extract.markup.html.scanner import HtmlScanner
from uri_extract.markup.urls import url
from uri_extract.rows.details import NO_ORIGIN
from uri_extract.scan import kernels
from uri_extract.text.options import ScanOptions

SHARED = Path(__file__).parent.parent.parent.parent.parent / "shared"
OWN = "http://own.example/d/page"
VARIANTS = sorted({"interpreted", *tokenizers})


def scan(data, chunk=None, variant=VARIANTS[0], **options):
    """Return the occurrences, the problems and the base."""
    problems = []
    options = {"base": OWN, "on_problem": problems.append, "tokenizer": tokenizers[variant], **options}
    scanner = with_options(HtmlScanner, kernel=kernels[variant], **options)
    data = data.encode() if isinstance(data, str) else data
    chunk = chunk or max(1, len(data))
    found = [each for at in range(0, len(data), chunk) for each in scanner.feed(data[at : at + chunk])]
    found += scanner.close()
    return found, problems, scanner.base.uri


def short(data, **options):
    return [(each.element, each.attribute, each.reference) for each in scan(data, **options)[0]]


# A document, and (element, attribute, reference) of each reference.
FOUND = [
    ("", []),
    ("<a href=x>t</a>", [("a", "href", "x")]),
    ("<A HREF=' x\ny '>", [("a", "href", "xy")]),
    ("<a href=x href=y>", [("a", "href", "x")]),
    ("<a href>", [("a", "href", "")]),
    ("<a href='?a=1&copy=2&amp;b&lt;'>", [("a", "href", "?a=1&copy=2&b<")]),
    ("<a name=x title=y>", []),
    ("<image src=i>", [("img", "src", "i")]),
    ("<svg><image href=i /></svg>", [("image", "href", "i")]),
    ("<svg><a xlink:href=i /></svg>", [("a", "xlink:href", "i")]),
    ("<img src=a srcset='b 1x, c 2x'>", [("img", "src", "a"), ("img", "srcset", "b"), ("img", "srcset", "c")]),
    ("<a ping='p q' href=x>", [("a", "ping", "p"), ("a", "ping", "q"), ("a", "href", "x")]),
    ("<meta content='0;url=x' http-equiv=Refresh>", [("meta", "content", "x")]),
    ("<meta content='0;url=x' name=y>", []),
    ("<meta property=og:url content=http://h.example/>", [("meta", "content", "http://h.example/")]),
    # text has its element only if it follows the start tag directly
    ("<p>http://h.example/</p>", [("p", None, "http://h.example/")]),
    ("<p>x<br>http://h.example/</p>", [(None, None, "http://h.example/")]),
    ("<p><img src=i>http://h.example/</p>", [("img", "src", "i"), (None, None, "http://h.example/")]),
    ("<svg><text><g/>http://h.example/", [(None, None, "http://h.example/")]),
    ("<svg><text><g>http://h.example/", [("g", None, "http://h.example/")]),
    ("<div/>http://h.example/", [("div", None, "http://h.example/")]),
    # style sheets
    ("<p style='color:red;background:url(x)'>", [("p", "style", "x")]),
    ("<style>@import 'a.css'; p{background:url( b )}</style>", [("style", "", "a.css"), ("style", "", "b")]),
    ("<style>@import url(http://h.example/);</style>", [("style", "", "http://h.example/")]),
    ("<style>/* http://h.example/ */</style><p>", [("style", None, "http://h.example/")]),
    ("<style>p{background:url(&amp;)}", [("style", "", "&amp;")]),
    # other text
    ("<title>http://h.example/</title>", [("title", None, "http://h.example/")]),
    ("<p>http://h.example/?a&amp;b</p>", [("p", None, "http://h.example/?a&b")]),
    # character references in an attribute are decoded if it contains a colon, written as such or as a reference
    ("<p title='a&amp;b'>http://h.example/?a&amp;b</p>", [("p", None, "http://h.example/?a&b")]),
    (
        "<a href=http://h.example/ title='&amp;' x='&lt;http://i.example/?a&amp;b&gt;'>",
        [
            ("a", "href", "http://h.example/"),
            (None, None, "http://i.example/?a&b"),
        ],
    ),
    ("<p title='see http&colon;//h.example/?a&amp;b'>", [(None, None, "http://h.example/?a&b")]),
    ("<p title='see http&#58;&#47;/h.example/'>&amp;", [(None, None, "http://h.example/")]),
    ("<p>x <b>y</b> http://h.example/</p>", [(None, None, "http://h.example/")]),
    ("<p>&lt;http://h.example/\n a&gt;</p>", [("p", None, "http://h.example/a")]),
    ("<p>http://h.example/<br>x", [("p", None, "http://h.example/")]),
    (
        "<a href='http://h.example/'>http://h.example/</a>",
        [("a", "href", "http://h.example/"), ("a", None, "http://h.example/")],
    ),
    ("<!-- <a href=x> http://h.example/ -->", [(None, None, "http://h.example/")]),
    ("<!-- http://h.example/?a&amp;b -->", [(None, None, "http://h.example/?a&amp;b")]),
    ("<script>x='http:\\/\\/h.example\\/?a\\u0026b&amp;c'</script>", [("script", None, "http://h.example/?a&b&c")]),
    ("<p title='at http://h.example/'>", [(None, None, "http://h.example/")]),
    ("<p onclick='go(\"http://h.example/\")'>", [("p", "onclick", "http://h.example/")]),
    ("<http://h.example/>", [(None, None, "http://h.example/")]),
    ("<textarea><a href=x>http://h.example/", [("textarea", None, "http://h.example/")]),
    ("<a href=x><!-- <a href=y>http://h.example/", [("a", "href", "x"), (None, None, "http://h.example/")]),
    ("<a href=http://h.example/", [(None, None, "http://h.example/")]),  # a truncated tag is not a tag
    # elements that a parser ignores
    ("<frameset><frame src=f><a href=x></a></frameset><a href=y>", [("frame", "src", "f")]),
    ("<p>t</p><frameset><a href=x>", [("a", "href", "x")]),
    ("<br><frameset><a href=x>", [("a", "href", "x")]),
    ("<form action=a><form action=b></form><form action=c>", [("form", "action", "a"), ("form", "action", "c")]),
    ("<td background=a><table><td background=b></table><tr background=c>", [("td", "background", "b")]),
]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("document", "expected"), FOUND, ids=[each[0] for each in FOUND])
def test_references_are_found_with_their_element_and_attribute(document, expected, variant):
    assert short(document, variant=variant) == expected


# A document, its base, its targets, and the kinds of its problems.
BASES = [
    ("<base href='/a/'><a href=x>", "http://own.example/a/", ["http://own.example/a/", "http://own.example/a/x"], []),
    ("<a href=x><base href=/a/>", "http://own.example/a/", ["http://own.example/a/x", "http://own.example/a/"], []),
    ("<base href=/a/><base href=/b/><a href=x>", "http://own.example/a/",
     ["http://own.example/a/", "http://own.example/b/", "http://own.example/a/x"], []),
    ("<base target=x><a href=x>", OWN, ["http://own.example/d/x"], []),
    ("<base href='data:,x'><base href=/b/><a href=x>", OWN,
     ["data:,x", "http://own.example/b/", "http://own.example/d/x"], ["unusable-base"]),
    ("<a href=x><base href='http://['>", OWN, ["http://own.example/d/x", None], ["unusable-base"]),
    ("<template><base href=/a/></template><a href=x>", OWN, ["http://own.example/a/", "http://own.example/d/x"], []),
    ("<svg><base href=/a/></svg><a href=x>", OWN, ["http://own.example/d/a/", "http://own.example/d/x"], None),
    ("<!-- <base href=/a/> --><a href=x>", OWN, ["http://own.example/d/x"], []),
    ("<frameset><base href=/a/><frame src=x>", OWN, ["http://own.example/d/x"], []),
    ("<form action=''><base href=/a/><a href=''>", "http://own.example/a/",
     [OWN, "http://own.example/a/", "http://own.example/a/"], []),
    ("<object data=d codebase=c></object><base href=/a/>", "http://own.example/a/",
     ["http://own.example/a/d", "http://own.example/a/c", "http://own.example/a/"], []),
    ("<object classid=d codebase=c></object><base href=/a/>", "http://own.example/a/",
     ["http://own.example/a/c/d", "http://own.example/a/c", "http://own.example/a/"], []),
    ("<style>p{background:url(x)}</style><base href=/a/>", "http://own.example/a/",
     ["http://own.example/a/x", "http://own.example/a/"], []),
]  # fmt: skip


@pytest.mark.parametrize(("document", "base", "targets", "problems"), BASES, ids=[each[0] for each in BASES])
def test_references_resolve_against_the_base_element(document, base, targets, problems):
    found, told, is_base = scan(document)
    assert is_base == base
    if problems is not None:
        assert [each.target for each in found] == targets
        assert [each.kind for each in told] == problems


@pytest.mark.parametrize("media_type", ["text/html", "application/xhtml+xml", "text/markdown", "application/json"])
@pytest.mark.parametrize("option", ["base", "default_base"])
def test_a_given_base_without_a_scheme_is_ignored_and_reported(option, media_type):
    problems = []
    scanner = with_options(scanner_for, media_type, on_problem=problems.append, **{option: "//own.example/"})
    found = scanner.read(b'<a href="x">', final=True).occurrences()
    assert [each.target for each in found] == ([] if media_type == "application/json" else [None])
    said = "the base '//own.example/' has no scheme: references relative to it have no target"
    assert [(each.kind, each.message) for each in problems] == [("unusable-base", said)]


def test_the_example_of_rfc_2396_appendix_d():
    document = (
        '<!doctype html public "-//IETF//DTD HTML//EN">\n<HTML><HEAD>\n<TITLE>An example HTML document</TITLE>\n'
        '<BASE href="http://www.ics.uci.edu/Test/a/b/c">\n</HEAD><BODY>\n'
        '... <A href="../x">a hypertext anchor</A> ...\n</BODY></HTML>\n'
    )
    found = scan(document)[0][-1]
    assert (found.target, found.base, found.base_from) == (
        "http://www.ics.uci.edu/Test/a/x", "http://www.ics.uci.edu/Test/a/b/c", "embedded",
    )  # fmt: skip


def test_where_a_base_comes_from():
    for options, base_from in (({}, "retrieval"), ({"base": None, "default_base": OWN}, "default")):
        (found,) = scan("<a href=x>", **options)[0]
        assert (found.base, found.base_from, found.target) == (OWN, base_from, "http://own.example/d/x")
    (found,) = scan("<a href=x>", base=None)[0]
    assert (found.base, found.base_from, found.target, found.kind) == (None, None, None, "relative")


def test_max_held_limits_how_many_references_wait_for_a_base():
    document = b"<a href=x>" * 5 + b"<base href=/a/><a href=y>"
    for limit, before in ((100, "a"), (6, "a"), (5, "d"), (1, "d")):
        for chunk in (None, 1, 7):
            found, problems, _ = scan(document, chunk, max_held=limit)
            assert [each.target for each in found] == [
                *[f"http://own.example/{before}/x"] * 5, "http://own.example/a/", "http://own.example/a/y",
            ]  # fmt: skip
            assert [each.kind for each in problems] == ["late-base"] * (before == "d")
    assert scan(b"<a href=x>" * 5, max_held=2)[1] == []  # no base followed


LARGE = (
    "<!doctype html><html>\r\n<head><title>Tides &amp; http://t.example/?a&amp;b</title>\n<style>\n"
    "p { background: url( 'p.png' ) } /* http://c.example/ */\n@import\n'i.css';</style>"
    "<body style='background:url(b.png)' \n onload='x(\"http://o.example/\")'>caf\u00e9 http://caf\u00e9.example/\u00e9\n"
    "<a href='a&#10;b\u00e9?x&amp;y' title='t http://q.example/'>http://v.example/<wbr>x &lt;http://w.example/\n&#32;a&gt;</a>\n"
    "<img srcset='a.png 1x,\n b.png 2x'><script>'http:\\/\\/s.example\\/'</script><!-- http://k.example/ -->\n"
    "<object classid=x codebase=y></object><base href=http://b.example/z/><form action></form>\n<textarea>http://e.example/&amp"
)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("charset", [None, "utf-16", "utf-16-be", "windows-1252"])
def test_chunks_do_not_matter_and_places_are_those_of_the_source(charset, variant):
    data = "</textarea>".join([LARGE] * 3).encode(charset or "utf-8")
    whole = scan(data, charset=charset, variant=variant)
    assert len(whole[0]) == 58  # only the attributes of one body count
    for chunk in (1, 7, 64, 1000):
        assert scan(data, chunk, charset=charset, variant=variant) == whole
    assert whole == scan(data, charset=charset, variant=VARIANTS[0])
    assert [each.start for each in whole[0]] == sorted(each.start for each in whole[0])
    line_feed = "\n".encode({"utf-16": "utf-16-le"}.get(charset, charset) or "utf-8")
    for each in whole[0]:
        raw = each.raw.encode({"utf-16": "utf-16-le"}.get(charset, charset) or "utf-8")
        assert data[each.start : each.end] == raw
        assert each.line == data.count(line_feed, 0, each.start) + 1
        assert each.column == each.start - max(data.rfind(line_feed, 0, each.start) + len(line_feed) - 1, -1) or (
            each.line == 1 and each.column == each.start + 1
        )


def test_lines_are_the_occurrences():
    data = b"<a href=x>http://y.example/</a>" + LARGE.encode()
    for value in ("target", "reference", "raw", "text"):
        scanner = Scanner("text/html", base=OWN)
        lines = b"".join(scanner.read(data[at : at + 50]).lines(value) for at in range(0, len(data), 50))
        lines += scanner.read(b"", final=True).lines(value)
        assert lines.decode() == "".join(f"{getattr(each, value) or each.reference}\n" for each in scan(data)[0])


def test_options_of_text_are_options_of_html():
    document = "<p title='ada@example.org'>www.example.org hxxp://a[.]example/ &lt;ada&#64;example.org&gt;</p>"
    found = scan(document, suffix=True, mail_addresses=True, refang=True)[0]
    assert [each.target for each in found] == [
        "mailto:ada@example.org", "http://www.example.org", "http://a.example/", "mailto:ada@example.org",
    ]  # fmt: skip
    for each in found:
        assert document[each.start : each.end] == each.raw


def test_a_reference_over_the_limit_is_a_problem():
    for document in ("<a href='{}'><a href=y>", "<style>p{{background:url({})}}</style><a href=y>"):
        found, problems, _ = scan(document.format("x" * (MAX_REFERENCE + 10)))
        assert [each.reference for each in found] == ["y"]
        assert [each.kind for each in problems] == ["reference-too-long"]


def test_an_unreadable_encoding_is_a_problem_and_read_all_the_same():
    found, problems, _ = scan("<meta charset=hz-gb-2312><a href=x>")
    assert [each.reference for each in found] == ["x"]
    assert [each.kind for each in problems] == ["unreadable-encoding"]


@pytest.mark.parametrize("codec", ["cp1252", "cp932", "utf-16-le", "koi8-r"])
def test_places_before_translation_are_the_same_where_a_problem_is_reported_among_them(codec):
    letters = {"cp932": "\u65e5\u672c", "koi8-r": "\u0434"}.get(codec, "\xe9")
    text = f"{letters}<a href='{letters}?a&amp;b'>\n{letters} <a href=x>{letters}</a> http://a.example/{letters}\n\n{letters}<p>"
    data = (text * 3).encode(codec)
    found = scan(data, charset=codec)[0]
    assert [data[each.start : each.end].decode(codec) for each in found] == [each.raw for each in found]
    before = [data.decode(codec)[: len(data[: each.start].decode(codec))] for each in found]
    assert [(each.line, each.column) for each in found] == [
        (part.count("\n") + 1, len(part[part.rfind("\n") + 1 :].encode(codec)) + 1) for part in before
    ]
    too_long = f"<a href={'x' * (MAX_REFERENCE + 10)}>".encode(codec)
    others, problems, _ = scan(data + too_long, charset=codec)
    assert others == found
    assert [(each.kind, each.offset) for each in problems] == [
        ("reference-too-long", len(data) + len("<a href=".encode(codec)))
    ]


UNITS = [
    "<a ",
    "<!--",
    "<![CDATA[",
    "</",
    "<div>",
    "<base href=x>",
    "&",
    "<a href=x>",
    "<style>",
    "<p style=url(",
    "x:",
]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize(
    "before", ["", "<!--", "<a href='", "<a b='", "<script>", "<style>", "<style>url(", "<!doctype "]
)
def test_hostile_shapes_are_examined_a_few_times(before, unit):
    # The counters of the decoders; another test limits the tokenizer's counter to four.
    data = before.encode() + unit.encode() * (60_000 // len(unit))
    for chunk in (len(data), 4096, 64):
        scanner = HtmlScanner()
        for at in range(0, len(data), chunk):
            scanner.feed(data[at : at + chunk])
        scanner.close()
        assert scanner._windows.tokenizer.examined <= 4 * len(data)
        if scanner._text._restarted is None:  # the text was scanned
            assert scanner._text._decoder.examined <= 4 * len(data)
            assert scanner._text._windows.kernel.examined <= 12 * len(data)


# -- recognition ----------------------------------------------------------------------------------------------------

RECOGNISED = [
    (b"<!DOCTYPE html><a href=x>", True),
    (b" \r\n<!doctype\nhtml\n><a href=x>", True),
    (b"\xef\xbb\xbf<html><a href=x>", True),
    (b"<HEAD><a href=x>", True),
    (b"<body bgcolor=white><a href=x>", True),
    (b"<!-- c --><a href=x>", True),
    (b'<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><a href=x />', True),
    ("\ufeff<html><a href=x>".encode("utf-16-le"), True),
    (b"A mail with <html><a href=x>", False),
    (b"<hr><a href=x>", False),
    (b"<htmlx><a href=x>", False),
    (b"<?xml version='1.0'?><rss><form action=x>", False),
    (b"<http://h.example/>", False),
    (b"", False),
]


@pytest.mark.parametrize(("data", "html"), RECOGNISED, ids=repr)
def test_html_is_recognised_by_its_first_bytes(data, html, tmp_path):
    (tmp_path / "page").write_bytes(data)
    for source in (tmp_path, data):
        assert ("x" in [each.reference for each in extract(source)]) is html


def test_html_is_recognised_by_its_name(tmp_path):
    for name in ("a.html", "b.HTM", "c.xhtml", "d.txt", "e.log", "html"):
        (tmp_path / name).write_bytes(
            b"t <a href=x>" if name < "d" else b"<p align=center> <a href=x>" * (name != "html")
        )
    found = [Path(each.document).name for each in extract(tmp_path) if each.reference == "x"]
    assert found == ["a.html", "b.HTM", "c.xhtml"]
    assert list(extract(tmp_path / "a.html", media_type="text/plain")) == []
    assert [each.reference for each in extract(tmp_path / "d.txt", media_type="text/html")] == ["x"]
    assert [each.reference for each in extract_text("<a href=x>", media_type="application/xhtml+xml")] == ["x"]


def test_characters_of_a_str_are_counted():
    document = "\u00e9<a href='\u00e9'>"
    (found,) = extract_text(document, media_type="text/html")
    assert document[found.start : found.end] == found.raw == "\u00e9"


# -- browsers -------------------------------------------------------------------------------------------------------

LISTS = {("img", "srcset"), ("source", "srcset"), ("link", "imagesrcset"), ("meta", "content")}
JOINED = {("object", "archive"), ("applet", "archive")}
#: Documents in which the browser's tree has other elements or fewer references, and why.
NOT_OURS = {
    "base-in-srcdoc": "the browser was asked for the elements of one document, not of those in its frames",
    "base-in-shadow-closed": "a closed shadow root hides what it holds",
    "base-xhtml": "XHTML is read as HTML: <script/> is not closed",
    "enc-hz": "the encoding is replaced; we report it, and read on",
    "base-invalid-requests": "Chromium says about:blank for a base that is no URL",
}


def wanted(case):
    for element, attribute, value, *_ in case["links"]:
        name = attribute.removesuffix(":url")
        if name != "style" and ((element, name) in LISTS) == attribute.endswith(":url"):
            yield element, name, url(value).text


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
def test_links_are_those_of_browsers(capsys):
    cases = [json.loads(line) for line in (SHARED / "cases/html/browser.jsonl").read_text("utf-8").splitlines()]
    differ = []
    for case in cases:
        data = base64.b64decode(case["html_b64"]) if "html_b64" in case else case["html"].encode()
        charset = re.search("charset=([^;]+)", case["contentType"])
        found, _, base = scan(data, base=case["url"], charset=charset and charset[1])
        # A list is one value in the browser; a tree builder may clone an element, which we report once.
        ours = [(each.element, each.attribute, each.reference) for each in found if each.delimiter == "attribute"]
        joined = [each for each in ours if each[:2] not in JOINED]
        theirs = [each for each in wanted(case) if each[:2] not in JOINED]
        if "adoption" in case["id"]:
            joined, theirs = sorted(set(joined)), sorted(set(theirs))
        if joined != theirs or base != case["baseURI"].partition("#")[0]:
            differ.append(case["id"])
    with capsys.disabled():
        print(f" {len(cases) - len(differ)} of {len(cases)} documents as browsers have them ", end="")
    assert set(differ) <= NOT_OURS.keys()


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
def test_no_reference_of_text_is_lost():
    # The references that the plain-text scanner finds between tags are found.
    dice = random.Random(5)
    pages = sorted((SHARED / "corpora/html/pages").rglob("*.html"))
    for page in dice.sample(pages, min(60, len(pages))):
        data = page.read_bytes()
        places = {each.start for each in scan(data)[0]}
        for run in re.finditer(rb">([^<&]*:[^<&]*)<", data):
            for each in extract_text(run[1]):
                assert run.start(1) + each.start in places, (page, each)


@pytest.mark.parametrize("before", [0, 2000, 100_000])
def test_a_page_that_declares_nothing(before):
    page = b"<body>" + b"x" * before
    for letter, meant in ((b"\xe9", "\xe9"), (b"\xc3\xa9", "\xe9"), (b"\x80", "\u20ac"), (b"\xd0\xb6", "\u0436")):
        found = scan(page + b"<a href=/" + letter + b">" + b" " * 1100)[0]
        assert [each.reference for each in found] == [f"/{meant}"]
        for chunk in (100, 2048):
            assert scan(page + b"<a href=/" + letter + b">" + b" " * 1100, chunk)[0] == found


# Chromium agrees.
@pytest.mark.parametrize(
    ("charset", "raw", "meant", "target"),
    [
        ("shift_jis", b"/\x82'", "/\ufffd", "/%EF%BF%BD"),
        ("gbk", b"/\xff'", "/\ufffd", "/%EF%BF%BD"),
        ("euc-jp", b"/\xa4'", "/\ufffd", "/%EF%BF%BD"),
        ("windows-1253", b"/\xaa?\xd2'", "/\ufffd?\ufffd", "/%EF%BF%BD?%26%2365533%3B"),
        ("utf-8", b"/\xe9x\xc3'", "/\ufffdx\ufffd", "/%EF%BF%BDx%EF%BF%BD"),
        ("utf-8", b"/\xc0\xaf\xed\xa0\x80'", "/" + "\ufffd" * 5, "/" + "%EF%BF%BD" * 5),
    ],
)
def test_bytes_that_the_encoding_does_not_have_are_replacement_characters(charset, raw, meant, target):
    for chunk in (None, 1):
        (found,) = scan(f"<meta charset={charset}><a href='".encode() + raw + b">", chunk)[0]
        assert (found.reference, found.valid) == (meant, False)
        assert found.target == f"http://own.example{target}"


# URL Standard §4.4, "query state"; Chromium agrees.
@pytest.mark.parametrize(
    ("charset", "reference", "target"),
    [
        ("iso-8859-1", "/\xe9?\xe9#\xe9", "http://own.example/%C3%A9?%E9#%C3%A9"),
        ("koi8-r", "?\u0430&\u0431;=1", "http://own.example/d/page?%C1&%C2;=1"),
        ("koi8-r", "http://h.example/?\u0430", "http://h.example/?%C1"),
        ("koi8-r", "//h.example/?\u0430", "http://h.example/?%C1"),
        ("koi8-r", "foo://h.example/?\u0430", "foo://h.example/?%D0%B0"),
        ("koi8-r", "mailto:a@h.example?\u0430", "mailto:a@h.example?%D0%B0"),
        ("windows-1252", "?%41&#20013;\u20ac'", "http://own.example/d/page?%41%26%2320013%3B%80'"),
        ("iso-2022-jp", "?\u3042", "http://own.example/d/page?%1B$B$%22%1B(B"),
        ("utf-8", "?\xe9", "http://own.example/d/page?%C3%A9"),
        ("utf-16", "?\xe9", "http://own.example/d/page?%C3%A9"),
    ],
)
def test_a_query_is_in_the_encoding_of_the_document(charset, reference, target):
    page = f'<a href="{reference}">'.encode(charset)
    for chunk in (None, 1):
        (found,) = scan(page, chunk, charset=charset)[0]
        assert found.target == target
        assert (found.base, found.base_from) == ((OWN, "retrieval") if found.kind == "relative" else (None, None))
    if charset != "utf-16":
        (found,) = scan(b"<base href=/b/>" + page, charset=charset)[0][1:]
        assert found.target.partition("?")[2] == target.partition("?")[2]


def test_the_interface_is_that_of_text():
    scanner = partial(Scanner, "TEXT/HTML; charset=utf-8")
    assert isinstance(scanner_for("TEXT/HTML"), HtmlScanner)
    with pytest.raises(UriExtractError):
        scanner(charset="no-such-charset")
    closed = scanner()
    assert closed.feed(b"<a href=x>") == []  # the base is not known yet
    assert len(closed.close()) == 1
    assert closed.close() == []
    with pytest.raises(UriExtractError):
        closed.feed(b"")


@pytest.mark.parametrize(
    "unit", ["<p>x: y ", "<a href=x title='x: y'>", "<style>p{}</style>", "<!-- x: -->", "t &amp; "]
)
def test_state_does_not_grow_with_the_document(unit):
    scanner = HtmlScanner(base=OWN)
    scanner.feed(b"<body><base href=/a/>\xc3\xa9" + b" " * 1024)
    most = 0
    for _ in range(12):
        scanner.feed(unit.encode() * 2000)
        markup, walker, text = scanner._markup, scanner._markup.walker, scanner._text
        most = max(most, *map(len, (markup.rows, markup.css, walker.verbatim, walker.texts, text.rows)))
        most = max(most, len(text._decoder.map.segments), len(text._windows.window) // 100)
    assert most <= 3 * 2000


SVG_STYLE = (
    "<p>\n<svg>\n<style>a{b:url(1)}&#10;c{d:url(&quot;2\xe9&quot;)}\n<!-- url(x)\n --><g>url(y)</g><g/>\n<![CDATA[\n"
    "e{f:url(3&amp;)}]]> @import '&#x34;'; /* url(z) */ url(\n'5'</style>\n<a href=6></a><style/><a href=7>"
    "</svg><svg><style>g{h:url(8)}<p>url(w)<a href=9></style>"
)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_style_of_svg_is_not_raw_text(variant):
    data = SVG_STYLE.encode() * 3
    whole = scan(data, variant=variant)[0]
    expected = ["1", "2\xe9", "3&amp;", "4", "5", "6", "7", "8", "9"]
    assert [each.reference for each in whole] == 3 * expected
    assert {each.element for each in whole if each.delimiter == "css"} == {"style"}
    lines = data.split(b"\n")
    for each in whole:
        assert data[each.start : each.end].decode() == each.raw
        assert lines[each.line - 1][each.column - 1 :].startswith(each.raw.encode())
    for chunk in (1, 2, 7, 64):
        assert scan(data, chunk, variant=variant)[0] == whole


@pytest.mark.parametrize("chunk", [None, 1, 7])
@pytest.mark.parametrize("line", ["", "\xa7 ", "<p>"])
@pytest.mark.parametrize(("charset", "codec"), [("windows-1252", "cp1252"), ("shift_jis", "cp932"), ("gbk", "gbk")])
def test_a_problem_before_a_reference_in_its_line_does_not_change_its_column(charset, codec, line, chunk):
    above = f"<meta charset={charset}>\n\xa7\n".encode(codec)
    base, link = f"{line}<base href='".encode(codec), f"{line}<base href='\xa7'> <a href='".encode(codec)
    data = above + link + "\xa7x'>\n<a href=y>".encode(codec)
    found, problems, _ = scan(data, chunk, base=None)
    assert [(each.start, each.line, each.column) for each in found] == [
        (len(above + base), 3, len(base) + 1),
        (len(above + link), 3, len(link) + 1),
        (len(data) - 2, 4, 9),
    ]
    assert [(each.kind, each.offset) for each in problems] == [("unusable-base", len(above + base))]


def test_references_in_a_style_sheet_of_svg_are_in_document_order():
    document = (
        b"<svg><style>a { b: url(s1) } <use xlink:href='#u'/> c { d: url(s2) } </style></svg> http://t.example/ x: y"
    )
    for chunk in (1, 7, 4096):
        scanner = HtmlScanner()
        found = []
        for at in range(0, len(document), chunk):
            found += scanner.feed(document[at : at + chunk])
        found += scanner.close()
        assert [each.reference for each in found] == ["s1", "#u", "s2", "http://t.example/"]


@pytest.mark.parametrize(
    ("document", "references"),
    [
        (b'<p>no colon <a href="/a">in</a> the text', ["/a"]),
        (b'<p>no colon &amp; none &#43; meant <a href="/a">in</a> the text', ["/a"]),
        (b'<p>http&#x3A;//b.example/ <a href="/a">in</a>', ["http://b.example/", "/a"]),
        (b'<p>http&colon;//b.example/ <a href="/a">in</a>', ["http://b.example/", "/a"]),
        (b'<p>http&#58;//b.example/ <a href="/a">in</a>', ["http://b.example/", "/a"]),
        (b'<!-- http://b.example/ --><a href="/a">in</a>', ["http://b.example/", "/a"]),
    ],
)
def test_text_is_read_unless_it_has_neither_colon_nor_reference_to_one(document, references):
    scanner = HtmlScanner()
    for size in (len(document), 7, len(document)):
        scanner.restart(None, NO_ORIGIN)
        chunks = [document[at : at + size] for at in range(0, len(document), size)]
        found = [each for chunk in chunks[:-1] for each in scanner.feed(chunk)]
        found += scanner.read(chunks[-1], final=True).occurrences()
        assert [each.reference for each in found] == references
        assert (scanner._text._whole is not None) == (len(references) > 1)  # a kernel is taken only if text is read


def test_names_without_a_scheme_are_found_in_text_without_a_colon():
    found = HtmlScanner(ScanOptions(suffix=True)).read(b"<p>see www.example.com/a", final=True).occurrences()
    assert [each.reference for each in found] == ["www.example.com/a"]
