"""``extract()``: the lines that join the rooms."""

from __future__ import annotations

import logging
from itertools import chain
from typing import TYPE_CHECKING, Any

from uri_extract.media import Scanner
from uri_extract.media.recognition import by_beginning, by_name
from uri_extract.records import Occurrence, Problem
from uri_extract.sources import Document, Unreadable, documents

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

_log = logging.getLogger("uri_extract")


def extract(
    source: str | os.PathLike[str] | BinaryIO | bytes,
    *,
    media_type: str | None = None,
    base: str | None = None,
    default_base: str | None = None,
    on_problem: Callable[[Problem], None] | None = None,
    **options: Any,
) -> Iterator[Occurrence]:
    """Yield every reference in ``source``: a path (a directory is walked), an open binary file, or bytes.

    Without ``media_type`` each document is what its name or its first bytes say, HTML or plain text.
    Positions count bytes. ``base`` is the documents' own URI (RFC 3986 §5.1.3), ``default_base`` serves where nothing
    else does (§5.1.4). ``on_problem`` is called with each :class:`Problem`, without it they are logged as warnings
    (logger ``uri_extract``); a file that cannot be read is one. Options are those of
    :class:`~uri_extract.media.text.TextScanner`.
    """
    for document in documents(source, media_type=media_type):
        yield from extract_document(
            document, base=base, default_base=default_base, on_problem=on_problem or _warn, **options
        )


def extract_document(
    document: Document | Unreadable, *, on_problem: Callable[[Problem], None], **options: Any
) -> Iterator[Occurrence]:
    """Yield every reference in one document; an unreadable one is a problem, and what was read of it counts."""
    if isinstance(document, Unreadable):
        on_problem(unreadable(document, 0))
        return
    media_type, chunks = recognised(document, chunks_of(document, on_problem))
    scanner = Scanner(media_type, document=document.name, on_problem=on_problem, **options)
    for chunk in chunks:
        yield from scanner.feed(chunk)
    yield from scanner.close()


def recognised(document: Document, chunks: Iterator[bytes]) -> tuple[str, Iterator[bytes]]:
    """Return a document's media type, where nobody declared it by its name or its first bytes, and its chunks."""
    media_type = document.media_type or by_name(document.name)
    seen: list[bytes] = []
    beginning = b""
    while media_type is None:
        chunk = next(chunks, b"")
        seen.append(chunk)
        beginning += chunk
        media_type = by_beginning(beginning, final=not chunk)
    return media_type, chain(seen, chunks)


def chunks_of(document: Document, on_problem: Callable[[Problem], None]) -> Iterator[bytes]:
    """Yield a document's bytes; where it can be read no further, that is a problem and the end."""
    read = 0
    try:
        for chunk in document.chunks():
            read += len(chunk)
            yield chunk
    except Unreadable as error:
        on_problem(unreadable(error, read))


def unreadable(error: Unreadable, offset: int) -> Problem:
    """Return the problem record for a path that cannot be read, or not beyond ``offset``."""
    return Problem(error.filename, offset, "unreadable", error.strerror or str(error))


def extract_text(
    text: str | bytes, *, media_type: str = "text/plain", base: str | None = None, **options: Any
) -> Iterator[Occurrence]:
    """Yield every reference in ``text``.

    Positions count characters of a ``str`` and bytes of ``bytes``. Options as in :func:`extract`.
    """
    scanner = Scanner(media_type, base=base, **options)
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)
    found = scanner.feed(data)
    found += scanner.close()
    if isinstance(text, str) and len(data) != len(text):
        return _in_characters(data, found)
    return iter(found)


def extract_soup(
    soup: Any,
    *,
    base: str | None = None,
    default_base: str | None = None,
    document: str | None = None,
    on_problem: Callable[[Problem], None] | None = None,
) -> Iterator[Occurrence]:
    """Yield every reference in a BeautifulSoup object or a tag of one, of any builder, in the order of its elements.

    They are what :func:`extract` finds in HTML: references in attributes and style sheets, relative ones too, and URIs
    in text. The first ``<base href>`` of the whole document counts, for a tag of it as well; ``base``, ``default_base``
    and ``on_problem`` as in :func:`extract`, ``document`` names it in the records.

    A soup does not know where in the source anything stands: ``start`` and ``end`` are -1, and the ``offset`` of
    problems is 0. ``line`` and ``column`` are those that the builder noted of the tag, not of the reference: where it
    begins (html.parser), or its last character (html5lib); both are 0 where it noted none (lxml). ``raw`` is what in
    the decoded value or text stands for the reference. Of text, the ``element`` is the one that it stands directly in.
    Raises a :class:`TypeError` (and :class:`UriExtractError`) for what is no soup.
    """
    from uri_extract.media.html.soup import occurrences  # bs4 costs much to import

    return occurrences(soup, base=base, default_base=default_base, document=document, on_problem=on_problem or _warn)


def _in_characters(data: bytes, found: list[Occurrence]) -> Iterator[Occurrence]:
    """Yield the occurrences with positions in characters. They come in order, so no byte is counted twice."""
    at = characters = line = line_characters = 0
    for occurrence in found:
        begin = occurrence.start - occurrence.column + 1
        if begin > line:
            line, line_characters = begin, characters + _length(data[at:begin])
        if line > at:
            at, characters = line, line_characters
        characters += _length(data[at : occurrence.start])
        at = occurrence.start
        yield occurrence._replace(
            start=characters,
            end=characters + _length(data[at : occurrence.end]),
            column=characters - line_characters + 1,
        )


def _length(utf8: bytes) -> int:
    return len(utf8.decode("utf-8", "surrogatepass"))


def _warn(problem: Problem) -> None:
    at = f", byte {problem.offset}" if problem.offset else ""
    _log.warning("%s%s: %s", "input" if problem.document is None else problem.document, at, problem.message)
