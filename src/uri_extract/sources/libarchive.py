"""Archives that libarchive reads: 7z, rar, cpio, iso, cab, xar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uri_extract.sources.spool import seekable
from uri_extract.sources.stream import Break, Stream

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from uri_extract.sources.budget import Budget
    from uri_extract.sources.document import Document

_MISSING = "an archive that needs the extra 'archive' (pip install 'uri-extract[archive]'), and libarchive"


def members(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    """Yield the files of an archive."""
    try:
        import libarchive
    except (ImportError, OSError, AttributeError):  # the library that it binds may be missing
        budget.problem(document.name, 0, "missing-extra", _MISSING)
        return
    file = seekable(document, stream, budget)
    if file is None:
        return
    with file:
        try:
            with libarchive.stream_reader(file, block_size=1 << 16) as archive:
                for entry in archive:
                    budget.member()
                    if entry.isfile and entry.size != 0:
                        chunks = _Chunks(entry, f"{document.name or ''}!{entry.pathname}", budget)
                        yield document.member(str(entry.pathname), Stream(iter(chunks)))
        except (libarchive.ArchiveError, UnicodeError) as error:
            budget.problem(document.name, 0, "damaged", _said(error))


def _said(error: Exception) -> str:
    return " ".join(str(error).split())[:200]


class _Chunks:
    """The bytes of a member."""

    def __init__(self, entry: Any, name: str, budget: Budget) -> None:
        self._entry = entry
        self._name = name
        self._budget = budget

    def __iter__(self) -> Iterator[bytes | Break]:
        import libarchive

        read = 0
        try:
            for block in self._entry.get_blocks():
                read += len(block)
                self._budget.expand(len(block))
                yield bytes(block)
        except libarchive.ArchiveError as error:
            self._budget.problem(self._name, read, "damaged", _said(error))
            yield Break.TORN
