"""The references in the values of attributes: URLs, lists, srcset, refresh, and the syntax of each attribute."""

import random
import re
from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from uri_extract.decode._character_references import decode
from uri_extract.markup.css import Stylesheet
from uri_extract.markup.html import attributes, tokenizers
from uri_extract.markup.html.attributes import BESIDE, FOREIGN, HTML, KINDS, codebase, place, read
from uri_extract.markup.html.scanner import HtmlScanner
from uri_extract.markup.refresh import refresh
from uri_extract.markup.srcset import srcset
from uri_extract.markup.urls import uri, uris, url, urls

from .reading import VARIANTS


def texts(found):
    return [each.text for each in found]


# -- URL Standard §4.4 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text", "stands"),
    [
        ("x", "x", "x"),
        ("", "", ""),
        (" \t\n\f\r", "", ""),
        ("  x ", "x", "x"),
        ("\n  x  \n", "x", "x"),
        ("\x00\x1f x\x1e", "x", "x"),
        ("a\nb", "ab", "a\nb"),
        ("a\tb\nc", "abc", "a\tb\nc"),
        ("a\r\nb", "ab", "a\r\nb"),
        ("ht\ntp://h\n/p", "http://h/p", "ht\ntp://h\n/p"),
        ("java\nscript:x", "javascript:x", "java\nscript:x"),
        ("a b", "a b", "a b"),
        ("a\fb\vc", "a\fb\vc", "a\fb\vc"),  # these characters are kept, and make it invalid
        ("\xa0x\xa0", "\xa0x\xa0", "\xa0x\xa0"),
        ("\u3000x\u2028", "\u3000x\u2028", "\u3000x\u2028"),
        ("\x7fx", "\x7fx", "\x7fx"),
        (" #a ", "#a", "#a"),
        ("{{ url }}", "{{ url }}", "{{ url }}"),
    ],
)
def test_white_space_is_not_part_of_a_url(value, text, stands):
    found = url(value)
    assert found.text == text
    assert value[found.start : found.end] == stands


def test_a_part_of_a_value_is_placed_in_the_value():
    assert url("0;url= x y ", 6) == ("x y", 7, 10)
    assert url("a  b", 1, 3) == ("", 3, 3)


def test_places_go_back_to_the_bytes():
    value = decode(b"&#32;&Tab;\xc3\xa9&amp;y\n&copy=1&nbsp;")
    found = url(value.text)
    assert found.text == "\xe9&y&copy=1\xa0"
    assert value.raw[slice(*value.span(found.start, found.end))] == b"\xc3\xa9&amp;y\n&copy=1&nbsp;"


# -- lists -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "commas", "expected"),
    [
        ("a1 a2", False, [("a1", 0, 2), ("a2", 3, 5)]),
        (" a\t\nb\fc\r", False, [("a", 1, 2), ("b", 4, 5), ("c", 6, 7)]),
        ("", False, []),
        ("  ", False, []),
        ("a,b", False, [("a,b", 0, 3)]),
        ("a\xa0b", False, [("a\xa0b", 0, 3)]),
        ("j1,j2", True, [("j1", 0, 2), ("j2", 3, 5)]),
        (" j1 , ,j2 j3,", True, [("j1", 1, 3), ("j2", 7, 9), ("j3", 10, 12)]),
        ("\x01", False, []),
    ],
)
def test_a_list(value, commas, expected):
    assert urls(value, commas) == expected


@pytest.mark.parametrize("element", ["a ping", "applet codebase=/c archive", "object codebase=/c archive"])
def test_a_list_that_is_added_without_a_reader_is_what_its_reader_returns(element):
    generator = random.Random(8)
    for _ in range(300):
        value = "".join(
            generator.choices("ab,. \t\n\f\r/:&\xe9\x01", [9, 9, 3, 3, *[2] * 6, *[0.3] * 4], k=generator.randrange(12))
        )
        data = f"<{element}='{value}'>".encode()
        scanner = HtmlScanner(charset="utf-8")
        found = [each for each in scanner.feed(data) + scanner.close() if each.attribute == element.split()[-1]]
        expected = urls(decode(value.encode()).text, element.startswith("applet"))
        assert [each.reference for each in found] == [each.text for each in expected]
        for each in found:
            assert data[each.start : each.end].decode() == each.raw
            before = data[: each.start]
            assert (each.line, each.column) == (before.count(b"\n") + 1, each.start - before.rfind(b"\n"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (" http://a.example/ ", "http://a.example/"),
        ("//a.example/x", "//a.example/x"),
        ("mailto:ada@example.org", "mailto:ada@example.org"),
        ("urn:isbn:0451450523", "urn:isbn:0451450523"),
        ("fb://page/1", "fb://page/1"),
        ("A page about x", None),
        ("see http://a.example/", None),
        ("http://a.example/ and more", None),
        ("width=device-width", None),
        ("og:title", None),
        ("note: this", None),
        ("a/b.png", None),
        ("C:\\x", None),
        ("c://x", None),
        ("http://", None),
        ("http:///x", None),
        ("//", None),
        ("", None),
        ("16:9", None),
        ("[foaf:me]", None),
    ],
)
def test_a_uri_by_its_own_shape(value, text):
    found = uri(value)
    assert (found and found.text) == text
    assert found is None or value[found.start : found.end] == text


