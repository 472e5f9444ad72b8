"""Records and problems are the same for any size of reads, and with or without the extra for faster gzip."""

import gzip
import io
import random
import sys
import zlib
from functools import cache

import pytest
from tests.sources import made
from tests.sources.test_alone import SAMPLES
from tests.sources.test_corpora import SHARED
from tests.test_attached import mail, mbox

from uri_extract import extract
from uri_extract.formats import unread
from uri_extract.sources import codecs

SIZES = [1, 7, 512, 4096, 65536]


class Reads(io.RawIOBase):
    """A file that returns ``size`` bytes from each read."""

    def __init__(self, data, size, name="x"):
        self.name = name
        self._data = data
        self._size = size
        self._at = 0

    def read(self, size=-1):
        piece = self._data[self._at : self._at + self._size]
        self._at += len(piece)
        return piece


def outcome(source):
    problems = []
    return list(extract(source, on_problem=problems.append)), problems


def noise(seed, size):
    """Return text that does not compress well, with references in it."""
    chance = random.Random(seed)
    letters = [chr(each) for each in range(33, 127) if chr(each) not in '<>"`\\']
    words = ["".join(chance.choices(letters, k=chance.randrange(3, 60))) for _ in range(size // 40)]
    return " \n".join(f"{word} http://a.example/{seed}/{number}" for number, word in enumerate(words)).encode()


def codings(files):
    """Return records whose bodies have a transfer coding and a content coding."""
    records = []
    for data, coding in zip(files.values(), ("gzip", "deflate", "br", "zstd") * 9, strict=False):
        if coding == "br":
            body = pytest.importorskip("brotli").compress(data, quality=4)
        else:
            body = {"gzip": gzip.compress, "deflate": zlib.compress, "zstd": made.zstd}[coding](data)
        chunks = b"".join(b"%x;ext=1\r\n%s\r\n" % (len(body[at : at + 999]), body[at : at + 999])
                          for at in range(0, len(body), 999)) + b"0\r\n\r\n"  # fmt: skip
        fields = b"Content-Encoding: " + coding.encode(), b"Content-Type: text/plain"
        records.append(made.warc_record(made.http(chunks, *fields, b"Transfer-Encoding: chunked")))
        records.append(made.warc_record(made.http(body, *fields)))
    return b"".join(records)


def arc(files):
    start = made.arc_record("filedesc://x", "text/plain", b"1 0 x\n")
    return start + b"".join(made.arc_record("http://h.example/", "text/plain", data) for data in files.values())


def containers(size, count=4):
    files = {f"f{number}.txt": noise(number, size) for number in range(count)}
    zipped = {name + ".gz": gzip.compress(data) for name, data in files.items()}
    tar, warc = made.tar(files), made.warc(files)
    return {
        "tar": tar, "zip": made.deflated_zip(files), "stored.zip": made.zip_of(files, 0),
        "bzip2.zip": made.zip_of(files, 12), "lzma.zip": made.zip_of(files, 14),
        "piped.zip": made.deflated_zip(files, piped=True), "ar": made.ar(files), "warc": warc,
        "arc": arc(files), "codings.warc": codings(files), "gz.tar": made.tar(zipped), "zip.gz": gzip.compress(
            made.zip_of(files, 0)), "mbox": mbox(*(mail(data, name) for name, data in zipped.items())),
        "warc.gz": b"".join(gzip.compress(made.warc({name: data})) for name, data in files.items()),
        **{f"tar{ending}": compress(tar) for ending, compress in made.COMPRESSIONS.items()},
        **{f"members{ending}": b"".join(map(compress, files.values())) for ending, compress in
           made.COMPRESSIONS.items()},
    }  # fmt: skip


CONTAINERS = containers(3000)


@cache
def large_containers():
    """Return the same containers with members of several chunks."""
    return containers(300_000, 3)


def damaged(data, seed):
    """Yield copies of the data with a changed byte, missing bytes, zeros or other bytes in it, and truncated."""
    chance = random.Random(seed)
    for number in range(10):
        at = chance.randrange(min(600, len(data)) if number % 2 else len(data))
        yield data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
    at = chance.randrange(len(data))
    yield data[:at]
    yield data[:at] + data[at + chance.randrange(1, 700) :]
    yield data[:at] + bytes(300) + data[at + 300 :]
    yield data[:at] + chance.randbytes(300) + data[at:]
    yield data[: -chance.randrange(1, 20)]


@pytest.mark.parametrize("kind", CONTAINERS)
def test_a_whole_container_gives_the_same_for_any_size_of_the_reads(tmp_path, kind):
    data = CONTAINERS[kind]
    expected = outcome(Reads(data, len(data)))
    assert expected[1] == []
    assert len(expected[0]) > 200
    for size in SIZES:
        assert outcome(Reads(data, size)) == expected
    path = tmp_path / "x"
    path.write_bytes(data)
    found, _ = outcome(path)
    assert [
        each._replace(origin=each.origin._replace(document=each.document.replace(str(path), "x"))) for each in found
    ] == expected[0]


def longer(kinds, quick):
    """Return the kinds as parameters; the slow ones are marked as long tests."""
    return [pytest.param(kind, marks=() if kind in quick else pytest.mark.long) for kind in kinds]


@pytest.mark.parametrize("kind", longer(CONTAINERS, ("tar.gz", "zip")))
def test_a_damaged_container_gives_the_same_records_and_problems_for_any_size_of_the_reads(kind):
    for seed in range(2):
        for data in damaged(CONTAINERS[kind], f"{kind}{seed}"):
            expected = outcome(Reads(data, max(len(data), 1)))
            for size in SIZES:
                assert outcome(Reads(data, size)) == expected


@pytest.mark.long
@pytest.mark.parametrize("kind", containers(40, 1))
def test_a_large_damaged_container_gives_the_same_records_and_problems_for_any_size_of_the_reads(kind):
    for data in list(damaged(large_containers()[kind], kind))[::4]:
        expected = outcome(Reads(data, len(data)))
        for size in (512, 65536):
            assert outcome(Reads(data, size)) == expected


@pytest.fixture
def without_isal(monkeypatch):
    """Return a function that calls another as if the extra for faster gzip were not installed."""
    pytest.importorskip("isal")

    def call(function, *arguments):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, "isal", None)
            codecs.gzip_decompressors.cache_clear()
            try:
                return function(*arguments)
            finally:
                codecs.gzip_decompressors.cache_clear()

    return call


@pytest.mark.long
@pytest.mark.parametrize("kind", [kind for kind in CONTAINERS if "gz" in kind or kind == "codings.warc"])
def test_a_damaged_container_gives_the_same_with_and_without_the_extra_for_faster_gzip(without_isal, kind):
    for seed in range(6):
        for data in damaged(CONTAINERS[kind], f"{kind}{seed}"):
            assert outcome(Reads(data, 4096)) == without_isal(outcome, Reads(data, 4096))


BEGINNINGS = {
    **CONTAINERS,
    "html": b" \n<!-- a --><!doctype html><html><a href=/b>c</a> http://d.example/ " * 30,
    "xml": b"<?xml version='1.0'?>\n<!-- http://c.example/ --><rss><link>http://a.example/</link></rss>",
    "xhtml": b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><a href='x'>y</a></html>",
    "svg": b"<svg xmlns='http://www.w3.org/2000/svg'><a href='http://a.example/'/></svg>",
    "mail": mail(b"see http://a.example/ ", "a.txt"),
    "utf-16": "see http://a.example/ there".encode("utf-16"),
    "text": b"see http://a.example/ there\n" * 100,
    "one line": b"http://a.example/",
    "tar with a newline in a name": made.tar({"a\nb": b"http://a.example/ "}),
    "old tar": made.tar({"x" * 100: b"http://a.example/ "}).replace(b"ustar", b"\0\0\0\0\0"),
    "lzip": b"LZIP\x01 http://a.example/ ", "7z": b"7z\xbc\xaf\x27\x1c http://a.example/ " * 9,
    "pdf": b"%PDF-1.4\nhttp://a.example/ ", "cpio": b"070701" + b"0" * 300,
}  # fmt: skip


@pytest.mark.parametrize("kind", BEGINNINGS)
@pytest.mark.parametrize("name", longer(["x", "x.txt", "x.gz", "x.tar", "x.zip", "x.html"], ("x.txt",)))
def test_recognition_does_not_depend_on_the_size_of_the_first_read(kind, name):
    data = BEGINNINGS[kind]
    expected = outcome(Reads(data, len(data), name))
    for size in (1, 3, 15, 16, 17, 100, 511):
        assert outcome(Reads(data, size, name)) == expected


def test_the_first_line_of_a_slow_source_is_read_before_the_second_one_comes():
    """As when a user types the input."""
    seen = 0
    asked = []

    class Typed(io.RawIOBase):
        name = "x"

        def read(self, size=-1):
            asked.append(seen)
            return b"http://a.example/%d to see\n" % len(asked) if len(asked) < 4 else b""

    for _ in extract(Typed()):
        seen += 1
    assert asked[:3] == [0, 1, 2]


#: First bytes of documents in formats that are not containers, by name.
HEADS = {
    "a.one": bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3") + b"text" + b"http://a.example/ " * 9 + bytes(600),
    "a.xls": bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600) + b"http://a.example/",
    "a.chm": b"ITSF\3\0\0\0" + bytes(600) + b"http://a.example/",
    "title": b"a title of thirty letters\0\0\0\0\0\0\0".ljust(60, b"\0") + b"BOOKMOBI" + bytes(600),
    "wide": "\u00e9\u00e8 http://a.example/ \n".encode("utf-16-le") * 9,
    "half": ("http://a.example/ \n" * 14 + "\u65e5\u672c" * 150).encode("utf-16-le"),
    "line": b"http://a.example/\n" + bytes(600),
    **{f"b{ending}": b"a name of more than twenty bytes" + bytes(600) + b"http://a.example/"
       for ending, each in unread._BY_ENDING.items() if ending.startswith(".") and each.begins is None},
}  # fmt: skip


