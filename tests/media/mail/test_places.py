"""Places: what stands in the file from ``start`` to ``end`` is what was found, whatever encoded it."""

import base64
import quopri
import random

import pytest
from tests.media.mail.cases import scan

from uri_extract.limits import MAX_NESTING
from uri_extract.media.mail import bodies, messages, reader

CODINGS = {
    "8bit": (bytes, bytes),
    "quoted-printable": (quopri.encodestring, quopri.decodestring),
    "base64": (base64.encodebytes, None),
}


def made(dice, charset):
    """Return a text with references in it, and those."""
    references = [f"http://a{number}.example/" + "x" * dice.randrange(60) for number in range(30)]
    words = ["tide", "é" if charset != "us-ascii" else "e", "moon", "\n", "low\n", "of"]
    text = "".join(f"{reference} {' '.join(dice.choices(words, k=dice.randrange(9)))}\n" for reference in references)
    return text.encode(charset), references


@pytest.mark.parametrize("charset", ["us-ascii", "utf-8", "iso-8859-1"])
@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("kind", ["plain", "html"])
def test_start_and_end_are_those_of_the_file(charset, coding, kind):
    dice = random.Random(f"{charset}{coding}")
    text, references = made(dice, charset)
    encode, decode = CODINGS[coding]
    header = f"Content-Type: text/{kind}; charset={charset}\nContent-Transfer-Encoding: {coding}\n\n".encode()
    message = header + encode(text)
    for size in (13, 100_000):
        found, _ = scan(message, size)
        assert [each.reference for each in found] == references
        for each in found:
            line = text.split(b"\n")[each.line - 1]
            assert line[each.column - 1 :].startswith(each.reference.encode())
            stood = message[each.start : each.end]
            if decode is not None:
                assert decode(stood).decode() == each.reference
            else:
                first = len(message[len(header) : each.start].replace(b"\n", b"")) // 4 * 3
                assert text[first:].find(each.reference.encode()) in (0, 1, 2)


def test_a_reference_in_a_folded_field_ends_where_its_last_line_has_it():
    header = b"X-A: <http://a.example/one\n  two>\nX-B: =?us-ascii?q?<http://b.example/one?=\n two>\n"
    nested = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n"
    for message in (header + b"\n", nested + header.replace(b"=", b"=3D") + b"\n"):
        found, _ = scan(message)
        stood = [message[each.start : each.end].replace(b"=3D", b"=") for each in found]
        assert stood == [b"http://a.example/one\n  two", b"=?us-ascii?q?<http://b.example/one?=\n two"]


def test_pieces_of_a_file_that_do_not_touch_keep_their_places():
    core = messages.Messages(document="box")
    file = b"X: y\n\n>From http://a.example/\nhttp://b.example/\n>From x http://c.example/\n"
    core.begin("box!1")
    for begin, end in ((0, 6), (7, 48), (49, len(file))):
        core.take(file, begin, begin, end)
    core.end()
    found = core.close()
    assert [file[each.start : each.end].decode() for each in found] == [each.reference for each in found]
    assert [each.line for each in found] == [1, 2, 3]


def test_messages_go_through_one_reader_and_keep_apart():
    core = messages.Messages(document="box")
    found, at = [], 0
    for number in range(50):
        message = f"Message-ID: <{number}@x>\nX-URL: http://h{number}.example/\n\n<http://b{number}.example/\n".encode()
        core.begin(f"box!{number}")
        core.take(message, at)
        core.end()
        at += len(message)
        found += core.found()
    found += core.close()
    assert [(each.document, each.line, each.message_id) for each in found] == [
        (f"box!{number}{part}", line, f"{number}@x") for number in range(50) for part, line in (("", 2), ("!1", 1))
    ]


# -- limits ------------------------------------------------------------------------------------------------------


def test_a_field_that_is_too_long_is_a_problem_and_nothing_of_it_is_lost(monkeypatch):
    monkeypatch.setattr(reader, "MAX_FIELD", 1000)
    references = [f"http://a{number}.example/" for number in range(200)]
    message = (
        "X-Long: " + "\n ".join(references) + "\nX-Next: http://next.example/\n\nhttp://body.example/\n"
    ).encode()
    whole = scan(message)
    assert [each.reference for each in whole[0]] == [*references, "http://next.example/", "http://body.example/"]
    assert [(problem.kind, problem.offset) for problem in whole[1]] == [("field-too-long", 0)]
    for size in (1, 7, 999, 1000, 1001):
        assert [each.reference for each in scan(message, size)[0]] == [each.reference for each in whole[0]]


@pytest.mark.parametrize("media_type", ["multipart/mixed", "message/rfc822"])
def test_what_is_nested_too_deep_is_read_as_text(media_type):
    depth = MAX_NESTING * 30
    if media_type == "message/rfc822":
        message = b"Content-Type: message/rfc822\n\n" * depth
    else:
        message = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (k, k) for k in range(depth))
    whole = scan(message + b"\nhttp://end.example/\n")
    assert [each.reference for each in whole[0]] == ["http://end.example/"]
    assert [problem.kind for problem in whole[1]] == ["nested-too-deep"]
    assert scan(message + b"\nhttp://end.example/\n", 1000) == whole


def test_a_document_inside_that_is_too_long_is_passed_over(monkeypatch):
    monkeypatch.setattr(bodies, "MAX_CONTAINED", 100)
    message = b"Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(b"x" * 101)
    found, problems = scan(message, 10, contained=True)
    assert not found
    assert [problem.kind for problem in problems] == ["contained-too-long"]


def test_what_is_held_for_parts_goes_out_beyond_a_limit(monkeypatch):
    monkeypatch.setattr(messages, "MAX_HELD_PARTS", 10)
    part = b"--b\nContent-Type: text/html\n\n<img src=cid:x@y>\n"
    end = b"--b\nContent-ID: <x@y>\n\n--b--\n"
    for count, named in ((9, "m!10"), (10, None)):
        message = b"Content-Type: multipart/related; boundary=b\n\n" + part * count + end
        for size in (5, 50, 5000):
            found, _ = scan(message, size)
            assert [each.refers_to for each in found] == [named] * count
