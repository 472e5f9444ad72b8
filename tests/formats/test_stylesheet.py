"""Style sheets as documents: the references, their positions, the encoding, and the targets."""

import random
import zipfile
from io import BytesIO

import pytest

from uri_extract import Scanner, extract
from uri_extract.limits import MAX_REFERENCE
from uri_extract.mail.scanner import MailScanner
from uri_extract.markup.html.scanner import HtmlScanner

OWN = "http://own.example/d/s.css"
SHEET = (
    "/* see http://c.example/x\n and more */\r\n@import 'i.css' screen;\n@import url(j.css);\n"
    'p { background: image-set("a.png" 1x, url( "b.png" ) 2x); content: "at http://t.example/" }\n'
    "@font-face { src: url(../f/\u00e9.woff2) format('woff2'), src('g.woff') }\n"
    "q { background: url(a b); filter: url(#f) url(//h.example/\\66 oo) url('k\\\nl') }\n"
)


def scan(data, chunk=None, **options):
    scanner = Scanner("text/css", **{"base": OWN, **options})
    chunk = chunk or max(1, len(data))
    found = [each for at in range(0, len(data), chunk) for each in scanner.feed(data[at : at + chunk])]
    return found + scanner.close()


def test_references_in_a_style_sheet_resolve_against_its_uri():
    assert [(each.delimiter, each.reference, each.target) for each in scan(SHEET.encode())] == [
        ("whitespace", "http://c.example/x", "http://c.example/x"),
        ("css", "i.css", "http://own.example/d/i.css"),
        ("css", "j.css", "http://own.example/d/j.css"),
        ("css", "a.png", "http://own.example/d/a.png"),
        ("css", "b.png", "http://own.example/d/b.png"),
        ("whitespace", "http://t.example/", "http://t.example/"),
        ("css", "../f/\u00e9.woff2", "http://own.example/f/%C3%A9.woff2"),
        ("css", "g.woff", "http://own.example/d/g.woff"),
        ("css", "#f", "http://own.example/d/s.css#f"),
        ("css", "//h.example/foo", "http://h.example/foo"),
        ("css", "kl", "http://own.example/d/kl"),
    ]


@pytest.mark.parametrize("charset", [None, "utf-16", "utf-16-be", "windows-1252", "shift_jis"])
def test_chunks_do_not_matter_and_places_are_those_of_the_source(charset):
    data = (SHEET if charset != "shift_jis" else SHEET.replace("\u00e9", "\u8868")).encode(charset or "utf-8") * 1
    whole = scan(data, charset=charset)
    assert len(whole) == 11
    for chunk in (1, 2, 7, 100):
        assert scan(data, chunk, charset=charset) == whole
    codec = {"utf-16": "utf-16-le"}.get(charset, charset) or "utf-8"
    for each in whole:
        assert data[each.start : each.end] == each.raw.encode(codec)
        assert each.line == data.count("\n".encode(codec), 0, each.start) + 1


@pytest.mark.parametrize(
    ("data", "charset", "reference"),
    [
        # CSS Syntax Level 3 §3.2: a byte order mark, what the transport declares, @charset, UTF-8
        ("url(\u00e9)".encode(), None, "\u00e9"),
        (b'@charset "latin1";url(\xe9)', None, "\u00e9"),
        (b"@charset 'latin1';url(\xe9)", None, "\ufffd"),
        (b'@charset  "latin1";url(\xe9)', None, "\ufffd"),
        (b' @charset "latin1";url(\xe9)', None, "\ufffd"),
        ('@charset "utf-16";url(\u00e9)'.encode(), None, "\u00e9"),
        ('@charset "none-such";url(\u00e9)'.encode(), None, "\u00e9"),
        (b'@charset "koi8-r";url(\xe9)', "latin1", "\u00e9"),
        ('\ufeff@charset "latin1";url(\u00e9)'.encode(), "koi8-r", "\u00e9"),
        ("\ufeffurl(\u00e9)".encode("utf-16-be"), "latin1", "\u00e9"),
    ],
)
def test_the_encoding_of_a_style_sheet(data, charset, reference):
    for chunk in (None, 1):
        assert [each.reference for each in scan(data, chunk, charset=charset)] == [reference]


