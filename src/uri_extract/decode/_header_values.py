# No C function here raises: the build declares them noexcept (setup.py).

"""Values of header fields: parameters, identifiers, dates (:mod:`.header_values`), and encoded words (RFC 2047)."""

from __future__ import annotations

import binascii

import cython

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any

if not cython.compiled:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        ASTERISK, CAPITAL_C, CAPITAL_G, CAPITAL_M, CAPITAL_T, CAPITAL_U, CAPITAL_Z, CARRIAGE_RETURN, COLON, COMMA,
        DIGIT_0, DIGIT_9, EQUALS, HYPHEN, LINE_FEED, PLUS, QUESTION_MARK, SMALL_A, SMALL_B, SMALL_Q, SMALL_Z, SPACE,
        TAB, TILDE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.rows._bytes import next_byte, part_of


# -- Parse the values of header fields (:mod:`.header_values`) ---------------------------------------------------------

_ESCAPE = cython.declare(object, re.compile(r"\\(.)", re.DOTALL))


def unfolded(value: bytes) -> bytes:
    """Return a value without the line breaks of its folding (RFC 5322 §2.2.3)."""
    return value.replace(b"\r\n", b"").replace(b"\n", b"") if LINE_FEED in value else value


def parameters(text: str, at: cython.Py_ssize_t) -> dict[str, str]:
    """Return the parameters after the semicolon at ``at`` (RFC 2045 §5.1; -1: none), with names in lower case.

    The first of several with one name counts. Anything that is not a parameter is skipped, up to the next semicolon.
    """
    found: dict[str, str] = {}
    size: cython.Py_ssize_t = len(text)
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    while at >= 0:
        at += 1
        while at < size and (text[at] == ";" or text[at].isspace()):
            at += 1
        begin = end = at
        while end < size and text[end] not in '=;"' and not text[end].isspace():
            end += 1
        at = _after_space(text, end, size)
        if begin == end or at == size or text[at] != "=":
            at = text.find(";", begin)
            continue
        name: str = text[begin:end].lower()
        begin = end = _after_space(text, at + 1, size)
        quoted: cython.bint = False
        if begin < size and text[begin] == '"':
            end += 1
            while end < size and text[end] != '"':
                end += 2 if text[end] == "\\" else 1
            quoted = end <= size  # else it ends in an unfinished escape
        at = text.find(";", end + 1 if quoted else begin)
        if quoted:
            content: str = text[begin + 1 : end]
            content = _ESCAPE.sub(r"\1", content) if "\\" in content else content
        else:
            content = text[begin : size if at < 0 else at].strip()
        found.setdefault(name, content)
    return found


def identifier(value: bytes) -> str | None:
    """Return the identifier of a Message-ID or Content-ID without its brackets (RFC 5322 §3.6.4); None if empty.

    It is the text in the first innermost brackets, or else the whole value.
    """
    if LINE_FEED in value:
        value = unfolded(value)
    begin: cython.Py_ssize_t = value.find(b"<")
    end: cython.Py_ssize_t = value.find(b">", begin) if begin >= 0 else -1
    if end >= 0:
        value = value[value.rfind(b"<", begin, end) + 1 : end]
    return value.decode("utf-8", "replace").strip() or None


