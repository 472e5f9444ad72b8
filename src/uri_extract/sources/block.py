"""The block of a WARC or ARC record, which ends at its length or with its compressed member."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract.errors import UriExtractError
from uri_extract.sources.byte_stream import PIECE, Budget, ByteStream, Section
from uri_extract.sources.document import Document
from uri_extract.uri import is_valid
from uri_extract.uri.iri import to_uri

# Characters that a URI cannot contain (RFC 3986 Appendix A), but that URIs in archives contain.
_IMPOSSIBLE = re.compile(r"[^!-~\xa0-\U0010ffff]|[\"<>\\^`{|}]|%(?![0-9A-Fa-f]{2})")


#: Bytes that are needed to recognise the beginning of a record.
_LINE = 1 << 12


class Block(Section):
    """The next ``size`` bytes of a stream that stops at members, as chunks.

    If a compressed member ends before them and the next one begins with a record (``begins``), the block is truncated
    there, and the next record is not lost.
    """

    __slots__ = ("_begins",)

    def __init__(self, stream: ByteStream, size: int, begins: Callable[[bytes], object]) -> None:
        super().__init__(stream, size)
        self._begins = begins

    def _continues(self) -> bool:
        gap = self.stream.gap
        return self.stream.next_member() and not gap and not self._begins(self.stream.peek(_LINE))

    def end(self, name: str, start: int, budget: Budget) -> None:
        """Skip the rest of the block, and report missing bytes of the record ``name``, which begins at ``start``."""
        if not self.finish() and not self.stream.truncated:
            budget.problem(name, start, "truncated", f"{self.left} bytes of the record are missing")


def block_source(block: Block) -> bytes | ByteStream:
    """Return the bytes of a block, or the block itself as a stream if it is large or incomplete."""
    size = block.left
    if size <= PIECE and block.stream.holds(size):
        return block.read(size)
    return ByteStream(iter(block))


def report_skipped(document: Document, start: int, end: int, budget: Budget) -> None:
    """Report bytes that do not belong to a record."""
    budget.problem(document.name, start, "damaged", f"no record found: {end - start} bytes skipped")


@lru_cache(64)  # requests, responses and metadata follow each other
def retrieval_base(uri: str) -> str | None:
    """Return a record's target URI as a base (RFC 3986 §5.1.3); None if it is not valid.

    Characters that a URI cannot contain are percent-encoded like in browsers, because it was retrieved in that form.
    """
    if is_valid(uri, "URI"):
        return uri
    uri = uri.removeprefix("<").removesuffix(">").strip()  # WARC 1.0 has brackets in its grammar
    if is_valid(uri, "URI"):
        return uri
    try:
        uri = to_uri(_IMPOSSIBLE.sub(_encoded, uri), host="percent")
    except UriExtractError:
        return None
    return uri if is_valid(uri, "URI") else None


def _encoded(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "surrogateescape"))
