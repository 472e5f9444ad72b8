"""Read a message in chunks: header fields and body parts, in order. Sans-IO, iterative, in bounded memory.

The reader holds the current field or line, at most :data:`~uri_extract.limits.MAX_FIELD` bytes, and a stack of the open
multiparts, at most :data:`~uri_extract.limits.MAX_NESTING`. A line that begins with ``--`` is looked up as a whole
among the boundaries, in one step at any depth, so reading is linear.

Deviations are read like this: a boundary ends all parts that were opened inside its multipart. If two multiparts have
the same boundary, it belongs to the outer one. A boundary that follows its closing one is text. If a multipart has no
boundary parameter, the first line with ``--`` is its boundary. A header ends at the first line that is not a field.
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.decode.header_values import USUAL
from uri_extract.media.mail.parts import TEXT
from uri_extract.media.unread import CONTROLS

if not cython.compiled:
    from uri_extract import limits
    from uri_extract._ascii import CARRIAGE_RETURN, HYPHEN, LINE_FEED, SPACE, TAB
    from uri_extract.media.mail import parts
    from uri_extract.media.mail._header import Header
    from uri_extract.media.mail._parts import Message, Part, Source
    from uri_extract.pages._bytes import find, part_of

# The maximum size of a line that may be a boundary: 70 bytes by the standard (RFC 2046 §5.1.1), and blanks after it.
_LONGEST_BOUNDARY = cython.declare(cython.Py_ssize_t, 1 << 14)
# Limits of the cache of text handling: entries, and the size of a Content-Type.
_MOST_HANDLINGS = cython.declare(cython.Py_ssize_t, 500)
_LONGEST_TYPE = cython.declare(cython.Py_ssize_t, USUAL)

_TEXT = cython.declare(str, TEXT)
_CONTROLS = cython.declare(dict, CONTROLS)


class Reader(Header):
    """Pass fields and bodies to the methods of a subclass, with the window, offsets in it and the place in the file.

    Bodies that :meth:`choose_handling` adds to the texts are not passed.
    """

    def __init__(self, output: Any, outer: Any) -> None:
        Header.__init__(self, output, outer)
        self.too_deep: bool = False  # True once nesting that is too deep was reported for the message
        self.handlings: dict[Any, Any] = {}
        self.taker: Any = None  # gets the current body, if it is not added to the texts
        self.text_part: Part | None = None  # the part whose body is added to the texts
        self.source: Source | None = None  # of that body, once some of it was added
        self.is_ascii: bool = False  # True as long as the body is ASCII
        self.open: list[Part] = []  # open multiparts
        self.boundaries: dict[bytes, int] = {}
        self.fresh: bool = False  # at the start of a body, where a boundary needs no line break before it
        self.chunks: list[bytes] = []  # bytes that are held
        self.held: int = 0  # their number

    # -- for the subclass ------------------------------------------------------------------------------------------

    def choose_handling(self, part: Part) -> Any:
        """Return how the text of a part is passed to the scanner (:class:`.parts.TextHandling`)."""
        return None

    def body_begins(self, part: Part) -> Any:
        """Return an object to ``take`` and ``close`` the body, or text around parts; None to skip it.

        If there is a ``source``, its beginning was added to the texts.
        """

    # -- in --------------------------------------------------------------------------------------------------------

    def begin(self, document: str | None) -> None:
        """Begin a message of the file, which records name ``document``."""
        self.begin_message(Part(Message(document, "", self.base)))

    def end(self) -> None:
        """End the message of the file."""
        self.end_message()
        if self.described:
            self.texts.end_message()

    def begin_message(self, part: Part) -> None:
        """Begin a message, of the file or in a part, after the previous one has ended."""
        self.too_deep = False
        self.header_begins(part)

    def take(self, data: bytes, at: cython.longlong, begin: cython.Py_ssize_t = 0, end: cython.Py_ssize_t = -1) -> None:
        """Take the next bytes of the message, ``data[begin:end]``, which are at ``at`` of the file."""
        end = len(data) if end < 0 else end
        if begin == end:
            return
        if self.chunks:
            if self.shift != at - self.held:
                self.cuts.append((self.held, self.shift))
                self.shift = at - self.held
            octets: cython.p_const_uchar = data
            self.chunks.append(octets[begin:end])
            self.held += end - begin
            if self.held < 2 * len(self.chunks[0]):
                return
            data, begin, end = b"".join(self.chunks), 0, self.held
            self.chunks = []
        else:
            self.shift = at - begin
            self.cuts.clear()
        begin = self.read(data, begin, end, False)
        self.held = end - begin
        if self.held:
            self.chunks = [data[begin:end]]
            self.shift += begin
            self.cuts = [(stop - begin, shift + begin) for stop, shift in self.cuts if stop > begin]

    def end_message(self) -> None:
        """Read the end of the message."""
        if self.chunks or self.state != parts.IN_BODY:
            data: bytes = b"".join(self.chunks)
            self.chunks = []
            self.read(data, 0, len(data), True)
        self.end_body()
        if self.open:
            self.open.clear()
            self.boundaries.clear()

    def read(
        self, data: bytes, pos: cython.Py_ssize_t, end: cython.Py_ssize_t, final: cython.bint
    ) -> cython.Py_ssize_t:
        """Read the bytes; return the start of those to hold."""
        self.waits = False
        self.feeds.counted = pos
        while not self.waits:
            if self.state == parts.IN_HEADER:
                pos = self.header(data, pos, end, final)
            elif self.state == parts.IN_BODY:
                pos = self.content(data, pos, end, final)
            else:
                pos = self.long_field(data, pos, end, final)
        if self.open or self.state != parts.IN_BODY or self.part.kind == parts.MULTIPART:
            self.line(data, pos)
        return pos

    def in_header(self, limit: cython.longlong) -> cython.bint:
        """Return True if a header is being read, of which at most this many bytes were read."""
        return self.state != parts.IN_BODY and self.header_size <= limit

    # -- bodies ----------------------------------------------------------------------------------------------------

    def header_over(self, part: Part, data: bytes, pos: cython.Py_ssize_t) -> None:
        """Begin the body of a part, after its header, which ends at ``pos``."""
        part.settle()
        if part.kind == parts.MULTIPART:
            part.line = self.line(data, pos)  # its text has the name of its header
        if part.kind != parts.LEAF and part.depth >= limits.MAX_NESTING:
            self.nested_too_deep(part, f"nested more than {limits.MAX_NESTING} deep: the rest is read as text")
            part.kind, part.reading = parts.LEAF, _TEXT
        self.state = parts.IN_BODY
        self.fresh = True
        self.begin_body(part)
        if part.kind == parts.MULTIPART and part.boundary is not None:
            self.opened(part, part.boundary)
        elif part.kind == parts.MESSAGE:
            self.end_body()
            self.line(data, pos)
            self.header_begins(part.nested())

    def nested_too_deep(self, part: Part, message: str) -> None:
        """Report nesting that is too deep, once per message."""
        if not self.too_deep:
            self.too_deep = True
            self.problem(part, -1, "nested-too-deep", message)

    def begin_body(self, part: Part) -> None:
        """Begin a body, which may be added to the texts as it is."""
        named: cython.bint = part.whole or part.content_id is not None or part.location is not None
        if named and self.described and len(self.texts.identified) < limits.MAX_IDENTIFIERS:
            self.texts.identified.append(part)
        if part.media_type in _CONTROLS:
            self.problem(part, -1, "unsupported", f"{_CONTROLS[part.media_type]}, which is not read")
        how: cython.int = parts.TRANSLATED
        if part.kind == parts.MULTIPART or (part.kind == parts.LEAF and part.reading == _TEXT):
            how = self.handling_of(part).how
        self.source = None
        if how == parts.TRANSLATED:
            self.text_part = None
            self.taker = self.body_begins(part)
        else:
            self.text_part = part
            self.is_ascii = how == parts.IF_ASCII

    def handling_of(self, part: Part) -> Any:
        """Return how the text of a part is passed to the scanner, from a cache by its fields."""
        key: Any = None  # for a multipart, and for a leaf without these fields, which is passed in the same way
        if part.kind == parts.LEAF:
            key = part.encoding if part.content_type is None else (part.content_type, part.encoding)
        handling: Any = self.handlings.get(key)
        if handling is None:
            handling = self.choose_handling(part)
            if len(self.handlings) < _MOST_HANDLINGS and (
                part.content_type is None or len(part.content_type) < _LONGEST_TYPE
            ):
                self.handlings[key] = handling
        return handling

    def end_body(self) -> None:
        """End the current body."""
        self.text_part = self.source = None
        if self.taker is not None:
            self.taker.close()
            self.taker = None

    def pass_on(self, data: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> None:
        """Pass on the bytes of the body, in stretches without gaps in the file."""
        for stop, shift in self.cuts:
            stop = min(stop, end)
            if begin < stop:
                self.pass_on_piece(data, begin, stop, begin + shift)
                begin = stop
        if begin < end:
            self.pass_on_piece(data, begin, end, begin + self.shift)

    def pass_on_piece(self, data: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, at: cython.longlong) -> None:
        """Pass on a stretch of the body."""
        if self.text_part is not None:
            octets: cython.p_const_uchar = data
            text: bytes = octets[begin:end]
            if self.source is None:
                self.texts.separate()
                self.source = Source(self.text_part)
            if not self.is_ascii or text.isascii():
                self.texts.add(text, at, self.source)
                return
            self.taker = self.body_begins(self.text_part)
            self.text_part = self.source = None
        if self.taker is not None:
            self.taker.take(data, begin, end, at)

    def content(
        self, data: bytes, pos: cython.Py_ssize_t, end: cython.Py_ssize_t, final: cython.bint
    ) -> cython.Py_ssize_t:
        """Read to the next boundary; return the place where reading continues."""
        guess: cython.bint = self.part.kind == parts.MULTIPART and self.part.boundary is None
        is_base64: cython.bint = self.part.encoding == "base64"
        if not self.boundaries and not guess:
            self.pass_on(data, pos, end)
            self.waits = True
            return end
        line: cython.Py_ssize_t = pos  # the start of the line that may be a boundary
        at: cython.Py_ssize_t = pos
        if self.fresh:
            if end - pos < 2 and not final and (end == pos or data[pos] == HYPHEN):
                self.waits = True
                return pos
            self.fresh = end - pos >= 2 and data[pos] == HYPHEN and data[pos + 1] == HYPHEN
        while True:
            if self.fresh:
                stop: cython.Py_ssize_t = line
            else:
                stop = _hyphens(data, at, end) if is_base64 else find(data, b"\n--", at, end)
                if stop < 0:
                    stop = end if final else self.tail(data, pos, end)
                    self.pass_on(data, pos, stop)
                    self.waits = True
                    return stop
                line = stop + 1
            feed: cython.Py_ssize_t = find(data, b"\n", line + 2, min(end, line + _LONGEST_BOUNDARY))
            if feed < 0:
                if not final and end - line < _LONGEST_BOUNDARY:
                    stop = _before(data, pos, stop, end)
                    self.pass_on(data, pos, stop)
                    self.waits = True
                    return stop
                feed = min(end, line + _LONGEST_BOUNDARY)
            name_end: cython.Py_ssize_t = feed
            while name_end > line + 2 and data[name_end - 1] in (SPACE, TAB, CARRIAGE_RETURN):
                name_end -= 1
            name: bytes = part_of(data, line + 2, name_end)
            closes: cython.bint = False
            known: Any = self.boundaries.get(name)
            if known is None and name.endswith(b"--"):
                known = self.boundaries.get(name[: len(name) - 2])
                closes = known is not None
            if known is None and guess and name and not name.endswith(b"--") and SPACE not in name:
                self.opened(self.part, name)
                known = self.boundaries.get(name)
            if known is not None:
                self.pass_on(data, pos, _before(data, pos, stop, end))
                self.end_body()
                self.close(known, closes, data, min(end, feed + 1))
                return min(end, feed + 1)
            self.fresh = False
            at = feed

    def opened(self, part: Part, boundary: bytes) -> None:
        """Add the boundary of a part to those that are recognised."""
        if boundary not in self.boundaries:
            self.boundaries[boundary] = len(self.open)
            self.open.append(part)
            part.boundary = boundary

    def close(self, depth: cython.Py_ssize_t, closes: cython.bint, data: bytes, pos: cython.Py_ssize_t) -> None:
        """Close the parts opened in the multipart at ``depth``, and it if its boundary ``closes``, up to ``pos``."""
        keep: cython.Py_ssize_t = depth if closes else depth + 1
        part: Part = self.open[depth]
        self.part = part
        line: cython.longlong = self.line(data, pos)
        while len(self.open) > keep:
            gone: Part = self.open.pop()
            self.boundaries.pop(gone.boundary or b"", None)
        if closes:
            part.boundary = part.boundary or b""
            part.line = line
            self.fresh = True
            self.begin_body(part)
        else:
            self.header_begins(part.child())

    def tail(self, data: bytes, pos: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the start of bytes at the end of the window that may belong to a boundary."""
        stop: cython.Py_ssize_t = data.rfind(b"\n", max(pos, end - 2), end)
        if stop >= 0 and (end - stop == 1 or data[stop + 1] == HYPHEN):
            return _before(data, pos, stop, end)
        return end - 1 if end > pos and data[end - 1] == CARRIAGE_RETURN else end


@cython.cfunc
@cython.exceptval(check=False)
def _before(data: bytes, pos: cython.Py_ssize_t, feed: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the start of the line break at ``feed``."""
    is_pair: cython.bint = pos < feed < end and data[feed - 1] == CARRIAGE_RETURN and data[feed] == LINE_FEED
    return feed - 1 if is_pair else feed


@cython.cfunc
@cython.exceptval(check=False)
def _hyphens(data: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the line feed before the next line that begins with two hyphens; -1: none. Fast if hyphens are rare."""
    i: cython.Py_ssize_t = find(data, b"--", begin + 1, end)
    while i >= 0 and data[i - 1] != LINE_FEED:
        i = find(data, b"--", i + 1, end)
    return i - 1 if i >= 0 else -1
