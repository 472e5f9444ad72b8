"""Split a mailbox into messages, in a window over the file.

Nothing is searched twice: each needle remembers how far it was searched for. The window holds :data:`KEPT` bytes before
what was handed on, the few after it in which a needle may begin, and what a decision waits for, which is bounded.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any, Final
from uri_extract.scan import variant

if TYPE_CHECKING:
    from collections.abc import Callable

_find = variant("uri_extract.media.mail._fields").find

#: Bytes before the place at hand that stay in the window, and those at its end that may begin a needle.
KEPT: Final = 32


class Needle:
    """Bytes that are searched for, from where the last search ended."""

    def __init__(self, needle: bytes) -> None:
        self._needle = needle
        self._found = -1
        self._searched = 0

    def next(self, window: bytes, offset: int, at: int) -> int:
        """Return where in the file it stands next, at ``at`` or behind; -1 where the window does not hold it."""
        if self._found < at:
            start = max(at, self._searched)
            index = _find(window, self._needle, start - offset, len(window))
            if index < 0:
                self._searched = max(start, offset + len(window) - len(self._needle) + 1)
                return -1
            self._found = self._searched = offset + index
        return self._found


class EnvelopeSplitter:
    """Read a file from place to place, and hand what is between to ``messages``.

    Subclasses say where the next place is that matters and what to do there (:meth:`_step`). Places count from the
    file's first byte.
    """

    def __init__(self, messages: Any, document: str | None) -> None:
        self.messages = messages
        self.document = document
        self.count = 0  # messages that have begun
        self.open = False  # one has begun and not ended
        self.window = b""
        self.offset = 0  # of the window
        self.end = 0
        self.at = 0  # what stands before has been looked at
        self.given = 0  # and before here, handed on
        self.final = False
        self._waiting: list[bytes] = []
        self._size = 0  # of what is waiting
        self._need = 0  # a decision waits for the byte before this place

    def start(self, at: int, count: int) -> None:
        """Say that the first bytes stand at ``at`` of the file, behind so many messages."""
        self.offset = self.end = self.at = self.given = at
        self.count = count

    @property
    def taken(self) -> int:
        """The place behind the bytes that were taken."""
        return self.end + self._size

    def feed(self, chunk: bytes, final: bool = False) -> None:
        """Take the file's next bytes."""
        self._waiting.append(chunk)
        self._size += len(chunk)
        if self.end + self._size < self._need and not final:
            return
        kept = max(0, min(self.given, self.at) - KEPT - self.offset)
        self.window = b"".join((self.window[kept:], *self._waiting))
        self.offset += kept
        self.end = self.offset + len(self.window)
        self._waiting.clear()
        self._size = 0
        self.final = final
        while self._step():
            pass
        if final:
            self.finish(self.end)

    def wait(self, need: int) -> bool:
        """Note that a decision wants to see the bytes before ``need``; return whether it must wait for them."""
        if self.final or need <= self.end:
            return False
        self._need = need
        return True

    def startswith(self, prefix: bytes, at: int) -> bool:
        """Whether the file has ``prefix`` at ``at``."""
        return self.window.startswith(prefix, at - self.offset)

    def begin(self, at: int, name: str | None = None) -> None:
        """Say that at ``at`` a message begins, the next one where it has no name."""
        if name is None:
            self.count += 1
            name = self.name
        self.messages.begin(None if self.document is None else name)
        self.open = True
        self.given = at

    @property
    def name(self) -> str:
        """The message's name."""
        return f"{self.document}!{self.count}"

    def give(self, to: int) -> None:
        """Hand over what stands before ``to``."""
        given = self.given
        assert to <= self.end
        if to > given:
            take: Callable[..., None] = self.messages.take if self.open else self.messages.text
            take(self.window, given, given - self.offset, to - self.offset)
            self.given = to

    def finish(self, at: int) -> None:
        """Say that the message, where there is one, ends at ``at``."""
        self.give(at)
        if self.open:
            self.messages.end()
            self.open = False

    def _step(self) -> bool:
        """Do what is to be done at the next place that matters; return False where more must be seen."""
        raise NotImplementedError
