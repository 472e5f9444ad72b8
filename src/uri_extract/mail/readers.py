"""The reader of messages as scanners use it: it passes fields and bodies on by their type."""

from __future__ import annotations

from functools import partial

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.decode.content_transfer import Identity, is_decoded
from uri_extract.decode.encoded_words import codec_of
from uri_extract.decode.encodings import is_bytewise
from uri_extract.decode.header_values import LOOKED_AT, charset_of, content_type
from uri_extract.decode.labels import encoding_of, python_codec
from uri_extract.decode.wide import wide_without_mark
from uri_extract.formats import scanner_for
from uri_extract.formats.containers import NOT_TEXT, beginning
from uri_extract.formats.recognition import is_image
from uri_extract.formats.unread import ENCRYPTED, PARTIAL, unread_format
from uri_extract.limits import CHUNK, MAX_BASE, MAX_CONTAINED, MAX_ENCODED, MAX_TAG
from uri_extract.mail import fields, parts
from uri_extract.mail._message import Body, Part, Reader, Source, TextBody, base_of, origin_of, origin_of_text, to_file
from uri_extract.mail.base import own_base, reference
from uri_extract.mail.output import EmbeddedDocument, Output
from uri_extract.markup.urls import kind_bits
from uri_extract.place.source_map import Chain
from uri_extract.rows import layout
from uri_extract.rows.details import Details
from uri_extract.rows.records import Problem
from uri_extract.text.base import BaseScanner

# -- Bodies of parts with scanners of their own: markup, calendars, documents ------------------------------------------

# The type whose scanner reads parts that are neither plain text nor XML.
_MEDIA_TYPES = {
    parts.CALENDAR: "text/calendar", parts.CSS: "text/css", parts.HTML: "text/html", parts.RTF: "text/rtf",
    parts.CELLS: "text/csv",
}  # fmt: skip


class MarkupBody(Body):
    """HTML, XML or a calendar: it has a scanner of its own, whose rows get their places in the file."""

    __slots__ = ("_maps", "_output", "_scanner")

    def __init__(self, output: Output, part: Part, outer: Chain) -> None:
        self._output = output
        super().__init__(part, output.places)
        self._maps = Chain([self.decoder.map, *outer])
        charset = charset_of(part.parameters)
        is_label = charset is not None and part.reading != parts.CALENDAR and encoding_of(charset) is not None
        if charset is None or not (is_label or python_codec(charset)):
            charset = output.charset
        if output.decoded and self.decoder.__class__ is Identity and not outer:
            charset = "utf-8"
        self._scanner = _scanner(output, part, charset)

    def read(self, text: bytes, final: bool) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        output = self._output
        page = self._scanner.read(text, final)
        while output.waiting_problems:
            problem = output.waiting_problems.popleft()
            output.problem(problem._replace(offset=self._maps.place(problem.offset)))
        if output.places:
            to_file(page, self._maps)
        if len(page):
            output.stream.insert(page)
        if not final:
            # After the texts before this part, which are scanned later, are mapped to the file.
            output.stream.insert(partial(self._maps.forget, max(0, self._scanner.settled - MAX_TAG)))


def _scanner(output: Output, part: Part, charset: str | None) -> BaseScanner:
    """Return a scanner for a part that is not plain text; if possible one that has read another part."""
    origin, base = origin_of(part, part.document), base_of(part, output.base)
    is_xml = part.reading == parts.XML or part.media_type == "application/xhtml+xml"
    key = part.reading, base.source if base.uri else None
    used = output.scanners.get(key)
    if not is_xml and used is not None and used.closed:
        used.restart(base.uri or None, origin, charset)
        return used
    source = {"base_from": base.source} if base.uri else {}
    scanner = scanner_for(
        part.media_type if is_xml else _MEDIA_TYPES[part.reading], output.options, base=base.uri or None, origin=origin,
        charset=charset, on_problem=output.waiting_problems.append, **source,
    )  # fmt: skip
    if not is_xml and scanner.restartable:
        output.scanners[key] = scanner
    return scanner


_WIDE = (b"\xff\xfe", b"\xfe\xff")
#: The number of bytes that decide about the format of a part.
_LOOK = 512


