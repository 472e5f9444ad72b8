"""Fixtures of the tests of jobs: documents, and small files that are read in parts like big ones."""

import random
from pathlib import Path

import pytest
from tests.mail.test_made import make_mail

from gold import read_gold
from uri_extract.jobs import tasks
from uri_extract.sources import file_parts

GOLD = Path(__file__).parents[2] / "corpora" / "gold"


@pytest.fixture
def small_parts(monkeypatch):
    """Return a function that sets the size of the parts of files."""

    def set_to(size):
        monkeypatch.setattr(file_parts, "PART", size)
        for module in (file_parts, tasks):
            monkeypatch.setattr(module, "COMPRESSED_PART", size)
        monkeypatch.setattr(file_parts, "_NEAR", size // 2)
        monkeypatch.setattr(tasks, "BATCH", size)

    return set_to


def text(seed):
    """Return gold snippets in random order, with or without empty lines between them."""
    chance = random.Random(seed)
    snippets = [snippet.data for path in sorted(GOLD.glob("*.txt")) for snippet in read_gold(path)]
    chance.shuffle(snippets)
    return b"".join(data + chance.choice((b"\n", b"\n\n", b"\r\n\r\n")) for data in snippets)


def mailbox(seed, variant="mboxrd"):
    return b"".join(message.data for message in make_mail.mailbox(seed, 60, variant, "m"))


@pytest.fixture
def tree(tmp_path):
    """Return a directory of documents of many kinds."""
    top = tmp_path / "tree"
    top.mkdir()
    (top / "a.txt").write_bytes(text(1))
    (top / "b.mbox").write_bytes(mailbox(2))
    (top / "c.html").write_bytes(b"<base href=http://b.example/><a href=c>c</a> http://d.example/ " * 40)
    (top / "d.gz").write_bytes(b"\x1f\x8b\x08no gzip http://e.example/")
    for number in range(30):
        (top / f"small{number}.txt").write_bytes(b"http://s.example/%d http://s.example/\n" % number)
    return top
