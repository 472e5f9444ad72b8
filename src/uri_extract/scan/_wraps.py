"""Whether a URI in white space that reaches the end of its line goes on in the next one.

Nothing delimits it, so the answer is a guess from signs, and joining is wrong more often than right: of 120 URIs that
end a line of list mail, 6 go on. What each sign weighs stands in :mod:`uri_extract.scan.wrap_signs`, with how often it
was seen where the truth is known (link annotations of PDFs, HTML alternatives of mail, the same URI whole elsewhere).
The weights of all signs seen are added up. Where the sum is high the reference goes on; where it is middling the
answer is "perhaps", and the reading that goes on becomes an alternate.
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_NEXT_LINE
from uri_extract.scan import classes, wrap_signs

_FLAGS = classes.FLAGS
if cython.compiled:  # noqa: SIM108 - the type makes the difference
    _TABLE = cython.declare(cython.p_const_uchar, _FLAGS)
else:
    _TABLE = _FLAGS
_WORD = cython.declare(cython.int, classes.WORD)
_SPACE = cython.declare(cython.int, classes.SPACE)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
_LONGEST = cython.declare(cython.Py_ssize_t, MAX_NEXT_LINE)

# The signs: wrap_signs.py says what each means.
_OPEN = cython.declare(cython.int, wrap_signs.bit("open"))
_ENDING = cython.declare(cython.int, wrap_signs.bit("ending"))
_SLASH = cython.declare(cython.int, wrap_signs.bit("slash"))
_FULL = cython.declare(cython.int, wrap_signs.bit("full"))
_FITS = cython.declare(cython.int, wrap_signs.bit("fits"))
_SOFT = cython.declare(cython.int, wrap_signs.bit("soft"))
_OUTDENT = cython.declare(cython.int, wrap_signs.bit("outdent"))
_CLOSES = cython.declare(cython.int, wrap_signs.bit("closes"))
_ALONE = cython.declare(cython.int, wrap_signs.bit("alone"))
_DELIMITED = cython.declare(cython.int, wrap_signs.bit("delimited"))
_PATH_LIKE = cython.declare(cython.int, wrap_signs.bit("path-like"))
_ENDS = cython.declare(cython.int, wrap_signs.bit("ends"))
_LONG = cython.declare(cython.int, wrap_signs.bit("long"))
_SHORT = cython.declare(cython.int, wrap_signs.bit("short"))
_PROSE = cython.declare(cython.int, wrap_signs.bit("prose"))
_CAPITAL = cython.declare(cython.int, wrap_signs.bit("capital"))
_BAD = cython.declare(cython.int, wrap_signs.bit("bad"))
IMPOSSIBLE = cython.declare(cython.int, 1 << 23)  # no reference goes on with such a word
ENDLESS = cython.declare(cython.int, 1 << 24)  # it is too long to be an alternate
MORE = cython.declare(cython.int, 1 << 25)  # more of the input might change the signs
# No more than these two could say by themselves is in the sum.
_HOST_CUT = cython.declare(cython.int, 1 << 21)  # the break is inside the host, before or behind its first dot
_CUT = cython.declare(cython.int, 1 << 22)  # it is behind a letter, where a full line had no room for a word like this
# Bad or not, that depends on the reference's end:
_DEEPER = cython.declare(cython.int, 1 << 26)  # the next line has one reply mark more
_HOST = cython.declare(cython.int, 1 << 28)  # it is a host's name
_NUMBER = cython.declare(cython.int, 1 << 27)  # a short one
_NAME = cython.declare(cython.int, 1 << 29)  # it begins with "NAME="
_COUNT = cython.declare(cython.int, len(wrap_signs.SIGNS))
_START = cython.declare(cython.int, wrap_signs.START)
_JOIN = cython.declare(cython.int, wrap_signs.JOIN)
_PERHAPS = cython.declare(cython.int, wrap_signs.PERHAPS)
_WEIGHT_BYTES = bytes(sign.weight + 100 for sign in wrap_signs.SIGNS.values())
if cython.compiled:  # noqa: SIM108
    _WEIGHTS = cython.declare(cython.p_const_uchar, _WEIGHT_BYTES)
else:
    _WEIGHTS = _WEIGHT_BYTES

#: Behind the last dot of a file's name or a host's.
_ENDINGS = frozenset(
    b"com org net edu gov mil int info biz name html htm shtml xhtml php asp aspx jsp cgi pdf txt gz bz2 xz zip tar "
    b"tgz png jpg jpeg gif svg xml rss ps git iso deb rpm exe doc".split()
)


_FIRST = b"/.%#_~=+"  # what a word may begin with that is part of a path
#: What stands behind a name's last dot when it is a host and no file.
_DOMAINS = frozenset(b"com org net edu gov mil int info biz".split())


@cython.cfunc
@cython.exceptval(check=False)
def judge(signs: cython.longlong) -> cython.int:
    """Judge what :func:`look` saw: 2 the reference goes on, 1 perhaps, 0 no."""
    total: cython.int = _START
    i: cython.int
    if signs & (_BAD | IMPOSSIBLE):
        return 1 if signs & (_OPEN | _HOST_CUT) or (signs & _CUT and signs & _ALONE) else 0
    for i in range(_COUNT):
        if signs & (1 << i):
            total += _WEIGHTS[i] - 100
    return 2 if total >= _JOIN else 1 if total >= _PERHAPS and not signs & ENDLESS else 0


@cython.cfunc
@cython.exceptval(check=False)
def look(
    window: bytes,
    authority: cython.Py_ssize_t,
    host_end: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    following: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
    before: cython.int,
) -> cython.longlong:
    """Return the signs at a break: bits of :mod:`~uri_extract.scan.wrap_signs`, and those named above.

    Shifted left by 32 stands the number of bytes looked at.

    Positions in ``window``: of the reference's authority or opaque part, where its host ends, and ``end``, where its
    part on the line does, punctuation included; ``following``: the next line's text; ``line``: where its own line
    begins (-1: too far before). ``before``: the byte before the reference.
    """
    data: cython.p_const_uchar = window
    size: cython.Py_ssize_t = len(window)
    stop: cython.Py_ssize_t = following
    limit: cython.Py_ssize_t = min(size, following + _LONGEST)
    rest: cython.Py_ssize_t
    indent: cython.Py_ssize_t = following
    count: cython.longlong
    signs: cython.int
    while stop < limit and not _TABLE[data[stop]] & _SPACE:
        stop += 1
    rest = stop
    signs = _word_signs(window, data, following, stop, before)
    if signs != IMPOSSIBLE:
        signs |= _ALONE
        while rest < limit and data[rest] != 10:
            if not _TABLE[data[rest]] & _SPACE:
                signs &= ~_ALONE
            rest += 1
        while data[indent - 1] != 10:
            indent -= 1
        signs |= _line_signs(data, end, indent, following, stop, rest, line)
        signs = _break_signs(window, data, authority, host_end, end, following, stop, signs)
        if stop == limit:
            signs |= ENDLESS
    if rest == size:
        signs |= MORE
    count = rest - indent + stop - following
    return signs | count << 32


@cython.cfunc
@cython.exceptval(check=False)
def _word_signs(
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
    delimiters: cython.int = 0
    bad: cython.bint = False
    address: cython.bint = False
    underscore: cython.bint = False
    number: cython.bint = False
    opened: cython.int = 0
    byte: cython.int
    if not _TABLE[first] & _WORD:
        if not _TABLE[second] & _WORD and not (first == 46 and second == 46):
            return IMPOSSIBLE
        if first == 63 or first == 38:
            signs |= _OPEN
        elif first not in _FIRST:
            return IMPOSSIBLE
    if stop - begin > 3 and first == 119 and second == 119 and data[begin + 3] == 46:
        return IMPOSSIBLE
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
                return IMPOSSIBLE  # another reference
            if byte == 61 and not signs and letters > 1 and lower == 0:
                signs |= _NAME  # "NAME=value" is a line of its own
            signs |= _PATH_LIKE | _DELIMITED
            delimiters += 1
        elif (byte == 46 or byte == 35 or byte == 63) and i + 1 < stop and _TABLE[data[i + 1]] & _WORD:
            signs |= _PATH_LIKE | _DELIMITED
            if byte == 46:
                dot = i + 1
        elif byte == 45 or byte == 38 or byte == 95:
            signs |= _PATH_LIKE
            underscore = underscore or byte == 95
        elif byte >= 0x80:  # a script whose words no blanks divide: what follows is the text's
            bad = True
        elif byte == 58:  # "Word:", "word:value", "name.c:12:"
            bad = bad or (i == stop - 1 and data[i - 1] != 47) or (letters == words and not signs & _PATH_LIKE)
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
        return IMPOSSIBLE
    if signs & _CLOSES:
        bad = False
    elif letters == 0:
        # Of a list, a section, a page, a year, a date; only a date has slashes, and no three digits in a row.
        number = (most != 3 or delimiters < 2) and first != 47 and first != 63 and data[stop - 1] != 47
    elif address and not delimiters:
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
def _line_signs(
    data: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    indent: cython.Py_ssize_t,
    following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    rest: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
) -> cython.int:
    """Return the signs of the two lines: how full the one is, where the other, from ``indent`` to ``rest``, begins."""
    signs: cython.int = 0
    column: cython.Py_ssize_t = end - line
    marks: cython.int = 0
    k: cython.Py_ssize_t
    if data[end] == 32 and (data[end + 1] == 10 or (data[end + 1] == 13 and data[end + 2] == 10)):
        signs |= _SOFT
    if line < 0:
        return signs
    if 60 <= column <= 90:
        signs |= _FULL
    if column + stop - following <= min(80, max(60, rest - indent)):
        signs |= _FITS
    for k in range(indent, following):
        marks += data[k] == 62 or data[k] == 124
    k = line
    while marks > 0 and k < end and (_TABLE[data[k]] & _SPACE or data[k] == 62 or data[k] == 124):
        marks -= data[k] == 62 or data[k] == 124
        k += 1
    if marks > 0:
        signs |= _DEEPER
    # The same indentation or more is a continuation's; reply marks are no indentation.
    while indent < following and data[indent] == data[line] and _TABLE[data[indent]] & _SPACE:
        indent += 1
        line += 1
    if indent == following and _TABLE[data[line]] & _SPACE:
        signs |= _OUTDENT
    return signs


@cython.cfunc
@cython.exceptval(check=False)
def _break_signs(
    window: bytes,
    data: cython.p_const_uchar,
    authority: cython.Py_ssize_t,
    host_end: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    signs: cython.int,
) -> cython.int:
    """Add the signs of what the reference's part ends in to those of the next word and of the lines."""
    last: cython.int = data[end - 1]
    byte: cython.int
    part: cython.bint
    i: cython.Py_ssize_t = following
    k: cython.Py_ssize_t
    if last == 47:
        signs |= _SLASH
    elif last == 45 or last == 95:
        if data[end - 2] != last:  # a rule of hyphens or underscores is no part of it
            signs |= _OPEN
    elif last == 61 or last == 38 or last == 37 or last == 35 or last == 64:
        signs |= _OPEN
    elif last == 58:
        while i < stop and _TABLE[data[i]] & _DIGIT:
            i += 1
        if end - 1 == host_end and i > following and (i == stop or data[i] == 47):
            signs = (signs | _OPEN) & ~(_BAD | _NUMBER)  # a port
        else:
            signs |= _BAD
    elif last == 46:
        while i < stop and i < following + 6 and _TABLE[data[i]] & _WORD:
            i += 1
        byte = data[i] if i < stop else 0
        if _ends_name(window, data, host_end, end, following, i, byte):
            signs |= _ENDING
        else:
            part = signs & _DELIMITED and signs & (_ALONE | _LONG | _ENDS | _CLOSES)
            if 65 <= data[following] <= 90 or data[end - 2] == 47 or (end > host_end + 1 and not part):
                signs |= _BAD  # a sentence ends, another begins
    elif _TABLE[last] & _WORD and data[following] != 63 and data[following] != 38:
        signs |= _inside(window, data, authority, end, following, stop, signs)
    if end <= host_end and signs & _DELIMITED and (last == 46 or _TABLE[last] & _WORD):
        k = authority
        while k < end - 1 and data[k] != 46 and data[k] != 58:
            k += 1
        if k == end - 1 and data[following] != 47:
            signs = (signs | _HOST_CUT) & ~_BAD
    if signs & _HOST and (last == 47 or _TABLE[last] & _WORD):
        signs |= _BAD
    if signs & _DEEPER and not (data[following] == 38 or data[following] == 63 or (signs & _CUT and signs & _ALONE)):
        signs |= _BAD
    if (signs & _NAME and not signs & (_CUT | _OPEN)) or (
        signs & _NUMBER and not (signs & _CUT or (signs & _OPEN and signs & _ALONE))
    ):
        signs |= _BAD
    return signs & ~(_NAME | _HOST | _NUMBER | _DEEPER)


