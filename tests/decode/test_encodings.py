"""Text in other encodings than UTF-8: positions are bytes of the original, in every order of calls."""

import codecs
import random
import sys

import pytest

from uri_extract import Scanner, extract_text
from uri_extract._compat._variants import compiled, load
from uri_extract.decode import encodings
from uri_extract.decode.encodings import ShiftingTranslator, Translator, _Charset, translator
from uri_extract.limits import MAX_REFERENCE

TEXT = "\xe9\u20ac http://a.example/x\n\U0001f600 <http://b.example/\n  y\xe9> \r\n\n\xe9 http://c.example/ end"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 1000])
@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "windows-1252"])
def test_places_are_bytes_of_the_original(codec, size):
    text = TEXT if codec.startswith("utf") else TEXT.replace("\U0001f600", "")
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE, "utf-32-le": codecs.BOM_UTF32_LE}
    data = mark.get(codec, b"") + text.encode(codec)
    scanner = Scanner(charset=None if codec in mark else codec)
    found = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
    found += scanner.close()
    assert [each.reference for each in found] == ["http://a.example/x", "http://b.example/y\xe9", "http://c.example/"]
    lines = [each.line for each in found]
    assert lines == [1, 2, 5]
    for each in found:
        assert data[each.start : each.end].decode(codec) == each.raw
        line = data.decode(codec).rfind("\n", 0, data.decode(codec).index(each.raw)) + 1
        assert each.column == each.start - len(data.decode(codec)[:line].encode(codec)) + 1


@pytest.mark.parametrize(
    "variant", [load("uri_extract.place._source_map", False), compiled("uri_extract.place._source_map")]
)
@pytest.mark.parametrize("codec", ["cp1252", "koi8-r", "iso8859-15", "mac-roman", "cp437", "cp874"])
def test_places_in_a_charset_of_bytes_are_those_that_encoding_again_gives(codec, variant):
    coding = (variant or load("uri_extract.place._source_map")).BytewiseCoding(codec, "surrogateescape")
    by_encoding = _Charset(codec, "surrogateescape")
    kept = bytes(range(256)).decode(codec, "surrogateescape").encode("utf-8", "surrogatepass")
    at = done = 0
    for target in range(len(kept)):
        first = coding.first(kept, target)
        assert first == by_encoding.first(kept, target)
        assert coding.locate(kept, at, done, first) == by_encoding.locate(kept, at, done, first)
        at, done = coding.locate(kept, at, done, first), first
        assert coding.end(kept, at, done) == by_encoding.end(kept, at, done)
    assert coding.source(kept) == by_encoding.source(kept) == bytes(range(256))


def test_a_line_is_placed_though_what_was_too_long_is_before_its_reference():
    before, long = "\n\xe9\n\xe9 ", "http://long.example/" + "x" * MAX_REFERENCE
    data = f"{before}{long} http://a.example/ and more\n".encode("utf-16-le")
    problems = []
    [found] = extract_text(data, charset="utf-16-le", on_problem=problems.append)
    assert (found.line, found.column) == (3, 2 * len(f"\xe9 {long} ") + 1)
    assert [each.offset for each in problems] == [2 * len(before)]


def test_no_byte_is_measured_twice():
    measured = 0

    class Counting(_Charset):
        def source(self, output):
            nonlocal measured
            measured += len(output)
            return super().source(output)

    translator = Translator("utf-16-le")
    translator._coding = Counting("utf-16-le", "replace")
    utf8 = translator.feed(("http://a.example/ " * 2000).encode("utf-16-le"), True)
    assert [translator.map.place(at) for at in range(0, len(utf8), 18)] == list(range(0, 2 * len(utf8), 36))
    assert measured <= len(utf8)


SHIFTED = "日本文 http://a.example/x 文字\n日 <http://b.example/\n  y> +~ \r\n\n本 http://c.example/~z+w end\n"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 10_000])
@pytest.mark.parametrize("codec", ["iso-2022-jp", "iso-2022-kr", "hz", "utf-7"])
@pytest.mark.parametrize("long", [1, 3000])
def test_places_where_bytes_mean_other_letters_for_a_while(codec, size, long):
    text = SHIFTED * 2 + "日" * long + " http://d.example/ end"
    data = text.encode(codec)
    scanner = Scanner(charset=codec)
    found = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
    found += scanner.close()
    names = ["http://a.example/x", "http://b.example/y", "http://c.example/~z+w"]
    assert [each.reference for each in found] == names * 2 + ["http://d.example/"]
    for each in found:
        assert data[each.start : each.end].decode(codec) == each.raw
        if codec != "utf-7" or each.reference != "http://d.example/":  # decoded as a whole
            assert each.column == each.start - data.rfind(b"\n", 0, each.start)


