"""Documents for readers that need random access: they are held in memory, or read from their file."""

from __future__ import annotations

import io
import os

from uri_extract._compat._typing import BinaryIO
from uri_extract.errors import UNREADABLE
from uri_extract.limits import MAX_SPOOL
from uri_extract.sources.byte_stream import Budget, ByteStream
from uri_extract.sources.document import Document


def seekable(document: Document, stream: ByteStream, budget: Budget) -> BinaryIO | None:
    """Return a document as a seekable file; None, and report it, if it is unreadable or too large."""
    source = document.source
    try:
        if isinstance(source, str) and os.path.isfile(source):
            file = open(source, "rb")  # noqa: SIM115 - the caller closes it
            budget.consume(os.fstat(file.fileno()).st_size)
            return file
    except OSError as error:  # it was there a moment ago
        budget.problem(document.name, 0, UNREADABLE, error.strerror or str(error))
        return None
    held = io.BytesIO()
    for chunk in stream.chunks():
        if held.tell() + len(chunk) > MAX_SPOOL:
            message = f"more than {MAX_SPOOL} bytes, which would have to be held in memory: not read"
            budget.problem(document.name, 0, "too-large", message)
            return None
        held.write(chunk)
    held.seek(0)
    return held
