"""The texts of barcodes, as :mod:`uri_extract.sources.barcodes` writes them: each ends with a form feed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final
from uri_extract.markup.urls import kind_bits
from uri_extract.rows import Page, Pool, Rows, layout, page_of
from uri_extract.rows.details import NO_ORIGIN, Origin
from uri_extract.rows.records import Problem
from uri_extract.text.base import BaseScanner
from uri_extract.text.options import DEFAULTS, ScanOptions
from uri_extract.text.scanner import TextScanner
from uri_extract.uri.schemes import SCHEMES

#: : The media type of a document of such texts; used for nothing else.
BARCODES: Final = "application/x-barcodes"

_FORM_FEED: Final = b"\f"
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*+):(//)?\S*+\Z")


def barcodes(said: Iterable[str]) -> bytes:
    """Return the document of barcodes that have these texts."""
    return "".join(text.replace("\f", "\n") + "\f" for text in said).encode("utf-8", "replace")


class BarcodesScanner(BaseScanner):
    """Find the references in barcodes: texts that are one as a whole, and those within other texts (a contact).

    Their delimiter is ``"barcode"``. They have no place in the document: ``start`` and ``end`` are -1, ``line`` and
    ``column`` are those in the text.
    """

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, base: str | None = None, origin: Origin = NO_ORIGIN,
        charset: str | None = None, on_problem: Callable[[Problem], None] | None = None,
    ) -> None:  # fmt: skip
        pool = Pool()
        self._text = TextScanner(options, base=base, origin=origin, on_problem=on_problem, pool=pool)
        self._base = base
        self._origin = origin
        self._held: list[bytes] = []
        self._rows = Rows(pool)

    def _read(self, chunk: bytes, final: bool) -> Page:
        self._held.append(chunk)
        if not final:
            return Page()
        for octets in b"".join(self._held).split(_FORM_FEED)[:-1]:
            self._read_code(octets)
        return page_of(self._rows, self._rows.count)

    def _read_code(self, octets: bytes) -> None:
        text = octets.decode("utf-8", "replace").strip()
        found = _SCHEME.match(text)
        if found is not None and (found[2] or found[1].lower() in SCHEMES):
            bits = kind_bits(text) | layout.BARCODE
            self._rows.add(text, text, -1, -1, 1, 1, bits, (None, None), self._origin)
            return
        self._text.restart(self._base, self._origin)
        self._text.take(octets, final=True)
        rows = self._text.rows
        for row in range(rows.count):
            rows.set(row, layout.START, -1)
            rows.set(row, layout.END, -1)
            rows.set(row, layout.BITS, rows.get(row, layout.BITS) & ~layout.DELIMITER | layout.BARCODE)
        rows.move(self._rows, rows.count)
