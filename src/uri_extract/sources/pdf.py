"""PDF: a document for each page, with its text in reading order and the URIs of its links, and one for the outline.

PDFium reads a PDF in a process of its own (:mod:`uri_extract.processes.pdf.process`). A few bytes of a PDF can make
PDFium use any amount of time and memory, which only the system can limit, for a process. A crash ends that process
only.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterable, Iterator

from uri_extract._compat._typing import Any, Final
from uri_extract.errors import UNREADABLE
from uri_extract.formats.pdf_page import PDF_PAGE, pdf_page
from uri_extract.limits import MAX_PDF_SECONDS
from uri_extract.sources.barcodes import NO_ZXING, document_of, has_zxing
from uri_extract.sources.byte_stream import Budget, ByteStream
from uri_extract.sources.document import Document
from uri_extract.sources.program import running
from uri_extract.sources.spool import seekable

# The modules that read a PDF, by whether they also read barcodes.
_MODULES: Final = {False: "uri_extract.processes.pdf.process", True: "uri_extract.processes.pdf.with_barcodes"}


def pages(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the pages."""
    file = seekable(document, stream, budget)
    if file is None:
        return
    read = 0
    barcodes = budget.barcodes and has_zxing()
    if budget.barcodes and not barcodes:
        budget.problem(document.name, 0, "missing-extra", NO_ZXING)
    with file, running(_MODULES[barcodes], file) as process:
        if process is None:
            budget.problem(document.name, 0, UNREADABLE, "no process can be started to read the PDF")
            return
        results, wait = process
        for number, first, second in _messages(results):
            if isinstance(second, str):
                budget.problem(document.member_name(str(number)) if number else document.name, 0, first, second)
                continue
            read = number if isinstance(number, int) else read
            if second is None:
                yield from document_of(document.member(str(number), b""), first)
                continue
            budget.member()
            data = pdf_page(first, second)
            budget.expand(len(data))
            page = document.member(str(number), data)
            yield page._replace(media_type=PDF_PAGE, charset="utf-8", base=document.base)
        status = wait()
    if status:
        budget.problem(document.name, 0, *_ended(status, read + 1))


def _messages(results: Iterable[bytes]) -> Iterator[tuple[int | str, Any, Any]]:
    """Yield the results: the number of a page, or the outline, with text and links; its barcodes; or a problem."""
    for line in results:
        try:
            number, first, second = json.loads(line)
        except ValueError:  # it ended while it wrote
            return
        yield number, first, second


def _ended(status: int, number: int) -> tuple[str, str]:
    """Return the problem for a process that ended before it had read page ``number``."""
    rest = f"pages from {number} on are not read"
    if os.name == "posix" and status == -signal.SIGXCPU:
        return (
            "expands-too-far",
            f"reading the PDF takes more than {MAX_PDF_SECONDS} seconds and one for each MiB: {rest}",
        )
    return "damaged", f"PDFium failed with status {status}: {rest}"