class EmbeddedBody(Body):
    """A document that another reader will read: it is kept, up to a limit.

    One of unknown format is kept if its first bytes are those of a container, or text; parts declared as pictures,
    sound or video are not recognised as text.
    """

    __slots__ = ("_at", "_data", "_last", "_outer", "_output", "_part", "_size", "_unknown")

    def __init__(self, output: Output, part: Part, outer: Chain) -> None:
        super().__init__(part, False)
        self._output = output
        self._outer = outer
        self._part = part
        self._unknown = part.reading == parts.UNKNOWN
        self._data: list[bytes] | None = []  # None once it is skipped
        self._last = bytearray()
        self._size = 0
        self._at = -1

    def take(self, window: bytes, begin: int, end: int, at: int) -> None:
        """Take the next bytes, which are at ``at``: first only as many as usually determine an unknown format."""
        if self._at < 0:
            self._at = self._outer.place(at)
            if self._unknown and end - begin > 2 * _LOOK:
                self.read(self.decoder.take(window[begin : begin + 2 * _LOOK], at), False)
                begin, at = begin + 2 * _LOOK, at + 2 * _LOOK
        if self._data is not None:
            super().take(window, begin, end, at)

    def read(self, text: bytes, final: bool) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        assert self._data is not None
        self._size += len(text)
        self._last += text
        if self._size > MAX_CONTAINED:
            self._skip("contained-too-long", f"an embedded document has more than {MAX_CONTAINED} bytes: skipped")
        elif len(self._last) >= CHUNK:
            self._data.append(bytes(self._last))
            self._last.clear()
        if self._unknown and self._data is not None and self._size >= (1 if final else _LOOK):
            self._unknown = False
            self._recognise(bytes((self._data[0] if self._data else self._last)[:_LOOK]))

    def _recognise(self, head: bytes) -> None:
        """Skip the part if its first bytes do not show something that is read."""
        part = self._part
        is_text = not part.media_type.startswith(parts.MEDIA) and (
            head.startswith(_WIDE) or not NOT_TEXT.search(head) or wide_without_mark(head) is not None
        )
        if is_text or beginning().match(head) or (self._output.options.qr and is_image(head)):
            return
        if unread_format(head, part.filename()) in PARTIAL:  # this is reported later
            return
        name = unread_format(head, part.filename(), part.media_type)
        kind = "encrypted" if name == ENCRYPTED else "unsupported"
        self._skip(kind, "" if name is None else f"{name}, which is not read")

    def _skip(self, kind: str, message: str) -> None:
        """Skip the document, and report why if there is a message."""
        self._data = None
        self._last.clear()
        if message:
            self._output.problem(Problem(self._part.document, self._at, kind, message))

    def close(self) -> None:
        """Read the end of the body."""
        if self._data is not None:
            super().close()
        if self._data is not None and self._size:
            part = self._part
            chunks, self._data = [*self._data, bytes(self._last)], None
            origin, charset = origin_of(part, part.document), charset_of(part.parameters)
            self._output.hold(EmbeddedDocument(origin, part.filename(), part.media_type, chunks, self._size, charset))


# -- The reader of messages --------------------------------------------------------------------------------------------

_LINK = re.compile(rb"<([^<>]*+)>")
_URL = re.compile(rb';\s*+url\s*+=\s*+"?([^"]*+)', re.IGNORECASE)
# A section of the parameter, or the encoded parameter (RFC 2231 §3, §4).
_URL_PART = re.compile(rb';\s*+url\*[0-9]*+\*?+\s*+=\s*+"?([^\s";]*+)', re.IGNORECASE)


