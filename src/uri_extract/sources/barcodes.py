"""Barcodes in images: after the document of an image follows a document with the texts of its barcodes.

Pillow and ZXing-C++ read images in a process of their own (:mod:`uri_extract.processes.barcodes.process`), which
lives as long as this one, or until an image crashes it.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from importlib.util import find_spec

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final
from uri_extract.errors import UNREADABLE
from uri_extract.formats import BINARY
from uri_extract.formats.barcodes import BARCODES, barcodes
from uri_extract.limits import CHUNK, MAX_IMAGE_SECONDS, MAX_SPOOL
from uri_extract.rows.details import NO_ORIGIN
from uri_extract.sources.byte_stream import ByteStream
from uri_extract.sources.program import started

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.byte_stream import Budget
    from uri_extract.sources.document import Document
    from uri_extract.sources.program import Started

_MODULE: Final = "uri_extract.processes.barcodes.process"

#: The last step in the name of a document with the barcodes of an image or a page.
NAME: Final = "barcodes"

NO_ZXING: Final = "reading its barcodes needs zxing-cpp and Pillow (pip install 'uri-extract[qr]')"


def has_zxing() -> bool:
    """Return True if barcodes can be read."""
    return find_spec("zxingcpp") is not None and find_spec("PIL") is not None


def members(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the image itself, which is read as a binary file, and a document with its barcodes.

    Of an image that is attached to mail, or declared to be barcodes, only the barcodes are yielded.
    """
    held, size = [], 0
    while size <= MAX_SPOOL and (data := stream.read_available()):
        held.append(data)
        size += len(data)
    data = b"".join(held)
    within = document.within
    if document.media_type != BARCODES and (within is None or within.message is NO_ORIGIN):
        source = data if size <= CHUNK else ByteStream(_all(data, stream))
        yield document._replace(source=source, media_type=BINARY)
    if size > MAX_SPOOL:
        message = f"an image of more than {MAX_SPOOL} bytes: its barcodes are not read"
        budget.problem(document.name, 0, "too-large", message)
        return
    answer = _PROCESS.answer(data)
    if isinstance(answer, list):
        yield from document_of(document, answer)
    else:
        budget.problem(document.name, 0, answer["kind"], answer["message"])


def document_of(document: Document, said: list[str]) -> Iterator[Document]:
    """Yield a document with the barcodes of an image, if it has any."""
    if said:
        member = document.member(NAME, barcodes(said))
        yield member._replace(media_type=BARCODES, charset="utf-8", base=document.base)


def _all(data: bytes, stream: ByteStream) -> Iterator[bytes]:
    yield data
    yield from stream.chunks()


class _Process:
    """The process that reads images. It is started with the first image, and again after an image has crashed it."""

    def __init__(self) -> None:
        self._process: Started | None = None
        self._owner = 0  # the process that started it: a fork of it must not share the pipes

    def answer(self, data: bytes) -> Any:
        """Return the texts of the barcodes in an image, or a problem."""
        process = self._process
        if process is None or self._owner != os.getpid():
            process = self._process = started(_MODULE)
            if process is None:
                return {"kind": UNREADABLE, "message": "no process can be started to read barcodes"}
            self._owner = os.getpid()
        assert process.stdin is not None
        assert process.stdout is not None
        line = b""
        with suppress(OSError):  # it has ended
            process.stdin.write(len(data).to_bytes(8, "big") + data)
            process.stdin.flush()  # it reads all before it writes
            line = process.stdout.readline()
        if line.endswith(b"\n"):
            with suppress(ValueError):
                return json.loads(line)
        process.kill()
        with suppress(OSError):
            process.stdin.close()
        process.stdout.close()
        status = process.wait()
        self._process = None
        message = f"the image takes more than {MAX_IMAGE_SECONDS} seconds to decode, or the decoder fails ({status})"
        return {"kind": "damaged", "message": message}


_PROCESS: Final = _Process()
