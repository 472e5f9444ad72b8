"""A page of a PDF as :mod:`uri_extract.sources.pdf` writes it: its text, followed by its links.

A form feed ends the text. Then comes one line for each link annotation with a URI (ISO 32000-2 §12.5.6.5, §12.6.4.8):
the URI, a tab, the text under the link, a tab, and its action if that is another one (GoToR, Launch: §12.6.4;
SubmitForm: §12.7.6.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from uri_extract._compat._typing import Final
from uri_extract.markup.bases import UNUSABLE, own_base
from uri_extract.markup.urls import kind_bits
from uri_extract.rows import Page, layout, page_of
from uri_extract.rows.details import NO_ORIGIN, Origin
from uri_extract.rows.records import Problem
from uri_extract.scan import LINKS, joining, suffix_kernel
from uri_extract.scan import rows as scan_rows
from uri_extract.scan._kernel import Windows
from uri_extract.text.base import BaseScanner
from uri_extract.text.link_text import link_text
from uri_extract.text.options import DEFAULTS, ScanOptions
from uri_extract.text.scanner import TextScanner

#: The media type of such a document; used for nothing else.
PDF_PAGE: Final = "application/x-pdf-page"

#: The names in the PDF, in lower case like those of HTML: an annotation of the subtype Link, and its URI action.
ELEMENT, ATTRIBUTE = "link", "uri"

_FORM_FEED: Final = b"\f"


def pdf_page(text: str, links: Iterable[tuple[str, str, str]]) -> bytes:
    """Return the document of a page with that text and these links, each a URI, its action and the text under it."""
    parts = [text.replace("\f", "\n"), "\n\f\n"]
    for uri, action, under in links:
        parts += ["\t".join(("".join(uri.split()), " ".join(under.split()), action)).rstrip("\t"), "\n"]
    return "".join(parts).encode("utf-8", "replace")


class PdfPageScanner(BaseScanner):
    """Find the references in a page.

    A link has the ``element`` "link", the ``attribute`` "uri", as ``text`` the text under it, and as ``rel`` its action
    if that is not one of a URI. Relative references resolve against the URI of the PDF (ISO 32000-2 §12.6.4.8), except
    one that begins with the name of a host, as "github.com/x": authors of PDFs leave out the scheme, and few link to
    files beside them.
    """

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, base: str | None = None, origin: Origin = NO_ORIGIN,
        charset: str | None = None, on_problem: Callable[[Problem], None] | None = None,
    ) -> None:  # fmt: skip
        self._text = TextScanner(options, base=base, origin=origin, charset=charset, on_problem=on_problem)
        own = own_base(base, options.default_base)
        self._bases = own.pair
        self._origin = origin
        if own.problem and on_problem is not None:
            on_problem(Problem(origin.document, 0, UNUSABLE, own.problem))
        self._held: list[bytes] = []

    def _read(self, chunk: bytes, final: bool) -> Page:
        self._held.append(chunk)
        rows = self._text.rows
        if final:
            data = b"".join(self._held)
            end = data.find(_FORM_FEED) + 1 or len(data)
            self._text.take(data[:end], final=True)
            self._add_links(data, end)
        return page_of(rows, rows.count)

    def _add_links(self, data: bytes, at: int) -> None:
        rows, number = self._text.rows, data.count(b"\n", 0, at) + 1
        for line in data[at:].split(b"\n"):
            octets, shown, action = (*line.split(b"\t", 2), b"", b"")[:3]
            if octets:
                uri = octets.decode("utf-8", "surrogateescape")
                kind = kind_bits(uri)
                if kind == layout.RELATIVE and not action and _is_suffix_reference(octets):
                    kind = layout.SUFFIX
                row = rows.add(
                    uri, uri, at, at + len(octets), number, 1, kind | layout.ATTRIBUTE, self._bases, self._origin,
                    ELEMENT, ATTRIBUTE,
                )  # fmt: skip
                if action:
                    rows.set_rel(row, action.decode("utf-8", "replace"))
                if shown:
                    rows.set_link_text(row, link_text(shown.decode("utf-8", "replace")))
            at += len(line) + 1
            number += 1


def _is_suffix_reference(octets: bytes) -> bool:
    """Return True if a reference without a scheme begins with the name of a host (RFC 3986 §4.5)."""
    windows = Windows(partial(suffix_kernel(joining(None, "likely", LINKS["names"])), mails=False))
    windows.take_whole(octets)
    windows.kernel.scan()
    count, table = windows.kernel.count, windows.kernel.table
    return bool(count == 1 and not table[scan_rows.START] and table[scan_rows.END] == len(octets))
