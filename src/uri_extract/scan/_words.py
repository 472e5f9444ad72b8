# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The first word of the next line: signs that it is part of a reference, and that it is not (:mod:`._wraps`)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.wrap_signs import ENDINGS

if cython.compiled:
    from cython.cimports.uri_extract.scan import classes
    from cython.cimports.uri_extract.scan import wrap_signs as sign
    from cython.cimports.uri_extract.scan._characters_c import is_punctuation
    from cython.cimports.uri_extract.scan._text_c import Text
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, APOSTROPHE, AT, BACKSLASH, CAPITAL_A, CAPITAL_Z, COLON, DOLLAR, DOT, EQUALS, GREATER_THAN, HYPHEN,
        LEFT_BRACE, LEFT_BRACKET, LEFT_PAREN, NUMBER_SIGN, PERCENT, QUESTION_MARK, QUOTATION_MARK, RIGHT_BRACE,
        RIGHT_BRACKET, RIGHT_PAREN, SEMICOLON, SLASH, SMALL_A, SMALL_F, SMALL_W, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes, wrap_signs as sign
    from uri_extract.scan._characters import is_punctuation
    from uri_extract.scan._text import Text

_FIRST = b"/.%#_~="  # what a part of a path may begin with; "+name" is a mark for programs
#: After the last dot of a host's name, and not of a file's.
_DOMAINS = frozenset(b"com org net edu gov mil int info biz".split())
#: Words that are alone on a line: of prose, what joins two references, or ends a letter; empty comments; and what
#: divides or ends a block of a program.
_LONE_WORDS = frozenset(
    b"again also and are as at best bye by cheers dnl done elif else end endif esac etc fi for from greetings hello "
    b"here hi hth in instead into is it kind link not of on only or please quote regards rem respectively see "
    b"sincerely so than thanks that the then there these this thx to too versus via vs was we where which with wrote "
    b"yet you your".split()
)
#: Directives of C's preprocessor that are alone on a line (ISO/IEC 9899 §6.10), and no fragments.
_DIRECTIVES = frozenset(b"#else #endif".split())


