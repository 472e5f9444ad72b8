# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Signs of how the last part of a reference ends at a line break, and whether the next word continues it.

A name may be broken after a slash, a hyphen, a dot or between two letters; each needs other evidence (:mod:`._wraps`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.wrap_signs import ENDINGS

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, AT, CAPITAL_A, CAPITAL_Z, COLON, DOT, EQUALS, HYPHEN, NUMBER_SIGN, PERCENT, QUESTION_MARK,
        SLASH, TILDE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes, wrap_signs as sign
    from uri_extract.scan._lookahead import is_known_host, is_root
    from uri_extract.scan._text import Text
    from uri_extract.scan._words import word_end


def break_signs(
    text: Text, authority: cython.Py_ssize_t, host_end: cython.Py_ssize_t, begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t, following: cython.Py_ssize_t, stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return ``signs``, those of the next word and of the lines, with those of the end of the reference's part."""
    data: cython.p_const_uchar = text.data
    last: cython.int = data[end - 1]
    k: cython.Py_ssize_t
    parameter: cython.int = _parameter_mark(text, following, stop) if signs & sign.DELIMITED else 0
    # "12&name=value" continues a query.
    if parameter == AMPERSAND and text.window.find(b"?", max(authority, end - 512), end) > 0:
        signs |= sign.OPEN
    signs = _end_signs(text, authority, host_end, begin, end, following, stop, signs)
    signs = _host_signs(text, authority, host_end, end, following, stop, signs)
    if data[following] == COLON and (
        end != host_end or not text.flags[data[following + 1]] & classes.DIGIT
    ):  # only a port begins with a colon
        signs |= sign.BAD
    if signs & sign.FRAGMENT:  # a reference has one fragment
        for k in range(max(authority, end - 256), end):
            if data[k] == NUMBER_SIGN:
                signs |= sign.BAD
    if signs & sign.DEEPER and not (
        data[following] == AMPERSAND or data[following] == QUESTION_MARK
        or (signs & sign.ALONE and (signs & sign.CUT or (signs & sign.DELIMITED and not signs & sign.REPLY)))
    ):  # fmt: skip
        signs |= sign.BAD
    if (signs & sign.NAME and not signs & (sign.CUT | sign.OPEN)) or (
        signs & sign.NUMBER and not (signs & sign.CUT or (signs & sign.OPEN and signs & sign.ALONE))
    ):
        signs |= sign.BAD
    if signs & sign.FILLED and signs & sign.ALONE:
        signs &= ~(sign.BAD | sign.EARLY)
    if signs & sign.EARLY:
        if signs & (sign.BAD | sign.CLOSES | sign.ENDING | sign.HOST_CUT) or (
            signs & sign.ALONE and signs & sign.DELIMITED
            and ((last == SLASH and end > host_end + 1 and not signs & sign.BEGINS_TEXT)
                or last == QUESTION_MARK or signs & sign.OPEN or parameter == QUESTION_MARK)
        ) or (
            last == HYPHEN and signs & sign.ALONE and signs & sign.LONG and signs & sign.PATH_LIKE
        ):  # fmt: skip
            signs &= ~sign.EARLY
        else:
            signs |= sign.BAD
    return signs & ~(sign.NAME | sign.HOST | sign.NUMBER | sign.DEEPER | sign.REPLY | sign.FRAGMENT)


@cython.cfunc
@cython.exceptval(check=False)
def _end_signs(
    text: Text, authority: cython.Py_ssize_t, host_end: cython.Py_ssize_t, begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t, following: cython.Py_ssize_t, stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return ``signs`` with those of the last byte of the reference's part and of the word that must follow it."""
    data: cython.p_const_uchar = text.data
    last: cython.int = data[end - 1]
    i: cython.Py_ssize_t = following
    if last == SLASH:
        return _after_slash(text, max(begin, authority), host_end, end, following, stop, signs)
    if last in (HYPHEN, UNDERSCORE):
        return signs | sign.OPEN if data[end - 2] != last else signs  # several are a horizontal rule
    if last in (EQUALS, AMPERSAND, PERCENT, NUMBER_SIGN, AT):
        # A reference may end in "#".
        if last == NUMBER_SIGN and signs & sign.PROSE and not signs & (sign.ALONE | sign.CLOSES):
            signs |= sign.BAD
        return signs | sign.OPEN
    if last == TILDE:
        # A user name follows.
        return (signs | sign.OPEN) & ~(sign.BAD | sign.EARLY) if data[end - 2] == SLASH else signs
    if last == COLON:
        while i < stop and text.flags[data[i]] & classes.DIGIT:
            i += 1
        if end - 1 == host_end and i > following and (i == stop or data[i] == SLASH):
            return (signs | sign.OPEN) & ~(sign.BAD | sign.NUMBER)  # a port
        return signs if _continues_name(text, host_end, end, following, stop, signs) else signs | sign.BAD
    if last == DOT:
        signs |= _after_dot(text, host_end, end, following, stop, signs)
        return signs & ~sign.NUMBER if signs & sign.ENDING else signs
    if (
        text.flags[last] & classes.WORD
        and data[following] != QUESTION_MARK
        and data[following] != AMPERSAND
        and data[following] != COLON
    ):
        signs |= _after_letter(text, authority, end, following, stop, signs)
    return signs


@cython.cfunc
@cython.exceptval(check=False)
def _continues_name(
    text: Text, host_end: cython.Py_ssize_t, end: cython.Py_ssize_t, following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.bint:  # fmt: skip
    """Return True if the colon before ``end`` is part of a name, as in "/wiki/File:", not of the text.

    A name with underscores follows a full line, not a path.
    """
    if end <= host_end + 1 or not signs & sign.FULL:
        return False
    return text.data[following] == UNDERSCORE or (
        signs & sign.DELIMITED != 0
        and text.window.find(b"_", following, stop) > 0
        and text.window.find(b"/", following, stop) < 0
    )


@cython.cfunc
@cython.exceptval(check=False)
def _after_slash(
    text: Text, begin: cython.Py_ssize_t, host_end: cython.Py_ssize_t, end: cython.Py_ssize_t,
    following: cython.Py_ssize_t, stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return ``signs`` with those of a break after a slash, where a reference may also end."""
    data: cython.p_const_uchar = text.data
    signs |= sign.SLASH if data[following] != SLASH else sign.BAD
    if data[following] == HYPHEN:
        signs |= sign.BAD
    if signs & sign.OUTDENT and text.peek(word_end(text, following, stop)) == EQUALS:  # the next "name=value"
        signs |= sign.BAD
    if (
        signs & (sign.NUMBER | sign.BEGINS_TEXT) and signs & sign.FULL and not signs & sign.FITS
        and stop - following > 4
        and (signs & sign.ALONE or (end > host_end + 1 and _is_long_number(text, following)))
    ):  # fmt: skip
        signs &= ~(sign.NUMBER | sign.BEGINS_TEXT)  # neither a page nor a year
    if signs & (sign.BEGINS_TEXT if not signs & sign.ALONE else sign.CAPITAL) and not signs & sign.CLOSES:
        signs |= sign.BAD
    if _needs_suffix(text, begin, end, following):
        return (signs | sign.OPEN) & ~(sign.BAD | sign.EARLY | sign.NUMBER)
    if data[following] == TILDE and text.flags[data[following + 1]] & classes.WORD:  # a user's directory
        signs |= sign.OPEN
    return signs


@cython.cfunc
@cython.exceptval(check=False)
def _is_long_number(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if five digits are at ``i``: few pages, years and items of lists have as many."""
    k: cython.Py_ssize_t = i
    while k < i + 5 and text.flags[text.peek(k)] & classes.DIGIT:
        k += 1
    return k == i + 5


@cython.cfunc
@cython.exceptval(check=False)
def _host_signs(
    text: Text, authority: cython.Py_ssize_t, host_end: cython.Py_ssize_t, end: cython.Py_ssize_t,
    following: cython.Py_ssize_t, stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return ``signs`` with those of hosts: the break is inside one, or the next word is one."""
    data: cython.p_const_uchar = text.data
    last: cython.int = data[end - 1]
    k: cython.Py_ssize_t
    if end <= host_end and signs & sign.DELIMITED and (last == DOT or text.flags[last] & classes.WORD):
        k = authority
        while k < end - 1 and data[k] != DOT and data[k] != COLON:
            k += 1
        if k == end - 1 and data[following] != SLASH:
            signs = (signs | sign.HOST_CUT) & ~sign.BAD
    if (
        signs & sign.DELIMITED and signs & sign.ALONE
        and (end == host_end or (last == SLASH and end == host_end + 1))
        and text.flags[data[following]] & classes.WORD and not is_known_host(text, authority, host_end)
    ):  # fmt: skip
        signs = (signs | sign.HOST_CUT) & ~sign.BAD
    if (
        signs & sign.HOST
        and not signs & sign.HOST_CUT
        and (last == SLASH or (text.flags[last] & classes.WORD and end > host_end))
        and not (end > host_end + 1 and _names_list(text, authority, host_end, following, stop))
        and not (signs & sign.CUT and _follows_at(text, host_end, end))
    ):
        signs |= sign.BAD
    return signs


@cython.cfunc
@cython.exceptval(check=False)
def _after_letter(
    text: Text, authority: cython.Py_ssize_t, end: cython.Py_ssize_t, following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return the signs of a break after a letter or digit, which needs a full line."""
    data: cython.p_const_uchar = text.data
    first: cython.uchar = data[following]
    k: cython.Py_ssize_t = end
    if not signs & (sign.ALONE | sign.DELIMITED | sign.CLOSES):
        return sign.BAD
    if signs & sign.FILLED and signs & sign.ALONE:
        return sign.CUT
    while k > authority and k > end - 6 and text.flags[text.data[k - 1]] & classes.WORD:
        k -= 1
    rest: cython.bint = signs & sign.ALONE != 0 and signs & sign.SHORT != 0  # one or two letters fit on every line
    if k > authority and end - k < 5 and data[k - 1] == DOT and (rest or not signs & sign.FITS):  # "index.ht" "ml"
        glued: bytes = text.window[k:end] + text.window[following : word_end(text, following, stop)]
        if glued in ENDINGS and (rest or text.window[k:end] not in ENDINGS):
            return sign.ENDING
    if signs & sign.ALONE and signs & sign.SOFT and not text.flags[first] & classes.WORD:
        return sign.CUT
    if not signs & sign.ALONE and first == DOT:  # ".name {", unless it is a file extension or in a path
        i: cython.Py_ssize_t = following + 1
        if text.window[i : word_end(text, i, stop)] not in ENDINGS and text.window.find(b"/", i, stop) < 0:
            return sign.BAD
    if first in (SLASH, DOT, HYPHEN, UNDERSCORE) and not signs & sign.FITS:  # it begins no word
        return sign.BAD if is_root(text, following, stop) else sign.CUT
    if first == SLASH and not text.flags[text.peek(following + 1)] & classes.WORD:  # a bracket's end follows
        return sign.CUT
    if not signs & sign.FULL or signs & sign.FITS:
        return sign.BAD
    if not text.flags[first] & classes.WORD:
        return sign.CUT
    if signs & sign.OUTDENT and not signs & sign.ALONE:  # the next item, or heading
        return sign.CUT | sign.BAD
    if (signs & sign.PROSE and (signs & sign.CAPITAL or not signs & sign.ALONE)) or (
        k > authority and data[k - 1] == DOT and text.window[k:end].lower() in ENDINGS
    ):
        return sign.CUT | sign.BAD
    # A number further left is that of a footnote.
    if signs & sign.NUMBER and (
        signs & sign.OUTDENT
        or not (text.flags[data[end - 1]] & text.flags[data[stop - 1]] & classes.DIGIT and signs & sign.ALONE)
    ):
        return sign.CUT | sign.BAD
    return sign.CUT


@cython.cfunc
@cython.exceptval(check=False)
def _after_dot(
    text: Text, host_end: cython.Py_ssize_t, end: cython.Py_ssize_t, following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return the sign of the next word after a dot: it completes or continues a name, or else begins a sentence."""
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = following
    host: cython.bint = end <= host_end + 1
    after: cython.int
    while i < stop and i < following + 6 and text.flags[data[i]] & classes.WORD:
        i += 1
    after = data[i] if i < stop else 0
    if i > following and not text.flags[after] & classes.WORD:
        if text.window[following:i] in ENDINGS or (host and i - following == 2 and after == SLASH):  # "ac." "at/"
            return sign.ENDING
        if text.flags[data[following]] & classes.DIGIT and after in (SLASH, QUESTION_MARK):  # "5.1.3." "7?"
            return sign.ENDING
    if text.flags[data[following]] & classes.DIGIT:
        counted: cython.bint = text.flags[data[end - 2]] & classes.DIGIT != 0
        if counted and signs & sign.ALONE and signs & sign.NUMBER and not signs & sign.FITS:
            return sign.ENDING
        # "2006.1660032" begins no sentence.
        counted = counted or (after == DOT and i + 1 < stop and text.flags[data[i + 1]] & classes.DIGIT != 0)
        # One or two digits number a note or a section.
        if counted and i - following > 2 and text.window.find(b"doi.org/10.", max(0, end - 60), end) >= 0:
            return sign.ENDING
    if signs & sign.CLOSES:
        return 0
    if host:
        while i < stop and (text.flags[data[i]] & classes.WORD or data[i] == HYPHEN):
            i += 1
        return 0 if i + 1 < stop and data[i] == DOT and text.flags[data[i + 1]] & classes.WORD else sign.BAD
    if CAPITAL_A <= data[following] <= CAPITAL_Z or data[end - 2] == SLASH:
        return sign.BAD
    return 0 if signs & sign.DELIMITED and signs & (sign.ALONE | sign.ENDS) else sign.BAD


@cython.cfunc
@cython.exceptval(check=False)
def _parameter_mark(text: Text, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """Return the "?" or "&" before the first parameter, "name=", of the word from ``i`` to ``stop``; else 0."""
    k: cython.Py_ssize_t
    if text.window.find(b"=", i, stop) < 0:
        return 0
    while i < stop:
        k = i + 1
        if text.data[i] == QUESTION_MARK or text.data[i] == AMPERSAND:
            while k < stop and (text.flags[text.data[k]] & classes.WORD or text.data[k] == UNDERSCORE):
                k += 1
            if i + 1 < k < stop and text.data[k] == EQUALS:
                return text.data[i]
        i = k
    return 0


@cython.cfunc
@cython.exceptval(check=False)
def _names_list(
    text: Text, host: cython.Py_ssize_t, host_end: cython.Py_ssize_t, i: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.bint:  # fmt: skip
    """Return True if a mailing list name, a hyphen, its archive's host or domain, and a slash are at ``i``."""
    slash: cython.Py_ssize_t = text.window.find(b"/", i, stop)
    name: bytes
    if slash < 0 or text.window.find(b"-", i, slash) < 0:
        return False
    name = text.window[host:host_end]
    return text.window.endswith((b"-" + name, b"-" + name[name.find(b".") + 1 :]), i, slash)


@cython.cfunc
@cython.exceptval(check=False)
def _follows_at(text: Text, host_end: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if an "@" is in the last segment before ``end``: a Message-ID continues with a host name."""
    low: cython.Py_ssize_t = max(host_end, end - 128)
    while end > low and text.data[end - 1] != SLASH and text.data[end - 1] != AT:
        end -= 1
    return end > low and text.data[end - 1] == AT


@cython.cfunc
@cython.exceptval(check=False)
def _needs_suffix(
    text: Text, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, following: cython.Py_ssize_t
) -> cython.bint:
    """Return True if a DOI is incomplete at ``end``, before or after its prefix.

    A DOI is a prefix "10.1000", a slash and a suffix (ISO 26324). Publishers resolve DOIs on their own hosts, with
    "doi" in the host or the path. ``following`` is where the next line's text begins.
    """
    k: cython.Py_ssize_t = end - 1
    if text.data[k] != SLASH:
        return False
    if text.window[following : following + 3] == b"10." and text.window.endswith(
        (b"doi.org/", b"/doi/"), max(begin, end - 8), end
    ):
        return True
    while k > begin and k > end - 12 and (text.flags[text.data[k - 1]] & classes.DIGIT or text.data[k - 1] == DOT):
        k -= 1
    if text.window[k : k + 3] != b"10." or text.window.find(b"doi", max(begin, k - 40), k) < 0:
        return False
    return text.data[k - 1] == SLASH
