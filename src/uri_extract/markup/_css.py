"""Fast path for plain stretches of a style sheet: only the common constructs.

:mod:`.css` reads every token; it continues where this finds a construct that is not plain, or not complete.
Interpreted, this would be slower than :mod:`.css`, and is not used. One source, like the scan kernel
(:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract._compat import _cython as cython

from uri_extract.markup.urls import Found

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_DecodeASCII
else:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        APOSTROPHE, ASTERISK, AT, BACKSLASH, CARRIAGE_RETURN, DIGIT_9, FORM_FEED, LEFT_PAREN, LINE_FEED, QUOTATION_MARK,
        RIGHT_PAREN, SLASH, SMALL_C, SMALL_E, SMALL_I, SMALL_L, SMALL_M, SMALL_N, SMALL_O, SMALL_P, SMALL_R, SMALL_S,
        SMALL_T, SMALL_U, SPACE, TAB,
    )  # fmt: skip


_NEW = cython.declare(object, tuple.__new__)
_FOUND = cython.declare(object, Found)
# The maximum size of a token that is read here.
_NEAR = cython.declare(cython.Py_ssize_t, 1024)

# Classes of bytes: signs (a quotation mark, an escape, a parenthesis, a byte that may begin a comment or an
# at-keyword), bytes of a name or before one that change its meaning, bytes of a URL that need no decoding, bytes of a
# word, digits, bytes that may end a function.
_SIGN = cython.declare(cython.int, 1)
_LETTER = cython.declare(cython.int, 2)
_PLAIN = cython.declare(cython.int, 4)
_WORD = cython.declare(cython.int, 8)
_HEX = cython.declare(cython.int, 16)
_END = cython.declare(cython.int, 32)
_CLASSES = cython.declare(
    bytes,
    bytes(
        (byte in b"\"'\\(/@") * 1
        | (chr(byte).isalnum() or byte in b"-_#@" or byte > 0x7F or byte == 0) * 2
        | (chr(byte).isalnum() or byte in b"-_\\" or byte > 0x7F or byte == 0) * 8
        | (byte in b"0123456789abcdefABCDEF") * 16
        | (0x20 < byte < 0x7F and byte not in b"\"'()\\") * 4
        | (byte in b");{}") * 32
        for byte in range(256)
    ),
)  # fmt: skip


@cython.cfunc
def _ascii(data: cython.p_const_uchar, text: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
    """Return a part of the text, which is ASCII."""
    if cython.compiled:
        found: str = PyUnicode_DecodeASCII(cython.cast(cython.p_const_char, data + begin), end - begin, cython.NULL)
        return found
    return text[begin:end].decode("ascii")


@cython.cfunc
@cython.exceptval(check=False)
def _means_url(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the word from ``at`` to ``end``, with complete escapes, is ``url`` (CSS Syntax Level 3 §4.3.7)."""
    letter: cython.int
    for letter in (SMALL_U, SMALL_R, SMALL_L):
        if at == end:
            return False
        number: cython.int = data[at]
        at += 1
        if number == BACKSLASH:
            stop: cython.Py_ssize_t = at + 6
            number = 0
            while at < stop and _CLASSES[data[at]] & _HEX:
                number = number << 4 | (data[at] & 15) + (9 if data[at] > DIGIT_9 else 0)
                at += 1
            if at == stop - 6:
                number = data[at]
                at += 1
            elif at < end and data[at] <= SPACE:
                at += 1
        if number | 32 != letter:
            return False
    return at == end


def skim_images(
    text: bytes, at: cython.Py_ssize_t, limit: cython.Py_ssize_t, offset: cython.Py_ssize_t, found: list[Found]
) -> cython.Py_ssize_t:  # fmt: skip
    """Read from ``at`` on inside ``image-set()``, where a string is a reference; otherwise like :func:`skim`."""
    data: cython.p_const_uchar = text
    classes: cython.p_const_uchar = _CLASSES
    size: cython.Py_ssize_t = len(text)
    i: cython.Py_ssize_t = at
    while True:
        while i < size and not classes[data[i]] & (_SIGN | _END):
            i += 1
        if i + 1 >= size or (data[i] != QUOTATION_MARK and data[i] != APOSTROPHE):
            return i
        near: cython.Py_ssize_t = min(size, i + min(limit, _NEAR))
        end: cython.Py_ssize_t = i + 1
        while end < near and (classes[data[end]] & _PLAIN or data[end] == LEFT_PAREN or data[end] == RIGHT_PAREN):
            end += 1
        if end >= near or data[end] != data[i]:
            return i
        if end > i + 1:
            found.append(_NEW(_FOUND, (_ascii(data, text, i + 1, end), offset + i + 1, offset + end)))
        i = end + 1


