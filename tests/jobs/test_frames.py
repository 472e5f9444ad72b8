"""A process receives the messages that another one sends, on every system."""

import multiprocessing.connection  # noqa: F401 - imported before a test pretends to be on Windows
import os
import runpy
import sys
from multiprocessing import Pipe
from threading import Thread
from unittest.mock import ANY

import pytest

from uri_extract.jobs import frames
from uri_extract.jobs.messages import FOUND, INPUT, PROBLEM, TEXT
from uri_extract.jobs.shared import BLOCK, SharedBlocks
from uri_extract.sources import Document, Unreadable
from uri_extract.text.part import Part

COUNTS = (1, 2, 3, 4, (0, 0, 0))
MESSAGES = {
    "nothing": [],
    "no bytes": [(INPUT, None), (PROBLEM, "a", 1, "kind", "message")],
    "empty bytes": [(FOUND, *COUNTS, b"", b"x", b""), (FOUND, *COUNTS, b"")],
    "objects between bytes": [(FOUND, *COUNTS, b"a", ([b"b"], {"c": 1}), b"d")],
    "more blocks than are written at a time": [(FOUND, *COUNTS, *(b"%d" % number for number in range(3000)))],
    "more than a socket holds": [(FOUND, *COUNTS, bytes(range(256)) * (1 << 13), b"z" * (1 << 20))],
}


@pytest.mark.parametrize("blocks", [0, 1, 2])
@pytest.mark.parametrize("platform", [sys.platform, "win32"])
@pytest.mark.parametrize("messages", MESSAGES.values(), ids=MESSAGES.keys())
def test_a_received_frame_equals_the_sent_frame(monkeypatch, platform, messages, blocks):
    shared = SharedBlocks(blocks) if blocks else None
    monkeypatch.setattr(sys, "platform", platform)
    module = runpy.run_path(frames.__file__)
    monkeypatch.undo()
    here, there = Pipe()
    sent = module["Frame"](frames.MORE, 7, 9, messages, b"error")
    with here, there:
        thread = Thread(target=lambda: [module["send"](there, sent, shared) for _ in range(2)])
        thread.start()
        received = [module["receive"](here, shared) for _ in range(2)]
        thread.join()
        there.close()
        with pytest.raises(EOFError):
            module["receive"](here, shared)
    for frame in received:
        assert frame[:5] == sent[:5]
        assert frame.size > sum(len(each) for _, *said in messages for each in said if isinstance(each, bytes))


def test_text_is_received_where_it_was_put_until_that_is_free_again():
    here, there = Pipe()
    shared = SharedBlocks(1)
    sent = [(TEXT, *COUNTS, b"a", bytearray(b"b"), b""), (INPUT, None), (TEXT, *COUNTS, b"c")]
    with here, there:
        frames.send(there, frames.Frame(frames.MORE, 0, 3, sent), shared)
        first = frames.receive(here, shared)
        assert first.messages == [(TEXT, *COUNTS, b"ab"), (INPUT, None), (TEXT, *COUNTS, b"c")]
        assert shared.view(0, 3) == b"abc"
        frames.send(there, frames.Frame(frames.MORE, 0, 1, [(TEXT, *COUNTS, b"def")]), shared)
        assert frames.receive(here, shared)[3:] == ([(TEXT, *COUNTS, b"def")], b"", ANY, None)
        assert first.messages[0][-1] == b"ab"
        first.free()
        frames.send(there, frames.Frame(frames.MORE, 0, 1, [(TEXT, *COUNTS, b"ghi")]), shared)
        assert shared.view(0, 3) == b"ghi"
        assert frames.receive(here, shared).messages == [(TEXT, *COUNTS, b"ghi")]


def test_results_other_than_text_may_be_kept():
    here, there = Pipe()
    shared = SharedBlocks(1)
    with here, there:
        for found in (b"a", b"b"):
            frames.send(there, frames.Frame(frames.MORE, 0, 1, [(FOUND, *COUNTS, found)]), shared)
        assert shared.view(0, 1) == b"a"
        kept = [frames.receive(here, shared) for _ in range(2)]
        frames.send(there, frames.Frame(frames.MORE, 0, 1, [(FOUND, *COUNTS, b"c")]), shared)
        assert shared.view(0, 1) == b"c"
    assert [frame.messages for frame in kept] == [[(FOUND, *COUNTS, b"a")], [(FOUND, *COUNTS, b"b")]]
    assert [frame.free for frame in kept] == [None, None]


def test_results_larger_than_a_block_are_sent_through_the_pipe():
    shared = SharedBlocks(2)
    assert shared.put([b"a" * BLOCK], BLOCK) == 0
    assert shared.put([b"b" * BLOCK, b"b"], BLOCK + 1) == -1
    assert shared.put([b"c", b"d"], 2) == 1
    assert shared.view(0, BLOCK) == b"a" * BLOCK


@pytest.mark.parametrize("platform", [sys.platform, "win32"])
def test_a_pipe_has_ended_when_its_other_end_is_closed_and_not_before(monkeypatch, platform):
    monkeypatch.setattr(sys, "platform", platform)
    module = runpy.run_path(frames.__file__)
    monkeypatch.undo()
    here, there = Pipe()
    with here:
        has_ended = module["end_of"](here)
        assert not has_ended()
        module["send_request"](there, module["request"]((), False))
        assert not has_ended()
        module["receive_request"](here)
        there.close()
        if platform == sys.platform:  # the function of another system may not see the end of this pipe
            assert has_ended()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of the system")
def test_a_request_has_the_bytes_that_go_through_the_pipe():
    request = frames.request((Document("a", None, "a"),), False)
    reads, writes = os.pipe()
    with os.fdopen(reads, "rb", 0) as here:
        with os.fdopen(writes, "wb", 0) as there:
            frames.send_request(there, request)
        assert here.read() == request


@pytest.mark.parametrize("unbuffered", [False, True])
def test_a_received_request_equals_the_sent_request(unbuffered):
    part = Part("text/plain", 90, 100, None, 7, 98, owned=80)
    inputs = (
        Document("a", "text/html", "./a", "utf-8", "http://b.example/", "c.html"),
        Unreadable(2, "No such file", "d\udcff"),
        Document("e", None, "e", part=part),
    )
    here, there = Pipe()
    with here, there:
        frames.send_request(there, frames.request(inputs, unbuffered))
        (document, error, of_part), *others = frames.receive_request(here)
    assert others == [unbuffered]
    assert document == inputs[0]
    assert (type(error), error.errno, error.strerror, error.filename) == (Unreadable, 2, "No such file", "d\udcff")
    assert of_part._replace(part=None) == inputs[2]._replace(part=None)
    assert [getattr(of_part.part, each) for each in Part.__slots__] == [getattr(part, each) for each in Part.__slots__]
