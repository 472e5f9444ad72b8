"""The context of a reference: the bytes of the document around it, for all cuts into chunks."""

import base64
import io
import zipfile

import pytest

from uri_extract.formats import Scanner, scanner_for
from uri_extract.rows import Pool, Rows, layout, page_of
from uri_extract.rows.details import NO_ORIGIN
from uri_extract.rows.records import Problem
from uri_extract.text import context
from uri_extract.text.base import BaseScanner
from uri_extract.text.context import Context
from uri_extract.text.options import ScanOptions

TEXT = "né http://a.example/1 \u20ac\U0001f600 <http://b.example/2\n /3>, http://c.example/4\u20acé.\n".encode()
HTML = (
    b"<!doctype html><title>x</title><a href='a'>one</a> http://b.example/ <img src=c><base href='http://a.example/'>"
)
XML = (
    b"<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><link href='x'/><id>http://a.example/</id></feed>"
)
MAIL = (
    b"Subject: http://a.example/s\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n"
    b"http://b.example/ text\n--b\nContent-Type: text/html\n\n<a href='http://c.example/'>c</a>\n--b\n"
    b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(b"see http://d.example/ there") + b"\n--b--\n"
)
DOCUMENTS = {
    "text/plain": TEXT,
    "text/html": HTML,
    "application/xml": XML,
    "message/rfc822": MAIL,
    "application/mbox": b"From a@b.example Thu Jan  1 00:00:00 1970\n" + MAIL,
    "message/http": b"HTTP/1.1 302 Found\r\nLocation: http://a.example/\r\nX: see http://b.example/ x\r\n\r\nrest",
}


def read(data, media_type="text/plain", size=8, cut=None, problems=None, **options):
    problems = [] if problems is None else problems
    scanner = Context(Scanner(media_type, **options), size, document="d", on_problem=problems.append)
    found = []
    for at in range(0, len(data), cut or len(data)):
        found += scanner.feed(data[at : at + (cut or len(data))])
    return found + scanner.close()


def around(found):
    return [(each.before, each.after) for each in found]


@pytest.mark.parametrize("media_type", DOCUMENTS)
@pytest.mark.parametrize("size", [1, 8, 30, 1000])
def test_context_is_what_the_document_has_there_for_every_chunking(media_type, size):
    data = DOCUMENTS[media_type]
    found = read(data, media_type, size)
    plain = Scanner(media_type)
    assert found == plain.feed(data) + plain.close()
    assert len(found) >= 2
    size = size & ~3 if size > 3 else size
    for each in found:
        before, after = data[max(0, each.start - size) : each.start], data[each.end : each.end + size]
        assert (each.before, each.after) == (before.decode("utf-8", "ignore"), after.decode("utf-8", "ignore"))
    for cut in (1, 2, 7, 64):
        again = read(data, media_type, size, cut)
        assert again == found
        assert around(again) == around(found)


def test_bytes_that_are_not_text_are_kept_and_no_character_is_halved():
    found = read(b"\xe2\x82\xacx\xff http://a.example/ \xff\xe2\x82\xac", size=4)
    assert around(found) == [("x\udcff ", " \udcff")]
    assert around(read(b"http://a.example/", size=4)) == [("", "")]


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le"])
def test_wide_text_is_decoded(codec):
    data = "\ufeffab\xe9 http://a.example/ \xe9cd".encode(codec)
    assert around(read(data, size=9)) == around(read(data, size=9, cut=1))
    wide = 2 if codec.startswith("utf-16") else 4
    text = ("ab\xe9 ", " \xe9cd")
    assert around(read(data, size=4 * wide)) == [text]


def test_a_declared_encoding_is_heeded():
    data = "<meta charset=windows-1251><p>Привет <a href=http://a.example/>и вам</a>".encode("cp1251")
    assert around(read(data, "text/html", 16)) == [(">Привет <a href=", ">и вам</a>")]


@pytest.fixture
def few(monkeypatch):
    """Reduce the bytes that are kept."""
    monkeypatch.setattr(context, "BLOCK", 16)
    monkeypatch.setattr(context, "_SMALL", 4)
    monkeypatch.setattr(context, "MAX_CONTEXT_KEPT", 64)


def test_references_reported_too_late_have_no_context_and_one_problem(few):
    filler = b"<p>" + b"x" * 61
    # Relative references wait for a base.
    data = b"<!doctype html><a href=a><a href=b>" + 3 * filler + b"<a href=c><base href='http://a.example/'>"
    problems = []
    found = read(data, "text/html", 8, problems=problems)
    assert [each.reference for each in found] == ["a", "b", "c", "http://a.example/"]
    assert around(found)[:3] == [(None, None), (None, None), ("<a href=", "><base h")]
    assert problems == [Problem("d", found[0].start, "context-too-far", problems[0].message)]
    for cut in (1, 3, 50):
        again = []
        assert around(read(data, "text/html", 8, cut, again)) == around(found)
        assert again == problems


def test_little_is_held(few):
    scanner = Context(Scanner("text/plain"), 8, on_problem=print)
    for number in range(1000):
        scanner.feed(b"http://a.example/%d " % number)
        assert sum(map(len, scanner._chunks)) <= 64 + 2 * 16 + 24
        assert len(scanner._waiting) <= 2


def test_a_document_whose_places_are_not_known_has_none():
    class Placeless(BaseScanner):
        def _read(self, chunk, final):
            rows = Rows(Pool())
            rows.add("http://a.example/", "http://a.example/", -1, -1, 0, 0, layout.URI, (None, None), NO_ORIGIN)
            return page_of(rows, 1)

    problems = []
    scanner = Context(Placeless(), 8, on_problem=problems.append)
    assert around(scanner.feed(b"x") + scanner.close()) == [(None, None)] * 2
    assert not problems


def test_documents_inside_stay_where_they_stand():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.txt", "http://inside.example/")
    message = (
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://b.example/1\n--b\nContent-Type: application/zip\n"
        b"Content-Transfer-Encoding: base64\n\n%s\n--b\n\nhttp://b.example/2\n--b--\n"
    ) % base64.encodebytes(packed.getvalue())
    for size in (4, 64, 4096):
        for cut in (1, 100, None):
            scanner = Context(scanner_for("message/rfc822", ScanOptions(contained=True)), size, on_problem=print)
            order = []
            step = cut or len(message)
            for at in range(0, len(message) + step, step):
                page = scanner.read(message[at : at + step], final=at >= len(message))
                inside = dict(page.documents)
                for number, each in enumerate([*page.occurrences(), None]):
                    order += [name for place, (name, *_) in inside.items() if place == number]
                    order += [each.reference] if each else []
            assert len(order) == 3
            assert [order[0], order[2]] == ["http://b.example/1", "http://b.example/2"]