@cython.cfunc
@cython.exceptval(check=False)
def word_signs(text: Text, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, before: cython.int) -> cython.int:
    """Return the signs of the next line's first word; IMPOSSIBLE if no reference goes on with it."""
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = begin
    first: cython.int = data[i]
    second: cython.int = data[i + 1] if i + 1 < stop else 0
    signs: cython.int = 0
    letters: cython.int = 0
    lower: cython.int = 0
    words: cython.int = 0
    digits: cython.int = 0  # in a row
    most: cython.int = 0
    dot: cython.Py_ssize_t = 0  # after the last inner one
    host: cython.Py_ssize_t = 0  # after the last one of what may be a host
    dots: cython.int = 0
    delimiters: cython.int = 0
    bad: cython.bint = False
    address: cython.bint = False
    segment: cython.bint = False  # what looks like an address is one: it is a Message-ID, or a slash follows it
    underscores: cython.int = 0
    slashes: cython.int = 0
    after: cython.Py_ssize_t = begin  # the last one
    hyphens: cython.int = 0
    call: cython.bint = False
    hyphen: cython.bint = False
    protocol: cython.bint = False
    number: cython.bint = False
    opened: cython.int = 0
    byte: cython.int
    if first == PERCENT and stop == begin + 1:
        return sign.PATH_LIKE | sign.SHORT | sign.BAD
    if not text.flags[first] & classes.WORD:
        if not text.flags[second] & classes.WORD and not (first == second == DOT and text.peek(begin + 2) == SLASH):
            return sign.IMPOSSIBLE
        if first in (QUESTION_MARK, AMPERSAND) or (first == COLON and text.flags[second] & classes.DIGIT):
            signs |= sign.OPEN  # ":alt:" is the name of a field
        elif first == HYPHEN and stop > begin + 3:  # neither an option nor, with a blank, an item
            hyphen = True
        elif first not in _FIRST or (first == DOT and stop <= begin + 3):  # troff's ".br"
            return sign.IMPOSSIBLE
    if (
        first == EQUALS and stop >= begin + 3 and (stop == begin + 3 or data[begin + 3] == EQUALS)
        and _hexadecimal(text, begin + 1, stop) and _hexadecimal(text, begin + 2, stop)
    ):  # fmt: skip
        return sign.IMPOSSIBLE  # a blank that quoted-printable encoded (RFC 2045 §6.7): "=20", "=C2=A0"
    if stop - begin > 3 and first == SMALL_W and second == SMALL_W and data[begin + 3] == DOT:
        i = begin + 4
        while i < stop and data[i] != DOT:
            i += 1
        if i + 1 < stop and text.flags[data[i + 1]] & classes.WORD:  # a host; "www.pdf" is not one
            return sign.IMPOSSIBLE
        i = begin
    while i < stop:
        byte = data[i]
        digits = digits + 1 if text.flags[byte] & classes.DIGIT else 0
        if text.flags[byte] & classes.WORD:
            words += 1
            if digits:
                signs |= sign.PATH_LIKE
                most = max(most, digits)
            else:
                letters += 1
                lower += byte >= SMALL_A
        elif byte in (SLASH, EQUALS, PERCENT):
            if (
                byte == SLASH and i > begin + 1 and data[i - 1] == COLON and i + 1 < stop and data[i + 1] == SLASH
                and (not slashes or word_end(text, after, i) != i - 1 or words == i - 1 - after)
            ):  # fmt: skip
                return sign.IMPOSSIBLE  # another reference; but archives have it in a path: "2015/http://"
            if byte == EQUALS and words + underscores == i - begin and letters > 1 and (lower == 0 or before == EQUALS):
                signs |= sign.NAME  # "NAME=value" is a line of its own, as "name=value" is after "name=reference"
            if byte == SLASH:
                slashes += 1
                after = i + 1
                segment = segment or address
                protocol = protocol or (letters > 0 and lower == 0 and _is_version(text, i + 1, stop))
            signs |= sign.PATH_LIKE | sign.DELIMITED
            delimiters += 1
            # A value in quotation marks or of a variable, a package's version: name="value", name=$value, name==1.0
            bad = bad or (byte == EQUALS and i + 1 < stop and data[i + 1] in (QUOTATION_MARK, APOSTROPHE, DOLLAR))
            bad = bad or (
                byte == EQUALS and i + 2 < stop and data[i + 1] == EQUALS and text.flags[data[i + 2]] & classes.DIGIT
            )
            # Percent-encoded, or a sign before a comment or a number
            bad = bad or (byte == PERCENT and not (_hexadecimal(text, i + 1, stop) and _hexadecimal(text, i + 2, stop)))
        elif byte == NUMBER_SIGN and i + 1 < stop and text.flags[data[i + 1]] & classes.WORD:
            signs |= sign.PATH_LIKE | sign.DELIMITED | sign.FRAGMENT
        elif byte in (DOT, QUESTION_MARK) and i + 1 < stop and text.flags[data[i + 1]] & classes.WORD:
            signs |= sign.PATH_LIKE | sign.DELIMITED
            if byte == DOT:
                dot = i + 1
                dots += 1
                if not (delimiters or underscores):
                    host = dot
        elif byte in (HYPHEN, AMPERSAND, UNDERSCORE):
            signs |= sign.PATH_LIKE
            hyphens += byte == HYPHEN
            underscores += byte == UNDERSCORE
        elif byte >= 0x80:
            if i > begin and is_punctuation(text, i):
                stop = i
                break
            bad = True  # a script without blanks between words: the rest belongs to the surrounding text
        elif byte == COLON:  # "Word:", "word:value", "name.c:12:", "12:30"; but "path/name.html: not found"
            if i == stop - 1 and data[i - 1] != SLASH:
                bad = bad or not (slashes and dot and text.window[dot:i] in ENDINGS)
            bad = bad or (letters == words > 0 and not signs & sign.PATH_LIKE)
            bad = bad or words - letters == i - begin > 0
            # "NAME_OF:value" is a line of its own, as "#name-of:value" is after "name:reference".
            if words + underscores + hyphens + (first == NUMBER_SIGN) == i - begin and letters > 1:
                bad = bad or lower == 0 or before == COLON
            if words > 5 and text.window[i - 6 : i].lower() == b"mailto":
                return sign.IMPOSSIBLE
            if i + 2 < stop and data[i + 1] == BACKSLASH and data[i + 2] == SLASH:  # "http:\/\/", in a pattern
                return sign.IMPOSSIBLE
        elif byte == SEMICOLON:
            if lower == 0 and letters > 2 and words + hyphens == i - begin:  # "ATTENDEE;CN=" (RFC 5545 §3.1)
                return sign.IMPOSSIBLE
        elif byte == AT:
            segment = segment or (not address and _begins_with_time(text, begin))
            address = True
        elif byte in (LEFT_PAREN, LEFT_BRACKET):
            opened += 1
            if byte == LEFT_PAREN:  # a call: "f()", "frame.plot(x"
                bad = bad or (i + 1 < stop and data[i + 1] == RIGHT_PAREN)
                call = not delimiters and letters == words and text.flags[data[i - 1]] & classes.WORD != 0
        elif byte in (RIGHT_PAREN, RIGHT_BRACKET):
            opened -= 1
            if opened < 0 and before == (LEFT_PAREN if byte == RIGHT_PAREN else LEFT_BRACKET):
                signs |= sign.CLOSES
                break  # the rest belongs to the surrounding text
        elif byte == RIGHT_BRACE and before == LEFT_BRACE:  # a value or an argument: url = {...}, \url{...}
            signs |= sign.CLOSES
            break
        i += 1
    if 2 * words < i - begin:  # a drawing, a rule
        return sign.IMPOSSIBLE
    if call and (opened or data[stop - 1] == RIGHT_PAREN):
        bad = True
    if address and data[stop - 1] in (DOLLAR, NUMBER_SIGN, PERCENT, GREATER_THAN):  # a shell's prompt
        bad = True
    if first == NUMBER_SIGN and stop - begin < 8 and text.window[begin:stop] in _DIRECTIVES:
        bad = True
    if signs & sign.CLOSES:
        bad = False
    elif protocol:
        bad = True
    elif letters == 0:
        # The number of an item, a section, a page, a year or a date; only a date has slashes, two and not three digits.
        number = (
            (most != 3 or delimiters < 2)
            and slashes < 3
            and first != SLASH
            and first != QUESTION_MARK
            and data[stop - 1] != SLASH
        )
    elif (address and not delimiters and not segment) or (dots and letters == dots + 1 and words == letters):  # "i.e."
        bad = True
    if hyphen and not signs & sign.DELIMITED:
        bad = True
    if letters == words and not signs & sign.DELIMITED and not underscores:
        # Letters, at most the first a capital, or all of them as in a heading or at the end of a here-document; with
        # hyphens only "Object-oriented", not "api-reference".
        if CAPITAL_A <= first <= CAPITAL_Z and (lower == words - 1 or lower == 0 or signs & sign.PATH_LIKE):
            signs |= sign.PROSE | sign.CAPITAL
        elif lower == words and not signs & sign.PATH_LIKE:
            signs |= sign.PROSE
            bad = bad or text.window[begin : begin + words] in _LONE_WORDS
    elif letters == words > 2 and lower == 0 and not signs & sign.DELIMITED and not hyphens:  # a constant: "MAX_SIZE"
        signs |= sign.PROSE | sign.CAPITAL
    if words > 10:
        signs |= sign.LONG
    elif words < 3:
        signs |= sign.SHORT
    # A path of several segments, or a file, is not the beginning of a sentence, a number or a name: "Linux/UNIX".
    if (
        (text.flags[first] & classes.DIGIT or (CAPITAL_A <= first <= CAPITAL_Z and not (slashes and hyphens)))
        and slashes < 2 and not segment and not underscores
        and not (dot and text.window[dot : word_end(text, dot, stop)] in ENDINGS)
    ):  # fmt: skip
        signs |= sign.BEGINS_TEXT
    if signs & sign.PATH_LIKE and data[stop - 1] == DOT:
        signs |= sign.ENDS
    if host and not segment:
        i = word_end(text, host, stop)
        if text.window[host:i] in _DOMAINS and (i == stop or data[i] != PERCENT):
            signs |= sign.HOST
    if number:
        signs |= sign.NUMBER
    if segment:
        signs &= ~sign.NAME
    return signs | sign.BAD if bad else signs


@cython.cfunc
@cython.exceptval(check=False)
def _is_version(text: Text, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Return True if the version of a protocol is at ``i``, as in "HTTP/1.1"."""
    return (
        i + 3 == stop
        and text.flags[text.data[i]] & text.flags[text.data[i + 2]] & classes.DIGIT
        and text.data[i + 1] == DOT
    )


@cython.cfunc
@cython.exceptval(check=False)
def _begins_with_time(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a date or a time in digits, and a dot, are at ``i``, as Message-IDs begin: no address does."""
    begin: cython.Py_ssize_t = i
    while i - begin < 20 and text.flags[text.peek(i)] & classes.DIGIT:
        i += 1
    return i - begin >= 8 and text.peek(i) == DOT


@cython.cfunc
@cython.exceptval(check=False)
def word_end(text: Text, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the letters and digits at ``i`` end."""
    while i < stop and text.flags[text.data[i]] & classes.WORD:
        i += 1
    return i


@cython.cfunc
@cython.exceptval(check=False)
def _hexadecimal(text: Text, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Return True if a hexadecimal digit, or the end, is at ``i``."""
    return i >= stop or text.flags[text.data[i]] & classes.DIGIT != 0 or SMALL_A <= (text.data[i] | 0x20) <= SMALL_F
