# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

r"""Backslashes in a reference: typesetters' escapes (troff, groff(7) "Escape sequences"; TeX; Markdown), Windows paths.

A typesetter's escape begins with one backslash, with two in a macro or in a string literal, or with ``\e``, which
prints a backslash. Escapes are short, so they are not counted as ``examined``. They are decoded later
(:mod:`uri_extract.media._readings`). The brackets of Perl's documentation are escapes after a reference.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, APOSTROPHE, AT, BACKSLASH, CARET, COLON, DOLLAR, DOT, GREATER_THAN, HYPHEN, LEFT_BRACE,
        LEFT_BRACKET, LEFT_PAREN, LESS_THAN, NUMBER_SIGN, PERCENT, PIPE, PLUS, QUESTION_MARK, QUOTATION_MARK,
        RIGHT_BRACKET, SLASH, SMALL_A, SMALL_E, SMALL_G, SMALL_I, SMALL_L, SMALL_T, SMALL_Z, TILDE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._characters import backslashes_end
    from uri_extract.scan._text import Text


def typeset_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    r"""Return the end of the typesetter's escape at ``i``, if the reference continues after it; else -1.

    It prints a character: ``\_ \# \~ \- \. \[ti] \(ti``, TeX's ``\%20`` and ``\&``, Perl's ``\@``; or nothing: ``\:``,
    where a line may break, ``\%``, where it may not, and ``\&`` before a dot.
    """
    k: cython.Py_ssize_t = i + 1
    byte: cython.int = text.peek(k)
    following: cython.int
    glyph: cython.bint
    if byte == BACKSLASH or (byte == SMALL_E and text.peek(k + 1) in (COLON, DOT, HYPHEN, AMPERSAND)):
        k += 1
        byte = text.peek(k)
    if byte in (LEFT_PAREN, LEFT_BRACKET):
        glyph = text.peek(k + 1) == SMALL_T and text.peek(k + 2) == SMALL_I
        k += 3
        if byte == LEFT_BRACKET:
            glyph = glyph and text.peek(k) == RIGHT_BRACKET
            k += 1
        return k if glyph and text.flags[text.peek(k)] & classes.WORD else -1
    k += 1
    following = text.peek(k)
    if byte == AMPERSAND and following == DOT:  # in troff a line that begins with a dot is a request
        following = text.peek(k + 1)
        return k if text.flags[following] & classes.WORD or following == SLASH else -1
    if byte == COLON:
        if following == BACKSLASH:
            return k if text.peek(k + 1) in (LEFT_PAREN, LEFT_BRACKET, HYPHEN, DOT) else -1
        if following == DOT:
            return k if text.flags[text.peek(k + 1)] & classes.WORD else -1
        return k if text.flags[following] & classes.NAME or following in (SLASH, QUESTION_MARK, NUMBER_SIGN) else -1
    if text.flags[following] & classes.WORD:
        return k if byte in (UNDERSCORE, NUMBER_SIGN, PERCENT, AMPERSAND, TILDE, HYPHEN, DOT, AT) else -1
    if byte == HYPHEN and (following == UNDERSCORE or (following == BACKSLASH and text.peek(k + 1) == HYPHEN)):
        return k
    return -1


def separator_end(text: Text, i: cython.Py_ssize_t, start: cython.Py_ssize_t) -> cython.Py_ssize_t:
    r"""Return the end of the backslash at ``i`` if it separates segments of the ``file:`` path at ``start``; else -1.

    It does if the path begins with a Windows drive and a backslash (RFC 8089 Appendix E.2, URL Standard §4.4):
    ``///C:\Users``, ``//c|\Users``. In string literals each separator is doubled, as the first one is.
    """
    first: cython.Py_ssize_t = start
    run: cython.Py_ssize_t
    while first < start + 4 and text.peek(first) == SLASH:
        first += 1
    if first == start or not SMALL_A <= (text.peek(first) | 0x20) <= SMALL_Z:
        return -1
    if text.peek(first + 1) not in (COLON, PIPE) or text.peek(first + 2) != BACKSLASH:
        return -1
    first += 2
    run = backslashes_end(text, first) - first
    if backslashes_end(text, i) - i != run or (run == 1 and text.peek(i + 1) in (QUOTATION_MARK, APOSTROPHE)):
        return -1
    return i + run


def cuts_host(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    r"""Return True if the backslash at ``i`` is part of a pattern, as in ``http://\w+\.example``: no host ends there.

    A host does end at an escape for the end of a line or string, at a font change and at a TeX command.
    """
    byte: cython.int = text.peek(i + 1)
    following: cython.int = text.peek(i + 2)
    if typeset_end(text, i) > 0:
        return False
    if byte in (DOT, HYPHEN, QUESTION_MARK, PLUS, DOLLAR, CARET, LEFT_BRACE):
        return text.classes[following] != 0 or following == BACKSLASH
    # \d \w \D \W \S
    return byte in b"dwDWS" and not SMALL_A <= (following | 0x20) <= SMALL_Z


def is_pod_escape(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the rest of "E<gt>" or "E<lt>", a bracket in Perl's documentation (perlpodspec), is at ``i``."""
    return (
        text.peek(i) == LESS_THAN
        and text.peek(i + 1) in (SMALL_G, SMALL_L)
        and text.peek(i + 2) == SMALL_T
        and text.peek(i + 3) == GREATER_THAN
    )