def test_an_encoding_of_which_nothing_can_be_read_is_a_problem():
    problems = []
    found = scan(b'@charset "hz-gb-2312";url(x)', on_problem=problems.append)
    assert [each.reference for each in found] == ["x"]
    assert [each.kind for each in problems] == ["unreadable-encoding"]


def test_a_style_sheet_is_read_as_a_style_element_is():
    dice = random.Random(31)
    pieces = [*SHEET.split(" "), "/*", "*/", "'", '"', "(", ")", "url(", "\\", "\n", "}", "http://x.example/", "&amp;x"]
    for _ in range(300):
        sheet = " ".join(dice.choices(pieces, k=30))
        page = f"<style>\n{sheet}\n</style>".encode()  # in comments, the lengths of lines matter
        element = HtmlScanner(base=OWN, charset="utf-8")
        found = element.feed(page) + element.close()
        expected = [(each.start - 8, each.end - 8, each.reference, each.line - 1) for each in found]
        for chunk in (None, 3):
            found = scan(f"{sheet}\n".encode(), chunk)
            assert [(each.start, each.end, each.reference, each.line) for each in found] == expected, sheet


def test_a_reference_that_is_too_long_is_a_problem_at_its_place():
    data = b"url(a) url(" + b"x" * (MAX_REFERENCE + 9) + b") url(b)"
    for chunk in (None, 1000):
        problems = []
        assert [each.reference for each in scan(data, chunk, on_problem=problems.append)] == ["a", "b"]
        assert [(each.kind, each.offset) for each in problems] == [("reference-too-long", 11)]


def test_a_damaged_sheet_is_read_without_an_error():
    dice = random.Random(32)
    for _ in range(200):
        data = bytearray(SHEET.encode())
        del data[dice.randrange(len(data)) :]
        for _ in range(4):
            if data:
                data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        whole = scan(bytes(data), on_problem=lambda problem: None)
        assert scan(bytes(data), 5, on_problem=lambda problem: None) == whole, bytes(data)


def test_a_scanner_of_style_sheets_begins_again():
    scanner = Scanner("text/css", base=OWN)
    scanner.feed(b"/* url(a")
    scanner.restart("other", "http://b.example/")
    assert [each.target for each in scanner.feed(b"url(x)") + scanner.close()] == ["http://b.example/x"]


def test_style_sheets_are_recognised_in_archives_mail_and_responses(tmp_path):
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as book:
        book.writestr("OEBPS/s.css", "a{b:url(x.png)}")
    path = tmp_path / "b.epub"
    path.write_bytes(archive.getvalue())
    assert [(each.reference, each.delimiter) for each in extract(path)] == [("x.png", "css")]
    part = b"Content-Type: text/css; charset=latin1\r\nContent-Location: http://m.example/s.css\r\n\r\na{b:url(\xe9)}"
    assert [each.target for each in extract(part, media_type="message/rfc822") if each.delimiter == "css"] == [
        "http://m.example/%C3%A9"
    ]
    named = b'MIME-Version: 1.0\r\nContent-Type: application/octet-stream; name="s.css"\r\n\r\na{b:url(x)}'
    scanner = MailScanner()
    assert [each.delimiter for each in scanner.feed(named) + scanner.close()] == ["css"]
    response = b"HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\na{b:url(x)}"
    record = (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %b\r\nContent-Type: application/http\r\n" % OWN.encode()
    )
    record += b"Content-Length: %d\r\n\r\n%b\r\n\r\n" % (len(response), response)
    assert [each.target for each in extract(record)] == ["http://own.example/d/x"]
