"""References in CSS, tokenized by CSS Syntax Level 3, for all cuts of the input."""

import random

import pytest

from uri_extract.decode._character_references import decode
from uri_extract.markup import css
from uri_extract.markup.css import Stylesheet, references

SIZES = (1, 2, 3, 7, 255, 256, 257, 1 << 20)

# A style sheet, its references, and their source where that differs.
CASES = [
    # §4.3.6: url(), unquoted
    ("a{background:url(x.png)}", ["x.png"], None),
    ("url( x )", ["x"], None),
    ("url(\n\tx\r\n)", ["x"], None),
    ("URL(x) uRl(y)", ["x", "y"], None),
    ("\0url(x) url\0(y) u\0rl(y) url(z)", ["z"], None),  # NUL is an ident code point
    ("url(x y) url(z)", ["z"], None),  # a bad url token ends at ")"
    ('url(a"b) url(z)', ["z"], None),
    ("url(a'b) url(z)", ["z"], None),
    ("url(a(b) url(z)", ["z"], None),
    ("url(a\x01b) url(a\x7fb) url(z)", ["z"], None),
    ('url(a(\\)") url(z)', ["z"], None),
    ("url(a\\\nb) url(z)", ["z"], None),  # not an escape
    ("url(/*x*/y)", ["/*x*/y"], None),  # not a comment
    ("url(a,b;c{d}e)", ["a,b;c{d}e"], None),
    ("url() url( ) url('') url(\" \")", [], None),
    ("url(x", ["x"], None),  # the end of the input closes it
    ("url(x  ", ["x"], None),
    ("url(x y", [], None),
    ("url(x \\", [], None),
    ("url(#a)", ["#a"], None),
    ("url(\xe9)\u20ac url(\u20ac)", ["\xe9", "\u20ac"], None),
    # §4.3.4: functions and identifiers that are not url()
    ("foourl(x) url-(x) -url(x) _url(x) \xe9url(x) curl(x)", [], None),
    ("#url(x) @url(y) 1url(z) 1.5url(z)", [], None),
    ("1.url(x) +url(y) .url(z)", ["x", "y", "z"], None),
    ("<!--url(x) -->url(y) <!-- url(z)", ["x", "y", "z"], None),
    ("--url(x) !--url(y)", [], None),
    ("url (x) url/**/(y)", [], None),
    ("a/**/url(x)", ["x"], None),
    # escapes (§4.3.7)
    ("u\\72l(x) \\75 rl(y) \\000075RL(z)", ["x", "y", "z"], None),
    ("\\#url(x) \\url(y)", ["y"], None),
    ("u\\\nrl(x)", [], None),
    ("\\<!--url(x)", [], None),
    ("url(a\\)b) url(c\\20 d) url(\\65\\66\n\\67)", ["a)b", "c d", "efg"], ["a\\)b", "c\\20 d", "\\65\\66\n\\67"]),
    ("url(\\0 \\d800 \\110000 )", ["\ufffd\ufffd\ufffd"], ["\\0 \\d800 \\110000 "]),
    ("url(a\\", ["a\ufffd"], ["a\\"]),
    ("url(a\0b)", ["a\ufffdb"], ["a\0b"]),  # §3.3
    # §4.3.5: strings
    ('url("x")', ["x"], None),
    ("url( 'x' )", ["x"], None),
    ("url('a)b') url(\"a'b\")", ["a)b", "a'b"], None),
    ("url('a\\'b') url('a\\\nb') url('\\61\nb')", ["a'b", "ab", "ab"], ["a\\'b", "a\\\nb", "\\61\nb"]),
    ("url('a\nb) url(z)", ["z"], None),  # a bad string
    ("url('x", ["x"], None),
    ("url('x\\", ["x"], ["x"]),
    ("url(' x ')", ["x"], None),
    ("'url(x)' \"url(y)\" url(z)", ["z"], None),
    ("'\\'url(x)' url(z)", ["z"], None),
    ("'url(x)\nurl(z)", ["z"], None),  # a line break ends it
    ("content:'x' url(y)", ["y"], None),
    ("'\\\r\nurl(x)' url(y)", ["y"], None),
    ("'\\61\nurl(x)' url(y)", ["y"], None),
    ("'\\61\r\nurl(x)' url(y)", ["y"], None),
    # comments (§4.3.2)
    ("/* url(x) */ url(y)", ["y"], None),
    ("/*/url(x)*/url(y)", ["y"], None),
    ("/**/url(y)/* url(x)", ["y"], None),
    ("/* ' */url(y)/* */", ["y"], None),
    ("'/*'url(y)'*/'", ["y"], None),
    # @import
    ('@import "a";@import url(b);@import url("c") print;', ["a", "b", "c"], None),
    ("@IMPORT'a'", ["a"], None),
    ("@import/**/ /* */'a'", ["a"], None),
    ("@\\69mport 'a';@i\\6d port 'b'", ["a", "b"], None),
    ("@import x 'a';@importx 'b';@charset 'c';import 'd';\\@import 'e'", [], None),
    ("@import 'a' layer('b') supports(x: 'c')", ["a"], None),
    ("@import src('a')", ["a"], None),
    # src() and image-set() (CSS Values 4 §4.5, CSS Images 4 §2.4)
    ("src('a') src(/**/ 'b') src(var(--x)) src(c)", ["a", "b"], None),
    ("image-set('a' 1x, \"b\" 2x) 'c'", ["a", "b"], None),
    ("-webkit-image-set(url(a) 1x, url('b') 2x) 'c'", ["a", "b"], None),
    ("image-set('a' type('image/avif'), 'b' type('c')) 'd'", ["a", "b"], None),
    ("image-set(linear-gradient(red, calc('x')) 1x, 'b')", ["b"], None),
    ("image-set('a' 1x; x:'b'} c{x:'d'", ["a"], None),
    ("format('woff') local('x') url(y) format('z')", ["y"], None),
]


