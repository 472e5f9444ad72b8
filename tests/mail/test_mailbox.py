"""Mailboxes: the messages in them, which are the same for all cuts into chunks."""

import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from uri_extract import Scanner, UriExtractError
from uri_extract._compat._variants import load
from uri_extract.formats import scanner_for
from uri_extract.mail._mbox import Mbox
from uri_extract.mail._message import Reader
from uri_extract.mail.from_line import separates
from uri_extract.mail.mailbox import Babyl, Mmdf
from uri_extract.text.options import ScanOptions

FILE = Path(__file__).with_name("mailboxes.txt")
SIGNS = {"⟦A⟧": "\x01", "⟦1F⟧": "\x1f", "⟦FF⟧": "\f", "⟦70⟧": "-" * 70, "⟦30⟧": "-" * 30}


def read_cases():
    title, lines, expected = None, [], []
    for line in [*FILE.read_text("utf-8").splitlines(), "== "]:
        if line.startswith("== "):
            if title:
                yield pytest.param("".join(lines), expected, id=title)
            title, lines, expected = line[3:], [], []
        elif line.startswith("|"):
            text = line[2:]
            for sign, meant in SIGNS.items():
                text = text.replace(sign, meant)
            lines.append(text + "\n")
        elif line.startswith("-> "):
            name, *references = line[3:].split(" ")
            expected += [(f"m!{name}", reference) for reference in references]


CASES = list(read_cases())


def read(data, cut=None, **options):
    scanner = Scanner("application/mbox", document="m", **options)
    found = []
    for at in range(0, len(data), cut or len(data) or 1):
        found += scanner.feed(data[at : at + (cut or len(data))])
    return found + scanner.close()


def told(found):
    return [(each.document, each.reference) for each in found]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_messages(text, expected):
    data = text.encode()
    whole = read(data)
    assert told(whole) == expected
    for cut in (1, 2, 3, 7, 64):
        assert read(data, cut) == whole
    for each in whole:
        if each.end - each.start == len(each.raw):  # not encoded, and without a mark removed from it
            assert data[each.start : each.end].decode() == each.raw


@pytest.mark.parametrize(("text", "expected"), [case for case in CASES if "Content-Length" not in case.id])
def test_messages_with_carriage_returns(text, expected):
    data = text.encode().replace(b"\n", b"\r\n")
    whole = read(data)
    assert told(whole) == expected
    for cut in (1, 5):
        assert read(data, cut) == whole


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_lines_are_those_of_occurrences(text, expected):
    scanner = scanner_for("application/mbox", ScanOptions(places=False))
    data = text.encode()
    lines = b"".join(scanner.read(data[at : at + 50]).lines() for at in range(0, len(data), 50))
    lines += scanner.read(b"", final=True).lines()
    assert lines.decode().splitlines() == [reference for _, reference in expected]


@pytest.mark.parametrize("data", [b"", b"\n", b"From ", b"From a@b Mon Jan  1 00:00:00 2001", b"\x01\x01\x01\x01",
                                  b"BABYL OPTIONS:", b"BABYL OPTIONS:\n\x1f\x0c\n",
                                  b"BABYL OPTIONS:\nhttp://a.example/"])  # fmt: skip
def test_nothing_is_found_in_what_is_empty(data):
    assert read(data) == []
    assert read(data, 1) == []


FROM = b"From a@example.org Mon Jan  1 00:00:00 2001\n"


def test_a_header_of_any_size_is_not_an_obstacle():
    data = FROM + b"X: " + b"x" * 300_000 + b"\nX-URL: http://a.example/1\n\n>From http://a.example/2 on\n\n"
    data += FROM + b"X-URL: http://a.example/3\n"
    expected = [("m!1", "http://a.example/1"), ("m!1!1", "http://a.example/2"), ("m!2", "http://a.example/3")]
    for cut in (None, 1000, 65536):
        assert told(read(data, cut)) == expected


