"""Fast check for documents that are clearly not containers, as nearly all small ones are, and so need no reader.

A kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memchr
else:
    from uri_extract import limits
    from uri_extract.media._suffixes import suffix_of
    from uri_extract.sources._documents import made_of
    from uri_extract.sources._small_files import opened
    from uri_extract.sources.budget import Budget

from uri_extract.details import NO_ORIGIN
from uri_extract.media.unread import ARMOR
from uri_extract.sources.document import Document, Within
from uri_extract.sources.kinds import BEGINNINGS, CONTAINER_EXTENSIONS, FIRST, TAR_BLOCK, signature

_NEW = cython.declare(object, tuple.__new__)
_DOCUMENT = cython.declare(object, Document)
_NO_ORIGIN = cython.declare(object, NO_ORIGIN)
_WITHIN = cython.declare(object, Within)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from uri_extract.records import Problem
    from uri_extract.sources.document import Unreadable

_SOURCE = cython.declare(cython.Py_ssize_t, Document._fields.index("source"))
_TAR_BLOCK = cython.declare(cython.Py_ssize_t, TAR_BLOCK)
_BEGINNINGS = cython.declare(tuple, BEGINNINGS)
# For each byte, whether a signature begins with it.
_IS_FIRST = cython.declare(bytes, bytes(byte in FIRST for byte in range(256)))


@cython.ccall
def holds_none(filename: str, data: bytes) -> cython.bint:
    """Return True if a document with these bytes is clearly not a container, and there is nothing to report.

    :func:`~uri_extract.sources.kinds.reader_of` then returns None and does nothing else.
    """
    if not data:
        return True
    if _has_nul(data) or data.startswith(ARMOR):
        return False
    if filename and suffix_of(filename) in CONTAINER_EXTENSIONS:
        return False
    return not _IS_FIRST[data[0]] or not data.startswith(_BEGINNINGS) or signature().match(data) is None


@cython.cfunc
def _has_nul(data: bytes) -> cython.bint:
    """Return True if there is a NUL at a position where the first block of a tar archive has one."""
    if not cython.compiled:
        return data.find(b"\0", 0, TAR_BLOCK) >= 0
    begin: cython.p_const_uchar = data
    return memchr(begin, 0, min(len(data), _TAR_BLOCK)) != cython.NULL


def plain_inputs(
    inputs: Iterator[Document | Unreadable], report: Callable[[Problem], None], barcodes: bool
) -> Generator[Document, None, tuple[Document | Unreadable, bytes | int | None] | None]:
    """Yield inputs, ready for their scanners, as long as each is small and clearly not a container.

    Return the first other input with its bytes or open descriptor (None if it was not read); return None at the end.
    ``report`` and ``barcodes`` are passed to the budgets of the inputs.
    """
    document: object
    plain: Document | None
    for document in inputs:
        if type(document) is not _DOCUMENT:
            return document, None
        source: object = cython.cast(tuple, document)[2]
        if cython.cast(tuple, document)[7] is None and type(source) is str:
            source = _content_of(source)
        if type(source) is not bytes or len(source) > limits.CHUNK:
            return document, source if type(source) is int else None
        content: bytes = source
        budget: Budget = Budget(cython.cast(tuple, document)[0], report, barcodes, len(content))
        within = _NEW(_WITHIN, (budget, 0, _NO_ORIGIN))
        plain = _found(document, content, None, within)
        if plain is None:
            return document, content
        yield plain
    return None


@cython.cfunc
def _content_of(path: str) -> object:
    """Return the result of :func:`opened`; None for a file that cannot be opened or read."""
    try:
        return opened(path, limits.CHUNK)
    except (OSError, ValueError):
        return None  # the general code will report the error


def plain_members(
    reader: Iterator[Document], declared: str | None, within: Within
) -> Generator[Document, None, Document | None]:
    """Yield the documents in a container, ready for their scanners, as long as they are clearly not containers.

    Return the first other document; None at the end, or if the budget is exhausted. Empty documents are skipped.
    """
    member: Document
    plain: Document | None
    budget: Budget = within.budget
    budget.within = within
    for member in reader:
        source = cython.cast(tuple, member)[_SOURCE]
        plain = None
        if isinstance(source, bytes):
            if not source:
                continue
            plain = _found(member, source, declared, within)
        if plain is None:
            return member if member.within is None else member._replace(within=None)
        yield plain
        if budget.exhausted:
            return None
    return None


@cython.cfunc
def _found(document: Document, source: bytes, declared: str | None, within: Within) -> object:
    """Return a document that is clearly not a container, ready for its scanner (:meth:`Document.found`); else None."""
    name, media_type, _, charset, base, filename, known, _, captured_at, record_id, package = cython.cast(
        tuple, document
    )
    if not holds_none((name or "") if filename is None else filename, source):
        return None
    if known is within and not declared:
        return document
    return made_of((
        name, declared or media_type, source, charset, base, filename, within, None, captured_at, record_id,
        package if not declared or declared == media_type else None,
    ))  # fmt: skip
