"""The references in a container are those of its documents alone, for every kind of container in every other."""

import bz2
import gzip
import itertools
import lzma
import struct
import tarfile
import zipfile
import zlib

import pytest
from tests.sources import made

from uri_extract import extract
from uri_extract.sources import Document, documents_in

FILES = {
    "a.txt": made.page("a"),
    "dir/b.html": b"<p><a href='c'>see http://a.example/b",
    "empty": b"",
    "z": made.page("z"),
}
HELD = [(name, data) for name, data in FILES.items() if data]


def names(kind, top):
    """Return the names of the documents in a container."""
    return (
        [f"{top}!{number}" for number, (_, data) in enumerate(FILES.items(), 1) if data]
        if kind == ".warc"
        else [f"{top}!{name}" for name, _ in HELD]
    )


@pytest.mark.parametrize("kind", made.CONTAINERS)
@pytest.mark.parametrize("compression", ["", *made.COMPRESSIONS])
def test_a_container_gives_its_members(kind, compression):
    data = made.CONTAINERS[kind](FILES)
    data = made.COMPRESSIONS[compression](data) if compression else data
    found, problems = made.read(data)
    assert problems == []
    assert found == list(zip(names(kind, "x"), [data for _, data in HELD], strict=True))


@pytest.mark.parametrize(("outer", "inner"), list(itertools.product(made.CONTAINERS, repeat=2)))
def test_containers_hold_containers(outer, inner):
    data = made.CONTAINERS[outer]({"in.bin": gzip.compress(made.CONTAINERS[inner](FILES)), "after": made.page("after")})
    found, problems = made.read(data)
    way = ("x!1", "x!2") if outer == ".warc" else ("x!in.bin", "x!after")
    assert problems == []
    assert [name for name, _ in found] == [*names(inner, way[0]), way[1]]
    assert [data for _, data in found] == [*(data for _, data in HELD), made.page("after")]


@pytest.mark.parametrize("kind", made.CONTAINERS)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 500])
def test_chunks_make_no_difference(kind, size):
    data = made.COMPRESSIONS[".gz"](made.CONTAINERS[kind](FILES))

    class Dripping:
        at = 0

        def read(self, _):
            self.at += size
            return data[self.at - size : self.at]

    whole = made.read(data, None)
    assert [(name, text) for name, text in made.read(Dripping(), None)[0]] == whole[0]


@pytest.mark.parametrize("kind", made.CONTAINERS)
def test_members_that_are_not_read_do_not_change_the_others(kind):
    from uri_extract.sources import Document, documents_in

    data = made.CONTAINERS[kind]({name: text * 50_000 for name, text in FILES.items()})
    seen = []
    for document in documents_in(Document("x", None, data), seen.append):
        seen.append(document.name)
        if len(seen) == 2:
            next(document.chunks())
    assert seen == names(kind, "x")


@pytest.mark.parametrize("compression", made.COMPRESSIONS)
def test_members_of_a_compressed_file_go_on(compression, tmp_path):
    compress = made.COMPRESSIONS[compression]
    path = tmp_path / f"page.html{compression}"
    path.write_bytes(compress(b"<p>http://a.exa") + compress(b"") + compress(b"mple/x <a href=y>") + bytes(1024))
    found = list(extract(path))
    assert [each.reference for each in found] == ["http://a.example/x", "y"]
    assert {each.document for each in found} == {str(path)}


def test_the_name_shows_the_type_of_a_compressed_document(tmp_path):
    page = b"<a href=x>"
    for name in ("p.html.gz", "q.txt.gz"):
        (tmp_path / name).write_bytes(gzip.compress(page))
    assert [each.reference for each in extract(tmp_path)] == ["x"]


@pytest.mark.parametrize("format", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_tar_formats_and_long_names(format):
    files = {"d/" * 40 + "x": b"1", "n" * 90: b"2", "é": b"3"}
    if format != tarfile.USTAR_FORMAT:
        files["n" * 300] = b"4"
    found, problems = made.read(made.tar(files, format))
    assert (found, problems) == ([(f"x!{name}", data) for name, data in files.items()], [])


def test_archives_one_after_another():
    assert len(made.read(made.tar(FILES) + made.tar(FILES))[0]) == 2 * len(HELD)
    assert made.read(made.deflated_zip(FILES) + made.deflated_zip(FILES)) == (
        made.read(made.deflated_zip(FILES))[0] * 2,
        [],
    )


def test_tar_members_that_are_not_files_have_no_bytes():
    import io

    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE):
            info = tarfile.TarInfo("/etc/../x")
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        info = tarfile.TarInfo("../../up")
        info.size = 3
        archive.addfile(info, io.BytesIO(b"abc"))
    assert made.read(out.getvalue()) == ([("x!../../up", b"abc")], [])


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("piped", [False, True])
@pytest.mark.parametrize("zip64", [False, True])
def test_zip_methods(method, piped, zip64):
    files = {**FILES, "inner.zip": made.zip_of({"q": b"q" * 70_000}, zipfile.ZIP_STORED, piped=True)}
    data = made.zip_of(files, method, piped, zip64)
    found, problems = made.read(data)
    assert problems == []
    assert found == [(f"x!{name}", text) for name, text in HELD] + [("x!inner.zip!q", b"q" * 70_000)]


def test_zip_names():
    data = made.local("é".encode("cp437"), b"1") + made.local("é".encode(), b"2", flags=1 << 11)
    assert [name for name, _ in made.read(data)[0]] == ["x!é", "x!é"]


def piped(name, data, *, method, crc=None):
    """A member whose sizes follow its data, as Java's tools write all members, directories among them."""
    member = made.local(name, data, method=method, flags=0x808, packed=0, crc=0, size=0)
    crc = zlib.crc32(data) if crc is None else crc
    return member + struct.pack("<4s3L", b"PK\7\x08", crc, len(member) - 30 - len(name), len(data))


