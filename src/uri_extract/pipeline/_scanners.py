"""Read documents into pages: choose the scanner of each document, and reuse scanners if possible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import cython

from uri_extract._compat._typing import Any

if not cython.compiled:
    from uri_extract.sources._documents import origin_of

from collections.abc import Callable

from uri_extract.errors import UnknownCharset
from uri_extract.formats import BINARY, OFFICE, known, scanner_for
from uri_extract.formats.first_bytes import begins_binary, has_no_nul, wide_charset
from uri_extract.formats.recognition import JSON_LINES, MAY_BE_WIDE, PLAIN, may_be_json, recognise
from uri_extract.rows import Page
from uri_extract.rows.records import Problem
from uri_extract.sources import Document, documents_in
from uri_extract.sources.document import Place, address_of
from uri_extract.text.base import BaseScanner
from uri_extract.text.options import ScanOptions

_DOCUMENT = cython.declare(object, Document)


def scanned(
    found_in: Iterator[Document],
    begin: Callable[[Document], tuple[BaseScanner, bytes | Iterator[bytes]]],
    report: Callable[[Problem], None],
) -> Iterator[Page]:
    """Yield the pages of documents, and of documents attached to mail, chunk by chunk.

    ``begin`` returns the scanner of a document, and its bytes or its chunks. The pages of an attached document are
    yielded at its place in the message, for any chunks of the input.
    """
    left: list[Iterator[Any]] = [found_in]  # a stack, so that an archive in mail in an archive needs no recursion
    while left:
        for item in left[-1]:
            if type(item) is _DOCUMENT:
                scanner, content = begin(item)
                if not isinstance(content, bytes):
                    left.append(_scan(item, scanner, content, report))
                    break
                page = scanner.read(content, True)
                if page.documents:
                    left.append(_cut(item, page, report))
                    break
                yield page
            elif isinstance(item, Iterator):
                left.append(item)
                break
            else:
                yield item
        else:
            left.pop()


def _scan(
    document: Document, scanner: BaseScanner, chunks: Iterator[bytes], report: Callable[[Problem], None]
) -> Iterator[Any]:
    """Yield the pages of a document, and between them iterators over attached documents."""
    for chunk in chain(chunks, (None,)):
        page = scanner.read(b"", final=True) if chunk is None else scanner.read(chunk)
        if page.documents:
            yield _cut(document, page, report)
        else:
            yield page


def _cut(document: Document, page: Page, report: Callable[[Problem], None]) -> Iterator[Any]:
    """Yield the parts of a page, and between them iterators over the documents attached there."""
    from uri_extract.sources.content_type import of_content_type

    at = 0
    for end, each in page.documents:
        if end > at:
            yield page.part(at, end)
            at = end
        kind = of_content_type(each.media_type)[0]
        yield documents_in(document.attached(each.origin, each.chunks, kind, each.filename, each.charset), report)
    if not at or at < len(page):
        yield page.part(at, len(page))


class Scanners:
    """Chooses the scanner of each document. A scanner that has read its document to the end is reused.

    ``options`` are for all documents; their ``base`` and ``charset`` are used if the container of a document declares
    none, or an unknown charset. ``on_problem`` is called with problem records.
    """

    def __init__(self, on_problem: Callable[[Problem], None], options: ScanOptions) -> None:
        self.on_problem = on_problem
        self.options = options._replace(contained=True)
        self.base = options.base
        self.charset = options.charset
        self.binary = options.binary
        self.used: dict[str, BaseScanner] = {}
        self.holds_records: cython.bint = bool(options.json_field)

    def __call__(self, document: Document) -> tuple[BaseScanner, bytes | Iterator[bytes]]:
        begun: tuple[BaseScanner, bytes | Iterator[bytes]] = self.begin(document)
        return begun

    def begin(self, document: Document) -> tuple[BaseScanner, bytes | Iterator[bytes]]:
        name, given_type, content, charset, base, filename, _, part, _, _, package = cython.cast(tuple, document)
        if self.holds_records and may_be_json(document.hint, given_type):
            media_type, content = JSON_LINES, document.content()
            if part is not None:
                from uri_extract.formats.json.scanner import lines_of  # which only JSON needs

                content = lines_of(part, document.chunks())
        elif given_type is None and isinstance(content, bytes):
            media_type = recognise(name if filename is None else filename, content, final=True) or PLAIN
        else:
            media_type, content = recognised(document)
        place: Any = base if type(base) is Place else None
        if place is not None:
            base = address_of(self.base, base) if self.base else None
        base = base or self.base
        origin = origin_of(document, media_type, base)
        charset = charset or self.charset
        if charset is None and part is None and media_type in MAY_BE_WIDE and not has_no_nul(content):
            charset, content = wide_charset(name, content, self.on_problem)
            if charset is None and media_type == PLAIN and given_type is None and self.binary != "text":
                is_binary, content = begins_binary(content, self.binary == "skip")
                if is_binary is not False:
                    return self._of_binary(base, origin), b"" if self.binary == "skip" else content
        if package is not None:
            return self._new(OFFICE, base=base, charset=charset, origin=origin, package=package), content
        try:
            scanner = self._scanner(media_type, base, charset, origin, part)
        except UnknownCharset as error:
            self.on_problem(Problem(name, 0, "unknown-charset", str(error)))
            scanner = self._scanner(media_type, base, self.charset, origin, part)
        if place is not None and place.site is not None and self.options.places:
            from uri_extract.sources.site import SiteScanner  # which only archives need

            return SiteScanner(scanner, place, base), content
        return scanner, content if part is None else _of_part(scanner, content)

    def forget(self) -> None:
        """Drop the scanners that are kept for reuse: each holds as much memory as its largest document needed."""
        self.used.clear()

    def _of_binary(self, base: Any, origin: Any) -> Any:
        used = self.used.get(BINARY)
        if used is not None and used.closed:
            used.restart(base, origin)
            return used
        self.used[BINARY] = scanner = self._new(BINARY, base=base, origin=origin, declared=False)
        return scanner

    def _scanner(self, media_type: str, base: Any, charset: Any, origin: Any, part: Any) -> Any:
        """Return a scanner at the start of a document: a used one if it has read its document to the end."""
        if part is not None:
            return self._new(media_type, base=base, charset=charset, origin=origin, part=part)
        used = self.used.get(media_type) or self.used.get(known(media_type))
        if used is not None and used.closed:
            used.restart(base, origin, charset)
            return used
        scanner = self._new(media_type, base=base, charset=charset, origin=origin)
        if scanner.restartable:
            self.used[known(media_type)] = scanner
        return scanner

    def _new(self, media_type: str, **document: Any) -> Any:
        return scanner_for(media_type, self.options, on_problem=self.on_problem, **document)


def _of_part(scanner: BaseScanner, content: bytes | Iterator[bytes]) -> Iterator[bytes]:
    """Yield chunks until the scanner has read all of its part."""
    assert not isinstance(content, bytes)
    for chunk in content:
        yield chunk
        if scanner.over:
            return


def recognised(document: Document) -> tuple[str, bytes | Iterator[bytes]]:
    """Return a document's media type, as declared or detected from its name or first bytes, and its content."""
    source, media_type = document.source, document.media_type
    content = source if isinstance(source, bytes) else document.content()
    if media_type is not None:
        return media_type, content
    if isinstance(content, bytes):
        return recognise(document.hint, content, final=True) or PLAIN, content
    seen: list[bytes] = []
    beginning = b""
    while media_type is None:
        chunk = next(content, b"")
        seen.append(chunk)
        beginning += chunk
        media_type = recognise(document.hint, beginning, final=not chunk)
    return media_type, chain(seen, content)
