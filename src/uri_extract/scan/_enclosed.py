# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""A reference in "<...>" or quotation marks, where white space is ignored (RFC 3986 Appendix C)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract import limits  # noqa: I001 - several to a line
    from cython.cimports.uri_extract.scan import classes, rows, wrap_signs as sign
    from cython.cimports.uri_extract.scan._characters_c import backslashes_end
    from cython.cimports.uri_extract.scan._line_breaks_c import next_blank
    from cython.cimports.uri_extract.scan._lookahead_c import (
        ends_file, is_beside_delimiter, is_break_mark, is_in_braces, is_label, is_named, is_reference,
        is_value,
    )  # fmt: skip
    from cython.cimports.uri_extract.scan._words_c import word_end, word_signs
    from cython.cimports.uri_extract.scan._wrapped_c import WrappedReference
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        APOSTROPHE, ASTERISK, BACKSLASH, CARRIAGE_RETURN, COMMA, DOT, EQUALS, GREATER_THAN, LEFT_BRACKET, LESS_THAN,
        LINE_FEED, QUESTION_MARK, QUOTATION_MARK, SEMICOLON, SLASH,
    )  # fmt: skip
    from uri_extract.scan import classes, rows, wrap_signs as sign
    from uri_extract.scan._characters import backslashes_end
    from uri_extract.scan._line_breaks import next_blank
    from uri_extract.scan._lookahead import (
        ends_file, is_beside_delimiter, is_break_mark, is_in_braces, is_label, is_named, is_reference,
        is_value,
    )  # fmt: skip
    from uri_extract.scan._words import word_end, word_signs
    from uri_extract.scan._wrapped import WrappedReference


