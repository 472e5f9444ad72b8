"""What modules need of :mod:`contextlib` at start-up: importing that, with its twenty classes, takes as long as reading
a document.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import contextmanager, suppress

    __all__ = ["contextmanager", "suppress"]
else:

    class suppress:  # noqa: N801 - as there
        """Drop exceptions of these classes."""

        def __init__(self, *classes):
            self._classes = classes

        def __enter__(self):
            pass

        def __exit__(self, kind, error, traceback):
            return kind is not None and issubclass(kind, self._classes)

    def contextmanager(function):
        """Return a function as that of :mod:`contextlib` does, which is imported with the first call."""

        def made(*arguments, **named):
            from contextlib import contextmanager

            return contextmanager(function)(*arguments, **named)

        made.__doc__ = function.__doc__
        return made
