"""Whether a URI in white space that reaches the end of its line goes on in the next one.

Nothing delimits it, so the answer is a guess from signs, and joining is wrong more often than right: of 120 URIs that
end a line of list mail, 6 go on. Three rules whose signs are strong are believed. The precision of each was measured
on some 3,000 places whose truth is known from elsewhere (link annotations, HTML alternatives, the same URI whole):

====  ==============================================================================================  =============
rule  signs                                                                                           precision
====  ==============================================================================================  =============
open  it ends in ``- = & ? % _ #``, or inside its host, or in the dot before a file name's or a       0.998
      domain's ending; or the next line begins with ``?`` or ``&``
path  it ends in ``/``, and the next word is like a path: it holds ``/ = . - %`` or a digit           0.99
cut   the break is inside a word, near column 76; the next word is no prose and would not have        0.88, mail
      fitted on the line                                                                              0.98
====  ==============================================================================================  =============

Against each stands what else a line may begin with: a number, a label, a mail address, a list. Where signs are weak
the answer is "perhaps", and the reading that goes on becomes an alternate.
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_NEXT_LINE
from uri_extract.scan import classes

_FLAGS = classes.FLAGS
if cython.compiled:  # noqa: SIM108 - the type makes the difference
    _TABLE = cython.declare(cython.p_const_uchar, _FLAGS)
else:
    _TABLE = _FLAGS
_WORD = cython.declare(cython.int, classes.WORD)
_SPACE = cython.declare(cython.int, classes.SPACE)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
_LONGEST = cython.declare(cython.Py_ssize_t, MAX_NEXT_LINE)

# The signs. Of the reference:
_OPEN = cython.declare(cython.int, 1)  # its last byte asks for more
_SLASH = cython.declare(cython.int, 2)
_ENDING = cython.declare(cython.int, 4)  # a dot, and the next word begins with what stands behind dots
_HOST_CUT = cython.declare(cython.int, 8)  # the break is inside its host
_FULL = cython.declare(cython.int, 16)  # its line ends where lines are wrapped
_FILE = cython.declare(cython.int, 32)  # it ends like a file's name
# Of the next line's first word:
_QUERY_FIRST = cython.declare(cython.int, 64)  # "?a" or "&a"
_PATH_FIRST = cython.declare(cython.int, 128)  # "/a", ".a" or "%2"
_INSIDE = cython.declare(cython.int, 256)  # letters or digits on both sides of the break
_PATH_LIKE = cython.declare(cython.int, 512)  # it holds "/", "=", ".", "-", "%" or a digit
_DELIMITED = cython.declare(cython.int, 1024)  # of those, one that prose rarely has
_ALONE = cython.declare(cython.int, 2048)  # nothing else is on the line
_FITS = cython.declare(cython.int, 4096)  # there was room for it on the line before
_PROSE = cython.declare(cython.int, 8192)  # letters only, or Capitalised
_CAPITAL = cython.declare(cython.int, 4194304)  # Capitalised: of 498 such words 1 % went on
_CLOSES = cython.declare(cython.int, 16384)  # it closes the bracket that stands before the reference
# Against:
_NUMBER = cython.declare(cython.int, 32768)
_LABEL = cython.declare(cython.int, 65536)  # "Word:"
_ADDRESS = cython.declare(cython.int, 131072)
_LIST = cython.declare(cython.int, 262144)  # the next line holds a reference too
_OUTDENT = cython.declare(cython.int, 524288)  # the next line begins further left
# And for it:
_SOFT = cython.declare(cython.int, 1048576)  # one blank ends the line, as format=flowed leaves it
_DIGITS = cython.declare(cython.int, 2097152)  # digits on both sides of the break, and nothing else behind it

#: Behind the last dot of a file's name or a host's.
_ENDINGS = frozenset(
    b"com org net edu gov mil int info biz name html htm shtml xhtml php asp aspx jsp cgi pdf txt gz bz2 xz zip tar "
    b"tgz png jpg jpeg gif svg xml rss ps git iso deb rpm exe doc".split()
)


@cython.cfunc
@cython.exceptval(check=False)
def _judge(signs: cython.int) -> cython.int:
    """Return 2 where a rule is met, 1 where little is missing, else 0."""
    if signs & (_NUMBER | _LABEL | _ADDRESS):
        if signs & _DIGITS and signs & _FULL and not signs & (_FITS | _LABEL):
            return 2
        return 1 if signs & (_OPEN | _HOST_CUT) and not signs & _LABEL else 0
    if signs & (_OPEN | _ENDING | _HOST_CUT | _QUERY_FIRST):
        return 2
    if signs & (_LIST | _OUTDENT):
        return 0
    if signs & _SLASH:
        if signs & _CAPITAL and not (signs & _CLOSES or (signs & _ALONE and signs & _PATH_LIKE)):
            return 0
        return 2 if signs & (_PATH_LIKE | _CLOSES) else 1
    if signs & (_INSIDE | _PATH_FIRST) and signs & (_ALONE | _DELIMITED) and not signs & (_PROSE | _FILE):
        if signs & _FULL and not signs & _FITS:
            return 2
        if signs & _SOFT and signs & _PATH_FIRST and signs & _ALONE:
            return 2
        return 1 if signs & (_FULL | _PATH_FIRST) else 0
    return 0


@cython.cfunc
@cython.exceptval(check=False)
def goes_on(
    window: bytes,
    authority: cython.Py_ssize_t,
    host_end: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    following: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
    before: cython.int,
) -> cython.int:
    """Judge a break: 2 it goes on, 1 perhaps, 0 no.

    To the verdict 4 is added where more of the input might change it, and eight times the number of bytes looked at.

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
    signs: cython.int
    verdict: cython.int = 0
    while stop < limit and not _TABLE[data[stop]] & _SPACE:
        stop += 1
    rest = stop
    signs = _word_signs(data, following, stop, before)
    if signs >= 0:
        signs |= _ALONE
        while rest < limit and data[rest] != 10:
            if not _TABLE[data[rest]] & _SPACE:
                signs &= ~_ALONE
                if data[rest] == 58 and rest + 2 < limit and data[rest + 1] == 47 and data[rest + 2] == 47:
                    signs |= _LIST
            rest += 1
        while data[indent - 1] != 10:
            indent -= 1
        signs |= _line_signs(data, end, indent, following, stop, rest, line)
        if signs & _NUMBER and signs & _ALONE and _TABLE[data[end - 1]] & _DIGIT:
            signs |= _DIGITS
        signs |= _break_signs(window, data, authority, host_end, end, following, stop, signs)
        verdict = _judge(signs)
        if verdict == 1 and stop == limit:  # a word without end is no alternate
            verdict = 0
    if rest == size:
        verdict += 4
    return verdict + 8 * (rest - indent + stop - following)


