"""The command on mail: mailboxes, folders and messages as people keep them."""

import io
import json
import sys
from itertools import pairwise

import pytest

from uri_extract.cli import main

MESSAGE = b"""\
List-Archive: <http://list.example/>
From: a@example.org
MIME-Version: 1.0
Message-ID: <1@example.org>
Content-Type: multipart/alternative; boundary=x

--x

see http://text.example/ there
--x
Content-Type: text/html

<a href="http://html.example/">x</a>
--x--
"""
FROM = b"From a@example.org Mon Jan  1 00:00:00 2001\n"


@pytest.fixture
def run(monkeypatch, capfdbinary):
    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = stop.code
        sys.stdout.flush()
        return status, capfdbinary.readouterr().out.decode().split()

    return run


ALL = ["http://list.example/", "http://text.example/", "http://html.example/"]


def test_mailbox_maildir_and_message(run, tmp_path):
    (tmp_path / "inbox.mbox").write_bytes(FROM + MESSAGE + b"\n" + FROM + MESSAGE)
    for name in ("cur", "new", "tmp"):
        (tmp_path / "Maildir" / name).mkdir(parents=True)
    (tmp_path / "Maildir" / "new" / "1.host").write_bytes(MESSAGE)
    (tmp_path / "message.eml").write_bytes(MESSAGE)
    paths = [tmp_path / name for name in ("inbox.mbox", "Maildir", "message.eml")]
    assert run(*paths) == (0, ALL * 4)
    assert run("--unique", *paths) == (0, ALL)
    _, lines = run("--format", "jsonl", *paths)
    names = [json.loads(line)["document"].removeprefix(f"{tmp_path}/") for line in lines]
    assert names == [
        f"{message}{part}"
        for message in ("inbox.mbox!1", "inbox.mbox!2", "Maildir/new/1.host", "message.eml")
        for part in ("", "!1", "!2")
    ]
    assert {json.loads(line)["message_id"] for line in lines} == {"1@example.org"}


@pytest.mark.parametrize("data", [MESSAGE, FROM + MESSAGE])
def test_standard_input(run, data):
    assert run(stdin=data) == (0, ALL)
    assert run("--no-headers", stdin=data) == (0, ALL[1:])
    assert run("--parts", "text", stdin=data) == (0, ALL[:2])
    assert run("--parts", "html", stdin=data) == (0, [ALL[0], ALL[2]])
    assert run("--parts", "html", "--no-headers", stdin=data) == (0, ALL[2:])
    assert run("--parts", "html", "--scheme", "http", stdin=data) == (0, [ALL[0], ALL[2]])


def test_options_of_mail_mean_nothing_elsewhere(run):
    assert run("--no-headers", "--parts", "html", stdin=b"see http://a.example/") == (0, ["http://a.example/"])
    assert run("--parts", "text", stdin=b"<!doctype html><a href=http://a.example/>") == (0, ["http://a.example/"])


def test_declared(run):
    assert run("--media-type", "application/mbox", stdin=b"X-URL: http://a.example/\n") == (0, ["http://a.example/"])
    assert run("--media-type", "text/plain", "--scheme", "http", stdin=MESSAGE)[1] == ALL


def test_unique(run):
    data = b"http://b.example/ http://a.example/ http://b.example/ http://a.example/\n" * 3
    assert run("--unique", stdin=data) == (0, ["http://b.example/", "http://a.example/"])
    assert run("--unique", "--scheme", "http", stdin=data) == (0, ["http://b.example/", "http://a.example/"])
    _, lines = run("--unique", "--format", "jsonl", stdin=data)
    assert [json.loads(line)["start"] for line in lines] == [0, 18]
    # Printed values are compared: two references may have one target.
    data = b"http://a.example/x/../y http://a.example/y"
    assert run("--unique", stdin=data)[1] == ["http://a.example/y"]
    assert len(run("--unique", "--reference", stdin=data)[1]) == 2


def test_explain_reads_only_the_requested_parts(run):
    mail = b"Subject: http://s.example/\nContent-Type: text/html\n\n<a href=http://h.example/>\n"
    for flags, found in [
        ([], ["http://s.example/", "http://h.example/"]),
        (["--no-headers"], ["http://h.example/"]),
        (["--parts", "text"], ["http://s.example/"]),
    ]:
        words = run("--explain", "--media-type", "message/rfc822", *flags, stdin=mail)[1]
        assert [what for word, what in pairwise(words) if word == "found"] == found


def test_joins_says_how_sure_a_join_must_be(run):
    text = b"From: a@b.example\n\nthe words before a reference make a line as long as lines are, http://a.example/\ntides\n"
    assert run("--joins", "sure", stdin=text) == (0, ["http://a.example/"])
    assert run("--joins", "likely", stdin=text) == run(stdin=text) == (0, ["http://a.example/tides"])
    follows = text.replace(b"tides", b"tides follow")
    assert run(stdin=follows) == (0, ["http://a.example/"])
    assert run("--joins", "all", stdin=follows) == (0, ["http://a.example/tides"])
