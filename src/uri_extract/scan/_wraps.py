# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Decide whether a URI in white space that reaches the end of its line continues on the next one.

Nothing delimits it, so the answer is a guess from signs, and joining is wrong more often than right: of 120 URIs at the
end of a line of list mail, 6 continue. :mod:`uri_extract.scan.wrap_signs` has the weight of each sign, and how often it
was seen where the truth is known (link annotations of PDFs, HTML alternatives of mail, the same URI whole elsewhere).
The weights of all signs seen are added. If the sum is high, the reference continues; if it is middling, the answer is
"perhaps", and the longer reading becomes an alternate.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.wrap_signs import SIGNS
from uri_extract.scan.wrap_signs import chance as chance_of

if not cython.compiled:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        CARRIAGE_RETURN, COLON, DOT, GREATER_THAN, HYPHEN, LINE_FEED, NUMBER_SIGN, PIPE, SLASH, SPACE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes, wrap_signs as sign
    from uri_extract.scan._line_breaks import next_blank
    from uri_extract.scan._lines_around import (
        are_files, are_numbered, are_rows, begins_line, comment_lines, is_cut_at, is_in_column, is_longer_before,
        is_term, set_values, width_around,
    )  # fmt: skip
    from uri_extract.scan._lookahead import is_name, is_option, repeats_segment
    from uri_extract.scan._parts import break_signs
    from uri_extract.scan._text import Text
    from uri_extract.scan._words import word_signs

_COUNT = cython.declare(cython.int, len(SIGNS))
_WEIGHT_BYTES = bytes(each.weight + 100 for each in SIGNS.values())
_CHANCE_BYTES = bytes(chance_of(total) for total in range(-128, 128))
if cython.compiled:
    _WEIGHTS = cython.declare(cython.p_const_uchar, _WEIGHT_BYTES)
    _CHANCES = cython.declare(cython.p_const_uchar, _CHANCE_BYTES)
else:
    _WEIGHTS = _WEIGHT_BYTES
    _CHANCES = _CHANCE_BYTES
#: A continuation is not indented this many columns further than the start of the reference.
_FAR = cython.declare(cython.Py_ssize_t, 24)
#: Before this column programs break only long words and paths in two.
_CUT_INSIDE = cython.declare(cython.Py_ssize_t, 70)


@cython.cfunc
@cython.exceptval(check=False)
def weight(signs: cython.int) -> cython.int:
    """Return the sum of the weights of signs."""
    total: cython.int = sign.START
    i: cython.int
    for i in range(_COUNT):
        if signs & (1 << i):
            total += _WEIGHTS[i] - 100
    return total


def chance(signs: cython.int) -> cython.int:
    """Return the probability, in per cent, that a reference continues after a break with these signs."""
    if signs & sign.FILLED and signs & sign.ALONE:
        return sign.CERTAIN
    return _CHANCES[max(0, min(255, weight(signs) + 128))]


def judge(signs: cython.int, join: cython.int) -> cython.int:
    """Return the verdict on the signs of :func:`look`: 2 if the reference continues, 1 if it may, 0 if it ends.

    It continues if the sum of their weights is at least ``join``, or if lines are wrapped at one column and the word
    is alone on its line.
    """
    total: cython.int
    if signs & sign.IMPOSSIBLE:
        return 0
    total = weight(signs)
    if not signs & sign.BAD and (total >= join or (signs & sign.FILLED and signs & sign.ALONE)):
        return 2
    if signs & sign.ENDLESS:
        return 0
    if signs & sign.EARLY:
        return 1 if total >= sign.JOIN else 0
    if signs & sign.BAD:
        return 1 if signs & (sign.OPEN | sign.HOST_CUT) or (signs & sign.CUT and signs & sign.ALONE) else 0
    return 1 if total >= sign.PERHAPS else 0


