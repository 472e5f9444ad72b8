# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Find and decode the marks of defanged references, for :class:`.refang.Refanger`."""

from __future__ import annotations

import cython

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.decode.marks import CLASSES
from uri_extract.uri.tlds import SPECIAL, TLDS

if cython.compiled:
    from cython.cimports.libc.string import memcmp
else:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        AT, BACKSLASH, COLON, DOT, LEFT_BRACKET, LESS_THAN, PLUS, SLASH,
        SMALL_A, SMALL_D, SMALL_F, SMALL_H, SMALL_O, SMALL_P, SMALL_S, SMALL_T, SMALL_W, SMALL_X, SPACE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.decode import marks
    from uri_extract.place._source_map import SourceMap
    from uri_extract.rows._bytes import Bytes, part_of


# A mark begins at an anchor, or before it with a blank or a scheme. The bytes around an anchor decide if it is a mark;
# all of them are within :data:`~.marks.REACH`.

_CLASSES = cython.declare(bytes, CLASSES)
_LONGEST_LABEL = cython.declare(cython.Py_ssize_t, 63)
_TOP_LEVEL = cython.declare(frozenset, frozenset((*TLDS, *SPECIAL)))
_ARTICLES = cython.declare(frozenset, frozenset((b"the", b"a", b"this", b"that", b"each", b"every")))

# A label and the beginning of another one; the same after blanks.
_FOLLOWS = rb"(?=[0-9A-Za-z-]{1,63}(?:\.[0-9A-Za-z]|[\[({]|\x20dot\x20|\\))"
_HOST_FOLLOWS = re.compile(_FOLLOWS)
_SPACED_SEPARATOR = re.compile(rb"\x20:\x20?//\x20?" + _FOLLOWS)
_SPACED_SCHEME = re.compile(rb"\x20t\x20t\x20p(?P<s>(?:\x20?s)?)\x20?:\x20?/\x20?/\x20?" + _FOLLOWS)
# A host of several labels after "[at]"; before anything else that is an index or a word.
_HOST = re.compile(
    rb"[0-9A-Za-z\x80-\xff-]{1,63}+(?:\.[0-9A-Za-z\x80-\xff]|[\[({]\.[\])}]|\x20?[\[({][dD][oO][tT][\])}]|\\\.)"
)
# A name as it is read aloud, "www dot example dot org"; what it begins with as a reference or an address; and what
# follows it if it is not part of a sentence.
_NAME_ALOUD = re.compile(rb"(?P<before>(?:[0-9A-Za-z-]{1,20}\x20dot\x20){0,2})(?P<last>[a-z]{2,12})\b")
_LAST_LABEL = re.compile(rb"[a-z]{2,12}\b")
_BEGUN = re.compile(
    rb"(?:://|(?<![0-9A-Za-z.-])www|[0-9A-Za-z._+-]\x20at\x20|@)[0-9A-Za-z.-]*(?:\x20dot\x20[0-9A-Za-z-]+){0,3}\Z"
)
_ENDS_NAME = re.compile(rb"[/.,;:!?)\]>\"'`]|[\x20\t]{0,4}(?:[\r\n]|\Z)")

# Classes of the first byte of an anchor (an opening bracket, backslash, colon, blank, dot, underscore), and of the byte
# that may follow it.
_BRACKET, _ESCAPE, _COLON, _BLANK, _DOT, _LOW = 1, 2, 4, 8, 16, 32
_ALNUM = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_FIRST = cython.declare(
    bytes,
    bytes(
        _BRACKET * (byte in b"[({<")
        | _ESCAPE * (byte == 0x5C)
        | _COLON * (byte == 0x3A)
        | _BLANK * (byte == 0x20)
        | _DOT * (byte == 0x2E)
        | _LOW * (byte == 0x5F)
        for byte in range(256)
    ),
)
_SECOND = cython.declare(
    bytes,
    bytes(
        _BRACKET * (byte in b".:/@dDaAtTxXsS")
        | _ESCAPE * (byte in b".[" + _ALNUM)
        | _COLON * (byte in b"/[({\\")
        | _DOT * (byte == 0x5D)
        | _LOW * (byte == 0x5F)
        for byte in range(256)
    ),
)
_LONGEST_LOCAL_PART = cython.declare(cython.Py_ssize_t, 64)  # RFC 5321 §4.5.3.1.1

