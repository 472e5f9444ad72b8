# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Read the candidate within one line: where it ends in the text around it (RFC 3986 Appendix C).

Also decide which hosts could exist (RFC 3986 §3.2.2, RFC 1123 §2.1): in text the grammar alone accepts too many.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.classes import PLAIN_RUN
from uri_extract.scan.punctuation import ends_reference

if cython.compiled:
    from cython.cimports.uri_extract import limits  # noqa: I001 - several to a line
    from cython.cimports.uri_extract.scan import classes, rows
    from cython.cimports.uri_extract.scan._characters_c import (
        backslashes_end, character_end, escaped_unit, inner_punctuation_end, slash_end,
    )  # fmt: skip
    from cython.cimports.uri_extract.scan._ends_c import Candidate
    from cython.cimports.uri_extract.scan._escapes_c import cuts_host, separator_end, typeset_end
    from cython.cimports.uri_extract.scan._hosts_c import (
        could_exist, goes_on, ip_literal_end, is_numeric_address, usual_name_end,
    )  # fmt: skip
    from cython.cimports.uri_extract.scan._lookahead_c import is_inside_host, is_joined_break, is_reference
    from cython.cimports.uri_extract.scan._placeholders_c import placeholder_end
    from cython.cimports.uri_extract.uri import schemes
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        ASTERISK, AT, BACKSLASH, COLON, DOLLAR, DOT, EQUALS, HYPHEN, LEFT_BRACE, LEFT_BRACKET, LEFT_PAREN,
        NUMBER_SIGN, PERCENT, QUESTION_MARK, QUOTATION_MARK, RIGHT_BRACE, RIGHT_PAREN, SLASH, SMALL_U, SMALL_X,
        UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes, rows
    from uri_extract.scan._characters import (
        backslashes_end, character_end, escaped_unit, inner_punctuation_end, slash_end,
    )  # fmt: skip
    from uri_extract.scan._ends import Candidate
    from uri_extract.scan._escapes import cuts_host, separator_end, typeset_end
    from uri_extract.scan._hosts import (
        could_exist, goes_on, ip_literal_end, is_numeric_address, usual_name_end,
    )  # fmt: skip
    from uri_extract.scan._lookahead import is_inside_host, is_joined_break, is_reference
    from uri_extract.scan._placeholders import placeholder_end
    from uri_extract.uri import schemes


