"""Exact sets and counts of keys in bounded memory; the rest is in a temporary database on disk.

The database is SQLite's unnamed one. It is deleted from its directory (``TMPDIR``) when it is opened, so it disappears
however the process ends.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial

from uri_extract._compat._typing import TYPE_CHECKING, Final
from uri_extract.limits import MAX_REMEMBERED
from uri_extract.sinks.sqlite import os_errors

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

# Characters of a key, on average: fewer keys are kept in memory if they are longer.
_LENGTH: Final = 64
_PRAGMAS = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;"


@contextmanager
def _errors() -> Iterator[None]:
    with os_errors("temporary file"):
        yield


def _database(table: str) -> sqlite3.Connection:
    import sqlite3

    with _errors():
        database = sqlite3.connect("", isolation_level=None)
        database.executescript(f"{_PRAGMAS} CREATE TABLE {table}; BEGIN")
    return database


class Distinct:
    """A set of keys seen so far.

    A key is represented by its 128-bit digest (BLAKE2b): the probability that any two of 10¹² keys have the same digest
    is 10⁻¹⁵. The first digests stay in memory, which serves the most frequent keys; all others are rows of a table.
    """

    def __init__(self, most: int = MAX_REMEMBERED) -> None:
        from hashlib import blake2b  # imported late: it loads OpenSSL, which most runs do not need

        self._digest = partial(blake2b, digest_size=16)
        self._most = most
        self._digests: set[bytes] = set()
        self._rest: sqlite3.Connection | None = None

    def is_first(self, key: bytes) -> bool:
        """Add a key; return True if it is new. Raises OSError if the disk is full."""
        return self._is_new(self._digest(key).digest())

    def count_first(self, keys: Iterable[bytes]) -> int:
        """Add keys; return the number of new ones. Raises OSError if the disk is full."""
        # An in-place difference would visit all known digests for each page.
        digests = {self._digest(key).digest() for key in keys} - self._digests
        if len(self._digests) + len(digests) <= self._most:
            self._digests |= digests
            return len(digests)
        return sum(map(self._is_new, digests))

    def _is_new(self, digest: bytes) -> bool:
        if digest in self._digests:
            return False
        if len(self._digests) < self._most:
            self._digests.add(digest)
            return True
        if self._rest is None:
            self._rest = _database("seen (digest BLOB PRIMARY KEY) WITHOUT ROWID")
        with _errors():
            return self._rest.execute("INSERT OR IGNORE INTO seen VALUES (?)", (digest,)).rowcount > 0


class Tally:
    """Counts of keys."""

    def __init__(self, most: int = MAX_REMEMBERED) -> None:
        self._most = most
        self._counts: dict[str, int] = {}
        self._characters = 0
        self._rest: sqlite3.Connection | None = None

    def add(self, counts: dict[str, int]) -> None:
        """Add counts of keys. Raises OSError if the disk is full."""
        ours = self._counts
        for key, count in counts.items():
            if key not in ours:
                ours[key] = 0
                self._characters += len(key)
            ours[key] += count
        if len(ours) >= self._most or self._characters >= _LENGTH * self._most:
            self._spill()

    def _spill(self) -> sqlite3.Connection:
        if self._rest is None:
            self._rest = _database("tally (key TEXT PRIMARY KEY, count INTEGER) WITHOUT ROWID")
        with _errors():
            self._rest.executemany(
                "INSERT INTO tally VALUES (?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
                self._counts.items(),
            )
        self._counts.clear()
        self._characters = 0
        return self._rest

    def different(self) -> int:
        """Return the number of different keys."""
        if self._rest is None:
            return len(self._counts)
        with _errors():
            count: int = self._spill().execute("SELECT count(*) FROM tally").fetchone()[0]
        return count

    def most_first(self) -> Iterator[tuple[str, int]]:
        """Yield keys and counts, most frequent first; keys with the same count are in the order of their UTF-8."""
        if self._rest is None:
            counts = self._counts
            # Sorting is stable: two sorts without a Python function take a third of the time of one with it.
            yield from [(key, counts[key]) for key in sorted(sorted(counts), key=counts.__getitem__, reverse=True)]
            return
        with _errors():
            yield from self._spill().execute("SELECT key, count FROM tally ORDER BY count DESC, key")
