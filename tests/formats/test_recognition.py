"""The media type of a document without a declaration: by its name and its first bytes, at any cut."""

import pytest

from uri_extract.formats.recognition import HEADER, by_name, recognise, suffix_of

MESSAGE, MAILBOX, OUTLOOK = "message/rfc822", "application/mbox", "application/vnd.ms-outlook"
PLAIN, HTML, MARKDOWN = "text/plain", "text/html", "text/markdown"
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100)
FROM = b"From a@example.org Mon Jan  1 00:00:00 2001\n"
SLACK = b'[\n    {\n        "client_msg_id": "a",\n        "type": "message",\n        "text": "b"'
TELEGRAM = b'<!DOCTYPE html>\n<html>\n\n <head>\n\n  <meta charset="utf-8"/>\n<title>Exported Data</title>\n  <a>\n'

CASES = [
    # By name.
    ("a.eml", b"", MESSAGE), ("a.EML", b"x", MESSAGE), ("a.mht", b"", MESSAGE), ("a.mhtml", b"", MESSAGE),
    ("a.mbox", b"", MAILBOX), ("a.mbx", b"x", MAILBOX), ("a.html", FROM, HTML),
    ("cur/1234.M5P6.host:2,S", b"", MESSAGE), ("1234.M5P6.host!2,", b"", MESSAGE), ("1234_1.host;2,FS", b"", MESSAGE),
    # A mailbox begins with a From_ line.
    (None, FROM + b"Subject: x\n", MAILBOX), ("Inbox", FROM, MAILBOX), ("2007-October.txt", FROM, MAILBOX),
    ("x.txt", b"From a at example.org  Mon Oct  1 10:04:13 2007\nFrom: a at example.org\n", MAILBOX),
    (None, b"From - Fri Jun  9 23:17:56 2000\r\nX-Mozilla-Status: 0001\r\n", MAILBOX),
    (None, b"From a@example.org\nReturn-Path: <x>\n", MAILBOX),
    (None, b"\x01\x01\x01\x01\nx", MAILBOX), (None, b"BABYL OPTIONS: -*- rmail -*-\n", MAILBOX),
    # Text that begins similarly is text.
    (None, b"From here on\nit is text\n\n", PLAIN), (None, b"From a@example.org I got\nSubject: x\n\n", PLAIN),
    (None, b"From ", PLAIN), (None, b"From a@example.org Mon Jan  1 00:00:00 2001 but it went on\n" * 20, MAILBOX),
    (None, b"From the date of Mon Jan  1 00:00:00 2001 on all the many people who wrote long lines of text were "
           b"asked not to do so any more, and they did not\nSubject: x\n", PLAIN),
    # A message begins with fields, among them one that says who or where it is from.
    (None, b"Return-Path: <a@example.org>\nReceived: from x\n\tby y\nSubject: z\n\ntext", MESSAGE),
    ("17", b"Path: news!a\nNewsgroups: comp.misc\n\n", MESSAGE), (None, b"From: a\r\nTo: b\r\n\r\n", MESSAGE),
    ("note.txt", b"Subject: x\nFrom: a@example.org\nTo: b@example.org\n\ntext\n", MESSAGE),
    (None, b"X-A: 1\nX-B: 2\nMessage-ID: <1@x>\nDate: x\n\n", MESSAGE),
    (None, b"Received: from a\n by b\n" * 100, MESSAGE), (None, b"From : a\nSubject : obsolete\n\n", MESSAGE),
    (None, b"From: a\nTo: b\nSubject: c\nand the empty line is missing\n", MESSAGE),
    # Other texts begin with fields too.
    (None, b"PEP: 1\nTitle: x\nAuthor: y\nStatus: Active\nContent-Type: text/x-rst\nCreated: z\n\n", PLAIN),
    (None, b"Metadata-Version: 2.1\nName: x\nVersion: 1\n\n", PLAIN), (None, b"Note: x\nFrom: a\n\n", PLAIN),
    (None, b"Package: x\nMaintainer: a <a@example.org>\nDescription: x\n y\n\n", PLAIN),
    (None, b"Date: today\nSubject: the weather\n\nIt rains.\n", PLAIN), (None, b"From: a\nthat is no field\n", PLAIN),
    (None, b"http://a.example/\nFrom: a\nTo: b\n\n", PLAIN), (None, b"HTTP/1.1 200 OK\nDate: x\nVia: y\n\n", PLAIN),
    (None, b"From: a\n", PLAIN), (None, b"\nFrom: a\nTo: b\n\n", PLAIN), (None, b"", PLAIN), ("a.txt", b"", PLAIN),
    ("a.md", b"<html>", MARKDOWN), ("a.rst", b"x", "text/x-rst"), ("a.ADOC", b"x", "text/asciidoc"),
    # Sphinx publishes sources with a second extension; a page may be saved under the name of its host.
    ("a.rst.txt", b"x", "text/x-rst"), ("a.md.txt", FROM, MAILBOX), ("a.html.txt", b"x", PLAIN),
    ("a.org.txt", b"x", PLAIN),
    ("a.md", FROM, MAILBOX), ("a.org", b"* x", "text/org"), ("example.org", b"<html>", HTML),
    ("x.tex", b"x", "text/x-tex"), ("a.bib", b"@x", "text/x-bibtex"), ("README", b"[a](b)", PLAIN),
    ("a.wiki", b"x", "text/x-wiki"), ("a.txt", b"<html>", PLAIN), (None, b"<html>", HTML), ("a.json", b"{}", PLAIN),
    ("a.csv", b"From a@b.example", "text/csv"), ("a.tsv", b"", "text/tab-separated-values"),
    ("a.properties", b"#x\n", "text/x-java-properties"), ("a.PROPERTIES", b"<a>", "text/x-java-properties"),
    # Rotated logs and versions have suffixes like those of manual pages.
    ("a.1", b".TH A 1\n", "text/troff"), ("a.3pm", b".de Sp\n", "text/troff"), ("a.8", b".\\\" x\n", "text/troff"),
    ("a.7", b"'\\\" t\n", "text/troff"), ("a.mdoc", b".Dd x\n", "text/troff"), ("a.1", b"x\n", PLAIN),
    ("a.log.1", b"...\n", PLAIN), ("a.txt", b".TH A 1\n", PLAIN), (None, b".TH A 1\n", PLAIN),
    ("a.1", b".THX\n", PLAIN), ("a.2", FROM, MAILBOX),
    # The extension of Outlook messages is used for other files too.
    ("a.msg", COMPOUND, OUTLOOK), ("A.MSG", COMPOUND, OUTLOOK), ("a.doc", COMPOUND, PLAIN), (None, COMPOUND, PLAIN),
    ("a.msg", b"Content-Type: text/plain\n\n", MESSAGE), ("a.msg", b"no field\n", PLAIN),
    # Exports of chats have names of text and of pages.
    ("2024-05-01.json", SLACK, "application/x-slack+json"), (None, SLACK, "application/x-slack+json"),
    ("a.json", b'[{"type": "message", "body": "x"}]', PLAIN), ("a.json", b"[1]\n", PLAIN), ("a.txt", b"[1] x\n", PLAIN),
    ("result.json", b'{\n "name": "a",\n "type": "personal_chat",\n "id": 1,\n', "application/x-telegram+json"),
    ("result.json", b'{\n "about": "Here \\"it\\" is.\\n",\n "chats": {', "application/x-telegram+json"),
    ("a.json", b'{"name": "a", "type": "module"}', PLAIN),
    ("a - b [1].json", b'{\n  "guild": {\n    "id": "1",', "application/x-discord+json"),
    ("_chat.txt", b"\xe2\x80\x8e[31.12.20, 22:00:00] a: b\n", "text/x-whatsapp"),
    ("a.txt", "[1/2/20, 9:00:00\u202fPM] a: b\n".encode(), "text/x-whatsapp"),
    ("a.txt", b"12/31/2020, 22:00 - a: b\n", "text/x-whatsapp"), ("a.txt", b"12/31/2020, 22:00 something - b\n", PLAIN),
    ("a.log", b"[2020-12-31 22:00:00] a.ERROR: b\n", PLAIN), ("a.log", b"2020-12-31 22:00:00,123 - a - b\n", PLAIN),
    ("messages.html", TELEGRAM, "text/x-telegram+html"), ("a.html", b"<!DOCTYPE html>\n<html>\n<head>\n", HTML),
    ("a.html", b"<!DOCTYPE html>\n<title>a</title>\n", HTML),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "kind"), CASES)
def test_name_and_first_bytes_determine_the_media_type(name, data, kind):
    assert recognise(name, data, final=True) == kind


@pytest.mark.parametrize(("name", "data", "kind"), CASES)
def test_a_media_type_is_the_same_at_every_cut(name, data, kind):
    data = data[: HEADER + 10]
    for size in range(len(data)):
        assert recognise(name, data[:size]) in (None, kind), size
    assert recognise(name, data + b"\n" * HEADER) in (kind, PLAIN)  # more bytes do not change it


NAMES = [
    "a.HTML",
    "a.b.Html",
    "html",
    ".html",
    "a.",
    ".",
    "",
    "a/.html",
    "x.\u0130",
    "\xe9.html",
    "a.\U0001f600",
    "a.x\0",
]


def test_the_suffix_of_a_name_follows_its_last_dot_in_lower_case():
    assert [suffix_of(name) for name in NAMES] == [name.rpartition(".")[2].lower() for name in NAMES]
    assert [name for name in NAMES if by_name(name)] == ["a.HTML", "a.b.Html", "a/.html", "\xe9.html"]
