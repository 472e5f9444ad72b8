"""Data frames of pandas (extra ``pandas``): the references in each text of a series, or in any source.

A frame has a row for each reference. Its columns are the fields of JSON Lines (:data:`uri_extract.rows.schema.FIELDS`),
in that order, with the same types when it is empty: ``start``, ``end``, ``line``, ``column`` are int64, ``confidence``
float64, ``defanged``, ``partial``, ``valid`` bool; all others are object, with None for missing values.

Use it for texts of a Series: offsets count characters of a str, columns have NumPy types, and PyArrow is not needed.
:mod:`uri_extract.engines.pandas` is for documents of any media type and for large frames: offsets count bytes of the
UTF-8, columns have Arrow types, and fields and problems can be chosen.
"""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final
from uri_extract.errors import MissingExtra, SourceTypeError, missing_extra
from uri_extract.pipeline import extract_text
from uri_extract.rows.schema import BOOLEAN, FIELDS, INTEGER, NUMBER

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas

    from uri_extract.rows.records import Occurrence

__all__ = ["extract", "frame"]

_TYPES: Final = {INTEGER: "int64", NUMBER: "float64", BOOLEAN: "bool"}


def extract(series: pandas.Series, **options: Any) -> pandas.DataFrame:
    """Return a frame with a row for each reference in the texts of a series.

    The index of a row is that of its text in the series, so ``series.to_frame().join(extract(series))`` has both.
    Texts are str, in which ``start`` and ``end`` count characters, or bytes; missing values are skipped.
    ``options`` are those of :func:`uri_extract.extract_text`, as ``media_type="text/html"``. Raises
    :class:`~uri_extract.MissingExtra` without pandas, and :class:`~uri_extract.SourceTypeError` for other values or
    other types than a series.

        >>> import pandas
        >>> notes = pandas.Series({"ada": "See http://a.example/x.", "ben": "Nothing."})
        >>> extract(notes)["target"].to_dict()
        {'ada': 'http://a.example/x'}
    """
    pandas = _pandas()
    if not isinstance(series, pandas.Series):
        raise SourceTypeError(f"extract() takes a pandas.Series of texts, not {type(series).__name__}")
    extract_text(b"", **options)  # checks the options, even without texts
    found: list[Occurrence] = []
    rows: list[int] = []
    for row, (text, is_missing) in enumerate(zip(series, series.isna(), strict=True)):
        if not is_missing:
            found += extract_text(text, **options)
            rows += [row] * (len(found) - len(rows))
    return frame(found).set_axis(series.index.take(rows))


def frame(occurrences: Iterable[Occurrence]) -> pandas.DataFrame:
    """Return a frame with a row for each occurrence, numbered from 0: ``frame(uri_extract.extract("archive/"))``.

    ``DataFrame(extract(...))`` would have only the stored fields, since an occurrence is a sequence of these. Raises
    :class:`~uri_extract.MissingExtra` without pandas.

    >>> frame(extract_text("See http://a.example/x."))["target"].to_list()
    ['http://a.example/x']
    """
    pandas = _pandas()
    records = [each.as_dict() for each in occurrences]
    columns = {
        field.name: pandas.Series([each[field.name] for each in records], dtype=_TYPES.get(field.type, "object"))
        for field in FIELDS
    }
    return pandas.DataFrame(columns)


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise MissingExtra(missing_extra("a data frame", "pandas", "pandas>=2.0")) from error
    return pandas
