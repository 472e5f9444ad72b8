"""Attachments of mail are read in place: archives in mail, mail in archives, in any order, at any depth."""

import base64
import bz2
import gc
import gzip
import io
import sys

import pytest
from tests.mail.compound import compound
from tests.mail.compound import message as outlook
from tests.sources import made

from uri_extract import Scanner, extract, limits
from uri_extract.cli import main
from uri_extract.formats import scanner_for
from uri_extract.mail import output
from uri_extract.text.options import ScanOptions

BODY, NAME, DATA = 0x1000, 0x3707, 0x3701  # properties of Outlook

FROM = b"From a@example.org Mon Jan  1 00:00:00 2001\n"
PAGE = b"<p><a href='b'>see http://a.example/page"


def mail(data, name="a.zip", media_type="application/octet-stream", before=b"http://before.example/"):
    """Return a message with text, an attachment, and text after it."""
    return (
        b"From: a@example.org\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n"
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n" + before + b"\n--b\n"
        b"Content-Type: " + media_type.encode() + b'; name="' + name.encode() + b'"\n'
        b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(data) + b"\n--b\n\nhttp://after.example/\n--b--\n"
    )


def mbox(*texts):
    return b"".join(FROM + text + b"\n" for text in texts)


def read(data, **options):
    """Return pairs of document and reference, and the problems."""
    problems = []
    found = [(each.document, each.reference) for each in extract(data, on_problem=problems.append, **options)]
    return found, problems


class Dripping(io.RawIOBase):
    """A file that returns ``size`` bytes from each read."""

    def __init__(self, data, size):
        self.data, self.size, self.at = data, size, 0

    def read(self, _=-1):
        self.at += self.size
        return self.data[self.at - self.size : self.at]


ZIP = made.deflated_zip({"p.html": PAGE, "dir/q.txt": b"http://q.example/"})
IN_ZIP = [("!p.html", "b"), ("!p.html", "http://a.example/page"), ("!dir/q.txt", "http://q.example/")]
ATTACHED = {
    "zip": ("a.zip", ZIP, IN_ZIP),
    "declared": ("", ZIP, IN_ZIP),
    "tar.gz": ("a.tgz", gzip.compress(made.tar({"p.html": PAGE})), IN_ZIP[:2]),
    "page.gz": ("p.html.gz", gzip.compress(PAGE), [("", text) for _, text in IN_ZIP[:2]]),
    "text.bz2": ("p.txt.bz2", bz2.compress(b"http://q.example/"), [("", "http://q.example/")]),
    "mailbox": ("x.mbox", mbox(b"Subject: x\n\nhttp://q.example/"), [("!1!1", "http://q.example/")]),
    "page": ("p.mht", b"From: x\n" + b"Content-Type: text/html\n\n" + PAGE, [("!1", text) for _, text in IN_ZIP[:2]]),
}


@pytest.mark.parametrize("kind", ATTACHED)
def test_an_attachment_is_found_in_its_place(kind):
    name, data, inside = ATTACHED[kind]
    message = mail(data, name, "application/zip" if kind == "declared" else "application/octet-stream")
    expected = [
        (f"!1!{part}", text)
        for part, text in [
            ("1", "http://before.example/"), *((f"2{way}", text) for way, text in inside), ("3", "http://after.example/"),
        ]
    ]  # fmt: skip
    outer = made.deflated_zip({"list.mbox": mbox(message)})
    for size in (1, 7, 100, 1 << 20):
        assert read(Dripping(outer, size)) == ([(f"!list.mbox{way}", text) for way, text in expected], [])


@pytest.mark.parametrize("size", [1, 100, 1 << 20])
@pytest.mark.parametrize(
    ("name", "media_type", "data", "inside"),
    [
        ("a.xlsm", "application/octet-stream", ZIP, IN_ZIP), ("", "application/octet-stream", ZIP, IN_ZIP),
        ("renamed.jpg", "image/jpeg", ZIP, IN_ZIP),
        ("a.unknown", "application/x-unknown", made.tar({"p.html": PAGE}), IN_ZIP[:2]),
        ("note", "application/octet-stream", b"http://q.example/", [("", "http://q.example/")]),
        ("note", "application/octet-stream", b"http://q.example/ " * 99, [("", "http://q.example/")] * 99),
        ("note", "application/octet-stream", "\ufeffhttp://q.example/".encode("utf-16-le"), [("", "http://q.example/")]),
        ("page", "application/octet-stream", b"<html>" + PAGE, [("", text) for _, text in IN_ZIP[:2]]),
        ("p.jpg", "image/jpeg", b"http://q.example/", []),
        ("p.exe", "application/octet-stream", b"MZ\0 http://q.example/", []),
        ("", "application/octet-stream", b"\x89PNG\r\n\x1a\n\0 http://q.example/" * 99, []),
    ],
)  # fmt: skip
def test_first_bytes_show_the_type_of_an_attachment_if_its_type_and_name_do_not(name, media_type, data, inside, size):
    found, problems = read(Dripping(made.tar({"m.eml": mail(data, name, media_type)}), size))
    assert found[1:-1] == [(f"!m.eml!2{way}", text) for way, text in inside]
    assert not problems


