# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""What the part of a reference that a line break ends looks like, and whether the next word goes on with it.

A name may be cut after a slash, a hyphen, a dot or between two letters: each asks for other words (:mod:`._wraps`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan import classes, wrap_signs

if cython.compiled:
    from cython.cimports.uri_extract.scan._lookahead_c import is_known_host, is_root, needs_suffix
    from cython.cimports.uri_extract.scan._text_c import Text
    from cython.cimports.uri_extract.scan._words_c import word_end
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, AT, CAPITAL_A, CAPITAL_Z, COLON, DOT, EQUALS, HYPHEN, NUMBER_SIGN, PERCENT, QUESTION_MARK,
        SLASH, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan._lookahead import is_known_host, is_root, needs_suffix
    from uri_extract.scan._text import Text
    from uri_extract.scan._words import word_end

_ALONE = cython.declare(cython.int, wrap_signs.bit("alone"))
_BAD = cython.declare(cython.int, wrap_signs.bit("bad"))
_BEGINS_TEXT = cython.declare(cython.int, wrap_signs.BEGINS_TEXT)
_CAPITAL = cython.declare(cython.int, wrap_signs.bit("capital"))
_CLOSES = cython.declare(cython.int, wrap_signs.bit("closes"))
_CUT = cython.declare(cython.int, wrap_signs.CUT)
_DEEPER = cython.declare(cython.int, wrap_signs.DEEPER)
_DELIMITED = cython.declare(cython.int, wrap_signs.bit("delimited"))
_DIGIT = cython.declare(cython.int, classes.DIGIT)
_EARLY = cython.declare(cython.int, wrap_signs.EARLY)
_ENDING = cython.declare(cython.int, wrap_signs.bit("ending"))
_ENDINGS = wrap_signs.ENDINGS
_ENDS = cython.declare(cython.int, wrap_signs.bit("ends"))
_FILLED = cython.declare(cython.int, wrap_signs.bit("filled"))
_FITS = cython.declare(cython.int, wrap_signs.bit("fits"))
_FRAGMENT = cython.declare(cython.int, wrap_signs.FRAGMENT)
_FULL = cython.declare(cython.int, wrap_signs.bit("full"))
_HOST = cython.declare(cython.int, wrap_signs.HOST)
_HOST_CUT = cython.declare(cython.int, wrap_signs.HOST_CUT)
_LONG = cython.declare(cython.int, wrap_signs.bit("long"))
_NAME = cython.declare(cython.int, wrap_signs.NAME)
_NUMBER = cython.declare(cython.int, wrap_signs.NUMBER)
_OPEN = cython.declare(cython.int, wrap_signs.bit("open"))
_OUTDENT = cython.declare(cython.int, wrap_signs.bit("outdent"))
_PROSE = cython.declare(cython.int, wrap_signs.bit("prose"))
_REPLY = cython.declare(cython.int, wrap_signs.REPLY)
_SLASH = cython.declare(cython.int, wrap_signs.bit("slash"))
_SOFT = cython.declare(cython.int, wrap_signs.bit("soft"))
_WORD = cython.declare(cython.int, classes.WORD)


@cython.cfunc
@cython.exceptval(check=False)
def break_signs(
    text: Text, authority: cython.Py_ssize_t, host_end: cython.Py_ssize_t, begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t, following: cython.Py_ssize_t, stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return the signs of the next word and of the lines, with those of what the reference's part ends in."""
    data: cython.p_const_uchar = text.data
    last: cython.int = data[end - 1]
    i: cython.Py_ssize_t = following
    k: cython.Py_ssize_t
    if last == SLASH:
        signs |= _SLASH if data[following] != SLASH else _BAD
        if data[following] == HYPHEN:
            signs |= _BAD
        if signs & (_BEGINS_TEXT if not signs & _ALONE else _CAPITAL) and not signs & _CLOSES:
            signs |= _BAD
        if signs & _ALONE and signs & _FULL and not signs & _FITS and stop - following > 4:  # neither a page nor a year
            signs &= ~_NUMBER
        if needs_suffix(text, max(begin, authority), end):
            signs = (signs | _OPEN) & ~(_BAD | _NUMBER)
    elif last in (HYPHEN, UNDERSCORE):
        if data[end - 2] != last:  # a rule of hyphens or underscores is not part of it
            signs |= _OPEN
    elif last in (EQUALS, AMPERSAND, PERCENT, NUMBER_SIGN, AT):
        signs |= _OPEN
    elif last == COLON:
        while i < stop and text.flags[data[i]] & _DIGIT:
            i += 1
        if end - 1 == host_end and i > following and (i == stop or data[i] == SLASH):
            signs = (signs | _OPEN) & ~(_BAD | _NUMBER)  # a port
        else:
            signs |= _BAD
    elif last == DOT:
        signs |= _after_dot(text, host_end, end, following, stop, signs)
        if signs & _ENDING:
            signs &= ~_NUMBER
    elif (
        text.flags[last] & _WORD
        and data[following] != QUESTION_MARK
        and data[following] != AMPERSAND
        and data[following] != COLON
    ):
        signs |= _after_letter(text, authority, end, following, stop, signs)
    if end <= host_end and signs & _DELIMITED and (last == DOT or text.flags[last] & _WORD):
        k = authority
        while k < end - 1 and data[k] != DOT and data[k] != COLON:
            k += 1
        if k == end - 1 and data[following] != SLASH:
            signs = (signs | _HOST_CUT) & ~_BAD
    if (
        signs & _DELIMITED and signs & _ALONE
        and (end == host_end or (last == SLASH and end == host_end + 1))
        and text.flags[data[following]] & _WORD and not is_known_host(text, authority, host_end)
    ):  # fmt: skip
        signs = (signs | _HOST_CUT) & ~_BAD
    if data[following] == COLON and (
        end != host_end or not text.flags[data[following + 1]] & _DIGIT
    ):  # ":8080" or none
        signs |= _BAD
    if signs & _FRAGMENT:  # a reference has one fragment
        for k in range(max(authority, end - 256), end):
            if data[k] == NUMBER_SIGN:
                signs |= _BAD
    if signs & _HOST and not signs & _HOST_CUT and (last == SLASH or (text.flags[last] & _WORD and end > host_end)):
        signs |= _BAD
    if signs & _DEEPER and not (
        data[following] == AMPERSAND or data[following] == QUESTION_MARK
        or (signs & _ALONE and (signs & _CUT or (signs & _DELIMITED and not signs & _REPLY)))
    ):  # fmt: skip
        signs |= _BAD
    if (signs & _NAME and not signs & (_CUT | _OPEN)) or (
        signs & _NUMBER and not (signs & _CUT or (signs & _OPEN and signs & _ALONE))
    ):
        signs |= _BAD
    if signs & _FILLED and signs & _ALONE:
        signs &= ~(_BAD | _EARLY)
    if signs & _EARLY:
        if signs & (_BAD | _CLOSES | _ENDING | _HOST_CUT) or (
            last == SLASH and end > host_end + 1 and signs & _ALONE and signs & _DELIMITED and not signs & _BEGINS_TEXT
        ):
            signs &= ~_EARLY
        else:
            signs |= _BAD
    return signs & ~(_NAME | _HOST | _NUMBER | _DEEPER | _REPLY | _FRAGMENT | _BEGINS_TEXT)


@cython.cfunc
@cython.exceptval(check=False)
def _after_letter(
    text: Text, authority: cython.Py_ssize_t, end: cython.Py_ssize_t, following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return the signs of a break after a letter or digit: it takes a full line."""
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = end
    if not signs & (_ALONE | _DELIMITED):
        return _BAD
    if signs & _FILLED and signs & _ALONE:
        return _CUT
    while k > authority and k > end - 6 and text.flags[text.data[k - 1]] & _WORD:
        k -= 1
    if k > authority and end - k < 5 and data[k - 1] == DOT and not signs & _FITS:  # "index.ht" "ml"
        glued: bytes = text.window[k:end] + text.window[following : word_end(text, following, stop)]
        if glued in _ENDINGS and text.window[k:end] not in _ENDINGS:
            return _ENDING
    if signs & _ALONE and signs & _SOFT and not text.flags[data[following]] & _WORD:
        return _CUT
    if data[following] in (SLASH, DOT, HYPHEN, UNDERSCORE) and not signs & _FITS:  # it begins no word
        return _BAD if is_root(text, following, stop) else _CUT
    if not signs & _FULL or signs & _FITS:
        return _BAD
    if not text.flags[data[following]] & _WORD:
        return _CUT
    if signs & _OUTDENT and not signs & _ALONE:  # the next item, or heading
        return _CUT | _BAD
    if (signs & _PROSE and (signs & _CAPITAL or not signs & _ALONE)) or (
        k > authority and data[k - 1] == DOT and text.window[k:end].lower() in _ENDINGS
    ):
        return _CUT | _BAD
    if signs & _NUMBER and not (text.flags[data[end - 1]] & text.flags[data[stop - 1]] & _DIGIT and signs & _ALONE):
        return _CUT | _BAD
    return _CUT


@cython.cfunc
@cython.exceptval(check=False)
def _after_dot(
    text: Text, host_end: cython.Py_ssize_t, end: cython.Py_ssize_t, following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return the sign of a next word after a dot: it ends a name, or goes on with one; else a sentence ended."""
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = following
    host: cython.bint = end <= host_end + 1
    after: cython.int
    while i < stop and i < following + 6 and text.flags[data[i]] & _WORD:
        i += 1
    after = data[i] if i < stop else 0
    if i > following and not text.flags[after] & _WORD:
        if text.window[following:i] in _ENDINGS or (host and i - following == 2 and after == SLASH):  # "ac." "at/"
            return _ENDING
        if text.flags[data[following]] & _DIGIT and after in (SLASH, QUESTION_MARK):  # "5.1.3." "7?"
            return _ENDING
    if text.flags[data[following]] & text.flags[data[end - 2]] & _DIGIT:
        counted: cython.bint = signs & _ALONE != 0 and signs & _NUMBER != 0 and not signs & _FITS
        if counted or text.window.find(b"doi.org/10.", max(0, end - 60), end) >= 0:
            return _ENDING
    if signs & _CLOSES:
        return 0
    if host:
        while i < stop and (text.flags[data[i]] & _WORD or data[i] == HYPHEN):
            i += 1
        return 0 if i + 1 < stop and data[i] == DOT and text.flags[data[i + 1]] & _WORD else _BAD
    if CAPITAL_A <= data[following] <= CAPITAL_Z or data[end - 2] == SLASH:
        return _BAD
    return 0 if signs & _DELIMITED and signs & (_ALONE | _LONG | _ENDS) else _BAD
