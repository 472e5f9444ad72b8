"""Records with documents in their fields: JSON Lines of a crawl or a corpus."""

from __future__ import annotations

from functools import partial

from uri_extract._typing import TYPE_CHECKING
from uri_extract.media.recognition import PLAIN, by_beginning

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.media.json.readers import Frame
    from uri_extract.media.json.values import Values


def recognised_type(declared: str | None) -> Callable[[bytes], str]:
    """Return what tells the media type of a document: the declared one, or its first bytes."""
    return partial(_by_beginning, declared)


def _by_beginning(declared: str | None, data: bytes) -> str:
    return declared or by_beginning(data, final=True) or PLAIN


def read_record(frame: Frame, values: Values, recognise: Callable[[bytes], str]) -> None:
    """Read the documents of a record, each by itself; their base is the record's URI if that is absolute."""
    documents = frame.values.pop("document", None)
    if documents is None:
        return
    base = frame.base("url")
    origin = values.origin._replace(
        document=f"{values.origin.document or ''}!{frame.line}", source_url=base or values.origin.source_url
    )  # fmt: skip
    for string in documents:
        values.document([string], None, base=base, origin=origin, recognise=recognise)
