"""Reference resolution by RFC 3986 §5.2: the target is composed of parts of the base and the reference.

The build compiles this file under the name ``_resolve_c``.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract._ascii import SLASH
    from uri_extract.uri._syntax import buffer_of, read


def resolve(base: str, reference: str, strict: cython.bint) -> str | None:
    """Return the target URI of *reference* against *base*; None if one of them is invalid (RFC 3986 §5.2.2)."""
    given: cython.Py_ssize_t[9]
    row: cython.Py_ssize_t[9]
    start: cython.Py_ssize_t = 0  # the start of the part of the reference that is used
    end: cython.Py_ssize_t  # the end of the part of the base that is used
    path: cython.Py_ssize_t  # the start of the target's path
    if not cython.compiled:
        given, row = [-1] * 9, [-1] * 9
    if not read(reference, row) or not read(base, given) or given[0] < 0:
        return None
    if row[0] >= 0:
        if strict or reference[: row[0]].lower() != base[: given[0]].lower():
            return without_dot_segments(reference, row[5], row[6], row[1] >= 0)
        start = row[0] + 1
    if row[1] >= 0:
        end = given[0] + 1
        path = end + row[5] - start
    elif row[5] == row[6]:
        return base[: given[6] if row[7] > row[6] else given[7]] + reference[start:]
    else:
        end = path = given[5]
        if reference[row[5]] != "/":  # §5.2.3
            end = max(path, base.rfind("/", path, given[6]) + 1)
            if given[1] >= 0 and path == given[6]:
                base, end = base[:end] + "/", end + 1
    target = base[:end] + reference[start:]
    return without_dot_segments(target, path, len(target) - row[8] + row[6], row[1] >= 0 or given[1] >= 0)


def without_dot_segments(text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t, rooted: cython.bint) -> str:
    """Return *text*, ASCII, without dot-segments in its path from *start* to *end* (RFC 3986 §5.2.4).

    *rooted*: an authority precedes the path. Steps 2A and 2D apply only at the start, since 2B, 2C and 2E leave an
    input that is empty or begins with a slash. Kept segments move to the front of the same buffer, so 2C goes back
    over bytes that 2E moved, each once.
    """
    index: cython.Py_ssize_t = start
    size: cython.Py_ssize_t = start
    dot: cython.Py_ssize_t
    after: cython.Py_ssize_t
    if not may_have_dot_segments(text, start, end):
        return text
    while index < end and text[index] == ".":
        after = _after_dots(text, index, end)
        if after < 0:
            break
        index = min(after + 1, end)
    dot = _dot_segment(text, index, end)
    if index == start:
        if dot < 0:
            return text
        index = size = dot
    buffer: bytearray = buffer_of(text)
    while dot >= 0:
        while index < dot:
            buffer[size] = buffer[index]
            size += 1
            index += 1
        index = _after_dots(text, dot + 1, end)
        if index - dot == 3:
            while size > start:
                size -= 1
                if buffer[size] == SLASH:
                    break
        if index == end:
            buffer[size] = SLASH
            size += 1
        dot = _dot_segment(text, index, end)
    result = buffer[:size].decode("ascii") + text[index:]
    return result if rooted or not result.startswith("//", start) else result[:start] + "/." + result[start:]


@cython.cfunc
@cython.exceptval(check=False)
def _dot_segment(text: str, index: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the index of the slash before the next dot-segment, or -1."""
    index = text.find("/.", index, end)
    while index >= 0 and _after_dots(text, index + 1, end) < 0:
        index = text.find("/.", index + 2, end)
    return index


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _after_dots(text: str, index: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the index after the dot-segment whose first dot is at *index*; -1 if the segment is longer."""
    index += 1
    if index < end and text[index] == ".":
        index += 1
    return index if index == end or text[index] == "/" else -1


def may_have_dot_segments(text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the path from *start* to *end* may have a dot-segment; ``/.profile`` is a false alarm."""
    return start < end and (text[start] == "." or text.find("/.", start, end) >= 0)
