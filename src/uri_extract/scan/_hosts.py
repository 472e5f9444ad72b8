# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Where a host of a usual form ends (RFC 3986 §3.2.2): names of letters and digits, and IP literals."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan import classes

if cython.compiled:
    from cython.cimports.uri_extract.scan._text_c import Text
else:
    from uri_extract._ascii import COLON, RIGHT_BRACKET
    from uri_extract.scan._text import Text

_WORD = cython.declare(cython.int, classes.WORD)
_NAME = cython.declare(cython.int, classes.NAME)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
_LETTER = cython.declare(cython.int, classes.LETTER)
_SEPARATOR = cython.declare(cython.int, classes.SEPARATOR)
_HOST_BYTES = classes.HOSTS
if cython.compiled:  # noqa: SIM108 - the type makes the difference
    _HOSTS = cython.declare(cython.p_const_uchar, _HOST_BYTES)
else:
    _HOSTS = _HOST_BYTES


@cython.cfunc
@cython.exceptval(check=False)
def usual_name_end(text: Text, i: cython.Py_ssize_t, limit: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where a host's name of the usual form ends; ``i`` if it has another form.

    Letters and digits with single dots and hyphens between them, and no digit at the end: ``Token.name`` accepts all of
    these.
    """
    data: cython.p_const_uchar = text.data
    end: cython.Py_ssize_t = i
    before: cython.int = _SEPARATOR
    twice: cython.int = 0  # has the bit of separators if there are two side by side, even shortly after the end
    first: cython.int
    second: cython.int
    third: cython.int
    fourth: cython.int
    # Four at a time: one branch where it ends.
    while end + 4 <= limit:
        first = _HOSTS[data[end]]
        second = _HOSTS[data[end + 1]]
        third = _HOSTS[data[end + 2]]
        fourth = _HOSTS[data[end + 3]]
        twice |= (before & first) | (first & second) | (second & third) | (third & fourth)
        second &= first
        third &= second
        if not third & fourth & _LETTER:
            end += (first & _LETTER) + (second & _LETTER) + (third & _LETTER)
            break
        before = fourth
        end += 4
    else:
        return i
    text.examined += end - i
    if end >= limit or twice & 2 or _HOSTS[data[end - 1]] == _SEPARATOR:
        return i
    return i if text.flags[data[end - 1]] & _DIGIT else end  # the last label may be a number


@cython.cfunc
@cython.exceptval(check=False)
def ip_literal_end(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the IP-literal (RFC 3986 §3.2.2) at ``i`` ends; -1 if it is not one. The grammar reads the address.

    No further than ``end`` is read.
    """
    j: cython.Py_ssize_t = i + 1
    while j < end and (text.flags[text.data[j]] & (_WORD | _NAME) or text.data[j] == COLON):
        j += 1
    return j + 1 if i + 3 <= j < end and text.data[j] == RIGHT_BRACKET else -1
