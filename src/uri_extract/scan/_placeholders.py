# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Placeholders after a reference: a reader or a template fills in the rest."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract._typing import Final

if cython.compiled:
    from cython.cimports.uri_extract.scan import classes
    from cython.cimports.uri_extract.scan._text_c import Text
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        DOLLAR, DOT, GREATER_THAN, HYPHEN, LEFT_BRACE, LESS_THAN, RIGHT_BRACE, SMALL_A, SMALL_Z, SPACE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._text import Text

_MAX_NAME = cython.declare(cython.Py_ssize_t, 40)

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


@cython.cfunc
@cython.exceptval(check=False)
def is_placeholder(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a placeholder is at ``i``, after a reference: ``<name>``, ``{name}``, ``${name}``, ``{{ name }}``.

    A name in angle brackets may be a tag. It is a placeholder if it is not an HTML element, and if more of the
    reference follows; after a delimiter it is enough that no word follows, as after an XML tag.
    """
    byte: cython.int = text.data[i] if i < text.size else 0
    last: cython.int
    k: cython.Py_ssize_t = i + 1
    begin: cython.Py_ssize_t
    if byte != LESS_THAN and byte != LEFT_BRACE and byte != DOLLAR:
        return False
    if byte == LESS_THAN:
        last = text.data[i - 1]
        if not SMALL_A <= (text.peek(k) | 0x20) <= SMALL_Z:
            return False
        begin = k
        k = _name_end(text, k)
        if text.peek(k) != GREATER_THAN or text.window[begin:k].split(b" ", 1)[0].lower() in ELEMENTS:
            return False
        byte = text.peek(k + 1)
        if text.flags[last] & classes.WORD:
            return byte in b"/?#.-_=&" and byte != 0
        return not text.flags[byte] & classes.WORD
    if byte == DOLLAR:
        byte = text.peek(k)
        k += 1
    if byte != LEFT_BRACE:
        return False
    while k < i + 4 and text.peek(k) == LEFT_BRACE:
        k += 1
    begin = k
    k = _name_end(text, k)
    return k > begin and text.peek(k) == RIGHT_BRACE


@cython.cfunc
@cython.exceptval(check=False)
def _name_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the words at ``i``, which may have dots, hyphens and single blanks; ``i`` if there are none."""
    k: cython.Py_ssize_t = i
    named: cython.bint = False
    while k < i + _MAX_NAME:
        byte: cython.int = text.peek(k)
        if text.flags[byte] & classes.WORD:
            named = True
        elif byte not in (DOT, HYPHEN, UNDERSCORE) and (byte != SPACE or text.peek(k + 1) == SPACE):
            break
        k += 1
    return k if named else i
