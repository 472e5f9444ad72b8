# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Decide which characters beyond ASCII, and which escapes, belong to a reference (RFC 3987 §2.2, RFC 8259 §7)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.punctuation import ENDS, STARTS, ends_reference

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        BACKSLASH, CARRIAGE_RETURN, DIGIT_0, LEFT_BRACE, LEFT_BRACKET, LEFT_PAREN, LINE_FEED, RIGHT_BRACE,
        RIGHT_BRACKET, RIGHT_PAREN, SLASH, SMALL_A, SMALL_U, SMALL_X, SMALL_Z, SPACE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._text import Text

if cython.compiled:
    _STARTS = cython.declare(bytes, STARTS)
    _ENDS = cython.declare(bytes, ENDS)
_RANGES = cython.declare(cython.Py_ssize_t, len(STARTS) // 4)
#: Backslashes before one escaped character: a JSON text inside the strings of others doubles them each time.
_MOST_BACKSLASHES = cython.declare(cython.Py_ssize_t, 8)
#: Japanese and Korean particles, and "or" in Chinese, in UTF-8: they follow a noun without a blank, and few words begin
#: with them.
_PARTICLES = tuple("から が で と に の は へ を 를 에서 으로 입니다 까지 或".encode().split())
#: Chinese prepositions, "at" and "from": a noun follows, and then a verb without a blank.
_PREPOSITIONS = tuple("在 从 從".encode().split())
_PLACES = tuple("处 處".encode().split())


@cython.cfunc
@cython.exceptval(check=False)
def _code_point(text: Text, i: cython.Py_ssize_t) -> cython.int:
    """Return the code point of the character beyond ASCII at ``i`` if it is UTF-8 (RFC 3629), else -1."""
    byte: cython.int = text.data[i]
    more: cython.int = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
    point: cython.int = byte & (0x3F >> more)
    valid: cython.bint = 0xC2 <= byte <= 0xF4
    k: cython.Py_ssize_t = i + 1
    while valid and k < i + 1 + more:
        byte = text.peek(k)
        valid = byte & 0xC0 == 0x80
        point = (point << 6) | (byte & 0x3F)
        k += 1
    if not valid or (more == 2 and point < 0x800) or (more == 3 and not 0x10000 <= point <= 0x10FFFF):
        return -1
    return point


@cython.cfunc
@cython.exceptval(check=False)
def _ends_reference(point: cython.int) -> cython.bint:
    """Return ``ends_reference(point)``, at C speed if compiled."""
    if not cython.compiled:
        return ends_reference(point)
    starts: cython.p_int = cython.cast(cython.p_int, PyBytes_AS_STRING(_STARTS))
    ends: cython.p_int = cython.cast(cython.p_int, PyBytes_AS_STRING(_ENDS))
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = _RANGES
    middle: cython.Py_ssize_t
    while first < last:
        middle = (first + last) // 2
        if starts[middle] <= point:
            first = middle + 1
        else:
            last = middle
    return first > 0 and point <= ends[first - 1]


def character_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the character at ``i`` ends; -1 if it is not part of a reference.

    It is UTF-8 (two bytes or more), otherwise one byte of windows-1252.
    """
    point: cython.int = _code_point(text, i)
    if point < 0:
        return i + 1 if _is_western_letter(text, i) else -1
    if _ends_reference(point):
        return -1
    return i + (2 if point < 0x800 else 3 if point < 0x10000 else 4)


def is_punctuation(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the character at ``i`` is UTF-8 and ends a reference."""
    point: cython.int = _code_point(text, i)
    return point >= 0 and _ends_reference(point)


def is_undivided(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a letter of Han, Kana or Hangul is at ``i``: it may follow a reference without a blank."""
    second: cython.int = text.peek(i + 1)
    if not 0xE1 <= text.data[i] <= 0xED or second & 0xC0 != 0x80:
        return False
    point: cython.int = (text.data[i] & 0x0F) << 12 | (second & 0x3F) << 6 | (text.peek(i + 2) & 0x3F)
    return (
        0x1100 <= point <= 0x11FF or 0x3040 <= point <= 0x30FF or 0x3400 <= point <= 0x9FFF or 0xAC00 <= point <= 0xD7A3
    )


def is_beyond_latin(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the character at ``i`` is of another script than Latin."""
    return _code_point(text, i) >= 0x370 and not 0x1E00 <= _code_point(text, i) <= 0x1EFF


def begins_with_particle(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a particle of the noun before ``i`` is there ("at", "from", "as for"), or "or"."""
    return text.window.startswith(_PARTICLES, i)


def follows_preposition(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a Chinese preposition is before ``i``, perhaps with a blank or a line break between."""
    if i > 0 and (text.data[i - 1] == SPACE or text.data[i - 1] == LINE_FEED):
        i -= 1
    if i > 0 and text.data[i - 1] == CARRIAGE_RETURN:
        i -= 1
    return text.window.endswith(_PREPOSITIONS, max(0, i - 3), i)


def begins_with_place(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if "place" in Chinese is at ``i``, as after the noun in "at <noun> place obtain"."""
    return text.window.startswith(_PLACES, i)


def inner_punctuation_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the punctuation at ``i`` ends if it is inside a name in a path; else -1.

    An en dash between letters or digits, as in ``/Bose-Einstein``; a full-width "!", ":" or "?" between letters, the
    first of them beyond ASCII. After ASCII it belongs to the text, which has no blank after it.
    """
    data: cython.p_const_uchar = text.data
    end: cython.Py_ssize_t = i + 3
    following: cython.int = text.peek(end)
    if data[i] == 0xE2 and text.peek(i + 1) == 0x80 and text.peek(i + 2) == 0x93:
        if data[i - 1] < 0x80 and not text.flags[data[i - 1]] & classes.WORD:
            return -1
    elif (
        data[i - 1] < 0x80 or data[i] != 0xEF or text.peek(i + 1) != 0xBC or text.peek(i + 2) not in (0x81, 0x9A, 0x9F)
    ):
        return -1
    if following < 0x80:
        return end if text.flags[following] & classes.WORD else -1
    return end if character_end(text, end) > 0 else -1


@cython.cfunc
@cython.exceptval(check=False)
def _is_western_letter(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a lower-case letter of windows-1252 is at ``i``, alone or one of two inside a word.

    East Asian encodings have pairs of bytes beyond ASCII, Cyrillic and Greek ones whole words: those belong to the
    text.
    """
    before: cython.int = text.data[i - 1] if i > 0 else 0
    following: cython.int = text.peek(i + 1)
    if not _is_lower(text.data[i]):
        return False
    if before >= 0x80:
        return _is_lower(before) and (i < 2 or text.data[i - 2] < 0x80) and SMALL_A <= (following | 0x20) <= SMALL_Z
    return following < 0x80 or (_is_lower(following) and SMALL_A <= (text.peek(i + 2) | 0x20) <= SMALL_Z)


@cython.cfunc
@cython.exceptval(check=False)
def _is_lower(byte: cython.int) -> cython.bint:
    """Return True if the byte is a common lower-case letter beyond ASCII in windows-1252."""
    return 0xDF <= byte < 0xFF and byte != 0xF7


def backslashes_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the backslashes at ``i`` end; at most ``_MOST_BACKSLASHES`` are read."""
    k: cython.Py_ssize_t = i
    while k < i + _MOST_BACKSLASHES and text.peek(k) == BACKSLASH:
        k += 1
    return k


def slash_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the slash at ``i``, which may be escaped; -1 if there is none."""
    k: cython.Py_ssize_t = backslashes_end(text, i)
    if text.peek(k) == SLASH:
        return k + 1
    if k > i and escaped_unit(text, k) == SLASH:
        return k + (5 if text.peek(k) == SMALL_U else 3)
    return -1


def escaped_unit(text: Text, i: cython.Py_ssize_t) -> cython.int:
    """Return the value of the four hexadecimal digits after "u" at ``i``, or the two after "x"; -1 without them."""
    value: cython.int = 0
    byte: cython.int = text.peek(i)
    k: cython.Py_ssize_t
    if byte != SMALL_U and byte != SMALL_X:
        return -1
    for k in range(i + 1, i + (5 if byte == SMALL_U else 3)):
        byte = text.peek(k)
        if text.flags[byte] & classes.DIGIT:
            byte -= DIGIT_0
        else:
            byte = (byte | 0x20) - SMALL_A + 10
            if byte < LINE_FEED or byte > 15:
                return -1
        value = value * 16 + byte
    return value


def closing_bracket(byte: cython.int) -> cython.int:
    """Return the byte that closes the bracket ``byte``; 0 if it is not a bracket."""
    if byte == LEFT_PAREN:
        return RIGHT_PAREN
    if byte == LEFT_BRACKET:
        return RIGHT_BRACKET
    return RIGHT_BRACE if byte == LEFT_BRACE else 0
