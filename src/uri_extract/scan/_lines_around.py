# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Examine the lines around a break: their lengths, and whether they were wrapped at one column.

A limited number of bytes is read before the break (``MAX_LINES_BEFORE``) and after it (``MAX_LINES_AFTER``).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        APOSTROPHE, COLON, DIGIT_0, DIGIT_9, DOT, EQUALS, GREATER_THAN, HYPHEN, LEFT_PAREN, LESS_THAN, LINE_FEED,
        NUMBER_SIGN, PERCENT, PIPE, SEMICOLON, SLASH, SMALL_A, SMALL_F, SPACE, TAB, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes, wrap_signs as sign
    from uri_extract.scan._text import Text

#: Lines wrapped at one column differ by so few columns: reply marks are added, delimiters are kept together.
_TOLERANCE = cython.declare(cython.Py_ssize_t, 2)
#: A full line of prose is shorter than the longest one by at most this many columns.
_RAGGED = cython.declare(cython.Py_ssize_t, 8)
#: Hexadecimal digits of a digest: those of CRC-64 to those of SHA-512.
_SHORTEST_DIGEST = cython.declare(cython.Py_ssize_t, 16)
_LONGEST_DIGEST = cython.declare(cython.Py_ssize_t, 128)


def is_longer_before(text: Text, line: cython.Py_ssize_t, length: cython.Py_ssize_t) -> cython.bint:
    """Return True if one of the three lines before ``line`` is longer than ``length``: lines are not wrapped there."""
    data: cython.p_const_uchar = text.data
    low: cython.Py_ssize_t = max(0, line - limits.MAX_LINES_BEFORE)
    end: cython.Py_ssize_t = line - 1
    k: cython.Py_ssize_t = end
    lines: cython.int = 0
    while k > low and lines < 3:
        if data[k - 1] == LINE_FEED:
            if end - k > length + 1:
                return True
            end = k - 1
            lines += 1
        k -= 1
    return low == 0 and lines < 3 and end > length + 1


def width_around(
    text: Text, line: cython.Py_ssize_t, column: cython.Py_ssize_t, i: cython.Py_ssize_t, word: cython.Py_ssize_t
) -> cython.Py_ssize_t:  # fmt: skip
    """Return the length of the longest line around the break if at least three are about as long; else 0.

    The lines are the one that was cut at ``column``, up to three before ``line`` and two from ``i`` on; empty lines
    end them. The first may be shorter if there was no room for the next ``word``.
    """
    data: cython.p_const_uchar = text.data
    low: cython.Py_ssize_t = max(0, line - limits.MAX_LINES_BEFORE)
    stop: cython.Py_ssize_t = min(text.size, i + limits.MAX_LINES_AFTER)
    lengths: cython.Py_ssize_t[6]
    count: cython.int = 1
    near: cython.int = 0
    widest: cython.Py_ssize_t = column
    k: cython.Py_ssize_t = line - 1
    end: cython.Py_ssize_t = k
    if not cython.compiled:
        lengths = [0] * 6
    lengths[0] = column
    while k >= low and count < 4:
        if k == 0 or data[k - 1] == LINE_FEED:
            if k == end:
                break
            lengths[count] = end - k
            count += 1
            end = k - 1
        k -= 1
    text.examined += line - k
    end = k = i
    while k < stop and count < 6:
        if data[k] == LINE_FEED:
            if k == end:
                break
            lengths[count] = k - end
            count += 1
            end = k + 1
        k += 1
    text.examined += k - i
    if k == text.size:
        text.need = True
        if k > end and count < 6:
            lengths[count] = k - end
            count += 1
    for k in range(count):
        widest = max(widest, lengths[k])
    for k in range(count):
        near += lengths[k] >= widest - _RAGGED or (k == 0 and column + word > widest)
    return widest if near > 2 else 0


def is_cut_at(
    text: Text, line: cython.Py_ssize_t, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, column: cython.Py_ssize_t
) -> cython.bint:
    """Return True if the lines from ``line`` on are single words cut at ``column``.

    The first line is one word, from ``begin`` to ``end``. It ends at that column; or the first line or two are the
    rest of a line broken twice, and the next one ends there.
    """
    data: cython.p_const_uchar = text.data
    stop: cython.Py_ssize_t = min(text.size, line + limits.MAX_LINES_AFTER)
    first: cython.Py_ssize_t = end
    lines: cython.int = 0
    while end - begin <= sign.LEFTOVER and lines < 2:
        lines += 1
        while end < stop and data[end] != LINE_FEED and text.flags[data[end]] & classes.SPACE:
            end += 1
        if end == stop or data[end] != LINE_FEED:  # there is more than one word
            break
        line = begin = end + 1
        while begin < stop and (
            data[begin] == GREATER_THAN or data[begin] == PIPE or text.flags[data[begin]] & classes.SPACE
        ):
            begin += 1
        end = begin
        while end < stop and not text.flags[data[end]] & classes.SPACE:
            end += 1
    text.examined += end - first
    if end == text.size:
        text.need = True
    if not column - _TOLERANCE <= end - line <= column + _TOLERANCE:
        return False
    while begin < end and text.flags[data[begin]] & classes.WORD:
        begin += 1
    return begin == end or data[begin] != COLON  # another reference


