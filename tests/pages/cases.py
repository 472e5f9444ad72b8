"""Variants of the kernels of pages, and references for them."""

from importlib import import_module
from types import SimpleNamespace

from uri_extract.scan import kernels

_MODULES = ("_bytes", "_cells", "_line_counter", "_rows", "_page")


def _variant(suffix):
    names = {}
    for module in _MODULES:
        names |= vars(import_module(f"uri_extract.pages.{module}{suffix}"))
    return SimpleNamespace(**names)


#: The kernels of pages by variant, each with all their names.
VARIANTS = {"interpreted": _variant("")}
if "compiled" in kernels:
    VARIANTS["compiled"] = _variant("_c")
