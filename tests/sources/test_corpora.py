"""Real archives, if they are there: the documents are those of other readers.

A flipped byte costs at most its record and the next one.
"""

import bz2
import collections
import gzip
import io
import lzma
import pathlib
import tarfile
import zipfile
import zlib

import pytest
from tests.sources import made

SHARED = pathlib.Path(__file__).parents[3] / "shared" / "corpora"
pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")


# The exceptions of the standard library for damage.
_UNREAD = (
    tarfile.TarError, zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, LookupError, ValueError,
    zlib.error,
)  # fmt: skip


def files(*globs):
    return [pytest.param(path, id=path.name) for glob in globs for path in sorted(SHARED.glob(glob)) if path.is_file()]


def alone(path):
    """Yield the members that the standard library can read."""
    data = path.read_bytes()
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                for info in archive.infolist():
                    if not info.is_dir():
                        yield info.filename, archive.read(info)
            return
        for open_ in (gzip.decompress, bz2.decompress, lzma.decompress):
            try:
                data = open_(data)
                break
            except (OSError, EOFError, lzma.LZMAError):
                pass
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for info in archive:
                # The standard library reads the size of some sparse files incorrectly.
                if info.isreg() and not info.issparse():
                    yield info.name, archive.extractfile(info).read()
    except _UNREAD:
        return


@pytest.mark.parametrize("path", files("weird/**/*.zip", "weird/**/*.tar*"))
def test_an_archive_gives_what_its_members_give(path):
    found, _ = made.read(path.read_bytes(), path.name)
    texts = collections.Counter(text for _, text in found)
    for name, text in alone(path):
        # For a member that is a container, its members are read.
        if text and not text.startswith((b"PK", b"\x1f\x8b", b"WARC/")):
            assert texts[text], name


@pytest.mark.parametrize("path", files("weird/go/compress/bzip2/*.bz2", "warc/webarchive-commons/**/*.gz"))
def test_a_compressed_document_has_the_bytes_that_the_standard_library_decompresses(path):
    data = path.read_bytes()
    try:
        whole = bz2.decompress(data) if path.suffix == ".bz2" else gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        assert made.read(data)[1]
    else:
        if not whole.startswith(b"WARC/"):
            assert b"".join(text for _, text in made.read(data)[0]) == whole


@pytest.mark.parametrize("path", files("warc/**/*.warc", "warc/**/*.warc.gz"))
def test_a_web_archive_gives_its_records(path):
    warcio = pytest.importorskip("warcio")
    data = path.read_bytes()
    if "invalid" in path.name:
        pytest.skip("nobody knows what it holds")
    try:
        wanted = [record.content_stream().read() for record in warcio.ArchiveIterator(io.BytesIO(data))]
    except Exception as error:
        pytest.skip(f"warcio does not read it: {error}")
    found = collections.Counter(text for _, text in made.read(data, path.name)[0])
    assert found
    whole = (b"%PDF", b"PK")  # these contain documents
    missing = [text for text in wanted if text.strip() and not found[text] and not text.startswith(whole)]
    # A body after an invalid header.
    assert not [text for text in missing if not any(text in other for other in found)]


@pytest.mark.parametrize("path", files("warc/resiliparse/**/warcfile.warc.gz", "warc/**/IAH-urls-wget.warc.gz"))
def test_a_flipped_byte_costs_at_most_a_record_and_the_next(path):
    data = path.read_bytes()

    def records(data):
        grouped = collections.defaultdict(list)
        for name, text in made.read(data, path.name)[0]:
            grouped[name.split("!")[1]].append(text)
        return collections.Counter(map(tuple, grouped.values()))

    whole = records(data)
    for at in range(500, len(data), 4000):
        damaged = data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :]
        assert (whole - records(damaged)).total() <= 2, at


@pytest.mark.parametrize("path", files("warc/**/*", "weird/go/**/*", "weird/yauzl/**/*", "weird/cpython/**/*"))
def test_nothing_is_raised(path):
    _, problems = made.read(path.read_bytes(), path.name)
    assert len(problems) < 20
