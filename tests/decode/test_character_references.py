"""Character references (HTML standard §13.2.5.72 ff.): their meaning in attributes and text, and their positions."""

import os
import random
import subprocess
import sys
from html.entities import html5

import pytest

from uri_extract import extract_text
from uri_extract.decode import named_references
from uri_extract.decode._character_references import decode
from uri_extract.decode.character_references import REACH, TextDecoder

SIZES = (1, 2, 3, 7, 64, 1 << 20)

# The source, its meaning in an attribute, and its meaning in text if that differs.
CASES = [
    # §13.2.5.73: names
    ("a&amp;b", "a&b", None),
    ("&lt;&gt;&quot;&apos;", "<>\"'", None),
    ("&Aacute;&aacute;", "\xc1\xe1", None),
    ("&CounterClockwiseContourIntegral;", "\u2233", None),
    ("&NotEqualTilde;x", "\u2242\u0338x", None),  # two characters
    ("&amp;amp;", "&amp;", None),
    ("&AMP;&AMP", "&&", None),
    # without a semicolon: an attribute keeps it before "=", a letter or a digit
    ("?a=1&copy=2", "?a=1&copy=2", "?a=1\xa9=2"),
    ("?a=1&copy2", "?a=1&copy2", "?a=1\xa92"),
    ("?a&copy", "?a\xa9", None),
    ("?a&copy&reg;", "?a\xa9\xae", None),
    ("?a&copy/", "?a\xa9/", None),
    ("&notit;", "&notit;", "\xacit;"),
    ("&notit", "&notit", "\xacit"),
    ("&notin;", "\u2209", None),
    ("&notin", "&notin", "\xacin"),
    ("&ampamp;", "&ampamp;", "&amp;"),
    ("&copyright", "&copyright", "\xa9right"),
    ("&ltx", "&ltx", "<x"),
    # not character references
    ("&", "&", None),
    ("& amp;", "& amp;", None),
    ("&&amp;&", "&&&", None),
    ("&x;&unknown;&a", "&x;&unknown;&a", None),
    ("&aacut", "&aacut", None),
    ("&hellip", "&hellip", None),  # needs its semicolon
    ("&" + "a" * 99 + ";", "&" + "a" * 99 + ";", None),
    ("&eacut\u00e9;", "&eacut\u00e9;", None),
    # §13.2.5.75 ff.: numbers
    ("&#65;&#x41;&#X41;&#x4a", "AAAJ", None),
    ("&#65x&#065;&#x41g&#0065z&#6", "AxAAgAz\x06", None),
    ("&#&#;&#x&#x;&#xg;&#-1;", "&#&#;&#x&#x;&#xg;&#-1;", None),
    ("&#" + "0" * 40 + "65;", "A", None),
    # §13.2.5.80
    ("&#0;&#xD800;&#xDFFF;&#x110000;&#99999999999999999999;", "\ufffd" * 5, None),
    ("&#x80;&#x9f;&#150;", "\u20ac\u0178\u2013", None),
    ("&#x81;&#xffff;&#x10FFFF;&#13;", "\x81\uffff\U0010ffff\r", None),
]


def decoded(raw, size=1 << 20, decoder=None):
    decoder = decoder or TextDecoder()
    parts = [decoder.feed(raw[at : at + size]) for at in range(0, len(raw), size)]
    return b"".join([*parts, decoder.feed(b"", True)]).decode()


@pytest.mark.parametrize(("source", "attribute", "text"), CASES)
def test_a_reference_means_what_the_standard_says(source, attribute, text):
    assert decode(source.encode()).text == attribute
    for size in SIZES:
        assert decoded(source.encode(), size) == (attribute if text is None else text)


def test_every_name_of_the_table():
    for name, meant in html5.items():
        raw = f"\xe9&{name} \xe9".encode()
        value = decode(raw)
        assert value.text == f"\xe9{meant} \xe9"
        assert value.span(1, 1 + len(meant)) == (2, 3 + len(name))
        assert decoded(raw) == value.text


# §13.2.3.5, §13.2.5.36 to .38; Encoding Standard §4.1: bytes that are not UTF-8.
@pytest.mark.parametrize(
    ("raw", "text", "places"),
    [
        (b"abc", "abc", [0, 1, 2, 3]),
        (b"", "", [0]),
        (b"a\r\nb\rc\nd", "a\nb\nc\nd", [0, 1, 3, 4, 5, 6, 7, 8]),
        (b"a\0b", "a\ufffdb", [0, 1, 2, 3]),
        (b"\xc3\xa9x\xf0\x9f\x98\x80y", "\xe9x\U0001f600y", [0, 2, 3, 7, 8]),
        (b"\xe9x\xff\xe2\x82x", "\ufffdx\ufffd\ufffdx", [0, 1, 2, 3, 5, 6]),
        (b"\xed\xa0\x80\xef\xbf\xbd\xf0\x9f\x98", "\ufffd" * 5, [0, 1, 2, 3, 6, 9]),
        (b"\xf0\x9f\x98x\xe2\x82\xc3\xa9", "\ufffdx\ufffd\xe9", [0, 3, 4, 6, 8]),
        (b"x&amp;\xc3\xa9&#x41;", "x&\xe9A", [0, 1, 6, 8, 14]),
        (b"&NotEqualTilde;x", "\u2242\u0338x", [0, 0, 15, 16]),
        (b"a\xed\xb2\x81&lt;\xed\xb3\xbf", "a\ufffd<\ufffd", [0, 1, 4, 8, 11]),
    ],
)
def test_every_character_has_its_place(raw, text, places):
    value = decode(raw)
    assert value.text == text
    assert [value.place(at) for at in range(len(text) + 1)] == places
    assert value.span(0, len(text)) == (0, len(raw))


