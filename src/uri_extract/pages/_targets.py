"""Targets of plain relative references.

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.bases import target_of
from uri_extract.uri.resolve import known_base

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_DATA
else:
    from uri_extract._ascii import DOT, NUMBER_SIGN, QUESTION_MARK, SLASH


@cython.cclass
class Targets:
    """Compute the targets of plain relative references. It remembers what it needs of the last base."""

    def __init__(self) -> None:
        unknown: Any = None
        self.bases = self.base = self.scheme = self.prefix = self.before = self.above = self.before_fragment = unknown
        self.rooted = self.plain = False
        self.cut = 0

    @cython.ccall
    def of(self, reference: str, bases: Any) -> str | None:
        """Return the target of a reference that ``is_plain`` says is relative; None if it has none."""
        if cython.compiled:  # it is ASCII
            data: cython.p_const_uchar = cython.cast(cython.p_const_uchar, PyUnicode_DATA(reference))
        else:
            data = reference.encode()
        before: str | None = self.preceding(data, 0, len(reference), bases)
        if before is not None:
            return before + reference[self.cut :]
        return None if self.base is None else target_of(bases, reference)

    @cython.cfunc
    def preceding(
        self, data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, bases: Any
    ) -> Any:  # fmt: skip
        """Return what precedes such a reference, from ``begin`` to ``end``, in its target; None if that is not all.

        The first ``cut`` bytes of the reference are left out there.
        """
        if bases is not self.bases:
            self.know(bases)
        self.cut = 0
        if not self.rooted or begin == end:
            return None
        i: cython.Py_ssize_t
        for i in range(begin + 1, end):
            if data[i] == DOT and data[i - 1] == SLASH:
                return None
        if data[begin] == SLASH:
            return self.scheme if begin + 1 < end and data[begin + 1] == SLASH else self.prefix
        if data[begin] == NUMBER_SIGN:
            return self.before_fragment
        if not self.plain or data[begin] == QUESTION_MARK:
            return None
        if data[begin] != DOT:
            return self.before
        if end - begin < 3 or data[begin + 1] != DOT or data[begin + 2] != SLASH:
            return None
        self.cut = 3
        return self.above

    @cython.cfunc
    @cython.exceptval(-1)
    def know(self, bases: Any) -> cython.int:
        """Learn a base."""
        self.bases = bases
        self.base = bases[0]
        given: Any = None if bases[0] is None else known_base(bases[0])
        self.rooted = given is not None and given.rooted
        if self.rooted:
            self.plain, self.prefix, self.before = given.plain, given.prefix, given.before
            self.above, self.before_fragment = given.above, given.before_fragment
            self.scheme = self.prefix[: self.prefix.index(":") + 1]
        return 0
