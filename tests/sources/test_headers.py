"""The kernel that reads headers and chunks, in both variants, for all cuts of its input."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.sources import made

from uri_extract._compat._variants import compiled, interpreted, is_compiled, load

MODULE = "uri_extract.sources._records"
VARIANTS = [each for each in (interpreted(MODULE), compiled(MODULE)) if each]

NAMES = (b"content-length", b"content-type")


@pytest.fixture(params=VARIANTS, ids=[variant.__name__ for variant in VARIANTS])
def kernel(request):
    return request.param


def header(kernel, text, stop=b"<"):
    return kernel.header(text, 0, len(text), NAMES, stop)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (b"X\r\nContent-Length: 5\r\nContent-Type: a/b\r\n\r\n", ["5", "a/b"]),
        (b"X\nCONTENT-LENGTH:5\ncontent-type \t:a/b \n\n", ["5", "a/b"]),
        (b"X\nContent-Type: a/b;\r\n  c=d\n\te\nContent-Length:\n 5\n\n", ["5", "a/b; c=d e"]),
        (b"X\nContent-Type: first\nContent-Type: second\n\n", ["", "first"]),
        (b"Content-Type: is the first line\n\n", ["", ""]),
        (b"X\nContent-Typed: a\nContent-Typ: b\nX-Content-Type: c\n Content-Type: d\n\r\r\n", ["", ""]),
        (b"X\nContent-Type\nContent-Length: \xff\n\n", ["\udcff", ""]),
    ],
)
def test_values_of_fields(kernel, text, values):
    assert header(kernel, text) == (len(text), True, values)
    assert header(kernel, text + b"Content-Length: 9\n\n") == (len(text), True, values)
    for end in range(len(text)):
        assert header(kernel, text[:end])[:2] == (-1, False)


def test_a_header_ends_where_it_must(kernel):
    text = b"HTTP/1.0 200 OK\nContent-Length: 5\n<p>\nContent-Type: a/b\n\n"
    assert header(kernel, text) == (34, False, ["5", ""])
    assert header(kernel, text, b"<b>") == (len(text), True, ["5", "a/b"])


HTTP = b"HTTP/1.1 200 OK\r\nDate: x\r\n\r\n"


def record(block, kind=b"application/http", length=None, more=b""):
    size = len(block) if length is None else length
    return b"WARC/1.0\r\nContent-Type: %s\r\nContent-Length: %d\r\n%s\r\n%s\r\n\r\n" % (kind, size, more, block)


def whole_record(kernel, member, most=1 << 20, http_most=1 << 16):
    return kernel.whole_record(member, NAMES, most, (b"date",), http_most)


@pytest.mark.parametrize(
    ("block", "kind", "header", "fields"),
    [
        (b"text", b"text/plain", None, []),
        (b"", b"text/plain", None, []),
        (b"text", b"Application/HTTP; msgtype=response", None, []),
        (HTTP, b"application/http", HTTP, ["x"]),
        (HTTP + b"<p>", b"APPLICATION/http;msgtype=response", HTTP, ["x"]),
        (HTTP + b"<p>", b"text/plain", None, []),
        (b"GET / HTTP/1.1\nDate: \t y\r\n\n", b"application/http", b"GET / HTTP/1.1\nDate: \t y\r\n\n", ["y"]),
        (b"HTTP/1.0 200\nDate: x\n<p>Date: y\n\n", b"application/http", b"HTTP/1.0 200\nDate: x\n", ["x"]),
    ],
)
def test_a_record_that_is_a_member_is_read_at_once(kernel, block, kind, header, fields):
    member = record(block, kind)
    begin, values, end, found = whole_record(kernel, member)
    assert (member[begin:-4], values) == (block, [str(len(block)), kind.decode()])
    assert (member[begin:end] if end >= 0 else None, found) == (header, fields)


@pytest.mark.parametrize(
    "member",
    [
        b"",
        b"WARC/",
        record(b"text")[:-1],
        record(b"text") + b"\n",
        record(b"text", length=3),
        record(b"text", length=5),
        record(b"text").replace(b"WARC/1", b"WARC/2"),
        record(b"text").replace(b"Length: 4", b"Length: +4"),
        record(b"text").replace(b"Length: 4", "Length: \u0664".encode()),
        record(b"text", more=b"WARC/1.0\r\n"),
        b"WARC/1.0\r\nContent-Length: 0\r\n\r\n",
    ],
)
def test_other_records_are_not_read_at_once(kernel, member):
    assert whole_record(kernel, member) is None


def test_a_header_of_a_record_or_a_message_ends_at_its_limit(kernel):
    member = record(HTTP)
    begin = len(member) - len(HTTP) - 4
    assert whole_record(kernel, member, begin) is not None
    assert whole_record(kernel, member, begin - 1) is None
    assert whole_record(kernel, member, http_most=len(HTTP))[2:] == (len(member) - 4, ["x"])
    assert whole_record(kernel, member, http_most=9)[2:] == (begin + 9, [""])


REQUEST = re.compile(rb"HTTP/|[A-Z]{3,16} [^\r\n]{1,65000} HTTP/[0-9]")


@given(some.lists(some.sampled_from([b"GET", b" ", b" HTTP/", b"HTTP/", b"1", b"A", b"\n", b"x" * 1000]), max_size=8))
def test_a_message_begins_with_a_status_line_or_a_request_line(parts):
    text = b"".join(parts)
    for variant in VARIANTS:
        assert variant.begins_message(b"GET" + text, 3, len(text) + 3) == bool(REQUEST.match(text[:1024]))


SIZE = re.compile(rb"(?:\r?\n)?([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\r\n]*)?\r?\n")


def slowly(text):
    """Return the result of :func:`unchunked` by RFC 9112 §7.1 and the deviations of servers."""
    parts, at = [], 0
    while line := SIZE.match(text, at):
        size = int(line[1], 16)
        if not size:
            return b"".join(parts), line.end(), True
        if line.end() + size > len(text):
            break
        parts.append(text[line.end() : line.end() + size])
        at = line.end() + size
    return b"".join(parts), at, False


@given(some.lists(some.sampled_from([b"1", b"0", b"a", b"F", b"\r", b"\n", b"\r\n", b" ", b";", b"x", b"2\r\nhi"])))
def test_chunks_are_what_the_grammar_has(pieces):
    text = b"".join(pieces)
    for kernel in VARIANTS:
        assert load("uri_extract.sources._streams", is_compiled(kernel)).unchunked(text) == slowly(text)


class Dripping(io.RawIOBase):
    """A file that returns few bytes from each read."""

    def __init__(self, data, size):
        self._data, self._size, self._at = data, size, 0

    def read(self, most=-1):
        self._at += self._size
        return self._data[self._at - self._size : self._at]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 5000])
def test_results_do_not_depend_on_the_chunks_of_an_archive(size):
    chunked = [b"Transfer-Encoding: chunked"]
    bodies = [
        (b"page" * 30, ()), (b"", ()),
        (b"5\r\nhttp:\r\nB ;x=y\r\n//a.example\r\n0\r\n\r\n", chunked),
        (b"5\r\nhttp:\r\n99\r\nx", chunked),
        (b"1\r\nx\r\n" * 500 + b"400\r\n" + b"y" * 1024 + b"\r\n0\r\n\r\n", chunked),
    ]  # fmt: skip
    data = b"".join(made.warc_record(made.http(body, *fields)) for body, fields in bodies)
    data += b"WARC/1.0\r\nContent-Length: 3\r\nWARC/1.0\r\n\r\n" + made.warc_record(b"HTTP/1.0 200 OK\nA: b\n<p>")
    assert made.read(Dripping(data, size)) == made.read(data)
