"""Documents that are plainly no containers, as nearly all small ones are: they need no reader.

One source, two speeds, as the scanner's kernel has it (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.details import NO_ORIGIN, Origin
from uri_extract.limits import MAX_BASE
from uri_extract.media.unread import ARMOR
from uri_extract.sources.document import Document, Within
from uri_extract.sources.kinds import CONTAINER_EXTENSIONS, FIRST, TAR_BLOCK, signature

_NEW = cython.declare(object, tuple.__new__)
_DOCUMENT = cython.declare(object, Document)
_WITHIN = cython.declare(object, Within)
_ORIGIN = cython.declare(object, Origin)
_NO_ORIGIN = cython.declare(object, NO_ORIGIN)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uri_extract.sources.budget import Budget


@cython.ccall
def holds_none(filename: str, data: bytes) -> cython.bint:
    """Return True if it is plain that a document with these bytes is no container, and nothing is to be reported of it.

    :func:`~uri_extract.sources.kinds.reader_of` then returns None and does nothing else.
    """
    if not data:
        return True
    if data.find(b"\0", 0, TAR_BLOCK) >= 0 or data.startswith(ARMOR):
        return False
    if filename and filename[filename.rfind(".") + 1 :].lower() in CONTAINER_EXTENSIONS:
        return False
    return data[0] not in FIRST or signature().match(data) is None


def file_of(path: str, media_type: str | None) -> Document:
    """Return the document that a file is."""
    made: Document = _NEW(_DOCUMENT, (path, media_type, path, None, None, None, None, None, None, None, None))
    return made


def found(
    document: Document, source: bytes, declared: str | None, budget: Budget, depth: int, message: Origin
) -> Document | None:
    """Return a document as it goes to its scanner (:meth:`Document.found`) if it is plain that it is no container."""
    name, media_type, _, charset, base, filename, _, _, captured_at, record_id, package = cython.cast(tuple, document)
    if not holds_none((name or "") if filename is None else filename, source):
        return None
    within: Within = _NEW(_WITHIN, (budget, depth, message))
    made: Document = _NEW(
        _DOCUMENT,
        (
            name, declared or media_type, source, charset, base, filename, within, None, captured_at, record_id,
            package if not declared or declared == media_type else None,
        ),
    )  # fmt: skip
    return made


def origin_of(document: Document, media_type: str, base: str | None) -> Origin:
    """Return what is known of a document: by itself, and by the message that it is attached to."""
    if base is not None and len(base) > MAX_BASE:
        base = None  # a problem record says so
    name, _, _, _, _, _, within, _, captured_at, record_id, _ = cython.cast(tuple, document)
    message = _NO_ORIGIN if within is None else cython.cast(tuple, within)[2]
    if message is _NO_ORIGIN:
        made: Origin = _NEW(_ORIGIN, (name, base, captured_at, record_id, media_type, None, None, None, None))
        return made
    return Origin(
        name, base, captured_at or message.captured_at, record_id or message.record_id, media_type,
        message.message_id, message.sender, message.subject, message.filename,
    )  # fmt: skip
