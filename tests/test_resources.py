"""Memory: what a process needs does not depend on the size of its input, nor on the number of its parts.

Input is generated while it is read, through a pipe. Inputs have 64 MB, so a reader that held them would be noticed;
``URI_EXTRACT_SIZE=1000000000 python -m pytest tests/test_resources.py -m long`` uses inputs of a gigabyte, and a
million of members, fields and files.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from itertools import repeat
from random import Random
from shutil import rmtree
from typing import TYPE_CHECKING

import pytest
from tests.formats.repeated import DOCUMENTS, PLACE
from tests.sources import made

from conftest import SEED
from uri_extract.sinks import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

pytestmark = [pytest.mark.long, pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="no VmHWM")]

SIZE = int(float(os.environ.get("URI_EXTRACT_SIZE", "64e6")))
COUNT = SIZE // 1000
MOST = 64 * 1024
#: Most of it is used by PyArrow, or in a report by the Public Suffix List and the rows of a page.
MOST_OF_ARROW = 96 * 1024
#: Runs the command, and then prints the peak memory of its process in KiB.
RUN = """
import sys
from uri_extract.cli import main
status = main(sys.argv[1:])
with open("/proc/self/status") as file:
    peak = next(line.split()[1] for line in file if line.startswith("VmHWM"))
