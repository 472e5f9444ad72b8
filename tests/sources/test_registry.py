"""The table of containers: each row has a reader, no rows match the same document, and every room uses the table."""

import itertools
import os
import re
from importlib import import_module
from re import _parser as parser

import pytest
from tests.sources import made

from uri_extract import extract_text, limits
from uri_extract._compat._variants import load
from uri_extract.formats import containers
from uri_extract.formats.containers import CONTAINERS, Trust
from uri_extract.formats.unread import unread_format
from uri_extract.mail._message import Message, Part
from uri_extract.mail.parts import CONTAINED
from uri_extract.sources import Document, kinds
from uri_extract.sources.breaks import Exhausted
from uri_extract.sources.byte_stream import Budget, whole
from uri_extract.sources.codecs import Codec
from uri_extract.sources.document import Unreadable, Within
from uri_extract.text.part import Part as FilePart

#: First bytes of each container: one or more for each signature that has a pattern.
BEGINNINGS = {
    "gzip": [b"\x1f\x8b\x08\x00"],
    "bzip2": [b"BZh91AY&SY", b"BZh1\x17rE8P\x90"],
    "xz": [b"\xfd7zXZ\0"],
    "zstd": [b"\x28\xb5\x2f\xfd", b"\x5d\x2a\x4d\x18"],
    "lz4": [b"\x04\x22\x4d\x18"],
    "lzma": [b"]\0\0"],
    "compress": [b"\x1f\x9d", b"\x1f\xa0"],
    "lzip": [b"LZIP\x01"],
    "lzop": [b"\x89LZO\0\r\n"],
    "tar": [made.tar({"a": b"a"})[:300]],
    "zip": [b"PK\3\4", b"PK\5\6", b"PK00PK\3\4", b"PK\7\x08PK\3\4"],
    "ar": [b"!<arch>\n"],
    "warc": [b"WARC/1"],
    "arc": [b"filedesc:"],
    "pdf": [b"%PDF-"],
    "sevenzip": [b"7z\xbc\xaf\x27\x1c"],
    "rar": [b"Rar!\x1a\x07"],
    "cpio": [b"07070100", b"070707ff", b"\xc7\x71", b"\x71\xc7"],
    "cab": [b"MSCF\0\0\0\0"],
    "xar": [b"xar!\0"],
    "iso": [bytes(0x8001) + b"CD001"],
    "sqlite": [b"SQLite format 3\0"],
    "pst": [b"!BDN"],
    "tnef": [b"\x78\x9f\x3e\x22"],
    "cms": [bytes.fromhex("3080 0609 2a864886f70d010702 a0"), bytes.fromhex("30820102 0609 2a864886f70d010702 a0")],
}
CASES = [(name, data) for name, all_data in BEGINNINGS.items() for data in all_data]
READ = [name for name, container in CONTAINERS.items() if container.reader]


def chosen(data, name="x", media_type=None):
    """Return the reader that is selected for a document, and the problems."""
    problems = []
    reader = kinds.reader_of(Document(name, media_type, data), whole(data), Budget(name, problems.append))
    return reader, problems


def readers(name):
    return kinds.reader_named(name) if CONTAINERS[name].reader else None


def test_the_beginning_of_every_container_is_known():
    assert set(BEGINNINGS) == set(CONTAINERS)


@pytest.mark.parametrize("name", READ)
def test_the_reader_of_a_container_exists(name):
    module, _, function = CONTAINERS[name].reader.partition(":")
    reader = getattr(import_module(f"uri_extract.sources.{module}"), function)
    assert callable(reader) or (isinstance(reader, Codec) and reader.name == name)
    assert callable(kinds.reader_named(name))


def test_every_codec_is_in_the_table():
    from uri_extract.sources import codecs

    named = {value.name for value in vars(codecs).values() if isinstance(value, Codec)}
    assert named == {name for name in READ if CONTAINERS[name].reader.startswith("codecs:")}


@pytest.mark.parametrize(("name", "data"), CASES)
def test_a_beginning_is_that_of_one_container(name, data):
    trusts = Trust.ANYWHERE, Trust.DOCUMENT, Trust.NAMED
    patterns = {each: container.pattern(*trusts) for each, container in CONTAINERS.items()}
    assert [each for each, pattern in patterns.items() if re.match(pattern, data, re.DOTALL)] == [name]


