"""What modules need of :mod:`typing` when they run: importing that takes as long as importing this package.

Type checkers see the names of :mod:`typing`. At run time annotations are never evaluated, so most of them mean nothing;
:class:`NamedTuple` makes classes as that of :mod:`typing` does, in a sixth of the time.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO, Final, NamedTuple, NoReturn, Protocol, cast

    __all__ = ["Any", "BinaryIO", "Final", "NamedTuple", "NoReturn", "Protocol", "cast"]
else:
    from _collections import _tuplegetter

    Any = BinaryIO = Final = NoReturn = None
    Protocol = object

    def cast(kind, value):
        return value

    class _NamedTupleMeta(type):
        """Makes a class whose fields are its annotations."""

        def __new__(cls, name, bases, namespace):
            if bases[0].__bases__ != (tuple,):  # NamedTuple itself, or a class of a class that it made
                return super().__new__(cls, name, bases, namespace)
            fields = tuple(namespace["__annotations__"])
            defaults = {field: namespace.pop(field) for field in fields if field in namespace}
            getters = {field: _tuplegetter(index, "") for index, field in enumerate(fields)}
            own = {"__slots__": (), "__match_args__": fields, "_fields": fields, "_field_defaults": defaults}
            return super().__new__(cls, name, bases, {**namespace, **getters, **own})

    class NamedTuple(tuple, metaclass=_NamedTupleMeta):
        """A tuple with names for its values."""

        __slots__ = ()

        def __new__(cls, *values, **named):
            """Write the constructor of the class when it is first called: few classes of a run have instances."""
            names = ", ".join(cls._fields)
            new = eval(f"lambda _cls, {names}: _new(_cls, ({names},))", {"_new": tuple.__new__})
            new.__defaults__ = tuple(cls._field_defaults.values())
            new.__name__ = "__new__"
            new.__qualname__ = f"{cls.__qualname__}.__new__"
            next(each for each in cls.__mro__ if "_fields" in vars(each)).__new__ = staticmethod(new)
            return new(cls, *values, **named)

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, **named):
            values = tuple.__new__(type(self), map(named.pop, self._fields, self))
            if named:
                raise TypeError(f"{type(self).__name__} has no field {', '.join(named)}")
            return values

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            shown = (f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({', '.join(shown)})"

        def __getnewargs__(self):
            return tuple(self)
