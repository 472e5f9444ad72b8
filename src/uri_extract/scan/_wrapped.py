# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The pieces of a reference that is broken over lines or has blanks (RFC 3986 Appendix C, RFC 2396 Appendix E)."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract import limits  # noqa: I001 - several to a line
    from cython.cimports.uri_extract.scan import classes, rows
    from cython.cimports.uri_extract.scan import wrap_signs as sign
    from cython.cimports.uri_extract.scan._characters_c import slash_end
    from cython.cimports.uri_extract.scan._escapes_c import typeset_end
    from cython.cimports.uri_extract.scan._line_breaks_c import (
        begins_comment, blanks_end, concatenation_end, division_end, footer_end, is_bullet, is_encoded_equals,
        is_soft_length, needs_host, next_blank, page_break_end,
    )  # fmt: skip
    from cython.cimports.uri_extract.scan._lookahead_c import (
        begins_with_dotted_name, begins_with_ending, is_reference, is_root,
    )  # fmt: skip
    from cython.cimports.uri_extract.scan._token_c import Token
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        AMPERSAND, APOSTROPHE, BACKSLASH, CARRIAGE_RETURN, COLON, DIGIT_3, DOLLAR, DOT, EQUALS, GREATER_THAN, HYPHEN,
        LEFT_BRACE, LESS_THAN, LINE_FEED, NUMBER_SIGN, PERCENT, PIPE, QUESTION_MARK, QUOTATION_MARK, RIGHT_BRACE, SLASH,
        SMALL_A, SMALL_D, SMALL_Z, SPACE, TILDE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes, rows
    from uri_extract.scan import wrap_signs as sign
    from uri_extract.scan._characters import slash_end
    from uri_extract.scan._escapes import typeset_end
    from uri_extract.scan._line_breaks import (
        begins_comment, blanks_end, concatenation_end, division_end, footer_end, is_bullet, is_encoded_equals,
        is_soft_length, needs_host, next_blank, page_break_end,
    )  # fmt: skip
    from uri_extract.scan._lookahead import begins_with_dotted_name, begins_with_ending, is_reference, is_root
    from uri_extract.scan._token import Token


# Prefixes of string literals: r"", b"", f"" in Python, L"", u8"" in C.
_PREFIXES = cython.declare(bytes, b"bBfFrRuUL8")
# The most bytes of a directory of the root after its quotation mark, with both slashes.
_LONGEST_DIRECTORY = cython.declare(cython.Py_ssize_t, 7)
# Delimiters that are in paths and queries, but not in words.
_DELIMITERS = cython.declare(bytes, b"/?#=")