def _after_space(text: str, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the white space at ``at``."""
    while at < size and text[at].isspace():
        at += 1
    return at


# -- Parse dates of mail and HTTP (RFC 5322 §3.3, RFC 9110 §5.6.7) -----------------------------------------------------

_TEXT = cython.declare(bytearray, bytearray(b"0000-00-00T00:00:00Z....."))
_MONTHS = cython.declare(bytes, b"janfebmaraprmayjunjulaugsepoctnovdec")


def date_of(value: bytes | None) -> str | None:
    """Return the value of a Date field as a date and time of RFC 3339; None if it is not a date.

    A time without a zone, or in the unknown zone "-0000", is in UTC (RFC 5322 §4.3).
    """
    if not value:
        return None
    data: cython.p_const_uchar = value
    size: cython.Py_ssize_t = len(value)
    zone: cython.Py_ssize_t = -1
    at: cython.Py_ssize_t = _spaces(data, 0, size, 0)
    after: cython.Py_ssize_t = _letters(data, at, size)
    if after < 0 or (after < size and data[after] == COMMA):  # the usual format (RFC 5322 §3.3)
        day: cython.Py_ssize_t = at if after < 0 else _spaces(data, after + 1, size, 0)
        name: cython.Py_ssize_t = _spaces(data, _digits(data, day, size, 1, 2), size)
        year: cython.Py_ssize_t = _spaces(data, _letters(data, name, size), size)
        hour: cython.Py_ssize_t = _spaces(data, _digits(data, year, size, 4, 4), size)
        minutes: cython.Py_ssize_t = _minutes(data, hour, size)
        zone = _spaces(data, minutes, size, 0)
        end: cython.Py_ssize_t = _zone(data, zone, size)
    else:  # the format of C's asctime() (RFC 9110 §5.6.7, "asctime-date")
        name = _spaces(data, after, size)
        if _letters(data, name, size) < 0:
            name = at
        day = _spaces(data, _letters(data, name, size), size)
        hour = _spaces(data, _digits(data, day, size, 1, 2), size)
        minutes = _minutes(data, hour, size)
        year = _spaces(data, minutes, size, 0)
        after = _spaces(data, _name_of_utc(data, year, size), size)
        year = year if after < 0 else after
        end = _word_end(data, _digits(data, year, size, 4, 4), size)
    month: cython.int = 0 if end < 0 else _month(data, name)
    if month == 0:
        return _unusual_date(value)
    number: cython.int = _number(data, day, _digits(data, day, size, 1, 2))
    if not _is_time(data, hour, minutes) or not 0 < number <= _days(_number(data, year, year + 4), month):
        return None
    text: bytearray = _TEXT.copy()
    out: cython.p_uchar = text
    _copy(data, year, year + 4, out, 0)
    _put(month, out, 5)
    _put(number, out, 8)
    _copy(data, hour, minutes, out, 11)
    if out[17] == DIGIT_0 + 6:  # a leap second, which Python's datetime cannot represent
        _put(59, out, 17)
    if zone < 0 or end - zone != 5:
        return text[:20].decode("ascii")
    _copy(data, zone, zone + 3, out, 19)
    out[22] = COLON
    _copy(data, zone + 3, end, out, 23)
    return text.decode("ascii")


def _unusual_date(value: bytes) -> str | None:
    """Return a date as Python's library parses it; None if it cannot."""
    from datetime import timedelta, timezone
    from email.utils import parsedate_to_datetime

    try:
        date = parsedate_to_datetime(value.decode("ascii", "replace"))
        offset = date.utcoffset() or timedelta(0)
        text = date.replace(tzinfo=timezone(offset), microsecond=0).isoformat()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text


# -- each returns the end of its part; -1 if that part, or the one before it (``at`` is -1), is missing ---------------


def _spaces(
    data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t, least: cython.int = 1
) -> cython.Py_ssize_t:
    end: cython.Py_ssize_t = at
    while 0 <= end < size and (data[end] == SPACE or TAB <= data[end] <= CARRIAGE_RETURN):
        end += 1
    return end if end - at >= least else -1


def _letters(data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Read exactly three letters."""
    end: cython.Py_ssize_t = at
    while 0 <= end < size and end <= at + 3 and _is_letter(data[end]):
        end += 1
    return end if end == at + 3 and at >= 0 else -1


def _digits(
    data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t, least: cython.int, most: cython.int
) -> cython.Py_ssize_t:
    end: cython.Py_ssize_t = at
    while 0 <= end < min(size, at + most) and DIGIT_0 <= data[end] <= DIGIT_9:
        end += 1
    return end if at >= 0 and end - at >= least else -1


def _minutes(data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Read hours and minutes, and seconds if present."""
    end: cython.Py_ssize_t = _digits(data, at, size, 2, 2)
    if end < 0 or end == size or data[end] != COLON:
        return -1
    end = _digits(data, end + 1, size, 2, 2)
    if end < 0 or end == size or data[end] != COLON:
        return end
    at = _digits(data, end + 1, size, 2, 2)
    return end if at < 0 else at


def _zone(data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    if 0 <= at < size and (data[at] == PLUS or data[at] == HYPHEN):
        at = _digits(data, at + 1, size, 4, 4)
        return at if at >= 0 and data[at - 2] < DIGIT_0 + 6 else -1
    return _name_of_utc(data, at, size)


def _name_of_utc(data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Read a name of UTC, in capital letters."""
    end: cython.Py_ssize_t = at
    while 0 <= end < size and _is_letter(data[end]):
        end += 1
    end = _word_end(data, end, size)
    if end - at == 1:
        return end if data[at] == CAPITAL_Z else -1
    if end - at >= 2 and data[at] == CAPITAL_U and data[at + 1] == CAPITAL_T:
        return end if end - at == 2 or (end - at == 3 and data[at + 2] == CAPITAL_C) else -1
    return (
        end
        if end - at == 3 and data[at] == CAPITAL_G and data[at + 1] == CAPITAL_M and data[at + 2] == CAPITAL_T
        else -1
    )


def _word_end(data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return ``at`` unless a word continues there."""
    if 0 <= at < size and (_is_letter(data[at]) or DIGIT_0 <= data[at] <= DIGIT_9 or data[at] == UNDERSCORE):
        return -1
    return at


# -- the values of parts -----------------------------------------------------------------------------------------------


def _is_letter(byte: cython.int) -> cython.bint:
    return SMALL_A <= byte | 0x20 <= SMALL_Z


def _number(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    number: cython.int = 0
    while at < end:
        number = 10 * number + data[at] - DIGIT_0
        at += 1
    return number


def _copy(
    data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, out: cython.p_uchar,
    at: cython.Py_ssize_t,
) -> cython.void:  # fmt: skip
    for k in range(end - begin):
        out[at + k] = data[begin + k]


def _put(number: cython.int, out: cython.p_uchar, at: cython.Py_ssize_t) -> cython.void:
    """Write a number as two digits."""
    out[at] = DIGIT_0 + number // 10
    out[at + 1] = DIGIT_0 + number % 10


def _month(data: cython.p_const_uchar, at: cython.Py_ssize_t) -> cython.int:
    """Return the number of the month with that name; 0 if it is not a month."""
    names: cython.p_const_uchar = _MONTHS
    k: cython.int
    for k in range(12):
        if (
            names[3 * k] == data[at] | 0x20
            and names[3 * k + 1] == data[at + 1] | 0x20
            and names[3 * k + 2] == data[at + 2] | 0x20
        ):
            return k + 1
    return 0


def _is_time(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if this is a time of day; second 60 is a leap second."""
    if _number(data, at, at + 2) > 23 or _number(data, at + 3, at + 5) > 59:
        return False
    return end == at + 5 or _number(data, at + 6, end) <= 60


def _days(year: cython.int, month: cython.int) -> cython.int:
    """Return the number of days of a month; 0 in the year 0, which RFC 3339 has but Python's datetime does not."""
    if year == 0:
        return 0
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


# -- Find and decode encoded words (RFC 2047, :mod:`.encoded_words`) --------------------------------------------------

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


def _is_blank(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if there is only white space from ``at`` to ``end``."""
    while at < end and _is_space(data[at]):
        at += 1
    return at == end


def _is_space(byte: cython.int) -> cython.bint:
    return byte == SPACE or TAB <= byte <= CARRIAGE_RETURN


def _content(text: bytes, is_base64: cython.bint) -> bytes:
    """Return the decoded bytes of an encoded word's text."""
    if is_base64:
        text = text.translate(None, _NOT_BASE64)
        if len(text) % 4 == 1:
            text = text[: len(text) - 1]
        content: bytes = _OF_BASE64(text + b"=" * (-len(text) & 3))
    else:
        content = _QUOTED(text, True)
    return content
