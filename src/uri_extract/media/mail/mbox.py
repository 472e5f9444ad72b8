"""The mbox formats: messages one after the other, each behind a ``From_`` line.

All are read alike: a ``>`` that quotes a ``From `` in a body is left out, one of several (mboxrd; in mboxo, and where
the body had it, the line was a reply's, and a reference in it is the same). Content-Length is believed where behind so
many bytes a message begins, or the file ends (mboxcl, mboxcl2).
"""

from __future__ import annotations

from uri_extract._typing import Any
from uri_extract.limits import MAX_CLAIM, MAX_MESSAGE_HEADER
from uri_extract.media.mail import digest
from uri_extract.media.mail.from_line import REACH, separates
from uri_extract.media.mail.splitter import KEPT, EnvelopeSplitter, Needle
from uri_extract.scan import variant

_find = variant("uri_extract.media.mail._fields").find

_QUOTES = 16  # before a From; behind more nothing is left out


class Mbox(EnvelopeSplitter):
    """Cuts at ``From_`` lines, and a digest in a message at its boundaries."""

    def __init__(self, messages: Any, document: str | None) -> None:
        super().__init__(messages, document)
        self._from = Needle(b"\nFrom ")
        self._quoted = Needle(b">From ")
        self._hyphens = Needle(digest.HYPHENS)
        self._started = False
        self._header: int | None = None  # where the message's header begins; None in its body
        self._looked = 0  # no header ends before
        self._claimed: int | None = None  # where its body ends, as its header has it
        self._believed = 0  # nothing before begins a message
        self._digest: digest.Digest | None = None
        self._may_be_digest = False
        self._head = b""  # the message's header

    def _step(self) -> bool:
        if not self._started:
            return self._start()
        window, offset, at = self.window, self.offset, self.at
        line = self._from.next(window, offset, at)
        if self._header is not None:
            return self._in_header(self._header, line)
        # Whatever stands first; most messages have nothing but the next one's beginning.
        first, act = line, self._from_line
        place = self._quoted.next(window, offset, at)
        if place >= 0 and (first < 0 or place < first):
            first, act = place, self._quote
        if self._may_be_digest:
            place = self._hyphens.next(window, offset, at)
            if place >= 0 and (first < 0 or place < first):
                first, act = place, self._boundary
        if first >= 0:
            return act(first)
        self.at = max(at, self.end - KEPT)
        self.give(self.at)
        return False

    def _start(self) -> bool:
        """Find where the first message begins: at the first line that is not empty."""
        while self.at < self.end and self.window[self.at - self.offset] in b"\r\n":
            self.at += 1
        if self.wait(self.at + REACH):
            return False
        self._started = True
        if self.startswith(b"From ", self.at) and self._separates(self.at, after_empty=True):
            self._message_behind(self.at)
        else:
            self._message(self.at)
        return True

    def _message_behind(self, at: int) -> None:
        """A message begins behind the From_ line at ``at``."""
        line_end = self.window.find(b"\n", at - self.offset)
        if line_end < 0:  # the file ends in it
            self.at = self.end
            self._message(self.end)
        else:
            self.at = self.offset + line_end  # an empty line may follow
            self._message(self.at + 1)

    def _message(self, at: int, name: str | None = None) -> None:
        self.begin(at, name)
        self._header = self._looked = at
        self._claimed = None
        self._digest = None
        self._may_be_digest = False

    # -- header ----------------------------------------------------------------------------------------------------

    def _in_header(self, begin: int, line: int) -> bool:
        """Find the header's end; ``line``: a message may begin at this place, -1 where none does in the window."""
        window, offset = self.window, self.offset
        if window.startswith((b"\n", b"\r\n"), begin - offset):
            return self._body(begin - 1)
        limit = begin + MAX_MESSAGE_HEADER
        stop = limit if line < 0 else min(limit, line)
        looked = max(begin, self._looked) - offset
        place = _find(window, b"\n\n", looked, stop + 2 - offset)
        other = _find(window, b"\n\r\n", looked, (stop + 3 - offset) if place < 0 else place)
        if place < 0 or 0 <= other < place:
            place = other
        if place >= 0:
            return self._body(offset + place)
        self._looked = max(begin, min(stop, self.end) - 3)
        if line >= 0 and line < limit:
            return self._from_line(line)  # before its predecessor's header ended
        if self.wait(limit + 3) and self.wait(min(limit + 3, self.end + max(KEPT, self.end - begin))):
            return False
        return self._body(min(limit, self.end))

    def _body(self, place: int) -> bool:
        """The message's body begins behind the empty line at ``place``."""
        begin = self._header
        assert begin is not None
        window, offset = self.window, self.offset
        self._head = window[begin - offset : max(begin, place) - offset]
        behind = window[place + 1 - offset : place + 3 - offset]
        body = place + 1 + (2 if behind == b"\r\n" else behind.startswith(b"\n"))
        self._claimed = None
        if b"ength:" in self._head or b"ENGTH:" in self._head:
            size = _length(self._head.lower())
            self._claimed = None if size is None else body + size
        self._may_be_digest = True
        self._header = None
        self.at = max(self.at, min(place + 1, self.end))  # the file may end in a header
        return True

    # -- what stands in a body -------------------------------------------------------------------------------------

    def _from_line(self, place: int) -> bool:
        at = place + 1
        if at < self._believed:
            self.at = at
            return True
        if self.wait(at + REACH):
            return self._hold(at)
        if not self._separates(at, self._after_empty(at)):
            self.at = at
            return True
        claimed = self._claimed
        if claimed is not None and at < claimed <= at + MAX_CLAIM:
            if self.wait(claimed + 4 + REACH):
                return self._hold(at)
            if self._ends(claimed):
                self._believed = claimed
                self.at = claimed - 1
                return True
        self.finish(at)
        self._message_behind(at)
        return True

    def _quote(self, place: int) -> bool:
        window = self.window
        begin = place - self.offset
        least = begin - _QUOTES
        while begin > 0 and begin > least and window[begin - 1] == 0x3E:
            begin -= 1
        if begin > 0 and window[begin - 1] == 0x0A:
            self.give(place)
            self.given = place + 1
        self.at = place + 1
        return True

    def _boundary(self, place: int) -> bool:
        at = place + 1
        if self.wait(at + digest.REACH):
            return self._hold(at)
        if self._digest is None and not digest.possible(self._head.lower()):
            self._may_be_digest = False
            return True
        enclosed = self._digest or digest.Digest(self.name)
        behind = enclosed.behind(self.window, at - self.offset)
        self.at = at
        if behind:
            self.finish(at)
            self.at = at + behind - 1
            self._message(at + behind, enclosed.name)
            self._digest = enclosed
        return True

    def _hold(self, at: int) -> bool:
        if self._header is None:
            self.give(at)
        return False

    def _separates(self, at: int, after_empty: bool) -> bool:
        return separates(self.window, at - self.offset, len(self.window), after_empty)

    def _after_empty(self, at: int) -> bool:
        """Whether the line before the one that begins at ``at`` is empty."""
        return self.window.endswith((b"\n\n", b"\n\r\n"), 0, at - self.offset)

    def _ends(self, at: int) -> bool:
        """Whether a message could end at ``at``: the next one begins there, or nothing follows."""
        for _ in range(2):
            at += 2 if self.startswith(b"\r\n", at) else 1 if self.startswith(b"\n", at) else 0
        if self.startswith(b"From ", at):
            return self._separates(at, after_empty=True)
        return self.final and at == self.end


def _length(header: bytes) -> int | None:
    """Return the Content-Length of a header in lower case."""
    name = b"content-length:"
    at = 0 if header.startswith(name) else header.find(b"\n" + name) + 1
    if not at and not header.startswith(name):
        return None
    value = header[at + len(name) : at + len(name) + 40].partition(b"\n")[0].strip()
    return int(value) if value.isdigit() and len(value) < 16 else None
