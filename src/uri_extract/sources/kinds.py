"""Which documents hold others: by their first bytes, with their name for a hint. Readers are imported when needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from uri_extract.media.unread import SIGNED_DATA, unread_format
from uri_extract.sources import codecs
from uri_extract.sources.compression import decompressed

if TYPE_CHECKING:
    from uri_extract.sources.budget import Budget
    from uri_extract.sources.document import Document
    from uri_extract.sources.stream import Stream

    #: Yields the documents in one; whoever asks for the next is done with the one before.
    Reader = Callable[[Document, Stream, Budget], Iterator[Document]]

_TAR_BLOCK = 512
#: Bytes that a signature of those below needs at most.
_FIRST_BYTES = 20
_NO_PYPDF = "a PDF, scanned as it stands: to read its pages needs the extra 'pdf' (pip install 'uri-extract[pdf]')"

# What the others begin with.
_OTHERS = re.compile(
    rb"(?P<zip>PK(?:\x03\x04|\x05\x06|00PK\x03\x04|\x07\x08PK\x03\x04))"
    rb"|(?P<ar>!<arch>\n)"
    rb"|(?P<warc>WARC/[0-9])"
    rb"|(?P<arc>filedesc:)"
    rb"|(?P<pdf>%PDF-)"
    rb"|(?P<libarchive>7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|07070[1277][0-9A-Fa-f]{2}|\xc7\x71|\x71\xc7|MSCF\x00{4}|xar!\x00)"
    rb"|(?P<compress>\x1f[\x9d\xa0])|(?P<lzip>LZIP\x01)|(?P<lzop>\x89LZO\x00\r\n)"
    rb"|(?P<sqlite>SQLite format 3\x00)"
    rb"|(?P<cms>" + SIGNED_DATA + rb")",
    re.DOTALL,
)
# What is known, but not read.
_UNREAD = {each: f"compressed by {each}" for each in ("compress", "lzip", "lzop")}
# Codecs by the first byte of what they read.
_COMPRESSED = {0x1F: codecs.GZIP, 0x42: codecs.BZIP2, 0xFD: codecs.XZ, 0x28: codecs.ZSTD, 0x04: codecs.LZ4}
_COMPRESSED |= dict.fromkeys(range(0x50, 0x60), codecs.ZSTD)
# The first bytes of all of them.
_FIRST = frozenset((*b"P!Wf%7RS0\xc7\x71Mx\x04\x1fL\x89", *_COMPRESSED))


def reader_of(document: Document, stream: Stream, budget: Budget) -> Reader | None:
    """Return what reads the documents in one, None where it holds none."""
    head = stream.ready(_TAR_BLOCK)
    if len(head) < _FIRST_BYTES:
        head = stream.peek(_FIRST_BYTES)
    if not head:
        return None
    if head[0] in _FIRST:
        codec = _COMPRESSED.get(head[0])
        if codec is not None and codec.begins.match(head):
            return partial(decompressed, codec=codec)
        other = _OTHERS.match(head)
    else:
        other = None  # as nearly always
    if other is not None:
        if other.lastgroup in _UNREAD:
            message = f"{_UNREAD[other.lastgroup]}, which is not read: scanned as it stands"
            budget.problem(document.name, 0, "unsupported", message)
            return None
        if other.lastgroup == "pdf" and not _has_pypdf():
            budget.problem(document.name, 0, "missing-extra", _NO_PYPDF)
            return None
        return _READERS[str(other.lastgroup)]
    if _may_be_tar(head, stream) and _is_tar(stream.peek(_TAR_BLOCK)):
        return _tar
    reader = _by_name(document, stream) if "." in document.hint else None
    if reader is None:
        _report_unread(document, head, stream, budget)
    return reader


def _report_unread(document: Document, head: bytes, stream: Stream, budget: Budget) -> None:
    """Report a format that is recognised but not read, and a name that means another."""
    name = unread_format(head, document.hint, document.media_type)
    if name is not None:
        budget.problem(document.name, 0, "unsupported", f"{name}, which is not read: scanned as it stands")
    elif "." in document.hint:
        stem, _, ending = document.hint.lower().rpartition(".")
        named = ending in _CODECS or ending in _ZIPPED or ending in ("tar", "7z", "rar")
        if stem and named and _NO_TEXT.search(stream.peek(_TAR_BLOCK)):
            message = f"its name ends with .{ending}, but it does not begin so: scanned as it stands"
            budget.problem(document.name, 0, "damaged", message)


def _has_pypdf() -> bool:
    from importlib.util import find_spec

    return find_spec("pypdf") is not None


def _may_be_tar(head: bytes, stream: Stream) -> bool:
    """Return whether the first block has a NUL, and no line ends before it.

    A tar header has its name first, which NUL ends or the field after it. Typed lines are not held back for a block.
    """
    size = len(head)
    while b"\0" not in head and b"\n" not in head and size < _TAR_BLOCK:
        head = stream.peek(size + 1)
        if len(head) == size:
            return False
        size = len(head)
    zero = head.find(b"\0", 0, _TAR_BLOCK)
    return zero >= 0 and head.find(b"\n", 0, zero) < 0


def _is_tar(block: bytes) -> bool:
    from uri_extract.sources.tar import is_header

    return block[257:262] == b"ustar" or (b"\0" in block[:100] and is_header(block))


def _by_name(document: Document, stream: Stream) -> Reader | None:
    """Return what reads a document that does not begin as its name says, but is that all the same."""
    stem, dot, ending = document.hint.lower().rpartition(".")
    if not dot or not stem:
        return None
    if ending == "lzma" and codecs.LZMA.begins.match(stream.peek(16)):
        return partial(decompressed, codec=codecs.LZMA)
    codec = _CODECS.get(ending)
    if codec is not None and codec.begins.search(stream.peek(_LOOK)):
        return partial(decompressed, codec=codec)
    if ending == "tar" and b"ustar" in stream.peek(_LOOK):
        return _tar
    if ending in ("a", "ar", "deb") and stream.peek(68)[66:] == b"`\n":
        return _ar
    if ending in ("warc", "wat", "wet") and b"\nWARC/" in stream.peek(_LOOK):
        return _warc
    if (ending in _ZIPPED or ending == "exe") and b"PK\3\4" in stream.peek(_LOOK):
        return _zip
    if ending == "iso" and stream.peek(0x8006)[0x8001:] == b"CD001":
        return _libarchive
    return None


_CODECS = {
    **dict.fromkeys(("gz", "tgz", "svgz"), codecs.GZIP), **dict.fromkeys(("bz2", "tbz", "tbz2"), codecs.BZIP2),
    **dict.fromkeys(("xz", "txz"), codecs.XZ), **dict.fromkeys(("zst", "tzst"), codecs.ZSTD),
    "lz4": codecs.LZ4,
}  # fmt: skip
_ZIPPED = ("zip", "jar", "docx", "xlsx", "pptx", "odt", "ods", "odp", "epub")
_NO_TEXT = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]")

#: Bytes in which a container may begin later than it should.
_LOOK = 1 << 16


def _tar(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    from uri_extract.sources.tar import members

    return members(document, stream, budget)


def _zip(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    from uri_extract.sources.zip import members

    return members(document, stream, budget)


def _ar(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    from uri_extract.sources.ar import members

    return members(document, stream, budget)


def _warc(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    from uri_extract.sources.warc import records

    return records(document, stream, budget)


def _arc(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    from uri_extract.sources.arc import records

    return records(document, stream, budget)


def _pdf(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    from uri_extract.sources.pdf import pages

    return pages(document, stream, budget)


def _libarchive(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    from uri_extract.sources.libarchive import members

    return members(document, stream, budget)


def _sqlite(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    from uri_extract.sources.database import cells

    return cells(document, stream, budget)


def _cms(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    from uri_extract.sources.cms import members

    return members(document, stream, budget)


_READERS: dict[str, Reader] = {
    "zip": _zip, "ar": _ar, "warc": _warc, "arc": _arc, "pdf": _pdf, "libarchive": _libarchive, "cms": _cms,
    "sqlite": _sqlite,
}  # fmt: skip