def test_words_that_are_uris():
    assert uris("name http://schema.example/x dc: http://dc.example/") == [
        ("http://schema.example/x", 5, 28),
        ("http://dc.example/", 33, 51),
    ]


# -- HTML standard §4.8.4.3.10 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a.png", ["a.png"]),
        ("a.png, b.png 2x, c.png 3x", ["a.png", "b.png", "c.png"]),
        ("a.png 100w,b.png 200w", ["a.png", "b.png"]),
        (" , ,a.png , b.png ,", ["a.png", "b.png"]),
        ("", []),
        (" ,, ", []),
        # a comma belongs to a URL unless it ends it
        ("a,b.png", ["a,b.png"]),
        ("a.png,b.png", ["a.png,b.png"]),
        ("a.png,, b.png", ["a.png", "b.png"]),
        ("data:image/png;base64,AAAA 1x, b.png 2x", ["data:image/png;base64,AAAA", "b.png"]),
        ("data:,a , data:,b 2x", ["data:,a", "data:,b"]),
        ("data:,a, b", ["data:,a", "b"]),
        ("a\n2x,\tb\f1x", ["a", "b"]),
        # descriptors with errors
        ("a 1y, b 2x", ["b"]),
        ("a 1x 2x, b", ["b"]),
        ("a 1x 100w, b", ["b"]),
        ("a 1w 2w, b", ["b"]),
        ("a 0w, b 1.5w, c -1x, d 1e3x, e +1x, f .5x, g 1.x, h 0x, i -0x", ["d", "f", "h", "i"]),
        ("a 100w 50h, b 50h, c 50h 1x, d 50h 100w, e 0h 1w", ["a", "d"]),
        ("a x, b w, c 1X, d", ["d"]),
        ("a 1e+3x, b 1ex, c 1E-3x, d 1e999x", ["a", "c", "d"]),
        # parentheses hide white space and commas, and do not nest
        ("a (1x, 2x) , b", ["b"]),
        ("a foo(b, c 1x) 2x, d", ["d"]),
        ("a ((1x), b", ["b"]),
        ("a (1x, b", []),
        ("a ), b", ["b"]),
        ("(a), b 2x", ["(a)", "b"]),
        ("a 1\xa0x, b", ["b"]),
        ("a \u0661x, b", ["b"]),
    ],
)
def test_srcset(value, expected):
    found = srcset(value)
    assert texts(found) == expected
    assert [value[each.start : each.end] for each in found] == expected
    assert [each.start for each in found] == sorted(each.start for each in found)


@given(st.text("a12x w,(\t)-.h", max_size=40))
@example("a 1x,b (x,c y,d 2x")
@example("a b,c 1(,),d")
def test_srcset_reads_candidates_with_errors_in_a_row_as_it_reads_each(value):
    with mock.patch("uri_extract.markup.srcset._ERRONEOUS", re.compile("")):
        one_by_one = srcset(value)
    assert srcset(value) == one_by_one


@pytest.mark.parametrize("unit", ["(", ",", " ", "a,", "a (", "a 1x,", "a ,", ")", "a b ", "a,b ", "a b(,"])
def test_srcset_looks_at_every_character_a_few_times(unit):
    value = unit * (200_000 // len(unit))  # in quadratic time this would take minutes
    assert len(srcset(value)) <= len(value)


# -- HTML standard §4.2.5.3 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("0;url=y", "y"),
        ("0; url=y", "y"),
        (" 0 , URL = y ", "y"),
        ("0 url=y", "y"),
        ("0;y", "y"),
        ("0 y", "y"),
        ("5", None),
        ("3600", None),
        ("0;", None),
        ("0 ; \n", None),
        ("", None),
        (";url=y", None),
        ("url=y", None),
        ("+0;url=y", None),
        ("-1;url=y", None),
        ("0:url=y", None),
        ("0x;url=y", None),
        ("0.5;url=y", "y"),
        ("0.0.0;url=y", "y"),
        (".;url=y", "y"),
        (".5;url=y", "y"),
        ("0;ur=y", "ur=y"),
        ("0;u", "u"),
        ("0;url y", "url y"),
        ("0;urly", "urly"),
        ("0;url=", ""),
        ("0;url=url=y", "url=y"),
        ("0;url='y'z", "y"),
        ('0;url="y\'z"', "y'z"),
        ("0;url='y", "y"),
        ("0;'y'", "y"),
        ("0;url=' y '", "y"),
        ("0;;url=y", ";url=y"),
        ("0;\u00a0url=y", "\u00a0url=y"),
        ("\uff10;url=y", None),
        ("0;url=http://a.example/?a;b,c d", "http://a.example/?a;b,c d"),
    ],
)
def test_refresh(content, text):
    found = refresh(content)
    assert (found and found.text) == text
    assert found is None or content[found.start : found.end] == text


