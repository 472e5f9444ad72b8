# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Short looks ahead: what a few bytes at a place are. Each is bounded, so none is counted as ``examined``."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan import classes

if cython.compiled:
    from cython.cimports.uri_extract.scan._text_c import Text
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        ASTERISK, COLON, DOT, EQUALS, HYPHEN, NUMBER_SIGN, RIGHT_BRACKET, SEMICOLON, SLASH, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan._text import Text

_WORD = cython.declare(cython.int, classes.WORD)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
#: Characters that end a reference, or that it would be trimmed of, as markup refers to them (HTML §13.5).
_DELIMITERS = frozenset(b"lt gt quot apos nbsp #34 #39 #60 #62 #160 #x22 #x27 #x3c #x3e #xa0".split())


@cython.cfunc
@cython.exceptval(check=False)
def is_argument(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a template's argument, "name=", is at ``i``."""
    k: cython.Py_ssize_t = i
    while k < i + 20 and (text.flags[text.peek(k)] & _WORD or text.peek(k) == HYPHEN):
        k += 1
    return k > i and text.peek(k) == EQUALS


@cython.cfunc
@cython.exceptval(check=False)
def is_escaped_delimiter(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if "&lt;", "&#39;" or another delimiter is at ``i``, as in text that shows markup."""
    k: cython.Py_ssize_t = i + 1
    while k < i + 7 and (text.flags[text.peek(k)] & _WORD or text.peek(k) == NUMBER_SIGN):
        k += 1
    return text.peek(k) == SEMICOLON and text.window[i + 1 : k].lower() in _DELIMITERS


@cython.cfunc
@cython.exceptval(check=False)
def is_footnote_mark(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a footnote's mark, "[1]", is at ``i``."""
    k: cython.Py_ssize_t = i + 1
    while k < i + 5 and text.flags[text.peek(k)] & _DIGIT:
        k += 1
    if k == i + 1 or text.peek(k) != RIGHT_BRACKET:
        return False
    k += 2 if text.peek(k + 1) == DOT else 1
    return not text.flags[text.peek(k)] & _WORD  # "symbols[1].html"


@cython.cfunc
@cython.exceptval(check=False)
def is_reference(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if "scheme://" is at ``i``."""
    k: cython.Py_ssize_t = i
    while k < i + 12 and text.flags[text.peek(k)] & _WORD:
        k += 1
    return k > i + 1 and text.peek(k) == COLON and text.peek(k + 1) == SLASH and text.peek(k + 2) == SLASH


@cython.cfunc
@cython.exceptval(check=False)
def is_break_mark(text: Text, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if "**" or "__" is before ``end``: Gmail and Thunderbird mark their own line breaks so."""
    last: cython.int = text.data[end - 1]
    return last in (ASTERISK, UNDERSCORE) and text.data[end - 2] == last and text.data[end - 3] != last


@cython.cfunc
@cython.exceptval(check=False)
def has_dot(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the host from ``i`` to ``end`` has a dot inside."""
    while i < end - 1 and text.data[i] != DOT:
        i += 1
    return i < end - 1
