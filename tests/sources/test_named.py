"""Objects given as sources, or fed: an invalid one raises at the call, and the message names the valid types."""

import codecs
import email
import email.policy
import errno
import io
import mmap
import os
import pathlib
import socket
import tempfile
import urllib.request

import pytest

import uri_extract
from uri_extract import Scanner, extract, extract_text

LINE = b"See http://a.example/x there\n"
TARGETS = ["http://a.example/x"]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(LINE)
    return path


def targets(found):
    return [each.target for each in found]


def test_a_named_path_that_does_not_exist_raises_file_not_found_at_the_call(tmp_path):
    for path in (tmp_path / "nothing", str(tmp_path / "nothing"), os.fspath(tmp_path / "nothing" / "x")):
        with pytest.raises(FileNotFoundError) as raised:
            extract(path)
        assert isinstance(raised.value, uri_extract.SourceNotFoundError)
        assert isinstance(raised.value, uri_extract.UriExtractError)
        assert (raised.value.errno, raised.value.filename) == (errno.ENOENT, str(path))
        assert "extract_text" not in str(raised.value)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="everything may be read")
@pytest.mark.parametrize("name", ["a.txt", ""])
def test_a_named_path_that_may_not_be_read_raises_permission_error_at_the_call(file, name):
    path = file.parent / name
    mode = path.stat().st_mode
    path.chmod(0)
    try:
        with pytest.raises(PermissionError) as raised:
            extract(path)
    finally:
        path.chmod(mode)
    assert isinstance(raised.value, uri_extract.SourcePermissionError)


def test_permission_that_is_denied_when_a_path_is_opened_is_a_permission_error(file, monkeypatch):
    def denied(*_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(PermissionError) as raised:
        extract(file)
    assert isinstance(raised.value, uri_extract.SourcePermissionError)
    assert raised.value.filename == str(file)


def test_a_named_path_that_cannot_be_opened_for_another_reason_raises_an_os_error(file, tmp_path, monkeypatch):
    (tmp_path / "loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as listening:
        monkeypatch.chdir(tmp_path)  # the path of a socket must be short
        listening.bind("socket")
        for path, number in ((file / "x", errno.ENOTDIR), ("loop", errno.ELOOP), ("socket", errno.ENXIO)):
            with pytest.raises(uri_extract.SourceError) as raised:
                extract(path)
            assert raised.value.errno == number
            assert isinstance(raised.value, OSError)


def test_an_unreadable_file_below_a_directory_is_a_problem(file):
    (file.parent / "link").symlink_to("nothing")
    problems = []
    assert targets(extract(file.parent, on_problem=problems.append)) == TARGETS
    assert [problem.kind for problem in problems] == ["unreadable"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "See http://a.example/x",
        "two words",
        "a\nb",
        "http://a.example/x",
        "x" * 5000,
        "a\0b",
        "/nothing here/\ud800",
    ],
    ids=["empty", "sentence", "words", "lines", "URI", "long", "NUL", "surrogate"],
)
def test_a_string_that_is_not_a_path_and_looks_like_text_raises_an_error_that_names_extract_text(text):
    with pytest.raises(uri_extract.SourceError, match=r"extract_text\(\)") as raised:
        extract(text)
    assert len(str(raised.value)) < 250


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview, io.BytesIO])
def test_a_source_may_be_bytes_or_a_file_in_memory(make):
    assert targets(extract(make(LINE))) == TARGETS


