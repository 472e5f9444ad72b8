"""Read the header of a message or part, in chunks: fields that describe the part, or may hold references."""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.decode.encoded_words import words
from uri_extract.decode.header_values import LOOKED_AT, USUAL, structured
from uri_extract.decode.refang import Refanger
from uri_extract.decode.source_map import Chain
from uri_extract.media.mail.header import content_type, encoding_of

if not cython.compiled:
    from uri_extract import limits
    from uri_extract._ascii import CARRIAGE_RETURN, SPACE, TAB
    from uri_extract.media.mail import fields, parts
    from uri_extract.media.mail._fields import Fields, may_hold_scheme
    from uri_extract.media.mail._part_map import PartMap
    from uri_extract.media.mail._parts import Message, Part, Source
    from uri_extract.media.mail._stream import Texts
    from uri_extract.pages import LineCounter
    from uri_extract.pages._bytes import find

_COPIED = cython.declare(object, Chain())  # the map of text that was copied
_USUAL = cython.declare(cython.Py_ssize_t, USUAL)
_LOOKED_AT = cython.declare(cython.Py_ssize_t, LOOKED_AT)

# Parsed values of fields that many parts share.
_TYPES = cython.declare(dict, {})
_ENCODINGS = cython.declare(dict, {})
_MOST_KNOWN = cython.declare(cython.Py_ssize_t, 512)


