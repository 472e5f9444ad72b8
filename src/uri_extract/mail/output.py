"""Collect what the readers of mail find: the rows of all references in messages, and embedded documents."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from uri_extract._compat._typing import Any, NamedTuple
from uri_extract.decode.encodings import translated
from uri_extract.limits import CHUNK, MAX_CONTAINED, MAX_HELD_PARTS, MAX_HELD_PARTS_BYTES
from uri_extract.mail._message import Part, Texts, origin_of
from uri_extract.mail.base import IDENTIFIERS, Identifiers
from uri_extract.mail.parts import Base
from uri_extract.mail.uuencoded import Uuencoded
from uri_extract.rows import Page, compact, layout, page_of
from uri_extract.rows.details import Origin
from uri_extract.rows.records import Problem
from uri_extract.text.base import BaseScanner
from uri_extract.text.options import DEFAULTS, ScanOptions


class EmbeddedDocument(NamedTuple):
    """A document in a part: an archive, a mailbox. ``origin`` is the origin of the part.

    ``chunks`` are its bytes, which a reader may remove while reading, ``size`` is their number. ``charset`` is declared
    by the part.
    """

    origin: Origin
    filename: str
    media_type: str
    chunks: list[bytes]
    size: int
    charset: str | None = None


class Output:
    """Collect rows and documents.

    ``decoded``: the file was decoded already, and comes in UTF-8; only parts in a transfer encoding are in their
    declared charset. With the option ``qr`` images are kept like documents. Without ``places`` rows have no place, do
    not name the part that they refer to, and their raw text is the scanned text.
    """

    def __init__(
        self,
        options: ScanOptions = DEFAULTS,
        *,
        base: str | None = None,
        charset: str | None = None,
        on_problem: Callable[[Problem], None] | None = None,
        decoded: bool = False,
    ) -> None:
        self.options = options
        default = options.default_base
        of_all = (base, "retrieval") if base else (default, "default") if default else (None, None)
        self.base: Base = Base(*of_all)
        #: Scanners that have read a part, by its reading and the source of its base.
        self.scanners: dict[tuple[str, str | None], BaseScanner] = {}
        #: Problems of such a scanner, until their places are known.
        self.waiting_problems: deque[Problem] = deque()
        translated(charset)  # raises UnknownCharset
        self.charset = charset
        self.decoded = decoded
        # What the kernels use:
        self.refang: Any = options.refang
        self.headers: bool = options.headers
        self.every: bool = options.without_scheme
        self.places: bool = options.places
        self.texts: bool = options.parts != "html"
        self.htmls: bool = options.parts != "text"
        self.contains: bool = options.contained and options.parts == "all"
        self._on_problem = on_problem
        self.stream: Texts = Texts(options, on_problem)
        #: Each with the number of rows before it, of all files.
        self._inside: deque[tuple[int, EmbeddedDocument]] = deque()
        self._waiting = 0  # bytes of documents whose place the stream has not reached
        self._given = 0  # rows in pages
        self._ready = 0  # rows before the first reference to a part in a message that has not ended
        self._unresolved = False  # too much was held in the current message

    def restart(self) -> None:
        """Begin another file. The last one must have been read to its end, and its rows must be in pages."""
        self.stream.begin_file()
        self._unresolved = False

    def problem(self, problem: Problem) -> None:
        """Report a problem."""
        if self._on_problem is not None:
            self._on_problem(problem)

    def hold(self, document: EmbeddedDocument) -> None:
        """Add an embedded document at this place, in order with the rows."""
        stream = self.stream
        stream.separate()
        stream.insert(partial(self._is_here, document))
        self._waiting += document.size
        while self._waiting > MAX_CONTAINED:
            # An open bracket may wait for more text, at most CHUNK bytes.
            stream.separate(CHUNK)
            self.read()

    def _take_file(self, file: Uuencoded, part: Part) -> None:
        """Add a uuencoded file in the text of a part, as a document embedded in it."""
        origin = origin_of(part, part.document)._replace(
            document=f"{part.document or ''}!{file.name}", filename=file.name, media_type=None
        )
        if file.problem:
            self.problem(Problem(origin.document, 0, file.kind, file.problem))
        if file.data:
            document = EmbeddedDocument(origin, file.name, "application/octet-stream", [file.data], len(file.data))
            self._waiting += document.size
            self._is_here(document)

    def _is_here(self, document: EmbeddedDocument) -> None:
        self._waiting -= document.size
        self._inside.append((self._given + self.stream.rows.count, document))

    def read(self, final: bool = False) -> None:
        """Scan the text received. Rows from the first reference to a part on are held until its message ends."""
        self.stream.read(final, self._take_file if self.contains else None)
        rows, ended = self.stream.rows, self.stream.ended
        self._identified: int = -1
        row = self._next(self._ready) if self.places else rows.count
        for count, parts in ended if row < rows.count else ():
            if row < count and not self._unresolved and not self._too_much(row, count):
                identifiers = Identifiers(parts)
                while row < count:
                    bases, part = self._source(row)
                    reference = rows.reference(row)
                    name = identifiers.meant(reference) or (part and identifiers.located(reference, bases, part))
                    if name:
                        rows.set_details(row, refers_to=name)
                    row = self._next(row + 1)
            elif row < count:
                row = self._next(count)
            for part in parts:
                self.stream.located.pop(part.document, None)
            self._unresolved = False
        self._unresolved = self._unresolved and not ended
        ended.clear()
        if row < rows.count and (final or self._too_much(row, rows.count)):
            self._unresolved = True
            row = rows.count
        self._ready = row

    def _next(self, row: int) -> int:
        """Return the next row from ``row`` on that may refer to a part: by an identifier, or from a part in a place."""
        rows, located = self.stream.rows, self.stream.located
        if located and row < rows.count and self._source(row)[1]:
            return row
        if row > self._identified:  # the next one with an identifier, searched once
            self._identified = rows.find(row, IDENTIFIERS)
        end = self._identified
        return next((each for each in range(row, end) if self._source(each)[1]), end) if located else end

    def _source(self, row: int) -> tuple[tuple[str | None, ...], Part | None]:
        """Return the bases of a row, and its part if that has a Content-Location."""
        objects, source = self.stream.rows.pool.objects, self.stream.rows.get(row, layout.SOURCE)
        origin = objects[source >> layout.SECOND]
        return objects[source & layout.FIRST], origin and self.stream.located.get(origin.document)

    def page(self, final: bool, placed: bool) -> Page:
        """Return the page of the rows that are settled, without places if not ``placed``."""
        stream, count = self.stream, self._ready
        if not placed:
            for row in range(count):
                stream.rows.set(row, layout.START, -1)
                stream.rows.set(row, layout.END, -1)
        page = page_of(stream.rows, count) if count or final else Page()
        if count:
            compact(stream.rows.pool, [stream.rows])  # drop objects that no row refers to, if many
        first, self._given = self._given, self._given + count
        while self._inside and self._inside[0][0] <= self._given:
            place, document = self._inside.popleft()
            page.documents.append((place - first, document))
        self._ready = 0
        return page

    def _too_much(self, first: int, count: int) -> bool:
        """Return True if the rows from ``first`` to ``count``, with the documents among them, exceed the limits."""
        rows = self.stream.rows
        size = rows.get(count - 1, layout.START) - rows.get(first, layout.START)
        if count - first >= MAX_HELD_PARTS or size >= MAX_HELD_PARTS_BYTES:
            return True
        low, high = self._given + first, self._given + count
        return sum(each.size for place, each in self._inside if low < place <= high) > MAX_CONTAINED
