"""Variants of the kernels of pages, and references for them."""

from types import SimpleNamespace

from uri_extract._compat._variants import load
from uri_extract.rows import layout
from uri_extract.rows.details import Origin
from uri_extract.scan import kernels

_MODULES = ("_bytes", "_page", "_rows")


def _variant(compiled):
    names = {}
    for module in _MODULES:
        names |= vars(load(f"uri_extract.rows.{module}", compiled))
    return SimpleNamespace(**names)


#: The kernels of pages by variant; each has the names of all modules.
VARIANTS = {"interpreted": _variant(False)}
if "compiled" in kernels:
    VARIANTS["compiled"] = _variant(True)

ORIGIN = Origin("a.txt", message_id="id@host.example")
BASES = ("http://base.example/", "retrieval")


def table(pages, *starts, pool=None):
    """Return a table of references that begin at these positions."""
    rows = pages.Rows(pool or pages.Pool())
    for start in starts:
        text = f"http://h{start}.example/"
        rows.add(text, text, start, start + len(text), 1, start + 1, layout.URI, BASES, ORIGIN)
    return rows


def page(pages, rows, count=None, others=False):
    return pages.page_of(rows, len(rows) if count is None else count, others)
