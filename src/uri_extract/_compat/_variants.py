"""The variants of a kernel: the Python file as it is, and what it is compiled to.

Python imports the compiled variant if it was built. With ``URI_EXTRACT_PURE=1`` in the environment it imports the file.
"""

from __future__ import annotations

import os
import sys
from _imp import extension_suffixes
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


def runs_interpreted() -> bool:
    """Return True if the compiled variants are turned off, or there are none for this Python."""
    shared = os.path.join(os.path.dirname(os.path.dirname(__file__)), "_cyutility")
    return is_pure() or not any(os.path.exists(f"{shared}{suffix}") for suffix in extension_suffixes())


def _import_for_kernel(name: str, *arguments: Any) -> Any:
    """Import a module for an interpreted kernel: without Cython, and kernels interpreted."""
    if name == "cython":
        return import_module("uri_extract._compat._cython")
    module = __import__(name, *arguments)
    is_kernel = name.startswith("uri_extract.") and module.__name__ == name and is_compiled(module)
    return interpreted(name) if is_kernel else module


class KernelLoader:
    """Loads a kernel from its file, as another loader does, with :func:`_import_for_kernel`."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, _: ModuleSpec) -> None:
        """Return None: the module is an ordinary one."""

    def exec_module(self, module: Any) -> None:
        """Run the code of a module."""
        module.__builtins__ = {**vars(sys.modules["builtins"]), "__import__": _import_for_kernel}
        self._loader.exec_module(module)


class SourceFinder:
    """Finds the file of each module of this package, though a compiled one may be beside it."""

    def __init__(self) -> None:
        from importlib.machinery import FileFinder, SourceFileLoader
        from zipimport import zipimporter

        self._finder: Any = cache(
            lambda path: FileFinder(path, (SourceFileLoader, [".py"])) if os.path.isdir(path) else zipimporter(path)
        )

    def find_spec(self, name: str, path: Iterable[str] | None = None, target: object = None) -> ModuleSpec | None:
        """Return how a module is imported; None if it is not of this package."""
        ours = path if path and name.startswith("uri_extract.") else ()
        spec = next(filter(None, (self._finder(each).find_spec(name) for each in ours)), None)
        if spec is not None and "._" in name:
            spec.loader = KernelLoader(spec.loader)
        return spec


def import_from_files() -> None:
    """Import modules of this package from their files, after finders that others have added."""
    from importlib.machinery import PathFinder

    sys.meta_path.insert(sys.meta_path.index(PathFinder), SourceFinder())


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
    made = type(sys)(name)
    vars(made).update(__file__=file, __package__=module.__package__)
    KernelLoader(SourceFileLoader(name, file)).exec_module(made)
    return made


def compiled(name: str) -> Any:
    """Return the compiled variant of a kernel; None if it was not built or is turned off."""
    module = import_module(name)
    return module if is_compiled(module) else None


def load(name: str, prefer_compiled: bool = True) -> Any:
    """Return the variant of a kernel that is in use, or the interpreted one; the other one is not imported."""
    return import_module(name) if prefer_compiled else interpreted(name)


class Variants(dict[str, "Any"]):
    """The class of a kernel by the name of its variant; the first is in use, the other is imported on demand.

    ``"compiled"`` exists if it was built; ``"interpreted"`` always exists.
    """

    def __init__(self, module: str, name: str) -> None:
        super().__init__()
        self._module, self._name = module, name
        kernel = import_module(module)
        #: The class in use.
        self.in_use: Any = getattr(kernel, name)
        self["compiled" if is_compiled(kernel) else "interpreted"] = self.in_use

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
        if "\nimport cython\n" in text
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
