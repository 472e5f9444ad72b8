"""SQLite databases: a document for each cell of text, named by its table, row and column (``a.sqlite!visits!17!url``).

The file may be hostile: it is opened read-only and immutable, and only the stored columns of ordinary tables are read,
so that no view, trigger, virtual table or function of the schema is run. The steps of SQLite's virtual machine, rows,
and bytes of a cell are limited (:mod:`uri_extract.limits`). A damaged table is also read from its end back to the
damage.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, Final, NamedTuple
from uri_extract.errors import said
from uri_extract.formats.containers import NOT_TEXT, beginning
from uri_extract.limits import DATABASE_ROW_BYTES, MAX_CELL, MAX_DATABASE, MAX_DATABASE_STEPS
from uri_extract.sources.byte_stream import Budget, ByteStream
from uri_extract.sources.document import Document

# Every reference contains one of these characters: with a scheme, without a scheme, or relative in markup.
_MAY_HOLD: Final = re.compile(rb"[:.@<]")
#: Bytes of a blob that are checked to decide if it is text.
_LOOK: Final = 512

_SETTINGS: Final = ("trusted_schema=OFF", "query_only=ON", "cell_size_check=ON", "mmap_size=0", "temp_store=MEMORY")
_TABLES: Final = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite!_%' ESCAPE '!' "
    "AND ltrim(sql) LIKE 'CREATE TABLE%'"
)
# Stored columns: not those of virtual tables (1), and not generated ones that are computed (2).
_COLUMNS: Final = "SELECT name FROM pragma_table_xinfo(?) WHERE hidden IN (0, 3)"
_ROW_NUMBERS: Final = ("rowid", "_rowid_", "oid")
#: Steps of SQLite's virtual machine between two checks.
_CHECK: Final = 1000
#: The most characters of a table or column name in the name of a document.
_NAME: Final = 200
#: Suffixes of files next to a database with changes that SQLite has not written to it yet.
_BESIDE: Final = {"-wal": "write-ahead log", "-journal": "rollback journal"}


class _Table(NamedTuple):
    """A table: its columns as SQL, and the name of its row numbers; None if it is WITHOUT ROWID."""

    name: str
    columns: list[str]
    row_number: str | None

    def query(self, place: int | None = None, backwards: bool = False, only: str | None = None) -> str:
        """Return the statement that reads rows, from the first one forwards or from the last one backwards.

        With ``place``, it reads the rows after that row (or before it, backwards). ``only`` is the SQL of the only
        column to read.
        """
        number = self.row_number or "NULL"
        columns = [number, *map(_quoted, self.columns)] if only is None else [only]
        query = f"SELECT {', '.join(columns)} FROM {_quoted(self.name)} NOT INDEXED"
        if place is not None and self.row_number is not None:
            query += f" WHERE {number} {'<' if backwards else '>'} {place}"
        if backwards:
            query += f" ORDER BY {number} DESC"
        if self.row_number is None:
            query += f" LIMIT -1 OFFSET {place or 0}"
        return query


def cells(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield a document for each cell that may contain a reference."""
    try:
        import sqlite3
    except ImportError:  # some builds of Python lack it
        budget.problem(document.name, 0, "unsupported", "an SQLite database, for which Python lacks the module sqlite3")
        return
    with _on_disk(document, stream, budget) as path:
        if path is None:
            return
        try:
            reader = _Reader(document, path, budget)
        except (sqlite3.Error, OSError) as error:
            _report_damage(document.name, "the database", error, budget)
            return
        try:
            yield from reader.cells()
        finally:
            reader.close()


@contextmanager
def _on_disk(document: Document, stream: ByteStream, budget: Budget) -> Iterator[str | None]:
    """Return the path of a file with the document's bytes; None, and report it, if the document is too large."""
    source = document.source
    if isinstance(source, str) and os.path.isfile(source):
        for suffix, kind in _BESIDE.items():
            if _size(source + suffix):
                message = f"its {kind} ({suffix}) is not read: recent changes may be missing"
                budget.problem(document.name, 0, "unsupported", message)
        budget.consume(_size(source))
        yield source
        return
    with TemporaryDirectory(prefix="uri-extract-") as directory:
        path = os.path.join(directory, "database")
        size = 0
        with open(path, "wb") as file:
            for chunk in stream.chunks():
                size += len(chunk)
                if size > MAX_DATABASE:
                    break
                file.write(chunk)
        if size > MAX_DATABASE:
            message = f"a database of more than {MAX_DATABASE} bytes in another document: not read"
            budget.problem(document.name, 0, "too-large", message)
        yield path if size <= MAX_DATABASE else None


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


