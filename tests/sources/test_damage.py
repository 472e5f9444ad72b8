"""Damage costs only the damaged part and is reported: documents before it and after the next boundary are found."""

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib

import pytest
from tests.sources import made

from uri_extract.sources import codecs
from uri_extract.sources import kinds as sources_kinds

PAGES = [made.page(str(number)) * 50 + bytes(str(number), "ascii") * 7 for number in range(12)]
WARC = [made.warc_record(made.http(page), f"http://h.example/{number}") for number, page in enumerate(PAGES)]
NAMED = {f"f{number}": page for number, page in enumerate(PAGES)}


def flipped(data, at, bit=3):
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def kinds(problems):
    return {problem.kind for problem in problems}


@pytest.fixture(params=["zlib", "isal"])
def gzip_reader(request, monkeypatch):
    if request.param == "zlib":
        monkeypatch.setattr(codecs, "GZIP", codecs.GZIP._replace(new=lambda: codecs.Zlib(31)))
        sources_kinds.reader_named.cache_clear()
        yield
        sources_kinds.reader_named.cache_clear()
    else:
        pytest.importorskip("isal")
        yield


@pytest.mark.usefixtures("gzip_reader")
@pytest.mark.parametrize("bit", [0, 5])
def test_a_flipped_bit_in_a_warc_gz_costs_a_record(bit):
    data = b"".join(map(gzip.compress, WARC))
    whole = [text for _, text in made.read(data)[0]]
    for at in range(0, len(data), 13):
        found, problems = made.read(flipped(data, at, bit), "x.warc.gz")
        lost = {page for page in whole if page in PAGES} - {text for _, text in found}
        assert len(lost) <= 2, at
        assert problems or not lost, at
        assert all(problem.document.startswith("x.warc.gz") for problem in problems)


@pytest.mark.parametrize("kind", [".tar", ".zip", ".ar"])
def test_a_flipped_bit_in_an_archive_costs_a_member(kind):
    data = made.CONTAINERS[kind](NAMED)
    for at in range(0, len(data), 37):
        found, problems = made.read(flipped(data, at), f"x{kind}")
        lost = set(PAGES) - {text for _, text in found}
        assert len(lost) <= 2, at
        # In tar, only headers have checksums.
        assert problems or not lost or kind != ".zip", at


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
@pytest.mark.parametrize("damage", [b"x", b"\xff", b"-1 \0"], ids=repr)
@pytest.mark.parametrize("field", [0, 124, 148])
def test_a_damaged_header_changes_no_name_of_another_member(form, damage, field):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for name in ("a.txt", "d/" * 80 + "long.txt", "c.txt"):
            info = tarfile.TarInfo(name)
            info.size = len(PAGES[0])
            archive.addfile(info, io.BytesIO(PAGES[0]))
    data = bytearray(out.getvalue())
    headers = [at for at in range(0, len(data), 512) if data[at + 257 : at + 262] == b"ustar"]
    assert len(headers) == 4
    for header in headers[1:3]:  # the header with the name of the second member, and the header of that member
        broken = data.copy()
        broken[header + field : header + field + len(damage)] = damage
        found, problems = made.read(bytes(broken), "x.tar")
        assert problems
        names = [name for name, _ in found]
        assert names[0] == "x.tar!a.txt"
        assert names[-1] == "x.tar!c.txt"
        assert len(names) <= 3


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_records_after_one_that_is_lost_are_numbered_as_if_it_was_not_there(compress):
    members = list(map(compress, WARC))
    whole, _ = made.read(b"".join(members), "x.warc")
    members[1] = b"x" + members[1][1:]
    found, problems = made.read(b"".join(members), "x.warc")
    assert problems
    bodies, whole_bodies = ([(name, text) for name, text in each if text in PAGES] for each in (found, whole))
    assert [text for _, text in bodies] == [PAGES[0], *PAGES[2:]]
    assert [name for name, _ in bodies] == [name for name, _ in whole_bodies[:-1]]


