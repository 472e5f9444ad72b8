"""WHERE a URI begins and ends in text (RFC 3986 Appendix C): bytes in, rows out. No files, no decoding, no objects.

The kernel is chosen here. :data:`kernels` has both variants; with ``URI_EXTRACT_PURE=1`` in the environment, or where
nothing was compiled, :data:`Kernel` is the interpreted one.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from uri_extract._variants import Variants, pure

__all__ = ["Kernel", "kernels", "listing", "suffix_kernel", "variant"]

_LISTING = f"{__name__}._listing"

#: ``"compiled"`` (if it was built and is not switched off) and ``"interpreted"``. All or nothing: the listing of rows
#: must be compiled as well.
kernels = Variants(f"{__name__}._kernel", "Kernel", compiled=not pure() and find_spec(f"{_LISTING}_c") is not None)

#: The kernel in use.
Kernel: Any = kernels.in_use


@cache
def variant(module: str, compiled: bool = True) -> Any:
    """Return the variant of a kernel's module that runs: compiled if the kernel in use is and it was built, or itself.

    If ``compiled`` is False it is the module itself; the other variant is not imported.
    """
    if compiled and "compiled" in kernels:
        with suppress(ImportError):
            return import_module(f"{module}_c")
    return import_module(module)


def suffix_kernel(kernel: Any = None) -> Any:
    """Return the class that also finds references without a scheme, of the variant of ``kernel`` (default: in use)."""
    if kernel is not None and kernel.explains:
        return import_module(f"{__name__}.explain_suffix").SuffixExplainer
    compiled = (kernel or Kernel) is kernels.get("compiled")
    return Variants(f"{__name__}._suffix", "SuffixKernel", compiled=compiled).in_use


listing: Any = Variants(_LISTING, "listing", compiled="compiled" in kernels).in_use
