"""What is counted of the documents that the command reads, and what is held of what is found in them.

One source, two speeds, as the scanner's kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract._scanners_c import Scanners
    from cython.cimports.uri_extract.pages._lines_c import links
    from cython.cimports.uri_extract.pages._page_c import Page
    from cython.cimports.uri_extract.sources._budget_c import Budget
else:
    from uri_extract._scanners import Scanners
    from uri_extract.pages._lines import links
    from uri_extract.pages._page import Page
    from uri_extract.sources._budget import Budget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uri_extract.media.base import BaseScanner
    from uri_extract.sources import Document


@cython.cclass
class Tally:
    """Begins documents, and holds the links that are found in them, encoded, until a message says so (:meth:`message`).

    What is not a link is left out and counted: names, unless ``names``; and unless ``relative``, same-document
    references (RFC 3986 §4.4) and relative ones without a base. ``select`` returns the page of what was asked for.
    Pages are encoded by ``encode``, which the caller sets. About ``most`` references are held, those of ``most_held``
    bytes, and as many bytes of what they are encoded as. What must be waited for (a pipe) is not held; nor is anything
    unless ``holds``, which the caller sets, too.
    """

    def __init__(
        self, scanners: Scanners, names: bool, relative: bool, select: Callable[[Page], Page] | None, most: int,
        most_held: int,
    ) -> None:  # fmt: skip
        self.scanners = scanners
        self.names = names
        self.relative = relative
        self.select = select
        self.most = most
        self.most_held = most_held
        self.encode: Any = None
        self.holds = True
        self.is_whole = False  # the current document was there when it was begun, all of it
        self.budget: Budget | None = None  # of the current input
        self.held: list[Any] = []
        self.size = 0  # bytes in it
        self.documents = self.read = self.consumed = self.found = 0
        self.named = self.inside = self.unresolved = 0

    @cython.ccall
    def begin(self, document: Document) -> tuple[BaseScanner, bytes | Iterator[bytes]]:
        """Return the scanner for a document, and its bytes or chunks."""
        _, _, _, _, _, _, within, part, _, _, _ = cython.cast(tuple, document)
        if part is None:
            self.documents += 1
        else:
            self.documents += not part.start
            self.read -= part.start - part.begin  # which were counted with the part before it
        budget: Budget = cython.cast(tuple, within)[0]  # what a document is in is known by now
        if budget is not self.budget:
            self.count_consumed()
            self.budget = budget
        begun: tuple[BaseScanner, bytes | Iterator[bytes]] = self.scanners.begin(document)
        content: Any = begun[1]
        self.is_whole = isinstance(content, bytes)
        if isinstance(content, bytes):
            self.read += len(content)
            return begun
        return begun[0], self.counted(content)

    def counted(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        """Yield chunks, and count their bytes."""
        for chunk in chunks:
            self.read += len(chunk)
            yield chunk

    @cython.ccall
    @cython.exceptval(-1)
    def count_consumed(self) -> cython.int:
        """Count the bytes of the current input that were read since this was called."""
        if self.budget is not None:
            self.consumed += self.budget.newly_consumed()
        return 0

    @cython.ccall
    @cython.exceptval(-1)
    def end_input(self) -> cython.int:
        """Say that the input was read; its bytes were counted."""
        self.budget = None
        return 0

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def hold(self, page: Page) -> cython.bint:
        """Encode the links of a page; return True if a message is due."""
        if page.count:
            if self.select is None:
                page = self.without(page, self.names, self.relative)
            else:
                page = self.select(self.without(page, self.names, True))
                page = self.without(page, True, self.relative)
            if page.count:
                self.take(self.encode(page), page.count)
        return self.is_due()

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def is_due(self) -> cython.bint:
        """Return True if a message is due: what is held is much, or waited for."""
        return (
            not self.is_whole or self.read >= self.most_held or self.found >= self.most or self.size >= self.most_held
            or (not self.holds and len(self.held) > 0)
        )  # fmt: skip

    @cython.cfunc
    def without(self, page: Page, names: cython.bint, relative: cython.bint) -> Page:
        """Return a page without what is not a link, which is counted."""
        if names and relative:
            return page
        left: Page
        left, named, inside, unresolved = links(page, names, relative)
        self.named += named
        self.inside += inside
        self.unresolved += unresolved
        return left

    @cython.ccall
    @cython.exceptval(-1)
    def take(self, encoded: Any, found: cython.longlong) -> cython.int:
        """Hold what this many references are encoded as."""
        self.found += found
        if encoded:
            self.held.append(encoded)
        if isinstance(encoded, (bytes, bytearray)):
            self.size += len(encoded)
        return 0

    @property
    def has_news(self) -> bool:
        """Whether there is something to be said: what is held, what was read of the input, or documents."""
        self.count_consumed()
        return bool(self.held or self.consumed or self.documents)

    def message(self, kind: int) -> tuple[Any, ...]:
        """Return the message of that kind that says what was found and read since the last one."""
        self.count_consumed()
        left_out = (self.named, self.inside, self.unresolved)
        message = (kind, self.documents, self.read, self.consumed, self.found, left_out, *self.held)
        self.documents = self.read = self.consumed = self.found = 0
        self.named = self.inside = self.unresolved = 0
        self.held = []
        self.size = 0
        return message
