"""Header fields of HTTP messages: the references in them, and their positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.sources import made

from uri_extract import Scanner, extract
from uri_extract.formats import http, scanner_for
from uri_extract.limits import MAX_HEADER
from uri_extract.rows.details import NO_ORIGIN, Origin
from uri_extract.text.options import ScanOptions

BASE = "http://h.example/dir/page"
# A field, and its references: reference, source, target.
FIELDS = [
    (b"Location: ../other?x", [("../other?x", "../other?x", "http://h.example/other?x")]),
    (b"LOCATION :\t http://o.example/a ", [("http://o.example/a", "http://o.example/a", "http://o.example/a")]),
    (b"Content-Location: v2.html", [("v2.html", "v2.html", "http://h.example/dir/v2.html")]),
    (b"Location: /a\r\n b", [("/a b", "/a\r\n b", None)]),
    (b"Location: /gr\xc3\xbc\xc3\x9fe", [("/grüße", "/grüße", "http://h.example/gr%C3%BC%C3%9Fe")]),
    (b"Location:", []),
    (b"X-Location: /a", []),
    (b"Refresh: 5; url='next'", [("next", "next", "http://h.example/dir/next")]),
    (b"Refresh: 5", []),
    (b'Link: <a>; rel=next; title="see <b>", </c>;rel="x \\" <d>"', [
        ("a", "a", "http://h.example/dir/a"), ("/c", "/c", "http://h.example/c"),
    ]),
    (b'Link: <e>; title="open', [("e", "e", "http://h.example/dir/e")]),
    (b"Link: <f\r\n g>", [("f g", "f\r\n g", None)]),
    (b'Link: </i>; anchor="http://o.example/j"', [
        ("/i", "/i", "http://h.example/i"), ("http://o.example/j", "http://o.example/j", "http://o.example/j"),
    ]),
    (b"URI: <k>, <http://o.example/l>", [
        ("k", "k", "http://h.example/dir/k"), ("http://o.example/l", "http://o.example/l", "http://o.example/l"),
    ]),
    (b"URI: m", [("m", "m", "http://h.example/dir/m")]),
    (b"SourceMap: n.map", [("n.map", "n.map", "http://h.example/dir/n.map")]),
    (b"Referer: /o", [("/o", "/o", "http://h.example/o")]),
    (b"Content-Security-Policy: default-src 'self'; report-uri https://o.example/p", [
        ("https://o.example/p", "https://o.example/p", "https://o.example/p"),
    ]),
    (b"X-Old:\r\n\tsee http://o.example/q.", [("http://o.example/q", "http://o.example/q", "http://o.example/q")]),
]  # fmt: skip


def read(data, size=None, **options):
    size = size or len(data) or 1
    scanner = Scanner("message/http", document="x", base=BASE, **options)
    found = []
    for at in range(0, len(data), size):
        found += scanner.feed(data[at : at + size])
    return found + scanner.close()


@pytest.mark.parametrize(("field", "expected"), FIELDS, ids=lambda value: value if isinstance(value, bytes) else "")
def test_references_in_header_fields_are_found(field, expected):
    data = b"HTTP/1.1 302 Found\r\nServer: x\r\n" + field + b"\r\nX-Last: http://last.example/\r\n\r\n"
    *found, last = read(data)
    assert [(each.reference, each.raw, each.target) for each in found] == expected
    name = field.partition(b":")[0].strip().decode()
    assert {(each.delimiter, each.field, each.document) for each in found} <= {("header", name, "x")}
    assert {each.base_from for each in found if each.kind == "relative"} <= {"retrieval"}
    assert (last.reference, last.field) == ("http://last.example/", "X-Last")
    for each in [*found, last]:
        assert data[each.start : each.end].decode() == each.raw
        lines = data[: each.start].split(b"\n")
        assert (each.line, each.column) == (len(lines), len(lines[-1]) + 1)


REQUEST = b"GET http://o.example/first HTTP/1.1\r\n" + b"\r\n".join(field for field, _ in FIELDS) + b"\r\n\r\n"
BODY = b"http://body.example/ <http://body.example/\n wrapped>\nLocation: /none\n"


@pytest.mark.parametrize("options", [{}, {"places": False}, {"suffix": True}])
def test_a_scanner_that_is_restarted_has_forgotten_the_last_message(options):
    scanner = http.HttpScanner(ScanOptions(**options), origin=Origin("o"))
    for number, (field, _) in enumerate(FIELDS):
        data = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-16\r\n" + field + b"\r\n\r\n"
        data += "http://body.example/".encode("utf-16")
        if number % 5 == 0:  # the previous message is not closed
            scanner.restart(None, Origin("o"))
            scanner.feed(data[:-10])
        scanner.restart(BASE, Origin("n"))
        new = http.HttpScanner(ScanOptions(**options), origin=Origin("n"), base=BASE)
        again, found = (each.feed(data) + each.close() for each in (scanner, new))
        assert again == found != []


def test_the_first_line_and_the_body_are_not_fields():
    found = read(REQUEST + BODY)
    expected = [reference for _, values in FIELDS for reference, _, _ in values]
    assert [each.reference for each in found] == [
        "http://o.example/first", *expected, "http://body.example/", "http://body.example/wrapped",
    ]  # fmt: skip
    assert [each.field for each in (found[0], *found[-2:])] == [None] * 3
    assert [each.delimiter for each in (found[0], *found[-2:])] == ["whitespace", "whitespace", "angle"]
    assert found[-1].line == REQUEST.count(b"\n") + 1


@pytest.mark.parametrize("size", [1, 2, 7, 100])
@pytest.mark.parametrize("end", [b"\r\n\r\n", b"\n\n", b"\r\n", b""])
def test_chunks_change_nothing(size, end):
    for data in (REQUEST.removesuffix(b"\r\n\r\n") + end, REQUEST.removesuffix(b"\r\n\r\n") + end + BODY):
        whole = read(data)
        assert read(data, size) == whole
        scanner = Scanner("message/http", base=BASE)
        lines = b"".join(scanner.read(data[at : at + size]).lines() for at in range(0, len(data), size))
        lines += scanner.read(b"", final=True).lines()
        assert lines.decode().split("\n")[:-1] == [each.target or each.reference for each in whole]


def test_a_header_without_an_end(monkeypatch):
    monkeypatch.setattr(http, "MAX_HEADER", 1000)
    data = b"HTTP/1.1 200 OK\r\nLocation: /a\r\n" + b"x: y\r\n" * 300 + b"Location: /b\r\nX: http://c.example/\r\n"
    for size in (1, 100, 5000):
        problems = []
        found = read(data, size, on_problem=problems.append)
        assert [(each.reference, each.field) for each in found] == [("/a", "Location"), ("http://c.example/", None)]
        assert [(problem.kind, problem.offset) for problem in problems] == [("header-too-long", 1000)]


@pytest.mark.parametrize("piece", [b'"\\', b"<", b"\n x:y", b"\nlink: <", b'\nlink: "<', b"\r\n ", b"\nuri:", b'\\"'])
def test_a_hostile_header_is_read_to_its_end(piece):
    data = b"HTTP/1.1 200 OK\nLink: " + piece * (MAX_HEADER // len(piece)) + b"\n\nhttp://last.example/"
    assert read(data)[-1].reference == "http://last.example/"


def test_in_a_web_archive():
    data = made.warc_record(
        made.http(b"<a href=x>", b"Content-Type: text/html", b"Location: y", b"Content-Location: /z/")
    )
    found = [(each.document, each.field, each.target) for each in extract(data)]
    assert found == [
        ("!1!header", "Location", "http://h.example/dir/y"),
        ("!1!header", "Content-Location", "http://h.example/z/"),
        ("!1", None, "http://h.example/dir/x"),  # RFC 7231 Appendix B: Content-Location does not set the base
    ]


NEARLY_PLAIN = (
    "Date: Sun, 29 Feb 2004 10:11:12 GMT", "Server: a/1 (b)", "content-type: text/html; charset=utf-8", "ETag: W/x",
    "Set-Cookie: a=b; expires=Sun, 29 Feb 2004 10:11:12 GMT; path=/", "Server: http://a.example/", "Location: /a",
    "Server: a:10:11:12", "Vary: mailto:a@b.example", "Server: a\r\n http://a.example/b", "Link: <c>", "X-A: urn:x:y",
    "Server: x 10:11:12 http://c.example/", "Pragma: www.a.example a@b.example", "Age:http://d.example/", "", "field",
)  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"suffix": True}, {"mail_addresses": True}, {"refang": True}])
@given(
    fields=some.lists(some.sampled_from(NEARLY_PLAIN), max_size=6),
    end=some.sampled_from(["\r\n\r\n", "\r\n", "", "\n\n"]),
)
def test_a_header_read_after_another_has_the_same_references(options, fields, end):
    header = "\r\n".join(["HTTP/1.1 200 OK", *fields]).encode() + end.encode()
    scanner = scanner_for("message/http", ScanOptions(**options), base="http://e.example/f")
    alone = scanner.read(header, final=True).occurrences()
    for before in (b"HTTP/1.1 200 OK\r\nServer: http://g.example/\r\n\r\n", b"HTTP/1.1 200 OK\r\nAge: 1\r\n\r\n"):
        scanner.restart("http://h.example/", NO_ORIGIN)
        scanner.read(before, final=True)
        scanner.restart("http://e.example/f", NO_ORIGIN)
        assert scanner.read(header, final=True).occurrences() == alone
