"""Split a mailbox into messages, in a window over the file.

Nothing is searched twice: each needle remembers how far it was searched for. The window holds KEPT bytes before those
passed on, the last bytes in which a needle may begin, and a bounded number of bytes that a decision waits for.
"""

from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.mail.from_line import KEPT
from uri_extract.media.part import END

if not cython.compiled:
    from uri_extract.pages._bytes import find

_KEPT = cython.declare(cython.Py_ssize_t, KEPT)
# A longer window is only copied to the next one when a quarter of its size has arrived.
_SHORT = cython.declare(cython.Py_ssize_t, 4096)


class Needle:
    """Search for some bytes, from the end of the last search on."""

    def __init__(self, needle: bytes) -> None:
        self.needle = needle
        self.found: int = -1
        self.searched: int = 0

    def next(self, window: bytes, offset: cython.longlong, at: cython.longlong) -> cython.longlong:
        """Return the next place in the file, at or after ``at``; -1 if it is not in the window."""
        if self.found < at:
            start: cython.longlong = max(at, self.searched)
            index: cython.Py_ssize_t = find(window, self.needle, start - offset, len(window))
            if index < 0:
                self.searched = max(start, offset + len(window) - len(self.needle) + 1)
                return -1
            self.found = self.searched = offset + index
        return self.found


class EnvelopeSplitter:
    """Read a file from one significant place to the next, and pass the bytes between them to ``reader``.

    Subclasses find the next place and process it (:meth:`step`). Places are offsets in the file: ``offset`` is the
    start of the window, ``end`` its end; bytes before ``at`` were examined, those before ``given`` passed on. ``count``
    is the number of messages begun; ``open``: the last one has not ended. Reading ends at the first message that begins
    at ``stop`` or later; its place is ``passed``, -1 until it is found.
    """

    def __init__(self, reader: Any, document: str | None) -> None:
        self.reader: Any = reader
        self.document = document
        self.count: int = 0
        self.open: bool = False
        self.window: bytes = b""
        self.offset: int = 0
        self.end: int = 0
        self.at: int = 0
        self.given: int = 0
        self.final: bool = False
        self.waiting: list[bytes] = []
        self.size: int = 0  # of the waiting bytes
        self.need: int = 0  # a decision needs the bytes before this place
        self.stop: int = END
        self.passed: int = -1

    def start(self, at: int, stop: int) -> None:
        """Set the place in the file of the first bytes, and where to stop."""
        self.offset = self.end = self.at = self.given = at
        self.stop = stop

    def feed(self, chunk: bytes, final: bool = False) -> None:
        """Take the next bytes of the file."""
        self.waiting.append(chunk)
        self.size += len(chunk)
        kept: cython.Py_ssize_t = max(0, min(self.given, self.at) - _KEPT - self.offset)
        left: cython.Py_ssize_t = len(self.window) - kept
        if not final and (self.end + self.size < self.need or (left > _SHORT and self.size < left >> 2)):
            return
        self.window = b"".join((self.window[kept:], *self.waiting))
        self.offset += kept
        self.end = self.offset + len(self.window)
        self.waiting.clear()
        self.size = 0
        self.final = final
        while self.step():
            pass
        if final and self.passed < 0:
            self.finish(self.end)

    def wait(self, need: cython.longlong) -> cython.bint:
        """Return True if the bytes before ``need``, which a decision needs, have not arrived; wait for them."""
        if self.final or need <= self.end:
            return False
        self.need = need
        return True

    def startswith(self, prefix: bytes, at: cython.longlong) -> cython.bint:
        """Return True if the bytes at ``at`` are ``prefix``."""
        return self.window.startswith(prefix, at - self.offset)

    def begin(self, at: cython.longlong, name: str | None = None) -> None:
        """Begin a message at ``at``, with the next number if ``name`` is None."""
        if name is None:
            self.count += 1
            name = self.name
        self.reader.begin(None if self.document is None else name)
        self.open = True
        self.given = at

    @property
    def name(self) -> str:
        """The name of the current message."""
        return f"{self.document}!{self.count}"

    def pass_on(self, to: cython.longlong) -> None:
        """Pass on the bytes before ``to``; those between messages are skipped."""
        given: cython.longlong = self.given
        if to > given:
            if self.open:
                self.reader.take(self.window, given, given - self.offset, to - self.offset)
            self.given = to

    def finish(self, at: cython.longlong) -> None:
        """End the current message, if one is open, at ``at``."""
        self.pass_on(at)
        if self.open:
            self.reader.end()
            self.open = False

    def step(self) -> cython.bint:
        """Process the next significant place; return False if more bytes are needed."""
        raise NotImplementedError
