# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Find and decode the marks of defanged references, for :class:`.refang.Refanger`.

A mark begins at an anchor, or before it with a blank or a scheme. The bytes around an anchor decide if it is a mark;
all of them are within :data:`~.marks.REACH`.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

import uri_extract._re as re
from uri_extract.decode.marks import CLASSES

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        ASTERISK, AT, BACKSLASH, COLON, DOT, PLUS, SLASH, SMALL_A, SMALL_D, SMALL_F, SMALL_H, SMALL_M, SMALL_O, SMALL_P,
        SMALL_S, SMALL_T, SMALL_W, SMALL_X, SMALL_Z, SPACE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.decode import marks
    from uri_extract.decode._source_map import SourceMap
    from uri_extract.decode._spoken_marks import SpokenMarks
    from uri_extract.pages._bytes import Bytes, part_of

# Classes of the first byte of an anchor: opening bracket, backslash, colon, blank; and of the byte that may follow it.
_BRACKET, _ESCAPE, _COLON, _BLANK = 1, 2, 4, 8
_FIRST = cython.declare(
    bytes,
    bytes(
        _BRACKET * (byte in b"[({") | _ESCAPE * (byte == 0x5C) | _COLON * (byte == 0x3A) | _BLANK * (byte == 0x20)
        for byte in range(256)
    ),
)
_SECOND = cython.declare(
    bytes,
    bytes(
        _BRACKET * (byte in b".:/@dDaA") | _ESCAPE * (byte in b".[") | _COLON * (byte in b"/[({") for byte in range(256)
    ),
)
_CLASSES = cython.declare(bytes, CLASSES)
_LONGEST_LOCAL_PART = cython.declare(cython.Py_ssize_t, 64)  # RFC 5321 §4.5.3.1.1
_LONGEST_LABEL = cython.declare(cython.Py_ssize_t, 63)

#: Where a mark may be, including the "://" of a defanged scheme. It begins with a set of bytes, so the search is fast.
ANCHOR = re.compile(rb"[\[({\\:](?:(?<=[\[({])[.:/@dDaA]|(?<=\\)[.\[]|(?<=:)[/\[({])")
# Marks that are spelt out, which are rare; and all anchors, with " at ", which counts only in a text with such marks.
_SPELT = re.compile(rb"\x20(?:dot\x20|:\x20?//|t\x20t\x20p\b)")
_ANCHOR_OR_WORD = re.compile(ANCHOR.pattern + rb"|" + _SPELT.pattern + rb"|\x20at\x20")