@pytest.fixture(params=[1, css._PIECE], autouse=True)
def _piece(request, monkeypatch):
    """Read the style sheet in pieces of this size: a token at the edge of a piece is read on in the next one."""
    if "hostile" not in request.node.name:
        monkeypatch.setattr(css, "_PIECE", request.param)


def scan(data, size=1 << 20, **options):
    sheet = Stylesheet(**options)
    found = [each for at in range(0, len(data), size) for each in sheet.feed(data[at : at + size])]
    return found + sheet.close(), sheet


@pytest.mark.parametrize(("text", "expected", "stands"), CASES)
def test_css_refers_to_what_the_standard_says(text, expected, stands):
    data = text.encode()
    for size in SIZES:
        found, _ = scan(data, size)
        assert [each.text for each in found] == expected
        assert [data[each.start : each.end].decode() for each in found] == (expected if stands is None else stands)


@pytest.mark.parametrize(("text", "expected", "stands"), CASES)
def test_places_in_a_style_attribute_are_in_characters(text, expected, stands):
    if "@" not in text:
        text = "\U0001f600\xe9 " + text
        found = references(text)
        assert [each.text for each in found] == expected
        assert [text[each.start : each.end] for each in found] == (expected if stands is None else stands)


def test_a_style_attribute_imports_nothing():
    assert references("@import 'a'; background: url(b)") == [("b", 29, 30)]


def test_places_go_back_through_references_of_html():
    value = decode(b"background:url(&quot;x&amp;\xc3\xa9&quot;)")
    [found] = references(value.text)
    assert found.text == "x&\xe9"
    assert value.raw[slice(*value.span(found.start, found.end))] == b"x&amp;\xc3\xa9"


def test_bytes_that_are_not_utf8_are_replaced():
    data = b"url(\xff\xe9) url(x)"
    found, _ = scan(data)
    assert found == [("\ufffd\ufffd", 4, 6), ("x", 12, 13)]


