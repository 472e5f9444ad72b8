"""What splits a mailbox into messages, in a window over the file.

Nothing is searched twice: each needle remembers how far it was searched for. The window holds some bytes before what
was handed on (KEPT), the few after it in which a needle may begin, and what a decision waits for, which is bounded.

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.mail.from_line import KEPT
from uri_extract.media.part import END

if cython.compiled:
    from cython.cimports.uri_extract.media.mail._fields_c import find
    from cython.cimports.uri_extract.media.mail._reader_c import Reader
else:
    from uri_extract.media.mail._fields import find
    from uri_extract.media.mail._reader import Reader

_KEPT = cython.declare(cython.Py_ssize_t, KEPT)
# More bytes of a window than these are copied to the next one only when a quarter as many have come.
_SHORT = cython.declare(cython.Py_ssize_t, 4096)


@cython.cclass
class Needle:
    """Bytes that are searched for, from where the last search ended."""

    def __init__(self, needle: bytes) -> None:
        self.needle = needle
        self.found = -1
        self.searched = 0

    @cython.ccall
    @cython.exceptval(-2)
    def next(self, window: bytes, offset: cython.longlong, at: cython.longlong) -> cython.longlong:
        """Return where in the file it is next, at ``at`` or after it; -1 where the window does not hold it."""
        if self.found < at:
            start: cython.longlong = max(at, self.searched)
            index: cython.Py_ssize_t = find(window, self.needle, start - offset, len(window))
            if index < 0:
                self.searched = max(start, offset + len(window) - len(self.needle) + 1)
                return -1
            self.found = self.searched = offset + index
        return self.found


@cython.cclass
class EnvelopeSplitter:
    """Read a file from place to place, and hand what is between to ``reader``.

    Subclasses say where the next place is that matters and what to do there (:meth:`step`). Places count from the
    file's first byte: ``offset`` is that of the window, ``end`` the one after it; what is before ``at`` has been
    looked at, and before ``given`` handed on. ``count`` messages have begun; one is ``open``: it has not ended. Reading
    ends where a message begins at ``stop`` or after it, which is the place ``passed``, -1 before it is found.
    """

    def __init__(self, reader: Reader, document: str | None) -> None:
        self.reader = reader
        self.document = document
        self.count = 0
        self.open = False
        self.window = b""
        self.offset = self.end = self.at = self.given = 0
        self.final = False
        self.waiting: list[bytes] = []
        self.size = 0  # of what is waiting
        self.need = 0  # a decision waits for the byte before this place
        self.stop = END
        self.passed = -1

    def start(self, at: int, stop: int) -> None:
        """Say that the first bytes are at ``at`` of the file, and where to stop."""
        self.offset = self.end = self.at = self.given = at
        self.stop = stop

    def feed(self, chunk: bytes, final: bool = False) -> None:
        """Take the file's next bytes."""
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

    @cython.ccall
    @cython.exceptval(-1)
    def wait(self, need: cython.longlong) -> cython.bint:
        """Note that a decision wants to see the bytes before ``need``; return True if it must wait for them."""
        if self.final or need <= self.end:
            return False
        self.need = need
        return True

    @cython.ccall
    @cython.exceptval(-1)
    def startswith(self, prefix: bytes, at: cython.longlong) -> cython.bint:
        """Whether the file has ``prefix`` at ``at``."""
        return self.window.startswith(prefix, at - self.offset)

    @cython.ccall
    def begin(self, at: cython.longlong, name: str | None = None) -> None:
        """Say that at ``at`` a message begins, the next one where it has no name."""
        if name is None:
            self.count += 1
            name = self.name
        self.reader.begin(None if self.document is None else name)
        self.open = True
        self.given = at

    @property
    def name(self) -> str:
        """The message's name."""
        return f"{self.document}!{self.count}"

    @cython.ccall
    def give(self, to: cython.longlong) -> None:
        """Give what is before ``to``."""
        given: cython.longlong = self.given
        if to > given:
            if self.open:
                self.reader.take(self.window, given, given - self.offset, to - self.offset)
            else:
                self.reader.text(self.window, given, given - self.offset, to - self.offset, self.document)
            self.given = to

    @cython.ccall
    def finish(self, at: cython.longlong) -> None:
        """Say that the message, where there is one, ends at ``at``."""
        self.give(at)
        if self.open:
            self.reader.end()
            self.open = False

    @cython.ccall
    @cython.exceptval(-1)
    def step(self) -> cython.bint:
        """Do what is to be done at the next place that matters; return False where more must be seen."""
        raise NotImplementedError
