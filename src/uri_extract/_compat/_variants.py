"""The variants of a kernel: the interpreted Python file, and its compiled form under a second name (``_c``), if built.

``URI_EXTRACT_PURE=1`` in the environment turns the compiled variants off.
"""

from __future__ import annotations

import os
import sys
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Any


def import_module(name: str) -> Any:
    """Return a module by its full name, as :func:`importlib.import_module`, whose own import is slow."""
    __import__(name)
    return sys.modules[name]


def is_pure() -> bool:
    """Return True if the environment turns the compiled variants off."""
    return os.environ.get("URI_EXTRACT_PURE", "0") not in ("", "0")


@cache
def compiled(module: str) -> Any:
    """Return the compiled variant of a kernel module; None if it was not built or is turned off."""
    if is_pure():
        return None
    try:
        return import_module(f"{module}_c")
    except ImportError:
        return None


def load(module: str, prefer_compiled: bool = True) -> Any:
    """Return the variant of a kernel module to use; the other one is not imported."""
    return (compiled(module) if prefer_compiled else None) or import_module(module)


def public_names(module: Any) -> dict[str, Any]:
    """Return what a module defines or imports, by name, for a module that stands for the variant of a kernel in use."""
    return {name: value for name, value in vars(module).items() if name[0] != "_"}


class Variants(dict[str, "Any"]):
    """The class of a kernel by the name of its variant; the first is in use, the other is imported on demand.

    ``"compiled"`` exists if it was built, unless ``prefer_compiled`` is False; ``"interpreted"`` always exists.
    """

    def __init__(self, module: str, name: str, prefer_compiled: bool = True) -> None:
        super().__init__()
        self._module, self._name = module, name
        kernel = load(module, prefer_compiled)
        #: The class in use.
        self.in_use: Any = getattr(kernel, name)
        self["interpreted" if kernel.__name__ == module else "compiled"] = self.in_use

    def __missing__(self, variant: str) -> Any:
        if variant != "interpreted":
            raise KeyError(variant)
        self[variant] = getattr(load(self._module, False), self._name)
        return self[variant]

    def like(self, is_compiled: bool) -> Any:
        """Return the class in use if ``is_compiled``, else the interpreted one."""
        return self.in_use if is_compiled else self["interpreted"]


def kernel_files(package: Path) -> dict[str, Path]:
    """Return all kernels of a package by module name: the files ``_*.py`` that import Cython.

    ``setup.py`` compiles them.
    """
    files = {path: path.read_text("utf-8") for path in sorted(package.rglob("_*.py"))}
    return {
        ".".join((package.name, *path.relative_to(package).with_suffix("").parts)): path
        for path, text in files.items()
        if "\n    import cython\n" in text
    }


def constants(modules: Iterable[str]) -> dict[str, dict[str, int]]:
    """Return the integer constants of modules of the package, by name, that fit into a C int.

    ``setup.py`` writes them to ``.pxd`` files, from which kernels take them as C constants.
    """
    return {
        module: {
            name: value
            for name, value in vars(import_module(f"uri_extract.{module}")).items()
            if name.isupper() and name[0] != "_" and type(value) is int and -1 << 31 <= value < 1 << 31
        }
        for module in modules
    }
