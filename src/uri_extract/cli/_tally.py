"""What the command counts while it reads: documents, bytes, and the encoded links of no message yet; and its memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cython

from uri_extract._compat._typing import Any
from uri_extract.rows.details import More
from uri_extract.sources import Document
from uri_extract.text.base import BaseScanner

if cython.compiled:
    from cython.cimports.uri_extract.cli._malloc import keep, resident, trim
else:
    from uri_extract.pipeline._scanners import Scanners
    from uri_extract.rows import layout
    from uri_extract.rows._page import Page, links
    from uri_extract.sources._streams import Budget


# -- Tune glibc malloc for the command, which allocates and frees chunks of the same size again and again --------------
#
# By default glibc returns the end of its heap to the system when a chunk is freed, and requests it again for the next
# one. The system then clears the pages again, which takes an eighth of the processor's time. So glibc is set to keep
# them. Over some gigabytes of archives, however, gaps between blocks grow to hundreds of megabytes; these are returned
# when the process has grown. Interpreted, with another C library or without /proc, nothing is done.

# In bytes: blocks larger than _LARGE are returned to the system when freed; so is free memory above _END at the heap's
# end.
_LARGE = 1 << 22
_END = 1 << 24

# In bytes: the size of the process is checked each time _EVERY bytes were read; memory is released if the process is
# larger than _USUAL and has grown by more than _GROWTH since the last release.
_EVERY = 1 << 21
_USUAL = 40 << 20
_GROWTH = 1 << 22


class Heap:
    """The heap of this process while it reads documents."""

    def __init__(self) -> None:
        if cython.compiled:
            keep(_LARGE, _END)
        self._read = 0
        self._resident = 0

    def has_grown(self, read: int) -> bool:
        """Count ``read`` more bytes of documents; return True if memory should be released."""
        self._read += read
        if self._read < _EVERY or not cython.compiled:
            return False
        self._read = 0
        grown: bool = resident() > max(_USUAL, self._resident + _GROWTH)
        return grown

    def release(self) -> None:
        """Return free memory to the system."""
        if cython.compiled:
            trim()
            self._resident = resident()


# -- The tally of the command: counts of documents and bytes, and the encoded links that no message has sent yet -------

_MORE = cython.declare(object, More)


def _most_repeated(objects: list[Any]) -> cython.longlong:
    """Return about the most characters that a record has of the objects that rows share."""
    names: cython.longlong = 0
    tuples: cython.longlong = 0  # bases and origins
    for value in objects:
        if type(value) is str:
            names = max(names, len(value))
        elif isinstance(value, tuple) and type(value) is not _MORE:
            size: cython.longlong = 0
            for text in cython.cast(tuple, value):
                if type(text) is str:
                    size += len(text)
            tuples = max(tuples, size)
    return 3 * (names + tuples)  # element, attribute and rel; base, origin, and the base in the target


class Tally:
    """Begins documents, and holds the encoded links found in them until :meth:`message` sends them.

    References that are not links are left out and counted: names unless ``names``; same-document references (RFC 3986
    §4.4) and relative ones without a base unless ``relative``. ``select`` filters a page. The caller sets ``encode``,
    which encodes a page, and ``holds``. A message is due after about ``most`` references, ``most_held`` bytes of
    documents or ``most_held`` encoded bytes. Links are not held if reading more of the input may wait for another
    process (a pipe), or unless ``holds``.
    """

    def __init__(
        self, scanners: Scanners, names: bool, relative: bool, select: Callable[[Page], Page] | None, most: int,
        most_held: int,
    ) -> None:  # fmt: skip
        self.scanners = scanners
        self.names: cython.bint = names
        self.relative: cython.bint = relative
        self.select = select
        self.most: cython.Py_ssize_t = most
        self.most_held: cython.longlong = most_held
        self.encode: Any = None
        self.holds = True
        self.budget: Budget | None = None  # of the current input
        self.held: list[Any] = []
        self.size: cython.longlong = 0  # bytes in self.held
        self.documents = self.read = self.consumed = self.found = self.records = 0
        self.named = self.inside = self.unresolved = 0

    def count_record(self) -> None:
        """Count a record with documents in its fields."""
        self.records += 1

    def begin(self, document: Document) -> tuple[BaseScanner, bytes | Iterator[bytes]]:
        within, part = document.within, document.part
        if part is None:
            self.documents += 1
        else:
            self.documents += not part.start
            self.read -= part.start - part.begin  # these bytes were counted with the part before
        budget: Budget = cython.cast(tuple, within)[0]
        if budget is not self.budget:
            self.count_consumed()
            self.budget = budget
        begun: tuple[BaseScanner, bytes | Iterator[bytes]] = self.scanners.begin(document)
        content: Any = begun[1]
        if isinstance(content, bytes):
            self.read += len(content)
            return begun
        return begun[0], self.counted(content)

    def counted(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        """Yield chunks, and count their bytes."""
        for chunk in chunks:
            self.read += len(chunk)
            yield chunk

    def count_consumed(self) -> cython.int:
        """Count the bytes of the current input that were read since the last call."""
        if self.budget is not None:
            self.consumed += self.budget.newly_consumed()
        return 0

    def end_input(self) -> cython.int:
        """End the current input, whose bytes have been counted."""
        self.budget = None
        return 0

    def ends_of_parts(self, page: Page, rows: cython.Py_ssize_t, size: cython.longlong) -> list[Any]:
        """Return the ends of the parts into which to divide a page before its records are written.

        Each has at most ``rows`` rows, whose records have about ``size`` characters, and at least one row.
        """
        ends: list[Any] = []
        begin: cython.Py_ssize_t = 0
        left: cython.longlong = size
        repeated: cython.longlong = _most_repeated(page.objects)
        for row in range(page.count):
            # A record has its reference up to three times: reference, raw and target.
            needed: cython.longlong = repeated + 3 * page.cells[row * layout.WIDTH + layout.SIZE]
            if row > begin and (row - begin == rows or needed > left):
                ends.append(row)
                begin = row
                left = size
            left -= needed
        ends.append(page.count)
        return ends

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

    def is_due(self) -> cython.bint:
        """Return True if a message is due: much is held, or the caller waits for it."""
        return (
            self.read >= self.most_held or self.found >= self.most or self.size >= self.most_held
            or (not self.holds and len(self.held) > 0) or (self.budget is not None and self.budget.may_wait)
        )  # fmt: skip

    def without(self, page: Page, names: cython.bint, relative: cython.bint) -> Page:
        """Return the page without references that are not links; count those."""
        if names and relative:
            return page
        left: Page
        left, named, inside, unresolved = links(page, names, relative)
        self.named += named
        self.inside += inside
        self.unresolved += unresolved
        return left

    def take(self, encoded: Any, found: cython.longlong) -> cython.int:
        """Hold the encoded form of ``found`` references."""
        self.found += found
        if encoded:
            self.held.append(encoded)
        if isinstance(encoded, (bytes, bytearray)):
            self.size += len(encoded)
        return 0

    @property
    def has_news(self) -> bool:
        """True if a message would report anything: held links, bytes of the input, or documents."""
        self.count_consumed()
        return bool(self.held or self.consumed or self.documents or self.records)

    def message(self, kind: int) -> tuple[Any, ...]:
        """Return a message of ``kind`` with everything found and read since the last message."""
        self.count_consumed()
        counts = (self.named, self.inside, self.unresolved, self.records)
        message = (kind, self.documents, self.read, self.consumed, self.found, counts, *self.held)
        self.documents = self.read = self.consumed = self.found = self.records = 0
        self.named = self.inside = self.unresolved = 0
        self.held = []
        self.size = 0
        return message
