# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Find the marks of defanged references that are spelt out: ``h t t p ://``, ``www dot example dot org``.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.decode.marks import CLASSES
from uri_extract.uri.tlds import SPECIAL, TLDS

if cython.compiled:
    from cython.cimports.libc.string import memcmp
else:
    from uri_extract._ascii import AT, CARRIAGE_RETURN, LINE_FEED, PLUS, SMALL_A, SMALL_Z, SPACE, TAB, UNDERSCORE
    from uri_extract.decode import marks
    from uri_extract.pages._bytes import part_of

_CLASSES = cython.declare(bytes, CLASSES)
_LONGEST_LABEL = cython.declare(cython.Py_ssize_t, 63)
_TOP_LEVEL = cython.declare(frozenset, frozenset((*TLDS, *SPECIAL)))
_ARTICLES = cython.declare(frozenset, frozenset((b"the", b"a", b"this", b"that", b"each", b"every")))


@cython.cclass
class SpokenMarks:
    """A text, and the last mark found in it: from ``begin`` to ``end``."""

    def __init__(self) -> None:
        self.text = b""
        self.data = self.text
        self.size = self.begin = self.end = 0

    # -- bytes -----------------------------------------------------------------------------------------------------

    def has(self, at: cython.Py_ssize_t, bits: cython.int) -> cython.bint:
        """Return True if the byte at ``at`` has one of these bits."""
        return 0 <= at < self.size and _CLASSES[self.data[at]] & bits != 0

    def reads(self, at: cython.Py_ssize_t, wanted: bytes) -> cython.bint:
        """Return True if the text has these bytes at ``at``."""
        if not cython.compiled:
            return at >= 0 and self.text.startswith(wanted, at)
        octets: cython.p_const_uchar = wanted
        return 0 <= at <= self.size - len(wanted) and memcmp(self.data + at, octets, len(wanted)) == 0

    def small(self, at: cython.Py_ssize_t) -> cython.int:
        """Return the byte at ``at`` with bit 0x20 set, which makes letters lower case; 0 outside the text."""
        return self.data[at] | 0x20 if 0 <= at < self.size else 0

    def run(self, at: cython.Py_ssize_t, bits: cython.int, most: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the bytes of a class at ``at``, at most ``most`` of them."""
        stop: cython.Py_ssize_t = min(self.size, at + most)
        while at < stop and _CLASSES[self.data[at]] & bits:
            at += 1
        return at

    def in_word(self, at: cython.Py_ssize_t) -> cython.bint:
        """Return True if the byte at ``at`` is an ASCII letter, a digit or an underscore."""
        return self.has(at, marks.ALNUM) or (at < self.size and self.data[at] == UNDERSCORE)

    # -- a name -----------------------------------------------------------------------------------------------------

    def blank(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place after the blank at ``at``, or ``at`` if there is none."""
        return at + 1 if at < self.size and self.data[at] == SPACE else at

    def host_follows(self, at: cython.Py_ssize_t) -> cython.bint:
        """Return True if a label is at ``at``, followed by the rest of a host."""
        end: cython.Py_ssize_t = self.run(at, marks.LABEL, _LONGEST_LABEL)
        if end == at:
            return False
        if self.reads(end, b"."):
            return self.has(end + 1, marks.ALNUM)
        return self.has(end, marks.OPENS) or self.reads(end, b"\\") or self.reads(end, b" dot ")

    # -- words for marks -------------------------------------------------------------------------------------------

    def aloud(self, anchor: cython.Py_ssize_t, is_at: cython.bint) -> Any:
        """Return the decoded form of the word "dot" or "at" at an anchor, None if it is an ordinary word.

        For example in "www dot example dot org". In a name that begins like a reference or an address it is a mark.
        Otherwise the name must end in a top-level domain without a word of a sentence after it, unlike "the dot com
        boom".
        """
        begin: cython.Py_ssize_t = anchor + (4 if is_at else 5)  # of the name after the mark
        label_end: cython.Py_ssize_t = self.run(begin, marks.LABEL, 20)
        last: cython.Py_ssize_t = begin  # the start of its last label
        end: cython.Py_ssize_t
        if not self.has(anchor - 1, marks.ALNUM):
            return None
        if label_end > begin and self.reads(label_end, b" dot "):
            last = label_end + 5
            end = self.run(last, marks.LABEL, 20)
            if end > last and self.reads(end, b" dot ") and self.top_level_end(end + 5):
                last = end + 5
        end = self.top_level_end(last)
        if not end:
            last = begin
            end = self.top_level_end(last)
        if not end or part_of(self.text, last, end) not in _TOP_LEVEL:
            return None
        self.begin = anchor
        self.end = begin
        if is_at:
            return None if last == begin or part_of(self.text, begin, label_end) in _ARTICLES else b"@"
        begin = anchor
        while begin > 0 and anchor - begin < 6 and self.data[begin - 1] != SPACE:
            begin -= 1
        if self.text[begin:anchor].lower() in _ARTICLES:
            return None
        return b"." if self.is_begun(anchor) or self.ends_name(end) else None

    def top_level_end(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a word of 2 to 12 lower-case letters at ``at``; 0 if there is none."""
        end: cython.Py_ssize_t = at
        stop: cython.Py_ssize_t = min(self.size, at + 13)
        while end < stop and SMALL_A <= self.data[end] <= SMALL_Z:
            end += 1
        return end if 2 <= end - at <= 12 and not self.in_word(end) else 0

    def ends_name(self, at: cython.Py_ssize_t) -> cython.bint:
        """Return True if punctuation or the end of the line follows, not a word of a sentence."""
        if at < self.size and self.data[at] in b"/.,;:!?)]>\"'`":
            return True
        stop: cython.Py_ssize_t = min(self.size, at + 4)
        while at < stop and (self.data[at] == SPACE or self.data[at] == TAB):
            at += 1
        return at == self.size or self.data[at] in (CARRIAGE_RETURN, LINE_FEED)

    def is_begun(self, anchor: cython.Py_ssize_t) -> cython.bint:
        """Return True if the name before an anchor follows a scheme or "at", or begins with "www"."""
        first: cython.Py_ssize_t = max(0, anchor - marks.REACH + 1)
        end: cython.Py_ssize_t = anchor
        begin: cython.Py_ssize_t
        for _ in range(4):
            begin = end
            while begin > first and _CLASSES[self.data[begin - 1]] & marks.NAME:
                begin -= 1
            if begin > first and self.data[begin - 1] == AT:
                return True
            if begin >= first + 3 and self.reads(begin - 3, b"://"):
                return True
            if begin >= first + 5 and self.reads(begin - 4, b" at ") and (
                self.has(begin - 5, marks.NAME) or self.data[begin - 5] in (UNDERSCORE, PLUS)
            ):  # fmt: skip
                return True
            if begin + 3 <= end and self.reads(begin, b"www") and not self.has(begin - 1, marks.NAME):
                return True
            begin = end
            while begin > first and _CLASSES[self.data[begin - 1]] & marks.LABEL:
                begin -= 1
            if begin == end or begin < first + 5 or not self.reads(begin - 5, b" dot "):
                return False
            end = begin - 5
        return False
