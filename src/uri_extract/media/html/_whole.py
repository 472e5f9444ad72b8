"""Read complete documents of HTML, such as small files, in one call.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract.media.html._walk import Walker
    from uri_extract.media.markup._links import Links
    from uri_extract.media.markup._order import HeldRows
    from uri_extract.media.markup._windows import Windows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uri_extract.pages import Page


def read_whole(
    document: bytes, markup: Any, text: Any, found: HeldRows, bases: Any, has_base: cython.bint
) -> Page | None:  # fmt: skip
    """Read a complete document that ``markup`` has begun, and the rest of it as text with the scanner ``text``.

    Return the page of the rows ``found``; None if rows include problems or markers of a base.
    """
    walker: Walker = markup.walker
    windows: Windows = markup.windows
    links: Links | None = markup.links if markup.texts_too else None
    is_open: cython.bint
    windows.take(document, True)
    walker.read_window(markup, document, 0, links)
    end: cython.Py_ssize_t = walker.tokenizer.pos
    is_open = markup.open_sheet is not None
    if is_open:
        markup.leave(end)
    if text.needs_colon and not walker.may_refer(end):
        text.close_unread(end)  # reading it takes a tenth of the time of a small document
    else:
        text.take_source(walker.source(end), walker.verbatim, end, True)
        walker.verbatim.clear()
    if is_open:
        markup.close()
    if text.noted or markup.noted:
        return None
    page: Page = found.next_page(markup, text.rows, bases, 0, True, has_base)
    return page
