"""All short strings: compiled and interpreted kernels, and a scanner made from Appendix C, find the same.

The symbols of these strings are characters that affect a decision, and one complete reference.
"""

from __future__ import annotations

import re
from itertools import product

import pytest

from uri_extract.scan import kernels, rows

REFERENCE = "http://a.b"
#: Characters that the kernel treats specially.
SIGNS = ("a", ":", "/", "<", ">", '"', "-", "\n", "%", "[", " ", REFERENCE)
#: The characters that Appendix C treats unambiguously: without line breaks outside of brackets, which are weighed, and
#: brackets in paths, which are balanced.
CERTAIN = ("a", "/", "<", ">", " ", ".", REFERENCE)


def strings(signs, longest):
    """Yield every string of up to ``longest`` signs that has a colon; in others nothing is found."""
    for length in range(1, longest + 1):
        for each in product(signs, repeat=length):
            if REFERENCE in each or ":" in each:
                yield "".join(each)


class Found:
    """Return what a kernel finds in one text after another: the integers of its rows, and the references."""

    def __init__(self, variant):
        self.kernel = kernels[variant]()

    def rows(self, data):
        kernel = self.kernel
        kernel.load(data, 0, 0, True)
        found = []
        while True:
            more = kernel.scan()
            for at in range(0, kernel.count * rows.WIDTH, rows.WIDTH):
                row = list(kernel.table[at : at + rows.WIDTH])
                first = 2 * row[rows.PIECE]
                found.append((row, list(kernel.pieces[first : first + 2 * row[rows.PIECES]])))
            if not more:
                return found

    def references(self, data):
        return [
            b"".join(data[begin:end] for begin, end in zip(pieces[::2], pieces[1::2], strict=True))
            or data[row[rows.START] : row[rows.END]]
            for row, pieces in self.rows(data)
        ]


# RFC 3986 Appendix C: angle brackets are delimiters, and white space in them is ignored. Elsewhere white space and
# brackets end a reference, and punctuation after it belongs to the sentence. A reference begins at its scheme, which no
# letter precedes.
_SCHEME = re.compile(rb"http://")
_BRACKETS = re.compile(rb"<([^<>]*)>")
_TOKEN = re.compile(rb"[^ \n<>]*")
# A host name has no empty label (RFC 1123); two dots after it are an ellipsis.
_EMPTY_LABEL = re.compile(rb"http://[a-z.]*\.\.[a-z/]")
# Appendix C does not cover a scheme directly after other text, and two references in one pair of brackets.
_DOUBTFUL = re.compile(rb"[a-z./]http://|<[^<>]*http:[^<>]*http:")


def appendix_c(text):
    """Return the references in a text of unambiguous signs."""
    found = []
    at = 0
    while scheme := _SCHEME.search(text, at):
        opened = len(text[: scheme.start()].rstrip(b" ")) - 1
        enclosed = _BRACKETS.match(text, opened) if opened >= 0 else None
        if enclosed:
            reference = b"".join(enclosed[1].split())
            at = enclosed.end()
        else:
            token = _TOKEN.match(text, scheme.start())
            reference = token[0].rstrip(b".")
            at = token.end()
        if not _EMPTY_LABEL.match(reference):
            found.append(reference)
    return found


@pytest.mark.long
@pytest.mark.skipif("compiled" not in kernels, reason="one kernel alone")
def test_both_kernels_find_the_same_in_every_short_string():
    compiled, interpreted = Found("compiled"), Found("interpreted")
    for text in strings(SIGNS, 5):
        data = text.encode()
        assert compiled.rows(data) == interpreted.rows(data), text


@pytest.mark.long
def test_unambiguous_references_of_appendix_c_are_found_in_every_short_string():
    kernel = Found(next(iter(kernels)))
    for text in strings(CERTAIN, 6):
        data = text.encode()
        if _DOUBTFUL.search(data):
            continue
        assert kernel.references(data) == appendix_c(data), text
