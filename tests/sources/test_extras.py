"""Archives that libarchive reads, and extras that are not installed."""

import errno
import io
import sys

import pytest
from tests.sources import made
from tests.sources.made_pdf import lines, pdf


def test_a_pdf_without_the_extra_is_scanned_without_decoding(monkeypatch):
    monkeypatch.setattr("uri_extract.sources.kinds._has_pdfium", lambda: False)
    data = pdf((lines((72, 700, "http://a.example/1")), []))
    found, [problem] = made.read(data)
    assert found == [("x", data)]
    assert problem.kind == "missing-extra"


def cpio(files):
    out = b""
    for name, data in [*files.items(), ("TRAILER!!!", b"")]:
        raw = name.encode() + b"\0"
        numbers = (1, 0o100644 if data else 0, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(raw), 0)
        out += b"070701" + b"".join(b"%08X" % number for number in numbers) + raw
        out += bytes(-len(out) % 4) + data
        out += bytes(-len(out) % 4)
    return out


def with_libarchive():
    try:
        import libarchive
    except (ImportError, OSError, AttributeError):
        pytest.skip("no libarchive")
    return libarchive


def test_archives_that_libarchive_reads(tmp_path):
    libarchive = with_libarchive()
    files = {"a": b"1" * 100_000, "d/b": b"2"}
    assert made.read(cpio(files)) == ([(f"x!{name}", data) for name, data in files.items()], [])
    path = tmp_path / "x.7z"
    with libarchive.file_writer(str(path), "7zip") as archive:
        for name, data in files.items():
            archive.add_file_from_memory(name, len(data), data)
    data = path.read_bytes()
    assert made.read(data) == made.read(cpio(files))
    found, problems = made.read(made.tar({"x.7z": data, "after": b"3"}))
    assert [name for name, _ in found] == ["x!x.7z!a", "x!x.7z!d/b", "x!after"]
    for at in range(0, len(data), 11):
        made.read(data[:at] + b"\x55" + data[at + 1 :])
        _, problems = made.read(data[: max(at, 8)])
        assert problems


@pytest.mark.parametrize("form", ["7zip", "cpio_newc", "iso9660", "xar"])
def test_members_of_each_format_are_what_was_put_in(form, tmp_path):
    libarchive = with_libarchive()
    files = {f"F{number}": bytes([65 + number]) * (1000 << number) for number in range(12)}
    path = tmp_path / f"x.{form[:3]}"
    with libarchive.file_writer(str(path), form) as archive:
        for name, data in files.items():
            archive.add_file_from_memory(name, len(data), data)
    found, problems = made.read(str(path), str(path))
    assert {name.removeprefix(f"{path}!"): data for name, data in found} == files
    assert problems == []


def test_messages_of_libarchive_are_the_same_each_time():
    with_libarchive()
    archive = cpio({"a": b"1" * 100_000})
    said = [[problem.message for problem in made.read(archive[:5000])[1]] for _ in range(3)]
    assert said[0]
    assert said[0] == said[1] == said[2]
    assert "errno" not in said[0][0]


def test_an_archive_that_cannot_be_read_on_is_a_problem(monkeypatch):
    with_libarchive()

    class Breaking(io.BytesIO):
        def read(self, size=-1):
            if self.tell() > 60_000:
                raise OSError(errno.EIO, "Input/output error")
            return super().read(1 << 14)

    archive = cpio({"a": b"1", "b": b"2" * 100_000})
    monkeypatch.setattr("uri_extract.sources.libarchive.seekable", lambda *_: Breaking(archive))
    found, problems = made.read(archive)
    assert found[0] == ("x!a", b"1")
    assert problems[-1].kind == "unreadable"
    assert problems[-1].message == "Input/output error"


def test_archives_without_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "libarchive", None)
    found, [problem] = made.read(made.tar({"a.7z": b"7z\xbc\xaf\x27\x1c" + bytes(50), "after": b"3"}))
    assert found == [("x!after", b"3")]
    assert (problem.kind, problem.document) == ("missing-extra", "x!a.7z")


def test_a_document_that_must_be_held_whole_has_a_limit(monkeypatch):
    monkeypatch.setattr("uri_extract.sources.spool.MAX_SPOOL", 100)
    monkeypatch.setattr("uri_extract.sources.kinds._has_pdfium", lambda: True)
    pytest.importorskip("pypdfium2")
    found, [problem] = made.read(io.BytesIO(pdf((b"", []))), None)
    assert (found, problem.kind) == ([], "too-large")
