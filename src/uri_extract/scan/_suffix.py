"""References whose scheme was left out: ``www.example.org/x`` (RFC 3986 §4.5), ``ada@example.org`` (RFC 5322 §3.4.1).

Searched when asked for only, by a class on top of the kernel: beside ``:`` it stops at ``.`` and at ``@``, in the order
in which they stand, so that what one anchor's reference covers is never found again from another's.

Which names are believed is told in :mod:`uri_extract.scan._names`. An address is a dot-atom, ``@``, and a name that
ends in a top-level domain or one for special use. What stands like a Message-ID is none: behind a field's name that
ends in "ID", behind "References:", "In-Reply-To:", "message", or another identifier in brackets with no comma between,
or with the numbers of a moment. What has ``:`` and a path behind it is a place for ``scp``.

Why it is linear: a look-back from ``.`` ends at the ``.`` before, one from ``@`` at the ``@`` before, or at a small
limit; what was read forward is not read again from an anchor inside it.
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_REFERENCE
from uri_extract.scan import classes, rows
from uri_extract.uri import schemes

if cython.compiled:
    from cython.cimports.libc.string import memchr
    from cython.cimports.uri_extract.scan._names_c import Names
else:
    from uri_extract.scan._names import Names

_ROWS = cython.declare(cython.Py_ssize_t, rows.ROWS)
_ANGLE = cython.declare(cython.longlong, rows.ANGLE)
_QUOTE = cython.declare(cython.longlong, rows.QUOTE)
_MAIL = cython.declare(cython.longlong, rows.MAIL)
_WORD = cython.declare(cython.int, classes.WORD)
_SPACE = cython.declare(cython.int, classes.SPACE)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
_LOCAL = cython.declare(cython.int, classes.LOCAL)
_HOST = cython.declare(cython.int, schemes.HOST)
_MAX_LABEL = cython.declare(cython.Py_ssize_t, 64)  # RFC 1035 §2.3.4; RFC 5321 §4.5.3.1.1 of a local part
_LONGEST_WORD = cython.declare(cython.Py_ssize_t, 24)

#: Before a Message-ID: names of fields, beside those that end in "id"; words of a sentence, before a bracket.
_FIELDS = frozenset(b"references in-reply-to supersedes news".split())
_WORDS = frozenset(b"article artikel message msg wrote".split())


@cython.cclass
class SuffixKernel(Names):
    """Finds what the kernel finds, names without a scheme where ``names``, and addresses where ``mails``.

    ``marked`` tells whether a mark of a defanged reference was undone between two places of the document: such names
    and addresses are found without ``names`` and ``mails`` too.
    """

    def __init__(
        self, max_reference: int = MAX_REFERENCE, names: bool = True, mails: bool = True, marked: object = None
    ) -> None:
        Names.__init__(self, max_reference)
        self.marked = marked
        self.all_names = names
        self.all_mails = mails
        self.wants_names = names or marked is not None
        self.wants_mails = mails or marked is not None

    def load(self, window: bytes, pos: int, low: int, final: bool) -> None:
        """Take a window, as :meth:`Kernel.load` does."""
        Names.load(self, window, pos, low, final)
        self.colon = self.dot = self.at = -1

    def scan(self) -> bool:
        """Write the next rows; False when the window is read as far as it can be."""
        pos: cython.Py_ssize_t = self.pos
        anchor: cython.Py_ssize_t
        self.count = self.made = 0
        while self.count < _ROWS and self.made < _ROWS:
            anchor = self.anchor(pos)
            if anchor == self.size:
                self.pos = anchor
                return False
            pos = self.tried(anchor)
            if pos < 0:
                return False
        self.pos = pos
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def candidate(self, anchor: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Do as :meth:`Kernel.candidate`, for an anchor of any kind."""
        byte: cython.int = self.data[anchor]
        if byte == 58:
            return self.reference(anchor)
        return self.suffix(anchor) if byte == 46 else self.mailbox(anchor)

    # -- anchors ---------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def find(self, byte: cython.int, pos: cython.Py_ssize_t, limit: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the next place of ``byte`` from ``pos`` on, ``limit`` where there is none before."""
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

    @cython.cfunc
    @cython.exceptval(check=False)
    def anchor(self, pos: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the next anchor of any kind.

        Of each kind is known up to where there is none, and no further than the next of another kind is searched.
        """
        place: cython.Py_ssize_t
        self.colon = place = self.find(58, max(pos, self.colon), self.size)
        if self.wants_names:
            self.dot = place = self.find(46, max(pos, self.dot), place)
        if self.wants_mails:
            self.at = place = self.find(64, max(pos, self.at), place)
        return place

    # -- addresses -----------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def mailbox(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the address whose "@" that is, if it is one; return where to read on."""
        data: cython.p_const_uchar = self.data
        following: cython.int = self.peek(at + 1)
        start: cython.Py_ssize_t
        run: cython.Py_ssize_t
        end: cython.Py_ssize_t
        j: cython.Py_ssize_t
        bits: cython.longlong
        if not self.flags[following] & _WORD and following < 0x80:
            return at + 1
        start = self.local_part(at)
        if start < 0:
            return at + 1
        self.begin(start)
        run = self.run(at + 1)
        if not self.all_mails and not self.is_marked(start, run):
            return run
        self.kind = _HOST
        if not self.ends_known(at + 1, run, True):
            return run
        end = self.host_end
        following = self.peek(end)
        if following == 64 or following == 95 or following == 37 or following == 36 or following == 43:
            return run
        # "host:path" for scp, "host/resource"; and "=" that broke a line of quoted-printable.
        if (following == 58 or following == 47) and end == run:
            following = self.peek(end + 1)
            if self.flags[following] & _WORD or following == 47 or following == 46 or following == 126:
                return run
        elif following == 61 and self.flags[self.peek(end + 1)] & _SPACE:
            return run
        bits = self.look_back() | _MAIL
        # In capitals, with a country's two letters: alone it is believed, uuencoded lines are full of it.
        following = self.before
        if data[end - 3] == 46 and following and following != 60 and not self.flags[following] & _SPACE:
            j = start
            while j < end and not 97 <= data[j] <= 122:
                j += 1
            self.examined += j - start
            if j == end:
                return run
        if self.identifier(start) or (self.opener == 60 and self.dated(start, at)):
            return run
        if self.opener == 34:
            if data[end] == 34 if end < self.size else False:
                bits |= _QUOTE
        elif self.opener:
            j = self.blanks(end)
            if j >= 0 and data[j] == 62:
                bits |= _ANGLE
        self.write(start, end, bits)
        return end

    @cython.cfunc
    @cython.exceptval(check=False)
    def local_part(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the local part before ``at`` begins (RFC 5322 §3.2.3 dot-atom), -1 where none stands there."""
        data: cython.p_const_uchar = self.data
        low: cython.Py_ssize_t = max(self.low, at - _MAX_LABEL - 1)
        begin: cython.Py_ssize_t = at
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        while begin > low and self.flags[data[begin - 1]] & _LOCAL:
            begin -= 1
        self.examined += at - begin + 1
        i = begin
        # What stands before a word in text: a quotation mark, a dash, an ellipsis.
        while i < at and not self.flags[data[i]] & _WORD and data[i] != 95:
            if data[i] == 37 or data[i] == 38:  # "%s@", "&"
                return -1
            i += 1
        if i == at or at - i > _MAX_LABEL or data[at - 1] == 46:
            return -1
        for k in range(i, at - 1):
            if data[k] == 46 and data[k + 1] == 46:
                return -1
        return i if i > begin or self.apart(i) else -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def apart(self, start: cython.Py_ssize_t) -> cython.bint:
        """Tell whether what stands before an address is no part of it, or of something longer."""
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = start - 1
        low: cython.Py_ssize_t = max(0, start - _LONGEST_WORD)
        before: cython.int
        if start == 0:
            return True
        if self.soft_break(start):
            return False
        before = data[k]
        if before == 47 or before == 92 or before == 61 or before == 63 or before == 35 or before == 36:
            return False
        if before == 64 or before == 126 or before == 94 or self.flags[before] & _LOCAL:
            return False
        if before == 58:  # "Mail:ada@example.org", but "//user:password@example.org"
            while k > low and self.flags[data[k - 1]] & _WORD:
                k -= 1
            self.examined += start - k
            return k == low or (data[k - 1] != 47 and data[k - 1] != 64)
        if before < 0x80:
            return not self.continued(start)
        # Beyond ASCII: punctuation, or a script whose words no blanks divide.
        while k > low and start - k < 4 and data[k] & 0xC0 == 0x80:
            k -= 1
        if data[k] < 0xC2 or data[k] & 0xC0 == 0x80:
            return False
        if self.character(k) == start:
            return 0xE3 <= data[k] <= 0xE9
        return start - k == (2 if data[k] < 0xE0 else 3)

    @cython.cfunc
    @cython.exceptval(check=False)
    def identifier(self, start: cython.Py_ssize_t) -> cython.bint:
        """Tell whether what begins at ``start`` stands where Message-IDs do (RFC 5322 §3.6.4)."""
        data: cython.p_const_uchar = self.data
        low: cython.Py_ssize_t = max(0, start - 2 * _MAX_LABEL)
        k: cython.Py_ssize_t = start
        end: cython.Py_ssize_t
        bracket: cython.bint
        labelled: cython.bint
        while k > low and self.flags[data[k - 1]] & _LOCAL:  # a hyphen that was left out
            k -= 1
        start = k
        if k > 0 and data[k - 1] == 60:
            k -= 1
        elif k > 3 and data[k - 1] == 59 and data[k - 2] == 116 and data[k - 3] == 108 and data[k - 4] == 38:  # "&lt;"
            k -= 4
        bracket = k < start
        # White space, with reply marks at the beginning of a line; marks of emphasis and of code.
        while k > low + 1 and (
            self.flags[data[k - 1]] & _SPACE or data[k - 1] == 42 or data[k - 1] == 96 or data[k - 1] == 95
            or (data[k - 1] == 62 and (self.flags[data[k - 2]] & _SPACE or data[k - 2] == 62))
        ):  # fmt: skip
            k -= 1
        self.examined += start - k
        if k > 1 and (data[k - 1] == 62 or (data[k - 1] == 59 and data[k - 2] == 116 and data[k - 3] == 103)):
            return bracket  # addresses in a list have commas between, identifiers have none
        labelled = k > 0 and data[k - 1] == 58
        if labelled:
            k -= 1
        elif not bracket:
            return False
        end = k
        while k > low and end - k < _LONGEST_WORD and (self.flags[data[k - 1]] & _WORD or data[k - 1] == 45):
            k -= 1
        self.examined += end - k
        word: bytes = self.window[k:end].lower()
        if word.endswith((b"message-id", b"messageid", b"msgid")) or (
            bracket and (word == b"id" or word.endswith(b"-id"))
        ):
            return True
        return word in (_FIELDS if labelled else _WORDS)

    @cython.cfunc
    @cython.exceptval(check=False)
    def dated(self, start: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the local part is like a moment's and a process's numbers: twelve digits, and a dot."""
        k: cython.Py_ssize_t
        digits: cython.int = 0
        dotted: cython.bint = False
        for k in range(start, at):
            if self.flags[self.data[k]] & _DIGIT:
                digits += 1
            elif self.data[k] == 46:
                dotted = True
        return dotted and digits >= 12
