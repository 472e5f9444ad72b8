"""What modules need of :mod:`typing` when they run: importing that takes as long as importing this package.

Type checkers see the names of :mod:`typing`. At run time annotations are seldom evaluated, and ``object`` is what means
the same as ``Any`` there. :class:`NamedTuple` makes classes as that of :mod:`typing` does, in a sixth of the time.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO, Final, NamedTuple, NoReturn, Protocol, cast

    __all__ = ["Any", "BinaryIO", "Final", "NamedTuple", "NoReturn", "Protocol", "cast"]
else:
    from _collections import _tuplegetter

    Any = BinaryIO = Final = NoReturn = Protocol = object

    def cast(kind, value):
        return value

    class _NamedTupleMeta(type):
        """Makes a class whose fields are its annotations, which ``from __future__ import annotations`` leaves text."""

        def __new__(cls, name, bases, namespace):
            if bases[0].__bases__ != (tuple,):  # NamedTuple itself, or a class of a class that it made
                return super().__new__(cls, name, bases, namespace)
            fields = tuple(namespace["__annotations__"])
            defaults = {field: namespace.pop(field) for field in fields if field in namespace}
            getters = {field: _tuplegetter(at, f"Alias for field number {at}") for at, field in enumerate(fields)}
            own = {"__slots__": (), "__match_args__": fields, "_fields": fields, "_field_defaults": defaults}
            own["__doc__"] = f"{name}({', '.join(fields)})"
            return super().__new__(cls, name, bases, {**own, **namespace, **getters})

        @property
        def __signature__(cls):
            """None: :func:`inspect.signature` looks at the constructor, which is written now."""
            _write_new(cls)

    def _write_new(kind):
        """Write the constructor of a class, and return it."""
        made = next(each for each in kind.__mro__ if "_fields" in vars(each))
        if "__new__" not in vars(made):
            names = ", ".join(made._fields)
            new = eval(f"lambda _cls, {names}: _new(_cls, ({names},))", {"_new": tuple.__new__})
            new.__defaults__ = tuple(made._field_defaults.values())
            new.__annotations__ = made.__annotations__
            new.__name__ = "__new__"
            new.__qualname__ = f"{made.__qualname__}.__new__"
            new.__module__ = made.__module__
            made.__new__ = staticmethod(new)
        return made.__new__

    class NamedTuple(tuple, metaclass=_NamedTupleMeta):
        """A tuple with names for its values."""

        __slots__ = ()

        def __new__(cls, *values, **named):
            """Write the constructor of the class when it is first called: few classes of a run have instances."""
            return _write_new(cls)(cls, *values, **named)

        @classmethod
        def _make(cls, values):
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, **named):
            made = tuple.__new__(type(self), map(named.pop, self._fields, self))
            if named:
                error = TypeError if sys.version_info >= (3, 13) else ValueError
                raise error(f"Got unexpected field names: {list(named)!r}")
            return made

        __replace__ = _replace  # what copy.replace() calls, from Python 3.13 on

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            shown = (f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({', '.join(shown)})"

        def __getnewargs__(self):
            return tuple(self)
