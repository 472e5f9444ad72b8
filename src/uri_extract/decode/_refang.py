# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The marks of defanged references, one after the other, for :class:`.refang.Refanger`.

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

import uri_extract._re as re

if cython.compiled:
    from cython.cimports.uri_extract.decode._source_map_c import SourceMap
    from cython.cimports.uri_extract.pages._bytes_c import Bytes, part_of
else:
    from uri_extract._ascii import COLON, DOT, SMALL_A, SMALL_D, SMALL_T
    from uri_extract.decode._source_map import SourceMap
    from uri_extract.pages._bytes import Bytes, part_of

# Bits of a byte that may begin a mark, and of the byte after it: an opening bracket, a backslash, a colon, a blank.
_OPENS, _ESCAPES, _SEPARATES, _BLANK = 1, 2, 4, 8
_FIRST = cython.declare(
    bytes,
    bytes(
        _OPENS * (byte in b"[({") | _ESCAPES * (byte == 0x5C) | _SEPARATES * (byte == 0x3A) | _BLANK * (byte == 0x20)
        for byte in range(256)
    ),
)
_SECOND = cython.declare(
    bytes,
    bytes(
        _OPENS * (byte in b".:/@dDaA") | _ESCAPES * (byte in b".[") | _SEPARATES * (byte in b"/[({")
        for byte in range(256)
    ),
)
# Bits of bytes around a dot in brackets: what may precede it in a host or a path, what may follow it, what closes it.
_BEFORE, _AFTER, _CLOSES = 1, 2, 4
_IN_HOST = frozenset(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_%-") | set(range(0x80, 0x100))
_BESIDE = cython.declare(
    bytes,
    bytes(
        _BEFORE * (byte in _IN_HOST or byte == 0x2F) | _AFTER * (byte in _IN_HOST) | _CLOSES * (byte in b"])}")
        for byte in range(256)
    ),
)
_MEANT = cython.declare(bytes, b".")

#: Where a mark may be, and the "://" after a scheme that is one. One set of bytes leads, so that the search is fast.
ANCHOR = re.compile(rb"[\[({\\:](?:(?<=[\[({])[.:/@dDaA]|(?<=\\)[.\[]|(?<=:)[/\[({])")
#: What is spelt out, which is rare; and that with what only counts in a text that has some of it.
SPELT = re.compile(rb"\x20(?:dot\x20|:\x20?//|t\x20t\x20p\b)")
_WORD = cython.declare(object, re.compile(SPELT.pattern + rb"|\x20at\x20"))
_ANCHOR_OR_WORD = re.compile(ANCHOR.pattern + rb"|" + _WORD.pattern)


def decode_marks(
    text: bytes,
    at: cython.Py_ssize_t,
    limit: cython.Py_ssize_t,
    spelt: cython.bint,
    meaning: Any,
    places: SourceMap,
    marks: Any,
) -> tuple[bytes, int]:
    """Decode the marks from ``at`` on that begin before ``limit``; return the output, and where it ends in the text.

    Those ``spelt`` out count if there are some. ``meaning`` says where the mark around an anchor begins and ends and
    what it means, None if there is no mark. ``marks`` get the places of marks in all of the output.
    """
    data: cython.p_const_uchar = text
    first: cython.p_const_uchar = _FIRST
    second: cython.p_const_uchar = _SECOND
    beside: cython.p_const_uchar = _BESIDE
    size: cython.Py_ssize_t = len(text)
    place: cython.Py_ssize_t = at
    after: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    bits: cython.int
    meant: bytes
    out: Bytes = Bytes()
    while place < size:
        if cython.compiled:
            bits = first[data[place]]
            if bits == 0 or (bits == _BLANK and not spelt):
                place += 1
                continue
            after = place + 2
            if bits == _BLANK:
                after = word_end(text, place)
            elif after > size or not second[data[place + 1]] & bits:
                after = 0
            if not after:
                place += 1
                continue
        else:
            anchor = (_ANCHOR_OR_WORD if spelt else ANCHOR).search(text, place)
            if anchor is None:
                break
            place, after = anchor.span()
            bits = first[data[place]]
        if place < at:  # in the mark before
            place = after
            continue
        if bits == _OPENS and data[place + 1] == DOT:
            if not (
                0 < place < size - 3 and beside[data[place + 2]] & _CLOSES and beside[data[place + 3]] & _AFTER
                and beside[data[place - 1]] & _BEFORE
            ):  # fmt: skip
                place = after
                continue
            begin = place
            end = place + 3
            meant = _MEANT
        else:
            mark: Any = meaning(text, place)
            if mark is None:
                place = after
                continue
            begin, end, meant = mark
        if begin >= limit:
            break
        if begin > at:
            out.copy(text, at, begin - at)
            places.copied(begin - at)
        out.copy(meant, 0, len(meant))
        marks.append(places.size)
        places.replaced(len(meant), part_of(text, begin, end))
        at = end
        place = after
    if at < limit:
        out.copy(text, at, limit - at)
        places.copied(limit - at)
        at = limit
    return out.all(), at


@cython.cfunc
@cython.exceptval(-1)
def word_end(text: bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where what is spelt out from a blank on ends; 0 if nothing is."""
    data: cython.p_const_uchar = text
    byte: cython.int = data[at + 1] if at + 1 < len(text) else 0
    if byte != SMALL_D and byte != SMALL_A and byte != SMALL_T and byte != COLON:
        return 0
    found: Any = _WORD.match(text, at)
    return found.end() if found is not None else 0
