# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Recognise a reference broken over two lines that is repeated in brackets: "uri (uri)", "uri <uri>".

Converters from HTML to text write links this way if their text is the address. The copy may be broken as well: white
space in it is skipped.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract import limits
    from uri_extract._ascii import GREATER_THAN, LEFT_BRACKET, LEFT_PAREN, LESS_THAN, RIGHT_BRACKET, RIGHT_PAREN
    from uri_extract.scan import classes
    from uri_extract.scan._declarations import before_blanks
    from uri_extract.scan._text import Text

#: The most bytes of a line break with the indentation after it.
_MAX_BREAK = cython.declare(cython.Py_ssize_t, 24)


def is_repeated(
    text: Text, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, following: cython.Py_ssize_t
) -> cython.bint:  # fmt: skip
    """Return True if the reference from ``begin`` to ``end``, with the next line's word at ``following``, has a copy.

    The copy is in brackets after that word; or reference and word are in parentheses, and the copy precedes them.
    """
    data: cython.p_const_uchar = text.data
    stop: cython.Py_ssize_t = following
    limit: cython.Py_ssize_t = min(text.size, following + limits.MAX_NEXT_LINE)
    low: cython.Py_ssize_t = max(0, begin - limits.MAX_LINE_BEFORE)
    k: cython.Py_ssize_t
    while stop < limit and not text.flags[data[stop]] & classes.SPACE and data[stop] != RIGHT_PAREN:
        stop += 1
    text.examined += stop - following
    if stop == text.size:
        text.need = True
    if stop == limit or end - begin > limits.MAX_LINE_BEFORE:
        return False
    if data[stop] == RIGHT_PAREN:
        if begin == 0 or data[begin - 1] != LEFT_PAREN:
            return False
        k = before_blanks(text, max(low, begin - 1 - _MAX_BREAK), begin - 1)
        return k < begin - 1 and _copy_begin(text, _copy_begin(text, k, following, stop, low), begin, end, low) >= 0
    k = _break_end(text, stop)
    if text.peek(k) not in (LEFT_PAREN, LESS_THAN, LEFT_BRACKET):
        return False
    k = _copy_end(text, _copy_end(text, k + 1, begin, end), following, stop)
    return k >= 0 and text.peek(k) in (RIGHT_PAREN, GREATER_THAN, RIGHT_BRACKET)


@cython.cfunc
@cython.exceptval(check=False)
def _break_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the white space at ``i``, of which at most ``_MAX_BREAK`` bytes are read."""
    k: cython.Py_ssize_t = i
    while k < i + _MAX_BREAK and text.flags[text.peek(k)] & classes.SPACE:
        k += 1
    text.examined += k - i
    return k


@cython.cfunc
@cython.exceptval(check=False)
def _copy_end(
    text: Text, i: cython.Py_ssize_t, begin: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.Py_ssize_t:  # fmt: skip
    """Return the end of the copy at ``i`` of the bytes from ``begin`` to ``end``; -1 without one, or if ``i`` is -1."""
    k: cython.Py_ssize_t = begin
    while i >= 0 and k < end:
        if text.peek(i) != text.data[k]:
            i = _break_end(text, i)
            if text.peek(i) != text.data[k]:
                i = -2
        i += 1
        k += 1
    text.examined += k - begin
    return i


@cython.cfunc
@cython.exceptval(check=False)
def _copy_begin(
    text: Text, i: cython.Py_ssize_t, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, low: cython.Py_ssize_t
) -> cython.Py_ssize_t:  # fmt: skip
    """Return the start of the copy before ``i`` of the bytes from ``begin`` to ``end``; -1 as :func:`_copy_end`."""
    k: cython.Py_ssize_t = end
    while i >= 0 and k > begin:
        if i > low and text.data[i - 1] != text.data[k - 1]:
            i = before_blanks(text, max(low, i - _MAX_BREAK), i)
        if i <= low or text.data[i - 1] != text.data[k - 1]:
            i = 0
        i -= 1
        k -= 1
    text.examined += end - k
    return i
