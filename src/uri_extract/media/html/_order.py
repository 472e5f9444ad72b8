"""What was found in markup and in text becomes one list, by its place: see :class:`.scanner.HtmlScanner`.

One source, two speeds, as the kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.records import Occurrence, Problem

if cython.compiled:
    from cython.cimports.uri_extract.media._plain_c import made
else:
    from uri_extract.media._plain import made

_OCCURRENCE = cython.declare(object, Occurrence)
_PROBLEM = cython.declare(object, Problem)


@cython.cfunc
@cython.exceptval(-1, check=True)
@cython.inline
def _start(item: Any) -> cython.longlong:
    """Return where it begins: an occurrence, a problem or a marker."""
    place: cython.int
    if item.__class__ is _OCCURRENCE:
        place = 2
    elif item.__class__ is _PROBLEM:
        place = 1
    else:
        return item.start
    return cython.cast(tuple, item)[place] if cython.compiled else item[place]


def start_of(item: Any) -> int:
    """Return where it begins: an occurrence, a problem or a marker."""
    return int(_start(item))


def sort(items: list[Any]) -> None:
    """Order them by their places. Most are ordered, and that is seen at a glance."""
    last: cython.longlong = 0
    start: cython.longlong
    for item in items:
        start = _start(item)
        if start < last:
            items.sort(key=start_of)
            return
        last = start


def first_relative(items: list[Any]) -> int:
    """Return the number of the first of these occurrences that is relative; how many there are where none is."""
    at: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = len(items)
    while at < count:
        kind: object = cython.cast(tuple, items[at])[11] if cython.compiled else items[at][11]
        if kind == "relative":
            break
        at += 1
    return int(at)


def before(items: list[Any], place: cython.longlong) -> int:
    """Return how many of them, which are ordered, begin before that place."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = len(items)
    middle: cython.Py_ssize_t
    while low < high:
        middle = (low + high) // 2
        if _start(items[middle]) < place:
            low = middle + 1
        else:
            high = middle
    return int(low)


def merged(
    marked: list[Any],
    texts: list[Any],
    elements: list[tuple[int, int, str]],
    css: list[tuple[int, int]],
    css_end: cython.longlong,
) -> tuple[list[Any], int, bool]:
    """Return both by their places, those of text with their elements, which are told by the spans ``elements``.

    Left out of ``texts`` is what style sheets have too: the places of their references are ``css``, and those that were
    passed are taken out of it; the one before them ends at ``css_end``. Return also where the last of them ends, and
    whether there are problems in ``texts``.
    """
    found: list[Any] = []
    at: cython.Py_ssize_t = 0
    taken: cython.Py_ssize_t = 0
    passed: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = len(marked)
    spans: cython.Py_ssize_t = len(elements)
    sheets: cython.Py_ssize_t = len(css)
    start: cython.longlong
    problems: cython.bint = False
    for item in texts:
        start = _start(item)
        while taken < count and _start(marked[taken]) <= start:
            found.append(marked[taken])
            taken += 1
        if item.__class__ is _OCCURRENCE:
            while passed < sheets and css[passed][0] <= start:
                css_end = css[passed][1]
                passed += 1
            if start < css_end:
                continue
            while at < spans and elements[at][1] <= start:
                at += 1
            if at < spans and elements[at][0] <= start:
                item = made((*item[:13], elements[at][2], *item[14:]))
        else:
            problems = True
        found.append(item)
    del css[:passed]
    return found + marked[taken:], int(css_end), bool(problems)
