# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Bytes around a line break inside a reference that are not part of it (RFC 3986 Appendix C).

A reply puts ``> `` before each line, source code a comment sign; a page break adds a footer, a form feed and a header.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        ASTERISK, BACKSLASH, CAPITAL_P, CARRIAGE_RETURN, DIGIT_3, DOT, EQUALS, EXCLAMATION_MARK, FORM_FEED,
        GREATER_THAN, HYPHEN, LEFT_BRACKET, LESS_THAN, LINE_FEED, NUMBER_SIGN, PERCENT, PIPE, PLUS, QUOTATION_MARK,
        RIGHT_BRACKET, SEMICOLON, SLASH, SMALL_A, SMALL_D, SMALL_E, SMALL_G, SMALL_Z, SPACE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._text import Text

_LONGEST_WORD = cython.declare(cython.Py_ssize_t, 24)
#: Operators that concatenate strings: "+" in Java, ECMAScript and Python, "." in PHP and Perl, ".." in Lua, "||" in
#: SQL, "&" in Visual Basic and Ada, "++" in Haskell and Erlang.
_OPERATORS = frozenset((b"+", b".", b"..", b"||", b"&", b"++"))
_OPERATOR_BYTES = cython.declare(bytes, b"+.|&")


def blanks_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the white space at ``i``, at most at a line feed; -1 if it is too long or incomplete."""
    data: cython.p_const_uchar = text.data
    stop: cython.Py_ssize_t = min(text.size, i + limits.MAX_LINE_BEFORE)
    begin: cython.Py_ssize_t = i
    while i < stop and data[i] != LINE_FEED:
        if data[i] == 0xC2 and i + 1 < stop and data[i + 1] == 0xA0:  # no-break spaces may indent a line
            i += 1
        elif not text.flags[data[i]] & classes.SPACE:
            break
        i += 1
    text.examined += i - begin
    if i == text.size:
        text.need = True
        return -1
    return -1 if i == stop else i


def concatenation_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the operator at ``i`` that concatenates strings, and of the white space after it.

    Return ``i`` if there is none, -1 if the white space is too long or incomplete. A full stop is one only after a
    blank or at the start of a line.
    """
    k: cython.Py_ssize_t = i
    while 0 <= k < i + 2 and text.peek(k) in _OPERATOR_BYTES:
        k += 1
    if k <= i or text.window[i:k] not in _OPERATORS:
        return i
    if text.data[i] == DOT and k == i + 1 and not text.flags[text.data[i - 1]] & classes.SPACE:
        return i
    return blanks_end(text, k)


