"""Documents of the records of web archives. An archive has many small records, each of which is mostly two documents.

One source, two speeds, as the scanner's kernel has it (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

import uri_extract._re as re
from uri_extract.decode.dates import date_of
from uri_extract.sources.block import retrieval_base
from uri_extract.sources.byte_stream import ByteStream, whole
from uri_extract.sources.content_type import of_content_type
from uri_extract.sources.document import Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget

# The media type of the header of an HTTP message.
_HEADER = "message/http"
# Content codings of a body that are decoded: only tests and attacks encode one more than twice.
_CODINGS = 4
# ISO 28500 §5.4: a W3CDTF, which is a profile of RFC 3339.
_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)")


@cython.cfunc
def _document(
    name: str | None,
    media_type: str | None,
    source: object,
    charset: str | None,
    base: str | None,
    filename: str | None,
    captured_at: str | None,
    record_id: str | None,
) -> object:
    """Return a :class:`Document`; the method that makes named tuples takes longer than to compute one's fields."""
    return tuple.__new__(
        Document, (name, media_type, source, charset, base, filename, None, None, captured_at, record_id, None)
    )


def record(name: str, source: bytes | ByteStream, values: list[str]) -> tuple[Document, bool]:
    """Return the block of a record, a document with that name, and True if it is an HTTP message.

    ``values`` are those of the fields Content-Length, Content-Type, WARC-Target-URI, WARC-Date and WARC-Record-ID.
    """
    kind: str = values[1]
    date: str = values[3]
    media_type: str | None = None
    charset: str | None = None
    is_http: cython.bint = kind[:16].lower() == "application/http"
    if not is_http:
        media_type, charset = of_content_type(kind)
    return _document(
        name, media_type, source, charset, retrieval_base(values[2]), "",
        date if _is_plain_date(date) or _DATE.fullmatch(date) else None, values[4].strip("<>") or None,
    ), is_http  # fmt: skip


@cython.cfunc
def _is_plain_date(date: str) -> cython.bint:
    """Return True for a time in seconds and UTC, as nearly all are."""
    at: cython.Py_ssize_t
    character: cython.Py_UCS4
    if len(date) != 20:
        return False
    for at in range(20):
        character = date[at]
        if at == 4 or at == 7:
            if character != "-":
                return False
        elif at == 13 or at == 16:
            if character != ":":
                return False
        elif at == 10 or at == 19:
            if character != ("T" if at == 10 else "Z"):
                return False
        elif not "0" <= character <= "9":
            return False
    return True


def header_and_body(
    document: Document, head: bytes, body: bytes | ByteStream, values: list[str], budget: Budget
) -> Iterator[Document]:
    """Yield the header of an HTTP message, and its body, unless it is empty.

    ``values`` are those of the fields Content-Type, Transfer-Encoding, Content-Encoding and Date.
    """
    name, media_type, _, charset, base, filename, _, _, captured_at, record_id, _ = document
    declared, transfer, codings, date = values
    if captured_at is None:
        captured_at = date_of(date.encode("latin-1", "replace"))
    # Whatever charset the caller declares, a header is ASCII or UTF-8.
    yield _document(f"{name}!header", _HEADER, head, "utf-8", base, filename, captured_at, record_id)
    if declared:
        media_type, charset = of_content_type(declared)
    if transfer or codings:
        body = _decoded(name, head, body, transfer, codings, budget)
    if isinstance(body, ByteStream):
        body = body.rest()
    if body if isinstance(body, bytes) else body.ready(1):
        budget.member()  # a second document of the record
        yield _document(name, media_type, body, charset, base, filename, captured_at, record_id)


def _decoded(
    name: str | None, head: bytes, body: bytes | ByteStream, transfer: str, codings: str, budget: Budget
) -> bytes | ByteStream:
    """Return a body without its transfer coding and its content codings."""
    from uri_extract.sources.content_encoding import dechunked, decoded

    if "chunked" in transfer.lower():
        body = ByteStream(dechunked(name, _stream(body, len(head)), budget))
    for coding in reversed(codings.lower().split(",", _CODINGS)[:_CODINGS]) if codings else ():
        if coding.strip() not in ("", "identity", "none"):
            body = decoded(name, _stream(body, len(head)), budget, coding.strip()[:40])
    return body


def _stream(body: bytes | ByteStream, offset: int) -> ByteStream:
    return whole(body, offset) if isinstance(body, bytes) else body
