"""A document in a format that is recognised but not read, or read in part, is a problem that names the format."""

import base64
import io
import zipfile

import pytest

from uri_extract import extract
from uri_extract.formats.unread import unread_format

COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
EXAMPLES = [
    ("a.dbx", b"\xcf\xad\x12\xfe" + bytes(600), "DBX"),
    ("a.nsf", b"\x1a\0\0\x04\0\0" + bytes(600), "NSF"), ("a.chm", b"ITSF\3\0\0\0" + bytes(600), "CHM"),
    ("a.one", bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3") + bytes(600), "OneNote"),
    ("winmail.dat", b"\x78\x9f\x3e\x21" + bytes(600), "TNEF"), ("a.lit", b"ITOLITLS" + bytes(600), "LIT"),
    ("a.mobi", b"x" * 60 + b"BOOKMOBI" + bytes(600), "Mobipocket"), ("a.doc", COMPOUND, "Word"),
    ("a.djvu", b"AT&TFORM\0\0\1\0DJVU" + bytes(600), "DjVu"), ("a.xls", COMPOUND, "Excel"),
    ("a.ppt", COMPOUND, "PowerPoint"), ("a.hwp", COMPOUND, "HWP"), ("a.docx", COMPOUND, "encrypted Office"),
    ("a.bin", COMPOUND, "compound file"), ("a.wpd", b"\xffWPC" + bytes(600), "WordPerfect"),
    ("a.mdb", b"\0\1\0\0Standard Jet DB\0" + bytes(600), "Access"), ("a.iwa", b"\0\1" + bytes(600), None),
    ("a.parquet", b"PAR1\x15\0" + bytes(600), "Parquet"), ("a.avro", b"Obj\1\4\0" + bytes(600), "Avro"),
    ("a.arrow", b"ARROW1\0\0" + bytes(600), "Arrow"), ("a.webloc", b"bplist00\xd1" + bytes(600), "property list"),
    ("a.lnk", b"L\0\0\0\1\x14\2\0" + bytes(600), "shortcut"), ("a.rpm", b"\xed\xab\xee\xdb" + bytes(600), "RPM"),
    ("a", b"-----BEGIN PGP MESSAGE-----\n\nabc\n", "OpenPGP"), ("a.gpg", b"\x85\1\0" + bytes(600), "OpenPGP"),
    # Packets of OpenPGP (RFC 9580 §5): encrypted session keys, encrypted data, in both formats of the type; a marker
    # before them; compressed data. Keyrings begin with a key, detached signatures with a signature.
    *((f"a.{number}.pgp", bytes([first, 0x0D]) + bytes(600), "encrypted or compressed with OpenPGP")
      for number, first in enumerate((0x84, 0x8C, 0xA3, 0xA4, 0xC1, 0xC3, 0xC8, 0xC9, 0xD2, 0xD4))),
    ("marked.pgp", b"\xca\3PGP\xc1\x0d" + bytes(600), "OpenPGP"), ("b.pgp", b"\xca\3PGP\x99\1\0" + bytes(600), None),
    *((f"{number}.gpg", bytes([first, 0x0D]) + bytes(600), None)
      for number, first in enumerate((0x01, 0x88, 0x95, 0x98, 0x99, 0xB4, 0xC2, 0xC5, 0xC6, 0xCB))),
    ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(600), None), ("a.exe", b"MZ\x90\0" + bytes(600), None),
    ("a.dat", b"\1\2\3\0" + bytes(600), None), ("thumbs.db", COMPOUND, None), ("a.doc", b"text", None),
]  # fmt: skip


#: The formats that are read in part, or encrypted.
KINDS = dict.fromkeys(("OneNote", "Word", "Excel", "PowerPoint", "HWP", "compound file"), "partial")
KINDS["encrypted Office"] = "encrypted"


def problems_of(data, **options):
    problems = []
    list(extract(data, on_problem=problems.append, **options))
    return problems


@pytest.mark.parametrize(("name", "data", "said"), EXAMPLES)
def test_a_file_in_a_known_format_that_is_not_read_is_a_problem(tmp_path, name, data, said):
    path = tmp_path / name
    path.write_bytes(data)
    problems = problems_of(str(path))
    assert [each.kind for each in problems] == ([KINDS.get(said, "unsupported")] if said else [])
    assert all(said in each.message for each in problems)


@pytest.mark.parametrize(("name", "data", "said"), EXAMPLES)
def test_a_part_of_mail_in_a_known_format_that_is_not_read_is_a_problem(name, data, said):
    fields = f"From: <a@b.example>\nContent-Type: application/octet-stream; name={name}\n"
    mail = fields.encode() + b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(data)
    problems = problems_of(mail, media_type="message/rfc822")
    assert [each.kind for each in problems] == ([KINDS.get(said, "unsupported")] if said else [])
    assert all(said in each.message for each in problems)


def test_an_unread_format_is_recognised_by_the_media_type_of_a_part():
    mail = b"From: <a@b.example>\nContent-Type: application/msword\nContent-Transfer-Encoding: base64\n\n"
    [problem] = problems_of(mail + base64.encodebytes(b"\1\2\0" + bytes(100)), media_type="message/rfc822")
    assert "Word" in problem.message
    assert problems_of(mail + base64.encodebytes(b"text"), media_type="message/rfc822") == []


def test_mail_that_is_encrypted_with_openpgp_is_a_problem_once():
    mail = (
        b'From: <a@b.example>\nContent-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b\n\n'
        b"--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n\n--b\nContent-Type: application/octet-stream\n\n"
        b"-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n--b--\n"
    )
    [problem] = problems_of(mail, media_type="message/rfc822")
    assert (problem.kind, problem.offset) == ("unsupported", mail.index(b"Content-Type: application/pgp-e"))


def test_a_problem_of_an_unread_format_names_the_member_of_an_archive():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("Index/Document.iwa", b"\0\1" + bytes(100))
    [problem] = problems_of(held.getvalue())
    assert problem.document == "!Index/Document.iwa"


def test_an_outlook_message_is_not_an_unread_format():
    assert unread_format(COMPOUND, "a.msg") is None
    assert unread_format(COMPOUND, "a", "application/vnd.ms-outlook") is None
