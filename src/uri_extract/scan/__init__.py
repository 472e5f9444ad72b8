"""WHERE a URI begins and ends in text (RFC 3986 Appendix C): bytes in, rows out. No files, no decoding, no objects.

The kernel is chosen here. Both variants stand in :data:`kernels`; ``URI_EXTRACT_PURE=1`` in the environment, or a
place without a compiler, makes the interpreted one :data:`Kernel`.
"""

from __future__ import annotations

from typing import Any

from uri_extract._variants import Variants, compiled, load

__all__ = ["Kernel", "kernels", "listing", "suffix_kernel", "variant"]

_LISTING = f"{__name__}._listing"

#: ``"compiled"`` (where it was built, and not switched off) and ``"interpreted"``. All of it or nothing: what lists
#: rows must be there as well.
kernels = Variants(f"{__name__}._kernel", "Kernel", compiled(_LISTING) is not None)

#: The kernel in use.
Kernel: Any = kernels.in_use


def variant(module: str, compiled: bool = True) -> Any:
    """Return what runs of a kernel's module: compiled where the kernel in use is and it was built as well, or itself.

    Where ``compiled`` is False it is the module itself; what does not run is not imported.
    """
    return load(module, compiled and "compiled" in kernels)


def suffix_kernel(kernel: Any = None) -> Any:
    """Return the class that also finds references whose scheme was left out, of the variant that ``kernel`` is."""
    own = getattr(kernel, "suffix_kernel", None)
    if own is not None:
        return own()
    return variant(f"{__name__}._suffix", (kernel or Kernel) is kernels.get("compiled")).SuffixKernel


listing: Any = variant(_LISTING).listing
