"""ZIP archives (APPNOTE 6.3), read as a stream: local headers and the data that follows them.

So one pass reads an archive of any size, from a pipe or inside another archive, in bounded memory. A truncated archive
yields the members before the cut, and overlapping members or a false directory have no effect. The entries of the
central directory are only counted: if it lists more members than were read, a problem is reported.
"""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.formats.containers import ZIP_LOCAL, ZIP_LOCAL_SIZE
from uri_extract.scan import variant
from uri_extract.sources.byte_stream import ByteStream, after_damage
from uri_extract.sources.zip_member import CENTRAL, DESCRIPTOR, END, LOCAL, NEXT, Member

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uri_extract.sources.byte_stream import Budget
    from uri_extract.sources.document import Document

_END_64, _LOCATOR_64, _EXTRA_DATA = b"PK\6\6", b"PK\6\7", b"PK\6\x08"
_next_local: Callable[[ByteStream], Any] = variant("uri_extract.sources._zip_headers").next_local
# The signatures of a member, of an entry of the central directory, and of the record after the directory.
_HEADER = re.compile(b"|".join(map(re.escape, (LOCAL, CENTRAL, END))))
_FIRST_HEADER = re.compile(ZIP_LOCAL, re.DOTALL)


def members(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the files of an archive."""
    return _ZipReader(document, stream, budget).members()


class _ZipReader:
    """Reads the local headers, the members and the central directory of one archive."""

    def __init__(self, document: Document, stream: ByteStream, budget: Budget) -> None:
        self._document = document
        self._stream = stream
        self._budget = budget
        self._read = 0
        self._listed = 0

    def members(self) -> Iterator[Document]:
        stream = self._stream
        if stream.peek(2) != b"PK":  # a self-extracting archive: its program has the signatures of headers, too
            stream.find_match(_FIRST_HEADER, ZIP_LOCAL_SIZE)
        while mark := stream.peek(4):
            if mark == LOCAL:
                offset = stream.offset
                local = _next_local(stream)
                if local is None:
                    if not stream.truncated:
                        self._problem(offset, "truncated", "the archive ends in a header")
                    return
                if not local:  # its lengths would hide the next header
                    continue
                self._read += 1
                self._budget.member()
                if local.is_empty() and stream.peek(4) in NEXT:
                    continue
                data = Member(local, stream, self._budget, self._document)
                # Directories, too: Java's tools compress their data, which is empty, to two bytes.
                if (local.packed or local.later) and data.readable():
                    yield self._document.member(local.name, ByteStream(data.chunks()))
                if not data.finish():
                    return
            elif mark == CENTRAL:
                self._directory()
            elif mark in (END, _END_64, _LOCATOR_64, _EXTRA_DATA, DESCRIPTOR):
                self._rest(mark)
            elif not self._resumed():
                return
        if (self._read or self._listed) and not stream.truncated:
            self._problem(stream.offset, "truncated", "the archive ends before its directory does")

    def _problem(self, offset: int, kind: str, message: str) -> None:
        self._budget.problem(self._document.name, offset, kind, message)

    def _directory(self) -> None:
        """Skip an entry of the central directory."""
        header = self._stream.read(46)
        self._listed += 1
        self._skip(sum(int.from_bytes(header[at : at + 2], "little") for at in (28, 30, 32)))

    def _skip(self, size: int) -> None:
        """Skip bytes that are not used; if the size is false, only up to the next header."""
        found = _HEADER.search(self._stream.ahead(size + 2))  # a header may begin in these bytes and end after them
        self._stream.skip(size if found is None else found.start())

    def _rest(self, mark: bytes) -> None:
        """Skip a record that is neither a member nor an entry."""
        stream = self._stream
        if mark == DESCRIPTOR:  # it belongs to a member that was not read
            stream.skip(16 if stream.peek(2, 16) == b"PK" else 24)
            return
        offset = stream.offset
        stream.skip(4)
        if mark == _LOCATOR_64:
            stream.skip(16)
        elif mark == _END_64:
            stream.skip(int.from_bytes(stream.read(8), "little"))
        elif mark == _EXTRA_DATA:
            stream.skip(int.from_bytes(stream.read(4), "little"))
        elif mark == END:
            record = stream.read(18)
            if record[16:] != b"\0\0" and len(record) == 18:
                self._skip(int.from_bytes(record[16:], "little"))
            listed = int.from_bytes(record[6:8], "little")
            # For a larger archive the number overflows, or is 0xFFFF (zip64): then the entries that were read count.
            missing = max(listed if listed < 0xFFFF else 0, self._listed) - self._read
            if missing > 0:
                self._problem(offset, "damaged", f"{missing} members listed in the directory were not found")
            self._read = self._listed = 0

    def _resumed(self) -> bool:
        """Skip to the next header; return False if no header follows."""
        stream = self._stream
        start = stream.offset
        found = stream.find_match(_HEADER, len(LOCAL))
        if self._read or self._listed or not found:  # otherwise it is before an archive, or between two
            self._problem(start, "damaged", f"no header found; {after_damage(stream, found)}")
        return found