def is_in_column(
    text: Text, line: cython.Py_ssize_t, begin: cython.Py_ssize_t, i: cython.Py_ssize_t,
    following: cython.Py_ssize_t, end: cython.Py_ssize_t,
) -> cython.bint:  # fmt: skip
    """Return True if the reference at ``begin`` is in a column of a table, and the next line is not its continuation.

    The next line is from ``i`` to ``end``, its text begins at ``following``. It has another reference in that column;
    or it begins further left, and at least three blanks separate the column from text that is not a label.
    """
    k: cython.Py_ssize_t = begin
    if line < 0 or following - i >= begin - line:
        return False
    if _is_reference(text, i + begin - line, end):
        return True
    while k > line and text.data[k - 1] == SPACE:
        k -= 1
    text.examined += begin - k
    if k == line or begin - k < 3 or text.data[k - 1] in (COLON, GREATER_THAN, PIPE):
        return False
    j: cython.Py_ssize_t = line
    while j < k and text.data[j] == text.data[i + j - line] and not text.flags[text.data[j]] & classes.WORD:
        j += 1
    text.examined += j - line
    if j == k:  # both lines begin with the same comment sign
        return False
    i = k
    while i > line + 1 and not (text.data[i - 1] == SPACE and text.data[i - 2] == SPACE):
        i -= 1
    text.examined += k - i
    return i <= line + 1 or text.window[line:i].isspace()  # otherwise blanks of justified text