@cython.cclass
class Marks(SpokenMarks):
    """Find the marks of a text: the current one is from ``begin`` to ``end``."""

    def decode(
        self, text: bytes, at: cython.Py_ssize_t, limit: cython.Py_ssize_t, places: SourceMap, begins: Any
    ) -> tuple[bytes, int]:  # fmt: skip
        """Decode the marks from ``at`` on that begin before ``limit``; return the output, and its end in the text.

        Append the places of the marks in the whole output to ``begins``.
        """
        self.text = text
        self.data = text
        self.size = len(text)
        data: cython.p_const_uchar = text
        first: cython.p_const_uchar = _FIRST
        second: cython.p_const_uchar = _SECOND
        place: cython.Py_ssize_t = at
        after: cython.Py_ssize_t
        bits: cython.int
        meant: Any
        out: Bytes = Bytes()
        anchors: Any = (_ANCHOR_OR_WORD if _SPELT.search(text, at) else ANCHOR) if not cython.compiled else None
        while place < self.size:
            if cython.compiled:
                bits = first[data[place]]
                if bits == 0:
                    place += 1
                    continue
                after = place + 2
                if bits == _BLANK:
                    after = self.word_end(place)
                elif after > self.size or not second[data[place + 1]] & bits:
                    after = 0
                if not after:
                    place += 1
                    continue
            else:
                anchor = anchors.search(text, place)
                if anchor is None:
                    break
                place, after = anchor.span()
            meant = self.mark(place) if place >= at else None  # else it is part of the previous mark
            place = after
            if meant is None:
                continue
            if self.begin >= limit:
                break
            if self.begin > at:
                out.copy(text, at, self.begin - at)
                places.copied(self.begin - at)
            out.copy(meant, 0, len(meant))
            begins.append(places.size)
            places.replaced(len(meant), part_of(text, self.begin, self.end))
            at = self.end
        if at < limit:
            out.copy(text, at, limit - at)
            places.copied(limit - at)
            at = limit
        self.text = b""
        return out.all(), at

    def word_end(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a spelt-out anchor that begins with the blank at ``at``; 0 if there is none."""
        byte: cython.int = self.data[at + 1] if at + 1 < self.size else 0
        if byte == SMALL_D:
            return at + 5 if self.reads(at, b" dot ") else 0
        if byte == SMALL_A:
            return at + 4 if self.reads(at, b" at ") else 0
        if byte == SMALL_T:
            return at + 6 if self.reads(at, b" t t p") and not self.in_word(at + 6) else 0
        if byte == COLON:
            return at + 4 if self.reads(at, b" ://") else at + 5 if self.reads(at, b" : //") else 0
        return 0

    # -- marks -----------------------------------------------------------------------------------------------------

    def mark(self, anchor: cython.Py_ssize_t) -> Any:
        """Find the mark around an anchor, set ``begin`` and ``end``, and return it decoded; None if there is none."""
        first: cython.int = self.data[anchor]
        second: cython.int = self.data[anchor + 1]
        end: cython.Py_ssize_t
        if first == SPACE:
            if second in (SMALL_D, SMALL_A):
                return self.aloud(anchor, second == SMALL_A)
            return self.spaced(anchor)
        if first == COLON or second == COLON:
            end = self.separator(anchor)
            if end:
                return self.separated(anchor, end, first == COLON and end == anchor + 3)
        self.begin = anchor
        if first == BACKSLASH:
            self.end = anchor + 2 if second == DOT else anchor + 5 if self.reads(anchor + 1, b"[.\\]") else 0
            return b"." if self.end and self.has(anchor - 1, marks.WORD) and self.has(self.end, marks.WORD) else None
        if first == COLON:
            return None
        self.end = anchor + 3
        if second == DOT:  # within a host or a path, whose segments may begin with a dot
            is_dot: cython.bint = (
                self.has(anchor + 2, marks.CLOSES) and self.has(anchor + 3, marks.SEGMENT)
                and (self.has(anchor - 1, marks.SEGMENT) or (anchor > 0 and self.data[anchor - 1] == SLASH))
            )  # fmt: skip
            return b"." if is_dot else None
        if second == SLASH:
            return b"/" if self.reads(anchor, b"[/]") and self.has(anchor - 1, marks.SEGMENT) else None
        if second == COLON:
            return b":" if self.is_colon(anchor) else None
        return self.word_in_brackets(anchor)

    def is_colon(self, anchor: cython.Py_ssize_t) -> cython.bint:
        """Return True if a bracketed colon is followed by a port, a path or a query, or belongs to "mailto:"."""
        if self.reads(anchor, b"[:]") and self.has(anchor - 1, marks.WORD) and (
            self.has(anchor + 3, marks.ALNUM) or self.reads(anchor + 3, b"?")
        ):  # fmt: skip
            return True
        return (
            self.has(anchor + 2, marks.CLOSES) and anchor >= 6 and self.text[anchor - 6 : anchor].lower() == b"mailto"
        )

    def word_in_brackets(self, anchor: cython.Py_ssize_t) -> Any:
        """Return the decoded bytes of ``[dot]``, ``[at]`` or ``[@]``, perhaps with blanks around it."""
        is_dot: cython.bint = self.small(anchor + 1) == SMALL_D
        end: cython.Py_ssize_t = anchor + 2
        if is_dot:
            end = anchor + 4 if self.small(anchor + 2) == SMALL_O and self.small(anchor + 3) == SMALL_T else 0
        elif self.data[anchor + 1] != AT:
            end = anchor + 3 if self.small(anchor + 2) == SMALL_T else 0
        if not end or not self.has(end, marks.CLOSES):
            return None
        end += 1
        if anchor > 0 and self.data[anchor - 1] == SPACE:
            self.begin = anchor - 1
        if end < self.size and self.data[end] == SPACE:
            end += 1
        self.end = end
        if is_dot:
            return b"." if self.has(self.begin - 1, marks.WORD) and self.has(end, marks.WORD) else None
        before: cython.int = self.data[self.begin - 1] if self.begin > 0 else 0
        if not (self.has(self.begin - 1, marks.LABEL) or before in (UNDERSCORE, PLUS)) or not self.is_host(end):
            return None
        is_spaced: cython.bint = self.begin != anchor or self.data[end - 1] == SPACE
        return None if is_spaced and not self.is_local_part(self.begin) else b"@"

    def is_host(self, at: cython.Py_ssize_t) -> cython.bint:
        """Return True if a host of several labels is at ``at``; otherwise "[at]" is an index or a word."""
        end: cython.Py_ssize_t = at
        stop: cython.Py_ssize_t = min(self.size, at + _LONGEST_LABEL)
        while end < stop and _CLASSES[self.data[end]] & (marks.WORD | marks.LABEL):
            end += 1
        if end == at:
            return False
        if self.reads(end, b"."):
            return self.has(end + 1, marks.WORD)
        if self.reads(end, b"\\."):
            return True
        if self.has(end, marks.OPENS) and self.reads(end + 1, b".") and self.has(end + 2, marks.CLOSES):
            return True
        if self.reads(end, b" "):
            end += 1
        return (
            self.has(end, marks.OPENS) and self.small(end + 1) == SMALL_D and self.small(end + 2) == SMALL_O
            and self.small(end + 3) == SMALL_T and self.has(end + 4, marks.CLOSES)
        )  # fmt: skip

    def is_local_part(self, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the local part of an address may end at ``end``; if not, "(at)" between blanks is a word."""
        at: cython.Py_ssize_t = end
        stop: cython.Py_ssize_t = max(0, end - _LONGEST_LOCAL_PART - 1)
        while at > stop and _CLASSES[self.data[at - 1]] & marks.LOCAL:
            at -= 1
        return end - at <= _LONGEST_LOCAL_PART and (at == 0 or self.data[at - 1] not in b"/?=@,;")

    # -- separators of scheme and host -----------------------------------------------------------------------------

    def separator(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a ``://`` with brackets around any part (``[:]//``, ``:[/][/]``, ``[:/]/``); 0 if none."""
        if self.data[at] == COLON:
            return at + 5 if self.reads(at, b":/[/]") else self.slashes(at + 1)
        at += 2
        if self.has(at, marks.CLOSES):
            return self.slashes(at + 1)
        if self.reads(at, b"//"):
            return at + 3 if self.has(at + 2, marks.CLOSES) else 0
        return at + 3 if self.reads(at, b"/") and self.has(at + 1, marks.CLOSES) and self.reads(at + 2, b"/") else 0

    def slashes(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of two slashes, with brackets around the first, each or both; 0 if there are none."""
        if self.reads(at, b"//"):
            return at + 2
        if self.reads(at, b"[/]"):
            return at + 6 if self.reads(at + 3, b"[/]") else at + 4 if self.reads(at + 3, b"/") else 0
        return (
            at + 4 if self.has(at, marks.OPENS) and self.reads(at + 1, b"//") and self.has(at + 3, marks.CLOSES) else 0
        )

    def separated(self, at: cython.Py_ssize_t, end: cython.Py_ssize_t, is_plain: cython.bint) -> Any:
        """Return the decoded scheme and separator; a plain separator is a mark only after an altered scheme."""
        self.end = end
        scheme: Any = self.scheme_before(at)
        if scheme is not None:
            return scheme
        self.begin = at
        return None if is_plain or not self.has(at - 1, marks.ALNUM) else b"://"

    def scheme_before(self, at: cython.Py_ssize_t) -> Any:
        """Return an altered scheme that ends at ``at`` (``hxxp``, ``f*ps``), decoded; None if there is none."""
        is_secure: cython.bint = self.small(at - 1) == SMALL_S
        end: cython.Py_ssize_t = at - 1 if is_secure else at
        begin: cython.Py_ssize_t
        if self.small(end - 1) == SMALL_P:
            begin = end - 3
            if self.alters(begin) and self.alters(begin + 1):
                begin = end - 5 if self.alters(begin - 1) else end - 4
                if (
                    self.small(begin) == SMALL_H and not self.has(begin - 1, marks.ALNUM)
                    and not (self.small(begin + 1) == SMALL_T and self.small(begin + 2) == SMALL_T)
                ):  # fmt: skip
                    self.begin = begin
                    return b"https://" if is_secure else b"http://"
            begin = end - 3
            if begin < 0 or self.has(begin - 1, marks.ALNUM):
                return None
            self.begin = begin
            if self.small(begin) == SMALL_X and self.small(begin + 1) == SMALL_X:
                return b"https://" if is_secure else b"http://"
            if self.small(begin) == SMALL_F and (
                self.small(begin + 1) == SMALL_X or self.data[begin + 1] == ASTERISK
                or self.data[begin + 1] == UNDERSCORE
            ):  # fmt: skip
                return b"ftps://" if is_secure else b"ftp://"
        elif self.small(end - 1) == SMALL_W and end >= 4 and not self.has(end - 5, marks.ALNUM):  # MISP writes "meow"
            self.begin = end - 4
            if self.small(end - 4) == SMALL_M and self.text[end - 3 : end].lower() == b"eow":
                return b"https://" if is_secure else b"http://"
        return None

    def alters(self, at: cython.Py_ssize_t) -> cython.bint:
        """Return True for a byte that replaces a letter in the middle of "http"."""
        if at < 0:
            return False
        byte: cython.int = self.data[at]
        small: cython.int = byte | 0x20
        return small in (SMALL_T, SMALL_X, SMALL_Z) or byte in (ASTERISK, UNDERSCORE, PLUS)

    def spaced(self, anchor: cython.Py_ssize_t) -> Any:
        """Return the decoded form of ``h t t p ://`` or ``http ://`` around a blank, before a host."""
        at: cython.Py_ssize_t
        if self.data[anchor + 1] == COLON:
            at = self.blank(anchor + 2)
            at = self.blank(at + 2) if self.reads(at, b"//") else 0
            return self.separated(anchor, at, False) if at and self.host_follows(at) else None
        is_secure: cython.bint = False
        at = self.blank(anchor + 6)
        if self.reads(at, b"s"):
            is_secure = True
            at = self.blank(at + 1)
        if not self.reads(at, b":"):
            return None
        at = self.blank(at + 1)
        if not self.reads(at, b"/"):
            return None
        at = self.blank(at + 1)
        if not self.reads(at, b"/"):
            return None
        at = self.blank(at + 1)
        if not self.host_follows(at) or self.small(anchor - 1) != SMALL_H or self.has(anchor - 2, marks.ALNUM):
            return None
        self.begin = anchor - 1
        self.end = at
        return b"https://" if is_secure else b"http://"
