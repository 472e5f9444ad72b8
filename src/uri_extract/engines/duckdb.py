"""SQL functions for DuckDB. A source needs no function: :class:`~uri_extract.tables.References` is a table."""

from __future__ import annotations

from contextlib import suppress

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.tables import Extractor

if TYPE_CHECKING:
    import duckdb
    import pyarrow


def register(connection: duckdb.DuckDBPyConnection, name: str = "uris", **options: Any) -> None:
    """Register two functions with a connection: ``name`` for a VARCHAR and ``name``_in_blob for a BLOB.

    Both return a list of structs, one for each reference, or null for null: ``SELECT page.url, unnest(uris(page.text),
    recursive := true) FROM page``. A VARCHAR is plain text unless ``media_type`` is given; the type of a BLOB is
    detected. Options are those of :class:`~uri_extract.tables.Extractor`, but none may name a column. Functions with
    these names that were registered before are replaced.

    A source needs no function: DuckDB reads ``links = References("crawl.warc.gz", columns=["target"])`` as the table
    ``links``, twice in a self join.

    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> register(connection, columns=["target"], problems="drop")
    >>> connection.sql("SELECT unnest(uris('See http://a.example/x.')).target").fetchall()
    [('http://a.example/x',)]
    """
    extractor = Extractor(**options)
    import pyarrow as pa
    from duckdb import InvalidInputException

    result = _sql_type(pa, pa.list_(pa.struct(list(extractor.schema))))
    for function, parameter in ((name, "VARCHAR"), (f"{name}_in_blob", "BLOB")):
        with suppress(InvalidInputException):  # not registered yet
            connection.remove_function(function)
        # DuckDB evaluates annotations, so pass a function without any.
        connection.create_function(
            function, lambda column: extractor.lists(column), [parameter], result, type="arrow", null_handling="special"
        )  # fmt: skip


def _sql_type(pa: Any, kind: pyarrow.DataType) -> str:
    types = pa.types
    if types.is_list(kind):
        return f"{_sql_type(pa, kind.value_type)}[]"
    if types.is_struct(kind):
        fields = [f'"{field.name}" {_sql_type(pa, field.type)}' for field in kind]
        return f"STRUCT({', '.join(fields)})"
    return {"string": "VARCHAR", "int64": "BIGINT", "double": "DOUBLE", "bool": "BOOLEAN"}[str(kind)]
