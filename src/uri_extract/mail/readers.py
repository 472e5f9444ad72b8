"""The reader of messages as scanners use it: it passes fields and bodies on by their type."""

from __future__ import annotations

from functools import partial

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.decode.content_transfer import is_decoded
from uri_extract.decode.encoded_words import codec_of
from uri_extract.decode.encodings import is_bytewise
from uri_extract.decode.header_values import LOOKED_AT, charset_of
from uri_extract.decode.labels import python_codec
from uri_extract.limits import MAX_BASE, MAX_ENCODED
from uri_extract.mail import fields, parts
from uri_extract.mail.base import own_base, reference
from uri_extract.mail.bodies import EmbeddedBody, MarkupBody
from uri_extract.mail.header import content_type
from uri_extract.mail.kernels import Body, Part, Reader, Source, TextBody, base_of, origin_of_text
from uri_extract.mail.output import Output
from uri_extract.markup.urls import kind_bits
from uri_extract.place.source_map import Chain
from uri_extract.rows import layout
from uri_extract.rows.details import Details
from uri_extract.rows.records import Problem

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