def test_a_span_holds_references_as_a_whole():
    value = decode(b"&NotEqualTilde;x")
    assert value.span(0, 1) == value.span(1, 2) == value.span(0, 2) == (0, 15)


def test_references_in_text_are_found_where_they_stand():
    raw = ("\xe9 http://a.example/?a&amp;b&copy=1 &lt;http://b.example/&#x41;&gt; <i>&amp" * 50).encode()
    for size in SIZES:
        decoder = TextDecoder()
        text = decoded(raw, size, decoder).encode()
        at = 0
        for found in extract_text(text):
            start = decoder.map.place(found.start)
            source = decoder.map.original(found.start, text[found.start : found.end])
            assert raw[start : start + len(source)] == source
            assert decoded(source) == found.reference
            assert source in (b"http://a.example/?a&amp;b&copy=1", b"http://b.example/&#x41;")
            at = decoder.map.forget(found.start)
            assert at <= start
        assert at > len(raw) / 2


def test_skipped_markup_ends_a_character_reference_and_is_part_of_the_original_text():
    decoder = TextDecoder()
    parts = [
        decoder.feed(b"http://a.example/&am"),
        decoder.skip(b"<wbr>"),
        decoder.feed(b"p;b &lt"),
        decoder.skip(b"<p>", b"\n"),
    ]
    text = b"".join([*parts, decoder.feed(b"c", True)])
    assert text == b"http://a.example/&amp;b <\nc"
    assert decoder.map.place(7) == 7
    assert decoder.map.original(7, b"a.example/&amp;b") == b"a.example/&am<wbr>p;b"
    assert decoder.map.place(24) == 29
    assert decoder.map.original(24, b"<") == b"&lt"
    assert decoder.map.place(25) == 32
    assert decoder.map.place(26) == 35


def test_a_number_of_too_many_digits_stays_in_text_and_is_cut_nowhere():
    for zeros in range(REACH - 8, REACH + 3):
        raw = b"x&#" + b"0" * zeros + b"65;y"
        expected = raw.decode() if len(raw) - 2 > REACH else "xAy"
        for size in (*SIZES, REACH - 1, REACH, REACH + 1):
            assert decoded(raw, size) == expected, (zeros, size)


def test_nothing_depends_on_how_the_input_is_cut():
    numbers = random.Random(20)
    units = [b"&", b"&amp;", b"&#", b"&#x41;", b"&notit;", b"a" * 30, b"&NotEqualTilde;", b"0" * 40, b" ", b"\xc3\xa9"]
    for _ in range(300):
        raw = b"".join(numbers.choices(units, k=20))
        whole = decoded(raw)
        for size in SIZES:
            decoder = TextDecoder()
            assert decoded(raw, size, decoder) == whole
            assert decoder.map.place(0) == 0
            assert decoder.map.original(0, whole.encode()) == raw


@pytest.mark.parametrize("cut", range(1, 30))
def test_no_reference_is_decoded_in_a_span_of_text_that_is_held(cut):
    raw = b"&lt; &lt; &lt; &lt; &lt; &lt;!"
    spans = [(5, 9), (15, 20)]
    decoder = TextDecoder()
    text = decoder.feed(raw[:cut], verbatim=[(first, min(last, cut)) for first, last in spans if first < cut])
    rest = [(max(first, cut) - cut, last - cut) for first, last in spans if last > cut]
    text += decoder.feed(raw[cut:], verbatim=rest) + decoder.feed(b"", final=True)
    whole = TextDecoder().feed(raw, final=True, verbatim=spans)
    assert text == whole == b"< &lt; < &lt; < <!"


@pytest.mark.parametrize("unit", [b"&", b"&a", b"&#", b"&#0", b"&amp;", b"&" + b"a" * 50, b"&#" + b"0" * 99, b"a"])
@pytest.mark.parametrize("size", [1, 64, 4096, 1 << 20])
def test_a_hostile_text_is_examined_a_few_times(unit, size):
    raw = unit * (40_000 // len(unit))
    decoder = TextDecoder()
    held = 0
    for at in range(0, len(raw), size):
        decoder.feed(raw[at : at + size])
        held = max(held, len(decoder._held))
        decoder.map.forget(1 << 40)
    assert decoder.examined <= 4 * len(raw)
    assert held <= 2 * REACH + 1


def test_the_sizes_of_names_and_the_names_that_xml_has_are_those_of_the_table():
    legacy = [name for name in html5 if not name.endswith(";")]
    assert max(map(len, html5)) == named_references.LONGEST
    assert max(map(len, legacy)) == named_references.LONGEST_LEGACY
    assert min(map(len, legacy)) == named_references.SHORTEST_LEGACY
    for name, meant in named_references.PREDEFINED.items():
        assert html5[name.decode()[1:]].encode() == meant


@pytest.mark.parametrize("variant", ["in use", "interpreted"])
def test_a_name_that_xml_has_does_not_need_the_table_of_all(variant):
    code = (
        "import sys\n"
        "from uri_extract._compat._variants import load\n"
        "module = 'uri_extract.decode._character_references'\n"
        "decode = load(module, sys.argv[1] == 'in use').decode_character_references\n"
        "Segments = load('uri_extract.place._source_map', sys.argv[1] == 'in use').Segments\n"
        "for text in (b'&amp;&lt;', b'&nbsp;', b'&notit;'):\n"
        "    print(decode(text, len(text), len(text), [], 64, b'\\n', False, 0, 0, Segments())[0].decode())\n"
        "    print('html.entities' in sys.modules)\n"
    )
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", code, variant]
    run = subprocess.run(command, capture_output=True, check=True, text=True, encoding="utf-8", env=environment)
    assert run.stdout == "&<\nFalse\n\xa0\nTrue\n\xacit;\nTrue\n"