def look(
    text: Text, authority: cython.Py_ssize_t, host_end: cython.Py_ssize_t, begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t, following: cython.Py_ssize_t, line: cython.Py_ssize_t, column: cython.Py_ssize_t,
    filled: cython.bint, before: cython.int,
) -> cython.int:  # fmt: skip
    """Return the signs at a break: bits of :mod:`~uri_extract.scan.wrap_signs`.

    Offsets in the window: ``authority`` is the start of the reference's authority or opaque part, ``host_end`` the end
    of its host, ``begin`` to ``end`` its part on the line with trailing punctuation, ``following`` the start of the
    next line's text, ``line`` the start of the reference's line (-1: too far before). The line was broken at
    ``column``; ``filled``: so was an earlier one. ``before`` is the byte before the reference.
    """
    data: cython.p_const_uchar = text.data
    stop: cython.Py_ssize_t = next_blank(text, following)
    limit: cython.Py_ssize_t = min(text.size, following + limits.MAX_NEXT_LINE)
    rest: cython.Py_ssize_t
    indent: cython.Py_ssize_t = following
    signs: cython.int
    comments: cython.int
    rest = stop
    signs = word_signs(text, following, stop, before, data[end - 1])
    if signs != sign.IMPOSSIBLE:
        signs |= sign.ALONE
        while rest < limit and data[rest] != LINE_FEED:
            if not text.flags[data[rest]] & classes.SPACE:
                signs &= ~sign.ALONE
            rest += 1
        while data[indent - 1] != LINE_FEED:
            indent -= 1
        comments = comment_lines(text, line, begin, indent, following)
        if filled or (
            signs & sign.ALONE and column >= sign.NARROWEST and is_cut_at(text, indent, following, stop, column)
        ):
            signs |= sign.FILLED
        signs |= _line_signs(text, end, indent, following, stop, rest, line, column)
        # Typeset lines are longer than those of mail and programs.
        if (
            column > sign.FULL_TO and signs & sign.ALONE and not comments
            and data[end - 1] == SLASH and end > host_end + 1
        ):  # fmt: skip
            signs |= sign.FULL
        signs = break_signs(text, authority, host_end, begin, end, following, stop, signs)
        # Parentheses of a Markdown link enclose its destination, which has no blanks (CommonMark §6.3).
        if signs & sign.CLOSES and begin < authority and text.window[max(0, begin - 2) : begin] == b"](":
            signs &= ~sign.BAD
        if _contradicted(text, authority, begin, end, indent, following, stop, rest, line, column, comments, signs):
            signs |= sign.BAD
        if stop == limit:
            signs |= sign.ENDLESS
    if rest == text.size:
        text.need = True
    text.examined += rest - indent + stop - following
    return signs


@cython.cfunc
@cython.exceptval(check=False)
def _contradicted(
    text: Text, authority: cython.Py_ssize_t, begin: cython.Py_ssize_t, end: cython.Py_ssize_t,
    indent: cython.Py_ssize_t, following: cython.Py_ssize_t, stop: cython.Py_ssize_t, rest: cython.Py_ssize_t,
    line: cython.Py_ssize_t, column: cython.Py_ssize_t, comments: cython.int, signs: cython.int,
) -> cython.bint:  # fmt: skip
    """Return True if the lines around the break show that the reference ends there, whatever the signs weigh.

    Offsets as in :func:`look`; the next line begins at ``indent`` and ends at ``rest``, its first word ends at
    ``stop``. ``comments`` is the result of ``comment_lines``.
    """
    data: cython.p_const_uchar = text.data
    alone: cython.bint = signs & sign.ALONE != 0
    goes_on: cython.bint = signs & (sign.OPEN | sign.CLOSES) != 0
    if not signs & (sign.BAD | sign.ENDING | sign.HOST_CUT) and not (alone and signs & sign.FILLED):
        if signs & sign.FITS and not alone and not goes_on:
            return True
        if _cuts_no_word(text, authority, begin, following, line, column, comments, signs):
            return True
        if begin < authority and is_in_column(text, line, begin, indent, following, rest):
            return True
        # A continuation may be indented, but not far beyond the start of the reference.
        if begin < authority and line >= 0 and following - indent > begin - line + _FAR:
            return True
        if repeats_segment(text, max(begin, authority), end, following, stop):
            return True
        if begin < authority and are_numbered(text, line, following):
            return True
        # In a list of references lines are not wrapped, and "#" begins a comment.
        if (
            data[following] == NUMBER_SIGN and line >= 0 and not signs & (sign.FULL | sign.OPEN)
            and begins_line(text, line, begin)
        ):  # fmt: skip
            return True
    if alone:
        if not goes_on and are_files(text, indent, following, stop, rest):
            return True
        if signs & sign.OUTDENT and signs & sign.PROSE and is_term(text, indent, following, rest):
            return True
    elif (
        data[following] == NUMBER_SIGN or (rest > stop + 1 and data[stop + 1] == COLON)  # "Word :"
        or is_name(text, following, stop) or are_rows(text, line, begin, stop)
        or (not goes_on and is_option(text, stop))
    ):  # fmt: skip
        return True
    if comments == 3 or (comments == 1 and (signs & sign.PROSE or not alone)):  # the program goes on after the comment
        return True
    return begin < authority and not goes_on and set_values(text, line, following)


