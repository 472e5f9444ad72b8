"""The variants of a kernel: the Python file as it is, and what it is compiled to.

Python imports the compiled variant if it was built. With ``URI_EXTRACT_PURE=1`` in the environment it imports the file.
"""

from __future__ import annotations

import os
import sys
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.machinery import ModuleSpec
    from pathlib import Path
    from typing import Any


def import_module(name: str) -> Any:
    """Return a module by its full name, as :func:`importlib.import_module`, whose own import is slow."""
    __import__(name)
    return sys.modules[name]


def is_pure() -> bool:
    """Return True if the environment turns the compiled variants off."""
    return os.environ.get("URI_EXTRACT_PURE", "0") not in ("", "0")


class SourceFinder:
    """Finds the file of each module of this package, though a compiled one is beside it."""

    def __init__(self) -> None:
        from importlib.machinery import FileFinder, SourceFileLoader

        self._finder = cache(lambda path: FileFinder(path, (SourceFileLoader, [".py"])))

    def find_spec(self, name: str, path: Iterable[str] | None = None, target: object = None) -> ModuleSpec | None:
        """Return how a module is imported; None if it is not of this package."""
        ours = path if path and name.startswith("uri_extract.") else ()
        return next(filter(None, (self._finder(each).find_spec(name) for each in ours)), None)


def is_compiled(module: Any) -> bool:
    """Return True if a module is the compiled variant of a kernel."""
    return not module.__file__.endswith(".py")


@cache
def interpreted(name: str) -> Any:
    """Return the interpreted variant of a kernel, with the interpreted variants of the kernels that it imports."""
    module = import_module(name)
    if not is_compiled(module):
        return module
    from importlib.machinery import SourceFileLoader

    file = os.path.join(os.path.dirname(module.__file__), f"{name.rpartition('.')[2]}.py")
    made: Any = type(sys)(name)
    vars(made).update(__file__=file, __package__=module.__package__)
    made.__builtins__ = {**vars(sys.modules["builtins"]), "__import__": _import_interpreted}
    code: Any = SourceFileLoader(name, file).get_code(name)
    exec(code, vars(made))
    return made


def _import_interpreted(name: str, *arguments: Any) -> Any:
    module = __import__(name, *arguments)
    is_kernel = name.startswith("uri_extract.") and module.__name__ == name and is_compiled(module)
    return interpreted(name) if is_kernel else module


def compiled(name: str) -> Any:
    """Return the compiled variant of a kernel; None if it was not built or is turned off."""
    module = import_module(name)
    return module if is_compiled(module) else None


def load(name: str, prefer_compiled: bool = True) -> Any:
    """Return the variant of a kernel that is in use, or the interpreted one; the other one is not imported."""
    return import_module(name) if prefer_compiled else interpreted(name)


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
        self["compiled" if prefer_compiled and is_compiled(kernel) else "interpreted"] = self.in_use

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
