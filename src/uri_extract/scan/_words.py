# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Signs in the first word of the next line: it is part of a reference, or it is not (:mod:`._wraps`)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.wrap_signs import ENDINGS

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, APOSTROPHE, AT, BACKSLASH, CAPITAL_A, CAPITAL_Z, COLON, COMMA, DOLLAR, DOT, EQUALS, GREATER_THAN,
        HYPHEN, LEFT_BRACKET, LEFT_PAREN, NUMBER_SIGN, PERCENT, QUESTION_MARK, QUOTATION_MARK, RIGHT_BRACKET,
        RIGHT_PAREN, SEMICOLON, SLASH, SMALL_A, SMALL_F, SMALL_W, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes, wrap_signs as sign
    from uri_extract.scan._characters import closing_bracket, is_punctuation, is_undivided
    from uri_extract.scan._line_breaks import begins_with_time, is_version
    from uri_extract.scan._text import Text

_FIRST = b"/.%#_~="  # a continued path may begin with these; "+name" is markup for programs
#: Last labels of host names that are not file extensions.
_DOMAINS = frozenset(b"com org net edu gov mil int info biz".split())
#: Words that may be alone on a line: in prose, words that join two references or end a letter; empty comments; keywords
#: that divide or end a block of a program.
_LONE_WORDS = frozenset(
    b"again also and are as at best bye by cheers dnl done elif else end endif esac etc fi for from greetings hello "
    b"here hi hth in instead into is it kind link not of on only or please quote regards rem respectively see "
    b"sincerely so than thanks that the then there these this thx to too versus via vs was we where which with wrote "
    b"yet you your".split()
)
#: C preprocessor directives that may be alone on a line (ISO/IEC 9899 §6.10); they are not fragments.
_DIRECTIVES = frozenset(b"#else #endif".split())


def word_signs(
    text: Text, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, before: cython.int, last: cython.int
) -> cython.int:  # fmt: skip
    """Return the signs of the next line's first word; IMPOSSIBLE if no reference continues with it.

    ``before`` is the byte before the reference, ``last`` the last one of its part on the line.
    """
    word: Word
    signs: cython.int = _beginning_signs(text, begin, stop, before)
    if signs & (sign.IMPOSSIBLE | sign.BAD | sign.CLOSES):
        return signs
    word = Word(text, begin, stop, before, last)
    word.signs = signs
    word.read()
    return sign.IMPOSSIBLE if word.impossible else word.judged()


@cython.cfunc
@cython.exceptval(check=False)
def _beginning_signs(
    text: Text, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, before: cython.int
) -> cython.int:  # fmt: skip
    """Return the signs of the first bytes of a word: OPEN, IMPOSSIBLE or 0.

    A lone "%" is BAD. A lone slash before the end of the bracket around the reference is its last byte.
    """
    data: cython.p_const_uchar = text.data
    first: cython.int = data[begin]
    second: cython.int = data[begin + 1] if begin + 1 < stop else 0
    i: cython.Py_ssize_t
    signs: cython.int = 0
    if first == PERCENT and stop == begin + 1:
        return sign.PATH_LIKE | sign.SHORT | sign.BAD
    if first == SLASH and second and second == closing_bracket(before):
        return sign.CLOSES | sign.PATH_LIKE | sign.DELIMITED | sign.SHORT
    if not text.flags[first] & classes.WORD:
        if not text.flags[second] & classes.WORD and not (first == second == DOT and text.peek(begin + 2) == SLASH):
            return sign.IMPOSSIBLE
        if first in (QUESTION_MARK, AMPERSAND) or (first == COLON and text.flags[second] & classes.DIGIT):
            signs = sign.OPEN  # not ":alt:", a field name
        elif first == HYPHEN:
            if stop <= begin + 3:  # a command option, or a list item
                return sign.IMPOSSIBLE
        elif first not in _FIRST or (first == DOT and stop <= begin + 3):  # troff's ".br"
            return sign.IMPOSSIBLE
    if (
        first == EQUALS and stop >= begin + 3 and (stop == begin + 3 or data[begin + 3] == EQUALS)
        and _hexadecimal(text, begin + 1, stop) and _hexadecimal(text, begin + 2, stop)
    ):  # fmt: skip
        return sign.IMPOSSIBLE  # an encoded blank of quoted-printable (RFC 2045 §6.7): "=20", "=C2=A0"
    if stop - begin > 3 and first == SMALL_W and second == SMALL_W and data[begin + 3] == DOT:
        i = begin + 4
        while i < stop and data[i] != DOT:
            i += 1
        if i + 1 < stop and text.flags[data[i + 1]] & classes.WORD:  # a host; "www.pdf" is not one
            return sign.IMPOSSIBLE
    return signs


