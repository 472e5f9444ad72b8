"""Rows of integers, between the media that find references and the sinks that write them.

Media write rows (:mod:`uri_extract.rows.layout`) into a table (``Rows``), whose text and objects are in a ``Pool``.
A ``Page`` has the finished rows. Only it creates an :class:`~uri_extract.rows.records.Occurrence`.
"""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract._compat._variants import import_module

if TYPE_CHECKING:
    from uri_extract.rows._bytes import find
    from uri_extract.rows._page import Page, Targets, computed, in_characters, links, page_of
    from uri_extract.rows._rows import LineCounter, LineStarts, Pool, Rows, compact

__all__ = [
    "LineCounter", "LineStarts", "Page", "Pool", "Rows", "Targets", "compact", "computed", "find",
    "in_characters", "links", "page_of",
]  # fmt: skip

_KERNELS = {
    **dict.fromkeys(("LineCounter", "LineStarts", "Pool", "Rows", "compact"), "_rows"),
    **dict.fromkeys(("Page", "Targets", "computed", "in_characters", "links", "page_of"), "_page"),
    "find": "_bytes",
}


def __getattr__(name: str) -> Any:
    """Return a class or function of a kernel, importing that on first use."""
    if name not in _KERNELS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_KERNELS[name]}")
    return globals().setdefault(name, getattr(module, name))
