"""Randomly damaged containers: no exception, and all documents away from the damage are found."""

import bz2
import gzip
import lzma
import random
from itertools import pairwise

import pytest
from tests.sources import made

COUNT = 14
CASES = 60


def pages():
    dice = random.Random(3986)
    words = ["tide", "ferry", "coast", "http://h.example/", "boat", "<a>", "wind", "rope"]
    for number in range(COUNT):
        between = " ".join(dice.choices(words, k=dice.randrange(20, 400)))
        yield f"<{number}> {between} </{number}>\n".encode()


PAGES = list(pages())
RECORDS = [made.warc_record(made.http(page), f"http://h.example/{number}") for number, page in enumerate(PAGES)]


def tar_member(page, number):
    return made.tar({f"f{number}": page})[: 512 + -(-len(page) // 512) * 512]


def zip_parts(**options):
    whole = made.deflated_zip({f"f{number}": page for number, page in enumerate(PAGES)}, **options)
    starts = [whole.index(f"f{number}".encode()) - 30 for number in range(COUNT)] + [whole.index(b"PK\1\2"), len(whole)]
    return [whole[start:end] for start, end in pairwise(starts)]


# The parts of each container; the first parts each have a page.
CONTAINERS = {
    "x.tar": [tar_member(page, number) for number, page in enumerate(PAGES)],
    "x.zip": zip_parts(), "piped.zip": zip_parts(piped=True),
    "x.warc.gz": [gzip.compress(record, mtime=0) for record in RECORDS],
    "x.warc.bz2": list(map(bz2.compress, RECORDS)), "x.warc.xz": list(map(lzma.compress, RECORDS)),
    "x.arc.gz": [
        gzip.compress(made.arc_record(f"http://h.example/{number}", "text/plain", made.http(page)), mtime=0)
        for number, page in enumerate(PAGES)
    ],
    "x.txt.gz": [gzip.compress(page, mtime=0) for page in PAGES], "x.txt.xz": list(map(lzma.compress, PAGES)),
}  # fmt: skip


def mutated(dice, data):
    """Return damaged data, and the damaged range of the original."""
    at = dice.randrange(len(data))
    size = min(dice.choice([1, 2, 8, 50, 300]), len(data) - at)
    hit = [(at, at + size)]
    match dice.randrange(7):
        case 0:
            return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :], [(at, at + 1)]
        case 1:
            return data[:at], [(at, len(data))]
        case 2:
            return data[: at + size] + data[at:], hit
        case 3:
            return data[:at] + data[at + size :], hit
        case 4:
            return data[:at] + dice.randbytes(size) + data[at:], [(at, at + 1)]
        case 5:
            return data[:at] + bytes(size) + data[at + size :], hit
        case _:
            return data[:at] + dice.randbytes(size) + data[at + size :], hit


def come_out(data, name):
    found, problems = made.read(data, name)
    text = b"".join(each for _, each in found)
    return {number for number, page in enumerate(PAGES) if page in text}, problems


@pytest.mark.parametrize("name", CONTAINERS)
def test_references_away_from_the_damage_are_found(name):
    parts = CONTAINERS[name]
    data = b"".join(parts)
    assert come_out(data, name) == (set(range(COUNT)), [])
    ends = [sum(map(len, parts[:number])) for number in range(COUNT + 1)]
    for case in range(CASES):
        damaged, places = mutated(random.Random(f"{name}{case}"), data)
        found, problems = come_out(damaged, name)
        hit = {
            number
            for number in range(COUNT)
            for begin, end in places
            if begin < ends[number + 1] and end > ends[number]
        }
        beside = {number + step for number in hit for step in (-1, 0, 1)}
        assert set(range(COUNT)) - found <= beside, case
        if name.endswith((".zip", ".gz", ".xz")) and len(damaged) >= ends[-1]:  # these formats have checksums
            assert problems or len(found) == COUNT, case
