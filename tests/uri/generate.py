"""Strings for tests: every short one over an alphabet, and seeded random references with faults."""

import itertools
import random

#: One character for every distinction in the grammar.
ALPHABET = "a1.:/?#[]@%!v "
FAULTS = ':/?#[]@%!$&*+,;=.-_~ "<>\\^`{|}\n\x00\x01\x7f\x80\xa0\xe9\u202e\ue000\ufdd0\U0001f600\U000e0001aAfFgG019vV'

# The parts of references; the second tuple of each has invalid or rare ones.
SCHEMES = ("http", "HTTPS", "a", "a+b-c.d", "urn", "mailto"), ("1a", "a_b", "\xe9", "-")
USERS = ("u", "u:p", ":", "", "%41", "a:b:c"), ("u@v", "\xe9", "a%", "[")
HOSTS = (
    (
        *(
            "h",
            "",
            "example.org",
            "EXAMPLE.org.",
            "1.2.3.4",
            "256.1.1.1",
            "%e2%82%ac",
            "a_b",
            "-a",
            "[::1]",
            "[1::]",
        ),
        *("[1:2:3:4:5:6:7:8]", "[::1.2.3.4]", "[1:2::3:4:5:6]", "[v1.a:b]", "[1:2:3:4:5:6:1.2.3.4]"),
        *("[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]"),
    ),
    (
        "\xe9.example",
        "[vF.]",
        "[::1%25lo]",
        "[::01.2.3.4]",
        "[1::3:4:5:6:7:8]",
        "[12345::]",
        "[:1]",
        "[]",
        "[::]a",
    ),
)
PORTS = ("", "80", "0", "65536", "080"), ("8a", "-1", "\u0663")
SEGMENTS = (
    ("", "a", ".", "..", "...", "a:b", "%2e", "%2E%2e", ";p=1", "a@b", "!$&'()*+,;=", "%C3%A9", "~"),
    ("\xe9", "%", "%4", "a b", "\\"),
)
TAILS = ("", "q", "a=1&b=%20", "/?", "q?q"), ("\ue000", "%zz", "a[1]", "#", "\xe9")


def strings(longest: int, alphabet: str = ALPHABET) -> "itertools.chain[str]":
    """Return every string over *alphabet* up to a length, the shortest first."""
    lengths = range(longest + 1)
    return itertools.chain.from_iterable(map("".join, itertools.product(alphabet, repeat=length)) for length in lengths)


def references(seed: int, count: int) -> "list[str]":
    """Return random references: about half are valid, the others nearly."""
    source = random.Random(seed)
    return [_mutated(source, _reference(source)) for _ in range(count)]


def _pick(source: random.Random, rows: "tuple[tuple[str, ...], tuple[str, ...]]") -> str:
    return source.choice(rows[source.random() < 0.06])


def _reference(source: random.Random) -> str:
    text = f"{_pick(source, SCHEMES)}:" if source.random() < 0.6 else ""
    if source.random() < 0.6:
        user = f"{_pick(source, USERS)}@" if source.random() < 0.3 else ""
        port = f":{_pick(source, PORTS)}" if source.random() < 0.3 else ""
        text += f"//{user}{_pick(source, HOSTS)}{port}/"
    text += "/".join(_pick(source, SEGMENTS) for _ in range(source.randrange(5)))
    for mark in "?#":
        if source.random() < 0.4:
            text += mark + _pick(source, TAILS)
    return text


def _mutated(source: random.Random, text: str) -> str:
    for _ in range(source.choice((0, 0, 0, 0, 1, 1, 2))):
        at = source.randrange(len(text) + 1)
        kind = source.random()
        if kind < 0.4:
            text = text[:at] + source.choice(FAULTS) + text[at:]
        elif kind < 0.7:
            text = text[:at] + text[at + 1 :]
        else:
            text = text[:at] + source.choice(FAULTS) + text[at + 1 :]
    return text
