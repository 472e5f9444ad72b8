# cython: boundscheck=False, wraparound=False

"""Punycode (RFC 3492), with the same results as Python's codec, which is interpreted.

That codec reads the whole label for each different letter. Here encoding takes as long as sorting, O(n log n), so a
host of any length can be encoded.
"""

# mypy: disable-error-code="untyped-decorator, no-any-return"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_FromKindAndData
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.libc.string import memmove
else:
    from uri_extract._ascii import CAPITAL_A, DIGIT_0, HYPHEN, SMALL_A

# §5: the parameters of Punycode.
_BASE = cython.declare(cython.longlong, 36)
_T_MIN = cython.declare(cython.longlong, 1)
_T_MAX = cython.declare(cython.longlong, 26)
_SKEW = cython.declare(cython.longlong, 38)
_DAMP = cython.declare(cython.longlong, 700)
_INITIAL_BIAS = cython.declare(cython.longlong, 72)
_INITIAL_N = cython.declare(cython.longlong, 0x80)
_LAST = cython.declare(cython.longlong, 0x10FFFF)


def encode(label: str) -> str:
    """Return the Punycode of a label (§6.3), without the prefix ``xn--``.

    Each number counts the positions between one insertion and the next, in passes over the label, one for each code
    point. A tree of sums (Fenwick tree) counts the letters inserted before a position.
    """
    size: cython.Py_ssize_t = len(label)
    if not cython.compiled:
        return _encode(label, size, [0] * (size + 1))
    counts: cython.p_longlong = cython.cast(cython.p_longlong, calloc(size + 1, 8))
    if counts == cython.NULL:
        raise MemoryError
    try:
        return _encode(label, size, counts)
    finally:
        free(counts)


@cython.cfunc
def _encode(label: str, size: cython.Py_ssize_t, sums: cython.p_longlong) -> str:
    letters: list[Any] = []  # code points and positions of the letters to insert
    out: list[Any] = []
    i: cython.Py_ssize_t
    point: cython.longlong
    for i in range(size):
        point = ord(label[i])
        if point < _INITIAL_N:
            out.append(point)
            _insert(sums, size, i)
        else:
            letters.append(point << 32 | i)
    letters.sort()
    inserted: cython.longlong = len(out)
    if out:
        out.append(HYPHEN)
    n: cython.longlong = _INITIAL_N
    bias: cython.longlong = _INITIAL_BIAS
    delta: cython.longlong = 0
    last: cython.longlong = -1
    before: cython.longlong
    first: cython.bint = True
    letter: cython.longlong
    for letter in letters:
        point = letter >> 32
        i = letter & 0xFFFFFFFF
        before = _before(sums, i)
        delta = (inserted + 1) * (point - n) + before - last - 1
        _put(out, delta, bias)
        inserted += 1
        bias = _adapted(delta, inserted, first)
        _insert(sums, size, i)
        n, last, first = point, before, False
    return bytes(out).decode("ascii")


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _insert(sums: cython.p_longlong, size: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.void:
    """Count a position in the tree. Each node has the sum of a range, whose length is the lowest bit of its index."""
    i += 1
    while i <= size:
        sums[i] += 1
        i += i & -i


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _before(sums: cython.p_longlong, i: cython.Py_ssize_t) -> cython.longlong:
    """Return the number of positions before ``i`` that were counted."""
    count: cython.longlong = 0
    while i > 0:
        count += sums[i]
        i &= i - 1
    return count


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _threshold(k: cython.longlong, bias: cython.longlong) -> cython.longlong:
    return _T_MIN if k <= bias + _T_MIN else _T_MAX if k >= bias + _T_MAX else k - bias


@cython.cfunc
@cython.exceptval(check=False)
def _adapted(delta: cython.longlong, points: cython.longlong, first: cython.bint) -> cython.longlong:
    """Return the bias after a number (§6.1); ``points`` is the number of letters so far."""
    k: cython.longlong = 0
    delta = delta // _DAMP if first else delta // 2
    delta += delta // points
    while delta > (_BASE - _T_MIN) * _T_MAX // 2:
        delta //= _BASE - _T_MIN
        k += _BASE
    return k + (_BASE - _T_MIN + 1) * delta // (delta + _SKEW)


@cython.cfunc
@cython.exceptval(-1)
def _put(out: list[Any], number: cython.longlong, bias: cython.longlong) -> cython.int:
    """Append a number as a generalized variable-length integer (§3.3)."""
    k: cython.longlong = _BASE
    digit: cython.longlong
    while True:
        t: cython.longlong = _threshold(k, bias)
        digit = number if number < t else t + (number - t) % (_BASE - t)
        out.append(digit + SMALL_A if digit < 26 else digit - 26 + DIGIT_0)
        if number < t:
            return 0
        number = (number - t) // (_BASE - t)
        k += _BASE


def decode(encoded: bytes) -> str | None:
    """Return the decoded label of Punycode without its prefix (§6.2); None if it is not Punycode.

    The time grows with the square of the length.
    """
    hyphen: cython.Py_ssize_t = encoded.rfind(b"-")
    if not encoded.isascii():
        return None
    if not cython.compiled:
        return _decode(encoded, hyphen, [0] * len(encoded))
    points: cython.p_Py_UCS4 = cython.cast(cython.p_Py_UCS4, calloc(len(encoded) + 1, 4))
    if points == cython.NULL:
        raise MemoryError
    try:
        return _decode(encoded, hyphen, points)
    finally:
        free(points)


@cython.cfunc
def _decode(encoded: bytes, hyphen: cython.Py_ssize_t, points: cython.p_Py_UCS4) -> str | None:
    count: cython.longlong = max(hyphen, 0)
    i: cython.longlong
    for i in range(count):
        points[i] = encoded[i]
    digits: bytes = encoded[hyphen + 1 :].upper()
    size: cython.Py_ssize_t = len(digits)
    at: cython.Py_ssize_t = 0
    n: cython.longlong = _INITIAL_N
    bias: cython.longlong = _INITIAL_BIAS
    first: cython.bint = True
    i = -1
    while at < size:
        # A larger number means a code point beyond the last one.
        largest: cython.longlong = (_LAST + 1) * (count + 1)
        number: cython.longlong = 0
        weight: cython.longlong = 1
        k: cython.longlong = _BASE
        while True:
            if at == size:
                return None
            digit: cython.longlong = digits[at]
            at += 1
            if digit >= CAPITAL_A and digit < CAPITAL_A + 26:
                digit -= CAPITAL_A
            elif digit >= DIGIT_0 and digit < DIGIT_0 + 10:
                digit += 26 - DIGIT_0
            else:
                return None
            number += digit * weight
            if number > largest:
                return None
            t: cython.longlong = _threshold(k, bias)
            if digit < t:
                break
            weight *= _BASE - t
            k += _BASE
        count += 1
        i += number + 1
        n += i // count
        if n > _LAST:
            return None
        i %= count
        if cython.compiled:
            memmove(points + i + 1, points + i, (count - 1 - i) * 4)
            points[i] = n
        else:
            points.insert(i, n)
        bias = _adapted(number, count, first)
        first = False
    if cython.compiled:
        return PyUnicode_FromKindAndData(4, points, count)
    return "".join(map(chr, points[:count]))
