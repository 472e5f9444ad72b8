"""References in a pandas Series or DataFrame, with Arrow types and offsets in bytes.

``start`` and ``end`` count bytes: ``text.encode()[start:end]``. A frame of a source needs no function:
``pyarrow.table(References(source)).to_pandas()``.
"""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final
from uri_extract.errors import InvalidOptionValue, SourceTypeError
from uri_extract.tables import Extractor

if TYPE_CHECKING:
    import pandas

# The column with the number of the document, in place of the index.
_ROW: Final = "uri_extract.row"


def extract(data: pandas.Series | pandas.DataFrame, content: str = "content", **options: Any) -> pandas.DataFrame:
    """Return the references in the documents of a Series, or of the column ``content`` of a DataFrame, one per row.

    The index is that of the documents, so ``data.join(extract(data["text"]))`` has both. A str is plain text unless
    ``media_type`` is given; the type of bytes is detected; missing values are skipped. Columns have Arrow types
    (``pandas.ArrowDtype``), so integers stay integers beside nulls. Options and exceptions are those of
    :class:`~uri_extract.tables.Extractor`; its columns are those of the DataFrame.

    >>> import pandas
    >>> extract(pandas.Series(["see http://a.example/x"]), columns=["target", "line"], problems="drop")
                   target  line
    0  http://a.example/x     1
    """
    extractor = Extractor(content=content, **options)
    import pandas as pd
    import pyarrow as pa

    is_series = isinstance(data, pd.Series)
    if not is_series and not isinstance(data, pd.DataFrame):
        raise SourceTypeError(f"extract() takes a pandas.Series or DataFrame, not {type(data).__name__}")
    read = dict.fromkeys((content, *extractor.keep, *filter(None, extractor.names)))
    for name in read:
        if name not in ((content,) if is_series else data.columns):
            raise InvalidOptionValue(f"no column {name!r}: content= is the column with the documents")
    columns = {content: data} if is_series else {name: data[name] for name in read}
    arrays = [pa.Array.from_pandas(column) for column in columns.values()]
    table = pa.Table.from_arrays([*arrays, pa.array(range(len(data)), pa.int64())], [*columns, _ROW])
    found = pa.Table.from_batches(
        extractor.keeping(_ROW)(table.to_batches()), extractor.keeping(_ROW).schema_of(table.schema)
    )
    frame: pandas.DataFrame = found.drop_columns([_ROW]).to_pandas(types_mapper=pd.ArrowDtype)
    frame.index = data.index.take(found.column(_ROW).to_numpy())
    return frame
