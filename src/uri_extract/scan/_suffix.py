# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""References without a scheme: ``www.example.org/x`` (RFC 3986 §4.5), ``ada@example.org`` (RFC 5322 §3.4.1).

They are searched for only on demand, by a subclass of the kernel. It stops at ``.`` and ``@`` as well as at ``:``, in
the order of their offsets, so an anchor inside a reference that was found is never tried.

:mod:`._names` decides which names are references. An address is a dot-atom, ``@``, and a name that ends in a top-level
domain or one reserved for special use. It is not an address if it is a Message-ID (:mod:`._addresses`), or if ``:`` and
a path follow, as in the arguments of ``scp``.

Why it is linear: looking back from ``.`` ends at the previous ``.``, from ``@`` at the previous ``@``, or at a small
limit; bytes that were read forward are not read again from an anchor inside them.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.uri import tlds

if cython.compiled:
    from cython.cimports.libc.string import memchr  # noqa: I001 - several to a line
    from cython.cimports.uri_extract import limits
    from cython.cimports.uri_extract.scan import classes, rows
    from cython.cimports.uri_extract.scan._addresses_c import is_dated, is_identifier, local_part
    from cython.cimports.uri_extract.scan._kernel_c import Kernel
    from cython.cimports.uri_extract.scan._line_breaks_c import blanks_end
    from cython.cimports.uri_extract.scan._lookahead_c import has_dot
    from cython.cimports.uri_extract.scan._names_c import (
        after_footnote, first_label, follows_soft_break, ipv4_end, is_continued, is_plausible, is_server_label,
        port_end,
    )  # fmt: skip
    from cython.cimports.uri_extract.uri import schemes
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        ASTERISK, AT, CAPITAL_A, CAPITAL_Z, COLON, DOLLAR, DOT, EQUALS, GREATER_THAN, HYPHEN, LESS_THAN, NUMBER_SIGN,
        PERCENT, PLUS, QUESTION_MARK, QUOTATION_MARK, SLASH, SMALL_A, SMALL_Z, TILDE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes, rows
    from uri_extract.scan._addresses import is_dated, is_identifier, local_part
    from uri_extract.scan._kernel import Kernel
    from uri_extract.scan._line_breaks import blanks_end
    from uri_extract.scan._lookahead import has_dot
    from uri_extract.scan._names import (
        after_footnote, first_label, follows_soft_break, ipv4_end, is_continued, is_plausible, is_server_label,
        port_end,
    )  # fmt: skip
    from uri_extract.uri import schemes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

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
        self,
        max_reference: int = limits.MAX_REFERENCE,
        names: bool = True,
        mails: bool = True,
        marked: Callable[[int, int], bool] | None = None,
    ) -> None:
        Kernel.__init__(self, max_reference)
        self.marked = marked
        self.all_names = names
        self.all_mails = mails
        self.wants_names = names or marked is not None
        self.wants_mails = mails or marked is not None

    def load(self, window: bytes, pos: int, low: int, final: bool) -> None:
        """Set the window, as :meth:`Kernel.load` does."""
        Kernel.load(self, window, pos, low, final)
        self.colon = self.dot = self.at = -1

    def scan(self) -> bool:
        """Write the next rows; return False if the rest of the window has none, or needs more bytes."""
        pos: cython.Py_ssize_t = self.pos
        anchor: cython.Py_ssize_t
        self.count = self.made = 0
        while self.count < rows.ROWS and self.made < rows.ROWS:
            anchor = self.anchor(pos)
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
        place: cython.Py_ssize_t = limit
        if pos >= limit:
            return limit
        if self.data[pos] == byte:
            place = pos
        elif cython.compiled:
            data: cython.p_const_uchar = self.data
            found: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + pos, byte, limit - pos))
            if found != cython.NULL:
                place = found - data
        else:
            place = self.window.find(byte, pos, limit)
            if place < 0:
                place = limit
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

    def is_marked(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a mark of defanging was removed between ``start`` and ``end``."""
        return self.marked is not None and bool(self.marked(self.offset + start, self.offset + end))

    def run(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the labels and dots at ``i``."""
        data: cython.p_const_uchar = self.data
        begin: cython.Py_ssize_t = i
        limit: cython.Py_ssize_t = min(self.size, i + _MAX_NAME)
        j: cython.Py_ssize_t
        while i < limit and self.flags[data[i]] & classes.NAME:
            if data[i] >= 0x80:
                j = self.character(i)
                if j < 0:
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
        label: cython.Py_ssize_t
        k: cython.Py_ssize_t
        upper: cython.bint = False
        lower: cython.bint = False
        while end > start and (data[end - 1] == DOT or data[end - 1] == HYPHEN):
            end -= 1
        label = end
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
        start: cython.Py_ssize_t
        run: cython.Py_ssize_t
        end: cython.Py_ssize_t
        server: cython.bint
        marked: cython.bint
        if not self.flags[following] & classes.WORD and following < 0x80:
            return dot + 1
        start = first_label(self, self.low, dot)
        if self.rejects(start < 0, _PART_OF_ANOTHER) or self.rejects(follows_soft_break(self, start), _BEGUN):
            return dot + 1
        self.begin(start)
        run = self.run(start)
        self.start = start = after_footnote(self, start, dot, run)
        server = is_server_label(self, start, dot)
        while data[run - 1] == PLUS:  # AsciiDoc: `+name+`
            run -= 1
        following = self.peek(run)
        # Marks of defanging in the name, or before its port or path.
        marked = self.is_marked(start, run + 1)
        if not marked and (not self.all_names or (not server and following != SLASH and following != COLON)):
            return run
        self.scheme_syntax = schemes.HOST
        if not self.ends_known(start, run, server or marked):
            self.host_end = ipv4_end(self, start, run) if marked else -1
            if self.host_end < 0:
                return run
        end = self.host_end
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
        start: cython.Py_ssize_t
        run: cython.Py_ssize_t
        end: cython.Py_ssize_t
        j: cython.Py_ssize_t
        bits: cython.longlong
        if not self.flags[following] & classes.WORD and following < 0x80:
            return at + 1
        start = self.local(at)
        if self.rejects(start < 0, "no local part before the @, or it is part of something else") or self.rejects(
            follows_soft_break(self, start) or is_continued(self, start), _BEGUN
        ):
            return at + 1
        self.begin(start)
        run = self.run(at + 1)
        if not self.all_mails and not self.is_marked(start, run):
            return run
        self.scheme_syntax = schemes.HOST
        if not self.ends_known(at + 1, run, True):
            return run
        end = self.host_end
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
        bits = self.look_back() | rows.MAIL
        # In capitals with a country code: only after "<" or white space, since uuencoded lines are full of them.
        following = self.before
        if data[end - 3] == DOT and following and following != LESS_THAN and not self.flags[following] & classes.SPACE:
            j = start
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
