"""A message in chunks: header fields and body parts, in order. Sans-IO, iterative, in bounded memory.

The reader keeps the field or the line at hand, at most :data:`~uri_extract.limits.MAX_FIELD` bytes, and a stack of the
multiparts that are open, at most :data:`~uri_extract.limits.MAX_NESTING`. A boundary is looked up by the whole line, in
one step whatever the depth: any line that begins with ``--`` is, so this is linear.

What is not as the RFCs have it: a boundary ends all that was opened inside its multipart; where two multiparts have
the same one it is the outer's; one that comes again behind its closing is text; a multipart without the parameter
has the boundary that its first line with ``--`` shows; a header ends at the first line that is no field.
"""

from __future__ import annotations

from array import array

from uri_extract.limits import MAX_FIELD, MAX_HEADER_HELD, MAX_NESTING
from uri_extract.media.mail import fields as rows
from uri_extract.media.mail.header import LOOKED_AT, encoding_of, structured
from uri_extract.media.mail.parts import LEAF, MESSAGE, MULTIPART, TEXT, Message, Part
from uri_extract.scan import variant

#: Bytes of a line that may be a boundary: 70 by the standard (RFC 2046 §5.1.1), and blanks behind.
LONGEST_BOUNDARY = 1 << 14

_WIDTH, _KINDS, _IN_IT = rows.WIDTH, rows.KINDS, rows.COLON | rows.ENCODED
_HEADER, _BODY, _LONG = 0, 1, 2
_NAMING = (rows.MESSAGE_ID, rows.CONTENT_ID)


_KERNEL = variant("uri_extract.media.mail._fields")
_read_fields, _find = _KERNEL.fields, _KERNEL.find


