"""Fast path for plain stretches of a style sheet: comments, strings and ``url()`` without escapes.

:mod:`.css` reads every token; it continues where this finds a construct that is not plain, or not complete.
Interpreted, this would be slower than :mod:`.css`, and is not used.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import cython

from uri_extract.markup.urls import Found

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_DecodeASCII
else:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        APOSTROPHE, ASTERISK, AT, BACKSLASH, CARRIAGE_RETURN, DIGIT_0, DIGIT_9, FORM_FEED, LEFT_PAREN, LINE_FEED,
        QUOTATION_MARK, RIGHT_PAREN, SLASH, SMALL_A, SMALL_C, SMALL_E, SMALL_F, SMALL_I, SMALL_L, SMALL_N, SMALL_R,
        SMALL_S, SMALL_T, SMALL_U, SPACE, TAB,
    )  # fmt: skip


_NEW = cython.declare(object, tuple.__new__)
_FOUND = cython.declare(object, Found)
# The maximum size of a token that is read here.
_NEAR = cython.declare(cython.Py_ssize_t, 1 << 16)

# Classes of bytes: signs (a quotation mark, an escape, a parenthesis, a byte that may begin a comment or an
# at-keyword), bytes of a name or before one that change its meaning, bytes of a URL that need no decoding.
_SIGN = cython.declare(cython.int, 1)
_LETTER = cython.declare(cython.int, 2)
_PLAIN = cython.declare(cython.int, 4)
_CLASSES = cython.declare(
    bytes,
    bytes(
        (byte in b"\"'\\(/@") * 1
        | (chr(byte).isalnum() or byte in b"-_#@" or byte > 0x7F or byte == 0) * 2
        | (0x20 < byte < 0x7F and byte not in b"\"'()\\") * 4
        for byte in range(256)
    ),
)  # fmt: skip


def _ascii(data: cython.p_const_uchar, text: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
    if cython.compiled:
        found: str = PyUnicode_DecodeASCII(cython.cast(cython.p_const_char, data + begin), end - begin, cython.NULL)
        return found
    return text[begin:end].decode("ascii")


def _after_escape(data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the escape whose backslash is at ``at`` (§4.3.7); ``size`` if it may be incomplete."""
    i: cython.Py_ssize_t = at + 1
    last: cython.Py_ssize_t = min(size, at + 7)
    while i < last and (DIGIT_0 <= data[i] <= DIGIT_9 or SMALL_A <= data[i] | 32 <= SMALL_F):
        i += 1
    if i >= size or (i > at + 1 and data[i] not in (SPACE, TAB, LINE_FEED, CARRIAGE_RETURN, FORM_FEED)):
        return i
    return i + 2 if data[i] == CARRIAGE_RETURN and i + 1 < size and data[i + 1] == LINE_FEED else i + 1


def skim(
    text: bytes, at: cython.Py_ssize_t, size: cython.Py_ssize_t, limit: cython.Py_ssize_t, offset: cython.Py_ssize_t,
    found: list[Found],
) -> cython.Py_ssize_t:  # fmt: skip
    """Read from ``at`` to ``size``; return the start of a construct that is not plain, or the end.

    Append the references of ``url()`` to ``found``; the text begins at place ``offset``.
    """
    data: cython.p_const_uchar = text
    classes: cython.p_const_uchar = _CLASSES
    i: cython.Py_ssize_t = at
    while True:
        while i < size and not classes[data[i]] & _SIGN:
            i += 1
        if i + 1 >= size:
            return i
        byte: cython.int = data[i]
        near: cython.Py_ssize_t = min(size, i + min(limit, _NEAR))
        if byte == SLASH:  # a comment
            if data[i + 1] != ASTERISK:
                i += 1
                continue
            j: cython.Py_ssize_t = i + 3
            while j < near and not (data[j] == SLASH and data[j - 1] == ASTERISK):
                j += 1
            if j >= near:
                return i
            i = j + 1
            continue
        if byte == AT:
            if data[i + 1] == BACKSLASH or data[i + 1] | 32 in (SMALL_N, SMALL_I):  # perhaps @namespace or @import
                return i
            i += 1
            continue
        if byte == BACKSLASH:  # in a word: it is not the name of a function if no parenthesis follows it
            j = i
            while j < near and (data[j] == BACKSLASH or (classes[data[j]] & _LETTER and data[j] != AT)):
                if data[j] != BACKSLASH:
                    j += 1
                elif data[j + 1] == LINE_FEED or data[j + 1] == CARRIAGE_RETURN or data[j + 1] == FORM_FEED:
                    break
                else:
                    j = _after_escape(data, j, near)
            if j >= near or data[j] == LEFT_PAREN:
                return i
            i = max(j, i + 1)
            continue
        if byte != LEFT_PAREN:  # a string
            j = i + 1
            while (
                j < near
                and data[j] != byte
                and data[j] != LINE_FEED
                and data[j] != FORM_FEED
                and data[j] != CARRIAGE_RETURN
            ):
                j = _after_escape(data, j, near) if data[j] == BACKSLASH else j + 1
            if j >= near:
                return i
            i = j + 1 if data[j] == byte else j  # a line break also ends a string
            continue
        if i < 3:
            return i
        if not (data[i - 1] | 32 == SMALL_L and data[i - 2] | 32 == SMALL_R and data[i - 3] | 32 == SMALL_U):  # url
            if data[i - 3] | 32 == SMALL_S and (
                (data[i - 1] | 32 == SMALL_C and data[i - 2] | 32 == SMALL_R)  # src
                or (data[i - 1] | 32 == SMALL_T and data[i - 2] | 32 == SMALL_E)  # image-set
            ):
                return i
            i += 1
            continue
        if i > 3 and classes[data[i - 4]] & _LETTER:
            return i
        begin: cython.Py_ssize_t = i
        j = i + 1
        while j < near and data[j] == SPACE:
            j += 1
        quote: cython.int = data[j] if j < near and (data[j] == QUOTATION_MARK or data[j] == APOSTROPHE) else 0
        if quote:
            j += 1
        end: cython.Py_ssize_t = j
        if quote:  # a blank inside is part of the reference
            while end < near and (classes[data[end]] & _PLAIN or data[end] == LEFT_PAREN or data[end] == RIGHT_PAREN):
                end += 1
        else:
            while end < near and classes[data[end]] & _PLAIN:
                end += 1
        i = end
        while not quote and i < near and data[i] == SPACE:
            i += 1
        if i >= near:
            return begin
        if quote and (data[i] == LINE_FEED or data[i] == FORM_FEED or data[i] == CARRIAGE_RETURN):
            continue  # an unclosed string is not a reference
        if data[i] != (quote or 41):
            return begin
        if end > j:
            found.append(_NEW(_FOUND, (_ascii(data, text, j, end), offset + j, offset + end)))
        i += 1
