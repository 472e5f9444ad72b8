"""The first word of a next line: what speaks for its being part of a reference, and what against (:mod:`._wraps`)."""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan import classes, wrap_signs

_FLAGS = classes.FLAGS
if cython.compiled:  # noqa: SIM108 - the type makes the difference
    _TABLE = cython.declare(cython.p_const_uchar, _FLAGS)
else:
    _TABLE = _FLAGS
_WORD = cython.declare(cython.int, classes.WORD)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
_OPEN = cython.declare(cython.int, wrap_signs.bit("open"))
_CLOSES = cython.declare(cython.int, wrap_signs.bit("closes"))
_DELIMITED = cython.declare(cython.int, wrap_signs.bit("delimited"))
_PATH_LIKE = cython.declare(cython.int, wrap_signs.bit("path-like"))
_ENDS = cython.declare(cython.int, wrap_signs.bit("ends"))
_LONG = cython.declare(cython.int, wrap_signs.bit("long"))
_SHORT = cython.declare(cython.int, wrap_signs.bit("short"))
_PROSE = cython.declare(cython.int, wrap_signs.bit("prose"))
_CAPITAL = cython.declare(cython.int, wrap_signs.bit("capital"))
_BAD = cython.declare(cython.int, wrap_signs.bit("bad"))
_IMPOSSIBLE = cython.declare(cython.int, wrap_signs.IMPOSSIBLE)
_FRAGMENT = cython.declare(cython.int, wrap_signs.FRAGMENT)
_HOST = cython.declare(cython.int, wrap_signs.HOST)
_NUMBER = cython.declare(cython.int, wrap_signs.NUMBER)
_NAME = cython.declare(cython.int, wrap_signs.NAME)

_FIRST = b"/.%#_~=+"  # what a word may begin with that is part of a path
#: What stands behind a name's last dot when it is a host and no file.
_DOMAINS = frozenset(b"com org net edu gov mil int info biz".split())


@cython.cfunc
@cython.exceptval(check=False)
def word_signs(
    window: bytes, data: cython.p_const_uchar, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, before: cython.int
) -> cython.int:
    """Return the signs of the next line's first word; IMPOSSIBLE where no reference goes on with it."""
    i: cython.Py_ssize_t = begin
    first: cython.int = data[i]
    second: cython.int = data[i + 1] if i + 1 < stop else 0
    signs: cython.int = 0
    letters: cython.int = 0
    lower: cython.int = 0
    words: cython.int = 0
    digits: cython.int = 0  # in a row
    most: cython.int = 0
    dot: cython.Py_ssize_t = 0  # behind the last inner one
    dots: cython.int = 0
    delimiters: cython.int = 0
    bad: cython.bint = False
    address: cython.bint = False
    underscore: cython.bint = False
    number: cython.bint = False
    opened: cython.int = 0
    byte: cython.int
    if not _TABLE[first] & _WORD:
        if not _TABLE[second] & _WORD and not (first == 46 and second == 46):
            return _IMPOSSIBLE
        if first == 63 or first == 38 or first == 58:
            signs |= _OPEN
        elif first not in _FIRST or (first == 46 and stop <= begin + 3):  # troff's ".br"
            return _IMPOSSIBLE
    if stop - begin > 3 and first == 119 and second == 119 and data[begin + 3] == 46:
        i = begin + 4
        while i < stop and data[i] != 46:
            i += 1
        if i + 1 < stop and _TABLE[data[i + 1]] & _WORD:  # a host; "www.pdf" is none
            return _IMPOSSIBLE
        i = begin
    while i < stop:
        byte = data[i]
        digits = digits + 1 if _TABLE[byte] & _DIGIT else 0
        if _TABLE[byte] & _WORD:
            words += 1
            if digits:
                signs |= _PATH_LIKE
                most = max(most, digits)
            else:
                letters += 1
                lower += byte >= 97
        elif byte == 47 or byte == 61 or byte == 37:
            if byte == 47 and i > begin + 1 and data[i - 1] == 58 and i + 1 < stop and data[i + 1] == 47:
                return _IMPOSSIBLE  # another reference
            if byte == 61 and not signs and letters > 1 and lower == 0:
                signs |= _NAME  # "NAME=value" is a line of its own
            signs |= _PATH_LIKE | _DELIMITED
            delimiters += 1
            # Percent-encoded, or a sign in front of a comment, a number
            bad = bad or (byte == 37 and not (_hexadecimal(data, i + 1, stop) and _hexadecimal(data, i + 2, stop)))
        elif byte == 35 and i + 1 < stop and _TABLE[data[i + 1]] & _WORD:
            signs |= _PATH_LIKE | _DELIMITED | _FRAGMENT
        elif (byte == 46 or byte == 63) and i + 1 < stop and _TABLE[data[i + 1]] & _WORD:
            signs |= _PATH_LIKE | _DELIMITED
            if byte == 46:
                dot = i + 1
                dots += 1
        elif byte == 45 or byte == 38 or byte == 95:
            signs |= _PATH_LIKE
            underscore = underscore or byte == 95
        elif byte >= 0x80:  # a script whose words no blanks divide: what follows is the text's
            bad = True
        elif byte == 58:  # "Word:", "word:value", "name.c:12:"
            bad = bad or (i == stop - 1 and data[i - 1] != 47) or (letters == words > 0 and not signs & _PATH_LIKE)
        elif byte == 64:
            address = True
        elif byte == 40 or byte == 91:
            opened += 1
            bad = bad or (byte == 40 and i + 1 < stop and data[i + 1] == 41)  # a call, "f()"
        elif byte == 41 or byte == 93:
            opened -= 1
            if opened < 0 and before == (40 if byte == 41 else 91):
                signs |= _CLOSES
                break  # what follows is the text's again
        i += 1
    if 2 * words < i - begin:  # a drawing, a rule
        return _IMPOSSIBLE
    if signs & _CLOSES:
        bad = False
    elif letters == 0:
        # Of a list, a section, a page, a year, a date; only a date has slashes, and no three digits in a row.
        number = (most != 3 or delimiters < 2) and first != 47 and first != 63 and data[stop - 1] != 47
    elif (address and not delimiters) or (dots and letters == dots + 1 and words == letters):  # "i.e."
        bad = True
    if letters == words and not signs & _DELIMITED and not underscore:
        # Letters, at most the first a capital; with hyphens between them only "Object-oriented", not "api-reference".
        if 65 <= first <= 90 and (lower == words - 1 or signs & _PATH_LIKE):
            signs |= _PROSE | _CAPITAL
        elif lower == words and not signs & _PATH_LIKE:
            signs |= _PROSE
    if words > 10:
        signs |= _LONG
    elif words < 3:
        signs |= _SHORT
    if signs & _PATH_LIKE and data[stop - 1] == 46:
        signs |= _ENDS
    if dot and not delimiters:
        i = dot
        while i < stop and _TABLE[data[i]] & _WORD:
            i += 1
        if window[dot:i] in _DOMAINS:
            signs |= _HOST
    if number:
        signs |= _NUMBER
    return signs | _BAD if bad else signs


@cython.cfunc
@cython.exceptval(check=False)
def _hexadecimal(data: cython.p_const_uchar, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Tell whether a hexadecimal digit stands at ``i``."""
    return i >= stop or _TABLE[data[i]] & _DIGIT != 0 or 97 <= (data[i] | 0x20) <= 102
