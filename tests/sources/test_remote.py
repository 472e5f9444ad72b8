"""Remote inputs named by a caller, and ranges of files named in a list."""

import gzip
import http.server
import json
import subprocess
import sys
import threading
from typing import ClassVar

import pytest

from uri_extract import (
    InvalidOption,
    InvalidOptionValue,
    MissingExtra,
    Range,
    Remote,
    SourceError,
    SourceTypeError,
    extract,
)
from uri_extract.sources.ranges import path_or_range
from uri_extract.sources.remote import is_remote, shown_name

TEXT = b"see http://a.example/1 and http://a.example/2\n"
RECORD = (
    b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:x:%d>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
    b"WARC-Target-URI: http://h.example/%d\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
)


def record(number):
    body = b'<a href="p%d">x</a>' % number
    return gzip.compress(RECORD % (number, number, len(body), body), mtime=0)


MEMBERS = [record(number) for number in range(3)]
ARCHIVE = b"".join(MEMBERS)
SECOND = len(MEMBERS[0]), len(MEMBERS[1])


def answer(*fields, body=b"", status=b"200 OK"):
    head = [b"HTTP/1.1 " + status, *fields, b"Content-Length: %d" % len(body), b"Connection: close"]
    return b"\r\n".join(head) + b"\r\n\r\n" + body


LONG = TEXT * 10_000
PAGE = b'<a href="r">s</a>' * 1_000
# Answers as they are sent, by path.
RAW = {
    "/cut.txt": answer(body=LONG + b"x" * 99)[:-99],
    "/cut-at-once.txt": answer(body=TEXT + b"x" * 99)[:-99],
    "/cut-chunked.txt": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n" % (len(LONG), LONG),
    "/coded/gzip.html": answer(b"Content-Encoding: gzip", body=gzip.compress(PAGE)),
    "/coded/x-gzip.warc.gz": answer(b"Content-Encoding: x-gzip", body=gzip.compress(ARCHIVE)),
    "/coded/archive.warc.gz": answer(b"Content-Encoding: gzip", body=ARCHIVE),
    "/coded/bomb.html": answer(b"Content-Encoding: gzip", body=gzip.compress(PAGE + b" " * (50 << 20))),
    "/coded/other.html": answer(b"Content-Encoding: br", body=b"\x0b\x08\x80s\x03"),
    "/loop.txt": answer(b"Location: /loop.txt", status=b"302 Found"),
    "/to-a-file.txt": answer(b"Location: file:///etc/hostname", status=b"302 Found"),
    "/to-nothing.txt": answer(b"Location: http://:0:0/?key=secret", status=b"302 Found"),
    "/header.txt": answer(b"X\0Y: z"),
    "/busy.txt?key=secret": answer(status=b"503 Busy"),
    "/silent.txt": b"",
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    files: ClassVar = {
        "/a.txt": TEXT,
        "/c.warc.gz": ARCHIVE,
        "/big.txt": TEXT * 60_000,
        "/p/q.html": b'<a href="r">s</a>',
    }
    asked: ClassVar = []
    takes_ranges = True

    def do_GET(self):
        self.asked.append(self.path)
        if self.path in RAW:
            self.wfile.write(RAW[self.path])
            self.close_connection = True
            return
        data = self.files.get(self.path.partition("?")[0])
        if data is None:
            self.send_error(404)
            return
        wanted = self.headers.get("Range") if self.takes_ranges else None
        if wanted:
            first, _, last = wanted.removeprefix("bytes=").partition("-")
            if int(first) >= len(data):
                self.send_error(416)
                return
            part = data[int(first) : int(last) + 1 if last else None]
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {first}-{int(first) + len(part) - 1}/{len(data)}")
            data = part
        else:
            self.send_response(200)
        if self.takes_ranges:
            self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)

    do_HEAD = do_GET  # noqa: N815

    def log_message(self, *_):
        pass


@pytest.fixture
def server(monkeypatch):
    pytest.importorskip("fsspec")
    pytest.importorskip("aiohttp")
    monkeypatch.setattr(Handler, "asked", [])
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def memory():
    fsspec = pytest.importorskip("fsspec")
    system = fsspec.filesystem("memory")
    system.pipe({"/bucket/a.txt": TEXT, "/bucket/c.warc.gz": ARCHIVE})
    yield system
    system.store.clear()


def found_in(source, **options):
    problems = []
    found = [*extract(source, on_problem=problems.append, **options)]
    return found, problems


