"""WHERE a URI begins and ends in text (RFC 3986 Appendix C): bytes in, rows out. No files, no decoding, no objects.

The kernel is chosen here. Both variants stand in :data:`kernels`; ``URI_EXTRACT_PURE=1`` in the environment, or a
place without a compiler, makes the interpreted one :data:`Kernel`.
"""

from __future__ import annotations

import os
from typing import Any

__all__ = ["Kernel", "kernels", "listing", "suffix_kernel"]


def _variants() -> dict[str, Any]:
    found: dict[str, Any] = {}
    if os.environ.get("URI_EXTRACT_PURE", "0") in ("", "0"):
        try:
            import uri_extract.scan._listing_c  # noqa: F401 - is it there as well?
            from uri_extract.scan._kernel_c import Kernel as Compiled
        except ImportError:  # all of it or nothing
            pass
        else:
            found["compiled"] = Compiled
    if not found:
        found["interpreted"] = _interpreted()
    return found


def _interpreted() -> Any:
    from uri_extract.scan._kernel import Kernel as Interpreted

    return Interpreted


class _Kernels(dict[str, Any]):
    """The variants by name; the one that is not in use is imported when it is asked for."""

    def __missing__(self, name: str) -> Any:
        if name != "interpreted":
            raise KeyError(name)
        self[name] = _interpreted()
        return self[name]


#: ``"compiled"`` (where it was built, and not switched off) and ``"interpreted"``.
kernels = _Kernels(_variants())

#: The kernel in use.
Kernel: Any = next(iter(kernels.values()))


def suffix_kernel(kernel: Any = None) -> Any:
    """Return the class that also finds references whose scheme was left out, of the variant that ``kernel`` is."""
    if (kernel or Kernel) is kernels.get("compiled"):
        try:
            from uri_extract.scan._suffix_c import SuffixKernel as Compiled
        except ImportError:
            pass
        else:
            return Compiled
    from uri_extract.scan._suffix import SuffixKernel as Interpreted

    return Interpreted


if "compiled" in kernels:
    from uri_extract.scan._listing_c import listing
else:
    from uri_extract.scan._listing import listing
