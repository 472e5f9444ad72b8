"""References in messages and their positions, for all chunks."""

import gc
import itertools
import weakref

import pytest
from tests.formats.options import with_options
from tests.mail.cases import cases, line_of, lines, scan

from uri_extract import extract
from uri_extract.decode.encoded_words import text_of
from uri_extract.formats import scanner_for
from uri_extract.limits import MAX_FIELD
from uri_extract.mail.scanner import MailScanner
from uri_extract.rows.details import Origin
from uri_extract.text.options import ScanOptions

CASES = [pytest.param(message, found, id=title) for title, message, found in cases()]


@pytest.mark.parametrize(("message", "expected"), CASES)
def test_found_is_what_the_case_says(message, expected):
    found, problems = scan(message)
    assert [line_of(each) for each in found] == expected
    assert not problems


@pytest.mark.parametrize(("message", "expected"), CASES)
def test_chunks_do_not_matter(message, expected):
    for text in (message, message.replace(b"\n", b"\r\n")):
        whole = scan(text)
        assert [line_of(each) for each in whole[0]] == expected
        for size in (1, 5, 7, 64):
            assert scan(text, size) == whole


@pytest.mark.parametrize(("message", "expected"), CASES)
def test_lines_of_records_named_by_the_message_count_from_its_start(message, expected):
    for text in (message, message.replace(b"\n", b"\r\n")):
        for each in scan(text)[0]:
            if each.document == "m":
                assert each.line == text.count(b"\n", 0, each.start) + 1


@pytest.mark.parametrize("size", [None, 1, 64])
@pytest.mark.parametrize("line_break", [b"\n", b"\r\n"])
def test_raw_of_a_folded_field_has_its_line_breaks(line_break, size):
    message = b"Subject: \xfc <http://a.exa\n  mple/x\n\ty>, http://b.example/ x\n"
    message += b"X-A: <http://c.exa\n  mple/\xc3\xbc>\n\n"
    message = message.replace(b"\n", line_break)
    found, _ = scan(message, size)
    assert [each.reference for each in found] == ["http://a.example/xy", "http://b.example/", "http://c.example/\xfc"]
    assert [each.raw.encode() for each in found] == [message[each.start : each.end] for each in found]


@pytest.mark.parametrize(("message", "expected"), CASES)
def test_lines_are_those_of_the_occurrences(message, expected):
    found, _ = scan(message)
    expected = b"".join((each.target or each.reference).encode() + b"\n" for each in found)
    for size in (1, 1000):
        assert lines(message, size) == expected