def test_a_url_is_read_and_named_without_what_may_be_secret(server):
    host = server.removeprefix("http://")
    found, problems = found_in(Remote(f"http://ada:secret@{host}/a.txt?signature=secret#x"))
    assert problems == []
    assert [each.target for each in found] == ["http://a.example/1", "http://a.example/2"]
    assert {each.document for each in found} == {f"{server}/a.txt"}
    assert "secret" not in json.dumps([each.as_dict() for each in found])


def test_an_archive_is_read_as_a_stream_of_documents(server):
    found, problems = found_in(Remote(f"{server}/c.warc.gz"))
    assert [each.target for each in found if each.kind == "relative"] == [f"http://h.example/p{n}" for n in range(3)]
    assert problems == []


def test_the_url_of_a_page_is_its_base_and_nothing_but_the_page_is_fetched(server):
    (found,), problems = found_in(Remote(f"{server}/p/q.html"))
    assert (found.target, found.base_from, problems) == (f"{server}/p/r", "retrieval", [])
    assert set(Handler.asked) == {"/p/q.html"}


def test_a_large_input_comes_in_chunks(server):
    count = sum(1 for _ in extract(Remote(f"{server}/big.txt")))
    assert count == 120_000


def test_a_missing_remote_input_is_a_problem_without_secrets(server):
    found, (problem,) = found_in(Remote(f"{server}/none.txt?signature=secret"))
    assert (found, problem.kind, problem.document) == ([], "unreadable", f"{server}/none.txt")
    assert "not found" in problem.message
    assert "secret" not in problem.message


def test_a_server_that_cannot_be_reached_is_a_problem():
    pytest.importorskip("aiohttp")
    pytest.importorskip("fsspec")
    found, (problem,) = found_in(Remote("http://127.0.0.1:9/a.txt?signature=secret"))
    assert (found, problem.kind) == ([], "unreadable")
    assert "cannot be reached" in problem.message
    assert "secret" not in problem.message


@pytest.mark.parametrize("path", ["/cut.txt", "/cut-at-once.txt", "/cut-chunked.txt"])
def test_bytes_that_arrived_before_a_connection_broke_are_read(server, path):
    body = TEXT if path == "/cut-at-once.txt" else LONG
    found, (problem,) = found_in(Remote(server + path))
    assert len(found) == 2 * body.count(b"\n")
    assert (problem.kind, problem.offset) == ("unreadable", len(body))
    assert problem.message == "the connection ended before the body"


@pytest.mark.parametrize(
    ("path", "count", "kinds"),
    [
        ("/coded/gzip.html", 1_000, []), ("/coded/x-gzip.warc.gz", 3, []), ("/coded/archive.warc.gz", 3, []),
        ("/coded/bomb.html", 1_000, ["expands-too-far"]), ("/coded/other.html", 0, ["unreadable"]),
    ],
)  # fmt: skip
def test_a_coded_body_is_read_within_the_limits_of_compressed_files(server, path, count, kinds):
    found, problems = found_in(Remote(server + path))
    assert (len(found), [each.kind for each in problems]) == (count, kinds)
    if path.endswith(".html"):
        assert {each.target for each in found} <= {f"{server}/coded/r"}


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/loop.txt", "too many redirects, perhaps a loop"),
        ("/to-a-file.txt", "a redirect to another scheme than http and https, which is refused"),
        ("/to-nothing.txt", "a redirect to what is not a URL"),
        ("/header.txt", "the header of the server's answer is not valid HTTP"),
        ("/busy.txt?key=secret", "the server answers with status 503"),
        ("/silent.txt", "the server closed the connection without an answer"),
        ("/none.txt", "not found"),
    ],
)
def test_the_message_says_why_a_server_cannot_be_read(server, path, message):
    found, (problem,) = found_in(Remote(server + path))
    assert (found, problem.kind, problem.message) == ([], "unreadable", message)


def test_a_remote_input_is_one_request_which_asks_for_no_content_coding(server, monkeypatch):
    codings = []
    do_get = Handler.do_GET
    monkeypatch.setattr(Handler, "do_GET", lambda self: (codings.append(self.headers["Accept-Encoding"]), do_get(self)))
    assert len(found_in(Remote(f"{server}/a.txt"))[0]) == 2
    assert len(found_in(Range(f"{server}/c.warc.gz", *SECOND))[0]) == 1
    assert (Handler.asked, codings) == (["/a.txt", "/c.warc.gz"], ["identity"] * 2)


