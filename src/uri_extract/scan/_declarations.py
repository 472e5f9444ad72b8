# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Recognise URIs that are declared as names, by the text before them: namespaces and identifiers of a DTD.

``xmlns="`` or ``xmlns:prefix="`` declares a namespace (Namespaces in XML 1.0 §3); so does a member of an object with
such a name, ``"xmlns": "``. The first argument of a method whose name ends in ``NS`` is the name of a namespace (DOM
Standard §4.5, §4.9: ``createElementNS("``, ``setAttributeNS("``). So is the string or ``url()`` of ``@namespace`` in a
style sheet, after a prefix or none (CSS Namespaces §3). ``SYSTEM "`` or ``PUBLIC "..." "``
precedes an identifier in a document type declaration, in the declaration of a parameter entity, which is part of a
DTD, and in that of a notation (XML 1.0 §2.8, §4.2.2, §4.7). A general entity is a document of its own, so its
identifier is a link.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        APOSTROPHE, BACKSLASH, CAPITAL_N, CAPITAL_S, COLON, DIGIT_3, EQUALS, GREATER_THAN, LEFT_PAREN,
        LESS_THAN, PERCENT, QUOTATION_MARK, SMALL_A, SMALL_D, SMALL_E, SMALL_L, SMALL_R, SMALL_X, SMALL_Z, SPACE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._text import Text

# Bytes searched backwards for a declaration; the longest name in one.
_REACH = cython.declare(cython.Py_ssize_t, 256)
_MAX_NAME = cython.declare(cython.Py_ssize_t, 64)
_XMLNS = cython.declare(bytes, b"xmlns")
_NAMESPACE = cython.declare(bytes, b"@namespace")
_DECLARED = cython.declare(frozenset, frozenset((b"<!doctype", b"<!notation")))
_ENTITY = cython.declare(bytes, b"<!entity")
_IDENTIFIED = cython.declare(frozenset, frozenset((b"system", b"public")))


def is_declared(text: Text, low: cython.Py_ssize_t, start: cython.Py_ssize_t) -> cython.bint:
    """Return True if the URI at ``start`` is declared as a name; bytes before ``low`` are not read."""
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = start
    quoted: cython.bint
    low = max(low, start - _REACH)
    quoted = i > low and (data[i - 1] == QUOTATION_MARK or data[i - 1] == APOSTROPHE)
    if quoted:
        i -= 1
        if i > low and data[i - 1] == BACKSLASH:  # in a string of a script
            i -= 1
    i = before_blanks(text, low, i)
    if i > low and data[i - 1] == EQUALS:
        return is_xmlns(text, low, i - 1)
    if i > low + 2 and data[i - 1] | 0x20 == SMALL_D and data[i - 2] == DIGIT_3 and data[i - 3] == EQUALS:
        return is_xmlns(text, low, i - 3)  # in quoted-printable
    if i >= low + 10 and is_css_namespace(text, low, i, quoted):
        return True
    if not quoted or i < low + 6:
        return False
    if data[i - 1] == COLON:
        return is_xmlns_member(text, low, i - 1)
    if data[i - 1] == LEFT_PAREN:
        return data[i - 2] == CAPITAL_S and data[i - 3] == CAPITAL_N and SMALL_A <= data[i - 4] <= SMALL_Z  # no "DNS("
    return is_identifier_of_dtd(text, low, i)


def before_blanks(text: Text, low: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the white space before ``i`` begins."""
    k: cython.Py_ssize_t = i
    while k > low and text.flags[text.data[k - 1]] & classes.SPACE:
        k -= 1
    text.examined += i - k
    return k


def before_word(text: Text, low: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the start of the word before ``i``, without white space, quotes, "=" and ">"; "<" may only begin it."""
    k: cython.Py_ssize_t = i
    byte: cython.int
    low = max(low, i - _MAX_NAME)
    while k > low:
        byte = text.data[k - 1]
        if byte <= SPACE or byte in (QUOTATION_MARK, APOSTROPHE, EQUALS, GREATER_THAN):
            break
        k -= 1
        if byte == LESS_THAN:
            break
    text.examined += i - k
    return k


def is_css_namespace(
    text: Text, low: cython.Py_ssize_t, i: cython.Py_ssize_t, quoted: cython.bint
) -> cython.bint:  # fmt: skip
    """Return True if the name of a namespace is expected at ``i`` of a style sheet."""
    data: cython.p_const_uchar = text.data
    if data[i - 1] == LEFT_PAREN and data[i - 2] | 0x20 == SMALL_L and data[i - 3] | 0x20 == SMALL_R:
        i = before_blanks(text, low, i - 4)
    elif not quoted:
        return False
    if not is_at_namespace(text, low, i):
        i = before_blanks(text, low, before_word(text, low, i))  # the prefix
    return is_at_namespace(text, low, i)


def is_at_namespace(text: Text, low: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if that at-keyword ends at ``i``."""
    return i >= low + 10 and text.data[i - 1] | 0x20 == SMALL_E and text.window[i - 10 : i].lower() == _NAMESPACE


def is_xmlns(text: Text, low: cython.Py_ssize_t, equals: cython.Py_ssize_t) -> cython.bint:
    """Return True if the attribute before an equals sign declares a namespace."""
    end: cython.Py_ssize_t = before_blanks(text, low, equals)
    return is_xmlns_name(text, before_word(text, low, end), end)


def is_xmlns_member(text: Text, low: cython.Py_ssize_t, colon: cython.Py_ssize_t) -> cython.bint:
    """Return True if the member of an object before a colon declares a namespace; its name may be quoted."""
    data: cython.p_const_uchar = text.data
    end: cython.Py_ssize_t = before_blanks(text, low, colon)
    begin: cython.Py_ssize_t
    if end > low and (data[end - 1] == QUOTATION_MARK or data[end - 1] == APOSTROPHE):
        end -= 1
        if end > low and data[end - 1] == BACKSLASH:
            end -= 1
    begin = end
    low = max(low, end - _MAX_NAME)
    while begin > low and (data[begin - 1] == COLON or text.flags[data[begin - 1]] & classes.NAME):
        begin -= 1
    text.examined += end - begin
    return is_xmlns_name(text, begin, end)


def is_xmlns_name(text: Text, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the name from ``begin`` to ``end`` is that of a declaration of a namespace."""
    if end - begin < 5 or text.data[begin] | 0x20 != SMALL_X or (end - begin > 5 and text.data[begin + 5] != COLON):
        return False
    return text.window[begin : begin + 5].lower() == _XMLNS


def is_identifier_of_dtd(text: Text, low: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the identifier of a DTD, a parameter entity or a notation is expected at ``i``."""
    data: cython.p_const_uchar = text.data
    begin: cython.Py_ssize_t
    quote: cython.int = data[i - 1]
    if quote in (QUOTATION_MARK, APOSTROPHE):  # the public identifier ends there
        i -= 2
        begin = i
        while i > low and data[i] != quote:
            i -= 1
        text.examined += begin - i
        i = before_blanks(text, low, i)
    if i <= low or data[i - 1] | 0x20 not in b"cm":  # the last letters of "public" and "system"
        return False
    begin = before_word(text, low, i)
    if i - begin != 6 or text.window[begin:i].lower() not in _IDENTIFIED:
        return False
    i = before_blanks(text, low, before_word(text, low, before_blanks(text, low, begin)))  # the name
    if i > low and data[i - 1] == PERCENT:
        i = before_blanks(text, low, i - 1)
        begin = before_word(text, low, i)
        return text.window[begin:i].lower() == _ENTITY
    begin = before_word(text, low, i)
    return text.window[begin:i].lower() in _DECLARED
