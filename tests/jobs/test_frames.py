"""Frames: what a process sends is what the other receives, whatever the system."""

import runpy
import sys
from multiprocessing import Pipe
from threading import Thread

import pytest

from uri_extract.jobs import frames
from uri_extract.jobs.messages import FOUND, INPUT, PROBLEM

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
        received = [module["receive"](here) for _ in range(2)]
        thread.join()
        there.close()
        with pytest.raises(EOFError):
            module["receive"](here)
    for frame in received:
        assert frame[:5] == sent[:5]
        assert frame.size > sum(len(each) for _, *said in messages for each in said if isinstance(each, bytes))
