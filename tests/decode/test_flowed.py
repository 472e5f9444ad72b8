"""Flowed text (RFC 3676): every short text, in both variants and all chunks, against the rules applied line by line."""

import itertools
import re

import pytest

from uri_extract._compat._variants import compiled, load

NAME = "uri_extract.decode._flowed"
VARIANTS = [load(NAME, False)] + ([compiled(NAME)] if compiled(NAME) else [])
PIECES = (b" ", b"\n", b"\r\n", b">", b"a", b"-- ", b" \n")
LINE = re.compile(rb"(>*) ?((?:[^\r\n]|\r(?!\n))*)(\r?\n|\Z)")


def unflowed(text, delsp):
    """Return the text with its lines joined."""
    lines = [LINE.match(line) for line in re.findall(rb"[^\n]*\n|[^\n]+\Z", text)]
    out, joined = b"", False
    for number, line in enumerate(lines):
        marks, content, end = line.groups()
        following = lines[number + 1] if number + 1 < len(lines) else LINE.match(b"")
        last = number + 1 == len(lines) and not marks
        begun, joined = joined, (
            content.endswith(b" ") and end != b"" and content != b"-- " and following[2] != b"-- "
            and len(following[1]) == len(marks) and not last
        )  # fmt: skip
        out += content if begun else line[0][: len(line[0]) - len(end)]
        if joined and delsp:
            out = out[:-1]
        if not joined:
            out += end
    return out


@pytest.mark.parametrize("kernel", VARIANTS)
@pytest.mark.parametrize("delsp", [False, True])
def test_4_soft_breaks_between_lines_that_are_quoted_alike_are_removed(kernel, delsp):
    for size in range(6):
        for parts in itertools.product(PIECES, repeat=size):
            text = b"".join(parts)
            expected = unflowed(text, delsp)
            assert kernel.Flowed(delsp).feed(text, True) == expected, text
            by_pieces = kernel.Flowed(delsp)
            assert b"".join([*map(by_pieces.feed, parts), by_pieces.feed(b"", True)]) == expected, parts


@pytest.mark.parametrize("kernel", VARIANTS)
def test_a_place_after_lines_were_joined_is_that_in_the_source(kernel):
    flowed = kernel.Flowed(False)
    text = b"> a \r\n> b \r\n> c\r\n> d"
    out = flowed.feed(text, True)
    assert out == b"> a b c\r\n> d"
    for at, byte in enumerate(out):
        place = flowed.map.place(at)
        assert text[place] == byte
        before = text[:place].count(b"\n") - out[:at].count(b"\n")
        assert flowed.joined()[0] == before


@pytest.mark.parametrize("kernel", VARIANTS)
def test_carriage_returns_are_not_held_back(kernel):
    flowed = kernel.Flowed(False)
    assert sum(len(flowed.feed(b"\r" * 1000)) for _ in range(10)) >= 9_998
