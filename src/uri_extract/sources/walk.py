"""Walk through containers to the documents in them, with a stack instead of recursion."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator

from uri_extract.errors import UNREADABLE
from uri_extract.limits import MAX_DEPTH
from uri_extract.rows.details import NO_ORIGIN, Origin
from uri_extract.rows.records import Problem
from uri_extract.sources._documents import plain_inputs, plain_members
from uri_extract.sources.breaks import Exhausted, StreamBreak
from uri_extract.sources.byte_stream import Budget, ByteStream, whole
from uri_extract.sources.document import Document, Unreadable, Within, chunks_of_open
from uri_extract.sources.kinds import reader_named, reader_of
from uri_extract.text.part import END

_TOO_DEEP = f"more than {MAX_DEPTH} nested containers: not read"


def walk(
    documents: Iterable[Document | Unreadable], report: Callable[[Problem], None], *, barcodes: bool = False
) -> Iterator[Document]:
    """Yield the documents that are not containers, and those in containers (:func:`documents_in`).

    If ``barcodes``, also yield documents with the barcodes of images.
    """
    inputs = iter(documents)
    while (other := (yield from plain_inputs(inputs, report, barcodes))) is not None:  # few are not plain
        document, found = other
        if isinstance(document, Unreadable):
            report(Problem(document.filename, 0, UNREADABLE, document.strerror or str(document)))
        elif document.part is not None:
            yield from documents_in(document, report)
        else:
            budget = Budget(document.name, report, barcodes)
            content = found if isinstance(found, bytes) else _content(document, budget, found)
            yield from _members(document, content, budget, 0, NO_ORIGIN)


def documents_in(document: Document, report: Callable[[Problem], None]) -> Iterator[Document]:
    """Yield the document itself or, if it is a container, the documents in it. Each must be read before the next.

    ``report`` is called with problem records. A declared media type applies to every document in the container. Depth
    and budget of a document attached to mail (:meth:`~uri_extract.sources.document.Document.attached`) continue those
    of the mail.
    """
    if document.within is None:
        budget, depth, message = Budget(document.name, report), 0, NO_ORIGIN
    else:
        budget, depth = document.within.budget.nested(document.name), document.within.depth
        message = document.within.message
    if depth > MAX_DEPTH:
        budget.problem(document.name, 0, "too-deep", _TOO_DEEP)
        return
    part = document.part
    if part is not None and not part.containers:
        stream = _counted(document, document.chunks(), budget)
        yield document._replace(source=stream, within=Within(budget, depth))
        budget.end()
        return
    if part is not None:
        part.resume = END  # until a record is found after it
    yield from _members(document, _content(document, budget), budget, depth, message)


def _content(document: Document, budget: Budget, descriptor: int | None = None) -> bytes | Iterator[bytes]:
    """Return the source of a document, with a file opened if needed; report a file that cannot be opened."""
    try:
        if descriptor is None:
            return document.content()
        assert isinstance(document.source, str)
        return chunks_of_open(document.source, descriptor)
    except Unreadable as error:
        _report_unreadable(document, error, 0, budget)
        return b""


def _members(
    document: Document, content: bytes | Iterator[bytes], budget: Budget, depth: int, message: Origin
) -> Iterator[Document]:
    """Yield the document itself or, if it is a container, the documents in it."""
    declared = document.media_type
    containers = [] if document.part is None else document.part.containers
    readers: list[Iterator[Document]] = [iter((document,))]
    within: Within | None = None
    try:
        while readers:
            if len(readers) == 1:
                member = next(readers[0], None)
            else:
                if within is None or within.depth != depth + len(readers) - 1:
                    within = Within(budget, depth + len(readers) - 1, message)
                member = yield from plain_members(readers[-1], declared, within)
                if budget.exhausted:
                    break
            if member is None:
                readers.pop()
                continue
            source = member.source
            if len(readers) == 1:
                held = iter((content,) if content else ()) if isinstance(content, bytes) else content
                if document.within is None:
                    stream = _counted(document, held, budget)
                else:
                    stream = ByteStream(_outermost(document, held, budget))
            elif isinstance(source, ByteStream):
                stream = source
            else:
                assert isinstance(source, bytes)
                stream = whole(source)
            around = depth + len(readers) - 1
            # The first bytes of a part may look like another container.
            is_known = around < len(containers)
            reader = reader_named(containers[around]) if is_known else reader_of(member, stream, budget)
            if reader is None and around and not stream.ready(1):
                continue  # an empty member
            if reader is None:
                chunks = source if len(readers) > 1 and isinstance(source, bytes) else _guarded(stream)
                yield member.found(chunks, declared or member.media_type, Within(budget, around, message))
                if budget.exhausted:
                    break
            elif around >= MAX_DEPTH:
                budget.problem(member.name, 0, "too-deep", _TOO_DEEP)
            else:
                readers.append(reader(member, stream, budget))
    except Exhausted:
        pass
    for waiting in budget.waiting:
        for member in waiting():
            source = member.source
            assert isinstance(source, bytes | ByteStream)
            yield member.found(source, declared or member.media_type, Within(budget, depth + 1, message))
    budget.end()


def _counted(document: Document, chunks: Iterator[bytes], budget: Budget) -> ByteStream:
    begin, credit = (0, 0) if document.part is None else (document.part.begin, document.part.credit)
    stream = ByteStream(_outermost(document, chunks, budget), offset=begin)
    budget.counts(stream, credit)
    budget.may_wait = document.may_wait()
    return stream


def _outermost(document: Document, chunks: Iterator[bytes], budget: Budget) -> Iterator[bytes | StreamBreak]:
    """Yield the bytes of an input; report an error in reading it, and end."""
    read = 0 if document.part is None else document.part.begin
    try:
        for chunk in chunks:
            read += len(chunk)
            yield chunk
    except Unreadable as error:
        _report_unreadable(document, error, read, budget)
        yield StreamBreak.TRUNCATED


def _report_unreadable(document: Document, error: Unreadable, read: int, budget: Budget) -> None:
    message = error.strerror or str(error) or errno.errorcode[errno.EIO]
    budget.report(Problem(document.name, read, UNREADABLE, message))  # however many problems there are


def _guarded(stream: ByteStream) -> Iterator[bytes]:
    """Yield a document's bytes, up to a limit of its input."""
    try:
        while data := stream.read_available():
            yield data
    except Exhausted:
        return
