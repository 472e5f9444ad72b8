"""Parts of a file: together they have the references of the whole file, wherever it is cut."""

import gzip
import random

import pytest
from tests.jobs.conftest import mailbox, text
from tests.sources import made

from uri_extract import extract
from uri_extract.cli.run import PrecedingParts
from uri_extract.decode.opening import FORM_MARKS
from uri_extract.pipeline._scanners import Scanners, scanned
from uri_extract.rows.octets import octets_of, page_of_octets
from uri_extract.sources import Document, file_parts, walk
from uri_extract.sources.file_parts import resumed
from uri_extract.text.options import ScanOptions
from uri_extract.text.part import ARCHIVE

# The media types of files that are read in parts.
ALL = frozenset(("text/plain", "application/mbox", ARCHIVE))


def read(path, lines):
    """Return the references in the parts of a file, the number of parts, and how many began later than planned."""
    found, problems = [], []
    place, late = None, 0

    def begin(document):
        scanner, chunks = Scanners(problems.append, ScanOptions())(document)
        return scanner, chunks

    cuts = list(file_parts.parts(Document(str(path), None, str(path)), kinds=ALL, lines=not lines))
    before = PrecedingParts()
    for document in cuts:
        if place is not None:
            document, late = resumed(document, place), late + 1
        pages = scanned(walk([document], problems.append), begin, problems.append)
        before.begin(str(path) if document.part.start else None)
        if document.part.stop is None or document.part.start < document.part.stop:
            pages = [page_of_octets(octets_of(page), before.placed) for page in pages]
            found += (page.lines() if lines else page.occurrences() for page in pages)
            place = None if document.part.resume == document.part.stop else document.part.resume
            before.end(document.part.numbered, document.part.size)
    assert not problems
    return (b"".join(found) if lines else [each for some in found for each in some]), len(cuts), late


def whole(path, lines):
    found = list(extract(path))
    if lines:
        return "".join(f"{each.target or each.reference}\n" for each in found).encode("utf-8", "surrogateescape")
    return found


