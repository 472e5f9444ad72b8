"""Recognise the output of an earlier run, which another run may replace."""

from __future__ import annotations

import os

from uri_extract.errors import MissingExtra
from uri_extract.formats.containers import NOT_TEXT, beginning
from uri_extract.formats.recognition import CSV, PLAIN, TSV, recognise
from uri_extract.formats.unread import unread_format
from uri_extract.limits import MAX_TEXT_CHECK
from uri_extract.sinks.formats import TABLE, compression_of, split_compression
from uri_extract.sources import codecs


def may_replace(path: str, form: str, *, null: bool = False) -> bool:
    """Return True unless ``path`` is a regular file that is neither empty nor an output in the format ``form``.

    Only its first :data:`~uri_extract.limits.MAX_TEXT_CHECK` bytes are read, and decompressed if the name says so.
    Plain text may have NUL if ``null``.
    """
    if not os.path.isfile(path):
        return True
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_TEXT_CHECK)
        if data and (compression := compression_of(path)) is not None:
            decompressor = getattr(codecs, compression.name.upper()).new()
            data = codecs.begun(decompressor, data)
            if not (data or decompressor.eof):
                return False
    except MissingExtra:
        return True  # the output cannot be written either
    except codecs.errors():
        return False
    begins = TABLE[form].begins
    return not data or (_is_plain(path, data, null) if begins is None else begins.match(data) is not None)


def _is_plain(path: str, data: bytes, null: bool) -> bool:
    """Return True if a file is plain text, from its name and its first bytes: neither markup, mail nor binary."""
    name, _ = split_compression(path)
    if NOT_TEXT.search(data.replace(b"\0", b"") if null else data) or beginning().match(data):
        return False
    return recognise(name, data, final=True) in (PLAIN, CSV, TSV) and unread_format(data, name) is None