@cython.cfunc
@cython.exceptval(check=False)
def _word_signs(
    data: cython.p_const_uchar, i: cython.Py_ssize_t, stop: cython.Py_ssize_t, before: cython.int
) -> cython.int:
    """Return the signs of the next line's first word; -1 where no reference goes on with it."""
    begin: cython.Py_ssize_t = i
    first: cython.int = data[i]
    second: cython.int = data[i + 1] if i + 1 < stop else 0
    signs: cython.int = 0
    letters: cython.int = 0
    lower: cython.int = 0
    words: cython.int = 0
    delimiters: cython.int = 0
    labelled: cython.bint = False
    foreign: cython.bint = False
    opened: cython.int = 0
    byte: cython.int
    if not _TABLE[first] & _WORD:
        if not _TABLE[second] & _WORD and not (first == 46 and second == 46):
            return -1
        if first == 63 or first == 38:
            signs |= _QUERY_FIRST
        elif first == 47 or first == 46 or first == 37 or first == 35:
            signs |= _PATH_FIRST
        elif first != 95 and first != 61 and first != 126 and first != 43:
            return -1
    while i < stop:
        byte = data[i]
        if _TABLE[byte] & _WORD:
            words += 1
            if _TABLE[byte] & _DIGIT:
                signs |= _PATH_LIKE
            else:
                letters += 1
                if byte >= 97:
                    lower += 1
        elif byte == 47 or byte == 61 or byte == 37:
            signs |= _PATH_LIKE | _DELIMITED
            delimiters += 1
            if byte == 47 and i > begin + 1 and data[i - 1] == 58 and i + 1 < stop and data[i + 1] == 47:
                return -1  # another reference
        elif byte == 46 and i + 1 < stop and _TABLE[data[i + 1]] & _WORD:
            signs |= _PATH_LIKE | _DELIMITED
        elif byte == 45 or byte == 38:
            signs |= _PATH_LIKE
        elif byte >= 0x80:  # a script whose words no blanks divide: what follows is the text's
            foreign = True
        elif byte == 58:  # "Word:", "word:value"
            labelled = labelled or i == stop - 1 or (letters == words and not signs)
        elif byte == 64:
            signs |= _ADDRESS
        elif byte == 40 or byte == 91:
            opened += 1
        elif byte == 41 or byte == 93:
            opened -= 1
            if opened < 0 and before == (40 if byte == 41 else 91):
                signs |= _CLOSES
                break  # what follows is the text's again
        i += 1
    if words == 0 or (stop - begin > 3 and data[begin] == 119 and data[begin + 1] == 119 and data[begin + 3] == 46):
        return -1
    if delimiters:
        signs &= ~_ADDRESS
    elif letters == 0:
        signs |= _NUMBER
    if labelled and not signs & _CLOSES:
        signs |= _LABEL
    if foreign:
        signs |= _PROSE | _CAPITAL
    elif letters == words and not signs & _DELIMITED:
        # Letters, at most the first a capital; with hyphens between them only "Object-oriented", not "api-reference".
        if 65 <= first <= 90 and (lower == words - 1 or signs & _PATH_LIKE):
            signs |= _PROSE | _CAPITAL
        elif lower == words and not signs & _PATH_LIKE:
            signs |= _PROSE
    return signs


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
    if data[end] == 32 and (data[end + 1] == 10 or (data[end + 1] == 13 and data[end + 2] == 10)):
        signs |= _SOFT
    if line < 0:
        return signs
    if 60 <= column <= 90:
        signs |= _FULL
    if column + stop - following <= min(80, max(60, rest - indent)):
        signs |= _FITS
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
    word: cython.int,
) -> cython.int:
    """Return the signs of what the reference's part ends in; ``word``: those of the next word."""
    last: cython.int = data[end - 1]
    signs: cython.int = 0
    byte: cython.int
    country: cython.bint
    number: cython.bint
    i: cython.Py_ssize_t = following
    k: cython.Py_ssize_t = end
    if last == 47:
        signs |= _SLASH
    elif last == 45 or last == 95:
        if data[end - 2] != last:  # a rule of hyphens or underscores is no part of it
            signs |= _OPEN
    elif last == 61 or last == 38 or last == 63 or last == 37 or last == 35:
        signs |= _OPEN
    elif last == 46:
        while i < stop and i < following + 6 and _TABLE[data[i]] & _WORD:
            i += 1
        byte = data[i] if i < stop else 0
        if i > following and not _TABLE[byte] & _WORD:
            country = i - following == 2 and byte == 47 and end <= host_end + 1  # "ac." "at/"
            number = _TABLE[data[following]] & _DIGIT and (byte == 47 or byte == 63)  # "5.1.3." "7?"
            if country or number or window[following:i].lower() in _ENDINGS:
                signs |= _ENDING
    elif _TABLE[last] & _WORD:
        if _TABLE[data[following]] & _WORD:
            signs |= _INSIDE
        while k > authority and k > end - 6 and _TABLE[data[k - 1]] & _WORD:
            k -= 1
        if k > authority and data[k - 1] == 46 and window[k:end].lower() in _ENDINGS:
            signs |= _FILE
    if end <= host_end and word & _DELIMITED and (last == 46 or _TABLE[last] & _WORD):
        k = authority
        while k < end - 1 and data[k] != 46 and data[k] != 58:
            k += 1
        if k == end - 1 and not word & _PATH_FIRST:
            signs |= _HOST_CUT
    return signs
