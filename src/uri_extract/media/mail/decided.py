"""The stream of mail whose kernel says what it decides: decisions among the occurrences."""

from __future__ import annotations

from typing import Any

from uri_extract.media.decisions import Decisions
from uri_extract.media.mail.stream import Stream


class DecidedStream(Stream):
    """Does as :class:`~uri_extract.media.mail.stream.Stream`; each reference follows the decision about it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._decisions = Decisions(self.windows)
        self._decisions.masked = True

    def _rows(self, found: list[Any]) -> None:
        windows = self.windows
        number = 0
        for decision, start, end, row in self._decisions.read():
            if self.others:
                self._others_before(start, found)
            self._count(start)
            way, shift, source, _ = self._segments[self._at]
            line, begin, _ = self._lines
            column, place, stop, raw = start - begin + 1, start + shift, end + shift, None
            if way is not None:
                text = windows.window[start - windows.offset : end - windows.offset].decode("utf-8", "surrogateescape")
                line, column, place, stop, raw = self._on_way(way, start, end - start, text)
            where = place, stop, line, column, source.document
            found.append(self._decisions.record(decision, start, end, *where, raw, source.mail))
            if row is not None:
                occurrence = self._occurrence(number, way, source, shift)
                number += 1
                if occurrence is not None:
                    found.append(occurrence)
