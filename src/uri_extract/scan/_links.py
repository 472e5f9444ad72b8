# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Links that only linkifiers find: ``example.org`` (RFC 3986 §4.5), ``"ada"@example.org`` (RFC 5322 §3.4.1).

In text shown to people, a bare name is a link unless it could be a file name or code. Its last label is a top-level
domain, but not a file extension (``setup.py``) or a usual name of attributes (``user.name``), and the bytes after it
do not make it a call, a value or part of an address. Local parts of addresses may have all marks that do not divide
words in text, and quoted words.

Why it is linear: the base class has read the name, and only its last label is read again; the length of a local part is
limited.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan import LINKS
from uri_extract.uri import tlds

if cython.compiled:
    from cython.cimports.uri_extract import limits
    from cython.cimports.uri_extract.scan import classes, rows
    from cython.cimports.uri_extract.scan._addresses_c import local_part
    from cython.cimports.uri_extract.scan._names_c import ipv4_end, is_continued, port_end
    from cython.cimports.uri_extract.scan._suffix_c import SuffixKernel
    from cython.cimports.uri_extract.uri import schemes
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        ASTERISK, AT, BACKSLASH, CAPITAL_A, CAPITAL_Z, CARET, COLON, DOLLAR, DOT, EQUALS, GREATER_THAN, HYPHEN,
        LEFT_PAREN, LESS_THAN, NUMBER_SIGN, QUESTION_MARK, QUOTATION_MARK, SEMICOLON, SLASH, SMALL_L, SPACE, TILDE,
        UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes, rows
    from uri_extract.scan._addresses import local_part
    from uri_extract.scan._names import ipv4_end, is_continued, port_end
    from uri_extract.scan._suffix import SuffixKernel
    from uri_extract.uri import schemes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_NAMES = cython.declare(cython.int, LINKS["names"])
_IPV4 = cython.declare(cython.int, LINKS["ipv4"])
_LOCAL_PARTS = cython.declare(cython.int, LINKS["local_parts"])
_MAX_LOCAL_PART = cython.declare(cython.Py_ssize_t, 64)  # RFC 5321 §4.5.3.1.1
_EXTENSIONS, _MEMBERS, _GENERIC, _REVERSED = tlds.EXTENSIONS, tlds.MEMBERS, tlds.GENERIC, tlds.REVERSED


