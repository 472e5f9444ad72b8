"""What modules need of :mod:`typing` when they run: importing that takes as long as importing this package.

Type checkers see the names of :mod:`typing`. At run time annotations are seldom evaluated, and ``object`` is what means
the same as ``Any`` there. A ``NamedTuple`` is like that of :mod:`typing`, but no code is compiled when it is defined,
which takes most of the time of :func:`collections.namedtuple`: most are made of all their values, in order.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO, Final, NamedTuple, NoReturn, Protocol, cast

    __all__ = ["Any", "BinaryIO", "Final", "NamedTuple", "NoReturn", "Protocol", "cast"]
else:
    from operator import itemgetter

    try:
        from _collections import _tuplegetter as _getter  # as collections.namedtuple does
    except ImportError:

        def _getter(index, doc):
            return property(itemgetter(index), doc=doc)

    Any = BinaryIO = Final = NoReturn = Protocol = object

    def cast(kind, value):
        return value

    _new = tuple.__new__

    class _Signature:
        """The signature of a named tuple, for :func:`inspect.signature`."""

        def __get__(self, instance, owner):
            from inspect import signature

            whole = signature(_constructor(owner))
            return whole.replace(parameters=[*whole.parameters.values()][1:])

    class _Record(tuple):
        """What named tuples have in common: see :func:`collections.namedtuple`."""

        __slots__ = ()
        __signature__ = _Signature()

        def __new__(cls, /, *values, **named):
            missing = cls._size - len(values)
            if missing or named:
                if named or not 0 < missing <= len(cls._defaults):
                    return _constructor(cls)(cls, *values, **named)
                values += cls._defaults[len(cls._defaults) - missing :]
            return _new(cls, values)

        @classmethod
        def _make(cls, values):
            made = _new(cls, values)
            if len(made) != cls._size:
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, /, **named):
            made = self._make(map(named.pop, self._fields, self))
            if named:
                raise TypeError(f"Got unexpected field names: {list(named)!r}")
            return made

        __replace__ = _replace

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            values = ", ".join([f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)])
            return f"{type(self).__name__}({values})"

    def _constructor(cls):
        """Return the method that makes a named tuple of values by their names or with defaults; it is compiled once."""
        owner = next(each for each in cls.__mro__ if "_fields" in vars(each))
        if owner.__new__ is not _Record.__new__:
            return owner.__new__
        names = ", ".join(owner._fields)
        code = f"lambda _cls, {names}: _new(_cls, ({names},))"
        made = eval(code, {"_new": _new, "__builtins__": {}, "__name__": owner.__module__})
        made.__name__, made.__qualname__ = "__new__", f"{owner.__qualname__}.__new__"
        made.__annotations__ = owner.__annotations__
        made.__defaults__ = owner._defaults
        owner.__new__ = made
        return made

    class _Maker(type):
        """Makes a named tuple of a class whose fields are its annotations, as :class:`typing.NamedTuple` does."""

        def __new__(cls, name, bases, namespace):
            # The annotations are text: each module has ``from __future__ import annotations``.
            fields = tuple(namespace["__annotations__"])
            defaults = {field: namespace[field] for field in fields if field in namespace}
            if [*defaults] != [*fields[len(fields) - len(defaults) :]]:
                raise TypeError(f"{name}: a field without a default follows one that has a default")
            for index, field in enumerate(fields):
                namespace[field] = _getter(index, f"Alias for field number {index}")
            namespace.setdefault("__doc__", f"{name}({', '.join(fields)})")
            namespace |= {"__slots__": (), "_fields": fields, "__match_args__": fields}
            namespace |= {"_field_defaults": defaults, "_defaults": tuple(defaults.values()), "_size": len(fields)}
            return type(name, (_Record,), namespace)

    _BASE = type.__new__(_Maker, "NamedTuple", (), {})

    def NamedTuple():  # noqa: N802
        """Stand where a base class does (PEP 560)."""

    NamedTuple.__mro_entries__ = lambda _: (_BASE,)
