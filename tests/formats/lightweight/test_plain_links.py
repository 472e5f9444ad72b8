"""Links without special characters are read by one pattern: with it and without it, the same links are found."""

import random
import re

import pytest

from uri_extract import Scanner
from uri_extract.formats.lightweight import latex, restructuredtext

NONE = re.compile(rb"(?!)")
UNITS = {
    "text/x-rst": [
        "`a", "`a <x>`_", "`<x>`__", "`a<x>`_", " <b_>`_", "<a@b.c>`_", "\\", "`", "``", "_", ">`_", "<", ">", " ",
        "\n", "\n\n", ".. _a: x\n", ".. _a b: x/y\n", ".. __: x\n", "__ x\n", "__ x_\n", ".. _`a`: y\n", "::\n\n  ",
        "  .. _a: http://a.example/\n", ".. image:: x\n", ":", "\xe9", "x", "..", "__", ".. _a:\n   x\n", ".. _a_: x\n",
        ".. _a: x y\n", ".. _a: b@c.example\n", "\t",
    ],
    "text/x-tex": [
        "\\href{x}{y}", "\\href{x}", "\\url{x}", "\\URL{x}", "\\nolinkurl{x/y}", "\\href", "{", "}", "\\url|x|", "\\",
        "%", "%\n", "\n", "\n\n", " ", "x", "@", "a@b.c", "\\href{a@b.c}{d}", ";http://", "\\href{x} {y}",
        "\\href[o]{x}{y}",
        "\\href{x#1}{y}", "\\newcommand{\\a}[1]{", "\\href{\\%x}{y}", "\\href{x}{\\b y}", "\\href{x}{a {b}}", "\xe9",
        "\\href{x%20y}{z}", "\\href{x, http://b.example/}{z}", "~", "\\hrefx{y}{z}",
    ],
}  # fmt: skip


@pytest.mark.parametrize("media_type", UNITS)
def test_plain_links_are_read_as_all_links_are(media_type, monkeypatch):
    numbers = random.Random(5)
    units = UNITS[media_type]
    documents = ["".join(numbers.choices(units, k=numbers.randrange(1, 30))).encode() for _ in range(1500)]

    def read():
        return [Scanner(media_type).read(data, final=True).occurrences() for data in documents]

    found = read()
    assert sum(map(len, found)) > 1000
    monkeypatch.setattr(restructuredtext, "_EMBEDDED", NONE)
    monkeypatch.setattr(restructuredtext, "_DEFINITION", NONE)
    monkeypatch.setattr(latex, "_PLAIN", NONE)
    for data, fast, slow in zip(documents, found, read(), strict=True):
        assert fast == slow, data
