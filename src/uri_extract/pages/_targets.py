"""Compute the targets of plain relative references.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.bases import NETWORK, target_of
from uri_extract.uri import _backend

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_DATA
else:
    from uri_extract._ascii import DOT, NUMBER_SIGN, QUESTION_MARK, SLASH


@cython.cclass
class Targets:
    """Computes the targets of plain relative references, and keeps prefixes from the last base."""

    def __init__(self) -> None:
        unknown: Any = None
        self.bases = self.base = self.scheme = self.prefix = self.before = self.above = self.before_fragment = unknown
        self.rooted = self.networked = False
        self.cut = 0

    def of(self, reference: str, bases: Any) -> str | None:
        """Return the target of a relative reference that ``is_plain`` accepts; None if it has no target."""
        if cython.compiled:  # it is ASCII
            data: cython.p_const_uchar = cython.cast(cython.p_const_uchar, PyUnicode_DATA(reference))
        else:
            data = reference.encode()
        before: str | None = self.preceding(data, 0, len(reference), bases)
        if before is not None:
            return before + reference[self.cut :]
        return None if self.base is None else target_of(bases, reference)

    def preceding(
        self, data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, bases: Any
    ) -> Any:  # fmt: skip
        """Return the text before the reference, from ``begin`` to ``end``, in its target; None if it needs more work.

        Set ``cut``: the target does not have the first ``cut`` bytes of the reference.
        """
        if bases is not self.bases:
            self.know(bases)
        self.cut = 0
        if begin == end:
            return None
        if not self.rooted and not (
            self.networked and end - begin > 2 and data[begin] == SLASH and data[begin + 1] == SLASH
        ):
            return None
        i: cython.Py_ssize_t
        for i in range(begin + 1, end):
            if data[i] == DOT and data[i - 1] == SLASH:
                return None
        if data[begin] == SLASH:
            return self.scheme if begin + 1 < end and data[begin + 1] == SLASH else self.prefix
        if data[begin] == NUMBER_SIGN:
            return self.before_fragment
        if data[begin] == QUESTION_MARK:
            return None
        if data[begin] != DOT:
            return self.before
        if end - begin < 3 or data[begin + 1] != DOT or data[begin + 2] != SLASH:
            return None
        self.cut = 3
        return self.above

    def know(self, bases: Any) -> cython.int:
        """Set the prefixes of targets for a base."""
        self.bases = bases
        self.base = bases[0]
        root: Any = None if bases[0] is None else _backend.resolve(bases[0], "/", True)
        self.rooted = root is not None and not root.endswith(":/")  # after an authority
        self.networked = self.base == NETWORK[0]  # a base only for network-path references
        if self.networked:
            self.scheme = self.base
        if self.rooted:
            self.prefix, self.scheme = root[:-1], root[: root.index(":") + 1]
            self.before, self.above = _backend.resolve(bases[0], ".", True), _backend.resolve(bases[0], "..", True)
            self.before_fragment = _backend.resolve(bases[0], "", True)
        return 0
