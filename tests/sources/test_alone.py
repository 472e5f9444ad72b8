"""The references in a container are those of its members, unpacked by other libraries and read alone."""

import email
import os
import pathlib
import shutil
import subprocess

import pytest
from tests.sources import alone, made
from tests.sources.test_corpora import SHARED

from uri_extract import extract
from uri_extract.pipeline import occurrences_of
from uri_extract.pipeline._scanners import Scanners, scanned
from uri_extract.sources import Document, documents_in
from uri_extract.text.options import ScanOptions

# Parts of these packages cannot be read without other parts.
PACKAGES = (".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".key", ".numbers", ".pages", ".xps")
SAMPLES = pathlib.Path(__file__).parents[2] / "corpora" / "samples"


def containers():
    """Yield the files in the corpora that begin like a container that the standard library or libarchive reads."""
    for path in sorted(SHARED.rglob("*")):
        if path.is_file() and "/warc/" not in str(path) and path.suffix not in PACKAGES:
            with open(path, "rb") as file:
                head = file.read(512)
            if head.startswith((*alone._COMPRESSED, b"PK\3\4", b"PK\5\6", b"!<arch>\n")) or head[257:262] == b"ustar":
                yield pytest.param(path, id=str(path.relative_to(SHARED)))


def of_one(way, name, data):
    """Return the references in a document without members, or in the pages of a PDF, which is not unpacked here."""
    document = Document(way, None, data, filename=name)
    parts = documents_in(document, lambda _: None) if data.startswith(b"%PDF-") else [document]
    return list(occurrences_of(scanned(iter(parts), Scanners(lambda _: None, ScanOptions()), lambda _: None)))


@pytest.mark.long
@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
@pytest.mark.parametrize("path", list(containers()))
def test_a_container_gives_what_its_members_give_alone(path):
    found = list(extract(path, on_problem=lambda _: None))
    try:
        members = list(alone.documents(str(path), path.name, path.read_bytes()))
    except alone.UNREAD as error:
        pytest.skip(f"others do not read it: {error!r}")
    if path.suffix == ".epub":  # in a package, references also name the member that they lead to
        found = [each._replace(details=each.details._replace(refers_to=None)) for each in found]
    assert found == [each for member in members for each in of_one(*member)]


# Web archives that warcio reads differently: it omits the first record of an ARC, or splits a header differently; it
# accepts status lines that are not; if a length is missing, it reads the following records as a body.
WARCIO_DIFFERS = (
    "bad.arc",
    "example-extra.warc",
    "hello-world.arc",
    "example-space-in-url.arc",
    "invalid-warcfile-contenttype-recommended.warc",
)


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.name) for path in sorted(SHARED.glob("warc/**/*.?arc*")) if path.is_file()]
    + [pytest.param(path, id=path.name) for path in sorted(SHARED.glob("warc/**/*.arc*")) if path.is_file()]
)  # fmt: skip
def test_a_record_gives_what_its_body_gives_alone(path):
    warcio = pytest.importorskip("warcio")
    if path.name in WARCIO_DIFFERS:
        pytest.skip("warcio reads it in another way")
    try:
        with open(path, "rb") as file:
            wanted = {
                f"x!{number}": record.content_stream().read()
                for number, record in enumerate(warcio.ArchiveIterator(file), 1)
                if record.rec_type != "arc_header"
            }
    except Exception as error:
        pytest.skip(f"warcio does not read it: {error}")
    if not any(body.strip() for body in wanted.values()) or "invalid" in path.name:
        pytest.skip("nobody knows what it holds")
    found = dict(made.read(path.read_bytes(), "x")[0])
    for name, body in wanted.items():
        inside = [other for other in found if other.startswith(f"{name}!") and other != f"{name}!header"]
        assert inside or found.get(name, b"") == body, name


def attachments():
    """Yield the containers that the standard library finds attached to messages in the corpora, with file names."""
    for path in sorted(SHARED.glob("mail/**/*")):
        if not path.is_file() or path.stat().st_size > 1 << 20:
            continue
        message = email.message_from_bytes(path.read_bytes())
        for part in message.walk():
            if part.get("Content-Transfer-Encoding", "").lower() == "base64" and not part.is_multipart():
                data = part.get_payload(decode=True)
                try:
                    if alone.opened(data):
                        yield path, part.get_filename() or "", data
                except alone.UNREAD:
                    pass


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
def test_a_document_attached_to_mail_has_the_same_references_as_alone():
    count = 0
    for path, name, data in attachments():
        members = list(alone.documents("", name, data))
        if any(member[0].endswith("[Content_Types].xml") for member in members):  # its parts cannot be read alone
            wanted = list(extract(data, on_problem=lambda _: None))
        else:
            wanted = [each for member in members for each in of_one(*member)]
        found = list(extract(path, on_problem=lambda _: None))
        ways = {each.document.removeprefix(str(path)) for each in found}
        # The part's number depends on the message, and a part of mail has more fields.
        texts = [(each.reference, each.start, each.end, each.target) for each in found]
        for each in wanted:
            assert any(way.endswith(each.document) for way in ways), (path, each.document)
            assert (each.reference, each.start, each.end, each.target) in texts, path
        count += 1
    assert count >= 6