@cython.cfunc
@cython.exceptval(check=False)
def _inside(
    window: bytes,
    data: cython.p_const_uchar,
    authority: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    signs: cython.int,
) -> cython.int:
    """Return the signs of a break behind a letter or digit: it takes a line that is full."""
    k: cython.Py_ssize_t = end
    if not signs & (_ALONE | _DELIMITED):
        return _BAD
    if signs & _ALONE and signs & _SOFT and not _TABLE[data[following]] & _WORD:
        return _CUT
    if not signs & _FULL or signs & _FITS:
        return _BAD
    while k > authority and k > end - 6 and _TABLE[data[k - 1]] & _WORD:
        k -= 1
    if not _TABLE[data[following]] & _WORD:
        return _CUT
    if signs & _PROSE or (k > authority and data[k - 1] == 46 and window[k:end].lower() in _ENDINGS):
        return _CUT | _BAD
    if signs & _NUMBER and not (_TABLE[data[end - 1]] & _TABLE[data[stop - 1]] & _DIGIT and signs & _ALONE):
        return _CUT | _BAD
    return _CUT


@cython.cfunc
@cython.exceptval(check=False)
def _ends_name(
    window: bytes,
    data: cython.p_const_uchar,
    host_end: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    behind: cython.int,
) -> cython.bint:
    """Tell whether what stands behind a dot, from ``following`` to ``stop``, ends a file's or a host's name there."""
    if stop == following or _TABLE[behind] & _WORD:
        return False
    if stop - following == 2 and behind == 47 and end <= host_end + 1:  # "ac." "at/"
        return True
    if _TABLE[data[following]] & _DIGIT:  # "5.1.3." "7?"
        return behind == 47 or behind == 63
    return window[following:stop] in _ENDINGS
