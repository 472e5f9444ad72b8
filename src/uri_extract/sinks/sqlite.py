"""SQLite: tables ``document``, ``occurrence`` and ``problem``, with indexes, for example for datasette.

``occurrence`` has the fields of JSON Lines under their names, and with context ``before`` and ``after``; if fields are
chosen, it has these and ``document``. In it
``document`` is the ``id`` of a row of ``document``, lists are JSON, booleans are 0 or 1, None is NULL. ``problem`` has
``kind``, ``document``, ``offset`` and ``message``. Only documents with an occurrence or a problem have a row. Each run
replaces the file.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain, groupby, islice, repeat

from uri_extract._compat._typing import Any, BinaryIO, Final, cast
from uri_extract.rows import Page
from uri_extract.rows.records import Problem
from uri_extract.rows.schema import BOOLEAN, COLUMNS, FIELDS, INTEGER, LIST, NUMBER, names_of
from uri_extract.sinks.base import Sink
from uri_extract.sinks.text import utf8

_LISTS: Final = names_of(LIST)
_NUMBERS: Final = names_of(INTEGER, NUMBER, BOOLEAN)
_AFFINITY: Final = {INTEGER: "INTEGER", NUMBER: "REAL", BOOLEAN: "INTEGER"}
_TYPES: Final = {
    **{field.name: _AFFINITY.get(field.type, "TEXT") + ("" if field.nullable else " NOT NULL") for field in FIELDS},
    "document": "INTEGER NOT NULL REFERENCES document (id)",
}
_BEFORE: Final = """
PRAGMA page_size = 16384;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE document (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE occurrence (id INTEGER PRIMARY KEY, {columns});
CREATE TABLE problem (id INTEGER PRIMARY KEY, kind TEXT NOT NULL,
  document INTEGER NOT NULL REFERENCES document (id), "offset" INTEGER NOT NULL, message TEXT NOT NULL);
BEGIN;
"""
_AFTER: Final = """
CREATE INDEX occurrence_document ON occurrence (document);
CREATE INDEX problem_document ON problem (document);
"""
# A value that all rows of a page share is part of the statement, because binding a value takes as long as storing it.
# Text is only included from these columns, whose values are words.
_WORDS: Final = ("delimiter", "kind", "base_from", "element", "attribute")
# A page of at least _MANY rows is inserted by a statement of _TOGETHER rows, which is then worth compiling.
_TOGETHER: Final = 20
_MANY: Final = 500
# The table, and for each column SQL or the number of a bound column; the bound columns except that of the document; the
# position of that column; and document names with their numbers of rows.
_Rows = tuple[tuple["str | int", ...], list[Any], int, list[tuple["str | None", int]]]

_encode = json.JSONEncoder(ensure_ascii=False).encode


class SQLite(Sink):
    """Writes a database into an empty named file."""

    def __init__(self, *, fields: tuple[str, ...] = COLUMNS) -> None:
        self._fields = fields if "document" in fields else ("document", *fields)

    def encode(self, page: Page) -> _Rows:
        """Return the rows of a page, column by column."""
        found = page.columns(self._fields)
        terms: list[str | int] = []
        bound: list[Any] = []
        places: dict[int | None, str | int] = {}  # by column object, which columns without values share
        for name, values in found.items():
            key = None if name == "document" else id(values)
            if key not in places:
                literal = _literal(name, values)
                places[key] = len(bound) if literal is None else literal
                if literal is None:
                    bound.append(values if key is None else _cells(name, values))
            terms.append(places[key])
        place = cast("int", places[None])
        del bound[place]
        documents = [(_clean(name), len(list(rows))) for name, rows in groupby(found["document"])]
        return ("occurrence", *terms), bound, place, documents

    def encode_problem(self, problem: Problem) -> _Rows:
        """Return the row of a problem."""
        cells = [[problem.kind], [problem.offset], [_clean(problem.message)]]
        return ("problem", 0, 1, 2, 3), cells, 1, [(_clean(problem.document), 1)]

    def begin(self, out: BinaryIO) -> None:
        """Create the tables."""
        import sqlite3

        with os_errors(out.name):
            self._database = sqlite3.connect(out.name, isolation_level=None)
            made = ", ".join(f'"{name}" {_TYPES.get(name, "TEXT")}' for name in self._fields)
            self._database.executescript(_BEFORE.format(columns=made))
        self._name = out.name
        self._document: tuple[object, int] = (self, 0)

    def write(self, encoded: _Rows) -> None:
        """Write rows."""
        terms, cells, place, documents = encoded
        with os_errors(self._name):
            numbers = chain.from_iterable(repeat(self._number(name), count) for name, count in documents)
            rows = zip(*cells[:place], numbers, *cells[place:], strict=True)
            count = len(cells[0])
            if count >= _MANY:
                values = chain.from_iterable(islice(rows, count - count % _TOGETHER))
                together = zip(*[values] * (_TOGETHER * (len(cells) + 1)), strict=True)
                self._database.executemany(_statement(terms, _TOGETHER), together)
            self._database.executemany(_statement(terms, 1), rows)

    def end(self) -> None:
        """Create the indexes."""
        with os_errors(self._name):
            self._database.executescript(_AFTER)  # executescript() commits first
            if "target" in self._fields:
                self._database.execute("CREATE INDEX occurrence_target ON occurrence (target)")
            self._database.close()

    def _number(self, name: str | None) -> int:
        """Return the id of a document; a document without a name has the empty name."""
        if name != self._document[0]:
            self._database.execute("INSERT OR IGNORE INTO document (name) VALUES (?)", (name or "",))
            found = self._database.execute("SELECT id FROM document WHERE name = ?", (name or "",)).fetchone()
            self._document = (name, found[0])
        return self._document[1]


@lru_cache(maxsize=64)
def _statement(terms: tuple[str | int, ...], count: int) -> str:
    table, *columns = terms
    bound = len({term for term in columns if isinstance(term, int)})
    rows = [
        ", ".join([term if isinstance(term, str) else f"?{row * bound + term + 1}" for term in ("NULL", *columns)])
        for row in range(count)
    ]
    return f"INSERT INTO {table} VALUES ({'), ('.join(rows)})"


def _literal(name: str, values: Any) -> str | None:
    """Return the SQL literal of a column with one value for all rows; None if the column must be bound."""
    if not values or name == "document":
        return None
    first = values[0]
    if name in _WORDS:
        if first is not None and not (first.isascii() and first.isalpha()):
            return None
    elif not (isinstance(first, bool) or first in (None, ())):
        return None
    if values.count(first) != len(values):
        return None
    if first is None:
        return "NULL"
    return str(int(first)) if isinstance(first, bool) else "'[]'" if first == () else f"'{first}'"


def _cells(name: str, values: Any) -> Any:
    if name in _LISTS:
        different = frozenset(values)  # few
        texts = {value: _encode([utf8(text).decode() for text in value]) for value in different}
        return [texts[value] for value in values]
    if name in _NUMBERS or "".join(filter(None, values)).isascii():
        return values
    return [value if value is None else _clean(value) for value in values]


def _clean(text: str | None) -> str | None:
    return None if text is None else utf8(text).decode()


@contextmanager
def os_errors(name: str) -> Iterator[None]:
    """Turn errors of SQLite into OSError with the file name."""
    import sqlite3

    try:
        yield
    except sqlite3.Error as error:
        full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        raise OSError(errno.ENOSPC if full else errno.EIO, str(error), name) from error
