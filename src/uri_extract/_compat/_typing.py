"""A replacement for :mod:`typing` at run time: importing that takes as long as importing this package.

Type checkers see the names of :mod:`typing`. At run time annotations are rarely evaluated, and ``object`` serves as
``Any``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO, Final, NamedTuple, NoReturn, Protocol, cast

    __all__ = ["Any", "BinaryIO", "Final", "NamedTuple", "NoReturn", "Protocol", "cast"]
else:
    from collections import namedtuple

    Any = BinaryIO = Final = NoReturn = Protocol = object

    def cast(kind, value):
        return value

    class _Maker(type):
        """Creates a named tuple from a class with annotated fields, as :class:`typing.NamedTuple` does."""

        def __new__(cls, name, bases, namespace):
            fields = namespace["__annotations__"]  # text: each module has ``from __future__ import annotations``
            defaults = [namespace[field] for field in fields if field in namespace]
            made = namedtuple(name, fields, defaults=defaults, module=namespace["__module__"])
            made.__annotations__ = made.__new__.__annotations__ = fields
            for each in namespace.keys() - fields - _OWN:
                setattr(made, each, namespace[each])
            return made

    _OWN = {"__annotations__", "__classcell__", "__module__"}
    _BASE = type.__new__(_Maker, "NamedTuple", (), {})

    def NamedTuple():  # noqa: N802
        """Serve as a base class (PEP 560)."""

    NamedTuple.__mro_entries__ = lambda _: (_BASE,)
