"""The fields of a header, those that matter here: bytes in, rows out (:mod:`uri_extract.media.mail.fields`).

One source, two speeds, as the scanner's kernel has it (:mod:`uri_extract.scan._kernel`). Nothing is decoded, and no
byte is looked at again but those of a field that was not whole.
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.mail import fields as rows

if cython.compiled:
    from cython.cimports.libc.string import memchr

_WIDTH = cython.declare(cython.Py_ssize_t, rows.WIDTH)
_ROWS = cython.declare(cython.Py_ssize_t, rows.ROWS)
_LONGEST_NAME = cython.declare(cython.Py_ssize_t, rows.LONGEST_NAME)
_FOLDED = cython.declare(cython.longlong, rows.FOLDED)
_COLON = cython.declare(cython.longlong, rows.COLON)
_ENCODED = cython.declare(cython.longlong, rows.ENCODED)
_LINE = cython.declare(cython.Py_ssize_t, rows.LINE)
_IDENTIFIERS = cython.declare(cython.int, rows.IDENTIFIERS)
_OVER = cython.declare(cython.int, rows.OVER)
_MORE = cython.declare(cython.int, rows.MORE)
_FULL = cython.declare(cython.int, rows.FULL)
_KINDS = cython.declare(dict, rows.NAMES)
_LONGEST_KIND = cython.declare(cython.Py_ssize_t, max(map(len, rows.NAMES)))
# First letters and lengths of their names: few others have both.
_ALL_SHAPES = cython.declare(bytes, rows.shapes(rows.NAMES))
_SHAPES = cython.declare(bytes, rows.shapes([name for name, kind in rows.NAMES.items() if kind < rows.FROM]))


def fields(
    window: bytes,
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    every: cython.bint,
    described: cython.bint,
    final: cython.bint,
    table: cython.longlong[::1],
) -> tuple[int, int, int]:
    """Read the header that stands from ``begin`` to ``end``: write a row for each field that matters.

    ``every`` field does, if that is set, but those that hold identifiers; so do those that say where records come from,
    if ``described`` is; ``final``: nothing follows. Return how many
    rows were written, where reading goes on, and what it ended with. A line that is no field ends the header (it is
    the body's first), an empty one as well.
    """
    data: cython.p_const_uchar = window
    shapes: cython.p_const_uchar = _ALL_SHAPES if described else _SHAPES
    i: cython.Py_ssize_t = begin
    j: cython.Py_ssize_t
    name_end: cython.Py_ssize_t
    value: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    following: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    bits: cython.longlong
    kind: cython.int
    byte: cython.int
    at: cython.Py_ssize_t
    while True:
        if i >= end:
            return count, i, _OVER if final else _MORE
        if count == _ROWS:
            return count, i, _FULL
        byte = data[i]
        if byte == 10:
            return count, i + 1, _OVER
        if byte == 13:
            if i + 1 == end and not final:
                return count, i, _MORE
            return count, i + 2 if i + 1 < end and data[i + 1] == 10 else i, _OVER
        bits = kind = 0
        name_end = value = i
        if byte == 32 or byte == 9:  # goes on with a field that is not there
            kind = _IDENTIFIERS
        else:
            j = i
            stop = min(end, i + _LONGEST_NAME)
            while j < stop and 33 <= data[j] <= 126 and data[j] != 58:
                j += 1
            name_end = j
            while j < stop and (data[j] == 32 or data[j] == 9):  # RFC 5322 §4.5.8
                j += 1
            if j == end and not final:
                return count, i, _MORE
            if j < end and data[j] == 58 and not (byte == 45 and data[i + 1] == 45):  # a boundary may have colons
                value = j + 1
            elif j < end and j < stop and j > name_end and window[i:name_end] in (b"From", b">From"):
                kind = _IDENTIFIERS  # an mbox's envelope that was left
            else:
                return count, i, _OVER
        j = value
        while True:
            if cython.compiled:
                feed: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + j, 10, end - j))
                stop = feed - data if feed != cython.NULL else end
            else:
                stop = window.find(b"\n", j, end)
                stop = end if stop < 0 else stop
            if stop + 1 >= end:
                if not final:
                    return count, i, _MORE
                following = end
                break
            following = stop + 1
            byte = data[following]
            if byte != 32 and byte != 9:
                break
            bits |= _FOLDED
            j = following
        if stop > value and data[stop - 1] == 13:
            stop -= 1
        if kind == 0 and name_end - i <= _LONGEST_KIND and shapes[(data[i] & 31) * 64 + name_end - i]:
            kind = _KINDS.get(window[i:name_end].lower(), 0)
        if kind != _IDENTIFIERS:
            bits |= _holds(window, data, value, stop)
            if kind or every or bits & (_COLON | _ENCODED):
                at = count * _WIDTH
                table[at] = i
                table[at + 1] = name_end
                table[at + 2] = value
                table[at + 3] = stop
                table[at + 4] = bits | kind
                count += 1
        i = following


@cython.cfunc
@cython.exceptval(check=False)
def _holds(
    window: bytes, data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.longlong:
    """Tell whether a scheme may stand there, and an encoded word."""
    bits: cython.longlong = 0
    i: cython.Py_ssize_t = begin
    before: cython.int
    if not cython.compiled:
        if window.find(b"=?", begin, end) >= 0:
            bits |= _ENCODED
    else:
        while True:  # few fields have a question mark
            mark: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + i, 63, end - i))
            if mark == cython.NULL:
                break
            i = mark - data
            if i > begin and data[i - 1] == 61:
                bits |= _ENCODED
                break
            i += 1
    i = begin
    while True:
        if cython.compiled:
            colon: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + i, 58, end - i))
            if colon == cython.NULL:
                return bits
            i = colon - data
        else:
            i = window.find(b":", i, end)
            if i < 0:
                return bits
        before = data[i - 1] | 32
        if i + 1 < end and data[i + 1] != 32 and data[i + 1] != 9 and (97 <= before <= 122 or data[i + 1] == 47):
            return bits | _COLON
        i += 1


def find(window: bytes, needle: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Do as ``window.find(needle, begin, end)``, where few places have the first byte of ``needle``: much faster."""
    if not cython.compiled:
        return window.find(needle, begin, end)
    data: cython.p_const_uchar = window
    wanted: cython.p_const_uchar = needle
    size: cython.Py_ssize_t = len(needle)
    last: cython.Py_ssize_t = min(end, len(window)) - size + 1
    i: cython.Py_ssize_t = max(0, begin)
    k: cython.Py_ssize_t
    while i < last:
        place: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + i, wanted[0], last - i))
        if place == cython.NULL:
            return -1
        i = place - data
        k = 1
        while k < size and data[i + k] == wanted[k]:
            k += 1
        if k == size:
            return i
        i += 1
    return -1


def next_line(window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the next line begins, behind a line feed at ``begin`` or after it, that matters to who cuts an mbox.

    Such a line begins with ``From``, or with ``Content-L`` in any case; -1 where none does before ``end``, at least
    :data:`~uri_extract.media.mail.fields.LINE` bytes from it.
    """
    data: cython.p_const_uchar = window
    last: cython.Py_ssize_t = min(end, len(window)) - _LINE
    i: cython.Py_ssize_t = max(0, begin)
    while i < last:
        if cython.compiled:
            feed: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + i, 10, last - i))
            if feed == cython.NULL:
                return -1
            i = feed - data + 1
        else:
            i = window.find(b"\n", i, last) + 1
            if i == 0:
                return -1
        if data[i] == 70:
            if data[i + 1] == 114 and data[i + 2] == 111 and data[i + 3] == 109:
                return i
        elif data[i] | 32 == 99 and data[i + 7] == 45 and window[i : i + 9].lower() == b"content-l":
            return i
    return -1
