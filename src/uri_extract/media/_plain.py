"""Lines are counted, and plain rows become occurrences: those whose reference is the ASCII text from start to end.

Of occurrences, the targets.

One source, two speeds, as the kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.records import Occurrence, target_of
from uri_extract.scan import rows
from uri_extract.uri import _backend
from uri_extract.uri.resolve import known_base

if cython.compiled:
    from cython.cimports.cpython.object import PyTypeObject
    from cython.cimports.cpython.ref import Py_INCREF
    from cython.cimports.cpython.tuple import PyTuple_SET_ITEM
    from cython.cimports.libc.string import memchr
    from cython.cimports.uri_extract.media._memory import PyObject_GC_UnTrack, PyType_GenericAlloc
    from cython.cimports.uri_extract.uri._kernel_c import is_plain

_WIDTH = cython.declare(cython.Py_ssize_t, rows.WIDTH)
_DELIMITERS = cython.declare(cython.longlong, rows.DELIMITERS)
_NAMES = cython.declare(tuple, rows.DELIMITER_NAMES)
_NEW = cython.declare(object, tuple.__new__)
_OCCURRENCE = cython.declare(object, Occurrence)


@cython.cclass
class Lines:
    """Counts the lines of a document: ``number`` is that of the last one, which begins at its byte ``start``."""

    def __init__(self, number: int = 1, start: int = 0, counted: int = 0) -> None:
        self.number = number
        self.start = start
        self.counted = counted

    @cython.ccall
    def count_to(self, window: bytes, offset: cython.longlong, to: cython.Py_ssize_t) -> None:
        """Count the line feeds before ``to``, a place in a window that stands at ``offset`` of the document."""
        seen: cython.Py_ssize_t = max(0, self.counted - offset)
        if seen >= to:
            return
        self.counted = offset + to
        if cython.compiled:
            data: cython.p_const_uchar = window
            while seen < to:
                feed: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + seen, 10, to - seen))
                if feed == cython.NULL:
                    break
                seen = feed - data + 1
                self.number += 1
                self.start = offset + seen
        else:
            last = window.rfind(b"\n", seen, to)
            if last >= 0:
                self.number += window.count(b"\n", seen, last) + 1
                self.start = offset + last + 1


@cython.cfunc
def made(fields: tuple[Any, ...]) -> object:
    """Return the occurrence that has these fields."""
    if not cython.compiled:
        return _NEW(_OCCURRENCE, fields)
    occurrence: object = PyType_GenericAlloc(cython.cast(cython.pointer(PyTypeObject), _OCCURRENCE), len(fields))
    i: cython.Py_ssize_t
    for i in range(len(fields)):  # what is put into a tuple is not counted
        field: object = fields[i]
        Py_INCREF(field)
        PyTuple_SET_ITEM(occurrence, i, field)
    PyObject_GC_UnTrack(occurrence)  # text and numbers: the collector has nothing to look for, however many there are
    return occurrence


@cython.cfunc
@cython.exceptval(check=False)
@cython.inline
def _put(occurrence: object, place: cython.Py_ssize_t, field: object) -> cython.void:
    """Put a field into an occurrence that is being made."""
    Py_INCREF(field)  # what is put into a tuple is not counted
    PyTuple_SET_ITEM(occurrence, place, field)


@cython.cfunc
def made_plain(
    reference: object, raw: object, start: cython.longlong, end: cython.longlong, line: cython.longlong,
    column: cython.longlong, document: object, delimiter: object, kind: object, bases: object, element: object,
    attribute: object, mail: object,
) -> object:  # fmt: skip
    """Return an occurrence of which there is no more to say, without a tuple in between."""
    if not cython.compiled:
        fields = (
            reference, raw, start, end, line, column, document, delimiter, None, None, (), kind, bases, element,
            attribute, None, mail,
        )  # fmt: skip
        return _NEW(_OCCURRENCE, fields)
    occurrence: object = PyType_GenericAlloc(cython.cast(cython.pointer(PyTypeObject), _OCCURRENCE), 17)
    _put(occurrence, 0, reference)
    _put(occurrence, 1, raw)
    _put(occurrence, 2, start)
    _put(occurrence, 3, end)
    _put(occurrence, 4, line)
    _put(occurrence, 5, column)
    _put(occurrence, 6, document)
    _put(occurrence, 7, delimiter)
    _put(occurrence, 8, None)
    _put(occurrence, 9, None)
    _put(occurrence, 10, ())
    _put(occurrence, 11, kind)
    _put(occurrence, 12, bases)
    _put(occurrence, 13, element)
    _put(occurrence, 14, attribute)
    _put(occurrence, 15, None)
    _put(occurrence, 16, mail)
    PyObject_GC_UnTrack(occurrence)
    return occurrence


def occurrences(
    window: bytes,
    table: cython.longlong[::1],
    begin: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    offset: cython.longlong,
    lines: tuple[int, int, int],
    document: object,
    bases: tuple[str | None, str | None],
    found: list[Occurrence],
    mail: object = None,
    delimiter: object = None,
) -> tuple[int, tuple[int, int, int]]:
    """Add to ``found`` what the rows from ``begin`` on are, up to one that is not plain.

    ``offset`` is where ``window`` stands in the document; ``lines`` are the number of a line, where that begins, and
    up to where line feeds were counted. ``mail`` is what mail says of them, ``delimiter`` what stands for those of the
    rows. Return the number of the row that ended it, and the lines counted up to there.
    """
    row: cython.Py_ssize_t = begin
    at: cython.Py_ssize_t
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    counter: Lines = Lines(*lines)
    data: cython.p_const_uchar = window
    while row < count:
        at = row * _WIDTH
        start = table[at]
        counter.count_to(window, offset, start)
        if table[at + 5] or table[at + 3] > _DELIMITERS:
            break
        end = table[at + 1]
        text: str = data[start:end].decode("ascii")
        found.append(made_plain(
            text, text, offset + start, offset + end, counter.number, offset + start - counter.start + 1, document,
            _NAMES[table[at + 3]] if delimiter is None else delimiter, "uri", bases, None, None, mail,
        ))  # fmt: skip
        row += 1
    return row, (counter.number, counter.start, counter.counted)


@cython.cclass
class Targets:
    """Tells the targets of plain relative references, and remembers what it needs of the last base."""

    def __init__(self) -> None:
        unknown: Any = None
        self.bases = self.base = self.prefix = self.before = self.before_fragment = unknown
        self.rooted = self.plain = False

    @cython.ccall
    def of(self, reference: str, bases: Any) -> str | None:
        """Return the target of a reference that ``is_plain`` says is relative; None where it has none.

        Most need no more than to be put behind a part of their base.
        """
        if bases is not self.bases:
            self.know(bases)
        if self.base is None:
            return None
        target: str | None = None
        if self.rooted and reference and "/." not in reference:
            if reference[0] == "/":
                if not reference.startswith("//"):
                    target = self.prefix + reference
            elif reference[0] == "#":
                target = self.before_fragment + reference
            elif self.plain and reference[0] not in ".?":
                target = self.before + reference
        if target is None:
            target = target_of(bases, reference)
        return target

    @cython.cfunc
    @cython.exceptval(-1)
    def know(self, bases: Any) -> cython.int:  # a tuple, or more than one: XML has them
        """Learn a base."""
        self.bases = bases
        self.base = bases[0]
        given: Any = None if bases[0] is None else known_base(bases[0])
        self.rooted = given is not None and given.rooted
        if self.rooted:
            self.plain, self.prefix, self.before = given.plain, given.prefix, given.before
            self.before_fragment = given.before_fragment
        return 0


def targets(found: list[Occurrence]) -> list[str]:
    """Return the targets of occurrences; of one that has none, its reference. Most are URIs as they stand."""
    out: list[str] = []
    relative: Targets = Targets()
    fields: tuple[Any, ...]
    for item in found:
        fields = cython.cast(tuple, item) if cython.compiled else item
        reference: str = fields[0]
        kind: str = fields[11]
        if kind == "relative" and fields[12][0] is None:
            out.append(reference)
            continue
        told: cython.int = is_plain(reference) if cython.compiled else _backend.is_plain(reference)
        if kind == "uri" and told == 2:
            out.append(reference)
        elif kind == "relative" and told == 1:
            out.append(relative.of(reference, fields[12]) or reference)
        else:
            out.append(item.target or reference)
    return out
