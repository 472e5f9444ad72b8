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
from uri_extract.uri import _backend


@cython.cclass
class Targets:
    """Compute the targets of plain relative references. It remembers what it needs of the last base."""

    def __init__(self) -> None:
        unknown: Any = None
        self.bases = self.base = self.prefix = self.before = self.before_fragment = unknown
        self.rooted = False

    @cython.ccall
    def of(self, reference: str, bases: Any) -> str | None:
        """Return the target of a reference that ``is_plain`` says is relative; None if it has none.

        For most, a part of the base and the reference are concatenated.
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
            elif reference[0] not in ".?":
                target = self.before + reference
        if target is None:
            target = target_of(bases, reference)
        return target

    @cython.cfunc
    @cython.exceptval(-1)
    def know(self, bases: Any) -> cython.int:
        """Learn a base."""
        self.bases = bases
        self.base = bases[0]
        root: Any = None if bases[0] is None else _backend.resolve(bases[0], "/", True)
        self.rooted = root is not None and not root.endswith(":/")  # after an authority
        if self.rooted:
            self.prefix, self.before = root[:-1], _backend.resolve(bases[0], ".", True)
            self.before_fragment = _backend.resolve(bases[0], "", True)
        return 0
