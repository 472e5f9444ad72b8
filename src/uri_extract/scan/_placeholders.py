# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Placeholders in and after a reference: a reader or a program fills in the rest."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract._typing import Final

if cython.compiled:
    from cython.cimports.libc.string import memchr
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        DOLLAR, DOT, GREATER_THAN, HYPHEN, LEFT_BRACE, LEFT_PAREN, LESS_THAN, NUMBER_SIGN, PERCENT,
        QUESTION_MARK, RIGHT_BRACE, RIGHT_PAREN, SMALL_A, SMALL_D, SMALL_S, SMALL_Z, SPACE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._text import Text

_MAX_NAME = cython.declare(cython.Py_ssize_t, 40)
_MAX_EXPRESSION = cython.declare(cython.Py_ssize_t, 80)
# Bytes at which the search for the end of an expression stops; 0 is also the end of the window.
_NOT_IN_EXPRESSION = cython.declare(bytes, b'\0\r\n"<>{}')

#: Elements of HTML, including obsolete ones: in angle brackets they are always tags.
ELEMENTS: Final = frozenset(
    b"a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br "
    b"button canvas caption center cite code col colgroup data datalist dd del details dfn dialog div dl dt em "
    b"embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr "
    b"html i iframe image img input ins isindex kbd label legend li link listing main map mark marquee math menu "
    b"menuitem meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture "
    b"plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source span strike "
    b"strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul "
    b"var video wbr xmp".split()
)


def is_placeholder(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a placeholder is at ``i``, after a reference: ``<name>``, ``{name}``, or an expression.

    A name in angle brackets may be a tag. It is a placeholder if it is not an HTML element, and if more of the
    reference follows; after a delimiter it is enough that no word follows, as after an XML tag.
    """
    byte: cython.int = text.data[i] if i < text.size else 0
    last: cython.int
    k: cython.Py_ssize_t = i + 1
    begin: cython.Py_ssize_t
    if byte == LESS_THAN:
        last = text.data[i - 1]
        if not SMALL_A <= (text.peek(k) | 0x20) <= SMALL_Z:
            return False
        begin = k
        k = _name_end(text, k, True)
        if text.peek(k) != GREATER_THAN or text.window[begin:k].split(b" ", 1)[0].lower() in ELEMENTS:
            return False
        byte = text.peek(k + 1)
        if text.flags[last] & classes.WORD:
            return byte in b"/?#.-_=&" and byte != 0
        return not text.flags[byte] & classes.WORD
    if byte == DOLLAR:  # it ended a host
        return text.peek(k) in (LEFT_BRACE, LEFT_PAREN)
    if byte != LEFT_BRACE:
        return False
    if is_expression(text, i):
        return True
    begin = k
    k = _name_end(text, k, True)
    return k > begin and text.peek(k) == RIGHT_BRACE


def is_expression(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the "{" or "(" at ``i`` opens an expression of a program or a template language.

    These are ``${``, ``#{``, ``{{``, ``{%`` and ``$(``. No variable of a URI Template (RFC 6570) begins so.
    """
    before: cython.int = text.data[i - 1] if i else 0
    if before != LEFT_BRACE and _opens_expression(before, text.data[i]):
        return True
    return text.data[i] == LEFT_BRACE and _opens_expression(LEFT_BRACE, text.peek(i + 1))


@cython.cfunc
@cython.exceptval(check=False)
@cython.inline
def _opens_expression(byte: cython.int, following: cython.int) -> cython.bint:
    """Return True for two bytes that open an expression."""
    if following == LEFT_BRACE:
        return byte in (DOLLAR, NUMBER_SIGN, LEFT_BRACE)
    return (byte == DOLLAR and following == LEFT_PAREN) or (byte == LEFT_BRACE and following == PERCENT)


def placeholder_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the placeholder at ``i``, which takes the place of a part of a host; -1 if there is none.

    It is ``{name}``, ``{}``, ``${...}``, ``#{...}``, ``{{ ... }}``, ``$(name)`` or ``%(name)s``.
    """
    byte: cython.int = text.data[i]
    signed: cython.bint = byte in (DOLLAR, NUMBER_SIGN, PERCENT)
    k: cython.Py_ssize_t = i + 1 if signed else i
    opener: cython.int = text.peek(k)
    begin: cython.Py_ssize_t = k + 1
    doubled: cython.bint
    if opener == LEFT_PAREN and byte in (DOLLAR, PERCENT):
        k = _name_end(text, begin, False)
        if k == begin or text.peek(k) != RIGHT_PAREN:
            return -1
        if byte == PERCENT:  # a conversion specifier of Python
            k += 1
            byte = text.peek(k)
            if byte != SMALL_S and byte != SMALL_D:
                return -1
        return k + 1
    if opener != LEFT_BRACE or byte == PERCENT:
        return -1
    doubled = text.peek(begin) == LEFT_BRACE
    if doubled:
        begin += 1
    if doubled or signed:
        k = begin
        while k < begin + _MAX_EXPRESSION and text.peek(k) not in _NOT_IN_EXPRESSION:
            k += 1
        text.examined += k - begin
        if k == begin:
            return -1
    else:
        k = _name_end(text, begin, False)
    if text.peek(k) != RIGHT_BRACE or (doubled and text.peek(k + 1) != RIGHT_BRACE):
        return -1
    return k + 2 if doubled else k + 1


def has_expression(data: cython.p_const_uchar, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if a reference from ``i`` to ``end`` has an expression (:func:`is_expression`), ``<%`` or ``<?``."""
    k: cython.Py_ssize_t
    if not (_has(data, LEFT_BRACE, i, end) or _has(data, LESS_THAN, i, end) or _has(data, DOLLAR, i, end)):
        return False
    for k in range(i, end - 1):
        byte: cython.int = data[k]
        following: cython.int = data[k + 1]
        if _opens_expression(byte, following) or (byte == LESS_THAN and following in (PERCENT, QUESTION_MARK)):
            return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
@cython.inline
def _has(
    data: cython.p_const_uchar, byte: cython.int, i: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.bint:  # fmt: skip
    """Return True if the byte is between ``i`` and ``end``."""
    if cython.compiled:
        return memchr(data + i, byte, end - i) != cython.NULL
    return data.find(byte, i, end) >= 0


@cython.cfunc
@cython.exceptval(check=False)
def _name_end(text: Text, i: cython.Py_ssize_t, spaced: cython.bint) -> cython.Py_ssize_t:
    """Return the end of the name at ``i``: words, dots, hyphens, and single blanks if ``spaced``; ``i`` if none."""
    k: cython.Py_ssize_t = i
    named: cython.bint = False
    while k < i + _MAX_NAME:
        byte: cython.int = text.peek(k)
        if text.flags[byte] & classes.WORD:
            named = True
        elif byte not in (DOT, HYPHEN, UNDERSCORE) and (not spaced or byte != SPACE or text.peek(k + 1) == SPACE):
            break
        k += 1
    return k if named else i