# -- containers of other programs ----------------------------------------------------------------------------------

PACKED = {
    "a.tar": "tar cf {} .", "gnu.tar": "tar -H gnu -cf {} .", "pax.tar": "tar -H posix -cf {} .",
    "v7.tar": "tar -H v7 -cf {} .", "a.tgz": "tar czf {} .", "a.tar.bz2": "tar cjf {} .", "a.tar.xz": "tar cJf {} .",
    "a.tar.lzma": "tar --lzma -cf {} .", "a.tar.zst": "tar --zstd -cf {} .",
    "members.tar.gz": "tar cf - . | split -b 50000 --filter='gzip -c' - > {}",
    "a.tar.gz.bz2": "tar czf - . | bzip2 > {}", "a.tar.zip": "tar cf - . | zip -q {} -",
    "a.zip": "zip -qr {} .", "stored.zip": "zip -0 -qr {} .", "bzip2.zip": "zip -Z bzip2 -qr {} .",
    "piped.zip": "zip -qr - . | cat > {}", "bsd.zip": "bsdtar --format zip -cf {} .",
    "lzma.zip": "7zz a -tzip -mm=LZMA {} .", "xz.zip": "7zz a -tzip -mm=XZ {} .",
    "a.7z": "7zz a {} .", "split.7z": "7zz a -ms=off {} .", "ppmd.7z": "7zz a -m0=ppmd {} .",
    "plain.7z": "7zz a -mhc=off {} .",
    "newc.cpio": "find . -type f -print0 | cpio -o0 -H newc > {}", "a.cpio.gz": "find . | cpio -o -H odc | gzip > {}",
    "crc.cpio": "find . -type f -print0 | cpio -o0 -H crc > {}",
    "bin.cpio": "find . -type f -print0 | cpio -o0 -H bin > {}",
    "rock.iso": "genisoimage -quiet -R -J -o {} .", "udf.iso": "genisoimage -quiet -udf -R -o {} .",
    "other.iso": "xorriso -as mkisofs -quiet -R -o {} .", "a.xar": "bsdtar --format xar -cf {} .",
    "a.a": "ar rc {} *.*", "bsd.a": "bsdtar --format arbsd -cf {} *.*",
}  # fmt: skip


@pytest.fixture(scope="module")
def members(tmp_path_factory):
    """Return a directory with files of all kinds, and the references in each file alone."""
    top = tmp_path_factory.mktemp("members")
    shutil.copytree(SAMPLES, top, dirs_exist_ok=True)
    for number, path in enumerate(sorted(SHARED.rglob("*"))[::97]):
        if path.is_file() and path.stat().st_size < 200_000:
            (top / f"d{number % 3}").mkdir(exist_ok=True)
            shutil.copy(path, top / f"d{number % 3}" / f"{number}{path.suffix}")
    wanted = {}
    for path in top.rglob("*"):
        if path.is_file():
            path.chmod(0o644)
            found = [relative(each, str(path)) for each in extract(path, on_problem=lambda _: None)]
            wanted[str(path.relative_to(top))] = found
    return top, wanted


def relative(found, way):
    """Return the occurrence with the names of documents relative to ``way``."""
    details = found.details
    if found.refers_to:
        details = details._replace(refers_to=found.refers_to.removeprefix(way))
    origin = found.origin._replace(document=found.document.removeprefix(way))
    return found._replace(origin=origin, details=details)


@pytest.mark.parametrize("name", PACKED)
def test_archives_made_by_other_programs_are_read(name, members, tmp_path):
    top, wanted = members
    packed = tmp_path / name
    command = PACKED[name].format(packed)
    for program in ("bsdtar", "zip", "7zz", "cpio", "genisoimage", "xorriso", "zstd", "ar", "lzma"):
        if program in command.replace("--", "").split() and shutil.which(program) is None:
            pytest.skip(f"no {program}")
    if name.endswith((".7z", ".cpio", ".iso", ".xar", ".cpio.gz")):
        pytest.importorskip("libarchive")
    done = subprocess.run(["sh", "-c", command], cwd=top, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        pytest.skip(f"{command}: {done.stderr[-100:]!r}")
    if name.endswith(".a"):
        wanted = {key: value for key, value in wanted.items() if "/" not in key}
    found = {}
    for each in extract(packed, on_problem=lambda _: None):
        way = each.document.removeprefix(f"{packed}!").removeprefix("-!").removeprefix("./")
        member = next(key for key in wanted if way == key or way.startswith(f"{key}!"))
        begin = each.document[: len(each.document) - len(way) + len(member)]
        found.setdefault(member, []).append(relative(each, begin))
    assert found == {key: value for key, value in wanted.items() if value}
    assert len(found) > 5 or not SHARED.is_dir()
    assert os.listdir(tmp_path) == [name]


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
def test_a_web_archive_in_lz4_gives_what_the_one_in_gzip_gives():
    pytest.importorskip("lz4")
    for path in SHARED.glob("warc/**/*.warc.lz4"):
        one, other = (dict(made.read(each.read_bytes(), "x")[0]) for each in (path, path.with_suffix(".gz")))
        assert one == other
        assert len(one) > 2
