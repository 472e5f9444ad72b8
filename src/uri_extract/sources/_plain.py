"""Documents that are plainly no containers, as nearly all small ones are: they need no reader.

One source, two speeds, as the scanner's kernel has it (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memchr
    from cython.cimports.uri_extract import limits
    from cython.cimports.uri_extract.media._suffixes_c import suffix_of
    from cython.cimports.uri_extract.sources._budget_c import Budget
    from cython.cimports.uri_extract.sources._documents_c import made_of
    from cython.cimports.uri_extract.sources._small_files_c import opened
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
# Whether a signature begins with a byte, for each.
_IS_FIRST = cython.declare(bytes, bytes(byte in FIRST for byte in range(256)))


@cython.ccall
def holds_none(filename: str, data: bytes) -> cython.bint:
    """Return True if it is plain that a document with these bytes is no container, and nothing is to be reported of it.

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
    """Return True if there is a NUL where the first block of a tar archive has one."""
    if not cython.compiled:
        return data.find(b"\0", 0, TAR_BLOCK) >= 0
    begin: cython.p_const_uchar = data
    return memchr(begin, 0, min(len(data), _TAR_BLOCK)) != cython.NULL


def plain_inputs(
    inputs: Iterator[Document | Unreadable], report: Callable[[Problem], None], barcodes: bool
) -> Generator[Document, None, tuple[Document | Unreadable, bytes | int | None] | None]:
    """Yield inputs as they go to their scanners, as long as each is small, and it is plain that it is no container.

    Return the first other one and its bytes, or the descriptor that it is open at, None if it was not read; or None at
    the end. ``report`` and ``barcodes`` are those of their budgets.
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
    """Return what :func:`opened` does; None for what cannot be opened or read."""
    try:
        return opened(path, limits.CHUNK)
    except (OSError, ValueError):
        return None  # which the general way reports


def plain_members(
    reader: Iterator[Document], declared: str | None, within: Within
) -> Generator[Document, None, Document | None]:
    """Yield documents in a container as they go to their scanners, as long as it is plain that they are no containers.

    Return the first one of which it is not plain; None at the end, and where the budget is exhausted. Documents without
    bytes are passed over.
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
    """Return a document as it goes to its scanner (:meth:`Document.found`) if it is plain that it is no container."""
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