@pytest.mark.parametrize("name", HEADS)
def test_a_format_is_recognised_by_its_first_bytes_for_any_size_of_the_reads(name):
    data = HEADS[name]
    expected = outcome(Reads(data, len(data), name))
    assert len(expected[1]) == (name not in ("wide", "half", "line"))
    assert [outcome(Reads(data, size, name)) for size in (1, 7, 19, 20, 21, 511)] == [expected] * 6


@pytest.mark.parametrize("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_a_sample_gives_the_same_for_any_size_of_the_first_reads(path):
    assert of_first_reads(path, 1) == of_first_reads(path, 1 << 20)


@pytest.mark.long
@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
def test_a_file_of_the_corpora_gives_the_same_for_any_size_of_the_first_reads():
    paths = [path for path in sorted(SHARED.rglob("*")) if path.is_file() and path.stat().st_size < 100_000]
    assert len(paths) > 1000
    assert [path for path in paths if of_first_reads(path, 1) != of_first_reads(path, 1 << 20)] == []


class FirstReads(io.RawIOBase):
    """A file of which the first reads return ``size`` bytes each, and the next one all others."""

    def __init__(self, path, size):
        self.name = path.name
        self._file = io.BytesIO(path.read_bytes())
        self._size = size

    def read(self, size=-1):
        return self._file.read(self._size if self._file.tell() < 1500 else -1)


def of_first_reads(path, size):
    """Return the records and problems of a file of which the first reads return ``size`` bytes."""
    return outcome(FirstReads(path, size))
