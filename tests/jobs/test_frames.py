"""What a process sends is what the other receives, whatever the system."""

import runpy
import sys
from multiprocessing import Pipe
from threading import Thread

import pytest

from uri_extract.jobs import frames
from uri_extract.jobs.messages import FOUND, INPUT, PROBLEM, TEXT
from uri_extract.media.part import Part
from uri_extract.sources import Document, Unreadable

COUNTS = (1, 2, 3, 4, (0, 0, 0))
MESSAGES = {
    "nothing": [],
    "no bytes": [(INPUT, None), (PROBLEM, "a", 1, "kind", "message")],
    "empty bytes": [(FOUND, *COUNTS, b"", b"x", b""), (FOUND, *COUNTS, b"")],
    "objects between bytes": [(FOUND, *COUNTS, b"a", ([b"b"], {"c": 1}), b"d")],
    "more blocks than are written at a time": [(FOUND, *COUNTS, *(b"%d" % number for number in range(3000)))],
    "more than a socket holds": [(FOUND, *COUNTS, bytes(range(256)) * (1 << 13), b"z" * (1 << 20))],
}


@pytest.mark.parametrize("platform", [sys.platform, "win32"])
@pytest.mark.parametrize("messages", MESSAGES.values(), ids=MESSAGES.keys())
def test_what_is_received_equals_what_was_sent(monkeypatch, platform, messages):
    monkeypatch.setattr(sys, "platform", platform)
    module = runpy.run_path(frames.__file__)
    monkeypatch.undo()
    here, there = Pipe()
    sent = module["Frame"](frames.MORE, 7, 9, messages, b"error")
    with here, there:
        thread = Thread(target=lambda: [module["send"](there, sent), module["send"](there, sent)])
        thread.start()
        received = [module["receive"](here, bytearray()) for _ in range(2)]
        thread.join()
        there.close()
        with pytest.raises(EOFError):
            module["receive"](here, bytearray())
    for frame in received:
        assert frame[:5] == sent[:5]
        assert frame.size > sum(len(each) for _, *said in messages for each in said if isinstance(each, bytes))


def test_text_is_received_as_one_block_in_memory_that_is_used_again():
    here, there = Pipe()
    memory = bytearray(1000)
    sent = [(TEXT, *COUNTS, b"a", bytearray(b"b"), b""), (INPUT, None), (TEXT, *COUNTS, b"c")]
    with here, there:
        frames.send(there, frames.Frame(frames.MORE, 0, 3, sent))
        frame = frames.receive(here, memory)
        assert frame.messages == [(TEXT, *COUNTS, b"ab"), (INPUT, None), (TEXT, *COUNTS, b"c")]
        assert frame.memory is memory
        frames.send(there, frames.Frame(frames.MORE, 0, 1, [(TEXT, *COUNTS, b"d" * 1001)]))
        larger = frames.receive(here, memory)
        assert larger.messages == [(TEXT, *COUNTS, b"d" * 1001)]
        assert larger.memory is not memory
        frames.send(there, frames.Frame(frames.MORE, 0, 1, [(FOUND, *COUNTS, b"e")]))
        assert frames.receive(here, memory).memory is None  # what was found may be kept


@pytest.mark.parametrize("unbuffered", [False, True])
def test_what_is_to_be_read_is_what_was_sent(unbuffered):
    part = Part("text/plain", 90, 100, None, 7, 98, owned=80)
    inputs = (
        Document("a", "text/html", "./a", "utf-8", "http://b.example/", "c.html"),
        Unreadable(2, "No such file", "d\udcff"),
        Document("e", None, "e", part=part),
    )
    here, there = Pipe()
    with here, there:
        frames.send_request(there, inputs, unbuffered)
        (document, error, of_part), *others = frames.receive_request(here)
    assert others == [unbuffered]
    assert document == inputs[0]
    assert (type(error), error.errno, error.strerror, error.filename) == (Unreadable, 2, "No such file", "d\udcff")
    assert of_part._replace(part=None) == inputs[2]._replace(part=None)
    assert [getattr(of_part.part, each) for each in Part.__slots__] == [getattr(part, each) for each in Part.__slots__]