@pytest.fixture(params=[4000, 9000])
def size(request, monkeypatch):
    monkeypatch.setattr(file_parts, "PART", request.param)
    monkeypatch.setattr(file_parts, "COMPRESSED_PART", request.param)
    monkeypatch.setattr(file_parts, "_NEAR", request.param // 2)
    return request.param


@pytest.mark.long
@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_text_in_parts_is_the_text(tmp_path, size, seed, lines):
    path = tmp_path / "t.txt"
    data = text(seed)
    for mark in (b"\0", *FORM_MARKS):  # a file with a NUL is binary; one with a mark is decoded: both have one part
        data = data.replace(mark, b" ")
    path.write_bytes(data)
    found, count, _ = read(path, lines)
    assert found == whole(path, lines)
    assert count > path.stat().st_size // (2 * size)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_text_without_empty_lines_is_cut_where_no_reference_begins(tmp_path, size, end):
    path = tmp_path / "text"
    lines = ["see <http://a.example/a-long-path-of-a-document/", "of-many/it-goes-on/and-on/and-on>", "in the text"]
    path.write_bytes((end.join(lines) + end).encode() * 1000)
    _, parts, late = read(path, True)
    assert (parts > 10, late) == (True, 0)


@pytest.mark.parametrize("lines", [False, True])
def test_a_reference_over_a_cut_is_found_once(tmp_path, size, lines):
    """The text has only brackets over many lines with slashes, so every cut is inside one or after one."""
    path = tmp_path / "t.txt"
    pieces = b"".join(b"/piece%d-of-it\n" % number for number in range(30))
    path.write_bytes(b"".join(b"<http://a.example/%d" % number + pieces + b"/>,\n" for number in range(99)))
    found, count, late = read(path, lines)
    assert found == whole(path, lines)
    assert count > 2
    assert late > 2


@pytest.mark.long
@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize("variant", ["mboxrd", "mboxo", "mboxcl", "mmdf", "pipermail"])
def test_a_mailbox_in_parts_is_the_mailbox(tmp_path, size, variant, lines):
    path = tmp_path / "m.mbox"
    path.write_bytes(mailbox(3, variant))
    found, count, _ = read(path, lines)
    assert found == whole(path, lines)
    assert count > 3


def test_a_message_with_a_content_length_over_cuts_is_found_once(tmp_path, size):
    """The body that it counts has lines like the beginnings of messages, at which parts are cut."""
    path = tmp_path / "m.mbox"
    message = b"From a@b.example Thu Jan  1 00:00:00 1970\nSubject: s\n%s\nhttp://a.example/%d\n\n"
    inside = b"".join(message % (b"", number) for number in range(300))
    claim = b"content-LENGTH: %d\n" % (len(inside) + 21)
    data = inside + message % (claim, 1000) + inside * 2
    path.write_bytes(data)
    found, count, late = read(path, lines=False)
    assert found == whole(path, lines=False)
    assert count > 2 * len(inside) // size
    assert late > 1


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("small.txt", b"http://a.example/\n" * 100),
        ("one-line.txt", b"http://a.example/ " * 9999),
        ("page.html", b"<a href=b>b</a>\n" * 9999),
        ("wide.txt", "\ufeffhttp://a.example/\n".encode("utf-16-le") * 9999),
        ("packed.txt", b"\x1f\x8b\x08\x00http://a.example/\n" * 9999),
    ],
)
def test_some_are_not_cut(tmp_path, size, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    document = Document(str(path), None, str(path))
    cuts = list(file_parts.parts(document, kinds=ALL))
    assert cuts == [document] or [each.part.stop for each in cuts] == [None]


def test_text_may_not_be_wanted_in_parts(tmp_path, size):
    path = tmp_path / "t.txt"
    path.write_bytes(text(0))
    document = Document(str(path), None, str(path))
    assert list(file_parts.parts(document, kinds=ALL - {"text/plain"})) == [document]


def test_a_mailbox_that_grows_while_it_is_cut_is_cut_up_to_the_size_that_it_had(tmp_path, monkeypatch):
    message = b"From a@a.example Thu Jan  1 00:00:00 2004\nSubject: x\n\n" + b"text\n" * 1000 + b"\n"
    path = tmp_path / "a.mbox"
    path.write_bytes(message * 400)
    size = path.stat().st_size
    monkeypatch.setattr(file_parts, "PART", 1 << 18)
    last = 0
    with open(path, "ab") as mailbox:
        for document in file_parts.parts(Document(str(path), "application/mbox", str(path)), kinds=ALL):
            mailbox.write(message * 120)
            mailbox.flush()
            last = document.part.start
            assert last < size
    assert last > 0


def test_a_compressed_archive_is_cut_more_often_than_an_uncompressed_one(tmp_path, monkeypatch):
    monkeypatch.setattr(file_parts, "COMPRESSED_PART", 4000)
    dice = random.Random(28500)
    pages = [b"http://a.example/%x\n" % dice.getrandbits(4000) for _ in range(100)]
    archive, plain = tmp_path / "a.warc.gz", tmp_path / "a.txt"
    archive.write_bytes(b"".join(gzip.compress(made.warc_record(made.http(each))) for each in pages))
    plain.write_bytes(b"".join(pages))
    documents = [Document(str(path), None, str(path)) for path in (archive, plain)]
    of_archive, of_plain = (len(list(file_parts.parts(each, kinds=ALL))) for each in documents)
    assert of_archive > archive.stat().st_size // 8000 > 3
    assert of_plain == 1


def test_a_large_text_is_cut_into_fewer_parts_if_its_lines_are_not_counted(tmp_path, size):
    path = tmp_path / "a.txt"
    counts = []
    for length in (16, 200):
        path.write_bytes(b"http://a.example/\n" * (length * size // 18))
        document = Document(str(path), None, str(path))
        counts += (len(list(file_parts.parts(document, kinds=ALL, lines=lines))) for lines in (True, False))
    assert counts[0] == counts[1]
    assert counts[2] > 2 * counts[3]