@pytest.mark.parametrize("options", [{}, {"places": False}, {"refang": True}, {"contained": True}, {"base": "x:/"}])
def test_a_scanner_that_is_restarted_has_forgotten_the_last_message(options):
    told, problems = [], []
    scanner = with_options(MailScanner, origin=Origin("o"), on_problem=told.append, **options)
    for number, (_, message, _) in enumerate(cases()):
        if number % 5 == 0:  # the previous message is not closed
            scanner.restart(None, Origin("o"))
            scanner.read(message[: len(message) // 2])
        told.clear()
        problems.clear()
        scanner.restart(options.get("base"), Origin("m"), "latin-1" if number % 3 == 0 else None)
        charset = {"charset": "latin-1"} if number % 3 == 0 else {}
        new = with_options(MailScanner, origin=Origin("m"), on_problem=problems.append, **options, **charset)
        again, page = (each.read(message, final=True) for each in (scanner, new))
        assert again.occurrences() == page.occurrences()
        assert again.documents == page.documents
        assert told == problems


def test_the_rest_of_a_field_over_the_limit_is_read_as_text():
    message = b"X: http://a.example/" + b" word" * (MAX_FIELD // 5) + b" http://b.example/\nY: z\n\nhttp://c.example/\n"
    for size in (None, 1 << 16, 2 << 20):
        found, problems = scan(message, size)
        assert [(each.reference, each.field) for each in found] == [
            ("http://a.example/", "X"), ("http://b.example/", None), ("http://c.example/", None),
        ]  # fmt: skip
        assert [each.kind for each in problems] == ["field-too-long"]


@pytest.mark.parametrize("size", [None, 100000])
def test_the_lines_of_a_field_over_the_limit_are_counted(size):
    message = (
        b"X: a" + b"\n word" * (MAX_FIELD // 2) + b" http://b.example/\nY: http://c.example/\n\nhttp://d.example/\n"
    )
    found, _ = scan(message, size)
    assert [each.line for each in found] == [MAX_FIELD // 2 + 1, MAX_FIELD // 2 + 2, 1]


def test_options_leave_out_headers_and_parts():
    message = b"X-URL: http://h.example/\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\nhttp://t.example/\n"
    message += b"--b\nContent-Type: text/html\n\n<a href=http://l.example/>x</a>\n--b--\n"
    for options, expected in (
        ({}, "h t l"), ({"headers": False}, "t l"), ({"parts": "text"}, "h t"), ({"parts": "html"}, "h l"),
        ({"headers": False, "parts": "html"}, "l"),
    ):  # fmt: skip
        found, _ = scan(message, **options)
        assert [each.reference for each in found] == [f"http://{name}.example/" for name in expected.split()]


def test_the_message_id_is_in_every_record_wherever_it_is():
    message = b"X-URL: http://h.example/\nLink: <l>\nMessage-ID: <1@x>\n\nhttp://b.example/\n"
    for size in (1, 1000):
        found, _ = scan(message, size)
        assert [each.message_id for each in found] == ["1@x"] * 3


@pytest.mark.parametrize("size", [1, 100, 10_000])
def test_the_message_id_of_a_part_is_not_that_of_its_message(size):
    message = (
        b"Content-Type: multipart/mixed; boundary=b\n\nhttp://a.example/\n"
        + b"\n" * 4000
        + b"--b\nMessage-ID: <1@x>\n\n"
        b"http://b.example/\n"
    )
    found, _ = scan(message, size)
    assert [(each.reference, each.message_id) for each in found] == [
        ("http://a.example/", None), ("http://b.example/", None),
    ]  # fmt: skip


def test_options_of_text_hold_for_fields_and_parts():
    message = b"From: ada@example.org\n\nhxxp://a[.]example/ www.example.org bob@example.org\n"
    found, _ = scan(message, refang=True, suffix=True, mail_addresses=True)
    assert [each.target for each in found] == [
        "mailto:ada@example.org", "http://a.example/", "http://www.example.org", "mailto:bob@example.org",
    ]  # fmt: skip
    assert [message[each.start : each.end] for each in found] == [
        b"ada@example.org", b"hxxp://a[.]example/", b"www.example.org", b"bob@example.org",
    ]  # fmt: skip


def test_embedded_documents_are_in_pages_if_they_are_asked_for():
    message = b"Content-Type: application/zip; name=a.zip\nContent-Transfer-Encoding: base64\n\nUEsDBA==\n"
    scanner = scanner_for("message/rfc822", ScanOptions(contained=True), origin=Origin("m"))
    ((before, inside),) = scanner.read(message, final=True).documents
    assert before == 0
    assert (inside.origin.document, inside.origin.message_id) == ("m!1", None)
    assert tuple(inside)[1:] == ("a.zip", "application/zip", [b"PK\x03\x04"], 4, None)


def test_parameters_may_hold_any_bytes():
    for value in (b"\"utf-8''caf\xe9%E9.txt\"", b'"\xff%ff\xed\xa0\x80"', b"''\x80"):
        message = b"Content-Type: text/plain; name*=" + value + b"; x*0*=" + value + b"\n\nhttp://a.example/\n"
        assert [each.reference for each in extract(message, media_type="message/rfc822")] == ["http://a.example/"]


def test_no_object_holds_its_owner():
    message = (
        b"From: a@b.example\nContent-ID: <c@d>\nContent-Type: multipart/mixed; boundary=q\n\n--q\n\nhttp://a/\n--q\n"
    )
    message += b"Content-Type: text/html\n\n<a href=cid:c@d>\n--q\nContent-Type: application/zip\n\nPK\x03\x04\n--q\n"
    message += (
        b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogaHR0cDovL2UvCgpmCg==\n--q--\n"
    )
    gc.collect()
    gc.disable()
    try:
        scanner = MailScanner(ScanOptions(contained=True), origin=Origin("m"))
        output = weakref.ref(scanner._output)
        assert len(scanner.read(message, final=True)) == 3
        del scanner
        assert output() is None
    finally:
        gc.enable()


def test_a_subject_is_unfolded_and_its_white_space_collapsed():
    pieces = b"a|b c| |\t|\r\n |\n\t|\r|\x0b|\x1c|\x01|\xc3\xa9|\xe9|=|?".split(b"|")
    for parts in itertools.product(pieces, repeat=3):
        value = b"".join(parts)
        data = b"Subject: " + value + b"\r\n\r\nhttp://a.example/\r\n"
        with MailScanner() as scanner:
            found = scanner.feed(data) + scanner.close()
        text = value.replace(b"\r\n", b"").replace(b"\n", b"").decode("utf-8", "replace")
        assert found[-1].subject == " ".join(text.split()), value


def test_encoded_words_in_a_subject_are_decoded_after_it_is_unfolded():
    pieces = (b"=?utf-8?q?a=3A?=", b"=?utf-8?q?x", b"?=", b"=?", b"b", b" ", b"\r\n ", b"=?koi8-r?b?wcE=?=")
    for parts in itertools.product(pieces, repeat=4):
        value = b"".join(parts)
        with MailScanner() as scanner:
            found = scanner.feed(b"Subject: " + value + b"\r\n\r\nhttp://a.example/\r\n") + scanner.close()
        text = text_of(value.replace(b"\r\n", b"")).decode()
        assert found[-1].subject == " ".join(text.split()), value
