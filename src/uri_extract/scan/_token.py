"""What belongs to a reference and what to the text around it (RFC 3986 Appendix C), within one line.

The third of the five classes that make the kernel (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_AUTHORITY, MAX_REFERENCE
from uri_extract.scan import classes
from uri_extract.uri import schemes

if cython.compiled:
    from cython.cimports.uri_extract.scan._characters_c import Characters
else:
    from uri_extract.scan._characters import Characters

_MAX_AUTHORITY = cython.declare(cython.Py_ssize_t, MAX_AUTHORITY)
_PLAIN = cython.declare(cython.int, classes.PLAIN)
_BEYOND = cython.declare(cython.int, classes.BEYOND)
_WORD = cython.declare(cython.int, classes.WORD)
_NAME = cython.declare(cython.int, classes.NAME)
_TRAILING = cython.declare(cython.int, classes.TRAILING)
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
_NAMESPACE = cython.declare(cython.int, schemes.NAMESPACE)
#: Characters that end a reference, or that it would be trimmed of, as markup refers to them (HTML §13.5).
_DELIMITERS = frozenset(b"lt gt quot apos nbsp #34 #39 #60 #62 #160 #x22 #x27 #x3c #x3e #xa0".split())


@cython.cclass
class Token(Characters):
    """The candidate: what was seen of it so far, and whether the next byte is still part of it."""

    def __init__(self, max_reference: int = MAX_REFERENCE) -> None:
        Characters.__init__(self)
        self.max_reference = max_reference
        self.cut = -1
        self.square_end = self.curly_end = 0
        self.begin(0)

    @cython.cfunc
    @cython.exceptval(check=False)
    def begin(self, start: cython.Py_ssize_t) -> cython.void:
        """Take up a candidate that begins at ``start``."""
        self.start = start
        self.stop = min(self.size, start + self.max_reference)
        self.line = -2
        self.kind = self.opener = self.before = 0
        self.cut = self.bar = -1
        self.host_end = self.known = start
        self.rounds = self.squares = self.curlies = self.apostrophes = 0
        self.query = self.beyond_ascii = self.western = self.quoted_before = self.escaped = False

    @cython.cfunc
    @cython.exceptval(check=False)
    def read(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read on from ``i`` to the first byte that cannot belong to the reference; return where that is.

        Behind a bracket it is read to what no URI holds, and ``cut`` is where it would have ended in white space.
        """
        data: cython.p_const_uchar = self.data
        kinds: cython.p_const_uchar = self.classes
        stop: cython.Py_ssize_t = self.stop
        begin: cython.Py_ssize_t
        j: cython.Py_ssize_t
        kind: cython.int
        i = max(i, self.known)
        begin = i
        while True:
            while (
                i + 4 <= stop and kinds[data[i]] == _PLAIN and kinds[data[i + 1]] == _PLAIN
                and kinds[data[i + 2]] == _PLAIN and kinds[data[i + 3]] == _PLAIN
            ):  # fmt: skip
                i += 4
            while i < stop and kinds[data[i]] == _PLAIN:
                i += 1
            if i >= stop:
                if stop == self.size and stop < self.start + self.max_reference:
                    self.need = True
                break
            kind = kinds[data[i]]
            if kind == 0:
                j = self.escape(i) if data[i] == 92 else -1
                if j < 0:
                    break
                self.escaped = True
                i = j
                continue
            if kind == _BEYOND:
                j = self.character(i)
                if j < 0:
                    break
                i = j
                continue
            if self.ends(i):
                if not self.opener:
                    break
                if self.cut < 0:
                    self.cut = i
            i += 1
        self.examined += i - begin
        return i

    @cython.cfunc
    @cython.exceptval(check=False)
    def ends(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the doubtful byte at ``i`` ends a reference in white space."""
        byte: cython.int = self.data[i]
        if byte == 63:  # ?
            self.query = True
            return False
        if byte == 38:  # & may begin a delimiter in its escaped form
            return self.entity(i)
        if byte == 40:  # (
            self.rounds += 1
            return False
        if byte == 41:  # ) is the text's where none is open, unless a word follows and no "(" stood before
            if self.rounds > 0:
                self.rounds -= 1
                return False
            return self.before == 40 or not self.flags[self.peek(i + 1)] & _WORD
        if byte == 91:  # [ begins a footnote's mark, or a tag that closes: [/url]
            if (not self.query and (self.peek(i + 1) == 47 or self.footnote(i))) or not self.closed(i, 93):
                return True
            self.squares += 1
            return False
        if byte == 123:  # {
            if not self.closed(i, 125):
                return True
            self.curlies += 1
            return False
        if byte == 93:  # ]
            if self.squares > 0:
                self.squares -= 1
                return False
            return True
        if byte == 125:  # }
            if self.curlies > 0:
                self.curlies -= 1
                return False
            return True
        if byte == 39:  # '
            self.apostrophes += 1
            return self.before == 39 and not self.flags[self.peek(i + 1)] & _WORD
        if byte == self.before and (byte == 44 or byte == 59):  # a column between separators
            return True
        if byte == 124:  # | behind the address in a wiki's link or template, or in a table's cell
            if self.bar < 0:
                self.bar = i
            if self.before == 91 or self.before == 124 or (self.before == 61 and self.argument(i + 1)):
                return True
        return not self.query and self.another(i + 1)  # , ; | between two references

    @cython.cfunc
    @cython.exceptval(check=False)
    def closed(self, i: cython.Py_ssize_t, closer: cython.int) -> cython.bint:
        """Tell whether what opens at ``i`` is closed before the next byte that no URI has.

        The search goes on where the last one ended: all brackets up to there have the same answer, and no byte is
        searched twice.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = max(i + 1, self.square_end if closer == 93 else self.curly_end)
        begin: cython.Py_ssize_t = k
        while k < self.stop and self.classes[data[k]] and data[k] != closer:
            k += 1
        self.examined += k - begin + 1
        if k >= self.size:
            self.need = True
        if closer == 93:
            self.square_end = k
        else:
            self.curly_end = k
        return k < self.stop and data[k] == closer

    @cython.cfunc
    @cython.exceptval(check=False)
    def argument(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a template's argument, "name=", stands at ``i``."""
        k: cython.Py_ssize_t = i
        while k < i + 20 and (self.flags[self.peek(k)] & _WORD or self.peek(k) == 45):
            k += 1
        return k > i and self.peek(k) == 61

    @cython.cfunc
    @cython.exceptval(check=False)
    def entity(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether "&lt;", "&#39;" or another delimiter stands at ``i``, as text has it that shows markup."""
        k: cython.Py_ssize_t = i + 1
        while k < i + 7 and (self.flags[self.peek(k)] & _WORD or self.peek(k) == 35):
            k += 1
        return self.peek(k) == 59 and self.window[i + 1 : k].lower() in _DELIMITERS

    @cython.cfunc
    @cython.exceptval(check=False)
    def footnote(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a footnote's mark, "[1]", stands at ``i``."""
        k: cython.Py_ssize_t = i + 1
        while k < i + 5 and self.flags[self.peek(k)] & _DIGIT:
            k += 1
        return k > i + 1 and self.peek(k) == 93

    @cython.cfunc
    @cython.exceptval(check=False)
    def another(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether "scheme://" stands at ``i``."""
        k: cython.Py_ssize_t = i
        while k < i + 12 and self.flags[self.peek(k)] & _WORD:
            k += 1
        return k > i + 1 and self.peek(k) == 58 and self.peek(k + 1) == 47 and self.peek(k + 2) == 47

    @cython.cfunc
    @cython.exceptval(check=False)
    def trim(self, floor: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Leave the text's punctuation, and brackets that never close, out of a reference in white space."""
        byte: cython.int
        apostrophes: cython.int = self.apostrophes
        behind: cython.int = self.data[end] if end < self.size else 0
        while end > floor:
            byte = self.data[end - 1]
            if byte == 47 and self.before == 42 and self.data[end - 2] == 42:  # "/*" before it, "*/" behind it
                end -= 1
                continue
            if (
                (byte == 61 and (end - 1 == self.host_end or behind == 62))  # "=>"
                or (byte == 126 and self.before == 126)
            ):
                end -= 1
                behind = 0
                continue
            if not self.flags[byte] & _TRAILING:
                break
            # A path may end in "-", a host may not; "->" and "-->" are the text's.
            if byte == 45 and end > self.host_end and behind != 62:
                break
            if byte == 58 and behind == 41 and self.kind == _NAMESPACE:  # "(urn:example:)": in prose a blank follows
                break
            if byte == 39:
                if apostrophes & 1 == 0 and self.data[end - 2] != 39:
                    break
                apostrophes -= 1
            end -= 1
        return end

    # -- hosts -----------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def host(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether an authority with a host that could exist stands at ``i`` (RFC 3986 §3.2).

        Sets ``host_end``, and brings ``stop`` down to where the reference must end because its host does.
        """
        data: cython.p_const_uchar = self.data
        kinds: cython.p_const_uchar = self.classes
        limit: cython.Py_ssize_t = min(self.stop, i + _MAX_AUTHORITY)
        end: cython.Py_ssize_t = self.usual_host(i, limit)
        at: cython.Py_ssize_t = -1
        if end > i:
            return True
        # Else the "@" is looked for, and where the authority ends.
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

        Letters and digits with single dots and hyphens between them, and no number at the end: :meth:`name` would say
        the same of it.
        """
        data: cython.p_const_uchar = self.data
        end: cython.Py_ssize_t = i
        label: cython.Py_ssize_t
        sort: cython.int
        before: cython.int = _SEPARATOR
        twice: cython.int = 0
        while end < limit:
            sort = _HOSTS[data[end]]
            if not sort:
                break
            twice |= sort & before
            before = sort
            end += 1
        self.examined += end - i
        if end >= limit or twice & _SEPARATOR or before == _SEPARATOR:
            return i
        label = end - 1
        while label > i and _HOSTS[data[label - 1]] == _LETTER:
            label -= 1
        if self.flags[data[label]] & _DIGIT:
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