def test_a_source_may_be_any_object_that_reads_bytes(file):
    with open(file, "rb") as buffered, open(file, "rb", buffering=0) as raw, tempfile.TemporaryFile() as temporary:
        temporary.write(LINE)
        temporary.seek(0)
        with mmap.mmap(raw.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            for source in (buffered, raw, temporary, mapped):
                assert targets(extract(source)) == TARGETS
    with urllib.request.urlopen(file.as_uri()) as response:
        assert targets(extract(response)) == TARGETS
    here, there = socket.socketpair()
    there.sendall(LINE)
    there.close()
    with here, here.makefile("rb") as connection:
        assert targets(extract(connection)) == TARGETS


def test_a_path_may_be_any_object_that_stands_for_one(file):
    class Named:
        def __fspath__(self):
            return os.fsencode(file)

    for path in (file, str(file), Named(), pathlib.PurePath(file)):
        assert targets(extract(path)) == TARGETS


def test_a_fifo_that_is_named_is_not_opened_at_the_call(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    extract(tmp_path / "fifo").close()


def test_a_file_in_text_mode_raises_a_type_error_that_names_binary_mode(file):
    with open(file, encoding="utf-8") as text:
        for source in (text, io.StringIO("http://a.example/x")):
            with pytest.raises(TypeError, match="'rb'") as raised:
                extract(source)
            assert isinstance(raised.value, uri_extract.SourceTypeError)


def test_an_object_whose_read_returns_text_raises_a_type_error_that_says_so(file):
    class Text:
        def read(self, size=-1):
            return "http://a.example/x"

    found = extract(Text())
    with pytest.raises(uri_extract.SourceTypeError, match=r"read\(\) returns must be bytes, not str"):
        next(found)
    with codecs.open(file, encoding="utf-8") as source, tempfile.NamedTemporaryFile("w+") as temporary:
        assert targets(extract(source)) == TARGETS  # it has the methods of the underlying binary file
        temporary.write("http://a.example/x")
        temporary.seek(0)
        with pytest.raises(uri_extract.SourceTypeError):
            list(extract(temporary))


@pytest.mark.parametrize("source", [None, 123, object(), ["a.txt"], ("a.txt",), {"a.txt"}, (x for x in "ab")])
def test_an_object_that_is_not_a_source_raises_a_type_error_at_the_call(source):
    with pytest.raises(TypeError, match="a path, an open binary file or bytes, not") as raised:
        extract(source)
    assert isinstance(raised.value, uri_extract.SourceTypeError)
    assert ("each of its members" in str(raised.value)) == hasattr(source, "__iter__")


def test_a_soup_as_a_source_raises_a_type_error_that_names_extract_soup():
    bs4 = pytest.importorskip("bs4")
    soup = bs4.BeautifulSoup("<a href='http://a.example/'>x</a>", "html.parser")
    for source in (soup, soup.a):
        with pytest.raises(uri_extract.SourceTypeError, match=r"extract_soup\(\)"):
            extract(source)


@pytest.mark.parametrize("policy", [email.policy.compat32, email.policy.default])
def test_a_message_is_read_as_mail(policy):
    data = b"Subject: http://a.example/s\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuZXhhbXBsZS9i\n"
    message = email.message_from_bytes(data, policy=policy)
    assert targets(extract(message)) == ["http://a.example/s", "http://a.example/b"]
    found = list(extract(message))[1]
    assert message.as_bytes()[found.start : found.end] == b"aHR0cDovL2EuZXhhbXBsZS9i"
    assert [found.document for found in extract(message, document="m")] == ["m", "m!1"]
    assert len(targets(extract(message, media_type="text/plain"))) == 1


MEDIA_TYPES = [
    *("text/plain", "text/html", "application/xml", "message/rfc822", "application/mbox", "message/http"),
    *("multipart/mixed; boundary=b", "application/vnd.ms-outlook"),
]


@pytest.mark.parametrize("media_type", MEDIA_TYPES)
def test_a_scanner_that_is_fed_anything_but_bytes_raises_a_type_error(media_type):
    for chunk in ("http://a.example/x", None, 5, [b"a"], io.BytesIO(b"a")):
        with pytest.raises(uri_extract.SourceTypeError, match="a chunk must be bytes"):
            Scanner(media_type).feed(chunk)


@pytest.mark.parametrize("media_type", MEDIA_TYPES[:-2])
@pytest.mark.parametrize("make", [bytearray, memoryview])
def test_a_scanner_takes_every_kind_of_bytes(media_type, make):
    data = b"\n\n<a>http://a.example/x </a>\n"
    scanners = Scanner(media_type), Scanner(media_type)
    expected, found = (
        scanner.feed(kind(data)) + scanner.close() for scanner, kind in zip(scanners, (bytes, make), strict=True)
    )
    assert found == expected


@pytest.mark.parametrize("text", [None, 5, ["http://a.example/"], pathlib.Path("/nothing"), io.StringIO("x")])
def test_text_that_is_neither_a_string_nor_bytes_raises_a_type_error(text):
    with pytest.raises(uri_extract.SourceTypeError, match="text must be str or bytes, not "):
        extract_text(text)


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview])
def test_text_may_be_bytes_of_every_kind(make):
    assert targets(extract_text(make(LINE))) == TARGETS