@cython.cclass
class EnclosedReference(WrappedReference):
    """Reads the candidate up to the bracket or quotation mark that closes the one before it."""

    def enclosed(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Join the pieces up to the closing bracket or mark; return the end of the last, -1 if it is never closed.

        Set ``first_end`` to the end of the first piece.
        """
        data: cython.p_const_uchar = self.data
        closer: cython.int = GREATER_THAN if self.opener == LESS_THAN else QUOTATION_MARK
        cut: cython.Py_ssize_t = self.cut
        blanks: cython.int = 0  # inside lines
        apart: cython.int = 0  # those of them that are not beside a delimiter
        soft: cython.Py_ssize_t
        j: cython.Py_ssize_t
        templated: cython.bint = False  # in the braces of a template
        named: cython.bint  # it names a file on Windows
        self.first_end = end
        while end < self.stop and self.made - self.first < limits.MAX_PIECES:
            if data[end] == closer:
                if self.closes_other(begin, end, cut, blanks, apart):
                    break
                if cut >= 0 and cut == self.expression and is_in_braces(self, begin, end, templated):
                    break  # a string in an expression
                j = self.next_literal(end) if closer == QUOTATION_MARK else -1
                if 0 < j < self.stop and self.is_one_string(end, j):
                    self.add(begin, end)
                    begin = j
                    end = self.read(j)
                    continue
                if closer == QUOTATION_MARK and data[end - 1] == data[end - 2] == data[end - 3] == DOT:
                    while data[end - 1] == DOT:  # an ellipsis
                        end -= 1
                if self.made > self.first:
                    self.add(begin, end)
                return end
            if not self.flags[data[end]] & classes.SPACE:
                # Backslashes before a quotation mark: a string inside a string.
                if (
                    data[end] == BACKSLASH and closer == QUOTATION_MARK and self.made == self.first
                    and self.peek(backslashes_end(self, end)) == QUOTATION_MARK
                ):  # fmt: skip
                    return end
                j = self.divided(end, True) if data[end] >= 0x80 else -1
                # A backslash may fold a line (RFC 8792 §7.1).
                if data[end] == BACKSLASH and closer == GREATER_THAN and self.flags[self.peek(end + 1)] & classes.SPACE:
                    j = self.gap(end + 1, True)
                elif data[end] == BACKSLASH and closer == QUOTATION_MARK:
                    j = self.unfolded(end)
            else:
                j = self.gap(end, True)
            if j < 0 or j >= self.stop:
                break
            if data[j] == closer:
                # Punctuation and a blank before the mark: a string that a program concatenates with another.
                if closer == QUOTATION_MARK and (
                    blanks or (not self.broke and data[end - 1] in (COMMA, DOT, SEMICOLON))
                ):
                    break
                soft = self.soft(begin, end)
                if self.made > self.first or soft:
                    self.add(begin, end - soft)
                return end - soft
            if not self.classes[data[j]] or self.begins_other(end, j):
                break
            if closer == QUOTATION_MARK:
                templated = is_in_braces(self, begin, end, templated)
            if not self.broke and self.bar >= 0 and not templated:  # "<uri|its label>"
                if self.bar < self.first_end:
                    self.cut = self.bar
                break
            named = self.escaped & rows.BACKSLASHES != 0
            if not self.broke:
                blanks += 1
                apart += not (templated or named or is_beside_delimiter(self, end, j))
            # One blank in quotation marks is a slip, several are prose; but Windows file names have blanks.
            if closer == QUOTATION_MARK and data[end] != BACKSLASH and (
                self.is_prose_after_break(end, j) if self.broke
                else not named and (apart > 1 or self.is_prose(end, j, templated))
            ):  # fmt: skip
                break
            if self.broke and is_break_mark(self, end):
                self.add(begin, end - 2)
            else:
                self.add(begin, end - self.soft(begin, end))
            begin = j
            end = self.read(j)
            self.cut = cut
        return -1

    def unfolded(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the reference continues if the backslash at ``end`` folds its line; -1 if it ends there.

        C (ISO/IEC 9899 §5.1.1.2), shells, Python and PostScript strings ignore a backslash and the line break after it.
        But Markdown breaks lines of prose with one (CommonMark §6.7), and the next argument of a command is indented:
        so the next word must look like more of a path, or close the bracket before the reference.
        """
        data: cython.p_const_uchar = self.data
        following: cython.int = self.peek(end + 1)
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        line: cython.Py_ssize_t
        signs: cython.int
        if (following != LINE_FEED and following != CARRIAGE_RETURN) or not data[end - 1] < 0x80:
            return -1
        j = self.gap(end + 1, False)
        if j < 0 or not self.broke or is_reference(self, j):
            return -1
        k = next_blank(self, j)
        self.examined += k - j
        self.need = self.need or k == self.size
        signs = word_signs(self, j, k, self.before, data[end - 1])
        if signs & (sign.IMPOSSIBLE | sign.BAD | sign.CAPITAL) or not signs & (sign.DELIMITED | sign.CLOSES):
            return -1
        if self.flags[data[end - 1]] & self.flags[data[j]] & classes.WORD and self.line >= 0:
            line = self.line
            while data[k - 1] != LINE_FEED:
                k -= 1
            while k < j and data[k] == data[line]:
                k += 1
                line += 1
            if k < j:
                return -1
        return j

    def closes_other(
        self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, cut: cython.Py_ssize_t, blanks: cython.int,
        apart: cython.int,
    ) -> cython.bint:  # fmt: skip
        """Return True if the mark at ``end`` closes a list, a label or another quotation.

        ``cut`` is where the first piece may end, or -1. ``blanks`` counts the blanks inside lines, ``apart`` those of
        them that are not beside a delimiter.
        """
        data: cython.p_const_uchar = self.data
        if cut >= 0 and data[cut] in (COMMA, SEMICOLON) and self.slashes and is_reference(self, cut + 1):
            return True  # a list
        if data[end] == QUOTATION_MARK:
            # A quotation mark before a word opens the next quotation.
            return (apart > 0 and self.made - self.first > 1) or (
                blanks > 0 and self.flags[self.peek(end + 1)] & classes.WORD != 0
            )
        # "<uri its label>", as in Haskell's comments
        if (blanks and not self.broke and is_named(self, self.start, self.first_end, begin, end)) or (
            apart and (blanks > 1 or ends_file(self, self.host_end, self.first_end))
            and is_label(self, self.first_end, end)
        ):  # fmt: skip
            return True
        return cut >= 0 and data[cut] == LEFT_BRACKET and self.bracket_end == end - 1  # "<uri[its label]>"

    def begins_other(self, end: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.bint:
        """Return True if another reference or string begins at ``j``, after white space from ``end``."""
        data: cython.p_const_uchar = self.data
        last: cython.int = data[end - 1]
        if last == APOSTROPHE and data[j] == APOSTROPHE:  # adjacent strings of a program
            return True
        # A list of references. But in the URI of a web archive, the archived one follows its date.
        return is_reference(self, j) and (
            last not in (SLASH, EQUALS, ASTERISK, QUESTION_MARK)
            or (
                self.opener != LESS_THAN
                and last == SLASH
                and not (self.flags[data[end - 2]] & self.flags[data[end - 3]] & classes.DIGIT)
            )
        )

    def is_prose(self, end: cython.Py_ssize_t, j: cython.Py_ssize_t, templated: cython.bint) -> cython.bint:
        """Return True if the text at ``j``, after a blank at ``end`` in quotation marks, is prose.

        One blank is a slip and ignored (Appendix C); but not after a host or a file name, beside punctuation outside
        a template's braces, or in Go's struct tags (name:"uri other").
        """
        last: cython.int = self.data[end - 1]
        following: cython.int = self.data[j]
        if end <= self.host_end:
            return True
        if templated:
            return False
        return (
            (end == self.host_end + 1 and last == SLASH and self.peek(word_end(self, j, self.stop)) != SLASH)
            or (self.flags[last] & classes.TRAILING != 0 and last != QUESTION_MARK)
            or (self.flags[following] & classes.TRAILING != 0 and following != QUESTION_MARK)
            or ends_file(self, self.host_end, end)
            or is_value(self, self.start - 1)
        )

    def is_prose_after_break(self, end: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.bint:
        """Return True if a reference in quotation marks ends before the line break at ``end``.

        It may continue if it was broken beside a delimiter or on a full line: an attribute may hold a list, one word
        to a line (xsi:schemaLocation).
        """
        last: cython.int = self.data[end - 1]
        return last in (COMMA, SEMICOLON) or (
            self.flags[last] & self.flags[self.data[j]] & classes.WORD != 0 and self.line >= 0 and end - self.line < 64
        )
