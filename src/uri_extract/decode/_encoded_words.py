"""Find and decode encoded words (RFC 2047, :mod:`.encoded_words`)."""

from __future__ import annotations

import binascii

from uri_extract._compat._typing import Any

try:
    import cython
except ImportError:
    from uri_extract._compat import _cython as cython

if not cython.compiled:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        ASTERISK, CARRIAGE_RETURN, EQUALS, LINE_FEED, QUESTION_MARK, SMALL_B, SMALL_Q, SPACE, TAB, TILDE,
    )  # fmt: skip
    from uri_extract.rows._bytes import next_byte, part_of

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64 = cython.declare(bytes, bytes(set(range(256)) - set(_BASE64)))
_QUOTED = cython.declare(object, binascii.a2b_qp)
_OF_BASE64 = cython.declare(object, binascii.a2b_base64)
# The maximum size of the name of a charset, and of a language (RFC 2231 §5); with a longer one, it is not an encoded
# word.
_LONGEST_NAME = cython.declare(cython.Py_ssize_t, 60)


def runs(value: bytes, decoded: Any) -> tuple[tuple[bytes, int, int], ...]:
    """Return the runs of a field's value: their text in UTF-8, and their starts and ends in the value.

    White space between two encoded words is dropped (RFC 2047 §6.2). Adjacent ones in the same charset are decoded
    together, by ``decoded`` (bytes, charset), because some programs split characters. Blanks inside encoded words are
    accepted: §2 forbids them, but some programs write them.
    """
    data: cython.p_const_uchar = value
    size: cython.Py_ssize_t = len(value)
    found: list[tuple[bytes, int, int]] = []
    held: list[bytes] = []
    charset: bytes = b""
    begin: cython.Py_ssize_t = 0  # of the words in ``held``
    end: cython.Py_ssize_t = 0  # of the last word
    start: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    while True:
        start = next_byte(value, EQUALS, start, size - 1)
        if start < 0:
            break
        if data[start + 1] != QUESTION_MARK:
            start += 1
            continue
        stop = at = _name_end(data, start + 2, size, True)
        if at < size and data[at] == ASTERISK:
            at = _name_end(data, at + 1, size, False)
        if stop == start + 2 or at + 3 >= size or data[at] != QUESTION_MARK or data[at + 2] != QUESTION_MARK:
            start += 2
            continue
        is_base64: cython.bint = data[at + 1] | 0x20 == SMALL_B
        if not (is_base64 or data[at + 1] | 0x20 == SMALL_Q):
            start += 2
            continue
        name_end: cython.Py_ssize_t = stop
        stop = at = at + 3
        while stop < size and data[stop] != QUESTION_MARK and data[stop] != LINE_FEED and data[stop] != CARRIAGE_RETURN:
            stop += 1
        if stop + 1 >= size or data[stop] != QUESTION_MARK or data[stop + 1] != EQUALS:
            start += 2
            continue
        name: bytes = part_of(value, start + 2, name_end).lower()
        joined: cython.bint = end > 0 and _is_blank(data, end, start)
        if held and not (joined and name == charset):
            found.append((decoded(b"".join(held), charset), begin, end))
            held = []
        if start > end and not joined:
            found.append((value[end:start], end, start))
        if not held:
            charset = name
            begin = start
        held.append(_content(part_of(value, at, stop), is_base64))
        start = end = stop + 2
    if held:
        found.append((decoded(b"".join(held), charset), begin, end))
    if end < size:
        found.append((value[end:], end, size))
    return tuple(found)


def plain_text(value: bytes) -> str | None:
    """Return a field's value as text if it is ASCII words with single spaces, as most are; else None."""
    data: cython.p_const_uchar = value
    begin: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = len(value)
    i: cython.Py_ssize_t
    last: cython.int = SPACE
    while begin < end and data[begin] == SPACE:
        begin += 1
    while end > begin and data[end - 1] == SPACE:
        end -= 1
    for i in range(begin, end):
        byte: cython.int = data[i]
        if not SPACE <= byte <= TILDE or byte == SPACE == last or (byte == QUESTION_MARK and last == EQUALS):
            return None
        last = byte
    text: str = data[begin:end].decode("ascii")
    return text


@cython.cfunc
@cython.exceptval(check=False)
def _name_end(
    data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t, is_charset: cython.bint
) -> cython.Py_ssize_t:
    """Return the end of the name of a charset or a language, at most 60 bytes after ``at``."""
    stop: cython.Py_ssize_t = min(size, at + _LONGEST_NAME)
    while at < stop and data[at] != QUESTION_MARK and not _is_space(data[at]):
        if is_charset and data[at] == ASTERISK:
            break
        at += 1
    return at


@cython.cfunc
@cython.exceptval(check=False)
def _is_blank(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if there is only white space from ``at`` to ``end``."""
    while at < end and _is_space(data[at]):
        at += 1
    return at == end


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_space(byte: cython.int) -> cython.bint:
    return byte == SPACE or TAB <= byte <= CARRIAGE_RETURN


@cython.cfunc
def _content(text: bytes, is_base64: cython.bint) -> bytes:
    """Return the decoded bytes of an encoded word's text."""
    content: bytes
    if is_base64:
        text = text.translate(None, _NOT_BASE64)
        if len(text) % 4 == 1:
            text = text[: len(text) - 1]
        content = _OF_BASE64(text + b"=" * (-len(text) & 3))
    else:
        content = _QUOTED(text, True)
    return content
