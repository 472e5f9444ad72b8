"""PDF: a document for each page, its text and then the URIs of its links, through pypdf."""

from __future__ import annotations

import logging

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.sources.spool import seekable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget
    from uri_extract.sources.byte_stream import ByteStream
    from uri_extract.sources.document import Document


def pages(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the pages."""
    import pypdf

    # Its warnings about damage are not for the user.
    logging.getLogger("pypdf").addHandler(logging.NullHandler())
    file = seekable(document, stream, budget)
    if file is None:
        return
    with file:
        number = 0
        try:
            reader = pypdf.PdfReader(file)
            if reader.is_encrypted and not reader.decrypt(""):
                budget.problem(document.name, 0, "encrypted", "the PDF is encrypted and is not read")
                return
            count = len(reader.pages)
            while number < count:
                number += 1
                budget.member()
                page = reader.pages[number - 1]
                text = _text(document, number, page, budget)
                data = "\n".join([text, *(f"<{uri}>" for uri in _links(page)), ""]).encode("utf-8", "replace")
                budget.expand(len(data))
                yield document.member(str(number), data)._replace(media_type="text/plain", charset="utf-8")
        except _damage() as error:
            at = f"page {number} " if number else ""
            budget.problem(document.name, 0, "damaged", f"{at or 'a PDF that '}cannot be read: {_said(error)}")


def _damage() -> tuple[type[Exception], ...]:
    # pypdf raises nearly any exception for files that are broken on purpose.
    from pypdf.errors import PyPdfError

    return (
        PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError, RecursionError,
        AssertionError, NotImplementedError, OSError, EOFError, MemoryError, ImportError,
    )  # fmt: skip


def _said(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


def _text(document: Document, number: int, page: Any, budget: Budget) -> str:
    try:
        return str(page.extract_text())
    except _damage() as error:
        name = document.member_name(str(number))
        budget.problem(name, 0, "damaged", f"the text of the page cannot be read: {_said(error)}")
        return ""


def _links(page: Any) -> Iterator[str]:
    """Yield the URIs of a page's link annotations (ISO 32000-1 §12.6.4.7)."""
    for annotation in page.get("/Annots") or ():
        try:
            action = annotation.get_object().get("/A")
            uri = action.get_object().get("/URI") if action is not None else None
        except _damage():
            continue
        if uri is not None:
            value = uri.get_object()
            text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
            yield "".join(text.split())