def skim(
    text: bytes,
    at: cython.Py_ssize_t,
    limit: cython.Py_ssize_t,
    offset: cython.Py_ssize_t,
    found: list[Found],
    imports: cython.bint,
) -> cython.Py_ssize_t:
    """Read from ``at`` on; return the start of a construct that is not plain, or the end of the text.

    Append references of ``url()``, and of ``@import`` if ``imports``, to ``found``; the text begins at place
    ``offset``.
    """
    data: cython.p_const_uchar = text
    classes: cython.p_const_uchar = _CLASSES
    size: cython.Py_ssize_t = len(text)
    i: cython.Py_ssize_t = at
    j: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    quote: cython.int
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
            j = i + 3
            while j < near and not (data[j] == SLASH and data[j - 1] == ASTERISK):
                j += 1
            if j >= near:
                return i
            i = j + 1
            continue
        if byte == AT:
            if data[i + 1] == BACKSLASH or data[i + 1] | 32 == SMALL_N:  # perhaps @namespace, whose URL is a name
                return i
            if data[i + 1] | 32 != SMALL_I:
                i += 1
                continue
            if not (
                imports
                and i + 8 < near
                and data[i + 2] | 32 == SMALL_M
                and data[i + 3] | 32 == SMALL_P
                and data[i + 4] | 32 == SMALL_O
                and data[i + 5] | 32 == SMALL_R
                and data[i + 6] | 32 == SMALL_T
            ):
                return i
            begin = i
            j = i + 7
            while j < near and data[j] == SPACE:
                j += 1
            quote = data[j] if j < near else 0
            if quote != QUOTATION_MARK and quote != APOSTROPHE:
                return begin
            j += 1
            end = j
            while end < near and (classes[data[end]] & _PLAIN or data[end] == LEFT_PAREN or data[end] == RIGHT_PAREN):
                end += 1
            if end >= near or data[end] != quote:
                return begin
            if end > j:
                found.append(_NEW(_FOUND, (_ascii(data, text, j, end), offset + j, offset + end)))
            i = end + 1
            continue
        if byte == BACKSLASH:  # a word that is not a function, or is "url"
            j = i
            while j < near and classes[data[j]] & _WORD:
                j += 1
                if data[j - 1] != BACKSLASH:
                    continue
                if j >= near or data[j] == LINE_FEED or data[j] == FORM_FEED or data[j] == CARRIAGE_RETURN:
                    return i
                if not classes[data[j]] & _HEX:
                    j += 1
                    continue
                end = j + 6
                while j < near and j < end and classes[data[j]] & _HEX:
                    j += 1
                if j < near and data[j] == CARRIAGE_RETURN:
                    return i
                if j < near and (data[j] == SPACE or data[j] == TAB or data[j] == LINE_FEED or data[j] == FORM_FEED):
                    j += 1
            if j >= near:
                return i
            if data[j] != LEFT_PAREN:
                i = j
                continue
            if (i and classes[data[i - 1]] & _LETTER) or not _means_url(data, i, j):
                return i
            begin = i
            i = j
        elif byte != LEFT_PAREN:  # a string
            j = i + 1
            while (
                j < near
                and data[j] != byte
                and data[j] != BACKSLASH
                and data[j] != LINE_FEED
                and data[j] != FORM_FEED
                and data[j] != CARRIAGE_RETURN
            ):
                j += 1
            if j >= near or data[j] == BACKSLASH:
                return i
            i = j + 1 if data[j] == byte else j  # a line break also ends a string
            continue
        elif i < 3:
            return i
        else:
            if not (
                (data[i - 1] | 32 == SMALL_L and data[i - 2] | 32 == SMALL_R and data[i - 3] | 32 == SMALL_U)  # url
                or (data[i - 1] | 32 == SMALL_C and data[i - 2] | 32 == SMALL_R and data[i - 3] | 32 == SMALL_S)  # src
                or (
                    data[i - 1] | 32 == SMALL_T and data[i - 2] | 32 == SMALL_E and data[i - 3] | 32 == SMALL_S
                )  # image-set
            ):
                i += 1
                continue
            if data[i - 1] | 32 != SMALL_L or (i > 3 and classes[data[i - 4]] & _LETTER):
                return i
            begin = i
        j = i + 1
        while j < near and data[j] == SPACE:
            j += 1
        quote = data[j] if j < near and (data[j] == QUOTATION_MARK or data[j] == APOSTROPHE) else 0
        if quote:
            j += 1
        end = j
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
