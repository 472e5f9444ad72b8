# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The candidate's state, and the punctuation and brackets that end it in text (RFC 3986 Appendix C)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract import limits  # noqa: I001 - several to a line
    from cython.cimports.uri_extract.scan import classes
    from cython.cimports.uri_extract.scan._escapes_c import is_pod_escape
    from cython.cimports.uri_extract.scan._lookahead_c import (
        begins_aside, is_argument, is_assigned, is_escaped_delimiter, is_path, is_reference, is_suffix, is_texinfo,
    )  # fmt: skip
    from cython.cimports.uri_extract.scan._placeholders_c import is_expression, is_placeholder, placeholder_end
    from cython.cimports.uri_extract.scan._text_c import Text
    from cython.cimports.uri_extract.uri import schemes
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        AMPERSAND, APOSTROPHE, ASTERISK, BACKTICK, CAPITAL_E, CARRIAGE_RETURN, COLON, COMMA, DOLLAR, EQUALS,
        GREATER_THAN, HYPHEN, LEFT_BRACE, LEFT_BRACKET, LEFT_PAREN, LESS_THAN, LINE_FEED, NUMBER_SIGN, PERCENT, PIPE,
        PLUS, QUESTION_MARK, RIGHT_BRACE, RIGHT_BRACKET, RIGHT_PAREN, SEMICOLON, SLASH, TILDE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._escapes import is_pod_escape
    from uri_extract.scan._lookahead import (
        begins_aside, is_argument, is_assigned, is_escaped_delimiter, is_path, is_reference, is_suffix, is_texinfo,
    )  # fmt: skip
    from uri_extract.scan._placeholders import is_expression, is_placeholder, placeholder_end
    from uri_extract.scan._text import Text
    from uri_extract.uri import schemes