class _Reader:
    """Reads the tables of one database."""

    def __init__(self, document: Document, path: str, budget: Budget) -> None:
        import sqlite3

        self._document = document
        self._budget = budget
        self._errors = (sqlite3.Error, OverflowError, ValueError)  # ValueError: names that are not UTF-8
        self._too_long = sqlite3.DataError
        size = _size(path)
        self._rows_left = MAX_DATABASE_STEPS // _CHECK + size // DATABASE_ROW_BYTES
        self._checks_left = (MAX_DATABASE_STEPS + 16 * size) // _CHECK
        uri = f"{Path(os.path.abspath(path)).as_uri()}?mode=ro&immutable=1"
        self._connection = connection = sqlite3.connect(uri, uri=True, isolation_level=None)
        connection.text_factory = bytearray  # to distinguish text from blobs
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_CELL)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        try:
            for setting in _SETTINGS:
                connection.execute(f"PRAGMA {setting}")
        except sqlite3.Error:  # not a database
            connection.close()
            raise
        connection.set_progress_handler(self._check, _CHECK)

    def close(self) -> None:
        self._connection.close()

    def cells(self) -> Iterator[Document]:
        for name in self._table_names():
            try:
                table = self._table(name)
            except self._errors as error:
                self._damage(f"the table {name[:_NAME]}", error)
                continue
            if table is not None:
                yield from self._cells_of(table)
            if self._is_over:
                return

    @property
    def _is_over(self) -> bool:
        return self._checks_left < 0 or self._rows_left < 0

    def _check(self) -> bool:
        """Count steps of the virtual machine; return True to interrupt it."""
        self._checks_left -= 1
        return self._checks_left < 0

    def _table_names(self) -> list[str]:
        for setting in ("OFF", "ON"):
            try:
                # With ON, an invalid entry of the schema does not affect the others.
                self._connection.execute(f"PRAGMA writable_schema={setting}")
                return [
                    name.decode("utf-8", "surrogateescape") for (name,) in self._connection.execute(_TABLES) if name
                ]
            except self._errors as error:
                failed = error
        self._damage("the schema", failed)
        return []

    def _table(self, name: str) -> _Table | None:
        """Return a table; None if it has no stored columns."""
        found = self._connection.execute(_COLUMNS, (name,))
        columns = [column.decode("utf-8", "surrogateescape") for (column,) in found]
        if not columns:
            return None
        used = {column.lower() for column in columns}
        number = next((each for each in _ROW_NUMBERS if each not in used), None)
        if number is not None:
            try:
                self._connection.execute(f"SELECT {number} FROM {_quoted(name)} LIMIT 0")
            except self._errors:  # WITHOUT ROWID
                number = None
        return _Table(name, columns, number)

    def _cells_of(self, table: _Table) -> Iterator[Document]:
        last: int | None = None
        while True:
            error = None
            for row, error in self._rows(table, last):
                if error is None:
                    last = row[0]
                    yield from self._cells_in(table, row)
            if error is None:
                return
            if not isinstance(error, self._too_long):
                break
            last = self._next_row(table, last)
            message = f"a cell of row {last} of the table {table.name[:_NAME]} has more than {MAX_CELL} bytes"
            self._budget.problem(self._document.name, 0, "too-large", f"{message}: the row is not read")
            if last is None or self._is_over:
                return
        self._damage(f"the table {table.name[:_NAME]}", error, last)
        if table.row_number is None or self._is_over:
            return
        # The table was read up to the damage; now read it from the other end.
        for row, error in self._rows(table, None, backwards=True):
            if error is not None or (last is not None and row[0] <= last):
                return
            yield from self._cells_in(table, row)

    def _rows(
        self, table: _Table, place: int | None, backwards: bool = False
    ) -> Iterator[tuple[tuple[Any, ...], BaseException | None]]:
        """Yield the rows after a place, each with its number first; at an unreadable row, yield the error and end.

        Python's cursor steps ahead, so the row before an unreadable one fails too, and is then read alone.
        """
        failed: BaseException | None = None
        for number_of_rows in (-1, 1):
            try:
                query = table.query(place, backwards)
                query = query.replace("LIMIT -1", "LIMIT 1") if number_of_rows == 1 else query
                if number_of_rows == 1 and table.row_number is not None:
                    query += " LIMIT 1"
                for row in self._connection.execute(query):
                    self._rows_left -= 1
                    if self._rows_left < 0:
                        raise OverflowError("it has more rows than its size allows")
                    place = row[0] if table.row_number is not None else (place or 0) + 1
                    yield (place, *row[1:]), None
            except self._errors as error:
                failed = error
            if failed is None or self._is_over:
                break
        if failed is not None:
            yield (), failed

    def _next_row(self, table: _Table, last: int | None) -> int | None:
        """Return the number of the row after ``last``; None if it cannot be read."""
        if table.row_number is None:
            return (last or 0) + 1
        try:
            row = self._connection.execute(f"{table.query(last, only=table.row_number)} LIMIT 1").fetchone()
        except self._errors:
            return None
        return None if row is None else row[0]

    def _cells_in(self, table: _Table, row: tuple[Any, ...]) -> Iterator[Document]:
        number = row[0]
        for column, value in zip(table.columns, row[1:], strict=True):
            is_text = value.__class__ is bytearray
            if not is_text and value.__class__ is not bytes:
                continue
            is_container = not is_text and beginning().match(value)
            if not is_container and not _MAY_HOLD.search(value):
                continue
            if not is_text and not is_container and NOT_TEXT.search(value, 0, _LOOK):
                continue
            self._budget.expand(len(value))
            name = f"{table.name[:_NAME]}!{number}!{column[:_NAME]}"
            cell = self._document.member(name, bytes(value))
            yield cell._replace(filename="", charset="utf-8" if is_text else None)

    def _damage(self, what: str, error: BaseException, last: int | None = None) -> None:
        if last is not None:
            what += f", after row {last},"
        if self._is_over:
            message = f"{what} takes more steps or rows than the size of the database allows: the rest is not read"
            self._budget.problem(self._document.name, 0, "expands-too-far", message)
        else:
            _report_damage(self._document.name, what, error, self._budget)


def _report_damage(name: str | None, what: str, error: BaseException, budget: Budget) -> None:
    budget.problem(name, 0, "damaged", f"{what} cannot be read: {said(error)[:200]}")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
