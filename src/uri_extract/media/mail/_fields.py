"""Find the fields of a header that matter here (:mod:`uri_extract.media.mail.fields`), one after the other.

Nothing is decoded, and no byte is read twice except those of an incomplete field.
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.mail.fields import IN_NAME, KINDS_OF_NAMES, NUMBERS, TABLE

if cython.compiled:
    from cython.cimports.libc.string import memchr
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        CARRIAGE_RETURN, COLON, HYPHEN, LINE_FEED, QUESTION_MARK, SLASH, SMALL_A, SMALL_Z, SPACE, TAB,
    )  # fmt: skip
    from uri_extract.media.mail import fields
    from uri_extract.pages._bytes import find, next_byte

_NUMBERS = cython.declare(bytes, NUMBERS)
_NAMES = cython.declare(bytes, TABLE)
_KINDS = cython.declare(bytes, KINDS_OF_NAMES)
_IN_NAME = cython.declare(bytes, IN_NAME)


class Fields:
    """The current field: its name from ``name`` to ``name_end``, its value from ``value`` to ``stop``, no line break.

    ``bits`` are its kind and properties (:mod:`uri_extract.media.mail.fields`); ``after`` is the place where reading
    continues.
    """

    def __init__(self) -> None:
        self.name = self.name_end = self.value = self.stop = self.after = self.bits = 0

    def next_field(
        self, window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, every: cython.bint,
        described: cython.bint, final: cython.bint,
    ) -> cython.int:  # fmt: skip
        """Find the next field that matters in the header from ``begin`` to ``end``; return FIELD, OVER or MORE.

        A field matters if a reference may be in it, or if it describes the part; if ``every``, all do except those of
        identifiers. The fields that say where records come from count if ``described``. ``final``: nothing follows. The
        header ends at an empty line, or at a line that is not a field, which is the first of the body.
        """
        data: cython.p_const_uchar = window
        in_name: cython.p_const_uchar = _IN_NAME
        i: cython.Py_ssize_t = begin
        name_end: cython.Py_ssize_t
        value: cython.Py_ssize_t
        bits: cython.int
        kind: cython.int
        while True:
            self.after = i
            if i >= end:
                return fields.OVER if final else fields.MORE
            byte: cython.int = data[i]
            if byte == LINE_FEED:
                self.after = i + 1
                return fields.OVER
            if byte == CARRIAGE_RETURN:
                if i + 1 == end and not final:
                    return fields.MORE
                self.after = i + 2 if i + 1 < end and data[i + 1] == LINE_FEED else i
                return fields.OVER
            bits = kind = 0
            name_end = value = i
            if byte in (SPACE, TAB):  # continues a field that is missing
                kind = fields.IDENTIFIERS
            else:
                j: cython.Py_ssize_t = i
                stop: cython.Py_ssize_t = min(end, i + fields.LONGEST_NAME)
                while j < stop and in_name[data[j]]:
                    j += 1
                name_end = j
                while j < stop and (data[j] == SPACE or data[j] == TAB):  # RFC 5322 §4.5.8
                    j += 1
                if j == end and not final:
                    return fields.MORE
                if (
                    j < end and data[j] == COLON and not (byte == HYPHEN and data[i + 1] == HYPHEN)
                ):  # a boundary may contain colons
                    value = j + 1
                elif j < end and j < stop and j > name_end and data[i:name_end] in (b"From", b">From"):
                    kind = fields.IDENTIFIERS  # the envelope of an mbox that was not removed
                else:
                    return fields.OVER
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
                        return fields.MORE
                    following: cython.Py_ssize_t = end
                    break
                following = stop + 1
                byte = data[following]
                if byte != SPACE and byte != TAB:
                    break
                bits |= fields.FOLDED
                j = following
            if stop > value and data[stop - 1] == CARRIAGE_RETURN:
                stop -= 1
            if kind == 0:
                kind = _kind_of(data, i, name_end)
                if kind >= fields.FROM and not described and stop - i <= limits.MAX_FIELD:
                    kind = 0
            if kind != fields.IDENTIFIERS:
                bits |= _holds(window, data, value, stop)
                if kind or every or bits & (fields.COLON | fields.ENCODED):
                    self.name, self.name_end, self.value, self.stop = i, name_end, value, stop
                    self.bits = bits | kind
                    self.after = following
                    return fields.FIELD
            i = following


@cython.cfunc
@cython.exceptval(check=False)
def _kind_of(data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    """Return the kind of the field with that name, OTHER for most."""
    size: cython.Py_ssize_t = end - begin
    k: cython.Py_ssize_t
    if size < 2 or size > 63:
        return 0
    number: cython.Py_ssize_t = _NUMBERS[((data[begin] ^ data[end - 2]) & 31) * 64 + size]
    kind: cython.int = _KINDS[number]
    for k in range(size if kind else 0):
        if data[begin + k] | 32 != _NAMES[64 * number + k]:
            return 0
    return kind


def may_hold_scheme(value: bytes) -> cython.bint:
    """Return True if a decoded value may contain a scheme, by the rule of :attr:`~.fields.COLON`."""
    data: bytes = b":" + value  # the field's name ends with the colon
    return _holds(data, data, 1, len(data)) & fields.COLON != 0


@cython.cfunc
@cython.exceptval(check=False)
def _holds(window: bytes, data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    """Return COLON if a value may contain a scheme, combined with ENCODED if it may contain an encoded word."""
    i: cython.Py_ssize_t = begin
    bits: cython.int = 0
    # Few fields contain a question mark.
    if next_byte(window, QUESTION_MARK, begin, end) >= 0 and find(window, b"=?", begin, end) >= 0:
        bits = fields.ENCODED
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
        before: cython.int = data[i - 1] | 32
        i += 1
        if i < end and data[i] != SPACE and data[i] != TAB and (SMALL_A <= before <= SMALL_Z or data[i] == SLASH):
            return bits | fields.COLON
