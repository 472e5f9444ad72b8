# cython: nonecheck=True

"""The stored values of an occurrence, for :mod:`uri_extract.rows.stored`."""

# mypy: disable-error-code="attr-defined"
from __future__ import annotations

import cython

from uri_extract._compat._typing import Any

if cython.compiled:
    from cython.cimports.cpython.object import PyTypeObject
    from cython.cimports.uri_extract._compat._cython import release_by_count

# Millions of these are created, and refer only to older objects: the garbage collector need not track them.


@cython.no_gc
@cython.cclass
class Shared:
    """The values that an occurrence shares with others."""

    __slots__ = ("attribute", "bases", "delimiter", "details", "element", "kind", "region", "rel")


@cython.no_gc
@cython.cclass
class Values:
    """The values of an occurrence, by name and, as in a named tuple, in order. Immutable.

    Compiled, numbers are C integers, converted to Python objects on access.
    """

    __slots__ = (
        "own_column", "own_end", "own_line", "own_origin", "own_raw", "own_reference", "own_start", "own_text",
        "shared",
    )  # fmt: skip

    @property
    def reference(self) -> Any:
        """The reference as its author meant it, without white space and wrappers."""
        return self.own_reference

    @property
    def raw(self) -> Any:
        """The source from start to end, as text."""
        return self.own_raw

    @property
    def start(self) -> Any:
        """The offset of its first byte, or in a str of its first character; -1 if unknown."""
        return self.own_start

    @property
    def end(self) -> Any:
        """The offset after its last byte or character."""
        return self.own_end

    @property
    def line(self) -> Any:
        """Its line, from 1."""
        return self.own_line

    @property
    def column(self) -> Any:
        """Its column, from 1."""
        return self.own_column

    @property
    def delimiter(self) -> Any:
        """The delimiter that ends it."""
        return self.shared.delimiter

    @property
    def kind(self) -> Any:
        """Its kind: uri, iri, relative, suffix or namespace."""
        return self.shared.kind

    @property
    def bases(self) -> Any:
        """The base and its source; perhaps also the encoding of queries."""
        return self.shared.bases

    @property
    def element(self) -> Any:
        """Its element in markup; for text, the element that directly contains it."""
        return self.shared.element

    @property
    def attribute(self) -> Any:
        """Its attribute in markup."""
        return self.shared.attribute

    @property
    def text(self) -> Any:
        """The text of a link in markup."""
        return self.own_text

    @property
    def rel(self) -> Any:
        """The attribute rel of a link's element."""
        return self.shared.rel

    @property
    def origin(self) -> Any:
        """Its document."""
        return self.own_origin

    @property
    def details(self) -> Any:
        """Its rare fields."""
        return self.shared.details

    @property
    def region(self) -> Any:
        """The region of the page that contains it."""
        return self.shared.region

    def __len__(self) -> int:
        return 16

    def __getitem__(self, key: Any) -> Any:
        return values_of(self)[key]

    def __iter__(self) -> Any:
        return iter(values_of(self))

    def __hash__(self) -> int:
        return hash(values_of(self))

    def __eq__(self, other: object) -> Any:
        return values_of(self) == as_tuple(other)

    def __ne__(self, other: object) -> Any:
        return values_of(self) != as_tuple(other)

    def __lt__(self, other: object) -> Any:
        return values_of(self) < as_tuple(other)

    def __le__(self, other: object) -> Any:
        return values_of(self) <= as_tuple(other)

    def __gt__(self, other: object) -> Any:
        return values_of(self) > as_tuple(other)

    def __ge__(self, other: object) -> Any:
        return values_of(self) >= as_tuple(other)


@cython.cfunc
def values_of(of: Values) -> tuple[Any, ...]:
    shared: Shared = of.shared
    return (
        of.own_reference, of.own_raw, of.own_start, of.own_end, of.own_line, of.own_column, shared.delimiter,
        shared.kind, shared.bases, shared.element, shared.attribute, of.own_text, shared.rel, of.own_origin,
        shared.details, shared.region,
    )  # fmt: skip


@cython.cfunc
def as_tuple(other: object) -> object:
    return values_of(other) if isinstance(other, Values) else other


def with_values(kind: Any, values: tuple[Any, ...]) -> Any:
    """Return an object of a subclass of :class:`Values` with these values, in order."""
    made: Values = Values.__new__(kind)
    shared: Shared = Shared.__new__(Shared)
    (
        made.own_reference, made.own_raw, made.own_start, made.own_end, made.own_line, made.own_column,
        shared.delimiter, shared.kind, shared.bases, shared.element, shared.attribute, made.own_text, shared.rel,
        made.own_origin, shared.details, shared.region,
    ) = values  # fmt: skip
    made.shared = shared
    return made


def without_collector(kind: Any) -> None:
    """Exclude the objects of a class from garbage collection, as those of :class:`Values` are.

    The class must have no objects and no subclasses yet.
    """
    if cython.compiled:
        release_by_count(cython.cast(cython.pointer(PyTypeObject), kind))
