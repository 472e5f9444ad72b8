"""A part of a document that is read by itself, so that several processes can read one big file."""

from __future__ import annotations

from uri_extract._typing import NamedTuple


class Part(NamedTuple):
    """What of a document begins at byte ``start`` and before ``stop``, None for its end.

    A scanner for it is given the document's bytes from ``begin`` on, and those behind ``stop`` until it is ``over``:
    what it finds is what a scanner of the whole document finds there. ``line`` is the number of the line that holds
    ``start`` and begins at byte ``line_start``; ``messages`` is how many messages of a mailbox stand before.
    """

    begin: int
    start: int
    stop: int | None
    line: int = 1
    line_start: int = 0
    messages: int = 0
