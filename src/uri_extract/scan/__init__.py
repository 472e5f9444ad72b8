"""WHERE a URI begins and ends in text (RFC 3986 Appendix C): bytes in, rows out. No files, no decoding, no objects.

The kernel is chosen here. :data:`kernels` has both variants; with ``URI_EXTRACT_PURE=1`` in the environment, or if
nothing was compiled, :data:`Kernel` is the interpreted one.
"""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract._compat._variants import Variants, load
from uri_extract.scan.wrap_signs import JOINS

__all__ = ["LINKS", "Joining", "Kernel", "joining", "kernels", "suffix_kernel"]

_SUFFIX = f"{__name__}._suffix"

#: Bits for what :mod:`._suffix` finds; ``links`` is a sum of them.
LINKS: dict[str, int] = {"names": 1, "ipv4": 2, "local_parts": 4}

#: ``"compiled"`` (if it was built and is not switched off) and ``"interpreted"``.
kernels: Variants = Variants(f"{__name__}._kernel", "Kernel")

#: The kernel in use.
Kernel: Any = kernels.in_use


class Joining:
    """Creates kernels of a class with a threshold for joining lines, by name (:data:`.wrap_signs.JOINS`).

    With ``links`` (:data:`LINKS`) they find more references without a scheme, if the class finds such references.
    """

    def __init__(self, kernel: Any, joins: str, links: int = 0) -> None:
        self.kernel = kernel
        self.joins = joins
        self.links = links
        self.explains: Any = kernel.explains

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Return a kernel."""
        made = self.kernel(*arguments, **options)
        made.joins = JOINS[self.joins]
        if self.links:
            made.links = self.links
        return made


def joining(kernel: Any, joins: str, links: int = 0) -> Any:
    """Return a factory of kernels with these ``joins`` and ``links``; it is ``kernel`` itself for the defaults."""
    return kernel if joins == "likely" and not links else Joining(kernel or Kernel, joins, links)


def suffix_kernel(kernel: Any = None) -> Any:
    """Return the class that also finds references without a scheme, in the variant of ``kernel`` (default: in use)."""
    if isinstance(kernel, Joining):
        made = load(_SUFFIX, kernel.kernel is kernels.get("compiled")).LinkKernel if kernel.links else None
        return Joining(made or suffix_kernel(kernel.kernel), kernel.joins, kernel.links)
    if kernel is not None and kernel.explains:
        return load(f"{__name__}.explain", False).SuffixExplainer
    return load(_SUFFIX, (kernel or Kernel) is kernels.get("compiled")).SuffixKernel
