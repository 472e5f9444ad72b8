"""The decisions of a kernel that explains itself (:mod:`uri_extract.scan.explain`), as records among the occurrences.

A decision passes through the same translations and transfer encodings as an occurrence, so its place is that in the
document. It is a record like an occurrence, with a ``kind`` of its own: :data:`FOUND` comes directly before its
occurrence, :data:`NOT_FOUND` has no occurrence. ``reference`` is the text to show, ``alternates`` are the reasons.
"""

from __future__ import annotations

from collections.abc import Iterator

from uri_extract._compat._typing import Any, Final
from uri_extract.limits import MAX_SCHEME
from uri_extract.rows import Rows, layout
from uri_extract.rows.details import Details, Origin
from uri_extract.scan import rows
from uri_extract.scan._kernel import Windows

#: The kinds of the records of decisions.
FOUND: Final = "found"
NOT_FOUND: Final = "not found"

_NO_BASES: Final = (None, None)
# Reasons that name a byte which masks a document's syntax, in markup and between the texts of mail.
_MASKS: Final = ("'\\x01' ends it", "'\\x00' ends it")
_BETWEEN: Final = "line break before '\\x00': "
#: The maximum of bytes to show if no reference was found.
SHOWN: Final = 2 * (MAX_SCHEME + 1)


class Decisions:
    """The decisions of one document, in the order in which they were taken. Their starts never decrease."""

    def __init__(self, windows: Windows) -> None:
        self._windows = windows
        self._last = 0
        #: True if a document's syntax is masked in the text, by bytes that no reference contains.
        self.masked = False

    def read(self) -> Iterator[tuple[Any, int, int, Any]]:
        """Yield each decision on the window, with its start and end in the text, and the row of the reference or None.

        A candidate that was not accepted ends with its word. Neither place is inside a character.
        """
        windows = self._windows
        kernel, offset, window = windows.kernel, windows.offset, windows.window
        taken = list(kernel.decisions)
        kernel.decisions.clear()
        at = 0
        for decision in taken:
            row: Any = None
            if decision.found or decision.bits & rows.TOO_LONG:
                row = kernel.table[at : at + rows.WIDTH]
                at += rows.WIDTH
            start = max(decision.start, self._last) - offset
            if decision.found:
                end = row[rows.END]
            else:
                anchor = decision.end - 1 - offset
                while start < anchor and window[start] & 0xC0 == 0x80:
                    start += 1
                text = window[start : start + SHOWN]
                words = text.split(None, 1)
                word = len(words[0]) if words and text.startswith(words[0]) else 0
                end = start + min(len(text), max(word, anchor + 1 - start))
                while end > start and end < len(window) and window[end] & 0xC0 == 0x80:
                    end -= 1
            self._last = offset + start
            yield decision, offset + start, offset + end, row

    def add(
        self, found: Rows, decision: Any, at: int, to: int, start: int, end: int, line: int, column: int,
        origin: Origin, raw: str | None = None, field: str | None = None,
    ) -> None:  # fmt: skip
        """Add the row of a decision about the text from ``at`` to ``to``.

        ``start``, ``end``, ``line`` and ``column`` are its place in the document; ``raw`` is the document's text there,
        if that differs from the text that was scanned.
        """
        windows = self._windows
        reasons = map(_of_syntax, decision.reasons) if self.masked else decision.reasons
        text = windows.window[at - windows.offset : to - windows.offset].decode("utf-8", "surrogateescape")
        kind = layout.FOUND if decision.found else layout.NOT_FOUND
        details = Details(alternates=tuple(reasons), field=field)
        raw = text if raw is None else raw
        found.add(text, raw, start, end, line, column, kind, _NO_BASES, origin, None, None, details)


def _of_syntax(reason: str) -> str:
    if reason.startswith(_BETWEEN):
        return "the text ends there"
    return "the syntax of the document ends it" if reason in _MASKS else reason
