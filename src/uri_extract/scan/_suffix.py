# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# No C function here raises: the build declares them noexcept (setup.py).

"""References without a scheme: ``www.example.org/x`` (RFC 3986 §4.5), ``ada@example.org`` (RFC 5322 §3.4.1).

They are searched for only on demand, by a subclass of the kernel, and linkifiers find more of them by another one.
"""

from __future__ import annotations

from collections.abc import Callable

import cython

from uri_extract.scan import LINKS
from uri_extract.uri import tlds

if not cython.compiled:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        AMPERSAND, ASTERISK, AT, BACKSLASH, CAPITAL_A, CAPITAL_Z, CARET, CARRIAGE_RETURN, COLON, DIGIT_0, DOLLAR, DOT,
        EQUALS, GREATER_THAN, HYPHEN, LEFT_BRACE, LEFT_PAREN, LESS_THAN, LINE_FEED, NUMBER_SIGN, PERCENT, PLUS,
        QUESTION_MARK, QUOTATION_MARK, SEMICOLON, SLASH, SMALL_A, SMALL_D, SMALL_F, SMALL_L, SMALL_P, SMALL_T, SMALL_W,
        SMALL_Z, SPACE, TILDE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract._compat._search import next_place
    from uri_extract.scan import classes, rows
    from uri_extract.scan._kernel import (
        Kernel, Text, blanks_end, character_end, has_dot, is_dated, is_identifier, is_undivided, local_part, next_blank,
    )  # fmt: skip
    from uri_extract.uri import schemes


# -- Decide which names without a scheme are references: ``www.example.org/x`` (RFC 3986 §4.5) -------------------------
#
# Only its form shows that a name is a reference (the kernel below writes the rows):
#
# - ``www.`` or ``ftp.`` and two more labels, the last a top-level domain, or one reserved for special use.
# - Any other name needs a path. Its last label is a top-level domain, written in one case. If that is also a word
#   (``user.name/email``, ``fetch.jobs/x``) or a file extension (``setup.py/``, ``README.md/``), the name needs three
#   labels. It must not look like a reversed domain name (``org.example.app/Main``).
# - The text before it must not make it part of something longer: a path, a query, an authority, a word, or a token that
#   was broken at the end of the previous line.
# - A defanged host (``evil[.]example``) needs no other proof: any name in a top-level domain, or in one reserved for
#   special use, is then a reference, even without a path, and so is an IPv4 address.

_LONGEST_LABEL = cython.declare(cython.Py_ssize_t, 64)  # RFC 1035 §2.3.4
_FULL = cython.declare(cython.Py_ssize_t, 56)  # a line that was broken because it was full has at least this many bytes
_GENERIC, _FILES, _REVERSED, _NEWSGROUPS = tlds.GENERIC, tlds.FILES, tlds.REVERSED, tlds.NEWSGROUPS


