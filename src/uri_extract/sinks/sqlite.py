"""SQLite: tables ``document``, ``occurrence`` and ``problem``, with indexes, ready for a browser of tables (datasette).

``occurrence`` has the fields of JSON Lines under their names: ``document`` is the ``id`` of a row of ``document``,
lists are JSON, ``valid`` is 0 or 1, ``wrapped`` is NULL or how. ``problem`` has ``kind``, ``document``, ``offset`` and
``message``. A document has a row where it has an occurrence or a problem. The file is made anew by each run.
"""

from __future__ import annotations

import errno
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from uri_extract.records import COLUMNS
from uri_extract.sinks.columns import columns
from uri_extract.sinks.text import utf8

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from uri_extract.records import Occurrence, Problem

_LISTS: Final = ("alternates", "errors", "hazards")
_DOCUMENT: Final = COLUMNS.index("document")
_TYPES: Final = {
    **dict.fromkeys(("start", "end", "line", "column", "valid"), "INTEGER NOT NULL"),
    **dict.fromkeys(("reference", "raw", "delimiter", "kind", *_LISTS), "TEXT NOT NULL"),
    "document": "INTEGER NOT NULL REFERENCES document (id)",
}
_COLUMNS: Final = ", ".join(f'"{name}" {_TYPES.get(name, "TEXT")}' for name in COLUMNS)
_BEFORE: Final = f"""
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE document (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE occurrence (id INTEGER PRIMARY KEY, {_COLUMNS});
CREATE TABLE problem (id INTEGER PRIMARY KEY, kind TEXT NOT NULL,
  document INTEGER NOT NULL REFERENCES document (id), "offset" INTEGER NOT NULL, message TEXT NOT NULL);
BEGIN;
"""
_AFTER: Final = """
CREATE INDEX occurrence_document ON occurrence (document);
CREATE INDEX occurrence_target ON occurrence (target);
CREATE INDEX problem_document ON problem (document);
"""
# Rows to write, and whether they are problems.
_Rows = tuple[bool, list[tuple[Any, ...]]]


class SQLite:
    """Writes a database; what it is given to write into must be an empty file with a name."""

    def encode(self, occurrences: list[Occurrence]) -> _Rows:
        """Return the rows of occurrences, each with its document's name in place of the number."""
        cells = [_cells(name, values) for name, values in columns(occurrences).items()]
        return False, list(zip(*cells, strict=True))

    def encode_problem(self, problem: Problem) -> _Rows:
        """Return the row of a problem."""
        return True, [(problem.kind, _clean(problem.document), problem.offset, _clean(problem.message))]

    def begin(self, out: BinaryIO) -> None:
        """Make the tables."""
        import sqlite3

        with os_errors(out.name):
            self._database = sqlite3.connect(out.name, isolation_level=None)
            self._database.executescript(_BEFORE)
        self._name = out.name
        self._document: tuple[object, int] = (self, 0)

    def write(self, encoded: _Rows) -> None:
        """Write rows."""
        is_problem, rows = encoded
        place = 1 if is_problem else _DOCUMENT
        table, width = ("problem", 4) if is_problem else ("occurrence", len(COLUMNS))
        with os_errors(self._name):
            numbered = [(None, *row[:place], self._number(row[place]), *row[place + 1 :]) for row in rows]
            self._database.executemany(f"INSERT INTO {table} VALUES (?{width * ', ?'})", numbered)

    def end(self) -> None:
        """Make the indexes."""
        with os_errors(self._name):
            self._database.executescript(_AFTER)  # which commits first
            self._database.close()

    def _number(self, name: str | None) -> int:
        """Return the number of a document; one without a name is the empty name."""
        if name != self._document[0]:
            self._database.execute("INSERT OR IGNORE INTO document (name) VALUES (?)", (name or "",))
            found = self._database.execute("SELECT id FROM document WHERE name = ?", (name or "",)).fetchone()
            self._document = (name, found[0])
        return self._document[1]


def _cells(name: str, values: Any) -> Any:
    if name in _LISTS:
        return [json.dumps(value, ensure_ascii=False) if value else "[]" for value in map(_clean_all, values)]
    if name == "wrapped":
        return [value or None for value in values]
    return [_clean(value) if isinstance(value, str) and not value.isascii() else value for value in values]


def _clean(text: str | None) -> str | None:
    return None if text is None else utf8(text).decode()


def _clean_all(texts: tuple[str, ...]) -> list[str]:
    return [utf8(text).decode() for text in texts]


@contextmanager
def os_errors(name: str) -> Iterator[None]:
    """Raise what SQLite cannot write as an OSError."""
    import sqlite3

    try:
        yield
    except sqlite3.Error as error:
        full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        raise OSError(errno.ENOSPC if full else errno.EIO, str(error), name) from error
