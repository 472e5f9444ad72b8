"""WHERE a URI begins and ends in text (RFC 3986 Appendix C): bytes in, rows out. No files, no decoding, no objects.

The kernel is chosen here. :data:`kernels` has both variants; with ``URI_EXTRACT_PURE=1`` in the environment, or where
nothing was compiled, :data:`Kernel` is the interpreted one.
"""

from __future__ import annotations

from uri_extract._typing import Any
from uri_extract._variants import Variants, load

__all__ = ["Kernel", "kernels", "suffix_kernel", "variant"]

_SUFFIX = f"{__name__}._suffix"

#: ``"compiled"`` (if it was built and is not switched off) and ``"interpreted"``.
kernels = Variants(f"{__name__}._kernel", "Kernel")

#: The kernel in use.
Kernel: Any = kernels.in_use


def variant(module: str, compiled: bool = True) -> Any:
    """Return the variant of a kernel's module that runs: compiled if the kernel in use is and it was built, or itself.

    If ``compiled`` is False it is the module itself; the other variant is not imported.
    """
    return load(module, compiled and "compiled" in kernels)


def suffix_kernel(kernel: Any = None) -> Any:
    """Return the class that also finds references without a scheme, of the variant of ``kernel`` (default: in use)."""
    if kernel is not None and kernel.explains:
        return load(f"{__name__}.explain_suffix", False).SuffixExplainer
    return variant(_SUFFIX, (kernel or Kernel) is kernels.get("compiled")).SuffixKernel
