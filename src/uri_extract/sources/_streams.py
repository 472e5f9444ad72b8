"""The bytes of a document: a stream that is read once, small files, gzip members; and the budget of an input."""

from __future__ import annotations

import os
import stat
from functools import cache

import cython

from uri_extract._compat._typing import Any
from uri_extract._compat._variants import import_module
from uri_extract.limits import CHUNK
from uri_extract.rows.records import Problem
from uri_extract.sources.breaks import Exhausted, StreamBreak

if cython.compiled:
    from cython.cimports.libc.string import memchr
    from cython.cimports.uri_extract.sources._posix import HAS_POSIX, content_or_descriptor, device_and_inode
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        CARRIAGE_RETURN, DIGIT_0, DIGIT_9, LINE_FEED, SEMICOLON, SMALL_A, SMALL_F, SPACE, TAB,
    )  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

    from uri_extract.sources.breaks import Members
    from uri_extract.sources.codecs import Decompressor
    from uri_extract.sources.document import Document, Within


# ----------------------------------------------------------------------------------------------------------------------
# The budget of one input: limits on expansion and on members that depend on the bytes read, so that bombs are stopped.


class Budget:
    """Counts the bytes read of one input, the bytes that they expand to, and members, in all containers in it.

    ``report`` is called with problem records; ``consumed`` bytes of the input have already been read.
    """

    def __init__(
        self, name: str | None, report: Callable[[Problem], None], barcodes: bool = False, consumed: int = 0
    ) -> None:  # fmt: skip
        self._name = name
        self.report = report
        #: True if the barcodes of images are read.
        self.barcodes: cython.bint = barcodes
        #: Functions that yield documents already read and kept for later; no limit applies to them.
        self.waiting: tuple[Callable[[], Iterator[Document]], ...] = ()
        #: The container whose documents are being read, None as long as it is not known.
        self.within: Within | None = None
        self.exhausted: cython.bint = False
        #: True if reading the input may wait for another process.
        self.may_wait: cython.bint = False
        self._whole: Budget | None = None  # the budget of the whole input, which counts; None if this is it
        self._source: ByteStream | None = None
        if not cython.compiled:
            self._expanded = self._members = self._reread = self._problems = 0
            self._told: cython.longlong = 0  # bytes that were read when :meth:`newly_consumed` was called
            # The share that is reserved for other documents of the input.
            self._bytes_left = self._members_left = 0
            # The limits computed last; they grow with the bytes read.
            self._bytes_known = self._members_known = 0
        self._bytes_elsewhere: cython.longlong = consumed

    def nested(self, name: str | None) -> Budget:
        """Return a budget for a document in mail: a share of the rest, so that a bomb does not use up the budget.

        The share is half of the rest; of a share it is seven eighths, because few documents follow there and some are
        nested.
        """
        whole: Budget = self._of_input()
        budget = Budget(name, self.report, self.barcodes)
        budget._whole = whole
        budget.may_wait = whole.may_wait
        kept: cython.longlong = 2 if self._whole is None else 8
        room: cython.longlong = max(0, whole._bytes_allowed() - self._bytes_left - whole._expanded)
        budget._bytes_left = self._bytes_left + -(-room // kept)
        room = max(0, whole._members_allowed() - self._members_left - whole._members)
        budget._members_left = self._members_left + -(-room // kept)
        return budget

    def _of_input(self) -> Budget:
        return self if self._whole is None else self._whole

    @property
    def consumed(self) -> int:
        """Bytes read of the input."""
        whole: Budget = self._of_input()
        consumed: int = whole._bytes_elsewhere
        return consumed if whole._source is None else whole._source.offset + consumed

    def _bytes_allowed(self) -> cython.longlong:
        return limits.MAX_EXPANSION + limits.MAX_RATIO * self.consumed

    def _members_allowed(self) -> cython.longlong:
        return limits.MAX_MEMBERS + self.consumed // limits.MEMBER_BYTES

    def newly_consumed(self) -> cython.longlong:
        """Return the number of bytes of the input that were read since the last call."""
        whole: Budget = self._of_input()
        consumed = whole._bytes_elsewhere if whole._source is None else self.consumed
        before, whole._told = whole._told, consumed
        return consumed - before

    def counts(self, source: ByteStream, credit: int) -> None:
        """Count the bytes read from ``source``, the input, as if ``credit`` bytes had been read before."""
        self._source = source
        self._bytes_elsewhere += credit - source.offset
        self._told = credit

    def end(self) -> None:
        """End the input: drop the reader of the input, which refers to this budget."""
        if self._source is not None:
            self._bytes_elsewhere += self._source.offset
            self._source = None
        self.within = None
        self.waiting = ()

    def consume(self, size: int) -> None:
        """Count bytes of the input that were read without the stream."""
        whole: Budget = self._of_input()
        whole._bytes_elsewhere += size

    def expand(self, size: cython.longlong) -> None:
        """Count bytes that the input expanded to. Raises :class:`Exhausted`."""
        whole: Budget = self._of_input()
        whole._expanded += size
        if whole._expanded <= self._bytes_known:
            return
        self._bytes_known = whole._bytes_allowed() - self._bytes_left
        if whole._expanded > self._bytes_known:
            self._hit("expands-too-far", f"{self.consumed} bytes expand to {whole._expanded}: the rest is not read")

    def fits(self, size: int) -> bool:
        """Return True if the input may expand to ``size`` more bytes."""
        whole: Budget = self._of_input()
        expanded = whole._expanded + size
        return expanded <= self._bytes_known or expanded <= whole._bytes_allowed() - self._bytes_left

    def take(self, size: cython.longlong) -> cython.bint:
        """Count bytes that the input expanded to; if they exceed the limit, do not count them and return False."""
        whole: Budget = self._of_input()
        expanded: cython.longlong = whole._expanded + size
        if expanded > self._bytes_known:
            known: cython.longlong = whole._bytes_allowed() - self._bytes_left
            if expanded > known:
                return False
            self._bytes_known = known
        whole._expanded = expanded
        return True

    def member(self) -> None:
        """Count a member. Raises :class:`Exhausted`."""
        whole: Budget = self._of_input()
        whole._members += 1
        if whole._members <= self._members_known:
            return
        self._members_known = whole._members_allowed() - self._members_left
        if whole._members > self._members_known:
            self._hit("too-many-members", f"{whole._members} members in {self.consumed} bytes: the rest is not read")

    def may_reread(self, size: int) -> bool:
        """Count bytes to be read again, to find where damage ends; return False if that exceeds the limit."""
        whole: Budget = self._of_input()
        if whole._reread + size > limits.MAX_AGAIN + self.consumed:
            return False
        whole._reread += size
        return True

    def problem(self, name: str | None, offset: int, kind: str, message: str) -> None:
        """Report a problem; beyond the limit, report once that there are more."""
        whole: Budget = self._of_input()
        whole._problems += 1
        most = limits.MAX_PROBLEMS + self.consumed // limits.PROBLEM_BYTES
        if whole._problems < most or self.exhausted:
            self.report(Problem(name, offset, kind, message))
        elif whole._problems == most:
            message = f"{most} problems in {self.consumed} bytes: further ones are not reported"
            self.report(Problem(self._name, self.consumed, "too-many-problems", message))

    def _hit(self, kind: str, message: str) -> None:
        if not self.exhausted:
            self.exhausted = True
            self.problem(self._name, self.consumed, kind, message)
        raise Exhausted(message)


# -- A document's bytes as a stream that is read once, forwards, with lookahead ----------------------------------------

# The most bytes read ahead that are copied for each further chunk.
_SHORT = cython.declare(cython.Py_ssize_t, 1 << 12)
_MEMBER = cython.declare(object, StreamBreak.MEMBER)


@cache
def _headers() -> Any:
    return import_module("uri_extract.sources._records")


class ByteStream:
    """Chunks as a stream of bytes. It holds the current chunk, and bytes that have been read ahead.

    If ``stops_at_members`` is set, reading stops at a break like at the end, until :meth:`next_member`. Otherwise the
    bytes of members are joined, and a line feed replaces a gap, so that nothing is joined across it.

    ``window`` has the held bytes, ``at`` is the position of the next byte in it, and ``before`` the number of bytes
    before it.
    """

    def __init__(self, chunks: Iterator[bytes | StreamBreak], data: bytes = b"", offset: cython.longlong = 0) -> None:
        self._chunks = chunks
        self.window: bytes = data
        self.at: cython.Py_ssize_t = 0
        self.before: cython.longlong = offset
        self._next: bytes | StreamBreak | None = None  # what was read ahead: the break after chunks that were joined
        self.stops_at_members: cython.bint = False
        self.pending: cython.bint = False  # a break follows what is held
        self.gap: cython.bint = False  # bytes were missing at the last break
        self.truncated: cython.bint = False  # it ended too soon, which was reported
        self.members: Members | None = None  # if it is decompressed

    @property
    def offset(self) -> int:
        """Bytes read so far, and those that precede a part."""
        offset: int = self.before + self.at
        return offset

    def _fill(self) -> cython.bint:
        """Hold another chunk; return False at the end, and at a break if the stream stops there."""
        if self.pending:
            return False
        while True:
            item = self._item()
            if isinstance(item, bytes):
                chunk: bytes = item
            elif item is None:
                return False
            elif not isinstance(item, StreamBreak):
                raise TypeError(f"chunks must be bytes, not {type(item).__name__}")
            elif item is StreamBreak.TRUNCATED:
                self.truncated = True
                continue
            elif self.stops_at_members:
                self.pending = True
                self.gap = item is StreamBreak.GAP
                return False
            elif item is _MEMBER:
                continue
            else:
                chunk = b"\n"
            if chunk:
                self.before += self.at
                left: cython.Py_ssize_t = len(self.window) - self.at
                if left > _SHORT:  # held bytes would be copied, which must not happen for every few bytes
                    chunk = self._more(chunk, left >> 1)
                self.window = self.window[self.at :] + chunk if left else chunk
                self.at = 0
                return True

    def _item(self) -> bytes | StreamBreak | None:
        item = self._next
        if item is None:
            return next(self._chunks, None)
        self._next = None
        return item

    def _more(self, chunk: bytes, size: cython.Py_ssize_t) -> bytes:
        """Return a chunk joined with those after it, up to ``size`` bytes or more; fewer only at the end or a break."""
        chunks: list[bytes] = [chunk]
        size -= len(chunk)
        while size > 0:
            item = next(self._chunks, None)
            if not isinstance(item, bytes):
                self._next = item
                break
            chunks.append(item)
            size -= len(item)
        return b"".join(chunks) if len(chunks) > 1 else chunk

    def next_member(self) -> bool:
        """Continue after a break; return False if there is none."""
        crossed: bool = self.pending
        self.pending = False
        return crossed

    def whole_members(self) -> Any:
        """Return the reader of whole compressed members (:class:`WholeMembers`), if the next one begins here.

        Return None within a member, or if there is no such reader. Report what it read with :meth:`passed`.
        """
        if self.at < len(self.window) or self._next is not None or self.pending or self.members is None:
            return None
        return self.members.whole()

    def passed(self, size: cython.longlong, member: bytes = b"") -> None:
        """Count ``size`` bytes of members that were read without this stream; ``member`` is the next member."""
        self.before += size
        if member:
            self.before += self.at
            self.window = member
            self.at = 0
            self._next = _MEMBER

    def whole_member(self) -> bytes:
        """Return the next compressed member without reading it; empty if it has several chunks or was partly read."""
        if self.at < len(self.window) or self.pending or self.members is None:
            return b""
        item = self._item()
        if not isinstance(item, bytes):
            self._next = item
            return b""
        self.before += self.at
        self.window = item
        self.at = 0
        self._next = next(self._chunks, None)
        return item if self._next is _MEMBER else b""

    def skip_member(self) -> None:
        """Skip the member that :meth:`whole_member` returned, and the break after it."""
        self.at = len(self.window)
        self._next = None
        self.gap = False

    def _held(self, size: cython.Py_ssize_t) -> bytes:
        """Return at most ``size`` next held bytes without reading them."""
        data: cython.p_const_uchar = self.window
        held: cython.Py_ssize_t = len(self.window) - self.at
        if size < held:
            return data[self.at : self.at + size] if size > 0 else b""
        return data[self.at : self.at + held] if self.at else self.window

    def ready(self, most: cython.Py_ssize_t) -> bytes:
        """Return at most ``most`` next bytes that are available without waiting, without reading them.

        The result is empty only at the end.
        """
        if self.at == len(self.window):
            self._fill()
        data: bytes = self._held(most)
        return data

    def header(self, names: tuple[bytes, ...], stop: bytes, most: cython.Py_ssize_t) -> tuple[int, bool, list[str]]:
        """Parse the next header (:func:`._records.header`) without reading it; the first value is its length in bytes.

        The length is -1 if the header does not end within ``most`` bytes.
        """
        parse = _headers().header
        while True:
            end, whole, values = parse(self.window, self.at, min(len(self.window), self.at + most), names, stop)
            held: cython.Py_ssize_t = len(self.window) - self.at
            if end >= 0 or held >= most:
                break
            self.holds(min(2 * held + 1, most))  # twice as many each time, because parsing starts again each time
            if len(self.window) - self.at == held:
                break
        return end if end < 0 else end - self.at, whole, values

    def peek(self, size: cython.Py_ssize_t, after: cython.Py_ssize_t = 0) -> bytes:
        """Return ``size`` bytes, from ``after`` bytes ahead on, without reading them; fewer only at the end."""
        self.holds(after + size)
        start: cython.Py_ssize_t = self.at + after
        data: bytes = self.window[start : start + size] if after else self._held(size)
        return data

    def ahead(self, size: cython.Py_ssize_t) -> memoryview:
        """Return the next ``size`` bytes as :meth:`peek` does, without copying them."""
        self.holds(size)
        return memoryview(self.window)[self.at : self.at + size]

    def next_chunk(self) -> bytes:
        """Return the chunk after the held bytes without reading it; empty at the end or before a break."""
        if not self.pending:
            self._next = self._item()
        return self._next if isinstance(self._next, bytes) else b""

    def skip_held(self, size: cython.Py_ssize_t) -> None:
        """Skip held bytes, and after these the beginning of the chunk that :meth:`next_chunk` returned."""
        at: cython.Py_ssize_t = self.at + size
        over: cython.Py_ssize_t = at - len(self.window)
        if over > 0:
            assert isinstance(self._next, bytes)
            self.before += len(self.window)
            self.window, self._next = self._next, None
            at = over
        self.at = at

    def holds(self, size: cython.Py_ssize_t) -> cython.bint:
        """Return True if ``size`` more bytes follow; they are then held."""
        while len(self.window) - self.at < size:
            if not self._fill():
                return False
        return True

    def read_available(self, most: cython.Py_ssize_t = CHUNK) -> bytes:
        """Return at most ``most`` next bytes; empty only at the end."""
        if self.at == len(self.window) and not self._fill():
            return b""
        data: bytes = self._held(most)
        self.at += len(data)
        return data

    def unread(self, data: bytes) -> None:
        """Put back the bytes that were read last."""
        if self.at >= len(data):
            self.at -= len(data)
        else:
            self.before += self.at - len(data)
            self.window = data + self.window[self.at :]
            self.at = 0

    def read(self, size: cython.Py_ssize_t) -> bytes:
        """Return the next ``size`` bytes, fewer only at the end."""
        data: bytes = self._held(size)
        left: cython.Py_ssize_t = size - len(data)
        self.at += len(data)
        if left == 0:
            return data
        parts: list[bytes] = [data] if data else []
        while left and self._fill():
            data = self._held(left)
            self.at += len(data)
            left -= len(data)
            parts.append(data)
        return b"".join(parts)

    def skip(self, size: int) -> int:
        """Skip ``size`` bytes, which may be any number; return how many were skipped."""
        left: int = size
        held: cython.Py_ssize_t = len(self.window) - self.at
        while left > held:
            self.at += held
            left -= held
            if not self._fill():
                return size - left
            held = len(self.window)
        self.at += left
        return size

    def skip_past(self, passed: bytes, size: cython.Py_ssize_t) -> bytes:
        """Skip bytes that are in ``passed``; return the next ``size`` bytes without reading them."""
        while True:
            data: cython.p_const_uchar = self.window
            at: cython.Py_ssize_t = self.at
            end: cython.Py_ssize_t = len(self.window)
            while at < end and data[at] in passed:
                at += 1
            self.at = at
            if at < end or not self._fill():
                break
        self.holds(size)
        found: bytes = self._held(size)
        return found

    def chunks(self) -> Iterator[bytes]:
        while data := self.read_available():
            yield data

    def rest(self) -> bytes | ByteStream:
        """Return the remaining bytes: as bytes if all of them are held, otherwise as chunks."""
        return self.window[self.at :] if self._chunks is _NOTHING else self

    def until(self, mark: bytes, most: cython.Py_ssize_t, start: cython.Py_ssize_t = 0) -> int:
        """Return how many bytes precede ``mark``, which is searched from ``start``; -1 if it is not within ``most``."""
        found: int
        while (found := self.window.find(mark, self.at + start, self.at + most)) < 0:
            if len(self.window) - self.at >= most:
                return -1
            start = max(start, len(self.window) - self.at - len(mark) + 1)
            if not self._fill():
                return -1
        return found - self.at  # type: ignore[no-any-return]  # an integer of C

    def find_header(self, mark: bytes, is_header: Callable[[], bool | None], before: cython.Py_ssize_t = 0) -> bool:
        """Skip to the next position with ``mark`` after ``before`` bytes for which ``is_header`` returns True.

        Return False at the end, or if ``is_header`` returns None.
        """
        while self.find(mark, before):
            found = is_header()
            if found is not False:
                return found is True
            self.skip(1)
        return False

    def find(self, mark: bytes, before: cython.Py_ssize_t = 0) -> bool:
        """Skip to the next position with ``mark`` after ``before`` bytes; return False at the end."""
        start: cython.Py_ssize_t = self.at + before
        while start >= 0:
            found: cython.Py_ssize_t = self.window.find(mark, start)
            if found >= 0:
                self.at = found - before
                return True
            start = self._searched(start, len(mark), before)
        return False

    def find_match(self, pattern: re.Pattern[bytes], size: cython.Py_ssize_t, before: cython.Py_ssize_t = 0) -> bool:
        """Skip to the next position at which ``pattern`` (of ``size`` bytes) matches ``before`` bytes later.

        Return False at the end.
        """
        start: cython.Py_ssize_t = self.at + before
        while start >= 0:
            found = pattern.search(self.window, start)
            if found is not None:
                self.at = found.start() - before
                return True
            start = self._searched(start, size, before)
        return False

    def _searched(
        self, start: cython.Py_ssize_t, size: cython.Py_ssize_t, before: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Skip bytes that were searched in vain from ``start``; return where the search continues, -1 at the end.

        The search is for ``size`` bytes that begin ``before`` bytes after the next byte.
        """
        start = max(start, len(self.window) - size + 1)
        self.at = min(max(start - before, self.at), len(self.window))
        start -= self.at
        if not self._fill():
            self.at = len(self.window)
            return -1
        return start + self.at


def whole(data: bytes, offset: cython.longlong = 0) -> ByteStream:
    """Return a stream of these bytes, the first of which is at ``offset``."""
    return ByteStream(_NOTHING, data, offset)


_NOTHING: Iterator[bytes | StreamBreak] = iter(())


# -- Gzip members (RFC 1952) in bytes that have been read, such as records of web archives -----------------------------

# The least number of bytes in a member (§2.3).
_LEAST = cython.declare(cython.Py_ssize_t, 18)
# Bytes of the next chunk within which most members end that began in the chunk before.
_NEAR = cython.declare(cython.Py_ssize_t, 1 << 15)
# Up to this many compressed bytes are copied; more are passed as a memoryview.
_SHORT_MEMBER = cython.declare(cython.Py_ssize_t, 1 << 13)
# The most decompressed bytes of a member that is read at once.
_MOST = cython.declare(cython.Py_ssize_t, 1 << 20)


def member_end(window: bytes, begin: cython.Py_ssize_t, since: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where, at ``since`` or later, the member after the one at ``begin`` may begin; -1 if nowhere."""
    data: cython.p_const_uchar = window
    end: cython.Py_ssize_t = len(window)
    at: cython.Py_ssize_t = max(begin + _LEAST, since)
    if not cython.compiled:
        found: int = window.find(b"\x1f\x8b\x08", at)
        return found
    while at + 3 <= end:
        place: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + at, 0x1F, end - at - 2))
        if place == cython.NULL:
            break
        at = place - data
        if data[at + 1] == 0x8B and data[at + 2] == 8:
            return at
        at += 1
    return -1


@cython.ccall
def whole_member(
    window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, new: Callable[[], Decompressor],
    errors: tuple[type[Exception], ...],
) -> tuple[bytes, int] | None:  # fmt: skip
    """Decompress the member at ``begin`` if it ends before ``end``; return its content, and where it ends.

    Return None if it is damaged or large, or if the size before ``end`` (§2.3.1) is another one.
    """
    data: cython.p_const_uchar = window
    # Check the signature, the method and the flags, as for any compressed document.
    if end - begin < _LEAST or data[begin] != 0x1F or data[begin + 1] != 0x8B or data[begin + 2] != 8:
        return None
    if data[begin + 3] > 0x1F:
        return None
    size: cython.Py_ssize_t = data[end - 1]
    size = size << 24 | data[end - 2] << 16 | data[end - 3] << 8 | data[end - 4]
    if size > _MOST:
        return None
    decoder = new()
    try:
        packed = data[begin:end] if end - begin < _SHORT_MEMBER else memoryview(window)[begin:end]
        # Without room for one more byte, a decompressor may not notice the end of the member.
        out: bytes = decoder.decompress(packed, size + 1)
    except errors:
        return None
    if not decoder.eof or len(out) > size:
        return None
    return out, end - len(decoder.unused_data)


class WholeMembers:
    """Reads gzip members from a stream, each at once.

    ``start`` is the byte at which the last read member begins, ``before`` the number of decompressed bytes before it,
    and ``made`` the number of its own decompressed bytes so far. :meth:`begin` is called for a member that is read in
    another way.
    """

    def __init__(
        self, stream: ByteStream, budget: Budget, new: Callable[[], Decompressor], errors: tuple[type[Exception], ...]
    ) -> None:
        self.stream = stream
        self.budget = budget
        self.new = new
        self.errors = errors
        self.start = self.before = self.made = 0
        self.tried: cython.longlong = -1

    def begin(self) -> int:
        """Begin a member that is not read at once; return the byte at which it begins."""
        self.start = self.stream.offset
        self.before += self.made
        self.made = 0
        return self.start

    def read(self) -> bytes | None:
        """Return the content of the next member if it can be read at once, as nearly all records can.

        Otherwise read nothing and return None.
        """
        stream: ByteStream = self.stream
        start: cython.longlong = stream.before + stream.at
        if start == self.tried:
            return None
        end: cython.Py_ssize_t = member_end(stream.window, stream.at, stream.at)
        found = self._member(stream.window, stream.at, end) if end >= 0 else self._across()
        if found is None:
            self.tried = start
            return None
        member: bytes = cython.cast(tuple, found)[0]
        stream.skip_held(cython.cast(tuple, found)[1] - stream.at)
        self.start = start
        self.before += self.made
        self.made = len(member)
        return member

    def _member(self, window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> object:
        """Return the content of the member at ``begin``, and where it ends; None if it cannot be read at once."""
        found = whole_member(window, begin, end, self.new, self.errors)
        return found if found is not None and self.budget.take(len(found[0])) else None

    def _across(self) -> object:
        """Return the result of :meth:`_member` for a member that extends beyond the bytes that the stream holds.

        Most such members end early in the next chunk, so at first only a few bytes of that are copied.
        """
        stream: ByteStream = self.stream
        size: cython.Py_ssize_t = len(stream.window) - stream.at
        if size >= limits.CHUNK:
            return None
        joined: bytes = stream.window[stream.at :] + stream.next_chunk()[:_NEAR]
        end: cython.Py_ssize_t = member_end(joined, 0, size - 2)
        if end >= 0:
            found = self._member(joined, 0, end)
            if found is not None:
                return cython.cast(tuple, found)[0], stream.at + cython.cast(tuple, found)[1]
        end = -1
        while end < 0:
            size = len(stream.window) - stream.at
            if size >= limits.CHUNK:
                return None
            more: cython.bint = stream.holds(size + 1)
            end = member_end(stream.window, stream.at, stream.at + size - 2) if more else len(stream.window)
        return self._member(stream.window, stream.at, end)


# -- Small files, read at once, because opening a Python file object takes as long as reading a small file -------------

if not cython.compiled:
    HAS_POSIX = 0

# Flags for reading files; without O_BINARY, Windows translates line ends.
_READ = cython.declare(cython.int, os.O_RDONLY | getattr(os, "O_BINARY", 0))


def opened(path: str, most: cython.Py_ssize_t) -> Any:
    """Return the bytes of a regular file of at most ``most`` bytes; for any other file, its open descriptor.

    Raises OSError, and ValueError if ``path`` is not a path.
    """
    if cython.compiled and HAS_POSIX:
        return content_or_descriptor(path, most)
    descriptor = os.open(path, _READ)
    try:
        status = os.fstat(descriptor)
        is_small = stat.S_ISREG(status.st_mode) and status.st_size <= most
        if not is_small or (not status.st_size and _is_made(descriptor)):
            left_open, descriptor = descriptor, -1
            return left_open
        data = os.read(descriptor, status.st_size)
        while len(data) < status.st_size and (more := os.read(descriptor, status.st_size - len(data))):
            data += more
        return data
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def _is_made(descriptor: int) -> bool:
    """Return True if a file of size 0 has bytes, like the files in /proc, whose content is made when they are read."""
    is_empty = not os.read(descriptor, 1)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return not is_empty


def identity_of(file: Any) -> Any:
    """Return device and inode of a regular file, given its path or descriptor; None if it is missing or not regular."""
    if cython.compiled and HAS_POSIX:
        return device_and_inode(file)
    try:
        status = os.stat(file)
    except (OSError, ValueError):
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


# -- Chunks of HTTP (RFC 9112 §7.1) ------------------------------------------------------------------------------------

# Bytes of a chunk's extensions (§7.1.1); more is damage.
_EXTENSION = cython.declare(cython.Py_ssize_t, 4000)


def unchunked(window: bytes) -> tuple[bytes, int, bool]:
    """Read the chunks (§7.1) that are complete in ``window``, so that a body of tiny chunks costs no more than another.

    Return their content, the position at which reading continues, and True if that is after the last chunk.
    """
    data: cython.p_const_uchar = window
    end: cython.Py_ssize_t = len(window)
    at: cython.Py_ssize_t = 0
    parts: list[bytes] = []
    while True:
        i: cython.Py_ssize_t = at
        if i < end and data[i] == CARRIAGE_RETURN:
            i += 1
        if i < end and data[i] == LINE_FEED:
            i += 1
        elif i > at:
            break
        size: cython.longlong = 0
        first: cython.Py_ssize_t = i
        while i < end and i - first < 15:
            byte: cython.int = data[i] | 32
            if DIGIT_0 <= data[i] <= DIGIT_9:
                size = size * 16 + data[i] - 48
            elif SMALL_A <= byte <= SMALL_F:
                size = size * 16 + byte - 87
            else:
                break
            i += 1
        if i == first:
            break
        while i < end and (data[i] == SPACE or data[i] == TAB):
            i += 1
        if i < end and data[i] == SEMICOLON:  # an extension (§7.1.1)
            first = i
            while i < end and i - first <= _EXTENSION and data[i] != LINE_FEED and data[i] != CARRIAGE_RETURN:
                i += 1
        if i < end and data[i] == CARRIAGE_RETURN:
            i += 1
        if i >= end or data[i] != LINE_FEED:
            break
        i += 1
        if size == 0:
            return b"".join(parts), i, True
        if size > end - i:
            break
        at = i + size
        parts.append(window[i:at])
    return b"".join(parts), at, False