@cython.cclass
class Token(Candidate):
    """The candidate within one line: its end, and the end of its host."""

    def read(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the offset of the first byte from ``i`` on that cannot belong to the reference.

        After an opening bracket that is a byte that is in no URI; ``cut`` is where it would have ended in white space.
        """
        data: cython.p_const_uchar = self.data
        kinds: cython.p_const_uchar = self.classes
        stop: cython.Py_ssize_t = self.stop
        begin: cython.Py_ssize_t
        j: cython.Py_ssize_t
        byte_class: cython.int
        first: cython.int
        second: cython.int
        third: cython.int
        fourth: cython.int
        i = begin = max(i, self.known)
        while True:
            # Four bytes at a time; each is 1 if all bytes up to it are plain, so the end costs one branch, not two.
            fourth = 1
            if not cython.compiled:
                i = PLAIN_RUN.match(self.window, i, max(i, stop)).end()  # type: ignore[union-attr]
                fourth = 0
            while fourth and i + 4 <= stop:
                first = kinds[data[i]] & classes.PLAIN
                second = first & kinds[data[i + 1]]
                third = second & kinds[data[i + 2]]
                fourth = third & kinds[data[i + 3]]
                if not fourth:
                    i += first + second + third
                    break
                i += 4
            while fourth and i < stop and kinds[data[i]] == classes.PLAIN:
                i += 1
            if i >= stop:
                if stop == self.size and stop < self.start + self.max_reference:
                    self.need = True
                break
            byte_class = kinds[data[i]]
            if byte_class == 0:
                if data[i] != BACKSLASH:
                    break
                j = separator_end(self, i, self.start + 5) if self.scheme_syntax == schemes.PATH else -1
                if j > 0:
                    self.escaped |= rows.BACKSLASHES
                else:
                    j = self.escape(i)
                    if j < 0:
                        break
                    self.escaped |= rows.ESCAPED
                i = j
                continue
            if byte_class == classes.BEYOND:
                j = self.character(i)
                if j < 0 and i > self.host_end and not is_reference(self, i + 3):
                    j = inner_punctuation_end(self, i)
                    self.beyond_ascii = self.beyond_ascii or j > 0
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

    def pattern_end(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        r"""Return the end of the regular expression literal that ``i`` is in (ECMA-262 §12.9.5); ``stop`` without one.

        The first slash that is not escaped ends the literal; its flags follow.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = i
        j: cython.Py_ssize_t
        while k < self.stop and (data[k] != SLASH or data[k - 1] == BACKSLASH) and (
            self.classes[data[k]] or data[k] == BACKSLASH
        ):  # fmt: skip
            k += 1
        self.examined += k - i
        if k == self.stop or data[k] != SLASH:
            return self.stop
        j = k + 1
        while j < k + 8 and self.peek(j) in b"dgimsuvxy":
            j += 1
        return k if self.peek(j) in b".,;) \r\n" or j >= self.size else self.stop

    def character(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the character beyond ASCII at ``i`` ends; -1 if it is not part of the reference."""
        end: cython.Py_ssize_t = character_end(self, i)
        if end > 0:
            if not self.beyond_ascii:
                self.first_beyond = i
            self.beyond_ascii = True
            self.western = self.western or end == i + 1
        return end

    def escape(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        r"""Return the end of the escape at ``i``; -1 if there is none, or if it ends the reference.

        It is a typesetter's escape, or in a string one of JSON or ECMAScript: ``\/``, ``\u0026``, ``\x26``.
        """
        k: cython.Py_ssize_t = typeset_end(self, i)
        point: cython.int
        if k < 0 and self.quoted_before:
            k = slash_end(self, i)
        if k > 0 or not self.quoted_before:
            return k
        k = backslashes_end(self, i)
        point = escaped_unit(self, k)
        if point < 0x80:
            if point <= 0 or not self.classes[point]:
                return -1
            return k + (5 if self.peek(k) == SMALL_U else 3)
        if 0xD800 <= point < 0xDC00:
            point = escaped_unit(self, k + 6) if self.peek(k + 5) == BACKSLASH else -1
            if not 0xDC00 <= point < 0xE000:
                return -1
            k += 6
        elif ends_reference(point) or self.peek(k) == SMALL_X:  # "\xE4" may be Latin 1, or one byte of UTF-8
            return -1
        self.beyond_ascii = True
        return k + 5

    def host(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if an authority with a host that could exist is at ``i`` (RFC 3986 §3.2).

        Set ``host_end``; lower ``stop`` if the reference must end because its host does.
        """
        data: cython.p_const_uchar = self.data
        kinds: cython.p_const_uchar = self.classes
        limit: cython.Py_ssize_t = min(self.stop, i + limits.MAX_AUTHORITY)
        end: cython.Py_ssize_t = i
        following: cython.Py_ssize_t
        at: cython.Py_ssize_t = -1
        while (
            end < limit and kinds[data[end]] and data[end] != SLASH and data[end] != QUESTION_MARK
            and (data[end] != NUMBER_SIGN or (self.peek(end + 1) == LEFT_BRACE and self.label_placeholder_end(end) > 0))
        ):  # fmt: skip
            if data[end] == AT:
                if at >= 0:
                    return False
                at = end
            following = end + 1 if data[end] < 0x80 else character_end(self, end)
            if following < 0:
                break
            end = following
        self.need = self.need or end == self.size
        self.examined += end - i
        self.host_end = end
        if at >= 0:
            i = at + 1
        if i == end:  # file:///etc, ldap:///
            return self.scheme_syntax != schemes.HOST and at < 0 and end < limit and data[end] == SLASH
        if data[i] != LEFT_BRACKET:
            return self.name(i, end, limit)
        end = ip_literal_end(self, i, end)
        if 0 <= end < self.host_end and data[end] != COLON:
            self.stop = end
        return end >= 0

    def usual_host(self, i: cython.Py_ssize_t, limit: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a host of the usual form and its optional port; ``i`` if :meth:`host` must decide."""
        data: cython.p_const_uchar = self.data
        end: cython.Py_ssize_t = usual_name_end(self, i, limit)
        port: cython.Py_ssize_t
        if end == i:
            return i
        self.host_end = end
        if data[end] == COLON:
            port = end = end + 1
            while end < limit and self.flags[data[end]] & classes.DIGIT:
                end += 1
            if end >= limit or end == port:
                return i
        if data[end] != SLASH and (self.classes[data[end]] or data[end] == BACKSLASH):
            return i
        self.known = end
        return end

    def name(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t, limit: cython.Py_ssize_t) -> cython.bint:
        """Return True if the name at ``i`` could be a DNS name (RFC 1123 §2.1) or a private one; set ``host_end``."""
        data: cython.p_const_uchar = self.data
        flags: cython.p_const_uchar = self.flags
        begin: cython.Py_ssize_t = i
        label: cython.Py_ssize_t = i  # where the current label begins
        byte: cython.int = 0
        digits: cython.bint = True  # the label is a number so far
        names: cython.bint = False  # an earlier label is not a number
        last: cython.bint  # the reference ends with its host
        k: cython.Py_ssize_t
        templated: cython.bint = False  # a placeholder takes the place of a part of it
        while i < end:
            byte = data[i]
            if byte == DOT:
                if label == i or data[label] == HYPHEN or data[i - 1] == HYPHEN:
                    break
                names = names or not digits
                digits = True
                label = i + 1
            elif not flags[byte] & classes.DIGIT:
                if byte in (DOLLAR, LEFT_BRACE, NUMBER_SIGN, PERCENT):
                    k = self.label_placeholder_end(i)
                    if k > end and self.opener == QUOTATION_MARK:  # there an expression may contain blanks
                        self.host_end = i
                        return True
                    if 0 < k <= end:
                        templated = True
                        digits = False
                        i = k
                        continue
                if byte == ASTERISK and is_joined_break(self, i):
                    self.escaped |= rows.ESCAPED
                    i += 1
                elif not flags[byte] & classes.NAME or (
                    byte in (DOLLAR, PERCENT) and self.peek(i + 1) in (LEFT_BRACE, LEFT_PAREN)
                ):
                    break
                else:
                    digits = False
            i += 1
        if i < end and byte == DOT and i > begin and data[i - 1] == DOT:  # an ellipsis, only at the end of the host
            while i < end and data[i] == DOT:
                i += 1
            if i < end and flags[data[i]] & classes.NAME:
                return False
        self.host_end = i
        # Quoted-printable broke the host.
        if i < end and data[i] == EQUALS and self.flags[self.peek(i + 1)] & classes.SPACE:
            end = i
        if i < end and data[i] != COLON:  # the grammar allows sub-delimiters, but no host has them
            if not self.scheme_syntax or data[i] == DOT:
                return False
            if self.scheme_syntax == schemes.HOST:
                if is_inside_host(self, i):
                    return False
                self.stop = end = i
        elif i < end and self.scheme_syntax == schemes.HOST:
            port: cython.Py_ssize_t = i + 1
            while port < end and flags[data[port]] & classes.DIGIT:
                port += 1
            # Some languages attach syllables to a number, with a hyphen or without a blank.
            if i + 1 < port < end and (data[port] == HYPHEN or data[port] >= 0x80):
                self.stop = end = port
        elif i == end < self.size and data[end] == BACKSLASH and cuts_host(self, end):
            return False
        last = i == end and (
            end >= limit or end == self.stop or not self.classes[data[end]] or data[end] == EQUALS or data[end] >= 0x80
        )
        while i > begin and data[i - 1] == DOT:
            i -= 1
        if i == begin or (not last and self.host_end - i > 1):  # "http://...", "http://www.../"
            return False
        if label >= i:  # it ends in a dot: its last label was a name already
            digits = False
        elif data[label] == HYPHEN or (data[i - 1] == HYPHEN and not last):
            return False
        # A name does not end in "_". If its last label is a number, it must be an address.
        if (
            (digits and names and not is_numeric_address(self, begin, i))
            or data[i - 1] == UNDERSCORE
            or goes_on(self, begin, self.host_end, self.stop == i)
        ):
            return False
        return templated or could_exist(self, begin, i, digits and not names)

    def label_placeholder_end(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the placeholder at ``i`` that takes the place of a label or a part of one; -1 without one.

        A placeholder after a label that could be complete is not part of the host: ``https://h.example${path}``.
        """
        before: cython.int = self.data[i - 1]
        if before in (AT, COLON, DOT, HYPHEN, RIGHT_BRACE, RIGHT_PAREN, SLASH, UNDERSCORE):
            return placeholder_end(self, i)
        return -1