def test_no_two_containers_have_the_same_first_bytes():
    # Signatures with a common beginning differ in later bytes: BEGINNINGS has both.
    first = [(each.offset, each.first) for row in CONTAINERS.values() for each in row.signatures]
    assert len(first) == len(set(first))


def test_the_bytes_that_are_read_ahead_are_enough_for_every_signature_at_the_beginning():
    assert parser.parse(kinds.signature().pattern).getwidth()[1] <= kinds._FIRST_BYTES


@pytest.mark.parametrize("column", ["extensions", "media_types"])
def test_no_two_containers_have_the_same_extension_or_media_type(column):
    words = [each.partition(":")[0] for row in CONTAINERS.values() for each in getattr(row, column).split()]
    assert len(words) == len(set(words))
    assert words == [each.lower() for each in words]


def test_an_extension_of_what_is_compressed_names_a_container_or_a_document():
    held = set(containers.HELD_EXTENSION.values()) - {""}
    assert held == {"tar", "svg"}


@pytest.mark.parametrize(("name", "data"), CASES)
def test_a_document_is_recognised_by_its_beginning(name, data):
    extension = CONTAINERS[name].extensions.partition(" ")[0]
    if all(each.trust is Trust.NAMED for each in CONTAINERS[name].signatures):
        assert chosen(data, "x") == (None, [])
    else:
        extension = ""
    reader, problems = chosen(data + bytes(600), f"x.{extension}" if extension else "x")
    assert reader is readers(name) or problems[0].kind == "missing-extra"
    assert bool(problems) == (reader is None)


@pytest.mark.parametrize(("name", "data"), CASES)
def test_a_part_of_a_message_is_recognised_as_a_document_is(name, data):
    # Except for signatures of two bytes, which occur in other data by chance, and those that need a matching name.
    trusted = CONTAINERS[name].reader and any(
        each.trust is Trust.ANYWHERE and data.startswith(each.first, each.offset)
        for each in CONTAINERS[name].signatures
    )
    assert bool(containers.beginning().match(data)) == bool(trusted)


@pytest.mark.parametrize(
    ("name", "extension"),
    [(name, each.partition(":")[0]) for name in READ for each in CONTAINERS[name].extensions.split()],
)
def test_an_extension_is_known_to_every_room(name, extension):
    part = Part(Message("m"), "1", None, "application/octet-stream")
    part.encoding, part.parameters = "base64", {"name": f"a.{extension}"}
    part.settle()
    assert part.reading == CONTAINED
    assert unread_format(b"\0", f"a.{extension}") is None  # no unread format has this extension
    reader, problems = chosen(b"\1" + bytes(40), f"a.{extension}")
    assert reader is None
    assert [problem.kind for problem in problems] == ([] if extension == "pdf" else ["damaged"])


@pytest.mark.parametrize("media_type", sorted(containers.MEDIA_TYPES))
def test_a_part_with_the_media_type_of_a_container_is_one(media_type):
    part = Part(Message("m"), "1", None, media_type)
    part.settle()
    assert part.reading == CONTAINED


@pytest.mark.parametrize("name", [name for name in READ if CONTAINERS[name].later])
def test_a_container_with_its_name_is_found_after_other_bytes(name):
    extensions = [each.partition(":")[0] for each in CONTAINERS[name].extensions.split()]
    data = {
        "ar": b"damaged\n" + b" " * 58 + b"`\n", "warc": b"junk\nWARC/1.0", "zip": b"junk" + made.local(b"a", b"b"),
    }  # fmt: skip
    begun = data.get(name, b"junk" + BEGINNINGS[name][0])
    for extension in [*extensions, *CONTAINERS[name].wrapped_in.split()]:
        assert chosen(begun, f"a.{extension}") == (readers(name), []), extension
    assert chosen(begun, "a.bin")[0] is None


def test_text_does_not_begin_as_a_container_does():
    for first, second in itertools.product("aB7WR%0PfM", "a7Z 0K"):
        assert not containers.beginning().match(f"{first}{second} see http://a.example/".encode())
    assert [each.reference for each in extract_text("PK http://a.example/")] == ["http://a.example/"]


