"""A part of a file that is read separately, so that several processes can read one big file."""

from __future__ import annotations

from uri_extract._compat._typing import Final
from uri_extract.limits import PART

#: The media type that stands for all containers that are read in parts, as are plain text and mailboxes.
ARCHIVE: Final = "application/warc"

#: The stop of a part after which the rest of the file is not read.
END: Final = 1 << 62

#: The line number at the start of such a part. The line begins at minus this offset.
UNNUMBERED: Final = -(1 << 60)

#: The prefix of the offset in the name of a document in such a part.
OFFSET: Final = "@"

#: Offsets in the decompressed data of a part start at this number, since the size of earlier parts is unknown.
RELATIVE: Final = 1 << 60


class Part:
    """The part of a file that begins at byte ``start`` and ends before ``stop`` (None: at its end).

    ``kind`` is the media type of the file, or the names of its containers, outermost first: ``gzip warc``.

    Its reader gets the file's bytes from ``begin`` on, and bytes after ``stop`` until everything that begins before
    ``stop`` is complete: it finds exactly what is found there in the whole file. ``line`` is the number of the line
    that contains ``start``, ``line_start`` the byte at which that line begins. Messages and records are numbered from
    the beginning of the part.

    Limits that grow with the bytes read also count ``credit`` bytes before the part: so a part reaches no limit that
    the file does not reach, and all parts together read little more than the file may.

    If ``owned`` is not None, the part is read without knowledge of the part before: its results begin at ``owned``, and
    the bytes from ``start`` to there are a run-in. Messages and records are then named by their offset in the file,
    with the prefix :data:`OFFSET`; unknown numbers of lines and columns are less than 1 (:data:`UNNUMBERED`).

    ``members`` are the numbers of members in it and after it by the directory of an archive, 0 if they are unknown.

    After reading, ``resume`` is the byte at which the next part begins: ``stop``, unless something that begins in this
    part continues there. ``numbered`` is the number of messages or records, ``size`` the number of bytes decompressed.
    """

    __slots__ = (
        "begin", "credit", "kind", "line", "line_start", "members", "numbered", "owned", "resume", "size", "start",
        "stop",
    )  # fmt: skip

    def __init__(
        self, kind: str, begin: int, start: int, stop: int | None, line: int = 1, line_start: int = 0,
        owned: int | None = None, members: tuple[int, int] = (0, 0),
    ) -> None:  # fmt: skip
        self.kind: str = kind
        self.begin: int = begin
        self.credit: int = min(begin, PART)
        self.start: int = start
        self.stop: int | None = stop
        self.line: int = line
        self.line_start: int = line_start
        self.owned: int | None = owned
        self.members: tuple[int, int] = members
        self.resume: int | None = stop
        self.numbered: int = 0
        self.size: int = 0

    @property
    def containers(self) -> list[str]:
        """The names of the containers, outermost first, that the file is."""
        return [] if "/" in self.kind else self.kind.split()

    def ends_at(self, place: int, numbered: int = 0, size: int = 0) -> bool:
        """Return True, and note it, if a member that begins at byte ``place`` of the file is in another part."""
        if self.stop is None or place < self.stop:
            return False
        self.resume, self.numbered, self.size = place, numbered, size
        return True
