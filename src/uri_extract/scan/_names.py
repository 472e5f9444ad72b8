# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Decide which names without a scheme are references: ``www.example.org/x`` (RFC 3986 §4.5).

Only its form shows that a name is a reference (:mod:`._suffix` writes the rows):

- ``www.`` or ``ftp.`` and two more labels, the last a top-level domain, or one reserved for special use.
- Any other name needs a path. Its last label is a top-level domain, written in one case. If that is also a word
  (``user.name/email``, ``fetch.jobs/x``) or a file extension (``setup.py/``, ``README.md/``), the name needs three
  labels. It must not look like a reversed domain name (``org.example.app/Main``).
- The text before it must not make it part of something longer: a path, a query, an authority, a word, or a token that
  was broken at the end of the previous line.
- A defanged host (``evil[.]example``) needs no other proof: any name in a top-level domain, or in one reserved for
  special use, is then a reference, even without a path, and so is an IPv4 address.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.uri import tlds

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, AT, BACKSLASH, CARRIAGE_RETURN, COLON, DIGIT_0, DOLLAR, DOT, EQUALS, GREATER_THAN, HYPHEN,
        LEFT_BRACE, LINE_FEED, NUMBER_SIGN, PERCENT, PLUS, QUESTION_MARK, SLASH, SMALL_A, SMALL_D, SMALL_F, SMALL_P,
        SMALL_T, SMALL_W, TILDE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._characters import character_end
    from uri_extract.scan._text import Text

_MAX_LABEL = cython.declare(cython.Py_ssize_t, 64)  # RFC 1035 §2.3.4
_FULL = cython.declare(cython.Py_ssize_t, 56)  # a line that was broken because it was full has at least this many bytes
_GENERIC, _FILES, _REVERSED = tlds.GENERIC, tlds.FILES, tlds.REVERSED


