"""Which hosts could exist (RFC 3986 §3.2.2, RFC 1123 §2.1): in text the grammar alone would believe too many.

The fourth of the seven classes that make the kernel (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_AUTHORITY
from uri_extract.scan import classes
from uri_extract.uri import schemes

if cython.compiled:
    from cython.cimports.uri_extract.scan._token_c import Token
else:
    from uri_extract.scan._token import Token

_MAX_AUTHORITY = cython.declare(cython.Py_ssize_t, MAX_AUTHORITY)
_WORD = cython.declare(cython.int, classes.WORD)
_NAME = cython.declare(cython.int, classes.NAME)
_SPACE = cython.declare(cython.int, classes.SPACE)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
_HOST = cython.declare(cython.int, schemes.HOST)
_LETTER = cython.declare(cython.int, classes.LETTER)
_SEPARATOR = cython.declare(cython.int, classes.SEPARATOR)
_HOST_BYTES = classes.HOSTS
if cython.compiled:  # noqa: SIM108 - the type makes the difference
    _HOSTS = cython.declare(cython.p_const_uchar, _HOST_BYTES)
else:
    _HOSTS = _HOST_BYTES


@cython.cclass
class Hosts(Token):
    """The candidate's authority: where its host ends, and whether it could be one."""

    @cython.cfunc
    @cython.exceptval(check=False)
    def host(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether an authority with a host that could exist stands at ``i`` (RFC 3986 §3.2).

        Sets ``host_end``, and brings ``stop`` down to where the reference must end because its host does.
        """
        data: cython.p_const_uchar = self.data
        kinds: cython.p_const_uchar = self.classes
        limit: cython.Py_ssize_t = min(self.stop, i + _MAX_AUTHORITY)
        end: cython.Py_ssize_t = i
        at: cython.Py_ssize_t = -1
        # The "@" is looked for, and where the authority ends.
        while end < limit and kinds[data[end]] and data[end] != 47 and data[end] != 63 and data[end] != 35:
            if data[end] == 64:
                if at >= 0:
                    return False
                at = end
            end += 1
        if end == self.size:
            self.need = True
        self.examined += end - i
        self.host_end = end
        if at >= 0:
            i = at + 1
        if i == end:  # file:///etc, ldap:///
            return self.kind != _HOST and at < 0 and end < limit and data[end] == 47
        return self.literal(i, end) if data[i] == 91 else self.name(i, end, limit)

    @cython.cfunc
    @cython.exceptval(check=False)
    def usual_host(self, i: cython.Py_ssize_t, limit: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where a host ends that is as most are, perhaps with a port; ``i`` where that takes a closer look.

        Letters and digits with single dots and hyphens between them, and no digit at the end: :meth:`name` would say
        the same of it.
        """
        data: cython.p_const_uchar = self.data
        end: cython.Py_ssize_t = i
        label: cython.Py_ssize_t
        sort: cython.int
        before: cython.int = _SEPARATOR
        twice: cython.int = 0
        first: cython.int
        second: cython.int
        third: cython.int
        # Three at a time: one branch where it ends.
        while end + 3 <= limit:
            first = _HOSTS[data[end]]
            second = _HOSTS[data[end + 1]]
            third = _HOSTS[data[end + 2]]
            if not first & second & third & _LETTER:
                sort = first & second & _LETTER
                twice |= (before & first) | (first & second & -sort)
                end += (first & _LETTER) + sort
                break
            twice |= (before & first) | (first & second) | (second & third)
            before = third
            end += 3
        else:
            return i
        self.examined += end - i
        if end >= limit or twice & 2 or _HOSTS[data[end - 1]] == _SEPARATOR:
            return i
        if self.flags[data[end - 1]] & _DIGIT:  # the last label may be a number
            return i
        self.host_end = end
        if data[end] == 58:
            label = end + 1
            while label < limit and self.flags[data[label]] & _DIGIT:
                label += 1
            if label >= limit or label == end + 1:
                return i
            end = label
        if data[end] != 47 and self.classes[data[end]]:
            return i
        self.known = end
        return end

    @cython.cfunc
    @cython.exceptval(check=False)
    def literal(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Tell whether "[", an address, "]" stands there (RFC 3986 §3.2.2 IP-literal); which one, the grammar tells."""
        j: cython.Py_ssize_t = i + 1
        while j < end and (self.flags[self.data[j]] & (_WORD | _NAME) or self.data[j] == 58):
            j += 1
        if j == end or self.data[j] != 93 or j < i + 3:
            return False
        if j + 1 < end and self.data[j + 1] != 58:
            self.stop = j + 1
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def name(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t, limit: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a name stands there that the DNS could hold (RFC 1123 §2.1), or somebody's own."""
        data: cython.p_const_uchar = self.data
        flags: cython.p_const_uchar = self.flags
        begin: cython.Py_ssize_t = i
        label: cython.Py_ssize_t = i  # where the label at hand begins
        byte: cython.int = 0
        digits: cython.bint = True  # it is a number so far
        names: cython.bint = False  # one before it was none
        last: cython.bint  # nothing of the reference stands behind the host
        while i < end:
            byte = data[i]
            if byte == 46:
                if label == i or data[label] == 45 or data[i - 1] == 45:
                    break
                names = names or not digits
                digits = True
                label = i + 1
            elif not flags[byte] & _DIGIT:
                # "${host}", "%(host)s": what a template puts there is not known
                if not flags[byte] & _NAME or (
                    (byte == 36 or byte == 37) and (self.peek(i + 1) == 123 or self.peek(i + 1) == 40)
                ):
                    break
                digits = False
            i += 1
        if i < end and byte == 46 and i > begin and data[i - 1] == 46:  # dots in a row: an ellipsis, at its end only
            while i < end and data[i] == 46:
                i += 1
            if i < end and flags[data[i]] & _NAME:
                return False
        self.host_end = i
        if i < end and data[i] == 61 and self.flags[self.peek(i + 1)] & _SPACE:  # quoted-printable broke the host
            end = i
        if i < end and data[i] != 58:  # the grammar lets a host hold sub-delimiters; no host does
            if not self.kind or data[i] == 46:
                return False
            if self.kind == _HOST:
                self.stop = end = i
        last = i == end and (end == limit or end == self.stop or not self.classes[data[end]] or data[end] == 61)
        while i > begin and data[i - 1] == 46:
            i -= 1
        if i == begin or (not last and self.host_end - i > 1):  # "http://...", "http://www.../"
            return False
        if label >= i:  # the name ends in a dot: its last label was a name already
            digits = False
        elif data[label] == 45 or (data[i - 1] == 45 and not last):
            return False
        # A name does not end in "_". Where its last label is a number it would have to be an address.
        return not (digits and names) and data[i - 1] != 95