@cython.cclass
class WrappedReference(Token):
    """The pieces of the candidate, written after those of earlier rows."""

    def __init__(self, max_reference: int = limits.MAX_REFERENCE) -> None:
        Token.__init__(self, max_reference)
        self.pieces = array("q", [0]) * (2 * (rows.ROWS + 2 * limits.MAX_PIECES))
        self.piece = self.pieces
        self.made = self.first = self.slashes = self.last_begin = self.first_end = self.delimiter = 0
        self.depth = self.sign = self.sign_end = 0
        self.broke = self.printable = False

    def read_line(self) -> cython.void:
        """Find the reply marks (">", "|") and the comment sign at the start of the candidate's line."""
        data: cython.p_const_uchar = self.data
        low: cython.Py_ssize_t = max(0, self.start - limits.MAX_LINE_BEFORE)
        i: cython.Py_ssize_t = self.start
        while i > low and data[i - 1] != LINE_FEED:
            i -= 1
        before: cython.int
        self.examined += self.start - i
        self.depth = 0
        self.line = i
        self.sign = self.sign_end = i
        if i == low and low > 0 and data[i - 1] != LINE_FEED:
            self.line = -1
            return
        while i < self.start and (self.flags[data[i]] & classes.SPACE or data[i] == GREATER_THAN or data[i] == PIPE):
            if data[i] == GREATER_THAN or data[i] == PIPE:
                self.depth += 1
            i += 1
        self.sign = self.sign_end = i
        if i + 2 < self.start and data[i] == DOT and data[i + 1] == BACKSLASH and data[i + 2] == QUOTATION_MARK:
            self.sign_end = i + 3  # troff's comment
            return
        if self.flags[data[i]] & classes.WORD and i + 4 < self.start:
            if data[i + 3] == SPACE and self.window[i : i + 3] in (b"dnl", b"REM", b"rem"):
                self.sign_end = i + 3  # comments of m4, BASIC and batch files
            elif i == self.line and data[i + 1] == SPACE and self.window[i : i + 3] in (b"C  ", b"c  "):
                self.sign_end = i + 1  # a comment of Fortran, in the first column
            return
        while i < self.start and i - self.sign < 8:
            before = data[i - 1] if i > self.sign else 0
            if not self.flags[data[i]] & (classes.SIGN | classes.SPACE) and not (
                (data[i] == APOSTROPHE and before in (NUMBER_SIGN, SLASH))  # R's documentation
                or (data[i] in (TILDE, PIPE) and before in (NUMBER_SIGN, TILDE))  # gettext: "#~", "#|", "#~|"
            ):
                break
            i += 1
            if not self.flags[data[i - 1]] & classes.SPACE:
                self.sign_end = i
        if self.sign_end == self.sign + 1 and data[self.sign] == SLASH:  # it begins a path: no comment has one slash
            self.sign_end = self.sign

    def gap(self, i: cython.Py_ssize_t, enclosed: cython.bint) -> cython.Py_ssize_t:
        """Return where the text continues after the white space at ``i``; -1 if the reference ends before it.

        Set ``broke`` if a line break is between. The beginning of the next line is part of the gap: the same comment
        sign, and reply marks. If ">" may close a bracket, there are at most as many marks as before; otherwise there
        may be one more, which is perhaps a shell prompt. If ``enclosed``, the gap may have one empty quoted line, or a
        page break.
        """
        data: cython.p_const_uchar = self.data
        line: cython.Py_ssize_t
        j: cython.Py_ssize_t = blanks_end(self, i)
        k: cython.Py_ssize_t
        marks: cython.int
        skipped: cython.bint = False
        self.broke = j >= 0 and data[j] == LINE_FEED
        if not self.broke:
            return j
        if self.line == -2:
            self.read_line()
        line = j + 1
        j = line
        while True:
            marks = 0
            while True:
                j = blanks_end(self, j)
                if j < 0:
                    return -1
                if data[j] != GREATER_THAN and data[j] != PIPE:
                    break
                if marks >= self.depth and ((enclosed and self.opener != QUOTATION_MARK) or marks > self.depth):
                    break
                marks += 1
                j += 1
            if data[j] != LINE_FEED:
                if enclosed and not marks and footer_end(self, j) > 0:
                    return page_break_end(self, line)
                break
            if not enclosed:
                return -1
            if not marks or skipped:
                return page_break_end(self, line)
            skipped = True
            j += 1
        k = self.sign
        while k < self.sign_end and self.peek(j + k - self.sign) == data[k]:
            k += 1
        if not enclosed and self.sign_end > self.sign:
            if k == self.sign_end and self.peek(j + k - self.sign) != data[k - 1]:
                if is_bullet(self, self.sign, self.sign_end) and (
                    not needs_host(self, i) or self.names_item(j + k - self.sign)
                ):
                    return -1
            elif begins_comment(self, self.sign, self.sign_end):
                return -1
        if k < self.sign_end or k == self.sign:
            return j
        j = blanks_end(self, j + k - self.sign)
        return -1 if j < 0 or data[j] == LINE_FEED else j

    @cython.final
    def names_item(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if a colon ends the first word after the white space at ``i``: a host has a port after it."""
        j: cython.Py_ssize_t = blanks_end(self, i)
        stop: cython.Py_ssize_t = next_blank(self, j) if j > 0 else 0
        self.examined += stop - j
        self.need = self.need or stop == self.size
        return stop > 0 and self.data[stop - 1] == COLON

    def divided(self, end: cython.Py_ssize_t, enclosed: cython.bint) -> cython.Py_ssize_t:
        """Return where the reference continues after a typesetter's hyphen at ``end``, a line's end; -1 without one.

        The hyphen is beyond ASCII.
        """
        j: cython.Py_ssize_t = division_end(self, end)
        if j > 0:
            j = self.gap(j, enclosed)
        return j if j > 0 and self.broke and SMALL_A <= self.peek(j) <= SMALL_Z else -1

    def next_literal(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the reference continues in the literal after the quotation mark at ``end``; -1 if it does not.

        Adjacent literals are one string in C (ISO/IEC 9899 §5.1.1.2), in Python and in gettext's message catalogs,
        which break long strings; with an operator between them in other languages. A backslash continues a line in C,
        Python and shells, "_" in Visual Basic. The strings of a list look the same in shells and in Lisp, so the
        reference must be broken beside a delimiter, perhaps after a placeholder in braces, or in a file name before its
        extension.
        """
        data: cython.p_const_uchar = self.data
        quote: cython.int = data[end]
        last: cython.int = data[end - 1]
        j: cython.Py_ssize_t = concatenation_end(self, blanks_end(self, end + 1))
        k: cython.Py_ssize_t
        following: cython.int
        folded: cython.bint
        if j < 0:
            return -1
        folded = data[j] in (BACKSLASH, UNDERSCORE)
        j = self.gap(j + 1 if folded else j, True)
        if j < 0 or not self.broke or self.leaves_comment(j):
            return -1
        if data[j] == PIPE and data[j - 1] == PIPE:  # not a reply mark
            j -= 1
        j = concatenation_end(self, j)
        k = j + 2
        while 0 <= j < k and self.peek(j) in _PREFIXES:
            j += 1
        if j < 0 or self.peek(j) != quote:
            return -1
        following = self.peek(j + 1)
        if following in (SLASH, QUESTION_MARK, AMPERSAND, NUMBER_SIGN):
            if last == following or not (
                self.flags[last] & classes.WORD or last in (SLASH, HYPHEN, UNDERSCORE, RIGHT_BRACE)
            ):
                return -1
            self.need = self.need or j + _LONGEST_DIRECTORY >= self.size
            if folded and is_root(self, j + 1, self.size):  # the next argument of a command
                return -1
            following = self.peek(j + 2)
        elif last not in (SLASH, HYPHEN, UNDERSCORE, EQUALS, AMPERSAND, QUESTION_MARK, NUMBER_SIGN) and (
            last != DOT or (end > self.host_end and not begins_with_ending(self, j + 1))
        ):
            return -1
        if not self.flags[following] & classes.WORD and following not in (DOLLAR, LEFT_BRACE, PERCENT):
            return -1
        return -1 if is_reference(self, j + 1) else j + 1

    @cython.final
    def leaves_comment(self, j: cython.Py_ssize_t) -> cython.bint:
        """Return True if the candidate's line is a comment, and the line with its first text at ``j`` is not."""
        k: cython.Py_ssize_t = j
        if self.sign == self.sign_end or not begins_comment(self, self.sign, self.sign_end):
            return False
        while self.flags[self.data[k - 1]] & classes.SPACE and self.data[k - 1] != LINE_FEED:
            k -= 1
        self.examined += j - k
        return self.data[k - 1] != self.data[self.sign_end - 1]

    def is_one_string(self, end: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.bint:
        """Return True if a literal with only a reference, up to ``end``, continues in the next literal, at ``j``.

        Strings of a list have any length. Those of one text fill their lines, or the next one has more of a path.
        """
        last: cython.int = self.data[end - 1]
        k: cython.Py_ssize_t = j + 1
        if last not in (SLASH, RIGHT_BRACE) and not self.flags[last] & classes.WORD:
            return True
        if self.line >= 0 and end - self.line >= sign.FULL_FROM:
            return True
        if last == SLASH and self.data[j] in (QUESTION_MARK, NUMBER_SIGN):
            return True
        stop: cython.Py_ssize_t = min(self.size, j + limits.MAX_NEXT_LINE)
        while k < stop and self.classes[self.data[k]] and self.data[k] not in _DELIMITERS:
            k += 1
        self.examined += k - j
        self.need = self.need or k == self.size
        return k < stop and self.data[k] in _DELIMITERS

    @cython.final
    def is_in_literal(self, begin: cython.Py_ssize_t, quote: cython.int) -> cython.bint:
        """Return True if an odd number of ``quote`` marks is before ``begin`` on its line: a literal is open there.

        Escaped marks and apostrophes inside words do not count.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = self.line
        odd: cython.bint = False
        if k < 0:
            return False
        while k < begin:
            if data[k] == quote and (
                k == self.line
                or not (
                    data[k - 1] == BACKSLASH
                    or (quote == APOSTROPHE and self.flags[data[k - 1]] & self.flags[data[k + 1]] & classes.WORD)
                )
            ):
                odd = not odd
            k += 1
        self.examined += begin - self.line
        return odd

    def hierarchy(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of ``://`` or ``:`` after the scheme; the line may be broken beside the slashes."""
        j: cython.Py_ssize_t
        begin: cython.Py_ssize_t = self.start
        following: cython.int
        self.slashes = 0
        self.last_begin = begin
        while True:
            following = self.peek(i)
            if following == BACKSLASH and self.slashes < 2:  # JSON: "http:\\/\\/"
                j = slash_end(self, i)
                if j < 0:
                    return i
                self.quoted_before = True
                self.escaped |= rows.ESCAPED
                self.slashes += 1
                i = j
                continue
            if following == SLASH and self.slashes < 2:
                self.slashes += 1
                i += 1
                continue
            if following == BACKSLASH and self.peek(i + 1) in (COLON, PERCENT) and typeset_end(self, i) > 0:
                self.escaped |= rows.ESCAPED  # troff: "http://\:h.example"
                return i + 2
            if (
                following == EQUALS and self.slashes and self.made - self.first <= 2
                and self.peek(i + 1) in (LINE_FEED, CARRIAGE_RETURN)
            ):  # fmt: skip
                j = self.gap(i + 1, self.opener != 0)  # a soft line break: no host begins with "="
                if j < 0 or not self.broke:
                    return i
                self.add(begin, i)
                begin = self.last_begin = i = j
                continue
            if following == QUOTATION_MARK and self.slashes == 2 and self.made - self.first <= 2:
                j = self.next_literal(i) if self.before != QUOTATION_MARK else -1
                if j < 0 or not begins_with_dotted_name(self, j) or not self.is_in_literal(begin, QUOTATION_MARK):
                    return i
                self.add(begin, i)
                begin = self.last_begin = i = j
                continue
            if not self.flags[following] & classes.SPACE or self.made - self.first > 2:
                return i
            j = self.gap(i, self.opener != 0)
            if j < 0 or (self.slashes == 1 and self.data[j] != SLASH) or not (self.broke or self.opener == LESS_THAN):
                return i
            if not (self.slashes or self.opener or (self.data[j] == SLASH and self.peek(j + 1) == SLASH)):
                return i
            if self.slashes == 2 and self.data[j] == DOT:  # a troff request: no host begins with a dot
                return i
            self.add(begin, i)
            begin = self.last_begin = i = j

    def soft(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return 1 if the piece ends in the "=" of an undecoded soft line break (RFC 2045 §6.7), else 0.

        If the reference has "=3D" for "=", each "=" at a line's end is a soft break. Otherwise an "=" after the name of
        a parameter belongs to the query.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = end - 2
        delimiter: cython.int = 0
        byte: cython.int
        if not self.broke or data[end - 1] != EQUALS or not is_soft_length(self, end):
            return 0
        while k >= begin:
            byte = data[k]
            if byte in (EQUALS, AMPERSAND, QUESTION_MARK):
                if not delimiter:
                    delimiter = byte
                if byte == EQUALS and data[k + 1] == DIGIT_3 and data[k + 2] | 0x20 == SMALL_D:
                    self.printable = True
            k -= 1
        self.examined += end - k
        if delimiter:
            self.delimiter = delimiter
        if self.printable or self.delimiter == EQUALS:
            return 1
        k = end + 2 if self.peek(end) == CARRIAGE_RETURN else end + 1
        return 1 if is_encoded_equals(self, k) or not (self.delimiter or self.query) else 0

    def add(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        """Add a piece."""
        self.piece[2 * self.made] = start
        self.piece[2 * self.made + 1] = end
        self.made += 1
