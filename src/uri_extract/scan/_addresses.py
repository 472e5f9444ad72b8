# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Recognise mail addresses (RFC 5322 §3.4.1), Message-IDs (RFC 5322 §3.6.4) and telephone numbers.

A Message-ID follows the name of a field that ends in "ID", "References:", "In-Reply-To:", "message", or another
identifier in brackets with no comma between; or it has the digits of a date and time.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, ASTERISK, AT, BACKSLASH, BACKTICK, CARET, COLON, DOLLAR, DOT, EQUALS, GREATER_THAN, HYPHEN,
        LESS_THAN, NUMBER_SIGN, PERCENT, PLUS, QUESTION_MARK, SEMICOLON, SLASH, SMALL_A,
        SMALL_G, SMALL_L, SMALL_T, SMALL_X, TILDE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._characters import character_end
    from uri_extract.scan._lookahead import is_argument
    from uri_extract.scan._text import Text

_MAX_LOCAL_PART = cython.declare(cython.Py_ssize_t, 64)  # RFC 5321 §4.5.3.1.1
_IN_NUMBERS = cython.declare(bytes, b"+-.()")
_BETWEEN_NUMBERS = cython.declare(bytes, b" \t-/(")
_LONGEST_WORD = cython.declare(cython.Py_ssize_t, 24)

#: Fields that a Message-ID follows, besides those whose name ends in "id"; words before a Message-ID in brackets.
_FIELDS = frozenset(b"references in-reply-to supersedes news".split())
_WORDS = frozenset(b"article artikel message msg wrote".split())