@pytest.mark.parametrize("size", [1, 7, 10_000])
@pytest.mark.parametrize("media_type", ["text/html", "application/xml"])
@pytest.mark.parametrize(
    "charset", ["iso-2022-jp", "iso2022_jp", "shift_jis", "euc-jp", "iso-8859-2", "cp037", "utf-7"]
)
def test_places_in_markup_are_bytes_of_the_original(media_type, charset, size):
    letters = "\u65e5\u672c" if "jp" in charset or "jis" in charset else "\xe9\xe4"
    text = f'<a>{letters} http://a.example/x\n{letters} <b href="http://b.example/y"/> {letters} http://c.example/ </a>'
    data = text.encode(charset)
    scanner = Scanner(media_type, charset=charset)
    found = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
    found += scanner.close()
    assert [each.reference for each in found] == ["http://a.example/x", "http://b.example/y", "http://c.example/"]
    for each in found:
        assert data[each.start : each.end].decode(charset) == each.raw
        assert each.column == each.start - data.rfind("\n".encode(charset), 0, each.start)


@pytest.mark.parametrize("codec", ["iso-2022-jp", "iso-2022-kr", "hz", "utf-7", "shift_jis", "gb18030", "big5"])
def test_no_bytes_are_too_broken(codec):
    data = bytes(range(256)) * 2 + b"\x1b$B\x1b\xff~{~z+A\xff+" + bytes(range(255, 0, -1)) + b" http://a.example/x \x1b"
    whole = extract_text(data, charset=codec)
    expected = list(whole)
    for size in (1, 5):
        scanner = Scanner(charset=codec)
        found = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
        assert found + scanner.close() == expected


def test_bytes_that_a_shifting_charset_does_not_have_keep_places():
    text = b"\xa4\xb3\xa4\xce http://a.example/\n\xa4 \x1b$B$3\x1b(B http://b.example/\n"
    for size in (1, 7, 100):
        scanner = Scanner(charset="iso-2022-jp")
        found = [each for at in range(0, len(text), size) for each in scanner.feed(text[at : at + size])]
        found += scanner.close()
        assert [text[each.start : each.end].decode() for each in found] == ["http://a.example/", "http://b.example/"]


LINK = b"<a href='http://x.example/\xe9'>"
XLINK = b"<a xmlns:l='http://www.w3.org/1999/xlink' l:href='http://x.example/\xe9'/>"


@pytest.mark.parametrize(
    ("media_type", "charset", "data", "raw"),
    [
        # Read in windows-1252, declared or not: the byte is that letter.
        ("text/html", None, b"<meta charset=windows-1252>" + LINK, "http://x.example/\u00e9"),
        ("text/html", "windows-1252", LINK, "http://x.example/\u00e9"),
        ("text/html", None, LINK, "http://x.example/\u00e9"),
        ("application/xml", None, b"<?xml version='1.0' encoding='windows-1252'?>" + XLINK, "http://x.example/\u00e9"),
        ("text/plain", "windows-1252", b"http://x.example/\xe9 ", "http://x.example/\u00e9"),
        ("text/plain", None, b"http://x.example/\xe9 ", "http://x.example/\u00e9"),
        (
            "message/rfc822",
            None,
            b"Content-Type: text/html; charset=windows-1252\n\n" + LINK,
            "http://x.example/\u00e9",
        ),
        ("message/rfc822", None, b"Content-Type: text/plain\n\nhttp://x.example/\xe9\n", "http://x.example/\u00e9"),
        # Read in UTF-8: the byte is invalid.
        ("text/html", None, b"<meta charset=utf-8>" + LINK, "http://x.example/\udce9"),
        ("application/xml", None, XLINK, "http://x.example/\udce9"),
    ],
)
def test_raw_is_decoded_as_the_document_is_and_bytes_that_mean_no_character_are_surrogate_escapes(
    media_type, charset, data, raw
):
    options = {"charset": charset} if charset else {}
    (found,) = (each for each in extract_text(data, media_type=media_type, **options) if "x.example" in each.reference)
    assert found.raw == raw
    assert data[found.start : found.end] == b"http://x.example/\xe9"