@cython.cfunc
@cython.exceptval(check=False)
def _cuts_no_word(
    text: Text, authority: cython.Py_ssize_t, begin: cython.Py_ssize_t, following: cython.Py_ssize_t,
    line: cython.Py_ssize_t, column: cython.Py_ssize_t, comments: cython.int, signs: cython.int,
) -> cython.bint:  # fmt: skip
    """Return True if the break would split a word although these lines are not wrapped inside words.

    A program that wraps prose puts a long reference on a line of its own, which it breaks before other lines end.
    Typeset lines that are cut at one width differ in length; there the rest must have a slash.
    """
    if line <= 0 or signs & (sign.CUT | sign.OPEN) != sign.CUT or not text.flags[text.data[following]] & classes.WORD:
        return False
    prose: cython.bint = signs & sign.PROSE != 0
    path: cython.bint = signs & sign.DELIMITED != 0 and not signs & sign.BEGINS_TEXT
    if prose and signs & sign.OUTDENT:
        return True
    if comments == 2:  # a tool that wraps comments adds the signs, and splits no word
        return True
    if column < _CUT_INSIDE and (prose or not (path or signs & sign.LONG)):
        return True
    stands_alone: cython.bint = signs & sign.ALONE != 0 and not prose and (path or begins_line(text, line, begin))
    if stands_alone or (
        path and begin < authority and text.window.find(b"/", following, next_blank(text, following)) > 0
    ):
        return False
    return is_longer_before(text, line, column)


@cython.cfunc
@cython.exceptval(check=False)
def _line_signs(
    text: Text, end: cython.Py_ssize_t, indent: cython.Py_ssize_t, following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t, rest: cython.Py_ssize_t, line: cython.Py_ssize_t, column: cython.Py_ssize_t,
) -> cython.int:  # fmt: skip
    """Return the signs of both lines: how full the first is, and the indent of the second (``indent`` to ``rest``)."""
    data: cython.p_const_uchar = text.data
    signs: cython.int = 0
    word: cython.Py_ssize_t = stop - following
    room: cython.Py_ssize_t = min(80, max(60, rest - indent))
    early: cython.Py_ssize_t = 66
    marks: cython.int = 0
    width: cython.Py_ssize_t
    k: cython.Py_ssize_t
    if data[end] == SPACE and (
        data[end + 1] == LINE_FEED or (data[end + 1] == CARRIAGE_RETURN and data[end + 2] == LINE_FEED)
    ):
        signs |= sign.SOFT
    if line < 0:
        return signs
    k = line
    while k < end and (data[k] == SPACE or data[k] == GREATER_THAN):
        k += 1
    # A text may have been wrapped before it was indented or quoted.
    if sign.FULL_FROM <= column <= sign.FULL_TO or sign.FULL_FROM <= column - (k - line) <= sign.FULL_TO:
        signs |= sign.FULL
    if (
        column >= 24 and column + word <= max(room, early)
        and (data[following] in (SLASH, DOT, HYPHEN, UNDERSCORE)
            or (data[end - 1] == SLASH and text.window.find(b"/", following, stop) > 0))
    ):  # fmt: skip
        width = width_around(text, line, column, indent, word)
        if 30 <= width < early:
            room = early = width
    if column + word <= room:
        signs |= sign.FITS
    if column + word < early:
        signs |= sign.EARLY
    for k in range(indent, following):
        marks += data[k] == GREATER_THAN or data[k] == PIPE
    k = line
    while marks > 0 and k < end and (text.flags[data[k]] & classes.SPACE or data[k] == GREATER_THAN or data[k] == PIPE):
        marks -= data[k] == GREATER_THAN or data[k] == PIPE
        k += 1
    if marks > 0:
        signs |= sign.DEEPER if data[line] == GREATER_THAN or data[line] == PIPE else sign.DEEPER | sign.REPLY
    # A continuation has the same indentation or more; reply marks are not indentation.
    while indent < following and data[indent] == data[line] and text.flags[data[indent]] & classes.SPACE:
        indent += 1
        line += 1
    if indent == following and text.flags[data[line]] & classes.SPACE:
        signs |= sign.OUTDENT
    return signs