def next_blank(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the offset of the white space after the word at ``i`` on the next line, or where the search stopped."""
    stop: cython.Py_ssize_t = min(text.size, i + limits.MAX_NEXT_LINE)
    while i < stop and not text.flags[text.data[i]] & classes.SPACE:
        i += 1
    return i


def division_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the hyphen at ``i`` if a typesetter divided a word with it at a line's end; else -1.

    It is U+2010 (troff in UTF-8) or U+00AD (troff in Latin-1, word processors), which are in no URI, after a letter.
    """
    end: cython.Py_ssize_t = i + 1
    if text.data[i] == 0xE2 and text.peek(i + 1) == 0x80 and text.peek(i + 2) == 0x90:
        end = i + 3
    elif text.data[i] == 0xC2 and text.peek(i + 1) == 0xAD:
        end = i + 2
    elif text.data[i] != 0xAD:
        return -1
    if text.peek(end) != LINE_FEED and text.peek(end) != CARRIAGE_RETURN:
        return -1
    return end if text.flags[text.data[i - 1]] & (classes.WORD | classes.DIGIT) == classes.WORD else -1


def begins_comment(text: Text, sign: cython.Py_ssize_t, sign_end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the sign before the candidate begins a line comment: "# ", "// ", "-- ", "! ".

    An exclamation mark begins those of X resources, Fortran, and lists of filters for content blockers.
    """
    byte: cython.int = text.data[sign]
    if byte == DOT:  # troff's comment; in reStructuredText ".." begins a footnote or a target
        return text.data[sign + 1] == BACKSLASH
    if text.flags[byte] & classes.WORD:
        return True
    if not text.flags[text.data[sign_end]] & classes.SPACE:
        return False
    if byte in (SLASH, HYPHEN):  # "----" is a horizontal rule
        return text.data[sign + 1] == byte and not (byte == HYPHEN and sign_end > sign + 3)
    return byte in (NUMBER_SIGN, SEMICOLON, PERCENT, EXCLAMATION_MARK)


def is_bullet(text: Text, sign: cython.Py_ssize_t, sign_end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the sign, which the next line repeats, is a list marker: that line is another item.

    An asterisk after an odd number of blanks is that of a block comment, below the one of its "/*".
    """
    byte: cython.int = text.data[sign_end - 1]
    k: cython.Py_ssize_t = sign
    if not text.flags[text.data[sign_end]] & classes.SPACE:
        return False
    if sign_end > sign + 1:  # in a comment
        return byte in (ASTERISK, HYPHEN, PLUS) and text.flags[text.data[sign_end - 2]] & classes.SPACE != 0
    if byte == ASTERISK:
        while k > 0 and text.data[k - 1] == SPACE:
            k -= 1
        text.examined += sign - k
        return (sign - k) & 1 == 0
    return byte in (HYPHEN, PLUS)


def needs_host(text: Text, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if "//", or "//www.", is before ``end``: a reference, and so a list item, cannot end there."""
    return text.window.endswith((b"//", b"//www."), max(0, end - 6), end)


def page_break_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the text continues after the page break that begins at the line ``i``; -1 if there is none.

    It has empty lines; a footer that ends in "[Page n]", or a form feed, or both; a header; empty lines. Without a
    footer an empty line must separate the header from the text. It has no "<" or quotation mark: the search for a
    closing bracket ends where another bracket may open.
    """
    data: cython.p_const_uchar = text.data
    stop: cython.Py_ssize_t = min(text.size, i + limits.MAX_PAGE_BREAK)
    begin: cython.Py_ssize_t = i
    end: cython.Py_ssize_t
    footer: cython.bint = False
    feed: cython.bint = False
    header: cython.bint = False
    empty: cython.bint = False
    while True:
        while i < stop and text.flags[data[i]] & classes.SPACE:
            feed = feed or data[i] == FORM_FEED
            empty = empty or data[i] == LINE_FEED
            i += 1
        text.examined += i - begin
        if i >= stop:
            break
        if header:
            return i if footer or empty else -1
        begin = i
        end = footer_end(text, i)
        if not footer and not feed and end < 0:
            return -1
        if footer or end < 0:
            header = True
            empty = False
            while i < stop and data[i] != LINE_FEED:
                if data[i] == LESS_THAN or data[i] == QUOTATION_MARK:
                    return -1
                i += 1
        else:
            footer = True
            i = end
        i += 1
    if i >= text.size:  # the white space or the header may continue
        text.need = True
    return -1


def footer_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the line at ``i`` if it is a footer, with "[Page n]" at its end (RFC 2223 §3); else -1."""
    data: cython.p_const_uchar = text.data
    stop: cython.Py_ssize_t = min(text.size, i + limits.MAX_FOOTER)
    end: cython.Py_ssize_t = i
    k: cython.Py_ssize_t
    while end < stop and data[end] != LINE_FEED:
        if data[end] == LESS_THAN or data[end] == QUOTATION_MARK:
            return -1
        end += 1
    text.examined += end - i
    if end == text.size:
        text.need = True
        return -1
    k = end - 1
    while k > i and text.flags[data[k]] & classes.SPACE:
        k -= 1
    if end == stop or data[k] != RIGHT_BRACKET:
        return -1
    k -= 1
    while k > i and text.flags[data[k]] & classes.WORD:
        k -= 1
    if (
        k >= i + 5 and data[k] == SPACE and data[k - 5] == LEFT_BRACKET and data[k - 4] == CAPITAL_P
        and data[k - 3] == SMALL_A and data[k - 2] == SMALL_G and data[k - 1] == SMALL_E
    ):  # fmt: skip
        return end
    return -1


def before_marks(text: Text, i: cython.Py_ssize_t, floor: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the text on earlier lines if only reply marks are before ``i`` on its line; else ``i``."""
    k: cython.Py_ssize_t = i
    while k > floor and (text.data[k - 1] == GREATER_THAN or text.data[k - 1] == SPACE):
        k -= 1
    text.examined += i - k
    if k == floor or text.data[k - 1] != LINE_FEED:
        return i
    while k > floor and text.flags[text.data[k - 1]] & classes.SPACE:
        k -= 1
    return k


def reply_marks(text: Text, line: cython.Py_ssize_t) -> cython.int:
    """Return the number of reply marks at the start of a line, which must have other text."""
    count: cython.int = 0
    k: cython.Py_ssize_t = line
    while text.flags[text.data[k]] & classes.SPACE or text.data[k] == GREATER_THAN or text.data[k] == PIPE:
        count += text.data[k] == GREATER_THAN or text.data[k] == PIPE
        k += 1
    text.examined += k - line
    return count


def begins_with_word(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a word of ASCII letters and a blank are at ``i``."""
    begin: cython.Py_ssize_t = i
    while i - begin < _LONGEST_WORD and SMALL_A <= (text.peek(i) | 0x20) <= SMALL_Z:
        i += 1
    text.examined += i - begin
    return i > begin and text.peek(i) == SPACE


def begins_with_time(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a date or time in digits and a dot are at ``i``: Message-IDs begin like that, addresses do not."""
    begin: cython.Py_ssize_t = i
    while i - begin < 20 and text.flags[text.peek(i)] & classes.DIGIT:
        i += 1
    return i - begin >= 8 and text.peek(i) == DOT


def is_version(text: Text, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Return True if the version of a protocol is at ``i``, as in "HTTP/1.1"."""
    return (
        i + 3 == stop
        and text.flags[text.data[i]] & text.flags[text.data[i + 2]] & classes.DIGIT
        and text.data[i + 1] == DOT
    )


def is_soft_length(text: Text, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the line that ends at ``end`` is as long as lines broken by quoted-printable (RFC 2045 §6.7).

    That is 76 characters or a few less; or a few more, if it was quoted in a reply.
    """
    k: cython.Py_ssize_t = end
    while k > 0 and end - k <= 80 and text.data[k - 1] != LINE_FEED:
        k -= 1
    text.examined += end - k
    return 70 <= end - k <= 80


def is_encoded_equals(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if "=3D", quoted-printable for "=", is at ``i``."""
    return text.peek(i) == EQUALS and text.peek(i + 1) == DIGIT_3 and text.peek(i + 2) | 0x20 == SMALL_D


def beside_soft_break(text: Text, line: cython.Py_ssize_t, following: cython.Py_ssize_t) -> cython.bint:
    """Return True if "=" ends the line before ``line``, the one at ``following`` or one soon after it.

    In lines after the one at ``following``, "=" in a word with a slash does not count.
    """
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = line - 2
    stop: cython.Py_ssize_t
    first: cython.bint = True
    slash: cython.bint = False
    if k > 0 and data[k if data[k] != CARRIAGE_RETURN else k - 1] == EQUALS:
        return True
    k = following
    stop = min(text.size, following + limits.MAX_LINES_AFTER)
    while k < stop:
        if data[k] == LINE_FEED:
            if data[k - 1 if data[k - 1] != CARRIAGE_RETURN else k - 2] == EQUALS and not slash:
                break
            first = False
        if data[k] == SLASH:  # a reference may end in "="
            slash = not first
        elif text.flags[data[k]] & classes.SPACE:
            slash = False
        k += 1
    text.examined += k - following
    if k == text.size:
        text.need = True
    return k < stop
