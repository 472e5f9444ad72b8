"""Ranges of files in lists of paths: a path, an offset and a length in bytes.

A line is ``path<TAB>offset<TAB>length``, or a row of a CDXJ index (``surt timestamp {"filename": ..., "offset": ...,
"length": ...}``), whose other members are ignored. Indexes of web archives give the range of each record. A line that
is the name of an existing file is that name.
"""

from __future__ import annotations

from collections.abc import Iterator

from uri_extract._compat._typing import Any, NamedTuple
from uri_extract.limits import CHUNK
from uri_extract.sources.document import Document, ended, reading
from uri_extract.sources.remote import exists, is_remote, remote_chunks, shown_name

# The most digits of an offset or a length, more than any file needs.
_MOST_DIGITS = 18


class Range(NamedTuple):
    """A range of a file or of a remote input (a URL): ``length`` bytes from ``offset`` on.

    ``extract(Range("crawl.warc.gz", 5310, 1207))`` reads one record, whose name is ``crawl.warc.gz@5310!1``.

    >>> Range("crawl.warc.gz", 5310, 1207).name
    'crawl.warc.gz@5310'
    """

    path: str
    offset: int
    length: int

    @property
    def name(self) -> str:
        """The name of the document: the path, ``@`` and the offset."""
        return f"{shown_name(self.path) if is_remote(self.path) else self.path}@{self.offset}"

    def document(self, media_type: str | None = None, name: str | None = None) -> Document:
        """Return the range as a document, whose type is recognised by the name of its file."""
        hint = shown_name(self.path) if is_remote(self.path) else self.path
        return Document(name or self.name, media_type, self._chunks(), filename=hint)

    def _chunks(self) -> Iterator[bytes]:
        if is_remote(self.path):
            yield from remote_chunks(self.path, self.offset, self.length)
            return
        with reading(self.path) as file:
            file.seek(self.offset)
            at, end = self.offset, self.offset + self.length
            while chunk := file.read(min(CHUNK, end - at)):
                yield chunk
                at += len(chunk)
            if at < end:
                raise ended(self.offset, at, end)


def path_or_range(line: str) -> str | Range:
    """Return the path or range that a line of a list names."""
    if "\t" not in line and not line.endswith("}"):
        return line
    found = _of_tabs(line) or _of_cdxj(line)
    return line if found is None or exists(line) else found


def _of_tabs(line: str) -> Range | None:
    fields = line.rsplit("\t", 2)
    return _range(*fields) if len(fields) == 3 else None


def _of_cdxj(line: str) -> Range | None:
    key, _, record = line.partition(" {")
    if not record or len(key.split()) > 2:
        return None
    import json

    try:
        members = json.loads("{" + record)
    except (ValueError, RecursionError):
        return None
    return _range(*map(members.get, ("filename", "offset", "length")))


def _range(path: Any, offset: Any, length: Any) -> Range | None:
    """Return a range if the numbers are valid; in CDXJ they are text."""
    numbers = [str(number) for number in (offset, length)]
    if not isinstance(path, str) or not path or "\0" in path:
        return None
    if any(not (number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS) for number in numbers):
        return None
    return Range(path, *map(int, numbers))
