"""Character references in text are undone: the loop from ``&`` to ``&``, for :class:`.references.TextDecoder`.

One source, two speeds, as the kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from html.entities import html5
from string import hexdigits
from typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memchr

_MEANT = cython.declare(
    dict, {f"&{name}".encode(): meant.encode() for name, meant in html5.items() if name.endswith(";")}
)
_LEGACY = cython.declare(
    dict, {f"&{name}".encode(): meant.encode() for name, meant in html5.items() if not name.endswith(";")}
)
_LONGEST_LEGACY = cython.declare(cython.Py_ssize_t, max(map(len, _LEGACY)) - 1)
_LONGEST = cython.declare(cython.Py_ssize_t, max(map(len, html5)) + 1)
# What a digit stands for; 99 is none.
_DIGITS = cython.declare(
    bytes, bytes(int(chr(byte), 16) if byte < 0x7F and chr(byte) in hexdigits else 99 for byte in range(256))
)
_LETTERS = cython.declare(bytes, bytes(byte < 0x7F and chr(byte).isalnum() for byte in range(256)))


def undo(
    text: bytes,
    limit: cython.Py_ssize_t,
    spans: list[tuple[int, int]],
    reach: cython.Py_ssize_t,
    line_feed: bytes,
    character: Any,
    reference: Any,
    taken: cython.longlong,
    given: cython.longlong,
    replaced: Any,
) -> tuple[bytes, int, int]:
    """Undo the references that begin before ``limit`` and in none of the ``spans``.

    ``character`` is asked what a number means, or ``reference`` what any means, where they are not HTML's. For each
    that is undone ``replaced`` gets where its characters begin and end in what comes out, where it stood in the source,
    and it; ``taken`` and ``given`` are how much of both came before. Return what comes out, where in ``text`` that
    ends, at the first ``&`` behind the limit or its end, and how many bytes were looked at beside the search.
    """
    data: cython.p_const_uchar = text
    letters: cython.p_const_uchar = _LETTERS
    digits: cython.p_const_uchar = _DIGITS
    size: cython.Py_ssize_t = len(text)
    at: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    kept: cython.Py_ssize_t = 0
    span: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = len(spans)
    first: cython.Py_ssize_t = size + 1
    last: cython.Py_ssize_t = 0
    looked: cython.Py_ssize_t = 0
    parts: list[bytes] = []
    if count:
        first, last = spans[0]
    while True:
        if cython.compiled:
            found: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + at, 38, size - at))
            at = found - data if found != cython.NULL else size
        else:
            at = text.find(b"&", at)
            if at < 0:
                at = size
        while span < count and last <= at:
            span += 1
            if span < count:
                first, last = spans[span]
        if at == size:
            break
        if span < count and first <= at:
            at = last
            continue
        if at >= limit:
            break
        end = at + 1
        stop = at if reference is not None else min(size, at + _LONGEST)
        while end < stop and letters[data[end]]:
            end += 1
        meant: Any = None
        if reference is not None:
            result: Any = reference(text, at, False)
            if result is not None:
                end, text_meant = result
                meant = text_meant.encode() if end - at <= reach else None
        elif end < stop and data[end] == 59:
            end += 1
            meant = _MEANT.get(text[at:end])
        if meant is None and reference is None and end > at + 1:
            # §13.2.5.73: as many characters as make a name that may stand without its semicolon.
            end = min(end, at + 1 + _LONGEST_LEGACY)
            while end > at + 2:
                meant = _LEGACY.get(text[at:end])
                if meant is not None:
                    break
                end -= 1
        elif meant is None and reference is None and end < size and data[end] == 35:
            end += 1
            base: cython.int = 16 if end < size and data[end] | 32 == 120 else 10
            end += base == 16
            stop = min(size, at + reach)
            first_digit: cython.Py_ssize_t = end
            number: cython.longlong = 0
            while end < stop and digits[data[end]] < base:
                number = min(number * base + digits[data[end]], 0x110000)
                end += 1
            if end > first_digit and not (end < size and digits[data[end]] < base):
                if end < size and data[end] == 59:
                    end += 1
                if end - at <= reach:
                    meant = character(number).encode()
        looked += 1
        if meant is None:
            at += 1
            continue
        looked += end - at
        if meant == b"\n":
            meant = line_feed
        if at > kept:
            parts.append(text[kept:at])
            given += at - kept
        parts.append(meant)
        replaced.append((given, given + len(meant), taken + at, text[at:end]))
        given += len(meant)
        kept = at = end
    if at > kept:
        parts.append(text[kept:at])
    return b"".join(parts), at, looked