@pytest.mark.parametrize("kind", [made.tar, made.deflated_zip, made.ar, lambda _: b"".join(WARC)])
@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_a_truncated_container_yields_the_references_that_are_left(kind, compress):
    data = compress(kind(NAMED))
    before, some = 0, []
    for end in range(40, len(data), len(data) // 40):
        found, problems = made.read(data[:end])
        whole = sum(text in PAGES for _, text in found)
        assert whole >= before
        before = whole
        some = some or problems
    assert some
    assert made.read(data)[1] == []


@pytest.mark.parametrize("compress", made.COMPRESSIONS.values())
def test_members_after_a_damaged_one_are_read(compress):
    pages = [made.page(str(number)) for number in range(5)]
    members = [compress(page * 100) for page in pages]
    members[2] = members[2][: len(members[2]) // 2] + b"\x55" * 20 + members[2][len(members[2]) // 2 + 20 :]
    [(_, found)], problems = made.read(b"".join(members))
    assert all(page in found for page in (pages[0], pages[1], pages[3], pages[4]))
    assert kinds(problems) == {"damaged"}
    assert [problem.document for problem in problems] == ["x"]


@pytest.mark.usefixtures("gzip_reader")
def test_references_before_the_damage_are_found():
    data = gzip.compress(b"".join(PAGES), 0)
    [(_, found)], [problem] = made.read(data[:-8] + bytes(4) + data[-4:])
    assert found == b"".join(PAGES)
    assert problem.kind == "damaged"


def test_every_member_may_be_damaged():
    [(_, found)], problems = made.read((gzip.compress(b"http://a.example/")[:-8] + b"x" * 8) * 300)
    assert found.count(b"http://a.example/\n") >= 299
    assert len(problems) == 300


def test_two_pieces_around_damage_make_no_reference():
    from uri_extract import extract

    damaged = gzip.compress(b"see http://a.example/begin", 0)[:-8] + bytes(8)
    found = [each.reference for each in extract(damaged + gzip.compress(b"end and so on"), on_problem=[].append)]
    assert found == ["http://a.example/begin"]


def test_zeros_after_a_member_are_not_damage_and_others_are():
    data = gzip.compress(b"x")
    assert made.read(data + bytes(5000)) == ([("x", b"x")], [])
    [(_, found)], [problem] = made.read(data + b"\0\0garbage" * 100 + gzip.compress(b"y"))
    assert (found, problem.kind, problem.offset) == (b"x\ny", "damaged", len(data))


FIRST, SECOND = (made.tar({name: name.encode() * 99}).rstrip(b"\0") for name in "ab")
FIRST, SECOND = (data + bytes(-len(data) % 512) for data in (FIRST, SECOND))
LONE_ZEROS = {
    "a member": (SECOND, ["a"], 1),
    "a member of an old archive": (made.tar({"b": b"b"}, tarfile.USTAR_FORMAT)[:1024], ["a"], 1),
    "stale bytes, and a member": (b"stale" * 200 + SECOND, ["a"], 1),
    "stale bytes": (b"stale" * 200, ["a"], 0),
    "nothing": (b"", ["a"], 0),
    "a part of a block of zeros": (bytes(100), ["a"], 0),
    "a second block of zeros, and another archive": (bytes(512) + SECOND, ["a", "b"], 0),
    "many blocks of zeros, and another archive": (bytes(512 * 6) + SECOND, ["a", "b"], 0),
}


@pytest.mark.parametrize("after", LONE_ZEROS)
def test_a_single_block_of_zeros_ends_a_tar_archive_and_two_may_precede_another(after):
    rest, members, count = LONE_ZEROS[after]
    data = FIRST + bytes(512) + rest
    found, problems = made.read(data)
    assert [name for name, _ in found] == [f"x!{name}" for name in members]
    assert [(each.kind, each.offset) for each in problems] == [("damaged", len(FIRST))] * count
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        assert archive.getnames() == members[:1]


def test_an_encrypted_member_is_a_problem_and_other_members_are_read():
    data = made.local(b"a", b"12345678901234567890", flags=1) + made.local(b"b", b"b") + made.END
    found, [problem] = made.read(data)
    assert found == [("x!b", b"b")]
    assert (problem.kind, problem.document) == ("encrypted", "x!a")


def test_a_method_that_nothing_reads_is_a_problem():
    data = made.local(b"a", b"1", method=7) + made.local(b"b", b"b") + made.END
    found, [problem] = made.read(data)
    assert (found, problem.kind) == ([("x!b", b"b")], "unsupported")


@pytest.mark.parametrize("lie", [{"crc": 1}, {"size": 5}, {"size": 1 << 31}, {"packed": 1 << 31}, {"packed": 3}])
def test_a_member_that_lies_is_read_all_the_same(lie):
    found, _ = made.read(made.local(b"a", b"123456789", method=8, **lie) + made.local(b"b", b"b") + made.END)
    assert found == [("x!a", b"123456789"), ("x!b", b"b")]


def test_a_wrong_checksum_is_a_problem():
    assert kinds(made.read(made.local(b"a", b"1", crc=5) + made.END)[1]) == {"damaged"}


def test_a_directory_that_names_more_than_there_is():
    whole = made.deflated_zip({"a": b"1", "b": b"2"})
    second = whole.index(b"PK\3\4", 4)
    data = whole[:second] + b"XX" + whole[second + 2 :]
    found, problems = made.read(data)
    assert found == [("x!a", b"1")]
    assert any("1 members" in problem.message for problem in problems)


def test_bytes_that_are_not_a_record_are_skipped():
    data = WARC[0] + b"garbage\r\n\r\n" + WARC[1] + b"WARC/1.0\r\nContent-Length: x\r\n\r\n" + WARC[2]
    found, problems = made.read(data)
    assert [text for _, text in found if text in PAGES] == PAGES[:3]
    assert [(problem.kind, problem.offset) for problem in problems] == [
        ("damaged", len(WARC[0])), ("damaged", len(WARC[0] + WARC[1]) + 11)
    ]  # fmt: skip


def test_a_record_that_says_it_is_longer_ends_with_its_member():
    long = WARC[1].replace(b"Content-Length: ", b"Content-Length: 9")
    found, problems = made.read(b"".join(map(gzip.compress, [WARC[0], long, WARC[2]])))
    assert [text.rstrip() for _, text in found if text.rstrip() in PAGES] == PAGES[:3]
    assert kinds(problems) == {"truncated"}


def test_a_record_may_span_members():
    data = b"".join(WARC)
    assert made.read(gzip.compress(data[:700]) + gzip.compress(data[700:])) == made.read(data)


def test_an_unreadable_tar_header_is_skipped():
    data = made.tar(NAMED)
    at = data.index(b"f5\0")
    found, [problem] = made.read(data[:at] + b"XXXXXXXX" + data[at + 8 :])
    assert {text for _, text in found} == set(PAGES) - {PAGES[5]}
    assert (problem.kind, problem.offset) == ("damaged", at)


def test_problems_are_not_endless():
    bad = bytearray(made.tar({"a": b""})[:512])
    bad[124:136] = b"-0000000001\0"
    bad[148:156] = b" " * 8
    bad[148:156] = b"%06o\0 " % sum(bad)
    _, problems = made.read(gzip.compress(bytes(bad) * 20_000))
    assert len(problems) < 5000
    assert problems[-1].kind == "too-many-problems"


def test_a_missing_extra_is_one_line(monkeypatch):
    def missing(*_):
        raise codecs.MissingExtra("compressed with zstd: needs the extra 'zstd'")

    data = made.zstd(b"http://a.example/")
    monkeypatch.setattr(codecs, "zstd_module", missing)
    assert made.read(data)[0] == []
    [problem] = made.read(data)[1]
    assert (problem.kind, problem.document) == ("missing-extra", "x")


@pytest.mark.long
def test_nothing_is_raised_for_any_flipped_byte():
    inner = made.deflated_zip({"a.gz": gzip.compress(made.tar({"q": b"http://a.example/"})), "b": b"b"})
    data = made.ar({"in.warc": made.warc_record(made.http(inner)), "t": made.tar({"z.bz2": bz2.compress(b"1")})})
    for at in range(len(data)):
        made.read(flipped(data, at, at % 8))
        made.read(data[:at])


def test_numbers_in_base_256_and_signed_checksums():
    tar = bytearray(made.tar({"a\x01": b"123"}))
    tar[124:136] = struct.pack(">BxxxQ", 0x80, 3)
    tar[0] = 0xE9
    tar[148:156] = b" " * 8
    tar[148:156] = b"%06o\0 " % sum(byte - 256 if byte > 127 else byte for byte in tar[:512])
    assert made.read(bytes(tar)) == ([("x!\udce9\x01", b"123")], [])


def test_raw_deflate_is_what_some_servers_send():
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = squeezed.compress(b"http://a.example/") + squeezed.flush()
    for body in (raw, zlib.compress(b"http://a.example/"), b"http://a.example/"):
        data = made.warc_record(made.http(body, b"Content-Encoding: deflate"))
        assert made.read(data)[0][1] == ("x!1", b"http://a.example/")


@pytest.mark.parametrize("ending", made.COMPRESSIONS)
def test_the_extension_shows_a_compression_whose_first_bytes_are_damaged(ending):
    members = [made.COMPRESSIONS[ending](page) for page in PAGES]
    members[0] = bytes(8) + members[0][8:]
    [(_, found)], problems = made.read(b"".join(members), f"x.txt{ending}")
    assert all(page in found for page in PAGES[1:])
    assert kinds(problems) == {"damaged"}
    one, [problem] = made.read(members[0], f"x.txt{ending}")
    assert (len(one), problem.kind, problem.document) == (1, "damaged", f"x.txt{ending}")
    assert made.read(b"http://a.example/", f"x.txt{ending}") == ([(f"x.txt{ending}", b"http://a.example/")], [])


@pytest.mark.parametrize("piped", [False, True])
def test_reading_a_damaged_zip_resumes_at_the_next_member(piped):
    data = made.deflated_zip(NAMED, piped=piped)
    for at in range(0, len(data), 7):
        for damaged in (
            data[:at] + bytes(40) + data[at + 40 :],
            data[:at] + data[at + 3 :],
            data[:at] + b"\x55\xaa" + data[at:],
        ):
            found, problems = made.read(damaged, "x.zip")
            lost = set(PAGES) - {text for _, text in found}
            assert len(lost) <= 2, at
            assert problems or not lost, at


def test_reading_a_misaligned_ar_archive_resumes_at_the_next_member():
    data = made.ar({f"f{number}": page + b"." * (number % 2) for number, page in enumerate(PAGES)})
    for at in range(9, len(data), 41):
        found, problems = made.read(data[:at] + b"\n" + data[at:], "x.a")
        assert len(found) >= len(PAGES) - 2, at
        assert problems or at > len(data) - 700


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_archive_cut_at_any_byte_is_truncated(method):
    data = made.zip_of({"a": made.page("a")}, method)
    for end in range(29, data.index(b"PK\1\2")):
        _, [*_, problem] = made.read(data[:end])
        assert problem.kind == "truncated", end
