# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Continue a reference in white space on the next line, if the signs are strong (:mod:`._wraps`)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract import limits  # noqa: I001 - several to a line
    from cython.cimports.uri_extract.scan import classes
    from cython.cimports.uri_extract.scan import wrap_signs as sign
    from cython.cimports.uri_extract.scan._characters_c import (
        begins_with_particle, begins_with_place, follows_preposition, is_beyond_latin, is_undivided,
    )  # fmt: skip
    from cython.cimports.uri_extract.scan._enclosed_c import EnclosedReference
    from cython.cimports.uri_extract.scan._escapes_c import is_pod_escape
    from cython.cimports.uri_extract.scan._hosts_c import is_top_level
    from cython.cimports.uri_extract.scan._line_breaks_c import begins_with_word, beside_soft_break, reply_marks
    from cython.cimports.uri_extract.scan._lookahead_c import is_break_mark, is_filtered_end
    from cython.cimports.uri_extract.scan._repeated_c import is_repeated
    from cython.cimports.uri_extract.scan._wraps_c import chance, judge, look
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        APOSTROPHE, ASTERISK, AT, BACKSLASH, BACKTICK, CAPITAL_E, CARRIAGE_RETURN, COLON, COMMA, DIGIT_9, DOT, EQUALS,
        HYPHEN, LEFT_BRACE, LEFT_BRACKET, LEFT_PAREN, LINE_FEED, PERCENT, PIPE, QUESTION_MARK, QUOTATION_MARK,
        RIGHT_BRACE, RIGHT_BRACKET, RIGHT_PAREN, SEMICOLON, SLASH, SPACE,
    )  # fmt: skip
    from uri_extract.scan import classes, wrap_signs as sign
    from uri_extract.scan._characters import (
        begins_with_particle, begins_with_place, follows_preposition, is_beyond_latin, is_undivided,
    )  # fmt: skip
    from uri_extract.scan._enclosed import EnclosedReference
    from uri_extract.scan._escapes import is_pod_escape
    from uri_extract.scan._hosts import is_top_level
    from uri_extract.scan._line_breaks import begins_with_word, beside_soft_break, reply_marks
    from uri_extract.scan._lookahead import is_break_mark, is_filtered_end
    from uri_extract.scan._repeated import is_repeated
    from uri_extract.scan._wraps import chance, judge, look

#: The longest word that is split from a reference although another reference may begin in it and read it again.
_MAX_WORD = cython.declare(cython.Py_ssize_t, 64)
_PLAIN_WORD = cython.declare(cython.int, sign.IMPOSSIBLE | sign.PLAIN_WORD)