# The interpreted variant jumps to these bytes.
_FIRST_BYTES = re.compile(rb"[\[({<\\: ._]")
# Marks of which the kernel knows only the anchor: between labels "<.>", and "[." or ".]" without the other bracket; a
# scheme with letters in brackets; one that ends at a place.
_HALF = re.compile(
    rb"(?<=[0-9A-Za-z\x80-\xff])(?:<\.>|\[\.(?![0-9A-Za-z.-]{0,63}+\]|[)}])|\.\])(?=[0-9A-Za-z\x80-\xff])"
)
_LETTERS = re.compile(
    rb"(?<![0-9A-Za-z])(?:h[\[({][txz*_+0]{2}[\])}]p(?:s|\[s\])?|(?:h[txz*_+0]{2,3}p|xxp)[\[({]s[\])}])(?=:|[\[({]:)",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(
    rb":(?:[\[({]//[\])}]|\[/\](?:\[/\]|/)|/\[/\])"
    rb"|[\[({]:(?://[\])}]|/[\])}]/|[\])}](?://|[\[({]//[\])}]|\[/\](?:\[/\]|/)))"
)
_WEB = re.compile(rb"(?<![0-9A-Za-z])(?:(?P<ftp>f[tx*_]p)|h[txz*_+0]{2,3}p|xxp|meow)(?P<s>s?)\Z", re.IGNORECASE)


class Marks:
    """Finds the marks of a text: the current one is from ``begin`` to ``end``.

    ``own`` is the pattern of the marks that the caller defines, and ``meanings`` has what each means.
    """

    def __init__(self, own: Any = None, meanings: Any = None) -> None:
        self.own: Any = own
        self.meanings: Any = meanings
        self.text = b""
        self.data: cython.p_const_uchar = self.text  # that of the text
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

    # -- a name -----------------------------------------------------------------------------------------------------

    def blank(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place after the blank at ``at``, or ``at`` if there is none."""
        return at + 1 if at < self.size and self.data[at] == SPACE else at

    def host_follows(self, at: cython.Py_ssize_t) -> cython.bint:
        """Return True if a label is at ``at``, followed by the rest of a host."""
        return _HOST_FOLLOWS.match(self.text, at) is not None

    # -- words for marks -------------------------------------------------------------------------------------------

    def aloud(self, anchor: cython.Py_ssize_t, is_at: cython.bint) -> Any:
        """Return the decoded form of the word "dot" or "at" at an anchor, None if it is an ordinary word.

        For example in "www dot example dot org". In a name that begins like a reference or an address it is a mark.
        Otherwise the name must end in a top-level domain without a word of a sentence after it, unlike "the dot com
        boom".
        """
        self.begin = anchor
        self.end = anchor + (4 if is_at else 5)
        if not self.has(anchor - 1, marks.ALNUM):
            return None
        if is_at and not self.reads(self.run(self.end, marks.LABEL, 20), b" dot "):
            return None
        name: Any = _NAME_ALOUD.match(self.text, self.end)
        if name is None or name["last"] not in _TOP_LEVEL:
            return None
        if is_at:
            return None if name["before"].partition(b" ")[0] in (b"", *_ARTICLES) else b"@"
        before: bytes = self.text[max(0, anchor - 6) : anchor]
        if before.rpartition(b" ")[2].lower() in _ARTICLES:
            return None
        return b"." if self.is_begun(anchor) or _ENDS_NAME.match(self.text, name.end()) else None

    def is_begun(self, anchor: cython.Py_ssize_t) -> cython.bint:
        """Return True if the name before an anchor follows a scheme or "at", or begins with "www"."""
        return _BEGUN.search(self.text, max(0, anchor - marks.REACH + 1), anchor) is not None

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
        out: Bytes = Bytes()
        found: Any = None
        own: cython.Py_ssize_t = self.size if self.own is None else -1  # where the next mark of the caller begins
        while place < self.size:
            if own < place:
                found = self.own.search(text, place)
                own = self.size if found is None else found.start()
            if not cython.compiled:
                anchor = _FIRST_BYTES.search(text, place)
                place = min(own, anchor.start() if anchor is not None else self.size - 1)
            if place == own:
                self.begin = own
                self.end = place = found.end()
                meant: Any = self.meanings[found[0]]
            else:
                bits: cython.int = first[data[place]]
                if bits == 0:
                    place += 1
                    continue
                after: cython.Py_ssize_t = place + 2
                if bits == _BLANK:
                    after = self.word_end(place)
                elif after > self.size or not second[data[place + 1]] & bits:
                    after = 0
                if not after:
                    place += 1
                    continue
                meant = self.mark(place)
                place = after
            if meant is None or self.begin < at:  # it begins in the previous mark
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
            return at + 6 if self.reads(at, b" t t p") else 0
        if byte == COLON:
            return at + 4 if self.reads(at, b" ://") else at + 5 if self.reads(at, b" : //") else 0
        return 0

    # -- marks -----------------------------------------------------------------------------------------------------

    def mark(self, anchor: cython.Py_ssize_t) -> Any:
        """Find the mark around an anchor, set ``begin`` and ``end``, and return it decoded; None if there is none."""
        first: cython.int = self.data[anchor]
        second: cython.int = self.data[anchor + 1]
        if first == SPACE:
            if second in (SMALL_D, SMALL_A):
                return self.aloud(anchor, second == SMALL_A)
            return self.spaced(anchor)
        if first in (LESS_THAN, DOT) or (
            second == DOT and not self.has(anchor + 2, marks.CLOSES) and first != BACKSLASH
        ):
            self.begin = anchor
            found: Any = _HALF.match(self.text, anchor)
            self.end = 0 if found is None else found.end()
            return b"." if self.end else None
        if first == UNDERSCORE:
            self.end = anchor + 2
            return self.web_before(anchor) if self.host_follows(self.end) else None
        if first != BACKSLASH and second | 0x20 in (SMALL_T, SMALL_X, SMALL_S):
            return self.letters_in_brackets(anchor)
        if first == COLON or second == COLON:
            end: cython.Py_ssize_t = self.separator(anchor)
            if end:
                return self.separated(anchor, end, first == COLON and end == anchor + 3)
        self.begin = anchor
        if first == BACKSLASH and second != DOT and second != LEFT_BRACKET:
            self.end = anchor + 1
            return b"/" if self.follows_backslashes(anchor) else None
        if first == BACKSLASH:
            self.end = anchor + 2 if second == DOT else anchor + 5 if self.reads(anchor + 1, b"[.\\]") else 0
            return b"." if self.end and self.has(anchor - 1, marks.WORD) and self.has(self.end, marks.WORD) else None
        if first == COLON:
            return None
        self.end = anchor + 3
        if second == DOT and self.reads(anchor - 1, b" [.] ") and self.has(anchor - 2, marks.WORD):
            return self.dot_in_blanks(anchor)
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

    def dot_in_blanks(self, anchor: cython.Py_ssize_t) -> Any:
        """Return the decoded bytes of `` [.] `` before another such mark, or a top-level domain that ends a name."""
        self.begin = anchor - 1
        self.end = anchor + 4
        if self.reads(self.run(self.end, marks.LABEL, 20), b" [.] "):
            return b"."
        name: Any = _LAST_LABEL.match(self.text, self.end)
        if name is None or name[0] not in _TOP_LEVEL:
            return None
        return b"." if self.is_begun(self.begin) or _ENDS_NAME.match(self.text, name.end()) else None

    def follows_backslashes(self, anchor: cython.Py_ssize_t) -> cython.bint:
        r"""Return True if the backslash at an anchor is in a word that begins with ``http:\\``."""
        at: cython.Py_ssize_t = anchor
        low: cython.Py_ssize_t = max(0, anchor - _LONGEST_LABEL)
        while at > low and self.data[at - 1] > SPACE:
            at -= 1
        at = self.text.find(b":\\\\", at, anchor - 1)
        begin: cython.Py_ssize_t = self.begin
        is_web: cython.bint = at > 0 and self.web_before(at) is not None
        self.begin = begin
        return is_web

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
        if (
            not (self.has(self.begin - 1, marks.LABEL) or before in (UNDERSCORE, PLUS))
            or _HOST.match(self.text, end) is None
        ):
            return None
        is_spaced: cython.bint = self.begin != anchor or self.data[end - 1] == SPACE
        return None if is_spaced and not self.is_local_part(self.begin) else b"@"

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
        if self.reads(at, b":\\\\"):
            return at + 3 if self.web_before(at) is not None and self.host_follows(at + 3) else 0
        if self.reads(at, b"://"):
            return at + 3
        found: Any = _SEPARATOR.match(self.text, at)
        return 0 if found is None else found.end()

    def separated(self, at: cython.Py_ssize_t, end: cython.Py_ssize_t, is_plain: cython.bint) -> Any:
        """Return the decoded scheme and separator; a plain separator is a mark only after an altered scheme."""
        self.end = end
        scheme: Any = self.scheme_before(at)
        if scheme is not None:
            self.end = self.after_blank(end)
            return scheme
        self.begin = at
        return None if (is_plain and self.data[at + 1] == SLASH) or not self.has(at - 1, marks.ALNUM) else b"://"

    def web_before(self, at: cython.Py_ssize_t) -> Any:
        """Return "http", "https" or "ftp", altered or not, that ends at ``at``, with "://"; None if there is none."""
        found: Any = _WEB.search(self.text, max(0, at - 6), at)
        if found is None:
            return None
        self.begin = found.start()
        return (b"ftp" if found["ftp"] else b"http") + found["s"].lower() + b"://"

    def letters_in_brackets(self, anchor: cython.Py_ssize_t) -> Any:
        """Return the decoded form of ``h[tt]p://`` or ``hxxp[s]://``."""
        found: Any = None
        if self.has(anchor + 2, marks.CLOSES) or self.has(anchor + 3, marks.CLOSES):
            found = _LETTERS.search(self.text, max(0, anchor - 5), min(self.size, anchor + 12))
        if found is None or not found.start() < anchor < found.end():
            return None
        self.end = self.after_blank(self.separator(found.end()))
        self.begin = found.start()
        if not self.end:
            return None
        return b"https://" if b"s" in found[0].lower() else b"http://"

    def after_blank(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place after a blank at ``end`` if a host is there, else ``end``."""
        return self.blank(end) if self.host_follows(self.blank(end)) else end

    def scheme_before(self, at: cython.Py_ssize_t) -> Any:
        """Return an altered scheme that ends at ``at`` (``hxxp``, ``f*ps``; MISP writes "meow"); None without one."""
        end: cython.Py_ssize_t = at - 1 if self.small(at - 1) == SMALL_S else at
        before: cython.int = self.small(end - 3)
        is_plain: cython.bint = self.small(end - 2) == SMALL_T and (
            before == SMALL_F or (before == SMALL_T and self.small(end - 4) == SMALL_H)
        )
        return None if is_plain or self.small(end - 1) not in (SMALL_P, SMALL_W) else self.web_before(at)

    def spaced(self, anchor: cython.Py_ssize_t) -> Any:
        """Return the decoded form of ``h t t p ://`` or ``http ://`` around a blank, before a host."""
        found: Any = _SPACED_SEPARATOR.match(self.text, anchor)
        if found is not None:
            return self.separated(anchor, found.end(), False)
        found = _SPACED_SCHEME.match(self.text, anchor)
        if found is None or self.small(anchor - 1) != SMALL_H or self.has(anchor - 2, marks.ALNUM):
            return None
        self.begin = anchor - 1
        self.end = found.end()
        return b"https://" if found["s"] else b"http://"
