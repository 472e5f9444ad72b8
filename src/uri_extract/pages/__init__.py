"""Rows of integers, between the media that find references and the sinks that write them.

Media write rows (:mod:`uri_extract.pages.layout`) into a table (``Rows``), whose text and objects are in a ``Pool``.
A ``Page`` has the finished rows. Only it creates an :class:`~uri_extract.records.Occurrence`.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.pages._bytes import find
    from uri_extract.pages._fields import computed
    from uri_extract.pages._in_characters import in_characters
    from uri_extract.pages._line_counter import LineCounter, LineStarts
    from uri_extract.pages._lines import links
    from uri_extract.pages._page import Page, page_of
    from uri_extract.pages._pool import Pool
    from uri_extract.pages._rows import Rows, compact
    from uri_extract.pages._targets import Targets

__all__ = [
    "LineCounter", "LineStarts", "Page", "Pool", "Rows", "Targets", "compact", "computed", "find",
    "in_characters", "links", "page_of",
]  # fmt: skip

_KERNELS = {
    **dict.fromkeys(("Rows", "compact"), "_rows"),
    **dict.fromkeys(("Page", "page_of"), "_page"),
    **dict.fromkeys(("LineCounter", "LineStarts"), "_line_counter"),
    "Pool": "_pool",
    "Targets": "_targets",
    "computed": "_fields",
    "find": "_bytes",
    "in_characters": "_in_characters",
    "links": "_lines",
}


def __getattr__(name: str) -> Any:
    """Return a class or function of the variant in use."""
    if name not in _KERNELS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = variant(f"{__name__}.{_KERNELS[name]}")
    return globals().setdefault(name, getattr(module, name))
