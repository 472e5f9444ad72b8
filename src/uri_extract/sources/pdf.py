"""PDF: a document for each page, with its text in reading order and the URIs of its links.

PDFium reads it in a process of its own (:mod:`uri_extract.pdf.process`). What a few bytes of a PDF can make it do has
no other limits than those that the system sets for a process, and a fault in it ends that process only.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from io import BytesIO

from uri_extract._typing import TYPE_CHECKING, Any, BinaryIO, Final
from uri_extract.limits import MAX_PDF_SECONDS
from uri_extract.media.pdf_page import PDF_PAGE, pdf_page
from uri_extract.sources.barcodes import NO_ZXING, document_of, has_zxing
from uri_extract.sources.spool import seekable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget
    from uri_extract.sources.byte_stream import ByteStream
    from uri_extract.sources.document import Document

# It imports from where this process does, and nothing that the environment names.
_PROGRAM: Final = "import sys; sys.path[:] = {!r}; from uri_extract.pdf.process import main; main({!r})"


def pages(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the pages."""
    file = seekable(document, stream, budget)
    if file is None:
        return
    number = 0
    barcodes = budget.barcodes and has_zxing()
    if budget.barcodes and not barcodes:
        budget.problem(document.name, 0, "missing-extra", NO_ZXING)
    with file, _reading(file, barcodes) as process:
        if process is None:
            budget.problem(document.name, 0, "unreadable", "no process can be started to read the PDF")
            return
        for number, first, second in _messages(process):
            if isinstance(second, str):
                budget.problem(document.member_name(str(number)) if number else document.name, 0, first, second)
                continue
            if second is None:
                yield from document_of(document.member(str(number), b""), first)
                continue
            budget.member()
            data = pdf_page(first, second)
            budget.expand(len(data))
            page = document.member(str(number), data)
            yield page._replace(media_type=PDF_PAGE, charset="utf-8", base=document.base)
        status = process.wait()
    if status:
        budget.problem(document.name, 0, *_ended(status, number + 1))


@contextmanager
def _reading(file: BinaryIO, barcodes: bool) -> Iterator[subprocess.Popen[bytes] | None]:
    """Start the process that reads a PDF, and end it at the end of the block; None if it cannot be started."""
    held = file.getvalue() if isinstance(file, BytesIO) else None
    try:
        process = subprocess.Popen(
            [sys.executable or "python3", "-I", "-c", _PROGRAM.format(sys.path, barcodes)],
            stdin=file if held is None else subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    except OSError:
        yield None
        return
    assert process.stdout is not None
    try:
        if held is not None:
            assert process.stdin is not None
            with suppress(OSError), process.stdin as pipe:  # an error: it has ended
                pipe.write(held)  # it reads all before it writes
        yield process
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


def _messages(process: subprocess.Popen[bytes]) -> Iterator[tuple[int, Any, Any]]:
    """Yield what the process says: the number of a page, its text, and its links; its barcodes; or a problem."""
    assert process.stdout is not None
    for line in process.stdout:
        try:
            number, first, second = json.loads(line)
        except ValueError:  # it ended while it wrote
            return
        yield number, first, second


def _ended(status: int, number: int) -> tuple[str, str]:
    """Return the problem that the process ended before it had read page ``number``."""
    rest = f"nothing from page {number} on is read"
    if os.name == "posix" and status == -signal.SIGXCPU:
        return (
            "expands-too-far",
            f"to read the PDF takes more than {MAX_PDF_SECONDS} seconds and one for each MiB: {rest}",
        )
    return "damaged", f"PDFium cannot read on, and ended with status {status}: {rest}"