@cython.cclass
class Candidate(Text):
    """The state of the candidate read so far; decides which doubtful bytes end it."""

    def __init__(self, max_reference: int = limits.MAX_REFERENCE) -> None:
        Text.__init__(self)
        self.max_reference = max_reference
        self.bracket_begin = self.bracket_end = self.brace_begin = self.brace_end = self.parameter = 0
        self.begin(0)

    def begin(self, start: cython.Py_ssize_t) -> cython.void:
        """Begin a candidate at ``start``."""
        self.start = start
        self.stop = min(self.size, start + self.max_reference)
        self.line = -2
        self.scheme_syntax = self.opener = self.before = self.escaped = 0
        self.cut = self.bar = self.expression = -1
        self.host_end = self.known = start
        self.first_beyond = 0
        self.parens = self.brackets = self.braces = self.apostrophes = 0
        self.query = self.bracketed = False
        self.beyond_ascii = self.western = self.quoted_before = False

    @cython.final
    def ends(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if the doubtful byte at ``i`` ends a reference in white space."""
        byte: cython.int = self.data[i]
        if byte == QUESTION_MARK:
            self.query = True
            self.parameter = i
            return False
        if byte == AMPERSAND:
            self.parameter = i
            return is_escaped_delimiter(self, i)
        if byte == LEFT_PAREN:
            self.note_expression(i)
            if self.data[i - 1] == DOLLAR and placeholder_end(self, i - 1) < 0:
                return True
            if self.before != LEFT_PAREN and begins_aside(self, i):
                return True
            self.parens += 1
            return False
        if byte == RIGHT_PAREN:  # if none is open, it belongs to the text, unless a word follows
            if self.parens > 0:
                self.parens -= 1
                return False
            return self.before == LEFT_PAREN or not self.flags[self.peek(i + 1)] & classes.WORD
        if byte == LEFT_BRACKET:
            if self.begins_label(i):
                return True
            self.bracketed = True
            self.brackets += 1
            return False
        if byte == LEFT_BRACE:
            self.note_expression(i)
            if not self.closed(i, RIGHT_BRACE):
                return True
            self.braces += 1
            return False
        if byte == RIGHT_BRACKET:
            if self.brackets > 0:
                self.brackets -= 1
                return False
            return True
        if byte == RIGHT_BRACE:
            if self.braces > 0:
                self.braces -= 1
                return False
            return True
        if byte == APOSTROPHE:
            self.apostrophes += 1
            if self.before != APOSTROPHE:
                return self.data[i - 1] == SLASH and is_suffix(self, i + 1)
            return not self.flags[self.peek(i + 1)] & classes.WORD
        if byte == self.before and byte in (COMMA, SEMICOLON):  # a column between separators
            return True
        if byte == COMMA and self.before == LEFT_BRACE and is_texinfo(self, self.start - 1):
            return True
        if byte == PIPE:  # follows the address in a wiki link, a template or a table cell
            if self.bar < 0:
                self.bar = i
                # A pipe to a command, or the end of a substitution: a path has "|" only between alternatives.
                if (
                    self.scheme_syntax == schemes.HOST and i >= self.host_end and not self.query and not self.parens
                    and self.window.find(b"#", self.host_end, i) < 0
                ):  # fmt: skip
                    return True
            if self.before in (LEFT_BRACKET, PIPE):
                return True
            if is_argument(self, i + 1) and (not self.query or is_assigned(self, self.start)):
                return True
        return not self.query and is_reference(self, i + 1)  # , ; | between two references

    @cython.final
    def note_expression(self, i: cython.Py_ssize_t) -> cython.void:
        """Set ``expression`` if the bracket at ``i`` opens the first expression, or a placeholder in host or port."""
        port: cython.bint = i == self.host_end + 1 and self.data[i - 1] == COLON
        if self.expression < 0 and (i < self.host_end or port or is_expression(self, i)):
            self.expression = i

    @cython.final
    def is_partial(self, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a placeholder is in the reference that ends at ``end``, or follows it."""
        return 0 <= self.expression <= end or is_placeholder(self, end)

    @cython.final
    def begins_label(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if the "[" at ``i`` ends a reference in white space.

        It begins a label, as in AsciiDoc, ``https://h.example/[Home]``, a footnote mark, a closing tag or a reference.
        Brackets belong to the reference in the name of a parameter, in a template with more of the path after them,
        and as part of a segment or query, ``/c.[extension]``, ``?a=[1]``.
        """
        data: cython.p_const_uchar = self.data
        before: cython.int = data[i - 1]
        following: cython.int
        if self.peek(i + 1) == SLASH or is_reference(self, i + 1) or not self.closed(i, RIGHT_BRACKET):
            return True
        if (
            self.bracketed
            or i < self.host_end
            or not (self.flags[before] & classes.WORD or before in (SLASH, RIGHT_PAREN, RIGHT_BRACE))
        ):
            return False
        if self.query:
            # ``parameter`` keeps the result, so each byte is searched once.
            while self.parameter < i and data[self.parameter] != EQUALS and data[self.parameter] != NUMBER_SIGN:
                self.parameter += 1
                self.examined += 1
            if self.parameter == i:
                return False
        following = self.peek(self.bracket_end + 1)
        if following == self.before and following in (APOSTROPHE, BACKTICK):
            return False
        return not is_path(self, self.bracket_end + 1)

    @cython.final
    def closed(self, i: cython.Py_ssize_t, closer: cython.int) -> cython.bint:
        """Return True if the bracket at ``i`` is closed before the next byte that is in no URI.

        The search resumes where the last one ended, if that one began before ``i``: all brackets between have the same
        result, and no byte is searched twice.
        """
        data: cython.p_const_uchar = self.data
        square: cython.bint = closer == RIGHT_BRACKET
        first: cython.Py_ssize_t = self.bracket_begin if square else self.brace_begin
        k: cython.Py_ssize_t = self.bracket_end if square else self.brace_end
        begin: cython.Py_ssize_t
        if i < first or k <= i:
            first = i
            k = i + 1
        begin = k
        while k < self.stop and self.classes[data[k]] and data[k] != closer:
            k += 1
        self.examined += k - begin + 1
        if k >= self.size:
            self.need = True
        if square:
            self.bracket_begin, self.bracket_end = first, k
        else:
            self.brace_begin, self.brace_end = first, k
        return k < self.stop and data[k] == closer

    def trim(self, floor: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a reference in white space without trailing punctuation and unclosed brackets."""
        byte: cython.int
        apostrophes: cython.int = self.apostrophes
        following: cython.int = self.data[end] if end < self.size else 0
        while end > floor:
            byte = self.data[end - 1]
            if end == self.expression and byte in (DOLLAR, NUMBER_SIGN):
                return end - 1  # "${": the punctuation before it is not that of the text
            if byte == SLASH and self.before == ASTERISK and self.data[end - 2] == ASTERISK:  # a comment: /* ... */
                end -= 1
                continue
            if (
                (byte == EQUALS and (end - 1 == self.host_end or following == GREATER_THAN))  # "=>"
                # "++http://h.example++", "_http://h.example_"
                or (byte == self.before and byte in (TILDE, PLUS, UNDERSCORE))
            ):
                end -= 1
                following = 0
                continue
            # "%" at the end of a line begins a TeX comment: percent-encoding has two more digits (RFC 3986 §2.1).
            if byte == PERCENT and end > floor + 1 and following in (LINE_FEED, CARRIAGE_RETURN):
                end -= 1
                following = 0
                continue
            if byte == CAPITAL_E and following == LESS_THAN and is_pod_escape(self, end):
                end -= 1
                following = 0
                continue
            if not self.flags[byte] & classes.TRAILING:
                break
            # A path may end in "-", a host and a number may not; "->" and "-->" belong to the text.
            if (
                byte == HYPHEN and end > self.host_end and following != GREATER_THAN
                and self.scheme_syntax != schemes.NUMBER
            ):  # fmt: skip
                break
            # "(urn:example:)": in prose a blank follows.
            if byte == COLON and following == RIGHT_PAREN and self.scheme_syntax == schemes.NAMESPACE:
                break
            if byte == QUESTION_MARK and self.data[end - 2] == EQUALS:  # "?a=?"
                break
            if byte == APOSTROPHE:
                if apostrophes & 1 == 0 and self.data[end - 2] != APOSTROPHE:
                    break
                apostrophes -= 1
            if byte == ASTERISK and end > self.host_end and self.is_pattern(end):
                break
            end -= 1
        return end

    @cython.final
    def is_pattern(self, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the asterisk before ``end`` is part of a pattern, as in ``(https://h.example/*)``.

        It closes emphasis (CommonMark §6.2) if the last asterisk before the reference, in its paragraph, begins a word.
        Before white space it may be the mark of a footnote, or a mail program's mark of a line break.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = self.start
        low: cython.Py_ssize_t = max(0, k - limits.MAX_LINE_BEFORE)
        lines: cython.int = 0  # line breaks with only white space between them
        if (
            self.before == ASTERISK
            or end == self.size
            or data[end] == ASTERISK
            or self.flags[data[end]] & classes.SPACE
        ):
            return False
        while k > low and data[k - 1] != ASTERISK and lines < 2:
            k -= 1
            if data[k] == LINE_FEED:
                lines += 1
            elif not self.flags[data[k]] & classes.SPACE:
                lines = 0
        self.examined += self.start - k
        if k == low or lines == 2 or not (
            self.flags[data[k]] & classes.WORD or data[k] == UNDERSCORE or data[k] >= 0x80
        ):  # fmt: skip
            return True
        k -= 1
        while k > low and data[k - 1] == ASTERISK:
            k -= 1
        return k > 0 and self.classes[data[k - 1]] == classes.PLAIN