# First bytes of documents that are not containers, though some are similar.
OTHERS = [
    b"", b"a", b"\n", b"see http://a.example/", b"PK and more", b"BZh is no archive", b"Rar! he said", b"WARC/ is",
    b"From a@b.example", b"<p>", b"%!PS", b"7 o'clock", b"\xe9", b"\xff\xfea\0", b"0", b"a\0b", b"a\n\0", b"L\0\0\0",
    b"-----BEGIN PGP MESSAGE-----\n", b"a" * 600 + b"\0", b"a" * 100 + b"\0" * 420, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    b"a" * 257 + b"ustar" + b"a" * 400, b"x" * 70 + b"PK\3\4",
    b"x" * 70 + made.local(b"a", b"b"),
]  # fmt: skip
NAMES = ["x", "x.txt", "x.gz", "x.ZIP", ".zip", "x.zip/y", "x.exe", "x.pdf", "x.iso", "x.doc", "winmail.dat", ""]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("compiled", [False, True])
def test_a_document_that_is_clearly_not_a_container_has_no_reader_and_no_problem(name, compiled):
    kernel = load("uri_extract.sources._documents", compiled)
    plain = [data for data in [*OTHERS, *(data for _, data in CASES)] if kernel.holds_none(name, data)]
    assert all(chosen(data, name) == (None, []) for data in plain)
    assert (b"see http://a.example/" in plain) == (name not in ("x.gz", "x.ZIP", ".zip", "x.exe", "x.pdf", "x.iso"))


def exhaust(budget):
    while True:
        budget.member()


@pytest.mark.parametrize("compiled", [False, True])
def test_members_that_plainly_hold_none_are_passed_on_up_to_the_first_other(compiled):
    kernel = load("uri_extract.sources._documents", compiled)
    problems = []
    within = Within(Budget("x", problems.append), 2)
    zipped, streamed = (
        Document(f"x!{name}", None, data) for name, data in (("z", made.zip_of({})), ("s", whole(b"a")))
    )
    plain = [Document(f"x!{number}", "text/html", data) for number, data in enumerate((b"a", b"", b"<p>"))]
    for last in (zipped, streamed):
        members = kernel.plain_members(iter([*plain, last]), None, within)
        assert [next(members), next(members)] == [plain[0]._replace(within=within), plain[2]._replace(within=within)]
        with pytest.raises(StopIteration) as stopped:
            next(members)
        assert stopped.value.value is last
    known = [each._replace(within=within) for each in (plain[0], zipped)]  # their reader used the budget
    members = kernel.plain_members(iter(known), None, within)
    assert next(members) is known[0]
    with pytest.raises(StopIteration) as stopped:
        next(members)
    assert stopped.value.value == zipped
    for given in (plain, [each._replace(within=within) for each in plain]):
        found = [*kernel.plain_members(iter(given), "text/plain", within)]
        assert [(each.media_type, each.within) for each in found] == [("text/plain", within)] * 2
    members = kernel.plain_members(iter(plain), None, within)
    next(members)
    assert not problems
    with pytest.raises(Exhausted):
        exhaust(within.budget)
    assert list(members) == []


@pytest.mark.parametrize("compiled", [False, True])
def test_small_files_that_plainly_hold_none_are_passed_on_up_to_the_first_other_input(compiled, tmp_path):
    kernel = load("uri_extract.sources._documents", compiled)
    (tmp_path / "a.txt").write_bytes(b"see http://a.example/")
    (tmp_path / "big").write_bytes(b"a" * (limits.CHUNK + 1))
    (tmp_path / "a.zip").write_bytes(made.zip_of({}))
    plain = Document("a.txt", "text/plain", str(tmp_path / "a.txt"), base="http://b.example/")
    others = [Document(None, None, str(tmp_path / name)) for name in ("a.zip", "big", ".", "none", "a\0b")]
    others += [
        Document(None, None, whole(b"a")),
        plain._replace(part=FilePart("text/plain", 0, 0, 1)),
        Unreadable(1, "no", "x"),
    ]
    for other in others:
        inputs = kernel.plain_inputs(iter((plain, Document("b", None, b"ab"), other)), pytest.fail, True)
        for name, base, source in (("a.txt", plain.base, b"see http://a.example/"), ("b", None, b"ab")):
            found = next(inputs)
            assert (found.name, found.base, found.source) == (name, base, source)
            assert (found.within.budget.consumed, found.within.budget.barcodes) == (len(source), True)
        with pytest.raises(StopIteration) as stopped:
            next(inputs)
        document, content = stopped.value.value
        assert document is other
        if isinstance(content, int):
            assert os.path.samestat(os.fstat(content), os.stat(other.source))
            os.close(content)
            content = "open"
        index = others.index(other)
        assert content == ((tmp_path / "a.zip").read_bytes(), "open", "open", *[None] * 5)[index]
    assert list(kernel.plain_inputs(iter(()), pytest.fail, False)) == []