@cython.cfunc
@cython.exceptval(check=False)
def _is_reference(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if a scheme and "://" are at ``i``, after white space."""
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = i
    if i >= end or not text.flags[data[i - 1]] & classes.SPACE:
        return False
    while k < end and text.flags[data[k]] & classes.WORD:
        k += 1
    text.examined += k - i
    return i < k < end - 2 and data[k] == COLON and data[k + 1] == data[k + 2] == SLASH


def are_rows(text: Text, line: cython.Py_ssize_t, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Return True if two lines are rows of a table (text/tab-separated-values).

    A tab precedes the reference at ``begin`` on its line, and is at ``stop``, the end of the next line's first word.
    """
    if text.peek(stop) != TAB or line < 0:
        return False
    text.examined += begin - line
    return text.window.find(b"\t", line, begin) >= 0


def are_numbered(text: Text, line: cython.Py_ssize_t, following: cython.Py_ssize_t) -> cython.bint:
    """Return True if the reference's ``line`` and the text at ``following`` begin with numbers of the same length.

    They are items of a list, as in "  123456 title"; so are lines that begin with digests.
    """
    k: cython.Py_ssize_t = line
    first: cython.Py_ssize_t
    if line < 0 or not _is_hexadecimal(text.data[following]):
        return False
    while text.peek(k) == SPACE:
        k += 1
    first = k
    while k < first + _LONGEST_DIGEST and _is_hexadecimal(text.peek(k)) and _is_hexadecimal(
        text.peek(following + k - first)
    ):  # fmt: skip
        k += 1
    text.examined += k - line
    if k >= first + _SHORTEST_DIGEST and not (
        (text.flags[text.peek(k)] | text.flags[text.peek(following + k - first)]) & classes.WORD
    ):
        return True
    k = first
    while text.flags[text.peek(k)] & text.flags[text.peek(following + k - first)] & classes.DIGIT:
        k += 1
    text.examined += k - line
    return k > first and not (text.flags[text.peek(k)] | text.flags[text.peek(following + k - first)]) & classes.DIGIT


@cython.cfunc
@cython.exceptval(check=False)
def _is_hexadecimal(byte: cython.int) -> cython.bint:
    """Return True if the byte is a hexadecimal digit, of those that digests have."""
    return DIGIT_0 <= byte <= DIGIT_9 or SMALL_A <= byte <= SMALL_F


def is_term(text: Text, i: cython.Py_ssize_t, following: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the line from ``i`` to ``end`` is the term of a definition: the line after it is indented more.

    Its text begins at ``following``. The lines above it are then the definition of another term.
    """
    k: cython.Py_ssize_t = end + 1
    stop: cython.Py_ssize_t = min(text.size, k + following - i + 1)
    while k < stop and text.data[k] == SPACE:
        k += 1
    text.examined += k - end
    if stop == text.size:
        text.need = True
    return k > end + 1 + following - i


def are_files(
    text: Text, i: cython.Py_ssize_t, following: cython.Py_ssize_t, stop: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.bint:  # fmt: skip
    """Return True if two file names with the same extension, each alone on its line, begin a list.

    The first is from ``following`` to ``stop`` on the line from ``i`` to ``end``; the next line has the same indent
    and one word. A reference has only one file name.
    """
    data: cython.p_const_uchar = text.data
    dot: cython.Py_ssize_t = stop
    k: cython.Py_ssize_t = end + 1
    begin: cython.Py_ssize_t
    last: cython.Py_ssize_t
    limit: cython.Py_ssize_t = min(text.size, end + 1 + limits.MAX_LINES_AFTER)
    while dot > following and stop - dot < 6 and text.flags[data[dot - 1]] & classes.WORD:
        dot -= 1
    if end == text.size or dot < following + 2 or dot == stop or data[dot - 1] != DOT:
        return False
    while i < following and k < limit and data[k] == data[i]:
        i += 1
        k += 1
    begin = k
    while k < limit and not text.flags[data[k]] & classes.SPACE and data[k] != COLON:
        k += 1
    last = k
    while k < limit and text.flags[data[k]] & classes.SPACE and data[k] != LINE_FEED:
        k += 1
    text.examined += k - end
    if k == text.size:
        text.need = True
    return (
        i == following
        and not text.flags[data[dot]] & classes.DIGIT
        and (k == text.size or data[k] == LINE_FEED)
        and last - begin > stop - dot + 1
        and text.window[last - (stop - dot) - 1 : last] == text.window[dot - 1 : stop]
    )


def begins_line(text: Text, line: cython.Py_ssize_t, begin: cython.Py_ssize_t) -> cython.bint:
    """Return True if only blanks, reply marks and an opening bracket are between ``line`` and ``begin``."""
    k: cython.Py_ssize_t = line
    while k < begin and (
        text.flags[text.data[k]] & classes.SPACE or text.data[k] in (GREATER_THAN, PIPE, LEFT_PAREN, LESS_THAN)
    ):
        k += 1
    text.examined += k - line
    return k == begin


def comment_lines(
    text: Text, line: cython.Py_ssize_t, begin: cython.Py_ssize_t, i: cython.Py_ssize_t, following: cython.Py_ssize_t
) -> cython.int:  # fmt: skip
    """Return 0 if the reference's line is not a comment, 1 if only this line is one, 2 if the next line is one too.

    The comment sign begins the reference's ``line``, or is just before the reference. The next line begins at ``i``,
    its text at ``following``. Return 3 if code is before the sign, and the next line is indented without a sign: a
    comment after code ends with its line, and a line that a mail program broke is not indented.
    """
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = line
    first: cython.Py_ssize_t
    mark: cython.int
    if line < 0:
        return 0
    while k < begin and text.flags[data[k]] & classes.SPACE:
        k += 1
    text.examined += k - line
    first = k
    if k < begin and begin - line > 2 and data[begin - 1] == SPACE and data[begin - 2] in (NUMBER_SIGN, SLASH):
        k = begin - 2 if data[begin - 2] == NUMBER_SIGN else begin - 3
    mark = data[k] if k < begin else 0  # "//" belongs to the reference if the line before ends in "https:"
    if mark not in (NUMBER_SIGN, SEMICOLON, PERCENT, SLASH) or (
        data[k + 1] != mark
        and not (data[k + 1] == APOSTROPHE and mark == NUMBER_SIGN)
        and (mark == SLASH or not text.flags[data[k + 1]] & classes.SPACE)
    ):
        return 0
    is_indented: cython.bint = i < following and text.flags[data[i]] & classes.SPACE != 0
    while i < following and data[i] != mark:
        i += 1
    if i < following:
        return 2
    return 3 if k > first and is_indented else 1


def set_values(text: Text, i: cython.Py_ssize_t, following: cython.Py_ssize_t) -> cython.bint:
    """Return True if the lines at ``i`` (-1: too far before) and at ``following`` assign values.

    The second name is a path only if the first one is: "group/name=" of debconf.
    """
    kind: cython.int = _sets_value(text, i)
    return kind > 0 and 0 < _sets_value(text, following) <= kind


@cython.cfunc
@cython.exceptval(check=False)
def _sets_value(text: Text, i: cython.Py_ssize_t) -> cython.int:
    """Return 1 if the line at ``i`` assigns a value: "name = ", "name="; 2 if the name is a path; else 0."""
    k: cython.Py_ssize_t = i
    first: cython.Py_ssize_t
    kind: cython.int = 1
    if i < 0:
        return 0
    while k < i + 40 and not text.flags[text.peek(k)] & classes.WORD and text.peek(k) != LINE_FEED:  # signs
        k += 1
    first = k
    while k < first + 80 and (
        text.flags[text.peek(k)] & classes.WORD or text.peek(k) in (HYPHEN, DOT, UNDERSCORE, COLON, SLASH)
    ):  # fmt: skip
        if text.peek(k) == SLASH:
            if k == first or not text.flags[text.data[k - 1]] & classes.WORD:
                return 0
            kind = 2
        k += 1
    if k == first:
        return 0
    i = k
    while k < i + 10 and text.peek(k) == SPACE:
        k += 1
    return kind if text.peek(k) == EQUALS else 0