class Reader:
    """Calls what its subclass makes of fields and bodies; each gets the window, places in it and the place in the file.

    ``every``: all fields are handed over, not only those that may hold a scheme.
    """

    def __init__(self, every: bool = False, described: bool = False, max_nesting: int = MAX_NESTING) -> None:
        self._every = every
        self._described = described
        self._max_nesting = max_nesting
        self._table = array("q", [0]) * (rows.ROWS * rows.WIDTH)
        self._open: list[Part] = []  # multiparts
        self._boundaries: dict[bytes, int] = {}
        self._state = _BODY
        self._fresh = False  # at the beginning of a body, where a boundary needs no line break before it
        self._part: Part = Part(Message(None), "", None, 0, "text/plain")
        self._chunks: list[bytes] = []  # what is held
        self._held = self._wanted = 0
        #: Where in the file the header at hand begins.
        self.begun = 0
        self._size = 0  # of that header, up to the fields that are being read
        self._line = 1  # of the header, at the place where lines were counted up to
        self._counted = 0
        self._cuts: list[tuple[int, int]] = []  # from where on in the window, and what makes places of the file of it

    # -- for the subclass ------------------------------------------------------------------------------------------

    def field(self, part: Part, window: bytes, row: tuple[int, int, int, int, int]) -> None:
        """Take a header field that may hold a reference (:mod:`.fields`); :meth:`place` says where it stands."""

    def field_rest(self, part: Part, window: bytes, begin: int, end: int) -> None:
        """Take what stands behind the limit of a field that is too long, in pieces."""

    def body_begins(self, part: Part) -> None:
        """Take note that a header is over. What follows is its content, or the text around a multipart's parts."""

    def body(self, window: bytes, begin: int, end: int, at: int) -> None:
        """Take a piece of the body that began last; ``at``: where in the file."""

    def body_ends(self) -> None:
        """Take note that the body which began last is over; called for every one."""

    def problem(self, part: Part, at: int, kind: str, message: str) -> None:
        """Take note of what cannot be read as it should."""

    def line(self, window: bytes, i: int) -> int:
        """Return the number of the line of the header in which the byte ``i`` of the window stands."""
        if i > self._counted:
            self._line += window.count(b"\n", self._counted, i)
            self._counted = i
        return self._line

    # -- in --------------------------------------------------------------------------------------------------------

    def begin_message(self, part: Part) -> None:
        """Begin a message; the one before it has ended."""
        self._header_begins(part)

    def take(self, data: bytes, at: int, begin: int = 0, end: int | None = None) -> None:
        """Take the message's next bytes, ``data[begin:end]``; that place is byte ``at`` of the file."""
        end = len(data) if end is None else end
        if begin == end:
            return
        if self._chunks:
            if self._cuts[-1][1] != at - self._held:
                self._cuts.append((self._held, at - self._held))
            self._chunks.append(data[begin:end])
            self._held += end - begin
            if self._held < self._wanted:
                return
            data, begin, end = b"".join(self._chunks), 0, self._held
            self._chunks = []
        else:
            self._cuts = [(begin, at - begin)]
        pos = self._read(data, begin, end, False)
        if pos < end:
            self._hold(data, pos, end)

    def end_message(self) -> None:
        """Say that nothing of the message follows."""
        if self._chunks or self._state != _BODY:
            data = b"".join(self._chunks)
            self._chunks = []
            if not data and not self._cuts:
                self._cuts = [(0, 0)]
            self._read(data, 0, len(data), True)
        self.body_ends()
        if self._open:
            self._open.clear()
            self._boundaries.clear()

    def place(self, i: int) -> int:
        """Return where in the file the byte ``i`` of the window stands."""
        cuts = self._cuts
        if len(cuts) == 1:
            return i + cuts[0][1]
        k = len(cuts) - 1
        while k and cuts[k][0] > i:
            k -= 1
        return i + cuts[k][1]

    def _hold(self, data: bytes, pos: int, end: int) -> None:
        self._chunks = [data[pos:end]]
        self._held = end - pos
        self._wanted = 2 * self._held
        cuts = self._cuts
        while len(cuts) > 1 and cuts[1][0] <= pos:
            cuts.pop(0)
        self._cuts = [(max(0, at - pos), shift + pos) for at, shift in cuts]

    def _read(self, data: bytes, pos: int, end: int, final: bool) -> int:
        """Read on; return where what must wait begins."""
        while True:
            if self._state == _HEADER:
                pos, waits = self._header(data, pos, end, final)
            elif self._state == _BODY:
                pos, waits = self._content(data, pos, end, final)
            else:
                pos, waits = self._long(data, pos, end, final)
            if waits:
                return pos

    def in_header(self, limit: int) -> bool:
        """Whether a header is being read, and at most so many bytes of it have been."""
        return self._state != _BODY and self._size <= limit

    # -- the header ------------------------------------------------------------------------------------------------

    def _header_begins(self, part: Part) -> None:
        self._part = part
        self._state = _HEADER
        self._line = 1
        self._size = 0

    def _header(self, data: bytes, pos: int, end: int, final: bool) -> tuple[int, bool]:
        table, part = self._table, self._part
        self._counted = pos
        if self._size == 0:
            self.begun = self.place(pos)
        while True:
            begin = pos
            count, pos, ended = _read_fields(data, pos, end, self._every, self._described, final, table)
            for at in range(0, count * _WIDTH, _WIDTH):
                name, value, stop, bits = table[at], table[at + 2], table[at + 3], table[at + 4]
                if stop - name > MAX_FIELD:
                    self._too_long(part, data, name, stop)
                    self.field_rest(part, data, name + MAX_FIELD, stop)
                    continue
                kind = bits & _KINDS
                if kind and (kind != rows.MESSAGE_ID or self._size + name - begin <= MAX_HEADER_HELD):
                    self._meaning(part, kind, data, value, stop)
                if kind not in _NAMING and (bits & _IN_IT or rows.CONTENT_LOCATION <= kind < rows.FROM or self._every):
                    self.field(part, data, (name, table[at + 1], value, stop, bits))
            self._size += pos - begin
            if ended == rows.OVER:
                self._header_over(part)
                return pos, False
            if ended == rows.MORE:
                if end - pos <= MAX_FIELD + 2:
                    self.line(data, pos)
                    return pos, True
                self._too_long(part, data, pos, pos + MAX_FIELD)
                self._state = _LONG
                self._size += MAX_FIELD
                return pos + MAX_FIELD, False

    def _too_long(self, part: Part, data: bytes, name: int, stop: int) -> None:
        """Read the beginning of a field that is too long."""
        message = f"a header field that begins here has more than {MAX_FIELD} bytes: what stands behind is read as text"
        self.problem(part, self.place(name), "field-too-long", message)
        table = array("q", [0]) * (rows.ROWS * _WIDTH)
        count, _, _ = _read_fields(data, name, name + MAX_FIELD, True, True, True, table)
        if count:
            name, name_end, value, stop, bits = table[:_WIDTH]
            if bits & _KINDS not in (0, rows.MESSAGE_ID):
                self._meaning(part, bits & _KINDS, data, value, stop)
            self.field(part, data, (name, name_end, value, stop, bits))

    def _long(self, data: bytes, pos: int, end: int, final: bool) -> tuple[int, bool]:
        """Read on to the end of a field that is too long."""
        at = pos
        self._size = MAX_HEADER_HELD + 1  # of what is that long nobody waits for the end
        while True:
            feed = data.find(b"\n", at, end)
            if feed < 0 or (feed + 1 == end and not final):
                stop = end if final else max(pos, end - 2)
                if stop > pos:
                    self.field_rest(self._part, data, pos, stop)
                if final:
                    self._state = _HEADER
                return stop, not final
            if feed + 1 == end or data[feed + 1] not in b" \t":
                stop = feed - 1 if feed > pos and data[feed - 1] == 13 else feed
                self.field_rest(self._part, data, pos, stop)
                self._state = _HEADER
                return feed + 1, False
            at = feed + 1

    def _meaning(self, part: Part, kind: int, data: bytes, begin: int, end: int) -> None:
        """Take note of a field that says what the part is; of several the first counts."""
        value = data[begin : min(end, begin + LOOKED_AT)]
        if kind == rows.CONTENT_TYPE:
            part.has_type(structured(value))
        elif kind == rows.CONTENT_TRANSFER_ENCODING:
            if part.encoding is None:
                part.encoding = encoding_of(value)
        elif kind == rows.CONTENT_DISPOSITION:
            part.disposition = part.disposition or structured(value)
        elif kind == rows.CONTENT_ID:
            part.content_id = part.content_id or value
        elif kind == rows.CONTENT_LOCATION:
            part.location = part.location or value
        elif kind == rows.CONTENT_BASE:
            part.content_base = part.content_base or value
        elif kind == rows.MESSAGE_ID:
            part.message.identifier = part.message.identifier or value
        elif part.whole:
            part.message.fields.setdefault(kind, value)

    def _header_over(self, part: Part) -> None:
        part.settle()
        if part.kind != LEAF and part.depth >= self._max_nesting:
            message = f"nested more than {self._max_nesting} deep: what stands in it is read as text, as it stands"
            self.problem(part, -1, "nested-too-deep", message)
            part.kind, part.reading = LEAF, TEXT
        self._state = _BODY
        self._fresh = True
        self.body_begins(part)
        if part.kind == MULTIPART and part.boundary is not None:
            self._opened(part, part.boundary)
        elif part.kind == MESSAGE:
            self.body_ends()
            self._header_begins(part.nested())

    def _opened(self, part: Part, boundary: bytes) -> None:
        if boundary not in self._boundaries:
            self._boundaries[boundary] = len(self._open)
            self._open.append(part)
            part.boundary = boundary

    # -- the body --------------------------------------------------------------------------------------------------

    def _content(self, data: bytes, pos: int, end: int, final: bool) -> tuple[int, bool]:
        """Read on to the next boundary."""
        guess = self._part.kind == MULTIPART and self._part.boundary is None
        if not self._boundaries and not guess:
            self._give(data, pos, end)
            return end, True
        line = pos  # where the line that may be a boundary begins
        if self._fresh:
            if end - pos < 2 and not final and data[pos:end] in (b"", b"-"):
                return pos, True
            if data[pos : min(end, pos + 2)] != b"--":
                self._fresh = False
        at = pos
        while True:
            if self._fresh:
                stop = line
            else:
                stop = _find(data, b"\n--", at, end)
                if stop < 0:
                    stop = end if final else self._tail(data, pos, end)
                    self._give(data, pos, stop)
                    return stop, True
                line = stop + 1
            feed = data.find(b"\n", line + 2, min(end, line + LONGEST_BOUNDARY))
            if feed < 0:
                if not final and end - line < LONGEST_BOUNDARY:
                    stop = self._before(data, pos, stop)
                    self._give(data, pos, stop)
                    return stop, True
                feed = min(end, line + LONGEST_BOUNDARY)
            name = data[line + 2 : feed].rstrip(b" \t\r")
            depth = self._boundaries.get(name, -1)
            closes = False
            if depth < 0 and name.endswith(b"--"):
                depth = self._boundaries.get(name[:-2], -1)
                closes = depth >= 0
            if depth < 0 and guess and name and not name.endswith(b"--") and b" " not in name:
                self._opened(self._part, name)
                depth = self._boundaries.get(name, -1)
            if depth >= 0:
                self._give(data, pos, self._before(data, pos, stop))
                self.body_ends()
                self._close(depth, closes)
                return min(end, feed + 1), False
            self._fresh = False
            at = feed

    def _close(self, depth: int, closes: bool) -> None:
        """Leave all that was opened inside the multipart at ``depth``, and that too where its boundary ``closes``."""
        keep = depth if closes else depth + 1
        part = self._open[depth]
        for gone in self._open[keep:]:
            self._boundaries.pop(gone.boundary or b"", None)
        del self._open[keep:]
        if closes:
            part.boundary = part.boundary or b""
            self._part = part
            self._fresh = True
            self.body_begins(part)
        else:
            self._header_begins(part.child())

    @staticmethod
    def _before(data: bytes, pos: int, feed: int) -> int:
        """Return where the line break at ``feed`` begins."""
        return feed - 1 if feed > pos and data[feed - 1] == 13 and data[feed : feed + 1] == b"\n" else feed

    def _tail(self, data: bytes, pos: int, end: int) -> int:
        """Return where what may belong to a boundary begins at the window's end."""
        stop = data.rfind(b"\n", max(pos, end - 2), end)
        if stop < 0:
            return end - 1 if end > pos and data[end - 1] == 13 else end
        return self._before(data, pos, stop) if end - stop == 1 or data[stop + 1] == 45 else end - (data[end - 1] == 13)

    def _give(self, data: bytes, begin: int, end: int) -> None:
        if begin == end:
            return
        cuts = self._cuts
        if len(cuts) == 1:
            self.body(data, begin, end, begin + cuts[0][1])
            return
        for k, (at, shift) in enumerate(cuts):
            start, stop = max(at, begin), min(cuts[k + 1][0] if k + 1 < len(cuts) else end, end)
            if start < stop:
                self.body(data, start, stop, start + shift)
