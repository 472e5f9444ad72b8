"""Mailboxes are split into messages, in a window over the file."""

from __future__ import annotations

import cython

from uri_extract._compat._typing import Any
from uri_extract.mail.digest import HYPHENS, Digest, possible
from uri_extract.mail.from_line import KEPT, MAX_LINE, REACH, separates
from uri_extract.text.part import END, OFFSET

if not cython.compiled:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        CARRIAGE_RETURN, COLON, DIGIT_0, DIGIT_9, GREATER_THAN, HYPHEN, LINE_FEED, SMALL_A, SMALL_C, SPACE,
    )  # fmt: skip
    from uri_extract.mail import digest
    from uri_extract.mail._message import Reader
    from uri_extract.rows._bytes import find


# ----------------------------------------------------------------------------------------------------------------------
# Split a mailbox into messages, in a window over the file.
#
# Nothing is searched twice: each needle remembers how far it was searched for. The window holds KEPT bytes before those
# passed on, the last bytes in which a needle may begin, and a bounded number of bytes that a decision waits for.

_KEPT = cython.declare(cython.Py_ssize_t, KEPT)
# A longer window is only copied to the next one when a quarter of its size has arrived.
_SHORT = cython.declare(cython.Py_ssize_t, 4096)


class Needle:
    """Search for some bytes, from the end of the last search on."""

    def __init__(self, needle: bytes) -> None:
        self.needle = needle
        self.found: cython.longlong = -1
        self.searched: cython.longlong = 0

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
        self.count: cython.longlong = 0
        self.open: cython.bint = False
        self.window: bytes = b""
        self.offset: cython.longlong = 0
        self.end: cython.longlong = 0
        self.at: cython.longlong = 0
        self.given: cython.longlong = 0
        self.final: cython.bint = False
        self.waiting: list[bytes] = []
        self.size: cython.longlong = 0  # of the waiting bytes
        self.need: cython.longlong = 0  # a decision needs the bytes before this place
        self.stop: cython.longlong = END
        self.by_offset: cython.bint = False
        self.place: cython.longlong = 0  # where the message begins
        self.passed: cython.longlong = -1

    def start(self, at: int, stop: int, by_offset: bool) -> None:
        """Set the place in the file of the first bytes, and where to stop; name messages by their offset or number."""
        self.offset = self.end = self.at = self.given = at
        self.stop = stop
        self.by_offset = by_offset

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
            self.place = at
            name = self.name
        self.reader.begin(None if self.document is None else name)
        self.open = True
        self.given = at

    @property
    def name(self) -> str:
        """The name of the current message."""
        return f"{self.document}!{OFFSET}{self.place}" if self.by_offset else f"{self.document}!{self.count}"

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


# ----------------------------------------------------------------------------------------------------------------------
# The mbox formats: messages in sequence, each after a ``From_`` line.
#
# All variants are read alike. A ``>`` that quotes a ``From `` in a body is left out, one of several (mboxrd; in mboxo,
# if the body had it, the line was a reply's, and its references are the same). Content-Length is used if a message, or
# the end of the file, follows after that many bytes (mboxcl, mboxcl2).