@cython.cclass
class BareReference(EnclosedReference):
    """Joins the pieces of a candidate that is not enclosed.

    ``joins`` is the least sum of weights that makes the next line part of it (:data:`.wrap_signs.JOINS`).
    """

    def __init__(self, max_reference: int = limits.MAX_REFERENCE) -> None:
        EnclosedReference.__init__(self, max_reference)
        self.joins = sign.JOIN
        self.confidence = 0

    def folded(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the reference continues after a soft line break that needs no other sign; -1 without one.

        Quoted-printable shows itself by "=3D", by a soft break that ends the line before or after, or by a line quoted
        in a reply that an unquoted one follows: reply marks are added before the encoding breaks lines.
        """
        j: cython.Py_ssize_t = self.gap(end, True)
        if j < 0 or not self.soft(begin, end):
            return -1
        if self.depth and self.made == self.first and self.data[j - 1] == LINE_FEED:
            return j
        if self.printable or (self.data[end - 2] == DOT and end <= self.host_end + 2):  # no host ends in ".="
            return j
        return j if beside_soft_break(self, self.line, j) else -1

    def bare(self, begin: cython.Py_ssize_t, floor: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a reference in white space, joined over lines if the signs are strong."""
        data: cython.p_const_uchar = self.data
        authority: cython.Py_ssize_t = floor
        line: cython.Py_ssize_t = -1  # where the last piece's line begins, if it is not the first
        limit: cython.Py_ssize_t = self.start + self.max_reference
        following: cython.Py_ssize_t
        trimmed: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        complete: cython.bint
        literal: cython.bint
        close: cython.Py_ssize_t
        repeated: cython.bint
        last: cython.int
        verdict: cython.int
        signs: cython.int
        soft: cython.Py_ssize_t
        marks: cython.Py_ssize_t
        column: cython.Py_ssize_t
        width: cython.Py_ssize_t = 0  # the column at which the previous line was broken
        filled: cython.bint = False
        leftover: cython.bint = False  # the line is the rest of the previous one, which was broken twice
        self.confidence = sign.CERTAIN
        if self.made > self.first:  # a line was broken beside the slashes
            k = begin
            while k > self.piece[2 * self.made - 1] and data[k - 1] != LINE_FEED:
                k -= 1
            if data[k - 1] == LINE_FEED:
                line = k
        if data[end - 1] == SLASH and data[end - 2] == ASTERISK and end - 2 > floor and self.ends_comment(end):
            end -= 2
        while True:
            trimmed = end
            if not self.flags[data[end - 1]] & classes.WORD or (
                data[end - 1] == CAPITAL_E and is_pod_escape(self, end)
            ):
                trimmed = self.trim(floor, end)
            if end >= self.size or self.made - self.first >= limits.MAX_PIECES:
                break
            j = self.divided(end, False) if data[end] >= 0x80 else -1
            # An apostrophe ends a reference only if one is before it.
            close = end - 1 if data[end - 1] == APOSTROPHE and self.flags[data[end]] & classes.SPACE else end
            literal = data[close] == QUOTATION_MARK or data[close] == APOSTROPHE
            if literal:
                j = self.added_literal(begin, close)
                literal = j > 0
                if not literal and close == end:
                    break
            elif data[end] == BACKSLASH:
                j = self.unfolded(end)
                literal = j > 0
                if not literal:
                    break
            if literal:
                if close < end:
                    end = close
                    self.apostrophes -= 1
                if self.stop == close:  # the mark ended the host
                    self.stop = min(self.size, limit)
            elif j < 0 and not self.flags[data[end]] & classes.SPACE:
                break
            if (
                data[end] == SPACE
                and not self.flags[data[end + 1] if end + 1 < self.size else self.peek(end + 1)] & classes.SPACE
            ):
                break
            verdict = 2
            repeated = False
            marks = 2 if data[end - 1] == ASTERISK and self.before != ASTERISK and is_break_mark(self, end) else 0
            if data[end - 1] == EQUALS and not literal:
                j = self.folded(begin, end)
            if j < 0:
                # A line may break after ".", "?", "-", "=", ":" or "%"; other punctuation has ended the reference.
                last = data[trimmed] if end > trimmed and not marks else DOT
                if end - trimmed > 1 + marks or last not in (DOT, QUESTION_MARK, HYPHEN, EQUALS, COLON, PERCENT):
                    break
                j = self.gap(end, False)
                if j < 0 or not self.broke:
                    break
                last = data[end - 1]
                complete = self.flags[last] & classes.WORD != 0 or last in (RIGHT_PAREN, RIGHT_BRACKET, RIGHT_BRACE)
                if complete and begins_with_word(self, j):  # no sign can join a plain word
                    signs = _PLAIN_WORD
                elif is_filtered_end(self, self.piece[2 * self.made - 1] if line >= 0 else -1, begin, trimmed):
                    break
                else:
                    k = line if line >= 0 else self.line
                    column = end - marks - k if k >= 0 else 0
                    if width >= sign.NARROWEST and leftover and column < width:
                        column += width  # that of the previous line, whose rest this is
                    else:
                        filled = width - 2 <= column <= width + 2
                        width = column
                    signs = look(self, authority, self.host_end, begin, end - marks, j, k, column, filled, self.before)
                    filled = signs & sign.FILLED != 0
                    repeated = (
                        self.made == self.first
                        and not signs & sign.IMPOSSIBLE
                        and judge(signs, self.joins) < 2
                        and is_repeated(self, self.start, end, j)
                    )
                if not repeated:
                    verdict = self.weigh(signs, end)
                    if marks and verdict:
                        verdict = 2
                    elif verdict == 2:
                        self.confidence = min(self.confidence, chance(signs))
                if verdict == 0 or (verdict == 1 and self.made > self.first):
                    break
            soft = 0 if literal else marks or self.soft(begin, end)
            following = self.read(j)
            if following >= limit or self.trim(j, following) == j:  # too long, or only punctuation follows
                trimmed = self.trim(floor, end - soft)
                break
            self.add(begin, end - soft)
            if verdict == 1:
                self.add(j, self.trim(j, following))
                return trimmed
            k = line if line >= 0 else self.line
            if not soft or marks or k < 0:  # otherwise it was one line before encoding
                line = j
                while data[line - 1] != LINE_FEED:
                    line -= 1
            else:
                line = k
            leftover = following - j <= sign.LEFTOVER or (k >= 0 and reply_marks(self, line) < reply_marks(self, k))
            begin = floor = j
            end = following
        if self.made > self.first:
            self.add(begin, trimmed)
        return trimmed

    def added_literal(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the reference continues in the next literal, after one that ends at ``end``; -1 if in none."""
        j: cython.Py_ssize_t = self.next_literal(end) if end > begin else -1
        if j < 0 or self.made > self.first:
            return j
        if self.before == self.data[end]:
            return j if self.is_one_string(end, j) else -1
        return j if self.is_in_literal(begin, self.data[end]) else -1

    @cython.final
    def ends_comment(self, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the "*/" before ``end`` ends the line, and a comment that began on it."""
        data: cython.p_const_uchar = self.data
        following: cython.int = self.peek(end)
        k: cython.Py_ssize_t = self.start - 1
        if following and following != LINE_FEED and following != CARRIAGE_RETURN:
            return False
        if self.line == -2:
            self.read_line()
        if self.line < 0:
            return False
        while (
            k > self.line
            and not (data[k - 1] == SLASH and data[k] == ASTERISK)
            and not (data[k - 1] == ASTERISK and data[k] == SLASH)
        ):
            k -= 1
        self.examined += self.start - k
        return k > self.line and data[k] == ASTERISK and (k - 1 == self.line or not self.classes[data[k - 2]])

    def weigh(self, signs: cython.int, end: cython.Py_ssize_t) -> cython.int:
        """Return the verdict on a break after ``end``: 2 if the reference continues, 1 if it may, 0 if it ends."""
        return judge(signs, self.joins)

    @cython.final
    def before_word(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the reference in white space without a word, beyond ASCII, of the text; else ``end``.

        The word is of a script without blanks between words. It follows a letter, a digit or punctuation; after a slash
        it must begin with a particle or be a verb. The reference with the word is another reading, if it is on one
        line. In link syntax the word belongs to the reference. A host always ends with its top-level label.
        """
        first: cython.Py_ssize_t = self.first_beyond
        begin: cython.Py_ssize_t = self.start  # of the last piece
        data: cython.p_const_uchar = self.data
        in_host: cython.bint = first < self.host_end
        last: cython.int
        if in_host:
            first = self.top_label_end()
            if first < 0:
                return end
        if self.made > self.first:
            begin = self.piece[2 * self.made - 2]
            if first <= begin or self.piece[2 * self.made - 1] != end:
                return end
        last = data[first - 1]
        if not in_host and (
            self.before in (LEFT_PAREN, LEFT_BRACKET, LEFT_BRACE, QUOTATION_MARK, APOSTROPHE, BACKTICK, PIPE, EQUALS)
            or not (
                self.flags[last] & classes.WORD or last in (COMMA, DOT, SEMICOLON)
                or (last == SLASH and (begins_with_particle(self, first) or self.precedes_verb(first, end)))
            )
            or not is_undivided(self, first)
        ):  # fmt: skip
            return end
        k: cython.Py_ssize_t = first
        while k < end and data[k] != COLON and data[k] != DOT and data[k] != AT:
            k += 1
        self.examined += k - first
        if k < end and end - first > _MAX_WORD:  # other references may begin in it and read it again
            return end
        self.beyond_ascii = first > self.first_beyond
        self.western = self.western and self.beyond_ascii
        k = self.trim(max(begin, min(self.host_end, first)), first)
        if self.made > self.first:
            self.piece[2 * self.made - 1] = k
        else:
            self.add(self.start, end)
        return k

    @cython.final
    def precedes_verb(self, first: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the word from ``first`` to ``end``, after a slash, is a Chinese verb: "at <reference> obtain".

        A preposition must be before the reference. In a longer path the word is more likely a segment, unless it
        begins with "place". A word with a blank after it belongs to the path.
        """
        k: cython.Py_ssize_t = first
        if not follows_preposition(self, self.start) or end - first > _MAX_WORD or self.peek(end) == SPACE:
            return False
        while k < end and self.data[k] >= 0x80:
            k += 1
        self.examined += k - first
        if k < end or begins_with_place(self, first):
            return k == end
        self.examined += first - self.host_end
        return self.window.find(b"/", self.host_end, first - 1) < 0

    @cython.final
    def top_label_end(self) -> cython.Py_ssize_t:
        """Return the end of an ASCII top-level label before letters of another script; -1 if the host has none.

        No top-level domain mixes scripts. Before a script that has blanks between words, the label must be an existing
        top-level domain.
        """
        data: cython.p_const_uchar = self.data
        label: cython.Py_ssize_t = self.host_end
        end: cython.Py_ssize_t
        while label > self.start and data[label - 1] != DOT and data[label - 1] != SLASH:
            label -= 1
        end = label
        while end < self.host_end and self.flags[data[end]] & classes.WORD and data[end] > DIGIT_9:
            end += 1
        self.examined += self.host_end - label
        if end - label < 2 or end == self.host_end or data[label - 1] != DOT:
            return -1
        if is_undivided(self, end) or (is_beyond_latin(self, end) and is_top_level(self.window[label:end])):
            return end
        return -1