@cython.cclass
class Word:
    """The first word of a line: counts of its characters, and the signs seen in it.

    ``words`` counts letters and digits, ``letters`` only letters, ``lower`` lower-case letters; ``most`` is the length
    of the longest run of digits. ``dot`` is the offset after the last inner dot, ``after`` after the last slash,
    ``host`` after the last dot of a possible host.
    """

    def __init__(
        self, text: Text, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, before: cython.int, last: cython.int
    ) -> None:  # fmt: skip
        self.text = text
        self.begin = self.i = self.after = begin
        self.stop = stop
        self.before = before
        self.last = last
        self.signs = 0
        self.letters = self.lower = self.words = self.most = self.dot = self.host = 0
        self.dots = self.delimiters = self.underscores = self.slashes = self.hyphens = self.opened = 0
        self.bad = self.impossible = self.address = self.call = self.protocol = False
        self.segment = False  # the address in it is a path segment: a Message-ID, or a slash follows

    @cython.final
    def read(self) -> cython.void:
        """Read the word up to ``stop``, lowered by punctuation, or up to ``i``, where the enclosing bracket closes."""
        data: cython.p_const_uchar = self.text.data
        flags: cython.p_const_uchar = self.text.flags
        digits: cython.int = 0  # in a row
        byte: cython.int
        while self.i < self.stop and not self.impossible:
            byte = data[self.i]
            digits = digits + 1 if flags[byte] & classes.DIGIT else 0
            if flags[byte] & classes.WORD:
                self.words += 1
                if digits:
                    self.signs |= sign.PATH_LIKE
                    self.most = max(self.most, digits)
                else:
                    self.letters += 1
                    self.lower += byte >= SMALL_A
            elif byte >= 0x80:
                if self.i > self.begin and is_punctuation(self.text, self.i):
                    self.stop = self.i
                    return
                # A script without blanks between words: the rest belongs to the surrounding text.
                if self.last == HYPHEN and self.signs & sign.DELIMITED and is_undivided(self.text, self.i):
                    self.stop = self.i
                    return
                self.bad = True
            elif self.closes(byte):
                return
            else:
                self.delimiter(byte)
            self.i += 1

    @cython.final
    def delimiter(self, byte: cython.int) -> cython.void:
        """Add the byte at ``i``, which is neither a letter nor a digit, to the signs and counts."""
        i: cython.Py_ssize_t = self.i
        is_inner: cython.bint = i + 1 < self.stop and self.text.flags[self.text.data[i + 1]] & classes.WORD != 0
        if byte == SLASH:
            self.slash()
        elif byte == EQUALS:
            self.equals()
        elif byte == PERCENT:
            self.signs |= sign.PATH_LIKE | sign.DELIMITED
            self.delimiters += 1
            # If it does not encode a byte, it begins a comment or a number.
            if not (_hexadecimal(self.text, i + 1, self.stop) and _hexadecimal(self.text, i + 2, self.stop)):
                self.bad = True
        elif byte == NUMBER_SIGN and is_inner:
            self.signs |= sign.PATH_LIKE | sign.DELIMITED | sign.FRAGMENT
        elif byte == QUESTION_MARK and is_inner:
            self.signs |= sign.PATH_LIKE | sign.DELIMITED
        elif byte == DOT and is_inner:
            self.signs |= sign.PATH_LIKE | sign.DELIMITED
            self.dot = i + 1
            self.dots += 1
            if not (self.delimiters or self.underscores):
                self.host = self.dot
        elif byte in (HYPHEN, AMPERSAND, UNDERSCORE):
            self.signs |= sign.PATH_LIKE
            self.hyphens += byte == HYPHEN
            self.underscores += byte == UNDERSCORE
        elif byte == COLON:
            self.colon()
        elif byte == SEMICOLON:
            if self.lower == 0 and self.letters > 2 and self.words + self.hyphens == i - self.begin:
                self.impossible = True  # "ATTENDEE;CN=" (RFC 5545 §3.1)
        elif byte == AT:
            self.segment = self.segment or (not self.address and begins_with_time(self.text, self.begin))
            self.address = True
        elif byte in (LEFT_PAREN, LEFT_BRACKET):
            self.opened += 1
            if byte == LEFT_PAREN:  # a call: "f()", "frame.plot(x"
                self.bad = self.bad or (i + 1 < self.stop and self.text.data[i + 1] == RIGHT_PAREN)
                self.call = (
                    not self.delimiters and self.letters == self.words
                    and self.text.flags[self.text.data[i - 1]] & classes.WORD != 0
                )  # fmt: skip

    @cython.final
    def slash(self) -> cython.void:
        """Add a slash, after which a segment begins."""
        data: cython.p_const_uchar = self.text.data
        i: cython.Py_ssize_t = self.i
        if (
            i > self.begin + 1 and data[i - 1] == COLON and i + 1 < self.stop and data[i + 1] == SLASH
            and (not self.slashes or word_end(self.text, self.after, i) != i - 1 or self.words == i - 1 - self.after)
        ):  # fmt: skip
            self.impossible = True  # another reference; but paths of web archives have one: "2015/http://"
            return
        self.slashes += 1
        self.after = i + 1
        self.segment = self.segment or self.address
        if self.letters > 0 and self.lower == 0 and is_version(self.text, i + 1, self.stop):
            self.protocol = True
        self.signs |= sign.PATH_LIKE | sign.DELIMITED
        self.delimiters += 1

    @cython.final
    def equals(self) -> cython.void:
        """Add an equals sign, with the name of a variable or parameter before it."""
        data: cython.p_const_uchar = self.text.data
        i: cython.Py_ssize_t = self.i
        if (
            self.words + self.underscores == i - self.begin and self.letters > 1
            and (self.lower == 0 or self.before == EQUALS)
        ):  # fmt: skip
            self.signs |= sign.NAME  # "NAME=value" begins an assignment, as does "name=value" after "name=reference"
        self.signs |= sign.PATH_LIKE | sign.DELIMITED
        self.delimiters += 1
        # A quoted value, a variable, a package version: name="value", name=$value, name==1.0
        if i + 1 < self.stop and (
            data[i + 1] in (QUOTATION_MARK, APOSTROPHE, DOLLAR)
            or (i + 2 < self.stop and data[i + 1] == EQUALS and self.text.flags[data[i + 2]] & classes.DIGIT)
        ):
            self.bad = True

    @cython.final
    def colon(self) -> cython.void:
        """Add a colon: BAD in "Word:", "word:value", "name.c:12:", "12:30", but not in "path/name.html: not found"."""
        data: cython.p_const_uchar = self.text.data
        i: cython.Py_ssize_t = self.i
        is_last: cython.bint = i == self.stop - 1 and data[i - 1] != SLASH
        if (
            (is_last and not (self.slashes and self.dot and self.text.window[self.dot : i] in ENDINGS))
            or (self.letters == self.words > 0 and not self.signs & sign.PATH_LIKE)
            or self.words - self.letters == i - self.begin > 0
        ):
            self.bad = True
        # "NAME_OF:value" begins a property, as does "#name-of:value" after "name:reference".
        if (
            self.words + self.underscores + self.hyphens + (data[self.begin] == NUMBER_SIGN) == i - self.begin
            and self.letters > 1
            and (self.lower == 0 or self.before == COLON)
        ):
            self.bad = True
        if (self.words > 5 and self.text.window[i - 6 : i].lower() == b"mailto") or (
            i + 2 < self.stop and data[i + 1] == BACKSLASH and data[i + 2] == SLASH  # "http:\/\/", in a pattern
        ):
            self.impossible = True

    @cython.final
    def closes(self, byte: cython.int) -> cython.bint:
        """Return True if the byte at ``i`` closes the bracket before the reference, which ends the word."""
        if byte in (RIGHT_PAREN, RIGHT_BRACKET):
            self.opened -= 1
            if self.opened >= 0:
                return False
        if byte != closing_bracket(self.before):  # of braces: a value or an argument, url = {...}, \url{...}
            return False
        self.signs |= sign.CLOSES
        return True

    @cython.final
    def judged(self) -> cython.int:
        """Return all signs of the word, after :meth:`read`."""
        data: cython.p_const_uchar = self.text.data
        first: cython.int = data[self.begin]
        signs: cython.int = self.signs
        if 2 * self.words < self.i - self.begin:  # a drawing or a horizontal rule
            return sign.IMPOSSIBLE
        if (first == HYPHEN and not signs & sign.DELIMITED) or (
            not signs & sign.CLOSES and (self.bad or self.is_other(first))
        ):
            signs |= sign.BAD
        # The number of an item, a section, a page, a year or a date. A date has at most two slashes, and no 3 digits.
        if (
            not signs & sign.CLOSES and not self.protocol and self.letters == 0
            and (self.most != 3 or self.delimiters < 2) and self.slashes < 3
            and first != SLASH and first != QUESTION_MARK and data[self.stop - 1] != SLASH
        ):  # fmt: skip
            signs |= sign.NUMBER
        signs |= self.prose_signs(first)
        if self.words > 10:
            signs |= sign.LONG
        elif self.words < 3:
            signs |= sign.SHORT
        # "Linux/UNIX" may begin a sentence; a path of several segments or a file name does not.
        if (
            (self.text.flags[first] & classes.DIGIT
                or (CAPITAL_A <= first <= CAPITAL_Z and not (self.slashes and self.hyphens)))
            and self.slashes < 2 and not self.segment and not self.underscores
            and not (self.dot and self.text.window[self.dot : word_end(self.text, self.dot, self.stop)] in ENDINGS)
        ):  # fmt: skip
            signs |= sign.BEGINS_TEXT
        if signs & sign.PATH_LIKE and data[self.stop - 1] == DOT:
            signs |= sign.ENDS
        if self.host and not self.segment:
            end: cython.Py_ssize_t = word_end(self.text, self.host, self.stop)
            if self.text.window[self.host : end] in _DOMAINS and (end == self.stop or data[end] != PERCENT):
                signs |= sign.HOST
        return signs & ~sign.NAME if self.segment else signs

    @cython.final
    def is_other(self, first: cython.int) -> cython.bint:
        """Return True if the whole word cannot continue a reference: a protocol, a call, a prompt, an address."""
        last: cython.int = self.text.data[self.stop - 1]
        inner: cython.int = self.text.data[self.stop - 2]
        if self.protocol or (
            self.call and (self.opened or last == RIGHT_PAREN or (inner == RIGHT_PAREN and last in (COMMA, SEMICOLON)))
        ):
            return True
        if self.address and last in (DOLLAR, NUMBER_SIGN, PERCENT, GREATER_THAN):  # a shell's prompt
            return True
        if (
            first == NUMBER_SIGN and self.stop - self.begin < 8
            and self.text.window[self.begin : self.stop] in _DIRECTIVES
        ):  # fmt: skip
            return True
        return self.letters > 0 and (
            (self.address and not self.delimiters and not self.segment)
            or (self.dots > 0 and self.letters == self.dots + 1 and self.words == self.letters)  # "i.e."
        )

    @cython.final
    def prose_signs(self, first: cython.int) -> cython.int:
        """Return the signs of a word of prose, a name or a constant; 0 for any other word.

        A word of prose has only letters, in lower case, capitalised, or all capitals as in a heading or at the end of a
        here-document. With hyphens it must be capitalised: "Object-oriented", not "api-reference".
        """
        if self.letters != self.words or self.signs & sign.DELIMITED:
            return 0
        if self.underscores:  # a constant: "MAX_SIZE"
            return sign.PROSE | sign.CAPITAL if self.words > 2 and self.lower == 0 and not self.hyphens else 0
        if CAPITAL_A <= first <= CAPITAL_Z and (
            self.lower == self.words - 1 or self.lower == 0 or self.signs & sign.PATH_LIKE
        ):
            return sign.PROSE | sign.CAPITAL
        if self.lower != self.words or self.signs & sign.PATH_LIKE:
            return 0
        if self.text.window[self.begin : self.begin + self.words] in _LONE_WORDS:
            return sign.PROSE | sign.BAD
        return sign.PROSE


def word_end(text: Text, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the letters and digits at ``i``."""
    while i < stop and text.flags[text.data[i]] & classes.WORD:
        i += 1
    return i


@cython.cfunc
@cython.exceptval(check=False)
def _hexadecimal(text: Text, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Return True if ``i`` is at a hexadecimal digit or at the end."""
    return i >= stop or text.flags[text.data[i]] & classes.DIGIT != 0 or SMALL_A <= (text.data[i] | 0x20) <= SMALL_F
