r"""Properties files of Java: escapes are decoded, continued lines joined, and positions are those of the file."""

import random

import pytest
from tests.formats.reading import in_chunks, places

from uri_extract import extract, extract_text
from uri_extract._compat._variants import Variants
from uri_extract.limits import MAX_REFERENCE

TYPE = "text/x-java-properties"
DECODERS = Variants("uri_extract.decode._fields", "PropertiesDecoder")

# A file, its references, and the source of each, by the rules of java.util.Properties.load.
CASES = {
    "a colon is escaped": (
        rb"distributionUrl=https\://a.example/b-bin.zip",
        [("https://a.example/b-bin.zip", r"https\://a.example/b-bin.zip")],
    ),
    "all that store() escapes": (
        rb"a=http\://a.example/\!b?c\=d\#e file\:///C\:\\f\\g",
        [
            ("http://a.example/!b?c=d#e", r"http\://a.example/\!b?c\=d\#e"),
            (r"file:///C:\f\g", r"file\:///C\:\\f\\g"),
        ],
    ),
    "a backslash before any other byte": (rb"a=http\:\/\/a.example\/\b\q", [(None, r"http\:\/\/a.example\/\b\q")]),
    "white space": (
        rb"a=<http\://a.example/>\thttp\://b.example/\ http\://c.example/\nhttp\://d.example/\r\fx",
        [(f"http://{host}.example/", rf"http\://{host}.example/") for host in "abcd"],
    ),
    "characters": (
        rb"a=http\u003A//a.example/\u00e9\uD83D\uDE00",
        [("http://a.example/\xe9\U0001f600", r"http\u003A//a.example/\u00e9\uD83D\uDE00")],
    ),
    "half a surrogate pair": (
        rb"a=http://a.example/b\uD83D http://a.example/\uDE00",
        [("http://a.example/b", None), ("http://a.example/", None)],
    ),
    "four digits are missing": (rb"a=http://a.example/b\u00g0", [("http://a.example/b", None)]),
    "a line continues": (
        b"a=x\\\n  https\\://a.example/b\\\r\n\t \x0cc\\\rd\\\n\nhttps://a.example/e",
        [
            ("https://a.example/bcd", "https\\://a.example/b\\\r\n\t \x0cc\\\rd"),
            ("https://a.example/e", "https://a.example/e"),
        ],
    ),
    "an escaped blank after a line break is kept": (
        b"a=http://a.example/b\\\n   \\ c",
        [("http://a.example/b", "http://a.example/b")],
    ),
    "a sign of a comment in a continued line": (
        b"a=http://a.example/b\\\n#c\\\n!d\n",
        [("http://a.example/b#c!d", "http://a.example/b\\\n#c\\\n!d")],
    ),
    "a comment ends with its line": (
        b" # a=http\\://a.example/b\\\n!http\\://a.example/c\\\nd=e",
        [("http://a.example/b", "http\\://a.example/b"), ("http://a.example/c", "http\\://a.example/c")],
    ),
    "a backslash that is escaped does not continue the line": (
        b"a=http://a.example/b \\\\\nc=d",
        [("http://a.example/b", "http://a.example/b")],
    ),
    "a backslash at the end": (b"a=http://a.example/b\\", [("http://a.example/b", None)]),
}


def lines_and_columns(data, found):
    return [
        (data.count(b"\n", 0, each.start) + 1, each.start - data.rfind(b"\n", 0, each.start)) for each in found
    ]  # fmt: skip


@pytest.mark.parametrize(("data", "expected"), CASES.values(), ids=CASES)
def test_references_are_decoded_and_have_the_places_of_the_file(data, expected):
    found = list(extract(data, media_type=TYPE))
    assert len(found) == len(expected)
    for each, (reference, raw) in zip(found, expected, strict=True):
        assert reference in (None, each.reference)
        assert raw in (None, each.raw)
        assert data[each.start : each.end].decode() == each.raw
    assert [(each.line, each.column) for each in found] == lines_and_columns(data, found)
    for size in range(1, 30):
        assert places(in_chunks(data, size, TYPE)) == places(found)


def test_a_reference_does_not_continue_in_the_next_setting():
    text = "a=http\\://a.example/b/\nc=d\nzipStorePath=http://a.example/wrapper-\ndists=1\n"
    assert [(each.reference, each.alternates) for each in extract_text(text, media_type=TYPE)] == [
        ("http://a.example/b/", ()), ("http://a.example/wrapper-", ()),
    ]  # fmt: skip


def test_other_text_keeps_its_backslashes():
    assert [each.reference for each in extract_text(r"a=https\://a.example/b", media_type="text/plain")] == []


PIECES = (
    *("\\", "\\\n", "\\\r\n", "\\\r", "\n", "\r\n", "\\n", "\\u", "\\u0061", "\\ud83d", "\\ude00", "\\:", "\\ ", " "),
    *("\t", "#", "!", "=", "http\\://a.example/", "http://a.example/", "b", "\xe9", "<", ">", "hxxp\\://a[.]example/"),
)


@pytest.mark.parametrize("charset", ["utf-8", "utf-16-le", "latin-1"])
def test_any_pieces_give_the_same_in_any_chunks(charset):
    of = random.Random(7)
    for _ in range(120):
        data = "".join(of.choices(PIECES, k=of.randrange(30))).encode(charset)
        for refang in (False, True):
            expected = places(in_chunks(data, 1 << 20, TYPE, charset=charset, refang=refang))
            for size in (1, 2, 3, 7, 20):
                assert places(in_chunks(data, size, TYPE, charset=charset, refang=refang)) == expected, data
        if charset != "utf-16-le":
            found = in_chunks(data, 5, TYPE, charset=charset)
            assert [(each.line, each.column) for each in found] == lines_and_columns(data, found)
            assert [data[each.start : each.end].decode(charset) for each in found] == [each.raw for each in found]


@pytest.mark.parametrize("name", DECODERS)
def test_both_variants_of_the_decoder_decode_the_same(name):
    of = random.Random(8)
    for _ in range(300):
        data = "".join(of.choices(PIECES, k=of.randrange(30))).encode()
        cut = of.randrange(len(data) + 1)
        expected = DECODERS["interpreted"]().feed(data, True)
        decoder = DECODERS[name]()
        assert decoder.feed(data[:cut]) + decoder.feed(data[cut:], True) == expected
        assert decoder.map.taken == len(data)


def test_the_source_without_text_in_a_reference_is_bounded():
    data = b"a=http://a.example/b" + b"\\\n  " * 50_000 + b"c\\\n" + b" " * 50_000 + b"d http://a.example/e"
    first, *_, last = extract(data, media_type=TYPE)
    assert (first.reference, first.line) == ("http://a.example/b", 1)
    assert (last.reference, last.line) == ("http://a.example/e", 50_002)
    assert data[last.start : last.end] == b"http://a.example/e"


def test_a_reference_over_the_limit_is_a_problem_at_its_place():
    problems = []
    data = b"a=\\\n  http\\://a.example/" + b"b\\\n" * (MAX_REFERENCE + 1)
    assert list(extract(data, media_type=TYPE, on_problem=problems.append)) == []
    assert [(each.kind, each.offset) for each in problems] == [("reference-too-long", 6)]


def test_a_file_is_recognised_by_its_name(tmp_path):
    path = tmp_path / "gradle-wrapper.properties"
    path.write_bytes(b"# \xe9\ndistributionUrl=https\\://a.example/b.zip\n")
    [found] = extract(path)
    assert (found.target, found.media_type, found.line) == ("https://a.example/b.zip", TYPE, 2)