@cython.cclass
class LinkKernel(SuffixKernel):
    """Finds what its base class finds, and the links that ``links`` adds, a sum of :data:`.LINKS`; all by default."""

    def __init__(
        self,
        max_reference: int = limits.MAX_REFERENCE,
        names: bool = True,
        mails: bool = True,
        marked: Callable[[int, int], bool] | None = None,
    ) -> None:
        SuffixKernel.__init__(self, max_reference, names, mails, marked)
        self.links = sum(LINKS.values())

    def suffix(self, dot: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Do as :meth:`SuffixKernel.suffix`, and accept bare names."""
        count: cython.Py_ssize_t = self.count
        run: cython.Py_ssize_t = SuffixKernel.suffix(self, dot)
        start: cython.Py_ssize_t = self.start
        end: cython.Py_ssize_t = -1
        # If only the dot was read, there is no name.
        if run == dot + 1 or self.count > count or not self.all_names or (self.need and not self.final):
            return run
        self.scheme_syntax = schemes.HOST
        self.start = start = self.after_middle_dot(start, dot)
        if self.links & _NAMES and self.ends_known(start, run, False) and self.is_name(start, dot, self.host_end):
            end = self.host_end
        elif self.links & _IPV4:
            end = ipv4_end(self, start, run)
        if end < 0 or (end < run and self.data[end] == HYPHEN) or is_continued(self, start):
            return run
        end = self.authority_end(end)
        if end < 0:
            return run
        if self.peek(end) in (SLASH, QUESTION_MARK, NUMBER_SIGN):
            return self.delimited(end)
        self.write(start, end, self.look_back() | rows.SUFFIX)  # a bare name does not continue on the next line
        return end

    def after_middle_dot(self, start: cython.Py_ssize_t, dot: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the start of the name after a middle dot, which labels have only between two "l" (RFC 5892 A.3)."""
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = dot - 1
        while k > start and (data[k] != 0xB7 or data[k - 1] != 0xC2):
            k -= 1
        self.examined += dot - k
        if k <= start or k == dot - 1 or (k > start + 1 and data[k - 2] | 0x20 == SMALL_L == data[k + 1] | 0x20):
            return start
        return k + 1

    def is_name(self, start: cython.Py_ssize_t, dot: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the name up to ``end``, in a top-level domain, does not look like a file name or code."""
        data: cython.p_const_uchar = self.data
        label: cython.Py_ssize_t = end
        second: cython.Py_ssize_t
        k: cython.Py_ssize_t = start
        while data[label - 1] != DOT:
            label -= 1
        second = label - 1
        while second > start and data[second - 1] != DOT:
            second -= 1
        while k < label and (data[k] == DOT or self.flags[data[k]] & classes.DIGIT):
            k += 1
        self.examined += end - second + k - start
        last: bytes = self.window[label:end].lower()
        before: bytes = self.window[second : label - 1].lower()
        # A number; a country code in capitals, as often in uuencoded lines.
        if last not in _GENERIC and (k == label or (end - label == 2 and CAPITAL_A <= data[label] <= CAPITAL_Z)):
            return False
        if last in _EXTENSIONS or last in _MEMBERS:
            return second > start and before in _GENERIC
        # Two hyphens are a dash, except in "xn--".
        while start < dot - 1 and (data[start] != HYPHEN or data[start + 1] != HYPHEN):
            start += 1
        if start < dot - 1 and self.window[start - 2 : start].lower() != b"xn":
            return False
        return label == dot + 1 or self.window[self.start : dot].lower() not in _REVERSED

    def authority_end(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the name or of its port; -1 if the next bytes show that it is not a host."""
        host: cython.Py_ssize_t = end
        k: cython.Py_ssize_t
        following: cython.int = self.peek(end)
        if following == COLON:
            end = port_end(self, end)
            if end == host:  # the colon belongs to the text
                following = self.peek(end + 1)
                return end if end + 1 == self.size or self.flags[following] & classes.SPACE else -1
            following = self.peek(end)
            if following == COLON:
                return -1
        if following == SLASH:
            following = self.peek(end + 1)
            return -1 if following in (SLASH, ASTERISK, EQUALS) else end
        if following in (QUESTION_MARK, NUMBER_SIGN):
            return end
        # A call, an assignment, a path on a disk.
        if following in (LEFT_PAREN, EQUALS, BACKSLASH, DOLLAR):
            return -1
        if following != AT and not self.flags[following] & classes.LOCAL:
            return end
        k = end
        while k < end + _MAX_LOCAL_PART and self.flags[self.peek(k)] & classes.LOCAL:
            k += 1
        self.examined += k - end
        return -1 if self.peek(k) == AT else end

    # -- addresses ---------------------------------------------------------------------------------------------------

    def local(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the start of the local part before ``at``, including rare marks; -1 if there is none.

        The marks are those of an atom (RFC 5322 §3.2.3) that neither divide nor enclose words in text, as in
        ``bounces+ada=example.net``, and words in quotation marks (§3.2.4) without blanks.
        """
        data: cython.p_const_uchar = self.data
        low: cython.Py_ssize_t = max(self.low, at - _MAX_LOCAL_PART)
        i: cython.Py_ssize_t = at
        k: cython.Py_ssize_t
        before: cython.int
        query: cython.bint = False
        value: cython.bint = False
        if not self.links & _LOCAL_PARTS or not self.all_mails:
            return local_part(self, self.low, at)
        while i > low:
            before = data[i - 1]
            if before == QUOTATION_MARK and (i == at or data[i] == DOT):
                k = i - 2
                while k > low and SPACE < data[k] < 0x7F and data[k] != QUOTATION_MARK and data[k] != BACKSLASH:
                    k -= 1
                if k < low or data[k] != QUOTATION_MARK or k == i - 2:
                    break
                self.examined += i - k
                i = k
                if k == low or data[k - 1] != DOT:
                    break
            elif self.flags[before] & classes.LOCAL or before in (
                EQUALS,
                QUESTION_MARK,
                NUMBER_SIGN,
                DOLLAR,
                CARET,
                TILDE,
            ):
                query = query or before == QUESTION_MARK
                value = value or before == EQUALS
                i -= 1
            else:
                break
        self.examined += at - i + 1
        # Skip what may precede a word in text, as local_part does.
        while i < at and not self.flags[data[i]] & classes.WORD and data[i] != UNDERSCORE and data[i] != QUOTATION_MARK:
            i += 1
        k = local_part(self, self.low, at)
        if i == at or (k >= 0 and i >= k) or data[at - 1] == DOT or (query and value):
            return k
        before = data[i - 1] if i > 0 else SPACE
        if before not in (LESS_THAN, GREATER_THAN, SEMICOLON, LEFT_PAREN) and not self.flags[before] & classes.SPACE:
            return k
        for k in range(i, at - 1):
            if data[k] == DOT and data[k + 1] == DOT:
                return -1
        return i