_REACH = cython.declare(cython.Py_ssize_t, REACH)
_MAX_LINE = cython.declare(cython.Py_ssize_t, MAX_LINE)
_DATE = cython.declare(bytes, b"aaa aaa 00 00:00:00 0000")  # 0 stands for a digit
_DAYS = cython.declare(frozenset, frozenset(b"Mon Tue Wed Thu Fri Sat Sun".split()))
_MONTHS = cython.declare(frozenset, frozenset(b"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()))
_QUOTES = cython.declare(cython.Py_ssize_t, 16)  # the maximum before a From; after more, none is left out


class Mbox(EnvelopeSplitter):
    """Split an mbox at ``From_`` lines, and a digest in a message at its boundaries."""

    def __init__(self, reader: Reader, document: str | None) -> None:
        EnvelopeSplitter.__init__(self, reader, document)
        self.lines: Needle = Needle(b"\nFrom ")
        self.quoted: Needle = Needle(b">From ")
        self.hyphens: Needle = Needle(HYPHENS)
        self.header: cython.longlong = -1  # the start of the message's header; -1 in its body
        self.looked: cython.longlong = 0  # the header does not end before
        self.claimed: cython.longlong = -1  # the end of the body by its Content-Length
        self.believed: cython.longlong = 0  # no message begins before
        self.digest: Any = None
        self.may_be_digest: cython.bint = False
        self.head: bytes = b""  # the message's header

    def step(self) -> cython.bint:
        """Process the next place that matters; return False if more bytes are needed."""
        if not self.count:
            return self.start_messages()
        at: cython.longlong = self.at
        line: cython.longlong = self.lines.next(self.window, self.offset, at)
        if self.header >= 0:
            return self.in_header(line)
        # The first of these counts; most messages have only the line that begins the next one.
        quote: cython.longlong = self.quoted.next(self.window, self.offset, at)
        boundary: cython.longlong = self.hyphens.next(self.window, self.offset, at) if self.may_be_digest else -1
        if quote >= 0 and (line < 0 or quote < line) and (boundary < 0 or quote <= boundary):
            return self.quote(quote)
        if boundary >= 0 and (line < 0 or boundary < line):
            return self.boundary(boundary)
        if line >= 0:
            return self.from_line(line)
        self.at = max(at, self.end - _KEPT)
        self.pass_on(self.at)
        return False

    def start_messages(self) -> cython.bint:
        """Begin the first message, at the first line that is not empty."""
        while self.at < self.end and self.window[self.at - self.offset] in b"\r\n":
            self.at += 1
        if self.wait(self.at + _REACH):
            return False
        if self.startswith(b"From ", self.at) and self.separates(self.at, True):
            self.message_after(self.at)
        else:
            self.message(self.at, None)
        return True

    def message_after(self, at: cython.longlong) -> None:
        """Begin the message after the From_ line at ``at``."""
        feed: cython.Py_ssize_t = find(self.window, b"\n", at - self.offset, len(self.window))
        self.at = self.end if feed < 0 else self.offset + feed  # an empty line may follow, or the file end in the line
        self.message(min(self.at + 1, self.end), None)

    def message(self, at: cython.longlong, name: str | None) -> None:
        """Begin a message with that name; None: the next number."""
        self.begin(at, name)
        self.header = self.looked = at
        self.claimed = -1
        self.digest = None
        self.may_be_digest = False

    # -- header ----------------------------------------------------------------------------------------------------

    def in_header(self, line: cython.longlong) -> cython.bint:
        """Find the end of the header; a message may begin after the line feed at ``line`` (-1: none in the window)."""
        begin: cython.longlong = self.header
        offset: cython.longlong = self.offset
        if self.window.startswith((b"\n", b"\r\n"), begin - offset):
            return self.body(begin - 1)
        limit: cython.longlong = begin + limits.MAX_MESSAGE_HEADER
        stop: cython.longlong = limit if line < 0 else min(limit, line)
        looked: cython.Py_ssize_t = max(begin, self.looked) - offset
        place: cython.Py_ssize_t = find(self.window, b"\n\n", looked, stop + 2 - offset)
        other: cython.Py_ssize_t = find(self.window, b"\n\r\n", looked, (stop + 3 - offset) if place < 0 else place)
        if place < 0 or 0 <= other < place:
            place = other
        if place >= 0:
            return self.body(offset + place)
        self.looked = max(begin, min(stop, self.end) - 3)
        if 0 <= line < limit:
            return self.from_line(line)  # the header of the previous message has no end
        if self.wait(limit + 3) and self.wait(min(limit + 3, self.end + max(_KEPT, self.end - begin))):
            return False
        return self.body(min(limit, self.end))

    def body(self, place: cython.longlong) -> cython.bint:
        """Begin the body of the message, after the empty line at ``place``."""
        begin: cython.longlong = self.header
        offset: cython.longlong = self.offset
        octets: cython.p_const_uchar = self.window
        self.head = octets[begin - offset : max(begin, place) - offset]
        size: cython.longlong = _length(self.head)
        if size >= 0:
            follows: bytes = self.window[place + 1 - offset : place + 3 - offset]
            self.claimed = place + 1 + (2 if follows == b"\r\n" else follows.startswith(b"\n")) + size
        self.may_be_digest = True
        self.header = -1
        self.at = max(self.at, min(place + 1, self.end))  # the file may end in a header
        return True

    # -- bodies -----------------------------------------------------------------------------------------------------

    def from_line(self, place: cython.longlong) -> cython.bint:
        """Begin a message after the line feed at ``place``, if its line is a From_ line."""
        at: cython.longlong = place + 1
        if at < self.believed:
            self.at = at
            return True
        if self.wait(at + _REACH):
            return self.hold(at)
        if not self.separates(at, self.after_empty(at)):
            self.at = at
            return True
        if at < self.claimed <= at + limits.MAX_CLAIM:
            if self.wait(self.claimed + 4 + _REACH):
                return self.hold(at)
            if self.ends(self.claimed):
                self.believed = self.claimed
                self.at = self.claimed - 1
                return True
        self.finish(at)
        if at >= self.stop:
            self.passed = at
            return False
        self.message_after(at)
        return True

    def quote(self, place: cython.longlong) -> cython.bint:
        """Leave out the ``>`` at ``place``, if only others are before it in its line."""
        data: cython.p_const_uchar = self.window
        begin: cython.Py_ssize_t = place - self.offset
        least: cython.Py_ssize_t = begin - _QUOTES
        while begin > 0 and begin > least and data[begin - 1] == GREATER_THAN:
            begin -= 1
        if begin > 0 and data[begin - 1] == LINE_FEED:
            self.pass_on(place)
            self.given = place + 1
        self.at = place + 1
        return True

    def boundary(self, place: cython.longlong) -> cython.bint:
        """Read the line after the line feed at ``place``, which may be a boundary of a digest."""
        at: cython.longlong = place + 1
        if self.digest is None and not _may_begin_digest(self.window, at - self.offset, len(self.window)):
            self.at = at
            return True
        if self.wait(at + digest.REACH):
            return self.hold(at)
        if self.digest is None and not possible(self.head.lower()):
            self.may_be_digest = False
            return True
        enclosed: Any = self.digest or Digest(self.name)
        follows: cython.Py_ssize_t = enclosed.offset_of_message(self.window, at - self.offset)
        self.at = at
        if follows:
            self.finish(at)
            self.at = at + follows - 1
            self.message(at + follows, enclosed.name)
            self.digest = enclosed
        return True

    def hold(self, at: cython.longlong) -> cython.bint:
        """Pass on the bytes before ``at``, where more bytes are needed; return False."""
        if self.header < 0:
            self.pass_on(at)
        return False

    def separates(self, at: cython.longlong, after_empty: cython.bint) -> cython.bint:
        """Return True if the ``From `` at ``at`` begins a message."""
        begin: cython.Py_ssize_t = at - self.offset
        if after_empty and _ends_with_date(self.window, begin):  # as nearly always
            return True
        return separates(self.window, begin, len(self.window), after_empty)

    def after_empty(self, at: cython.longlong) -> cython.bint:
        """Return True if the line before ``at``, the start of a line, is empty."""
        return self.window.endswith((b"\n\n", b"\n\r\n"), 0, at - self.offset)

    def ends(self, at: cython.longlong) -> cython.bint:
        """Return True if a message may end at ``at``: the next one begins there, or the file ends."""
        for _ in range(2):
            at += 2 if self.startswith(b"\r\n", at) else 1 if self.startswith(b"\n", at) else 0
        if self.startswith(b"From ", at):
            return self.separates(at, True)
        return self.final and at == self.end


def _ends_with_date(window: bytes, begin: cython.Py_ssize_t) -> cython.bint:
    """Return True if a line at ``begin`` ends with the usual date of ``From_`` lines: ``Thu Jan  4 10:31:30 2001``."""
    data: cython.p_const_uchar = window
    at: cython.Py_ssize_t = find(window, b"\n", begin, begin + _MAX_LINE)
    while at > begin and data[at - 1] == CARRIAGE_RETURN:
        at -= 1
    at -= 24
    if at <= begin or data[at : at + 3] not in _DAYS or data[at + 4 : at + 7] not in _MONTHS:
        return False
    for k in range(3, 24):
        if _DATE[k] == DIGIT_0:
            if not DIGIT_0 <= data[at + k] <= DIGIT_9 and not (k == 8 and data[at + k] == SPACE):
                return False
        elif _DATE[k] != SMALL_A and data[at + k] != _DATE[k]:
            return False
    return True


def _may_begin_digest(window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return False if the number of hyphens at ``begin`` rules out the beginning of a digest (:mod:`.digest`)."""
    data: cython.p_const_uchar = window
    at: cython.Py_ssize_t = begin
    while at < end and data[at] == HYPHEN:
        at += 1
    return at == end or at - begin == 70 or (at - begin <= 12 and data[at] == SPACE)


@cython.cfunc
@cython.exceptval(-2)
def _length(header: bytes) -> cython.longlong:
    """Return the Content-Length of a header, -1 if it has none."""
    data: cython.p_const_uchar = header
    at: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = len(header) - 14
    while at < end:
        if data[at] | 32 == SMALL_C and data[at + 14] == COLON and data[at : at + 14].lower() == b"content-length":
            value: bytes = header[at + 15 : at + 55].partition(b"\n")[0].strip()
            return int(value) if value.isdigit() and len(value) < 16 else -1
        at = find(header, b"\n", at, end) + 1
        if at == 0:
            break
    return -1
