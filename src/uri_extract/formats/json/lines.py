"""Records with documents in their fields: JSON Lines of a crawl or a corpus."""

from __future__ import annotations

from codecs import BOM_UTF8
from functools import partial

from uri_extract._compat._typing import TYPE_CHECKING, Final
from uri_extract.formats.json.readers import base_of
from uri_extract.formats.recognition import PLAIN, by_beginning

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.formats.json._tokenizer import Frame
    from uri_extract.formats.json.values import Values

#: The maximum of white space before a text that is examined.
_LOOK: Final = 1 << 10


def recognised_type(declared: str | None) -> Callable[[bytes], str]:
    """Return a function from a document to its media type: the declared one, or as its first bytes show."""
    return partial(_by_beginning, declared)


def _by_beginning(declared: str | None, data: bytes) -> str:
    if declared is not None:
        return declared
    return PLAIN if data[:8].isalnum() else by_beginning(data, final=True) or PLAIN  # as most text


def is_in_lines(beginning: bytes, final: bool) -> bool | None:
    """Return False for a document that begins with an array, or with a line that is only a brace: it is one text.

    Return None if more bytes are needed; ``final``: these are all.
    """
    first = beginning[:_LOOK].removeprefix(BOM_UTF8).lstrip(b"\t\n\r ")
    rest = first[1:].lstrip(b"\t\r ")
    if not final and len(beginning) < _LOOK and (not first or (first.startswith(b"{") and not rest)):
        return None
    return not first.startswith(b"[") and not (first.startswith(b"{") and rest.startswith(b"\n"))


def read_record(frame: Frame, values: Values, read: Callable[[], None] | None = None) -> None:
    """Read the documents of a record, each separately; their base is the record's URI if that is absolute.

    ``read`` is called for each record with documents.
    """
    documents = frame.values.pop("document", None)
    if documents is None:
        return
    if read is not None:
        read()
    base = base_of(frame, "url")
    origin = values.origin_of(str(frame.number), base or values.origin.source_url)
    for string in documents:
        values.document([string], None, base=base, origin=origin)