class Header(Fields):
    """Read the header of ``part``, and add its fields to the texts of ``output``, which has the options.

    ``outer`` maps what is read to the file. ``base`` is that of the whole document; if it is None, messages are not
    described. ``state`` is what is being read; ``waits``: more bytes are needed. ``begun`` is the place of the header
    in the file, ``header_size`` the number of its bytes read.
    """

    def __init__(self, output: Any, outer: Any) -> None:
        Fields.__init__(self)
        self.output: Any = output
        self.texts: Texts = output.stream
        self.described = output.places
        self.base: Any = output.base if self.described else None
        self.every = output.every
        self.headers = output.headers
        self.refang = output.refang
        self.outer: Any = outer
        self.part: Part = Part(Message(None))
        self.state = parts.IN_BODY
        self.waits = False
        self.begun = self.header_size = 0
        self.feeds: LineCounter = LineCounter()  # counts the line feeds in headers and multiparts
        # The distance from the window to the file; and the ends of earlier stretches, before bytes that were cut out of
        # the file, each with its distance.
        self.shift = 0
        self.cuts: list[tuple[int, int]] = []

    # -- for the subclass ------------------------------------------------------------------------------------------

    def take_reference(self, part: Part, window: bytes) -> cython.bint:
        """Add the current field, whose value is a reference (:class:`Fields`); return False if it is text."""
        return False

    def problem(self, part: Part, at: cython.longlong, kind: str, message: str) -> None:
        """Report a problem of a part."""

    def header_over(self, part: Part, data: bytes, pos: cython.Py_ssize_t) -> None:
        """Begin the body of a part, after its header, which ends at ``pos``."""

    # -- places ----------------------------------------------------------------------------------------------------

    def line(self, window: bytes, i: cython.Py_ssize_t) -> cython.longlong:
        """Return the number of the line of the current part, from its header on, that has byte ``i`` of the window."""
        if self.described:
            self.feeds.count_to(window, 0, i)
        return self.part.before + self.feeds.number

    def place(self, i: cython.Py_ssize_t) -> cython.longlong:
        """Return the place in the file of the byte ``i`` of the window."""
        for stop, shift in self.cuts:
            if i < stop:
                return i + shift
        return i + self.shift

    # -- fields ----------------------------------------------------------------------------------------------------

    def header_begins(self, part: Part) -> None:
        """Prepare to read the header of a part. The line feeds before it were counted."""
        self.part = part
        self.state = parts.IN_HEADER
        part.before = 1 - self.feeds.number
        self.header_size = 0

    def header(
        self, data: bytes, pos: cython.Py_ssize_t, end: cython.Py_ssize_t, final: cython.bint
    ) -> cython.Py_ssize_t:
        """Read the header; return the place where reading continues."""
        part: Part = self.part
        begin: cython.Py_ssize_t = pos
        if self.header_size == 0:
            self.begun = self.place(pos)
            if self.outer:
                self.begun = self.outer.place(self.begun)
        while True:
            found: cython.int = self.next_field(data, pos, end, self.every, self.described, final)
            pos = self.after
            if found != fields.FIELD:
                break
            if self.stop - self.name > limits.MAX_FIELD:
                pos = self.name
                break
            kind: cython.int = self.bits & fields.KINDS
            if kind and (kind != fields.MESSAGE_ID or self.header_size + self.name - begin <= limits.MAX_HEADER_HELD):
                self.store_field(part, kind, data)
            if kind != fields.MESSAGE_ID and kind != fields.CONTENT_ID:
                self.add_field(part, kind, data)
        self.header_size += pos - begin
        if found == fields.OVER:
            self.header_over(part, data, pos)
        elif found == fields.MORE and end - pos <= limits.MAX_FIELD + 2:
            self.waits = True
        else:
            self.too_long(part, data, pos)
            self.state = parts.IN_LONG_FIELD
            self.header_size += limits.MAX_FIELD
            pos += limits.MAX_FIELD
        return pos

    def add_field(self, part: Part, kind: cython.int, data: bytes) -> None:
        """Add the current field as a reference, or add it to the texts if it may contain one."""
        if not self.headers:
            return
        is_external: cython.bint = kind == fields.CONTENT_TYPE and part.media_type == "message/external-body"
        holds_references: cython.bint = kind in (fields.CONTENT_LOCATION, fields.CONTENT_BASE, fields.LINK)
        if (holds_references or is_external) and self.take_reference(part, data):
            return
        if not self.bits & (fields.COLON | fields.ENCODED) and not self.every:
            return
        begin: cython.Py_ssize_t = self.name
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        octets: cython.p_const_uchar = data
        value: bytes = octets[self.value : self.stop]
        runs: tuple[tuple[bytes, int, int], ...] = ((value, 0, len(value)),)
        if self.bits & fields.ENCODED:
            runs = words(value)
            if not self.every and not may_hold_scheme(b"".join([run[0] for run in runs])):
                return
        line: cython.longlong = self.line(data, begin)
        source: Source = Source(part, octets[begin : self.name_end].decode("latin-1"))
        texts: Texts = self.texts
        texts.separate()
        counted: cython.Py_ssize_t = self.value
        text: bytes
        for text, start, end in runs:
            start += self.value
            end += self.value
            if self.bits & fields.FOLDED and counted < start:
                line += data.count(b"\n", counted, start)
                begin = data.rfind(b"\n", counted, start) + 1 or begin
                counted = start
            if len(text) == end - start:  # text between encoded words
                self.add_lines(data, begin, start, end, source, line)
            else:
                word: Any = PartMap(
                    texts.size, self.place(start), None, self.outer, None, None, octets[start:end], len(text)
                )
                texts.add_map(word, source, (line, start - begin))
                texts.add_text(text)

    def add_lines(
        self, data: bytes, begin: cython.Py_ssize_t, value: cython.Py_ssize_t, stop: cython.Py_ssize_t, source: Source,
        line: cython.longlong,
    ) -> None:  # fmt: skip
        """Add the text from ``value`` to ``stop``, without line breaks; its first line begins at ``begin``."""
        end: cython.Py_ssize_t
        while True:
            feed: cython.Py_ssize_t = find(data, b"\n", value, stop) if self.bits & fields.FOLDED else -1
            end = stop if feed < 0 else feed - 1 if feed > value and data[feed - 1] == CARRIAGE_RETURN else feed
            self.add_text(data, value, end, source, (line, value - begin))
            if feed < 0:
                break
            value = begin = feed + 1
            line += 1

    def add_text(
        self, data: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, source: Source, lines: Any
    ) -> None:
        """Add the text from ``begin`` to ``end`` to the texts, with references that it has defanged restored."""
        if begin >= end:
            return
        octets: cython.p_const_uchar = data
        text: bytes = octets[begin:end]
        texts: Texts = self.texts
        refanger: Any = Refanger() if self.refang else None
        at: cython.longlong = self.place(begin)
        if refanger is None and not self.outer:
            texts.add(text, at, source, lines)
            return
        inner: Any = _COPIED if refanger is None else Chain([refanger.map])
        texts.add_map(PartMap(texts.size, at, inner, self.outer, None, refanger), source, lines)
        texts.add_text(text if refanger is None else refanger.feed(text, True))

    def too_long(self, part: Part, data: bytes, name: cython.Py_ssize_t) -> None:
        """Report a field that is too long, and read its beginning."""
        message = f"a header field that begins here has more than {limits.MAX_FIELD} bytes: the rest is read as text"
        self.problem(part, self.place(name), "field-too-long", message)
        if self.next_field(data, name, name + limits.MAX_FIELD, True, True, True) == fields.FIELD:
            kind: cython.int = self.bits & fields.KINDS
            if kind and kind != fields.MESSAGE_ID:
                self.store_field(part, kind, data)
            self.add_field(part, kind, data)

    def long_field(
        self, data: bytes, pos: cython.Py_ssize_t, end: cython.Py_ssize_t, final: cython.bint
    ) -> cython.Py_ssize_t:
        """Read to the end of a field that is too long; return the place where reading continues."""
        self.header_size = limits.MAX_HEADER_HELD + 1  # rows are no longer held until such a header ends
        feed: cython.Py_ssize_t = data.find(b"\n", pos, end)
        while 0 <= feed < end - 1 and data[feed + 1] in (SPACE, TAB):
            feed = data.find(b"\n", feed + 1, end)
        self.waits = not final and (feed < 0 or feed + 1 == end)
        after: cython.Py_ssize_t = max(pos, end - 2) if self.waits else end if feed < 0 else feed + 1
        stop: cython.Py_ssize_t = after
        if not self.waits:
            self.state = parts.IN_HEADER
            if feed >= 0:
                stop = feed - 1 if feed > pos and data[feed - 1] == CARRIAGE_RETURN else feed
        if self.headers:
            self.add_text(data, pos, stop, Source(self.part), (self.line(data, pos), 0))
        return after

    def store_field(self, part: Part, kind: cython.int, data: bytes) -> None:
        """Store the current field, which describes the part or the message; the first of several counts."""
        octets: cython.p_const_uchar = data
        value: bytes = octets[self.value : min(self.stop, self.value + _LOOKED_AT)]
        if kind == fields.CONTENT_TYPE:
            if part.content_type is None:
                declared: Any = _cached(_TYPES, value, content_type)
                part.content_type = value
                part.media_type = declared.value or part.media_type
                part.parameters = declared.parameters
        elif kind == fields.CONTENT_TRANSFER_ENCODING:
            if part.encoding is None:
                part.encoding = _cached(_ENCODINGS, value, encoding_of)
        elif kind == fields.CONTENT_DISPOSITION:
            part.disposition = part.disposition or structured(value)
        elif kind == fields.CONTENT_ID:
            part.content_id = part.content_id or value
        elif kind == fields.CONTENT_LOCATION:
            part.location = part.location or value
        elif kind == fields.CONTENT_BASE:
            part.content_base = part.content_base or value
        elif kind == fields.MESSAGE_ID:  # that of a part could follow text that was already reported
            if part.whole:
                part.message.identifier = part.message.identifier or value
        elif kind >= fields.FROM and part.whole:
            part.message.add_field(kind, value)


@cython.cfunc
def _cached(known: dict[bytes, Any], value: bytes, read: Any) -> Any:
    """Return the parsed value of a field, from a cache if it is of usual length."""
    meaning: Any = known.get(value)
    if meaning is None:
        meaning = read(value)
        if len(value) <= _USUAL:
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known[value] = meaning
    return meaning