# -- the table -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("element", "attribute", "kind", "base"),
    [
        ("a", "href", "url", "document"),
        ("a", "ping", "urls", "document"),
        ("area", "href", "url", "document"),
        ("base", "href", "url", "own"),
        ("link", "href", "url", "document"),
        ("link", "imagesrcset", "srcset", "document"),
        ("img", "src", "url", "document"),
        ("img", "srcset", "srcset", "document"),
        ("source", "srcset", "srcset", "document"),
        ("img", "longdesc", "url", "document"),
        ("img", "usemap", "url", "document"),
        ("img", "lowsrc", "url", "document"),
        ("img", "dynsrc", "url", "document"),
        ("image", "src", "url", "document"),
        ("image", "href", None, None),
        ("video", "poster", "url", "document"),
        ("object", "data", "url", "document"),
        ("object", "classid", "url", "codebase"),
        ("object", "codebase", "url", "document"),
        ("object", "archive", "urls", "codebase"),
        ("applet", "archive", "commas", "codebase"),
        ("applet", "code", "url", "codebase"),
        ("form", "action", "url", "page"),
        ("button", "formaction", "url", "page"),
        ("q", "cite", "url", "document"),
        ("cite", "cite", None, None),
        ("td", "background", "url", "document"),
        ("div", "background", None, None),
        ("head", "profile", "urls", "document"),
        ("html", "manifest", "url", "document"),
        ("div", "itemtype", "urls", "document"),
        ("div", "itemid", "url", "document"),
        ("custom-element", "style", "css", "document"),
        ("meta", "content", "uri", "document"),
        ("a", "title", None, None),
        ("div", "href", None, None),
    ],
)
def test_attributes_that_hold_references_are_those_of_the_table(element, attribute, kind, base):
    found = place(element, attribute)
    assert (found and found.kind, found and found.base) == (kind, base)
    assert found is None or attribute in attributes.ATTRIBUTES


@pytest.mark.parametrize(
    ("element", "attribute", "beside", "kind"),
    [
        ("meta", "content", {"http-equiv": "refresh"}, "refresh"),
        ("meta", "content", {"http-equiv": "REFRESH"}, "refresh"),
        ("meta", "content", {"http-equiv": " refresh"}, "uri"),  # the keyword is compared without trimming
        ("meta", "content", {"http-equiv": "refre\u017fh"}, "uri"),
        ("meta", "content", {"http-equiv": "content-type"}, "uri"),
        ("meta", "name", {"http-equiv": "refresh"}, None),
        ("param", "value", {"valuetype": "ref"}, "url"),
        ("param", "value", {"valuetype": "data"}, "uri"),
        ("param", "value", {"name": "Movie"}, "path"),
        ("param", "value", {"name": "data"}, "path"),
        ("param", "value", {"name": "wmode"}, "uri"),
    ],
)
def test_other_attributes_may_determine_how_a_value_is_read(element, attribute, beside, kind):
    found = place(element, attribute, beside)
    assert (found and found.kind) == kind
    assert set(beside) <= BESIDE[element]


@pytest.mark.parametrize(
    ("element", "attribute", "kind"),
    [
        ("a", "href", "url"),
        ("a", "xlink:href", "url"),
        ("image", "href", "url"),
        ("feimage", "href", "url"),
        ("lineargradient", "xlink:href", "url"),
        ("script", "href", "url"),
        ("rect", "fill", "css"),
        ("g", "style", "css"),
        ("mi", "href", "url"),
        ("img", "src", None),
    ],
)
def test_svg_and_mathml(element, attribute, kind):
    found = place(element, attribute, foreign=True)
    assert (found and found.kind) == kind


def test_every_row_says_how_it_is_read_and_where_that_is_written():
    for (_, attribute), row in [*HTML.items(), *FOREIGN.items()]:
        assert attribute == row.attribute == attribute.lower()
        assert row.kind in KINDS
        assert row.base in ("document", "own", "page", "codebase")
        assert row.source


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("url", " x ", ["x"]),
        ("url", "", [""]),
        ("urls", "a b", ["a", "b"]),
        ("commas", "a,b", ["a", "b"]),
        ("srcset", "a 1x, b", ["a", "b"]),
        ("css", "background:url(x)", ["x"]),
        ("css", "color:red", []),
        ("refresh", "0;url=y", ["y"]),
        ("refresh", "5", []),
        ("uri", "http://a.example/", ["http://a.example/"]),
        ("uri", "text", []),
        ("uris", "x http://a.example/", ["http://a.example/"]),
    ],
)
def test_a_value_is_read_as_its_kind_says(kind, value, expected):
    assert texts(read(kind, value)) == expected


