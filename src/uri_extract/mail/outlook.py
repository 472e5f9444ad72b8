"""Outlook's messages (``.msg``), converted to MIME messages (:mod:`uri_extract.mail.msg.message`).

A compound file cannot be read from front to back, so it is held whole, up to :data:`~uri_extract.limits.MAX_OUTLOOK`
bytes. Places in the file are unknown: ``start`` and ``end`` are -1, ``line`` and ``column`` are those in the part.
"""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.formats.recognition import by_name
from uri_extract.limits import MAX_OUTLOOK
from uri_extract.mail.msg.message import Converter
from uri_extract.mail.scanner import UnplacedMailScanner
from uri_extract.rows.records import Problem

if TYPE_CHECKING:
    from uri_extract.text.options import ScanOptions


class OutlookScanner(UnplacedMailScanner):
    """Find the references in one Outlook message, when it is closed."""

    def __init__(self, options: ScanOptions, **document: Any) -> None:
        super().__init__(options, **document)
        self._held = bytearray()

    def _take(self, chunk: bytes, final: bool) -> None:
        if len(self._held) <= MAX_OUTLOOK:
            self._held += chunk
        if not final:
            return
        data, self._held = bytes(self._held), bytearray()
        if len(data) > MAX_OUTLOOK:
            self._problem("too-large", f"an Outlook message of more than {MAX_OUTLOOK} bytes, which is not read")
        elif data:
            for piece in Converter(self._problem, by_name).pieces(data):
                super()._take(piece, False)
            super()._take(b"", True)

    def _problem(self, kind: str, message: str) -> None:
        self._output.problem(Problem(self._document, 0, kind, message))