print("peak", status, peak, file=sys.stderr)
"""

#: A long reference, so that a format that keeps its output is noticed.
LONG = b"see http://a.example/" + b"b" * 1000 + b"\n"
PROSE = b"".join(
    b"Line %d of a text in which there is not much to be found: words and nothing else.\n" % n for n in range(12)
)
TEXT = PROSE + b"see http://a.example/b\n"


def run(words: list[str], data: Iterable[bytes] = (), code: str = RUN) -> tuple[int, int, bytes]:
    """Return the peak memory of a run in KiB, the lines that it wrote, and its messages.

    Fail if it finds nothing.
    """
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [sys.executable, "-c", code, *words], stdin=subprocess.PIPE, stdout=out, stderr=subprocess.PIPE
        )
        assert process.stdin is not None
        assert process.stderr is not None
        for each in data:
            process.stdin.write(each)
        process.stdin.close()
        said = process.stderr.read()
        process.stderr.close()
        process.wait()
        out.seek(0)
        lines = sum(each.count(b"\n") for each in iter(lambda: out.read(1 << 20), b""))
    last = said.split()[-3:]
    assert last[:1] == [b"peak"], last
    assert last[1] in (b"0", b"3")
    return int(last[2]), lines, said


def peak(words: list[str], data: Iterable[bytes] = (), code: str = RUN) -> int:
    """Return the peak memory of a run of the command in KiB."""
    return run(words, data, code)[0]


def times(unit: bytes, size: int = SIZE) -> Iterator[bytes]:
    many = unit * max(1, 65536 // len(unit))
    return repeat(many, max(1, size // len(many)))


def document(before: bytes, unit: bytes, after: bytes = b"") -> Iterator[bytes]:
    yield before
    yield from times(unit)
    yield after


PARAGRAPH = b"<p>" + PROSE + b"<a href='/b'>c</a></p>\n"
READERS = {
    "text/plain": (b"", TEXT),
    "text/html": (b"<!DOCTYPE html><base href='http://a.example/'>", PARAGRAPH),
    "application/xhtml+xml": (b"<html xmlns='http://www.w3.org/1999/xhtml'>", PARAGRAPH, b"</html>"),
    "application/xml": (b"<a>", b"<b c='http://a.example/'>" + PROSE + b"</b>", b"</a>"),
    "text/css": (b"", b"a { color: red; margin: 0 0 0 0 }\n" * 20 + b"b { c: url(/d) }\n"),
    "application/json": (b"[", b'{"text": "' + PROSE.replace(b"\n", b" ") + b'", "url": "http://a.example/"},', b"0]"),
    "text/markdown": (b"", PROSE + b"\n[a](http://a.example/)\n\n"),
    "text/x-rst": (b"", PROSE + b"\n`a <http://a.example/>`_\n\n"),
    "text/asciidoc": (b"", PROSE + b"\nlink:http://a.example/[b]\n\n"),
    "text/x-tex": (b"", PROSE + b"\n\\url{http://a.example/}\n\n"),
    "application/rtf": (
        b"{\\rtf1 ",
        rb"{\pict "
        + b"00" * 900
        + rb"}{\b http://a.example/\'e9} \'e9\u233?{}\par"
        + b"\n"
        + rb'{\field{\*\fldinst HYPERLINK "http://b.example/"}{\fldrslt c}}'
        + rb"{\fldrslt d}" * 40,
    ),
    "text/csv": (b"", b'a,"' + PROSE + b'",http://a.example/\n'),
    "text/x-java-properties": (b"", b"a=" + PROSE.replace(b"\n", b"\\\n\t") + b"\nb=http\\://a.example/\\u00e9\n"),
    "text/calendar": (
        b"BEGIN:VCALENDAR\n",
        b"DESCRIPTION:" + PROSE.replace(b"\n", b"\n ") + b"\nURL:http://a.example/\n",
    ),
    "message/rfc822": (b"Subject: a\n\n", TEXT),
    "message/rfc822#parts": (
        b"Content-Type: multipart/mixed; boundary=b\n\n",
        b"--b\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n" + TEXT,
    ),
    "application/mbox": (b"", b"From a@b.example Thu Jan  1 00:00:00 1970\nSubject: c\n\n" + TEXT + b"\n"),
    "text/plain; charset=utf-16": (b"\xff\xfe", TEXT.decode().encode("utf-16-le")),
    "application/octet-stream": (b"", bytes(900) + b"\0http://a.example/\0"),
}


@pytest.mark.parametrize("media_type", READERS)
def test_the_memory_of_a_reader_does_not_depend_on_the_size_of_the_document(media_type):
    words = ["--media-type", media_type.partition("#")[0], "--base", "http://a.example/", "-"]
    assert peak(words, document(*READERS[media_type])) < MOST


@pytest.mark.parametrize("form", FORMATS)
def test_the_memory_of_a_format_does_not_depend_on_the_number_of_records(form, tmp_path):
    words = ["--format", form, "-o", str(tmp_path / "out"), "-"]
    most = MOST_OF_ARROW if form in ("arrow", "parquet", "html") else MOST
    assert peak(words, times(LONG)) < most


def _zip_members() -> Iterator[bytes]:
    body = b"http://a.example/\n"
    for number in range(COUNT):
        name = b"%d.txt" % number
        sizes = len(body).to_bytes(4, "little")
        crc = zlib.crc32(body).to_bytes(4, "little")
        yield (
            b"PK\3\4\x14\0\0\0\0\0\0\0\0\0" + crc + sizes * 2 + len(name).to_bytes(2, "little") + b"\0\0" + name + body
        )


def _tar_members() -> Iterator[bytes]:
    body = b"http://a.example/\n"
    for number in range(COUNT):
        info = tarfile.TarInfo(f"{number}.txt")
        info.size = len(body)
        yield info.tobuf() + body.ljust(512, b"\0")
    yield bytes(1024)


#: The beginning of a document, the part that is repeated, and the end.
_LINKS = {
    "html": (b"<!DOCTYPE html><body>", b'<p><a href="b%d.html?c">d</a> <img src=e.png> http://a.example/\n', b""),
    "xml": (b"<a>", b'<b href="c%d.xml">http://a.example/</b>\n', b"</a>"),
    "css": (b"", b'b { background: url(c%d.png) }\n@import "d.css";\n', b""),
    "json": (b"[", b'{"url": "http:\\/\\/a.example\\/%d"},\n', b"0]"),
    "mbox": (
        b"",
        b"From a@b.example Thu Jan  1 00:00:00 1970\nContent-Type: text/html\n\n<a href=http://a.example/%d>c</a>\n\n",
        b"",
    ),
    "txt": (b"", b"prose with http://a.example/%d in it\n", b""),
}


def _sizes() -> Iterator[bytes]:
    dice = Random(1)
    for number in range(SIZE // 250_000):
        size = int(10 ** dice.uniform(3, 6.5))
        suffix, (begin, unit, end) = dice.choice(list(_LINKS.items()))
        body = begin + b"".join(unit % at for at in range(size // len(unit))) + end
        info = tarfile.TarInfo(f"{number}.{suffix}")
        info.size = len(body)
        yield info.tobuf() + body + bytes(-len(body) % 512)
    yield bytes(1024)


def _records() -> Iterator[bytes]:
    return repeat(made.warc_record(made.http(TEXT)), SIZE // 1500)


def _deflated() -> Iterator[bytes]:
    encoder = zlib.compressobj(1, wbits=31)
    dice = Random(1)
    for _ in range(SIZE // len(TEXT)):  # this does not compress well enough to look like a bomb
        yield encoder.compress(dice.randbytes(50).hex().encode() + b"\n" + TEXT)
    yield encoder.flush()


def _nested(levels: int = 300) -> bytes:
    data, name = TEXT, "a.txt"
    for _ in range(levels):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(zipfile.ZipInfo(name), data)
        data, name = out.getvalue(), "a.zip"
    return data


MANY = {
    "members of a ZIP archive": ([], _zip_members),
    "members of a tar archive": ([], _tar_members),
    "members of all kinds and sizes": (["--format", "jsonl"], _sizes),
    "records of a WARC file": ([], _records),
    "a gzip member": ([], _deflated),
    "archives in archives": ([], lambda: [made.zip_of({"a.txt": TEXT, "b.zip": _nested()})]),
    "header fields of a message": (
        ["--media-type", "message/rfc822"],
        lambda: (b"X-%d: <http://a.example/>\n" % number for number in range(COUNT)),
    ),
    "header fields of a response": (
        ["--media-type", "message/http"],
        lambda: (
            b"Link: <http://a.example/%d>\n" % number if number else b"HTTP/1.1 200 OK\n" for number in range(COUNT)
        ),
    ),
    "parts of a message": (
        ["--media-type", "message/rfc822"],
        lambda: document(b"Content-Type: multipart/mixed; boundary=b\n\n", b"--b\n\nhttp://a.example/\n" + PROSE),
    ),
    "multiparts in multiparts": (
        ["--media-type", "message/rfc822"],
        lambda: [
            *(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (level, level) for level in range(300)),
            b"\nhttp://a.example/\n",
        ],
    ),
    "elements in elements": (
        ["--media-type", "text/html"],
        lambda: [b"<div><svg><g>" * 300, b"<a href=http://a.example/>", b"</g></svg></div>" * 300],
    ),
    "arrays in arrays": (
        ["--media-type", "application/json"],
        lambda: [b"[" * 300, b'"http://a.example/"', b"]" * 300],
    ),
}


#: The number of references in each, or the message about those over a limit.
FOUND = {
    "members of a ZIP archive": (COUNT, b""),
    "members of a tar archive": (COUNT, b""),
    "archives in archives": (1, b"more than 16 nested containers"),
    "a gzip member": (SIZE // len(TEXT), b""),
    "header fields of a message": (COUNT, b""),
    "header fields of a response": (COUNT - 1, b""),
    "multiparts in multiparts": (1, b""),
    "elements in elements": (1, b""),
    "arrays in arrays": (1, b""),
}


@pytest.mark.parametrize("what", MANY)
def test_memory_does_not_depend_on_the_number_of_parts_nor_on_their_nesting_and_none_is_lost(what):
    words, make = MANY[what]
    memory, lines, said = run([*words, "-"], make())
    assert memory < MOST
    found, problem = FOUND.get(what, (lines, b""))
    assert (lines, problem in said) == (found, True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    top = tmp_path_factory.mktemp("files")
    for first in range(0, COUNT, 1000):
        inner = top / str(first)
        inner.mkdir()
        for number in range(min(1000, COUNT - first)):
            (inner / str(number)).write_bytes(b"http://a.example/\n")
    yield top
    rmtree(top)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_memory_does_not_depend_on_the_number_of_files_and_none_is_lost(folder, jobs):
    memory, lines, _ = run(["-j", jobs, str(folder)])
    assert memory < MOST
    assert lines == COUNT


#: Runs the command on a third of the files of a folder, other ones for each format and each run, in a process for each
#: file; prints the greatest peak of their memory. The names of the files begin with their media types.
RUN_EACH = """
import os, random, resource, sys
from uri_extract.cli import main
form, out, folder, seed = sys.argv[1:]
names = sorted(os.listdir(folder))
for name in random.Random(seed + form).sample(names, len(names) // 3):
    kind = name.partition("#")[0].replace("|", "/")
    process = os.fork()
    if process == 0:
        words = ["--media-type", kind] if kind else []
        os._exit(main(["-q", "--format", form, "-o", out, *words, os.path.join(folder, name)]))
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) in (0, 1, 3), name
print("peak", 0, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
"""


@pytest.fixture(scope="module")
def repeated(tmp_path_factory):
    """Return a folder of documents whose records could repeat a long text at some places of its beginning."""
    folder, dice = tmp_path_factory.mktemp("repeated"), Random(SEED)
    for number, document in enumerate(DOCUMENTS):
        places = [match.start() for match in PLACE.finditer(document.head)]
        for place in dice.sample(places, min(3, len(places))):
            head = document.head[:place] + "a" * (SIZE // 1000) + document.head[place:]
            kind = "" if document.is_file else document.of.replace("/", "|")
            name = f"{kind}#{number}-{place}{document.of[1:] if document.is_file else ''}"
            folder.joinpath(name).write_bytes(document.data(document._replace(head=head).text(SIZE // 20_000)))
    return folder


@pytest.mark.parametrize("form", FORMATS)
def test_the_memory_of_a_format_does_not_depend_on_the_texts_that_records_repeat(form, repeated, tmp_path):
    words = [form, str(tmp_path / "out"), str(repeated), SEED]
    most = MOST_OF_ARROW if form in ("arrow", "parquet", "html") else MOST
    assert peak(words, code=RUN_EACH) < most, f"URI_EXTRACT_SEED={SEED}"


def test_a_process_that_holds_its_input_is_seen():
    assert peak(["-"], [TEXT], RUN.replace("status =", "held = b'a' * 80_000_000\nstatus =")) > MOST
