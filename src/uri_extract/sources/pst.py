"""Outlook data files (PST, OST, PAB): a document for each message, named by its folders and its number there.

libpff reads them in a process of its own (:mod:`uri_extract.mail.msg.data_file`), like PDFium a PDF.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from importlib.util import find_spec

from uri_extract._compat._typing import Any, BinaryIO, Final
from uri_extract.errors import UNREADABLE
from uri_extract.limits import MAX_PST_SECONDS
from uri_extract.sources.byte_stream import Budget, ByteStream
from uri_extract.sources.document import Document
from uri_extract.sources.program import running
from uri_extract.sources.spool import seekable

NO_LIBPFF: Final = (
    "an Outlook data file (PST), scanned as it is: reading its messages needs the extra 'pst' "
    "(pip install 'uri-extract[pst]')"
)

#: The media type of such a document, which no other document has.
_MESSAGE: Final = "application/x-outlook-message"

_MODULE: Final = "uri_extract.mail.msg.data_file"


def has_libpff() -> bool:
    """Return True if data files can be read."""
    return find_spec("pypff") is not None


def messages(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the messages."""
    file = seekable(document, stream, budget)
    if file is None:
        return
    with file, running(_MODULE, file) as process:
        if process is None:
            budget.problem(document.name, 0, UNREADABLE, "no process can be started to read the Outlook data file")
            return
        results, wait = process
        for path, *found in _answers(results):
            if len(found) == 2:
                budget.problem(document.member_name(path) if path else document.name, 0, *found)
                continue
            budget.member()
            budget.expand(len(found[0]))
            yield document.member(path, found[0])._replace(media_type=_MESSAGE, filename="", base=document.base)
        status = wait()
    if os.name == "posix" and status == -signal.SIGXCPU:
        message = (
            f"reading the Outlook data file takes more than {MAX_PST_SECONDS} seconds and one for each MiB: the rest "
            "is not read"
        )
        budget.problem(document.name, 0, "expands-too-far", message)
    elif status:
        message = f"libpff failed with status {status}: the rest is not read"
        budget.problem(document.name, 0, "damaged", message)


def _answers(results: BinaryIO) -> Iterator[list[Any]]:
    """Yield the results of the process: the path of a message and the message, or a problem."""
    for line in results:
        try:
            path, *found = json.loads(line)
        except ValueError:  # it ended while it wrote
            return
        if len(found) == 1:
            data = results.read(found[0])
            if len(data) < found[0]:
                return
            found = [data]
        yield [path, *found]