def test_any_nesting_of_mail_and_archives_is_read_in_order():
    data = ZIP
    expected = [text for _, text in IN_ZIP]
    for _ in range(3):
        expected = ["http://before.example/", *expected, "http://after.example/"]
        data = gzip.compress(made.tar({"m.eml": mail(data)}))
        data = made.deflated_zip({"list.mbox": mbox(mail(data, "a.tgz"))})
        expected = ["http://before.example/", *expected, "http://after.example/"]
    found, problems = read(data)
    assert not problems
    assert [text for _, text in found] == expected
    assert found[len(found) // 2][0] == "!list.mbox!1!2!m.eml!2" * 3 + "!p.html"


@pytest.mark.parametrize("size", [1, 10, 333, 5000])
def test_attachments_do_not_depend_on_chunks(size, monkeypatch, capfdbinary):
    one = mail(ZIP, before=b"<http://before.\n example/ open\nand cid:p@b <a:").replace(b"name=", b"x=y; name=")
    two = mail(ZIP).replace(b"--b\nContent-Type: application", b"--b\nContent-ID: <p@b>\nContent-Type: application")
    data = mbox(one, two, mail(mbox(one), "x.mbox"))
    whole, cut = (
        list(extract(source)) for source in (data, Dripping(data, size))
    )  # fmt: skip
    assert cut == whole
    lines = []
    for source in (io.BytesIO(data), Dripping(data, size)):
        monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": source})())
        assert main(["--reference", "--relative"]) == 0
        sys.stdout.flush()
        lines.append(capfdbinary.readouterr().out.decode().split())
    assert lines == [[each.reference for each in whole]] * 2


def test_references_in_an_attachment_name_its_message():
    inner = mail(b"http://in.example/", "a.txt.gz").replace(b"<1@", b"<2@")
    pages = made.tar({"p.html": gzip.compress(PAGE), "x.mbox": mbox(inner), "y.eml": mail(gzip.compress(PAGE), "p.gz")})
    found = extract(mail(pages, "a.tar").replace(b"<1@", b"<0@"))
    assert [(each.reference, each.message_id) for each in found] == [
        ("http://before.example/", "0@example.org"), ("b", "0@example.org"), ("http://a.example/page", "0@example.org"),
        ("http://before.example/", "2@example.org"), ("http://in.example/", "2@example.org"),
        ("http://after.example/", "2@example.org"),
        ("http://before.example/", "1@example.org"), ("b", "1@example.org"), ("http://a.example/page", "1@example.org"),
        ("http://after.example/", "1@example.org"), ("http://after.example/", "0@example.org"),
    ]  # fmt: skip
    nameless = mail(ZIP).replace(b"Message-ID", b"X-No")
    assert {each.message_id for each in extract(nameless)} == {None}


def test_references_to_parts_name_them_with_attachments_between():
    message = mail(ZIP, before=b"cid:z@b").replace(b"--b\nContent-Type", b"--b\nContent-ID: <z@b>\nContent-Type")
    for size in (1, 50, 1 << 20):
        source = Dripping(mbox(message), size)
        source.name = "x"
        found = list(extract(source))
        assert [each.document for each in found] == ["x!1!1", *(f"x!1!2{way}" for way, _ in IN_ZIP), "x!1!3"]
        assert found[0].refers_to == "x!1!2"


def test_archives_nested_too_deep_through_mail_are_a_problem():
    data = ZIP
    for _ in range(limits.MAX_DEPTH):
        data = mail(data)  # a message in a message is a part of it, an attached mailbox is a separate document
        data = mbox(mail(mbox(data), "x.mbox"))
        data = made.deflated_zip({"m": data})
    found, problems = read(data)
    assert {problem.kind for problem in problems} == {"too-deep"}
    assert "http://q.example/" not in [text for _, text in found]
    assert max(name.count("!") for name, _ in found) < 4 * limits.MAX_DEPTH


def test_a_bomb_in_a_mailbox_is_stopped_and_later_messages_are_read():
    bomb = gzip.compress(bytes(100 << 20), 1)
    nested = made.deflated_zip({str(number): gzip.compress(bytes(1 << 20)) for number in range(100)})
    for _ in range(3):
        nested = made.deflated_zip({str(number): mail(nested) for number in range(3)})
    box = mbox(mail(bomb, "b.gz"), mail(nested), mail(gzip.compress(b"http://q.example/"), "q.gz"))
    for data in (box, gzip.compress(box)):
        found, problems = read(data, media_type="application/mbox")
        assert {problem.kind for problem in problems} == {"expands-too-far"}
        assert [text for _, text in found][-3:] == [
            "http://before.example/", "http://q.example/", "http://after.example/",
        ]  # fmt: skip


def test_a_thousand_bombs_are_no_worse_than_one():
    bomb = gzip.compress(gzip.compress(bytes(64 << 20), 9), 9)
    box = mbox(*[mail(bomb, "b.gz", before=b"x")] * 1000)
    found, problems = read(box)
    assert len(found) == 1000
    assert len(problems) > 100
    assert {problem.kind for problem in problems} <= {"expands-too-far", "too-many-problems"}


def test_documents_do_not_pile_up_after_an_open_bracket(monkeypatch):
    monkeypatch.setattr(output, "MAX_CONTAINED", 3000)
    part = b"--b\nContent-Type: application/zip\n\n" + b"x" * 1000 + b"\n"
    open_bracket = b"--b\n\n<http://a.example/ " + b"z " * 20 + b" and cid:x@y\n"
    scanner = scanner_for("application/mbox", ScanOptions(contained=True))
    scanner.feed(mbox(b"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n" + open_bracket))
    came = []
    for number in range(100):
        came += scanner.read(part).documents
        assert number - len(came) <= 5
    assert len(came + scanner.read(b"", final=True).documents) == 100


@pytest.mark.parametrize(
    ("option", "expected"), [("text", ["http://before.example/", "http://after.example/"]), ("html", [])]
)
def test_attachments_are_left_out_where_parts_are_chosen(option, expected):
    assert [text for _, text in read(mail(ZIP), parts=option)[0]] == expected


def test_a_declared_type_is_that_of_the_mail():
    found, problems = read(mail(ZIP), media_type="message/rfc822", base="http://base.example/")
    assert not problems
    assert [text for _, text in found][1:4] == [text for _, text in IN_ZIP]
    (link,) = [each for each in extract(mail(ZIP), base="http://base.example/") if each.reference == "b"]
    assert (link.target, link.base_from) == ("http://base.example/b", "retrieval")


def test_a_damaged_attachment_affects_no_other_part():
    found, problems = read(mail(ZIP[:-60]))
    assert problems
    assert [text for _, text in found][-1] == "http://after.example/"


def test_an_outlook_message_hands_out_what_is_attached(tmp_path):
    pytest.importorskip("oxmsg")
    attachments = [{NAME: "gr\xfc\xdfe; a.zip", DATA: ZIP}, {NAME: "l.txt", DATA: b"http://text.example/"}]
    (tmp_path / "m.msg").write_bytes(compound(outlook({BODY: "http://before.example/"}, attachments)))
    found, problems = read(tmp_path / "m.msg")
    expected = [("!1", "http://before.example/"), *((f"!2{way}", text) for way, text in IN_ZIP)]
    assert found == [(f"{tmp_path}/m.msg{way}", text) for way, text in [*expected, ("!3", "http://text.example/")]]
    assert not problems


@pytest.mark.long
@pytest.mark.parametrize(
    "media_type", ["message/rfc822", "application/mbox", "message/http", "text/plain", "text/html"]
)
def test_scanners_of_attachments_are_freed_without_the_cycle_collector(media_type):
    # A folder has one scanner for each message; their tables must be freed without the collector.
    scanner = Scanner(media_type, document="x")
    gc.collect()
    gc.disable()
    try:
        scanner.feed(mbox(mail(mail(ZIP), "m.eml"))[len(FROM) if media_type == "message/rfc822" else 0 :])
        scanner.close()
        del scanner
        assert not gc.collect()
    finally:
        gc.enable()
