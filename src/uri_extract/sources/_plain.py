"""Documents that are plainly no containers, as nearly all small ones are: they need no reader.

One source, two speeds, as the scanner's kernel has it (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.unread import ARMOR
from uri_extract.sources.document import Document
from uri_extract.sources.kinds import CONTAINER_EXTENSIONS, FIRST, TAR_BLOCK, signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uri_extract.sources.document import Within


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


def found(document: Document, source: bytes, declared: str | None, within: Within) -> Document | None:
    """Return a document as it goes to its scanner (:meth:`Document.found`) if it is plain that it is no container."""
    name, media_type, _, charset, base, filename, _, _, captured_at, record_id, package = document
    if not holds_none((name or "") if filename is None else filename, source):
        return None
    return tuple.__new__(
        Document,
        (
            name, declared or media_type, source, charset, base, filename, within, None, captured_at, record_id,
            package if not declared or declared == media_type else None,
        ),
    )  # fmt: skip