@pytest.mark.parametrize("place", ["local", "http", "memory"])
def test_a_range_that_the_file_ends_in_is_read_so_far_and_reported(place, server, memory, tmp_path):
    (tmp_path / "a.txt").write_bytes(TEXT)
    path = {"local": str(tmp_path / "a.txt"), "http": f"{server}/a.txt", "memory": "memory://bucket/a.txt"}[place]
    found, (problem,) = found_in(Range(path, 20, 1_000))
    assert ([each.target for each in found], problem.kind) == (["http://a.example/2"], "unreadable")
    assert problem.message == f"it ends {1_020 - len(TEXT)} bytes too early"


def test_any_filesystem_of_fsspec_is_read(memory):
    found, problems = found_in(Remote("memory://bucket/a.txt"))
    assert ([each.start for each in found], problems) == ([4, 27], [])
    assert {each.document for each in found} == {"memory://bucket/a.txt"}
    assert {each.base for each in found} == {None}


@pytest.mark.parametrize("place", ["local", "http", "memory"])
def test_a_range_of_an_archive_is_one_record(place, server, memory, tmp_path):
    (tmp_path / "c.warc.gz").write_bytes(ARCHIVE)
    path = {
        "local": str(tmp_path / "c.warc.gz"), "http": f"{server}/c.warc.gz", "memory": "memory://bucket/c.warc.gz"
    }[place]  # fmt: skip
    (document,) = [Range(path, *SECOND).document()]
    assert b"".join(document.chunks()) == MEMBERS[1]
    assert document.name == f"{path}@{SECOND[0]}"


def test_a_server_without_ranges_is_a_problem_and_no_wrong_record(server, monkeypatch):
    monkeypatch.setattr(Handler, "takes_ranges", False)
    from uri_extract.sources import Unreadable

    with pytest.raises(Unreadable):
        b"".join(Range(f"{server}/c.warc.gz", *SECOND).document().chunks())


def test_a_range_after_the_end_is_a_problem(tmp_path):
    from uri_extract.sources import Unreadable

    (tmp_path / "a.txt").write_bytes(TEXT)
    with pytest.raises(Unreadable, match="no byte at offset 1000"):
        b"".join(Range(str(tmp_path / "a.txt"), 1000, 5).document().chunks())


LINES = [
    ("a.txt", "a.txt"),
    ("a.warc.gz\t5\t7", Range("a.warc.gz", 5, 7)),
    ("a\tb.warc.gz\t5\t7", Range("a\tb.warc.gz", 5, 7)),
    ("s3://bucket/a.warc.gz\t5\t7", Range("s3://bucket/a.warc.gz", 5, 7)),
    ('org,example)/ 20200101000000 {"filename": "a.warc.gz", "offset": "5", "length": "7", "x": []}',
     Range("a.warc.gz", 5, 7)),
    ('org,example)/ 20200101000000 {"filename":"a.warc.gz","offset":5,"length":7}', Range("a.warc.gz", 5, 7)),
    ("a.warc.gz\t5", "a.warc.gz\t5"),
    ("a.warc.gz\t-5\t7", "a.warc.gz\t-5\t7"),
    ("a.warc.gz\t5\tx", "a.warc.gz\t5\tx"),
    ("\t5\t7", "\t5\t7"),
    ("a.warc.gz\t5\t" + "9" * 30, "a.warc.gz\t5\t" + "9" * 30),
    ('x {"filename": "a", "offset": "5"}', 'x {"filename": "a", "offset": "5"}'),
    ('x {"filename": 7, "offset": "5", "length": "7"}', 'x {"filename": 7, "offset": "5", "length": "7"}'),
    ("x {" + "[" * 100_000 + "}", "x {" + "[" * 100_000 + "}"),
    ("x {}", "x {}"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "meant"), LINES, ids=[line[:30] for line, _ in LINES])
def test_a_line_of_a_list_is_a_path_or_a_range(line, meant):
    assert path_or_range(line) == meant