def local_part(text: Text, low: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the local part (RFC 5322 §3.2.3 dot-atom) before ``at`` begins, not before ``low``; -1 if none."""
    data: cython.p_const_uchar = text.data
    begin: cython.Py_ssize_t = at
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    low = max(low, at - _MAX_LOCAL_PART - 1)
    while begin > low and text.flags[data[begin - 1]] & classes.LOCAL:
        begin -= 1
    text.examined += at - begin + 1
    i = begin
    # Skip what may precede a word in text: a quotation mark, a dash, an ellipsis.
    while i < at and not text.flags[data[i]] & classes.WORD and data[i] != UNDERSCORE:
        if data[i] == PERCENT or data[i] == AMPERSAND:  # "%s@", "&"
            return -1
        i += 1
    if i == at or at - i > _MAX_LOCAL_PART or data[at - 1] == DOT:
        return -1
    for k in range(i, at - 1):
        if data[k] == DOT and data[k + 1] == DOT:
            return -1
    return i if i > begin or _is_apart(text, i) else -1


@cython.cfunc
@cython.exceptval(check=False)
def _is_apart(text: Text, start: cython.Py_ssize_t) -> cython.bint:
    """Return True if the text before ``start`` is not part of the address or of a longer token."""
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = start - 1
    low: cython.Py_ssize_t = max(0, start - _LONGEST_WORD)
    before: cython.int
    if start == 0:
        return True
    before = data[k]
    if before in (SLASH, BACKSLASH, EQUALS, QUESTION_MARK, NUMBER_SIGN, DOLLAR):
        return False
    if before in (AT, TILDE, CARET) or text.flags[before] & classes.LOCAL:
        return False
    if before == COLON:  # "Mail:ada@example.org", but "//user:password@example.org"
        while k > low and text.flags[data[k - 1]] & classes.WORD:
            k -= 1
        text.examined += start - k
        return k == low or (data[k - 1] != SLASH and data[k - 1] != AT)
    if before < 0x80:
        return True
    # Beyond ASCII: punctuation, or a script without blanks between words.
    while k > low and start - k < 4 and data[k] & 0xC0 == 0x80:
        k -= 1
    if data[k] < 0xC2 or data[k] & 0xC0 == 0x80:
        return False
    if character_end(text, k) == start:
        return 0xE3 <= data[k] <= 0xE9
    return start - k == (2 if data[k] < 0xE0 else 3)


def is_identifier(text: Text, start: cython.Py_ssize_t) -> cython.bint:
    """Return True if the text before ``start`` announces a Message-ID (RFC 5322 §3.6.4)."""
    data: cython.p_const_uchar = text.data
    low: cython.Py_ssize_t = max(0, start - 2 * _MAX_LOCAL_PART)
    k: cython.Py_ssize_t = start
    end: cython.Py_ssize_t
    bracket: cython.bint
    labelled: cython.bint
    while k > low and text.flags[data[k - 1]] & classes.LOCAL:  # punctuation that local_part skipped
        k -= 1
    start = k
    if k > 0 and data[k - 1] == LESS_THAN:
        k -= 1
    elif (
        k > 3
        and data[k - 1] == SEMICOLON
        and data[k - 2] == SMALL_T
        and data[k - 3] == SMALL_L
        and data[k - 4] == AMPERSAND
    ):  # "&lt;"
        k -= 4
    bracket = k < start
    # White space, with reply marks at the start of a line; marks of emphasis and of code.
    while k > low + 1 and (
        text.flags[data[k - 1]] & classes.SPACE
        or data[k - 1] == ASTERISK or data[k - 1] == BACKTICK or data[k - 1] == UNDERSCORE
        or (data[k - 1] == GREATER_THAN and (text.flags[data[k - 2]] & classes.SPACE or data[k - 2] == GREATER_THAN))
    ):  # fmt: skip
        k -= 1
    text.examined += start - k
    if k > 1 and (
        data[k - 1] == GREATER_THAN or (data[k - 1] == SEMICOLON and data[k - 2] == SMALL_T and data[k - 3] == SMALL_G)
    ):
        return bracket  # addresses in a list have commas between, identifiers do not
    labelled = k > 0 and data[k - 1] == COLON
    if labelled:
        k -= 1
    elif not bracket:
        return False
    end = k
    while k > low and end - k < _LONGEST_WORD and (text.flags[data[k - 1]] & classes.WORD or data[k - 1] == HYPHEN):
        k -= 1
    text.examined += end - k
    word: bytes = text.window[k:end].lower()
    if word.endswith((b"message-id", b"messageid", b"msgid")) or (bracket and (word == b"id" or word.endswith(b"-id"))):
        return True
    return word in (_FIELDS if labelled else _WORDS)


def is_global_number(text: Text, colon: cython.Py_ssize_t) -> cython.bint:
    """Return True if the telephone number after ``colon``, in white space, belongs to a URI.

    "fax:", "TEL:", and "tel:" before a part of a number, are labels in signatures. The number of a URI is global and
    complete (ITU-T E.164 §6), with no further digits after it; or it has parameters (RFC 3966 §3).
    """
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = colon + 1
    end: cython.Py_ssize_t
    digits: cython.int = 0
    while i < colon + 40 and (text.flags[text.peek(i)] & classes.DIGIT or text.peek(i) in _IN_NUMBERS):
        digits += text.flags[data[i]] & classes.DIGIT != 0
        i += 1
    text.examined += i - colon
    if text.peek(i) == SEMICOLON and is_argument(text, i + 1):
        return True
    if data[colon - 1] == SMALL_X or data[colon - 1] < SMALL_A or data[colon + 1] != PLUS:
        return False
    end = i
    while i < end + 3 and text.peek(i) in _BETWEEN_NUMBERS:
        i += 1
    return 7 <= digits <= 15 and not text.flags[text.peek(i)] & classes.DIGIT


def is_dated(text: Text, start: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.bint:
    """Return True if the local part looks like a time and a process ID: at least twelve digits, and a dot."""
    k: cython.Py_ssize_t
    digits: cython.int = 0
    dotted: cython.bint = False
    for k in range(start, at):
        if text.flags[text.data[k]] & classes.DIGIT:
            digits += 1
        elif text.data[k] == DOT:
            dotted = True
    return dotted and digits >= 12
