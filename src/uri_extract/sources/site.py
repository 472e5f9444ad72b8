"""The files of an archive as a site: the file that a relative reference in another one refers to."""

from __future__ import annotations

from urllib.parse import quote, unquote

from uri_extract._compat._typing import Final
from uri_extract.rows import Page, Pool, Rows, layout, page_of
from uri_extract.rows.bases import target_of
from uri_extract.rows.details import shortened_name
from uri_extract.rows.records import Occurrence
from uri_extract.sources.document import Place, address_of
from uri_extract.text.base import BaseScanner, ScannerAround

# The root of an archive without a URI.
_ROOT: Final = "http://archive.invalid/"


class SiteScanner(ScannerAround):
    """The scanner of a file in an archive, ``address`` if it has a URI: it says which files references refer to."""

    def __init__(self, scanner: BaseScanner, place: Place, address: str | None) -> None:
        assert place.site is not None
        self._scanner = scanner
        self._archive, self._names, self._ends = place.site
        self._path = place.removeprefix(f"{self._archive.base or ''}/")
        self._address = address or address_of(_ROOT, f"/{self._path}")
        root = self._address.removesuffix(quote(self._path, errors="surrogateescape"))
        self._root = unquote(root, errors="surrogateescape")

    def _read(self, chunk: bytes, final: bool) -> Page:
        page = self._scanner.read(chunk, final)
        relative = (row for row in range(len(page)) if page.bits(row) & layout.KIND == layout.RELATIVE)
        found = [(row, name) for row in relative if (name := self._refers_to(page.occurrence(row)))]
        if not found:
            return page
        rows = Rows(Pool())
        rows.add_page(page)
        for row, name in found:
            rows.set_details(row, refers_to=shortened_name(self._archive.member_name(name)))
        named = page_of(rows, rows.count)
        named.documents.extend(page.documents)
        return named

    def _refers_to(self, each: Occurrence) -> str | None:
        """Return the name of the other file that a relative reference refers to; None if the archive has none."""
        path = each.reference.partition("#")[0].partition("?")[0]
        has_base = each.base is not None and each.base_from != "default"
        is_base = each.element == "base" and not has_base
        if not is_base and "%" not in path and path.rpartition("/")[2] not in self._ends:
            return None  # which is faster than resolving it
        target = each.target if has_base else target_of((self._address, None), each.reference)
        if is_base:
            self._address = target or ""
        path = unquote((target or "").partition("#")[0].partition("?")[0], errors="surrogateescape")
        name = path.removeprefix(self._root)
        return name if name != path and name != self._path and name in self._names else None
