"""The stored values of an occurrence, with names and an order as in a named tuple."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final
from uri_extract.rows._stored import with_values as with_values
from uri_extract.rows.details import NO_DETAILS, NO_ORIGIN

if TYPE_CHECKING:
    from collections.abc import Iterable
    from dataclasses import dataclass
    from typing import Self

    from uri_extract.rows.details import Details, Origin

    @dataclass(frozen=True, init=False, eq=False)
    class Values(Sequence[Any]):
        """The kernel's class, for type checkers, which do not understand its decorators."""

        reference: str
        raw: str
        start: int
        end: int
        line: int
        column: int
        delimiter: str
        kind: str
        bases: tuple[str | None, ...]
        element: str | None
        attribute: str | None
        text: str | None
        rel: str | None
        origin: Origin
        details: Details
        region: str | None

        def __len__(self) -> int: ...

        def __getitem__(self, key: Any) -> Any: ...

        def __lt__(self, other: Values) -> bool: ...

        def __le__(self, other: Values) -> bool: ...

        def __gt__(self, other: Values) -> bool: ...

        def __ge__(self, other: Values) -> bool: ...
else:
    from uri_extract.rows._stored import Values

_NO_BASES: Final = (None, None)


class Stored(Values):
    """A sequence of the stored values. Immutable; two are equal if all their values are."""

    __slots__ = ()
    __match_args__ = (
        "reference", "raw", "start", "end", "line", "column", "delimiter", "kind", "bases", "element", "attribute",
        "text", "rel", "origin", "details", "region",
    )  # fmt: skip
    _fields: tuple[str, ...] = __match_args__

    def __new__(
        cls, reference: str, raw: str, start: int, end: int, line: int, column: int, delimiter: str, kind: str,
        bases: tuple[str | None, ...] = _NO_BASES, element: str | None = None, attribute: str | None = None,
        text: str | None = None, rel: str | None = None, origin: Origin = NO_ORIGIN, details: Details = NO_DETAILS,
        region: str | None = None,
    ) -> Self:  # fmt: skip
        """Return an object with these values."""
        places = index(start), index(end), index(line), index(column)
        more = delimiter, kind, bases, element, attribute, text, rel, origin, details, region
        made: Self = with_values(cls, (reference, raw, *places, *more))
        return made

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Self:
        """Return an object with these values, in order."""
        return cls(*values)

    def _replace(self, **values: Any) -> Self:
        """Return a copy with these values changed."""
        return type(self)(**{**self._asdict(), **values})

    __replace__ = _replace

    def _asdict(self) -> dict[str, Any]:
        """Return the values by name, in order."""
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._asdict().items())})"

    def __add__(self, other: tuple[Any, ...]) -> tuple[Any, ...]:
        return (*self, *other)

    def __radd__(self, other: tuple[Any, ...]) -> tuple[Any, ...]:
        return (*other, *self)

    def __reduce__(self) -> tuple[Any, ...]:
        from copyreg import __newobj__  # type: ignore[attr-defined]

        return __newobj__, (type(self), *self), getattr(self, "__dict__", None)

    if not TYPE_CHECKING:
        count, index = Sequence.count, Sequence.index


Sequence.register(Stored)
