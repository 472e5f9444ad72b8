"""References in Polars: a scan of a source, and an expression."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.tables import Extractor, References

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars


def scan(source: Any, **options: Any) -> polars.LazyFrame:
    """Return a LazyFrame of the references in a source, which is read on ``collect()``.

    Only columns that the query needs are computed. ``source`` and options are those of
    :class:`~uri_extract.tables.References`.

    >>> scan(b"http://a.example/ http://b.example/", columns=["target"], problems="drop").collect().height
    2
    """
    import polars as pl
    from polars.io.plugins import register_io_source

    references = References(source, **options)
    schema = pl.DataFrame(references.schema.empty_table()).schema

    def batches(
        names: list[str] | None, predicate: polars.Expr | None, most: int | None, size: int | None
    ) -> Iterator[polars.DataFrame]:
        left = most
        for batch in references if names is None else references.select(names):
            frame = pl.DataFrame(batch)
            frame = frame if names is None else frame.select(names)
            frame = frame if left is None else frame.head(left)
            left = left if left is None else left - frame.height
            yield frame if predicate is None else frame.filter(predicate)
            if left == 0:
                return

    return register_io_source(batches, schema=schema)


def references(column: str | polars.Expr, **options: Any) -> polars.Expr:
    """Return an expression for the references in each document of a column: a list of structs.

    ``frame.with_columns(references("text", columns=["target"]).alias("links")).explode("links").unnest("links")`` has a
    row for each. Options are those of :class:`~uri_extract.tables.Extractor`, but none may name another column.

    >>> import polars
    >>> frame = polars.DataFrame({"text": ["See http://a.example/x."]})
    >>> links = frame.select(references("text", columns=["target"], problems="drop")).explode("text")
    >>> links.unnest("text").to_dicts()
    [{'target': 'http://a.example/x'}]
    """
    import polars as pl

    extractor = Extractor(**options)
    fields = pl.DataFrame(extractor.schema.empty_table()).schema
    expression = pl.col(column) if isinstance(column, str) else column

    def of_series(series: polars.Series) -> polars.Series:
        lists = pl.Series(extractor.lists(series.to_arrow()))
        return lists.alias(series.name)

    return expression.map_batches(of_series, return_dtype=pl.List(pl.Struct(fields)), is_elementwise=True)