def first_label(text: Text, low: cython.Py_ssize_t, dot: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the start of the label before ``dot``, at least ``low``; -1 if it is not the first label of a name."""
    data: cython.p_const_uchar = text.data
    flags: cython.p_const_uchar = text.flags
    i: cython.Py_ssize_t = dot
    low = max(low, dot - _LONGEST_LABEL)
    while i > low and (flags[data[i - 1]] & classes.WORD or data[i - 1] == HYPHEN or data[i - 1] == UNDERSCORE):
        i -= 1
    k: cython.Py_ssize_t = i
    # Han, Kana and Hangul have no blanks: few labels mix them with Latin letters.
    undivided: cython.bint = i > 2 and i < dot and is_undivided(text, i - 3)
    if i > low and data[i - 1] >= 0x80 and not undivided and not is_server_label(text, i, dot):
        while i > low and (flags[data[i - 1]] & classes.WORD or data[i - 1] == HYPHEN or data[i - 1] >= 0x80):
            i -= 1
        k = i
    while k < dot:
        if data[k] < 0x80:
            k += 1
            continue
        more: cython.Py_ssize_t = character_end(text, k)
        if more < 0:  # the name begins after punctuation; other bytes are not text
            more = k + (2 if data[k] < 0xE0 else 3 if data[k] < 0xF0 else 4)
            if data[k] < 0xC2 or more > dot or data[more - 1] & 0xC0 != 0x80:
                return -1
            i = more
        k = more
    text.examined += dot - i + 1
    if i == dot or dot - i >= _LONGEST_LABEL or data[i] == HYPHEN or data[i] == UNDERSCORE:
        return -1
    if i == 0:
        return i
    k = i
    before: cython.int = data[i - 1]
    if before == DOT:  # "see ...www.example.org"
        return i if i > 1 and data[i - 2] == DOT and is_server_label(text, i, dot) else -1
    if before >= 0x80:
        return i
    if flags[before] & classes.WORD or before in (SLASH, AT, BACKSLASH, EQUALS, AMPERSAND):
        return -1
    while before == PLUS and k > 1:  # AsciiDoc: `+name+`
        k -= 1
        before = data[k - 1]
        if flags[before] & classes.WORD:
            return -1
    if before in (TILDE, NUMBER_SIGN, PERCENT, DOLLAR, QUESTION_MARK):
        return -1
    if before in (COLON, LEFT_BRACE) and not is_server_label(text, i, dot):
        return -1
    return i


def is_server_label(text: Text, start: cython.Py_ssize_t, dot: cython.Py_ssize_t) -> cython.bint:
    """Return True if the label from ``start`` to ``dot`` is "www", perhaps with a digit, or "ftp"."""
    data: cython.p_const_uchar = text.data
    if dot - start != 3 and (dot - start != 4 or not text.flags[data[start + 3]] & classes.DIGIT):
        return False
    if (data[start] | 0x20) == SMALL_W:
        return (data[start + 1] | 0x20) == SMALL_W and (data[start + 2] | 0x20) == SMALL_W
    return (
        dot - start == 3 and (data[start] | 0x20) == SMALL_F and (data[start + 1] | 0x20) == SMALL_T
        and (data[start + 2] | 0x20) == SMALL_P
    )  # fmt: skip


def after_footnote(
    text: Text, start: cython.Py_ssize_t, dot: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the start of the name from ``start`` to ``end``, after a footnote number at the start of its line.

    Registered domains may begin with digits ("7news.com.au"), but subdomains rarely do. So digits are a footnote
    number before "www", or before a word of at least four letters if a label of at least four and another follow.
    """
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = start
    k: cython.Py_ssize_t = start
    while i < start + 3 and text.flags[data[i]] & classes.DIGIT:
        i += 1
    if i == start:
        return start
    while k > 0 and start - k < 8 and text.flags[data[k - 1]] & classes.SPACE and data[k - 1] != LINE_FEED:
        k -= 1
    if k > 0 and data[k - 1] != LINE_FEED:
        return start
    if is_server_label(text, i, dot):
        return i
    if i == start + 1 and (data[i] | 0x20) == SMALL_D:  # "3dprinting"
        return start
    k = i
    while k < dot and text.flags[data[k]] & (classes.WORD | classes.DIGIT) == classes.WORD:
        k += 1
    if k < dot or dot - i < 4:
        return start
    k = dot + 1
    while k < end and data[k] != DOT:
        k += 1
    text.examined += k - start
    return i if k - dot > 4 and k + 1 < end else start


def is_plausible(text: Text, start: cython.Py_ssize_t, dot: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the name may be a host written without "www.", not a file or package name."""
    data: cython.p_const_uchar = text.data
    label: cython.Py_ssize_t = end
    while label > start and data[label - 1] != DOT:
        label -= 1
    for k in range(start, dot - 1):  # a dash of two hyphens; "xn--"
        if data[k] == HYPHEN and data[k + 1] == HYPHEN and k != start + 2:
            return False
    text.examined += dot - start
    # A country code in capitals: uuencoded lines are full of them.
    if end - label == 2 and data[label] < SMALL_A:
        return False
    if label == dot + 1:
        last: bytes = text.window[label:end].lower()
        if end - label == 2:
            return last not in _FILES
        return last in _GENERIC or data[label] >= 0x80 or last[:4] == b"xn--"
    return _is_host_label(text.window[start:dot].lower(), text.window[label:end].lower())


def _is_host_label(first: bytes, last: bytes) -> cython.bint:
    """Return True if a name of three labels or more, with this first and last one, is no package or newsgroup."""
    return first not in _REVERSED and (first not in _NEWSGROUPS or last in _GENERIC)


def ipv4_end(text: Text, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the IPv4 address at ``start`` (RFC 3986 §3.2.2), without the full stop of a sentence.

    -1 if it is not one, or if it is the address of a network (RFC 4632 §3.1).
    """
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = start
    numbers: cython.int
    for numbers in range(4):
        begin: cython.Py_ssize_t = i
        value: cython.int = 0
        while i < end and i < begin + 4 and text.flags[data[i]] & classes.DIGIT:
            value = 10 * value + data[i] - DIGIT_0
            i += 1
        if i == begin or value > 255 or (i > begin + 1 and data[begin] == DIGIT_0):
            return -1
        if numbers < 3:
            if i == end or data[i] != DOT:
                return -1
            i += 1
    text.examined += i - start
    stop: cython.Py_ssize_t = i
    if i < end and (data[i] != DOT or i + 1 < end):
        return -1
    if text.peek(i) != SLASH:
        return stop
    begin = i = i + 1
    while i < begin + 3 and text.flags[text.peek(i)] & classes.DIGIT:
        i += 1
    if i == begin or i == begin + 3 or text.flags[text.peek(i)] & classes.WORD or text.peek(i) == SLASH:
        return stop
    return -1


def port_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the port whose colon is at ``i``; ``i`` if there is no port."""
    k: cython.Py_ssize_t = i + 1
    while k < i + 7 and text.flags[text.peek(k)] & classes.DIGIT:
        k += 1
    return i if k == i + 1 or k == i + 7 or text.flags[text.peek(k)] & classes.WORD else k


def follows_soft_break(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if "=" (RFC 2045 §6.7) or a backslash broke the line before ``i``."""
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = i - 2
    if i < 3 or data[i - 1] != LINE_FEED:
        return False
    if data[k] == CARRIAGE_RETURN:
        k -= 1
    return data[k] == EQUALS or data[k] == BACKSLASH


def is_continued(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the first word of a line, at ``i``, may continue the last word of the previous line.

    That line ends in a hyphen after a word, or it is full and its last word has "//" in it.
    """
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = i
    low: cython.Py_ssize_t = max(2, i - 2 * _LONGEST_LABEL)
    while (
        k > low
        and data[k - 1] != LINE_FEED
        and (data[k - 1] == GREATER_THAN or text.flags[data[k - 1]] & classes.SPACE)
    ):
        k -= 1
    if k <= low or data[k - 1] != LINE_FEED:
        text.examined += i - k
        return False
    k -= 1
    if data[k - 1] == CARRIAGE_RETURN:
        k -= 1
    end: cython.Py_ssize_t = k
    low = max(2, end - 2 * _LONGEST_LABEL)
    if data[k - 1] == HYPHEN and text.flags[data[k - 2]] & classes.WORD:
        return True
    if text.flags[data[k - 1]] & classes.WORD or data[k - 1] == DOT:
        while (
            k > low
            and not text.flags[data[k - 1]] & classes.SPACE
            and not (data[k - 1] == SLASH and data[k - 2] == SLASH)
        ):
            k -= 1
    broken: cython.bint = k > low and k < end and data[k - 1] == SLASH
    while broken and k > 0 and data[k - 1] != LINE_FEED and end - k < _FULL:
        k -= 1
    text.examined += i - k
    return broken and end - k >= _FULL


# -- References without a scheme: ``www.example.org/x`` (RFC 3986 §4.5), ``ada@example.org`` (RFC 5322 §3.4.1) ---------
#
# They are searched for only on demand, by a subclass of the kernel. It stops at ``.`` and ``@`` as well as at ``:``, in
# the order of their offsets, so an anchor inside a reference that was found is never tried.
#
# The section above decides which names are references. An address is a dot-atom, ``@``, and a name that ends in a
# top-level domain or one reserved for special use. It is not an address if it is a Message-ID, or if ``:`` and a path
# follow, as in the arguments of ``scp``.
#
# Why it is linear: looking back from ``.`` ends at the previous ``.``, from ``@`` at the previous ``@``, or at a small
# limit; bytes that were read forward are not read again from an anchor inside them.

_MAX_NAME = cython.declare(cython.Py_ssize_t, 256)  # RFC 1035 §2.3.4
_TLDS, _SPECIAL = tlds.TLDS, tlds.SPECIAL
# Reasons for which a name or an address is rejected (``rejects``).
_PART_OF_ANOTHER = "the characters before it make it part of something else"
_BEGUN = "it began on the previous line"


@cython.cclass
class SuffixKernel(Kernel):
    """Finds the kernel's references, with ``names`` also names without a scheme, with ``mails`` also mail addresses.

    ``marked`` returns True if a mark of defanging was removed between two offsets of the document: names and addresses
    with one are found even without ``names`` and ``mails``.
    """

    def __init__(
        self, max_reference: int = limits.MAX_REFERENCE, names: bool = True, mails: bool = True,
        marked: Callable[[int, int], bool] | None = None,
    ) -> None:  # fmt: skip
        Kernel.__init__(self, max_reference)
        self.marked = marked  # returns True if a mark was removed between two offsets; or None
        self.all_names: cython.bint = names
        self.all_mails: cython.bint = mails
        self.wants_names: cython.bint = names or marked is not None
        self.wants_mails: cython.bint = mails or marked is not None

    def load(self, window: bytes, pos: int, low: int, final: bool) -> None:
        """Set the window, as :meth:`Kernel.load` does."""
        Kernel.load(self, window, pos, low, final)
        self.colon = self.dot = self.at = -1

    def scan(self) -> bool:
        """Write the next rows; return False if the rest of the window has none, or needs more bytes."""
        pos: cython.Py_ssize_t = self.pos
        self.count = self.made = 0
        while self.count < rows.ROWS and self.made < rows.ROWS:
            anchor: cython.Py_ssize_t = self.anchor(pos)
            if anchor == self.size:
                self.pos = anchor
                return False
            pos = self.try_at(anchor)
            if pos < 0:
                return False
        self.pos = pos
        return True

    def candidate(self, anchor: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Do as :meth:`Kernel.candidate`, for an anchor of any kind."""
        byte: cython.int = self.data[anchor]
        if byte == COLON:
            end: cython.Py_ssize_t = self.usual(anchor)
            return end if end >= 0 else self.reference(anchor)
        return self.suffix(anchor) if byte == DOT else self.mailbox(anchor)

    def write(self, colon: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the candidate's row, as :meth:`Kernel.write` does, with ``DEFANGED`` if it was defanged."""
        Kernel.write(self, colon, end, bits | rows.DEFANGED if self.is_marked(self.start, end) else bits)

    # -- anchors ---------------------------------------------------------------------------------------------------

    def find(self, byte: cython.int, pos: cython.Py_ssize_t, limit: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the offset of the next ``byte`` from ``pos`` on, ``limit`` if there is none before it."""
        if pos >= limit:
            return limit
        place: cython.Py_ssize_t = pos if self.data[pos] == byte else next_place(self.data, byte, pos, limit)
        self.examined += place - pos + 1
        return place

    def anchor(self, pos: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the offset of the next anchor of any kind.

        Each kind is searched once, and only up to the next anchor of another kind.
        """
        place: cython.Py_ssize_t
        self.colon = place = self.find(COLON, max(pos, self.colon), self.size)
        if self.wants_names:
            self.dot = place = self.find(DOT, max(pos, self.dot), place)
        if self.wants_mails:
            self.at = place = self.find(AT, max(pos, self.at), place)
        return place

    def rejects(self, answer: cython.bint, reason: str) -> cython.bint:
        """Return ``answer``. The explainer overrides this, to keep the reason if it is True."""
        return answer

    def gap(self, i: cython.Py_ssize_t, enclosed: cython.bint) -> cython.Py_ssize_t:
        """Return where the text continues, as :meth:`Kernel.gap`: a mark of defanging begins a new item of a list."""
        j: cython.Py_ssize_t = Kernel.gap(self, i, enclosed)
        if j < 0 or not self.broke or enclosed or self.marked is None:
            return j
        stop: cython.Py_ssize_t = next_blank(self, j)
        self.need = self.need or stop == self.size
        self.examined += stop - j
        return -1 if self.is_marked(j, stop) else j

    def is_marked(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a mark of defanging was removed between ``start`` and ``end``."""
        return self.marked is not None and bool(self.marked(self.offset + start, self.offset + end))

    def run(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the labels and dots at ``i``."""
        data: cython.p_const_uchar = self.data
        begin: cython.Py_ssize_t = i
        limit: cython.Py_ssize_t = min(self.size, i + _MAX_NAME)
        while i < limit and self.flags[data[i]] & classes.NAME:
            if data[i] >= 0x80:
                j: cython.Py_ssize_t = self.character(i)
                words: cython.bint = data[i - 1] < 0x80 and is_undivided(self, i)  # a domain, and words of the text
                name: tuple[bytes, bytes, bytes] = self.window[begin : i if words else begin].rpartition(b".")
                if j < 0 or (name[1] and name[2].lower() in _TLDS):
                    break
                i = j
            else:
                i += 1
        self.examined += i - begin + 1
        if i >= self.size:
            self.need = True
        return i

    def ends_known(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, special: cython.bint) -> cython.bint:
        """Return True if the name from ``start`` could exist and ends in a top-level domain; set ``host_end``.

        ``special``: accept special-use domains too. A last label that begins in ASCII ends at the first letter beyond
        it, since some scripts have no blanks between words.
        """
        data: cython.p_const_uchar = self.data
        upper: cython.bint = False
        lower: cython.bint = False
        while end > start and (data[end - 1] == DOT or data[end - 1] == HYPHEN):
            end -= 1
        label: cython.Py_ssize_t = end
        while label > start and data[label - 1] != DOT:
            label -= 1
        self.examined += end - label
        if label == start:
            return False
        for k in range(label, end):
            if data[k] >= 0x80 and data[label] < 0x80:
                end = k
                break
            upper = upper or CAPITAL_A <= data[k] <= CAPITAL_Z
            lower = lower or SMALL_A <= data[k] <= SMALL_Z
        if upper and lower and not special:  # "our books.Org/anise"
            return False
        last: bytes = self.window[label:end].lower()
        if last not in _TLDS and not (special and last in _SPECIAL):
            return False
        self.stop = self.size
        if not self.name(start, end, end) or self.host_end != end:
            return False
        self.stop = min(self.size, start + self.max_reference)
        return True

    # -- names -------------------------------------------------------------------------------------------------------

    def suffix(self, dot: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the name whose first dot is ``dot``, if it is a reference; return where to continue."""
        data: cython.p_const_uchar = self.data
        following: cython.int = self.peek(dot + 1)
        if not self.flags[following] & classes.WORD and following < 0x80:
            return dot + 1
        start: cython.Py_ssize_t = first_label(self, self.low, dot)
        if self.rejects(start < 0, _PART_OF_ANOTHER) or self.rejects(
            follows_soft_break(self, start) and not self.is_marked(start, next_blank(self, start)), _BEGUN
        ):
            return dot + 1
        self.begin(start)
        run: cython.Py_ssize_t = self.run(start)
        self.start = start = after_footnote(self, start, dot, run)
        server: cython.bint = is_server_label(self, start, dot)
        while data[run - 1] == PLUS:  # AsciiDoc: `+name+`
            run -= 1
        following = self.peek(run)
        # Marks of defanging in the name, or before its port or path.
        marked: cython.bint = self.is_marked(start, run + 1)
        if not marked and (not self.all_names or (not server and following != SLASH and following != COLON)):
            return run
        self.scheme_syntax = schemes.HOST
        if not self.ends_known(start, run, server or marked):
            self.host_end = ipv4_end(self, start, run) if marked else -1
            if self.host_end < 0:
                return run
        end: cython.Py_ssize_t = self.host_end
        if end != run:
            following = data[end]
        if marked:
            server = True  # it needs no path
        elif server:
            if self.rejects(not has_dot(self, dot + 1, end), '"www." must be followed by at least two labels'):
                return run
        elif (
            end != run
            or self.rejects(not is_plausible(self, start, dot, end), "the name looks like that of a file or package")
            or self.rejects(is_continued(self, start), _BEGUN)
        ):
            return run
        if following == COLON:
            end = port_end(self, end)
            following = self.peek(end)
            if following == COLON and self.peek(end + 1) == SLASH and self.peek(end + 2) == SLASH:
                return run
        if not server:
            # A path must follow; "//" and "/*" begin a comment.
            if following != SLASH or self.peek(end + 1) in (SLASH, ASTERISK, EQUALS):
                return run
        elif following in (AT, EQUALS, PERCENT, DOLLAR):
            return run
        if not self.all_names and not self.is_marked(start, end + (following == SLASH)):
            return run
        return self.delimited(end)

    def delimited(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the name that ends at ``end``, with the path after it; return the end of the reference."""
        made: cython.Py_ssize_t = self.made
        begin: cython.Py_ssize_t = self.start
        bits: cython.longlong = self.look_back() | rows.SUFFIX
        if self.peek(end) in (SLASH, QUESTION_MARK, NUMBER_SIGN):
            end = self.read(end)
        if end >= begin + self.max_reference:
            self.write(begin, end, bits | rows.TOO_LONG)
            return end
        if self.opener and end < self.size:
            end = self.enclosed(begin, end)
            if end >= 0:
                bits |= rows.ANGLE if self.opener == LESS_THAN else rows.QUOTE
                self.write(begin, end, bits | (rows.PARTIAL if self.is_partial(end) else 0))
                return end
            self.made = made
            end = self.first_end
        if self.cut >= 0:
            end = self.cut
        self.opener = 0
        whole: cython.Py_ssize_t = end
        end = self.bare(begin, begin, end)
        if self.is_partial(end if self.made > made else whole):
            bits |= rows.PARTIAL
        if self.beyond_ascii:
            end = self.before_word(end)
        self.write(begin, end, bits)
        return end

    # -- addresses ---------------------------------------------------------------------------------------------------

    def local(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the start of the local part before ``at``; -1 if there is none."""
        return local_part(self, self.low, at)

    def mailbox(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the mail address whose "@" is ``at``, if it is one; return where to continue."""
        data: cython.p_const_uchar = self.data
        following: cython.int = self.peek(at + 1)
        if not self.flags[following] & classes.WORD and following < 0x80:
            return at + 1
        start: cython.Py_ssize_t = self.local(at)
        if self.rejects(start < 0, "no local part before the @, or it is part of something else") or self.rejects(
            follows_soft_break(self, start) or is_continued(self, start), _BEGUN
        ):
            return at + 1
        self.begin(start)
        run: cython.Py_ssize_t = self.run(at + 1)
        if not self.all_mails and not self.is_marked(start, run):
            return run
        self.scheme_syntax = schemes.HOST
        if not self.ends_known(at + 1, run, True):
            return run
        end: cython.Py_ssize_t = self.host_end
        following = self.peek(end)
        if following in (AT, UNDERSCORE, PERCENT, DOLLAR, PLUS):
            return run
        # "host:path" as for scp, "host/resource"; or "=" of a soft line break.
        if following in (COLON, SLASH) and end == run:
            following = self.peek(end + 1)
            if self.flags[following] & classes.WORD or following in (SLASH, DOT, TILDE):
                return run
        elif following == EQUALS and self.flags[self.peek(end + 1)] & classes.SPACE:
            return run
        bits: cython.longlong = self.look_back() | rows.MAIL
        # In capitals with a country code: only after "<" or white space, since uuencoded lines are full of them.
        following = self.before
        if data[end - 3] == DOT and following and following != LESS_THAN and not self.flags[following] & classes.SPACE:
            j: cython.Py_ssize_t = start
            while j < end and not SMALL_A <= data[j] <= SMALL_Z:
                j += 1
            self.examined += j - start
            if j == end:
                return run
        if self.rejects(
            is_identifier(self, start) or (self.opener == LESS_THAN and is_dated(self, start, at)),
            "it is a Message-ID, not an address",
        ):
            return run
        if self.opener == QUOTATION_MARK:
            if end < self.size and data[end] == QUOTATION_MARK:
                bits |= rows.QUOTE
        elif self.opener:
            j = blanks_end(self, end)
            if j >= 0 and data[j] == GREATER_THAN:
                bits |= rows.ANGLE
        self.write(start, end, bits)
        return end


# -- Links that only linkifiers find: ``example.org`` (RFC 3986 §4.5), ``"ada"@example.org`` (RFC 5322 §3.4.1) ---------
#
# In text shown to people, a bare name is a link unless it could be a file name or code. Its last label is a top-level
# domain, but not a file extension (``setup.py``) or a usual name of attributes (``user.name``), and the bytes after it
# do not make it a call, a value or part of an address. Local parts of addresses may have all marks that do not divide
# words in text, and quoted words.
#
# Why it is linear: the base class has read the name, and only its last label is read again; the length of a local part
# is limited.

_NAMES = cython.declare(cython.int, LINKS["names"])
_IPV4 = cython.declare(cython.int, LINKS["ipv4"])
_LOCAL_PARTS = cython.declare(cython.int, LINKS["local_parts"])
_MAX_LOCAL_PART = cython.declare(cython.Py_ssize_t, 64)  # RFC 5321 §4.5.3.1.1
_EXTENSIONS, _MEMBERS, _TEMPLATES = tlds.EXTENSIONS, tlds.MEMBERS, tlds.TEMPLATES


class LinkKernel(SuffixKernel):
    """Finds what its base class finds, and the links that ``links`` adds, a sum of :data:`.LINKS`; all by default."""

    def __init__(
        self, max_reference: int = limits.MAX_REFERENCE, names: bool = True, mails: bool = True,
        marked: Callable[[int, int], bool] | None = None,
    ) -> None:  # fmt: skip
        SuffixKernel.__init__(self, max_reference, names, mails, marked)
        self.links: cython.int = sum(LINKS.values())

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
        k: cython.Py_ssize_t = start
        while data[label - 1] != DOT:
            label -= 1
        second: cython.Py_ssize_t = label - 1
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
        if (last == b"in" and before in _TEMPLATES) or self.window[start:dot] == b"System":  # System.Net of .NET
            return False
        # Two hyphens are a dash, except in "xn--".
        while start < dot - 1 and (data[start] != HYPHEN or data[start + 1] != HYPHEN):
            start += 1
        if start < dot - 1 and self.window[start - 2 : start].lower() != b"xn":
            return False
        return label == dot + 1 or _is_host_label(self.window[self.start : dot].lower(), last)

    def authority_end(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the name or of its port; -1 if the next bytes show that it is not a host."""
        host: cython.Py_ssize_t = end
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
        k: cython.Py_ssize_t = end
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
        query: cython.bint = False
        value: cython.bint = False
        if not self.links & _LOCAL_PARTS or not self.all_mails:
            return local_part(self, self.low, at)
        while i > low:
            before: cython.int = data[i - 1]
            if before == QUOTATION_MARK and (i == at or data[i] == DOT):
                k: cython.Py_ssize_t = i - 2
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