#: Parts of sections in charsets with shifts, and text around them.
_AROUND = (b"a", b" ", b"\n", b"http://a.b/", b"\xff", b"~", b"\\", b"\x0e", b"\x0f", b"\x1b")
_JAPANESE = (b"\x1b$B", b"\x1b(B", b"\x1b(J", b'$"', b'\x1b$B$"\x1b(B', b'$"' * 2100, b"\x1b.A", b"\x1bN")
_PIECES = {
    "utf-7": (
        b"+",
        b"-",
        b"+-",
        b"+AGg-",
        b"+AOQ!",
        b"+2D3eAA-",
        b"+2D0-",
        b"+3gA-",
        b"A",
        b"/",
        b"+" + b"AGgA" * 1100,
    ),
    "hz": (b"~", b"~~", b"~{", b"~}", b"~\n", b"VP", b"~{VP~}", b"~{" + b"VP" * 2100),
    "iso2022_jp": _JAPANESE,
    "iso2022_jp_2": _JAPANESE,
    "iso2022_kr": (b"\x1b$)C", b"0!", b"\x0e0!\x0f", b"0!" * 2100),
}
_NAMES = ("uri_extract.decode._shifts", "uri_extract.place._source_map")
_VARIANTS = {"interpreted": False, **({"compiled": True} if all(map(compiled, _NAMES)) else {})}


def _translated(translates, data, size):
    out = b"".join(translates.feed(data[at : at + size]) for at in range(0, len(data), size)) + translates.feed(
        b"", True
    )
    return out, [translates.map.place(at) for at in range(0, len(out), 1 + len(out) // 50)]


@pytest.mark.parametrize("variant", _VARIANTS)
@pytest.mark.parametrize("codec", _PIECES)
@pytest.mark.parametrize("count", [100, pytest.param(500, marks=pytest.mark.long)])
def test_sections_that_are_simple_are_what_pythons_decoder_makes_of_them_one_after_the_other(
    codec, variant, count, monkeypatch
):
    kernel, source_map = [compiled(each) if _VARIANTS[variant] else load(each, False) for each in _NAMES]
    monkeypatch.setattr(encodings, "Shifts", kernel.Shifts)
    monkeypatch.setattr(encodings, "SourceMap", source_map.SourceMap)
    encodings._translates.cache_clear()
    name, shifts = encodings._translates(codec)

    class Slow(ShiftingTranslator):
        independent = property(lambda self: False, lambda self, value: None)

    dice = random.Random(codec)
    for _ in range(count):
        data = b"".join(dice.choices(_PIECES[codec] * 2 + _AROUND, k=dice.randrange(1, 12)))
        expected = _translated(Slow(name, shifts), data, len(data))
        for size in (1, 3, 5000):
            assert _translated(translator(codec), data, size) == expected, (data, size)
    encodings._translates.cache_clear()


@pytest.mark.parametrize("codec", ["gb18030", "gbk", "shift_jis", "big5", "euc_jp", "euc_kr", "johab"])
def test_invalid_bytes_are_kept_without_a_call_for_each(codec: str) -> None:
    source = b"\xff\xff\n" * 10_000
    calls = []
    made = Translator(codec)
    made.feed(b"\xff\n")
    sys.setprofile(lambda frame, event, _: calls.append(event) if event == "call" else None)
    try:
        text = made.feed(source)
        end = made.map.span(len(text), len(text) + 2)
    finally:
        sys.setprofile(None)
    assert len(calls) < 1000
    assert text.decode("utf-8", "surrogatepass") == "\udcff\udcff\n" * 10_000
    assert end[1] <= len(source) + 2


@pytest.mark.parametrize("codec", ["gb18030", "gbk", "shift_jis", "big5", "euc_jp", "euc_kr", "johab", "cp037"])
def test_any_bytes_become_what_the_handler_of_errors_makes_of_them(codec: str) -> None:
    choose = random.Random(codec)
    tokens = [
        b"\xff",
        b"\x81",
        b"0",
        b"\n",
        b"a",
        b"\xe40\x810",
        b"\x841\xa47",
        b"\xa1\xa1",
        b"\x8f\xa2\xb7",
        b"\0",
        b"~",
    ]
    for _ in range(300):
        source = b"".join(choose.choices(tokens, k=choose.randint(1, 8)))
        made = Translator(codec)
        text = made.feed(source) + made.feed(b"", final=True)
        assert text.decode("utf-8", "surrogatepass") == source.decode(codec, encodings.KEPT), source