def first_label(text: Text, low: cython.Py_ssize_t, dot: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the start of the label before ``dot``, at least ``low``; -1 if it is not the first label of a name."""
    data: cython.p_const_uchar = text.data
    flags: cython.p_const_uchar = text.flags
    i: cython.Py_ssize_t = dot
    k: cython.Py_ssize_t
    more: cython.Py_ssize_t
    before: cython.int
    low = max(low, dot - _MAX_LABEL)
    while i > low and (flags[data[i - 1]] & classes.WORD or data[i - 1] == HYPHEN or data[i - 1] == UNDERSCORE):
        i -= 1
    k = i
    if i > low and data[i - 1] >= 0x80 and not is_server_label(text, i, dot):
        while i > low and (flags[data[i - 1]] & classes.WORD or data[i - 1] == HYPHEN or data[i - 1] >= 0x80):
            i -= 1
        k = i
    while k < dot:
        if data[k] < 0x80:
            k += 1
            continue
        more = character_end(text, k)
        if more < 0:  # the name begins after punctuation; other bytes are not text
            more = k + (2 if data[k] < 0xE0 else 3 if data[k] < 0xF0 else 4)
            if data[k] < 0xC2 or more > dot or data[more - 1] & 0xC0 != 0x80:
                return -1
            i = more
        k = more
    text.examined += dot - i + 1
    if i == dot or dot - i >= _MAX_LABEL or data[i] == HYPHEN or data[i] == UNDERSCORE:
        return -1
    if i == 0:
        return i
    k = i
    before = data[i - 1]
    if before == DOT:  # "see ...www.example.org"
        return i if i > 1 and data[i - 2] == DOT and is_server_label(text, i, dot) else -1
    if before >= 0x80:
        return i
    if flags[before] & classes.WORD or before in (SLASH, AT, BACKSLASH, EQUALS, AMPERSAND):
        return -1
    while before == PLUS and k > 1:  # AsciiDoc: `+name+`
        k -= 1
        before = data[k - 1]
        if flags[before] & classes.WORD:
            return -1
    if before in (TILDE, NUMBER_SIGN, PERCENT, DOLLAR, QUESTION_MARK):
        return -1
    if before in (COLON, LEFT_BRACE) and not is_server_label(text, i, dot):
        return -1
    return i


def is_server_label(text: Text, start: cython.Py_ssize_t, dot: cython.Py_ssize_t) -> cython.bint:
    """Return True if the label from ``start`` to ``dot`` is "www", perhaps with a digit, or "ftp"."""
    data: cython.p_const_uchar = text.data
    if dot - start != 3 and (dot - start != 4 or not text.flags[data[start + 3]] & classes.DIGIT):
        return False
    if (data[start] | 0x20) == SMALL_W:
        return (data[start + 1] | 0x20) == SMALL_W and (data[start + 2] | 0x20) == SMALL_W
    return (
        dot - start == 3 and (data[start] | 0x20) == SMALL_F and (data[start + 1] | 0x20) == SMALL_T
        and (data[start + 2] | 0x20) == SMALL_P
    )  # fmt: skip


def after_footnote(
    text: Text, start: cython.Py_ssize_t, dot: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the start of the name from ``start`` to ``end``, after a footnote number at the start of its line.

    Registered domains may begin with digits ("7news.com.au"), but subdomains rarely do. So digits are a footnote
    number before "www", or before a word of at least four letters if a label of at least four and another follow.
    """
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = start
    k: cython.Py_ssize_t = start
    while i < start + 3 and text.flags[data[i]] & classes.DIGIT:
        i += 1
    if i == start:
        return start
    while k > 0 and start - k < 8 and text.flags[data[k - 1]] & classes.SPACE and data[k - 1] != LINE_FEED:
        k -= 1
    if k > 0 and data[k - 1] != LINE_FEED:
        return start
    if is_server_label(text, i, dot):
        return i
    if i == start + 1 and (data[i] | 0x20) == SMALL_D:  # "3dprinting"
        return start
    k = i
    while k < dot and text.flags[data[k]] & (classes.WORD | classes.DIGIT) == classes.WORD:
        k += 1
    if k < dot or dot - i < 4:
        return start
    k = dot + 1
    while k < end and data[k] != DOT:
        k += 1
    text.examined += k - start
    return i if k - dot > 4 and k + 1 < end else start


def is_plausible(text: Text, start: cython.Py_ssize_t, dot: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the name may be a host written without "www.", not a file or package name."""
    data: cython.p_const_uchar = text.data
    label: cython.Py_ssize_t = end
    k: cython.Py_ssize_t
    while label > start and data[label - 1] != DOT:
        label -= 1
    for k in range(start, dot - 1):  # a dash of two hyphens; "xn--"
        if data[k] == HYPHEN and data[k + 1] == HYPHEN and k != start + 2:
            return False
    text.examined += dot - start
    # A country code in capitals: uuencoded lines are full of them.
    if end - label == 2 and data[label] < SMALL_A:
        return False
    if label == dot + 1:
        last: bytes = text.window[label:end].lower()
        if end - label == 2:
            return last not in _FILES
        return last in _GENERIC or data[label] >= 0x80 or last[:4] == b"xn--"
    return text.window[start:dot].lower() not in _REVERSED


def ipv4_end(text: Text, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the IPv4 address at ``start`` (RFC 3986 §3.2.2), without the full stop of a sentence.

    -1 if it is not one, or if it is the address of a network (RFC 4632 §3.1).
    """
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = start
    begin: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    numbers: cython.int
    value: cython.int
    for numbers in range(4):
        begin = i
        value = 0
        while i < end and i < begin + 4 and text.flags[data[i]] & classes.DIGIT:
            value = 10 * value + data[i] - DIGIT_0
            i += 1
        if i == begin or value > 255 or (i > begin + 1 and data[begin] == DIGIT_0):
            return -1
        if numbers < 3:
            if i == end or data[i] != DOT:
                return -1
            i += 1
    text.examined += i - start
    stop = i
    if i < end and (data[i] != DOT or i + 1 < end):
        return -1
    if text.peek(i) != SLASH:
        return stop
    begin = i = i + 1
    while i < begin + 3 and text.flags[text.peek(i)] & classes.DIGIT:
        i += 1
    if i == begin or i == begin + 3 or text.flags[text.peek(i)] & classes.WORD or text.peek(i) == SLASH:
        return stop
    return -1


def port_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the port whose colon is at ``i``; ``i`` if there is no port."""
    k: cython.Py_ssize_t = i + 1
    while k < i + 7 and text.flags[text.peek(k)] & classes.DIGIT:
        k += 1
    return i if k == i + 1 or k == i + 7 or text.flags[text.peek(k)] & classes.WORD else k


def follows_soft_break(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if "=" (RFC 2045 §6.7) or a backslash broke the line before ``i``."""
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = i - 2
    if i < 3 or data[i - 1] != LINE_FEED:
        return False
    if data[k] == CARRIAGE_RETURN:
        k -= 1
    return data[k] == EQUALS or data[k] == BACKSLASH


def is_continued(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the first word of a line, at ``i``, may continue the last word of the previous line.

    That line ends in a hyphen after a word, or it is full and its last word has "//" in it.
    """
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = i
    low: cython.Py_ssize_t = max(2, i - 2 * _MAX_LABEL)
    end: cython.Py_ssize_t
    while (
        k > low
        and data[k - 1] != LINE_FEED
        and (data[k - 1] == GREATER_THAN or text.flags[data[k - 1]] & classes.SPACE)
    ):
        k -= 1
    if k <= low or data[k - 1] != LINE_FEED:
        text.examined += i - k
        return False
    k -= 1
    if data[k - 1] == CARRIAGE_RETURN:
        k -= 1
    end = k
    low = max(2, end - 2 * _MAX_LABEL)
    if data[k - 1] == HYPHEN and text.flags[data[k - 2]] & classes.WORD:
        return True
    if text.flags[data[k - 1]] & classes.WORD or data[k - 1] == DOT:
        while (
            k > low
            and not text.flags[data[k - 1]] & classes.SPACE
            and not (data[k - 1] == SLASH and data[k - 2] == SLASH)
        ):
            k -= 1
    broken: cython.bint = k > low and k < end and data[k - 1] == SLASH
    while broken and k > 0 and data[k - 1] != LINE_FEED and end - k < _FULL:
        k -= 1
    text.examined += i - k
    return broken and end - k >= _FULL
