"""Web archives and mailboxes in parts: documents are numbered, and the output is that of the whole file."""

import os
import random
import signal
import zlib
from itertools import product

import pytest
from tests.jobs.conftest import mailbox

from uri_extract.cli import main
from uri_extract.cli.run import _Run
from uri_extract.cli.work import Work
from uri_extract.jobs import pool, tasks
from uri_extract.jobs.messages import RESUME
from uri_extract.scan import kernels

ARGUMENTS = [
    [], ["--format", "jsonl"], ["--unique", "--format", "csv"], ["--with-context", "30", "--format", "jsonl"],
    ["--redact", "--format", "tsv"], ["--suffix", "--scheme", "http"],
]  # fmt: skip


def member(data, level=6):
    packer = zlib.compressobj(level, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def record(number, body, kind=b"text/plain", length=None):
    return (
        b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://r.example/%d/\r\nContent-Type: %s\r\n"
        b"Content-Length: %d\r\n\r\n%s\r\n\r\n" % (number, kind, len(body) if length is None else length, body)
    )


def page(number, chance):
    links = b"".join(
        b"<p><a href=%d>%d</a> http://t.example/%d\n" % (each, chance.getrandbits(60), each)
        for each in range(chance.randrange(1, 80))
    )
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: <http://l.example/%d>\r\n\r\n" % number + links


MAIL = (
    b"From: a@b.example\r\nSubject: s\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n"
    b"--b\r\nContent-Type: text/html\r\n\r\n<img src=cid:i>\r\n--b\r\nContent-ID: <i>\r\n\r\nhttp://i.example/\r\n--b--\r\n"
)


def archive(seed, packed, damaged):
    """Return an archive of many kinds of records, some of which contain records like those of the archive."""
    chance = random.Random(seed)
    wrapped = member if packed else lambda data, level=6: data
    found = []
    for number in range(120 if "compiled" in kernels else 50):
        inner = [record(each, b"http://in.example/%d/%d\n" % (number, each) * 20) for each in range(40)]
        kind = chance.randrange(14 if damaged else 9)
        if kind < 4:
            found.append(wrapped(record(number, page(number, chance), b"application/http; msgtype=response")))
        elif kind == 4:
            found.append(wrapped(record(number, MAIL, b"message/rfc822")))
        elif kind == 5:  # stored, so that the signatures of the inner members are in the file
            found.append(wrapped(record(number, b"".join(map(member, inner)), b"application/octet-stream"), 0))
        elif kind == 6:
            found.append(wrapped(record(number, b"".join(inner), b"application/octet-stream"), chance.choice((0, 6))))
        elif kind == 7:
            found.append(wrapped(record(number, b"http://one.example/") + record(number, b"http://two.example/")))
        elif kind == 8:
            found.append(wrapped(record(number, b"http://big.example/%d " % number * chance.randrange(2000))))
        elif kind == 9:
            found.append(wrapped(record(number, b"http://short.example/", length=chance.choice((5, 5000)))))
        elif kind == 10:
            found.append(wrapped(b"no record http://g.example/\r\n") + wrapped(record(number, b"http://h.example/")))
        else:
            data = bytearray(wrapped(record(number, page(number, chance))))
            data[chance.randrange(len(data))] ^= chance.randrange(1, 256)
            found.append(chance.randbytes(chance.choice((0, 300))) + data[: chance.choice((None, len(data) // 2))])
    return b"".join(found)


def output(tmp_path, capfd, jobs, *arguments):
    path = tmp_path / f"out{jobs}"
    status = main(["-j", str(jobs), "-o", str(path), *map(str, arguments)])
    return status, path.read_bytes(), capfd.readouterr().err


@pytest.fixture
def few(small_parts, monkeypatch):
    """Make parts small, and return a list with an item for each part."""
    small_parts(8000)
    count = []
    planned = tasks._of_big
    monkeypatch.setattr(tasks, "_of_big", lambda *a: (count.append(1) or each for each in planned(*a)))
    return count


@pytest.mark.parametrize(
    ("packed", "damaged", "arguments"),
    [
        pytest.param(
            packed, damaged, each, marks=() if each == ARGUMENTS[1] or (packed and damaged) else pytest.mark.long
        )
        for packed, damaged, each in product([False, True], [False, True], ARGUMENTS)
    ],
)
def test_a_web_archive_in_parts_is_the_archive(tmp_path, capfd, few, packed, damaged, arguments):
    path = tmp_path / "a.warc"
    path.write_bytes(archive(5, packed, damaged))
    expected = output(tmp_path, capfd, 1, *arguments, path)
    assert not few
    assert output(tmp_path, capfd, 2, *arguments, path) == expected
    assert len(few) > 8
    assert expected[0] == (3 if damaged else 0)


@pytest.mark.parametrize("arguments", ARGUMENTS)
@pytest.mark.parametrize("variant", ["mboxcl", "mmdf"])
def test_messages_are_numbered_as_in_the_whole_mailbox(tmp_path, capfd, few, variant, arguments):
    path = tmp_path / "m.mbox"
    path.write_bytes(mailbox(4, variant))
    expected = output(tmp_path, capfd, 1, *arguments, path)
    assert output(tmp_path, capfd, 2, *arguments, path) == expected
    assert len(few) > 3 or "--with-context" in arguments


def test_a_record_over_many_parts_is_read_once(tmp_path, capfd, few):
    """Parts that begin inside the record are empty; the next record is found."""
    path = tmp_path / "a.warc.gz"
    count = 1500 if "compiled" in kernels else 400
    inner = b"".join(member(record(each, b"http://in.example/%d " % each * 90)) for each in range(count))
    path.write_bytes(
        member(record(1, b"http://first.example/"))
        + member(record(2, inner), 0)
        + member(record(3, b"http://c.example/"))
    )
    expected = output(tmp_path, capfd, 1, "--format", "jsonl", path)
    assert expected[1].count(b"\n") == count * 90 + 2
    assert output(tmp_path, capfd, 2, "--format", "jsonl", path) == expected
    assert len(few) > count // 75


def test_an_archive_in_one_member_is_one_part(tmp_path, capfd, few):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(member(archive(1, False, False)))
    assert output(tmp_path, capfd, 2, path) == output(tmp_path, capfd, 1, path)
    assert len(few) == 1


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("packed", [False, True])
def test_a_run_that_ends_in_a_web_archive_is_gone_on_from(tmp_path, capfd, few, monkeypatch, jobs, packed):
    path = tmp_path / "a.warc"
    path.write_bytes(archive(5, packed, True))
    arguments = ["--format", "jsonl", path]
    expected = output(tmp_path, capfd, 1, *arguments)
    arguments += ["--checkpoint", tmp_path / "c"]
    take, taken = _Run._take, []

    def end(self, messages):
        taken.extend(message for message in messages if message[0] == RESUME)
        if len(taken) > 5:
            raise KeyboardInterrupt
        take(self, messages)

    monkeypatch.setattr(_Run, "_take", end)
    assert main(["-j", str(jobs), "-o", str(tmp_path / "out"), *map(str, arguments)]) == 130
    monkeypatch.setattr(_Run, "_take", take)
    capfd.readouterr()
    assert output(tmp_path, capfd, 3 - jobs, *arguments) == expected


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_process_that_dies_in_a_web_archive_loses_nothing(tmp_path, capfd, few, monkeypatch):
    monkeypatch.setattr(pool, "_METHOD", "fork")
    path = tmp_path / "a.warc.gz"
    path.write_bytes(archive(3, True, True))
    expected = output(tmp_path, capfd, 1, "--format", "jsonl", path)
    work = Work.__call__

    def dying(self, inputs, unbuffered):
        note = tmp_path / f"note{inputs[0].part.start}"
        for number, message in enumerate(work(self, inputs, unbuffered)):
            yield message
            if number == 3 and not note.exists():
                note.touch()
                os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(Work, "__call__", dying)
    assert output(tmp_path, capfd, 2, "--format", "jsonl", path) == expected
    assert len(list(tmp_path.glob("note*"))) > 8
