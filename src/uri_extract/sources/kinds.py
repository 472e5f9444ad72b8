"""Recognise a container by its first bytes and its name, and import its reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import uri_extract._compat._re as re
from uri_extract._compat._typing import TYPE_CHECKING, Final
from uri_extract._compat._variants import import_module
from uri_extract.formats import BINARY
from uri_extract.formats.containers import BY_EXTENSION, CONTAINERS, NOT_TEXT, Trust, first_line
from uri_extract.formats.recognition import is_image
from uri_extract.formats.unread import ENCRYPTED, ENCRYPTED_STREAM, PARTIAL, unread_format
from uri_extract.limits import MAX_BEFORE_CONTAINER

if TYPE_CHECKING:
    from uri_extract.sources.byte_stream import Budget, ByteStream
    from uri_extract.sources.document import Document

    #: Yields the documents in a container; each must be read before the next is requested.
    Reader = Callable[[Document, ByteStream, Budget], Iterator[Document]]

#: Bytes of a tar header, which contains a NUL.
TAR_BLOCK: Final = 512
#: The most bytes that a signature at the beginning of a document needs.
_FIRST_BYTES: Final = 20
_NO_PDFIUM: Final = "a PDF, scanned as it is: reading its pages needs the extra 'pdf' (pip install 'uri-extract[pdf]')"

# The containers with a signature at the beginning of a document.
_AT_BEGINNING: Final = [
    container
    for container in CONTAINERS.values()
    if any(each.trust is not Trust.NAMED and not each.offset for each in container.signatures)
]
#: The first bytes of documents with those signatures; if none of them matches, the pattern need not be compiled.
BEGINNINGS: Final = tuple(
    {b"" if each.offset else each.first for container in _AT_BEGINNING for each in container.signatures}
)
#: The first bytes of those signatures.
FIRST: Final = frozenset(each.first[0] for container in _AT_BEGINNING for each in container.signatures)
# Extensions that are reported if a document does not begin with such a signature. AppleDouble files (``._a.pdf``) have
# the extensions of the files next to them.
_REPORTED: Final = BY_EXTENSION.keys() - {"pdf"}
#: Containers by file extension, for documents that are such a container or may have one inside.
CONTAINER_EXTENSIONS: Final = BY_EXTENSION | {
    extension: container for container in CONTAINERS.values() for extension in container.wrapped_in.split()
}


def reader_of(document: Document, stream: ByteStream, budget: Budget) -> Reader | None:
    """Return the reader of a container, None for other documents; report a format that is recognised but not read."""
    head = _first_bytes(stream)
    if not head:
        return None
    found = signature().match(head) if head[0] in FIRST and head.startswith(BEGINNINGS) else None
    if found is not None:
        return _recognised(str(found.lastgroup), document, budget)
    if budget.barcodes and document.media_type != BINARY and is_image(head):
        from uri_extract.sources.barcodes import NO_ZXING, has_zxing, members

        if has_zxing():
            return members
        budget.problem(document.name, 0, "missing-extra", NO_ZXING)
        return None
    if _is_tar(head):
        return reader_named("tar")
    stem, _, extension = document.hint.lower().rpartition(".")
    named = CONTAINER_EXTENSIONS.get(extension) if stem else None
    later = _later(named.name) if named is not None else None
    if named is not None and later is not None and later.search(stream.peek(MAX_BEFORE_CONTAINER)):
        return reader_named(named.name)
    unread = unread_format(head, document.hint, document.media_type)
    if unread in PARTIAL and ENCRYPTED_STREAM in stream.peek(MAX_BEFORE_CONTAINER):
        unread = ENCRYPTED
    if unread == ENCRYPTED:
        budget.problem(document.name, 0, "encrypted", f"{unread}, which is not read")
        return lambda *_: iter(())
    if unread in PARTIAL:
        budget.problem(document.name, 0, "partial", f"{unread}: its text is only read as strings")
    elif unread is not None:
        budget.problem(document.name, 0, "unsupported", f"{unread}, which is not read: scanned as it is")
    elif extension in _REPORTED and stem and NOT_TEXT.search(stream.peek(TAR_BLOCK)):
        message = f"its name ends with .{extension}, but it is not in that format: scanned as it is"
        budget.problem(document.name, 0, "damaged", message)
    return None


@cache
def signature() -> re.Pattern[bytes]:
    """Return the pattern of the signatures at the beginning of a document, with a group named for each container."""
    trusts = Trust.ANYWHERE, Trust.DOCUMENT
    groups = (b"(?P<%s>%s)" % (each.name.encode(), each.pattern(*trusts)) for each in _AT_BEGINNING)
    return re.compile(b"|".join(groups), re.DOTALL)


def _recognised(name: str, document: Document, budget: Budget) -> Reader | None:
    if not CONTAINERS[name].reader:
        message = f"compressed by {name}, which is not read: scanned as it is"
        budget.problem(document.name, 0, "unsupported", message)
        return None
    if name == "pdf" and not _has_pdfium():
        budget.problem(document.name, 0, "missing-extra", _NO_PDFIUM)
        return None
    if name == "pst":
        from uri_extract.sources.pst import NO_LIBPFF, has_libpff

        if not has_libpff():
            budget.problem(document.name, 0, "missing-extra", NO_LIBPFF)
            return None
    return reader_named(name)


@cache
def reader_named(name: str) -> Reader:
    """Return the reader of the container with that name in the table."""
    module, _, function = CONTAINERS[name].reader.partition(":")
    found = getattr(import_module(f"uri_extract.sources.{module}"), function)
    if module != "codecs":
        return found  # type: ignore[no-any-return]
    from uri_extract.sources.compression import decompressed

    return partial(decompressed, codec=found)


@cache
def _later(name: str) -> re.Pattern[bytes] | None:
    """Return the pattern that finds a container inside a document with its extension but without its signature."""
    container = CONTAINERS[name]
    patterns = [rb"\A" + each.pattern for each in container.signatures if each.trust is Trust.NAMED]
    patterns += [container.later] if container.later else []
    return re.compile(b"|".join(patterns), re.DOTALL) if patterns else None


def _has_pdfium() -> bool:
    from importlib.util import find_spec

    return find_spec("pypdfium2") is not None


def _first_bytes(stream: ByteStream) -> bytes:
    """Return the first block, fewer bytes only at the end or if the first line is text."""
    head = stream.peek(_FIRST_BYTES)
    while len(head) < TAR_BLOCK and not first_line(head) and stream.holds(len(head) + 1):
        head = stream.ready(TAR_BLOCK)
    line = first_line(head)
    return head[: max(line, _FIRST_BYTES)] if line else head


def _is_tar(block: bytes) -> bool:
    from uri_extract.sources.tar import is_header

    return b"\0" in block and (block[257:262] == b"ustar" or (b"\0" in block[:100] and is_header(block)))
