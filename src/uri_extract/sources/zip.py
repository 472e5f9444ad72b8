"""ZIP archives (APPNOTE 6.3), read as a stream: local headers and the data that follows them.

So one pass reads an archive of any size, from a pipe or inside another archive, in bounded memory. A truncated archive
yields the members before the cut, and overlapping members or a false directory have no effect. The entries of the
central directory are only counted: if it lists more members than were read, a problem is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from struct import Struct

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.formats.containers import ZIP_LOCAL, ZIP_LOCAL_SIZE
from uri_extract.limits import MAX_SITE
from uri_extract.sources._zip_headers import DESCRIPTOR, LOCAL, Local, next_local
from uri_extract.sources.byte_stream import Budget, ByteStream, after_damage
from uri_extract.sources.document import Document, Place, reading
from uri_extract.sources.zip_member import CENTRAL, END, NEXT, Member

_END_64, _LOCATOR_64, _EXTRA_DATA = b"PK\6\6", b"PK\6\7", b"PK\6\x08"
# The most bytes of the record at the end, with its comment and what may be before it; and of a directory to be read.
_LONGEST_END = 22 + 0xFFFF + 20
_LONGEST_DIRECTORY = 1 << 25
# What is needed of that record (§4.3.16), of the one of zip64 (§4.3.14), and of an entry of the directory (§4.3.12).
_END_RECORD, _END_RECORD_64, _ENTRY = Struct("<12xIIH"), Struct("<40xQQ"), Struct("<20xIIHHH8xI")
# The signatures of a member, of an entry of the central directory, and of the record after the directory.
_FILES = 1 << 15  # that a site may have
_HEADER = re.compile(b"|".join(map(re.escape, (LOCAL, CENTRAL, END))))
_FIRST_HEADER = re.compile(ZIP_LOCAL, re.DOTALL)


def members(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the files of an archive, or the parts of a package, which know no other ones."""
    return _ZipReader(document, stream, budget).members()


def files(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the files of an archive; each knows the names of all of them, unless the archive is large."""
    most = MAX_SITE // 4 if isinstance(document.base, Place) else MAX_SITE  # each archive around it is held, too
    if document.part is None:
        data = stream.ahead(most + 1)
    else:  # of a file
        assert isinstance(document.source, str)
        with reading(document.source) as file:
            data = memoryview(file.read(most + 1))
    names: set[str] = set()
    whole = len(data) <= most and listed(lambda at, size: bytes(data[at : at + size]), len(data), names)
    site = (names, {name.rpartition("/")[2] for name in names}) if whole and len(names) < _FILES else None
    return _ZipReader(document, stream, budget, site).members()


def listed(read: Callable[[int, int], bytes], size: int, names: set[str] | None = None) -> list[int] | None:
    """Return the places of the members that the directory of an archive of ``size`` bytes lists, in order.

    ``read`` takes a place and a number of bytes. The names of members are added to ``names``, if that is given. Return
    None if the directory does not fit the archive: there are bytes before the archive or after it, members overlap, or
    it is very large.
    """
    last = read(max(0, size - _LONGEST_END), _LONGEST_END)
    end = last.rfind(END, 0, len(last) - 18)
    if end < 0:
        return None
    length, begin, comment = _END_RECORD.unpack_from(last, end)
    place = size - len(last) + end
    if end + _END_RECORD.size + comment != len(last):
        return None
    if last.startswith(_LOCATOR_64, max(0, end - 20)):
        place = int.from_bytes(last[end - 12 : end - 4], "little")
        length, begin = _END_RECORD_64.unpack(read(place, _END_RECORD_64.size).ljust(_END_RECORD_64.size))
    if length > _LONGEST_DIRECTORY or begin + length != place:
        return None
    directory, at, found = read(begin, length), 0, []
    while directory.startswith(CENTRAL, at) and at + _ENTRY.size <= length:
        packed, unpacked, name, extra, comment, offset = _ENTRY.unpack_from(directory, at)
        if names is not None and len(names) < _FILES:
            local = Local(directory[at + 2 : at + 2 + ZIP_LOCAL_SIZE])  # the fields that both headers have
            local.take_names(directory[at + _ENTRY.size : at + _ENTRY.size + name + extra])
            names.add(local.name)
        at += _ENTRY.size + name + extra + comment
        numbers = _numbers_64(directory[at - comment - extra : at - comment])
        _, packed, offset = (next(numbers, -1) if each == 0xFFFFFFFF else each for each in (unpacked, packed, offset))
        found.append((offset, packed))
    found.sort()
    ends = [offset for offset, _ in (*found, (begin, 0))][1:]
    is_apart = all(0 <= offset <= end - 30 - packed for (offset, packed), end in zip(found, ends, strict=True))
    return [offset for offset, _ in found] if at == length and is_apart else None


def _numbers_64(extra: bytes) -> Iterator[int]:
    """Yield the numbers in extra fields that have no room in their own (§4.5.3)."""
    at = 0
    while at + 4 <= len(extra):
        end = at + 4 + int.from_bytes(extra[at + 2 : at + 4], "little")
        if extra.startswith(b"\1\0", at):
            yield from (int.from_bytes(extra[place : place + 8], "little") for place in range(at + 4, end, 8))
        at = end


class _ZipReader:
    """Reads the local headers, the members and the central directory of one archive."""

    def __init__(self, document: Document, stream: ByteStream, budget: Budget, names: Any = None) -> None:
        self._names = names
        self._document = document
        self._stream = stream
        self._budget = budget
        self._part = document.part
        self._read = 0
        self._listed = 0

    def members(self) -> Iterator[Document]:
        stream = self._stream
        if stream.peek(2) != b"PK":  # a self-extracting archive: its program has the signatures of headers, too
            stream.find_match(_FIRST_HEADER, ZIP_LOCAL_SIZE)
        while mark := stream.peek(4):
            if mark == LOCAL:
                offset = stream.offset
                if self._part is not None and self._ends_at(offset):
                    return
                local = next_local(stream)
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
                    yield self._document.file(local.name, ByteStream(data.chunks()), self._names)
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

    def _ends_at(self, offset: int) -> bool:
        """Return True if a member that begins at ``offset`` is in another part.

        If the directory is false, the rest of the archive is read here. In a part that is read alone it is reported.
        """
        part = self._part
        assert part is not None
        if part.stop is None or offset < part.stop:
            return False
        if part.owned is None:
            return self._read == part.members[0] and offset == part.stop and part.ends_at(offset)
        if offset > part.stop:
            self._problem(part.stop, "damaged", "the directory lists a member here, inside another one")
        return part.ends_at(offset)

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
            listed = max(listed if listed < 0xFFFF else 0, self._listed)
            missing = (listed if self._part is None else sum(self._part.members)) - self._read
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