UNITS = [
    "url(", "src(", "image-set(", "type(", '"', "'", "\\", "/*", "*/", ")", "(", "@import", "@\\69mport", " ", "a",
    "b.png", "#", "@", "\n", "\r", "\f", ";", "}", "\\75 rl(", "\\6", "<!--", "\xe9", "1", "-", "a" * 20,
    "\\000061" * 20, "url(a)", "url('b c')", '"x"', "/* url(x) */", "u\\rl(x)", ".a\\:b", "\\31 ", "@x", "url(d )",
    "URL( e)", "-url(f)", "url(g\xe9)", "\0", "url()", "url('')",
    "\\75\\72\\6c(h)", "\\u\\52 l(", "\\0000751rl(i)", "'j' 1x,", "-webkit-image-set(", "image-set('k','l')",
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("limit", [1 << 20, 200])
def test_nothing_depends_on_how_the_input_is_cut(limit):
    numbers = random.Random(11)
    for _ in range(400):
        data = "".join(numbers.choices(UNITS, k=60)).encode()
        whole, sheet = scan(data, limit=limit)
        for size in SIZES:
            found, other = scan(data, size, limit=limit)
            assert found == whole
            assert other.too_long == sheet.too_long


ESCAPES = [
    *"\\\\u\n \f\"')(@;{}#\xe9\0-:", "\r\n", "url(", "rl(", "src(", "72", "6c", "x.png", "import", "/*", "*/", "set(",
]  # fmt: skip


@pytest.mark.parametrize(("units", "most"), [(UNITS, 40), (ESCAPES, 14)])
def test_plain_stretches_are_read_as_by_who_reads_every_token(units, most):
    numbers = random.Random(12)
    references = 0
    for _ in range(40 * 3000 // most):
        data = "".join(numbers.choices(units, k=numbers.randrange(most))).encode()
        whole, slow = scan(data, compiled=False)
        references += len(whole)
        for size in (3, 1 << 20):
            found, sheet = scan(data, size)
            assert found == whole, data
            assert sheet.too_long == slow.too_long
    assert references > 100


HOSTILE = [
    "url(", "/*", '"', "'", "\\", "(", 'url("', "@import ", "@import/*", "@i", "\\a(", "image-set(", "a", "-", " ",
    "url( ", "\\\n", "url(\\", "*/", "url(a", "url(a)", "url(a ", '@import"a"', 'image-set("a', "\r", "a" * 18 + "(",
    "\\61", "@\\69",
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("size", [1, 64, 4096, 1 << 20])
def test_a_hostile_sheet_is_examined_a_few_times(unit, size):
    data = (unit * (40_000 // len(unit))).encode()
    assert scan(data, size)[1].examined <= 4 * len(data)


@pytest.mark.parametrize(
    "before", ["url(", "url('", "@import '", "image-set('", "u\\72l(", "/*", "'", "\\61", "@i", "url(("]
)
@pytest.mark.parametrize("inside", ["a", " ", "\\61", "\\)"])
def test_memory_is_bounded_and_nothing_after_is_lost(before, inside):
    held = 0
    sheet = Stylesheet(limit=1000)
    sheet.feed(before.encode())
    for _ in range(400):
        sheet.feed((inside * 50).encode())
        held = max(held, len(sheet._text) + sum(map(len, sheet._pending)))
    assert held < 8000
    found = sheet.feed(b" *//**/' ' \n ) ; url(z)") + sheet.close()
    assert [each.text for each in found][-1:] == ["z"]


def test_a_name_that_is_too_long_is_reported():
    data = b"url(" + b"x" * 1000 + b") url('" + b"y" * 1000 + b"') url(z)"
    for size in SIZES:
        found, sheet = scan(data, size, limit=500)
        assert [each.text for each in found] == ["z"]
        assert sheet.too_long == [4, 1011]
