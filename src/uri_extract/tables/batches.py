"""``iter_batches()``: references as Arrow record batches."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.pipeline import extract_pages
from uri_extract.sources import Selection
from uri_extract.text.options import ScanOptions, check_number, checks_options, kernel_for

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from email.message import Message
    from typing import BinaryIO

    import pyarrow

    from uri_extract.rows.records import Problem
    from uri_extract.sources.ranges import Range
    from uri_extract.sources.remote import Remote
    from uri_extract.text.options import Binary, Joins, Parts

_ALL = Selection()
# The most bytes of text in a batch: Arrow counts them in 32 bits.
_MOST_TEXT = 1 << 30


@checks_options
def iter_batches(
    source: str | os.PathLike[str] | BinaryIO | bytes | Message[Any, Any] | Range | Remote,
    *,
    batch_size: int = 1 << 14,
    media_type: str | None = None,
    charset: str | None = None,
    base: str | None = None,
    default_base: str | None = None,
    document: str | None = None,
    on_problem: Callable[[Problem], None] | None = None,
    selection: Selection = _ALL,
    refang: bool | Mapping[str, str] = False,
    suffix: bool = False,
    mail_addresses: bool = False,
    headers: bool = True,
    parts: Parts = "all",
    joins: Joins = "likely",
    binary: Binary = "strings",
    qr: bool = False,
    json_field: str | Iterable[str] | None = None,
    json_url: str | None = None,
) -> pyarrow.RecordBatchReader:
    """Return the occurrences of :func:`extract` as Arrow record batches of ``batch_size`` rows, read on demand.

    Iterate over the result, or pass it to a library that accepts Arrow's C stream (the PyCapsule interface), such as
    pyarrow, polars, pandas and DuckDB. Columns are the fields of JSON Lines; text is not dictionary-encoded. Other
    options and errors are as in :func:`extract`. Needs the extra ``arrow``; raises
    :class:`~uri_extract.errors.MissingExtra` if it is missing.

    >>> batches = iter_batches(b"See http://a.example/b.")
    >>> batches.read_all().column("target").to_pylist()
    ['http://a.example/b']
    """
    check_number(1, batch_size=batch_size)
    from uri_extract.rows import computed  # these take time to import
    from uri_extract.sinks import arrow

    options = ScanOptions(
        base, default_base, charset, refang, suffix, mail_addresses, headers, parts, binary, qr,
        json_field, json_url, kernel_for(None, joins),
    )  # fmt: skip
    pages = extract_pages(
        source, options, media_type=media_type, document=document, on_problem=on_problem, selection=selection
    )

    def batches() -> Iterator[Any]:
        gathered = arrow.Gathered(batch_size, _MOST_TEXT)
        for page in pages:
            for _ in gathered.add(page, computed(page)):
                yield gathered.batch()
        if len(gathered):
            yield gathered.batch()

    return arrow.reader(batches())
