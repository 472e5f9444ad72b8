"""Uuencoded files in the text of messages are separate documents."""

import binascii
import gzip

import pytest

from uri_extract import extract
from uri_extract.limits import MAX_UUENCODED, UUENCODED_BYTES
from uri_extract.mail.uuencoded import UuencodedBlocks

HEADER = b"From: <a@b.example>\nSubject: s\n\n"
PAGE = b"<a href='http://a.example/in'>" + b"some text " * 20


def uuencoded(data, name="a.html", zero=b"`", end=b"end\n"):
    lines = (binascii.b2a_uu(data[at : at + 45], backtick=zero == b"`") for at in range(0, len(data), 45))
    return b"begin 644 " + name.encode() + b"\n" + b"".join(lines) + zero + b"\n" + end


def read(data, **options):
    problems = []
    given = {"media_type": "message/rfc822", "document": "m", **options}
    found = [(each.document, each.reference) for each in extract(data, on_problem=problems.append, **given)]
    return found, [each.kind for each in problems]


BEFORE, AFTER = b"see http://a.example/before\n", b"and http://a.example/after\n"
EXPECTED = [
    ("m!1", "http://a.example/before"), ("m!1!a.html", "http://a.example/in"), ("m!1", "http://a.example/after"),
]  # fmt: skip


@pytest.mark.parametrize("zero", [b"`", b" "])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_a_file_in_the_text_is_a_document_where_it_is(zero, ends):
    message = HEADER + BEFORE + uuencoded(PAGE, zero=zero) + AFTER
    assert read(message.replace(b"\n", ends)) == (EXPECTED, [])


def test_a_line_that_is_not_uuencode_is_left_out_of_an_encoded_body():
    text = binascii.b2a_uu(b"see http://a.example/x ")
    for line in (b"M\x80\n", b"M~~~~\n", b"#ab\x7f\n", b"\xff\xff\n", b"!\n"):
        body = b"begin 644 a\n" + text + line + text + b"end\n"
        found, kinds = read(b"Content-Transfer-Encoding: x-uuencode\n\n" + body)
        assert found.count(("m!1", "http://a.example/x")) == 2, line
        assert kinds == []


def test_a_text_may_begin_and_end_with_a_file_and_hold_several():
    text = (
        uuencoded(PAGE)
        + uuencoded(gzip.compress(b"http://a.example/z"), "b.gz")
        + BEFORE
        + uuencoded(PAGE, "c", end=b"end")
    )
    references = [("m!1!a.html", "http://a.example/in"), ("m!1!b.gz", "http://a.example/z"),
                  ("m!1", "http://a.example/before"), ("m!1!c", "http://a.example/in")]  # fmt: skip
    assert read(HEADER + text) == (references, [])


def test_a_record_says_what_is_known_of_the_message():
    [found] = extract(HEADER + uuencoded(PAGE), media_type="message/rfc822")
    assert (found.subject, found.filename, found.media_type) == ("s", "a.html", "text/html")


NONE = [
    b"begin 644 it today\nand go on.\nend\n", b"begin 644 x\n\nend of it\n", b"begin 644\nM\nend\n",
    b"begin x y\n`\nend\n",
    b"to begin 644 x\n`\nend\n", b"begin 644 x\nI AM NO DATA\nend\n", b"begin 644 x\n`\nend\n",
]  # fmt: skip


@pytest.mark.parametrize("text", NONE)
def test_text_that_begins_so_is_text(text):
    references = [reference for _, reference in EXPECTED]
    found, kinds = read(HEADER + BEFORE + text + AFTER)
    assert ([reference for _, reference in found], kinds) == ([references[0], references[2]], [])


@pytest.mark.parametrize("rest", [b"", b"and no more\n", b"\n-- \n", b"x" * 200])
def test_a_file_without_an_end_is_a_problem_and_read_as_far_as_it_goes(rest):
    block = uuencoded(PAGE).partition(b"`\nend")[0]
    found, kinds = read(HEADER + BEFORE + block + rest)
    assert (found, kinds) == (EXPECTED[:2], ["damaged"])


def test_parts_that_are_not_wanted_hold_no_files():
    assert read(HEADER + BEFORE + uuencoded(PAGE), parts="text") == (EXPECTED[:1], [])


def test_each_message_of_a_mailbox_has_its_files():
    one = b"From a@b.example Mon Jan  1 00:00:00 2024\n" + HEADER + BEFORE + uuencoded(PAGE) + AFTER + b"\n"
    found, kinds = read(one * 3, media_type="application/mbox")
    assert ([reference for _, reference in found], kinds) == ([reference for _, reference in EXPECTED] * 3, [])


def test_chunks_change_nothing():
    block = uuencoded(PAGE)
    text = (
        BEFORE
        + block
        + AFTER
        + block[:80]
        + b"\nno data\n"
        + b"begin 644 x\nM"
        + b"y" * 150
        + b"\n"
        + block
        + b"begin 6"
    )
    whole = list(UuencodedBlocks().feed(text + b"\n\0\n", 0))
    assert [each.name for each in whole] == ["a.html", "a.html", "a.html"]
    for size in (1, 2, 3, 5, 8, 50, 61, 100, 101, 102, 333):
        blocks, found = UuencodedBlocks(), []
        for at in range(0, len(text), size):
            for each in blocks.feed(text[at : at + size], at):
                assert at < each.end <= at + size
                found.append(each)
        found += blocks.feed(b"\n\0\n", len(text))
        assert found == whole


def test_a_file_that_is_too_long_is_a_problem(monkeypatch):
    monkeypatch.setattr("uri_extract.mail.uuencoded.MAX_CONTAINED", 200)
    found, kinds = read(HEADER + BEFORE + uuencoded(PAGE + b"x" * 900) + AFTER)
    assert (found, kinds) == (EXPECTED, ["contained-too-long"])


def test_of_many_short_files_only_some_are_read_and_one_problem_says_so():
    short = uuencoded(b"http://a.example/", "a")
    text = BEFORE + short * 1000 + AFTER
    found, kinds = read(HEADER + text)
    most = MAX_UUENCODED + len(text) // UUENCODED_BYTES
    assert most - 5 <= sum(name == "m!1!a" for name, _ in found) <= most
    assert kinds == ["too-many-members"]
    assert found[-1] == EXPECTED[-1]
    assert read(HEADER + short * MAX_UUENCODED)[1] == []


def test_any_number_of_ordinary_files_is_read():
    found, kinds = read(HEADER + uuencoded(PAGE * 3) * 200)
    assert (len(found), kinds) == (600, [])