def test_the_name_of_a_file_is_that_file_whatever_it_looks_like(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a\t5\t7").write_bytes(TEXT)
    (tmp_path / "memory:").mkdir()
    (tmp_path / "memory:" / "a.txt").write_bytes(TEXT)
    assert path_or_range("a\t5\t7") == "a\t5\t7"
    assert not is_remote("memory://a.txt")
    found, problems = found_in("memory://a.txt")
    assert (len(found), problems) == (2, [])


@pytest.mark.parametrize("path", ["a.txt", "http:a", "c:\\a", "/http://a", "see http://a", "http://a and more", ""])
def test_a_name_that_is_not_a_url_is_a_path(path):
    assert not is_remote(path)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://u:p@h.example:8443/a/b?c=d#e", "https://h.example:8443/a/b"),
        ("s3://bucket/a", "s3://bucket/a"),
        ("https://h.example?c=/@d", "https://h.example"),
        ("https://u@v@h.example/@a", "https://h.example/@a"),
    ],
)
def test_a_name_has_no_userinfo_no_query_and_no_fragment(url, name):
    assert shown_name(url) == name


def test_a_range_is_a_source_and_can_be_named(tmp_path):
    (tmp_path / "c.warc.gz").write_bytes(ARCHIVE)
    (found,), problems = found_in(Range(str(tmp_path / "c.warc.gz"), *SECOND), document="one")
    assert (found.target, found.document, problems) == ("http://h.example/p1", "one!1", [])
    with pytest.raises(FileNotFoundError):
        extract(Range(str(tmp_path / "none"), 0, 1))


def test_without_the_extra_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    for url, needed in (("https://a.example/x?signature=secret", r"fsspec\[http\]"), ("s3://bucket/x", "s3fs")):
        with pytest.raises(MissingExtra, match=f"remote.* -m pip install '{needed}"):
            extract(Remote(url))


def test_a_protocol_that_nothing_reads_is_an_error_at_the_call():
    pytest.importorskip("fsspec")
    with pytest.raises(OSError, match="unknown protocol 'nonsense'"):
        extract(Remote("nonsense://a/b"))
    with pytest.raises(OSError, match="chain"):
        extract(Remote("zip://a::https://b.example/c"))


@pytest.mark.parametrize("url", ["", "a.txt", "//a.example/x", "https:/a.example", "ada:secret@a.example/x?k=secret"])
def test_a_remote_input_that_is_not_a_url_is_an_error_at_the_call(url):
    with pytest.raises(SourceError, match="not a URL, which begins with a scheme and //") as raised:
        extract(Remote(url))
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("source", "error", "message"),
    [
        (Remote(5), SourceTypeError, "the URL of a Remote must be a str, not int"),
        (Range(5, 0, 1), SourceTypeError, "the path of a Range must be a str, not int"),
        (Range(__file__, "0", 1), InvalidOption, "offset must be an int, not str"),
        (Range(__file__, -1, 1), InvalidOptionValue, "offset must be at least 0, not -1"),
        (Range(__file__, 0, -1), InvalidOptionValue, "length must be at least 0, not -1"),
    ],
)
def test_a_range_or_a_remote_input_with_another_value_is_an_error_at_the_call(source, error, message):
    with pytest.raises(error, match=message):
        extract(source)


def test_the_command_reads_ranges_of_a_list_with_any_number_of_processes(tmp_path):
    (tmp_path / "c.warc.gz").write_bytes(ARCHIVE)
    begin = len(MEMBERS[0]) + len(MEMBERS[1])
    row = json.dumps({"filename": "c.warc.gz", "offset": str(begin), "length": str(len(MEMBERS[2]))})
    (tmp_path / "list").write_text(f"c.warc.gz\t0\t{SECOND[0]}\nexample,h)/2 20200101000000 {row}\n")
    outputs = []
    for jobs in ("1", "2"):
        words = [sys.executable, "-m", "uri_extract", "--no-config", "-j", jobs, "--files-from", "list"]
        done = subprocess.run(
            [*words, "--template", "{document} {target}"], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        outputs.append(done.stdout.splitlines())
    assert outputs[0] == outputs[1] == [
        "c.warc.gz@0!1 http://h.example/p0", f"c.warc.gz@{begin}!1 http://h.example/p2",
    ]  # fmt: skip


def test_the_command_says_which_remote_input_cannot_be_read(server):
    words = [sys.executable, "-m", "uri_extract", "--no-config", f"{server}/a.txt?s=1", f"{server}/no?key=secret"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "http://a.example/1\nhttp://a.example/2\n")
    assert done.stderr.startswith(f"uri-extract: {server}/no: ")
    assert "secret" not in done.stderr


def test_a_str_is_a_path_and_never_fetched():
    with pytest.raises(SourceError, match=r"extract_text\(\).*Remote\(\)"):
        extract("http://127.0.0.1:9/a.txt")