def test_content_length_is_believed_as_far_as_can_be_held():
    inner = b"\n" + FROM + b"X-URL: http://a.example/1\n"
    behind = FROM + b"X-URL: http://a.example/2\n"
    for size, expected in ((3_000_000, ["m!1!1", "m!2"]), (5_000_000, ["m!2", "m!3"])):
        body = inner + b"text\n" * (size // 5)
        data = FROM + b"Content-Length: %d\n\n" % len(body) + body + b"\n" + behind
        for cut in (None, 100_000):
            assert [each.document for each in read(data, cut)] == expected


def test_a_closed_scanner_takes_nothing():
    scanner = Scanner("application/mbox")
    scanner.feed(FROM)
    scanner.close()
    with pytest.raises(UriExtractError, match="closed"):
        scanner.feed(b"")


def test_without_a_name_there_are_no_names():
    scanner = Scanner("application/mbox")
    [found] = scanner.feed(FROM + b"X-URL: http://a.example/1\n\n") + scanner.close()
    assert found.document is None


@pytest.mark.long
@pytest.mark.parametrize("shape", [b"\nFrom x", b">From x\n", b"\n>From \n", b"\n-------", b"\n" + FROM, b"\n>>>>",
                                   b"\n\n", b"\r\n\r", b"Content-Length: 9\n\n",
                                   b"\n" + b"-" * 30 + b"\n\nFrom: x\nDate: y\n"],
                         ids=str)  # fmt: skip
def test_held_bytes_are_bounded(shape):
    scanner = scanner_for("application/mbox")
    scanner.read(FROM + b"Subject: x\n\n")
    for _ in range(40):
        scanner.read((shape * 20_000)[:20_000])
        splitter = scanner._splitter
        assert len(splitter.window) + splitter.size < 200_000


PIECES = [
    b"From ", b"a@b.example", b" Mon Jan  1 00:00:00 2001", b"\n", b"\n", b"\n\n", b"\r\n", b">", b">From ", FROM,
    b"\n" + FROM,
    b"Subject: x\n", b"From: y\n", b"Content-Length: 30\n", b"Content-Length: 9\n", b"-" * 30 + b"\n\n",
    b"-" * 70 + b"\n\n",
    b"------- Forwarded Message\n\n", b"\x01\x01\x01\x01\n", b"\x1f\x0c\n", b"1,,\n", b"*** EOOH ***\n",
    b"http://a.example/x ", b"text ", b" ", b"-", b"\x1f", b"\x01", b"Content-Transfer-Encoding: base64\n",
    b"Content-Type: multipart/mixed\n",
]  # fmt: skip


class Recorder(Reader):
    """Records the pieces that splitters deliver, and checks that each is at its position in the file."""

    def __init__(self, data):
        self.data = data
        self.handed = [["", b""]]

    def begin(self, name):
        self.handed.append([name, b""])

    def take(self, window, at, begin, end, document=None):
        piece = window[begin:end]
        assert len(piece) == end - begin
        assert self.data[at : at + len(piece)] == piece
        self.handed[-1][1] += piece

    def end(self):
        self.handed.append(["", b""])


@pytest.mark.parametrize("kind", [Mbox, Mmdf, Babyl])
def test_any_input_is_split_alike_in_all_chunks(kind):
    chance = random.Random(1)
    beginning = {Mbox: b"", Mmdf: b"\x01\x01\x01\x01\n", Babyl: b"BABYL OPTIONS:\n\x1f"}[kind]
    for _ in range(300):
        data = beginning + b"".join(chance.choices(PIECES, k=chance.randrange(1, 40)))
        results = []
        for size in (len(data), 1, 5, 33):
            recorder = Recorder(data)
            splitter = kind(recorder, "m")
            for at in range(0, len(data), size):
                splitter.feed(data[at : at + size])
            splitter.feed(b"", final=True)
            results.append(recorder.handed)
        assert results == [results[0]] * 4


def test_the_shortcut_for_envelopes_with_the_usual_date_decides_as_the_rule_does():
    shortcut = load("uri_extract.mail._mbox", False).Mbox.separates
    dice = random.Random(1)
    lines = (
        "Subject: a", "X-y:z", "Subject : a", "Subject\t:a", "http://a.example/", "a b: c", ":", " x: y", "\xe9: a", "",
        "a" * 80 + ": b", "a" * 77 + ":", ">From a@b Thu Jan  4 10:31:30 2001", "Date: x\r", "From: a", "no colon",
    )  # fmt: skip
    for _ in range(4000):
        follows = "\n".join(dice.choices(lines, k=dice.randrange(3)))
        date = dice.choice(("Thu Jan  4 10:31:30 2001", "Thu Jan 14 10:31:30 2001\r", "Thu, 4 Jan 2001 10:31", "x"))
        window = f"From {dice.choice(('a@b', '-', 'a b'))} {date}\n{follows}".encode("latin-1")
        splitter = SimpleNamespace(window=window, offset=0, end=len(window))
        for after_empty in (False, True):
            expected = separates(window, 0, len(window), after_empty)
            assert bool(shortcut(splitter, 0, after_empty)) == expected, (window, after_empty)
