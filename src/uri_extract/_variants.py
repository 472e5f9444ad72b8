"""The variants of a kernel: a Python file runs as it is, and compiled under a second name where it was built."""

from __future__ import annotations

import os
from contextlib import suppress
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def pure() -> bool:
    """Whether the environment asks for what runs as it is: ``URI_EXTRACT_PURE=1``."""
    return os.environ.get("URI_EXTRACT_PURE", "0") not in ("", "0")


class Variants(dict[str, "Any"]):
    """A kernel's class by the names of its variants; the first is in use, the other is imported when it is asked for.

    ``"compiled"`` is there where ``compiled`` asks for it and it was built, ``"interpreted"`` always.
    """

    def __init__(self, module: str, name: str, *, compiled: bool) -> None:
        super().__init__()
        self._module, self._name = module, name
        if compiled:
            with suppress(ImportError):
                self["compiled"] = getattr(import_module(f"{module}_c"), name)
        if not self:
            self["interpreted"]

    def __missing__(self, variant: str) -> Any:
        if variant != "interpreted":
            raise KeyError(variant)
        self[variant] = getattr(import_module(self._module), self._name)
        return self[variant]

    @property
    def in_use(self) -> Any:
        """The class that runs."""
        return next(iter(self.values()))

    def like(self, compiled: bool) -> Any:
        """Return the class that runs beside another that is ``compiled``, or beside one that is not."""
        return self.in_use if compiled else self["interpreted"]
