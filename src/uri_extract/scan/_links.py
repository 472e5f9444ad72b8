# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""What linkifiers take for links beside that: ``example.org`` (RFC 3986 §4.5), ``"ada"@example.org`` (RFC 5322 §3.4.1).

In a text that is shown to people a name needs no proof that it is one, if it cannot be that of a file or of something
in a program: its last label is a top-level domain, and neither an extension of files' names (``setup.py``) nor a word
that members of objects are named with (``user.name``), and nothing after it makes it a call, a value or part of an
address. Local parts of addresses have all marks that do not divide words in text, and words in quotation marks.

Why it is linear: the class above it has read the name before, and it is not read again but for its last label; the
marks before an ``@`` are as many as a local part may have.
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
    """Finds what the class above it finds, and what ``links`` says, a sum of :data:`.LINKS`; all by default."""

    def __init__(
        self,
        max_reference: int = limits.MAX_REFERENCE,
        names: bool = True,
        mails: bool = True,
        marked: Callable[[int, int], bool] | None = None,
    ) -> None:
        SuffixKernel.__init__(self, max_reference, names, mails, marked)
        self.links = sum(LINKS.values())

    @cython.cfunc
    @cython.exceptval(check=False)
    def suffix(self, dot: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Do as :meth:`SuffixKernel.suffix`, for names that nothing proves as well."""
        count: cython.Py_ssize_t = self.count
        run: cython.Py_ssize_t = SuffixKernel.suffix(self, dot)
        start: cython.Py_ssize_t = self.start
        end: cython.Py_ssize_t = -1
        # No name if that is all that was read.
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
        self.write(start, end, self.look_back() | rows.SUFFIX)  # no name goes on in the next line
        return end

    @cython.cfunc
    @cython.exceptval(check=False)
    def after_middle_dot(self, start: cython.Py_ssize_t, dot: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the name begins: after a middle dot, which no label has but between two "l" (RFC 5892 A.3)."""
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = dot - 1
        while k > start and (data[k] != 0xB7 or data[k - 1] != 0xC2):
            k -= 1
        self.examined += dot - k
        if k <= start or k == dot - 1 or (k > start + 1 and data[k - 2] | 0x20 == SMALL_L == data[k + 1] | 0x20):
            return start
        return k + 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_name(self, start: cython.Py_ssize_t, dot: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the name up to ``end``, which is in a top-level domain, is not like another thing's name."""
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
        # A number; in capitals, with a country's two letters, what is encoded for mail.
        if last not in _GENERIC and (k == label or (end - label == 2 and CAPITAL_A <= data[label] <= CAPITAL_Z)):
            return False
        if last in _EXTENSIONS or last in _MEMBERS:
            return second > start and before in _GENERIC
        # Two hyphens are a dash, but after "xn".
        while start < dot - 1 and (data[start] != HYPHEN or data[start + 1] != HYPHEN):
            start += 1
        if start < dot - 1 and self.window[start - 2 : start].lower() != b"xn":
            return False
        return label == dot + 1 or self.window[self.start : dot].lower() not in _REVERSED

    @cython.cfunc
    @cython.exceptval(check=False)
    def authority_end(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the port after a name ends, or the name; -1 if what follows makes something else of it."""
        host: cython.Py_ssize_t = end
        k: cython.Py_ssize_t
        following: cython.int = self.peek(end)
        if following == COLON:
            end = port_end(self, end)
            if end == host:  # a colon of the text
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
        # A call, a value, a path on a disk.
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

    @cython.cfunc
    @cython.exceptval(check=False)
    def local(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the local part before ``at`` begins, with marks that are rare in it; -1 if there is none.

        The marks are those of an atom (RFC 5322 §3.2.3) that neither divide words in text nor enclose them, as
        ``bounces+ada=example.net`` has, and words in quotation marks (§3.2.4) without blanks.
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
        # What precedes a word in text, as in a local part without those marks.
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
