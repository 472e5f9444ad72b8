"""The module :mod:`re`, imported when a pattern is first used: ``import uri_extract._compat._re as re``.

Importing it, and compiling the patterns of all modules, takes longer than reading a small document.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import *  # noqa: F403
else:
    IGNORECASE, MULTILINE, DOTALL, ASCII = 2, 8, 16, 256

    class compile:  # noqa: N801 - it replaces the function
        """A pattern that is compiled on first use; from then on it has the methods of the compiled pattern."""

        def __init__(self, pattern, flags=0):
            self._arguments = pattern, flags

        def __getattr__(self, name):
            import re

            compiled = re.compile(*self._arguments)
            self.__dict__.update((each, getattr(compiled, each)) for each in dir(compiled) if each[0] != "_")
            return getattr(compiled, name)

    def __getattr__(name):
        import re

        return getattr(re, name)