@pytest.mark.parametrize(
    ("value", "directory"),
    [("classes", "classes/"), ("classes/", "classes/"), ("", ""), ("a#f", "a/"), ("a?b", "a?b"), ("..", "../")],
)
def test_a_codebase_is_a_directory(value, directory):
    assert codebase(value) == directory


# -- the fast path -----------------------------------------------------------------------------------------------------

PIECES = (
    "a", "/", "http://h.example/p", "HTTPS:", "x.png", "?q=1", "#f", " ", "\n", "\t", "\r\n", "\x0c", "\x01", "\0", ",",
    "&", "&amp;", "&amp", "&#32;", "&copy=", "&colon;", "1x", "2.5x", "300w", "0w", "w", "(", ")", "url(", "url('b')",
    "src(", "'", ";", "\\", "/*", "é", "字", "\udcff", "background:url(c d)", "mailto:", "Urn:x", "og:t", "//h.example",
)  # fmt: skip
FAST = (
    *(("img", "srcset"), ("a", "href"), ("form", "action"), ("p", "style"), ("div", "itemtype"), ("meta", "content")),
    ("p", "property"),
)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("element", "attribute"), FAST)
def test_the_fast_path_finds_what_the_pure_functions_find(element, attribute, variant):
    dice = random.Random(14)
    found_some = 0
    for _ in range(4000 if variant == "compiled" else 400):
        value = "".join(dice.choice(PIECES) for _ in range(dice.randrange(7))).encode("utf-8", "surrogateescape")
        scanner = HtmlScanner(charset="utf-8", tokenizer=tokenizers[variant])
        before = b'<%s %s="' % (element.encode(), attribute.encode())
        found = [each for each in scanner.feed(before + value + b'">') + scanner.close() if each.attribute == attribute]
        decoded = decode(value)
        expected = [
            (text, *(len(before) + place for place in decoded.span(start, end)))
            for text, start, end in attributes.read(place(element, attribute).kind, decoded.text)
        ]
        assert [(each.reference, each.start, each.end) for each in found] == expected, value
        assert all(
            each.raw.encode("utf-8", "surrogateescape") == (before + value)[each.start : each.end] for each in found
        )
        found_some += len(found)
    assert found_some


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_style_sheet_has_the_references_that_its_tokens_have(variant):
    dice = random.Random(15)
    for _ in range(2000 if variant == "compiled" else 200):
        sheet = "".join(dice.choice((*PIECES, "@import ", '"k"')) for _ in range(dice.randrange(7)))
        source = sheet.encode("utf-8", "surrogateescape")
        scanner = HtmlScanner(charset="utf-8", tokenizer=tokenizers[variant])
        found = [*scanner.feed(b"<style>" + source + b"</style>"), *scanner.close()]
        expected = [(text, 7 + start, 7 + end, "style") for text, start, end in Stylesheet().feed(source, final=True)]
        assert [(e.reference, e.start, e.end, e.element) for e in found if e.delimiter == "css"] == expected, sheet


# -- character references --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "tag", ['<a href="%s">', '<img srcset="%s 2x">', '<b data-src="%s">', '<td style="x:url(%s)">']
)
def test_numeric_references_in_urls_are_decoded(tag, variant):
    dice = random.Random(13)
    numbers = (*b"!#$&'*/;=?@_~", *b',({<\\ %"a', 200, 0x2013)
    forms = ("&#%d;", "&#%03d;", "&#x%x;", "&#X%04X;", "&#%d")
    begins = ("http://a.example/", "//b.example/", "/c")
    parts = [*begins, "a", "=", "&amp;", "&", "&#", ";", "x", "&#0"]
    parts += [form % each for form in forms for each in numbers]
    with_references = 0
    for _ in range(400):
        value = dice.choice(begins) + "".join(dice.choices(parts, k=dice.randrange(5)))
        plain = decode(value.encode()).text.replace("&", "&amp;").replace('"', "&quot;")
        found, same = (
            [
                (each.target, each.kind, each.delimiter)
                for each in HtmlScanner(tokenizer=tokenizers[variant], base="http://h.example/", charset="utf-8")
                .read((tag % text).encode(), final=True)
                .occurrences()
            ]
            for text in (value, plain)
        )
        assert found == same, value
        with_references += "&#" in value and bool(found)
    assert with_references > 50
