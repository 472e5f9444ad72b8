"""Threads that read at the same time find the same as one thread."""

from __future__ import annotations

import threading
from pathlib import Path

from uri_extract import extract

SAMPLES = sorted((Path(__file__).parents[1] / "corpora" / "samples").iterdir())


def found():
    return [(each.reference, each.start, each.target) for path in SAMPLES for each in extract(path.read_bytes())]


def test_eight_threads_find_the_same_as_one():
    results = [[] for _ in range(8)]
    start = threading.Barrier(len(results))

    def read(into):
        start.wait()
        into += [found() for _ in range(3)]

    threads = [threading.Thread(target=read, args=(into,)) for into in results]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert results == [[found()] * 3] * 8