#: Members, what is found in them, and the message about damage.
DIRECTORIES = {
    "without data": (made.local(b"d/", b""), [], None),
    "compressed, with its sizes": (made.local(b"d/", b"", method=8), [], None),
    "compressed, with a descriptor": (piped(b"d/", b"", method=8), [], None),
    "stored, with a descriptor": (piped(b"d/", b"", method=0), [], None),
    "with data": (piped(b"d/", b"http://a.example/", method=8), [("x!d/", b"http://a.example/")], None),
    "a false checksum": (piped(b"d/", b"", method=8, crc=1), [], "checksum or size (0 bytes) mismatch"),
    "invalid data": (made.local(b"d/", b"", method=8)[:-2] + b"\7\0", [], "damaged: "),
    "bytes after its data": (made.local(b"d/", b"") + b"lost", [], "no header follows it: 4 bytes skipped"),
}  # fmt: skip


@pytest.mark.parametrize(("member", "expected", "message"), DIRECTORIES.values(), ids=DIRECTORIES)
def test_the_entry_of_a_directory_is_a_member_of_a_zip_archive(member, expected, message):
    found, problems = made.read(member + made.local(b"d/a", b"b") + made.END)
    assert found == [*expected, ("x!d/a", b"b")]
    assert [message in each.message for each in problems] == ([True] if message else [])
    assert {each.kind for each in problems} <= {"damaged"}


STRINGS = b"\0http://head.example/\0%b\0http://tail.example/\0"
#: Bytes of programs that contain the signature of a local header, as those that read ZIP archives do.
PROGRAMS = {
    "code": bytes.fromhex("813f504b0304 0f8539020000 0fbf561e 83c02e 8d0c18 ff750c 894df0 0fbf4e20 03ca"),
    "filler": b"PK\3\4" + b"\x90" * 40,
    "a NUL after it": b"PK\3\4" + bytes(40),
    "all signatures": b"PK\3\4PK\1\2PK\5\6" + b"\x90" * 40,
    "a header without a name": made.local(b"", b"")[:30] + b"PKPK",
    "a reserved flag": made.local(b"a", b"b", flags=1 << 7),
    "an unknown method": made.local(b"a", b"b", method=21),
}  # fmt: skip


@pytest.mark.parametrize("code", PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_that_reads_zip_archives_is_a_binary_file(tmp_path, code):
    path = tmp_path / "setup.exe"
    path.write_bytes(b"MZ" + bytes(64) + STRINGS % code)
    problems = []
    found = [each.reference for each in extract(path, on_problem=problems.append)]
    assert (found, problems) == (["http://head.example/", "http://tail.example/"], [])


@pytest.mark.parametrize("code", [bytes(1000), *PROGRAMS.values()], ids=["none", *PROGRAMS])
@pytest.mark.parametrize("make", [made.deflated_zip, lambda files: made.zip_of(files, zipfile.ZIP_STORED, piped=True)])
def test_a_self_extracting_archive_is_a_zip_archive(tmp_path, code, make):
    path = tmp_path / "setup.exe"
    path.write_bytes(b"MZ" + bytes(64) + code + bytes(64) + make(FILES))
    problems = []
    assert [each.reference for each in extract(path, on_problem=problems.append)] == [
        "http://a.example/a",
        "c",
        "http://a.example/b",
        "http://a.example/z",
    ]
    assert problems == []


def test_gnu_and_bsd_names_in_ar():
    def header(name, size):
        return f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{size:<10}`\n".encode()

    data = b"!<arch>\n" + header("//", 20) + b"a-long-long-name/\n  " + header("/0", 1) + b"1\n"
    data += header("#1/8", 10) + b"bsd name" + b"22"
    assert made.read(data) == ([("x!a-long-long-name", b"1"), ("x!bsd name", b"22")], [])


@pytest.mark.long
def test_a_window_or_a_dictionary_may_not_be_huge():
    found, [problem] = made.read(lzma.compress(b"x", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}]))
    assert (found, problem.kind) == ([], "damaged")


def test_a_declared_media_type_is_that_of_the_members():
    data = made.tar({"a": b"see <a href=x>"})
    assert [each.reference for each in extract(data, media_type="text/html")] == ["x"]
    assert list(extract(data)) == []


def test_gzip_with_all_its_fields():
    data = b"http://a.example/x"
    deflated = zlib.compress(data)[2:-4]
    head = b"\x1f\x8b\x08\x1c" + bytes(6) + b"\x04\0AB\0\0" + b"name\0" + b"comment\0"
    tail = zlib.crc32(data).to_bytes(4, "little") + len(data).to_bytes(4, "little")
    assert made.read(head + deflated + tail) == ([("x", data)], [])


def test_bytes_have_no_name_but_their_members_do():
    assert [each.document for each in extract(bz2.compress(made.tar({"a": b"http://a.example/"})))] == ["!a"]


@pytest.mark.parametrize("head", [b"\x1f\x9d\x90", b"LZIP\x01", b"\xcf\xad\x12\xfe"])
def test_a_format_that_is_not_read_is_reported(head):
    _, [problem] = made.read(head + bytes(100))
    assert problem.kind == "unsupported"


def test_false_data_descriptors_are_not_read_in_small_pieces():
    data = b"PK\7\x08" * 10_000
    archive = made.local(b"a", data, flags=8, packed=0, crc=0, size=0)
    ((_, chunks),) = [
        (each.name, list(each.chunks())) for each in documents_in(Document("x.zip", None, archive), print)
    ]
    assert b"".join(chunks) == data
    assert len(chunks) < 10