class MessageReader(Reader):
    """Read messages for ``output``; ``outer`` maps what is read to the file, through ``level`` transfer encodings."""

    def __init__(self, output: Output, outer: Chain, level: int = 0) -> None:
        super().__init__(output, outer)
        self._level = level

    def in_header(self, limit: int) -> bool:
        """Return True if a header is being read, of which at most this many bytes were read."""
        return super().in_header(limit) or (isinstance(self.taker, MessageBody) and self.taker.reader.in_header(limit))

    def problem(self, part: Part, at: int, kind: str, message: str) -> None:
        """Report a problem at ``at`` of what is read, or of the header if that is negative."""
        place = self.begun if at < 0 else self.outer.place(at)
        self.output.problem(Problem(part.document, place, kind, message))

    # -- fields ----------------------------------------------------------------------------------------------------

    def take_reference(self, part: Part, window: bytes) -> bool:
        """Add the current field, whose value is or contains references; return False if it is text."""
        kind, name, value, stop = self.bits & fields.KINDS, self.name, self.value, self.stop
        looked_at = window[value : min(stop, value + LOOKED_AT)]
        if kind in (fields.CONTENT_LOCATION, fields.CONTENT_BASE):
            begin = value + len(looked_at) - len(looked_at.lstrip())
            self._reference(part, window, _line_of(window, name, begin), begin, stop)
            return True
        if kind == fields.LINK:
            line = at = name
            for link in _LINK.finditer(window, value, stop):
                line = window.rfind(b"\n", at, link.start(1)) + 1 or line
                at = link.end(1)
                self._reference(part, window, line, link.start(1), at)
            return True
        url = _URL.search(window, value, stop)  # white space is not part of it (RFC 2017 §3)
        if url is not None:
            self._reference(part, window, _line_of(window, name, url.start(1)), *url.span(1))
            return True
        spans = [match.span(1) for match in _URL_PART.finditer(window, value, stop)]
        if spans:
            begin, end = spans[0][0], spans[-1][1]
            text = "".join(content_type(looked_at).parameters.get("url", "").split())
            self._reference(part, window, _line_of(window, name, begin), begin, end, text)
        return bool(spans)

    def _reference(
        self, part: Part, window: bytes, line: int, begin: int, end: int, text: str | None = None
    ) -> None:  # fmt: skip
        """Add the reference from ``begin`` to ``end``, or ``text`` decoded from it; its line begins at ``line``."""
        raw = window[begin : min(end, begin + LOOKED_AT)].rstrip()
        text = reference(raw) if text is None else text
        if not text:
            return
        start, stop = self.outer.span(self.place(begin), self.place(begin + len(raw) - 1) + 1)
        source = Source(part, window[self.name : self.name_end].decode("latin-1"))
        details = Details(wrapped="space" if len(raw.split()) > 1 else None, field=source.field)
        place = (start, stop, self.line(window, begin), begin - line + 1)
        self.output.stream.insert(partial(_add, self.output, source, text, raw, place, details))

    # -- bodies ----------------------------------------------------------------------------------------------------

    def choose_handling(self, part: Part) -> parts.TextHandling:
        """Return how the text of a part is passed to the scanner."""
        output, is_leaf, parameters = self.output, part.kind == parts.LEAF, part.parameters
        is_encoded = bool(self.outer) or (is_leaf and is_decoded(part.encoding or ""))
        declared = charset_of(parameters) if is_leaf and (is_encoded or not output.decoded) else None
        otherwise = output.charset if is_encoded or not output.decoded else None
        flowed = is_leaf and part.media_type == "text/plain" and parameters.get("format", "").lower() == "flowed"
        codec = codec_of(otherwise if declared is None or python_codec(declared) is None else declared)
        how = parts.AS_IT_IS if codec is None else parts.IF_ASCII if is_bytewise(codec) else parts.TRANSLATED
        if is_encoded or flowed or output.refang or not output.texts:
            how = parts.TRANSLATED
        return parts.TextHandling(how, codec, flowed, parameters.get("delsp", "").lower() == "yes")

    def body_begins(self, part: Part) -> Any:
        """Return an object that takes the body, None to skip it."""
        output = self.output
        if part.kind == parts.MESSAGE:
            return None
        if self.source is None:
            output.stream.separate()  # what follows must not wait for the end of the text before it
        reading = part.reading if part.kind == parts.LEAF else parts.TEXT
        if reading == parts.MAIL and self._level < MAX_ENCODED:
            return MessageBody(output, part, self.outer, self._level + 1)
        if reading == parts.MAIL:
            self.nested_too_deep(part, f"encoded messages are nested more than {MAX_ENCODED} deep")
        elif reading in (parts.CONTAINED, parts.UNKNOWN):
            return EmbeddedBody(output, part, self.outer) if output.contains else None
        elif reading != parts.TEXT:
            wanted = output.htmls if reading == parts.HTML else output.texts
            return MarkupBody(output, part, self.outer) if wanted else None
        elif not output.texts:
            return None
        return TextBody(output, part, self.handling_of(part), self.outer, self.source)


class MessageBody(Body):
    """An encoded message, which is read like any other, one level deeper."""

    __slots__ = ("_size", "reader")

    def __init__(self, output: Output, part: Part, outer: Chain, level: int) -> None:
        super().__init__(part, output.places)
        self.reader: MessageReader = MessageReader(output, Chain([self.decoder.map, *outer]), level)
        self.reader.begin_message(part.nested())
        self._size = 0

    def read(self, text: bytes, final: bool) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        reader = self.reader
        reader.take(text, self._size)
        self._size += len(text)
        if final:
            reader.end_message()
        elif reader.taker is None or isinstance(reader.taker, EmbeddedBody):  # others forget what they have read
            reader.output.stream.insert(partial(reader.outer.forget, self._size - reader.held))


def _add(
    output: Output, source: Source, text: str, raw: bytes, place: tuple[int, int, int, int], details: Details
) -> None:
    """Add a reference that is the value of a field. The whole header was read: later fields may affect it."""
    part, kind = source.part, kind_bits(text)
    bases: Any = (None, None)
    if kind == layout.RELATIVE:
        base = output.base if part.parent is None else base_of(part.parent, output.base).outside
        base = own_base(base.uri, part.content_base) or base
        bases = base[:2]
        if base.uri is not None and len(base.uri) > MAX_BASE:
            from uri_extract.markup.bases import NO_BASE, UNUSABLE, too_long

            bases = NO_BASE
            output.problem(Problem(source.document, place[0], UNUSABLE, too_long(base.uri)))
    output.stream.rows.add(
        text, raw.decode("utf-8", "surrogateescape"), *place, kind | layout.HEADER, bases, origin_of_text(source), None,
        None, details,
    )  # fmt: skip


def _line_of(window: bytes, name: int, place: int) -> int:
    """Return the start of the line of ``place``, in the field that begins at ``name``."""
    return window.rfind(b"\n", name, place) + 1 or name
