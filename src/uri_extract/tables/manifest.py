"""The manifest of a run: what was read of each split of each file, so that a table can be proven complete."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from uri_extract._compat._typing import TYPE_CHECKING, Final, NamedTuple
from uri_extract.sources.ranges import Range
from uri_extract.splits import RANGE

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pyarrow

#: The states of a split: all its rows are in its file, or none are.
READ: Final = "read"
UNREAD: Final = "unread"
MISSING: Final = "missing"
QUARANTINED: Final = "quarantined"

_UNITS: Final = ("bytes", "kB", "MB", "GB", "TB", "PB", "EB")


class Outcome(NamedTuple):
    """What was read of a split: a row of the manifest. The first fields are those of the split.

    ``status`` is ``"read"``; ``"unread"`` if storage failed or the file changed; ``"missing"``; or ``"quarantined"`` if
    the process that read it ended again and again. ``message`` is the reason. ``bytes_read`` came from storage;
    ``documents`` and ``rows`` were found; ``problems`` counts those of each kind, in JSON. ``file`` has the rows.

    >>> Outcome("a.txt", None, 0, None, 9, None).status
    'unread'
    """

    path: str
    kind: str | None
    start: int
    stop: int | None
    size: int | None
    etag: str | None
    status: str = UNREAD
    message: str | None = None
    file: str | None = None
    bytes_read: int = 0
    documents: int = 0
    rows: int = 0
    problems: str = "{}"
    seconds: float = 0.0

    @property
    def named(self) -> str | Range:
        """The file or the range."""
        return self.path if self.kind != RANGE else Range(self.path, self.start, (self.stop or 0) - self.start)


def table_of(outcomes: Iterable[Outcome]) -> pyarrow.Table:
    """Return the manifest as a table, in the order of paths and offsets.

    >>> table_of([]).num_rows
    0
    """
    import pyarrow as pa

    kinds = {"str": pa.string(), "int": pa.int64(), "float": pa.float64()}
    schema = pa.schema([(name, kinds[str(kind).split()[0]]) for name, kind in Outcome.__annotations__.items()])
    return pa.Table.from_pylist([each._asdict() for each in sorted(outcomes, key=lambda each: each[:3:2])], schema)


class Verdict(NamedTuple):
    """What a manifest proves: numbers of files (or ranges) and of bytes. ``str()`` makes a sentence of it.

    >>> str(Verdict(90_000, 90_000, 88_100_000_000_000, 0, 1_204))
    '90,000 of 90,000 files, 88.1 TB, 0 unread, 1,204 damaged'
    """

    read: int
    files: int
    size: int
    unread: int
    damaged: int

    def __str__(self) -> str:
        unit = min((len(str(self.size)) - 1) // 3, len(_UNITS) - 1)
        size = f"{self.size / 1000**unit:.1f}" if unit else f"{self.size}"
        counts = f"{size} {_UNITS[unit]}, {self.unread:,} unread, {self.damaged:,} damaged"
        return f"{self.read:,} of {self.files:,} files, {counts}"


def verdict(outcomes: Iterable[Outcome]) -> Verdict:
    """Return what outcomes prove: a file is read if all its splits are, from its first byte to its last.

    >>> str(verdict([Outcome("a.txt", None, 0, 9, 20, None, READ), Outcome("a.txt", None, 10, None, 20, None, READ)]))
    '0 of 1 files, 0 bytes, 1 unread, 0 damaged'
    """
    files = defaultdict(list)
    for each in outcomes:
        files[each.named].append(each)
    read = size = damaged = 0
    for named, splits in files.items():
        splits.sort(key=lambda each: each.start)
        adjoin = all(one.stop == other.start for one, other in pairwise(splits))
        is_whole = isinstance(named, Range) or (splits[0].start == 0 and splits[-1].stop is None and adjoin)
        if is_whole and all(each.status == READ for each in splits):
            read += 1
            damaged += any(each.problems != "{}" for each in splits)
            size += splits[0].size or sum(each.bytes_read for each in splits)
    return Verdict(read, len(files), size, len(files) - read, damaged)
